"""Extended checks: net Successes of several attempts add up to a threshold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from affray.kernel.keys import Key, Number, Option
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.records import Task
from affray.systems.ix.state import IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

SETUP = "ix.extended.setup"
UNITS = ("round", "minute", "hour", "day")
MOST_NEEDED = 20
MOST_TASKS = 8


def task(fight: IxFight, task_id: str) -> Task | None:
    return next((one for one in fight.tasks if one.id == task_id), None)


def in_hand(fight: IxFight) -> list[Task]:
    """The tasks that are neither done nor failed."""
    return [one for one in fight.tasks if not one.done]


def begin(
    fight: IxFight, table: Table, who: str, skill: str, characteristic: str, difficulty: int
) -> str:
    """A task of several attempts is set up; its id. The GM names what it takes.

    The ruling's key is ("task", Successes, unit of time, most attempts or 0).

    Implements ix.extended.setup.
    """
    key = table.rule(SETUP, _options, lambda: _default(fight))
    new = Task(
        f"task-{len(fight.tasks) + 1}",
        f"{skill or characteristic}",
        skill,
        difficulty,
        int(key[1]),
        most=int(key[3]),
        unit=key[2],
        characteristic=characteristic,
    )
    fight.tasks += (new,)
    if table.recording:
        table.record(
            "task-begun",
            SETUP,
            who=who,
            task=new.id,
            skill=skill or characteristic,
            threshold=new.threshold,
            unit=new.unit,
            most=new.most,
        )
    return new.id


def _options() -> list[Option]:
    return [("task", Number(1, MOST_NEEDED), unit, Number(0, 100)) for unit in UNITS]


def _default(fight: IxFight) -> Key:
    unit = "round" if fight.structured else "hour"
    return ("task", str(fight.numbers.extended_threshold), unit, "0")


def attempt(fight: IxFight, table: Table, who: str, task_id: str) -> None:
    """One attempt: its unit of time passes, its net Successes are added.

    Implements ix.extended.time, ix.extended.accumulate, ix.extended.failed-attempt,
    ix.extended.failure, ix.extended.banes.
    """
    from affray.systems.ix.rolls import spend
    from affray.systems.ix.rolls.check import SKILL, Check, make

    now = task(fight, task_id)
    if now is None or now.done:
        return
    check = Check(
        SKILL,
        who,
        skill=now.skill,
        characteristic=now.characteristic,
        difficulty=now.difficulty,
        attempt=task_id,
    )
    net = make(fight, table, check, because="ix.extended.accumulate")
    now = task(fight, task_id)
    assert now is not None
    earned = now.earned + max(net.success, 0)
    done = "done" if earned >= now.threshold else ""
    _change(fight, replace(now, earned=earned, attempts=now.attempts + 1, done=done))
    if table.recording:
        rules = ["ix.extended.accumulate", "ix.extended.time"]
        if net.success < 1:
            rules.append("ix.extended.failed-attempt")
        table.record(
            "attempted",
            tuple(rules),
            who=who,
            task=task_id,
            earned=earned,
            threshold=now.threshold,
            unit=now.unit,
            attempts=now.attempts + 1,
        )
    spend.settle(fight, table)
    _conclude(fight, table, task_id)


def _conclude(fight: IxFight, table: Table, task_id: str) -> None:
    """The task is done at the threshold, or failed when no attempt is left below it."""
    now = task(fight, task_id)
    assert now is not None
    if not now.done and now.most and now.attempts >= now.most:
        now = replace(now, done="failed")
        _change(fight, now)
    if now.done and table.recording:
        rule = "ix.extended.accumulate" if now.done == "done" else "ix.extended.failure"
        table.record("task-over", rule, task=task_id, how=now.done, earned=now.earned)


def earned_before(fight: IxFight, check: Check) -> int:
    """Successes of a task still in hand that earlier attempts have earned; 0 without one."""
    now = task(fight, check.attempt) if check.attempt else None
    if now is None or now.done or check.net is None:
        return 0
    return max(now.earned - max(check.net.success, 0), 0)


def undo(fight: IxFight, table: Table, check: Check, *, because: Because) -> None:
    """Banes take one earned Success away, to no fewer than none.

    Implements ix.extended.banes, ix.extended.bane-removal-cost.
    """
    now = task(fight, check.attempt)
    if now is None or now.earned <= 0:
        return
    _change(fight, replace(now, earned=now.earned - 1))
    if table.recording:
        table.record("progress-lost", because, task=now.id, earned=now.earned - 1)


def _change(fight: IxFight, new: Task) -> None:
    fight.tasks = tuple(new if one.id == new.id else one for one in fight.tasks)
