"""A turn: one Action, one Maneuver, Quick Actions."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def begin(fight: IxFight, table: Table, who: str) -> None:
    """The turn of `who` starts, in the order of ix.turn.start-order."""


def act(fight: IxFight, table: Table) -> None:
    """Stage "turn": one choice of `fight.acting`."""


def finish(fight: IxFight, table: Table, why: str) -> None:
    """The turn ends."""
