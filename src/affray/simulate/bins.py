"""Counts by round as few columns: narrow while they fit, else each of several rounds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

ENOUGH = 0.95
"""What share of the counts the columns cover before the rest is one last column."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The rounds from `first` to `last`, and how many were counted in them; None: and all after."""

    first: int
    last: int | None
    count: int = 0

    @property
    def label(self) -> str:
        """`7`, `7-9`, or `7+`."""
        if self.last is None:
            return f"{self.first}+"
        return str(self.first) if self.first == self.last else f"{self.first}-{self.last}"


def binned(counts: Mapping[int, int], most: int, first: int | None = None) -> list[Bin]:
    """The counts from round `first` (default: the first counted) in at most `most` columns of one
    width; what is left beyond them, less than one in twenty, is one column more.

    >>> [one.label for one in binned({3: 10, 4: 20, 9: 1}, 3)]
    ['3', '4', '5+']
    """
    low = min(counts) if first is None else first
    high = max(counts)
    enough, seen, reach = ENOUGH * sum(counts.values()), 0, high
    for number in sorted(counts):
        seen += counts[number]
        if seen >= enough:
            reach = number
            break
    width = -(-(reach - low + 1) // most)
    if (high - low) // width < most:
        reach = high
    found = []
    start = low
    while start <= reach:
        last = start + width - 1
        count = sum(n for number, n in counts.items() if start <= number <= last)
        found.append(Bin(start, last, count))
        start = last + 1
    later = sum(n for number, n in counts.items() if number >= start)
    return [*found, Bin(start, None, later)] if later else found


def placed(counts: Mapping[int, int], bins: list[Bin]) -> list[int]:
    """Other counts in the same columns."""
    return [
        sum(
            n
            for number, n in counts.items()
            if number >= one.first and (one.last is None or number <= one.last)
        )
        for one in bins
    ]
