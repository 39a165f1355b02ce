"""Initiative: rolls, slots, who takes them."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.ix.state import IxFight


def step(fight: IxFight, table: Table) -> None:
    """Stage "initiative": the next of `fight.rolling` rolls; after the last the slots stand."""


def pick(fight: IxFight, table: Table) -> None:
    """Stage "slot": who takes the next slot; then `turn.begin`, or stage "round-end"."""
    fight.round += 1


def skip(fight: IxFight, table: Table) -> None:
    """The pick of a slot was ended in its middle: the side's first who can takes it."""


def give_up(fight: IxFight, table: Table) -> None:
    """An initiative roll was ended in its middle: the next participant rolls."""
    fight.rolling = fight.rolling[1:]
