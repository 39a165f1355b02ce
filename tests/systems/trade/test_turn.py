"""A hero's turn: its actions, its end, and who has none (area `turn` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, ally, citing, foe, gm, hero, peek

SWING = ("fight", "rapier", "brute")
BETTER = ("better-position",)
KINDS = [
    SWING,
    ("flee", "charm", "back-away"),
    ("ability", "hex", "brute"),
    ("command", "cat", "brute"),
    ("respond", "wits", "other", "kick the brazier over"),
    ("stunt", "strength", "swing from the rafters"),
]


def alone(**fields: Any) -> Bout:
    """Ann with an ally and a hex, against a brute that she is near."""
    hex_ = ability("hex", {"kind": "damage", "amount": 1})
    scene = {"drop": "nobody", "near": [["ann", "brute"]]}
    return Bout(hero("ann", abilities=[hex_]), ally("cat"), foe("brute"), scene=scene, **fields)


def pair() -> Bout:
    return Bout(hero("ann"), hero("bob"), foe("brute"))


def phases(table: Any) -> int:
    """How many enemy phases a script went through."""
    return len({event.step for event in citing(table, "trade.phase.when")})


# ---- two actions ----


@pytest.mark.rule("trade.turn.two-actions")
def test_a_turn_begins_with_two_actions_and_is_over_after_them() -> None:
    bout = alone()
    bout.do(SWING, readings=["mixed"])
    assert (bout.fight.actions, bout.fight.taken) == (1, 1)
    bout.do(SWING, readings=["mixed"])
    assert (bout.fight.actions, bout.fight.taken) == (0, 2)
    assert bout.fight.stage == "phase"


@pytest.mark.rule("trade.turn.two-actions")
@pytest.mark.parametrize("reading", ["mixed", "success"])
@pytest.mark.parametrize("action", KINDS)
def test_every_kind_of_action_uses_one_whatever_the_roll_brings(action: Any, reading: str) -> None:
    if action[0] == "flee" and reading == "mixed":
        reading = "success"  # a mixed flight fails and ends the turn
    bout = alone()
    effect = [BETTER] if reading == "success" else []
    table = bout.do(action, *effect, readings=[reading])
    assert (bout.fight.actions, bout.fight.taken) == (1, 1)
    assert table.cited("trade.turn.two-actions")


@pytest.mark.rule("trade.turn.two-actions")
def test_an_action_without_a_roll_uses_one_too() -> None:
    shout = ability("shout", {"kind": "note", "text": "heard by all"}, stat=None, target="self")
    bout = Bout(hero("ann", abilities=[shout]), foe("brute"))
    bout.do(("ability", "shout", "ann"))
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.turn.two-actions")
@pytest.mark.parametrize("count", [1, 3])
def test_house_rules_may_give_a_turn_another_number_of_actions(count: int) -> None:
    bout = alone(house={"actions-per-turn": count})
    bout.do(*[SWING] * count, readings=["mixed"] * count)
    assert bout.fight.stage == "phase"
    assert bout["brute"].hp == 10 - 3 * count


@pytest.mark.rule("trade.turn.two-actions")
def test_every_turn_begins_with_two_actions_again() -> None:
    bout = alone()
    for _ in range(2):
        bout.do(("end",))
        bout.phase()
    bout.do(SWING, readings=["mixed"])
    assert bout.fight.actions == 1


# ---- the choice after an action ----


@pytest.mark.rule("trade.turn.choice", "trade.turn.may-pass", "trade.turn.repeat-actions")
def test_before_and_after_an_action_a_player_may_act_reserve_or_stop() -> None:
    bout = alone()
    before = peek(bout)[2]
    assert {("reserve",), ("end",), SWING} <= set(before)
    bout.do(SWING, readings=["mixed"])
    rule, who, after = peek(bout)
    assert (rule, who) == ("trade.turn.choice", "ann")
    assert {key[0] for key in before} == {key[0] for key in after}
    assert set(after) >= {("reserve",), ("end",), SWING}


@pytest.mark.rule("trade.turn.may-pass")
@pytest.mark.parametrize("choice", [("end",), ("reserve",)])
def test_a_hero_may_let_the_whole_turn_go_by_and_the_phase_still_follows(choice: Any) -> None:
    bout = alone()
    table = bout.do(choice)
    assert table.pools == []
    assert bout.fight.stage == "phase"
    table = bout.phase(("pass",)) if choice == ("reserve",) else bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.turn.repeat-actions")
@pytest.mark.parametrize("action", KINDS)
def test_the_same_action_may_be_taken_again_on_the_same_target(action: Any) -> None:
    bout = Bout(
        hero("ann", abilities=[ability("hex", {"kind": "damage", "amount": 1})]),
        ally("cat"),
        foe("brute"),
        scene={"drop": "nobody", "near": [["ann", "brute"]]},
        house={"positions-stack": True},
    )
    bout.do(action, BETTER, readings=["success"])
    gm(bout, "tag", "ann", "near:brute")  # where she has backed away from
    table = bout.do(action, BETTER, readings=["success"])
    assert bout.fight.taken == 2
    assert table.cited("trade.turn.repeat-actions")
    assert bout["ann"].better_waiting == 2


@pytest.mark.rule("trade.turn.repeat-actions")
def test_the_second_action_may_have_another_target() -> None:
    bout = Bout(hero("ann"), foe("brute"), foe("runt"))
    bout.do(SWING, ("fight", "rapier", "runt"), readings=["mixed", "mixed"])
    assert (bout["brute"].hp, bout["runt"].hp) == (7, 7)


# ---- how a turn ends ----


@pytest.mark.rule("trade.turn.end")
@pytest.mark.parametrize(
    ("choices", "readings"),
    [
        ([("end",)], []),
        ([SWING, ("end",)], ["mixed"]),
        ([("reserve",)], []),
        ([SWING, ("reserve",)], ["mixed"]),
        ([SWING, SWING], ["mixed", "mixed"]),
        ([SWING], ["failure"]),
        ([("flee", "charm", "back-away")], ["mixed"]),
        ([("flee", "charm", "leave")], ["success"]),
        ([("command", "cat", "brute")], ["failure"]),
    ],
)
def test_the_turn_is_over_and_actions_left_are_lost(choices: Any, readings: Any) -> None:
    hex_ = ability("hex", {"kind": "damage", "amount": 1})
    bout = Bout(
        hero("ann", abilities=[hex_]),
        hero("bob"),
        ally("cat"),
        foe("brute", hp=99),
        scene={"drop": "nobody", "near": [["ann", "brute"]]},
    )
    table = bout.do(("go", "ann"), *choices, readings=readings)
    assert (bout.fight.stage, bout.fight.actions) == ("phase", 0)
    assert bout["ann"].acted
    if bout["ann"].is_in:
        (event,) = [e for e in table.events if "trade.turn.end" in e.rules]
        assert event.fields["who"] == "ann"
    passing = [("pass",)] if bout["ann"].reserve else []
    bout.phase(*passing)
    bout.do(("end",))
    bout.phase(*passing)
    if bout["ann"].is_in:
        bout.do(("go", "ann"), SWING, readings=["mixed"])
        assert bout.fight.actions == 1


@pytest.mark.rule("trade.turn.end")
def test_the_turn_goes_on_after_a_mixed_success_and_a_success() -> None:
    bout = alone(house={"actions-per-turn": 3})
    bout.do(SWING, readings=["mixed"])
    assert peek(bout)[1] == "ann"
    bout.do(SWING, BETTER, readings=["success"])
    assert peek(bout)[1] == "ann"
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.turn.end")
def test_a_failure_takes_away_gained_actions_too() -> None:
    bout = alone()
    bout.do(SWING, ("additional-action",), SWING, readings=["success", "failure"])
    assert (bout.fight.stage, bout.fight.actions) == ("phase", 0)
    bout.phase()
    bout.do(SWING, readings=["mixed"])
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.turn.end")
def test_the_gm_may_end_a_turn_and_the_phase_follows_once() -> None:
    bout = pair()
    bout.do(("go", "ann"), SWING, readings=["mixed"])
    gm(bout, "skip", "ann")
    bout.phase()
    assert bout["ann"].health == 8
    assert peek(bout)[1] == "bob"


# ---- who has no turn ----


@pytest.mark.rule("trade.turn.out-of-the-fight")
def test_who_is_down_has_no_turn_and_no_phase() -> None:
    bout = Bout(hero("ann"), hero("bob", health=0), foe("brute"))
    table = bout.do(("end",), ("end",), ("end",))
    assert bout.fight.round == 3
    assert bout.fight.acting == "ann"
    assert bout["ann"].health == 6
    assert phases(table) <= 2


@pytest.mark.rule("trade.turn.out-of-the-fight")
def test_who_has_got_clear_has_no_turn_and_no_phase_any_more() -> None:
    bout = pair()
    bout.do(("go", "ann"), ("flee", "charm", "leave"), readings=["success"])
    bout.phase()
    assert bout["bob"].health == 8
    bout.do(("end",), ("end",))
    assert (bout.fight.acting, bout.fight.round) == ("bob", 2)
    assert bout["bob"].health == 6


@pytest.mark.rule("trade.turn.out-of-the-fight")
def test_who_has_surrendered_has_no_turn_and_no_phase_any_more() -> None:
    bout = pair()
    bout.do(("go", "ann"), ("surrender",))
    while bout.fight.acting != "bob":
        bout.step()
    health = bout["bob"].health
    bout.do(("end",), ("end",))
    assert (bout.fight.acting, bout.fight.round) == ("bob", 2)
    assert bout["bob"].health == health - 2
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.turn.out-of-the-fight")
def test_who_goes_down_before_the_turn_of_the_round_is_passed_over() -> None:
    bout = Bout(hero("ann"), hero("bob"), hero("cat"), foe("brute"))
    bout.do(("go", "ann"), ("end",))
    gm(bout, "set", "bob", "health", 0)
    bout.phase()
    bout.do(("end",))
    assert bout.fight.acting == "cat"
    bout.phase()
    assert peek(bout)[2] == [("go", "ann"), ("go", "cat")]
    assert bout["bob"].health == 0


@pytest.mark.rule("trade.turn.out-of-the-fight")
def test_the_hero_whose_turn_it_is_may_be_taken_out() -> None:
    bout = pair()
    bout.do(("go", "ann"), SWING, readings=["mixed"])
    gm(bout, "remove", "ann")
    assert peek(bout)[1] == "bob"
    bout.do(("end",))
    assert bout.fight.acting == "bob"


@pytest.mark.rule("trade.turn.may-pass")
def test_letting_a_whole_turn_go_by_is_told_as_that_in_later_turns_too() -> None:
    bout = alone()
    assert not bout.do(SWING, ("end",), readings=["mixed"]).cited("trade.turn.may-pass")
    bout.phase()
    table = bout.do(("end",))
    (over,) = [event for event in table.events if event.code == "turn-over"]
    assert "trade.turn.may-pass" in over.rules


@pytest.mark.rule("trade.turn.end")
@pytest.mark.parametrize(
    ("choices", "readings", "why"),
    [
        ([("end",)], [], "ended"),
        ([("reserve",)], [], "reserve"),
        ([SWING, SWING], ["mixed", "mixed"], "no-actions"),
        ([SWING], ["failure"], "failed"),
        ([("flee", "charm", "leave")], ["success"], "out"),
    ],
)
def test_the_end_of_a_turn_says_why(choices: Any, readings: Any, why: str) -> None:
    bout = pair()
    table = bout.do(("go", "ann"), *choices, readings=readings)
    (over,) = [event for event in table.events if event.code == "turn-over"]
    assert (over.fields["who"], over.fields["why"]) == ("ann", why)
