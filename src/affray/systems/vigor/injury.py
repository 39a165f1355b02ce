"""Lasting injuries by their number. What each does stands where its number is used."""

from __future__ import annotations

from collections.abc import Collection

from affray.systems.vigor.ledger import Injury, tables


def of_roll(result: int, active: Collection[str]) -> Injury | None:
    """The injury of a roll; one that is active already moves to the next higher number that is
    not, or else to the next lower. None if all are active.

    Implements vigor.wound.injury-roll, vigor.wound.no-repeats.
    """
    free = [one for one in tables().injuries if one.id not in active]
    higher = [one for one in free if one.number >= result]
    if higher:
        return higher[0]
    return free[-1] if free else None
