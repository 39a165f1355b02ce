"""Turns and rounds when people fall, leave, come or are moved about in the middle of them."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import IX, Auto, Bout, IxTable, coded, elite, gm, hero, nemesis, spend

from affray.kernel.running import advance


def four(**fields: Any) -> Bout:
    ann = hero("ann", **{"might": 6, "skills": {"light-melee": 6}, **fields})
    return Bout(ann, hero("bob"), elite("a"), elite("b"))


def play(bout: Bout, **script: Any) -> list[str]:
    """Who takes a turn from now on until the round is over; everybody ends it at once."""
    table = Auto(bout.fight, {}, **script)
    before = bout.fight.round
    while bout.fight.result is None and bout.fight.round == before:
        advance(IX, bout.fight, table)
    return [event.fields["who"] for event in coded(table, "turn")]


def sides(bout: Bout) -> str:
    return "".join(slot.side[0] for slot in bout.fight.slots)


@pytest.mark.rule("ix.turn.one-per-round", "ix.initiative.slot-removal")
def test_the_turn_of_one_whom_the_gm_takes_out_is_over_and_the_next_goes_on() -> None:
    bout = four()
    bout.turn_of("ann")
    gm(bout, "remove", "ann")
    assert play(bout) == ["a", "bob", "b"]
    assert sides(bout) == "hff"


@pytest.mark.rule("ix.turn.one-per-round")
def test_whoever_comes_back_takes_no_second_turn_in_the_round() -> None:
    bout = four()
    bout.turn_of("ann")
    bout.end_turn()
    gm(bout, "remove", "ann")
    gm(bout, "return", "ann")
    assert play(bout) == ["a", "bob", "b"]
    assert sorted(play(bout)) == ["a", "ann", "b", "bob"]


@pytest.mark.rule("ix.turn.one-per-round")
def test_the_turn_that_the_gm_skips_is_over_and_counts() -> None:
    bout = four()
    bout.turn_of("ann")
    gm(bout, "skip")
    assert play(bout) == ["a", "bob", "b"]


@pytest.mark.rule("ix.turn.one-per-round")
def test_whoever_falls_in_its_own_turn_is_done_and_the_round_goes_on() -> None:
    bout = four(strain=11)
    bout.turn_of("ann")
    bout.do(("aim",), ("aim", "strain"))
    assert bout["ann"].is_overcome
    assert play(bout) == ["a", "bob", "b"]


@pytest.mark.rule("ix.turn.start-order")
def test_whoever_burn_fells_at_the_start_of_its_turn_does_not_act() -> None:
    bout = Bout(hero("ann", wounds=2), hero("bob"), elite("a"))
    bout["ann"].burns = ((2, 9, "a"),)
    table = bout.last = Auto(bout.fight, {}, choices=[("go", "ann")], rolls=[30])
    while not coded(table, "turn-over"):
        advance(IX, bout.fight, table)
    assert bout["ann"].is_down
    assert coded(table, "turn-over")[0].fields == {"who": "ann", "why": "down"}
    assert not table.was_asked("ix.turn.budget")


@pytest.mark.rule("ix.turn.start-order")
def test_a_foe_that_burns_to_death_first_in_a_round_ends_the_fight() -> None:
    bout = Bout(hero("ann"), elite("a", wounds=2), initiative={"a": "2 successes"})
    bout["a"].burns = ((2, 9, "ann"),)
    table = IxTable(bout.fight)
    advance(IX, bout.fight, table)
    assert bout["a"].status == "out"
    assert bout.fight.result == "heroes"


@pytest.mark.rule("ix.initiative.fixed", "ix.turn.start-order")
def test_moving_slots_about_does_not_start_a_turn_twice() -> None:
    bout = four()
    bout["ann"].burns = ((3, 4, "a"),)
    bout.turn_of("ann")
    wounds = bout["ann"].wounds
    slots = [slot.id for slot in bout.fight.slots]
    gm(bout, "reorder", name=slots[3], value=slots[1])
    assert (bout["ann"].wounds, bout["ann"].burns) == (wounds, ((2, 4, "a"),))
    assert bout.fight.acting == "ann"
    assert [slot.id for slot in bout.fight.slots] == [slots[0], slots[3], slots[1], slots[2]]
    assert play(bout) == ["a", "b", "bob"]
    assert sides(bout) == "hffh"


@pytest.mark.rule("ix.turn.two-maneuver-cap", "ix.turn.no-carry-over")
def test_a_fight_that_is_saved_in_the_middle_of_a_turn_goes_on_with_the_same_budget() -> None:
    bout = four()
    bout.turn_of("ann")
    bout.do(("aim",))
    copy = IX.copy(bout.fight)
    assert (copy.actions, copy.maneuvers, copy["ann"].aims) == (1, 1, 1)
    bout.do(("aim", "strain"))
    assert (copy.maneuvers, copy["ann"].aims, copy["ann"].strain) == (1, 1, 0)


@pytest.mark.rule("ix.turn.two-maneuver-cap")
def test_a_maneuver_out_of_turn_leaves_the_next_turn_whole() -> None:
    bout = Bout(hero("ann", skills={"light-melee": 3}, might=3), hero("bob"), nemesis("ogre"))
    bout.turn_of("ann")
    banes = {"ix.spend.banes-by-gm": ("spend", "foe-moves:ogre", "", "")}
    blow = ("attack", "long-blade", "ogre")
    bout.do(blow, ("move", "away", "ann"), rolls=["2 banes"], rulings=banes)
    assert abs(bout["ogre"].at) == 1
    assert bout.fight.acting == "ann"
    assert bout.fight.maneuvers == 0
    bout.end_turn()
    bout.turn_of("ogre")
    assert (bout.fight.actions, bout.fight.free_maneuvers, bout.fight.maneuvers) == (1, 1, 0)


@pytest.mark.rule("ix.turn.two-maneuver-cap")
def test_a_maneuver_that_a_spend_gives_may_be_left_alone() -> None:
    bout = four()
    bout.turn_of("ann")
    bout.do(
        ("attack", "long-blade", "a"),
        spend("spare-moment"),
        ("pass",),
        rolls=["1 success 2 boons"],
    )
    assert (bout.fight.maneuvers, bout.fight.free_maneuvers) == (0, 1)
