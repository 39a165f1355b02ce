"""Who takes which slot, and how slots come and go (area `initiative`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Auto,
    Bout,
    IxTable,
    citing,
    coded,
    elite,
    gm,
    hero,
    nemesis,
)

from affray.kernel.running import advance

GM = "ix.initiative.gm-chooses"


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


# ---- who takes a slot ----


@pytest.mark.rule("ix.initiative.players-choose")
def test_the_players_choose_who_of_them_takes_a_slot_of_theirs() -> None:
    bout = fight(heroes=3, foes=2)
    assert bout.options() == [("go", "ann"), ("go", "bob"), ("go", "cat")]
    table = bout.step(("go", "cat"))
    assert table.asked[0][:2] == ("ix.initiative.players-choose", "@heroes")
    assert bout.fight.acting == "cat"
    assert "ix.initiative.players-choose" in coded(table, "turn")[0].rules


@pytest.mark.rule("ix.initiative.players-choose")
def test_the_choice_may_differ_from_round_to_round() -> None:
    bout = fight()
    order = []
    for first in ("bob", "ann", "bob"):
        bout.step(("go", first))
        order.append(bout.fight.acting)
        bout.next_round()
    assert order == ["bob", "ann", "bob"]


@pytest.mark.rule("ix.initiative.one-slot-each", "ix.turn.one-per-round")
def test_nobody_takes_a_second_slot_in_a_round() -> None:
    bout = fight(heroes=3, foes=1)
    bout.step(("go", "bob"))
    bout.end_turn()
    bout.step()
    bout.end_turn()
    assert bout.options() == [("go", "ann"), ("go", "cat")]
    bout.step(("go", "ann"))
    bout.end_turn()
    table = bout.step()
    assert bout.fight.acting == "cat"
    assert not table.asked or table.asked[0][2] == [("go", "cat")]


@pytest.mark.rule("ix.initiative.gm-chooses")
def test_the_gm_takes_the_first_listed_who_has_not_acted() -> None:
    bout = fight(heroes=1, foes=3)
    order = [event.fields["who"] for event in coded(bout.next_round(), "turn")]
    assert order == ["ann", "a", "b", "c"]


@pytest.mark.rule("ix.initiative.gm-chooses")
def test_the_gm_may_choose_another() -> None:
    bout = fight(heroes=1, foes=3)
    bout.step()
    bout.end_turn()
    table = IxTable(bout.fight, rulings={GM: ("go", "c")})
    advance(IX, bout.fight, table)
    assert bout.fight.acting == "c"
    assert table.options_of(GM) == [("go", "a"), ("go", "b"), ("go", "c")]
    bout.end_turn()
    bout.step()
    assert bout.fight.acting == "a"


# ---- the order stays ----


@pytest.mark.rule("ix.initiative.fixed")
def test_the_order_stays_the_same_in_every_round() -> None:
    bout = fight(heroes=2, foes=3, told={"a": "2 successes"})
    before = bout.fight.slots
    for _ in range(3):
        table = bout.next_round()
        assert bout.fight.slots == before
        assert table.cited("ix.initiative.fixed")
    assert sides(bout) == "fhfhf"


@pytest.mark.rule("ix.initiative.slot-removal", "ix.initiative.slot-ids")
def test_the_side_of_one_who_has_left_loses_its_last_slot_from_the_next_round_on() -> None:
    bout = fight(heroes=2, foes=3)
    before = bout.fight.slots
    gm(bout, "tag", "a", "fled")
    assert bout.fight.slots == before
    table = bout.next_round()
    assert bout.fight.slots == before[:-1]
    assert sides(bout) == "hfhf"
    assert citing(table, "ix.initiative.slot-removal")


@pytest.mark.rule("ix.initiative.slot-removal", "ix.initiative.slot-ids")
def test_the_last_slot_of_that_side_may_stand_in_the_middle() -> None:
    bout = fight(heroes=3, foes=2)
    before = bout.fight.slots
    assert sides(bout) == "hfhfh"
    gm(bout, "tag", "a", "dead")
    bout.next_round()
    assert bout.fight.slots == (*before[:3], before[4])
    assert sides(bout) == "hfhh"


@pytest.mark.rule("ix.initiative.slot-removal")
def test_a_slot_that_nobody_can_take_any_more_is_passed_over_in_the_same_round() -> None:
    bout = fight(heroes=2, foes=2)
    bout.turn_of("ann")
    gm(bout, "tag", "a", "fled")
    order = [event.fields["who"] for event in coded(bout.next_round(), "turn")]
    assert order == ["b", "bob"]


@pytest.mark.rule("ix.initiative.slot-removal")
def test_a_fallen_foe_that_is_not_tracked_counts_as_having_left() -> None:
    bout = fight()
    gm(bout, "set", "b", "wounds", 0)
    bout.next_round()
    assert sides(bout) == "hfh"


@pytest.mark.rule("ix.initiative.slot-removal")
def test_a_fallen_hero_and_a_tracked_foe_keep_their_slots() -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("ogre"), elite("a"))
    gm(bout, "set", "bob", "wounds", -1)
    gm(bout, "set", "ogre", "wounds", -1)
    bout.next_round()
    assert sides(bout) == "hfhf"


@pytest.mark.rule("ix.initiative.slot-removal")
def test_two_who_leave_take_two_slots_with_them() -> None:
    bout = fight(heroes=3, foes=3)
    before = bout.fight.slots
    gm(bout, "tag", "a", "fled")
    gm(bout, "tag", "b", "surrendered")
    gm(bout, "tag", "cat", "dead")
    bout.next_round()
    assert sides(bout) == "hfh"
    assert bout.fight.slots == before[:3]
    bout.next_round()
    assert sides(bout) == "hfh"


@pytest.mark.rule("ix.initiative.late-arrival", "ix.initiative.slot-ids")
def test_a_newcomer_rolls_as_it_arrives_and_has_a_slot_at_the_end_from_the_next_round_on() -> None:
    bout = fight(heroes=2, foes=1)
    before = bout.fight.slots
    bout.turn_of("ann")
    gm(bout, "add", value={"kind": "hero", "name": "Zoe"})
    assert bout.fight.slots == before
    table = Auto(bout.fight, {"zoe": "2 successes"})
    while bout.fight.round == 1:
        advance(IX, bout.fight, table)
    assert [who for who, _, _ in table.rolled] == ["zoe"]
    assert "zoe" not in [event.fields["who"] for event in coded(table, "turn")]
    assert bout.fight.slots[:3] == before
    assert sides(bout) == "hfhh"
    assert bout.fight.slots[3].id not in [slot.id for slot in before]
    assert citing(table, "ix.initiative.late-arrival")
    assert ("go", "zoe") in bout.options()


@pytest.mark.rule("ix.initiative.late-arrival")
def test_a_newcomer_takes_no_slot_of_the_round_of_its_arrival() -> None:
    bout = fight(heroes=3, foes=1)
    bout.turn_of("ann")
    gm(bout, "add", value={"kind": "hero", "name": "Zoe"})
    bout.end_turn()
    table = Auto(bout.fight, {"zoe": "2 successes"})
    while bout.fight.acting != "a" or bout.fight.turn:
        advance(IX, bout.fight, table)
    assert bout.options() == [("go", "bob"), ("go", "cat")]


@pytest.mark.rule("ix.initiative.late-arrival", "ix.initiative.slot-removal")
def test_a_newcomer_does_not_step_into_the_slot_of_one_who_has_left() -> None:
    bout = fight(heroes=3, foes=2)
    before = bout.fight.slots
    assert sides(bout) == "hfhfh"
    gm(bout, "tag", "a", "fled")
    gm(bout, "add", value={"kind": "foe", "name": "Zed", "npc": "elite", "wound-points": 5})
    bout.next_round()
    assert sides(bout) == "hfhhf"
    assert bout.fight.slots[:4] == (*before[:3], before[4])
    assert bout.fight.slots[4].id not in [slot.id for slot in before]


@pytest.mark.rule("ix.initiative.slot-ids")
def test_a_new_slot_does_not_get_the_id_of_one_that_is_gone() -> None:
    bout = fight(heroes=1, foes=2)
    gone = bout.fight.slots[-1].id
    gm(bout, "tag", "b", "fled")
    bout.next_round()
    gm(bout, "add", value={"kind": "foe", "name": "Zed", "npc": "elite", "wound-points": 5})
    bout.next_round()
    assert sides(bout) == "hff"
    assert bout.fight.slots[-1].id != gone


def to_slot(bout: Bout, place: int) -> str:
    """Plays on to the turn in the slot at that place of the order; returns its id."""
    table = Auto(bout.fight, {})
    before = bout.fight.round
    slots = bout.fight.slots
    while not (bout.fight.turn and bout.fight.slot == slots[place].id):
        advance(IX, bout.fight, table)
        assert bout.fight.round == before, "that slot has been"
    return slots[place].id


@pytest.mark.rule("ix.initiative.slot-ids")
@pytest.mark.parametrize("leaves", [False, True])
def test_what_waits_for_a_slot_that_is_gone_comes_due_where_it_stood(leaves: bool) -> None:
    bout = fight(heroes=2, foes=3)
    assert sides(bout) == "hfhff"
    slot = to_slot(bout, 4)
    gm(bout, "tag", "bob", "At Death's Door")
    if leaves:
        gm(bout, "tag", "a", "fled")
    bout.next_round()
    assert (slot in [one.id for one in bout.fight.slots]) is not leaves
    to_slot(bout, 3)
    assert bout["bob"].status == ""
    bout.end_turn()
    bout.step()
    assert bout["bob"].status == "dead"


@pytest.mark.rule("ix.initiative.slot-ids")
def test_a_slot_in_the_middle_that_is_gone_comes_due_before_the_next_one() -> None:
    bout = fight(heroes=3, foes=2)
    assert sides(bout) == "hfhfh"
    slot = to_slot(bout, 3)
    gm(bout, "tag", "cat", "At Death's Door")
    gm(bout, "tag", "a", "fled")
    bout.next_round()
    assert slot not in [one.id for one in bout.fight.slots]
    to_slot(bout, 2)
    assert bout["cat"].status == ""
    bout.end_turn()
    bout.step()
    assert bout["cat"].status == "dead"
    assert bout.fight.round == 2
