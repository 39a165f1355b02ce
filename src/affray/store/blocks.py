"""Heroes and foes of one's own, kept beside the fights that they may go to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, insert, select

from affray.store import rows, schema
from affray.store.database import Database


@dataclass(slots=True, frozen=True)
class Block:
    """A block as a person wrote it, on the shelf of a system."""

    system: str
    shelf: str
    id: str
    block: dict[str, Any]
    touched: str


class Blocks:
    """The library of one's own."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, system: str | None = None, shelf: str | None = None) -> list[Block]:
        """The blocks by system, shelf and id; of one system or shelf if asked for."""
        table = schema.blocks
        wanted = select(table).order_by(table.c.system, table.c.shelf, table.c.id)
        if system is not None:
            wanted = wanted.where(table.c.system == system)
        if shelf is not None:
            wanted = wanted.where(table.c.shelf == shelf)
        with self._database.reading() as connection:
            return [Block(**_plain(row)) for row in connection.execute(wanted).mappings()]

    def save(self, system: str, shelf: str, block_id: str, block: Mapping[str, Any]) -> None:
        """Keeps a block, in the place of the one of that id if there is one."""
        table = schema.blocks
        with self._database.transaction() as connection:
            connection.execute(_of(system, shelf, block_id))
            connection.execute(
                insert(table).values(
                    system=system,
                    shelf=shelf,
                    id=block_id,
                    block=dict(block),
                    touched=rows.now(),
                )
            )

    def remove(self, system: str, shelf: str, block_id: str) -> None:
        """Takes a block out; fights that use it have their own copy."""
        with self._database.transaction() as connection:
            connection.execute(_of(system, shelf, block_id))


def _of(system: str, shelf: str, block_id: str) -> Any:
    table = schema.blocks
    return delete(table).where(
        table.c.system == system, table.c.shelf == shelf, table.c.id == block_id
    )


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    return {str(key): value for key, value in row.items()}
