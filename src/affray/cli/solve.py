"""`affray solve`: the exact chance that a small fight is won."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence

from affray.cli.console import bar, percent, say, say_json, table
from affray.cli.faults import InputFault
from affray.cli.find import Encounter, doctrines, encounter
from affray.kernel.policy import Policy, RandomPolicy
from affray.odds.solve import DrawsChance, NoChance, Solution, TooLarge
from affray.odds.solve import solve as run_solve
from affray.simulate.report import players
from affray.simulate.running import SIDES, policies_for
from affray.tables.doctrine import Doctrine
from affray.tables.enumerating import TooManyLeaves

_WORDS = {"heroes": "the heroes", "foes": "the foes", "none": "nobody"}
_LONGEST_FRACTION = 60
"""Digits of a fraction that text shows; --json shows any."""


def solve(
    name: str,
    *,
    policies: Mapping[str, str],
    doctrine_files: Sequence[str],
    most_states: int,
    as_json: bool,
) -> None:
    """Solves the encounter and prints the chance of each result.

    Raises `InputFault` if it has too many states or a policy decides by chance.
    """
    found = encounter(name)
    names = policies_for(found.system, policies)
    followed = doctrines(doctrine_files, found)
    heroes, gm = (_hand(found, side, names[side], followed.get(side)) for side in SIDES)
    count = _Count()
    try:
        solution = run_solve(
            found.system, found.setup, heroes, gm, most_states=most_states, progress=count
        )
    except KeyboardInterrupt:
        count.clear()
        sys.stderr.write(f"cancelled after {count.done:,} of {count.known:,} states so far\n")
        raise
    except DrawsChance as chance:
        count.clear()
        raise InputFault(f"{found.where}: {chance}") from None
    except TooLarge as large:
        count.clear()
        raise InputFault(
            f"{found.where}: this fight has more than {large.states:,} states, too many to solve.",
            f"`affray simulate {name}` estimates it; fewer combatants, less health or a doctrine "
            "with fewer choices make it smaller, and --most-states raises the limit.",
        ) from None
    except TooManyLeaves as many:
        count.clear()
        raise InputFault(
            f"{found.where}: one step of this fight has {many}.", "Simulate it instead."
        ) from None
    count.clear()
    who = players(names, followed)
    if as_json:
        head = {"system": found.system.name, "title": found.setup.title}
        say_json(head | solution.dump() | {"policies": who})
        return
    for line in _lines(found, solution, who):
        say(line)


def _hand(found: Encounter, side: str, name: str, doctrine: Doctrine | None) -> Policy:
    """The policy of a side, which may not draw chance."""
    if doctrine is not None:
        name = doctrine.fallback
    source = NoChance(side, name)
    if doctrine is not None:
        followed = doctrine.policy(found.system, source)
        policy, behind = followed, followed.fallback
    else:
        policy = behind = found.system.policy(name, side, source)  # type: ignore[assignment]
    if isinstance(behind, RandomPolicy):
        raise DrawsChance(side, name)
    return policy


def _lines(found: Encounter, solution: Solution, who: Mapping[str, str]) -> Iterator[str]:
    yield f"{found.setup.title} ({found.system.name})"
    players = ", ".join(f"{side} {name}" for side, name in who.items())
    yield f"{solution.states:,} states; policies: {players}"
    yield ""
    yield "Who wins"
    rows = []
    for result, words in _WORDS.items():
        share = solution.numbers[result]
        rows.append((f"  {words}", percent(share), bar(share)))
    yield from table(rows, right=(1,))
    yield ""
    if solution.exact is None:
        yield f"These are numbers, off by at most {solution.error:.1g}."
        return
    yield "These are exact:"
    for result, words in _WORDS.items():
        p = solution.exact[result]
        text = f"{p.numerator}/{p.denominator}"
        if len(text) > _LONGEST_FRACTION:
            text = f"a fraction of {len(str(p.denominator))} digits, {float(p):.15f}"
        yield f"  {words}: {text}"


class _Count:
    """Progress on one line of standard error, if that is a terminal."""

    def __init__(self) -> None:
        self.done = 0
        self.known = 0
        self._shown = 0.0
        self._is_on = sys.stderr.isatty()

    def __call__(self, done: int, known: int) -> None:
        self.done, self.known = done, known
        now = time.monotonic()
        if self._is_on and now - self._shown >= 0.1:
            self._shown = now
            text = f"{done:,} states looked into, {known - done:,} more known so far"
            sys.stderr.write(f"\r{text:<70}")
            sys.stderr.flush()

    def clear(self) -> None:
        """Takes the line away."""
        if self._shown:
            sys.stderr.write(f"\r{'':<70}\r")
            sys.stderr.flush()
