"""Reactions: opportunity attacks and abilities with a trigger (area `reaction`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, foe, gm, hero, minor, mystic, peek, sovereign, told

LEAVING = "vigor.reaction.opportunity-attack"
AWAY = ("move", "to", "0", "-20")
ANSWER = ("attack", "longsword", "ann")
BLOW = ("attack", "longsword", "brute")


def duel(*more: dict[str, Any], brute: Any = None, scene: Any = None, **ann: Any) -> Bout:
    """Ann's turn at the origin, a Sovereign brute next to her."""
    other = (brute or sovereign("brute")) | {"at": [0, 5]}
    given = None if scene is None else {"surprised": [], "start": "rows"} | scene
    bout = Bout(hero("ann", at=[0, 0], **ann), other, *more, scene=given)
    bout.to_turn("ann", "brute")
    return bout


@pytest.mark.rule("vigor.reaction.opportunity-attack")
def test_an_enemy_that_moves_out_of_reach_may_be_answered_with_one_melee_attack() -> None:
    bout = duel()
    table = bout.do(AWAY, ANSWER, ("go-on",), readings=[15, 2])
    assert (bout["ann"].vigor, bout["ann"].vitality) == (0, 3)
    assert not bout["brute"].reaction
    assert len(told(table, "hit")) == 1
    assert table.cited(LEAVING)


@pytest.mark.rule("vigor.reaction.opportunity-attack")
def test_the_attack_may_be_passed_and_the_reaction_is_kept() -> None:
    bout = duel()
    bout.do(AWAY, ("pass",))
    assert bout["ann"].at == (0, -20)
    assert bout["brute"].reaction


@pytest.mark.rule("vigor.reaction.opportunity-attack")
def test_allies_and_those_who_cannot_see_the_mover_do_not_answer() -> None:
    bout = duel(hero("bob", at=[5, 5]), scene={"unseen": [["brute", "ann"]]})
    table = bout.do(AWAY)
    assert not table.was_asked(LEAVING)
    assert bout["ann"].at == (0, -20)


@pytest.mark.rule("vigor.reaction.opportunity-details")
def test_the_attack_falls_within_reach_and_a_mover_who_dies_goes_no_further() -> None:
    bout = duel(hero("bob", at=[60, 0]), tier=1)
    bout.set("ann", vigor=0, vitality=0, injuries=("bruised-ribs",))
    table = bout.do(AWAY, ANSWER, readings=[15, 4])
    assert bout["ann"].status == "dead"
    assert bout["ann"].at == (0, 0)
    assert told(table, "attack")[0]["feet"] == 5


@pytest.mark.rule("vigor.reaction.opportunity-details")
@pytest.mark.parametrize(
    ("fields", "ways"),
    [
        ({"weapons": ["longbow"]}, {"unarmed"}),
        ({"weapons": ["dagger"]}, {"dagger", "unarmed"}),
        (
            {"weapons": [], "attacks": [mystic(melee=True)], "trees": ["wizard"]},
            {"bolt", "unarmed"},
        ),
        ({"weapons": [], "attacks": [mystic()], "trees": ["wizard"]}, {"unarmed"}),
    ],
)
def test_it_needs_a_melee_attack(fields: dict[str, Any], ways: set[str]) -> None:
    bout = duel(brute=sovereign("brute", **fields))
    rule, who, keys = peek(bout, choices=[AWAY])
    assert (rule, who) == (LEAVING, "brute")
    assert {key[1] for key in keys if key[0] == "attack"} == ways
    assert {key[0] for key in keys} == {"attack", "pass"}


@pytest.mark.rule("vigor.reaction.opportunity-details")
def test_several_who_may_react_decide_in_initiative_order() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], tier=5),
        foe("brute", at=[0, 5]),
        foe("pal", at=[5, 5]),
        foe("mate", at=[-5, 5]),
    )
    bout.to_turn("ann", "mate", "brute", "pal")
    table = bout.do(AWAY, ("pass",), ("pass",), ("pass",))
    assert [who for rule, who, _ in table.asked if rule == LEAVING] == ["mate", "brute", "pal"]


@pytest.mark.rule("vigor.reaction.one-per-round")
def test_the_one_reaction_of_a_round_is_spent_and_back_with_the_next() -> None:
    bout = duel()
    bout.do(AWAY, ANSWER, ("stop",), readings=[15, 1])
    table = bout.do(AWAY)
    assert not table.was_asked(LEAVING)
    assert bout["ann"].at == (0, -20)
    bout.to("round-end")
    assert not bout["brute"].reaction
    bout.to("hero-picks", order=("ann",))
    assert bout["brute"].reaction


@pytest.mark.rule("vigor.reaction.one-per-round")
def test_the_own_turn_neither_spends_nor_restores_the_reaction() -> None:
    bout = duel()
    bout.do(AWAY, ANSWER, ("stop",), readings=[15, 1])
    bout.to_turn("brute")
    assert not bout["brute"].reaction
    bout = duel()
    bout.to_turn("brute", "ann")
    bout.do(("attack", "longsword", "ann"), readings=[15, 1])
    assert bout["brute"].reaction


@pytest.mark.rule("vigor.reaction.one-per-round")
def test_after_the_own_turn_the_reaction_is_still_there() -> None:
    bout = Bout(hero("ann", at=[0, 0]), sovereign("brute", at=[0, 5]))
    bout.to_turn("brute", "ann")
    bout.do(("end",))
    bout.to_turn("ann")
    assert peek(bout, choices=[AWAY])[:2] == (LEAVING, "brute")


RIPOSTE = {"id": "riposte", "name": "Riposte", "when": "missed", "effect": "strike"}
TOUGH = {"id": "tough", "name": "Tough", "when": "hit", "effect": "regain", "amount": 1}
TRIGGERED = "vigor.reaction.triggered"


@pytest.mark.rule("vigor.reaction.triggered")
def test_an_ability_uses_the_reaction_when_its_trigger_happens_if_its_owner_chooses() -> None:
    bout = duel(brute=sovereign("brute", triggers=[TOUGH]))
    table = bout.do(BLOW, ("use", "tough"), readings=[15, 1])
    assert (bout["brute"].vigor, bout["brute"].reaction) == (1, False)
    assert table.cited(TRIGGERED)
    bout = duel(brute=sovereign("brute", triggers=[TOUGH]))
    bout.do(BLOW, ("pass",), readings=[15, 1])
    assert (bout["brute"].vigor, bout["brute"].reaction) == (0, True)


@pytest.mark.rule("vigor.reaction.triggered")
def test_a_trigger_of_a_miss_does_not_answer_a_hit_nor_without_a_reaction() -> None:
    bout = duel(brute=sovereign("brute", triggers=[RIPOSTE]))
    assert not bout.do(BLOW, readings=[15, 1]).was_asked(TRIGGERED)
    bout = duel(brute=sovereign("brute", triggers=[RIPOSTE]))
    bout.do(BLOW, ("none",), ("use", "riposte", *ANSWER), readings=[5, 15, 1])
    assert (bout["ann"].vigor, bout["brute"].reaction) == (0, False)
    bout = duel(brute=sovereign("brute", triggers=[RIPOSTE]))
    gm(bout, "set", "brute", "reaction", 0)
    assert not bout.do(BLOW, ("none",), readings=[5]).was_asked(TRIGGERED)


@pytest.mark.rule("vigor.reaction.one-per-round")
def test_minors_have_a_reaction_too_but_not_while_they_flee() -> None:
    bout = duel(foe("pal", at=[90, 0]), brute=minor("brute"))
    assert peek(bout, choices=[AWAY])[:2] == (LEAVING, "brute")
    bout.do(BLOW, readings=[15, 1])
    assert bout["brute"].status == "fleeing"
    assert not bout.do(AWAY).was_asked(LEAVING)


@pytest.mark.rule("vigor.reaction.triggered")
def test_of_several_abilities_only_those_whose_trigger_happened_are_offered() -> None:
    bout = duel(brute=sovereign("brute", triggers=[RIPOSTE, TOUGH]))
    keys = peek(bout, choices=[BLOW], readings=[15, 1])[2]
    assert sorted(keys) == [("pass",), ("use", "tough")]


@pytest.mark.rule("vigor.position.leaving-reach", "vigor.position.reach")
def test_the_last_point_within_reach_is_not_outside_it() -> None:
    def asked(*to: str) -> bool:
        bout = duel(brute=sovereign("brute", weapons=["halberd"]))
        return peek(bout, choices=[("move", "to", *to)])[0] == LEAVING

    assert not asked("0", "-5")
    assert asked("0", "-10")


@pytest.mark.rule("vigor.reaction.triggered", "vigor.line.natural-one-details")
def test_a_stray_shot_is_a_hit_to_the_one_it_hits_and_nothing_to_its_target() -> None:
    oaf = sovereign("oaf", at=[0, 10], triggers=[RIPOSTE, TOUGH])
    brute = sovereign("brute", at=[0, 20], triggers=[RIPOSTE, TOUGH])
    bout = Bout(hero("ann", at=[0, 0], weapons=["longbow"]), brute, oaf)
    bout.to_turn("ann")
    bout.do(("attack", "longbow", "brute"), ("use", "tough"), readings=[1, 1])
    assert (bout["oaf"].reaction, bout["brute"].reaction) == (False, True)
    assert bout["oaf"].vigor == 1


@pytest.mark.rule("vigor.reaction.triggered", "vigor.spell.force-lance")
@pytest.mark.parametrize(("when", "readings"), [("hit", [15, 1]), ("missed", [5])])
def test_a_spell_with_an_attack_roll_hits_and_misses_too(when: str, readings: list[int]) -> None:
    cry = {"id": "cry", "name": "Cry", "when": when, "effect": "regain", "amount": 1}
    magic = {"trees": ["wizard"], "psion": True, "spells": ["force-lance"]}
    bout = duel(brute=sovereign("brute", triggers=[cry]), **magic)
    bout.do(("power", "force-lance", "brute"), ("use", "cry"), readings=readings)
    assert (bout["brute"].vigor, bout["brute"].reaction) == (1, False)
