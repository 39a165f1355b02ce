"""Nothing to breathe: breath held, suffocation, passing out, death, and air in time."""

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
    heal,
    hero,
    minions,
    nemesis,
    npc,
    suffer,
    tire,
    wares,
)

from affray.kernel.question import Refused
from affray.systems.ix.hazards import suffocation

BREATH = "ix.hazard.breath"
CHECK = "ix.hazard.suffocation-check"
DEATH = "ix.hazard.suffocation-death"
OUT = "ix.hazard.suffocation-passed-out"
PERIL = ("peril", "upgrade")
"""Turns a die of the check into a Crisis Die, which alone shows Calamities."""
HOLDS = "1 success"
CHOKES = "1 failure"
FAINTS = "1 failure 1 calamity"


def drowning(rank: int = 0, rounds: int | None = None, **fields: Any) -> Bout:
    """Ann without air, with so much breath left (0: she suffocates); bob has air."""
    bout = Bout(
        hero("ann", skills={"light-melee": 2, "fortitude": rank}, **fields),
        hero("bob"),
        nemesis("boss", wound_points=60),
    )
    gm(bout, "tag", "ann", "no-air" if rounds is None else f"no-air:{rounds}")
    return bout


@pytest.mark.rule("ix.hazard.breath")
@pytest.mark.parametrize(("rank", "rounds"), [(0, 1), (1, 2), (3, 4)])
def test_breath_is_held_for_fortitude_and_one_round(rank: int, rounds: int) -> None:
    bout = drowning(rank)
    assert suffocation.breath_rounds(bout.fight, "ann") == rounds
    for left in range(rounds, 0, -1):
        assert bout["ann"].breath == left
        table = bout.turn_of("ann")
        assert not table.rolled
        bout.end_turn()
    assert bout["ann"].wounds == 12
    table = bout.turn_of("ann", rolls=[CHOKES])
    assert table.rolled[0][:2] == ("ann", CHECK)


@pytest.mark.rule("ix.hazard.breath")
def test_air_lost_in_one_s_own_turn_is_held_for_full_rounds_after_it() -> None:
    bout = Bout(hero("ann"), nemesis("boss"))
    bout.turn_of("ann")
    gm(bout, "tag", "ann", "no-air")
    bout.end_turn()
    assert bout["ann"].breath == 1
    bout.turn_of("ann")
    bout.end_turn()
    assert bout["ann"].breath == 0
    bout.turn_of("ann", rolls=[HOLDS])


@pytest.mark.rule("ix.hazard.breath")
def test_whoever_already_holds_its_breath_gains_nothing_by_losing_air_again() -> None:
    bout = drowning(2, rounds=1)
    gm(bout, "tag", "ann", "no-air")
    assert bout["ann"].breath == 1


@pytest.mark.rule("ix.hazard.needs-air")
@pytest.mark.parametrize(
    ("fields", "breath"),
    [
        ({}, 1),
        ({"make": "undead"}, -1),
        ({"make": "construct"}, -1),
        ({"proof_against": ["suffocation"]}, -1),
        ({"proof_against": ["heat"]}, 1),
    ],
)
def test_only_what_lives_needs_air(fields: dict[str, Any], breath: int) -> None:
    bout = Bout(hero("ann"), elite("thing", **fields), elite("other"))
    gm(bout, "tag", "thing", "no-air")
    assert bout["thing"].breath == breath


@pytest.mark.rule("ix.hazard.suffocation-check", "ix.hazard.suffocation-timing")
@pytest.mark.parametrize(("roll", "lost"), [(HOLDS, 0), (CHOKES, 2), ("nothing", 2)])
def test_a_hard_fortitude_check_each_turn_a_failure_costs_2_wounds(roll: str, lost: int) -> None:
    bout = drowning(rounds=0, might=5)
    for turn in (1, 2):
        table = bout.turn_of("ann", rolls=[roll])
        assert dice_of(table)["trial"] == 3
        assert bout["ann"].wounds == bout["ann"].wound_points - turn * lost
        assert citing(table, "ix.hazard.suffocation-timing")
        bout.end_turn()


@pytest.mark.rule("ix.turn.start-order")
def test_the_check_comes_last_at_the_start_of_a_turn() -> None:
    bout = drowning(rounds=0)
    bout["ann"].burns = ((1, 3, "boss"),)
    gm(bout, "tag", "ann", "immolation")
    table = bout.turn_of("ann", rolls=[CHOKES])
    rules = [event.rules[0] for event in coded(table, "wounded")]
    assert rules[-1] == CHECK
    assert len(rules) == 3


def test_the_check_is_spent_like_any_other() -> None:
    bout = drowning(rounds=0, strain=3)
    table = bout.turn_of("ann", rolls=["1 success 1 boon"])
    assert "recover-strain" in wares(table)


def first_turn(bout: Bout, roll: str) -> Any:
    """Ann's first turn begins, with a Crisis Die in her check."""
    return bout.step(("go", "ann"), PERIL, rolls=[roll])


@pytest.mark.rule("ix.hazard.suffocation-calamity", "ix.hazard.suffocation-passed-out")
def test_a_calamity_is_unconsciousness_at_once() -> None:
    bout = drowning(rounds=0)
    table = first_turn(bout, FAINTS)
    assert bout["ann"].is_down
    assert bout["ann"].passed_out == -1
    assert bout["ann"].wounds == 10
    assert coded(table, "passed-out")[0].rules[0] == "ix.hazard.suffocation-calamity"
    assert not coded(table, "complication")


@pytest.mark.rule("ix.hazard.suffocation-calamity")
def test_a_calamity_on_a_success_too() -> None:
    bout = drowning(rounds=0)
    first_turn(bout, "1 success 1 calamity")
    assert bout["ann"].passed_out == -1
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.hazard.suffocation-passed-out")
def test_the_passed_out_have_no_check_and_lose_2_wounds_each_round() -> None:
    bout = drowning(rounds=0)
    gm(bout, "tag", "ann", "passed-out")
    for turn in (1, 2):
        table = bout.next_round()
        assert not [rolled for rolled in table.rolled if rolled[0] == "ann"]
        assert bout["ann"].wounds == 12 - 2 * turn
        assert citing(table, OUT)


@pytest.mark.rule("ix.hazard.suffocation-passed-out")
def test_the_house_says_what_the_passed_out_lose() -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("boss"), house={"passed-out-wounds": 3})
    gm(bout, "tag", "ann", "no-air:0")
    gm(bout, "tag", "ann", "passed-out")
    bout.next_round()
    assert bout["ann"].wounds == 9


@pytest.mark.rule("ix.hazard.suffocation-passed-out")
def test_with_air_the_passed_out_come_to_at_the_end_of_their_next_turn() -> None:
    bout = drowning(rounds=0)
    gm(bout, "tag", "ann", "passed-out")
    bout.next_round()
    gm(bout, "untag", "ann", "no-air")
    assert bout["ann"].wounds == 10
    assert bout["ann"].is_down
    table = bout.next_round()
    assert bout["ann"].is_up
    assert bout["ann"].wounds == 10
    assert [e.fields["who"] for e in coded(table, "came-to")] == ["ann"]
    assert bout.turn_of("ann")


@pytest.mark.rule("ix.hazard.suffocation-passed-out")
def test_air_lost_again_before_coming_to() -> None:
    bout = drowning(rounds=0)
    gm(bout, "tag", "ann", "passed-out")
    gm(bout, "untag", "ann", "no-air")
    gm(bout, "tag", "ann", "no-air")
    assert bout["ann"].breath == 0
    bout.next_round()
    assert bout["ann"].passed_out == -1
    assert bout["ann"].wounds == 10


@pytest.mark.rule("ix.hazard.suffocation-passed-out")
def test_who_is_overcome_by_strain_has_no_check_either() -> None:
    bout = drowning(rounds=0)
    tire(bout, "ann", 12)
    assert bout["ann"].is_down
    table = bout.next_round()
    assert bout["ann"].wounds == 10
    assert not [rolled for rolled in table.rolled if rolled[0] == "ann"]


@pytest.mark.rule("ix.hazard.suffocation-death")
def test_at_0_wounds_death_comes_at_the_end_of_the_next_turn() -> None:
    """The check that brings her there is at the start of a turn, so that the next turn is the one
    after it."""
    bout = drowning(rounds=0, wounds=2)
    first = bout.next_round(rolls=[CHOKES, 1])
    assert bout["ann"].wounds == 0
    assert bout["ann"].dying == 1
    assert coded(first, "suffocates")
    assert not coded(first, "died")
    second = bout.next_round()
    assert bout["ann"].status == "dead"
    [died] = coded(second, "died")
    assert died.rules[0] == DEATH
    assert "ix.death.paths" in died.rules
    assert died.fields["path"] == "suffocation"


@pytest.mark.rule("ix.hazard.suffocation-death")
def test_who_is_felled_while_suffocating_dies_at_the_end_of_its_next_turn() -> None:
    bout = drowning(rounds=0)
    suffer(bout, "ann", 12, rolls=[1])
    assert bout["ann"].dying == 1
    bout.next_round()
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.hazard.suffocation-death")
def test_who_holds_its_breath_does_not_suffocate_yet() -> None:
    bout = drowning(1)
    suffer(bout, "ann", 12, rolls=[1])
    assert bout["ann"].dying == 0
    bout.next_round()  # breath for one more round
    assert bout["ann"].dying == 0
    bout.next_round()  # none any more
    assert (bout["ann"].breath, bout["ann"].dying) == (0, 1)
    bout.next_round()
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.hazard.suffocation-death")
def test_at_one_wound_nobody_is_dying() -> None:
    bout = drowning(rounds=0, wounds=3)
    table = bout.next_round(rolls=[CHOKES])
    assert bout["ann"].wounds == 1
    assert not coded(table, "suffocates")
    assert bout["ann"].dying == 0


@pytest.mark.rule("ix.hazard.suffocation-death")
def test_who_is_healed_above_0_is_not_dying_though_without_air() -> None:
    bout = drowning(rounds=0)
    suffer(bout, "ann", 12, rolls=[1])
    heal(bout, "ann", 3)
    assert bout["ann"].dying == 0
    bout.next_round(rolls=[HOLDS])
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.hazard.suffocation-air", "ix.hazard.suffocation-intervention")
def test_air_in_time_saves() -> None:
    bout = drowning(rounds=0)
    suffer(bout, "ann", 12, rolls=[1])
    gm(bout, "untag", "ann", "suffocating")
    assert (bout["ann"].breath, bout["ann"].dying) == (-1, 0)
    bout.next_round()
    assert bout["ann"].status == ""
    assert bout["ann"].wounds == -1  # she bleeds, like anybody who lies there


@pytest.mark.rule("ix.hazard.suffocation-intervention", "ix.hazard.rescue")
def test_a_friend_s_action_brings_air() -> None:
    bout = drowning(rounds=0)
    suffer(bout, "ann", 12, rolls=[1])
    bout.turn_of("bob")
    table = bout.do(("rescue", "ann"))
    assert bout["ann"].breath == -1
    assert coded(table, "rescued")
    bout.next_round()
    assert bout["ann"].status == ""


@pytest.mark.rule("ix.hazard.suffocation-intervention")
def test_stopping_the_bleeding_alone_does_not_stop_the_clock() -> None:
    bout = drowning(rounds=0)
    suffer(bout, "ann", 12, rolls=[1])
    gm(bout, "tag", "ann", "stabilized")
    bout.next_round()
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.hazard.suffocation-air")
def test_breath_is_whole_again_after_air() -> None:
    bout = drowning(1)
    bout.next_round()
    assert bout["ann"].breath == 1
    gm(bout, "untag", "ann", "no-air")
    assert bout["ann"].wounds == 12
    gm(bout, "tag", "ann", "no-air")
    assert bout["ann"].breath == 2


def test_a_minion_group_suffocates_as_one() -> None:
    bout = Bout(hero("ann"), minions("gang", 3), nemesis("boss"))
    gm(bout, "tag", "gang", "no-air:0")
    bout.next_round(rolls=[CHOKES])
    assert bout["gang"].wounds == 10


def test_the_last_enemy_s_faint_ends_the_fight() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    gm(bout, "tag", "brute", "no-air:0")
    gm(bout, "tag", "brute", "passed-out")
    assert bout.fight.result == "heroes"


def test_death_in_the_water_can_end_the_fight() -> None:
    bout = Bout(hero("ann"), npc("foe", "brute", "nemesis", strain_points=10))
    gm(bout, "tag", "brute", "no-air:0")
    bout["brute"].wounds = 2
    bout.turn_of("ann", rolls=[CHOKES, 1] if bout.fight.slots[0].side == "foes" else [])
    bout.end_turn()
    bout.do(rolls=[CHOKES, 1])
    assert bout.fight.result == "heroes"


def test_when_the_fighting_stops_who_is_able_gets_to_air() -> None:
    bout = drowning(rounds=0)
    gm(bout, "tag", "boss", "out")
    assert bout.fight.result == "heroes"
    bout.step()
    assert bout["ann"].breath == -1


def test_an_encounter_begins_without_air() -> None:
    bout = Bout(
        hero("ann", skills={"fortitude": 1}),
        elite("bones", make="undead"),
        scene={"airless": ["ann", "bones"]},
    )
    assert bout["ann"].breath == 2
    assert bout["bones"].breath == -1


def test_a_fight_that_the_gm_lets_go_on_gives_nobody_air() -> None:
    bout = drowning(1)
    gm(bout, "end", value="heroes")
    bout.step()
    assert bout["ann"].breath == -1
    gm(bout, "resume")
    assert bout["ann"].breath == 2


@pytest.mark.parametrize("tag", ["no-air:x", "no-air:100", "stranger:nobody", "stranger"])
def test_what_makes_no_sense_is_refused(tag: str) -> None:
    bout = Bout(hero("ann"), elite("brute"))
    with pytest.raises(Refused):
        gm(bout, "tag", "ann", tag)
    assert bout["ann"].breath == -1


def test_cards_show_it() -> None:
    bout = drowning(1)

    def card() -> tuple[str, list[str]]:
        [found] = [each for each in IX.sheets(bout.fight) if each.who == "ann"]
        return found.state, [tag.name for tag in found.tags]

    assert "holding its breath 2" in card()[1]
    bout["ann"].breath = 0
    assert "suffocating" in card()[1]
    gm(bout, "tag", "ann", "passed-out")
    assert card() == ("down", ["suffocating", "passed out"])
    suffer(bout, "ann", 12, rolls=[1])
    assert card()[0] == "dying"


def test_it_is_kept_in_a_save() -> None:
    bout = drowning(2)
    gm(bout, "set", "", "fire", "the mill")
    gm(bout, "set", "", "cold", "hard")
    saved = IX.dump(bout.fight)
    loaded = IX.load(saved, bout.setup)
    assert IX.key(loaded) == IX.key(bout.fight) == IX.key(IX.copy(bout.fight))
    assert loaded.combatants["ann"].breath == 3
    assert loaded.building == bout.fight.building
    assert loaded.climate == bout.fight.climate


@pytest.mark.rule("ix.hazard.suffocation-passed-out")
def test_whom_the_gm_lets_pass_out_in_the_air_comes_to() -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("boss"))
    gm(bout, "tag", "ann", "passed-out")
    assert bout["ann"].is_down
    bout.next_round()
    assert bout["ann"].is_up


@pytest.mark.rule("ix.hazard.suffocation-death", "ix.encounter.rounds-continue-while-bleeding")
def test_after_the_fighting_the_clock_of_the_suffocating_runs_on() -> None:
    bout = drowning(rounds=0, wounds=0, stabilized=True)
    gm(bout, "tag", "boss", "out")
    assert bout.fight.result == "heroes"
    assert bout["ann"].status == ""
    bout.step(("wait",))
    assert bout["ann"].status == "dead"


# ---- to air by oneself ----

TO_AIR = ("to-air",)
REACH = "ix.hazard.reach-air"
THERE_IS = {REACH: ("way",)}


@pytest.mark.rule("ix.hazard.reach-air")
def test_whoever_is_free_to_move_reaches_air_for_a_maneuver_if_the_gm_sees_a_way() -> None:
    bout = drowning(2)
    bout.turn_of("ann")
    table = bout.do(TO_AIR, rulings=THERE_IS)
    assert bout.fight.combatants["ann"].breath < 0
    assert (bout.fight.actions, bout.fight.free_maneuvers) == (1, 0)
    assert coded(table, "air-again")[0].rules[0] == REACH


@pytest.mark.rule("ix.hazard.reach-air")
def test_by_default_there_is_none_within_reach_and_asking_costs_nothing() -> None:
    bout = drowning(2)
    bout.turn_of("ann")
    table = bout.step(TO_AIR)
    assert table.was_asked(REACH)
    assert bout.fight.combatants["ann"].breath >= 0
    assert (bout.fight.actions, bout.fight.free_maneuvers) == (1, 1)
    assert not bout.offers(*TO_AIR)


@pytest.mark.rule("ix.hazard.reach-air")
def test_the_held_those_with_air_and_those_in_a_burning_building_have_no_such_way() -> None:
    bout = drowning(2)
    gm(bout, "tag", "ann", "immobilized")
    bout.turn_of("ann")
    assert not bout.offers(*TO_AIR)
    bout.end_turn()
    bout.turn_of("bob")
    assert not bout.offers(*TO_AIR)
    bout = drowning(2)
    gm(bout, "set", "", "fire", "the mill")
    gm(bout, "tag", "ann", "inside")
    bout.turn_of("ann")
    assert not bout.offers(*TO_AIR)
    assert bout.offers("leave-building")


@pytest.mark.rule("ix.hazard.reach-air")
def test_a_second_maneuver_can_be_bought_for_it() -> None:
    bout = drowning(2)
    bout.turn_of("ann")
    bout.do(("aim",))
    bout.do((*TO_AIR, "strain"), rulings=THERE_IS)
    assert bout.fight.combatants["ann"].breath < 0
    assert bout["ann"].strain == 2
