"""Free play: no structured play yet, or none any more. Checks are made as they come."""

from __future__ import annotations

from affray.kernel.keys import Option
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.ix.state import IxFight

BEGIN = ("begin",)


def options(fight: IxFight) -> list[Option]:
    """What may be done while nothing is structured."""
    return [BEGIN]


def act(fight: IxFight, table: Table) -> None:
    """One check of free play, or structured play begins. Implements ix.encounter.call."""
    table.choose(HEROES, lambda: options(fight), because="ix.encounter.call")
    fight.structured = True
    fight.stage = "start"
