"""The clocks of Mortal injuries: how they run, are answered and missed (area `critical`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    afterwards,
    asked_now,
    citing,
    coded,
    dice_of,
    elite,
    hero,
    injure,
    nemesis,
    rows_carried,
    suffer,
    to_rest,
)

from affray.systems.ix.harm import critical

LIGHT = {"injury": "critical-001-005"}
ARTERY, FRAME = "critical-101-110", "critical-111-120"
DOOR, LIGHTS = "critical-121-130", "critical-131-140"
MEDIC: dict[str, Any] = {"intellect": 4, "skills": {"medicine": 4}}
HEALER: dict[str, Any] = {"willpower": 4, "skills": {"divinity": 4}}


def dying(count: int, roll: int, *, in_turn_of: str = "boss", house: Any = None) -> Bout:
    """Ann takes an injury of the total 10 * count + roll in somebody's turn."""
    bout = Bout(
        hero("ann", injuries=[LIGHT] * count),
        hero("bob", **MEDIC, spells=[]),
        hero("cat", **HEALER, spells=["vital-heal", "greater-heal"]),
        nemesis("boss", wound_points=40),
        house=house,
    )
    bout.turn_of(in_turn_of)
    drawn: dict[str, Any] = {"rulings": {"ix.critical.gm-applies": ("might",)}}
    injure(bout, "ann", roll, **(drawn if 110 < roll + 10 * count <= 120 else {}))
    return bout


def answer(bout: Bout) -> tuple[str, ...]:
    return next(key for key in asked_now(bout) if key[0] == "answer-clock")


# ---- Death's Door ----


@pytest.mark.rule("ix.critical.row-effects", "ix.critical.deaths-door")
def test_at_deaths_door_one_is_incapacitated_without_bleeding() -> None:
    bout = dying(3, 95)
    assert rows_carried(bout, "ann")[-1] == DOOR
    assert (bout["ann"].is_down, bout["ann"].wounds) == (True, 12)
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.critical.deaths-door-clock", "ix.critical.clock-missed")
def test_the_clock_runs_until_the_slot_of_the_injury_comes_up_again() -> None:
    bout = dying(3, 95)
    assert bout["ann"].injuries[-1].slot == "slot-2"
    bout.do(("end",))
    bout.next_round()
    bout.turn_of("bob")
    assert (bout.fight.slot, bout["ann"].status) == ("slot-1", "")
    bout.do(("end",))
    table = bout.turn_of("boss")
    assert bout["ann"].status == "dead"
    order = [event.code for event in table.events if event.code in {"died", "turn"}]
    assert order == ["died", "turn"]
    assert "ix.critical.clock-missed" in coded(table, "died")[0].rules


@pytest.mark.rule("ix.critical.deaths-door-clock")
def test_the_slot_of_the_injury_does_not_come_up_again_in_its_own_round() -> None:
    bout = dying(3, 95)
    critical.slot_comes_up(bout.fight, IxTable(bout.fight), "slot-2")
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.critical.deaths-door-clock")
def test_the_end_of_the_round_alone_does_not_run_that_clock_out() -> None:
    bout = dying(3, 95)
    bout.next_round()
    assert bout.fight.round == 2
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.critical.deaths-door-clock")
def test_under_the_house_rule_end_of_turn_the_clock_ends_with_the_turn_of_the_injury() -> None:
    bout = dying(3, 95, house={"deaths-door-clock": "end-of-turn"})
    assert bout["ann"].status == ""
    bout.do(("end",))
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.critical.deaths-door-clock")
def test_under_the_house_rule_end_of_round_the_clock_ends_with_the_round() -> None:
    bout = dying(3, 95, house={"deaths-door-clock": "end-of-round"})
    bout.do(("end",))
    assert bout["ann"].status == ""
    bout.next_round()
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.critical.deaths-door", "ix.critical.clock-answered")
def test_a_severe_medicine_check_in_time_stops_the_clock_and_the_injury_stays() -> None:
    bout = dying(3, 95)
    bout.do(("end",))
    bout.turn_of("bob")
    table = bout.do(answer(bout), rolls=["1 success"])
    assert dice_of(table) == {"mastery": 4, "trial": 4}
    assert table.cited("ix.critical.clock-answered")
    assert rows_carried(bout, "ann")[-1] == DOOR
    assert bout["ann"].injuries[-1].answered
    assert bout["ann"].is_up
    bout.do(("end",))
    for _ in range(3):
        bout.next_round()
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.critical.clock-answered")
def test_an_answered_injury_still_adds_10() -> None:
    bout = dying(3, 95)
    bout.do(("end",))
    bout.turn_of("bob")
    bout.do(answer(bout), rolls=["1 success"])
    injure(bout, "ann", 5)
    assert rows_carried(bout, "ann")[-1] == "critical-041-045"


@pytest.mark.rule("ix.critical.clock-answered", "ix.critical.treat-banes")
def test_a_longer_recovery_after_the_answer_does_not_stand_for_the_treatment() -> None:
    bout = dying(3, 95)
    bout.do(("end",))
    bout.turn_of("bob")
    longer = {"ix.critical.treat-banes": ("longer",)}
    bout.do(answer(bout), rolls=["1 success 1 bane"], rulings=longer)
    injury = bout["ann"].injuries[-1]
    assert (injury.answered, injury.care) == (True, False)
    injure(bout, "ann", 5)
    assert rows_carried(bout, "ann")[-1] == "critical-041-045"


@pytest.mark.rule("ix.critical.deaths-door")
def test_a_failed_check_leaves_the_clock_running() -> None:
    bout = dying(3, 95)
    bout.do(("end",))
    bout.turn_of("bob")
    bout.do(answer(bout), rolls=["nothing"])
    assert not bout["ann"].injuries[-1].answered
    bout.do(("end",))
    bout.next_round()
    with pytest.raises(AssertionError):
        bout.turn_of("ann")
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.critical.divine-healing", "ix.critical.deaths-door")
def test_a_divine_working_answers_in_place_of_the_check() -> None:
    bout = dying(3, 95)
    bout.do(("end",))
    bout.turn_of("cat")
    serial = str(bout["ann"].injuries[-1].serial)
    bout.step(("cast", "vital-heal", "ann"), ("answer", "ann", serial), rolls=["1 success"])
    assert bout["ann"].injuries[-1].answered
    assert rows_carried(bout, "ann")[-1] == DOOR


@pytest.mark.rule("ix.critical.divine-healing")
def test_greater_heal_does_not_reach_a_mortal_injury() -> None:
    bout = dying(3, 95)
    bout.do(("end",))
    bout.turn_of("cat")
    light, mortal = (str(bout["ann"].injuries[number].serial) for number in (0, -1))
    table = bout.step(
        ("cast", "greater-heal", "ann"), ("answer", "ann", light), rolls=["1 success"]
    )
    offered = table.options_of("ix.magic.answers-injury")
    assert mortal not in {option[-1] for option in offered}
    assert not bout["ann"].injuries[-1].answered


# ---- Lights Going Out ----


@pytest.mark.rule(
    "ix.critical.row-effects", "ix.critical.lights-going-out", "ix.critical.clock-missed"
)
def test_lights_going_out_kills_when_the_round_ends() -> None:
    bout = dying(4, 95)
    assert rows_carried(bout, "ann")[-1] == LIGHTS
    assert bout["ann"].is_down
    bout.do(("end",))
    assert bout["ann"].status == ""
    table = bout.next_round()
    assert bout["ann"].status == "dead"
    died = coded(table, "died")[0]
    assert {"ix.critical.lights-going-out", "ix.critical.clock-missed"} & set(died.rules)
    assert "ix.critical.clock-missed" in died.rules


@pytest.mark.rule("ix.critical.lights-going-out", "ix.critical.clock-answered")
def test_lights_going_out_is_answered_before_the_end_of_the_round() -> None:
    bout = Bout(
        hero("ann", injuries=[LIGHT] * 4),
        hero("bob", **MEDIC),
        nemesis("boss", wound_points=40),
        initiative={"boss": "2 successes"},
    )
    bout.turn_of("boss")
    injure(bout, "ann", 95)
    bout.do(("end",))
    bout.turn_of("bob")
    assert bout.fight.round == 1
    bout.do(answer(bout), rolls=["1 success"])
    assert bout["ann"].is_up
    bout.do(("end",))
    bout.next_round()
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.critical.clock-answered")
def test_whoever_is_down_by_wounds_too_stays_down_after_the_answer() -> None:
    bout = Bout(
        hero("ann", injuries=[LIGHT] * 3, wounds=-1, stabilized=True),
        hero("bob", **MEDIC),
        nemesis("boss", wound_points=40),
    )
    injure(bout, "ann", 95)
    bout.turn_of("bob")
    bout.do(answer(bout), rolls=["1 success"])
    assert bout["ann"].is_down


# ---- 101-120 ----


@pytest.mark.rule("ix.critical.clock-missed", "ix.critical.row-effects")
def test_an_opened_artery_runs_until_it_is_answered() -> None:
    bout = dying(1, 95)
    assert rows_carried(bout, "ann")[-1] == ARTERY
    bout.do(("end",))
    bout.turn_of("bob")
    bout.do(answer(bout), rolls=["1 success"])
    before = bout["ann"].wounds
    bout.do(("end",))
    bout.next_round()
    bout.next_round()
    assert bout["ann"].wounds == before
    assert rows_carried(bout, "ann")[-1] == ARTERY


@pytest.mark.rule("ix.critical.clock-missed")
def test_a_broken_frame_answered_in_time_is_not_permanent() -> None:
    bout = dying(2, 95)
    assert rows_carried(bout, "ann")[-1] == FRAME
    bout.do(("end",))
    bout.turn_of("bob")
    bout.do(answer(bout), rolls=["1 success"])
    assert bout["ann"].rating("might") == 1  # until the injury is removed
    suffer(bout, "boss", 200)
    to_rest(bout)
    assert not bout["ann"].injuries[-1].permanent
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.critical.clock-missed")
def test_an_unanswered_broken_frame_kills_nobody() -> None:
    bout = dying(2, 95)
    suffer(bout, "boss", 200)
    to_rest(bout)
    assert bout["ann"].status == ""
    assert bout["ann"].is_up


@pytest.mark.rule("ix.critical.deaths-door", "ix.critical.lights-going-out")
def test_there_is_nothing_to_answer_in_lesser_injuries() -> None:
    bout = Bout(
        hero("ann", injuries=[{"injury": "critical-096-100", "drawn": "left-leg"}]),
        hero("bob", **MEDIC),
        nemesis("boss"),
    )
    bout.turn_of("bob")
    assert not bout.offers("answer-clock")


@pytest.mark.rule("ix.critical.deaths-door")
def test_the_answer_needs_engaged_and_an_action() -> None:
    bout = dying(3, 95)
    bout.do(("end",))
    bout.turn_of("bob")
    bout["ann"].at = 1
    assert not bout.offers("answer-clock")
    bout["ann"].at = 0
    bout.do(answer(bout), rolls=["nothing"])
    assert bout.fight.actions == 0


# ---- clocks after the fight ----


@pytest.mark.rule("ix.critical.lights-going-out", "ix.critical.clock-missed")
def test_a_clock_runs_on_when_the_fighting_is_over() -> None:
    bout = dying(4, 95)
    suffer(bout, "boss", 200)
    assert bout.fight.result == "heroes"
    assert bout["ann"].status == ""
    afterwards(bout, ("leave-to-fate",))
    to_rest(bout)
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.critical.clock-answered")
def test_after_the_fight_the_clock_can_still_be_answered() -> None:
    bout = dying(4, 95)
    suffer(bout, "boss", 200)
    key = next(key for key in asked_now(bout) if key[2:3] == ("answer-clock",))
    afterwards(bout, key, rolls=["1 success"])
    to_rest(bout)
    assert (bout["ann"].status, bout["ann"].is_up) == ("", True)


@pytest.mark.rule("ix.critical.clock-missed")
def test_an_elite_dies_by_a_missed_clock_as_well() -> None:
    bout = Bout(
        hero("ann"),
        elite("brute", injuries=[LIGHT] * 4),
        elite("ogre"),
        house={"fallen-foes": "tracked"},
    )
    injure(bout, "brute", 95)
    table = bout.next_round()
    assert bout["brute"].status == "dead"
    assert citing(table, "ix.critical.clock-missed")
