"""Places: an open plane in steps of 5 feet, from which every distance is derived."""

from __future__ import annotations

from collections.abc import Sequence

from affray.systems.vigor.state import Patch, Spot, VigorFight


def distance(one: Spot, other: Spot) -> int:
    """The larger of the two differences: a diagonal step is a step.

    Implements vigor.position.distance.
    """
    across, along = abs(one[0] - other[0]), abs(one[1] - other[1])
    return across if across > along else along


def between(fight: VigorFight, who: str, other: str) -> int:
    """The feet between two combatants, as the GM has said or else derived.

    Implements vigor.position.distance, vigor.position.gm-places.
    """
    if fight.facts:
        said = _said(fight, who, other)
        if said is not None:
            return said
    return distance(fight[who].spot, fight[other].spot)


def from_spot(fight: VigorFight, who: str, other: str, spot: Spot) -> int:
    """The feet between `who` and `other` if `other` stood on that spot."""
    if fight.facts:
        said = _said(fight, who, other)
        if said is not None:
            return said
    return distance(fight[who].spot, spot)


def _said(fight: VigorFight, who: str, other: str) -> int | None:
    said = fight.fact("distance", who, other)
    if said is None:
        said = fight.fact("distance", other, who)
    return int(said) if said is not None else None


def part_of(k: int, n: int, difference: int) -> int:
    """k/n of a difference, rounded to the nearest whole, halves toward the start."""
    size = (2 * k * abs(difference) + n - 1) // (2 * n)
    return size if difference > 0 else -size


def leg(start: Spot, end: Spot, step: int, feet: int | None = None) -> list[Spot]:
    """The points of the straight way between two points, without its start; only those of the
    first so many feet, if they are said.

    Implements vigor.position.leg.
    """
    far = distance(start, end)
    if feet is not None and feet < far:
        far = feet
    return ray(start, end, step, 1, far // step)


def beyond(start: Spot, through: Spot, step: int, feet: int) -> list[Spot]:
    """The points behind `through` on the leg from `start`, so many feet of them.

    Implements vigor.position.push.
    """
    n = distance(start, through) // step
    return ray(start, through, step, n + 1, n + feet // step)


def ray(start: Spot, end: Spot, step: int, first: int, last: int) -> list[Spot]:
    """The points from the `first` to the `last` of the leg, which may go on behind its end."""
    across, along = (end[0] - start[0]) // step, (end[1] - start[1]) // step
    n = max(abs(across), abs(along))
    if n == 0:
        # Nobody can say which way leads away from one's own point; up does as well as any.
        across, along, n = 0, 1, 1
    return [
        (start[0] + step * part_of(k, n, across), start[1] + step * part_of(k, n, along))
        for k in range(first, last + 1)
    ]


def snapped(fight: VigorFight, across: int, along: int) -> Spot:
    """The nearest point of the plane. Implements vigor.position.plane."""
    step = fight.numbers.step_feet
    half = step // 2
    return (across + half) // step * step, (along + half) // step * step


# ---- ground ----


def is_difficult(fight: VigorFight, spot: Spot) -> bool:
    """Whether a step that ends there costs more. Implements vigor.position.difficult."""
    return fight.all_difficult or _within(fight.ground, "difficult", spot)


def is_closed(fight: VigorFight, spot: Spot) -> bool:
    """Whether nobody can enter the place. Implements vigor.fight.scene-facts."""
    return _within(fight.ground, "closed", spot)


def _within(ground: Sequence[Patch], kind: str, spot: Spot) -> bool:
    return any(patch.kind == kind and distance(patch.at, spot) <= patch.radius for patch in ground)


def step_cost(fight: VigorFight, spot: Spot) -> int:
    """The feet of movement that a step ending there uses up.

    Implements vigor.position.difficult, vigor.move.difficult-terrain.
    """
    if (fight.all_difficult or fight.ground) and is_difficult(fight, spot):
        return fight.numbers.difficult_step_feet
    return fight.numbers.step_feet


def is_taken(fight: VigorFight, spot: Spot, but: str = "") -> bool:
    """Whether somebody other than `but` stands there. Implements vigor.position.the-gone."""
    return any(one.at == spot and one.id != but and one.stands for one in fight.combatants.values())


def is_free(fight: VigorFight, spot: Spot, but: str = "") -> bool:
    """Whether `but` may end a move there. Implements vigor.position.move."""
    return not is_taken(fight, spot, but) and not is_closed(fight, spot)


# ---- near and far ----


def nearest_opponent(fight: VigorFight, who: str) -> str:
    """The nearest opponent known to `who`, the first in roster order of several; "" for none.

    Implements vigor.position.flight.
    """
    known = [other for other in fight.opponents(who) if fight.knows(who, other)]
    return min(known, key=lambda other: between(fight, who, other), default="")


def start_rows(fight: VigorFight, feet: int) -> None:
    """Each side in a row in the order of the encounter, facing each other, heroes at 0.

    Whoever has a place already keeps it.

    Implements vigor.position.start.
    """
    gap = fight.numbers.start_gap_feet
    for ids, along in ((fight.heroes, 0), (fight.foes, feet)):
        for at, who in enumerate(ids):
            if fight[who].at is not None:
                continue
            spot = snapped(fight, at * gap, along)
            while not is_free(fight, spot, who):
                spot = (spot[0] + fight.numbers.step_feet, spot[1])
            fight[who].at = spot


def arrival(fight: VigorFight, who: str) -> Spot:
    """A newcomer's place: behind the last of its own side, away from the opponents.

    Implements vigor.fight.newcomers.
    """
    own = fight[who]
    behind = fight.numbers.newcomer_behind_feet
    ids = fight.heroes if own.side == "heroes" else fight.foes
    mates = [one for one in ids if one != who and fight[one].at is not None and fight.stands(one)]
    direction = -1 if own.side == "heroes" else 1
    if mates:
        last = max(mates, key=lambda one: direction * fight[one].spot[1])
        spot = (fight[last].spot[0], fight[last].spot[1] + direction * behind)
    else:
        edge = 0 if own.side == "heroes" else fight.numbers.start_distance_feet
        spot = (0, edge + direction * behind)
    spot = snapped(fight, *spot)
    while not is_free(fight, spot, who):
        spot = (spot[0] + fight.numbers.step_feet, spot[1])
    return spot
