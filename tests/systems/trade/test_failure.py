"""What a failed roll brings (area `failure` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, actions_offered, ally, citing, dice_of, foe, hero

from affray.testing.script import ScriptedTable

WORSE = "trade.failure.worse-position"
PICK = "trade.phase.group-pick"
END = ("end",)
HIT = ("fight", "rapier", "brute")
CUT = ("fight", "rapier", "cutter")
BAD = {WORSE: ("bad-situation",)}
EXTRA = {WORSE: ("extra-damage",)}
HEX = ability("hex", {"kind": "damage", "amount": 3}, stat=None, target="one hero or ally")
BOLT = ability("bolt", {"kind": "damage", "amount": 3}, stat=None)
BANE = ability("bane", {"kind": "dice", "dice": -1}, stat=None, target="self")


def shield(lost: str = "") -> dict[str, Any]:
    return {"id": "shield", "name": "shield", "lost": lost}


def kinds(table: ScriptedTable) -> set[str]:
    """Which worse positions the GM was offered."""
    return {str(option[0]) for option in table.options_of(WORSE)}


def fail(bout: Bout, *first: tuple[str, ...], **rulings: Any) -> ScriptedTable:
    return bout.do(*first, HIT, readings=["failure"], **rulings)


def weapons_offered(bout: Bout) -> set[str]:
    """What the hero can fight with at the start of the next turn."""
    return {o[1] for o in actions_offered(bout.do(END)) if o[0] == "fight"}


# ---- the blow and the end of the turn ----


@pytest.mark.rule("trade.failure.blow")
def test_a_failure_achieves_nothing_and_brings_the_blow_at_once() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=4), foe("cutter", damage=1))
    table = fail(bout, ("go", "ann"), rulings=BAD)
    assert bout["brute"].hp == 10
    assert (bout["ann"].health, bout["bob"].health) == (6, 10)
    assert bout.fight.stage == "phase"
    (event,) = [e for e in citing(table, "trade.failure.blow") if "now" in e.fields]
    assert (event.fields["before"], event.fields["now"]) == (10, 6)


@pytest.mark.rule("trade.failure.blow")
def test_the_blow_of_a_failed_command_falls_on_the_ally() -> None:
    bout = Bout(hero("ann"), ally("hound"), foe("brute", damage=4))
    bout.do(("command", "hound", "brute"), readings=["failure"])
    assert (bout["ann"].health, bout["hound"].hp) == (10, 6)


@pytest.mark.rule("trade.failure.blow", "trade.failure.only-second-action")
def test_a_failure_owes_no_trade() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4))
    fail(bout, rulings=BAD)
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.failure.ends-turn")
def test_a_failure_as_the_first_action_ends_the_turn_and_loses_the_second() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    table = fail(bout, rulings=BAD)
    assert (bout.fight.stage, bout.fight.actions) == ("phase", 0)
    assert citing(table, "trade.failure.ends-turn")
    bout.phase()
    bout.do(HIT, readings=["mixed"])
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.failure.ends-turn")
def test_all_actions_left_are_lost_however_many() -> None:
    bout = Bout(hero("ann"), foe("brute"), house={"actions-per-turn": 4})
    fail(bout, rulings=BAD)
    assert (bout.fight.stage, bout.fight.actions) == ("phase", 0)


@pytest.mark.rule("trade.failure.ends-turn")
def test_a_mixed_success_does_not_end_the_turn() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(HIT, readings=["mixed"])
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.failure.blow")
def test_the_blow_at_a_hero_who_failed_out_of_turn_is_no_commands_doing() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=4, hp=20))
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(("pass",))
    table = bout.do(HIT, HIT, readings=["mixed", "failure"], rulings=BAD)
    assert bout["bob"].health == 10 - 4 - 4
    assert (bout.fight.acting, bout.fight.actions) == ("ann", 1)
    assert not [e.rules for e in table.events if any(".command." in rule for rule in e.rules)]


# ---- the worse position ----


@pytest.mark.rule("trade.failure.worse-position")
def test_the_gm_is_offered_the_four_worse_positions() -> None:
    bout = Bout(hero("ann"), foe("brute", abilities=[HEX]))
    assert kinds(fail(bout)) == {"bad-situation", "enemy-ability", "extra-damage", "lost-tool"}


@pytest.mark.rule("trade.failure.worse-position", "trade.failure.bad-situation")
def test_left_alone_it_is_a_bad_situation() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=2, abilities=[HEX]))
    table = fail(bout)
    assert bout["ann"].bad_waiting == 1
    assert bout["ann"].health == 8
    assert citing(table, "trade.failure.bad-situation")


@pytest.mark.rule("trade.failure.worse-position", "trade.failure.extra-damage")
def test_left_alone_it_is_extra_damage_if_a_bad_situation_is_waiting() -> None:
    bout = Bout(hero("ann", abilities=[BANE]), foe("brute", damage=2, abilities=[HEX]))
    fail(bout, ("ability", "bane", "ann"))
    assert bout["ann"].bad_waiting == 1
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.failure.bad-situation")
def test_a_bad_situation_is_one_die_fewer_on_every_roll_of_the_next_turn() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=0))
    fail(bout, rulings=BAD)
    assert dice_of(bout.do(HIT, HIT, readings=["mixed", "mixed"])) == [2, 2]
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.failure.extra-damage", "trade.failure.order")
@pytest.mark.parametrize(("armor", "lost"), [(0, 4), (1, 3), (3, 1)])
def test_extra_damage_rides_on_the_blow_and_is_soaked_with_it(armor: int, lost: int) -> None:
    bout = Bout(hero("ann", armor=armor), foe("brute", damage=2))
    table = fail(bout, rulings=EXTRA)
    assert bout["ann"].health == 10 - lost
    assert bout["ann"].bad_waiting == 0
    assert citing(table, "trade.failure.extra-damage")


@pytest.mark.rule("trade.failure.extra-damage")
def test_extra_damage_does_not_add_to_the_action_of_the_phase() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=2))
    fail(bout, rulings=EXTRA)
    bout.phase()
    assert bout["ann"].health == 10 - 4 - 2


@pytest.mark.rule("trade.failure.enemy-ability")
@pytest.mark.parametrize(("armor", "left"), [(0, 5), (1, 7), (2, 9), (3, 10)])
def test_an_enemy_ability_comes_on_top_of_the_blow_as_a_hit_of_its_own(
    armor: int, left: int
) -> None:
    bout = Bout(hero("ann", armor=armor), foe("brute", damage=2, abilities=[HEX]))
    table = fail(bout, rulings={WORSE: ("enemy-ability", "hex")})
    assert bout["ann"].health == left
    assert citing(table, "trade.failure.enemy-ability")


@pytest.mark.rule("trade.failure.enemy-ability", "trade.failure.phase-still-comes")
def test_using_its_ability_does_not_keep_the_opponent_from_the_phase() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=2, abilities=[HEX]))
    fail(bout, rulings={WORSE: ("enemy-ability", "hex")})
    bout.phase()
    assert bout["ann"].health == 10 - 2 - 3 - 2


@pytest.mark.rule("trade.failure.bad-situation", "trade.failure.extra-damage")
def test_the_numbers_of_the_worse_positions_are_the_tables_own() -> None:
    house = {"extra-damage": 5, "bad-situation-dice": -2}
    bout = Bout(hero("ann"), foe("brute", damage=1), house=house)
    fail(bout, rulings=EXTRA)
    assert bout["ann"].health == 4
    fail(bout, rulings=BAD)
    assert bout["ann"].health == 2
    bout["ann"].health = 10
    assert dice_of(bout.do(HIT, readings=["mixed"])) == [1]


# ---- the order ----


@pytest.mark.rule("trade.failure.order")
def test_the_worse_position_is_picked_after_the_turn_has_ended_and_before_the_blow() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4))
    table = bout._table(choices=[HIT], readings=["failure"], rulings=BAD)
    seen: list[tuple[int, int]] = []
    rule = table.rule

    def watched(because: Any, options: Any, default: Any) -> Any:
        if because == WORSE or because[0] == WORSE:
            seen.append((bout.fight.actions, bout["ann"].health))
        return rule(because, options, default)

    table.rule = watched  # type: ignore[method-assign]
    bout._table = lambda **_: table  # type: ignore[method-assign]
    bout.do()
    assert seen == [(0, 10)]
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.failure.order")
def test_other_effects_are_applied_after_the_blow() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4, abilities=[HEX]))
    table = fail(bout, rulings={WORSE: ("enemy-ability", "hex")})
    hurts = [(e.fields["before"], e.fields["now"]) for e in table.events if "now" in e.fields]
    assert hurts == [(10, 6), (6, 3)]
    bout = Bout(hero("ann"), foe("brute", damage=4))
    table = fail(bout, rulings=BAD)
    (blow,) = [n for n, e in enumerate(table.events) if "now" in e.fields]
    assert all(
        n > blow for n, e in enumerate(table.events) if e.rule == "trade.failure.bad-situation"
    )


@pytest.mark.rule("trade.failure.order")
def test_a_blow_that_ends_the_fight_leaves_no_room_for_the_ability_or_the_phase() -> None:
    bout = Bout(hero("ann", health=2), foe("brute", damage=2, abilities=[HEX]))
    table = fail(bout, rulings={WORSE: ("enemy-ability", "hex")})
    assert bout["ann"].health == 0
    assert bout.fight.result == "foes"
    assert not citing(table, "trade.failure.enemy-ability")


@pytest.mark.rule("trade.failure.order")
def test_the_blow_can_down_a_hero_while_others_fight_on_and_the_phase_is_held() -> None:
    bout = Bout(hero("ann", health=2), hero("bob"), foe("brute", damage=2))
    fail(bout, ("go", "ann"), rulings=BAD)
    assert not bout["ann"].is_in
    assert bout.fight.result is None
    bout.phase()
    assert (bout["ann"].health, bout["bob"].health) == (0, 8)
