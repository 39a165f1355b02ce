"""Every switch of trade gives the reading that was not taken (numbers: test_house_rules.py)."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from trade_kit import TRADE, Bout, ability, acts, dice_of, foe, hero, picks

from affray.kernel.rulebook import HouseRules

House = Mapping[str, Any]
END = ("end",)
BETTER = ("better-position",)
MORE = ("additional-action",)
HARDER = ("additional-damage",)
SPIT = ability("spit", {"kind": "damage", "amount": 4}, stat=None, target="one hero or ally")


class Case(NamedTuple):
    """What is seen under the book, the other reading, and what is seen under it."""

    look: Callable[[House], Any]
    book: Any
    own: str
    seen: Any


def cut(at: str = "brute", weapon: str = "rapier") -> tuple[str, ...]:
    return ("fight", weapon, at)


def duel(house: House, *others: dict[str, Any], **fields: Any) -> Bout:
    """Ann, with a longbow as well, against a brute with much HP."""
    ann = hero("ann", **{"weapons": ["rapier", "longbow"], **fields})
    return Bout(ann, foe("brute", hp=40), *others, house=house)


def two_turns(house: House) -> list[int]:
    """Health of two heroes after the first of them has had a turn and a phase, if there is one."""
    bout = Bout(hero("ann"), hero("bob"), foe("brute"), house=house)
    bout.do(("go", "ann"), END)
    for _ in range(2):
        if bout.fight.stage == "phase":
            bout.phase()
    return [bout["ann"].health, bout["bob"].health]


def twice_in_a_round(house: House) -> list[int]:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"), house=house)
    bout.do(("go", "ann"), END)
    bout.phase()
    bout.do(END)
    bout.phase()
    return [bout["ann"].health, bout["bob"].health]


def no_dice(house: House) -> tuple[list[int], int]:
    bout = duel(house, stats={"reflexes": 1}, health=3)
    readings = [] if house else ["mixed"]
    table = bout.step(cut(), readings=readings) if bout.fight.stage == "turn" else None
    while table is None or table.choices:
        table = bout.step(cut(), readings=readings)
    return dice_of(table), bout["ann"].health


def stacked(house: House) -> list[int]:
    bout = duel(house)
    effects = [BETTER, BETTER if house else HARDER]
    bout.do(cut(), effects[0], cut(), effects[1], readings=["success", "success"])
    bout.phase()
    return dice_of(bout.do(cut(), readings=["mixed"]))


def chain(house: House) -> bool:
    """Whether a turn that has picked the additional action is offered it again."""
    bout = duel(house)
    bout.do(cut(), MORE, cut(), HARDER, readings=["success", "success"])
    assert bout.last is not None
    return MORE in next(what for _, _, what in reversed(bout.last.asked) if HARDER in what)


def suppressed_failure(house: House) -> tuple[int, int]:
    bout = duel(house)
    bout.do(cut(), HARDER, cut(), readings=["success", "failure"])
    return bout["ann"].health, bout["ann"].bad_waiting


def owed_ability(house: House) -> int:
    bout = Bout(hero("ann"), foe("brute", abilities=[SPIT]), house=house)
    bout.do(cut(), END, readings=["mixed"])
    bout.phase(rulings=acts("brute", "spit", "ann") if house else {})
    return int(bout["ann"].health)


def may_act(house: House) -> set[str]:
    bout = Bout(hero("ann"), foe("brute"), foe("other"), house=house)
    bout.do(cut(), END, readings=["mixed"])
    bout.phase(rulings=acts("other", "damage", "ann") if house else {})
    assert bout.fight.trades == ()
    if not house:
        return {"brute"}
    return {who for who, _, _ in picks(bout.last)}  # type: ignore[arg-type]


def shot_in_reach(house: House) -> tuple[int, bool]:
    ann = hero("ann", weapons=["longbow"])
    scene = {"drop": "nobody", "near": [["ann", "brute"]]}
    bout = Bout(ann, foe("brute"), house=house, scene=scene)
    bout.do(("fight", "longbow", "brute"), readings=["mixed"])
    return len(bout.fight.trades), bout["ann"].pressed


def shots_while_pressed(house: House) -> list[int]:
    bout = duel(house)
    bow = cut(weapon="longbow")
    return dice_of(bout.do(bow, bow, MORE, bow, HARDER, readings=["mixed", "success", "success"]))


def closed_in(house: House) -> int:
    bout = duel(house, foe("other"))
    bout.do(cut(weapon="longbow"), END, readings=["mixed"])
    bout.phase()
    return int(bout["ann"].health)


SWITCHES = {
    "enemy-phase": Case(two_turns, [8, 10], "after-all-heroes", [10, 10]),
    "enemy-once-a-round": Case(twice_in_a_round, [8, 8], "yes", [8, 10]),
    "empty-pool": Case(no_dice, ([1], 3), "fails", ([], 1)),
    "positions-stack": Case(stacked, [4], "yes", [5]),
    "additional-action-limit": Case(chain, True, "one-per-turn", False),
    "suppression-stops-failure-blow": Case(suppressed_failure, (8, 1), "yes", (10, 1)),
    "trade-by-ability": Case(owed_ability, 8, "yes", 6),
    "trade-binds-phase": Case(may_act, {"brute"}, "no", {"brute", "other"}),
    "ranged-exempt-in-reach": Case(shot_in_reach, (1, False), "yes", (0, True)),
    "pressed-lasts": Case(shots_while_pressed, [3, 2, 3], "until-clear", [3, 2, 2]),
    "closing-spends-phase": Case(closed_in, 8, "yes", 10),
}


def test_every_switch_of_the_book_has_its_case() -> None:
    assert SWITCHES.keys() == TRADE.rulebook.switches.keys()


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_gives_the_reading_that_was_not_taken(name: str) -> None:
    case = SWITCHES[name]
    assert case.look({}) == case.book
    assert case.look({name: case.own}) == case.seen


@pytest.mark.parametrize("name", SWITCHES)
def test_naming_the_reading_of_the_book_changes_nothing(name: str) -> None:
    case = SWITCHES[name]
    rules = HouseRules(TRADE.rulebook)
    assert rules.with_table({name: rules.switch(name)}, "the test").changed() == []
    assert case.look({}) == case.book


def test_an_ability_in_place_of_a_trade_is_for_the_one_exposed_alone() -> None:
    house = {"trade-by-ability": "yes"}
    bout = Bout(hero("ann"), hero("bob"), foe("brute", abilities=[SPIT]), house=house)
    bout.do(("go", "ann"), cut(), END, readings=["mixed"])
    assert set(picks(bout.phase())) == {("brute", "damage", "ann"), ("brute", "spit", "ann")}
