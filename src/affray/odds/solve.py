"""The exact chance that a small fight is won, with the choices of both sides given.

With both policies fixed a fight is a Markov chain over its states at step boundaries (equal keys
are one state). A state that comes back is a loop: it is solved, not walked or cut.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from math import fsum
from typing import Any

from affray.kernel.fight import RESULTS, Fight
from affray.kernel.policy import Policy
from affray.kernel.question import GM, HEROES
from affray.kernel.running import advance
from affray.kernel.system import Setup, System
from affray.tables.enumerating import leaves
from affray.tables.looking import view_for

EXACT_STATES = 50_000
"""Up to so many states the answer is a fraction."""

MOST_STATES = 200_000
"""Beyond so many states the fight is refused."""

LARGEST_LOOP = 200
"""States of one loop that are solved as fractions; a larger one makes the answer a number."""

LEFT = 1e-12
"""How much probability may still be under way within a loop when it is left alone."""

MOST_TURNS = 100_000
"""How often a loop is gone round before it is left alone, whatever is under way in it."""

_UNIT = 2.0**-53
"""The largest relative error of one rounding."""

Progress = Callable[[int, int], None]
"""Told how many states were looked into, and how many are known so far."""


class DrawsChance(Exception):  # noqa: N818 (named for what happened)
    """A policy wanted to decide by chance; what it does cannot be solved."""

    def __init__(self, side: str, name: str) -> None:
        super().__init__(
            f"The policy {name} decides by chance for {side}, which cannot be solved. "
            "Name another policy, or a doctrine that does not fall back on it."
        )
        self.side = side
        self.name = name


class NoChance:
    """The source to make a policy with that is to be solved: drawing raises `DrawsChance`."""

    def __init__(self, side: str, name: str) -> None:
        self.side = side
        self.name = name

    def random(self) -> float:
        raise DrawsChance(self.side, self.name)


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

    moves: list[dict[int, Fraction]] = field(default_factory=list)
    ends: list[str | None] = field(default_factory=list)


def solve(
    system: System[Any],
    setup: Setup,
    heroes: Policy,
    gm: Policy,
    *,
    exact_states: int = EXACT_STATES,
    most_states: int = MOST_STATES,
    progress: Progress | None = None,
) -> Solution:
    """Solves the fight. The policies must decide by what they see alone (see `NoChance`).

    A policy that decides by more than what `System.key` holds (the round, say) has a method
    `distinguishes(view)` that returns it. `max_rounds` is left out of account: a fight that goes on
    for ever with some chance has the result "none" with that chance. Raises `TooLarge`,
    `DrawsChance`, and `TooManyLeaves` if a single step has too many outcomes.
    """
    chain = _explore(system, setup, heroes, gm, most_states, progress)
    loops = _loops(chain)
    if len(chain.moves) <= exact_states and max(map(len, loops)) <= LARGEST_LOOP:
        exact = _solve_exactly(chain, loops)
        return Solution(len(chain.moves), exact, {r: float(p) for r, p in exact.items()}, 0.0)
    numbers, error = _flow(chain, loops)
    return Solution(len(chain.moves), None, numbers, error)


def _explore(
    system: System[Any],
    setup: Setup,
    heroes: Policy,
    gm: Policy,
    most: int,
    progress: Progress | None,
) -> _Chain:
    start: Fight[Any] = system.start(setup)
    start.max_rounds = 10**9
    known: dict[Hashable, Hashable] = {}
    seats = [(policy, who) for policy, who in ((heroes, HEROES), (gm, GM))
             if hasattr(policy, "distinguishes")]  # fmt: skip

    def key_of(fight: Fight[Any]) -> Hashable:
        key = _shared(system.key(fight), known)
        for policy, who in seats:
            further: Any = policy
            key = (key, further.distinguishes(view_for(policy, system, fight, who)))
        return key

    def step(fight: Fight[Any], table: Any) -> None:
        advance(system, fight, table)

    numbers: dict[Hashable, int] = {key_of(start): 0}
    waiting: list[Fight[Any] | None] = [start]
    chain = _Chain()
    while (at := len(chain.moves)) < len(waiting):
        fight = waiting[at]
        waiting[at] = None
        assert fight is not None
        chain.ends.append(fight.result)
        moves: dict[int, Fraction] = {}
        chain.moves.append(moves)
        if progress is not None and at % 64 == 0:
            progress(at, len(waiting))
        if fight.result is not None:
            continue
        for chance, after, _ in leaves(system, fight, step, heroes, gm):
            key = key_of(after)
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(waiting)
                waiting.append(after)
                if number >= most:
                    raise TooLarge(most)
            moves[number] = moves.get(number, Fraction(0)) + chance
    return chain


def _shared(key: Hashable, known: dict[Hashable, Hashable]) -> Hashable:
    """The key with its parts shared with those of other states, most of which are the same."""
    if not isinstance(key, tuple):
        return key
    parts = [
        tuple(known.setdefault(inner, inner) for inner in part) if isinstance(part, tuple) else part
        for part in key
    ]
    return tuple(parts)


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
    # What is neither is "none": over without a winner, or never over.
    won, lost = [Fraction(0)] * len(chain.moves), [Fraction(0)] * len(chain.moves)
    for loop in loops:
        state = loop[0]
        if (result := chain.ends[state]) is not None:
            won[state] = Fraction(result == RESULTS[0])
            lost[state] = Fraction(result == RESULTS[1])
        elif len(loop) == 1 and state not in chain.moves[state]:
            moves = chain.moves[state]
            won[state] = sum((p * won[to] for to, p in moves.items()), Fraction(0))
            lost[state] = sum((p * lost[to] for to, p in moves.items()), Fraction(0))
        else:
            _solve_loop(chain, loop, won, lost)
    heroes, foes = won[0], lost[0]
    return dict(zip(RESULTS, (heroes, foes, 1 - heroes - foes), strict=True))


def _solve_loop(chain: _Chain, loop: list[int], won: list[Fraction], lost: list[Fraction]) -> None:
    """Solves the states of a loop, each a sum over the others, by eliminating one at a time.

    Those from which nothing leads out stay at nothing: they go on for ever.
    """
    members = set(loop)
    inside: dict[int, dict[int, Fraction]] = {}
    above: dict[int, tuple[Fraction, Fraction]] = {}
    into: dict[int, set[int]] = {state: set() for state in loop}
    leads_out = False
    for state in loop:
        row: dict[int, Fraction] = {}
        heroes = foes = Fraction(0)
        for to, p in chain.moves[state].items():
            if to in members:
                row[to] = p
                into[to].add(state)
            else:
                leads_out = True
                heroes += p * won[to]
                foes += p * lost[to]
        inside[state] = row
        above[state] = (heroes, foes)
    if not leads_out:
        return
    for state in loop:
        row = inside[state]
        back = row.pop(state, Fraction(0))
        heroes, foes = above[state]
        if back:
            factor = 1 / (1 - back)
            for to in row:
                row[to] *= factor
            heroes, foes = heroes * factor, foes * factor
            above[state] = (heroes, foes)
        for other in into[state]:
            if other == state:
                continue
            theirs = inside[other]
            times = theirs.pop(state)
            for to, p in row.items():
                theirs[to] = theirs.get(to, Fraction(0)) + times * p
                into[to].add(other)
            ours = above[other]
            above[other] = (ours[0] + times * heroes, ours[1] + times * foes)
        for to in row:
            into[to].discard(state)
    # What is left of a row names states that were eliminated later.
    for state in reversed(loop):
        heroes, foes = above[state]
        for to, p in inside[state].items():
            heroes += p * won[to]
            foes += p * lost[to]
        won[state], lost[state] = heroes, foes


def _flow(chain: _Chain, loops: list[list[int]]) -> tuple[dict[str, float], float]:
    """Sends the probability through the chain, loop after loop, in the order of play.

    The error is what is left under way in loops, and every rounding on the longest way: a sum of
    many is rounded once, so each state on a way costs three roundings (a chance, a product, a sum).
    """
    parts: list[list[float]] = [[] for _ in chain.moves]
    longest = [0] * len(chain.moves)
    parts[0].append(1.0)
    left = 0.0
    last = 0
    ends: dict[str, list[float]] = {result: [] for result in RESULTS}
    for loop in reversed(loops):
        way = max(longest[state] for state in loop)
        masses = {state: fsum(parts[state]) for state in loop if parts[state]}
        for state in loop:
            parts[state] = []
        result = chain.ends[loop[0]]
        if result is not None:
            ends[result].append(masses.get(loop[0], 0.0))
            last = max(last, way)
            continue
        members = set(loop)
        moves = {s: [(to, float(p)) for to, p in chain.moves[s].items()] for s in loop}
        leaving = {to for s in loop for to, _ in moves[s] if to not in members}
        if not leaving:
            ends["none"].extend(masses.values())  # nothing leads out: this goes on for ever
            last = max(last, way)
            continue
        turns = 0
        while masses:
            turns += 1
            inside: dict[int, list[float]] = {}
            for state, mass in masses.items():
                for to, p in moves[state]:
                    if to in members:
                        inside.setdefault(to, []).append(mass * p)
                    else:
                        parts[to].append(mass * p)
            masses = {state: fsum(found) for state, found in inside.items()}
            under_way = fsum(masses.values())
            if under_way <= LEFT / len(loops) or turns >= MOST_TURNS:
                left += under_way
                break
        for to in leaving:
            longest[to] = max(longest[to], way + turns)
    numbers = {result: fsum(found) for result, found in ends.items()}
    return numbers, left + (3 * (last + 2)) * _UNIT * (1 + 1e-6)
