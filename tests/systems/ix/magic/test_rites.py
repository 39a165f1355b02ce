"""After death: the day in which a soul can be called, Revive, Resurrection, and the soul's will."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    citing,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    suffer,
    to_rest,
)

from affray.kernel.encounter import EncounterError, read_encounter
from affray.kernel.rulebook import HouseRules
from affray.kernel.system import Setup
from affray.systems.ix import content
from affray.systems.ix.harm import recovery
from affray.systems.ix.ledger import rulebook
from affray.systems.ix.magic import rites
from affray.systems.ix.scenes import clock

WILL = "ix.death.soul-choice"
REVIVE = ("rite", "ann", "revive", "bob")
RESURRECT = ("rite", "ann", "resurrection", "bob")
GARNET = {"name": "Garnet", "kind": "gem", "worth": 500, "count": 2}
OPAL = {"name": "Opal", "kind": "gem", "worth": 5000}


def caster(**fields: Any) -> dict[str, Any]:
    given = {
        "skills": {"divinity": 3, "light-melee": 1},
        "spells": ["revive", "resurrection"],
        "gear": [GARNET, OPAL],
        "willpower": 4,
        **fields,
    }
    return hero("ann", **given)


def after_death(
    *others: dict[str, Any], house: dict[str, Any] | None = None, **fields: Any
) -> Bout:
    """Bob has died in the fight, of his Wounds; it is over, and ann can hold a rite."""
    bout = Bout(
        caster(**fields), hero("bob", might=3, strain=4), elite("brute"), *others, house=house
    )
    suffer(bout, "bob", 26)
    assert bout["bob"].status == "dead"
    gm(bout, "tag", "brute", "out")
    to_rest(bout)
    return bout


def offered(bout: Bout) -> list[tuple[str, ...]]:
    return [tuple(map(str, option)) for option in rites.options(bout.fight)]


def gems(bout: Bout) -> dict[str, int]:
    return {item.name: item.count for item in bout["ann"].items}


# ---- what it needs ----


@pytest.mark.rule("ix.death.revive-needs", "ix.death.threshold-no-medicine")
def test_within_a_day_revive_can_call_the_soul_back() -> None:
    bout = after_death()
    assert REVIVE in offered(bout)
    assert REVIVE in bout.options()
    assert not [option for option in bout.options() if "bob" in option[1:] and option[0] != "rite"]


@pytest.mark.rule("ix.death.revive-needs")
@pytest.mark.parametrize(("hours", "possible"), [(0, True), (23, True), (24, False), (500, False)])
def test_after_24_hours_it_cannot(hours: int, possible: bool) -> None:
    bout = after_death()
    if hours:
        gm(bout, "set", "", "hours", min(hours, 240))
    assert (REVIVE in offered(bout)) is possible


@pytest.mark.rule("ix.death.revive-needs")
def test_rests_use_up_the_day() -> None:
    bout = after_death(strain=10)
    bout["ann"].wounds = 2
    for hours in (8, 16):
        bout.step(("full-rest",))
        assert bout.fight.hours == hours
        assert REVIVE in offered(bout)
    table = bout.step(("full-rest",))
    assert REVIVE not in offered(bout)
    [event] = coded(table, "soul-crossed")
    assert event.fields["who"] == "bob"
    assert not coded(bout.step(("full-rest",)), "soul-crossed")


@pytest.mark.rule("ix.death.revive-needs")
def test_each_death_has_a_day_of_its_own() -> None:
    bout = Bout(caster(), hero("bob"), hero("cyn"), elite("brute"))
    suffer(bout, "bob", 30)
    clock.pass_hours(bout.fight, bout.last, 20)
    suffer(bout, "cyn", 30)
    clock.pass_hours(bout.fight, bout.last, 4)
    assert [key[3] for key in offered(bout) if key[2] == "revive"] == ["cyn"]


@pytest.mark.rule("ix.death.revive-needs")
def test_the_caster_has_known_the_dead() -> None:
    bout = after_death()
    gm(bout, "tag", "ann", "stranger:bob")
    assert offered(bout) == []
    gm(bout, "untag", "ann", "stranger:bob")
    assert offered(bout) == [REVIVE, RESURRECT]


@pytest.mark.rule("ix.death.revive-needs")
@pytest.mark.parametrize(
    ("gear", "possible"),
    [
        ([], []),
        ([{**GARNET, "worth": 499}], []),
        ([GARNET], [REVIVE]),
        ([OPAL], [REVIVE, RESURRECT]),
        ([{"name": "Stone", "worth": 500}], [REVIVE]),
    ],
)
def test_without_a_gem_worth_enough_there_is_no_rite(
    gear: list[dict[str, Any]], possible: list[tuple[str, ...]]
) -> None:
    assert offered(after_death(gear=gear)) == possible


def test_a_friend_may_bring_the_gem() -> None:
    bout = after_death(hero("cyn", gear=[GARNET]), gear=[])
    assert offered(bout) == [REVIVE]
    bout.step(REVIVE, rolls=["1 failure"])
    assert bout["cyn"].items[0].count == 1


def test_only_somebody_able_and_taught_can_hold_it() -> None:
    assert offered(after_death(spells=[])) == []
    assert offered(after_death(spells=["lesser-heal"])) == []
    bout = after_death()
    bout["ann"].wounds = 0
    assert offered(bout) == []


def test_nobody_is_called_back_who_lives() -> None:
    bout = after_death(hero("cyn"))
    assert {key[3] for key in offered(bout)} == {"bob"}


def test_in_a_fight_there_is_no_time_for_it() -> None:
    bout = Bout(caster(), hero("bob"), elite("brute"))
    suffer(bout, "bob", 30)
    bout.turn_of("ann")
    assert not bout.offers("rite")
    assert not bout.offers("cast")


# ---- Revive ----


@pytest.mark.rule("ix.death.revive-check", "ix.death.soul-willing")
def test_revived_with_1_wound_no_strain_and_without_the_mortal_injury() -> None:
    bout = Bout(caster(), hero("bob", might=3, strain=4), elite("brute"))
    gm(bout, "tag", "bob", "short-of-breath")
    suffer(bout, "bob", 26)
    gm(bout, "tag", "bob", "killed")
    gm(bout, "tag", "brute", "out")
    to_rest(bout)
    assert len(bout["bob"].injuries) == 2
    table = bout.step(REVIVE, rolls=["1 success"])
    assert dice_of(table)["trial"] == 4
    assert table.rolled[0][:2] == ("ann", "ix.death.revive-check")
    bob = bout["bob"]
    assert (bob.status, bob.wounds, bob.strain) == ("", 1, 0)
    assert bob.is_up
    assert [injury.row for injury in bob.injuries] == ["critical-081-085"]
    assert bout.fight.hours == 1
    [event] = coded(table, "lives-again")
    assert event.rules == ("ix.death.revive-check",)


@pytest.mark.rule("ix.death.revive-check")
@pytest.mark.parametrize("roll", ["1 success", "1 failure"])
def test_the_gem_is_used_up_whether_or_not_it_succeeds(roll: str) -> None:
    bout = after_death()
    assert gems(bout) == {"Garnet": 2, "Opal": 1}
    table = bout.step(REVIVE, rolls=[roll])
    assert gems(bout) == {"Garnet": 1, "Opal": 1}
    [event] = coded(table, "rite")
    assert event.rules[:2] == ("ix.death.revive-check", "ix.death.revive-needs")
    assert event.fields["gem"] == "Garnet"


@pytest.mark.rule("ix.death.revive-check")
def test_it_may_be_tried_again_with_another_gem_while_the_day_lasts() -> None:
    bout = after_death(gear=[GARNET])
    table = bout.step(REVIVE, rolls=["1 failure"])
    assert bout["bob"].status == "dead"
    [event] = coded(table, "rite-failed")
    assert event.rules == ("ix.death.revive-check",)
    assert offered(bout) == [REVIVE]
    bout.step(REVIVE, rolls=["1 failure"])
    assert offered(bout) == []
    bout = after_death()
    gm(bout, "set", "", "hours", 23)
    bout.step(REVIVE, rolls=["1 failure"])
    assert REVIVE not in offered(bout)


def test_the_spends_of_a_rite_are_those_of_any_check() -> None:
    bout = after_death(strain=3)
    bout.step(REVIVE, ("spend", "recover-strain", ""), rolls=["1 success 1 boon"])
    assert bout["ann"].strain < 3


# ---- the soul ----


@pytest.mark.rule("ix.death.soul-choice", "ix.death.soul-willing")
def test_an_unwilling_soul_does_not_come_back_whatever_is_rolled() -> None:
    bout = after_death()
    table = bout.step(REVIVE, rolls=["3 successes"], rulings={WILL: ("unwilling",)})
    assert bout["bob"].status == "dead"
    [event] = coded(table, "soul-refuses")
    assert event.rules[0] == "ix.death.soul-willing"
    assert len(table.rolled) == 1
    assert REVIVE in offered(bout)


@pytest.mark.rule("ix.death.soul-choice")
def test_the_gm_is_asked_for_the_soul_and_takes_it_for_willing_otherwise() -> None:
    rule = IX.rulebook.rule(WILL)
    assert (rule.kind, rule.mode) == ("ruling", "ask")
    bout = after_death()
    table = bout.step(REVIVE, rolls=["1 success"])
    assert table.options_of(WILL) == [("willing",), ("unwilling",)]
    assert bout["bob"].status == ""


@pytest.mark.rule("ix.death.soul-choice")
def test_a_failed_rite_asks_no_soul() -> None:
    bout = after_death()
    table = bout.step(REVIVE, rolls=["1 failure"])
    assert WILL not in [rule for rule, _, _ in table.asked]


# ---- Resurrection ----


@pytest.mark.rule("ix.death.resurrection-check", "ix.death.resurrection-needs")
def test_resurrected_whole_at_any_time() -> None:
    bout = Bout(caster(), hero("bob", might=3, strain=4), elite("brute"))
    gm(bout, "tag", "bob", "short-of-breath")
    bout["bob"].marks = ("an eye",)
    bout["bob"].lowered = {"might": 1}
    suffer(bout, "bob", 26)
    gm(bout, "tag", "bob", "killed")
    gm(bout, "tag", "brute", "out")
    to_rest(bout)
    gm(bout, "set", "", "hours", 240)
    assert offered(bout) == [RESURRECT]
    table = bout.step(RESURRECT, rolls=["1 success"])
    assert dice_of(table)["trial"] == 5
    bob = bout["bob"]
    assert (bob.status, bob.wounds, bob.strain) == ("", 13, 0)
    assert (bob.injuries, bob.marks, dict(bob.lowered)) == ((), (), {})
    assert bob.rating("might") == 3
    assert gems(bout) == {"Garnet": 2}
    assert bout.fight.hours == 248
    assert "ix.death.resurrection-inside-window" not in coded(table, "rite")[0].rules


@pytest.mark.rule("ix.death.resurrection-inside-window")
def test_resurrection_inside_the_day() -> None:
    bout = after_death()
    table = bout.step(RESURRECT, rolls=["1 success"])
    assert bout["bob"].is_up
    assert citing(table, "ix.death.resurrection-inside-window")


@pytest.mark.rule("ix.death.resurrection-failure", "ix.death.resurrection-check")
@pytest.mark.parametrize(("roll", "will"), [("1 failure", "willing"), ("1 success", "unwilling")])
def test_of_a_failure_nobody_learns_why(roll: str, will: str) -> None:
    bout = after_death()
    table = bout.step(RESURRECT, rolls=[roll], rulings={WILL: (will,)} if "succ" in roll else {})
    [event] = coded(table, "rite-failed")
    assert event.rules[0] == "ix.death.resurrection-failure"
    assert event.fields == {"who": "ann", "target": "bob", "rite": "resurrection"}
    assert not coded(table, "soul-refuses")
    assert bout["bob"].status == "dead"


@pytest.mark.rule("ix.death.resurrection-check")
def test_after_a_failure_the_same_caster_waits_for_a_gap_of_downtime() -> None:
    other = hero("cyn", spells=["resurrection"], skills={"divinity": 1}, gear=[OPAL])
    bout = after_death(other, gear=[{**OPAL, "count": 3}])
    bout.step(RESURRECT, rolls=["1 failure"])
    keys = [key for key in offered(bout) if key[2] == "resurrection"]
    assert keys == [("rite", "cyn", "resurrection", "bob")]
    clock.pass_hours(bout.fight, bout.last, 48)
    assert RESURRECT not in offered(bout)
    clock.pass_hours(bout.fight, bout.last, 168, gap=True)
    assert RESURRECT in offered(bout)


@pytest.mark.rule("ix.death.revive-check", "ix.death.resurrection-check")
def test_the_house_sets_difficulty_and_wounds() -> None:
    house = {"revive-trial-dice": 2, "revive-wounds": 5, "resurrection-trial-dice": 3}
    bout = after_death(house=house)
    table = bout.step(RESURRECT, rolls=["1 failure"])
    assert dice_of(table)["trial"] == 3
    table = bout.step(REVIVE, rolls=["1 success"])
    assert dice_of(table)["trial"] == 2
    assert bout["bob"].wounds == 5


# ---- from one play to the next ----


def again(bout: Bout, **scene: Any) -> Any:
    blocks = [
        content.check_block("hero", block, HouseRules(rulebook()))
        for block in IX.carry_over(bout.fight)
    ]
    roster = [*blocks, elite("brute")]
    said = {"at": {block["id"]: 0 for block in roster}, **scene}
    return IX.start(Setup("ix", "again", roster, said, {}, 100))


@pytest.mark.rule("ix.death.resurrection-needs")
def test_the_dead_stay_with_the_party_with_the_hours_of_their_death() -> None:
    bout = after_death(gear=[{**OPAL, "count": 3}])
    gm(bout, "set", "", "hours", 5)
    bout.step(RESURRECT, rolls=["1 failure"])
    gm(bout, "tag", "ann", "stranger:bob")
    fight = again(bout)
    bob = fight["bob"]
    assert bob.status == "dead"
    assert fight.hours - bob.died == 13
    assert bob.tried_by == ("ann",)
    assert fight["ann"].strangers == ("bob",)
    assert fight.players == 1
    assert rites.options(fight) == []
    fight["ann"].strangers = ()
    fight["bob"].tried_by = ()
    assert [key[2] for key in rites.options(fight)] == ["revive", "resurrection"]


def test_the_living_are_carried_as_living() -> None:
    bout = after_death()
    bout.step(REVIVE, rolls=["1 success"])
    fight = again(bout)
    assert fight["bob"].is_up
    assert fight["bob"].wounds == 1


def test_a_hand_that_gives_life_back_ends_the_death() -> None:
    bout = after_death()
    gm(bout, "set", "bob", "wounds", 4)
    assert bout["bob"].is_up
    assert offered(bout) == []


def test_a_card_tells_for_how_long_somebody_has_been_dead() -> None:
    bout = after_death()

    def tags() -> list[str]:
        return [
            tag.name for card in IX.sheets(bout.fight) if card.who == "bob" for tag in card.tags
        ]

    assert "dead for less than an hour" in tags()
    gm(bout, "set", "", "hours", 9)
    assert "dead for 9 hours" in tags()


def test_the_steady_call_back_their_dead() -> None:
    bout = after_death()
    policy = IX.policy("sensible", "heroes", None)
    key = policy.choose(
        None, "heroes", "ix.recovery.short-rest", lambda: recovery.rests(bout.fight)
    )
    assert key == REVIVE


def test_the_dead_alone_make_no_party() -> None:
    text = """
system = "ix"
title = "Too late"
[[heroes]]
use = "wulf-tarrow"
dead = true
[[foes]]
use = "gang-captain"
"""
    with pytest.raises(EncounterError, match="no hero is up"):
        read_encounter(text, "late", IX)
