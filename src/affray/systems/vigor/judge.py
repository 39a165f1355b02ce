"""How a d20 is read: an attack against an AC, a check against a number."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

MISS = "miss"
HIT = "hit"
CRIT = "crit"
STRAY = "stray"
MADE = "made"
FAILED = "failed"

Reading: TypeAlias = str


@dataclass(frozen=True, slots=True)
class AttackJudge:
    """Reads the natural roll of an attack: "miss", "hit", "crit" or, past a creature, "stray".

    `needed` is the natural roll that reaches the AC, `crit_from` the lowest that crits; `strays`
    says that a natural 1 hits the one creature in the way. The next three are readings of the
    house. `bonus` is in `needed` already: it is kept to tell the sum.

    Implements vigor.attack.hit-on-ac-or-more, vigor.attack.no-automatic-results (house switches
    natural-twenty-always-hits, natural-one-always-misses), vigor.crit.when, vigor.crit.must-hit
    (house switch crit-range-always-hits), vigor.line.natural-one.
    """

    needed: int
    crit_from: int
    strays: bool = False
    twenty_hits: bool = False
    one_misses: bool = False
    crit_hits: bool = False
    bonus: int = 0

    def __call__(self, natural: int) -> Reading:
        if self.strays and natural == 1:
            return STRAY
        in_crit_range = natural >= self.crit_from
        hits = natural >= self.needed
        if (self.twenty_hits and natural == 20) or (self.crit_hits and in_crit_range):
            hits = True
        if self.one_misses and natural == 1:
            hits = False
        if not hits:
            return MISS
        return CRIT if in_crit_range else HIT


@dataclass(frozen=True, slots=True)
class CheckJudge:
    """Reads a d20 with a modifier against a number: "made" or "failed".

    `needed` is the natural roll that reaches the number, with the `bonus` in it already.
    """

    needed: int
    bonus: int = 0

    def __call__(self, natural: int) -> Reading:
        return MADE if natural >= self.needed else FAILED
