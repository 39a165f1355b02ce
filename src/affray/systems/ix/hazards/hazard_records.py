"""What a burning building and an extreme climate are made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Building:
    """A building that burns: `rounds` until it is fully involved (0: the GM has not said yet),
    `burned` of them over."""

    name: str
    rounds: int = 0
    burned: int = 0

    @property
    def is_involved(self) -> bool:
        """Whether the fire is everywhere by now."""
        return 0 < self.rounds <= self.burned


@dataclass(frozen=True, slots=True)
class Climate:
    """Cold or heat that harms: `difficulty` and `base` are Trial Dice, -1 while the GM has not
    said; `kind` is "cold" or "heat"."""

    kind: str
    difficulty: int = -1
    base: int = -1
