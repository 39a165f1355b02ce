"""Ending the fight: down, fled or surrendered; then loot, and what the fight leaves behind.

When the fight is over is `TradeFight.check_end` (trade.end.when, trade.end.at-once,
trade.end.heroes-side), which every verb that changes health or presence calls.
"""

from __future__ import annotations

from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.trade.state import NO_ITEMS, Hero, Npc, TradeFight

NOBODY: Key = ("nobody",)
AS_LISTED: Key = ("as-listed",)


def surrender(fight: TradeFight, table: Table, who: str) -> None:
    """Somebody gives up and is out of the fight. Implements trade.end.surrender."""
    fight.leave(who, "surrendered", "surrendered", table, "trade.end.surrender")
    fight.check_end(table)


def give_in(fight: TradeFight, table: Table) -> None:
    """One of theirs is gone: do other enemies give in? Implements trade.end.surrender."""
    ruled = table.rule("trade.end.surrender", lambda: _may_give_in(fight), _nobody)
    if ruled == NOBODY:
        return
    for who in fight.foes_in() if ruled == ("all",) else ruled[1:]:
        if fight.result is None and fight.is_in(who):
            surrender(fight, table, who)


def _may_give_in(fight: TradeFight) -> list[Option]:
    return [NOBODY, ("all",), *(("surrenders", who) for who in fight.foes_in())]


def _nobody() -> Key:
    return NOBODY


def settle_down(fight: TradeFight, table: Table) -> None:
    """What ends with the fight: positions, suppression, trades, being pressed, reserves, reach.

    Health, lost things and used-up abilities stay as they are; only rest gives health back.

    Implements trade.end.carry-over, trade.rest.heals.
    """
    for combatant in fight.combatants.values():
        combatant.pressed = False
        combatant.ward = 0
        if isinstance(combatant, Hero):
            combatant.reserve = 0
            combatant.better_waiting = combatant.bad_waiting = combatant.better = combatant.bad = 0
            combatant.command_waiting = combatant.command_bad = NO_ITEMS
        elif isinstance(combatant, Npc):
            combatant.suppressed = False
            combatant.closed = 0
    fight.trades = fight.trades_later = ()
    fight.rolls = ()
    fight.declared = ()
    fight.refused = ()
    fight.acting = ""
    fight.actions = 0
    fight.near = frozenset()
    if table.recording:
        table.record("aftermath", ("trade.end.carry-over", "trade.rest.heals"), result=fight.result)


def next_to_loot(fight: TradeFight) -> str | None:
    """The next defeated enemy that nobody has searched: beaten, taken or surrendered.

    One that ran off has its things with it, and heroes who have lost search nobody.
    """
    if fight.result == "foes":
        return None
    for who in fight.foes:
        npc = fight.npc(who)
        if npc.status in ("beaten", "taken", "surrendered") and not npc.looted and not npc.removed:
            return who
    return None


def loot(fight: TradeFight, table: Table, who: str) -> None:
    """What a beaten enemy leaves behind. Implements trade.end.loot."""
    fight.npc(who).looted = True
    ruled = table.rule("trade.end.loot", _lootings, _as_listed)
    npc = fight.npc(who)
    things = list(npc.loot) if ruled == AS_LISTED else list(ruled[1:])
    if table.recording:
        table.record("loot", "trade.end.loot", who=who, things=things)


def _lootings() -> list[Option]:
    return [AS_LISTED, ("nothing",), ("other", Text())]


def _as_listed() -> Key:
    return AS_LISTED
