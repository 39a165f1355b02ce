"""Whole distributions in one integer.

A packed distribution is an integer read as a row of cells of `width` bytes, the lowest cell
first; a cell holds the count of one outcome. Counts never exceed the total, so `width` bytes that
hold the total hold every cell and nothing carries over. Shifting by whole cells moves every
outcome, adding merges, and multiplying two packed distributions adds their independent outcomes.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Literal

_NATIVE: dict[int, Literal["B", "H", "I", "Q"]] = {1: "B", 2: "H", 4: "I", 8: "Q"}
_IS_LITTLE = sys.byteorder == "little"


def cell_width(total: int) -> int:
    """Bytes of a cell in which every count up to `total` fits."""
    return (total.bit_length() + 7) // 8 or 1


def pack(counts: Sequence[int], width: int) -> int:
    """The packed form of `counts`."""
    return int.from_bytes(b"".join([count.to_bytes(width, "little") for count in counts]), "little")


def unpack(packed: int, cells: int, width: int) -> list[int]:
    """The counts of the first `cells` cells; higher cells must be empty."""
    return interleaved([packed], cells, width)


def interleaved(layers: Sequence[int], cells: int, width: int) -> list[int]:
    """The counts of several packed distributions of `cells` cells each, cell by cell: the first
    cell of every layer, then the second of every layer, and so on.
    """
    step = len(layers)
    counts = [0] * (cells * step)
    for layer, packed in enumerate(layers):
        if packed:
            # Only the stretch between the first and the last filled cell is taken apart.
            before = ((packed & -packed).bit_length() - 1) // (8 * width)
            packed >>= before * 8 * width
            filled = (packed.bit_length() - 1) // (8 * width) + 1
            data = packed.to_bytes(filled * width, "little")
            first = before * step + layer
            counts[first : first + filled * step : step] = _taken_apart(data, filled, width)
    return counts


def _taken_apart(data: bytes, cells: int, width: int) -> list[int]:
    if width > 8 or not _IS_LITTLE:
        return [
            int.from_bytes(data[at : at + width], "little") for at in range(0, len(data), width)
        ]
    native = 1 << (width - 1).bit_length()
    if native == width:
        return memoryview(data).cast(_NATIVE[width]).tolist()
    # Widths without a machine type are spread out byte by byte, which beats reading each cell.
    spread = bytearray(cells * native)
    for byte in range(width):
        spread[byte::native] = data[byte::width]
    return memoryview(spread).cast(_NATIVE[native]).tolist()


def mirrored(packed: int, cells: int, width: int) -> int:
    """The same counts with the order of the cells reversed."""
    return pack(unpack(packed, cells, width)[::-1], width)


def pick(options: Sequence[Sequence[int]], target: int) -> list[int]:
    """The position of one number in each list, so that those numbers add up to `target`.

    The numbers are 0 or more and `target` must be one of the sums. The first that fits is taken
    each time, so the answer is always the same.
    """
    # Bit n of a mask says that the lists from there on can add up to n.
    reachable = [1]
    for numbers in reversed(options[1:]):
        mask = 0
        for number in dict.fromkeys(numbers):
            mask |= reachable[-1] << number
        reachable.append(mask)
    picked = []
    for numbers, mask in zip(options, reversed(reachable), strict=False):
        at = next(
            at
            for at, number in enumerate(numbers)
            if number <= target and mask >> (target - number) & 1
        )
        picked.append(at)
        target -= numbers[at]
    return picked
