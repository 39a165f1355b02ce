"""A Sovereign's own actions (area `sovereign`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, hero, mystic, peek, sovereign, told

ANN = ("attack", "longsword", "ann")


def bout_of(*order: str, house: Any = None, wyrm: Any = None, **more: Any) -> Bout:
    """The wyrm between Ann, Bob and Cat; the first in the order has its turn."""
    heroes = [hero(who, at=[5 * x, 0], tier=5) for x, who in enumerate(("ann", "bob", "cat"))]
    dragon = sovereign("wyrm", at=[5, 5], **(wyrm or {}))
    bout = Bout(*heroes, dragon, *more.get("others", ()), house=house)
    bout.to_turn(*order)
    return bout


def gap(bout: Bout) -> bool:
    """Ends the turn; whether the Sovereign is asked then."""
    bout.do(("end",))
    return peek(bout)[0] == "vigor.sovereign.when"


# ---- when, and how many ----


@pytest.mark.rule("vigor.sovereign.two-per-round", "vigor.sovereign.when")
def test_it_has_two_a_round_after_the_turns_of_others() -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm")
    assert bout["wyrm"].sovereign_actions == 2
    table = bout.do(("end",), ANN, readings=[15, 1])
    assert citing(table, "vigor.sovereign.what")
    bout.to_turn("bob")
    bout.do(("end",), ANN, readings=[15, 1])
    assert bout["wyrm"].sovereign_actions == 0
    bout.to_turn("cat")
    assert not gap(bout)


@pytest.mark.rule("vigor.sovereign.two-per-round")
def test_every_round_it_has_two_again_and_never_more() -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm")
    bout.do(("end",), ANN, readings=[15, 1])
    bout.to("initiative")
    assert bout["wyrm"].sovereign_actions == 2
    bout.to("turns")
    bout.to("initiative")
    assert bout["wyrm"].sovereign_actions == 2


@pytest.mark.rule("vigor.sovereign.when")
def test_the_actions_may_be_used_before_and_after_its_own_turn_but_not_right_after_it() -> None:
    bout = bout_of("wyrm", "ann", "bob", "cat")
    assert not gap(bout)
    bout.to_turn("ann")
    assert gap(bout)


@pytest.mark.rule("vigor.sovereign.when")
def test_the_gap_after_the_last_turn_comes_before_the_end_of_the_round() -> None:
    bout = bout_of("wyrm", "ann", "bob", "cat")
    bout.to_turn("cat")
    assert gap(bout)
    assert bout.fight.round == 1


@pytest.mark.rule("vigor.sovereign.when")
def test_the_turn_of_a_friend_will_do_too() -> None:
    bout = bout_of("brute", "ann", "bob", others=(foe("brute", at=[50, 50]),))
    assert gap(bout)


@pytest.mark.rule("vigor.sovereign.one-per-gap")
def test_one_action_follows_any_one_turn() -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm")
    bout.do(("end",), ANN, readings=[15, 1])
    assert peek(bout)[1] == "bob"
    assert bout["wyrm"].sovereign_actions == 1


@pytest.mark.rule("vigor.sovereign.one-per-gap")
def test_against_a_single_opponent_it_uses_one_a_round() -> None:
    bout = Bout(hero("ann", at=[0, 0], tier=5), sovereign("wyrm", at=[0, 5]))
    bout.to_turn("ann", "wyrm")
    bout.do(("end",), ANN, readings=[15, 1])
    assert peek(bout)[:2] == ("vigor.turn.economy", "wyrm")


@pytest.mark.rule("vigor.sovereign.one-per-gap")
def test_by_house_rule_as_many_as_are_left() -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm", house={"sovereign-actions-per-gap": "any"})
    bout.do(("end",), ANN, ANN, readings=[15, 1, 15, 1])
    assert bout["wyrm"].sovereign_actions == 0
    bout.to_turn("bob")
    assert not gap(bout)


@pytest.mark.rule("vigor.sovereign.when")
def test_it_may_hold_and_keep_the_action() -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm")
    bout.do(("end",), ("hold",))
    assert bout["wyrm"].sovereign_actions == 2
    assert peek(bout)[1] == "bob"


# ---- what refreshes ----


@pytest.mark.rule("vigor.sovereign.refresh-is-actions")
@pytest.mark.parametrize(
    ("reading", "vigor", "vitality"),
    [("actions", 0, 9), ("actions-and-vigor", 1, 9), ("actions-and-pools", 1, 14)],
)
def test_a_new_round_gives_the_actions_back_and_the_pools_by_house_rule_only(
    reading: str, vigor: int, vitality: int
) -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm", house={"sovereign-refresh": reading})
    bout.to("round-end")
    bout.set("wyrm", vigor=0, vitality=9, sovereign_actions=0)
    bout.to("initiative")
    wyrm = bout["wyrm"]
    assert (wyrm.sovereign_actions, wyrm.vigor, wyrm.vitality) == (2, vigor, vitality)


# ---- what it is ----


@pytest.mark.rule("vigor.sovereign.what")
def test_an_action_is_an_attack_by_the_usual_rules() -> None:
    wyrm = {"trees": ["brawler", "wizard"], "attacks": [mystic()], "stats": {"mind": 14}}
    bout = bout_of("ann", "bob", "cat", "wyrm", wyrm=wyrm)
    options = peek(bout, choices=[("end",)])[2]
    assert ANN in options
    assert ("attack", "bolt", "cat") in options
    table = bout.do(("end",), ("attack", "bolt", "cat"), readings=[8, 4])
    assert told(table, "hit")[0]["bonus"] == 2
    assert (bout["cat"].vigor, bout["cat"].vitality) == (1, 8)
    bout.to_turn("bob")
    bout.do(("end",), ANN, ("glance", "ann"), readings=[2])
    assert bout["ann"].vigor == 4


@pytest.mark.rule("vigor.sovereign.what", "vigor.sovereign.maneuver-limits")
def test_or_an_instant_maneuver_that_costs_its_stamina_and_works_at_once() -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm")
    bout.set("wyrm", vigor=0)
    bout.do(("end",), ("maneuver", "brace"))
    assert (bout["wyrm"].vigor, bout["wyrm"].stamina) == (1, 5)
    assert bout["wyrm"].sovereign_actions == 1


@pytest.mark.rule("vigor.sovereign.maneuver-limits")
def test_declared_maneuvers_and_spells_are_not_to_be_had_this_way() -> None:
    wyrm = {"trees": ["brawler", "wizard"], "spells": ["shock-burst"]}
    bout = bout_of("ann", "bob", "cat", "wyrm", wyrm=wyrm)
    options = peek(bout, choices=[("end",)])[2]
    heads = {(key[0], key[1]) for key in options if len(key) > 1}
    assert ("maneuver", "brace") in heads
    assert not {name for _, name in heads} & {"committed-strike", "cast"}
    assert not {key[0] for key in options} & {"move", "power", "carry-out"}


@pytest.mark.rule("vigor.sovereign.maneuver-limits")
def test_without_stamina_only_what_is_free_is_left() -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm")
    bout.set("wyrm", stamina=0)
    options = peek(bout, choices=[("end",)])[2]
    assert [key for key in options if key[0] == "maneuver"] == [("maneuver", "weapon", "longsword")]


@pytest.mark.rule("vigor.sovereign.maneuver-limits", "vigor.sovereign.normal-turn-too")
def test_it_is_not_the_rounds_pick_and_uses_no_reaction_and_no_movement() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], tier=5), hero("bob", at=[5, 0]), sovereign("wyrm", at=[0, 5])
    )
    bout.to("blind")
    bout.step(("brace",))
    bout.to("turns", order=("ann", "wyrm", "bob"))
    assert bout["wyrm"].stamina == 5
    bout.to_turn("ann")
    bout.do(("end",), ("maneuver", "empower"))
    assert bout["wyrm"].stamina == 4
    assert bout["wyrm"].has("empowered")
    assert bout["wyrm"].reaction
    bout.to_turn("wyrm")
    assert bout.fight.feet == 30
    assert bout.fight.action
    bout.do(ANN, readings=[15, 1])
    bout.do(("end",))
    bout.to_turn("bob")
    assert bout["wyrm"].reaction


@pytest.mark.rule("vigor.sovereign.normal-turn-too")
def test_its_turn_has_the_vigor_roll_and_its_actions_have_none() -> None:
    bout = bout_of("ann", "bob", "cat", "wyrm")
    bout.set("wyrm", vigor=0)
    table = bout.do(("end",), ANN, readings=[15, 1])
    assert not table.was_asked("vigor.vigor.turn-start-roll")
    table = bout.to_turn("wyrm", readings=[1])
    assert table.was_asked("vigor.vigor.turn-start-roll")
    assert bout["wyrm"].vigor == 1


@pytest.mark.rule("vigor.sovereign.normal-turn-too")
def test_an_action_ends_no_effects() -> None:
    bout = bout_of("wyrm", "ann", "bob", "cat")
    bout.do(("dodge",))
    bout.to_turn("ann")
    assert bout["wyrm"].has("dodge")
    bout.do(("end",), ANN, readings=[15, 1])
    assert bout["wyrm"].has("dodge")


@pytest.mark.rule("vigor.sovereign.one-per-gap")
def test_each_of_two_sovereigns_has_the_whole_number_of_a_gap() -> None:
    house = {"sovereign-actions-per-gap": 2}
    pair = (sovereign("wyrm", at=[0, 5]), sovereign("wyvern", at=[5, 5]))
    bout = Bout(hero("ann", at=[0, 0]), *pair, house=house)
    bout.to_turn("ann", "wyrm", "wyvern")
    bout.set("wyrm", sovereign_actions=1)
    brace = ("maneuver", "brace")
    table = bout.do(("end",), brace, brace, brace)
    spent = [event["who"] for event in told(table, "sovereign-action")]
    assert spent == ["wyrm", "wyvern", "wyvern"]
