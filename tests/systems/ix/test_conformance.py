"""ix passes what every system must pass, in each of its encounters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.question import GM
from affray.registry import system
from affray.tables.play import Play
from affray.testing.conformance import (
    CHECKS,
    Case,
    ends_by_the_rules,
    random_is_enumerated,
    replay_is_live,
    save_and_load_at_every_step,
)

IX = system("ix")
ENCOUNTERS = {name: read_encounter(text, name, IX) for name, text in IX.encounters().items()}
QUICK = [check for check in CHECKS if check is not random_is_enumerated]
"""A check of ix has hundreds of readings; each encounter enumerates them once."""


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_conformance(check: Any, encounter: str) -> None:
    check(Case(IX, ENCOUNTERS[encounter], seed=len(encounter), limit=20))


SWITCHES = [
    {switch.id: option}
    for switch in IX.rulebook.switches.values()
    for option in switch.options
    if option != switch.default
]


@pytest.mark.parametrize("house", SWITCHES, ids=str)
def test_every_house_rule_keeps_the_peace(house: dict[str, str]) -> None:
    setup = replace(ENCOUNTERS["duel"], house_rules=house)
    for check in QUICK:
        check(Case(IX, setup, 0, limit=4))
    for seed in range(3):
        ends_by_the_rules(Case(IX, replace(ENCOUNTERS["skirmish"], house_rules=house), seed))


RULINGS = [rule.id for rule in IX.rulebook.rules if rule.kind == "ruling"]


@pytest.mark.parametrize("mode", ["ask", "tell", "once"])
def test_all_rulings_in_one_mode(mode: str) -> None:
    """A random GM rules otherwise where play is only told, so that a replay is not live then."""
    setup = replace(ENCOUNTERS["barrow"], house_rules={"modes": dict.fromkeys(RULINGS, mode)})
    for check in QUICK:
        if mode != "tell" or check is not replay_is_live:
            check(Case(IX, setup, 1, limit=8))


@pytest.mark.parametrize("mode", ["ask", "tell", "once"])
@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_in_every_mode(ruling: str, mode: str) -> None:
    setup = replace(ENCOUNTERS["barrow"], house_rules={"modes": {ruling: mode}})
    for seed in range(2):
        ends_by_the_rules(Case(IX, setup, seed))
    duel = replace(ENCOUNTERS["duel"], house_rules={"modes": {ruling: mode}})
    save_and_load_at_every_step(Case(IX, duel, 0, limit=2))


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_many_random_fights_end_by_the_rules(encounter: str) -> None:
    for seed in range(100, 120):
        ends_by_the_rules(Case(IX, ENCOUNTERS[encounter], seed))


@pytest.mark.parametrize("encounter", ["duel", "skirmish", "gate"])
def test_in_an_ordinary_exchange_the_gm_is_interrupted_at_most_once(encounter: str) -> None:
    """With the shipped modes one choice in a hero's turn asks the GM for one ruling at most, and
    only where something was rolled."""
    heroes = IX.policy("sensible", "heroes", _Zero())
    gm = IX.policy("sensible", "gm", _Zero())
    steps: dict[int, list[str]] = {}
    attacks = 0
    for seed in range(2):
        play = Play(IX, ENCOUNTERS[encounter], secret=bytes([seed]))
        fight: Any = play.fight
        for _ in range(400):
            if not play.questions or play.fight.result is not None:
                break
            question = play.questions[0]
            fight = play.fight
            acts = bool(fight.turn) and fight.side_of(fight.acting) == "heroes"
            if question.who == GM and acts:
                steps.setdefault(seed * 10_000 + fight.step, []).append(question.id.rule)
            play.nudge(heroes, gm)
        attacks += sum(event.code == "attack" for event in play.events)
    assert attacks > 3
    more = {step: rules for step, rules in steps.items() if len(rules) > 1}
    assert not more
    assert 0 < len(steps) <= attacks


class _Zero:
    def random(self) -> float:
        return 0.0
