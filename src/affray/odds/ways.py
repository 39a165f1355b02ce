"""The ways in which an action may turn out: walked through, or the likeliest walked and the rest
sampled.

An action is run anew for each way. Together all ways are a tree that parts at every roll; the walk
always goes on at the branch with the largest chance, so what is left over when it has to stop is
as little as can be.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from math import ceil
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.policy import Policy
from affray.kernel.question import Entry
from affray.kernel.running import advance, settle
from affray.kernel.system import System
from affray.tables.ahead import AheadTable, Branching, Listed, Memory, Parting, Sampling
from affray.tables.replay import ReplayMismatch

LEAST_SAMPLES = 30


@dataclass(slots=True)
class Way:
    """One way for it to turn out: so many of so many, the fight after it, and what was asked."""

    above: int
    below: int
    fight: Fight[Any]
    table: AheadTable


@dataclass(slots=True)
class Branches:
    """The ways that part at one roll and have not been begun: those from `next` on, in the order
    of `parting`. `path` leads to the roll, `p` is the chance to get there."""

    p: float
    path: tuple[int, ...]
    parting: Parting
    next: int = 1

    def likeliest(self) -> float:
        """The chance of the likeliest of them."""
        return self.p * self.parting.p(self.parting.order[self.next])

    def all(self) -> Iterator[tuple[float, tuple[int, ...]]]:
        """Each of them with its chance."""
        for at in self.parting.order[self.next :]:
            yield self.p * self.parting.p(at), (*self.path, at)


class Walk:
    """The ways on from a state by the recorded entries, then by the policies of both sides.

    `first` is the first roll that is not recorded, which is the same on every way; None if there is
    no roll, or before anything was walked.
    """

    def __init__(
        self,
        system: System[Any],
        state: Fight[Any],
        entries: Sequence[Entry],
        heroes: Policy,
        gm: Policy,
    ) -> None:
        self._system = system
        self._state = state
        self._entries = entries
        self._heroes = heroes
        self._gm = gm
        self._listed = Listed()
        self._memory = Memory()
        self._open: list[tuple[float, int, Branches]] = []
        self._begun = 0
        self.first: Parting | None = None

    @property
    def is_over(self) -> bool:
        """Whether every way has been walked."""
        return bool(self._begun) and not self._open

    def likeliest(self, most: int) -> Iterator[Way]:
        """At most so many ways, the likeliest branch first."""
        for _ in range(most):
            if self.is_over:
                return
            path = self._next()
            chance = Branching(path, self._listed)
            fight, table = self._look(chance)
            reached = 1.0
            for depth, (parting, index) in enumerate(
                zip(chance.branches, chance.taken, strict=True)
            ):
                if depth >= len(path) and len(parting.order) > 1:
                    self._put(Branches(reached, tuple(chance.taken[:depth]), parting))
                reached *= parting.p(index)
            if chance.branches and self.first is None:
                self.first = chance.branches[0]
            yield Way(*chance.weight(), fight, table)

    def _next(self) -> tuple[int, ...]:
        """The path of the likeliest branch."""
        if not self._open:
            self._begun += 1
            return ()
        _, _, branches = heappop(self._open)
        path = (*branches.path, branches.parting.order[branches.next])
        branches.next += 1
        if branches.next < len(branches.parting.order):
            self._put(branches)
        return path

    def _put(self, branches: Branches) -> None:
        self._begun += 1  # of two that are as likely, the one that was put there first
        heappush(self._open, (-branches.likeliest(), self._begun, branches))

    def rest(self, rest: float, samples: int, seed: int) -> Iterator[Way]:
        """Some of the ways that were not walked, each as likely as the other.

        They are drawn from all open branches by their chances. As `rest` is all that they stand
        for, rest * rest * `samples` of them (LEAST_SAMPLES at least, if `samples` allows) tell as
        much as `samples` of all ways would.
        """
        source = random.Random(seed)
        count = min(samples, max(ceil(samples * rest * rest), LEAST_SAMPLES))
        parted = sorted((each for _, _, each in self._open), key=lambda each: each.path)
        branches = [branch for each in parted for branch in each.all()]
        step = sum(p for p, _ in branches) / count
        passed, due = 0.0, source.random() * step
        drawn = 0
        for at, (p, path) in enumerate(branches):
            passed += p
            while drawn < count and (due < passed or at == len(branches) - 1):
                due += step
                drawn += 1
                yield Way(1, count, *self._look(Sampling(source, path, self._listed)))

    def _look(self, chance: Branching | Sampling) -> tuple[Fight[Any], AheadTable]:
        system = self._system
        fight: Fight[Any] = system.copy(self._state)
        table = AheadTable(
            system, fight, self._entries, self._heroes, self._gm, chance, self._memory
        )
        advance(system, fight, table)
        if table.taken < len(self._entries):
            raise ReplayMismatch(self._entries[table.taken], "nothing more in this step")
        settle(system, fight, table)
        self._memory.is_whole = True
        return fight, table
