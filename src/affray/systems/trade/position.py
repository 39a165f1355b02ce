"""Better positions and bad situations: a die more or fewer on every roll of the next turn."""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.trade.state import NO_ITEMS, Hero, TradeFight


def can_wait(fight: TradeFight, who: str, dice: int, commander: str = "") -> bool:
    """Whether a better position (`dice` above 0) or bad situation given to `who` would do anything.

    Implements trade.position.no-stack, with its house switch positions-stack.
    """
    if not isinstance(fight[who], Hero) and (dice > 0 or commander not in fight.heroes):
        return False
    return not is_waiting(fight, who, dice, commander) or fight.switches.positions_stack


def is_waiting(fight: TradeFight, who: str, dice: int, commander: str = "") -> bool:
    """Whether such a position is already waiting for the next turn of `who`."""
    holder = fight[who]
    if isinstance(holder, Hero):
        return (holder.better_waiting if dice > 0 else holder.bad_waiting) > 0
    return fight.hero(commander).command_waiting.get(who, 0) > 0


def give(
    fight: TradeFight, table: Table, who: str, dice: int, because: Because, commander: str = ""
) -> None:
    """Gives `who` a better position (`dice` above 0) or a bad situation for the next turn.

    One that is given to an NPC ally takes its die from the rolls of `commander` to command it.

    Implements trade.position.next-turn-only, trade.position.no-stack,
    trade.success.better-position, trade.failure.bad-situation,
    trade.command.bad-situation-on-ally.
    """
    kind = "better-position" if dice > 0 else "bad-situation"
    if not can_wait(fight, who, dice, commander):
        if table.recording:
            rules = (*rules_of(because), "trade.position.no-stack")
            table.record("no-more", rules, who=who, kind=kind)
        return
    rules = (*rules_of(because), "trade.position.next-turn-only")
    holder = fight[who]
    of_commands = "" if isinstance(holder, Hero) else commander
    if isinstance(holder, Hero):
        if dice > 0:
            holder.better_waiting += 1
        else:
            holder.bad_waiting += 1
    else:
        hero = fight.hero(commander)
        waiting = hero.command_waiting.get(who, 0) + 1
        hero.command_waiting = {**hero.command_waiting, who: waiting}
        rules = (*rules, "trade.command.bad-situation-on-ally")
    if table.recording:
        table.record("position", rules, who=who, kind=kind, commander=of_commands)


def begin(hero: Hero) -> None:
    """What has waited for the turn counts from now on. Implements trade.position.next-turn-only."""
    hero.better, hero.better_waiting = hero.better_waiting, 0
    hero.bad, hero.bad_waiting = hero.bad_waiting, 0
    hero.command_bad, hero.command_waiting = hero.command_waiting, NO_ITEMS


def finish(hero: Hero) -> None:
    """What counted ends with the turn, used or not. Implements trade.position.next-turn-only."""
    hero.better = hero.bad = 0
    hero.command_bad = NO_ITEMS
