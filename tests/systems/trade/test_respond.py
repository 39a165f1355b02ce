"""Whatever else a hero does in a fight (area `respond` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, actions_offered, citing, dice_of, foe, hero

WORSE = "trade.failure.worse-position"
BETTER = ("better-position",)
END = ("end",)
BAD = {WORSE: ("bad-situation",)}
UNLIKE = {"strength": 1, "reflexes": 2, "wits": 4, "charm": 5}
KICK = ("respond", "wits", "other", "kick the brazier over")


def duel(**fields: Any) -> Bout:
    return Bout(hero("ann", **fields), foe("brute", damage=4, hp=20))


@pytest.mark.rule("trade.respond.scope")
def test_a_respond_takes_any_words_with_any_of_the_four_stats() -> None:
    options = actions_offered(duel().do(END))
    stats = {o[1] for o in options if o[0] == "respond" and o[2] == "other"}
    assert stats == {"strength", "reflexes", "wits", "charm"}


@pytest.mark.rule("trade.respond.scope")
def test_what_is_wanted_is_said_before_the_roll() -> None:
    table = duel().do(KICK, readings=["mixed"])
    said = [n for n, e in enumerate(table.events) if "kick the brazier over" in e.fields.values()]
    rolled = table.codes().index("rolled")
    assert said
    assert said[0] < rolled
    assert citing(table, "trade.respond.scope")


@pytest.mark.rule("trade.respond.stat")
@pytest.mark.parametrize(
    ("stat", "dice"), [("strength", 1), ("reflexes", 2), ("wits", 4), ("charm", 5)]
)
def test_the_stat_is_the_players_proposal(stat: str, dice: int) -> None:
    table = duel(stats=UNLIKE).do(("respond", stat, "other", "shout"), readings=["failure"])
    assert dice_of(table) == [dice]


@pytest.mark.rule("trade.respond.results")
def test_a_success_gets_what_was_wanted_and_owes_nothing() -> None:
    bout = duel()
    table = bout.do(KICK, BETTER, readings=["success"])
    assert citing(table, "trade.respond.results")
    assert bout.fight.trades == ()
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.respond.results", "trade.respond.mixed-cost")
def test_a_mixed_success_gets_it_at_the_cost_of_a_trade_and_the_turn_goes_on() -> None:
    bout = duel()
    table = bout.do(KICK, readings=["mixed"])
    assert citing(table, "trade.respond.results")
    assert citing(table, "trade.respond.mixed-cost")
    assert bout.fight.trades == (("brute", "ann"),)
    assert bout.fight.actions == 1
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.respond.results")
def test_a_failure_gains_nothing_and_has_every_consequence_of_a_failed_roll() -> None:
    bout = duel()
    table = bout.do(KICK, readings=["failure"], rulings=BAD)
    assert bout["ann"].health == 6
    assert bout["ann"].bad_waiting == 1
    assert bout.fight.stage == "phase"
    assert bout.fight.trades == ()
    assert table.was_asked(WORSE)


@pytest.mark.rule("trade.respond.results")
@pytest.mark.parametrize(
    ("reading", "away"), [("failure", False), ("mixed", True), ("success", True)]
)
def test_backing_away_is_done_on_a_mixed_success_and_a_success(reading: str, away: bool) -> None:
    bout = Bout(
        hero("ann"), foe("brute", damage=0), scene={"drop": "nobody", "near": [["ann", "brute"]]}
    )
    choices = [("respond", "reflexes", "back-away")]
    bout.do(*choices, *([BETTER] if reading == "success" else []), readings=[reading], rulings=BAD)
    assert (bout.fight.near == frozenset()) is away


@pytest.mark.rule("trade.respond.effect")
def test_a_success_may_take_one_fitting_effect_or_none_and_no_additional_damage() -> None:
    for effect in ("better-position", "additional-action", "none"):
        bout = duel()
        table = bout.do(KICK, (effect,), readings=["success"])
        asked = [set(what) for _, _, what in table.asked if isinstance(what, list)]
        (offered,) = [what for what in asked if ("additional-action",) in what]
        assert offered == {("better-position",), ("additional-action",), ("none",)}
        assert bout["ann"].better_waiting == (effect == "better-position")
        assert bout.fight.actions == 1 + (effect == "additional-action")
        assert bout["brute"].hp == 20


@pytest.mark.rule("trade.respond.no-suppression")
def test_a_successful_respond_suppresses_nobody_and_deals_no_damage_by_default() -> None:
    bout = duel()
    bout.do(KICK, BETTER, END, readings=["success"])
    assert not bout["brute"].suppressed
    assert bout["brute"].hp == 20
    bout.phase()
    assert bout["ann"].health == 6
