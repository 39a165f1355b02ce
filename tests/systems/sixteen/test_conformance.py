"""sixteen passes what every system must pass, in each of its encounters."""

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

SIXTEEN = system("sixteen")
ENCOUNTERS = {
    name: read_encounter(text, name, SIXTEEN) for name, text in SIXTEEN.encounters().items()
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_conformance(check: Any, encounter: str) -> None:
    check(Case(SIXTEEN, ENCOUNTERS[encounter], seed=len(encounter), limit=25))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conformance_in_the_rounds_of_fatigue(check: Any) -> None:
    """Saves after every turn from the first round on, open wounds that bleed, and checks."""
    house = {
        "fatigue-after-round": 0,
        "bleeding-per-round": 1,
        "wound-check": "con",
        "wound-save": "con",
        "medium-wound-above": 2,
        "success-total": 8,
    }
    check(Case(SIXTEEN, replace(ENCOUNTERS["ambush"], house_rules=house), seed=3, limit=25))


SWITCHES = [
    {switch.id: option}
    for switch in SIXTEEN.rulebook.switches.values()
    for option in switch.options
    if option != switch.default
]


@pytest.mark.parametrize("house", SWITCHES, ids=str)
def test_every_house_rule_keeps_the_peace(house: dict[str, str]) -> None:
    """The saves begin at once, so that the switches of fatigue come into play."""
    setup = replace(ENCOUNTERS["ambush"], house_rules={"fatigue-after-round": 0, **house})
    for check in CHECKS:
        check(Case(SIXTEEN, setup, 0, limit=3))


RULINGS = [rule.id for rule in SIXTEEN.rulebook.rules if rule.kind == "ruling"]


@pytest.mark.parametrize("mode", ["ask", "tell", "once"])
def test_all_rulings_in_one_mode(mode: str) -> None:
    """A random GM rules otherwise where play is only told, so that a replay is not live then."""
    setup = replace(ENCOUNTERS["ambush"], house_rules={"modes": dict.fromkeys(RULINGS, mode)})
    for check in CHECKS:
        if mode != "tell" or check is not replay_is_live:
            check(Case(SIXTEEN, setup, 1, limit=5))


@pytest.mark.parametrize("mode", ["ask", "tell", "once"])
@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_in_every_mode(ruling: str, mode: str) -> None:
    setup = replace(ENCOUNTERS["ambush"], house_rules={"modes": {ruling: mode}})
    for seed in range(2):
        ends_by_the_rules(Case(SIXTEEN, setup, seed))
    save_and_load_at_every_step(Case(SIXTEEN, setup, 0, limit=4))


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_many_random_fights_end_by_the_rules(encounter: str) -> None:
    for seed in range(100, 108):
        ends_by_the_rules(Case(SIXTEEN, ENCOUNTERS[encounter], seed))


class _Zero:
    def random(self) -> float:
        return 0.0


@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_with_the_shipped_modes_the_gm_is_left_in_peace(encounter: str) -> None:
    """No ruling interrupts play once the fight has begun."""
    heroes = SIXTEEN.policy("sensible", "heroes", _Zero())
    gm = SIXTEEN.policy("sensible", "gm", _Zero())
    play = Play(SIXTEEN, ENCOUNTERS[encounter], secret=b"peace")
    while play.questions and play.fight.result is None and play.fight.round < 9:
        question = play.questions[0]
        assert question.who != GM or play.fight.round == 0, question.id
        play.nudge(heroes, gm)
