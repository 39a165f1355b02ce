"""Numbers that a house may set and that no test of an area changes.

Each case looks at a fight under the book and under one house rule. The numbers and switches of
mounts, flight, ships, chases, travel, downtime and of hazards but fire are no part of a fight here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest
from ix_kit import Bout, afflict, dice_of, elite, gm, hero, make_check, minions, spend
from pydantic import ValidationError

from affray.kernel.rulebook import HouseRules, HouseRulesError
from affray.systems.ix.fight import range as bands
from affray.systems.ix.ledger import rulebook

House = Mapping[str, Any]
STRONG = {"might": 4, "skills": {"light-melee": 4, "athletics": 4}}


class Case(NamedTuple):
    """What is seen under the book, the house rule, and what is seen under it."""

    look: Callable[[House], Any]
    book: Any
    own: House
    seen: Any


def duel(house: House, *, apart: int = 0, **ann: Any) -> Bout:
    it = Bout(
        hero("ann", **{**STRONG, **ann}),
        elite("brute", wound_points=90),
        scene={"at": {"ann": 0, "brute": apart}},
        house=dict(house),
    )
    it.turn_of("ann")
    return it


# ---- what is looked at ----


def band(steps: int) -> Callable[[House], str]:
    def look(house: House) -> str:
        it = duel(house, apart=steps, weapons=["hunting-bow"])
        return bands.BANDS[bands.band(it.fight, "ann", "brute")]

    return look


def strikes_from_a_step_away(house: House) -> bool:
    return duel(house, apart=1).offers("attack", "long-blade", "brute")


def to_stand(house: House) -> tuple[bool, int]:
    """Whether Ann has stood up, and the Actions that are left to her."""
    it = duel(house)
    afflict(it, "ann", "prone", turns=0, ends="stands")
    key = next(option for option in it.options() if option[0] == "stand")
    it.do(tuple(map(str, key)))
    return not it["ann"].has("prone"), it.fight.actions


def to_interact(house: House) -> int:
    """The Actions left after a small task."""
    it = duel(house)
    key = next(option for option in it.options() if option[0] == "interact")
    it.do(("interact", "open the door", *map(str, key[2:])))
    return it.fight.actions


def a_step_harder(house: House) -> int:
    """The Bane Dice that dim light puts on a Perception check without Trial Dice."""
    it = Bout(hero("ann"), elite("brute"), scene={"light": "dim"}, house=dict(house))
    _, table = make_check(it, "ann", "nothing", skill="perception", difficulty=None)
    return dice_of(table).get("bane", 0)


def gang_rank(house: House) -> dict[str, int]:
    """The dice of a blow of a gang of three with Might 2."""
    it = Bout(hero("ann"), minions("gang", members=3), house=dict(house))
    it.turn_of("gang")
    return dice_of(it.do(("attack", "long-blade", "ann"), rolls=["nothing"]))


def injuries_of_one_blow(house: House) -> int:
    it = duel({"first-injury-cap": "yes", **house})
    two = (spend("attack-critical attack-critical"), [5, 5])
    key, rolls = two if house else (spend("attack-critical"), [5])
    it.do(("attack", "long-blade", "brute"), key, rolls=["1 success 6 boons", *rolls])
    return len(it["brute"].injuries)


def escape_dice(house: House) -> int:
    it = Bout(hero("ann"), elite("giant", might=4, scale=2), house=dict(house))
    afflict(it, "ann", "restrained", turns=0, ends="escape", source="giant")
    it.fight["giant"].hold = "ann"
    it.turn_of("ann")
    return dice_of(it.do(("escape",), rolls=["nothing", "nothing"]), 0).get("bane", 0)


def fear_strain(house: House) -> int:
    it = Bout(hero("ann"), elite("horror", fear=2), house=dict(house), rolls=["nothing"])
    return it["ann"].strain


CASES = {
    "short-steps": Case(
        strikes_from_a_step_away, False, {"short-steps": 2, "medium-steps": 3}, True
    ),
    "medium-steps": Case(band(2), "medium", {"medium-steps": 3}, "short"),
    "long-steps": Case(band(4), "long", {"long-steps": 5}, "medium"),
    "extreme-steps": Case(band(6), "extreme", {"extreme-steps": 8}, "long"),
    "stand-maneuvers": Case(to_stand, (True, 1), {"stand-maneuvers": 2}, (True, 0)),
    "interact-maneuvers": Case(to_interact, 1, {"interact-maneuvers": 2}, 0),
    "opposed-step-bane-dice": Case(a_step_harder, 1, {"opposed-step-bane-dice": 2}, 2),
    "minion-rank-offset": Case(
        gang_rank,
        {"mastery": 2, "trial": 2},
        {"minion-rank-offset": -2},
        {"mastery": 1, "ability": 1, "trial": 2},
    ),
    "bought-criticals-per-attack": Case(
        injuries_of_one_blow, 1, {"bought-criticals-per-attack": 2}, 2
    ),
    "escape-bane-dice-per-scale": Case(escape_dice, 1, {"escape-bane-dice-per-scale": 3}, 3),
    "fear-strain-per-rating": Case(fear_strain, 2, {"fear-strain-per-rating": 2}, 4),
}


@pytest.mark.parametrize("name", CASES)
def test_a_number_of_the_house_changes_what_it_should(name: str) -> None:
    case = CASES[name]
    assert case.look({}) == case.book
    assert case.look(case.own) == case.seen


@pytest.mark.rule("ix.minion.group")
def test_the_house_sets_how_many_minions_make_a_group() -> None:
    with pytest.raises(ValidationError):
        minions("gang", members=7)
    it = Bout(hero("ann"), minions("gang", members=6), house={})
    assert it["gang"].standing == 6


def test_the_largest_group_is_no_smaller_than_the_smallest() -> None:
    with pytest.raises(HouseRulesError):
        Bout(hero("ann"), elite("brute"), house={"minion-group-max": 3, "minion-group-min": 4})
    Bout(hero("ann"), elite("brute"), house={"minion-group-max": 4, "minion-group-min": 4})


def test_every_number_says_its_rule_and_every_switch_its_default() -> None:
    house = HouseRules(rulebook())
    book = house.book
    for value in book.values.values():
        assert value.rule in book
    for switch in book.switches.values():
        assert switch.default in switch.options


@pytest.mark.parametrize(
    "said",
    [{"short-steps": "two"}, {"hold-needs-action": "maybe"}, {"no-such-number": 1}],
)
def test_what_the_house_cannot_mean_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises((HouseRulesError, ValidationError, KeyError)):
        Bout(hero("ann"), elite("brute"), house=said)


def test_a_house_rule_is_for_that_fight_alone() -> None:
    strict = Bout(hero("ann"), elite("brute"), house={"aim-boon-dice": 3})
    plain = Bout(hero("ann"), elite("brute"))
    for it, dice in ((strict, 3), (plain, 1)):
        it.turn_of("ann")
        it.do(("aim",))
        table = it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
        assert dice_of(table)["boon"] == dice
    gm(plain, "set", "ann", "aim", 0)
