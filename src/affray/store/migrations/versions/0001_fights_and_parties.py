"""Fights with their entries, steps and snapshots; parties with their history."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

APPEND_ONLY = ("entries", "history")


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    plain: sa.types.TypeEngine[Any] = sa.Text()
    if op.get_bind().dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import JSONB

        plain = JSONB()

    def number(name: str) -> sa.Column[int]:
        return sa.Column(name, sa.Integer(), nullable=False)

    def text(name: str) -> sa.Column[str]:
        return sa.Column(name, sa.Text(), nullable=False)

    def data(name: str) -> sa.Column[Any]:
        return sa.Column(name, plain, nullable=False)

    def of(table: str, name: str, *, needed: bool = True) -> sa.Column[int]:
        return sa.Column(name, big, sa.ForeignKey(f"{table}.id"), nullable=not needed)

    op.create_table(
        "parties",
        sa.Column("id", big, sa.Identity(), primary_key=True),
        *map(text, ("system", "name", "begun")),
        sqlite_strict=True,
    )
    op.create_table(
        "fights",
        sa.Column("id", big, sa.Identity(), primary_key=True),
        of("parties", "party"),
        *map(text, ("system", "title", "rulebook", "secret")),
        data("setup"),
        text("begun"),
        number("archived"),
        text("touched"),
        *map(number, ("entries", "round")),
        sa.Column("result", sa.Text()),
        number("closed"),
        data("open"),
        *map(text, ("digest", "seen")),
        sqlite_strict=True,
    )
    op.create_table(
        "entries",
        of("fights", "fight"),
        number("number"),
        text("at"),
        data("row"),
        sa.PrimaryKeyConstraint("fight", "number"),
        sqlite_strict=True,
    )
    op.create_table(
        "steps",
        of("fights", "fight"),
        *map(number, ("number", "entries", "events")),
        data("told"),
        sa.PrimaryKeyConstraint("fight", "number"),
        sqlite_strict=True,
    )
    op.create_table(
        "snapshots",
        of("fights", "fight"),
        *map(number, ("step", "version")),
        data("state"),
        sa.PrimaryKeyConstraint("fight", "step"),
        sqlite_strict=True,
    )
    op.create_table(
        "history",
        of("parties", "party"),
        number("number"),
        *map(text, ("at", "kind")),
        of("fights", "fight", needed=False),
        sa.Column("result", sa.Text()),
        data("heroes"),
        sa.PrimaryKeyConstraint("party", "number"),
        sqlite_strict=True,
    )
    if op.get_bind().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            for verb in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table} are only ever added to'); END"
                )
        op.execute(f"PRAGMA application_id = {0x41465259}")
