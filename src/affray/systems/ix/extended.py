"""Extended checks: net Successes of several attempts add up to a threshold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.records import Task
from affray.systems.ix.state import IxFight

if TYPE_CHECKING:
    from affray.systems.ix.check import Check


def task(fight: IxFight, task_id: str) -> Task | None:
    return next((one for one in fight.tasks if one.id == task_id), None)


def earned(fight: IxFight, check: Check) -> int:
    """Successes earned so far of the task that a check serves, 0 without one."""
    one = task(fight, check.attempt) if check.attempt else None
    return one.earned if one is not None else 0


def change(fight: IxFight, new: Task) -> None:
    fight.tasks = tuple(new if one.id == new.id else one for one in fight.tasks)


def undo(fight: IxFight, table: Table, check: Check, *, because: Because) -> None:
    """Banes take one earned Success away, to no fewer than none.

    Implements ix.extended.banes, ix.extended.bane-removal-cost.
    """
    one = task(fight, check.attempt)
    if one is None or one.earned <= 0:
        return
    change(fight, replace(one, earned=one.earned - 1))
    if table.recording:
        table.record("progress-lost", because, task=one.id, earned=one.earned - 1)
