"""Rolls without being asked: made where nobody could add anything, and as each seat wishes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web_kit import Begun, Bot, Table, streaming

from affray.web.wishes import due, holding_up

ROUND = """
system = "vigor"
title = "A cairn in the rain"

[[heroes]]
use = "bram-ash"

[[heroes]]
use = "dagan-reef"

[[foes]]
use = "marsh-hound"
count = 3
"""


def rolls(bot: Bot) -> list[dict[str, Any]]:
    return [one for one in bot.view()["questions"] if "pool" in one]


def live(begun: Begun) -> Any:
    return next(one for one in begun.table.house.hub.fights if one.id == begun.id)


def settled(begun: Begun, seat: dict[str, Any], holds: Callable[[Bot], bool]) -> Bot:
    """Waits until it holds: each change comes over the seat's stream."""
    bot = begun.bot(seat)
    with streaming(begun.person(seat)) as messages:
        for _ in messages:
            if holds(bot):
                return bot
    raise AssertionError("the stream ended")


@pytest.fixture
def moor(table: Table) -> Begun:
    begun = table.begin(system="vigor", encounter="", text=ROUND)
    gm = begun.bot(begun.gm)
    while not (open_now := rolls(gm)):
        assert gm.step()
    assert open_now[0]["question"][0] == "vigor.initiative.roll"
    return begun


def test_whoever_wishes_it_is_not_asked_and_the_others_are(moor: Begun) -> None:
    seats = {seat["holds"][0]: seat for seat in moor.players}
    first = rolls(moor.bot(moor.gm))[0]["question"][2]
    player = moor.bot(seats[first])
    other = next(seat for who, seat in seats.items() if who != first)
    assert player.post("wish", {"rolls": "mine"}).is_success
    gm = settled(moor, moor.gm, lambda gm: rolls(gm)[0]["question"][2] != first)
    assert rolls(gm)[0]["question"][2] == other["holds"][0]
    assert moor.bot(other).post("wish", {"rolls": "mine"}).is_success
    # Three hounds are left, and nobody has asked to roll for them.
    gm = settled(moor, moor.gm, lambda gm: "hound" in rolls(gm)[0]["question"][2])
    assert gm.post("wish", {"rolls": "foes"}).is_success
    settled(moor, moor.gm, lambda gm: not rolls(gm))
    assert [e.how for e in live(moor).play.entries if getattr(e, "faces", None)] == ["rolled"] * 5


def test_a_wish_outlasts_a_restart_and_can_be_taken_back(moor: Begun) -> None:
    gm = moor.bot(moor.gm)
    live(moor).hub.pause = 3600.0
    assert gm.post("wish", {"rolls": "all", "waives": True}).is_success
    before = live(moor).beside.dump(("wishes",))
    moor.table.restart()
    settled(moor, moor.gm, lambda gm: not rolls(gm))
    assert live(moor).beside.dump(("wishes",)) == before
    assert gm.post("wish", {"rolls": "none"}).is_success
    assert gm.post("wish", {"waives": False}).is_success
    assert live(moor).beside.wishes == {}


def test_after_an_undo_the_roll_waits_for_somebody(moor: Begun) -> None:
    gm = moor.bot(moor.gm)
    assert gm.post("wish", {"rolls": "all"}).is_success
    settled(moor, moor.gm, lambda gm: not rolls(gm))
    keep = next(
        n for n, entry in enumerate(live(moor).play.entries) if getattr(entry, "faces", None)
    )
    assert gm.post("undo", {"keep": keep}).is_success
    assert live(moor).beside.wishes
    waits = rolls(gm)[0]["question"]
    with streaming(moor.person(moor.gm)) as messages:
        next(messages)
        assert rolls(gm)[0]["question"] == waits
    assert gm.post("roll", {"question": waits}).is_success
    settled(moor, moor.gm, lambda gm: not rolls(gm))


def test_a_seat_wishes_only_what_is_its_own(moor: Begun) -> None:
    player, gm = moor.bot(moor.players[0]), moor.bot(moor.gm)
    assert player.post("wish", {"rolls": "all"}).status_code == 422
    assert gm.post("wish", {"rolls": "mine"}).status_code == 422
    assert moor.bot(moor.spectator).post("wish", {"rolls": "none"}).status_code == 422
    assert live(moor).beside.wishes == {}


def test_a_roll_waits_for_whoever_could_add_to_it(table: Table) -> None:
    """The dice of an attack wait for a hero who has something to offer on them."""
    begun = table.begin(system="ix", encounter="skirmish")
    gm = begun.bot(begun.gm)
    for _ in range(60):
        open_now = rolls(gm)
        if open_now and len({one["who"] for one in open_now[0]["offers"]}) > 1:
            break
        assert gm.step()
    fight = live(begun)
    question = next(q for q in fight.play.questions if q.pool is not None)
    assert {who for who, _ in question.offers} == {"@heroes", "gm"}
    fight.hub.pause = 3600.0
    assert gm.post("wish", {"rolls": "all"}).is_success
    assert due(fight)  # nobody has come to the seats of the players
    for seat in begun.players:
        begun.bot(seat).view()
    assert holding_up(fight, question) == [seat["name"] for seat in begun.players]
    for seat in begun.players:
        assert not due(fight)
        assert "could still add something." in begun.person(begun.gm).load()
        assert begun.bot(seat).post("wish", {"waives": True}).is_success
    assert due(fight)


def test_the_page_says_what_is_wished(moor: Begun) -> None:
    live(moor).hub.pause = 3600.0
    player = moor.person(moor.players[0])
    assert "Dice: ask me for each roll" in player.page
    assert player.post("wish", rolls="mine", key="").status_code == 204
    assert "Dice: roll for me" in player.load()
    assert "Always roll for me" not in player.page
    gm = moor.person(moor.gm)
    assert gm.post("wish", rolls="all", key="").status_code == 204
    assert "The GM has every roll made at once" in player.load()
