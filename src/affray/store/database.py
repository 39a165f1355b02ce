"""The connection to the database: made as SQLite needs it, brought up to date when it is old."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import QueuePool

from affray.store.errors import StoreError, told
from affray.store.place import check_file, make_folder
from affray.store.schema import APPLICATION_ID, HEAD, REVISIONS

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


class Database:
    """One SQLite file. Every transaction begins with the right to write and ends on the disk.

    `patience` is how many seconds a transaction waits for another program to finish its own.
    Raises `StoreError` if the file is not one of ours, is damaged, or cannot be made.
    """

    def __init__(self, path: Path, *, patience: float = 5.0) -> None:
        self.path = path
        self.where = str(path)
        check_file(path)
        make_folder(path)
        self.is_read_only = not _may_write(path)
        self.engine = _engine(path, patience, read_only=self.is_read_only)
        try:
            self._bring_up_to_date()
        except BaseException:
            self.engine.dispose()
            raise

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction that is on the disk when the block is left, or never was.

        Errors of the database come out as `StoreError`.
        """
        with told(self.where), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads: it sees one state and waits for nobody."""
        with told(self.where), self.engine.connect() as connection:
            connection = connection.execution_options(is_reading=True)
            with connection.begin():
                yield connection

    # ---- revisions ----

    def _bring_up_to_date(self) -> None:
        found = self._revision()
        if found == HEAD:
            return
        if self.is_read_only:
            raise StoreError(
                self.where,
                "it has to be brought up to date first, and may not be written.",
                "Copy it to where you may write, and name the copy in AFFRAY_DATABASE.",
            )
        if found is not None and found not in REVISIONS:
            raise StoreError(
                self.where,
                f"a newer affray has written it (revision {found[:40]}).",
                "Upgrade affray; nothing was changed.",
            )
        with self.transaction() as connection:
            upgrade(connection, HEAD)

    def _revision(self) -> str | None:
        """The revision of the database, None if it is empty. Raises if it is not one of ours."""
        with self.reading() as connection:
            try:
                found = connection.exec_driver_sql("SELECT version_num FROM alembic_version")
                revision: str | None = found.scalar()
            except OperationalError as error:
                if not _is_missing_table(error):
                    raise
                revision = None
            mark = connection.exec_driver_sql("PRAGMA application_id").scalar()
            things = connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar()
        if mark != APPLICATION_ID and things:
            raise StoreError(
                self.where,
                "it is the database of another program.",
                "Nothing was changed. Name another file in AFFRAY_DATABASE.",
            )
        return revision


def upgrade(connection: Connection, revision: str) -> None:
    """Brings the database to the revision, within the connection's transaction."""
    from alembic import command  # it takes as long to import as all the rest
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "affray.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _is_missing_table(error: DBAPIError) -> bool:
    return "no such table" in str(error.orig)


def _may_write(path: Path) -> bool:
    """Whether the file and its folder, where the log of SQLite goes, may be written."""
    effective = os.access in os.supports_effective_ids
    return all(
        os.access(each, os.W_OK, effective_ids=effective)
        for each in (path.parent, path)
        if each.exists()
    )


def _engine(path: Path, patience: float, *, read_only: bool) -> Engine:
    uri = path.resolve().as_uri()
    if read_only:
        # Where not even the log of SQLite can be made, nobody else can be writing.
        log = path.with_name(path.name + "-wal")
        uri += "?mode=ro" if log.exists() else "?immutable=1"

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(
            uri, uri=True, timeout=patience, isolation_level=None, check_same_thread=False
        )

    engine = create_engine("sqlite://", creator=connect, poolclass=QueuePool)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, record: Any) -> None:
        for pragma in (*PRAGMAS, f"busy_timeout={int(patience * 1000)}"):
            if not (read_only and pragma.startswith("journal_mode")):
                connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Plain BEGIN would let two transactions read the same last number and one of them fail.
        is_reading = read_only or connection.get_execution_options().get("is_reading", False)
        connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")

    return engine
