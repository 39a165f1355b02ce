"""What a player is shown of what may come of an attack: nothing that hangs on veiled numbers."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import SIXTEEN, foe, hero

from affray.kernel.policy import DefaultPolicy
from affray.kernel.question import Edit
from affray.kernel.system import Setup
from affray.kernel.view import GM_SEAT, Seat
from affray.odds.preview import preview_for
from affray.tables.play import Play

ANN = Seat("ann", "player", frozenset(["ann"]))


def at_the_turn(shown: str, **fields: Any) -> Play:
    """It is ann's turn, next to a foe whose numbers are shown like that."""
    blocks = [hero("ann", max_hp=20), foe("cur", **{"shown": shown, "max_hp": 20, **fields})]
    scene = {"distance": 5, "first": "heroes"}
    play = Play(SIXTEEN, Setup("sixteen", "bout", blocks, scene, {}), secret=b"1")
    while play.questions[0].id.rule != "sixteen.turn.parts":
        play.nudge(DefaultPolicy(), DefaultPolicy())
    return play


def seen(play: Play, key: tuple[str, ...], seat: Seat) -> dict[str, Any]:
    policy = DefaultPolicy()
    found: dict[str, Any] = preview_for(play, play.questions[0], key, policy, policy, seat).dump()
    return found


@pytest.mark.rule("sixteen.deflect.roll")
@pytest.mark.parametrize(
    "veiled",
    [{"armour": "plate"}, {"deflect_bonus": 10}, {"con": -5}, {"size": "tiny"}, {"hp_now": 2}],
    ids=str,
)
def test_a_players_preview_of_an_attack_is_the_same_whatever_the_foe_hides(
    veiled: dict[str, Any],
) -> None:
    attack = ("attack", "long-sword", "cur")
    plain, other = at_the_turn("word"), at_the_turn("word", **veiled)
    assert seen(plain, attack, ANN) == seen(other, attack, ANN)
    if veiled.keys() & {"armour", "hp_now"}:
        assert seen(plain, attack, GM_SEAT) != seen(other, attack, GM_SEAT)


def test_of_an_open_foe_the_player_sees_all() -> None:
    play = at_the_turn("all")
    attack = ("attack", "long-sword", "cur")
    assert seen(play, attack, ANN) == seen(play, attack, GM_SEAT)
    assert seen(play, attack, ANN)["changes"]


def test_dice_that_are_read_against_a_number_are_left_out_of_a_players_preview() -> None:
    """A foe that walks away from ann: her blow is read against numbers of somebody's."""
    play = at_the_turn("word")
    attack = ("attack", "long-sword", "cur")
    assert not seen(play, attack, ANN)["rolls"]
    assert seen(play, attack, GM_SEAT)["rolls"]
    play.edit(Edit("set", "cur", "deflect-bonus", 9))
    assert not seen(play, attack, ANN)["rolls"]
