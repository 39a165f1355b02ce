"""Structured play: how it begins, goes round, and ends."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def begin(fight: IxFight, table: Table) -> None:
    """Stage "start"."""
    fight.round = 1
    fight.stage = "slot"


def round_end(fight: IxFight, table: Table) -> None:
    """Stage "round-end"."""


def check_end(fight: IxFight, table: Table) -> bool:
    """Ends the fight if it is decided; says whether it is over."""
    return fight.result is not None
