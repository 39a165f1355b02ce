"""After the fight: what comes back by itself, and rests."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def after(fight: IxFight, table: Table) -> None:
    """One step of what comes after the fight; sets `fight.closed` when nothing is left."""
    fight.closed = True
