"""The dice of sixteen and what they are judged against: a natural against the number it needs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar

from affray.dice import JudgedPool, NumberPool, Pool, dice, judged, parse_numbers, together
from affray.systems.sixteen.critical import StrikeJudge

R = TypeVar("R", bound=Hashable)

DEFLECTED = "deflected"
CRITICALLY_DEFLECTED = "critically-deflected"
NOT_DEFLECTED = "not-deflected"

SUCCESS = "success"
FAILURE = "failure"
CRITICAL_FAILURE = "critical-failure"

LARGEST = 1000
"""No number that a roll is read against goes further, whatever a GM has set."""


@dataclass(frozen=True, slots=True)
class DeflectJudge:
    """Reads a Deflect attempt against the deflect target.

    Implements sixteen.deflect.roll, sixteen.deflect.critical-deflect (house switch
    critical-deflect: `exact` is the natural that is critical).
    """

    target: int
    exact: int

    def __call__(self, natural: int) -> str:
        if natural == 1:
            return NOT_DEFLECTED
        if natural == self.exact:
            return CRITICALLY_DEFLECTED
        return DEFLECTED if natural >= self.target else NOT_DEFLECTED


@dataclass(frozen=True, slots=True)
class CheckJudge:
    """Reads a check: the total succeeds or fails; `worst` is a critical failure, 0 if none is.

    Implements sixteen.check.against-sixteen, sixteen.recovery.critical-means.
    """

    modifier: int
    against: int
    worst: int = 0

    def __call__(self, natural: int) -> str:
        if natural == self.worst:
            return CRITICAL_FAILURE
        return SUCCESS if natural + self.modifier >= self.against else FAILURE


@dataclass(frozen=True, slots=True)
class FaceJudge:
    """A die whose faces stand for other numbers, as those of a d6 do for a D3."""

    values: tuple[int, ...]

    def __call__(self, natural: int) -> int:
        return self.values[natural - 1]


def bounded(number: int) -> int:
    """A number to be read against, within what makes a difference."""
    return max(-LARGEST, min(LARGEST, number))


@lru_cache(maxsize=512)
def damage_dice(text: str) -> NumberPool:
    """The dice of a weapon or spell: "1d8", "2d6+1". Raises `DiceError`."""
    return parse_numbers(text)


def strike(damage: str, rolled: int, faces: int, judge: StrikeJudge) -> JudgedPool[tuple[str, int]]:
    """The d20 and the damage at once; of several d20 the lowest is kept.

    Implements sixteen.attack.damage-together, sixteen.condition.disadvantage.
    """
    return judged(_together(rolled, faces, damage), judge)


@lru_cache(maxsize=512)
def _together(rolled: int, faces: int, damage: str) -> Pool[tuple[int, ...]]:
    natural = dice(1, faces) if rolled <= 1 else dice(rolled, faces, keep_lowest=1)
    return together(natural, damage_dice(damage))


def d20(faces: int, judge: Callable[[int], R]) -> JudgedPool[R]:
    """One die read by the judge."""
    return judged(dice(1, faces), judge)


def as_is(outcome: Any) -> Any:
    """The reading of a pool that has judged already."""
    return outcome
