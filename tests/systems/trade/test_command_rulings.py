"""What the GM and the commanded may say about a command (area `command`)."""

from __future__ import annotations

import pytest
from trade_kit import Bout, ability, actions_offered, ally, citing, dice_of, foe, hero

WORSE = "trade.failure.worse-position"
REFUSAL = "trade.command.refusal"
HOUND = ("command", "hound", "brute")
BOB = ("command", "bob", "brute")
HIT = ("fight", "rapier", "brute")


def troop() -> Bout:
    return Bout(hero("ann"), hero("bob"), ally("hound"), foe("brute", hp=30))


@pytest.mark.rule("trade.command.refusal")
@pytest.mark.parametrize("command", [BOB, HOUND])
def test_left_alone_whoever_is_commanded_obeys(command: tuple[str, ...]) -> None:
    bout = troop()
    table = bout.do(("go", "ann"), command, readings=["mixed"])
    assert table.was_asked(REFUSAL)
    assert bout["brute"].hp < 30
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.command.refusal")
@pytest.mark.parametrize("command", [BOB, HOUND])
def test_a_refusal_before_the_roll_costs_the_commander_nothing(command: tuple[str, ...]) -> None:
    bout = troop()
    table = bout.do(("go", "ann"), command, rulings={REFUSAL: ("will-not", "not today")})
    assert table.pools == []
    assert (bout.fight.acting, bout.fight.actions) == ("ann", 2)
    assert bout["brute"].hp == 30
    assert bout.fight.near == frozenset()
    assert citing(table, REFUSAL)
    bout.do(HIT, HIT, readings=["mixed", "mixed"])
    assert bout["brute"].hp == 24


@pytest.mark.rule("trade.command.refusal")
def test_a_refusal_of_one_does_not_bind_another() -> None:
    bout = troop()
    bout.do(("go", "ann"), BOB, rulings={REFUSAL: ("will-not", "not today")})
    bout.do(HOUND, readings=["mixed"])
    assert bout["brute"].hp == 28


@pytest.mark.rule("trade.command.refusal")
def test_what_was_refused_is_not_offered_again_until_an_action_has_been_taken() -> None:
    bout = troop()
    bout.do(("go", "ann"), BOB, rulings={REFUSAL: ("will-not", "not today")})
    offered = actions_offered(bout.do(HIT, readings=["mixed"]))
    assert BOB not in offered
    assert HOUND in offered
    assert BOB in actions_offered(bout.do(("end",)))


@pytest.mark.rule("trade.command.failure-effect", "trade.failure.ends-turn")
def test_a_failed_command_ends_the_commanders_turn_and_harms_the_ally_by_default() -> None:
    bout = troop()
    table = bout.do(("go", "ann"), BOB, readings=["failure"])
    assert bout.fight.stage == "phase"
    assert bout.fight.acting == "ann"
    assert not bout["bob"].acted
    assert (bout["ann"].bad_waiting, bout["bob"].bad_waiting) == (0, 1)
    assert citing(table, "trade.command.failure-effect")


@pytest.mark.rule("trade.command.failure-effect")
def test_the_gm_may_aim_the_worse_position_at_the_commander() -> None:
    bout = troop()
    bout.do(("go", "ann"), BOB, readings=["failure"], rulings={WORSE: ("bad-situation", "ann")})
    assert (bout["ann"].bad_waiting, bout["bob"].bad_waiting) == (1, 0)
    assert (bout["ann"].health, bout["bob"].health) == (10, 8)
    bout.phase()
    bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    assert bout.last is not None
    assert dice_of(bout.last) == [3]
    bout.do(("end",))
    bout.phase()
    assert dice_of(bout.do(("go", "ann"), HIT, readings=["mixed"])) == [2]


@pytest.mark.rule("trade.command.failure-effect", "trade.failure.lost-tool")
@pytest.mark.parametrize(("victim", "other"), [("ann", "bob"), ("bob", "ann")])
def test_a_tool_is_lost_by_whom_the_gm_names(victim: str, other: str) -> None:
    bout = troop()
    ruling = {WORSE: ("lost-tool", "rapier", "knocked-away", victim)}
    bout.do(("go", "ann"), BOB, readings=["failure"], rulings=ruling)
    assert bout[victim].lost == {"rapier": "knocked-away"}
    assert bout[other].lost == {}


@pytest.mark.rule("trade.command.failure-effect", "trade.failure.enemy-ability")
@pytest.mark.parametrize(("victim", "health"), [("ann", (7, 8)), ("bob", (10, 5))])
def test_the_enemys_ability_is_aimed_at_whom_the_gm_names_and_the_blow_at_the_ally(
    victim: str, health: tuple[int, int]
) -> None:
    claw = ability("claw", {"kind": "damage", "amount": 3}, stat=None, target="one hero or ally")
    bout = Bout(hero("ann"), hero("bob"), foe("brute", abilities=[claw]))
    ruling = {WORSE: ("enemy-ability", "claw", victim)}
    bout.do(("go", "ann"), BOB, readings=["failure"], rulings=ruling)
    assert (bout["ann"].health, bout["bob"].health) == health


@pytest.mark.rule("trade.command.failure-effect", "trade.failure.extra-damage")
def test_extra_damage_of_a_failed_command_rides_on_the_blow_at_the_ally() -> None:
    bout = troop()
    ruling = {WORSE: ("extra-damage", "hound")}
    bout.do(("go", "ann"), HOUND, readings=["failure"], rulings=ruling)
    assert (bout["ann"].health, bout["hound"].hp) == (10, 6)


@pytest.mark.rule("trade.command.failure-effect", "trade.failure.options-must-apply")
def test_an_npc_ally_that_carries_nothing_loses_no_tool() -> None:
    bout = Bout(hero("ann", weapons=()), ally("hound"), foe("brute"))
    table = bout.do(HOUND, readings=["failure"])
    assert set(table.options_of(WORSE)) == {
        ("bad-situation", "hound"),
        ("extra-damage", "hound"),
        ("bad-situation", "ann"),
    }


@pytest.mark.rule("trade.failure.options-must-apply", "trade.command.bad-situation-on-ally")
def test_a_second_bad_situation_of_the_same_npc_is_not_offered_while_one_waits() -> None:
    bout = Bout(hero("ann"), ally("hound"), foe("brute"))
    bout.step()
    bout["ann"].command_waiting = {"hound": 1}
    table = bout.do(HOUND, readings=["failure"])
    assert ("bad-situation", "hound") not in table.options_of(WORSE)


@pytest.mark.rule("trade.command.failure-effect")
def test_left_alone_a_second_failed_command_deals_extra_damage_to_the_ally() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", hp=30))
    bout["bob"].bad_waiting = 1
    bout.do(("go", "ann"), BOB, readings=["failure"])
    assert (bout["ann"].health, bout["ann"].bad_waiting) == (10, 0)
    assert (bout["bob"].health, bout["bob"].bad_waiting) == (6, 1)


@pytest.mark.rule("trade.command.failure-effect", "trade.failure.worse-position")
@pytest.mark.parametrize("first", ["own", "command"])
def test_what_was_ruled_once_for_an_own_failure_is_asked_again_for_a_command(first: str) -> None:
    """The two forms differ: the one of a command names whom the effect falls on."""
    bout = Bout(hero("ann"), ally("hound"), foe("brute"), house={"modes": {WORSE: "once"}})
    own, commanded = ("lost-tool", "rapier", "broken"), ("bad-situation", "ann")
    ways = [(("fight", "rapier", "brute"), own), (HOUND, commanded)]
    for key, ruling in ways if first == "own" else ways[::-1]:
        table = bout.do(key, readings=["failure"], rulings={WORSE: ruling})
        told = [event.fields["effect"] for event in table.events if event.code == "worse-position"]
        assert told == [ruling[0]]
        bout.phase()
    assert bout["ann"].lost == {"rapier": "broken"}
