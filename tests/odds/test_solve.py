"""Small fights solved exactly, against calculations by hand and against simulation."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toy import Striker, ToyFight, ToySystem, duel

from affray.kernel.fight import RESULTS
from affray.kernel.policy import DefaultPolicy, RandomPolicy
from affray.kernel.running import run
from affray.kernel.system import Setup
from affray.kernel.table import Table
from affray.odds.solve import (
    DrawsChance,
    NoChance,
    Solution,
    TooLarge,
    _Chain,
    _flow,
    _loops,
    _solve_exactly,
    solve,
)
from affray.tables.random_table import RandomTable


def one_on_one(grit: int = 1, **house: Any) -> Setup:
    setup = duel(**house)
    setup.roster = [b | {"grit": grit} for b in setup.roster if b["id"] in ("ann", "cur")]
    return setup


def solved(setup: Setup, system: ToySystem | None = None, **limits: Any) -> Solution:
    return solve(system or ToySystem(), setup, Striker(), Striker(), **limits)


def test_a_duel_that_can_be_calculated_by_hand() -> None:
    # Both are bold: three dice, each a hit in 2 of 6. A blow fells with p = 1 - (2/3)^3 = 19/27.
    # Ann strikes first and the round comes again: p + q*q*p + ... = p / (1 - q*q), q = 8/27.
    p, q = Fraction(19, 27), Fraction(8, 27)
    solution = solved(one_on_one(ducking="no"))
    assert solution.exact is not None
    assert solution.exact["heroes"] == p / (1 - q * q) == Fraction(27, 35)
    assert solution.exact["foes"] == Fraction(8, 35)
    assert solution.exact["none"] == 0
    assert solution.error == 0


def test_ducking_once_a_round_is_in_the_numbers() -> None:
    # With grit 1 and a duck a round, two hits are needed: p = 1 - (2/3)^3 - 3*(1/3)*(2/3)^2.
    p = 1 - Fraction(8, 27) - Fraction(12, 27)
    solution = solved(one_on_one())
    assert solution.exact is not None
    assert solution.exact["heroes"] == p / (1 - (1 - p) ** 2)


def test_a_fight_in_which_nobody_strikes_goes_on_for_ever() -> None:
    policy = DefaultPolicy()
    solution = solve(ToySystem(), one_on_one(), policy, policy)
    assert solution.exact == {"heroes": 0, "foes": 0, "none": 1}


def test_numbers_agree_with_the_fraction_within_their_stated_error() -> None:
    exact = solved(one_on_one(3))
    floats = solved(one_on_one(3), exact_states=1)
    assert exact.exact is not None
    assert floats.exact is None
    assert 0 < floats.error < 1e-9
    for result, p in exact.exact.items():
        assert abs(Fraction(floats.numbers[result]) - p) <= Fraction(floats.error)


def test_a_solution_agrees_with_simulation() -> None:
    setup = duel(ducking="no")
    exact = solved(setup)
    fights, wins = 3000, 0
    for k in range(fights):
        fight = ToySystem().start(setup)
        table = RandomTable(ToySystem(), fight, random.Random(k), Striker(), Striker())
        run(ToySystem(), fight, table)
        wins += fight.result == "heroes"
    p = exact.numbers["heroes"]
    assert abs(wins / fights - p) < 4 * (p * (1 - p) / fights) ** 0.5


def test_too_large_a_fight_is_refused_with_its_states() -> None:
    with pytest.raises(TooLarge) as refused:
        solved(duel(), most_states=20)
    assert refused.value.states == 20
    assert "Simulate" in str(refused.value)


class Windmill(ToySystem):
    """A fight that may turn for ever: a strike can make a hero want to strike no more."""

    def strike(self, fight: ToyFight, table: Table, who: str, foe: str) -> None:
        super().strike(fight, table, who, foe)
        if fight[foe].grit == 1:
            for c in fight.here():
                c.luck = 99

    def targets(self, fight: ToyFight, who: str) -> list[str]:
        return [] if fight[who].luck == 99 else super().targets(fight, who)


def test_a_loop_that_cannot_be_left_is_a_fight_without_a_winner() -> None:
    solution = solved(one_on_one(3, ducking="no"), Windmill())
    assert solution.exact is not None
    assert 0 < solution.exact["none"] < 1
    assert sum(solution.exact.values()) == 1


class EverySecondRound(Striker):
    """Strikes in even rounds only, which `System.key` of the toy does not tell apart."""

    name = "every-second-round"

    def choose(self, view: Any, who: str, because: str, options: Any) -> tuple[str, ...]:
        key = super().choose(view, who, because, options)
        return ("wait",) if key[:1] == ("strike",) and view.round % 2 else key

    def look(self, system: ToySystem, fight: ToyFight, who: str) -> ToyFight:
        return fight

    def distinguishes(self, view: ToyFight) -> int:
        return view.round % 2


def test_a_policy_that_reads_more_than_the_key_says_so_and_is_told_apart() -> None:
    # Ann strikes only in the second round, the fourth and so on; Cur, who strikes in every round,
    # has had his turn before each of hers: (1 - p) * p for her, round after round.
    p, q = Fraction(19, 27), Fraction(8, 27)
    late = EverySecondRound()
    solution = solve(ToySystem(), one_on_one(ducking="no"), late, Striker())
    assert solution.exact is not None
    assert solution.exact["heroes"] == q * p / (1 - q**3)


def test_a_policy_that_draws_chance_is_refused() -> None:
    chance = RandomPolicy(NoChance("heroes", "random"))
    with pytest.raises(DrawsChance, match="random decides by chance for heroes"):
        solve(ToySystem(), one_on_one(), chance, Striker())


@st.composite
def chains(draw: st.DrawFn) -> _Chain:
    """A chain of up to eight states, three of them ends, with loops of every kind."""
    size = draw(st.integers(4, 8))
    chain = _Chain()
    for state in range(size):
        if state >= size - 3:
            chain.ends.append(RESULTS[state - size + 3])
            chain.moves.append({})
            continue
        weights = draw(
            st.dictionaries(st.integers(0, size - 1), st.integers(1, 6), min_size=1, max_size=size)
        )
        total = sum(weights.values())
        chain.ends.append(None)
        chain.moves.append({to: Fraction(n, total) for to, n in weights.items()})
    return chain


@given(chains())
def test_any_chain_is_solved_like_a_walk_of_many_steps(chain: _Chain) -> None:
    loops = _loops(chain)
    exact = _solve_exactly(chain, loops)
    numbers, error = _flow(chain, loops)
    assert sum(exact.values()) == 1
    for result in RESULTS:
        assert abs(Fraction(numbers[result]) - exact[result]) <= Fraction(error)
    # The oracle: walk on and on. What has ended by then is a lower bound, and what can still end
    # shrinks by a factor of at least 1 - (1/48)^8 in eight steps, in fact far faster.
    here = {0: 1.0}
    ended = dict.fromkeys(RESULTS, 0.0)
    for _ in range(400):
        after: dict[int, float] = {}
        for state, mass in here.items():
            if (end := chain.ends[state]) is not None:
                ended[end] += mass
            for to, p in chain.moves[state].items():
                after[to] = after.get(to, 0.0) + mass * float(p)
        here = after
    left = sum(here.values())
    for result in ("heroes", "foes"):
        assert ended[result] - 1e-9 <= float(exact[result]) <= ended[result] + left + 1e-9


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    solved(duel(), progress=lambda done, known: told.append((done, known)))
    assert told
    assert all(done <= known for done, known in told)
