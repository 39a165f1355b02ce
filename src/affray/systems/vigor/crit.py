"""Crits: how often, by Cunning and abilities; how hard, by Tier."""

from __future__ import annotations

from affray.systems.vigor import stat
from affray.systems.vigor.state import Attack, VigorFight, Warrior

WIDEST = 12
"""No bonus takes a crit range below it (vigor.crit.cap)."""


def crit_from(fight: VigorFight, one: Warrior, attack: Attack | None) -> int:
    """The lowest natural roll that crits, 21 if none does.

    Implements vigor.crit.when, vigor.crit.range-by-cunning, vigor.crit.odd-scores,
    vigor.crit.bonuses, vigor.crit.bonus-on-none (house switch crit-bonus-widens-empty-range),
    vigor.crit.cap, vigor.crit.weapons-none, vigor.crit.minor, vigor.maneuver.empower.
    """
    if one.is_minor:
        return 20
    lowest = stat.score(one, "cunning").crit_from
    if not lowest:
        if not fight.switches.crit_bonus_widens_empty_range:
            return 21
        lowest = 21
    bonus = one.crit + (attack.crit if attack is not None else 0)
    for effect in one.effects:
        if effect.kind == "empowered":
            bonus += effect.amount
    if bonus <= 0:
        return lowest - bonus
    return min(lowest, max(lowest - bonus, WIDEST))


def rules(one: Warrior, attack: Attack | None) -> list[str]:
    """The rules that a crit range goes by, for an event."""
    if one.is_minor:
        return ["vigor.crit.minor"]
    found = ["vigor.crit.range-by-cunning"]
    if one.stats.get("cunning", 10) % 2:
        found.append("vigor.crit.odd-scores")
    has_bonus = one.crit or (attack is not None and attack.crit) or one.has("empowered")
    if has_bonus:
        found += ["vigor.crit.bonuses", "vigor.crit.cap"]
        if not stat.score(one, "cunning").crit_from:
            found.append("vigor.crit.bonus-on-none")
    if one.has("empowered"):
        found.append("vigor.maneuver.empower")
    if attack is not None and attack.kind == "weapon":
        found.append("vigor.crit.weapons-none")
    return found
