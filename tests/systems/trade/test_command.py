"""Commanding an ally (area `command` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, actions_offered, ally, citing, dice_of, foe, hero, weapon

WORSE = "trade.failure.worse-position"
PICK = "trade.phase.group-pick"
BETTER = ("better-position",)
END = ("end",)
HOUND = ("command", "hound", "brute")
BOB = ("command", "bob", "brute")
UNLIKE = {"strength": 1, "reflexes": 5, "wits": 2, "charm": 4}


def commands(bout: Bout, *first: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The commands open to the hero who goes, who then ends the turn."""
    return {o[1:] for o in actions_offered(bout.do(*first, END)) if o[0] == "command"}


def bad_on(victim: str) -> dict[str, tuple[str, ...]]:
    return {WORSE: ("bad-situation", victim)}


def troop(*, bob: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """Ann commands Bob or the hound against a brute."""
    return Bout(hero("ann", **fields), hero("bob", **bob or {}), ally("hound"), foe("brute", hp=30))


@pytest.mark.rule("trade.command.who")
def test_a_fellow_hero_or_an_allied_npc_is_sent_against_one_enemy() -> None:
    bout = Bout(hero("ann"), hero("bob"), ally("hound"), foe("brute"), foe("cutter"))
    assert commands(bout, ("go", "ann")) == {
        (who, enemy) for who in ("bob", "hound") for enemy in ("brute", "cutter")
    }


@pytest.mark.rule("trade.command.who")
def test_nobody_who_is_down_or_gone_can_be_commanded_or_attacked() -> None:
    bout = Bout(
        hero("ann"),
        hero("bob", health=0),
        hero("cid"),
        ally("hound"),
        ally("crow"),
        foe("brute"),
        foe("cutter"),
    )
    bout["crow"].hp = 0
    bout["cid"].status = "clear"
    bout["brute"].hp = 0
    assert commands(bout) == {("hound", "cutter")}


@pytest.mark.rule("trade.command.who")
def test_a_hero_without_anybody_to_command_has_no_command() -> None:
    assert commands(Bout(hero("ann"), foe("brute"))) == set()


@pytest.mark.rule("trade.command.stat")
@pytest.mark.parametrize(("make", "dice"), [("living", 4), ("summoned", 2), ("constructed", 2)])
def test_the_commander_rolls_charm_or_wits_for_what_is_summoned_or_made(
    make: str, dice: int
) -> None:
    bout = Bout(hero("ann", stats=UNLIKE), ally("hound", make=make), foe("brute"))
    table = bout.do(HOUND, readings=["mixed"])
    assert dice_of(table) == [dice]
    assert citing(table, "trade.command.stat")


@pytest.mark.rule("trade.command.stat", "trade.command.commander-rolls")
def test_a_fellow_hero_is_commanded_with_the_commanders_charm() -> None:
    bout = troop(stats=UNLIKE, bob={"stats": {"charm": 1, "reflexes": 1}})
    table = bout.do(("go", "ann"), BOB, readings=["mixed"])
    assert dice_of(table) == [4]
    (roll,) = [event for event in table.events if event.code == "rolled"]
    assert roll.fields["who"] == "ann"


@pytest.mark.rule("trade.command.ally-damage")
def test_an_npc_ally_deals_the_damage_of_its_stat_block() -> None:
    bout = Bout(hero("ann", weapons=("greatsword",)), ally("hound", damage=4), foe("brute"))
    table = bout.do(HOUND, readings=["mixed"])
    assert bout["brute"].hp == 6
    (hurt,) = citing(table, "trade.command.ally-damage")
    assert (hurt.fields["by"], hurt.fields["target"], hurt.fields["raw"]) == ("hound", "brute", 4)


@pytest.mark.rule("trade.command.ally-damage")
@pytest.mark.parametrize(
    ("weapons", "damage"),
    [
        (("greatsword", "dagger"), 6),
        (("dagger", "greatsword"), 2),
        ((), 1),
        ((weapon("axe", lost="broken"),), 1),
        ((weapon("axe", lost="knocked-away"), "dagger"), 2),
    ],
)
def test_another_hero_deals_the_damage_of_the_weapon_in_hand(weapons: Any, damage: int) -> None:
    bout = troop(weapons=("axe",), bob={"weapons": weapons})
    bout.do(("go", "ann"), BOB, readings=["mixed"])
    assert bout["brute"].hp == 30 - damage


@pytest.mark.rule("trade.command.ally-damage")
def test_the_weapon_in_hand_is_the_one_used_last() -> None:
    bout = troop(bob={"weapons": ("dagger", "axe")})
    bout.do(("go", "bob"), ("fight", "axe", "brute"), END, readings=["mixed"])
    bout.do(BOB, readings=["mixed"])
    assert bout["brute"].hp == 30 - 4 - 4


@pytest.mark.rule("trade.command.ally-damage")
def test_an_ally_whose_commander_fails_deals_nothing() -> None:
    bout = troop()
    bout.do(("go", "ann"), BOB, readings=["failure"], rulings=bad_on("bob"))
    assert bout["brute"].hp == 30


@pytest.mark.rule("trade.command.ally-exposed")
@pytest.mark.parametrize("armor", [0, 1])
def test_the_ally_takes_what_a_mixed_success_brings_in_the_phase(armor: int) -> None:
    bout = Bout(hero("ann", armor=3), hero("bob", armor=armor), foe("brute", damage=4))
    bout.do(("go", "ann"), BOB, END, readings=["mixed"])
    assert bout["bob"].health == 10
    bout.phase()
    assert (bout["ann"].health, bout["bob"].health) == (10, 6 + armor)


@pytest.mark.rule("trade.command.ally-exposed")
@pytest.mark.parametrize("armor", [0, 1])
def test_the_ally_takes_what_a_failure_brings_at_once(armor: int) -> None:
    bout = Bout(hero("ann", armor=3), ally("hound", armor=armor), foe("brute", damage=4))
    table = bout.do(HOUND, readings=["failure"], rulings=bad_on("hound"))
    assert (bout["ann"].health, bout["hound"].hp) == (10, 6 + armor)
    assert citing(table, "trade.command.ally-exposed")


@pytest.mark.rule("trade.command.commander-rolls")
def test_the_state_and_positions_of_the_commander_count_and_not_the_allys() -> None:
    bout = troop(health=3, bob={"health": 2})
    bout["bob"].better_waiting = 1
    assert dice_of(bout.do(("go", "ann"), BOB, readings=["mixed"])) == [2]
    bout = troop(bob={"health": 2})
    bout["ann"].better_waiting = 1
    bout["bob"].bad_waiting = 1
    assert dice_of(bout.do(("go", "ann"), BOB, readings=["mixed"])) == [4]


@pytest.mark.rule("trade.command.commander-rolls", "trade.roll.minimum-pool")
def test_where_a_pool_of_no_dice_fails_it_is_the_commanders_pool() -> None:
    for weak, dice in (("ann", []), ("bob", [3])):
        bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=0), house={"empty-pool": "fails"})
        bout[weak].stats = {"strength": 1, "reflexes": 1, "wits": 1, "charm": 1}
        bout[weak].bad_waiting = 1
        table = bout.do(("go", "ann"), BOB, END, readings=["mixed"] if dice else [])
        assert dice_of(table) == dice


@pytest.mark.rule("trade.command.commander-rolls")
def test_additional_damage_goes_on_the_allys_hit() -> None:
    bout = Bout(hero("ann"), ally("hound", damage=2), foe("brute", armor=3))
    bout.do(HOUND, ("additional-damage",), readings=["success"])
    assert bout["brute"].hp == 10 - (2 + 2 - 3)


@pytest.mark.rule("trade.command.commander-rolls")
def test_additional_action_and_better_position_go_to_the_commander() -> None:
    bout = troop()
    bout.do(("go", "ann"), BOB, ("additional-action",), readings=["success"])
    assert (bout.fight.acting, bout.fight.actions) == ("ann", 2)
    bout.do(BOB, BETTER, readings=["success"])
    assert (bout["ann"].better_waiting, bout["bob"].better_waiting) == (1, 0)


@pytest.mark.rule("trade.command.commander-rolls")
def test_the_enemy_the_ally_struck_is_suppressed() -> None:
    bout = Bout(hero("ann"), ally("hound"), foe("brute"), foe("cutter"))
    bout.do(HOUND, BETTER, readings=["success"])
    assert bout["brute"].suppressed
    assert not bout["cutter"].suppressed


@pytest.mark.rule("trade.command.commander-rolls")
def test_only_the_ally_moves_to_strike() -> None:
    bout = troop()
    bout.do(("go", "ann"), BOB, readings=["mixed"])
    assert bout.fight.near == {("bob", "brute")}


@pytest.mark.rule("trade.command.phase-exposure")
def test_after_a_failure_the_further_action_is_aimed_at_the_ally_by_default() -> None:
    bout = troop()
    bout.do(("go", "ann"), HOUND, readings=["failure"], rulings=bad_on("hound"))
    assert citing(bout.phase(), "trade.command.phase-exposure")
    assert (bout["ann"].health, bout["bob"].health, bout["hound"].hp) == (10, 10, 6)


@pytest.mark.rule("trade.command.phase-exposure")
def test_after_a_failure_the_gm_may_aim_it_at_somebody_else() -> None:
    bout = troop()
    bout.do(("go", "ann"), HOUND, readings=["failure"], rulings=bad_on("hound"))
    bout.phase(rulings={PICK: ("strike", "brute", "bob")})
    assert (bout["bob"].health, bout["hound"].hp) == (8, 8)


@pytest.mark.rule("trade.command.phase-exposure")
def test_after_a_mixed_success_the_traded_damage_is_always_the_allys() -> None:
    bout = troop()
    bout.do(("go", "ann"), HOUND, END, readings=["mixed"])
    table = bout.phase()
    assert table.options_of(PICK) == [("strike", "brute", "hound")]
    assert (bout["ann"].health, bout["hound"].hp) == (10, 8)


@pytest.mark.rule("trade.command.phase-exposure")
@pytest.mark.parametrize("hp", [2, 10])
def test_an_enemy_acting_in_place_of_the_one_attacked_aims_at_the_commander(hp: int) -> None:
    bout = Bout(hero("bob"), hero("ann"), ally("hound"), foe("brute", hp=hp), foe("cutter"))
    bout.do(("go", "ann"), HOUND, BETTER, END, readings=["success"])
    assert bout["brute"].suppressed or not bout["brute"].is_in
    bout.phase()
    assert (bout["ann"].health, bout["bob"].health, bout["hound"].hp) == (8, 10, 10)


@pytest.mark.rule("trade.command.free-for-ally")
def test_being_commanded_costs_a_fellow_hero_no_action_and_no_reserve() -> None:
    bout = troop()
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(("pass",))
    bout.do(BOB, ("pass",), BOB, ("pass",), readings=["mixed", "mixed"])
    assert bout["brute"].hp == 30 - 6
    assert bout["bob"].reserve == 1


@pytest.mark.rule("trade.command.free-for-ally")
def test_a_commanded_hero_still_has_a_whole_turn() -> None:
    bout = troop()
    bout.do(("go", "ann"), BOB, END, readings=["mixed"])
    assert not bout["bob"].acted
    bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    assert (bout.fight.acting, bout.fight.actions) == ("bob", 1)


@pytest.mark.rule("trade.command.free-for-ally")
def test_an_ally_can_be_commanded_by_everybody_in_a_round() -> None:
    bout = troop()
    bout.do(("go", "ann"), HOUND, HOUND, readings=["mixed", "mixed"])
    bout.do(HOUND, readings=["mixed"])
    assert bout["brute"].hp == 30 - 6


@pytest.mark.rule("trade.command.bad-situation-on-ally", "trade.command.failure-effect")
def test_a_bad_situation_falls_on_the_commanded_hero_by_default() -> None:
    bout = troop()
    table = bout.do(("go", "ann"), BOB, readings=["failure"], rulings=bad_on("bob"))
    assert (bout["ann"].bad_waiting, bout["bob"].bad_waiting) == (0, 1)
    assert citing(table, "trade.command.failure-effect")
    assert dice_of(bout.do(("fight", "rapier", "brute"), readings=["mixed"])) == [2]


@pytest.mark.rule("trade.command.bad-situation-on-ally")
def test_given_to_an_npc_it_takes_a_die_from_its_commanders_next_turn_of_commanding_it() -> None:
    bout = Bout(hero("ann"), ally("hound"), ally("crow"), foe("brute", hp=30, damage=0))
    table = bout.do(HOUND, readings=["failure"], rulings=bad_on("hound"))
    (event,) = citing(table, "trade.command.bad-situation-on-ally")
    assert (event.fields["who"], event.fields["commander"]) == ("hound", "ann")
    assert bout["ann"].bad_waiting == 0
    assert dice_of(bout.do(HOUND, HOUND, readings=["mixed", "mixed"])) == [2, 2]
    assert dice_of(bout.do(HOUND, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.command.bad-situation-on-ally")
def test_it_touches_no_other_roll_of_the_commander() -> None:
    bout = Bout(hero("ann"), ally("hound"), ally("crow"), foe("brute", hp=30, damage=0))
    bout.do(HOUND, readings=["failure"], rulings=bad_on("hound"))
    table = bout.do(
        ("command", "crow", "brute"), ("fight", "rapier", "brute"), readings=["mixed", "mixed"]
    )
    assert dice_of(table) == [3, 3]
    assert dice_of(bout.do(HOUND, readings=["mixed"])) == [3]


@pytest.mark.rule("trade.command.bad-situation-on-ally")
def test_it_touches_no_other_commander_of_that_ally() -> None:
    bout = Bout(hero("ann"), hero("bob"), ally("hound"), foe("brute", hp=30, damage=0))
    bout.do(("go", "ann"), HOUND, readings=["failure"], rulings=bad_on("hound"))
    assert dice_of(bout.do(HOUND, END, readings=["mixed"])) == [3]
    assert dice_of(bout.do(("go", "ann"), HOUND, readings=["mixed"])) == [2]
