"""How long suppression lasts and what it takes away (area `suppress` of the ledger)."""

from __future__ import annotations

import pytest
from trade_kit import Bout, ability, citing, foe, hero

BETTER = ("better-position",)
DAMAGE = ("additional-damage",)
END = ("end",)
HIT = ("fight", "rapier", "brute")
BAD = {"trade.failure.worse-position": ("bad-situation",)}


@pytest.mark.rule("trade.suppress.duration")
def test_suppression_lasts_through_the_phase_at_hand_and_ends_with_it() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(HIT, BETTER, END, readings=["success"])
    assert bout["brute"].suppressed
    table = bout.phase()
    assert bout["ann"].health == 10
    assert not bout["brute"].suppressed
    assert citing(table, "trade.suppress.duration")


@pytest.mark.rule("trade.suppress.duration")
def test_the_enemy_is_free_to_act_after_the_next_heros_turn() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"))
    bout.do(("go", "ann"), HIT, BETTER, END, readings=["success"])
    bout.phase()
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 10
    assert bout["bob"].health == 8


@pytest.mark.rule("trade.suppress.duration")
def test_suppression_also_ends_with_a_phase_in_which_another_enemy_acts() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=5), foe("cutter", damage=1))
    bout.do(HIT, BETTER, END, readings=["success"])
    bout.phase()
    assert bout["ann"].health == 9
    bout.do(HIT, END, readings=["mixed"])
    bout.phase()
    assert bout["ann"].health == 4


@pytest.mark.rule("trade.suppress.duration")
def test_suppression_won_twice_in_a_turn_ends_no_later() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=30))
    bout.do(HIT, BETTER, HIT, DAMAGE, readings=["success", "success"])
    bout.phase()
    assert not bout["brute"].suppressed
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.suppress.phase-only")
def test_a_suppressed_enemy_still_strikes_at_once_when_a_roll_against_it_fails() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=3))
    bout.do(HIT, BETTER, HIT, readings=["success", "failure"], rulings=BAD)
    assert bout["ann"].health == 7
    assert bout["brute"].suppressed


@pytest.mark.rule("trade.suppress.phase-only")
def test_the_blow_of_a_suppressed_enemy_can_carry_extra_damage() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=3))
    extra = {"trade.failure.worse-position": ("extra-damage",)}
    bout.do(HIT, BETTER, HIT, readings=["success", "failure"], rulings=extra)
    assert bout["ann"].health == 5


@pytest.mark.rule("trade.suppress.phase-only", "trade.failure.options-must-apply")
def test_by_house_rule_suppression_stops_the_blow_but_not_the_worse_position() -> None:
    bout = Bout(
        hero("ann"), foe("brute", damage=3), house={"suppression-stops-failure-blow": "yes"}
    )
    table = bout.do(HIT, BETTER, HIT, readings=["success", "failure"], rulings=BAD)
    assert bout["ann"].health == 10
    assert bout["ann"].bad_waiting == 1
    assert bout.fight.stage == "phase"
    offered = [option[0] for option in table.options_of("trade.failure.worse-position")]
    assert "bad-situation" in offered
    assert "extra-damage" not in offered


@pytest.mark.rule("trade.suppress.phase-only")
def test_by_that_house_rule_an_enemy_that_is_not_suppressed_strikes_as_ever() -> None:
    house = {"suppression-stops-failure-blow": "yes"}
    bout = Bout(hero("ann"), foe("brute", damage=3), foe("cutter", damage=1), house=house)
    bout.do(
        HIT, BETTER, ("fight", "rapier", "cutter"), readings=["success", "failure"], rulings=BAD
    )
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.suppress.outlasts-failure")
def test_a_failure_does_not_lift_it_and_another_enemy_acts_in_the_phase() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=3), foe("cutter", damage=1))
    bout.do(HIT, BETTER, HIT, readings=["success", "failure"], rulings=BAD)
    assert bout["ann"].health == 7
    bout.phase()
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.suppress.outlasts-failure")
def test_with_nobody_else_the_phase_stays_empty_after_that_failure() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=3))
    bout.do(HIT, BETTER, HIT, readings=["success", "failure"], rulings=BAD)
    bout.phase()
    assert bout["ann"].health == 7


@pytest.mark.rule("trade.suppress.duration")
def test_an_enemy_suppressed_by_an_ability_is_free_after_the_phase_as_well() -> None:
    jinx = ability("jinx", {"kind": "suppress"})
    bout = Bout(hero("ann", abilities=[jinx]), foe("brute"))
    bout.do(("ability", "jinx", "brute"), BETTER, END, readings=["success"])
    bout.phase()
    assert bout["ann"].health == 10
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.suppress.duration")
def test_where_the_phase_follows_all_heroes_suppression_lasts_until_it() -> None:
    house = {"enemy-phase": "after-all-heroes"}
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=3), house=house)
    bout.do(("go", "ann"), HIT, BETTER, END, readings=["success"])
    bout.do(END)
    assert bout["brute"].suppressed
    bout.phase()
    assert (bout["ann"].health, bout["bob"].health) == (10, 10)
    assert not bout["brute"].suppressed
