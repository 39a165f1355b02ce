"""Small duels solved exactly, and larger ones refused with a reason."""

from __future__ import annotations

import random
from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.running import run
from affray.kernel.system import Setup
from affray.odds.solve import NoChance, Solution, TooLarge, solve
from affray.registry import system
from affray.tables.random_table import RandomTable

SIXTEEN = system("sixteen")


def packaged(name: str) -> Setup:
    return read_encounter(SIXTEEN.encounters()[name], name, SIXTEEN)


def sensible(side: str) -> Any:
    return SIXTEEN.policy("sensible", side, NoChance(side, "sensible"))


def solved(setup: Setup, **limits: Any) -> Solution:
    return solve(SIXTEEN, setup, sensible("heroes"), sensible("gm"), **limits)


def test_the_small_duel_is_solved_exactly_and_agrees_with_play() -> None:
    solution = solved(packaged("puppets"))
    assert solution.exact is not None
    assert sum(solution.exact.values()) == 1
    assert solution.error == 0
    exact = float(solution.exact["heroes"])
    setup, fights, won = packaged("puppets"), 1_500, 0
    for k in range(fights):
        fight = SIXTEEN.start(setup)
        heroes, gm = sensible("heroes"), sensible("gm")
        table = RandomTable(SIXTEEN, fight, random.Random(f"solve {k}"), heroes, gm)
        run(SIXTEEN, fight, table)
        won += fight.result == "heroes"
    spread = (exact * (1 - exact) / fights) ** 0.5
    assert abs(won / fights - exact) < 4 * spread


def test_the_packaged_duel_is_refused_and_the_refusal_says_why() -> None:
    with pytest.raises(TooLarge, match="300"):
        solved(packaged("duel"), most_states=300)
