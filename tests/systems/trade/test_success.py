"""What a success brings (area `success` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, actions_offered, ally, citing, dice_of, foe, hero

from affray.testing.script import OffScript, ScriptedTable

BETTER = ("better-position",)
ACTION = ("additional-action",)
DAMAGE = ("additional-damage",)
EFFECTS = {BETTER, ACTION, DAMAGE}
HIT = ("fight", "rapier", "brute")
JINX = ability("jinx", {"kind": "suppress"})


def effects_offered(table: ScriptedTable) -> list[set[Any]]:
    """Which of the three effects were offered, question by question."""
    asked = [set(what) & EFFECTS for _, _, what in table.asked if isinstance(what, list)]
    return [effects for effects in asked if effects]


def duel(**fields: Any) -> Bout:
    return Bout(hero("ann"), foe("brute", **{"hp": 40, **fields}))


@pytest.mark.rule("trade.success.damage-and-effect")
def test_a_success_deals_its_damage_and_offers_exactly_one_of_three_effects() -> None:
    bout = duel()
    table = bout.do(HIT, BETTER, readings=["success"])
    assert bout["brute"].hp == 37
    assert effects_offered(table) == [EFFECTS]
    assert citing(table, "trade.success.damage-and-effect")
    assert bout["ann"].better_waiting == 1
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.success.damage-and-effect")
def test_no_effect_can_be_declined_on_a_blow_for_nothing() -> None:
    with pytest.raises(OffScript):
        duel().do(HIT, ("none",), readings=["success"])


@pytest.mark.rule("trade.success.damage-and-effect", "trade.mixed.trade")
def test_a_mixed_success_and_a_failure_offer_no_effect() -> None:
    assert effects_offered(duel().do(HIT, readings=["mixed"])) == []
    assert effects_offered(duel().do(HIT, readings=["failure"])) == []


@pytest.mark.rule("trade.success.suppresses")
def test_the_enemy_struck_by_a_success_is_suppressed_and_no_other_is() -> None:
    bout = Bout(hero("ann"), foe("brute"), foe("cutter"))
    table = bout.do(HIT, BETTER, readings=["success"])
    assert bout["brute"].suppressed
    assert not bout["cutter"].suppressed
    (event,) = [e for e in citing(table, "trade.success.suppresses") if e.code == "suppressed"]
    assert event.fields["who"] == "brute"


@pytest.mark.rule("trade.success.suppresses")
def test_a_suppressed_enemy_may_not_be_the_one_that_acts() -> None:
    bout = duel()
    bout.do(HIT, BETTER, ("end",), readings=["success"])
    bout.phase()
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.success.order", "trade.success.additional-damage")
def test_additional_damage_lands_as_one_hit_with_the_blow() -> None:
    bout = duel(armor=2)
    table = bout.do(HIT, DAMAGE, readings=["success"])
    assert bout["brute"].hp == 40 - (3 + 2 - 2)
    assert citing(table, "trade.success.additional-damage")


@pytest.mark.rule("trade.success.order", "trade.success.additional-damage")
def test_the_effect_is_picked_before_the_blow_lands() -> None:
    bout = duel()
    seen: list[int] = []
    table = bout._table(choices=[HIT, DAMAGE], readings=["success"])
    choose = table.choose

    def watched(who: str, options: Any, **rest: Any) -> Any:
        key = choose(who, options, **rest)
        if key == DAMAGE:
            seen.append(bout["brute"].hp)
        return key

    table.choose = watched  # type: ignore[method-assign]
    bout._table = lambda **_: table  # type: ignore[method-assign]
    bout.do()
    assert seen == [40]
    assert bout["brute"].hp == 35


@pytest.mark.rule("trade.success.order")
@pytest.mark.parametrize(("hp", "out"), [(4, True), (5, True), (6, False)])
def test_an_enemy_at_no_hp_is_out_and_one_still_up_is_suppressed(hp: int, out: bool) -> None:
    bout = Bout(hero("ann"), foe("brute", hp=hp), foe("cutter"))
    bout.do(HIT, DAMAGE, readings=["success"])
    assert bout["brute"].is_in is not out
    assert bout["brute"].suppressed is not out
    assert bout["brute"].hp == max(0, hp - 5)
    assert bout.fight.result is None
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.success.order")
def test_the_fight_ends_at_once_when_a_success_downs_the_last_enemy() -> None:
    bout = duel(hp=3)
    table = bout.do(HIT, ACTION, readings=["success"])
    assert bout.fight.result == "heroes"
    assert table.codes()[-1] == "fight-over"


@pytest.mark.rule("trade.success.effect-must-apply")
def test_additional_damage_is_not_offered_to_an_action_without_damage() -> None:
    bout = Bout(hero("ann", abilities=[JINX]), foe("brute"))
    table = bout.do(("ability", "jinx", "brute"), BETTER, readings=["success"])
    assert effects_offered(table) == [{BETTER, ACTION}]


@pytest.mark.rule("trade.success.effect-must-apply")
def test_additional_damage_is_offered_to_an_ability_that_deals_damage() -> None:
    bolt = ability("bolt", {"kind": "damage", "amount": 1})
    bout = Bout(hero("ann", abilities=[bolt]), foe("brute"))
    table = bout.do(("ability", "bolt", "brute"), DAMAGE, readings=["success"])
    assert effects_offered(table) == [EFFECTS]
    assert bout["brute"].hp == 10 - 3


@pytest.mark.rule("trade.success.effect-must-apply")
@pytest.mark.parametrize(("damage", "offered"), [(0, {BETTER, ACTION}), (1, EFFECTS)])
def test_the_least_damage_can_be_added_to_and_none_at_all_cannot(
    damage: int, offered: set[Any]
) -> None:
    bout = Bout(hero("ann"), ally("hound", damage=damage), foe("brute"))
    table = bout.do(("command", "hound", "brute"), BETTER, readings=["success"])
    assert effects_offered(table) == [offered]


@pytest.mark.rule("trade.success.effect-must-apply")
def test_better_position_is_not_offered_while_one_is_waiting() -> None:
    table = duel().do(HIT, BETTER, HIT, ACTION, readings=["success", "success"])
    assert effects_offered(table) == [EFFECTS, {ACTION, DAMAGE}]


@pytest.mark.rule("trade.success.effect-must-apply")
def test_better_position_is_offered_again_in_the_turn_in_which_one_counts() -> None:
    bout = duel()
    bout.do(HIT, BETTER, ("end",), readings=["success"])
    table = bout.do(HIT, BETTER, readings=["success"])
    assert effects_offered(table) == [EFFECTS]


@pytest.mark.rule("trade.success.effect-must-apply", "trade.position.no-stack")
def test_a_second_better_position_is_offered_where_positions_stack() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=40), house={"positions-stack": "yes"})
    table = bout.do(HIT, BETTER, HIT, BETTER, readings=["success", "success"])
    assert effects_offered(table) == [EFFECTS, EFFECTS]
    assert bout["ann"].better_waiting == 2


@pytest.mark.rule("trade.success.effect-must-apply")
def test_an_action_out_of_turn_is_not_offered_an_additional_action() -> None:
    bout = duel()
    bout.do(("reserve",))
    table = bout.phase(HIT, BETTER, readings=["success"])
    assert effects_offered(table) == [{BETTER, DAMAGE}]


@pytest.mark.rule("trade.success.effect-must-apply")
def test_where_no_effect_can_apply_none_is_taken() -> None:
    bout = Bout(hero("ann", abilities=[JINX]), foe("brute"))
    bout.do(("reserve",))
    bout["ann"].better_waiting = 1
    table = bout.phase(("ability", "jinx", "brute"), readings=["success"])
    assert effects_offered(table) == []
    assert bout["ann"].better_waiting == 1
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.success.better-position")
def test_better_position_is_one_die_more_on_every_roll_of_the_next_turn() -> None:
    bout = duel()
    table = bout.do(HIT, BETTER, readings=["success"])
    assert citing(table, "trade.success.better-position")
    bout.do(HIT, readings=["mixed"])
    assert dice_of(bout.do(HIT, HIT, readings=["mixed", "mixed"])) == [4, 4]


@pytest.mark.rule("trade.success.additional-action")
def test_an_additional_action_comes_on_top_of_the_two_of_the_turn() -> None:
    bout = duel()
    table = bout.do(HIT, ACTION, readings=["success"])
    assert bout.fight.actions == 2
    assert citing(table, "trade.success.additional-action")
    bout.do(HIT, HIT, readings=["mixed", "mixed"])
    assert bout["brute"].hp == 40 - 9
    assert bout.fight.stage == "phase"


@pytest.mark.rule("trade.success.additional-action", "trade.success.additional-action-repeats")
def test_an_additional_action_won_with_the_last_one_keeps_the_turn_going() -> None:
    bout = duel()
    bout.do(HIT, HIT, ACTION, readings=["mixed", "success"])
    assert bout.fight.actions == 1
    assert bout.fight.acting == "ann"
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.success.additional-action-repeats")
def test_every_success_of_a_turn_may_pick_it_again() -> None:
    bout = duel()
    table = bout.do(*[HIT, ACTION] * 6, readings=["success"] * 6)
    assert effects_offered(table) == [EFFECTS] * 6
    assert bout.fight.actions == 2
    assert bout["brute"].hp == 40 - 18


@pytest.mark.rule("trade.success.additional-action-repeats", "trade.failure.ends-turn")
def test_gained_actions_are_lost_with_a_failed_roll() -> None:
    bout = duel()
    bout.do(HIT, ACTION, HIT, ACTION, HIT, readings=["success", "success", "failure"])
    assert bout.fight.stage == "phase"
    assert bout.fight.actions == 0


@pytest.mark.rule("trade.success.additional-action-repeats")
def test_gained_actions_do_not_carry_over_to_the_next_turn() -> None:
    bout = duel()
    bout.do(HIT, ACTION, ("end",), readings=["success"])
    bout.do(HIT, readings=["mixed"])
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.success.additional-action-repeats")
def test_by_house_rule_it_is_offered_once_a_turn() -> None:
    house = {"additional-action-limit": "one-per-turn"}
    bout = Bout(hero("ann"), foe("brute", hp=60), house=house)
    table = bout.do(HIT, ACTION, HIT, DAMAGE, HIT, DAMAGE, readings=["success"] * 3)
    assert effects_offered(table) == [EFFECTS, {BETTER, DAMAGE}, {BETTER, DAMAGE}]
    bout.phase()
    table = bout.do(HIT, ACTION, readings=["success"])
    assert effects_offered(table) == [EFFECTS]


@pytest.mark.rule("trade.success.additional-action-repeats")
def test_that_house_rule_counts_picks_and_not_successes() -> None:
    house = {"additional-action-limit": "one-per-turn"}
    bout = Bout(hero("ann"), foe("brute", hp=60), house=house)
    table = bout.do(HIT, DAMAGE, HIT, ACTION, readings=["success"] * 2)
    assert effects_offered(table) == [EFFECTS, EFFECTS]


@pytest.mark.rule("trade.success.additional-damage")
def test_additional_damage_is_two_more_on_this_hit_alone() -> None:
    bout = duel()
    bout.do(HIT, DAMAGE, readings=["success"])
    assert bout["brute"].hp == 35
    bout.do(HIT, readings=["mixed"])
    assert bout["brute"].hp == 32


@pytest.mark.rule(
    "trade.success.better-position",
    "trade.success.additional-action",
    "trade.success.additional-damage",
)
def test_the_numbers_of_the_effects_are_the_tables_own() -> None:
    house = {"better-position-dice": 2, "additional-actions": 3, "additional-damage": 5}
    bout = Bout(hero("ann"), foe("brute", hp=60), house=house)
    bout.do(HIT, DAMAGE, readings=["success"])
    assert bout["brute"].hp == 52
    bout.do(HIT, ACTION, readings=["success"])
    assert bout.fight.actions == 3
    bout.do(HIT, BETTER, ("end",), readings=["success"])
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [5]


@pytest.mark.rule("trade.success.suppresses")
def test_a_success_that_hits_for_nothing_still_suppresses() -> None:
    bout = Bout(hero("ann", weapons=("shortbow",)), foe("brute", armor=3), ally("hound"))
    table = bout.do(("fight", "shortbow", "brute"), BETTER, readings=["success"])
    assert bout["brute"].hp == 10
    assert bout["brute"].suppressed
    assert ("end",) in actions_offered(table)
