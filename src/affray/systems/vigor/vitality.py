"""Vitality, the pool below Vigor."""

from __future__ import annotations

from affray.systems.vigor.ledger import tables
from affray.systems.vigor.state import VigorFight, Warrior
from affray.systems.vigor.tier import HIGHEST, LOWEST


def maximum(fight: VigorFight, one: Warrior) -> int:
    """3 and the Tier for a player character, twice the Tier for a Major NPC, 10 and four times
    the Tier for a Sovereign; a Minor has none.

    Implements vigor.vitality.hero, vigor.vitality.major-npc, vigor.vitality.sovereign,
    vigor.injury.broken-bone.
    """
    row = tables().tiers[min(max(one.tier, LOWEST), HIGHEST)]
    match one.role:
        case "hero":
            most = row.hero_vitality
        case "major":
            most = row.major_vitality
        case "sovereign":
            most = row.sovereign_vitality
        case _:
            return 0
    if "broken-bone" in one.injuries:
        least = fight.numbers.broken_bone_vitality_min
        most = max(most + fight.numbers.broken_bone_vitality, least)
    return most
