"""Fire on somebody: Immolation (area `hazard`, as far as a fight uses it)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    afflict,
    afterwards,
    asked_now,
    citing,
    coded,
    dice_of,
    elite,
    hero,
    minions,
    nemesis,
    spend,
    suffer,
    tire,
    to_rest,
    wares,
)

FIRE = "ix.hazard.fire"


def burning(who: str = "ann", at: int = 0, **fields: Any) -> Bout:
    bob = {"might": 3, "agility": 3, "savvy": 3, "skills": {"athletics": 3, "reflexes": 2}}
    bout = Bout(
        hero("ann", **fields),
        hero("bob", **bob),
        nemesis("boss", wound_points=40),
        elite("brute"),
        scene={"at": {"ann": 0, "bob": at, "boss": 0, "brute": 0}},
    )
    afflict(bout, who, "immolation", turns=0, ends="smother-flames")
    return bout


@pytest.mark.rule("ix.hazard.fire", "ix.hazard.fire-timing")
def test_fire_costs_2_wounds_at_the_start_of_each_turn() -> None:
    bout = burning()
    assert bout["ann"].wounds == 12
    table = bout.turn_of("ann")
    assert bout["ann"].wounds == 10
    assert [event.fields["amount"] for event in citing(table, FIRE)] == [2]
    assert table.cited("ix.hazard.fire-timing")
    bout.do(("end",))
    assert bout["ann"].wounds == 10
    bout.next_round()
    bout.turn_of("ann")
    assert bout["ann"].wounds == 8


@pytest.mark.rule("ix.hazard.fire")
def test_resistance_does_not_help_against_fire() -> None:
    bout = burning(might=5)
    assert bout.resistance("ann") == 3
    bout.turn_of("ann")
    assert bout["ann"].wounds == bout["ann"].wound_points - 2


@pytest.mark.rule("ix.hazard.fire-timing")
def test_the_turns_of_others_cost_the_burning_one_nothing() -> None:
    bout = burning()
    bout.turn_of("bob")
    bout.do(("end",))
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.hazard.fire")
def test_fire_burns_on_those_who_lie_there_besides_the_bleeding() -> None:
    bout = burning(wounds=-1)
    bout.next_round()
    assert bout["ann"].wounds == -4
    assert bout["ann"].injuries == ()


@pytest.mark.rule("ix.hazard.fire")
def test_fire_can_fell_at_the_start_of_a_turn_and_the_turn_is_lost() -> None:
    bout = burning(wounds=2)
    table = bout.next_round(rolls=[46])
    assert bout["ann"].is_down
    assert coded(table, "injured")[0].rules[0] == "ix.critical.trigger-zero"
    assert "ann" not in {who for rule, who, _ in table.asked if rule == "ix.turn.budget"}


@pytest.mark.rule("ix.hazard.fire-extinguish", "ix.hazard.fire-extinguish-sure")
def test_the_burning_one_puts_the_fire_out_with_its_action_and_no_check() -> None:
    bout = burning()
    bout.turn_of("ann")
    table = bout.do(("extinguish",))
    assert table.rolled == []
    assert not bout["ann"].has("immolation")
    assert bout.fight.actions == 0
    assert table.cited("ix.hazard.fire-extinguish")
    bout.do(("end",))
    bout.next_round()
    bout.turn_of("ann")
    assert bout["ann"].wounds == 10


@pytest.mark.rule("ix.hazard.fire-extinguish")
def test_without_an_action_left_and_without_a_fire_there_is_nothing_to_put_out() -> None:
    bout = burning()
    bout.turn_of("ann")
    bout.do(("defensive-guard",))
    assert not bout.offers("extinguish")
    bout.do(("end",))
    bout.turn_of("boss")
    assert not bout.offers("extinguish")


@pytest.mark.rule("ix.hazard.fire-no-breath")
def test_the_burning_one_cannot_catch_its_breath() -> None:
    bout = burning(strain=5)
    bout.turn_of("ann")
    assert not bout.offers("catch-breath")
    bout.do(("extinguish",))
    assert bout.offers("catch-breath")


# ---- an ally ----


@pytest.mark.rule("ix.hazard.fire-ally")
@pytest.mark.parametrize(
    ("skill", "dice"),
    [
        ("athletics", {"mastery": 3, "trial": 2}),
        ("reflexes", {"mastery": 2, "ability": 1, "trial": 2}),
        ("survival", {"ability": 3, "trial": 2}),
    ],
)
@pytest.mark.parametrize("success", ["1 success 1 boon", "1 boon", "1 failure 1 boon"])
def test_an_ally_puts_the_fire_out_for_1_boon_whether_its_check_succeeds_or_not(
    skill: str, dice: dict[str, int], success: str
) -> None:
    bout = burning()
    bout.turn_of("bob")
    assert bout.offers("extinguish", "ann")
    table = bout.do(("extinguish", "ann", skill), spend("smother-flames"), rolls=[success])
    assert dice_of(table) == dice
    assert not bout["ann"].has("immolation")
    assert table.cited("ix.hazard.fire-ally")
    assert bout.fight.actions == 0


@pytest.mark.rule("ix.hazard.fire-ally")
def test_success_without_a_boon_does_not_put_it_out() -> None:
    bout = burning()
    bout.turn_of("bob")
    bout.do(("extinguish", "ann", "athletics"), rolls=["2 successes"])
    assert bout["ann"].has("immolation")


@pytest.mark.rule("ix.hazard.fire-ally")
@pytest.mark.parametrize(("at", "near"), [(0, True), (1, True), (2, False), (4, False)])
def test_the_ally_must_be_at_short_or_nearer(at: int, near: bool) -> None:
    bout = burning(at=at)
    bout.turn_of("bob")
    assert bout.offers("extinguish", "ann") is near


@pytest.mark.rule("ix.hazard.fire-ally")
def test_only_allies_help() -> None:
    bout = burning("boss")
    bout.turn_of("bob")
    assert not bout.offers("extinguish")
    bout.turn_of("brute")
    assert bout.offers("extinguish", "boss")


@pytest.mark.rule("ix.hazard.fire-ally")
def test_the_boon_may_go_elsewhere_and_then_the_fire_burns_on() -> None:
    bout = burning()
    bout.turn_of("bob")
    table = bout.do(("extinguish", "ann", "athletics"), rolls=["1 success 1 boon"])
    assert bout["ann"].has("immolation")
    prices = {word: price for word, (price, _) in wares(table, "ix.hazard.fire-ally").items()}
    assert prices["smother-flames"] == 1


# ---- others who burn ----


@pytest.mark.rule("ix.hazard.fire")
def test_a_burning_group_loses_2_wounds_as_one() -> None:
    bout = Bout(hero("ann"), minions("rats", 3))
    afflict(bout, "rats", "immolation", turns=0, ends="smother-flames")
    bout.turn_of("rats")
    assert bout["rats"].wounds == 10


@pytest.mark.rule("ix.hazard.fire-no-breath")
def test_those_who_do_not_burn_may_catch_their_breath() -> None:
    bout = burning()
    tire(bout, "bob", 3)
    bout.turn_of("bob")
    assert bout.offers("catch-breath")


# ---- when the fighting is over ----


@pytest.mark.rule("ix.hazard.fire-ally", "ix.hazard.fire-extinguish")
def test_while_rounds_go_on_after_the_fight_flames_can_be_put_out() -> None:
    bout = burning(wounds=-3)
    afflict(bout, "bob", "immolation", turns=0, ends="put-out")
    suffer(bout, "boss", 100)
    suffer(bout, "brute", 100)
    assert bout.fight.result == "heroes"
    assert ("tend", "bob", "extinguish", "ann", "athletics") in asked_now(bout)
    afterwards(bout, ("tend", "bob", "extinguish"))
    assert not bout["bob"].has("immolation")
    afterwards(bout)  # everybody able has acted: the round passes
    assert (bout["bob"].wounds, bout["ann"].wounds) == (13, -6)
    afterwards(
        bout,
        ("tend", "bob", "extinguish", "ann", "athletics"),
        spend("smother-flames"),
        rolls=["1 boon"],
    )
    assert not bout["ann"].has("immolation")


@pytest.mark.rule("ix.incapacitation.adjacent", "ix.range.record-engaged")
def test_after_the_fight_a_fallen_foe_can_be_tended_too() -> None:
    bout = burning()
    bout["boss"].tracked = True
    bout["ann"].at = 1
    suffer(bout, "boss", bout["boss"].wounds, rolls=[1])
    suffer(bout, "brute", 100)
    bout.fight.engaged = frozenset()
    table = afterwards(bout, ("tend", "ann", "stabilize", "boss"), rolls=["1 success"])
    assert bout["boss"].stabilized
    assert not coded(table, "ended-here")


@pytest.mark.rule("ix.hazard.fire")
def test_nobody_goes_on_burning_once_the_encounter_is_over() -> None:
    bout = burning()
    suffer(bout, "boss", 100)
    suffer(bout, "brute", 100)
    to_rest(bout)
    assert not bout["ann"].has("immolation")
    assert bout["ann"].wounds == 12
