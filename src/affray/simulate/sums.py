"""What a simulation adds up: whole numbers only, so that the order of adding does not matter."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from affray.kernel.fight import RESULTS, Fight
from affray.kernel.sheet import Sheet


@dataclass(slots=True)
class TrackSum:
    """A track over many fights: the sum of what was left, and its highest bound."""

    left: int = 0
    high: int = 0


@dataclass(slots=True)
class CombatantSums:
    """How many fights somebody was in at the end, in which state, with how much left."""

    name: str
    side: str
    fights: int = 0
    states: dict[str, int] = field(default_factory=dict)
    tracks: dict[str, TrackSum] = field(default_factory=dict)

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
        for name, theirs in other.tracks.items():
            total = self.tracks.setdefault(name, TrackSum())
            total.left += theirs.left
            total.high = max(total.high, theirs.high)


@dataclass(slots=True)
class Sums:
    """Any number of fights, added up."""

    fights: int = 0
    wins: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RESULTS, 0))
    rounds: dict[int, int] = field(default_factory=dict)
    combatants: dict[str, CombatantSums] = field(default_factory=dict)
    defaulted: dict[str, int] = field(default_factory=dict)

    def add(self, fight: Fight[Any], sheets: list[Sheet], defaulted: dict[str, int]) -> None:
        """Adds a fight that is over: its sheets, and how often rulings took their default."""
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

    def merge(self, other: Sums) -> None:
        self.fights += other.fights
        _merge(self.wins, other.wins)
        _merge(self.rounds, other.rounds)
        _merge(self.defaulted, other.defaulted)
        for who, theirs in other.combatants.items():
            self.combatants.setdefault(who, CombatantSums(theirs.name, theirs.side)).merge(theirs)


def _merge(counts: dict[Any, int], more: dict[Any, int]) -> None:
    for key, count in more.items():
        counts[key] = counts.get(key, 0) + count
