"""The store: fights and parties in one database."""

from __future__ import annotations

import os
import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from sqlalchemy import select, update

from affray.kernel.system import Setup, System
from affray.registry import BrokenSystem, UnknownSystem
from affray.registry import system as installed_system
from affray.store import parties, rows, saves, schema
from affray.store.beside import Beside
from affray.store.blocks import Blocks
from affray.store.database import Database
from affray.store.doctrines import Doctrines
from affray.store.errors import StoreError, told
from affray.store.place import Hold, place
from affray.store.playing import StoredPlay, unknown
from affray.store.records import FightRecord, PartyRecord
from affray.store.seats import Seats
from affray.tables.audit import audit
from affray.tables.kept import Change

LONGEST_TITLE = 200


def open_store(
    where: str | os.PathLike[str] | None = None,
    *,
    patience: float = 5.0,
    find_system: Callable[[str], System[Any]] = installed_system,
) -> Store:
    """Opens the store; makes it, or brings it up to date, if need be.

    `where` is a path or a URL `sqlite:///PATH`; None is what `AFFRAY_DATABASE` says, else a file
    in the user's data folder. `patience` is how many seconds to wait for another program that
    writes. Raises `StoreError`.
    """
    return Store(place(where), patience=patience, find_system=find_system)


class Store:
    """Fights and parties on disk.

    The first `begin` or `open` takes the database for this process until `close`: a second process
    that would play on it is refused, with who holds it. Everything else works beside it.
    Every method raises `StoreError` when the database does not do its part.
    """

    def __init__(
        self,
        path: Path,
        *,
        patience: float = 5.0,
        find_system: Callable[[str], System[Any]] = installed_system,
    ) -> None:
        self._find_system = find_system
        self._database = Database(path, patience=patience)
        self._hold = Hold(path)

    @property
    def path(self) -> Path:
        """The file of the database."""
        return self._database.path

    def hold(self) -> None:
        """Takes the database for this process now, before the first fight is opened."""
        self._hold.take()

    def close(self) -> None:
        """Lets go of the database."""
        self._database.close()
        self._hold.let_go()

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # ---- playing ----

    def begin(
        self,
        system: System[Any],
        setup: Setup,
        *,
        title: str | None = None,
        party: int | None = None,
        secret: bytes | None = None,
    ) -> StoredPlay:
        """Begins a fight and plays it to its first question.

        With `party`, that party takes the place of the encounter's own heroes; without, these are
        a new party. `secret` seeds the dice that the program rolls (None: by chance).
        """
        self._hold.take()
        if party is not None:
            setup = parties.with_party(system, setup, self.party(party), self._database.where)
        setup = replace(setup, roster=list(setup.roster))
        secret = secrets.token_bytes(32) if secret is None else secret

        def write(change: Change) -> tuple[int, int]:
            at = rows.now()
            with self._database.transaction() as connection:
                members = parties.heroes_of(setup)
                joined = party
                if joined is None:
                    name = ", ".join(str(block["name"]) for block in members)
                    joined = parties.begin(connection, system, name, members, at)
                fight = rows.insert_fight(
                    connection,
                    system,
                    setup,
                    secret,
                    title=_title(setup.title if title is None else title),
                    party=joined,
                    begun=at,
                )
                rows.append(connection, system, fight, change, [at])
            return fight, joined

        return StoredPlay.begun(self._database, system, setup, secret, write)

    def open(self, fight_id: int) -> StoredPlay:
        """Opens a fight where it stands, from its stored state; nothing before it is played again.

        If the rules have changed and the answers of its open step no longer fit, that step is
        taken back (recorded, like any undo), and `notice` says so.
        """
        system = self._system_of(self.fight(fight_id))
        self._hold.take()
        return StoredPlay.opened(self._database, system, fight_id)

    def _system_of(self, record: FightRecord) -> System[Any]:
        try:
            return self._find_system(record.system)
        except (UnknownSystem, BrokenSystem) as error:
            raise StoreError(
                f"fight {record.id}",
                f"its system cannot be used. {error}",
                "Install the package that brings it.",
            ) from error

    # ---- the list ----

    def fights(self, *, archived: bool = False) -> list[FightRecord]:
        """The fights, the last touched first; the archived ones only if asked for."""
        table = schema.fights
        wanted = select(*rows.LISTED).order_by(table.c.touched.desc(), table.c.id.desc())
        if not archived:
            wanted = wanted.where(table.c.archived == 0)
        with self._database.reading() as connection:
            return [rows.record(row) for row in connection.execute(wanted).mappings()]

    def fight(self, fight_id: int) -> FightRecord:
        """The record of one fight."""
        table = schema.fights
        wanted = select(*rows.LISTED).where(table.c.id == _number(fight_id))
        with self._database.reading() as connection:
            row = connection.execute(wanted).mappings().one_or_none()
        if row is None:
            raise unknown(self._database, "fight", fight_id)
        return rows.record(row)

    def rename(self, fight_id: int, title: str) -> None:
        """Gives the fight another title in the list."""
        self._set(fight_id, title=_title(title))

    def archive(self, fight_id: int, archived: bool = True) -> None:
        """Takes the fight out of the list, or puts it back; nothing is deleted."""
        self._set(fight_id, archived=int(archived))

    def _set(self, fight_id: int, **values: Any) -> None:
        table = schema.fights
        with self._database.transaction() as connection:
            done = connection.execute(
                update(table).where(table.c.id == _number(fight_id)).values(values)
            )
        if not done.rowcount:
            raise unknown(self._database, "fight", fight_id)

    # ---- parties ----

    def parties(self) -> list[PartyRecord]:
        """The parties, the oldest first."""
        with self._database.reading() as connection:
            return parties.read(connection)

    def party(self, party_id: int) -> PartyRecord:
        """One party with its history."""
        with self._database.reading() as connection:
            found = parties.read(connection, _number(party_id))
        if not found:
            raise unknown(self._database, "party", party_id)
        return found[0]

    # ---- seats, tables, and what is one's own ----

    @property
    def seats(self) -> Seats:
        """Who may sit where."""
        return Seats(self._database)

    @property
    def blocks(self) -> Blocks:
        """The library of one's own heroes and foes."""
        return Blocks(self._database)

    @property
    def doctrines(self) -> Doctrines:
        """The library of one's own doctrines."""
        return Doctrines(self._database)

    @property
    def beside(self) -> Beside:
        """What lies on the tables beside the logs of their fights."""
        return Beside(self._database)

    # ---- in and out ----

    def export(self, fight_id: int) -> dict[str, Any]:
        """The whole fight as plain data for one JSON file, everything that is secret included."""
        with self._database.reading() as connection:
            row = rows.fight_row(connection, _number(fight_id))
            if row is None:
                raise unknown(self._database, "fight", fight_id)
            return saves.exported(connection, row)

    def import_(self, data: str | bytes | dict[str, Any]) -> int:
        """Takes in what `export` wrote (its JSON text, or the data), as a fight of its own.

        Its heroes become a party. Raises `StoreError`, and then nothing is stored.
        """
        save = saves.read(data, self._find_system)
        with self._database.transaction() as connection:
            return save.write(connection)

    def audit(self, fight_id: int) -> list[str]:
        """Plays the whole fight again from its setup and says what comes out differently now.

        An empty list: it comes out as it was, by the rules and numbers of today.
        """
        record = self.fight(fight_id)
        system = self._system_of(record)
        with self._database.reading() as connection:
            row = rows.fight_row(connection, fight_id)
            assert row is not None
            setup = Setup.load(row["setup"])
            log = [each for _, each in rows.rows(connection, fight_id, row["entries"] + 1)]
            mark = rows.latest(connection, row, system, setup).mark
        found = audit(system, setup, log, mark)
        if found and row["rulebook"] != system.rulebook.version:
            found.insert(
                0,
                f"The rulebook was {row['rulebook'][:12]} when the fight was begun, and is "
                f"{system.rulebook.version[:12]} now.",
            )
        return found

    def backup(self, path: str | os.PathLike[str]) -> None:
        """Writes a copy of the whole database to a new file, also while it is played on."""
        target = Path(path)
        if target.exists():
            raise StoreError(
                str(target), "it is there already.", "Name a new file; nothing was changed."
            )
        if not target.parent.is_dir():
            raise StoreError(str(target), "its folder is not there.", "Make the folder first.")
        with told(str(target)):
            connection = sqlite3.connect(self.path, timeout=5)
            try:
                connection.execute("VACUUM INTO ?", (str(target),))
            finally:
                connection.close()


def _number(number: int) -> int:
    """The number, 0 (which no fight has) if the database cannot hold it."""
    return number if 0 < number < 2**63 else 0


def _title(title: str) -> str:
    cleaned = "".join(letter if letter.isprintable() else " " for letter in title).strip()
    return cleaned[:LONGEST_TITLE] or "A fight"
