"""Who may sit where: seats, the links that lead to them, and the requests that were done."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from affray.store import rows, schema
from affray.store.database import Database

KINDS = ("host", "gm", "player", "spectator")
"""What a seat may be; the host's is that of nobody's fight, but of the whole database."""

MOST_LINKS = 20
"""Links of one seat; a further one takes the place of the oldest."""


@dataclass(slots=True, frozen=True)
class SeatRecord:
    """A seat. `holds` are the ids of its combatants; `csrf` is a token that its own pages know."""

    id: str
    fight: int | None
    kind: str
    name: str
    holds: tuple[str, ...]
    csrf: str
    is_revoked: bool


def hashed(token: str) -> str:
    """What is kept of the token of a link."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


class Seats:
    """The seats of a database. A token is told once, when its link is made; kept is its hash."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(
        self, kind: str, name: str, *, fight: int | None = None, holds: Iterable[str] = ()
    ) -> SeatRecord:
        """A new seat, without a link yet."""
        assert kind in KINDS
        seat = SeatRecord(
            secrets.token_hex(8), fight, kind, name, tuple(holds), secrets.token_hex(16), False
        )
        with self._database.transaction() as connection:
            connection.execute(
                insert(schema.seats).values(
                    id=seat.id,
                    fight=fight,
                    kind=kind,
                    name=name,
                    holds=list(seat.holds),
                    csrf=seat.csrf,
                    made=rows.now(),
                    revoked=0,
                )
            )
        return seat

    def link(self, seat: str) -> str:
        """The token of a further link to the seat."""
        token = secrets.token_urlsafe(24)
        table = schema.links
        with self._database.transaction() as connection:
            old = connection.execute(
                select(table.c.hash).where(table.c.seat == seat).order_by(table.c.made)
            ).scalars()
            over = list(old)[: -(MOST_LINKS - 1)]
            if over:
                connection.execute(delete(table).where(table.c.hash.in_(over)))
            connection.execute(insert(table).values(hash=hashed(token), seat=seat, made=rows.now()))
        return token

    def all(self) -> tuple[list[SeatRecord], Mapping[str, str]]:
        """Every seat that is not revoked, and to which of them the hash of each link leads."""
        with self._database.reading() as connection:
            found = connection.execute(
                select(schema.seats).where(schema.seats.c.revoked == 0)
            ).mappings()
            seats = [_record(row) for row in found]
            ids = {seat.id for seat in seats}
            links = connection.execute(select(schema.links.c.hash, schema.links.c.seat)).all()
        return seats, {each: seat for each, seat in links if seat in ids}

    def revoke(self, seat: str) -> None:
        """Nobody sits there any more; all its links lead nowhere."""
        with self._database.transaction() as connection:
            connection.execute(delete(schema.links).where(schema.links.c.seat == seat))
            connection.execute(
                update(schema.seats).where(schema.seats.c.id == seat).values(revoked=1)
            )

    def cut(self, seat: str) -> SeatRecord:
        """All links of the seat lead nowhere, and its pages are not believed any more."""
        csrf = secrets.token_hex(16)
        with self._database.transaction() as connection:
            connection.execute(delete(schema.links).where(schema.links.c.seat == seat))
            connection.execute(
                update(schema.seats).where(schema.seats.c.id == seat).values(csrf=csrf)
            )
            row = connection.execute(
                select(schema.seats).where(schema.seats.c.id == seat)
            ).mappings()
            return _record(row.one())

    def change(
        self, seat: str, *, name: str | None = None, holds: Iterable[str] | None = None
    ) -> SeatRecord:
        """Another name, or other combatants."""
        values: dict[str, Any] = {}
        if name is not None:
            values["name"] = name
        if holds is not None:
            values["holds"] = list(holds)
        with self._database.transaction() as connection:
            connection.execute(update(schema.seats).where(schema.seats.c.id == seat).values(values))
            row = connection.execute(
                select(schema.seats).where(schema.seats.c.id == seat)
            ).mappings()
            return _record(row.one())

    def sitting(self, fight: int) -> dict[str, Any]:
        """What is kept of a table beside the log: stand-ins, rolls beside the fight."""
        with self._database.reading() as connection:
            return sitting(connection, fight)

    def keep_sitting(self, fight: int, data: Mapping[str, Any]) -> None:
        """Keeps it; what was kept before is gone."""
        with self._database.transaction() as connection:
            keep_sitting(connection, fight, data)


def _record(row: Mapping[Any, Any]) -> SeatRecord:
    return SeatRecord(
        row["id"],
        row["fight"],
        row["kind"],
        row["name"],
        tuple(row["holds"]),
        row["csrf"],
        bool(row["revoked"]),
    )


def is_done(connection: Connection, fight: int, key: str) -> bool:
    """Whether the request of that key has its entries in the log."""
    table = schema.requests
    found = select(table.c.number).where(table.c.fight == fight, table.c.key == key)
    return connection.execute(found).first() is not None


def note_done(connection: Connection, fight: int, key: str, number: int) -> None:
    """Keeps that the request's first entry has that number."""
    connection.execute(insert(schema.requests).values(fight=fight, key=key, number=number))


def sitting(connection: Connection, fight: int) -> dict[str, Any]:
    """What was kept of the table of a fight beside its log; empty if nothing was."""
    table = schema.sittings
    found = connection.execute(select(table.c.data).where(table.c.fight == fight)).scalar()
    return dict(found or {})


def keep_sitting(connection: Connection, fight: int, data: Mapping[str, Any]) -> None:
    """Keeps it in the place of what was kept before."""
    table = schema.sittings
    connection.execute(delete(table).where(table.c.fight == fight))
    connection.execute(insert(table).values(fight=fight, data=dict(data)))
