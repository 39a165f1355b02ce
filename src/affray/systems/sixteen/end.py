"""Leaving the fight. When it is over is `SixteenFight.check_end` (sixteen.end.when)."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.sixteen.state import SixteenFight

LEAVING = "sixteen.end.leaving"
STAYS: Key = ("stays",)
GONE: Key = ("gone",)


def is_away(fight: SixteenFight, who: str) -> bool:
    """Whether the turn has taken somebody away from its nearest opponent still able to act, and
    farther from every one than a chase would go.

    Implements sixteen.end.leaving (its default).
    """
    able = fight.able(fight.against(who))
    if not able:
        return False
    nearest = min(able, key=lambda one: fight.apart(who, one))
    before = abs(fight.came_from - fight.combatants[nearest].at)
    apart = fight.apart(who, nearest)
    return apart > fight.numbers.away_beyond and apart > before


def after_turn(fight: SixteenFight, table: Table, who: str) -> None:
    """Somebody whose turn ends far from everybody may have got away. Implements
    sixteen.end.leaving."""
    if fight.result is not None or not fight.is_able(who) or not is_away(fight, who):
        return
    ruled = table.rule(LEAVING, _fates, lambda: GONE if is_away(fight, who) else STAYS)
    if ruled != STAYS:
        fight.leave(who, ruled[0], table, LEAVING)


def _fates() -> list[Option]:
    return [GONE, STAYS, ("surrendered",)]
