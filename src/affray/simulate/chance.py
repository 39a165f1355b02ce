"""Chance for simulations: a generator for each fight, and what a share of wins is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random

LARGEST_SEED = 2**63 - 1
Z_95 = 1.959963984540054
"""How many standard deviations hold 95 in 100 of a normal distribution."""

STREAMS: Sequence[str] = ("dice", "heroes", "gm")
"""Dice and policies draw apart, so that another policy does not change the dice by itself."""


def generator(seed: int, fight: int, stream: str) -> Random:
    """The generator of one fight of a run: of `seed` and the fight's number alone.

    So a result depends neither on how the fights are spread over processes nor on how many there
    are. `seed` is from 0 to `LARGEST_SEED`, `fight` counts from 1, `stream` is one of `STREAMS`.
    """
    return Random((seed << 66) | (fight << 2) | STREAMS.index(stream))


class LateGenerator:
    """The generator of one fight, seeded when first drawn from: most policies never do."""

    __slots__ = ("_fight", "_random", "_seed", "_stream")

    def __init__(self, seed: int, fight: int, stream: str) -> None:
        self._seed = seed
        self._fight = fight
        self._stream = stream
        self._random: Callable[[], float] | None = None

    def random(self) -> float:
        """A number from 0 (included) to 1 (excluded)."""
        if self._random is None:
            self._random = generator(self._seed, self._fight, self._stream).random
        return self._random()


def wilson(hits: int, trials: int, z: float = Z_95) -> tuple[float, float]:
    """Wilson's interval for a share: from where to where it may well lie (95 % as it stands).

    No trials say nothing: the interval is then 0 to 1.
    """
    if trials == 0:
        return 0.0, 1.0
    share = hits / trials
    square = z * z
    middle = share + square / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    # At the ends the interval touches 0 or 1 exactly; only the floats do not know it.
    low = 0.0 if hits == 0 else (middle - spread) / scale
    high = 1.0 if hits == trials else (middle + spread) / scale
    return low, high


def difference(hits: int, trials: int, others: int, of: int) -> tuple[float, float]:
    """From where to where the second of two shares may lie above the first, at 95 %.

    `others` hits of `of` trials less `hits` of `trials`: Newcombe's interval, made of Wilson's.
    """
    low, high = wilson(hits, trials)
    other_low, other_high = wilson(others, of)
    share, other = hits / max(1, trials), others / max(1, of)
    middle = other - share
    below = sqrt((other - other_low) ** 2 + (high - share) ** 2)
    above = sqrt((other_high - other) ** 2 + (share - low) ** 2)
    return max(-1.0, middle - below), min(1.0, middle + above)
