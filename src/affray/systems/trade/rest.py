"""Rest: survivors get health back by a breather or a night, not by the end of the fight."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.trade import end, health
from affray.systems.trade.state import Hero, TradeFight

BREATHER: Key = ("breather",)
NIGHT: Key = ("night",)
DONE: Key = ("done",)
REST = ("trade.rest.heals", "trade.rest.breather", "trade.rest.night")


def after(fight: TradeFight, table: Table) -> None:
    """The next step of what comes after a fight: what ends with it, loot, then rest.

    Implements trade.end.carry-over, trade.end.loot, trade.rest.heals.
    """
    if fight.stage not in ("loot", "rest"):
        end.settle_down(fight, table)
        fight.stage = "loot"
        return
    searched = end.next_to_loot(fight) if fight.stage == "loot" else None
    if searched is not None:
        end.loot(fight, table, searched)
        return
    fight.stage = "rest"
    key = table.choose(HEROES, lambda: rests(fight), because=REST)
    if key == BREATHER:
        breather(fight, table)
    elif key == NIGHT:
        night(fight, table)
    else:
        fight.closed = True


def rests(fight: TradeFight) -> list[Option]:
    """A breather once after a fight, a night once, or no more."""
    found: list[Option] = []
    if not fight.breather_taken and not fight.night_taken:
        found.append(BREATHER)
    if not fight.night_taken:
        found.append(NIGHT)
    return [*found, DONE]


def breather(fight: TradeFight, table: Table) -> None:
    """Each hero with at least 1 health regains 3; one who is down, alive and tended, is up with 1.

    Implements trade.rest.breather.
    """
    fight.breather_taken = True
    numbers = fight.numbers
    if table.recording:
        table.record("rested", ("trade.rest.breather", "trade.rest.heals"), kind="breather")
    heroes = [fight.hero(who) for who in fight.heroes]
    standing = [hero.id for hero in heroes if hero.health > 0 and not hero.removed]
    tended = [who for who in fight.heroes if _is_tended(fight, fight.hero(who))]
    for who in standing:
        health.regain(fight, table, who, numbers.breather_health, "trade.rest.breather")
    for who in tended:
        amount = numbers.breather_health_from_down
        health.regain(fight, table, who, amount, "trade.rest.breather")


def _is_tended(fight: TradeFight, hero: Hero) -> bool:
    """Whether a hero who is down is alive and has somebody there who is up."""
    if hero.health > 0 or hero.removed or hero.fate in ("dead", "captured"):
        return False
    heroes = [fight.hero(who) for who in fight.heroes]
    if any(other.health > 0 and not other.removed for other in heroes):
        return True
    return any(fight.is_in(ally) for ally in fight.allies)


def night(fight: TradeFight, table: Table) -> None:
    """A night's rest: whoever is alive is whole again, and limited abilities are ready.

    Implements trade.rest.night.
    """
    fight.night_taken = True
    if table.recording:
        table.record("rested", ("trade.rest.night", "trade.rest.heals"), kind="night")
    for who in fight.heroes:
        hero = fight.hero(who)
        if hero.removed or (hero.health <= 0 and hero.fate == "dead"):
            continue
        hero.used = {}
        missing = fight.numbers.night_health - hero.health
        if missing > 0:
            health.regain(fight, table, who, missing, "trade.rest.night")
