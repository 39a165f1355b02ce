"""Running a fight in play from one step boundary to the next open question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.question import Edit, Entry, Question
from affray.kernel.running import advance
from affray.kernel.system import System
from affray.kernel.table import Unanswered
from affray.tables.kept import KEEP_EVERY, Mark
from affray.tables.replay import ReplayMismatch, ReplayTable, apply_edit


@dataclass(slots=True)
class Position:
    """Where play stands: the boundaries behind it and the open step, if any.

    The first `kept` boundaries were there before; `passed` are the events of the steps since.
    """

    marks: list[Mark]
    kept: int
    passed: list[Event]
    shown: Fight[Any]
    questions: tuple[Question, ...] = ()
    events: list[Event] = field(default_factory=list)
    told: list[tuple[int, Question]] = field(default_factory=list)


def play_on(
    system: System[Any],
    marks: Sequence[Mark],
    seen: Sequence[Event],
    force: Sequence[Entry],
    behind: int = 0,
) -> Position:
    """Runs step after step from the last boundary to the next open question.

    `seen` are the events that the first of these steps has shown already, `force` the entries in
    force but for the first `behind`. What is given is not changed.
    """
    kept = len(marks)
    marks = list(marks)
    passed: list[Event] = []
    while True:
        last = marks[-1]
        assert last.state is not None
        state = system.copy(last.state)
        left = force[last.entries - behind :]
        table = ReplayTable(system, state, left)
        if state.closed:
            if not left:
                return Position(marks, kept, passed, state)
            _edit_after_the_end(system, table, left[0])
            table.taken = 1
        else:
            try:
                advance(system, state, table)
            except Unanswered as unanswered:
                _check_prefix(seen, table.events)
                questions = unanswered.questions
                return Position(
                    marks, kept, passed, state, questions, table.events, table.defaulted
                )
        _check_prefix(seen, table.events)
        seen = ()
        passed += table.events
        if last.number % KEEP_EVERY:
            marks[-1] = Mark(last.number, last.entries, last.events, None, last.told)
        entries, events = last.entries + table.taken, last.events + len(table.events)
        marks.append(Mark(last.number + 1, entries, events, state, table.defaulted))


def with_state(marks: list[Mark]) -> list[Mark]:
    """The boundaries down to the last with a kept state; the first always has one."""
    last = max(n for n, mark in enumerate(marks) if mark.state is not None)
    return marks[: last + 1]


def _edit_after_the_end(system: System[Any], table: ReplayTable, entry: Entry) -> None:
    if not isinstance(entry, Edit):
        raise ReplayMismatch(entry.question, "nothing: the fight is over")
    apply_edit(system, table.fight, entry, table)


def _check_prefix(seen: Sequence[Event], events: Sequence[Event]) -> None:
    """A re-run must repeat what was seen of the step before: rules may not depend on anything
    but the fight and the answers."""
    if len(events) < len(seen) or any(a != b for a, b in zip(seen, events, strict=False)):
        raise RuntimeError("a step came out differently when it was re-run")
