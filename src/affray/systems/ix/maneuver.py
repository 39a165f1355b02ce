"""Maneuvers."""

from __future__ import annotations

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def extra(fight: IxFight, table: Table, who: str, *, because: Because) -> None:
    """One Maneuver at once, outside what the turn pays for."""
