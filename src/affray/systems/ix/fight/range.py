"""Range bands, read from one line that everybody stands on and that is counted in Maneuver steps.

The line is the record; a band between two is worked out whenever a rule needs one.
"""

from __future__ import annotations

from functools import cache

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.ledger import BANDS, ENGAGED, EXTREME, LONG, MEDIUM, SHORT, rows
from affray.systems.ix.numbers import Numbers
from affray.systems.ix.state import Fighter, IxFight

PLACE = "cover-"
"""What the name of a place begins with: `cover-1` is the first cover of the scene."""
LOWEST = 1
"""The lowest zone of the air, which counts as the height of the ground."""


# ---- looking ----


def steps(fight: IxFight, one: str, other: str) -> int:
    """How many Maneuver steps lie between two. Implements ix.range.record."""
    found = fight.combatants
    return abs(found[one].at - found[other].at)


def band_of(numbers: Numbers, apart: int) -> int:
    """The band of so many steps; no step at all is Engaged, for those who want contact.

    Implements ix.range.bands, ix.range.record.
    """
    if apart < numbers.short_steps:
        return ENGAGED
    if apart < numbers.medium_steps:
        return SHORT
    if apart < numbers.long_steps:
        return MEDIUM
    return LONG if apart < numbers.extreme_steps else EXTREME


def band(fight: IxFight, one: str, other: str) -> int:
    """The band between two: 0 Engaged to 4 Extreme.

    Implements ix.range.record, ix.range.record-engaged, ix.grapple.engaged.
    """
    found = fight.combatants
    first, second = found[one], found[other]
    apart = band_of(fight.numbers, abs(first.at - second.at))
    if first.zone != second.zone and not same_height(first, second):
        return max(apart, vertical(first.zone, second.zone))
    if apart != ENGAGED or first.side == second.side or is_contact(fight, one, other):
        return apart
    return ENGAGED if first.hold == other or second.hold == one else SHORT


def same_height(first: Fighter, second: Fighter) -> bool:
    """Whether two are at one height; the ground and Low count as one.

    Implements ix.flying.melee-ground, ix.flying.melee-out-of-reach, ix.flying.zone-range.
    """
    return first.zone == second.zone or max(first.zone, LOWEST) == max(second.zone, LOWEST)


def vertical(zone: int, other: int) -> int:
    """The band that the height between two zones makes: one zone apart Long, two Extreme.

    Implements ix.flying.zone-range, ix.ship.elevation-range.
    """
    return _by_height(abs(max(zone, LOWEST) - max(other, LOWEST)))


@cache
def _by_height(zones: int) -> int:
    """tables.elevation has the range from the ground, with which Low is level."""
    if zones <= 0:
        return ENGAGED
    row = next(row for row in rows("elevation").values() if row["order"] == LOWEST + zones)
    return BANDS.index(row["range-from-ground"])


def height_rules(first: Fighter, second: Fighter, mode: str) -> tuple[str, ...]:
    """The rules of height that an attack between two stands under; none on the ground."""
    if not first.zone and not second.zone:
        return ()
    rules: tuple[str, ...] = ("ix.flying.zone-range",)
    if mode == "melee":
        return (*rules, "ix.flying.melee-ground") if first.zone != second.zone else rules
    return (*rules, "ix.ship.elevation-range")


def are_engaged(fight: IxFight, one: str, other: str) -> bool:
    return band(fight, one, other) == ENGAGED


def enemies_engaged(fight: IxFight, who: str) -> list[str]:
    """The enemies able to act with whom somebody is Engaged."""
    return [foe for foe in fight.enemies_up(who) if band(fight, who, foe) == ENGAGED]


def is_contact(fight: IxFight, one: str, other: str) -> bool:
    """Whether two opponents at one place are in contact."""
    return _pair(fight, one, other) in fight.engaged


def _pair(fight: IxFight, one: str, other: str) -> tuple[str, str]:
    return (one, other) if fight.combatants[one].side == "heroes" else (other, one)


def within(fight: IxFight, who: str, reach: int) -> list[str]:
    """Everybody else in the fight, standing or fallen, within that band of somebody."""
    return [
        one.id
        for one in fight.combatants.values()
        if one.id != who and one.is_here and band(fight, who, one.id) <= reach
    ]


# ---- moving ----


def spot(fight: IxFight, named: str) -> int | None:
    """Where somebody, or a place of the scene, is on the line; None if there is no such."""
    if named in fight.combatants:
        return fight.combatants[named].at
    number = named.removeprefix(PLACE)
    if named.startswith(PLACE) and number.isdecimal() and 0 < int(number) <= len(fight.covers):
        return fight.covers[int(number) - 1][0]
    return None


def is_edge(numbers: Numbers, apart: int) -> bool:
    """Whether a Move may end so many steps from what it names: nobody stops within a far step.

    Implements ix.range.record-move, ix.range.same-turn.
    """
    edges = (0, numbers.short_steps, numbers.medium_steps, numbers.long_steps)
    return apart in edges or apart >= numbers.extreme_steps


def destination(fight: IxFight, who: str, way: str, named: str, maneuvers: int) -> int | None:
    """Where a Move "toward" or "away" from somebody or a place ends; None if there is no such Move.

    One step a Maneuver. From the very place of what is named, away leads to one's own side's end
    of the line.

    Implements ix.range.record-move, ix.range.adjacent-cost, ix.range.far-cost, ix.range.sum,
    ix.range.same-turn.
    """
    there = spot(fight, named)
    return None if there is None else goal(fight, who, way, there, maneuvers)


def goal(fight: IxFight, who: str, way: str, there: int, maneuvers: int) -> int | None:
    """As `destination`, toward or away from a place of the line."""
    apart = abs(fight.combatants[who].at - there)
    steps = maneuvers * pace(fight, who)
    if way == "toward":
        apart -= steps
        if apart < 0:
            return None
    else:
        apart += steps
    if not is_edge(fight.numbers, apart):
        return None
    return there + apart * _direction(fight, who, there)


def pace(fight: IxFight, who: str) -> int:
    """How many steps one Maneuver of a Move covers. Implements ix.mounted.move-distance."""
    return fight.numbers.mount_move_steps if fight.combatants[who].mount else 1


def _direction(fight: IxFight, who: str, there: int) -> int:
    """On which side of a spot somebody stands: -1 or 1; at it, the end of one's own side."""
    one = fight.combatants[who]
    if one.at != there:
        return -1 if one.at < there else 1
    return -1 if one.side == "heroes" else 1


def move_to(fight: IxFight, table: Table, who: str, at: int, *, because: Because) -> None:
    """Puts somebody on the line; contact with whoever is elsewhere then, and cover, are left.
    Rider and mount go together.

    Implements ix.range.record-engaged, ix.maneuver.cover-defense, ix.mounted.move.
    """
    _put(fight, table, who, at, because)
    if fight.mounts and (other := fight.partner(who)):
        _put(fight, table, other, at, because)


def _put(fight: IxFight, table: Table, who: str, at: int, because: Because) -> None:
    one = fight.combatants[who]
    before, one.at = one.at, at
    if before == at:
        return
    if table.recording:
        table.record("placed", because, who=who, at=at, before=before)
    for pair in [pair for pair in sorted(fight.engaged) if who in pair]:
        if fight.combatants[pair[0]].at != fight.combatants[pair[1]].at:
            part(fight, table, *pair, because=because)
    leave_cover(fight, table, who)


def shift(fight: IxFight, table: Table, who: str, away_from: str, *, because: Because) -> None:
    """One band without a Maneuver, away from whoever causes it. Implements ix.range.record-move."""
    there = fight.combatants[away_from].at
    direction = _direction(fight, who, there)
    for each in (who, fight.partner(who)) if fight.mounts else ():
        if each:
            fight.combatants[each].run = 0
    at = fight.combatants[who].at + direction * fight.numbers.shift_steps
    move_to(fight, table, who, at, because=because)


# ---- contact ----


def engage(fight: IxFight, table: Table, one: str, other: str, *, because: Because) -> None:
    """Opponents at one place are Engaged as soon as one of them wants it.

    Implements ix.range.record-engaged.
    """
    pair = _pair(fight, one, other)
    if pair in fight.engaged or fight.combatants[one].side == fight.combatants[other].side:
        return
    fight.engaged |= {pair}
    if table.recording:
        table.record("engaged", because, who=one, other=other)


def part(fight: IxFight, table: Table, one: str, other: str, *, because: Because) -> None:
    """Two are not Engaged any more; nothing is provoked by it. Implements ix.range.disengage."""
    pair = _pair(fight, one, other)
    if pair not in fight.engaged:
        return
    fight.engaged -= {pair}
    if table.recording:
        table.record("parted", ("ix.range.disengage", *_rules(because)), who=one, other=other)


def can_engage(fight: IxFight, who: str) -> list[str]:
    """Opponents at one's place with whom there is no contact yet."""
    found = fight.combatants
    at = found[who].at
    return [
        foe
        for foe in fight.opposing(who)
        if found[foe].is_here
        and abs(found[foe].at - at) < fight.numbers.short_steps
        and not is_contact(fight, who, foe)
        and same_height(found[foe], found[who])
    ]


# ---- cover ----


def covers_at(fight: IxFight, who: str) -> int:
    """The Ranged Defense of the best cover where somebody stands, 0 without any."""
    at = fight.combatants[who].at
    return max((cover[1] for cover in fight.covers if cover[0] == at), default=0)


def leave_cover(fight: IxFight, table: Table, who: str) -> None:
    """Out from behind cover. Implements ix.maneuver.cover-defense."""
    one = fight.combatants[who]
    if not one.cover:
        return
    one.cover = 0
    if table.recording:
        table.record("cover-left", "ix.maneuver.cover-defense", who=who)


def _rules(because: Because) -> tuple[str, ...]:
    return (because,) if isinstance(because, str) else because


__all__ = ["BANDS", "ENGAGED", "EXTREME", "LONG", "MEDIUM", "SHORT"]
