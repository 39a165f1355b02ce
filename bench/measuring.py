"""What the benches share: both sides measured in turns, medians, and a table of ratios."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from statistics import median


@dataclass(slots=True)
class Row:
    """A measured ratio, with what is aimed at and the least (or, for costs, the most) that will do.

    `ours` and `theirs` are medians in `unit`; `at_most` marks a ratio that is better when small.
    """

    what: str
    ratio: float
    aim: float
    floor: float
    ours: float
    theirs: float
    unit: str
    at_most: bool = False

    @property
    def verdict(self) -> str:
        better = (lambda bound: self.ratio <= bound) if self.at_most else self.ratio.__ge__
        return "reached" if better(self.aim) else "enough" if better(self.floor) else "SHORT"


def in_turns(*sides: Callable[[], float], rounds: int, warm_up: int = 1) -> tuple[float, ...]:
    """The median of each side's own measure, the sides run in turns; first runs are not counted."""
    for _ in range(warm_up):
        for side in sides:
            side()
    found = [[side() for side in sides] for _ in range(rounds)]
    return tuple(median(values) for values in zip(*found, strict=True))


def seconds(work: Callable[[], object]) -> float:
    """How long the work takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def table(rows: Iterable[Row]) -> str:
    """The rows as text."""
    lines = [f"{'what':<58} {'ratio':>8} {'aim':>6} {'floor':>6}  verdict"]
    for row in rows:
        lines.append(
            f"{row.what:<58} {row.ratio:>8.3f} {row.aim:>6g} {row.floor:>6g}  {row.verdict:<8}"
            f" ({row.ours:,.3g} against {row.theirs:,.3g} {row.unit})"
        )
    return "\n".join(lines)


def plain(rows: Iterable[Row]) -> list[dict[str, object]]:
    """The rows as plain data."""
    return [{**asdict(row), "verdict": row.verdict} for row in rows]
