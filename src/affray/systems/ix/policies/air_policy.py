"""Sensible play in the air and aboard: swoop and climb away, hover to shoot, land when tired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from affray.kernel.keys import Key, Option
from affray.kernel.policy import least
from affray.systems.ix.air.flying import CLIMB, DESCEND, FREE_ROUNDS, HOVER, LAND, TAKE_OFF
from affray.systems.ix.policies.view import Look, View
from affray.systems.ix.state import Fighter

if TYPE_CHECKING:
    from affray.systems.ix.policies.sensible import Sensible

END: Key = ("end",)
ALONGSIDE: Key = ("lie", "engaged", "level")
PILOT = 2
"""Dice of Piloting with which somebody takes the helm rather than doing nothing."""


def act(policy: Sensible, view: View, one: Fighter) -> Key | None:
    """What a flyer does for the sake of flying; None leaves it to what anybody would do.

    Hand to hand it comes down on its enemy, strikes, and climbs out of reach; with something to
    shoot it hovers. Nobody leaves the ground for enemies who stand on it.
    """
    words = view.flight(one.id)
    looks = view.look(one.id)
    goal = policy._goal(view, one, looks)
    if not view.is_flying(one.id):
        return _up(policy, view, one, looks, goal, words)
    if one.hold or one.has("demoralized") or one.has("staggered") or not goal:
        return _stay(policy, view, one, words)
    if not view.has_action:
        return _stay(policy, view, one, words, climbs=not _shoots(view, one)) or END
    if _shoots(view, one):
        return _stay(policy, view, one, words)
    if policy._can_strike(view, one, looks):
        if view.must_keep_aloft(one.id) and not view.free_maneuvers:
            return _stay(policy, view, one, words)
        return policy._best_blow(view, one, looks)[1] or None
    return _down_on(policy, view, one, goal, words) or _stay(policy, view, one, words)


def _shoots(view: View, one: Fighter) -> bool:
    return any(weapon.mode == "ranged" for weapon in view.arms(one.id))


def _is_tired(view: View, one: Fighter) -> bool:
    flyer = view.own(one.mount) if one.mount else one
    return flyer.aloft >= flyer.rating("might") + FREE_ROUNDS


def _up(
    policy: Sensible,
    view: View,
    one: Fighter,
    looks: Sequence[Look],
    goal: str,
    words: Mapping[str, list[Key]],
) -> Key | None:
    """Into the air after somebody who is up there, if nobody else can be fought."""
    if TAKE_OFF not in words or not goal or not view.has_action:
        return None
    if view.rise(one.id, goal) <= 0 or policy._can_strike(view, one, looks):
        return None
    return policy._affordable(one, words[TAKE_OFF])


def _down_on(
    policy: Sensible, view: View, one: Fighter, goal: str, words: Mapping[str, list[Key]]
) -> Key | None:
    """Nearer to somebody: along first, then up or down."""
    ways = view.approaches(one.id, goal)[::-1]
    if not ways:
        rise = view.rise(one.id, goal)
        ways = words.get(CLIMB if rise > 0 else DESCEND if rise < 0 else "", [])
    return policy._affordable(one, ways) or next((way for way in ways if way[-1] == "action"), None)


def _stay(
    policy: Sensible,
    view: View,
    one: Fighter,
    words: Mapping[str, list[Key]],
    *,
    climbs: bool = False,
) -> Key | None:
    """What keeps a flyer from falling at the end of its turn, if nothing has yet."""
    if not view.must_keep_aloft(one.id):
        return None
    tired = _is_tired(view, one)
    wanted = [LAND, HOVER] if tired else [CLIMB, HOVER] if climbs and one.zone == 1 else [HOVER]
    for word in (*wanted, LAND):
        if key := policy._affordable(one, words.get(word, ())):
            return key
    keys = [key for word in (HOVER, LAND) for key in words.get(word, ())]
    return next(iter(keys), None)


# ---- aboard ----


def aboard(view: View, one: Fighter, by_word: Mapping[str, list[Key]]) -> Key | None:
    """For whoever has nobody to fight from the deck: the hull of the other ship, a weapon that
    nobody serves any more, or the helm."""
    if not view.has_action:
        return None
    if "attack-ship" in by_word:
        return max(by_word["attack-ship"], key=lambda key: view.damage(one.id, key[1]))
    if view.free_maneuvers and not one.deck:
        for key in by_word.get("man", ()):
            if view.covers(one.id, key[1]):
                return key
    skilled = one.rating("agility") + one.skills.get("piloting", 0)
    if "position" in by_word and skilled >= PILOT and one.skills.get("piloting", 0):
        return by_word["position"][0]
    return None


def lie(view: View, who: str, offered: Sequence[Option]) -> Key:
    """Alongside for a crew that fights hand to hand, else as the ships do."""
    crew = [who, *(friend for friend in view.friends(who) if view.own(friend).perch)]
    melee = sum(not _shoots(view, view.own(one)) for one in crew)
    if 2 * melee >= len(crew) and ALONGSIDE in offered:
        return ALONGSIDE
    return least(offered[0])
