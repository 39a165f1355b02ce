"""Initiative, rolled anew for every round by everyone: d8 and the Mind die."""

from __future__ import annotations

from functools import cache

from affray.dice import Pool, dice
from affray.kernel.keys import Key, Option
from affray.kernel.question import GM
from affray.kernel.table import Table
from affray.systems.vigor import stat
from affray.systems.vigor.state import VigorFight, Warrior
from affray.systems.vigor.vigor import as_shown

DIE = 8
ROLL = ("vigor.initiative.roll", "vigor.initiative.every-round")
ORDER = (
    "vigor.initiative.order",
    "vigor.initiative.ties",
    "vigor.initiative.open",
    "vigor.initiative.every-round",
)


@cache
def pool_of(mind_die: int, plus: int) -> Pool[int]:
    """d8 and a stat die of that size; one below 0 is subtracted, 0 is none.

    Implements vigor.initiative.roll, vigor.stat.negative-die.
    """
    found = dice(1, DIE, plus=plus)
    if mind_die > 0:
        return found + dice(1, mind_die)
    return found - dice(1, -mind_die) if mind_die < 0 else found


def pool(fight: VigorFight, one: Warrior) -> Pool[int]:
    """What the combatant rolls. Implements vigor.initiative.minor, vigor.injury.ringing-ears."""
    plus = fight.numbers.ringing_ears_initiative if "ringing-ears" in one.injuries else 0
    return pool_of(0 if one.is_minor else stat.die(one, "mind"), plus)


def roll(fight: VigorFight, table: Table) -> None:
    """Everybody rolls once, the surprised and the fleeing too, and the order is shown.

    Implements vigor.initiative.roll, vigor.initiative.minor, vigor.initiative.every-round,
    vigor.initiative.order, vigor.initiative.open, vigor.surprise.skipped-turn,
    vigor.fight.newcomers.
    """
    for who in [one.id for one in fight.standing()]:
        because = _rules(fight[who]) if table.recording else ROLL
        total = table.roll(
            who,
            lambda who=who: pool(fight, fight[who]) if fight.stands(who) else None,  # type: ignore[misc]
            read=as_shown,
            because=because,
        )
        one = fight[who]
        one.initiative = total
        if not one.has_joined:
            one.has_joined = True
            one.reaction = one.is_in
    fight.order = tuple(_sorted(fight, table))
    fight.done = ()
    if table.recording:
        table.record(
            "order",
            ORDER,
            order=list(fight.order),
            totals=[fight[who].initiative for who in fight.order],
        )


def _rules(one: Warrior) -> tuple[str, ...]:
    """The rules that a roll of initiative goes by."""
    if one.is_minor:
        return (*ROLL, "vigor.initiative.minor")
    found: tuple[str, ...] = ROLL
    size = stat.die(one, "mind")
    if size:
        found += ("vigor.stat.die",)
    if size < 0:
        found += ("vigor.stat.negative-die",)
    if "ringing-ears" in one.injuries:
        found += ("vigor.injury.ringing-ears",)
    return found


def rank(fight: VigorFight, one: Warrior) -> tuple[int, int, bool]:
    """What a place in the order goes by; smaller goes first.

    Implements vigor.initiative.order, vigor.initiative.ties.
    """
    mind = fight.numbers.minor_tie_mind if one.is_minor else one.stats.get("mind", 10)
    return (-(one.initiative or 0), -mind, one.side != "heroes")


def _sorted(fight: VigorFight, table: Table) -> list[str]:
    """Highest first; ties by Mind, then heroes, then the encounter's order, or as the GM says.

    Implements vigor.initiative.ties (house switch initiative-ties).
    """
    rolled = [one for one in fight.standing() if one.initiative is not None]
    rolled.sort(key=lambda one: rank(fight, one))
    ids = [one.id for one in rolled]
    if fight.switches.initiative_ties == "mind-then-heroes":
        return ids
    found: list[str] = []
    while ids:
        total = fight[ids[0]].initiative
        tied = [who for who in ids if fight[who].initiative == total]
        first = tied[0]
        if len(tied) > 1:
            first = _asked(fight, table, tied)
        found.append(first)
        ids.remove(first)
    return found


def _asked(fight: VigorFight, table: Table, tied: list[str]) -> str:
    def options() -> list[Option]:
        return [("first", who) for who in tied if fight.stands(who)]

    key: Key = table.choose(GM, options, because="vigor.initiative.ties")
    return key[1]
