"""Commanding somebody who shoots: the ranged rules read the ally (area `command`)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ally, citing, dice_of, foe, hero

BETTER = ("better-position",)
END = ("end",)
BOB = ("command", "bob", "brute")
SPRITE = ("command", "sprite", "brute")
SHOT = ("fight", "longbow", "brute")
BAD = {"trade.failure.worse-position": ("bad-situation", "bob")}


def archers(near: Any = None, **enemy: Any) -> Bout:
    """Ann, and Bob with a longbow (2 damage), against a brute that is apart unless `near`."""
    return Bout(
        hero("ann", weapons=("longbow",)),
        hero("bob", weapons=("longbow",)),
        foe("brute", **{"hp": 40, **enemy}),
        scene={"drop": "nobody", "near": near or []},
    )


@pytest.mark.rule("trade.command.ranged-ally")
def test_a_mixed_shot_of_a_commanded_archer_owes_no_trade_and_the_enemy_closes_on_the_ally() -> (
    None
):
    bout = archers()
    table = bout.do(("go", "ann"), BOB, readings=["mixed"])
    assert bout["brute"].hp == 38
    assert bout.fight.trades == ()
    assert bout.fight.near == {("bob", "brute")}
    assert (bout["ann"].pressed, bout["bob"].pressed) == (False, True)
    assert citing(table, "trade.command.ranged-ally")


@pytest.mark.rule("trade.command.ranged-ally")
def test_near_is_read_for_the_ally_and_not_for_the_commander() -> None:
    bout = archers(near=[["ann", "brute"]])
    bout.do(("go", "ann"), BOB, readings=["mixed"])
    assert bout.fight.trades == ()
    assert bout["bob"].pressed
    bout = archers(near=[["bob", "brute"]])
    bout.do(("go", "ann"), BOB, readings=["mixed"])
    assert bout.fight.trades == (("brute", "bob"),)
    assert not bout["bob"].pressed


@pytest.mark.rule("trade.command.ranged-ally")
def test_a_success_of_a_commanded_archer_leaves_the_pair_apart() -> None:
    bout = archers()
    bout.do(("go", "ann"), BOB, BETTER, readings=["success"])
    assert bout.fight.near == frozenset()
    assert bout["brute"].suppressed


@pytest.mark.rule("trade.command.ranged-ally")
@pytest.mark.parametrize("ranged", [False, True])
def test_a_failed_command_to_shoot_brings_the_enemy_near_the_ally_who_is_not_pressed(
    ranged: bool,
) -> None:
    bout = archers(ranged=ranged)
    bout.do(("go", "ann"), BOB, readings=["failure"], rulings=BAD)
    assert bout.fight.near == {("bob", "brute")}
    assert not bout["bob"].pressed
    assert (bout["ann"].health, bout["bob"].health) == (10, 8)


@pytest.mark.rule("trade.command.ranged-ally")
def test_the_lost_die_falls_on_the_next_command_to_shoot_and_only_on_it() -> None:
    bout = archers()
    bout["bob"].pressed = True
    bout.fight.near = frozenset({("bob", "brute")})
    table = bout.do(("go", "ann"), BOB, BOB, readings=["mixed", "mixed"])
    assert dice_of(table) == [2, 3]
    assert not bout["bob"].pressed


@pytest.mark.rule("trade.command.ranged-ally")
def test_the_lost_die_falls_on_the_allys_own_shot_if_that_comes_first() -> None:
    bout = archers()
    bout.do(("go", "ann"), BOB, END, readings=["mixed"])
    assert dice_of(bout.do(SHOT, SHOT, readings=["mixed", "mixed"])) == [2, 3]


@pytest.mark.rule("trade.command.ranged-ally")
def test_the_commanders_own_shots_do_not_lose_the_allys_die_nor_use_it_up() -> None:
    bout = archers()
    assert dice_of(bout.do(("go", "ann"), BOB, SHOT, readings=["mixed", "mixed"])) == [3, 3]
    assert bout["bob"].pressed


@pytest.mark.rule("trade.command.ranged-ally")
def test_a_pressed_commander_does_not_lose_a_die_when_an_ally_shoots() -> None:
    bout = archers(near=[["ann", "brute"]])
    bout["ann"].pressed = True
    assert dice_of(bout.do(("go", "ann"), BOB, readings=["mixed"])) == [3]
    assert bout["ann"].pressed


@pytest.mark.rule("trade.command.ranged-ally")
def test_an_npc_ally_marked_ranged_shoots_and_any_other_strikes_hand_to_hand() -> None:
    for ranged in (True, False):
        bout = Bout(
            hero("ann"), hero("bob"), ally("sprite", ranged=ranged), foe("brute", damage=0, hp=30)
        )
        bout.do(("go", "ann"), SPRITE, readings=["mixed"])
        assert bout["sprite"].pressed is ranged
        assert bout.fight.trades == (() if ranged else (("brute", "sprite"),))
        assert bout.fight.near == {("sprite", "brute")}
        table = bout.do(END)
        table = bout.do(SPRITE, readings=["mixed"])
        assert dice_of(table) == [2 if ranged else 3]


@pytest.mark.rule("trade.command.ranged-ally")
def test_a_pressed_npc_ally_is_released_when_no_enemy_is_near_it_any_more() -> None:
    bout = Bout(hero("ann"), ally("sprite", ranged=True), foe("brute", hp=5), foe("cutter"))
    bout.do(SPRITE, ("fight", "rapier", "brute"), readings=["mixed", "mixed"])
    assert not bout["brute"].is_in
    assert not bout["sprite"].pressed
