"""An audit: a kept fight run again from its setup, and what comes out differently, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.kernel.event import Event
from affray.kernel.question import Refused
from affray.kernel.system import Setup, System
from affray.tables.kept import Mark, Row, in_force, lines_of
from affray.tables.replay import ReplayMismatch
from affray.tables.stepping import play_on


def audit(system: System[Any], setup: Setup, rows: Sequence[Row], last: Mark) -> list[str]:
    """Re-runs a kept fight from its setup; says what comes out differently now, in words.

    `last` is its last boundary, with the state as it was kept.
    """
    force, _ = in_force(rows)
    then = [line.event for line in lines_of(rows) if not line.taken_back]
    try:
        again = play_on(system, [Mark(0, 0, 0, system.start(setup))], [], force)
    except (Refused, ReplayMismatch) as error:
        return [f"The answers no longer fit: {error}"]
    except Exception as error:  # rules that have changed may stumble over old answers in any way
        return [f"The rules of now cannot play it: {type(error).__name__}, {error}"]
    now = again.passed + again.events
    differences = [
        f"Event {number}, round {old.round}, {old.code} ({old.rule}): {_difference(old, new)}."
        for number, (old, new) in enumerate(zip(then, now, strict=False), 1)
        if old != new
    ]
    if len(then) != len(now):
        differences.append(f"There were {len(then)} events, now there are {len(now)}.")
    mark = again.marks[-1]
    if not differences and mark.number != last.number:
        differences.append(f"There were {last.number} steps, now there are {mark.number}.")
    elif not differences and system.key(mark.state) != system.key(last.state):
        differences.append("The events are the same, the state after them is not.")
    return differences


def _difference(old: Event, new: Event) -> str:
    """How an event differs from the one that is now in its place."""
    ours, theirs = old.dump(), new.dump()
    changed = {name: (ours.get(name), theirs.get(name)) for name in {**ours, **theirs}}
    if old.code == new.code:
        for part in ("fields", "secret"):
            changed.pop(part, None)
            mine, yours = ours.get(part, {}), theirs.get(part, {})
            changed |= {name: (mine.get(name), yours.get(name)) for name in {**mine, **yours}}
    return ", ".join(
        f"{name} was {was!r}, is now {now!r}" for name, (was, now) in changed.items() if was != now
    )
