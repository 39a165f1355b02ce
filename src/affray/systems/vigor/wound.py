"""Wounds: what a player character pays instead of falling, and the Second Wind with it."""

from __future__ import annotations

from affray.dice import Pool, dice
from affray.kernel.table import Table
from affray.systems.vigor import injury, vigor, vitality
from affray.systems.vigor.ledger import injury as injury_of
from affray.systems.vigor.state import VigorFight, Warrior

DIE = 4
WOUND = ("vigor.wound.trigger", "vigor.wound.one-per-hit", "vigor.wound.rest-of-hit-negated")


def capacity(one: Warrior) -> int:
    """How many wounds a player character can carry: its Tier. Implements vigor.wound.capacity."""
    return one.tier


def has_room(fight: VigorFight, who: str) -> bool:
    """Whether another wound can be carried: as many as the Tier.

    Implements vigor.wound.capacity.
    """
    return len(fight[who].injuries) < capacity(fight[who])


def take(fight: VigorFight, table: Table, who: str) -> None:
    """A wound, or death with no place left for one. The injury first, then both pools full.

    What was left of the hit is lost.

    Implements vigor.wound.trigger, vigor.wound.injury-roll, vigor.wound.second-wind,
    vigor.wound.order, vigor.wound.rest-of-hit-negated, vigor.wound.one-per-hit,
    vigor.wound.death, vigor.wound.capacity.
    """
    if not has_room(fight, who):
        fight.leave(who, "dead", table, ("vigor.wound.death", "vigor.wound.capacity"))
        return

    def roll() -> Pool[int] | None:
        return dice(1, DIE, plus=fight[who].tier) if fight[who].is_in else None

    result = table.roll(who, roll, read=vigor.as_shown, because="vigor.wound.injury-roll")
    found = injury.of_roll(result, fight[who].injuries)
    if found is not None:
        _give(fight, table, who, found.id, result)
    second_wind(fight, table, who)


def _give(fight: VigorFight, table: Table, who: str, injury_id: str, result: int) -> None:
    one = fight[who]
    one.injuries = (*one.injuries, injury_id)
    if table.recording:
        row = injury_of(injury_id)
        rules = [*WOUND, row.rule]
        if row.number != result:
            rules.append("vigor.wound.no-repeats")
        table.record(
            "wounded",
            tuple(rules),
            who=who,
            injury=injury_id,
            number=row.number,
            wounds=len(one.injuries),
            most=capacity(one),
        )


def second_wind(fight: VigorFight, table: Table, who: str) -> None:
    """Vitality and Vigor go to the maxima that now hold.

    Implements vigor.wound.second-wind, vigor.wound.order.
    """
    one = fight[who]
    one.vitality = vitality.maximum(fight, one)
    vigor.refill(fight, who)
    if table.recording:
        because = ("vigor.wound.second-wind", "vigor.wound.order")
        secret = {"vitality": one.vitality, "vigor": one.vigor}
        table.record("second-wind", because, of=who, secret=secret, who=who)
