"""A stored fight in play: every verb is on disk when it returns."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.keys import Key
from affray.kernel.policy import Policy
from affray.kernel.question import GM, Answer, Edit, Question, QuestionId, Refused
from affray.kernel.system import Setup, System
from affray.store import beside, parties, rows, seats
from affray.store.database import Database
from affray.store.errors import AlreadyDone, Overtaken, StoreError
from affray.tables.kept import Change
from affray.tables.play import Play

T = TypeVar("T")

TAKEN_BACK = (
    "The rules have changed since this fight was left in the middle of a step, and the answers "
    "given there no longer come to the same. The step was taken back to its beginning; redo puts "
    "its answers back, under the rules of now."
)


class StoredPlay:
    """A fight that is played and kept.

    `play` is the fight as it stands, for looking at. The verbs are those of `Play`; each returns
    after what it did is on disk, and raises what `Play` raises. If the disk does not take it, they
    raise `StoreError` and nothing has changed; if somebody else has answered first, they raise
    `Refused("late")` and `play` is the fight as it stands now. May be used from several threads.

    `notice` is a sentence for whoever opened the fight; empty if there is nothing to say.
    """

    def __init__(
        self, database: Database, system: System[Any], setup: Setup, fight: int, party: int
    ) -> None:
        self.id = fight
        self.party = party
        self.system = system
        self.setup = setup
        self.notice = ""
        self._database = database
        self._lock = threading.RLock()
        self._stood: dict[str, Any] = {"result": None, "closed": False}
        self._request = ""
        self.alongside: Callable[[Change], Mapping[str, Any]] | None = None
        """Says what of the table beside the log is kept together with a change, part by part."""
        self._play: Play

    @classmethod
    def begun(
        cls,
        database: Database,
        system: System[Any],
        setup: Setup,
        secret: bytes,
        write: Callable[[Change], tuple[int, int]],
    ) -> StoredPlay:
        """A new fight; `write` writes its beginning down and says its number and its party's."""
        stored = cls(database, system, setup, 0, 0)

        def keep(change: Change) -> None:
            stored.id, stored.party = write(change)

        stored._play = Play(system, setup, secret=secret, keep=keep)
        stored._play.keep = stored._keep
        stored._note_down(stored._play.fight)
        return stored

    @classmethod
    def opened(cls, database: Database, system: System[Any], fight: int) -> StoredPlay:
        """The fight of that number as it stands. Raises `StoreError`."""
        with database.reading() as connection:
            row = rows.fight_row(connection, fight)
        if row is None:
            raise unknown(database, "fight", fight)
        setup = Setup.load(row["setup"])
        stored = cls(database, system, setup, fight, row["party"])
        stored._fetch()
        return stored

    @property
    def play(self) -> Play:
        return self._play

    @property
    def questions(self) -> tuple[Question, ...]:
        return self._play.questions

    # ---- requests ----

    @contextmanager
    def request(self, key: str) -> Iterator[None]:
        """The verb inside is done for the request of that key, which is kept with its entries.

        Raises `AlreadyDone` if it was done before, whatever became of its reply.
        """
        with self._lock:
            with self._database.reading() as connection:
                if seats.is_done(connection, self.id, key):
                    raise AlreadyDone(key)
            self._request = key
            try:
                yield
            finally:
                self._request = ""

    # ---- the verbs ----

    def answer(self, answer: Answer) -> list[Event]:
        return self._do(lambda play: play.answer(answer))

    def choose(
        self, key: Sequence[str], by: str = "", question: Question | None = None
    ) -> list[Event]:
        return self._do(lambda play: play.choose(key, by, question))

    def roll(self, by: str = "program") -> list[Event]:
        return self._do(lambda play: play.roll(by))

    def type_dice(self, text: str, by: str) -> list[Event]:
        return self._do(lambda play: play.type_dice(text, by))

    def force(self, reading: Any, by: str = GM) -> list[Event]:
        return self._do(lambda play: play.force(reading, by))

    def edit(self, edit: Edit) -> list[Event]:
        return self._do(lambda play: play.edit(edit))

    def rule_otherwise(self, question: QuestionId, key: Key, by: str = GM) -> list[Event]:
        return self._do(lambda play: play.rule_otherwise(question, key, by))

    def undo(self, keep: int | None = None, by: str = GM) -> list[Event]:
        return self._do(lambda play: play.undo(keep, by))

    def redo(self, by: str = GM) -> list[Event]:
        return self._do(lambda play: play.redo(by))

    def nudge(
        self,
        heroes: Policy | None = None,
        gm: Policy | None = None,
        *,
        seats: Mapping[str, Policy] | None = None,
        roll: bool = True,
    ) -> list[Event] | None:
        return self._do(lambda play: play.nudge(heroes, gm, seats=seats, roll=roll))

    def drive(
        self,
        heroes: Policy | None = None,
        gm: Policy | None = None,
        *,
        seats: Mapping[str, Policy] | None = None,
        roll: bool = True,
    ) -> list[Event]:
        return self._do(lambda play: play.drive(heroes, gm, seats=seats, roll=roll))

    # ---- keeping ----

    def _do(self, verb: Callable[[Play], T]) -> T:
        with self._lock:
            try:
                return verb(self._play)
            except Overtaken:
                self._fetch()
                now = ", ".join(str(q.id) for q in self._play.questions)
                raise Refused(
                    "late",
                    "Somebody else was first: the fight has gone on.",
                    f"Open is {now or 'nothing: the fight is over'}.",
                ) from None

    def _fetch(self) -> None:
        """Reads the fight as it stands."""
        database, system, setup = self._database, self.system, self.setup
        with database.reading() as connection:
            row = rows.fight_row(connection, self.id)
            if row is None:
                raise unknown(database, "fight", self.id)
            latest = rows.latest(connection, row, system, setup)
        self._stood = {"result": row["result"], "closed": bool(row["closed"])}
        past = rows.StoredPast(database, self.id, system, setup)
        secret = bytes.fromhex(row["secret"])
        play = Play.opened(system, setup, secret, latest, past, self._keep)
        if play.was_taken_back:
            self.notice = TAKEN_BACK
        self._play = play

    def _note_down(self, fight: Fight[Any]) -> None:
        self._stood = {"result": fight.result, "closed": fight.closed}

    def _keep(self, change: Change) -> None:
        at = rows.now()
        with self._database.transaction() as connection:
            rows.append(connection, self.system, self.id, change, [at] * len(change.rows))
            if self._request:
                seats.note_done(connection, self.id, self._request, change.number)
                # It is named by its first entry, however many it brings.
                self._request = ""
            if self.alongside is not None and (parts := self.alongside(change)):
                beside.keep(connection, self.id, parts)
            if parties.turning(self._stood, change.fight):
                (party,) = parties.read(connection, self.party)
                for line in parties.after(
                    self.system, self._stood, change.fight, party, self.id, at
                ):
                    parties.add(connection, self.party, line)
        self._note_down(change.fight)


def unknown(database: Database, what: str, number: int) -> StoreError:
    """There is no fight or party of that number."""
    return StoreError(
        database.where, f"there is no {what} {number}.", "`affray fights` lists what there is."
    )
