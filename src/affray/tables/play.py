"""A fight in progress: answers go in, events come out, nothing else is remembered.

The log is append-only. What is in force of it (undone entries are left out) determines the fight;
the states kept at step boundaries only save time.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.dice import DiceError
from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, admits
from affray.kernel.policy import Policy
from affray.kernel.question import (
    FOES,
    GM,
    HEROES,
    Answer,
    Edit,
    Entry,
    LogEntry,
    Question,
    QuestionId,
    Redo,
    Refused,
    Undo,
    load_entry,
)
from affray.kernel.running import advance
from affray.kernel.system import Setup, System
from affray.kernel.table import Unanswered
from affray.kernel.view import load_option, option_data
from affray.tables.replay import ReplayMismatch, ReplayTable, apply_edit

KEEP_EVERY = 10
"""How many step boundaries apart the states are that are kept for going back."""

SAVE_FORMAT = 1

WITHOUT_EFFECT = frozenset({"note", "rename", "reveal", "hide", "show", "pass", "unpass"})
"""Kinds of edit that change no dice: else an undo and a note would be a way to fish for better."""


@dataclass(slots=True)
class Mark:
    """A step boundary: how many entries in force lie before it, and what the step before it did.

    `state` is there at every `KEEP_EVERY`th boundary and at the last one; `told` are the rulings
    of that step that took their default, each with the number of entries before it.
    """

    entries: int
    events: list[Event]
    state: Fight[Any] | None
    told: list[tuple[int, Question]] = field(default_factory=list)


@dataclass(slots=True)
class _Position:
    """Where play stands: the boundaries behind it and the open step, if any."""

    marks: list[Mark]
    shown: Fight[Any]
    questions: tuple[Question, ...] = ()
    events: list[Event] = field(default_factory=list)
    told: list[tuple[int, Question]] = field(default_factory=list)


@dataclass(slots=True)
class LogLine:
    """A line of the log as it is shown: an event, and whether it was taken back since."""

    event: Event
    taken_back: bool = False


class Play:
    """A fight that is being played.

    `questions` are open now (none: the fight and what follows it are over); `fight` is the state
    as it stands, for looking at; `secret` seeds the dice that the program rolls: the same choices
    after an undo show the same faces, other choices other ones.
    """

    def __init__(self, system: System[Any], setup: Setup, *, secret: bytes = b"") -> None:
        self.system = system
        self.setup = setup
        self.secret = secret
        self.log: list[LogEntry] = []
        self.lines: list[LogLine] = []
        self._force: list[Entry] = []
        self._digests: list[bytes] = [hashlib.sha256(secret).digest()]
        self._redo: list[list[Entry]] = []
        start = Mark(0, [], system.start(setup))
        self._position = self._play_on([start], [], [])
        self.lines.extend(LogLine(event) for event in self.events)

    # ---- looking ----

    @property
    def fight(self) -> Fight[Any]:
        return self._position.shown

    @property
    def questions(self) -> tuple[Question, ...]:
        return self._position.questions

    @property
    def events(self) -> list[Event]:
        """The events in force, those of the open step included."""
        done = [event for mark in self._position.marks for event in mark.events]
        return done + self._position.events

    @property
    def entries(self) -> list[Entry]:
        """The entries in force."""
        return list(self._force)

    @property
    def told(self) -> list[Question]:
        """The rulings in force that took their default and can still be ruled otherwise."""
        done = [q for mark in self._position.marks for _, q in mark.told]
        return done + [q for _, q in self._position.told]

    def open_step(self) -> tuple[Fight[Any], list[Entry]]:
        """The state before the open step, and the entries of the step so far (both copies)."""
        last = self._position.marks[-1]
        state: Fight[Any] = self.system.copy(last.state)
        return state, self._force[last.entries :]

    # ---- answering ----

    def question(self, question: QuestionId) -> Question:
        """The open question of that name. Raises `Refused("late")` if it is not open."""
        for one in self.questions:
            if one.id == question:
                return one
        now = ", ".join(str(q.id) for q in self.questions) or "none: the fight is over"
        raise Refused("late", f"{question} is not open any more.", f"Open is {now}.")

    def answer(self, answer: Answer) -> list[Event]:
        """Takes an answer and plays on to the next open question; returns the new events.

        Raises `Refused` ("late", "illegal", "ambiguous") and then changes nothing.
        """
        open_question = self.question(answer.question)
        if answer.faces is not None and open_question.pool is None:
            raise Refused("illegal", f"{open_question.id} is answered by an option, not by dice.")
        if answer.faces is None and open_question.pool is not None and not open_question.offers:
            raise Refused("illegal", f"{open_question.id} is answered by dice.")
        return self._append(answer)

    def choose(self, key: Sequence[str], by: str = "", question: Question | None = None) -> Any:
        """Answers the open question that the key fits (or the one given)."""
        given = tuple(key)
        fits = [
            q for q in ([question] if question else self.questions) if q.owner_of(given) is not None
        ]
        if not fits:
            raise Refused("illegal", f"{'/'.join(given)} is no option of an open question.")
        if len(fits) > 1:
            raise Refused("ambiguous", f"{'/'.join(given)} fits several open questions.")
        owner = fits[0].owner_of(given) or ""
        return self.answer(Answer(fits[0].id, given, by or owner))

    def roll(self, by: str = "program") -> list[Event]:
        """Rolls the dice of the open roll. Raises `Refused("late")` if no roll is open."""
        question = self._open_roll()
        assert question.pool is not None
        digest = hashlib.sha256(self._digests[-1] + repr(tuple(question.id[:-1])).encode())
        faces = question.pool.roll(random.Random(digest.digest()).randrange)
        return self.answer(Answer(question.id, (), by, tuple(faces), "rolled"))

    def type_dice(self, text: str, by: str) -> list[Event]:
        """Takes dice that were rolled by hand. Raises `Refused` on what the pool cannot show."""
        question = self._open_roll()
        assert question.pool is not None
        try:
            faces = question.pool.faces_from_text(text)
        except DiceError as error:
            raise Refused("unreadable", str(error)) from error
        return self.answer(Answer(question.id, (), by, tuple(faces), "typed"))

    def force(self, reading: Any, by: str = GM) -> list[Event]:
        """The GM says how the open roll comes out, as one of its readings."""
        question = self._open_roll()
        assert question.pool is not None and question.read is not None
        try:
            faces = question.pool.faces_for(question.read, reading)
        except DiceError as error:
            raise Refused("illegal", str(error)) from error
        return self.answer(Answer(question.id, (), by, tuple(faces), "forced"))

    def _open_roll(self) -> Question:
        question = next((q for q in self.questions if q.pool is not None), None)
        if question is None:
            raise Refused("late", "No roll is open.")
        return question

    def edit(self, edit: Edit) -> list[Event]:
        """The GM's hand. Raises `Refused` and changes nothing if it makes no sense."""
        if not self.questions and edit.kind == "end-here":
            raise Refused("illegal", "No question is open that could end here.")
        return self._append(edit)

    def rule_otherwise(self, question: QuestionId, key: Key, by: str = GM) -> list[Event]:
        """Rules otherwise where a default was told: play goes back to there and answers it."""
        for mark, taken, told in self._told():
            if told.id == question:
                if not any(admits(option, key) for option in told.options):
                    raise Refused("illegal", f"{'/'.join(key)} is no ruling of {question}.")
                force = [*self._force[:taken], Answer(question, key, by)]
                marks = self._marks_with_state(self._position.marks[:mark])
                position = self._play_on(marks, [], force)
                self.log.append(Undo(taken, by))
                self.log.append(force[-1])
                return self._commit(position, force, took_back=by)
        raise Refused("late", f"{question} was not left to its default.")

    def _told(self) -> Iterator[tuple[int, int, Question]]:
        """Each ruling that took its default: the boundaries and the entries before it."""
        marks = self._position.marks
        for number in range(1, len(marks)):
            for taken, question in marks[number].told:
                yield number, marks[number - 1].entries + taken, question
        for taken, question in self._position.told:
            yield len(marks), marks[-1].entries + taken, question

    # ---- going back ----

    def last_decision(self) -> int | None:
        """How many entries stay when the last decision of a person is taken back."""
        for index in range(len(self._force) - 1, -1, -1):
            entry = self._force[index]
            if isinstance(entry, Edit) or not (
                entry.how == "rolled" or entry.by.startswith("policy:")
            ):
                return index
        return None

    def may_take_back(self, by: str) -> int | None:
        """How many entries stay if `by` takes back their own last choice, None if they may not.

        They may until something was rolled or somebody else has answered since.
        """
        if not self._force:
            return None
        entry = self._force[-1]
        if isinstance(entry, Answer) and entry.by == by and entry.faces is None:
            return len(self._force) - 1
        return None

    def undo(self, keep: int | None = None, by: str = GM) -> list[Event]:
        """Takes play back to its first `keep` entries in force (or before the last decision).

        Raises `Refused` if there is nothing to take back.
        """
        keep = self.last_decision() if keep is None else keep
        if keep is None or not 0 <= keep < len(self._force):
            raise Refused("illegal", "There is nothing to take back.")
        taken = self._force[keep:]
        force = self._force[:keep]
        position = self._play_on(self._marks_before(keep), [], force)
        self.log.append(Undo(keep, by))
        redo = [*self._redo, taken]
        events = self._commit(position, force, took_back=by)
        self._redo = redo
        return events

    def redo(self, by: str = GM) -> list[Event]:
        """Puts back what the last undo took. Raises `Refused` if there is nothing to put back."""
        if not self._redo:
            raise Refused("illegal", "There is nothing to put back.")
        redo = list(self._redo)
        back = redo.pop()
        force = [*self._force, *back]
        marks, seen, took_back = self._position.marks, self._position.events, ""
        for mark, taken, told in self._told():
            # The undo has let this ruling take its default, and play has gone on past it.
            if taken == len(self._force) and told.id == getattr(back[0], "question", None):
                marks, seen, took_back = self._marks_with_state(marks[:mark]), [], by
                break
        position = self._play_on(marks, seen, force)
        self.log.append(Redo(by))
        events = self._commit(position, force, took_back)
        self._redo = redo
        return events

    def _marks_before(self, entries: int) -> list[Mark]:
        """The boundaries behind which at most `entries` entries lie, down to a kept state."""
        return self._marks_with_state(
            [mark for mark in self._position.marks if mark.entries <= entries]
        )

    @staticmethod
    def _marks_with_state(marks: list[Mark]) -> list[Mark]:
        # The first boundary always has its state.
        last = max(n for n, mark in enumerate(marks) if mark.state is not None)
        return marks[: last + 1]

    # ---- running ----

    def _append(self, entry: Entry) -> list[Event]:
        force = [*self._force, entry]
        position = self._play_on(self._position.marks, self._position.events, force)
        self.log.append(entry)
        return self._commit(position, force)

    def _play_on(
        self, marks: Sequence[Mark], seen: Sequence[Event], force: Sequence[Entry]
    ) -> _Position:
        """Runs step after step from the last boundary; changes nothing of this object."""
        system = self.system
        marks = list(marks)
        while True:
            last = marks[-1]
            assert last.state is not None
            state = system.copy(last.state)
            left = force[last.entries :]
            table = ReplayTable(system, state, left)
            if state.closed:
                if not left:
                    return _Position(marks, state)
                self._edit_after_the_end(table, left[0])
                table.taken = 1
            else:
                try:
                    advance(system, state, table)
                except Unanswered as unanswered:
                    _check_prefix(seen, table.events)
                    questions = unanswered.questions
                    return _Position(marks, state, questions, table.events, table.defaulted)
            _check_prefix(seen, table.events)
            seen = ()
            if (len(marks) - 1) % KEEP_EVERY and last.state is not None:
                marks[-1] = Mark(last.entries, last.events, None, last.told)
            marks.append(Mark(last.entries + table.taken, table.events, state, table.defaulted))

    def _edit_after_the_end(self, table: ReplayTable, entry: Entry) -> None:
        if not isinstance(entry, Edit):
            raise ReplayMismatch(entry.question, "nothing: the fight is over")
        apply_edit(self.system, table.fight, entry, table)

    def _commit(self, position: _Position, force: list[Entry], took_back: str = "") -> list[Event]:
        before = self.events
        self._position = position
        kept = 0
        for ours, theirs in zip(self._force, force, strict=False):
            if ours != theirs:
                break
            kept += 1
        self._force = force
        del self._digests[kept + 1 :]
        for entry in force[kept:]:
            self._digests.append(_chained(self._digests[-1], entry))
        self._redo = []
        now = self.events
        same = 0
        for old, new in zip(before, now, strict=False):
            if old is not new and old != new:
                break
            same += 1
        if took_back:
            self._strike(before[same:], took_back)
        new_events = now[same:]
        self.lines.extend(LogLine(event) for event in new_events)
        return new_events

    def _strike(self, gone: Sequence[Event], by: str) -> None:
        open_lines = [line for line in self.lines if not line.taken_back]
        # The lines in force end with the events that are gone now.
        for line in open_lines[len(open_lines) - len(gone) :] if gone else ():
            line.taken_back = True
        codes = [event.code for event in gone]
        note = Event(
            "took-back",
            ("kernel.undo.recorded",),
            {"by": by, "what": f"{len(gone)} events", "codes": codes},
            round=self.fight.round,
            step=self.fight.step,
        )
        self.lines.append(LogLine(note, taken_back=True))

    # ---- stand-ins ----

    def drive(
        self,
        heroes: Policy | None = None,
        gm: Policy | None = None,
        *,
        seats: Mapping[str, Policy] | None = None,
        roll: bool = True,
    ) -> list[Event]:
        """Answers by policies, and rolls, until a question is open that neither may answer."""
        events: list[Event] = []
        while (more := self.nudge(heroes, gm, seats=seats, roll=roll)) is not None:
            events += more
        return events

    def nudge(
        self,
        heroes: Policy | None = None,
        gm: Policy | None = None,
        *,
        seats: Mapping[str, Policy] | None = None,
        roll: bool = True,
    ) -> list[Event] | None:
        """One answer by a policy, or one roll; None if every open question is for a person.

        The dice wait for a person who has an offer on the open roll.
        """
        for question in self.questions:
            answer = self._stand_in(question, heroes, gm, seats or {})
            if answer is not None:
                return self.answer(answer)
            owners = dict.fromkeys(owner for owner, _ in question.offers)
            waits = any(self._holder(who, heroes, gm, seats or {}) is None for who in owners)
            if question.pool is not None and roll and not waits:
                return self.roll()
        return None

    def _holder(
        self, who: str, heroes: Policy | None, gm: Policy | None, seats: Mapping[str, Policy]
    ) -> Policy | None:
        """Who answers for `who`, None for a person."""
        if who in seats:
            return seats[who]
        if who in (GM, FOES):
            return gm
        return heroes if who == HEROES or self.fight[who].side == "heroes" else gm

    def _stand_in(
        self,
        question: Question,
        heroes: Policy | None,
        gm: Policy | None,
        seats: Mapping[str, Policy],
    ) -> Answer | None:
        def holder(who: str) -> Policy | None:
            return self._holder(who, heroes, gm, seats)

        def facade(who: str) -> Any:
            return self.system.facade(self.fight, who)

        rule = question.id.rule
        for who in dict.fromkeys(owner for owner, _ in question.offers):
            policy = holder(who)
            theirs = [option for owner, option in question.offers if owner == who]
            key = policy.offer(facade(who), question.who, rule, theirs) if policy else None
            if policy is not None and key is not None:
                return Answer(question.id, key, f"policy:{policy.name}")
        policy = holder(question.who)
        if policy is None or question.pool is not None:
            return None
        if question.id.what == "ruling":
            assert question.default is not None
            ruled = policy.rule(facade(GM), rule, lambda: question.options, question.default)
            key = question.default if ruled is None else ruled
        else:
            key = policy.choose(facade(question.who), question.who, rule, lambda: question.options)
        return Answer(question.id, key, f"policy:{policy.name}")

    # ---- saving ----

    def dump(self) -> dict[str, Any]:
        """Everything that is needed to go on, as plain data."""
        return {
            "format": SAVE_FORMAT,
            "system": self.system.name,
            "state-version": self.system.version,
            "rulebook": self.system.rulebook.version,
            "secret": self.secret.hex(),
            "setup": self.setup.dump(),
            "log": [entry.dump() for entry in self.log],
            "marks": [
                {
                    "entries": mark.entries,
                    "events": [event.dump() for event in mark.events],
                    "state": None if mark.state is None else self.system.dump(mark.state),
                    "told": [[taken, _dump_told(question)] for taken, question in mark.told],
                }
                for mark in self._position.marks
            ],
            "lines": [
                {"event": line.event.dump(), "taken-back": line.taken_back} for line in self.lines
            ],
        }

    @classmethod
    def load(cls, system: System[Any], data: Mapping[str, Any]) -> Play:
        """Opens a fight from what `dump` wrote, from the stored states (nothing is re-played).

        Raises `Refused("unreadable")` if the data is of another format or system.
        """
        if data.get("format") != SAVE_FORMAT:
            raise Refused(
                "unreadable",
                f"This save has the format {data.get('format')!r}.",
                f"This version of affray reads format {SAVE_FORMAT}.",
            )
        if data.get("system") != system.name:
            raise Refused("unreadable", f"This is a fight of the system {data.get('system')!r}.")
        setup = Setup.load(data["setup"])
        play = cls.__new__(cls)
        play.system = system
        play.setup = setup
        play.secret = bytes.fromhex(data["secret"])
        play.log = [load_entry(entry) for entry in data["log"]]
        play.lines = [
            LogLine(Event.load(line["event"]), line["taken-back"]) for line in data["lines"]
        ]
        play._force, play._redo = _in_force(play.log)
        play._digests = [hashlib.sha256(play.secret).digest()]
        for entry in play._force:
            play._digests.append(_chained(play._digests[-1], entry))

        def state(dumped: dict[str, Any] | None) -> Fight[Any] | None:
            if dumped is None:
                return None
            migrated = system.migrate(dumped, data["state-version"])
            fight: Fight[Any] = system.load(migrated, setup)
            return fight

        marks = [
            Mark(
                mark["entries"],
                [Event.load(event) for event in mark["events"]],
                state(mark["state"]),
                [(taken, _load_told(question)) for taken, question in mark["told"]],
            )
            for mark in data["marks"]
        ]
        play._position = play._play_on(marks, [], play._force)
        return play

    def audit(self) -> list[str]:
        """Re-runs everything from the setup; says what comes out differently now, in words."""
        differences: list[str] = []
        start = Mark(0, [], self.system.start(self.setup))
        try:
            again = self._play_on([start], [], self._force)
        except (Refused, ReplayMismatch) as error:
            return [f"The answers no longer fit: {error}"]
        then = self.events
        now = [e for mark in again.marks for e in mark.events] + again.events
        for number, (old, new) in enumerate(zip(then, now, strict=False), 1):
            if old.dump() != new.dump():
                differences.append(f"Event {number} was {old.dump()}, is now {new.dump()}.")
        if len(then) != len(now):
            differences.append(f"There were {len(then)} events, now {len(now)}.")
        if not differences and self.system.key(again.shown) != self.system.key(self.fight):
            differences.append("The events are the same, the state after them is not.")
        return differences


def _check_prefix(seen: Sequence[Event], events: Sequence[Event]) -> None:
    """A re-run must repeat what was seen of the step before: rules may not depend on anything
    but the fight and the answers."""
    if len(events) < len(seen) or any(a != b for a, b in zip(seen, events, strict=False)):
        raise RuntimeError("a step came out differently when it was re-run")


def _dump_told(question: Question) -> dict[str, Any]:
    return {
        "id": list(question.id),
        "rules": list(question.rules),
        "options": [option_data(option) for option in question.options],
        "default": list(question.default or ()),
        "path": list(question.path),
    }


def _load_told(data: Mapping[str, Any]) -> Question:
    return Question(
        QuestionId(*data["id"]),
        tuple(data["rules"]),
        [load_option(option) for option in data["options"]],
        default=tuple(data["default"]),
        path=tuple(data["path"]),
    )


def _chained(before: bytes, entry: Entry) -> bytes:
    """The digest that seeds the next roll: of all that was answered, whoever did it."""
    if isinstance(entry, Edit) and entry.kind in WITHOUT_EFFECT:
        return before
    data = entry.dump()
    data.pop("by", None)
    if isinstance(entry, Answer):
        # The count of a question rises with every edit, those without effect among them.
        data["answer"] = data["answer"][:-1]
    return hashlib.sha256(before + json.dumps(data, sort_keys=True).encode()).digest()


def _in_force(log: Iterable[LogEntry]) -> tuple[list[Entry], list[list[Entry]]]:
    """The entries that are in force, and what can be put back, the latest last."""
    force: list[Entry] = []
    redo: list[list[Entry]] = []
    for entry in log:
        match entry:
            case Undo(keep):
                redo.append(force[keep:])
                force = force[:keep]
            case Redo():
                force += redo.pop() if redo else []
            case _:
                force.append(entry)
                redo = []
    return force, redo
