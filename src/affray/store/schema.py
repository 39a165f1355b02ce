"""The tables, once for every database (today SQLite; nothing here forbids PostgreSQL).

Entries and the history of parties are only ever added to; triggers of the database refuse
anything else. Steps and snapshots only save time: they are replaced as play goes on and back.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Dialect,
    ForeignKey,
    Identity,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator, TypeEngine

HEAD = "0003"
"""The revision that this code works with."""

REVISIONS = ("0001", "0002", "0003")
"""All revisions there have been, the oldest first."""

APPLICATION_ID = 0x41465259
"""Marks a SQLite file as a database of affray ("AFRY")."""

Big = BigInteger().with_variant(Integer, "sqlite")


class Plain(TypeDecorator[Any]):
    """Plain data as JSON: text in SQLite, JSONB in PostgreSQL."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(JSONB() if dialect.name == "postgresql" else Text())

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        return value if dialect.name == "postgresql" else dumps(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        return value if dialect.name == "postgresql" or value is None else json.loads(value)


def dumps(data: Any) -> str:
    """Plain data as the shortest JSON."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


metadata = MetaData()

parties = Table(
    "parties",
    metadata,
    Column("id", Big, Identity(), primary_key=True),
    Column("system", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("begun", Text, nullable=False),
    sqlite_strict=True,
)

fights = Table(
    "fights",
    metadata,
    Column("id", Big, Identity(), primary_key=True),
    Column("party", Big, ForeignKey("parties.id"), nullable=False),
    Column("system", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("rulebook", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("setup", Plain, nullable=False),
    Column("begun", Text, nullable=False),
    Column("archived", Integer, nullable=False),
    # Where the fight stands, as the last entry left it.
    Column("touched", Text, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("result", Text),
    Column("closed", Integer, nullable=False),
    Column("open", Plain, nullable=False),
    Column("digest", Text, nullable=False),
    Column("seen", Text, nullable=False),
    sqlite_strict=True,
)

entries = Table(
    "entries",
    metadata,
    Column("fight", Big, ForeignKey("fights.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("row", Plain, nullable=False),
    PrimaryKeyConstraint("fight", "number"),
    sqlite_strict=True,
)

steps = Table(
    "steps",
    metadata,
    Column("fight", Big, ForeignKey("fights.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("entries", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("told", Plain, nullable=False),
    PrimaryKeyConstraint("fight", "number"),
    sqlite_strict=True,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("fight", Big, ForeignKey("fights.id"), nullable=False),
    Column("step", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", Plain, nullable=False),
    PrimaryKeyConstraint("fight", "step"),
    sqlite_strict=True,
)

history = Table(
    "history",
    metadata,
    Column("party", Big, ForeignKey("parties.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("fight", Big, ForeignKey("fights.id")),
    Column("result", Text),
    Column("heroes", Plain, nullable=False),
    PrimaryKeyConstraint("party", "number"),
    sqlite_strict=True,
)

seats = Table(
    "seats",
    metadata,
    Column("id", Text, primary_key=True),
    Column("fight", Big, ForeignKey("fights.id")),
    Column("kind", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("holds", Plain, nullable=False),
    Column("csrf", Text, nullable=False),
    Column("made", Text, nullable=False),
    Column("revoked", Integer, nullable=False),
    Index("seats_of_fight", "fight"),
    sqlite_strict=True,
)

# Links are never kept as they are, only what their tokens hash to.
links = Table(
    "links",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("seat", Text, ForeignKey("seats.id"), nullable=False),
    Column("made", Text, nullable=False),
    sqlite_strict=True,
)

# The keys of requests whose entries are in the log, so that one sent twice is known.
requests = Table(
    "requests",
    metadata,
    Column("fight", Big, ForeignKey("fights.id"), nullable=False),
    Column("key", Text, nullable=False),
    Column("number", Integer, nullable=False),
    PrimaryKeyConstraint("fight", "key"),
    sqlite_strict=True,
)

blocks = Table(
    "blocks",
    metadata,
    Column("system", Text, nullable=False),
    Column("shelf", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("block", Plain, nullable=False),
    Column("touched", Text, nullable=False),
    PrimaryKeyConstraint("system", "shelf", "id"),
    sqlite_strict=True,
)

sittings = Table(
    "sittings",
    metadata,
    Column("fight", Big, ForeignKey("fights.id"), primary_key=True),
    Column("data", Plain, nullable=False),
    sqlite_strict=True,
)

# What lies on the table of a fight beside its log, part by part.
beside = Table(
    "beside",
    metadata,
    Column("fight", Big, ForeignKey("fights.id"), nullable=False),
    Column("part", Text, nullable=False),
    Column("data", Plain, nullable=False),
    PrimaryKeyConstraint("fight", "part"),
    sqlite_strict=True,
)

doctrines = Table(
    "doctrines",
    metadata,
    Column("system", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("touched", Text, nullable=False),
    PrimaryKeyConstraint("system", "id"),
    sqlite_strict=True,
)
