"""Doctrines of one's own: their text as it was written, faults and all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from affray.store import rows, schema
from affray.store.database import Database


@dataclass(slots=True, frozen=True)
class Kept:
    """A doctrine in the library of a system, as TOML."""

    system: str
    id: str
    text: str
    touched: str


class Doctrines:
    """The doctrines of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, system: str) -> list[Kept]:
        """Those of a system, by id."""
        table = schema.doctrines
        wanted = select(table).where(table.c.system == system).order_by(table.c.id)
        with self._database.reading() as connection:
            return [_kept(row) for row in connection.execute(wanted).mappings()]

    def save(self, system: str, doctrine_id: str, text: str) -> None:
        """Keeps a doctrine, in the place of the one of that id if there is one."""
        with self._database.transaction() as connection:
            connection.execute(_of(system, doctrine_id))
            values = {"system": system, "id": doctrine_id, "text": text, "touched": rows.now()}
            connection.execute(insert(schema.doctrines).values(values))

    def remove(self, system: str, doctrine_id: str) -> None:
        """Takes a doctrine out; whoever follows it at a table goes on doing so."""
        with self._database.transaction() as connection:
            connection.execute(_of(system, doctrine_id))


def _of(system: str, doctrine_id: str) -> Any:
    table = schema.doctrines
    return delete(table).where(table.c.system == system, table.c.id == doctrine_id)


def _kept(row: Mapping[Any, Any]) -> Kept:
    return Kept(row["system"], row["id"], row["text"], row["touched"])
