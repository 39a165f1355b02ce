"""Descriptors of harm: resistance, immunity and vulnerability."""

from __future__ import annotations

from affray.systems.vigor.state import Warrior

IMMUNE = "immune"
RESISTANT = "resistant"
VULNERABLE = "vulnerable"
RULES = {
    IMMUNE: "vigor.type.immunity",
    RESISTANT: "vigor.type.resistance",
    VULNERABLE: "vigor.type.vulnerability",
}


def answer(one: Warrior, descriptor: str) -> str:
    """How the combatant takes harm of that descriptor: "immune", "resistant", "vulnerable" or "".

    Resistance and vulnerability cancel; immunity beats both.

    Implements vigor.type.descriptor, vigor.type.once-per-hit.
    """
    if not descriptor:
        return ""
    if descriptor in one.immune:
        return IMMUNE
    resists, suffers = descriptor in one.resists, descriptor in one.vulnerable
    if resists == suffers:
        return ""
    return RESISTANT if resists else VULNERABLE


def adjusted(points: int, how: str) -> int:
    """The whole sum of a hit after its descriptor: 1 less, 1 more, or nothing; never below 0.

    Implements vigor.type.resistance, vigor.type.immunity, vigor.type.vulnerability,
    vigor.type.vigor-damage-too.
    """
    if how == IMMUNE:
        return 0
    worth = points + (how == VULNERABLE) - (how == RESISTANT)
    return max(worth, 0)
