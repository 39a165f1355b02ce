"""Rolling: d6s equal to the stat, 5 and 6 are hits; none fails, one is mixed, more succeed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from affray.dice import Pool, hit_pool
from affray.kernel.keys import Key, Option, Text
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.trade.health import is_bloodied
from affray.systems.trade.state import Hero, TradeFight

FAILURE = "failure"
MIXED = "mixed"
SUCCESS = "success"
MOST_DICE = 100
"""More dice than this are never rolled, whatever a GM has set."""


@cache
def pool_of(dice: int, faces: int, from_face: int) -> Pool[int]:
    """The pool of that many dice; its outcome is the number of hits (trade.roll.hits)."""
    return hit_pool(min(max(dice, 0), MOST_DICE), faces, from_face)


@cache
def reader(for_mixed: int, for_success: int) -> Callable[[int], str]:
    """How hits are read: no hit, one, two or more.

    Implements trade.roll.result, trade.roll.no-higher-degree.
    """

    def read(hits: int) -> str:
        return SUCCESS if hits >= for_success else MIXED if hits >= for_mixed else FAILURE

    return read


def modifiers(fight: TradeFight, hero: Hero, shooter: str, ally: str) -> list[tuple[str, int, str]]:
    """Every gain and loss of dice as (name, dice, rule). Implements trade.roll.modifiers-add."""
    numbers = fight.numbers
    found: list[tuple[str, int, str]] = []
    if hero.better:
        dice = hero.better * numbers.better_position_dice
        found.append(("better position", dice, "trade.success.better-position"))
    if hero.bad:
        dice = hero.bad * numbers.bad_situation_dice
        found.append(("bad situation", dice, "trade.failure.bad-situation"))
    if ally and hero.command_bad.get(ally):
        dice = hero.command_bad[ally] * numbers.bad_situation_dice
        found.append(("ally's bad situation", dice, "trade.command.bad-situation-on-ally"))
    if is_bloodied(fight, hero):
        found.append(("bloodied", numbers.bloodied_dice, "trade.health.bloodied"))
    if shooter and fight[shooter].pressed:
        found.append(("pressed", numbers.pressed_dice, "trade.ranged.pressed"))
    return found


def dice(fight: TradeFight, who: str, stat: str, shooter: str = "", ally: str = "") -> int:
    """The stat with everything gained and lost applied once; it may be below the minimum pool.

    Implements trade.roll.pool, trade.roll.modifiers-add, trade.position.cancel.
    """
    hero = fight.hero(who)
    count = hero.stats[stat]
    if hero.better:
        count += hero.better * fight.numbers.better_position_dice
    if hero.bad:
        count += hero.bad * fight.numbers.bad_situation_dice
    if hero.health <= fight.numbers.bloodied_at:
        count += fight.numbers.bloodied_dice
    if shooter and fight[shooter].pressed:
        count += fight.numbers.pressed_dice
    if ally and hero.command_bad:
        count += hero.command_bad.get(ally, 0) * fight.numbers.bad_situation_dice
    return count


def pool(
    fight: TradeFight, who: str, stat: str, shooter: str, ally: str, target: str
) -> Pool[int] | None:
    """The dice of a roll, None if roller or target are out of the fight meanwhile.

    Implements trade.roll.minimum-pool.
    """
    combatants = fight.combatants
    if not combatants[who].is_in or (target and not combatants[target].is_in):
        return None
    numbers = fight.numbers
    least = numbers.minimum_pool
    count = dice(fight, who, stat, shooter, ally)
    if count < least:
        count = least
    return pool_of(count, numbers.die_faces, numbers.hit_from_face)


def check(
    fight: TradeFight,
    table: Table,
    who: str,
    stat: str,
    *,
    because: Because,
    opponent: str,
    exposed: str,
    shooter: str = "",
    ally: str = "",
    target: str = "",
) -> str:
    """A combat roll of `who`: "failure", "mixed" or "success".

    `opponent` hits back at `exposed`; `shooter` makes a ranged attack by it, `ally` is commanded
    by it, `target` must still be there. The fight remembers who was fought.

    Implements trade.roll.pool, trade.roll.result, trade.roll.minimum-pool (house switch
    empty-pool), trade.ranged.pressed-waits (house switch pressed-lasts).
    """
    numbers = fight.numbers
    if (
        fight.switches.empty_pool == "fails"
        and fight.is_in(who)
        and dice(fight, who, stat, shooter, ally) <= 0
    ):
        reading = FAILURE
        if table.recording:
            table.record("no-dice", "trade.roll.minimum-pool", who=who)
    else:
        reading = table.roll(
            who,
            lambda: pool(fight, who, stat, shooter, ally, target),
            read=reader(numbers.hits_for_mixed, numbers.hits_for_success),
            because=because,
        )
    hero = fight.hero(who)
    if table.recording:
        _tell(fight, table, hero, stat, shooter, ally, reading)
    if shooter and fight[shooter].pressed and fight.switches.pressed_lasts == "next-attack":
        fight.unpress(shooter, table, "trade.ranged.pressed-waits")
    fight.rolls += ((opponent, exposed, reading, who),)
    if not hero.fought or hero.fought[-1] != opponent:
        hero.fought = (*(foe for foe in hero.fought if foe != opponent), opponent)
    return reading


def _tell(
    fight: TradeFight,
    table: Table,
    hero: Hero,
    stat: str,
    shooter: str,
    ally: str,
    reading: str,
) -> None:
    changed = modifiers(fight, hero, shooter, ally)
    rules = ["trade.roll.result", "trade.roll.pool", "trade.roll.hits"]
    rules += [rule for _, _, rule in changed]
    if changed:
        rules.append("trade.roll.modifiers-add")
    if hero.better and hero.bad:
        rules.append("trade.position.cancel")
    if hero.better or hero.bad:
        rules.append("trade.position.next-turn-only")
    count = dice(fight, hero.id, stat, shooter, ally)
    rolled = count
    fails = fight.switches.empty_pool == "fails" and count <= 0
    if not fails and count < fight.numbers.minimum_pool:
        rolled = fight.numbers.minimum_pool
        rules.append("trade.roll.minimum-pool")
    if reading == SUCCESS and rolled > fight.numbers.hits_for_success:
        rules.append("trade.roll.no-higher-degree")
    table.record(
        "read",
        tuple(rules),
        of=hero.id,
        secret={"base": hero.stats[stat], "changed": [f"{name} {n:+d}" for name, n, _ in changed]},
        who=hero.id,
        stat=stat,
        dice=max(rolled, 0),
        reading=reading,
    )


def outside_combat(fight: TradeFight, table: Table, who: str, stat: str) -> str:
    """A check outside a fight: the same roll, read the same way, with nothing attached.

    Only health counts of what changes a pool. The GM names the cost of a mixed result. Raises
    KeyError on an unknown stat.

    Implements trade.roll.outside-combat, trade.health.bloodied.
    """
    numbers = fight.numbers
    needed = reader(numbers.hits_for_mixed, numbers.hits_for_success)

    def count() -> int:
        hero = fight.hero(who)
        return hero.stats[stat] + (numbers.bloodied_dice if is_bloodied(fight, hero) else 0)

    def thrown() -> Pool[int] | None:
        if fight.hero(who).health <= 0:
            return None
        least = max(count(), numbers.minimum_pool, 0)
        return pool_of(least, numbers.die_faces, numbers.hit_from_face)

    if fight.switches.empty_pool == "fails" and count() <= 0:
        reading = FAILURE
    else:
        because = ("trade.roll.outside-combat", "trade.roll.pool", "trade.roll.result")
        reading = table.roll(who, thrown, read=needed, because=because)
    cost: Key = ("nothing",)
    if reading == MIXED:
        cost = table.rule("trade.roll.outside-combat", _costs, _no_cost)
    if table.recording:
        table.record(
            "checked",
            ("trade.roll.outside-combat", "trade.roll.result"),
            who=who,
            stat=stat,
            reading=reading,
            cost=list(cost),
        )
    return reading


def _costs() -> list[Option]:
    return [("nothing",), ("other", Text())]


def _no_cost() -> Key:
    return ("nothing",)
