"""A burning building: its clock, what it does to whoever is inside, and the way out."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    afflict,
    citing,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    minions,
    nemesis,
    npc,
    suffer,
)

from affray.kernel.encounter import EncounterError, read_encounter
from affray.kernel.question import Refused

CLOCK = "ix.hazard.building-clock"
EXPOSURE = "ix.hazard.building-exposure"
LEAVE = ("leave-building",)
MISSED = "1 success"
HIT = "1 failure"


def mill(*, rounds: int | None = 1, inside: list[str] | None = None, **fields: Any) -> Bout:
    """Ann (12 Wounds, Fortitude 2) and bob inside, the boss and a brute outside."""
    burning: dict[str, Any] = {"name": "the mill"}
    if rounds is not None:
        burning["rounds"] = rounds
    burning["inside"] = ["ann", "bob"] if inside is None else inside
    fields = {"skills": {"light-melee": 2, "fortitude": 2}, **fields}
    return Bout(
        hero("ann", **fields),
        hero("bob", might=4),
        nemesis("boss", wound_points=40),
        elite("brute"),
        scene={"burning": burning},
    )


@pytest.mark.rule("ix.hazard.building-clock")
def test_each_round_s_end_counts_until_the_building_is_fully_involved() -> None:
    bout = mill(rounds=3)
    for burned in (1, 2):
        table = bout.next_round()
        assert [e.fields["burned"] for e in coded(table, "building-burns")] == [burned]
        assert not bout.fight.building.is_involved
    table = bout.next_round()
    assert bout.fight.building.is_involved
    [event] = coded(table, "building-burns")
    assert (event.fields["burned"], event.fields["rounds"], event.fields["involved"]) == (
        3,
        3,
        True,
    )
    assert event.rules[0] == CLOCK
    bout.fight["ann"].inside = bout.fight["bob"].inside = False
    assert not coded(bout.next_round(), "building-burns")


@pytest.mark.rule("ix.hazard.building-clock")
@pytest.mark.parametrize(("said", "rounds"), [(None, 3), ("5", 5)])
def test_the_gm_says_how_long_it_takes_once(said: str | None, rounds: int) -> None:
    """Three rounds if nothing is said: value building-clock-rounds."""
    bout = mill(rounds=None, inside=[])
    assert bout.fight.building.rounds == 3
    unsaid = Bout(
        hero("ann"),
        elite("brute"),
        scene={"burning": {"name": "the mill", "inside": []}},
        start=False,
    )
    table = unsaid.step(rulings={CLOCK: ("rounds", said)} if said else {})
    assert unsaid.fight.building.rounds == rounds
    assert citing(table, CLOCK)
    assert IX.rulebook.rule(CLOCK).mode == "once"


@pytest.mark.rule("ix.hazard.building-clock")
def test_the_clock_that_an_encounter_gives_is_not_asked_for() -> None:
    bout = Bout(
        hero("ann"),
        elite("brute"),
        scene={"burning": {"name": "the mill", "rounds": 2, "inside": []}},
        start=False,
    )
    table = bout.step()
    assert CLOCK not in [rule for rule, _, _ in table.asked]
    assert bout.fight.building.rounds == 2


def test_the_house_says_how_many_rounds_are_usual() -> None:
    bout = Bout(
        hero("ann"),
        elite("brute"),
        scene={"burning": {"name": "the mill", "inside": []}},
        house={"building-clock-rounds": 4},
    )
    assert bout.fight.building.rounds == 4


@pytest.mark.rule("ix.hazard.building-exposure", "ix.hazard.building-timing")
def test_inside_fire_costs_2_wounds_without_resistance_each_turn_from_then_on() -> None:
    bout = mill(might=5)
    bout.turn_of("ann")
    assert bout["ann"].wounds == bout["ann"].wound_points  # the clock still runs
    bout.next_round()
    table = bout.turn_of("ann", rolls=[MISSED])
    assert bout["ann"].wounds == bout["ann"].wound_points - 2
    [event] = coded(table, "wounded")
    assert event.rules[:2] == (EXPOSURE, "ix.hazard.building-timing")
    bout.end_turn()
    assert bout["ann"].wounds == bout["ann"].wound_points - 2


@pytest.mark.rule("ix.hazard.building-exposure")
def test_outside_nothing_befalls_anybody() -> None:
    bout = mill(inside=["bob"])
    bout.next_round()
    table = bout.turn_of("ann")
    assert bout["ann"].wounds == 12
    assert bout["ann"].breath == -1
    assert not table.rolled


@pytest.mark.rule("ix.hazard.building-timing")
def test_whoever_is_alight_suffers_from_fire_once() -> None:
    bout = mill()
    afflict(bout, "ann", "immolation", ends="put-out")
    bout.next_round()
    before = bout["ann"].wounds
    bout.turn_of("ann", rolls=[MISSED])
    assert bout["ann"].wounds == before - 2


@pytest.mark.rule("ix.hazard.debris")
@pytest.mark.parametrize(("roll", "lost"), [(MISSED, 0), (HIT, 1), ("nothing", 1)])
def test_debris_deals_2_damage_unless_average_reflexes_avoid_it(roll: str, lost: int) -> None:
    """Resistance 1 is taken off."""
    bout = mill()
    bout.next_round()
    table = bout.turn_of("ann", rolls=[roll])
    assert bout["ann"].wounds == 12 - 2 - lost
    assert table.rolled[0][:2] == ("ann", "ix.hazard.debris")
    assert dice_of(table)["trial"] == 2
    assert bool(coded(table, "debris-avoided")) is (lost == 0)
    assert [e.fields["damage"] for e in coded(table, "damage")] == ([2] if lost else [])


@pytest.mark.rule("ix.hazard.debris")
def test_who_lies_there_avoids_nothing() -> None:
    bout = mill(rounds=1, inside=["ann"], wounds=-1, stabilized=True)
    bout.next_round()
    table = bout.next_round()
    assert not [rolled for rolled in table.rolled if rolled[0] == "ann"]
    assert bout["ann"].wounds == -1 - 2 - 1


@pytest.mark.rule("ix.turn.start-order")
def test_fire_and_debris_come_before_the_bleeding_and_the_breath_last() -> None:
    bout = mill(inside=["ann"], wounds=-1, wound_points=None, might=9)
    bout.next_round()
    bout["ann"].breath = 0
    table = bout.next_round()
    wounded = [e.rules[0] for e in coded(table, "wounded") if e.fields["who"] == "ann"]
    assert wounded == [
        EXPOSURE,
        "ix.incapacitation.bleed-out",
        "ix.hazard.suffocation-passed-out",
    ]


@pytest.mark.rule("ix.hazard.building-exposure", "ix.hazard.breath")
def test_the_smoke_takes_the_air_of_all_inside() -> None:
    bout = mill()
    table = bout.next_round()
    assert bout["ann"].breath == 3
    assert bout["bob"].breath == 1
    assert bout["boss"].breath == -1
    told = {event.fields["who"]: event.fields["rounds"] for event in coded(table, "no-air")}
    assert told == {"ann": 3, "bob": 1}
    assert citing(table, EXPOSURE)


@pytest.mark.rule("ix.hazard.building-way-out", "ix.hazard.suffocation-air")
def test_a_maneuver_leads_out_and_into_the_air() -> None:
    bout = mill()
    bout.next_round()
    bout.turn_of("ann", rolls=[MISSED])
    assert bout.fight.free_maneuvers == 1
    table = bout.do(LEAVE)
    assert not bout["ann"].inside
    assert bout["ann"].breath == -1
    assert bout.fight.free_maneuvers == 0
    assert table.codes()[:2] == ["left-building", "air-again"]
    assert bout["bob"].inside
    assert not bout.offers("leave-building")


@pytest.mark.rule("ix.hazard.building-way-out")
def test_out_is_only_who_is_in_and_free_to_move() -> None:
    bout = mill(rounds=9)
    bout.turn_of("ann")
    assert bout.offers("leave-building")
    for condition in ("prone", "immobilized", "restrained", "grabbed"):
        other = mill(rounds=9)
        other.turn_of("ann")
        afflict(other, "ann", condition, source="brute")
        assert not other.offers("leave-building"), condition
    bout.end_turn()
    bout.turn_of("boss")
    assert not bout.offers("leave-building")


@pytest.mark.rule("ix.hazard.building-way-out")
def test_a_second_maneuver_is_paid_for_like_any_other() -> None:
    bout = mill(rounds=9)
    bout.turn_of("ann")
    bout.do(("aim",))
    assert not bout.offers("leave-building", "free")
    bout.do(("leave-building", "strain"))
    assert bout["ann"].strain == 2
    assert not bout["ann"].inside


@pytest.mark.rule("ix.hazard.building-way-out")
def test_contact_is_lost_with_those_who_stay_inside() -> None:
    bout = mill(rounds=9, inside=["ann", "brute"])
    assert {("ann", "brute"), ("ann", "boss")} <= bout.fight.engaged
    bout.turn_of("ann")
    bout.do(LEAVE)
    assert ("ann", "brute") not in bout.fight.engaged
    assert ("ann", "boss") in bout.fight.engaged


@pytest.mark.rule("ix.hazard.rescue")
def test_an_action_brings_out_both_the_fallen_and_the_rescuer() -> None:
    bout = mill(rounds=9)
    suffer(bout, "ann", 13, rolls=[1])
    bout.turn_of("bob")
    table = bout.do(("rescue", "ann"))
    assert not bout["ann"].inside
    assert not bout["bob"].inside
    assert bout.fight.actions == 0
    assert not table.rolled
    assert [e.fields["who"] for e in coded(table, "left-building")] == ["ann", "bob"]
    assert citing(table, "ix.hazard.suffocation-intervention")


@pytest.mark.rule("ix.hazard.rescue")
def test_nobody_is_brought_out_who_can_walk_or_is_out_of_reach() -> None:
    bout = mill(rounds=9)
    bout.turn_of("bob")
    assert not bout.offers("rescue")
    bout = mill(rounds=9)
    suffer(bout, "ann", 13, rolls=[1])
    bout["ann"].at = 1
    bout.turn_of("bob")
    assert not bout.offers("rescue")


@pytest.mark.rule("ix.hazard.rescue")
def test_the_gm_may_see_no_way() -> None:
    bout = mill(rounds=9)
    suffer(bout, "ann", 13, rolls=[1])
    bout.turn_of("bob")
    bout.do(("rescue", "ann"), rulings={"ix.hazard.rescue": ("no-way",)})
    assert bout["ann"].inside
    assert bout.fight.actions == 1
    assert not bout.offers("rescue")


def test_after_the_fighting_who_can_walk_is_out_and_the_fallen_are_brought_out() -> None:
    bout = mill(rounds=1, inside=["ann", "bob"])
    suffer(bout, "ann", 13, rolls=[1])
    bout.next_round()
    for foe in ("boss", "brute"):
        gm(bout, "tag", foe, "out")
    assert bout.fight.result == "heroes"
    wounds = bout["ann"].wounds
    bout.step(("tend", "bob", "rescue", "ann"))
    assert not bout["bob"].inside
    assert not bout["ann"].inside
    assert bout["ann"].breath == -1
    assert bout["ann"].wounds == wounds


def test_rounds_go_on_while_somebody_lies_in_the_smoke() -> None:
    """Though the bleeding has been stopped."""
    bout = mill(rounds=1, inside=["ann"], wounds=-1, stabilized=True)
    bout.next_round()
    for foe in ("boss", "brute"):
        gm(bout, "tag", foe, "out")
    before = bout["ann"].wounds
    bout.step(("wait",))
    assert bout["ann"].wounds == before - 2 - 1


@pytest.mark.rule("ix.hazard.building-exposure")
def test_a_minion_group_burns_as_one() -> None:
    bout = Bout(
        hero("ann"),
        minions("gang", 3),
        scene={"burning": {"name": "the mill", "rounds": 1, "inside": ["gang"]}},
    )
    bout.next_round()
    bout.turn_of("gang", rolls=[HIT])
    assert bout["gang"].wounds == 12 - 2 - 1


# ---- the GM's hand ----


def test_the_gm_sets_a_building_on_fire_and_puts_it_out() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    with pytest.raises(Refused, match="Nothing burns"):
        gm(bout, "tag", "ann", "inside")
    gm(bout, "set", "", "fire", "the barn")
    assert (bout.fight.building.name, bout.fight.building.rounds) == ("the barn", 3)
    gm(bout, "tag", "ann", "inside")
    assert bout["ann"].inside
    assert bout["ann"].breath == -1
    gm(bout, "set", "", "burned", 3)
    assert bout["ann"].breath == 1
    gm(bout, "untag", "ann", "inside")
    assert not bout["ann"].inside
    assert bout["ann"].breath == -1
    gm(bout, "tag", "ann", "inside")
    assert bout["ann"].breath == 1
    gm(bout, "set", "", "rounds-to-burn", 5)
    assert bout["ann"].breath == -1
    gm(bout, "set", "", "fire")
    assert bout.fight.building is None
    assert not bout["ann"].inside


@pytest.mark.parametrize(("name", "value"), [("burned", 99), ("burned", "x"), ("fire", 3)])
def test_what_makes_no_sense_is_refused(name: str, value: Any) -> None:
    bout = mill(rounds=3)
    with pytest.raises(Refused):
        gm(bout, "set", "", name, value)
    assert bout.fight.building.burned == 0


def test_a_clock_and_tags_show_the_fire() -> None:
    bout = mill(rounds=2)
    bout.next_round()
    [track] = [one for one in IX.counters(bout.fight) if one.name == "the mill burns"]
    assert (track.value, track.high, track.word) == (1, 2, "")
    cards = {card.who: [tag.name for tag in card.tags] for card in IX.sheets(bout.fight)}
    assert "inside" in cards["ann"]
    assert "inside" not in cards["boss"]
    bout.next_round()
    [track] = [one for one in IX.counters(bout.fight) if one.name == "the mill burns"]
    assert (track.value, track.word) == (2, "fully involved")
    cards = {card.who: [tag.name for tag in card.tags] for card in IX.sheets(bout.fight)}
    assert "holding its breath 3" in cards["ann"]


# ---- what people write ----

TEXT = """
system = "ix"
title = "Fire"
[[heroes]]
use = "wulf-tarrow"
[[foes]]
use = "gang-captain"
name = "Annis"
[scene]
burning = {burning}
"""


def test_an_encounter_says_what_burns_and_who_is_inside() -> None:
    text = TEXT.format(burning='{ name = "the mill", rounds = 2, inside = ["Annis"] }')
    fight: Any = IX.start(read_encounter(text, "fire", IX))
    assert [one.name for one in fight.combatants.values() if one.inside] == ["Annis"]
    fight = IX.start(read_encounter(TEXT.format(burning='{ name = "it" }'), "fire", IX))
    assert all(one.inside for one in fight.combatants.values())
    assert fight.building.rounds == 0


@pytest.mark.parametrize(
    ("burning", "named"),
    [("{ rounds = 0 }", "rounds"), ('{ inside = ["Nobody"] }', "Nobody"), ("{ heat = 1 }", "heat")],
)
def test_faults_in_it_are_named(burning: str, named: str) -> None:
    with pytest.raises(EncounterError, match=named):
        read_encounter(TEXT.format(burning=burning), "fire", IX)


@pytest.mark.rule("ix.hazard.building-clock", "ix.encounter.rounds-continue-while-bleeding")
def test_the_fire_goes_on_while_rounds_are_counted_after_the_fighting() -> None:
    bout = mill(rounds=1, inside=["ann"], wounds=-1)
    for foe in ("boss", "brute"):
        gm(bout, "tag", foe, "out")
    assert not bout.fight.building.is_involved
    bout.step(("wait",))
    assert bout.fight.building.is_involved
    assert bout["ann"].breath >= 0


# ---- mounts inside ----


def stables(**scene: Any) -> Bout:
    """Ann on a bay in a burning barn, the boss outside."""
    bay = npc("ally", "bay", "mount", weapons=["hooves"], wound_points=14, might=2)
    burning = {"name": "the barn", "rounds": 1, "inside": ["ann", "bay"]}
    return Bout(
        hero("ann", skills={"fortitude": 2, "riding": 2}),
        bay,
        nemesis("boss", wound_points=60),
        scene={"burning": burning, "riding": {"ann": "bay"}, **scene},
    )


@pytest.mark.rule("ix.hazard.building-exposure", "ix.mounted.initiative")
def test_a_mount_inside_suffers_in_its_rider_s_turn() -> None:
    bout = stables()
    bout.next_round()
    assert (bout["ann"].breath, bout["bay"].breath) == (3, 1)
    bout.turn_of("ann", rolls=[MISSED, MISSED])
    assert bout["bay"].wounds == 12
    assert bout["ann"].wounds == 10
    bout.end_turn()
    assert (bout["ann"].breath, bout["bay"].breath) == (2, 0)
    table = bout.turn_of("ann", rolls=[MISSED, MISSED, HIT])
    assert table.rolled[-1][:2] == ("bay", "ix.hazard.suffocation-check")
    assert bout["bay"].wounds == 8


@pytest.mark.rule("ix.hazard.building-way-out", "ix.mounted.move")
def test_a_rider_gets_out_on_its_mount() -> None:
    bout = stables()
    bout.turn_of("ann")
    bout.do(LEAVE)
    assert [bout[who].inside for who in ("ann", "bay")] == [False, False]
    bout = stables()
    afflict(bout, "bay", "immobilized")
    bout.turn_of("ann")
    assert not bout.offers(*LEAVE)
