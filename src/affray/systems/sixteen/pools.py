"""Dice with what they come to: a natural is read against the number that it is rolled against.

That number belongs to the pool and not to the reading, because a pool is asked for anew whenever
the GM has changed something while the roll was open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from affray.dice import Distribution, Faces, NumberPool, Pool, Source, dice, parse_numbers, together
from affray.systems.sixteen.critical import StrikeJudge

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
class TotalJudge:
    """A d20 and its modifier, for a contest."""

    modifier: int

    def __call__(self, natural: int) -> int:
        return natural + self.modifier


@dataclass(frozen=True, slots=True)
class FaceJudge:
    """A die whose faces stand for other numbers, as those of a d6 do for a D3."""

    values: tuple[int, ...]

    def __call__(self, natural: int) -> int:
        return self.values[natural - 1]


Judge: TypeAlias = StrikeJudge | DeflectJudge | CheckJudge | TotalJudge | FaceJudge


class JudgedPool(Pool[Any]):
    """Dice whose Outcome is what a judge makes of them; shown and typed as the dice alone."""

    __slots__ = ("dice", "judge")

    def __init__(self, thrown: Pool[Any], judge: Judge) -> None:
        self.dice = thrown
        self.judge = judge
        self._set_up((thrown, judge), thrown.total)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JudgedPool):
            return NotImplemented
        return (self.dice, self.judge) == (other.dice, other.judge)

    __hash__ = Pool.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return (judged, (self.dice, self.judge))

    def __str__(self) -> str:
        return str(self.dice)

    def _count(self) -> Distribution[Any]:
        return self.dice.readings(self.judge)

    def roll(self, source: Source) -> Faces:
        return self.dice.roll(source)

    def outcome(self, faces: Sequence[int]) -> Any:
        return self.judge(self.dice.outcome(faces))

    def faces_from_text(self, text: str) -> Faces:
        return self.dice.faces_from_text(text)

    def describe(self) -> list[dict[str, Any]]:
        return self.dice.describe()

    def _faces_of(self, outcome: Any) -> Faces:
        return self.dice.faces_for(self.judge, outcome)


@lru_cache(maxsize=4096)
def judged(thrown: Pool[Any], judge: Judge) -> JudgedPool:
    """The dice with their judge; the same object again for the same ones."""
    return JudgedPool(thrown, judge)


def bounded(number: int) -> int:
    """A number to be read against, within what makes a difference."""
    return max(-LARGEST, min(LARGEST, number))


@lru_cache(maxsize=512)
def damage_dice(text: str) -> NumberPool:
    """The dice of a weapon or spell: "1d8", "2d6+1". Raises `DiceError`."""
    return parse_numbers(text)


def strike(damage: str, rolled: int, faces: int, judge: StrikeJudge) -> JudgedPool:
    """The d20 and the damage at once; of several d20 the lowest is kept.

    Implements sixteen.attack.damage-together, sixteen.condition.disadvantage.
    """
    return judged(_together(rolled, faces, damage), judge)


@lru_cache(maxsize=512)
def _together(rolled: int, faces: int, damage: str) -> Pool[tuple[int, ...]]:
    natural = dice(1, faces) if rolled <= 1 else dice(rolled, faces, keep_lowest=1)
    return together(natural, damage_dice(damage))


def d20(faces: int, judge: Judge) -> JudgedPool:
    """One die read by the judge."""
    return judged(dice(1, faces), judge)


def as_is(outcome: Any) -> Any:
    """The reading of a pool that has judged already."""
    return outcome
