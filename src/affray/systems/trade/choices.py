"""The actions to choose from: the five, and the stunt."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.trade import command, flee, respond, use_ability
from affray.systems.trade import fight as blows
from affray.systems.trade.state import TradeFight


def options(fight: TradeFight, who: str) -> list[Option]:
    """Every action that `who` could declare, in the order of the five, the stunt last.

    Implements trade.action.five, trade.action.stunt, trade.turn.repeat-actions.
    """
    found = blows.options(fight, who)
    found += flee.options(fight, who)
    found += use_ability.options(fight, who)
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
            return use_ability.use(fight, table, who, key, reserved=reserved)
        case "command":
            return command.command(fight, table, who, key, reserved=reserved)
    return respond.respond(fight, table, who, key, reserved=reserved)
