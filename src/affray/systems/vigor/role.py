"""Roles: player characters, Major NPCs, Sovereigns, and Minors, who have no attributes."""

from __future__ import annotations

from affray.systems.vigor.ledger import tables
from affray.systems.vigor.state import VigorFight, Warrior


def trees_of(one: Warrior, kind: str) -> list[str]:
    """The stats of the combatant's trees of a kind ("martial" or "mystic"), each once."""
    trees = tables().trees
    found = [trees[tree] for tree in one.trees if tree in trees]
    return list(dict.fromkeys(tree.stat for tree in found if tree.kind == kind))


def is_untrained(one: Warrior) -> bool:
    """Whether a Major-path combatant has neither a tree nor an attack stat of its entry.

    Implements vigor.attack.untrained.
    """
    return not one.is_minor and not one.trees and not one.attack_stat


def minor_attack_bonus(fight: VigorFight, one: Warrior) -> int:
    """The bonus of a Minor's entry, else its Tier. Implements vigor.role.minor-attack-and-ac."""
    if one.attack_bonus is not None:
        return one.attack_bonus
    return one.tier * fight.numbers.minor_attack_bonus_per_tier


def leaders(fight: VigorFight) -> list[str]:
    """The enemies' Leaders in the fight, surprised or not. Implements vigor.role.leader."""
    return [who for who in fight.side("foes") if fight[who].leader]
