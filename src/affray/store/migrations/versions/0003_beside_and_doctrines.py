"""What lies on a table beside the log, and doctrines of one's own."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    plain: sa.types.TypeEngine[Any] = sa.Text()
    if op.get_bind().dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import JSONB

        plain = JSONB()

    def text(name: str) -> sa.Column[str]:
        return sa.Column(name, sa.Text(), nullable=False)

    op.create_table(
        "beside",
        sa.Column("fight", big, sa.ForeignKey("fights.id"), nullable=False),
        text("part"),
        sa.Column("data", plain, nullable=False),
        sa.PrimaryKeyConstraint("fight", "part"),
        sqlite_strict=True,
    )
    op.create_table(
        "doctrines",
        *map(text, ("system", "id", "text", "touched")),
        sa.PrimaryKeyConstraint("system", "id"),
        sqlite_strict=True,
    )
