"""What may be done on a turn, stunts, and who strikes back (area `action` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, ally, citing, dice_of, foe, gm, hero, peek

STUNT = ("stunt", "strength", "pull the rug away")
UNLIKE = {"strength": 4, "reflexes": 2, "wits": 3, "charm": 5}


# ---- the five and the stunt ----


@pytest.mark.rule("trade.action.five")
def test_a_turn_offers_the_five_actions_and_a_stunt_and_nothing_else() -> None:
    hex_ = ability("hex", {"kind": "damage", "amount": 1})
    bout = Bout(hero("ann", abilities=[hex_]), ally("cat"), foe("brute"))
    offered = {key[0] for key in peek(bout)[2]}
    assert offered - {"reserve", "end", "surrender"} == {
        "fight",
        "flee",
        "ability",
        "command",
        "respond",
        "stunt",
    }
    assert offered >= {"reserve", "end", "surrender"}


@pytest.mark.rule("trade.action.five")
def test_without_an_ability_or_an_ally_there_is_nothing_to_use_or_command() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    offered = {key[0] for key in peek(bout)[2]}
    assert offered == {"fight", "flee", "respond", "stunt", "reserve", "end", "surrender"}


# ---- stunts ----


@pytest.mark.rule("trade.action.stunt")
def test_a_stunt_is_allowed_with_the_proposed_stat_and_read_as_a_respond() -> None:
    bout = Bout(hero("ann", stats=UNLIKE), foe("brute"))
    table = bout.do(STUNT, readings=["mixed"])
    assert dice_of(table) == [4]
    assert table.cited("trade.action.stunt")
    assert bout.fight.actions == 1
    assert bout["brute"].hp == 10
    assert bout.fight.near == frozenset()
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.action.stunt")
@pytest.mark.parametrize("stat", ["strength", "reflexes", "wits", "charm"])
def test_a_stunt_may_be_proposed_with_any_stat(stat: str) -> None:
    bout = Bout(hero("ann", stats=UNLIKE), foe("brute"))
    table = bout.do(("stunt", stat, "try it"), readings=["mixed"])
    assert dice_of(table) == [UNLIKE[stat]]


@pytest.mark.rule("trade.action.stunt")
def test_the_failure_of_a_stunt_has_the_ordinary_consequences() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(STUNT, readings=["failure"])
    assert bout["ann"].health == 8
    assert bout["ann"].bad_waiting == 1
    assert bout.fight.stage == "phase"


@pytest.mark.rule("trade.action.stunt")
def test_the_success_of_a_stunt_brings_an_effect_and_suppresses_nobody() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(STUNT, ("better-position",), readings=["success"])
    assert bout["ann"].better_waiting == 1
    assert not bout["brute"].suppressed


# ---- the opponent of a roll ----


def failed_flight(bout: Bout, *before: Any, readings: Any = (), **script: Any) -> Any:
    """Who strikes when ann's flight fails after what she did before."""
    return bout.do(
        *before, ("flee", "reflexes", "leave"), readings=[*readings, "failure"], **script
    )


def gang() -> Bout:
    """Ann against three enemies that can be told apart by their damage: 1, 2 and 3."""
    return Bout(
        hero("ann"),
        foe("runt", damage=1),
        foe("brute", damage=2),
        foe("ogre", damage=3),
        house={"actions-per-turn": 4},
    )


@pytest.mark.rule("trade.action.opponent")
@pytest.mark.parametrize(("target", "damage"), [("runt", 1), ("brute", 2), ("ogre", 3)])
@pytest.mark.parametrize("kind", ["fight", "ability", "command"])
def test_what_is_aimed_at_an_enemy_has_that_enemy_as_opponent(
    kind: str, target: str, damage: int
) -> None:
    hex_ = ability("hex", {"kind": "damage", "amount": 1})
    bout = Bout(
        hero("ann", abilities=[hex_]),
        ally("cat"),
        foe("runt", damage=1),
        foe("brute", damage=2),
        foe("ogre", damage=3),
    )
    means = {"fight": "rapier", "ability": "hex", "command": "cat"}[kind]
    table = bout.do((kind, means, target), readings=["failure"])
    struck = bout["cat"].hp if kind == "command" else bout["ann"].health
    assert struck == 10 - damage
    assert not table.was_asked("trade.action.opponent")


@pytest.mark.rule("trade.action.opponent")
def test_who_has_fought_nobody_faces_the_first_enemy_of_the_roster() -> None:
    bout = gang()
    failed_flight(bout)
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.action.opponent")
def test_the_enemy_fought_last_is_the_opponent() -> None:
    bout = gang()
    failed_flight(
        bout,
        ("fight", "rapier", "ogre"),
        ("fight", "rapier", "brute"),
        readings=["mixed", "mixed"],
    )
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.action.opponent")
def test_an_enemy_fought_in_an_earlier_turn_is_remembered() -> None:
    bout = gang()
    bout.do(("fight", "rapier", "ogre"), ("better-position",), ("end",), readings=["success"])
    bout.phase()
    before = bout["ann"].health
    failed_flight(bout)
    assert bout["ann"].health == before - 3


@pytest.mark.rule("trade.action.opponent")
def test_when_the_enemy_fought_last_is_beaten_the_one_before_is_the_opponent() -> None:
    bout = gang()
    gm(bout, "set", "brute", "hp", 3)
    failed_flight(
        bout,
        ("fight", "rapier", "ogre"),
        ("fight", "rapier", "brute"),
        readings=["mixed", "mixed"],
    )
    assert not bout["brute"].is_in
    assert bout["ann"].health == 7


@pytest.mark.rule("trade.action.opponent")
def test_what_another_hero_fought_does_not_count() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("runt", damage=1), foe("ogre", damage=3))
    bout.do(("go", "ann"), ("fight", "rapier", "ogre"), ("end",), readings=["mixed"])
    bout.phase()
    bout.do(("flee", "reflexes", "leave"), readings=["failure"])
    assert bout["bob"].health == 9


@pytest.mark.rule("trade.action.opponent")
def test_the_gm_may_name_another_enemy_before_the_roll() -> None:
    bout = gang()
    table = failed_flight(bout, rulings={"trade.action.opponent": ("allowed", "ogre")})
    assert bout["ann"].health == 7
    asked = [rule for rule, _, _ in table.asked]
    rolled = next(n for n, (_, _, what) in enumerate(table.asked) if isinstance(what, str))
    assert asked.index("trade.action.opponent") < rolled
    assert table.options_of("trade.action.opponent")[:3] == [
        ("allowed", "runt"),
        ("allowed", "brute"),
        ("allowed", "ogre"),
    ]


@pytest.mark.rule("trade.action.opponent")
@pytest.mark.parametrize(
    "action",
    [
        ("flee", "charm", "leave"),
        ("ability", "ward", "ann"),
        ("respond", "wits", "other", "shout a warning"),
        ("stunt", "wits", "juggle"),
    ],
)
def test_the_log_says_who_hits_back_at_what_is_aimed_at_nobody(action: Any) -> None:
    ward = ability("ward", {"kind": "ward", "amount": 1}, target="self")
    bout = Bout(hero("ann", abilities=[ward]), foe("runt", damage=1), foe("ogre", damage=3))
    bout.do(("fight", "rapier", "ogre"), readings=["mixed"])
    table = bout.do(action, readings=["failure"])
    (event,) = citing(table, "trade.action.opponent")
    assert event.fields["opponent"] == "ogre"
    assert bout["ann"].health == 7


@pytest.mark.rule("trade.action.opponent")
def test_an_enemy_that_is_out_of_the_fight_cannot_be_named() -> None:
    bout = gang()
    gm(bout, "set", "runt", "hp", 0)
    table = failed_flight(bout)
    assert table.options_of("trade.action.opponent")[:-1] == [
        ("allowed", "brute"),
        ("allowed", "ogre"),
    ]
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.action.opponent")
def test_a_mixed_ability_on_oneself_owes_a_trade_to_the_opponent() -> None:
    ward = ability("ward", {"kind": "ward", "amount": 1}, target="self")
    bout = Bout(hero("ann", abilities=[ward]), foe("runt", damage=1), foe("ogre", damage=3))
    bout.do(
        ("ability", "ward", "ann"),
        readings=["mixed"],
        rulings={"trade.action.opponent": ("allowed", "ogre")},
    )
    assert bout.fight.trades == (("ogre", "ann"),)
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.action.opponent")
def test_an_ability_that_needs_no_roll_has_no_opponent() -> None:
    ward = ability("ward", {"kind": "ward", "amount": 1}, target="self", stat=None)
    bout = Bout(hero("ann", abilities=[ward]), foe("runt"), foe("ogre"))
    table = bout.do(("ability", "ward", "ann"))
    assert not table.was_asked("trade.action.opponent")
    assert bout.fight.trades == ()
