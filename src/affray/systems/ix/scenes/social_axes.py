"""The axes of a social encounter: where they stand, and what shifts or spoils them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.scenes.interlude_records import Axis
from affray.systems.ix.state import IxFight

ATTITUDE = "attitude"


def axis(fight: IxFight, axis_id: str) -> Axis | None:
    return next((one for one in fight.axes if one.id == axis_id), None)


def may_shift(one: Axis, side: str) -> bool:
    """Whether an axis can go any further in favor of a side. Implements ix.social.spoiled."""
    if one.spoiled:
        return False
    return one.at < len(one.steps) - 1 if side == "heroes" else one.at > 0


def is_reached(axes: Sequence[Axis]) -> bool:
    """Whether every axis that has to get somewhere is there. Implements ix.social.end."""
    goals = [one for one in axes if one.goal >= 0]
    return bool(goals) and all(one.at >= one.goal for one in goals)


def is_unreachable(axes: Sequence[Axis]) -> bool:
    """Whether an axis is spoiled below what it has to reach.

    Implements ix.social.end, ix.social.spoiled.
    """
    return any(one.spoiled and one.at < one.goal for one in axes)


def shift(
    fight: IxFight,
    table: Table,
    axis_id: str,
    steps: int,
    *,
    side: str,
    because: Because,
    by: str = "",
) -> None:
    """An axis moves in favor of a side, as far as it goes; `by` whose roll has bought that.

    Implements ix.social.success-step, ix.social.attitude-steps.
    """
    one = axis(fight, axis_id)
    if one is None or one.spoiled:
        return
    favor = steps if side == "heroes" else -steps
    at = max(0, min(one.at + favor, len(one.steps) - 1))
    if at != one.at:
        place(fight, table, axis_id, at, because=because, by=by)


def place(
    fight: IxFight, table: Table, axis_id: str, at: int, *, because: Because, by: str = ""
) -> None:
    """An axis stands somewhere else now."""
    one = axis(fight, axis_id)
    assert one is not None
    change(fight, replace(one, at=at))
    if table.recording:
        rules = rules_of(because)
        if axis_id == ATTITUDE:
            rules = (*rules, "ix.social.attitude-steps")
        table.record(
            "shifted",
            rules,
            audience="all" if one.known else "gm",
            axis=one.name,
            before=one.steps[one.at],
            now=one.steps[at],
            better=at > one.at,
            by="" if fight.is_hidden(by) else by,
        )


def spoil(fight: IxFight, table: Table, axis_id: str, *, because: Because) -> None:
    """An axis falls to its worst step, and is shifted no more.

    Implements ix.social.calamity, ix.social.spoiled.
    """
    one = axis(fight, axis_id)
    if one is None:
        return
    change(fight, replace(one, at=0, spoiled=True))
    if table.recording:
        rules = (*rules_of(because), "ix.social.spoiled")
        table.record("spoiled", rules, axis=one.name, now=one.steps[0])


def change(fight: IxFight, new: Axis) -> None:
    fight.axes = tuple(new if one.id == new.id else one for one in fight.axes)
