"""Actions in general: the five, the stunt, and who hits back when a roll aims at nobody."""

from __future__ import annotations

from affray.kernel.keys import Key, Option, Text
from affray.kernel.table import Table
from affray.systems.trade import ability, command, flee, position, respond
from affray.systems.trade import fight as blows
from affray.systems.trade.state import TradeFight

RESERVE_SPENT = ("trade.turn.reserve", "trade.turn.reserve-window")
FORM = ("trade.action.opponent", "trade.scene.fiction-limits")


def options(fight: TradeFight, who: str) -> list[Option]:
    """Every action that `who` could declare, in the order of the five, the stunt last.

    Implements trade.action.five, trade.action.stunt, trade.turn.repeat-actions.
    """
    found = blows.options(fight, who)
    found += flee.options(fight, who)
    found += ability.options(fight, who)
    found += command.options(fight, who)
    found += respond.options(fight, who)
    if fight.refused:
        found = [option for option in found if (who, *option) not in fight.refused]
    return found


def take(fight: TradeFight, table: Table, who: str, key: Key, *, reserved: bool) -> bool:
    """Takes a declared action; False if the GM or the commanded turned it down at no cost.

    Implements trade.action.five.
    """
    match key[0]:
        case "fight":
            return blows.attack(fight, table, who, key, reserved=reserved)
        case "flee":
            return flee.flee(fight, table, who, key, reserved=reserved)
        case "ability":
            return ability.use(fight, table, who, key, reserved=reserved)
        case "command":
            return command.command(fight, table, who, key, reserved=reserved)
    return respond.respond(fight, table, who, key, reserved=reserved)


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
