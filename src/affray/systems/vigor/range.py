"""How far attacks go: reach in melee, normal and long range, and who can be seen."""

from __future__ import annotations

from affray.systems.vigor import position
from affray.systems.vigor.state import Attack, VigorFight


def sees(fight: VigorFight, who: str, other: str) -> bool:
    """Whether `who` sees the other: everybody does, but for what the scene says and for what the
    GM keeps hidden from the players.

    Implements vigor.fight.scene-facts.
    """
    if not fight.knows(who, other):
        return False
    return not fight.facts or fight.fact("sight", who, other) != 0


def reach(fight: VigorFight, who: str, attack: Attack) -> int:
    """How far the attack strikes in melee, 0 if it cannot.

    Implements vigor.range.melee, vigor.weapon-maneuver.full-length.
    """
    if attack.reach <= 0:
        return 0
    for effect in fight[who].effects:
        if effect.kind == "full-length" and effect.weapon == attack.id:
            return attack.reach + fight.numbers.full_length_feet
    return attack.reach


def farthest(fight: VigorFight, who: str, attack: Attack, *, is_ranged: bool) -> int:
    """How far the attack can be made at all: its reach, or its long range.

    Implements vigor.position.reach, vigor.range.melee, vigor.range.ranged,
    vigor.glancing.target-details.
    """
    return attack.long if is_ranged else reach(fight, who, attack)


def is_long(fight: VigorFight, who: str, attack: Attack, target: str) -> bool:
    """Whether a ranged attack goes past its normal range, which belongs to the nearer band.

    Implements vigor.range.ranged.
    """
    return position.between(fight, who, target) > attack.normal
