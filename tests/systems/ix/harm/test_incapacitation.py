"""Falling at 0 Wounds, bleeding out and being stabilized (area `incapacitation`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    asked_now,
    citing,
    coded,
    dice_of,
    elite,
    heal,
    hero,
    nemesis,
    suffer,
)

MEDIC: dict[str, Any] = {"intellect": 3, "skills": {"medicine": 2}}
BLEEDS = "ix.incapacitation.bleed-out"


def fallen(wounds: int = -1, **fields: Any) -> Bout:
    """Ann lies at that many Wounds beside Bob, who knows Medicine, with a Nemesis in contact."""
    return Bout(hero("bob", **MEDIC), hero("ann", wounds=wounds, **fields), nemesis("boss"))


def lost(table: IxTable) -> list[int]:
    events = citing(table, BLEEDS)
    return [{**event.fields, **event.secret}["amount"] for event in events]


# ---- falling ----


@pytest.mark.rule("ix.incapacitation.wounds")
@pytest.mark.parametrize(("amount", "down"), [(11, False), (12, True), (14, True)])
def test_zero_wounds_or_less_incapacitate_at_once(amount: int, down: bool) -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("boss"))
    table = suffer(bout, "ann", amount, rolls=[46] * down)
    assert bout["ann"].is_down is down
    assert table.cited("ix.incapacitation.wounds") is down
    assert [e.fields["by"] for e in coded(table, "down")] == ["wounds"] * down


@pytest.mark.rule("ix.incapacitation.wounds")
def test_an_incapacitated_character_is_not_asked_for_anything_in_its_turn() -> None:
    bout = fallen()
    table = bout.next_round()
    asked = {who for rule, who, _ in table.asked if rule == "ix.turn.budget"}
    assert "bob" in asked
    assert "ann" not in asked
    assert bout["ann"].is_down


@pytest.mark.rule("ix.incapacitation.wounds")
def test_somebody_brought_down_in_its_own_turn_does_not_go_on_with_it() -> None:
    bout = Bout(hero("ann", wounds=2), hero("bob"), nemesis("boss"))
    bout.turn_of("ann")
    suffer(bout, "ann", 2, rolls=[46])
    bout.step()
    assert not (bout.fight.turn and bout.fight.acting == "ann")


# ---- bleeding out ----


@pytest.mark.rule("ix.incapacitation.bleed-out")
@pytest.mark.parametrize("wounds", [0, -1, -6])
def test_each_turn_of_a_bleeding_character_costs_1_wound(wounds: int) -> None:
    bout = fallen(wounds)
    assert lost(bout.next_round()) == [1]
    assert bout["ann"].wounds == wounds - 1
    assert lost(bout.next_round()) == [1]
    assert bout["ann"].wounds == wounds - 2


@pytest.mark.rule("ix.incapacitation.bleed-out")
def test_the_wound_is_lost_at_the_start_of_its_own_turn() -> None:
    bout = fallen()
    bout.turn_of("bob")
    assert bout["ann"].wounds == -1
    bout.do(("end",))
    table = bout.next_round()
    order = [(e.code, e.fields.get("who")) for e in table.events]
    at = order.index(("turn", "ann"))
    assert order[at : at + 3] == [("turn", "ann"), ("wounded", "ann"), ("turn-over", "ann")]


@pytest.mark.rule("ix.incapacitation.bleed-out")
def test_nobody_standing_and_nobody_overcome_by_strain_bleeds() -> None:
    bout = Bout(hero("bob", wounds=1), hero("ann", strain=12), nemesis("boss"))
    assert lost(bout.next_round()) == []
    assert (bout["bob"].wounds, bout["ann"].wounds) == (1, 12)


@pytest.mark.rule("ix.incapacitation.bleed-out")
def test_a_nemesis_bleeds_like_a_character() -> None:
    bout = Bout(hero("bob"), nemesis("boss", wounds=-2), elite("brute"))
    assert lost(bout.next_round()) == [1]
    assert bout["boss"].wounds == -3


@pytest.mark.rule("ix.incapacitation.keeps-a-turn")
def test_the_fallen_takes_the_last_slot_of_its_side_if_given_no_other() -> None:
    bout = Bout(hero("ann", wounds=-1), hero("bob"), hero("cat"), nemesis("boss"), elite("brute"))
    for name in ("bob", "cat"):
        bout.turn_of(name)
        assert bout["ann"].wounds == -1
        bout.do(("end",))
    table = bout.next_round()
    assert bout["ann"].wounds == -2
    turn = next(e for e in coded(table, "turn") if e.fields["who"] == "ann")
    assert "ix.incapacitation.keeps-a-turn" in turn.rules
    assert turn.fields["able"] is False


@pytest.mark.rule("ix.incapacitation.keeps-a-turn")
def test_its_side_may_give_the_fallen_an_earlier_slot() -> None:
    bout = Bout(hero("ann", wounds=-1), hero("bob"), nemesis("boss"))
    assert ("go", "ann") in asked_now(bout)
    bout.do(("go", "ann"))
    assert bout["ann"].wounds == -2
    bout.next_round()
    assert bout["ann"].wounds == -2


@pytest.mark.rule("ix.incapacitation.keeps-a-turn")
def test_a_stabilized_character_needs_no_slot() -> None:
    bout = fallen(stabilized=True)
    table = bout.next_round()
    assert lost(table) == []
    assert bout["ann"].wounds == -1


# ---- stabilizing ----


@pytest.mark.rule("ix.incapacitation.stabilize", "ix.incapacitation.stabilize-effect")
def test_an_average_medicine_check_of_an_ally_stabilizes_for_an_action() -> None:
    bout = fallen(-3)
    bout.turn_of("bob")
    table = bout.do(("stabilize", "ann"), rolls=["1 success"])
    assert dice_of(table) == {"mastery": 2, "ability": 1, "trial": 2}
    assert table.cited("ix.incapacitation.stabilize")
    assert coded(table, "stabilized")[0].fields["who"] == "ann"
    assert bout.fight.actions == 0
    assert (bout["ann"].stabilized, bout["ann"].wounds, bout["ann"].is_down) == (True, -3, True)


@pytest.mark.rule("ix.incapacitation.stabilize-effect")
def test_the_stabilized_lose_no_more_wounds_and_do_not_act() -> None:
    bout = fallen(-3)
    bout.turn_of("bob")
    bout.do(("stabilize", "ann"), rolls=["1 success"])
    bout.do(("end",))
    for _ in range(2):
        table = bout.next_round()
        assert lost(table) == []
        assert "ann" not in {who for rule, who, _ in table.asked if rule == "ix.turn.budget"}
    assert bout["ann"].wounds == -3


@pytest.mark.rule("ix.incapacitation.stabilize-retry")
def test_a_failed_check_can_be_tried_again_with_a_later_action() -> None:
    bout = fallen(-3)
    bout.turn_of("bob")
    table = bout.do(("stabilize", "ann"), rolls=["nothing"])
    assert table.cited("ix.incapacitation.stabilize-retry")
    assert not bout["ann"].stabilized
    assert not bout.offers("stabilize")
    bout.do(("end",))
    bout.next_round()
    assert bout["ann"].wounds == -4
    bout.turn_of("bob")
    bout.do(("stabilize", "ann"), rolls=["1 success"])
    assert bout["ann"].stabilized


@pytest.mark.rule("ix.incapacitation.adjacent")
@pytest.mark.parametrize(("step", "near"), [(0, True), (1, False), (2, False)])
def test_stabilizing_and_treating_need_engaged(step: int, near: bool) -> None:
    bout = Bout(
        hero("bob", **MEDIC),
        hero("ann", wounds=-1),
        nemesis("boss"),
        scene={"at": {"bob": step, "ann": 0, "boss": 3}},
    )
    bout.turn_of("bob")
    assert bout.offers("stabilize", "ann") is near
    assert bout.offers("treat", "ann") is near


@pytest.mark.rule("ix.incapacitation.stabilize")
def test_there_is_nothing_to_stabilize_in_the_standing_the_stable_and_those_without_strain() -> (
    None
):
    bout = Bout(
        hero("bob", **MEDIC),
        hero("ann", wounds=1),
        hero("cat", wounds=-1, stabilized=True),
        hero("dan", strain=12),
        nemesis("boss"),
    )
    bout.turn_of("bob")
    assert not bout.offers("stabilize")


@pytest.mark.rule("ix.incapacitation.stabilize")
def test_a_foe_is_not_stabilized_by_the_other_side_but_by_its_own() -> None:
    bout = Bout(hero("bob", **MEDIC), nemesis("boss", wounds=-1), elite("brute"))
    bout.turn_of("bob")
    assert not bout.offers("stabilize", "boss")
    bout.turn_of("brute")
    assert bout.offers("stabilize", "boss")


@pytest.mark.rule("ix.incapacitation.no-self-stabilize")
def test_the_fallen_cannot_stabilize_itself() -> None:
    bout = Bout(hero("ann", wounds=-1, **MEDIC), hero("bob"), nemesis("boss"))
    table = bout.next_round()
    keys = {
        option[:2]
        for _, _, options in table.asked
        if not isinstance(options, str)
        for option in options
    }
    assert ("stabilize", "ann") in keys  # Bob may
    assert "ann" not in {who for rule, who, _ in table.asked if rule == "ix.turn.budget"}
    assert not bout["ann"].stabilized


@pytest.mark.rule("ix.incapacitation.no-self-stabilize")
def test_the_fall_says_that_somebody_else_is_needed() -> None:
    bout = Bout(hero("ann", **MEDIC), hero("bob"), nemesis("boss"))
    table = suffer(bout, "ann", 12, rolls=[46])
    assert "ix.incapacitation.no-self-stabilize" in coded(table, "down")[0].rules


@pytest.mark.rule("ix.incapacitation.stabilized-lasts")
def test_a_stabilized_character_stays_so_when_it_is_hurt_again() -> None:
    bout = fallen(-2, stabilized=True)
    suffer(bout, "ann", 3, rolls=[46], attack=True, by="boss")
    assert (bout["ann"].wounds, bout["ann"].stabilized) == (-5, True)
    assert lost(bout.next_round()) == []


@pytest.mark.rule("ix.incapacitation.stabilized-lasts")
def test_a_partial_healing_below_zero_keeps_the_stabilization() -> None:
    bout = fallen(-4, stabilized=True)
    heal(bout, "ann", 2)
    assert lost(bout.next_round()) == []
    assert bout["ann"].wounds == -2


@pytest.mark.rule("ix.incapacitation.stabilized-lasts")
def test_a_new_fall_after_healing_above_zero_starts_to_bleed_anew() -> None:
    bout = fallen(-2, stabilized=True)
    heal(bout, "ann", 4)
    assert bout["ann"].is_up
    suffer(bout, "ann", 2, rolls=[46])
    assert lost(bout.next_round()) == [1]
    assert bout["ann"].wounds == -1


# ---- getting up ----


@pytest.mark.rule("ix.incapacitation.ends")
def test_incapacitation_and_bleeding_end_above_zero() -> None:
    bout = fallen(-2)
    table = heal(bout, "ann", 3)
    assert bout["ann"].is_up
    assert table.cited("ix.incapacitation.ends")
    assert not table.cited("ix.incapacitation.exactly-zero")
    table = bout.next_round()
    assert lost(table) == []
    assert "ann" in {who for rule, who, _ in table.asked if rule == "ix.turn.budget"}


@pytest.mark.rule("ix.incapacitation.ends", "ix.incapacitation.exactly-zero")
def test_somebody_healed_to_exactly_zero_still_lies_there_and_bleeds() -> None:
    bout = fallen(-2)
    table = heal(bout, "ann", 2)
    assert (bout["ann"].wounds, bout["ann"].is_down) == (0, True)
    assert not table.cited("ix.incapacitation.ends")
    assert table.cited("ix.incapacitation.exactly-zero")
    assert lost(bout.next_round()) == [1]


@pytest.mark.rule("ix.incapacitation.ends")
def test_whoever_is_healed_above_zero_but_overcome_by_strain_stays_down() -> None:
    bout = fallen(-2, strain=12)
    table = heal(bout, "ann", 5)
    assert bout["ann"].is_down
    assert not table.cited("ix.incapacitation.ends")
    assert lost(bout.next_round()) == []
