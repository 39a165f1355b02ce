"""Who rolls what, and the order of the slots (area `initiative`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    minions,
)

from affray.kernel.view import SPECTATOR, view

PREPARED = "ix.initiative.prepared"
SURPRISED = "ix.initiative.surprised"
WHICH = "ix.initiative.which-check"
SKILLS = {"perception": 1, "readiness": 2, "light-melee": 2}
RATINGS = {"savvy": 3, "willpower": 1}


def sides(bout: Bout) -> str:
    """The order of the slots, a letter each: h for the heroes' side, f for the foes'."""
    return "".join(slot.side[0] for slot in bout.fight.slots)


def fight(
    *, heroes: int = 2, foes: int = 2, told: dict[str, str] | None = None, **more: Any
) -> Bout:
    """That many of each: ann, bob, cat ... against a, b, c ..."""
    ours = [hero(name) for name in ("ann", "bob", "cat", "dan")[:heroes]]
    theirs = [elite(name) for name in ("a", "b", "c", "d", "e")[:foes]]
    return Bout(*ours, *theirs, initiative=told, **more)


def best(heroes: str, foes: str, **more: Any) -> Bout:
    return fight(told={"ann": heroes, "bob": "nothing", "a": foes, "b": "nothing"}, **more)


# ---- the checks ----


@pytest.mark.rule("ix.initiative.everyone-rolls")
def test_every_participant_rolls_once_as_structured_play_begins() -> None:
    bout = fight(start=False)
    table = bout.begin()
    assert [who for who, _, _ in table.rolled] == ["ann", "bob", "a", "b"]
    assert {rule for _, rule, _ in table.rolled} == {"ix.initiative.everyone-rolls"}
    assert not bout.next_round().rolled


@pytest.mark.rule("ix.initiative.everyone-rolls")
def test_whoever_has_been_taken_out_before_does_not_roll() -> None:
    bout = fight(start=False)
    gm(bout, "remove", "b")
    assert [who for who, _, _ in bout.begin().rolled] == ["ann", "bob", "a"]
    assert sides(bout) == "hfh"


@pytest.mark.rule("ix.initiative.prepared", "ix.initiative.no-difficulty")
def test_the_prepared_roll_savvy_and_perception_without_any_trial_die() -> None:
    bout = Bout(hero("ann", skills=SKILLS, **RATINGS), elite("a"), start=False)
    table = bout.begin()
    assert dice_of(table, 0) == {"ability": 2, "mastery": 1}
    event = coded(table, "initiative")[0]
    assert "ix.initiative.prepared" in event.rules
    assert event.fields == {"who": "ann", "success": 1, "surprised": False}


@pytest.mark.rule("ix.initiative.surprised", "ix.initiative.no-difficulty")
def test_the_surprised_roll_willpower_and_readiness() -> None:
    ann = hero("ann", skills=SKILLS, **RATINGS)
    bout = Bout(ann, elite("a"), scene={"surprised": ["ann"]}, start=False)
    table = bout.begin()
    assert dice_of(table, 0) == {"ability": 1, "mastery": 1}
    event = coded(table, "initiative")[0]
    assert SURPRISED in event.rules
    assert PREPARED not in event.rules
    assert event.fields["surprised"] is True
    assert PREPARED in coded(table, "initiative")[1].rules


@pytest.mark.rule("ix.initiative.no-difficulty")
def test_the_house_may_give_initiative_a_difficulty() -> None:
    bout = Bout(hero("ann"), elite("a"), house={"initiative-trial-dice": 1}, start=False)
    assert dice_of(bout.begin(), 0) == {"ability": 2, "trial": 1}


@pytest.mark.rule("ix.initiative.no-difficulty")
def test_a_result_below_nothing_still_gets_a_slot() -> None:
    house = {"initiative-trial-dice": 2}
    bout = fight(told={"ann": "2 failures", "a": "1 failure"}, house=house, heroes=1, foes=1)
    assert sides(bout) == "fh"
    assert bout["ann"].initiative == (-2, 0)


@pytest.mark.rule("ix.initiative.which-check")
def test_the_gm_may_say_who_is_surprised() -> None:
    ann = hero("ann", skills=SKILLS, **RATINGS)
    bout = Bout(ann, hero("bob"), elite("a"), start=False)
    table = bout.begin(rulings={WHICH: ("surprised", "ann a")})
    found = [(e.fields["who"], e.fields["surprised"]) for e in coded(table, "initiative")]
    assert found == [("ann", True), ("bob", False), ("a", True)]
    assert dice_of(table, 0) == {"ability": 1, "mastery": 1}


@pytest.mark.rule("ix.initiative.which-check")
def test_without_a_word_all_are_prepared_but_those_whom_the_scene_surprises() -> None:
    bout = fight(scene={"surprised": ["bob", "b"]}, start=False)
    found = [e.fields["surprised"] for e in coded(bout.begin(), "initiative")]
    assert found == [False, True, False, True]


@pytest.mark.rule("ix.initiative.which-check")
def test_the_gm_may_say_that_those_in_the_scene_are_prepared_after_all() -> None:
    bout = fight(scene={"surprised": ["bob", "b"]}, start=False)
    table = bout.begin(rulings={WHICH: ("surprised", "")})
    assert [e.fields["surprised"] for e in coded(table, "initiative")] == [False] * 4


# ---- the order ----


@pytest.mark.rule("ix.initiative.rank", "ix.initiative.first-slot")
@pytest.mark.parametrize(
    ("heroes", "foes", "order"),
    [
        ("2 successes", "1 success", "hfhf"),
        ("1 success", "2 successes", "fhfh"),
        ("nothing", "1 success", "fhfh"),
        ("1 success", "nothing", "hfhf"),
    ],
)
def test_the_side_with_the_best_result_opens_and_the_sides_alternate(
    heroes: str, foes: str, order: str
) -> None:
    bout = best(heroes, foes, start=False)
    table = bout.begin()
    assert sides(bout) == order
    event = coded(table, "slots")[0]
    assert event.rule == "ix.initiative.first-slot"
    assert [side[0] for side in event.fields["sides"]] == list(order)


@pytest.mark.rule("ix.initiative.rank", "ix.initiative.alternate")
def test_only_the_best_result_of_each_side_counts() -> None:
    told = {"ann": "2 successes", "bob": "nothing", "a": "1 success", "b": "1 success"}
    assert sides(fight(told=told)) == "hfhf"
    told = {"ann": "nothing", "bob": "2 successes", "a": "1 success", "b": "1 success"}
    assert sides(fight(told=told)) == "hfhf"
    told = {"ann": "1 success", "bob": "1 success", "a": "nothing", "b": "2 successes"}
    assert sides(fight(told=told)) == "fhfh"


@pytest.mark.rule("ix.initiative.ties")
def test_a_tie_for_best_goes_to_the_players() -> None:
    assert sides(best("1 success", "1 success")) == "hfhf"
    assert sides(best("nothing", "nothing")) == "hfhf"


@pytest.mark.rule("ix.initiative.rank")
def test_boons_do_not_break_a_tie() -> None:
    assert sides(best("1 success", "1 success 1 boon")) == "hfhf"
    assert sides(best("nothing", "2 boons")) == "hfhf"


@pytest.mark.rule("ix.initiative.rank")
@pytest.mark.parametrize(
    ("heroes", "foes", "order"),
    [
        ("1 success", "1 success 1 boon", "fhfh"),
        ("1 success 1 boon", "1 success 1 boon", "hfhf"),
        ("1 success", "2 boons", "hfhf"),
    ],
)
def test_by_house_rule_boons_break_ties_and_nothing_else(
    heroes: str, foes: str, order: str
) -> None:
    assert sides(best(heroes, foes, house={"initiative-boons-break-ties": "yes"})) == order


@pytest.mark.rule("ix.initiative.alternate", "ix.initiative.uneven-sides")
@pytest.mark.parametrize(
    ("heroes", "foes", "first", "order"),
    [
        (1, 3, "h", "hfff"),
        (1, 3, "f", "fhff"),
        (3, 1, "h", "hfhh"),
        (3, 1, "f", "fhhh"),
        (2, 4, "h", "hfhfff"),
        (4, 2, "f", "fhfhhh"),
        (1, 1, "f", "fh"),
    ],
)
def test_the_slots_that_are_left_over_follow_at_the_end(
    heroes: int, foes: int, first: str, order: str
) -> None:
    told = {"ann": "1 success", "a": "2 successes" if first == "f" else "nothing"}
    told |= dict.fromkeys(("bob", "cat", "dan"), "nothing")
    assert sides(fight(heroes=heroes, foes=foes, told=told)) == order


@pytest.mark.rule("ix.initiative.slots-per-side")
def test_each_participant_brings_one_slot() -> None:
    bout = fight(heroes=3, foes=2)
    assert sorted(sides(bout)) == ["f", "f", "h", "h", "h"]
    assert len({slot.id for slot in bout.fight.slots}) == 5


@pytest.mark.rule("ix.initiative.first-slot")
def test_by_house_rule_the_players_always_open() -> None:
    house = {"initiative-order": "players-always"}
    assert sides(best("nothing", "2 successes", house=house)) == "hfhf"


@pytest.mark.rule("ix.initiative.first-slot", "ix.initiative.ties")
def test_by_house_rule_every_slot_has_its_place_by_result() -> None:
    house = {"initiative-order": "every-result"}
    told = {"ann": "3 successes", "bob": "nothing", "a": "2 successes", "b": "1 success"}
    assert sides(fight(told=told, house=house)) == "hffh"
    told = {"ann": "nothing", "bob": "1 success", "a": "2 successes", "b": "1 success"}
    assert sides(fight(told=told, house=house)) == "fhfh"
    told = {"ann": "1 success", "bob": "1 success", "a": "1 success", "b": "2 successes"}
    assert sides(fight(told=told, house=house)) == "fhhf"


@pytest.mark.rule("ix.initiative.minion-group")
def test_a_minion_group_has_one_roll_and_one_slot() -> None:
    bout = Bout(hero("ann"), minions("rats", 5), minions("dogs", 2), start=False)
    table = bout.begin()
    assert [who for who, _, _ in table.rolled] == ["ann", "rats", "dogs"]
    assert sides(bout) == "hff"
    assert "ix.initiative.minion-group" in coded(table, "initiative")[1].rules
    assert "ix.initiative.minion-group" not in coded(table, "initiative")[0].rules


@pytest.mark.rule("ix.initiative.minion-group")
def test_by_house_rule_a_minion_group_has_more_slots() -> None:
    bout = Bout(hero("ann"), minions("rats", 5), house={"slots-per-minion-group": 2})
    assert sides(bout) == "hff"


# ---- what the players may know of it ----


@pytest.mark.rule("ix.initiative.slots-per-side")
def test_the_slots_of_the_hidden_are_told_to_the_gm_alone() -> None:
    bout = Bout(hero("ann"), elite("a"), elite("lurker", hidden=True), start=False)
    event = coded(bout.begin(), "slots")[0]
    told = event.public()
    assert told is not None
    assert told["fields"]["sides"] == ["heroes", "foes"]
    assert "lurker" not in str(told)
    assert event.dump()["secret"]["whole"].count("foes") == 2
    order = view(IX, bout.fight, SPECTATOR)["order"]["slots"]
    assert [slot["side"] for slot in order].count("foes") == 1
    assert [slot["id"] for slot in order] == ["slot-1", "slot-2"]


@pytest.mark.rule("ix.initiative.late-arrival")
def test_a_slot_for_somebody_hidden_who_comes_late_is_not_told() -> None:
    bout = fight(heroes=1, foes=1)
    new = dict(IX.check_block("foe", elite("b", hidden=True), bout.fight.house))
    gm(bout, "add", value=new)
    table = bout.next_round()
    assert [event.audience for event in coded(table, "slot-new")] == ["gm"]
