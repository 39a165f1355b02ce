"""Suppression: an enemy struck by a success may not be the one that acts in the phase."""

from __future__ import annotations

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.trade.state import TradeFight


def struck(fight: TradeFight, table: Table, enemy: str, because: Because = ()) -> None:
    """The enemy struck by a success is suppressed, if it still stands.

    Implements trade.success.suppresses, trade.success.order.
    """
    if fight.result is None and fight.is_in(enemy):
        fight.suppress(enemy, table, because or "trade.success.suppresses")


def stops_blow(fight: TradeFight, enemy: str) -> bool:
    """Whether suppression stops the blow of a failure too: by the book it does not.

    Implements trade.suppress.phase-only, with its house switch suppression-stops-failure-blow.
    """
    return fight.switches.suppression_stops_failure_blow and fight.npc(enemy).suppressed


def lift(fight: TradeFight, table: Table) -> None:
    """Suppression ends with the phase. Implements trade.suppress.duration."""
    for foe in fight.foes:
        npc = fight.npc(foe)
        if npc.suppressed:
            npc.suppressed = False
            if table.recording and npc.is_in:
                table.record("free-again", "trade.suppress.duration", who=npc.id)
