"""The GM's hand on heights, falls and ships."""

from __future__ import annotations

from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.ix.air import fall, flying, ship
from affray.systems.ix.air.fall import SURFACES
from affray.systems.ix.air.flying import LEDGE, LOW, ZONES
from affray.systems.ix.fight import range as bands
from affray.systems.ix.state import Fighter, IxFight

ZONE, FALL = "zone", "fall"
MOST_HULL = 10_000
FARTHEST = 1_000
OF_A_SHIP = {"hull": (0, MOST_HULL), "ship-zone": (0, len(ZONES) - 1), "ship-at": (-1000, 1000)}
TAGS = ("perched", "confined", "flight", "aboard")


def numbers(fight: IxFight) -> list[str]:
    """The names of the numbers of anybody that `set` changes here."""
    return [ZONE, FALL]


def _whole(edit: Edit, low: int, high: int) -> int:
    if type(edit.value) is not int or not low <= edit.value <= high:
        cure = f"Give a whole number from {low} to {high}."
        raise Refused("illegal", f"{edit.value!r} does not fit.", cure)
    return edit.value


# ---- the scene ----


def of_scene(name: str) -> bool:
    """Whether a number of the scene is one of these."""
    return name in ("zones", "below") or name.partition(":")[0] in OF_A_SHIP


def check_scene(fight: IxFight, edit: Edit) -> None:
    """Raises `Refused` for what makes no sense."""
    word, _, which = edit.name.partition(":")
    if word == "zones":
        _whole(edit, 0, len(ZONES) - 1)
    elif word == "below":
        if edit.value not in SURFACES:
            raise Refused("illegal", f"{edit.value!r} is no surface.", f"{', '.join(SURFACES)}.")
    else:
        _whole(edit, *OF_A_SHIP[word])
        if ship.named(fight, which) is None:
            known = ", ".join(one.id for one in fight.ships) or "none"
            raise Refused("illegal", f"There is no ship {which!r}.", f"There are: {known}.")


def set_scene(fight: IxFight, edit: Edit, table: Table) -> None:
    """Zones, what lies below, and a ship's hull, height and place.

    Implements ix.flying.available-zones, ix.ship.hull, ix.range.record-place.
    """
    word, _, which = edit.name.partition(":")
    if word == "below":
        fight.below = str(edit.value)
        return
    value = int(edit.value)
    one = ship.named(fight, which)
    if word == "zones":
        fight.zones = value
        fight.zones_said = True
        flying.keep_below(fight, table, flying.AVAILABLE)
    elif one is not None and word == "hull":
        ship.set_hull(fight, table, which, value)
    elif one is not None:
        at, zone = (value, one.zone) if word == "ship-at" else (one.at, value)
        ship.put(fight, table, one, at, zone, because=GM_HAND)


# ---- somebody ----


def of_one(name: str) -> bool:
    return name == ZONE or name.partition(":")[0] == FALL


def check_one(fight: IxFight, who: Fighter, edit: Edit) -> None:
    """Raises `Refused` for what makes no sense."""
    word, _, surface = edit.name.partition(":")
    if word == FALL:
        _whole(edit, 1, fall.MOST_FEET)
        if surface and surface not in SURFACES:
            cure = f"Write fall:SURFACE with one of {', '.join(SURFACES)}."
            raise Refused("illegal", f"{surface!r} is no surface.", cure)
        if not who.is_here:
            raise Refused("illegal", f"{who.name} is not in the fight.")
    else:
        _whole(edit, 0, len(ZONES) - 1)


def set_one(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    """A height, or a fall, which comes as the next step. Whoever cannot fly stands on something.

    Implements ix.hazard.fall-damage, ix.flying.zones.
    """
    word, _, surface = edit.name.partition(":")
    value = int(edit.value)
    if word == FALL:
        fall.owe(fight, who.id, value, surface=surface, because=GM_HAND)
        return
    perch = LEDGE if value and flying.wings(fight, who) is None else ""
    fight.zones = max(fight.zones, value)
    fight.falls = tuple(owed for owed in fight.falls if owed.who != who.id or owed.feet)
    flying.set_zone(fight, table, who.id, value, perch, because=GM_HAND)


def of_tag(word: str) -> bool:
    return word in TAGS


def check_tag(fight: IxFight, who: Fighter, edit: Edit, *, holds: bool) -> None:
    """Raises `Refused` for what makes no sense."""
    word, _, which = edit.name.partition(":")
    if word == "aboard" and holds and ship.named(fight, which) is None:
        known = ", ".join(one.id for one in fight.ships) or "none"
        raise Refused("illegal", f"There is no ship {which!r}.", f"There are: {known}.")


def tag(fight: IxFight, who: Fighter, edit: Edit, table: Table, *, holds: bool) -> None:
    """Perched or not, confined or not, given wings or robbed of them, aboard or not; who loses
    what held it up falls.

    Implements ix.flying.who, ix.flying.disruption, ix.ship.aerial-bands.
    """
    word, _, which = edit.name.partition(":")
    if word == "aboard":
        on = ship.named(fight, which) if holds else None
        if on is not None:
            who.at = on.at
            flying.set_zone(fight, table, who.id, on.zone, on.id, because=GM_HAND)
        elif not holds and ship.under(fight, who) is not None:
            who.perch = ""
    elif word == "perched":
        if holds and who.zone:
            who.perch = LEDGE
        elif not holds:
            who.perch = ""
    elif word == "confined":
        who.confined = holds
    else:
        who.flight = holds
    flyer = flying.wings(fight, who)
    if flyer is None or flyer.confined:
        flying.disrupt(fight, table, who.id, because="ix.flying.disruption")


def level(fight: IxFight, who: Fighter, other: Fighter, table: Table) -> None:
    """Whoever the GM brings into contact is as high as the other is, too."""
    if not bands.same_height(who, other):
        fight.zones = max(fight.zones, other.zone)
        perch = other.perch or (LEDGE if flying.wings(fight, who) is None and other.zone else "")
        flying.set_zone(fight, table, who.id, other.zone, perch, because=GM_HAND)


def oddities(fight: IxFight) -> list[str]:
    """What no rule could have brought about, in words."""
    odd = [
        f"{one.name} is in the air and cannot fly."
        for one in fight.combatants.values()
        if flying.is_flying(one)
        and flying.wings(fight, one) is None
        and one.id not in [owed.who for owed in fight.falls]
    ]
    return odd + [
        f"{one.name} is higher than the highest zone."
        for one in fight.combatants.values()
        if one.zone > max(fight.zones, LOW) and not one.perch
    ]
