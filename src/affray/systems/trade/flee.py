"""Flee: get out of the fight, or only out of reach. All or nothing."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.trade import action, failure, ranged, scene, success
from affray.systems.trade import roll as dice
from affray.systems.trade.state import TradeFight

ROLL = ("trade.flee.stat", "trade.roll.pool", "trade.roll.result")
STATS = ("reflexes", "charm")


def options(fight: TradeFight, who: str) -> list[Option]:
    """("flee", stat, "leave" or "back-away"). Implements trade.flee.stat."""
    aims = ["leave"]
    if ranged.can_back_away(fight, who):
        aims.append("back-away")
    return [("flee", stat, aim) for stat in STATS for aim in aims]


def flee(fight: TradeFight, table: Table, who: str, key: Key, *, reserved: bool) -> bool:
    """Rolls to get clear; says whether the GM allowed it. One hit is a failure like none.

    Implements trade.flee.stat, trade.flee.mixed-fails, trade.flee.failure, trade.flee.success,
    trade.ranged.back-away-roll, trade.action.opponent.
    """
    _, stat, aim = key
    ruling = action.name_opponent(fight, table, who)
    if scene.refused(fight, table, who, key, ruling):
        return False
    opponent = ruling[1]
    action.spend(fight, table, who, reserved=reserved)
    if table.recording:
        rules = ("trade.flee.stat", "trade.action.opponent", *action.also(fight, who))
        table.record("flee", rules, who=who, aim=aim, stat=stat, opponent=opponent)
    reading = dice.check(fight, table, who, stat, because=ROLL, opponent=opponent, exposed=who)
    if reading != dice.SUCCESS:
        if table.recording:
            rules = ("trade.flee.failure", "trade.flee.mixed-fails")
            table.record("not-clear", rules if reading == dice.MIXED else rules[:1], who=who)
        fight.rolls = (*fight.rolls[:-1], (opponent, who, dice.FAILURE, who))
        failure.suffer(fight, table, who, opponent, who, reserved=reserved)
    elif aim == "leave":
        get_clear(fight, table, who)
    else:
        success.pick(fight, table, who, deals=False, reserved=reserved)
        ranged.back_away(fight, table, who, ("trade.ranged.back-away-roll",))
    return True


def get_clear(fight: TradeFight, table: Table, who: str) -> None:
    """The hero is out of the fight before the phase: no enemy follows, trades lapse, no effect.

    Implements trade.flee.success, trade.flee.no-effect, trade.flee.others-remain.
    """
    if fight.acting == who:
        fight.actions = 0
    because = ("trade.flee.success", "trade.flee.no-effect")
    fight.leave(who, "clear", "got-clear", table, because)
    fight.drop_trades(who, table, ("trade.flee.success", "trade.mixed.lapses"))
    if not fight.check_end(table) and table.recording:
        table.record("others-remain", "trade.flee.others-remain", who=who)
