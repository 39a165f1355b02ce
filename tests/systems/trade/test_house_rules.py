"""Every number of trade changes what it should (the switches are in test_house_switches.py).

Each case looks at a fight twice, under the book and under one house rule. That the cases are all
there are is tested too.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from pydantic import ValidationError
from trade_kit import (
    TRADE,
    Bout,
    ability,
    dice_of,
    foe,
    gm,
    hero,
)

from affray.kernel.rulebook import HouseRules, HouseRulesError
from affray.kernel.running import advance
from affray.testing.script import ScriptedTable

House = Mapping[str, Any]
END = ("end",)
BETTER = ("better-position",)
MORE = ("additional-action",)
HARDER = ("additional-damage",)
EXTRA = {"trade.failure.worse-position": ("extra-damage",)}
STATS = {"strength": 3, "reflexes": 3, "wits": 2, "charm": 2}
JINX = ability("jinx", {"kind": "note", "text": "shiver"})
SHIELD = {"id": "shield", "name": "shield", "lost": ""}


class Case(NamedTuple):
    """What is seen under the book, the house rule, and what is seen under it."""

    look: Callable[[House], Any]
    book: Any
    own: Any
    seen: Any


def cut(at: str = "brute", weapon: str = "rapier") -> tuple[str, ...]:
    return ("fight", weapon, at)


def jinx(at: str = "brute") -> tuple[str, ...]:
    return ("ability", "jinx", at)


def duel(house: House, *others: dict[str, Any], **fields: Any) -> Bout:
    """Ann, with a shortbow as well, against a brute with much HP."""
    ann = hero("ann", **{"weapons": ["rapier", "longbow"], "abilities": [JINX], **fields})
    return Bout(ann, foe("brute", hp=40), *others, house=house)


def rests(house: House, *choices: tuple[str, ...], **fields: Any) -> list[int]:
    bout = Bout(hero("ann", health=1), hero("bob", health=0), foe("brute"), house=house)
    gm(bout, "remove", "brute")
    for choice in choices:
        while bout.step(choice).choices:
            pass
    return [bout["ann"].health, bout["bob"].health]


def checks(kind: str, block: dict[str, Any]) -> Callable[[House], Any]:
    def look(house: House) -> Any:
        rules = HouseRules(TRADE.rulebook).with_table(dict(house), "the test")
        try:
            return TRADE.check_block(kind, {"name": "A"} | block, rules)
        except ValidationError:
            return "refused"

    return look


def field(name: str, look: Callable[[House], Any]) -> Callable[[House], Any]:
    return lambda house: look(house)[name]


# ---- what is looked at ----


class Reading(ScriptedTable):
    """Keeps the exact chances of the last roll, as the rules read it."""

    chances: Mapping[str, Fraction]

    def roll(self, who: str, pool: Any, *, read: Any, because: Any, **more: Any) -> Any:
        found = pool().readings(read)
        self.chances = {str(value): found.p(value) for value, _ in found.items()}
        return super().roll(who, pool, read=read, because=because, **more)


def chances(house: House) -> list[Fraction]:
    """Failure, mixed and success of three dice, in 27ths."""
    bout = duel(house)
    while bout.fight.stage != "turn":
        bout.step()
    table = Reading(TRADE, bout.fight, choices=[cut(), HARDER], readings=["success"])
    advance(TRADE, bout.fight, table)
    return [table.chances.get(name, Fraction(0)) * 27 for name in ("failure", "mixed", "success")]


def faces(house: House) -> str:
    return str(duel(house).do(cut(), readings=["mixed"]).pools[0])[:3]


def actions(house: House) -> int:
    bout = duel(house)
    bout.do(cut(), readings=["mixed"])
    return int(bout.fight.actions)


def additional_actions(house: House) -> int:
    bout = duel(house)
    bout.do(cut(), MORE, readings=["success"])
    return int(bout.fight.actions)


def better(house: House) -> list[int]:
    bout = duel(house)
    bout.do(cut(), BETTER, END, readings=["success"])
    bout.phase()
    return dice_of(bout.do(cut(), readings=["mixed"]))


def bad(house: House) -> list[int]:
    bout = duel(house, stats={"reflexes": 5})
    bout.do(cut(), readings=["failure"])
    bout.phase()
    return dice_of(bout.do(cut(), readings=["mixed"]))


def struck(choices: list[tuple[str, ...]], readings: list[str], **fields: Any) -> Any:
    """The HP that the brute loses."""

    def look(house: House) -> int:
        bout = duel(house, **fields)
        bout.do(*choices, readings=readings)
        return 40 - int(bout["brute"].hp)

    return look


def failed(house: House) -> int:
    bout = duel(house)
    bout.do(cut(), readings=["failure"], rulings=EXTRA)
    return int(bout["ann"].health)


def pressed(house: House) -> list[int]:
    bout = duel(house, stats={"reflexes": 5})
    bow = cut(weapon="longbow")
    return dice_of(bout.do(bow, bow, readings=["mixed", "mixed"]))


def rolled(**fields: Any) -> Callable[[House], list[int]]:
    return lambda house: dice_of(duel(house, **fields).do(cut(), readings=["mixed"]))


def one_phase(house: House, **fields: Any) -> int:
    """The health that a phase leaves Ann with."""
    bout = duel(house, **fields)
    bout.do(END)
    bout.phase()
    return int(bout["ann"].health)


def phase(**fields: Any) -> Callable[[House], int]:
    return lambda house: one_phase(house, **fields)


def healed(house: House) -> int:
    heal = ability("mend", {"kind": "heal", "amount": 9}, stat=None, target="one hero or ally")
    bout = duel(house, abilities=[heal], health=9)
    bout.do(("ability", "mend", "ann"))
    return int(bout["ann"].health)


def reserved(house: House) -> int:
    bout = duel(house)
    bout.do(("reserve",))
    return int(bout["ann"].reserve)


def opening(house: House) -> int:
    bout = Bout(hero("ann"), foe("brute"), house=house, scene={"drop": "enemies"})
    while bout.fight.stage != "pick":
        bout.step()
    return int(bout["ann"].health)


def spread(house: House) -> Any:
    rules = HouseRules(TRADE.rulebook).with_table(dict(house), "the test")
    return list(rules.value("starting-spread"))  # type: ignore[arg-type]


FOE = {"hp": 4, "damage": 2, "goals": ["win"]}
MIXED = ["mixed"]
BOOK_CHANCES = [Fraction(8), Fraction(12), Fraction(7)]

VALUES = {
    "die-faces": Case(faces, "3d6", 8, "3d8"),
    "hit-from-face": Case(chances, BOOK_CHANCES, 3, [Fraction(1), Fraction(6), Fraction(20)]),
    "hits-for-mixed": Case(chances, BOOK_CHANCES, 2, [Fraction(20), Fraction(0), Fraction(7)]),
    "hits-for-success": Case(chances, BOOK_CHANCES, 3, [Fraction(8), Fraction(18), Fraction(1)]),
    "actions-per-turn": Case(actions, 1, 4, 3),
    "better-position-dice": Case(better, [4], 3, [6]),
    "additional-actions": Case(additional_actions, 2, 2, 3),
    "additional-damage": Case(struck([cut(), HARDER], ["success"]), 5, 4, 7),
    "bad-situation-dice": Case(bad, [4], -3, [2]),
    "extra-damage": Case(failed, 6, 5, 3),
    "pressed-dice": Case(pressed, [5, 4], -2, [5, 3]),
    "unarmed-damage": Case(struck([cut(weapon="unarmed-strength")], MIXED), 1, 3, 3),
    "minimum-damage": Case(phase(armor=3), 10, 1, 9),
    "hero-health": Case(healed, 10, 12, 12),
    "bloodied-at": Case(rolled(health=5), [3], 5, [2]),
    "bloodied-dice": Case(rolled(health=3), [2], -2, [1]),
    "phase-actions": Case(phase(), 8, 2, 6),
    "minimum-pool": Case(rolled(stats={"reflexes": 1}), [1], 2, [2]),
    "stat-min": Case(checks("hero", {"stats": STATS | {"wits": 0}}), "refused", 0, ...),
    "stat-max": Case(checks("hero", {"stats": STATS | {"wits": 6}}), "refused", 6, ...),
    "reserved-actions": Case(reserved, 1, 2, 2),
    "enemy-armor": Case(field("armor", checks("foe", FOE)), 0, 2, 2),
    "enemy-armor-max": Case(checks("foe", FOE | {"armor": 4}), "refused", 4, ...),
    "shield-reduction": Case(phase(tools=[SHIELD]), 8, 1, 9),
    "breather-health": Case(lambda house: rests(house, ("breather",))[0], 4, 5, 6),
    "breather-health-from-down": Case(lambda house: rests(house, ("breather",))[1], 1, 2, 2),
    "night-health": Case(lambda house: rests(house, ("night",)), [10, 10], 7, [7, 7]),
    "drop-opening-phases": Case(opening, 8, 2, 6),
    "starting-spread": Case(spread, [4, 3, 2, 2], [3, 3, 3, 2], [3, 3, 3, 2]),
}


def test_every_value_of_the_book_has_its_case() -> None:
    assert VALUES.keys() == TRADE.rulebook.values.keys()


@pytest.mark.parametrize("name", VALUES)
def test_a_value_of_the_book_holds_until_a_house_rule_changes_it(name: str) -> None:
    case = VALUES[name]
    assert case.look({}) == case.book
    seen = case.look({name: case.own})
    assert seen != case.book
    assert case.seen is ... or seen == case.seen


@pytest.mark.rule("trade.health.ten")
def test_a_full_hero_has_as_much_health_as_the_house_rule_says() -> None:
    look = field("health", checks("hero", {"stats": STATS}))
    assert look({}) == 10
    assert look({"hero-health": 12}) == 12


def test_one_phase_holds_no_more_than_two_actions_by_house_rule() -> None:
    bout = duel({"phase-actions": 2}, foe("other", damage=1))
    bout.do(END)
    table = bout.phase()
    assert table.codes().count("declared") == 2
    assert bout["ann"].health == 6


def test_a_second_action_of_the_phase_falls_away_when_the_first_ends_the_fight() -> None:
    bout = duel({"phase-actions": 2}, foe("other"), health=2)
    bout.do(END)
    table = bout.phase()
    assert bout.fight.result == "foes"
    assert table.codes()[-1] == "fight-over"
    assert table.codes().count("declared") == 1


@pytest.mark.parametrize(
    ("house", "fault"),
    [
        ({"breather-health": -1}, "breather-health: -1 makes no sense. Write 0 to 10000."),
        ({"extra-damage": -2}, "extra-damage: -2 makes no sense. Write 0 to 10000."),
        ({"hits-for-mixed": 3}, "hits-for-success: 2 hits would be a success and no mixed"),
        ({"stat-max": 1, "stat-min": 2}, "stat-max: no stat is from 2 to it"),
    ],
)
def test_numbers_under_which_nobody_can_play_are_refused(house: dict[str, int], fault: str) -> None:
    with pytest.raises(HouseRulesError) as refused:
        Bout(hero("ann"), foe("brute"), house=house)
    assert fault in str(refused.value)
    assert all(one.cure for one in refused.value.faults)
