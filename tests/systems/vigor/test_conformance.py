"""vigor passes what every system must pass, in each of its encounters."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.registry import system
from affray.testing.conformance import (
    CHECKS,
    Case,
    copies,
    ends_by_the_rules,
    replay_is_live,
    save_and_load_at_every_step,
)

VIGOR = system("vigor")
ENCOUNTERS = {
    name: replace(read_encounter(text, name, VIGOR), max_rounds=4)
    for name, text in VIGOR.encounters().items()
}
SMALL = "drowned-king"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("encounter", ENCOUNTERS)
def test_conformance(check: Any, encounter: str) -> None:
    check(Case(VIGOR, ENCOUNTERS[encounter], seed=1, limit=10))


SWITCHES = [
    {switch.id: option}
    for switch in VIGOR.rulebook.switches.values()
    for option in switch.options
    if option != switch.default
]


@pytest.mark.parametrize("house", SWITCHES, ids=str)
def test_every_house_rule_keeps_the_peace(house: dict[str, str]) -> None:
    setup = replace(ENCOUNTERS[SMALL], house_rules=house, max_rounds=2)
    for check in (ends_by_the_rules, copies, replay_is_live):
        check(Case(VIGOR, setup, 2, limit=6))


RULINGS = [rule.id for rule in VIGOR.rulebook.rules if rule.kind == "ruling"]


@pytest.mark.parametrize("mode", ["ask", "tell", "once"])
@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_in_every_mode(ruling: str, mode: str) -> None:
    setup = replace(ENCOUNTERS[SMALL], house_rules={"modes": {ruling: mode}}, max_rounds=2)
    for seed in range(2):
        ends_by_the_rules(Case(VIGOR, setup, seed))
    save_and_load_at_every_step(Case(VIGOR, setup, 0, limit=4))
