"""Several pools rolled at once, each read for itself: a blow's d20 and its weapon's dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from affray.dice.distribution import Distribution
from affray.dice.errors import DiceError
from affray.dice.notation import parse_numbers
from affray.dice.numeric import NumberPool
from affray.dice.pool import Faces, Pool, Source, face_numbers, plain_faces


class TogetherPool(Pool[tuple[int, ...]]):
    """Pools of plain dice in one roll; the Outcome is a tuple of theirs, in order.

    The faces are those of the first pool, then those of the next; none of the pools may explode.
    """

    __slots__ = ("_sizes", "pools")

    def __init__(self, pools: tuple[NumberPool, ...]) -> None:
        self.pools = pools
        self._sizes = [sum(kind["count"] for kind in pool.describe()) for pool in pools]
        total = 1
        for pool in pools:
            total *= pool.total
        self._set_up(("together", pools), total)

    def __eq__(self, other: object) -> bool:
        return self.pools == other.pools if isinstance(other, TogetherPool) else NotImplemented

    __hash__ = Pool.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return (together, self.pools)

    def __str__(self) -> str:
        return " & ".join(map(str, self.pools))

    def _count(self) -> Distribution[tuple[int, ...]]:
        counts: Distribution[tuple[int, ...]] = Distribution.trusted({(): 1}, 1)
        for pool in self.pools:
            counts = counts.combine(pool.readings(), lambda left, right: (*left, right))
        return counts

    def roll(self, source: Source) -> Faces:
        return tuple(face for pool in self.pools for face in pool.roll(source))

    def outcome(self, faces: Sequence[int]) -> tuple[int, ...]:
        shown = plain_faces(faces)
        if len(shown) != sum(self._sizes):
            self._refuse(shown, f"{self} shows {sum(self._sizes)} dice", "give one number a die")
        outcome, start = [], 0
        for pool, size in zip(self.pools, self._sizes, strict=True):
            outcome.append(pool.outcome(shown[start : start + size]))
            start += size
        return tuple(outcome)

    def faces_from_text(self, text: str) -> Faces:
        faces = tuple(number for number, _ in face_numbers(text))
        self.outcome(faces)
        return faces

    def describe(self) -> list[dict[str, Any]]:
        """As a pool's, each with the `pool` that it belongs to, from 0."""
        return [
            kind | {"pool": at} for at, pool in enumerate(self.pools) for kind in pool.describe()
        ]

    def _faces_of(self, outcome: tuple[int, ...]) -> Faces:
        parts = zip(self.pools, outcome, strict=True)
        return tuple(face for pool, part in parts for face in pool.faces_for(None, part))


@lru_cache(maxsize=512)
def together(*pools: NumberPool) -> TogetherPool:
    """The pools rolled at once, at least two of them; the Outcome is a tuple of theirs.

    Raises DiceError for dice that explode, whose faces could not be told apart.

    >>> str(together(dice(1, 20), dice(2, 6)))
    '1d20 & 2d6'
    """
    for pool in pools:
        if any(term.explosions for term in pool.terms):
            raise DiceError(str(pool), "dice that explode stand alone", "roll them by themselves")
    return TogetherPool(pools)


def parse_together(text: str) -> TogetherPool:
    """The pools of a text such as "d20 & 2d6". Raises DiceError, with the column."""
    pools = []
    start = 0
    for part in text.split("&"):
        try:
            pools.append(parse_numbers(part))
        except DiceError as error:
            column = None if error.column is None else error.column + start
            raise DiceError(text, error.fault, error.cure, column) from None
        start += len(part) + 1
    return together(*pools)
