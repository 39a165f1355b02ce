"""Enemies and NPC allies: stat blocks that roll nothing and never act of their own accord."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.trade import end
from affray.systems.trade.state import TradeFight

FATES = ("beaten", "taken", "ran-off")


def out(fight: TradeFight, table: Table, who: str) -> None:
    """An NPC at 0 HP is out of the fight; how is the GM's call.

    The end of the fight is seen first, as it takes effect at once; whoever is left may then
    give in.

    Implements trade.npc.zero-hp, trade.npc.no-own-initiative (an ally at 0 HP is out as well).
    """
    fate = table.rule("trade.npc.zero-hp", _fates, _beaten)
    npc = fight.npc(who)
    if npc.hp > 0 or npc.status:
        return
    fight.leave(who, fate[0], "out", table, "trade.npc.zero-hp")
    if not fight.check_end(table) and npc.kind == "foe":
        end.give_in(fight, table)


def _fates() -> list[Option]:
    return [(fate,) for fate in FATES]


def _beaten() -> Key:
    return (FATES[0],)
