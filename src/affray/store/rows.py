"""Reading and writing the rows of fights, within a transaction of the caller's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, RowMapping, bindparam, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from affray.kernel.fight import Fight
from affray.kernel.question import load_entry
from affray.kernel.system import Setup, System
from affray.store import schema
from affray.store.database import Database
from affray.store.errors import Overtaken, StoreError
from affray.store.records import FightRecord
from affray.tables.kept import (
    KEEP_EVERY,
    Change,
    Latest,
    Mark,
    Row,
    dump_told,
    fingerprint,
    load_told,
)


def now() -> str:
    """The time, UTC, as it is stored."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# ---- writing ----


def insert_fight(
    connection: Connection,
    system: System[Any],
    setup: Setup,
    secret: bytes,
    *,
    title: str,
    party: int,
    begun: str,
) -> int:
    """A fight of which nothing has happened yet."""
    values = {
        "party": party,
        "system": system.name,
        "title": title,
        "rulebook": system.rulebook.version,
        "secret": secret.hex(),
        "setup": setup.dump(),
        "begun": begun,
        "archived": 0,
        "touched": begun,
        "entries": 0,
        "round": 0,
        "result": None,
        "closed": 0,
        "open": [],
        "digest": "",
        "seen": "",
    }
    statement = insert(schema.fights).values(values).returning(schema.fights.c.id)
    return int(connection.execute(statement).scalar_one())


def append(
    connection: Connection, system: System[Any], fight: int, change: Change, at: Sequence[str]
) -> None:
    """Writes a change of a fight down; `at` are the times of its rows.

    Raises `Overtaken` if the rows are not the next of the fight.
    """
    rows = [
        {"fight": fight, "number": number, "at": time, "row": row.dump()}
        for number, (row, time) in enumerate(zip(change.rows, at, strict=True), change.number)
    ]
    try:
        connection.execute(insert(schema.entries), rows)
    except IntegrityError as error:
        raise Overtaken from error
    _write_steps(connection, system, fight, change)
    connection.execute(
        _STANDS,
        {
            "which": fight,
            "touched": at[-1],
            "entries": change.number + len(rows) - 1,
            "round": change.fight.round,
            "result": change.fight.result,
            "closed": int(change.fight.closed),
            "open": [entry.dump() for entry in change.open],
            "digest": change.digest.hex(),
            "seen": fingerprint(change.events),
        },
    )


_STANDS = (
    update(schema.fights)
    .where(schema.fights.c.id == bindparam("which"))
    .values(
        {
            name: bindparam(name)
            for name in (
                *("touched", "entries", "round", "result", "closed"),
                *("open", "digest", "seen"),
            )
        }
    )
)


def _write_steps(connection: Connection, system: System[Any], fight: int, change: Change) -> None:
    went_back = change.number > 0 and len(change.rows) > 0 and change.rows[-1].note is not None
    if went_back:
        for table, column in ((schema.steps, "number"), (schema.snapshots, "step")):
            connection.execute(
                delete(table).where(table.c.fight == fight, table.c[column] >= change.kept)
            )
    if not change.marks:
        return
    connection.execute(
        insert(schema.steps),
        [
            {
                "fight": fight,
                "number": mark.number,
                "entries": mark.entries,
                "events": mark.events,
                "told": dump_told(mark.told),
            }
            for mark in change.marks
        ],
    )
    snapshots = schema.snapshots
    last = change.marks[-1].number
    connection.execute(
        delete(snapshots).where(
            snapshots.c.fight == fight,
            snapshots.c.step >= change.kept - 1,
            snapshots.c.step % KEEP_EVERY != 0,
        )
    )
    connection.execute(
        insert(snapshots),
        [
            {
                "fight": fight,
                "step": mark.number,
                "version": system.version,
                "state": system.dump(mark.state),
            }
            for mark in change.marks
            if mark.state is not None and (mark.number == last or mark.number % KEEP_EVERY == 0)
        ],
    )


# ---- reading ----


def record(row: RowMapping) -> FightRecord:
    """The record of a row of `fights`."""
    return FightRecord(
        row["id"],
        row["system"],
        row["title"],
        row["begun"],
        row["touched"],
        row["round"],
        row["result"],
        bool(row["closed"]),
        bool(row["archived"]),
        row["party"],
        row["entries"],
    )


LISTED = [
    schema.fights.c[name]
    for name in (
        *("id", "system", "title", "begun", "touched", "round", "result", "closed"),
        *("archived", "party", "entries"),
    )
]


def fight_row(connection: Connection, fight: int) -> RowMapping | None:
    """The row of a fight, None if there is none of that number."""
    found = connection.execute(select(schema.fights).where(schema.fights.c.id == fight))
    return found.mappings().one_or_none()


def latest(connection: Connection, row: RowMapping, system: System[Any], setup: Setup) -> Latest:
    """Where the fight of the row stands."""
    steps, snapshots = schema.steps, schema.snapshots
    step = connection.execute(
        select(steps).where(steps.c.fight == row["id"]).order_by(steps.c.number.desc()).limit(1)
    ).mappings().one()  # fmt: skip
    kept = connection.execute(
        select(snapshots.c.version, snapshots.c.state).where(
            snapshots.c.fight == row["id"], snapshots.c.step == step["number"]
        )
    ).one()
    state = load_state(system, setup, kept.version, kept.state)
    mark = Mark(step["number"], step["entries"], step["events"], state, load_told(step["told"]))
    open_entries = [load_entry(entry) for entry in row["open"]]
    return Latest(
        row["entries"] + 1,
        mark,
        bytes.fromhex(row["digest"]),
        open_entries,  # type: ignore[arg-type]  # undone entries are never among them
        row["seen"],
    )


def load_state(system: System[Any], setup: Setup, version: int, data: dict[str, Any]) -> Fight[Any]:
    """A state as it was written under that version of the system. Raises `StoreError`."""
    try:
        state: Fight[Any] = system.load(system.migrate(data, version), setup)
    except Exception as error:  # a system that has changed may stumble over it in any way
        raise StoreError(
            setup.title,
            f"its state cannot be read by {system.name} as it is installed "
            f"({type(error).__name__}: {error}).",
            "Open it with the affray that wrote it; `affray export` still writes it out.",
        ) from error
    return state


class StoredPast:
    """What lies behind a stored fight, read from the database when somebody looks."""

    def __init__(self, database: Database, fight: int, system: System[Any], setup: Setup) -> None:
        self._database = database
        self._fight = fight
        self._system = system
        self._setup = setup

    def rows(self, count: int) -> list[Row]:
        with self._database.reading() as connection:
            return [row for _, row in rows(connection, self._fight, count)]

    def marks(self, count: int) -> list[Mark]:
        with self._database.reading() as connection:
            return marks(connection, self._fight, self._system, self._setup, count)


def rows(connection: Connection, fight: int, count: int) -> list[tuple[str, Row]]:
    """The first `count` rows of a fight, with their times."""
    table = schema.entries
    found = connection.execute(
        select(table.c.at, table.c.row)
        .where(table.c.fight == fight, table.c.number < count)
        .order_by(table.c.number)
    )
    return [(at, Row.load(data)) for at, data in found]


def marks(
    connection: Connection, fight: int, system: System[Any], setup: Setup, count: int
) -> list[Mark]:
    """The first `count` boundaries of a fight, with the states that are kept."""
    steps, snapshots = schema.steps, schema.snapshots
    found = connection.execute(
        select(steps, snapshots.c.version, snapshots.c.state)
        .outerjoin(
            snapshots,
            (snapshots.c.fight == steps.c.fight) & (snapshots.c.step == steps.c.number),
        )
        .where(steps.c.fight == fight, steps.c.number < count)
        .order_by(steps.c.number)
    )
    return [
        Mark(
            row["number"],
            row["entries"],
            row["events"],
            None
            if row["state"] is None
            else load_state(system, setup, row["version"], row["state"]),
            load_told(row["told"]),
        )
        for row in found.mappings()
    ]
