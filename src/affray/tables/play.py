"""A fight in progress: answers go in, events come out, nothing else is remembered.

The log is append-only. What is in force of it (undone entries are left out) determines the fight;
the states kept at step boundaries only save time. A fight that was opened from a store fetches
what lies behind it when somebody looks there or goes back.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
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
)
from affray.kernel.system import Setup, System
from affray.kernel.telling import BEFOREHAND, Headings
from affray.tables.audit import audit
from affray.tables.kept import (
    SAVE_FORMAT,
    Change,
    Latest,
    LogLine,
    Mark,
    Past,
    Recalled,
    Row,
    Tally,
    add_lines,
    chained,
    fingerprint,
    in_force,
    lines_of,
)
from affray.tables.looking import view_for
from affray.tables.replay import ReplayMismatch
from affray.tables.stepping import Position, play_on, with_state

RULES_CHANGED = "rules"
"""Who takes back the open step of a kept fight when its answers no longer fit the rules."""


class Play:
    """A fight that is being played.

    `questions` are open now (none: the fight and what follows it are over); `fight` is the state
    as it stands, for looking at; `secret` seeds the dice that the program rolls: the same choices
    after an undo show the same faces, other choices other ones.

    `keep`, if given, is called with each change before it happens (the beginning is one); if it
    raises, nothing has changed.
    """

    def __init__(
        self,
        system: System[Any],
        setup: Setup,
        *,
        secret: bytes = b"",
        keep: Callable[[Change], None] | None = None,
    ) -> None:
        self._begin(system, setup, secret)
        self.keep = keep
        start = Mark(0, 0, 0, system.start(setup))
        position = play_on(system, [start], [], [])
        position.kept = 0
        self._commit(position, [], [Row(None)])

    def _begin(self, system: System[Any], setup: Setup, secret: bytes) -> None:
        self.system = system
        self.setup = setup
        self.secret = secret
        self.was_taken_back = False
        self._position: Position
        self._rows: list[Row] = []
        self._lines: list[LogLine] = []
        self._force: list[Entry] = []
        self._digests: list[bytes] = [hashlib.sha256(secret).digest()]
        self._redo: list[list[Entry]] = []
        # What was not fetched yet: the first rows and boundaries, and the entries in force there.
        self._past: Past | None = None
        self._rows_behind = 0
        self._marks_behind = 0
        self._behind = 0

    @classmethod
    def opened(
        cls,
        system: System[Any],
        setup: Setup,
        secret: bytes,
        latest: Latest,
        past: Past,
        keep: Callable[[Change], None] | None = None,
    ) -> Play:
        """A kept fight as it stands; only its open step is run again.

        If the rules have changed and the answers of that step no longer come to what they came
        to, the step is taken back (an undo like any other) and `was_taken_back` says so.
        """
        play = cls.__new__(cls)
        play._begin(system, setup, secret)
        play.keep = keep
        play._past = past
        play._rows_behind = latest.rows
        play._marks_behind = latest.mark.number
        play._behind = latest.mark.entries
        play._force = list(latest.open)
        play._digests = [latest.digest]
        for entry in latest.open:
            play._digests.append(chained(play._digests[-1], entry))
        marks = [latest.mark]
        try:
            position = play_on(system, marks, [], play._force, play._behind)
            fits = position.kept == len(position.marks)
            fits = fits and fingerprint(position.events) == latest.seen
        except Exception:  # rules that have changed may stumble over old answers in any way
            fits = False
        if fits:
            play._position = position
            return play
        play._position = play_on(system, marks, [], [], play._behind)
        play._recall()
        position = play_on(system, play._position.marks, [], play._force[: latest.mark.entries])
        play._take_back(position, latest.mark.entries, RULES_CHANGED)
        play.was_taken_back = True
        return play

    # ---- looking ----

    @property
    def fight(self) -> Fight[Any]:
        return self._position.shown

    @property
    def questions(self) -> tuple[Question, ...]:
        return self._position.questions

    @property
    def log(self) -> list[LogEntry]:
        """Every entry, those that were taken back included."""
        self._recall_rows()
        return [row.entry for row in self._rows if row.entry is not None]

    @property
    def lines(self) -> list[LogLine]:
        """The log as it is shown."""
        self._recall_rows()
        return self._lines

    @property
    def events(self) -> list[Event]:
        """The events in force, those of the open step included."""
        return [line.event for line in self.lines if not line.taken_back]

    @property
    def entries(self) -> list[Entry]:
        """The entries in force."""
        self._recall_rows()
        return list(self._force)

    @property
    def told(self) -> list[Question]:
        """The rulings in force that took their default and can still be ruled otherwise."""
        self._recall()
        return [question for _, _, question in self._told()]

    def open_step(self) -> tuple[Fight[Any], list[Entry]]:
        """The state before the open step, and the entries of the step so far (both copies)."""
        last = self._position.marks[-1]
        state: Fight[Any] = self.system.copy(last.state)
        return state, self._force[last.entries - self._behind :]

    def _recall_rows(self) -> None:
        if self._past is None or not self._rows_behind:
            return
        rows = self._past.rows(self._rows_behind) + self._rows
        force, redo = in_force(rows)
        if force[self._behind :] != self._force:
            raise RuntimeError("the log of the fight does not lead to where it stands")
        self._digests = [hashlib.sha256(self.secret).digest()]
        for entry in force:
            self._digests.append(chained(self._digests[-1], entry))
        self._rows, self._force, self._redo = rows, force, redo
        self._lines = lines_of(rows)
        self._rows_behind = self._behind = 0

    def _recall(self) -> None:
        self._recall_rows()
        if self._past is not None:
            self._position.marks = self._past.marks(self._marks_behind) + self._position.marks
            self._past = None
            self._marks_behind = 0

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
        self._recall()
        for mark, taken, told in self._told():
            if told.id == question:
                if not any(admits(option, key) for option in told.options):
                    raise Refused("illegal", f"{'/'.join(key)} is no ruling of {question}.")
                answer = Answer(question, key, by)
                force = [*self._force[:taken], answer]
                marks = with_state(self._position.marks[:mark])
                position = play_on(self.system, marks, [], force)
                return self._commit(position, force, [Row(Undo(taken, by)), Row(answer)], by)
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
        self._recall_rows()
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
            self._recall_rows()
        if not self._force:
            return None
        entry = self._force[-1]
        if isinstance(entry, Answer) and entry.by == by and entry.faces is None:
            return self._behind + len(self._force) - 1
        return None

    def undo(self, keep: int | None = None, by: str = GM) -> list[Event]:
        """Takes play back to its first `keep` entries in force (or before the last decision).

        Raises `Refused` if there is nothing to take back.
        """
        self._recall()
        keep = self.last_decision() if keep is None else keep
        if keep is None or not 0 <= keep < len(self._force):
            raise Refused("illegal", "There is nothing to take back.")
        marks = with_state([mark for mark in self._position.marks if mark.entries <= keep])
        return self._take_back(play_on(self.system, marks, [], self._force[:keep]), keep, by)

    def _take_back(self, position: Position, keep: int, by: str) -> list[Event]:
        taken = self._force[keep:]
        redo = [*self._redo, taken] if taken else self._redo
        events = self._commit(position, self._force[:keep], [Row(Undo(keep, by))], by)
        self._redo = redo
        return events

    def redo(self, by: str = GM) -> list[Event]:
        """Puts back what the last undo took. Raises `Refused` if there is nothing to put back."""
        self._recall()
        if not self._redo:
            raise Refused("illegal", "There is nothing to put back.")
        redo = list(self._redo)
        back = redo.pop()
        force = [*self._force, *back]
        marks, seen, took_back = self._position.marks, self._position.events, ""
        for mark, taken, told in self._told():
            # The undo has let this ruling take its default, and play has gone on past it.
            if taken == len(self._force) and told.id == getattr(back[0], "question", None):
                marks, seen, took_back = with_state(marks[:mark]), [], by
                break
        try:
            position = play_on(self.system, marks, seen, force)
        except ReplayMismatch as mismatch:
            raise Refused("late", f"It no longer fits: {mismatch}") from mismatch
        events = self._commit(position, force, [Row(Redo(by))], took_back)
        self._redo = redo
        return events

    # ---- running ----

    def _append(self, entry: Entry) -> list[Event]:
        force = [*self._force, entry]
        position = play_on(
            self.system, self._position.marks, self._position.events, force, self._behind
        )
        return self._commit(position, force, [Row(entry)])

    def _commit(
        self, position: Position, force: list[Entry], rows: list[Row], took_back: str = ""
    ) -> list[Event]:
        """Makes the position the one that holds, once the change is kept; returns new events."""
        same_entries = 0
        for ours, theirs in zip(self._force, force, strict=False):
            if ours is not theirs and ours != theirs:
                break
            same_entries += 1
        digests = self._digests[: same_entries + 1]
        for entry in force[same_entries:]:
            digests.append(chained(digests[-1], entry))

        now = position.passed + position.events
        before: list[Event] = [] if position.kept == 0 else self._position.events
        if took_back:
            before = self.events[position.marks[position.kept - 1].events :]
        same = 0
        for old, new in zip(before, now, strict=False):
            if old is not new and old != new:
                break
            same += 1
        last_row = rows[-1]
        last_row.events = now[same:]
        if took_back:
            gone = before[same:]
            last_row.struck = len(gone)
            stayed = self.events[: -len(gone)] if gone else []
            last_row.note = self._note(stayed, gone, position.shown, took_back)

        if self.keep is not None:
            last = position.marks[-1]
            self.keep(
                Change(
                    self._rows_behind + len(self._rows),
                    rows,
                    self._marks_behind + position.kept,
                    position.marks[position.kept :],
                    force[last.entries - self._behind :],
                    digests[last.entries - self._behind],
                    position.events,
                    position.shown,
                )
            )
        if not self._rows_behind:
            tally = Tally(self._behind + len(self._force))
            for row in rows:
                add_lines(self._lines, row, tally.take(row.entry))
        self._position = position
        self._force = force
        self._digests = digests
        self._redo = []
        self._rows += rows
        return last_row.events

    def line_to(self, number: int) -> int:
        """How many entries stay when play goes back to before the line of that number (from 1).

        Raises `Refused` if there is no such line in force, or nobody's answer brought it.
        """
        lines = self.lines
        line = lines[number - 1] if 0 < number <= len(lines) else None
        if line is None:
            raise Refused("illegal", f"The log has no line {number}.", f"It has {len(lines)}.")
        if line.taken_back:
            raise Refused("late", f"Line {number} is taken back already.")
        if line.keep is None:
            raise Refused(
                "illegal", f"No answer brought line {number}.", "Take back a line after it."
            )
        return line.keep

    def _note(
        self, stayed: Sequence[Event], gone: Sequence[Event], fight: Fight[Any], by: str
    ) -> Event:
        """What went back, as far as everybody had read it."""
        told = [event for event in gone if event.audience == "all"]
        rolls = sum(event.code == "rolled" for event in told)
        parts = [f"{len(told)} line{'' if len(told) == 1 else 's'}"]
        if rolls:
            parts.append(f"{rolls} roll{'' if rolls == 1 else 's'} among them")
        headings = Headings(self.system.words)
        over = [headings.over(event) for event in (*stayed, *gone)][len(stayed) :]
        if over and over[0] != over[-1]:
            is_first = over[0] == BEFOREHAND
            back = "to the beginning" if is_first else f"into {over[0][:1].lower()}{over[0][1:]}"
            parts.append(f"back {back}")
        return Event(
            "took-back",
            ("kernel.undo.recorded",),
            {"by": by, "what": ", ".join(parts)},
            {"codes": [event.code for event in gone]},
            round=fight.round,
            step=fight.step,
        )

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

        def view(policy: Policy, who: str) -> Any:
            return view_for(policy, self.system, self.fight, who)

        rule = question.id.rule
        for who in dict.fromkeys(owner for owner, _ in question.offers):
            policy = holder(who)
            theirs = [option for owner, option in question.offers if owner == who]
            if policy is None:
                continue
            key = policy.offer(view(policy, who), question.who, rule, theirs)
            if key is not None:
                return Answer(question.id, key, f"policy:{policy.name}")
        policy = holder(question.who)
        if policy is None or question.pool is not None:
            return None
        if question.id.what == "ruling":
            assert question.default is not None
            ruled = policy.rule(view(policy, GM), rule, lambda: question.options, question.default)
            key = question.default if ruled is None else ruled
        else:
            own = view(policy, question.who)
            key = policy.choose(own, question.who, rule, lambda: question.options)
        return Answer(question.id, key, f"policy:{policy.name}")

    # ---- saving ----

    def dump(self) -> dict[str, Any]:
        """Everything that is needed to go on, as plain data."""
        self._recall()
        return {
            "format": SAVE_FORMAT,
            "system": self.system.name,
            "rulebook": self.system.rulebook.version,
            "secret": self.secret.hex(),
            "setup": self.setup.dump(),
            "rows": [row.dump() for row in self._rows],
            "marks": [mark.dump(self.system) for mark in self._position.marks],
            "seen": fingerprint(self._position.events),
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
        rows = [Row.load(row) for row in data["rows"]]
        marks = [
            Mark.load(number, mark, system, setup) for number, mark in enumerate(data["marks"])
        ]
        secret = bytes.fromhex(data["secret"])
        force, _ = in_force(rows)
        digest = hashlib.sha256(secret).digest()
        for entry in force[: marks[-1].entries]:
            digest = chained(digest, entry)
        latest = Latest(len(rows), marks[-1], digest, force[marks[-1].entries :], data["seen"])
        play = cls.opened(system, setup, secret, latest, Recalled(rows, marks))
        play._recall()
        return play

    def audit(self) -> list[str]:
        """Re-runs everything from the setup; says what comes out differently now, in words."""
        self._recall()
        return audit(self.system, self.setup, self._rows, self._position.marks[-1])
