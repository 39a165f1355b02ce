"""Seats with their links, requests that were answered, and blocks of one's own."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    plain: sa.types.TypeEngine[Any] = sa.Text()
    if op.get_bind().dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import JSONB

        plain = JSONB()

    def text(name: str) -> sa.Column[str]:
        return sa.Column(name, sa.Text(), nullable=False)

    def data(name: str) -> sa.Column[Any]:
        return sa.Column(name, plain, nullable=False)

    op.create_table(
        "seats",
        sa.Column("id", sa.Text(), primary_key=True),
        sa.Column("fight", big, sa.ForeignKey("fights.id")),
        *map(text, ("kind", "name")),
        data("holds"),
        text("csrf"),
        text("made"),
        sa.Column("revoked", sa.Integer(), nullable=False),
        sqlite_strict=True,
    )
    op.create_index("seats_of_fight", "seats", ["fight"])
    op.create_table(
        "links",
        sa.Column("hash", sa.Text(), primary_key=True),
        sa.Column("seat", sa.Text(), sa.ForeignKey("seats.id"), nullable=False),
        text("made"),
        sqlite_strict=True,
    )
    op.create_table(
        "requests",
        sa.Column("fight", big, sa.ForeignKey("fights.id"), nullable=False),
        text("key"),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("fight", "key"),
        sqlite_strict=True,
    )
    op.create_table(
        "blocks",
        *map(text, ("system", "shelf", "id")),
        data("block"),
        text("touched"),
        sa.PrimaryKeyConstraint("system", "shelf", "id"),
        sqlite_strict=True,
    )
    op.create_table(
        "sittings",
        sa.Column("fight", big, sa.ForeignKey("fights.id"), primary_key=True),
        data("data"),
        sqlite_strict=True,
    )
