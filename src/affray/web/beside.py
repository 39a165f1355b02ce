"""What lies on a table beside the log of its fight: the last roll, picks that may still change,
proposals, checks that were asked for, rolls for fun, wishes about rolls. Each part is kept on disk
as plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.kernel.event import plain
from affray.kernel.keys import Key
from affray.kernel.question import Answer, Question, QuestionId, Undo
from affray.kernel.system import System
from affray.protocol.picks import Picks, moved_on, still
from affray.tables.kept import Change
from affray.web.telling import reading_text
from affray.web.wishes import Wish

Data = dict[str, Any]

MOST_ASKS = 20
MOST_FREE_ROLLS = 20


@dataclass(slots=True)
class Ask:
    """A check beside the fight that the GM asked for."""

    id: int
    who: str
    text: str
    dice: str
    done: str = ""


@dataclass(slots=True)
class FreeRoll:
    """A roll for fun or beside the rules; a secret one is the GM's alone."""

    by: str
    dice: str
    text: str
    faces: list[int]
    total: str
    secret: bool = False
    seat: str = ""


@dataclass(slots=True)
class LastRoll:
    """The dice that were answered last; `stages` as the system explains them."""

    number: int
    question: QuestionId
    faces: tuple[int, ...]
    how: str
    dice: list[Data]
    stages: list[tuple[str, str, tuple[str, ...], tuple[str, ...]]]
    reading: str


@dataclass(slots=True)
class Beside:
    """What a table has beside the log."""

    picks: Picks = field(default_factory=dict)
    """What whoever is asked is about to lock in."""
    proposals: dict[QuestionId, dict[str, Key]] = field(default_factory=dict)
    """What others would choose, by the ids of their seats."""
    asks: list[Ask] = field(default_factory=list)
    free: list[FreeRoll] = field(default_factory=list)
    wishes: dict[str, Wish] = field(default_factory=dict)
    """Whose rolls are made without asking, by the ids of the seats that wish so."""
    roll: LastRoll | None = None
    count: int = 0
    bunch: tuple[int, int] = (0, 0)
    """From which entry to which somebody answered for several at once, last; not kept on disk."""

    def dump(self, parts: Iterable[str]) -> Data:
        """Those parts as plain data."""
        return {part: _DUMPS[part](self) for part in parts}

    def load(self, data: Mapping[str, Any], questions: Sequence[Question]) -> None:
        """Takes what `dump` wrote; what was said to questions that are not open any more is left
        out, and so is a part that nobody can read."""
        for part, value in data.items():
            if part in _LOADS:
                try:
                    _LOADS[part](self, value)
                except (TypeError, ValueError, KeyError, AttributeError):
                    continue
        numbers = [ask.id for ask in self.asks]
        self.count = max([self.count, *numbers, self.roll.number if self.roll else 0])
        self.go_on(questions)

    def go_on(self, questions: Sequence[Question]) -> None:
        """Play has moved on to these questions: what was said to others is dropped. What was said
        to one that is asked again, after an edit, stays if it is still an option."""
        self.picks = moved_on(self.picks, questions, still)
        self.proposals = moved_on(
            self.proposals,
            questions,
            lambda question, said: {
                seat: key for seat, key in said.items() if still(question, key) is not None
            },
        )

    def after(
        self, system: System[Any], questions: Sequence[Question], change: Change
    ) -> LastRoll | None:
        """The dice that the change brings, as they are to be drawn; the last ones of before if it
        brings none, None if it takes any back."""
        roll = self.roll
        for row in change.rows:
            entry = row.entry
            if isinstance(entry, Undo):
                roll = None
            elif isinstance(entry, Answer) and entry.faces is not None:
                asked = next((one for one in questions if one.id == entry.question), None)
                if asked is not None and asked.pool is not None:
                    roll = _drawn(system, asked, entry, self.count + 1)
        return roll


def _drawn(system: System[Any], question: Question, answer: Answer, number: int) -> LastRoll:
    assert question.pool is not None and answer.faces is not None
    reading = ""
    if question.read is not None:
        reading = reading_text(question.read(question.pool.outcome(answer.faces)))
    return LastRoll(
        number,
        answer.question,
        answer.faces,
        answer.how,
        question.pool.describe(),
        [
            (stage.name, stage.text, stage.symbols, stage.gone)
            for stage in system.explain_roll(question, answer.faces)
        ],
        reading,
    )


# ---- as plain data ----


def dump_roll(roll: LastRoll | None) -> Data:
    """The part of the last roll."""
    return {"roll": _roll_data(roll)}


def _roll_data(roll: LastRoll | None) -> Data | None:
    if roll is None:
        return None
    return {
        "number": roll.number,
        "question": list(roll.question),
        "faces": list(roll.faces),
        "how": roll.how,
        "dice": plain(roll.dice),
        "stages": [
            [name, text, list(symbols), list(gone)] for name, text, symbols, gone in roll.stages
        ],
        "reading": roll.reading,
    }


def _load_roll(beside: Beside, data: Any) -> None:
    beside.roll = data and LastRoll(
        data["number"],
        QuestionId(*data["question"]),
        tuple(data["faces"]),
        data["how"],
        data["dice"],
        [(name, text, tuple(symbols), tuple(gone)) for name, text, symbols, gone in data["stages"]],
        data["reading"],
    )


def _load_picks(beside: Beside, data: Any) -> None:
    beside.picks = {QuestionId(*question): tuple(key) for question, key in data}


def _load_proposals(beside: Beside, data: Any) -> None:
    beside.proposals = {
        QuestionId(*question): {seat: tuple(key) for seat, key in said.items()}
        for question, said in data
    }


def _load_asks(beside: Beside, data: Any) -> None:
    beside.asks = [Ask(**each) for each in data][:MOST_ASKS]


def _load_free(beside: Beside, data: Any) -> None:
    beside.free = [FreeRoll(**each) for each in data][:MOST_FREE_ROLLS]


def _load_wishes(beside: Beside, data: Any) -> None:
    beside.wishes = {seat: Wish(**each) for seat, each in data.items()}


def _fields(one: Any) -> Data:
    return {name: getattr(one, name) for name in one.__slots__}


_DUMPS: Mapping[str, Callable[[Beside], Any]] = {
    "roll": lambda beside: _roll_data(beside.roll),
    "picks": lambda beside: [[list(q), list(key)] for q, key in beside.picks.items()],
    "proposals": lambda beside: [
        [list(q), {seat: list(key) for seat, key in said.items()}]
        for q, said in beside.proposals.items()
    ],
    "asks": lambda beside: [_fields(ask) for ask in beside.asks],
    "free": lambda beside: [_fields(roll) for roll in beside.free],
    "wishes": lambda beside: {seat: _fields(one) for seat, one in beside.wishes.items()},
}
_LOADS: Mapping[str, Callable[[Beside, Any], None]] = {
    "roll": _load_roll,
    "picks": _load_picks,
    "proposals": _load_proposals,
    "asks": _load_asks,
    "free": _load_free,
    "wishes": _load_wishes,
}
