"""trade passes what every system must pass, in each of its encounters."""

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
    replay_is_live,
    save_and_load_at_every_step,
)

TRADE = system("trade")
ENCOUNTERS = {name: read_encounter(text, name, TRADE) for name, text in TRADE.encounters().items()}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("encounter", ENCOUNTERS)
@pytest.mark.parametrize("seed", range(3))
def test_conformance(check: Any, encounter: str, seed: int) -> None:
    check(Case(TRADE, ENCOUNTERS[encounter], seed))


SWITCHES = [
    {switch.id: option}
    for switch in TRADE.rulebook.switches.values()
    for option in switch.options
    if option != switch.default
]


@pytest.mark.parametrize("house", SWITCHES, ids=str)
@pytest.mark.parametrize("encounter", ["party", "allies"])
def test_every_house_rule_keeps_the_peace(encounter: str, house: dict[str, str]) -> None:
    setup = replace(ENCOUNTERS[encounter], house_rules=house)
    for check in CHECKS:
        check(Case(TRADE, setup, 0, limit=25))


RULINGS = [rule.id for rule in TRADE.rulebook.rules if rule.kind == "ruling"]


def plays_in_mode(mode: str, modes: dict[str, str], encounter: str, seed: int, limit: int) -> None:
    """All checks but one under these modes: a random GM rules otherwise where play is only told."""
    setup = replace(ENCOUNTERS[encounter], house_rules={"modes": modes})
    for check in CHECKS:
        if mode != "tell" or check is not replay_is_live:
            check(Case(TRADE, setup, seed, limit=limit))


@pytest.mark.parametrize("mode", ["ask", "tell", "once"])
@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_all_rulings_in_one_mode(encounter: str, mode: str) -> None:
    for seed in range(2):
        plays_in_mode(mode, dict.fromkeys(RULINGS, mode), encounter, seed, 20)


@pytest.mark.parametrize("mode", ["ask", "tell", "once"])
@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_in_every_mode(ruling: str, mode: str) -> None:
    setup = replace(ENCOUNTERS["allies"], house_rules={"modes": {ruling: mode}})
    for seed in range(20):
        ends_by_the_rules(Case(TRADE, setup, seed))
    save_and_load_at_every_step(Case(TRADE, setup, 0, limit=8))


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_some_hundreds_of_random_fights_end_by_the_rules(encounter: str) -> None:
    for seed in range(100, 200):
        ends_by_the_rules(Case(TRADE, ENCOUNTERS[encounter], seed))


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_a_players_attack_interrupts_the_gm_at_most_once(encounter: str) -> None:
    """With the shipped modes, from one choice of a player to the next the GM is asked at most
    once beside the enemy phase, and never when the attack does not fail."""
    heroes = TRADE.policy("sensible", "heroes", _Zero())
    gm = TRADE.policy("sensible", "gm", _Zero())
    attacks = failures = asked = phases = 0
    for seed in range(5):
        play = Play(TRADE, ENCOUNTERS[encounter], secret=bytes([seed]))
        while play.questions and play.fight.result is None:
            question = play.questions[0]
            step = play.fight.step
            if question.who == GM:
                asked += 1
                phases += question.id.rule == "trade.phase.group-pick"
                here = [q for q in play.entries[-9:] if getattr(q, "question", None)]
                same = [q for q in here if q.question.step == step and q.question.who == GM]
                assert not same, f"a second interruption in step {step}: {question.id}"
            if question.id.rule == "trade.turn.choice":
                attacks += 1
            play.nudge(heroes, gm)
        failures += sum(event.code == "failed" for event in play.events)
    assert attacks > 20
    assert asked <= attacks + phases


class _Zero:
    def random(self) -> float:
        return 0.0
