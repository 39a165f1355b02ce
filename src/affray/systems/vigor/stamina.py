"""Stamina, which pays for Maneuvers and for Recovery."""

from __future__ import annotations

from affray.systems.vigor.state import VigorFight, Warrior


def maximum(fight: VigorFight, one: Warrior) -> int:
    """4 and twice the Tier on the Major path; Minors have none, and armour costs none.

    Implements vigor.stamina.maximum, vigor.ac.armour-free-of-stamina.
    """
    if one.is_minor:
        return 0
    return fight.numbers.stamina_base + one.tier * fight.numbers.stamina_per_tier


def can_pay(one: Warrior, cost: int) -> bool:
    """Whether that much is left; a Minor pays nothing for what its entry grants it.

    Implements vigor.stamina.no-return-in-a-fight, vigor.role.minor-no-attribute-extras.
    """
    return one.is_minor or one.stamina >= cost


def cost_for(one: Warrior, cost: int) -> int:
    """What the combatant pays of a cost: a Minor nothing."""
    return 0 if one.is_minor else cost
