"""Vigor, the shield: its cap, the roll at the start of a turn, and what gives it back."""

from __future__ import annotations

from functools import cache

from affray.dice import Pool, hit_pool
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.vigor import stat
from affray.systems.vigor.ledger import tables
from affray.systems.vigor.state import VigorFight, Warrior

DIE = 4
ROLL = ("vigor.vigor.turn-start-roll", "vigor.vigor.exploding")


def cap(fight: VigorFight, one: Warrior) -> int:
    """Tier and Heart modifier, changed by armour and injury, never below 0; a Minor's is its Tier.

    Implements vigor.vigor.cap, vigor.vigor.cap-armour, vigor.ac.armour, vigor.role.minor,
    vigor.role.minor-no-attribute-extras, vigor.injury.shaken-nerve, vigor.vitality.sovereign.
    """
    if one.is_minor:
        return max(one.tier, 0)
    most = one.tier + stat.modifier(one, "heart") + tables().armour[one.armour].cap
    if "shaken-nerve" in one.injuries:
        most += fight.numbers.shaken_nerve_cap
    return max(most, 0)


def regain(
    fight: VigorFight, table: Table, who: str, points: int, because: Because, by: str = ""
) -> None:
    """Gives back Vigor up to the cap; a Minor that flees regains none.

    Implements vigor.vigor.never-over-cap, vigor.npc.minor-fleeing.
    """
    one = fight[who]
    if one.status == "fleeing":
        return
    before = one.vigor
    one.vigor = max(before, min(before + max(points, 0), cap(fight, one)))
    if table.recording:
        rules = (because,) if isinstance(because, str) else because
        table.record(
            "regained",
            (*rules, "vigor.vigor.never-over-cap"),
            of=who,
            secret={"before": before, "now": one.vigor, "cap": cap(fight, one)},
            audience=fight.audience(who),
            who=who,
            by=by or who,
            points=points,
            gained=one.vigor - before,
        )


def refill(fight: VigorFight, who: str) -> None:
    """Vigor goes to its cap."""
    fight[who].vigor = cap(fight, fight[who])


def hold_to_cap(fight: VigorFight, table: Table, who: str) -> None:
    """Vigor above a cap that has fallen is lost at once. Implements vigor.vigor.cap-changes."""
    one = fight[who]
    most = cap(fight, one)
    if one.vigor > most:
        before, one.vigor = one.vigor, most
        if table.recording:
            table.record(
                "vigor-lost",
                "vigor.vigor.cap-changes",
                of=who,
                secret={"before": before, "now": most},
                audience="all" if fight.shows_numbers(who) else "gm",
                who=who,
            )


@cache
def roll_pool(count: int, room: int) -> Pool[int]:
    """That many exploding d4s counting 4s; no die explodes once it alone has filled the room."""
    return hit_pool(count, DIE, DIE, explosions=max(room - 1, 0))


def turn_start_dice(fight: VigorFight, one: Warrior) -> int:
    """How many d4s are rolled: the Tier. Implements vigor.injury.short-breath."""
    count = one.tier
    if "short-breath" in one.injuries:
        count += fight.numbers.short_breath_dice
    return max(count, 0)


def turn_start(fight: VigorFight, table: Table, who: str) -> None:
    """At the start of its turn a Major-path combatant rolls as many d4s as its Tier; each 4 gives
    back 1 Vigor and is rolled again, until the cap is reached.

    Implements vigor.vigor.turn-start-roll, vigor.vigor.exploding, vigor.vigor.no-idle-rolls,
    vigor.role.minor-no-attribute-extras, vigor.weapon-maneuver.split-focus.
    """
    one = fight[who]
    if one.has("unfocused"):
        fight.lift(who, "unfocused")
        if table.recording:
            table.record(
                "no-vigor-roll",
                "vigor.weapon-maneuver.split-focus",
                audience=fight.audience(who),
                who=who,
            )
        return
    if one.is_minor:
        return
    if one.vigor >= cap(fight, one) or not turn_start_dice(fight, one):
        return

    def dice() -> Pool[int] | None:
        rolling = fight[who]
        if not rolling.is_in:
            return None
        room = cap(fight, rolling) - rolling.vigor
        return roll_pool(turn_start_dice(fight, rolling), room)

    fours = table.roll(who, dice, read=as_shown, because=ROLL)
    if fours:
        regain(fight, table, who, fours, ROLL)


def as_shown(number: int) -> int:
    """A roll read as the number that it shows."""
    return number


def as_read(reading: str) -> str:
    """A roll that its pool has judged already."""
    return reading
