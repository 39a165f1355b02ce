"""Counting dice with symbols on a grid of packed integers.

The axes along which dice move far make a grid, packed into one integer. An axis that each die
shows on one face at most is cheaper beside it: every number of such marked faces has a grid of
its own, which is small because it holds fewer plain dice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product, repeat
from math import comb
from operator import add, mul, sub

from affray.dice.packed import cell_width, interleaved

Vector = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Die:
    """A die seen along some axes, its places counted from the lowest along each dense axis.

    `plain` are the faces without marks, grouped by the odd part of how many show the same: that
    part, the powers of two left of those numbers, and the places along each dense axis. `marked`
    are the others: mark, place, number.
    """

    plain: tuple[tuple[int, Vector, tuple[Vector, ...]], ...]
    marked: tuple[tuple[Vector, Vector, int], ...]


@dataclass(frozen=True, slots=True)
class View:
    """The dice of a set seen along some axes: dense axes make a grid, sparse ones mark it.

    `lows` and `spans` hold the lowest place and the width of each die, one row a dense axis;
    `order` has the dice without marks first.
    """

    dense: Vector
    sparse: Vector
    lows: tuple[Vector, ...]
    spans: tuple[Vector, ...]
    dice: tuple[_Die, ...]
    order: Vector


@dataclass(frozen=True, slots=True)
class Grid:
    """The counts of a pool along some axes: one for each point of `ranges`, the last fastest."""

    axes: Vector
    ranges: tuple[range, ...]
    counts: list[int]


def view_of(dice: Sequence[Sequence[Vector]], axes: Vector) -> View:
    """The dice, each given as the vectors of its faces, seen along `axes`."""
    sparse = tuple(
        [axis for axis in axes if all(sum(bool(face[axis]) for face in die) <= 1 for die in dice)]
    )
    dense = tuple([axis for axis in axes if axis not in sparse])
    lows = [tuple([min(face[axis] for face in die) for die in dice]) for axis in dense]
    highs = [tuple([max(face[axis] for face in die) for die in dice]) for axis in dense]
    spans = [tuple(map(sub, high, low)) for high, low in zip(highs, lows, strict=True)]
    seen = []
    for at, die in enumerate(dice):
        numbers = Counter(
            (
                tuple([face[axis] for axis in sparse]),
                tuple([face[axis] - low[at] for axis, low in zip(dense, lows, strict=True)]),
            )
            for face in die
        )
        plain: dict[int, list[tuple[int, Vector]]] = {}
        marked = []
        for (mark, place), number in numbers.items():
            if any(mark):
                marked.append((mark, place, number))
            else:
                power = (number & -number).bit_length() - 1
                plain.setdefault(number >> power, []).append((power, place))
        grouped = []
        for odd, faces in plain.items():
            powers, places = zip(*faces, strict=True)
            grouped.append((odd, powers, tuple(zip(*places, strict=True))))
        seen.append(_Die(tuple(grouped), tuple(marked)))
    order = sorted(range(len(seen)), key=lambda at: len(seen[at].marked))
    return View(dense, sparse, tuple(lows), tuple(spans), tuple(seen), tuple(order))


def grid_of(view: View, numbers: Vector, offset: Vector, total: int) -> Grid:
    """Count so many dice of each kind along the axes of the view.

    `offset` is where no dice stand, along all axes; `total` is the number of raw outcomes.
    """
    width = cell_width(total)
    ranges: list[range] = []
    strides: list[int] = []
    cells = 1
    for axis, low, span in zip(
        reversed(view.dense), reversed(view.lows), reversed(view.spans), strict=True
    ):
        start = offset[axis] + sum(map(mul, low, numbers))
        size = 1 + sum(map(mul, span, numbers))
        ranges.insert(0, range(start, start + size))
        strides.insert(0, cells * width * 8)
        cells *= size
    grids = {tuple([offset[axis] for axis in view.sparse]): 1}
    for at in view.order:
        if numbers[at]:
            grids = _add_dice(grids, view.dice[at], numbers[at], strides)
    for marks in zip(*grids, strict=True):
        ranges.append(range(min(marks), max(marks) + 1))
    layers = [grids.get(mark, 0) for mark in product(*ranges[len(strides) :])]
    counts = interleaved(layers, cells, width)
    return Grid(view.dense + view.sparse, tuple(ranges), counts)


def _plus(one: Vector, other: Vector) -> Vector:
    return tuple(map(add, one, other))


def _add_dice(
    grids: dict[Vector, int], die: _Die, number: int, strides: Sequence[int]
) -> dict[Vector, int]:
    """The grids with `number` more dice of one kind.

    With `i` of the dice on marked faces and the rest on plain ones, a grid moves to the marks of
    those `i`; which dice they are gives the binomial factor.
    """
    plain = []
    for odd, powers, columns in die.plain:
        shifts: Iterable[int] = powers
        for at, stride in enumerate(strides):
            shifts = map(add, shifts, map(mul, columns[at], repeat(stride)))
        plain.append((odd, list(shifts)))
    if not die.marked:
        for key, packed in grids.items():
            for _ in range(number):
                packed = _add_plain(packed, plain)
            grids[key] = packed
        return grids
    moves = _moves(die, number, strides)
    result: dict[Vector, int] = {}
    for key, packed in grids.items():
        for i in range(number, -1, -1):
            for mark, shift, ways in moves[i]:
                target = _plus(key, mark)
                moved = packed * ways << shift
                result[target] = result[target] + moved if target in result else moved
            if i:
                packed = _add_plain(packed, plain)
    return result


def _moves(die: _Die, number: int, strides: Sequence[int]) -> list[list[tuple[Vector, int, int]]]:
    """For 0 to `number` dice on marked faces: the marks, the shift, and the number of ways."""
    single = [(mark, sum(map(mul, place, strides)), ways) for mark, place, ways in die.marked]
    if len(single) == 1:
        ((mark, shift, ways),) = single
        return [
            [(tuple([i * n for n in mark]), i * shift, comb(number, i) * ways**i)]
            for i in range(number + 1)
        ]
    sums: dict[tuple[Vector, int], int] = {((0,) * len(single[0][0]), 0): 1}
    moves = []
    for i in range(number + 1):
        factor = comb(number, i)
        moves.append([(mark, shift, ways * factor) for (mark, shift), ways in sums.items()])
        grown: dict[tuple[Vector, int], int] = {}
        for (mark, shift), ways in sums.items():
            for more, further, face_ways in single:
                target = (_plus(mark, more), shift + further)
                grown[target] = grown.get(target, 0) + ways * face_ways
        sums = grown
    return moves


def _add_plain(packed: int, plain: Sequence[tuple[int, Sequence[int]]]) -> int:
    result = 0
    for odd, shifts in plain:
        part = packed if odd == 1 else packed * odd
        for shift in shifts:
            result += part << shift
    return result
