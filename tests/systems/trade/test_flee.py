"""The action Flee: all or nothing (area `flee` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ally, citing, dice_of, foe, hero, peek

UNLIKE = {"strength": 1, "reflexes": 2, "wits": 4, "charm": 5}


def pair(**fields: Any) -> Bout:
    """Ann and bob against a brute (2 damage) and a runt (1 damage); ann has the turn."""
    bout = Bout(hero("ann"), hero("bob"), foe("brute"), foe("runt", damage=1), **fields)
    bout.do(("go", "ann"))
    return bout


@pytest.mark.rule("trade.flee.stat")
@pytest.mark.parametrize(("way", "dice"), [("reflexes", 2), ("charm", 5)])
def test_slipping_away_rolls_reflexes_and_talking_a_way_out_charm(way: str, dice: int) -> None:
    bout = Bout(hero("ann", stats=UNLIKE), foe("brute"))
    table = bout.do(("flee", way, "leave"), readings=["success"])
    assert dice_of(table) == [dice]
    assert table.cited("trade.flee.stat")


@pytest.mark.rule("trade.flee.stat")
def test_no_other_stat_gets_anybody_away() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    flights = [key for key in peek(bout)[2] if key[0] == "flee"]
    assert {key[1] for key in flights} == {"reflexes", "charm"}


@pytest.mark.rule("trade.flee.mixed-fails", "trade.flee.failure")
@pytest.mark.parametrize("way", ["reflexes", "charm"])
@pytest.mark.parametrize("reading", ["failure", "mixed"])
def test_anything_but_a_success_fails_in_every_respect(way: str, reading: str) -> None:
    bout = pair()
    table = bout.do(("flee", way, "leave"), readings=[reading])
    assert bout["ann"].is_in
    assert bout["ann"].health == 8
    assert bout["ann"].bad_waiting == 1
    assert bout.fight.trades == ()
    assert (bout.fight.stage, bout.fight.actions) == ("phase", 0)
    assert table.was_asked("trade.failure.worse-position")
    assert table.cited("trade.flee.failure")
    assert table.cited("trade.flee.mixed-fails") is (reading == "mixed")


@pytest.mark.rule("trade.failure.ends-turn", "trade.flee.mixed-fails")
@pytest.mark.parametrize("reading", ["failure", "mixed"])
def test_a_flight_that_fails_is_what_ended_the_turn(reading: str) -> None:
    bout = pair()
    table = bout.do(("flee", "charm", "leave"), readings=[reading])
    (over,) = [event for event in table.events if event.code == "turn-over"]
    assert over.fields["why"] == "failed"
    assert "trade.failure.ends-turn" in over.rules
    declared = next(event for event in bout.phase().events if event.code == "declared")
    assert "trade.failure.phase-still-comes" in declared.rules


@pytest.mark.rule("trade.turn.end")
def test_another_heros_failure_does_not_end_ones_turn() -> None:
    """Bob spends his reserve after Ann's last action and fails: her turn was over all the same."""
    bout = Bout(hero("bob"), hero("ann"), foe("brute", hp=30, damage=0))
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(("pass",))
    hit = ("fight", "rapier", "brute")
    table = bout.do(hit, ("pass",), hit, hit, readings=["mixed", "mixed", "failure"])
    (over,) = [event for event in table.events if event.code == "turn-over"]
    assert over.fields == {"who": "ann", "why": "no-actions"}


@pytest.mark.rule("trade.flee.failure")
@pytest.mark.parametrize("reading", ["failure", "mixed"])
def test_after_a_failed_flight_the_phase_still_comes_and_strikes_again(reading: str) -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(("flee", "reflexes", "leave"), readings=[reading])
    assert bout["ann"].health == 8
    bout.phase()
    assert bout["ann"].health == 6
    assert peek(bout)[1] == "ann"


@pytest.mark.rule("trade.flee.failure")
def test_extra_damage_rides_on_the_blow_of_a_failed_flight() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(
        ("flee", "charm", "leave"),
        readings=["mixed"],
        rulings={"trade.failure.worse-position": ("extra-damage",)},
    )
    assert bout["ann"].health == 6
    assert bout["ann"].bad_waiting == 0


@pytest.mark.rule("trade.flee.failure")
def test_the_opponent_of_a_failed_flight_is_the_one_that_strikes() -> None:
    bout = pair()
    bout.do(
        ("fight", "rapier", "runt"),
        ("better-position",),
        ("flee", "reflexes", "leave"),
        readings=["success", "failure"],
    )
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.flee.success")
def test_who_gets_clear_is_out_before_the_phase_and_struck_by_nobody() -> None:
    bout = pair()
    table = bout.do(("flee", "reflexes", "leave"), readings=["success"])
    assert not bout["ann"].is_in
    assert bout["ann"].status == "clear"
    assert [event.fields["who"] for event in citing(table, "trade.flee.success")] == ["ann"]
    phase = bout.phase()
    assert bout["ann"].health == 10
    assert bout.fight.near == {("bob", "brute")}
    assert "ann" not in str(phase.options_of("trade.phase.group-pick"))


@pytest.mark.rule("trade.flee.success")
def test_a_trade_run_up_in_the_turn_lapses_when_the_hero_gets_clear() -> None:
    bout = pair()
    table = bout.do(
        ("fight", "rapier", "runt"), ("flee", "charm", "leave"), readings=["mixed", "success"]
    )
    assert bout.fight.trades == ()
    lapsed = [event for event in table.events if event.code == "trade-lapsed"]
    assert [(e.fields["who"], e.fields["exposed"]) for e in lapsed] == [("runt", "ann")]
    assert "trade.flee.success" in lapsed[0].rules or "trade.mixed.lapses" in lapsed[0].rules
    bout.phase(rulings={"trade.phase.group-pick": ("strike", "brute", "bob")})
    assert (bout["ann"].health, bout["bob"].health) == (10, 8)


@pytest.mark.rule("trade.flee.success")
def test_a_trade_that_an_ally_was_exposed_to_does_not_lapse_with_the_commander() -> None:
    bout = Bout(hero("ann"), hero("bob"), ally("cat"), foe("brute"), foe("runt"))
    bout.do(
        ("go", "ann"),
        ("command", "cat", "runt"),
        ("flee", "charm", "leave"),
        readings=["mixed", "success"],
    )
    bout.phase()
    assert bout["cat"].hp == 8


@pytest.mark.rule("trade.flee.no-effect")
@pytest.mark.parametrize("way", ["reflexes", "charm"])
def test_who_gets_clear_picks_no_effect_suppresses_nobody_and_acts_no_more(way: str) -> None:
    bout = pair()
    table = bout.do(("flee", way, "leave"), readings=["success"])
    assert (bout.fight.stage, bout.fight.actions) == ("phase", 0)
    assert not bout["brute"].suppressed
    assert not bout["runt"].suppressed
    assert bout["ann"].better_waiting == 0
    assert not any(("better-position",) in list(what) for _, _, what in table.asked)
    bout.phase()
    assert bout["bob"].health == 8


@pytest.mark.rule("trade.flee.others-remain")
def test_the_phase_is_held_against_those_who_remain() -> None:
    bout = pair()
    bout.do(("flee", "reflexes", "leave"), readings=["success"])
    assert bout.fight.result is None
    bout.phase()
    assert (bout["ann"].health, bout["bob"].health) == (10, 8)
    assert peek(bout)[1] == "bob"


@pytest.mark.rule("trade.flee.others-remain")
def test_an_ally_may_be_the_target_once_the_hero_is_clear() -> None:
    bout = Bout(hero("ann"), hero("bob"), ally("cat"), foe("brute"))
    bout.do(("go", "ann"), ("flee", "reflexes", "leave"), readings=["success"])
    bout.phase(rulings={"trade.phase.group-pick": ("strike", "brute", "cat")})
    assert (bout["bob"].health, bout["cat"].hp) == (10, 8)


@pytest.mark.rule("trade.flee.others-remain")
@pytest.mark.parametrize("with_ally", [False, True])
def test_the_fight_is_over_when_the_last_hero_gets_clear(with_ally: bool) -> None:
    allies = [ally("cat")] if with_ally else []
    bout = Bout(hero("ann"), hero("bob", health=0), *allies, foe("brute"))
    bout.do(("flee", "reflexes", "leave"), readings=["success"])
    assert bout.fight.result == "foes"
    assert bout["ann"].health == 10
    assert with_ally is False or bout["cat"].hp == 10
