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


def due(fight: VigorFight) -> str:
    """Who rolls next, in roster order: the surprised and the fleeing too; "" if all have.

    Implements vigor.initiative.every-round, vigor.surprise.skipped-turn.
    """
    return next((one.id for one in fight.standing() if one.initiative is None), "")


def roll(fight: VigorFight, table: Table) -> bool:
    """The next one rolls, whom `acting` names meanwhile; once all have, the order is shown.

    Says whether it is. Whoever leaves before rolling is passed over, and nobody else is.

    Implements vigor.initiative.roll, vigor.initiative.minor, vigor.initiative.every-round,
    vigor.initiative.order, vigor.initiative.open, vigor.surprise.skipped-turn,
    vigor.fight.newcomers.
    """
    who = due(fight)
    if who:
        fight.acting = who
        because = _rules(fight[who]) if table.recording else ROLL
        total = table.roll(who, lambda: _owed(fight, who), read=as_shown, because=because)
        fight[who].initiative = total
    if due(fight):
        return False
    show(fight, table, _sorted(fight, table))
    return True


def _owed(fight: VigorFight, who: str) -> Pool[int] | None:
    """The dice of whoever still owes its roll: not of one who has left, or whose total is said."""
    one = fight[who]
    return pool(fight, one) if one.stands and one.initiative is None else None


def show(fight: VigorFight, table: Table, order: list[str]) -> None:
    """The order of the round is settled; newcomers have their reaction from now on.

    Implements vigor.initiative.open, vigor.fight.newcomers.
    """
    for who in order:
        one = fight[who]
        if not one.has_joined:
            one.has_joined = True
            one.reaction = one.is_in
    fight.order = tuple(order)
    fight.done = ()
    fight.acting = ""
    if table.recording:
        totals = [fight[who].initiative for who in order]
        table.record("order", ORDER, order=order, totals=totals)


def give_up(fight: VigorFight, table: Table) -> bool:
    """After a roll, or the GM's word on ties, was ended in its middle; says whether the order is
    settled then.

    One who has left owes nothing; one whose roll the GM has ended without dice counts as 0.
    """
    one = fight.combatants.get(fight.acting)
    if one is not None and one.stands and one.initiative is None:
        one.initiative = 0
    if due(fight):
        return False
    show(fight, table, _ranked(fight))
    return True


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
    ids = _ranked(fight)
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


def _ranked(fight: VigorFight) -> list[str]:
    """Everybody on the plane, by the book's way with ties."""
    return [one.id for one in sorted(fight.standing(), key=lambda one: rank(fight, one))]


def _asked(fight: VigorFight, table: Table, tied: list[str]) -> str:
    def options() -> list[Option]:
        return [("first", who) for who in tied if fight.stands(who)]

    key: Key = table.choose(GM, options, because="vigor.initiative.ties")
    return key[1]
