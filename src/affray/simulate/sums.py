"""What a simulation adds up: whole numbers only, so that the order of adding does not matter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.kernel.fight import RESULTS, Fight
from affray.kernel.sheet import Sheet


@dataclass(slots=True)
class TrackSum:
    """A track over many fights: the sum of what was left, and its highest bound."""

    left: int = 0
    high: int = 0


UP = "up"
"""The state of a sheet that takes full part; every other one is a way of being out."""


class Watch:
    """Since which round somebody is out of a fight that is being looked at round by round."""

    __slots__ = ("out_since",)

    def __init__(self) -> None:
        self.out_since: dict[str, int] = {}

    def look(self, sheets: list[Sheet], number: int) -> None:
        """Looks at everybody at the end of a round."""
        since = self.out_since
        for sheet in sheets:
            if sheet.state == UP:
                since.pop(sheet.who, None)
            else:
                since.setdefault(sheet.who, number)


@dataclass(slots=True)
class CombatantSums:
    """How many fights somebody was in at the end, in which state, with how much left.

    `out_in` counts, of the fights that were watched, in which round somebody went out for good.
    """

    name: str
    side: str
    fights: int = 0
    states: dict[str, int] = field(default_factory=dict)
    tracks: dict[str, TrackSum] = field(default_factory=dict)
    out_in: dict[int, int] = field(default_factory=dict)

    def add(self, sheet: Sheet) -> None:
        self.fights += 1
        self.states[sheet.state] = self.states.get(sheet.state, 0) + 1
        for track in sheet.tracks:
            total = self.tracks.get(track.name)
            if total is None:
                total = self.tracks[track.name] = TrackSum()
            total.left += track.value
            total.high = max(total.high, track.high)

    def merge(self, other: CombatantSums) -> None:
        self.fights += other.fights
        _merge(self.states, other.states)
        _merge(self.out_in, other.out_in)
        for name, theirs in other.tracks.items():
            total = self.tracks.setdefault(name, TrackSum())
            total.left += theirs.left
            total.high = max(total.high, theirs.high)


@dataclass(slots=True)
class Sums:
    """Any number of fights, added up; in `watched` of them it was noted who goes out when."""

    fights: int = 0
    watched: int = 0
    wins: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RESULTS, 0))
    rounds: dict[int, int] = field(default_factory=dict)
    combatants: dict[str, CombatantSums] = field(default_factory=dict)
    defaulted: dict[str, int] = field(default_factory=dict)
    tallies: dict[str, int] = field(default_factory=dict)

    def add(
        self,
        fight: Fight[Any],
        sheets: list[Sheet],
        defaulted: dict[str, int],
        tallies: Sequence[str] = (),
    ) -> None:
        """Adds a fight that is over: its sheets, how often rulings took their default, and what
        else its system counts it by."""
        self.fights += 1
        self.wins[str(fight.result)] += 1
        self.rounds[fight.round] = self.rounds.get(fight.round, 0) + 1
        for sheet in sheets:
            total = self.combatants.get(sheet.who)
            if total is None:
                total = self.combatants[sheet.who] = CombatantSums(sheet.name, sheet.side)
            total.add(sheet)
        if defaulted:
            _merge(self.defaulted, defaulted)
        if tallies:
            _merge(self.tallies, dict.fromkeys(tallies, 1))

    def add_watch(self, watch: Watch) -> None:
        """Adds what was watched of a fight that has been added before."""
        self.watched += 1
        for who, number in watch.out_since.items():
            if who in self.combatants:
                rounds = self.combatants[who].out_in
                rounds[number] = rounds.get(number, 0) + 1

    def merge(self, other: Sums) -> None:
        self.fights += other.fights
        self.watched += other.watched
        _merge(self.wins, other.wins)
        _merge(self.rounds, other.rounds)
        _merge(self.defaulted, other.defaulted)
        _merge(self.tallies, other.tallies)
        for who, theirs in other.combatants.items():
            self.combatants.setdefault(who, CombatantSums(theirs.name, theirs.side)).merge(theirs)


def _merge(counts: dict[Any, int], more: dict[Any, int]) -> None:
    for key, count in more.items():
        counts[key] = counts.get(key, 0) + count
