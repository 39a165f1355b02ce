"""How a reserved action is rolled and read (area `turn` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, dice_of, foe, gm, hero, peek

PASS = ("pass",)
BETTER = ("better-position",)


def swing(enemy: str = "brute", weapon: str = "rapier") -> tuple[str, str, str]:
    return ("fight", weapon, enemy)


def reserved(damage: int = 2, **fields: Any) -> Bout:
    """Bob has had his turn and keeps an action; ann's turn is next. The brute struck bob."""
    bout = Bout(
        hero("ann"),
        hero("bob", **fields),
        foe("brute", damage=damage),
        foe("runt", damage=1),
    )
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(PASS)
    return bout


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_it_is_any_one_combat_action() -> None:
    hex_ = ability("hex", {"kind": "damage", "amount": 1})
    bout = Bout(hero("ann", abilities=[hex_]), hero("bob"), foe("brute"))
    bout.do(("go", "ann"), ("reserve",))
    _, who, options = peek(bout)
    assert who == "ann"
    kinds = {key[0] for key in options}
    assert kinds == {"pass", "fight", "flee", "ability", "command", "respond", "stunt"}


@pytest.mark.rule("trade.turn.reserve-resolution", "trade.turn.reserve")
@pytest.mark.parametrize(
    ("reading", "rest", "dice"), [("success", [BETTER, ("end",)], 4), ("failure", [], 2)]
)
def test_it_is_rolled_with_the_position_dice_of_its_own_turn(
    reading: str, rest: Any, dice: int
) -> None:
    bout = Bout(hero("ann"), foe("brute", hp=90, damage=0))
    bout.do(swing(), *rest, readings=[reading])
    bout.phase()
    bout.do(("reserve",))
    table = bout.phase(swing(), readings=["mixed"])
    assert dice_of(table) == [dice]
    assert (bout["ann"].better, bout["ann"].bad) == (0, 0)
    table = bout.do(swing(), readings=["mixed"])
    assert dice_of(table) == [3]


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_position_won_in_the_turn_it_was_kept_from_waits_for_the_next_turn() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=90), foe("runt", damage=0))
    bout.do(swing(), BETTER, ("reserve",), readings=["success"])
    table = bout.phase(swing("runt"), readings=["mixed"])
    assert dice_of(table) == [3]
    assert dice_of(bout.do(swing(), readings=["mixed"])) == [4]


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_failure_ends_no_turn() -> None:
    bout = reserved()
    before = bout["bob"].health
    bout.do(swing("runt"), swing(), readings=["mixed", "failure"])
    assert bout["bob"].health == before - 2
    assert bout["bob"].bad_waiting == 1
    assert (bout.fight.actions, bout.fight.acting) == (1, "ann")
    assert peek(bout)[1] == "ann"


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_the_additional_action_is_not_offered() -> None:
    bout = reserved()
    table = bout.do(swing("runt"), swing(), BETTER, readings=["mixed", "success"])
    offered = next(what for _, who, what in table.asked if who == "bob" and BETTER in list(what))
    assert set(offered) == {BETTER, ("additional-damage",)}
    assert bout["bob"].better_waiting == 1
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_failure_in_the_phase_brings_a_blow_of_its_own_and_the_declared_one() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(("reserve",))
    bout.phase(swing(), readings=["failure"])
    assert bout["ann"].health == 6
    assert peek(bout)[1] == "ann"


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_the_position_dice_last_until_the_last_kept_action_is_spent() -> None:
    house = {"reserved-actions": 2}
    bout = Bout(hero("ann"), hero("bob"), foe("brute", hp=90, damage=0), house=house)
    bout.do(("go", "bob"), swing(), BETTER, ("end",), readings=["success"])
    bout.phase()
    bout.do(("end",))
    bout.phase()
    bout.do(("go", "bob"), ("reserve",))
    assert dice_of(bout.phase(swing(), readings=["mixed"])) == [4]
    assert bout["bob"].better == 1
    table = bout.do(swing(), swing(), readings=["mixed", "mixed"])
    assert dice_of(table) == [3, 4]
    assert (bout["bob"].better, bout["bob"].reserve) == (0, 0)


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_a_hero_who_gets_clear_by_a_reserved_flight_ends_nobody_elses_turn() -> None:
    bout = reserved()
    bout.do(swing("runt"), ("flee", "charm", "leave"), readings=["mixed", "success"])
    assert bout["bob"].status == "clear"
    assert (bout.fight.actions, peek(bout)[1]) == (1, "ann")


@pytest.mark.rule("trade.turn.reserve-resolution", "trade.position.next-turn-only")
def test_no_position_is_left_for_an_action_that_the_turn_did_not_keep() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=90, damage=0))
    bout.do(swing(), BETTER, ("end",), readings=["success"])
    bout.phase()
    bout.do(("end",))
    gm(bout, "tag", "ann", "reserve")
    assert dice_of(bout.phase(swing(), readings=["mixed"])) == [3]


@pytest.mark.rule("trade.turn.reserve-resolution")
def test_the_position_dice_are_lost_with_the_kept_action() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=90, damage=0))
    bout.do(swing(), BETTER, ("end",), readings=["success"])
    bout.phase()
    bout.do(("reserve",))
    gm(bout, "untag", "ann", "reserve")
    gm(bout, "tag", "ann", "reserve")
    assert dice_of(bout.phase(swing(), readings=["mixed"])) == [3]
