"""Flight: elevation zones, taking off and landing, staying aloft, what tires and what ends it.

A flyer flies on its own wings, or on those of the mount that it rides: then the Maneuvers are the
rider's, and the effort and whatever ends flight are the mount's.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.air import fall
from affray.systems.ix.fight import range as bands
from affray.systems.ix.fight.budget import acts
from affray.systems.ix.harm import condition, strain
from affray.systems.ix.ledger import MEDIUM, rows
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.scenes.scene import FIGHT
from affray.systems.ix.state import Fighter, IxFight

GROUND, LOW, MIDDLE, HIGH = range(4)
ZONES = ("ground", "low", "middle", "high")
"""tables.elevation in order; a zone is its place here."""
LEDGE = "ledge"
TAKE_OFF, LAND, CLIMB, DESCEND, HOVER = "take-off", "land", "climb", "descend", "hover"
MANEUVERS = frozenset((TAKE_OFF, LAND, CLIMB, DESCEND, HOVER))
ON_THE_RUN = ("widen", "widen-far", "close", "close-far")
KEEPS_ALOFT = frozenset((*MANEUVERS, "move", "move-far", *ON_THE_RUN))
"""What a turn may hold so that nobody falls at its end (ix.flying.zone-change-maintains)."""
FREE_ROUNDS = 2
"""Rounds aloft without cost beyond Might (ix.flying.endurance)."""
STEALTH_BANES = 2
"""Bane Dice that wings put on Stealth (ix.flying.stealth)."""
AVAILABLE = "ix.flying.available-zones"
SILENCE = "ix.flying.no-silent-approach"


@cache
def height(zone: int) -> int:
    """The feet between a zone and the ground. Implements ix.flying.fall-height."""
    return int(rows("elevation")[ZONES[zone]]["height-feet"])


# ---- who flies ----


def wings(fight: IxFight, one: Fighter) -> Fighter | None:
    """Whose wings carry somebody: its own, or those of what it rides; None if it cannot fly.

    Implements ix.flying.who.
    """
    carrier = fight.combatants.get(one.mount, one) if one.mount else one
    return carrier if carrier.flight else None


def is_flying(one: Fighter) -> bool:
    """Whether somebody is in the air, standing on nothing. Implements ix.flying.zones."""
    return one.zone > GROUND and not one.perch


def carried(fight: IxFight, who: str) -> list[str]:
    """Somebody, and whom it rides or who rides on it."""
    partner = fight.partner(who)
    return [who, partner] if partner else [who]


# ---- the scene ----


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """Zones, heights and what lies below, as far as the scene says."""
    fight.below = said.get("below") or fall.GROUND
    if said.get("zones") is not None:
        fight.zones = ZONES.index(said["zones"])
        fight.zones_said = True
    elif said.get("indoors"):
        fight.zones = LOW
    for who, zone in (said.get("heights") or {}).items():
        for each in carried(fight, who):
            one = fight.combatants[each]
            one.zone = ZONES.index(zone)
            one.perch = LEDGE if one.zone and wings(fight, one) is None else ""
    for who, zone in (said.get("ledges") or {}).items():
        for each in carried(fight, who):
            one = fight.combatants[each]
            one.zone = ZONES.index(zone)
            one.perch = LEDGE if one.zone else ""


def begin(fight: IxFight, table: Table) -> None:
    """Structured play begins: the GM says which zones there are, if anybody can make use of them;
    endurance counts anew.

    Implements ix.flying.available-zones, ix.flying.zones, ix.flying.endurance-counter.
    """
    fliers = []
    for one in fight.combatants.values():
        one.aloft = 0
        if (one.flight or one.zone) and one.is_here:
            fliers.append(one)
    if not fliers and not fight.ships:
        return
    if not fight.zones_said:
        key = table.rule(AVAILABLE, _zones, lambda: ("zones", ZONES[fight.zones]))
        fight.zones = ZONES.index(key[1])
        fight.zones_said = True
    if table.recording:
        is_secret = all(one.hidden for one in fliers) and not fight.ships
        table.record(
            "zones",
            (AVAILABLE, "ix.flying.zones", "ix.flying.zone-range"),
            highest=ZONES[fight.zones],
            audience="gm" if is_secret else "all",
        )
    keep_below(fight, table, AVAILABLE)


def _zones() -> list[Option]:
    return [("zones", zone) for zone in ZONES]


def keep_below(fight: IxFight, table: Table, because: Because) -> None:
    """Nobody flies higher than there are zones."""
    for one in list(fight.combatants.values()):
        if one.zone > fight.zones and not one.perch:
            set_zone(fight, table, one.id, fight.zones, because=because)


def come_down(fight: IxFight, table: Table) -> None:
    """Structured play is over: whoever is up there comes down in its own time, unless it is
    falling; from now on all are at one height.

    Implements ix.flying.endurance-counter.
    """
    falling = {owed.who for owed in fight.falls}
    for one in list(fight.combatants.values()):
        if (one.zone or one.perch) and one.id not in falling:
            if table.recording and one.is_here and is_flying(one):
                table.record("came-down", "ix.flying.endurance-counter", who=one.id)
            set_zone(fight, table, one.id, GROUND, because="ix.flying.landing")


def hours(fight: IxFight, who: str) -> int:
    """How many hours of a journey somebody can fly before it has to land and rest; 0 for whoever
    cannot fly. A short rest gives all of them back.

    Implements ix.flying.endurance-travel.
    """
    flyer = wings(fight, fight.combatants[who])
    return flyer.rating("might") if flyer is not None else 0


# ---- heights ----


def set_zone(
    fight: IxFight, table: Table, who: str, zone: int, perch: str = "", *, because: Because
) -> None:
    """Puts somebody, with its mount or rider, at another height; contact and holds with whoever is
    at another height then, and cover, are left."""
    _put(fight, table, carried(fight, who), zone, perch, because)


def _put(
    fight: IxFight, table: Table, moving: list[str], zone: int, perch: str, because: Because
) -> None:
    from affray.systems.ix.fight import grapple  # it reaches back to heights

    for each in moving:
        one = fight.combatants[each]
        one.zone, one.perch = zone, perch
        bands.leave_cover(fight, table, each)
    found = fight.combatants
    for a, b in sorted(fight.engaged):
        if (a in moving or b in moving) and not bands.same_height(found[a], found[b]):
            bands.part(fight, table, a, b, because=because)
    for other in list(found.values()):
        held = found.get(other.hold) if other.hold else None
        if held is None or (other.id not in moving and held.id not in moving):
            continue
        if not bands.same_height(other, held):
            grapple.release(fight, table, other.id, "ix.grapple.release")


def land_below(fight: IxFight, table: Table, who: str, *, because: Because) -> None:
    """Whoever has fallen is on the ground; whom it rides, or who rides it, falls by itself."""
    one = fight.combatants[who]
    if one.zone or one.perch:
        _put(fight, table, [who], GROUND, "", because)


def hold_on(fight: IxFight, table: Table, who: str, *, because: Because) -> None:
    """A ledge is caught: the fall is over, at the height where it began.

    Implements ix.flying.catch-result, ix.flying.ledge.
    """
    one = fight.combatants[who]
    one.zone, one.perch = max(one.zone, LOW), LEDGE
    for each in carried(fight, who):
        fight.combatants[each].mount = ""
    if table.recording:
        table.record("held-on", because, who=who, zone=ZONES[one.zone])


# ---- Maneuvers ----


def maneuvers(fight: IxFight, who: str) -> list[Option]:
    """What a flyer could do with one Maneuver, unpaid: take off, land, change its zone, hover.

    Implements ix.flying.takeoff (house switch take-off-to-any-zone), ix.flying.landing,
    ix.flying.zone-cost, ix.flying.hover, ix.flying.disruption.
    """
    one = fight.combatants[who]
    flyer = wings(fight, one)
    if flyer is None or fight.zones < LOW or flyer.confined:
        return []
    stuck = bool(one.hold) or _is_stuck(one) or _is_stuck(flyer)
    if not is_flying(one):
        if stuck or condition.grabbed_by(fight, flyer):
            return []
        lowest = max(one.zone, LOW)
        highest = fight.zones if fight.switches.take_off_to_any_zone == "any" else lowest
        return [
            (TAKE_OFF, ZONES[zone])
            for zone in range(lowest, highest + 1)
            if may_reach(fight, one, zone)
        ]
    found: list[Option] = []
    if acts(fight, who) and not is_kept_aloft(fight):
        found.append((HOVER,))
    if stuck:
        return found
    if one.zone < fight.zones and may_reach(fight, one, one.zone + 1):
        found.append((CLIMB,))
    if one.zone > LOW and may_reach(fight, one, one.zone - 1):
        found.append((DESCEND,))
    if one.zone == LOW:
        found.append((LAND, ZONES[GROUND]))
    found += [
        (LAND, ship.id)
        for ship in fight.ships
        if ship.at == one.at and max(ship.zone, LOW) == one.zone
    ]
    return found


def _is_stuck(one: Fighter) -> bool:
    return bool(one.conditions) and condition.bars_moving(one)


def may_reach(fight: IxFight, one: Fighter, zone: int) -> bool:
    """Whether nothing that holds or frightens somebody keeps it from a change of height.

    Implements ix.condition.grabbed, ix.fear.frightened-movement.
    """
    if not one.conditions:
        return True
    from affray.systems.ix.harm import fear  # it reaches back to turns

    found = fight.combatants

    def gaps(other: str) -> tuple[int, int]:
        level = max(found[other].zone, LOW)
        return abs(max(one.zone, LOW) - level), abs(max(zone, LOW) - level)

    for grabber in condition.grabbed_by(fight, one):
        if grabber in found:
            now, then = gaps(grabber)
            if then > now:
                return False
    for source in fear.closer_barred(fight, one.id):
        if source in found:
            now, then = gaps(source)
            if then < now:
                return False
    return True


def is_kept_aloft(fight: IxFight) -> bool:
    """Whether the turn that runs has held a move or a hover.

    Implements ix.flying.move, ix.flying.hover, ix.flying.zone-change-maintains.
    """
    return any(word in KEEPS_ALOFT for word in fight.spent)


def must_keep_aloft(fight: IxFight, one: Fighter) -> bool:
    """Whether somebody whose turn it is would fall if it ended now. Implements ix.flying.hover."""
    return is_flying(one) and acts(fight, one.id) and not is_kept_aloft(fight)


def do(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """One of these Maneuvers, paid for.

    Implements ix.flying.takeoff, ix.flying.landing, ix.flying.zone-cost, ix.flying.hover,
    ix.flying.endurance-counter (house switch flight-counter-resets).
    """
    one = fight.combatants[who]
    also = ("ix.flying.zones", "ix.flying.zone-change-maintains")
    match key[0]:
        case "take-off":
            zone = ZONES.index(key[1])
            set_zone(fight, table, who, zone, because="ix.flying.takeoff")
            _told(table, "took-off", ("ix.flying.takeoff", "ix.flying.who", *also), one)
        case "climb" | "descend":
            step = 1 if key[0] == CLIMB else -1
            zone = min(max(one.zone + step, LOW), max(fight.zones, LOW))
            set_zone(fight, table, who, zone, because="ix.flying.zone-cost")
            code = "climbed" if step > 0 else "descended"
            _told(table, code, ("ix.flying.zone-cost", *also), one)
        case "land":
            ship = next((each for each in fight.ships if each.id == key[1]), None)
            zone, perch = (ship.zone, ship.id) if ship is not None else (GROUND, "")
            set_zone(fight, table, who, zone, perch, because="ix.flying.landing")
            flyer = wings(fight, one)
            if fight.switches.flight_counter_resets and flyer is not None:
                flyer.aloft = 0
            if table.recording:
                rules = ("ix.flying.landing", "ix.flying.zone-change-maintains")
                table.record("landed", rules, who=who, on=ship.name if ship else "")
        case _:
            _told(table, "hovered", ("ix.flying.hover",), one)


def _told(table: Table, code: str, because: Because, one: Fighter) -> None:
    if table.recording:
        table.record(code, because, who=one.id, zone=ZONES[one.zone])


# ---- the end of a turn ----


def turn_ends(fight: IxFight, table: Table, who: str) -> None:
    """A flyer that has neither moved nor hovered falls; one that stays up tires after a while.

    A turn that the GM has cut short lets nobody fall.

    Implements ix.flying.no-hover, ix.flying.endurance, ix.flying.endurance-strain,
    ix.flying.endurance-counter.
    """
    one = fight.combatants[who]
    if not is_flying(one) or fight.scene != FIGHT or not one.is_here:
        return
    flyer = wings(fight, one) or one
    if not is_kept_aloft(fight) and not fight.skipped:
        because = ("ix.flying.no-hover", "ix.flying.disruption-fall")
        disrupt(fight, table, flyer.id, because=because)
        return
    flyer.aloft += 1
    free = flyer.rating("might") + FREE_ROUNDS
    if table.recording:
        table.record(
            "aloft",
            ("ix.flying.endurance", "ix.flying.endurance-counter"),
            of=flyer.id,
            secret={"free": free},
            who=flyer.id,
            rounds=flyer.aloft,
        )
    if flyer.aloft > free:
        strain.suffer(fight, table, flyer.id, 1, because="ix.flying.endurance-strain")


# ---- what ends it ----


@cache
def disrupts(condition_id: str) -> bool:
    """Whether a condition ends flight (tables.conditions). Implements ix.flying.disruption."""
    row = rows("conditions").get(condition_id)
    return row is not None and bool(row.get("disrupts-flight", False))


def disrupt(fight: IxFight, table: Table, who: str, *, because: Because) -> None:
    """The flight of somebody, and of its rider, ends at once: the fall is owed.

    Implements ix.flying.disruption, ix.flying.disruption-fall.
    """
    one = fight.combatants[who]
    if not is_flying(one) or one.id in [owed.who for owed in fight.falls]:
        return
    if table.recording and one.is_here:
        table.record("disrupted", because, who=who, zone=ZONES[one.zone])
    fall.owe(fight, who, because="ix.flying.disruption-fall")


def befallen(fight: IxFight, table: Table, who: str, condition_id: str) -> None:
    """A condition has befallen somebody in the air. What befalls a rider is no matter for the
    wings that carry it. Implements ix.flying.disruption.
    """
    one = fight.combatants[who]
    if disrupts(condition_id) and is_flying(one) and not one.mount:
        disrupt(fight, table, who, because="ix.flying.disruption")


def helpless(fight: IxFight, table: Table, who: str) -> None:
    """Somebody in the air can do nothing any more. Implements ix.flying.incapacitated."""
    one = fight.combatants[who]
    if is_flying(one) and not one.mount:
        rules = ("ix.flying.incapacitated", "ix.flying.disruption")
        disrupt(fight, table, who, because=rules)


def unseated(fight: IxFight, table: Table, who: str) -> None:
    """Somebody has left the saddle aloft; its own wings catch it, if it has any that it can use."""
    one = fight.combatants[who]
    has_wings = one.flight and one.is_up and not one.confined
    if not has_wings or any(disrupts(each.id) for each in one.conditions):
        disrupt(fight, table, who, because="ix.flying.disruption-fall")


def drop(fight: IxFight, table: Table, who: str, surface: str, because: Because) -> None:
    """Somebody falls from where it flies; so does its rider or mount, in a step of its own. Whoever
    has wings tries to catch itself, anybody else falls as one falls off a roof.

    Implements ix.flying.disruption-fall, ix.flying.fall-height.
    """
    one = fight.combatants[who]
    if not is_flying(one):
        return
    feet = height(one.zone)
    falling = [each for each in carried(fight, who) if fight.combatants[each].is_here]
    if who not in falling:
        set_zone(fight, table, who, GROUND, because=because)
    rules = (*rules_of(because), "ix.flying.fall-height")
    for other in falling:
        if other != who:
            wings = fight.combatants[other].flight
            fall.owe(fight, other, feet, surface=surface, catches=wings, because=rules)
    if who in falling:
        fall.fall(fight, table, who, feet, surface=surface, catches=one.flight, because=rules)


# ---- wings are loud ----


def stealth(fight: IxFight, build: Build, who: str) -> None:
    """What the noise of wings does to a Stealth check. Implements ix.flying.stealth."""
    if is_flying(fight.combatants[who]):
        build.give("bane", STEALTH_BANES, "wings are loud", "ix.flying.stealth")


def is_heard(fight: IxFight, table: Table, who: str) -> bool:
    """Whether a flyer that means to use Stealth is heard all the same; the GM's word.

    Implements ix.flying.no-silent-approach.
    """
    one = fight.combatants[who]
    if not is_flying(one) or not fight.structured or not _ears(fight, one):
        return False
    key = table.rule(SILENCE, lambda: [("heard",), ("unheard",)], lambda: ("heard",))
    is_loud = key == ("heard",)
    if table.recording:
        table.record("heard" if is_loud else "unheard", SILENCE, who=who)
    return is_loud


def _ears(fight: IxFight, one: Fighter) -> list[str]:
    """Known enemies near enough to hear wings."""
    found = fight.combatants
    return [
        foe
        for foe in fight.enemies_up(one.id)
        if found[foe].hears
        and not (found[foe].hidden and one.side == "heroes")
        and bands.band(fight, one.id, foe) <= MEDIUM
    ]
