"""Numbered dice of one kind inside a pool, and how they are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from affray.dice.errors import DiceError
from affray.dice.packed import mirrored, pack
from affray.dice.pool import Faces

COUNT_LIMIT = 100
SIDES_LIMIT = 1000
EXPLOSIONS_LIMIT = 20
EXPLOSIONS = 9
"""How often a die explodes at most, unless it is said: with the first roll it is rolled at most
ten times. The distribution is exact for dice that stop there."""


@dataclass(frozen=True, slots=True)
class Term:
    """Some dice of one kind inside a pool.

    `sign` is 1 or -1. `explosions` is how often each die may explode: on its highest number it is
    rolled again, and so on, at most that often; a die's value is then the sum of its rolls.
    `keep` is how many of the highest (`highest`) or lowest dice count, None for all. `hits` makes
    the term count rolls from the first to the second number, both included, in place of adding
    them up; rolls of explosions count as well.

    Raises DiceError for numbers out of range, explosions on a die with one side, and keeping
    together with counting hits.
    """

    count: int
    sides: int
    sign: int = 1
    explosions: int = 0
    keep: int | None = None
    highest: bool = True
    hits: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        self._within("dice", self.count, 0, COUNT_LIMIT)
        self._within("sides", self.sides, 1, SIDES_LIMIT)
        if self.explosions:
            self._within("explosions", self.explosions, 0, EXPLOSIONS_LIMIT)
            if self.sides == 1:
                self._refuse(
                    "a die with one side would explode on every roll", "give it more sides"
                )
        if self.keep is not None:
            self._within("dice kept", self.keep, 1, self.count)
            if self.hits is not None:
                self._refuse("dice cannot be kept and counted at once", "write one of the two")
        if self.hits is not None:
            low, high = self.hits
            if not 1 <= low <= high <= self.sides:
                self._refuse(
                    f"no die shows {low} to {high}", f"count numbers from 1 to {self.sides}"
                )

    def _within(self, what: str, value: int, low: int, high: int) -> None:
        if not low <= value <= high:
            self._refuse(f"{what}: {value} is out of range", f"give {low} to {high}")

    def _refuse(self, fault: str, cure: str) -> None:
        raise DiceError(f"{self.count}d{self.sides}", fault, cure)

    def __str__(self) -> str:
        text = f"{self.count}d{self.sides}"
        if self.explosions:
            text += "!" if self.explosions == EXPLOSIONS else f"!{self.explosions}"
        if self.keep is not None:
            text += f"k{'h' if self.highest else 'l'}{self.keep}"
        if self.hits is not None:
            low, high = self.hits
            if high == self.sides:
                text += f">={low}"
            elif low == 1:
                text += f"<={high}"
            elif low == high:
                text += f"={low}"
            else:
                text += f"={low}..{high}"
        return text

    @property
    def total(self) -> int:
        """How many equally likely raw outcomes the dice have."""
        return int(self.sides ** ((self.explosions + 1) * self.count))

    @property
    def counted(self) -> int:
        """How many dice count."""
        return self.count if self.keep is None else self.keep

    def value(self, face: int) -> int:
        """What one roll adds to its die."""
        if self.hits is None:
            return face
        return 1 if self.hits[0] <= face <= self.hits[1] else 0

    def chains(self) -> Iterator[tuple[Faces, int, int]]:
        """All that one die can show: the faces, their value, and their weight out of
        sides ** (explosions + 1).
        """
        top = self.value(self.sides)
        for explosion in range(self.explosions + 1):
            weight = self.sides ** (self.explosions - explosion)
            before = (self.sides,) * explosion
            last = self.sides if explosion == self.explosions else self.sides - 1
            for face in range(1, last + 1):
                yield (*before, face), explosion * top + self.value(face), weight

    def die(self) -> tuple[int, list[int]]:
        """The lowest value of one die, and the weights of that value and the ones above it."""
        if self.hits is None and not self.explosions:
            return 1, [1] * self.sides
        if self.hits is not None and not self.explosions:
            hit = self.hits[1] - self.hits[0] + 1
            return 0, [self.sides - hit, hit]
        weights: dict[int, int] = {}
        for _, value, weight in self.chains():
            weights[value] = weights.get(value, 0) + weight
        low = min(weights)
        return low, [weights.get(value, 0) for value in range(low, max(weights) + 1)]

    def binomial(self) -> list[int]:
        """The counts of 0 hits and more where each die hits once at most; empty for other terms.

        Nothing is quicker for a few dice, and hits are asked for more often than anything else.
        """
        if self.hits is None or self.explosions or self.sign < 0:
            return []
        count = self.count
        hit = self.hits[1] - self.hits[0] + 1
        miss = self.sides - hit
        return [comb(count, n) * hit**n * miss ** (count - n) for n in range(count + 1)]

    def packed(self, width: int) -> tuple[int, int, int]:
        """The lowest value of the term, the number of cells, and the packed counts."""
        low, weights = self.die()
        span = len(weights) - 1
        highest = self.highest
        if self.sign < 0:
            low, highest = -low - span, not highest
            weights = weights[::-1]
        bits = 8 * width
        cells = self.counted * span + 1
        if self.counted == self.count:
            return low * self.count, cells, int(pack(weights, width) ** self.count)
        if not highest:
            weights = weights[::-1]
        packed = _kept_highest(weights, self.count, self.counted, bits)
        if not highest:
            packed = mirrored(packed, cells, width)
        return low * self.counted, cells, packed


def _kept_highest(weights: Sequence[int], dice: int, kept: int, bits: int) -> int:
    """The packed sum of the `kept` highest of `dice` dice; `weights` is of the values from 0.

    Walks the value of the lowest die kept, from above: `above` dice are higher, and of the rest
    at least as many as are kept besides show that value.
    """
    out = dice - kept
    steps = [
        (comb(dice, kept - equal), comb(out + equal - 1, equal - 1), equal)
        for equal in range(1, kept + 1)
    ]
    packed = 0
    higher = 0  # the dice above the value, packed from the next value on
    lower = sum(weights)
    for value in range(len(weights) - 1, -1, -1):
        weight = weights[value]
        upto = lower
        lower -= weight
        if weight:
            powers = [1]
            for _ in range(kept - 1):
                powers.append(powers[-1] * higher)
            # The ways in which `out` + `equal` dice show no more than the value and at least
            # `equal` of them show it: one more die may show anything up to the value, but then
            # the ways in which it is lower and exactly `equal` - 1 of the others show it go off.
            ways = upto**out
            short = lower ** (out + 1)
            showing = 1
            for choices, exactly, equal in steps:
                ways = upto * ways - exactly * showing * short
                showing *= weight
                above = kept - equal
                shift = bits * (value * equal + (value + 1) * above)
                packed += powers[above] * (choices * ways) << shift
        higher = higher << bits | weight
    return packed
