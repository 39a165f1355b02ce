"""sixteen passes what every system must pass, in each of its encounters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.question import GM
from affray.registry import system
from affray.tables.play import Play
from affray.testing.conformance import CHECKS, Case

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
