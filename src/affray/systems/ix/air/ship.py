"""Ships in a fight: hull, crews aboard, deck weapons, and the positions that pilots struggle for.

A ship is no combatant: nobody plays it, and it has no slot. Whoever is aboard (`Fighter.perch` is
its id) is where it is and as high as it is, and fights by the ordinary rules.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because
from affray.kernel.sheet import Track
from affray.kernel.table import Table
from affray.systems.ix.air import fall
from affray.systems.ix.fight import range as bands
from affray.systems.ix.ledger import band_named, mode_of, rows
from affray.systems.ix.records import Ship, Weapon
from affray.systems.ix.rolls.pool import rank_of
from affray.systems.ix.state import Fighter, IxFight

GROUND, LOW, MIDDLE, HIGH = range(4)
ZONES = ("ground", "low", "middle", "high")
HEIGHT = "ix.ship.elevation-choice"
STRAIGHT_BELOW: Key = ("straight-below", "long")
FAR_BELOW: Key = ("straight-below", "extreme")
SINKING = "ix.ship.sinking-crew"
WRECK_FEET = fall.FEET
"""What those aboard fall where the GM lets a wreck come down hard: from Low."""


# ---- looking ----


def named(fight: IxFight, ship: str) -> Ship | None:
    return next((one for one in fight.ships if one.id == ship), None)


def under(fight: IxFight, one: Fighter) -> Ship | None:
    """The ship that somebody is aboard of."""
    return named(fight, one.perch) if one.perch else None


def aboard(fight: IxFight, ship: str) -> list[str]:
    """Those aboard who are still in the fight, standing or fallen."""
    return [one.id for one in fight.combatants.values() if one.perch == ship and one.is_here]


def holds_up(fight: IxFight, one: Fighter) -> bool:
    """Whether somebody is aboard a ship that is off the ground, from which no step leads away."""
    ship = under(fight, one)
    return ship is not None and ship.zone > GROUND


def crew_up(fight: IxFight, ship: Ship) -> list[str]:
    """Those of the ship's own side aboard who are able to act."""
    found = fight.combatants
    return [w for w in aboard(fight, ship.id) if found[w].is_up and found[w].side == ship.side]


def can_steer(ship: Ship) -> bool:
    """Implements ix.ship.hull."""
    return ship.flies and ship.hull > 0


def band(fight: IxFight, who: str, ship: Ship) -> int:
    """How far a ship is from somebody, its height too.

    Implements ix.ship.aerial-bands, ix.ship.elevation-range, ix.flying.zone-range.
    """
    one = fight.combatants[who]
    apart = bands.band_of(fight.numbers, abs(one.at - ship.at))
    return max(apart, bands.vertical(one.zone, ship.zone))


def replace_ship(fight: IxFight, new: Ship) -> None:
    fight.ships = tuple(new if one.id == new.id else one for one in fight.ships)


# ---- setting up ----


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """The ships of a scene, with their crews aboard and their weapons manned."""
    made = []
    for block in said.get("ships") or ():
        row = rows("ships")[block["use"]]
        zone = block.get("zone")
        hull = int(row["hull"])
        ship = Ship(
            id=block["id"],
            name=block["name"],
            side=block["side"],
            kind=row["id"],
            hull=hull if block.get("hull") is None else min(block["hull"], hull),
            hull_points=hull,
            resistance=int(row["resistance"]),
            melee_defense=int(row["melee-defense"]),
            ranged_defense=int(row["ranged-defense"]),
            at=block["at"],
            zone=UNTRACKED if zone is None else ZONES.index(zone),
            flies=bool(row["flies"]),
            weapons=tuple(
                f"{block['id']}-{kind}-{number}" for number, kind in enumerate(row["weapons"], 1)
            ),
        )
        made.append(ship)
        for who in block["crew"]:
            one = fight.combatants[who]
            one.at, one.zone, one.perch = ship.at, max(ship.zone, GROUND), ship.id
        _man_weapons(fight, block["crew"], ship, row["weapons"])
    fight.ships = tuple(made)


UNTRACKED = -1
"""The zone of a ship of which the scene has said none."""


def _man_weapons(fight: IxFight, crew: Sequence[str], ship: Ship, kinds: Sequence[str]) -> None:
    """The best gunners get one each. Implements ix.ship.deck-weapons."""
    for name, kind in zip(ship.weapons, kinds, strict=True):
        weapon = _deck_weapon(kind, name)

        def skill(who: str, weapon: Weapon = weapon) -> int:
            return rank_of(fight.combatants[who], weapon.skill, fight.numbers)

        free = [who for who in crew if not fight.combatants[who].deck]
        if free:
            _give(fight.combatants[max(free, key=skill)], weapon)


@cache
def _deck_weapon(kind: str, name: str) -> Weapon:
    row = rows("weapons")[kind]
    return Weapon(
        name,
        str(row["name"]),
        str(row["skill"]),
        int(row["damage"]),
        int(row["crit"]),
        band_named(str(row["range"])),
        mode_of(str(row["skill"])),
        {one["quality"]: int(one.get("rating", 0)) for one in row["qualities"]},
        int(row["encumbrance"]),
        int(row["hands"]),
        mounted=True,
    )


def _give(one: Fighter, weapon: Weapon) -> None:
    one.weapons += (weapon,)
    one.deck += (weapon.id,)


def begin(fight: IxFight, table: Table) -> None:
    """Structured play begins. A ship of which no zone is said floats where a target straight below
    is at the band that the GM chooses.

    Implements ix.ship.elevation-choice, ix.ship.aerial-bands.
    """
    if any(ship.zone == UNTRACKED and ship.flies for ship in fight.ships):
        key = table.rule(HEIGHT, lambda: [STRAIGHT_BELOW, FAR_BELOW], lambda: STRAIGHT_BELOW)
        zone = MIDDLE if key == STRAIGHT_BELOW else HIGH
        if table.recording:
            table.record("ships-high", (HEIGHT, "ix.ship.elevation-range"), band=key[1])
        fight.zones = max(fight.zones, zone)
    else:
        zone = GROUND
    for ship in fight.ships:
        if ship.zone == UNTRACKED:
            put(fight, table, ship, ship.at, zone if ship.flies else GROUND, because=HEIGHT)
        if table.recording:
            now = named(fight, ship.id)
            assert now is not None
            table.record(
                "ship",
                ("ix.ship.aerial-bands", "ix.ship.hull"),
                ship=ship.name,
                zone=ZONES[now.zone],
                hull=now.hull,
            )


# ---- crews ----


def maneuvers(fight: IxFight, who: str) -> list[Option]:
    """A deck weapon that nobody serves could be taken over, unpaid.

    Implements ix.ship.deck-weapons.
    """
    one = fight.combatants[who]
    ship = under(fight, one)
    if ship is None or ship.side != one.side or one.hold:
        return []
    return [("man", weapon.id) for weapon, _ in _unserved(fight, ship)]


def _unserved(fight: IxFight, ship: Ship) -> list[tuple[Weapon, Fighter]]:
    """The weapons of a ship whose gunner, named beside them, is down or no longer aboard."""
    return [
        (weapon, one)
        for one in fight.combatants.values()
        if one.deck and not (one.is_up and one.perch == ship.id)
        for weapon in one.weapons
        if weapon.id in one.deck and weapon.id in ship.weapons
    ]


def man(fight: IxFight, table: Table, who: str, weapon_id: str) -> None:
    """Somebody takes over a deck weapon; it has to be made ready anew.

    Implements ix.ship.deck-weapons.
    """
    one = fight.combatants[who]
    ship = under(fight, one)
    if ship is None:
        return
    for weapon, gunner in _unserved(fight, ship):
        if weapon.id == weapon_id:
            leave_weapons(gunner, weapon_id)
            _give(one, weapon)
            if table.recording:
                table.record("manned", "ix.ship.deck-weapons", who=who, weapon=weapon_id)
            return


def leave_weapons(one: Fighter, *only: str) -> None:
    """Somebody serves these deck weapons (or any) no longer."""
    left = only or one.deck
    one.weapons = tuple(weapon for weapon in one.weapons if weapon.id not in left)
    one.deck = tuple(weapon for weapon in one.deck if weapon not in left)


def step_off(fight: IxFight, table: Table, who: str) -> None:
    """A step leads off a ship that lies on the ground."""
    one = fight.combatants[who]
    if under(fight, one) is not None:
        one.zone, one.perch = GROUND, ""
        if table.recording:
            table.record("went-ashore", "ix.ship.aerial-bands", who=who)


def set_hull(fight: IxFight, table: Table, ship_id: str, hull: int) -> None:
    """The hull is this; at 0 the ship can neither steer nor climb. Implements ix.ship.hull."""
    ship = named(fight, ship_id)
    if ship is None:
        return
    replace_ship(fight, replace(ship, hull=hull))
    if ship.hull > 0 >= hull and table.recording:
        table.record("ship-crippled", "ix.ship.hull", ship=ship.name)


def put(fight: IxFight, table: Table, ship: Ship, at: int, zone: int, *, because: Because) -> None:
    """A ship is there now, with everybody aboard; who is in contact on deck stays so."""
    from affray.systems.ix.air import flying  # it is built on maneuvers

    now = named(fight, ship.id)
    if now is None:
        return
    replace_ship(fight, replace(now, at=at, zone=zone))
    moving = [one.id for one in fight.combatants.values() if one.perch == ship.id]
    together = frozenset(p for p in fight.engaged if p[0] in moving and p[1] in moving)
    fight.engaged -= together
    holds = {who: fight.combatants[who].hold for who in moving}
    for who in moving:
        fight.combatants[who].hold = ""
        bands.move_to(fight, table, who, at, because=because)
        flying.set_zone(fight, table, who, zone, ship.id, because=because)
    for who, held in holds.items():
        fight.combatants[who].hold = held
    fight.engaged |= together


# ---- the end of a round ----


def round_ends(fight: IxFight, table: Table) -> None:
    """A ship without hull sinks, and is down at last. Implements ix.ship.hull,
    ix.ship.sinking-crew."""
    for ship in fight.ships:
        if ship.hull > 0 or ship.zone <= GROUND:
            continue
        zone = max(ship.zone - fight.numbers.ship_sinks_zones_per_round, GROUND)
        if table.recording:
            table.record("ship-sinks", "ix.ship.hull", ship=ship.name, zone=ZONES[zone])
        put(fight, table, ship, ship.at, zone, because="ix.ship.hull")
        if zone == GROUND:
            _comes_down(fight, table, ship.id)


def _comes_down(fight: IxFight, table: Table, ship_id: str) -> None:
    """Implements ix.ship.sinking-crew."""
    if not aboard(fight, ship_id):
        return
    key = table.rule(SINKING, lambda: [("unhurt",), ("thrown",)], lambda: ("unhurt",))
    ship = named(fight, ship_id)
    if ship is None:
        return
    if table.recording:
        table.record("ship-down", SINKING, ship=ship.name, thrown=key == ("thrown",))
    if key == ("thrown",):
        for who in aboard(fight, ship_id):
            fall.owe(fight, who, WRECK_FEET, because=SINKING)


# ---- showing ----


def counters(fight: IxFight) -> list[Track]:
    """The hull of each ship. Implements ix.ship.hull."""
    return [
        Track(
            f"Hull of {ship.name}",
            ship.hull,
            max(ship.hull_points, ship.hull),
            word="" if ship.hull else "sinking" if ship.zone else "down",
            rule="ix.ship.hull",
        )
        for ship in fight.ships
    ]
