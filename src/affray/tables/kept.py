"""What is kept of a fight in play: the rows of its log, the boundaries of its steps, changes.

A row is one entry of the log with what came of it: how many lines it took back, and the events it
added. Folding the rows in order gives the log as it is shown; the lines that are not taken back
are the events in force. Rows are never changed; boundaries only save time.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.question import (
    Answer,
    Edit,
    Entry,
    LogEntry,
    Question,
    QuestionId,
    Redo,
    Undo,
    load_entry,
)
from affray.kernel.system import Setup, System
from affray.kernel.view import load_option, option_data

KEEP_EVERY = 10
"""How many step boundaries apart the states are that are kept for going back."""

SAVE_FORMAT = 1

WITHOUT_EFFECT = frozenset({"note", "rename", "reveal", "hide", "show", "pass", "unpass"})
"""Kinds of edit that change no dice: else an undo and a note would be a way to fish for better."""


# ---- rows ----


@dataclass(slots=True)
class Row:
    """An entry of the log (None: the beginning) and what came of it.

    `struck` counts the lines in force, the last ones, that it took back; `note` says so.
    """

    entry: LogEntry | None
    struck: int = 0
    note: Event | None = None
    events: list[Event] = field(default_factory=list)

    def dump(self) -> dict[str, Any]:
        return {
            "entry": None if self.entry is None else self.entry.dump(),
            "struck": self.struck,
            "note": None if self.note is None else self.note.dump(),
            "events": [event.dump() for event in self.events],
        }

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Row:
        return cls(
            None if data["entry"] is None else load_entry(data["entry"]),
            data["struck"],
            None if data["note"] is None else Event.load(data["note"]),
            [Event.load(event) for event in data["events"]],
        )


@dataclass(slots=True)
class LogLine:
    """A line of the log as it is shown: an event, and whether it was taken back since.

    `keep` is how many entries in force there were before the one that brought it: an undo down to
    there takes the line back. None where no answer brought it.
    """

    event: Event
    taken_back: bool = False
    keep: int | None = None


class Tally:
    """Counts the entries in force from row to row."""

    def __init__(self, force: int = 0) -> None:
        self.force = force
        self._redo: list[int] = []

    def take(self, entry: LogEntry | None) -> int | None:
        """Counts an entry; how many were in force before, None if it brings nothing of its own."""
        before = self.force
        match entry:
            case None:
                return None
            case Undo(keep):
                if keep < before:
                    self._redo.append(before - keep)
                    self.force = keep
                return None
            case Redo():
                self.force += self._redo.pop() if self._redo else 0
            case _:
                self.force += 1
                self._redo = []
        return before


def add_lines(lines: list[LogLine], row: Row, keep: int | None) -> None:
    """Brings the log as it is shown up to the row, before whose entry `keep` were in force."""
    left = row.struck
    for line in reversed(lines):
        if not left:
            break
        if not line.taken_back:
            line.taken_back = True
            left -= 1
    if row.note is not None:
        lines.append(LogLine(row.note, taken_back=True))
    lines.extend(LogLine(event, keep=keep) for event in row.events)


def lines_of(rows: Iterable[Row]) -> list[LogLine]:
    """The log as it is shown."""
    lines: list[LogLine] = []
    tally = Tally()
    for row in rows:
        add_lines(lines, row, tally.take(row.entry))
    return lines


def in_force(rows: Iterable[Row]) -> tuple[list[Entry], list[list[Entry]]]:
    """The entries that are in force, and what can be put back, the latest last."""
    force: list[Entry] = []
    redo: list[list[Entry]] = []
    for row in rows:
        match row.entry:
            case None:
                pass
            case Undo(keep):
                if keep < len(force):
                    redo.append(force[keep:])
                    force = force[:keep]
            case Redo():
                force += redo.pop() if redo else []
            case entry:
                force.append(entry)
                redo = []
    return force, redo


def chained(before: bytes, entry: Entry) -> bytes:
    """The digest that seeds the next roll: of all that was answered, whoever did it."""
    if isinstance(entry, Edit) and entry.kind in WITHOUT_EFFECT:
        return before
    data = entry.dump()
    data.pop("by", None)
    if isinstance(entry, Answer):
        # The count of a question rises with every edit, those without effect among them.
        data["answer"] = data["answer"][:-1]
    return hashlib.sha256(before + json.dumps(data, sort_keys=True).encode()).digest()


def fingerprint(events: Sequence[Event]) -> str:
    """Tells whether a step has come out with other events."""
    text = json.dumps([event.dump() for event in events], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


# ---- boundaries ----


@dataclass(slots=True)
class Mark:
    """The `number`th step boundary: how many entries and events in force lie before it.

    `state` is there at every `KEEP_EVERY`th boundary and at the last one; `told` are the rulings
    of the step before it that took their default, each with the number of entries of that step
    before the ruling.
    """

    number: int
    entries: int
    events: int
    state: Fight[Any] | None
    told: list[tuple[int, Question]] = field(default_factory=list)

    def dump(self, system: System[Any]) -> dict[str, Any]:
        return {
            "entries": self.entries,
            "events": self.events,
            "told": dump_told(self.told),
            "version": system.version,
            "state": None if self.state is None else system.dump(self.state),
        }

    @classmethod
    def load(cls, number: int, data: Mapping[str, Any], system: System[Any], setup: Setup) -> Mark:
        state: Fight[Any] | None = None
        if data["state"] is not None:
            state = system.load(system.migrate(data["state"], data["version"]), setup)
        return cls(number, data["entries"], data["events"], state, load_told(data["told"]))


def dump_told(told: Iterable[tuple[int, Question]]) -> list[Any]:
    """Rulings that took their default, as plain data."""
    return [
        [
            taken,
            {
                "id": list(question.id),
                "rules": list(question.rules),
                "options": [option_data(option) for option in question.options],
                "default": list(question.default or ()),
                "path": list(question.path),
            },
        ]
        for taken, question in told
    ]


def load_told(data: Iterable[Sequence[Any]]) -> list[tuple[int, Question]]:
    """What `dump_told` wrote."""
    return [
        (
            taken,
            Question(
                QuestionId(*question["id"]),
                tuple(question["rules"]),
                [load_option(option) for option in question["options"]],
                default=tuple(question["default"]),
                path=tuple(question["path"]),
            ),
        )
        for taken, question in data
    ]


# ---- keeping and opening ----


@dataclass(slots=True)
class Change:
    """What a verb of a fight in play is about to do, for whoever keeps it.

    `rows` follow the first `number` rows of the log. Of the boundaries the first `kept` stay, and
    `marks` come after them; `open` are the entries in force after the last boundary, `digest` is
    the digest of all before it, `events` are those of the open step, and `fight` is how the fight
    then stands.
    """

    number: int
    rows: list[Row]
    kept: int
    marks: list[Mark]
    open: list[Entry]
    digest: bytes
    events: list[Event]
    fight: Fight[Any]


@dataclass(slots=True)
class Latest:
    """Where a kept fight stands: the last boundary with its state, and the open step.

    `rows` counts the rows of the log; `digest` is that of all entries before the boundary; `seen`
    is the fingerprint of the open step's events.
    """

    rows: int
    mark: Mark
    digest: bytes
    open: list[Entry]
    seen: str


class Past(Protocol):
    """What lies behind a fight that was opened, fetched when somebody looks or goes back."""

    def rows(self, count: int) -> list[Row]:
        """The first `count` rows of the log."""

    def marks(self, count: int) -> list[Mark]:
        """The first `count` boundaries, with the states that are kept for going back."""


@dataclass(slots=True)
class Recalled:
    """A past that is there already."""

    _rows: list[Row]
    _marks: list[Mark]

    def rows(self, count: int) -> list[Row]:
        return self._rows[:count]

    def marks(self, count: int) -> list[Mark]:
        return self._marks[:count]
