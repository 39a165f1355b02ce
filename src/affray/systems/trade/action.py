"""What all actions share: what one costs, and who hits back when a roll aims at nobody."""

from __future__ import annotations

from affray.kernel.keys import Key, Text
from affray.kernel.table import Table
from affray.systems.trade import position
from affray.systems.trade.state import TradeFight

RESERVE_SPENT = ("trade.turn.reserve", "trade.turn.reserve-window")
FORM = ("trade.action.opponent", "trade.scene.fiction-limits")


def spend(fight: TradeFight, table: Table, who: str, *, reserved: bool) -> None:
    """Declaring an action uses it, whatever the roll brings.

    Implements trade.turn.two-actions, trade.turn.reserve.
    """
    fight.refused = ()
    if reserved:
        hero = fight.hero(who)
        hero.reserve = max(0, hero.reserve - 1)
        if table.recording:
            because = (*RESERVE_SPENT, "trade.turn.reserve-resolution")
            table.record("reserve-spent", because, who=who)
        return
    fight.underway = True
    fight.actions -= 1
    fight.taken += 1


def also(fight: TradeFight, who: str) -> tuple[str, ...]:
    """The rules that every declared action stands under, for its event."""
    if fight.acting == who and fight.underway:
        if fight.taken > 1:
            return ("trade.action.five", "trade.turn.two-actions", "trade.turn.repeat-actions")
        return ("trade.action.five", "trade.turn.two-actions")
    return ("trade.action.five",)


def default_opponent(fight: TradeFight, who: str) -> str:
    """The enemy this hero most recently fought that is still up, else the first in roster order.

    Nobody ("") if no enemy is left. Implements trade.action.opponent.
    """
    for foe in reversed(fight.hero(who).fought):
        if fight.is_in(foe):
            return foe
    return next(iter(fight.foes_in()), "")


def name_opponent(fight: TradeFight, table: Table, who: str) -> Key:
    """For a roll that is aimed at no enemy the GM names who hits back, or turns it down.

    The answer is ("allowed", enemy) or ("refused", why). Implements trade.action.opponent,
    trade.scene.fiction-limits.
    """
    return table.rule(
        FORM,
        lambda: [*(("allowed", foe) for foe in fight.foes_in() or [""]), ("refused", Text())],
        lambda: ("allowed", default_opponent(fight, who)),
    )


def end_positions(fight: TradeFight, who: str) -> None:
    """A reserved action is spent: what counted for it ends, unless another one is kept."""
    hero = fight.hero(who)
    if not hero.reserve and not (fight.acting == who and fight.stage == "turn"):
        position.finish(hero)
