"""The turn and its actions (areas `turn` and `action`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, gm, hero, mystic, peek, sovereign, told

from affray.kernel.question import Refused
from affray.testing.script import OffScript

LEAVING = "vigor.reaction.opportunity-attack"
AWAY = ("move", "to", "0", "-20")
ANSWER = ("attack", "longsword", "ann")
BLOW = ("attack", "longsword", "brute")
DISADVANTAGE, ADVANTAGE = "kl", "kh"


def duel(*more: dict[str, Any], brute: Any = None, scene: Any = None, **ann: Any) -> Bout:
    """Ann's turn at the origin, a Sovereign brute next to her."""
    other = (brute or sovereign("brute")) | {"at": [0, 5]}
    given = None if scene is None else {"surprised": [], "start": "rows"} | scene
    bout = Bout(hero("ann", at=[0, 0], **ann), other, *more, scene=given)
    bout.to_turn("ann", "brute")
    return bout


def verbs(bout: Bout) -> set[str]:
    return {key[0] for key in peek(bout)[2]}


# ---- the turn ----


@pytest.mark.rule("vigor.turn.start")
def test_a_turn_opens_with_expiries_and_then_the_vigor_roll() -> None:
    """Ann's dodge ends at the start of her turn, before she regains anything."""
    bout = duel()
    bout.do(("dodge",), ("end",))
    assert bout["ann"].has("dodge")
    bout.to("round-end")
    bout.to("turns", order=("ann",))
    bout.set("ann", vigor=0)
    assert bout["ann"].has("dodge")
    with pytest.raises(OffScript):
        bout.step()
    assert bout.last is not None
    assert bout.last.was_asked("vigor.vigor.turn-start-roll")
    assert not bout["ann"].has("dodge")


@pytest.mark.rule("vigor.turn.start")
def test_the_vigor_roll_comes_before_anything_is_chosen() -> None:
    bout = duel()
    bout.to("round-end")
    bout.to("turns", order=("ann",))
    bout.set("ann", vigor=0)
    table = bout.step(readings=[1])
    assert bout["ann"].vigor == 1
    codes = table.codes()
    assert codes.index("rolled") < codes.index("regained")
    assert table.cited("vigor.turn.start")
    assert peek(bout)[:2] == ("vigor.turn.economy", "ann")


@pytest.mark.rule("vigor.turn.economy")
def test_a_turn_has_one_action_and_one_movement() -> None:
    bout = duel()
    bout.do(BLOW, readings=[15, 1])
    assert not verbs(bout) & {
        "attack",
        "throw",
        "dodge",
        "disengage",
        "sprint",
        "help",
        "improvise",
    }
    assert {"move", "end"} <= verbs(bout)
    assert (bout.fight.feet, bout["ann"].reaction) == (30, True)


@pytest.mark.rule("vigor.turn.economy")
def test_moving_first_leaves_the_action() -> None:
    bout = duel()
    bout.do(("move", "to", "5", "0"))
    assert "attack" in verbs(bout)


@pytest.mark.rule("vigor.turn.no-bonus-actions")
@pytest.mark.parametrize("action", [("dodge",), ("disengage",), ("help", "brute", "bob")])
def test_nothing_is_done_besides_the_action_but_what_is_free(action: tuple[str, ...]) -> None:
    bout = duel(hero("bob", at=[60, 0]), weapons=["longsword", "dagger"])
    bout.do(action)
    assert verbs(bout) == {"draw", "move", "end"}


# ---- the Basic Actions ----


@pytest.mark.rule("vigor.action.basic")
def test_the_basic_actions_need_no_declaration() -> None:
    bout = duel(hero("bob", at=[60, 0]))
    assert bout["ann"].pending == ()
    basic = {"attack", "dodge", "disengage", "sprint", "help", "improvise"}
    assert basic <= verbs(bout)
    assert verbs(bout) - basic == {"move", "end"}


@pytest.mark.rule("vigor.action.attack")
def test_the_action_is_one_attack() -> None:
    bout = duel(attacks=[mystic(melee=True)], trees=["brawler", "wizard"])
    bout.do(("attack", "bolt", "brute"), readings=[15, 1])
    assert "attack" not in verbs(bout)
    assert bout["brute"].vitality == 14
    bout = duel()
    table = bout.do(BLOW, readings=[15, 1])
    assert len(told(table, "hit")) == 1
    assert table.cited("vigor.action.attack")
    assert "attack" not in verbs(bout)


@pytest.mark.rule("vigor.action.resolve-declared")
def test_carrying_out_a_declared_maneuver_takes_the_action() -> None:
    bout = Bout(hero("ann", at=[0, 0]), sovereign("brute", at=[0, 5]))
    bout.to("hero-picks", order=("ann",))
    bout.step(("committed-strike",))
    bout.to_turn("ann")
    bout.do(("carry-out", *BLOW), readings=[15, 1])
    assert not verbs(bout) & {"attack", "dodge", "carry-out"}


@pytest.mark.rule("vigor.action.resolve-declared")
def test_with_the_action_spent_nothing_is_carried_out() -> None:
    bout = Bout(hero("ann", at=[0, 0]), sovereign("brute", at=[0, 5]))
    bout.to("hero-picks", order=("ann",))
    bout.step(("committed-strike",))
    bout.to_turn("ann")
    bout.do(("dodge",))
    assert "carry-out" not in verbs(bout)


@pytest.mark.rule("vigor.action.dodge")
def test_dodging_gives_disadvantage_to_attacks_until_the_own_next_turn() -> None:
    bout = duel()
    table = bout.do(("dodge",))
    assert table.cited("vigor.action.dodge")
    bout.to_turn("brute")
    assert DISADVANTAGE in str(bout.do(ANSWER, readings=[15, 1]).pools[0])
    bout.to("round-end")
    bout.to_turn("brute", "ann")
    assert bout.fight.round == 2
    assert DISADVANTAGE in str(bout.do(ANSWER, readings=[15, 1]).pools[0])
    bout.set("ann", vitality=4)
    bout.to_turn("ann")
    assert not bout["ann"].has("dodge")


@pytest.mark.rule("vigor.action.dodge")
def test_a_dodge_does_not_hamper_the_dodgers_own_attacks_or_others() -> None:
    bout = duel(hero("bob", at=[5, 5]))
    bout.do(("dodge",))
    bout.to_turn("brute")
    table = bout.do(("attack", "longsword", "bob"), readings=[15, 1])
    assert DISADVANTAGE not in str(table.pools[0])


@pytest.mark.rule("vigor.action.dodge")
def test_a_dodge_is_over_when_the_next_turn_has_begun() -> None:
    bout = duel()
    bout.do(("dodge",))
    bout.to("round-end")
    bout.to_turn("ann", "brute")
    bout.to_turn("brute")
    assert DISADVANTAGE not in str(bout.do(ANSWER, readings=[15, 1]).pools[0])


@pytest.mark.rule("vigor.action.disengage")
def test_after_disengage_moving_away_provokes_nobody() -> None:
    bout = duel()
    bout.do(("disengage",))
    table = bout.do(AWAY)
    assert not table.was_asked(LEAVING)
    assert bout["ann"].at == (0, -20)


@pytest.mark.rule("vigor.action.disengage")
def test_disengage_is_over_with_the_turn() -> None:
    bout = duel()
    bout.do(("disengage",), ("end",))
    bout.to("round-end")
    bout.to_turn("ann", "brute")
    assert peek(bout, choices=[AWAY])[:2] == (LEAVING, "brute")


def helped() -> Bout:
    """Bob, far off, is helped against the brute by Ann; then it is his turn."""
    bout = Bout(
        hero("ann", at=[0, 0]),
        sovereign("brute", at=[0, 5]),
        hero("bob", at=[60, 5], weapons=["longbow"]),
        foe("pal", at=[60, 30]),
    )
    bout.to_turn("ann", "bob", "brute")
    bout.do(("help", "brute", "bob"))
    return bout


@pytest.mark.rule("vigor.action.help")
def test_help_gives_any_ally_advantage_on_the_next_attack_on_that_enemy() -> None:
    bout = helped()
    assert citing(bout.last, "vigor.action.help")  # type: ignore[arg-type]
    bout.to_turn("bob")
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert ADVANTAGE in str(table.pools[0])
    bout.to("round-end")
    bout.to_turn("bob", "ann")
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert ADVANTAGE not in str(table.pools[0])


@pytest.mark.rule("vigor.action.help")
def test_help_is_no_use_against_another_enemy_and_is_kept() -> None:
    bout = helped()
    bout.to_turn("bob")
    table = bout.do(("attack", "longbow", "pal"), readings=[15, 1])
    assert ADVANTAGE not in str(table.pools[0])
    bout.to("round-end")
    bout.to_turn("bob", "ann")
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert ADVANTAGE in str(table.pools[0])


@pytest.mark.rule("vigor.action.help")
def test_help_ends_at_the_start_of_the_helpers_next_turn() -> None:
    bout = helped()
    bout.to("round-end")
    bout.to_turn("ann", "bob")
    assert not bout["bob"].has("helped")
    bout.to_turn("bob")
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert ADVANTAGE not in str(table.pools[0])


@pytest.mark.rule("vigor.action.help")
def test_help_needs_an_enemy_in_reach_and_somebody_else() -> None:
    bout = duel(hero("bob", at=[200, 0]), foe("pal", at=[0, 10]))
    assert [key for key in peek(bout)[2] if key[0] == "help"] == [("help", "brute", "bob")]
    assert "help" not in verbs(duel())


IMPROVISE = "vigor.action.improvise"


@pytest.mark.rule("vigor.action.improvise")
def test_unasked_what_is_improvised_works_and_touches_nobodys_pools() -> None:
    bout = duel()
    table = bout.do(("improvise", "opens the gate"))
    assert told(table, "improvised")[0]["works"]
    assert table.cited(IMPROVISE)
    assert not bout.fight.action
    for who, vitality in (("ann", 4), ("brute", 14)):
        one = bout[who]
        assert (one.vigor, one.vitality, one.stamina) == (1, vitality, 6)


@pytest.mark.rule("vigor.action.improvise")
def test_the_gm_may_rule_that_it_fails_or_what_follows() -> None:
    key = ("improvise", "opens the gate")
    table = duel().do(key, rulings={IMPROVISE: ("fails", "it is barred")})
    (event,) = told(table, "improvised")
    assert (event["works"], event["outcome"]) == (False, "it is barred")
    table = duel().do(key, rulings={IMPROVISE: ("works", "it creaks")})
    assert told(table, "improvised")[0]["outcome"] == "it creaks"


@pytest.mark.rule("vigor.action.improvise")
@pytest.mark.parametrize(("natural", "works"), [(12, True), (11, False)])
def test_the_gm_may_ask_for_a_roll_of_a_stat_against_a_number(natural: int, works: bool) -> None:
    bout = duel(stats={"cunning": 16})
    rulings = {IMPROVISE: ("roll", "cunning", "15")}
    table = bout.do(("improvise", "picks the lock"), readings=[natural], rulings=rulings)
    (event,) = told(table, "checked")
    assert (event["modifier"], event["needed"]) == (3, 15)
    assert told(table, "improvised")[0]["works"] is works


@pytest.mark.rule("vigor.action.swap-weapon")
def test_changing_weapons_is_free_once_on_the_turn() -> None:
    bout = duel(weapons=["longsword", "dagger", "mace"])
    table = bout.do(("draw", "dagger"))
    assert bout["ann"].in_hand == ("dagger",)
    assert table.cited("vigor.action.swap-weapon")
    assert "draw" not in verbs(bout)
    assert (bout.fight.action, bout.fight.feet) == (True, 30)
    keys = peek(bout)[2]
    assert ("attack", "dagger", "brute") in keys
    assert BLOW not in keys
    bout.do(("end",))
    bout.to("round-end")
    bout.to_turn("ann")
    assert "draw" in verbs(bout)


@pytest.mark.rule("vigor.action.swap-weapon")
def test_changing_weapons_is_free_with_the_pick_and_again_on_the_turn() -> None:
    bout = Bout(hero("ann", weapons=["longsword", "dagger"]), foe("brute"))
    bout.to("hero-picks", order=("ann",))
    bout.step(("weapon", "dagger"))
    assert bout["ann"].in_hand == ("dagger",)
    bout.to_turn("ann")
    assert ("draw", "longsword") in peek(bout)[2]
    assert bout.fight.action


@pytest.mark.rule("vigor.action.swap-weapon")
def test_by_house_value_weapons_are_changed_more_than_once() -> None:
    block = hero("ann", weapons=["longsword", "dagger"])
    bout = Bout(block, foe("brute"), house={"weapon-swaps": 2})
    bout.to_turn("ann")
    bout.do(("draw", "dagger"))
    bout.do(("draw", "longsword"))
    assert bout["ann"].in_hand == ("longsword",)
    assert "draw" not in verbs(bout)


@pytest.mark.rule("vigor.turn.economy")
def test_the_gm_ends_the_turn_of_whoever_acts_and_no_other() -> None:
    bout = Bout(hero("ann", at=[0, 0]), hero("bob", at=[5, 0]), foe("brute", at=[0, 5]))
    bout.to("initiative")
    with pytest.raises(Refused, match="turn is running"):
        gm(bout, "skip", "ann")
    bout.to_turn("ann", "bob")
    with pytest.raises(Refused, match="not the turn of bob"):
        gm(bout, "skip", "bob")
    gm(bout, "skip", "ann")
    assert (bout.fight.action, bout.fight.feet) == (False, 0)
    assert peek(bout)[1] == "bob"
    bout.to_turn("bob")
    gm(bout, "skip")
    assert not bout.fight.action
