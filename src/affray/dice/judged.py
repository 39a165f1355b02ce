"""Dice read against something that the pool carries with it: a number to reach, a range that crits.

A rule that reads a roll against numbers which a GM may change while the roll is open asks for a
judged pool: it is made anew each time the dice are asked for, with the numbers of then.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

from affray.dice.distribution import Distribution
from affray.dice.pool import Faces, Pool, Source

R = TypeVar("R", bound=Hashable)


class JudgedPool(Pool[R], Generic[R]):
    """Dice whose Outcome is what `judge` makes of theirs; shown, rolled and typed in as the dice.

    Judges are hashable values that can be called, such as frozen dataclasses: pools are equal if
    dice and judge are.
    """

    __slots__ = ("dice", "judge")

    def __init__(self, dice: Pool[Any], judge: Callable[[Any], R]) -> None:
        self.dice = dice
        self.judge = judge
        self._set_up((dice, judge), dice.total)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JudgedPool):
            return NotImplemented
        return self.dice == other.dice and self.judge == other.judge

    __hash__ = Pool.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return (judged, (self.dice, self.judge))

    def __str__(self) -> str:
        return str(self.dice)

    def _count(self) -> Distribution[R]:
        return self.dice.readings(self.judge)

    def roll(self, source: Source) -> Faces:
        return self.dice.roll(source)

    def outcome(self, faces: Sequence[int]) -> R:
        return self.judge(self.dice.outcome(faces))

    def faces_from_text(self, text: str) -> Faces:
        return self.dice.faces_from_text(text)

    def describe(self) -> list[dict[str, Any]]:
        return self.dice.describe()

    def _faces_of(self, outcome: R) -> Faces:
        return self.dice.faces_for(self.judge, outcome)


@lru_cache(maxsize=4096)
def judged(dice: Pool[Any], judge: Callable[[Any], R]) -> JudgedPool[R]:
    """The dice with their judge; the same object again for the same ones."""
    return JudgedPool(dice, judge)
