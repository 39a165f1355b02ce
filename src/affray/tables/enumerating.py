"""The enumerating table: every reading of every roll, each with its exact weight.

The procedure is re-run once for each combination of readings; choices are made by named policies,
rulings take their defaults unless the GM's policy rules. Weights are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from affray.dice import Pool
from affray.kernel.fight import Fight
from affray.kernel.keys import Key
from affray.kernel.policy import Policy
from affray.kernel.question import Because
from affray.kernel.system import System
from affray.kernel.table import EndHere, O, Offers, R
from affray.tables.random_table import RandomTable


class TooManyLeaves(Exception):  # noqa: N818
    """There are more combinations of readings than the budget allows."""


class _NoChance:
    """A source that must not be drawn from: enumeration leaves nothing to chance."""

    def random(self) -> float:
        raise RuntimeError("an enumerating table draws no chance")


class EnumeratingTable(RandomTable):
    """Takes the readings of `path` in order, then the first of each later roll.

    `branches` holds, for each roll that was made, its readings with their counts and its total.
    """

    __slots__ = ("branches", "path")

    def __init__(
        self,
        system: System[Any],
        fight: Fight[Any],
        heroes: Policy,
        gm: Policy,
        path: tuple[int, ...] = (),
        *,
        recording: bool = False,
    ) -> None:
        super().__init__(system, fight, _NoChance(), heroes, gm, recording=recording)
        self.path = path
        self.branches: list[tuple[list[tuple[Any, int]], int]] = []

    def roll(
        self,
        who: str,
        pool: Callable[[], Pool[O] | None],
        *,
        read: Callable[[O], R],
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> R:
        if offers is not None and take is not None:
            self._take_offers(who, because, offers, take)
        dice = pool()
        if dice is None:
            raise EndHere(because, who)
        counts = dice.readings(read)
        readings = list(counts.items())
        at = len(self.branches)
        self.branches.append((readings, counts.total))
        reading = readings[self.path[at] if at < len(self.path) else 0][0]
        if self.recording:
            self.record("rolled", because, who=who, pool=str(dice), reading=reading)
        return reading


def leaves(
    system: System[Any],
    fight: Fight[Any],
    procedure: Callable[[Fight[Any], EnumeratingTable], None],
    heroes: Policy,
    gm: Policy,
    *,
    budget: int = 20_000,
    recording: bool = False,
) -> Iterator[tuple[Fraction, Fight[Any], EnumeratingTable]]:
    """Every way `procedure` may turn out: its probability, the fight after it, and its table.

    `fight` itself is not changed. The probabilities add up to 1. Raises `TooManyLeaves` after
    `budget` leaves.
    """
    pending: list[tuple[int, ...]] = [()]
    walked = 0
    while pending:
        path = pending.pop()
        walked += 1
        if walked > budget:
            raise TooManyLeaves(f"more than {budget} ways for this to turn out")
        state = system.copy(fight)
        table = EnumeratingTable(system, state, heroes, gm, path, recording=recording)
        procedure(state, table)
        taken = path + (0,) * (len(table.branches) - len(path))
        for depth in range(len(path), len(taken)):
            readings, _ = table.branches[depth]
            pending.extend((*taken[:depth], other) for other in range(1, len(readings)))
        above = below = 1
        for (readings, total), index in zip(table.branches, taken, strict=True):
            above *= readings[index][1]
            below *= total
        yield Fraction(above, below), state, table
