"""An action kept in reserve: keeping it, and the two moments to spend it (area `turn`)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, citing, foe, gm, hero, peek

WINDOW = "trade.turn.reserve-window"
PASS = ("pass",)
BETTER = ("better-position",)


def swing(enemy: str = "brute", weapon: str = "rapier") -> tuple[str, str, str]:
    return ("fight", weapon, enemy)


def windows(table: Any) -> list[str]:
    """Who was asked at which reserve window, in order."""
    return [who for rule, who, _ in table.asked if rule == WINDOW]


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


# ---- keeping it ----


@pytest.mark.rule("trade.turn.reserve")
@pytest.mark.parametrize("before", [[], [swing()]])
def test_a_reserve_ends_the_turn_and_keeps_exactly_one_action(before: Any) -> None:
    bout = Bout(hero("ann"), foe("brute"))
    table = bout.do(*before, ("reserve",), readings=["mixed"] * len(before))
    assert (bout["ann"].reserve, bout.fight.actions) == (1, 0)
    assert bout.fight.stage == "phase"
    (event,) = [e for e in citing(table, "trade.turn.reserve") if e.fields.get("who") == "ann"]
    assert event.rule == "trade.turn.reserve"


@pytest.mark.rule("trade.turn.reserve")
def test_it_is_lost_when_the_next_turn_begins_and_adds_no_action() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=0))
    bout.do(("reserve",))
    bout.phase(PASS)
    assert bout["ann"].reserve == 1
    table = bout.do(swing(), readings=["mixed"])
    assert (bout["ann"].reserve, bout.fight.actions) == (0, 1)
    assert "reserve-lost" in table.codes()
    bout.do(("end",))
    assert windows(bout.phase()) == []


@pytest.mark.rule("trade.turn.reserve")
def test_it_can_be_spent_once() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=1), foe("runt", damage=1))
    bout.do(("reserve",))
    table = bout.phase(swing("runt"), readings=["mixed"])
    assert bout["ann"].reserve == 0
    assert windows(table) == ["ann"]
    assert bout["runt"].hp == 7


@pytest.mark.rule("trade.turn.reserve")
def test_it_is_not_spent_by_passing_and_waits_through_several_moments() -> None:
    bout = reserved()
    table = bout.do(swing(), PASS, swing(), PASS, readings=["mixed", "mixed"])
    assert windows(table) == ["bob", "bob"]
    table = bout.phase(PASS)
    assert windows(table) == ["bob"]
    assert bout["bob"].reserve == 1


@pytest.mark.rule("trade.turn.reserve")
def test_a_hero_who_goes_down_loses_it() -> None:
    bout = Bout(hero("ann"), hero("bob", health=2), foe("brute"))
    bout.do(("go", "bob"), ("reserve",))
    table = bout.phase(PASS)
    assert bout["bob"].reserve == 0
    assert "reserve-lost" in table.codes()
    gm(bout, "set", "bob", "health", 5)
    assert windows(bout.do(swing(), readings=["mixed"])) == []


@pytest.mark.rule("trade.turn.reserve")
def test_house_rules_may_let_a_turn_keep_more() -> None:
    bout = Bout(hero("ann"), foe("brute"), house={"reserved-actions": 2})
    bout.do(("reserve",))
    assert bout["ann"].reserve == 2
    bout.phase(swing(), readings=["mixed"])
    assert bout["ann"].reserve == 1


@pytest.mark.rule("trade.turn.reserve")
def test_no_more_can_be_kept_than_is_left() -> None:
    bout = Bout(hero("ann"), foe("brute"), house={"reserved-actions": 2})
    bout.do(swing(), ("reserve",), readings=["mixed"])
    assert bout["ann"].reserve == 1


# ---- when ----


@pytest.mark.rule("trade.turn.reserve-window")
def test_it_may_be_spent_once_the_enemy_action_is_declared_and_before_it_takes_effect() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4), foe("runt", damage=1))
    bout.do(("reserve",))
    table = bout.phase(swing("runt"), readings=["mixed"])
    codes = [(event.code, event.fields.get("who")) for event in table.events]
    declared = next(n for n, e in enumerate(table.events) if e.code == "declared")
    rolled = codes.index(("rolled", "ann"))
    hurt = next(n for n, e in enumerate(table.events) if e.fields.get("raw") == 4)
    assert declared < rolled < hurt
    event = table.events[declared]
    assert (event.fields["who"], event.fields["target"]) == ("brute", "ann")
    assert table.cited(WINDOW)


@pytest.mark.rule("trade.turn.reserve-window")
def test_it_may_be_spent_right_after_another_heros_action() -> None:
    bout = reserved()
    table = bout.do(swing(), swing("runt"), readings=["mixed", "mixed"])
    assert windows(table) == ["bob"]
    assert (bout["brute"].hp, bout["runt"].hp) == (7, 7)
    assert (bout.fight.actions, bout["bob"].reserve) == (1, 0)
    assert peek(bout)[1] == "ann"


@pytest.mark.rule("trade.turn.reserve-window")
@pytest.mark.parametrize("choice", [("end",), ("reserve",)])
def test_ending_a_turn_is_no_action_to_answer(choice: Any) -> None:
    bout = reserved()
    assert windows(bout.do(choice)) == []


@pytest.mark.rule("trade.turn.reserve-window")
def test_an_action_without_a_roll_can_be_answered_too() -> None:
    shout = ability("shout", {"kind": "note", "text": "heard"}, stat=None, target="self")
    bout = Bout(hero("ann", abilities=[shout]), hero("bob"), foe("brute"))
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(PASS)
    assert windows(bout.do(("ability", "shout", "ann"), PASS)) == ["bob"]


@pytest.mark.rule("trade.turn.reserve-window")
def test_the_blow_of_a_failed_roll_cannot_be_answered_before_it_lands() -> None:
    bout = reserved()
    table = bout.do(swing(), swing("brute"), readings=["failure", "mixed"])
    assert windows(table) == ["bob"]
    hurt = next(n for n, e in enumerate(table.events) if e.code == "hurt")
    reacted = max(n for n, e in enumerate(table.events) if e.code == "rolled")
    assert hurt < reacted
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.turn.reserve-window")
def test_if_several_want_the_same_moment_seat_order_decides() -> None:
    bout = Bout(hero("ann"), hero("bob"), hero("cat"), foe("brute", damage=0))
    bout.do(("go", "cat"), ("reserve",))
    bout.phase(PASS)
    bout.do(("go", "bob"), ("reserve",))
    assert windows(bout.phase(PASS, PASS)) == ["bob", "cat"]
    table = bout.do(swing(), swing(), swing(), readings=["mixed"] * 3)
    assert windows(table) == ["bob", "cat"]
    assert [e.fields["who"] for e in table.events if e.code == "rolled"] == ["ann", "bob", "cat"]


@pytest.mark.rule("trade.turn.reserve-window")
def test_there_is_nothing_to_answer_in_an_empty_phase() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(swing(), BETTER, ("reserve",), readings=["success"])
    table = bout.phase()
    assert windows(table) == []
    assert bout["ann"].reserve == 1


@pytest.mark.rule("trade.turn.reserve-window")
def test_the_opening_phase_finds_nobody_with_a_reserve() -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={"drop": "enemies"})
    assert windows(bout.phase()) == []


@pytest.mark.rule("trade.turn.reserve-window", "trade.scene.fiction-limits")
def test_what_is_refused_to_the_one_who_answers_is_not_refused_to_whose_turn_it_is() -> None:
    bout = reserved()
    bout.do(
        swing("runt"),
        swing(),
        PASS,
        readings=["mixed"],
        rulings={"trade.scene.fiction-limits": [("allowed",), ("refused", "too far")]},
    )
    assert bout["bob"].reserve == 1
    _, who, options = peek(bout)
    assert who == "ann"
    assert swing() in options


@pytest.mark.rule("trade.turn.reserve-window", "trade.scene.fiction-limits")
def test_a_refused_answer_costs_no_reserve_and_another_may_be_picked() -> None:
    bout = reserved()
    table = bout.do(
        swing("runt"),
        swing(),
        swing("runt"),
        readings=["mixed", "mixed"],
        rulings={
            "trade.scene.fiction-limits": [("allowed",), ("refused", "too far"), ("allowed",)]
        },
    )
    assert (bout["brute"].hp, bout["runt"].hp) == (10, 4)
    assert bout["bob"].reserve == 0
    assert windows(table) == ["bob", "bob"]


@pytest.mark.rule("trade.turn.reserve-window")
def test_nobody_answers_an_action_of_their_own() -> None:
    bout = reserved()
    bout.do(swing(), PASS, readings=["mixed"])
    gm(bout, "tag", "ann", "reserve")
    assert windows(bout.do(swing(), PASS, readings=["mixed"])) == ["bob"]


@pytest.mark.rule("trade.turn.reserve-window", "trade.turn.out-of-the-fight")
def test_who_is_taken_out_of_the_fight_answers_nothing() -> None:
    bout = reserved()
    gm(bout, "remove", "bob")
    assert windows(bout.do(swing(), readings=["mixed"])) == []
    bout.do(("end",))
    assert windows(bout.phase()) == []


@pytest.mark.rule("trade.scene.fiction-limits")
def test_what_was_refused_in_the_turn_may_be_tried_in_answer() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(
        swing(),
        ("reserve",),
        rulings={"trade.scene.fiction-limits": ("refused", "out of sight")},
    )
    bout.phase(swing(), readings=["mixed"])
    assert bout["brute"].hp == 7
