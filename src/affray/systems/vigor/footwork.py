"""Where sensible people go: to the next enemy, into the clear for a shot, behind their friends."""

from __future__ import annotations

from affray.kernel.keys import Key
from affray.systems.vigor import position, weighing
from affray.systems.vigor.state import Attack, Spot
from affray.systems.vigor.view import View

STRIDE = 30
"""The feet of a turn's movement, for what is planned before the turn."""
ASIDE = (5, 10, 20, 30)
"""How many feet somebody goes aside to have a clear shot."""
DIRECTIONS = ((0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (1, -1), (-1, -1), (0, -1))


def nearest(view: View, who: str) -> str | None:
    """The nearest enemy who does not flee."""
    standing = [one for one in view.targets(who) if not view.is_fleeing(one)]
    return min(standing, key=lambda other: view.distance(who, other), default=None)


def friends(view: View, who: str) -> list[str]:
    """The side of `who`, itself too."""
    return view.heroes() if view.side_of(who) == "heroes" else view.foes()


def to(spot: Spot) -> Key:
    return ("move", "to", str(spot[0]), str(spot[1]))


def way_to(view: View, who: str, target: str) -> Key:
    """The move that brings an enemy into reach, no nearer than need be."""
    long_arms = view.reach(who) > view.numbers.step_feet
    return ("move", "into-reach" if long_arms else "next-to", target)


def arrives(view: View, who: str, target: str) -> Spot | None:
    """Where `way_to` ends if the target is within reach there, None if it is not."""
    way = view.way(who, way_to(view, who, target), view.feet)
    if not way or position.distance(way[-1], view.spot(target)) > view.reach(who):
        return None
    return way[-1]


def approach(view: View, who: str) -> Key | None:
    """A move toward the nearest enemy, for whoever can do nothing where it stands."""
    target = nearest(view, who)
    if target is None or view.feet <= 0 or view.distance(who, target) <= view.reach(who):
        return None
    key = way_to(view, who, target)
    way = view.way(who, key, view.feet)
    return key if way and way[-1] != view.spot(who) else None


def withdraw(view: View, who: str) -> Key | None:
    """Out of the next stride of the nearest enemy, for whoever shoots: if a friend is there to
    hold the enemies up, and if nobody may strike at it for that."""
    near = nearest(view, who)
    if near is None or view.feet <= 0 or not weighing.shoots(view, who):
        return None
    safe = STRIDE + view.reach(near) + view.numbers.step_feet
    if view.distance(who, near) >= safe or not _is_covered(view, who, near):
        return None
    way = view.way(who, ("move", "away"), view.feet)
    if not way or way[-1] == view.spot(who):
        return None
    away = [spot for spot in way if position.distance(spot, view.spot(near)) >= safe]
    goal = next((spot for spot in away if view.is_free(spot, who)), way[-1])
    return None if view.leaves_reach_of(who, goal) else to(goal)


def _is_covered(view: View, who: str, near: str) -> bool:
    """Whether a friend who fights hand to hand is nearer to the enemy, or among enemies."""
    apart = view.distance(who, near)
    return any(
        view.distance(friend, near) < apart or weighing.threats(view, friend)
        for friend in friends(view, who)
        if friend != who and not weighing.shoots(view, friend)
    )


def charge(view: View, who: str) -> Key | None:
    """On toward an enemy who is far off, with the feet that a Sprint has given."""
    target = nearest(view, who)
    if target is None or weighing.shoots(view, who):
        return None
    far = view.distance(who, target) - view.reach(who)
    return approach(view, who) if far > view.numbers.step_feet else None


def shelter(view: View, who: str) -> Key | None:
    """Out of the line of those who shoot, behind whoever stands between, if no enemy is near.

    It costs nothing but what is left of the movement: nobody is left to strike at, nobody may
    strike at it for that, and no enemy comes into reach.
    """
    archers = [one for one in view.opponents(who) if view.is_open(one) and _has_missiles(view, one)]
    if not archers or view.feet <= 0 or _is_crowded(view, who, view.spot(who)):
        return None
    others = {view.spot(one) for one in (*view.heroes(), *view.foes()) if one != who}
    exposed = _exposure(view, archers, others, view.spot(who))
    best: Key | None = None
    for spot in _around(view, who):
        if exposed <= 0:
            break
        less = _exposure(view, archers, others, spot)
        if less >= exposed or spot in others or _is_crowded(view, who, spot):
            continue
        walked = view.way(who, to(spot), view.feet)
        if walked and walked[-1] == spot and not view.leaves_reach_of(who, spot):
            best, exposed = to(spot), less
    return best


def _has_missiles(view: View, who: str) -> bool:
    return any(way.normal and not way.reach and not way.is_mystic for way in view.ways(who))


def _exposure(view: View, archers: list[str], others: set[Spot], spot: Spot) -> float:
    """How many shots may come to a place: whole ones, and half for those past one creature."""
    found = 0.0
    for archer in archers:
        start = view.spot(archer)
        way = position.leg(start, spot, view.numbers.step_feet)[:-1]
        in_way = len(others.intersection(way) - {start})
        found += (1.0, 0.5)[in_way] if in_way < 2 else 0.0
    return found


def _around(view: View, who: str) -> list[Spot]:
    """The places aside that the movement leads to, the nearest first."""
    here = view.spot(who)
    return [
        (here[0] + across * feet, here[1] + along * feet)
        for feet in ASIDE
        if feet <= view.feet
        for across, along in DIRECTIONS
    ]


def clear_shot(view: View, who: str, least: float) -> tuple[float, Key]:
    """The move to a place from which a missile meets nobody on its way, and the worth of the shot;
    (0, ()) if none is worth more than `least`."""
    shots: list[tuple[float, Attack, str]] = []
    for way in view.ways(who):
        if way.normal and not way.is_mystic:
            for target in view.targets(who):
                worth = weighing.blow(view, who, way, target, is_ranged=True, is_clear=True)
                if worth > least:
                    shots.append((worth, way, target))
    for worth, way, target in sorted(shots, key=lambda shot: -shot[0]):
        spot = _clear_spot(view, who, way, target)
        if spot is not None:
            return worth, to(spot)
    return 0.0, ()


def _clear_spot(view: View, who: str, way: Attack, target: str) -> Spot | None:
    """The nearest place in normal range with a clear line that nothing speaks against."""
    end = view.spot(target)
    others = {view.spot(one) for one in (*view.heroes(), *view.foes()) if one != who}
    for spot in _around(view, who):
        if spot in others or position.distance(spot, end) > way.normal:
            continue
        line = position.leg(spot, end, view.numbers.step_feet)[:-1]
        if others.intersection(line) or view.leaves_reach_of(who, spot):
            continue
        walked = view.way(who, to(spot), view.feet)
        if walked and walked[-1] == spot and not _is_crowded(view, who, spot):
            return spot
    return None


def _is_crowded(view: View, who: str, spot: Spot) -> bool:
    """Whether an enemy would reach that place."""
    return any(
        position.distance(spot, view.spot(other)) <= view.reach(other)
        for other in view.opponents(who)
        if not view.is_fleeing(other)
    )
