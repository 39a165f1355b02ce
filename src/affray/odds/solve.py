"""The exact chance that a small fight is won, with the choices of both sides given.

With both policies fixed a fight is a Markov chain over its states at step boundaries (equal keys
are one state). A state that comes back is a loop: it is solved, not walked or cut.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from affray.kernel.fight import RESULTS, Fight
from affray.kernel.policy import Policy
from affray.kernel.running import advance
from affray.kernel.system import Setup, System
from affray.tables.enumerating import leaves

EXACT_STATES = 4_000
"""Up to so many states the answer is a fraction."""

MOST_STATES = 200_000
"""Beyond so many states the fight is refused."""

LARGEST_LOOP = 200
"""States of one loop that are solved as fractions; a larger one makes the answer a number."""

_ROUNDING = 2.0**-52


class TooLarge(Exception):  # noqa: N818
    """The fight has more states than can be solved; `states` were found so far."""

    def __init__(self, states: int) -> None:
        super().__init__(
            f"This fight has more than {states} states. Simulate it instead, or solve a smaller "
            "one: fewer combatants, less health, a doctrine with fewer choices."
        )
        self.states = states


@dataclass(slots=True)
class Solution:
    """The chance of each result: `exact` fractions if they could be had, else `numbers` whose
    error is at most `error`.
    """

    states: int
    exact: dict[str, Fraction] | None
    numbers: dict[str, float]
    error: float

    def dump(self) -> dict[str, Any]:
        data: dict[str, Any] = {"states": self.states}
        for result in RESULTS:
            exact = None
            if self.exact is not None:
                p = self.exact[result]
                exact = f"{p.numerator}/{p.denominator}"
            data[result] = {"exact": exact, "float": self.numbers[result], "error": self.error}
        return data


@dataclass(slots=True)
class _Chain:
    """`moves[n]` are the chances to go from state n to others; `ends[n]` its result if over."""

    moves: list[dict[int, Fraction]]
    ends: list[str | None]


def solve(
    system: System[Any],
    setup: Setup,
    heroes: Policy,
    gm: Policy,
    *,
    exact_states: int = EXACT_STATES,
    most_states: int = MOST_STATES,
    progress: Callable[[int, int], None] | None = None,
) -> Solution:
    """Solves the fight. The policies must decide by what they see alone (no chance of their own).

    `max_rounds` is left out of account: a fight that goes on for ever with some chance has the
    result "none" with that chance. `progress` is told (states done, states known). Raises
    `TooLarge`, and `TooManyLeaves` if a single step has too many outcomes.
    """
    chain = _explore(system, setup, heroes, gm, most_states, progress)
    if len(chain.moves) <= exact_states:
        loops = _loops(chain)
        if max(map(len, loops), default=1) <= LARGEST_LOOP:
            exact = _solve_exactly(chain, loops)
            return Solution(len(chain.moves), exact, {r: float(p) for r, p in exact.items()}, 0.0)
    numbers, error = _propagate(chain)
    return Solution(len(chain.moves), None, numbers, error)


def _explore(
    system: System[Any],
    setup: Setup,
    heroes: Policy,
    gm: Policy,
    most: int,
    progress: Callable[[int, int], None] | None,
) -> _Chain:
    start: Fight[Any] = system.start(setup)
    start.max_rounds = 10**9
    numbers: dict[Hashable, int] = {system.key(start): 0}
    waiting: list[Fight[Any] | None] = [start]
    chain = _Chain([], [])
    while len(chain.moves) < len(waiting):
        at = len(chain.moves)
        fight = waiting[at]
        waiting[at] = None
        assert fight is not None
        chain.ends.append(fight.result)
        moves: dict[int, Fraction] = {}
        chain.moves.append(moves)
        if fight.result is not None:
            continue
        for chance, after, _ in leaves(
            system, fight, lambda state, table: advance(system, state, table), heroes, gm
        ):
            key = system.key(after)
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(waiting)
                waiting.append(after)
                if number >= most:
                    raise TooLarge(most)
            moves[number] = moves.get(number, Fraction(0)) + chance
        if progress is not None and at % 64 == 0:
            progress(at, len(waiting))
    return chain


def _loops(chain: _Chain) -> list[list[int]]:
    """The strongly connected components, those that are reached last first (Tarjan)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    work = [(0, iter(chain.moves[0]))]
    index[0] = low[0] = 0
    stack.append(0)
    on_stack.add(0)
    while work:
        at, further = work[-1]
        for other in further:
            if other not in index:
                index[other] = low[other] = len(index)
                stack.append(other)
                on_stack.add(other)
                work.append((other, iter(chain.moves[other])))
                break
            if other in on_stack:
                low[at] = min(low[at], index[other])
        else:
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[at])
            if low[at] == index[at]:
                component = []
                while True:
                    other = stack.pop()
                    on_stack.discard(other)
                    component.append(other)
                    if other == at:
                        break
                found.append(component)
    return found


def _solve_exactly(chain: _Chain, loops: list[list[int]]) -> dict[str, Fraction]:
    """The chance of each result from the first state."""
    nothing = dict.fromkeys(RESULTS, Fraction(0))
    values: dict[int, dict[str, Fraction]] = {}
    for loop in loops:
        if len(loop) == 1 and (result := chain.ends[loop[0]]) is not None:
            values[loop[0]] = nothing | {result: Fraction(1)}
            continue
        members = {state: row for row, state in enumerate(loop)}
        leaving = [
            {to: p for to, p in chain.moves[state].items() if to not in members} for state in loop
        ]
        if not any(leaving):
            for state in loop:  # nothing leads out: this goes on for ever
                values[state] = nothing | {"none": Fraction(1)}
            continue
        # Within the loop: v = inside v + outside, so (1 - inside) v = outside.
        matrix = [[Fraction(int(r == c)) for c in range(len(loop))] for r in range(len(loop))]
        right = []
        for row, state in enumerate(loop):
            for to, p in chain.moves[state].items():
                if to in members:
                    matrix[row][members[to]] -= p
            right.append(
                [
                    sum((p * values[to][r] for to, p in leaving[row].items()), Fraction(0))
                    for r in RESULTS
                ]
            )
        for state, solved in zip(loop, _eliminate(matrix, right), strict=True):
            values[state] = dict(zip(RESULTS, solved, strict=True))
    return values[0]


def _eliminate(matrix: list[list[Fraction]], right: list[list[Fraction]]) -> list[list[Fraction]]:
    """Solves a system of equations by elimination; it has one solution."""
    size = len(matrix)
    for column in range(size):
        pivot = next(row for row in range(column, size) if matrix[row][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        right[column], right[pivot] = right[pivot], right[column]
        factor = 1 / matrix[column][column]
        matrix[column] = [value * factor for value in matrix[column]]
        right[column] = [value * factor for value in right[column]]
        for row in range(size):
            times = matrix[row][column]
            if row != column and times:
                matrix[row] = [
                    a - times * b for a, b in zip(matrix[row], matrix[column], strict=True)
                ]
                right[row] = [a - times * b for a, b in zip(right[row], right[column], strict=True)]
    return right


def _propagate(chain: _Chain) -> tuple[dict[str, float], float]:
    """Sends the probability through the chain until next to nothing is still under way.

    The error is what is still under way, and the rounding of every addition on the way.
    """
    moves = [[(to, float(p)) for to, p in found.items()] for found in chain.moves]
    widest = max((len(found) for found in moves), default=1)
    ended = dict.fromkeys(RESULTS, 0.0)
    here = {0: 1.0}
    steps = 0
    left = 1.0
    while left > 1e-12 and steps < 100_000:
        steps += 1
        after: dict[int, float] = {}
        for state, mass in here.items():
            result = chain.ends[state]
            if result is not None:
                ended[result] += mass
                continue
            for to, p in moves[state]:
                after[to] = after.get(to, 0.0) + mass * p
        here = after
        left = sum(here.values())
    return ended, left + steps * (widest + 3) * _ROUNDING
