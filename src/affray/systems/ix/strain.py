"""Strain: suffered, recovered."""

from __future__ import annotations

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def suffer(
    fight: IxFight,
    table: Table,
    who: str,
    amount: int,
    *,
    because: Because,
    by: str = "",
    attack: bool = False,
) -> int:
    """Strain without Resistance; how much was suffered (as Wounds by who has no Strain track)."""
    return 0


def recover(fight: IxFight, table: Table, who: str, amount: int, *, because: Because) -> int:
    """Strain goes down, never below 0; by how much."""
    return 0
