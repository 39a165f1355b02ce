"""Reading an attack roll: hit or miss, critical on the exact number, telling on a natural 20."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

CRITICAL_MISS = "critical-miss"
MISS = "miss"
HIT = "hit"
CRITICAL = "critical"
TELLING = "telling"
TELLING_CRITICAL = "telling-critical"

Struck: TypeAlias = tuple[str, int]
"""What an attack roll comes to, and what the weapon's dice show (0 on a miss)."""


@dataclass(frozen=True, slots=True)
class StrikeJudge:
    """Reads an attack roll against the needed number.

    Implements sixteen.attack.roll, sixteen.attack.natural-one-misses,
    sixteen.attack.natural-twenty-hits (house switch natural-twenty-hits),
    sixteen.attack.damage-together, sixteen.critical.exact-number, sixteen.critical.off-the-die,
    sixteen.critical.needed-one, sixteen.critical.needed-twenty, sixteen.telling.natural-twenty.
    """

    needed: int
    worst: int
    best: int
    best_hits: bool

    def __call__(self, shown: tuple[int, ...]) -> Struck:
        natural, damage = shown
        if natural == self.worst:
            return CRITICAL_MISS, 0
        hits = natural >= self.needed
        telling = natural == self.best and (hits or self.best_hits)
        if not hits and not telling:
            return MISS, 0
        if natural == self.needed:
            return (TELLING_CRITICAL if telling else CRITICAL), damage
        return (TELLING if telling else HIT), damage
