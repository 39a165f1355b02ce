"""Fear checks that are owed."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def step(fight: IxFight, table: Table) -> None:
    """Makes the first fear check that is owed."""
    fight.fears = fight.fears[1:]
