"""Ranged weapons strike from reach: a mixed shot brings the enemy closer instead of a blow."""

from __future__ import annotations

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.trade import mixed
from affray.systems.trade.state import TradeFight


def mixed_shot(fight: TradeFight, table: Table, shooter: str, enemy: str) -> None:
    """A mixed shot has dealt its damage: from afar the enemy closes, in reach it is owed a trade.

    The enemy that was shot at closes, also when it is suppressed, and skips the coming phase; one
    that the shot has put out closes no more. The shooter is pressed.

    Implements trade.ranged.mixed, trade.ranged.who-closes, trade.ranged.pressed,
    trade.ranged.in-reach (house switch ranged-exempt-in-reach), trade.ranged.closer-skips-phase,
    trade.turn.reserve-resolution.
    """
    if fight.result is not None or not fight.is_in(enemy):
        return
    if (shooter, enemy) in fight.near:
        if fight.switches.ranged_exempt_in_reach:
            fight.press(shooter, table, ("trade.ranged.pressed", "trade.ranged.in-reach"))
        else:
            mixed.owe(fight, table, enemy, shooter, also=("trade.ranged.in-reach",))
        return
    because = ("trade.ranged.mixed", "trade.ranged.who-closes")
    fight.bring_near(shooter, enemy, table, because)
    fight.npc(enemy).closed = 1
    if table.recording:
        table.record("closed", (*because, "trade.ranged.closer-skips-phase"), who=enemy, on=shooter)
    if not fight[shooter].pressed:
        fight.press(shooter, table, ("trade.ranged.pressed", "trade.ranged.mixed"))
    declared = fight.declared
    if declared and declared[1] == enemy and declared[-1] == shooter:
        fight.declared = ()
        if table.recording:
            because = ("trade.turn.reserve-resolution", "trade.ranged.closer-skips-phase")
            table.record("cancelled", because, who=enemy)


def failed_shot(fight: TradeFight, table: Table, shooter: str, enemy: str) -> None:
    """On a failure the enemy is near at once; the shooter is not pressed by it.

    Implements trade.ranged.failure.
    """
    if fight.is_in(enemy):
        fight.bring_near(shooter, enemy, table, "trade.ranged.failure")


def can_back_away(fight: TradeFight, who: str) -> bool:
    """Whether there is anything to back away from, as far as players know."""
    near = fight.near
    return fight[who].pressed or any((who, foe) in near for foe in fight.foes_seen())


def back_away(fight: TradeFight, table: Table, who: str, because: Because) -> None:
    """Apart from every enemy and no longer pressed.

    Implements trade.ranged.back-away, trade.ranged.back-away-roll.
    """
    fight.unpress(who, table, "trade.ranged.back-away")
    for enemy in fight.foes:
        fight.set_apart(who, enemy, table, because)
    if table.recording:
        table.record("backed-away", because, who=who)
