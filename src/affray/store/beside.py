"""What lies on a table beside the log of its fight: the last roll, picks, what was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from affray.store import schema
from affray.store.database import Database


class Beside:
    """The parts by name, each plain data. What they mean is the business of whoever keeps them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, fight: int) -> dict[str, Any]:
        """What was kept of the table of that fight; empty if nothing was."""
        table = schema.beside
        wanted = select(table.c.part, table.c.data).where(table.c.fight == fight)
        with self._database.reading() as connection:
            return {row.part: row.data for row in connection.execute(wanted)}

    def keep(self, fight: int, parts: Mapping[str, Any]) -> None:
        """Keeps the parts, all or none, each in the place of what it was before."""
        with self._database.transaction() as connection:
            keep(connection, fight, parts)


def keep(connection: Connection, fight: int, parts: Mapping[str, Any]) -> None:
    """Keeps the parts within a transaction of the caller's."""
    table = schema.beside
    for part, data in parts.items():
        connection.execute(delete(table).where(table.c.fight == fight, table.c.part == part))
        connection.execute(insert(table).values(fight=fight, part=part, data=data))
