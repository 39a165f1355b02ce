"""What a reserved action does to the enemy action it answers (area `turn`)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, citing, foe, gm, hero, peek

PASS = ("pass",)
BETTER = ("better-position",)
RULE = "trade.turn.reserve-resolution"


def swing(enemy: str = "brute", weapon: str = "rapier") -> tuple[str, str, str]:
    return ("fight", weapon, enemy)


def guarded(*foes: Any, **fields: Any) -> Bout:
    """Bob has had his turn, keeps an action and has not been hit; ann's turn is over."""
    bout = Bout(hero("ann"), hero("bob", **fields), *foes)
    bout.do(("go", "bob"), ("reserve",))
    for enemy in bout.fight.foes:
        gm(bout, "tag", enemy, "suppressed")
    bout.phase()
    bout.do(("end",))
    assert (bout["ann"].health, bout["bob"].health, bout["bob"].reserve) == (10, 10, 1)
    return bout


def brute_and_runt(**fields: Any) -> Bout:
    return guarded(foe("brute", damage=4), foe("runt", damage=1), **fields)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_without_an_answer_the_declared_action_takes_effect() -> None:
    bout = brute_and_runt()
    bout.phase(PASS)
    assert (bout["ann"].health, bout["bob"].health) == (6, 10)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_suppressing_the_enemy_about_to_act_cancels_its_action_and_another_acts() -> None:
    bout = brute_and_runt()
    table = bout.phase(swing(), BETTER, readings=["success"])
    assert bout["brute"].hp == 7
    assert (bout["ann"].health, bout["bob"].health) == (9, 10)
    cancelled = [e for e in citing(table, RULE) if e.code == "cancelled"]
    assert [e.fields["who"] for e in cancelled] == ["brute"]


@pytest.mark.rule("trade.turn.reserve-resolution")
@pytest.mark.parametrize("reading", ["mixed", "success"])
def test_downing_the_enemy_about_to_act_cancels_its_action_and_another_acts(reading: str) -> None:
    bout = guarded(foe("brute", damage=4, hp=3), foe("runt", damage=1))
    effect = [BETTER] if reading == "success" else []
    bout.phase(swing(), *effect, readings=[reading])
    assert bout["brute"].hp == 0
    assert (bout["ann"].health, bout["bob"].health) == (9, 10)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_with_nobody_else_able_a_cancelled_action_leaves_the_phase_empty() -> None:
    bout = guarded(foe("brute", damage=4))
    bout.phase(swing(), BETTER, readings=["success"])
    assert (bout["ann"].health, bout["bob"].health) == (10, 10)
    assert peek(bout)[0] == "trade.start.hero-order"


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_the_replacement_is_one_that_is_owed_a_trade_before_others() -> None:
    bout = Bout(
        hero("ann"),
        foe("brute", damage=4),
        foe("runt", damage=1),
        foe("ogre", damage=3),
        house={"actions-per-turn": 3},
    )
    bout.do(swing("runt"), swing("ogre"), ("reserve",), readings=["mixed", "mixed"])
    bout.phase(swing("ogre"), BETTER, readings=["success"])
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_the_answer_to_a_replacement_is_open_to_another_reserve() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=4), foe("runt", damage=1))
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(PASS)
    bout.do(("reserve",))
    before = bout["ann"].health
    bout.phase(swing(), BETTER, swing("runt"), BETTER, readings=["success", "success"])
    assert bout["ann"].health == before
    assert (bout["ann"].reserve, bout["bob"].reserve) == (0, 0)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_suppressing_another_enemy_leaves_the_declared_action_and_ends_with_the_phase() -> None:
    bout = brute_and_runt()
    bout.phase(swing("runt"), BETTER, readings=["success"])
    assert bout["ann"].health == 6
    assert not bout["runt"].suppressed


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_mixed_success_draws_the_blow_onto_the_one_exposed() -> None:
    bout = brute_and_runt()
    bout.phase(swing(), readings=["mixed"])
    assert bout["brute"].hp == 7
    assert (bout["ann"].health, bout["bob"].health) == (10, 6)
    assert bout.fight.trades == ()
    assert bout.fight.trades_later == ()


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_mixed_success_turns_a_declared_ability_into_the_traded_damage() -> None:
    spit = ability("spit", {"kind": "damage", "amount": 7}, stat=None, target="one hero or ally")
    bout = guarded(foe("brute", damage=4, abilities=[spit]))
    bout.phase(
        swing(),
        readings=["mixed"],
        rulings={"trade.phase.group-pick": ("use", "brute", "spit", "ann")},
    )
    assert (bout["ann"].health, bout["bob"].health) == (10, 6)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_mixed_command_draws_the_blow_onto_the_ally() -> None:
    bout = brute_and_runt()
    bout.phase(("command", "ann", "brute"), readings=["mixed"])
    assert bout["brute"].hp == 7
    assert (bout["ann"].health, bout["bob"].health) == (6, 10)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_mixed_shot_from_afar_cancels_an_action_aimed_at_the_shooter() -> None:
    bout = guarded(foe("brute", damage=4), weapons=["longbow"])
    bout.phase(
        swing(weapon="longbow"),
        readings=["mixed"],
        rulings={"trade.phase.group-pick": ("strike", "brute", "bob")},
    )
    assert bout["brute"].hp == 8
    assert (bout["ann"].health, bout["bob"].health) == (10, 10)
    assert bout.fight.near == {("bob", "brute")}
    assert bout["bob"].pressed


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_mixed_shot_from_afar_does_not_save_anybody_else() -> None:
    bout = guarded(foe("brute", damage=4), weapons=["longbow"])
    bout.phase(swing(weapon="longbow"), readings=["mixed"])
    assert (bout["ann"].health, bout["bob"].health) == (6, 10)
    assert bout.fight.near >= {("bob", "brute")}
    assert bout["bob"].pressed


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_mixed_shot_at_an_enemy_in_reach_draws_the_blow_like_any_other() -> None:
    bout = guarded(foe("brute", damage=4), weapons=["longbow"])
    gm(bout, "tag", "bob", "near:brute")
    bout.phase(swing(weapon="longbow"), readings=["mixed"])
    assert (bout["ann"].health, bout["bob"].health) == (10, 6)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_trade_with_another_enemy_is_due_in_the_next_phase() -> None:
    bout = brute_and_runt()
    bout.phase(swing("runt"), readings=["mixed"])
    assert (bout["ann"].health, bout["bob"].health) == (6, 10)
    assert ("runt", "bob") in bout.fight.trades + bout.fight.trades_later
    bout.do(("go", "ann"), ("end",))
    bout.phase()
    assert (bout["ann"].health, bout["bob"].health) == (6, 9)
    assert not bout.fight.owes("runt")


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_trade_run_up_after_another_heros_action_is_due_in_that_heros_phase() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=0), foe("runt", damage=1))
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(PASS)
    bout.do(swing(), BETTER, swing("runt"), ("end",), readings=["success", "mixed"])
    bout.phase()
    assert (bout["ann"].health, bout["bob"].health) == (10, 9)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_suppression_won_after_another_heros_action_covers_that_heros_phase() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=4))
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(PASS)
    bout.do(swing(), swing(), BETTER, ("end",), readings=["mixed", "success"])
    bout.phase()
    assert bout["ann"].health == 10
    assert not bout["brute"].suppressed


@pytest.mark.rule("trade.turn.reserve-resolution", "trade.flee.success")
def test_a_target_that_gets_clear_is_struck_no_more_and_the_phase_turns_to_the_rest() -> None:
    bout = brute_and_runt()
    bout.phase(
        ("flee", "reflexes", "leave"),
        readings=["success"],
        rulings={"trade.phase.group-pick": [("strike", "brute", "bob"), ("strike", "runt", "ann")]},
    )
    assert bout["bob"].status == "clear"
    assert (bout["ann"].health, bout["bob"].health) == (9, 10)
    assert bout.fight.result is None


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_reserved_blow_that_beats_the_last_enemy_ends_the_fight() -> None:
    bout = guarded(foe("brute", damage=4, hp=3))
    bout.phase(swing(), readings=["mixed"])
    assert bout.fight.result == "heroes"
    assert bout["ann"].health == 10
