"""What blows, spells and Vigor are worth, in one measure, from what a seat may know.

The measure is the share of somebody who is taken out of the fight, times the points that this one
deals with a hit. Of a card that is not open only the look of its bearer is known: the rest is
taken to be middling.
"""

from __future__ import annotations

import math

from affray.kernel.keys import Key
from affray.systems.vigor import glancing
from affray.systems.vigor.ledger import tables
from affray.systems.vigor.state import Attack, Spell, Spot
from affray.systems.vigor.view import View

GUESSED_AC = 13
GUESSED_BONUS = 3
GUESSED_HIT = 4.0
GUESSED_LEFT = (7.0, 5.0, 3.0, 1.5)
"""Points that bring somebody down who looks unhurt, shaken, hurt or badly hurt."""
VIGOR_OF_THE_HURT = 0.3
"""How much of Vigor damage is taken to find Vigor, on one whose Vigor looked gone."""
ONLY_VIGOR = 0.7
"""What Vigor damage is worth beside Damage: Vigor comes back, and its loss brings nobody down."""
FRIENDS = 3
"""How much worse it is to hurt a friend than it is good to hurt an enemy."""
SOVEREIGN_TURNS = 3
UNTOUCHED = 0.5
"""How much of the Vigor given back will be struck at: a blow is sure to meet its target."""
CAUTION = 2.0
"""How much worse blows are that one's own way provokes: they cost the enemy no action."""
HELP = 0.8
"""What is left of the worth of Help: the friend may find something better to strike at."""
CROWD = 0.5
"""How much of an enemy's blow whoever shoots expects from standing beside it."""


# ---- people ----


def hit_points(view: View, who: str) -> float:
    """What a hit of `who` deals on average."""
    if not view.is_open(who):
        return GUESSED_HIT
    one = view.one(who)
    return float(one.tier) if one.role == "minor" else (view.tier_die(who) + 1) / 2


def left(view: View, who: str) -> float:
    """The points of Damage after which `who` is out of the fight; at least 1."""
    if not view.is_open(who):
        return GUESSED_LEFT[view.wear(who)]
    one = view.one(who)
    if one.role == "minor":
        return max(one.vigor, 1)
    found = one.vigor + one.vitality
    if one.role == "hero":
        room = max(one.tier - len(one.injuries), 0)
        found += 1 + room * (view.cap(who) + view.full_vitality(who) + 1)
    return max(found, 1)


def weight(view: View, who: str) -> float:
    """What it means that `who` is gone: the points of the hits that no longer fall."""
    if view.is_fleeing(who):
        return 0.0
    turns = 1
    if view.is_open(who) and view.one(who).role == "sovereign":
        turns = SOVEREIGN_TURNS
    return turns * hit_points(view, who)


def price(view: View, who: str) -> tuple[float, float]:
    """What a point of harm to `who` is worth, and the most that all of them can be.

    There is no most where the numbers are unknown: nobody knows then what is more than enough.
    """
    whole = weight(view, who)
    return whole / left(view, who), whole if view.is_open(who) else math.inf


def of_vigor_damage(view: View, who: str, points: float) -> float:
    """The points of Damage that so many of Vigor damage are worth."""
    if view.is_open(who):
        one = view.one(who)
        points = min(points, one.vigor)
        return points if one.role == "minor" else ONLY_VIGOR * points
    return points * ONLY_VIGOR * (VIGOR_OF_THE_HURT if view.wear(who) else 1.0)


def share(view: View, who: str, points: float, *, is_vigor_damage: bool = False) -> float:
    """The worth of so many points of harm to `who`."""
    each, most = price(view, who)
    if is_vigor_damage:
        points = of_vigor_damage(view, who, points)
    return min(points * each, most)


def missing(view: View, who: str) -> int:
    """The Vigor below the cap; 0 for a Minor or where the card is not open."""
    if not view.is_open(who) or view.one(who).role == "minor":
        return 0
    return max(view.cap(who) - view.one(who).vigor, 0)


def mending(view: View, who: str, points: int) -> float:
    """The worth of so many points of Vigor given back to `who`."""
    return UNTOUCHED * min(points, missing(view, who)) / left(view, who) * weight(view, who)


# ---- blows ----


def typed(view: View, who: str, points: float, descriptor: str) -> float:
    """The points of a hit after what the target resists, as far as that is known."""
    if not view.is_open(who):
        return points
    one = view.one(who)
    if descriptor in one.immune:
        return 0.0
    return points - (descriptor in one.resists) + (descriptor in one.vulnerable)


def chance(
    view: View, target: str, bonus: int, *, is_up: bool = False, is_down: bool = False
) -> float:
    """The chance that an attack roll hits; cover is to be taken from the bonus."""
    ac = view.ac(target) if view.is_open(target) else GUESSED_AC
    plain = min(max((21 - ac + bonus) / 20, 0.0), 1.0)
    return _of_the_die(plain, is_up=is_up, is_down=is_down)


def _of_the_die(plain: float, *, is_up: bool, is_down: bool) -> float:
    """A chance on one d20, with advantage or disadvantage."""
    if is_up == is_down:
        return plain
    return plain * plain if is_down else 1 - (1 - plain) ** 2


def blow(
    view: View,
    who: str,
    way: Attack,
    target: str,
    *,
    is_ranged: bool = False,
    is_clear: bool = False,
    is_helped: bool = False,
    extra: int = 0,
) -> float:
    """The worth of an attack; of one with missiles from a better place, if `is_clear`, or with
    the advantage that Help would give."""
    up = is_helped or view.is_helped(who, target)
    down = view.has(target, "dodge")
    if is_ranged and not is_clear and not way.is_mystic and not down:
        down = view.distance(who, target) > way.normal or view.in_the_way(who, target) == 1
    bonus = view.bonus(who, way, ranged=is_ranged) - view.cover(who, way, target)
    hits = chance(view, target, bonus, is_up=up, is_down=down)
    crits = max(21 - view.crit_from(who, way), 0) / 20
    crits = min(_of_the_die(crits, is_up=up, is_down=down), hits)
    each, most = price(view, target)
    die = hit_points(view, who)
    points = typed(view, target, die + way.points + extra, way.descriptor)
    more = points + die if points else 0.0
    if way.is_mystic:
        points, more = (of_vigor_damage(view, target, one) for one in (points, more))
    plain = min(points * each, most)
    found = hits * plain + crits * (min(more * each, most) - plain)
    if hits < 1 and (grazes := _glancing_points(view, who)):
        found += (1 - hits) * min(of_vigor_damage(view, target, grazes) * each, most)
    return found


def _glancing_points(view: View, who: str) -> float:
    """The Vigor damage of a Glancing Blow on average."""
    one = view.one(who)
    size = -1 if one.role == "minor" else tables().scores[one.stats.get("body", 10)].die
    if size < 0:
        return 0.0
    return (size + 1) / 2 if size else float(glancing.FLAT)


def melee(view: View, who: str, target: str, *, extra: int = 0) -> float:
    """The worth of the best blow in melee, wherever the two stand."""
    ways = [way for way in view.ways(who) if way.reach]
    return max((blow(view, who, way, target, extra=extra) for way in ways), default=0.0)


def spell(view: View, who: str, one: Spell, target: str) -> float:
    """The worth of a spell on a target, for an area on whoever stands about it."""
    if one.shape == "friend":
        return mending(view, target, one.per_tier * view.one(who).tier + one.points)
    points = hit_points(view, who) + one.points
    stops = one.deals == "vigor-damage"
    if one.shape == "area":
        return _area(view, who, one, view.spot(target), points)
    hits = 1.0
    if one.roll:
        up, down = view.is_helped(who, target), view.has(target, "dodge")
        bonus = view.bonus(who, None, ranged=True) - view.cover(who, None, target)
        hits = chance(view, target, bonus, is_up=up, is_down=down)
    points = typed(view, target, points, one.descriptor)
    return hits * share(view, target, points, is_vigor_damage=stops)


def _area(view: View, who: str, one: Spell, centre: Spot, points: float) -> float:
    """Enemies within the radius, less the friends there."""
    found = 0.0
    for other in (*view.heroes(), *view.foes()):
        spot = view.spot(other)
        if max(abs(spot[0] - centre[0]), abs(spot[1] - centre[1])) > one.radius:
            continue
        felt = typed(view, other, points, one.descriptor)
        worth = share(view, other, felt, is_vigor_damage=one.deals == "vigor-damage")
        found += -FRIENDS * worth if view.side_of(other) == view.side_of(who) else worth
    return found


def best(view: View, who: str, target: str, feet: int, *, is_helped: bool = False) -> float:
    """The worth of the best attack on the target from where `who` stands, or in melee after so
    many feet."""
    apart = view.distance(who, target)
    found = 0.0
    for way in view.ways(who):
        for ranged in (False, True):
            most = way.normal if ranged else way.reach and way.reach + feet
            if most and apart <= most:
                worth = blow(view, who, way, target, is_ranged=ranged, is_helped=is_helped)
                found = max(found, worth)
    return found


def help_for(view: View, friend: str, target: str, feet: int) -> float:
    """What Help adds to the friend's next attack on the target, if it is still to come."""
    if view.is_helped(friend, target):
        return 0.0
    plain = best(view, friend, target, feet)
    return HELP * (best(view, friend, target, feet, is_helped=True) - plain) if plain else 0.0


# ---- places ----


def threats(view: View, who: str) -> list[str]:
    """The enemies within whose reach `who` stands."""
    return [
        other
        for other in view.opponents(who)
        if not view.is_fleeing(other) and view.distance(who, other) <= view.reach(other)
    ]


def struck_by(view: View, who: str, others: list[str]) -> float:
    """What one blow from each of the others would cost `who`."""
    hits = chance(view, who, GUESSED_BONUS) if others else 0.0
    return sum(hits * share(view, who, hit_points(view, other)) for other in others)


def shoots(view: View, who: str) -> bool:
    """Whether `who` strikes from afar as well as beside an enemy: missiles, mystic attacks."""
    return any(not way.reach and way.normal for way in view.ways(who))


def way_of(view: View, who: str, key: Key) -> Attack | None:
    """The attack that a key names."""
    return next((way for way in view.ways(who) if way.id in key), None)
