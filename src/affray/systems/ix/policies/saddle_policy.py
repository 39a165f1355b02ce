"""Sensible play in the saddle: back onto a horse, and straight at whoever is a charge away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from affray.kernel.keys import Key
from affray.systems.ix.policies.view import Look, View
from affray.systems.ix.state import Fighter

if TYPE_CHECKING:
    from affray.systems.ix.policies.sensible import Sensible

SPARE_STRAIN = 5
"""Nobody pays Strain who would have less than this left."""


def back_up(view: View, one: Fighter) -> Key | None:
    """Into an empty saddle at hand, for whoever can ride and has no enemy at its side."""
    saddles = view.saddles(one.id) if one.skills.get("riding") else ()
    if not saddles or any(view.steps(one.id, look.who) == 0 for look in view.look(one.id)):
        return None
    return ("mount", saddles[0])


def ride_down(policy: Sensible, view: View, one: Fighter, looks: Sequence[Look]) -> Key | None:
    """Straight at whoever is just far enough away for the blow to be a charge."""
    steed, goal = view.own(one.mount), policy._goal(view, one, looks)
    if steed.has_charged or not goal or not any(arm.mode == "melee" for arm in one.weapons):
        return None
    left = view.numbers.medium_steps - abs(steed.run)
    if left <= 0 or view.steps(one.id, goal) != left:
        return None
    rich = one.strain_points - one.strain > SPARE_STRAIN
    if not steed.run and not (view.free_maneuvers and (rich or left == 1)):
        return None
    return policy._affordable(one, view.approaches(one.id, goal))
