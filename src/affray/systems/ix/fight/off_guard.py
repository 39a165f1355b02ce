"""Off-guard: found out at the moment it matters, for each attacker apart; never stored.

It changes nothing by itself: only effects that name it use it (ix.off-guard.no-effect-alone).
"""

from __future__ import annotations

from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm.condition import (
    DISORIENTED,
    GRABBED,
    PRONE,
    RESTRAINED,
    STAGGERED,
    SURPRISED,
)
from affray.systems.ix.state import Fighter, IxFight

CONDITIONS = frozenset({PRONE, STAGGERED, DISORIENTED, RESTRAINED, GRABBED})


def is_off_guard(fight: IxFight, target: str, attacker: str) -> bool:
    """Whether a target is off-guard against that attacker at this moment.

    Implements ix.off-guard.state, ix.off-guard.by-condition, ix.off-guard.by-surprise,
    ix.off-guard.by-distraction, ix.off-guard.gm.
    """
    one = fight.combatants[target]
    if one.ruled_off_guard or one.surprised or attacker in one.unaware_of:
        return True
    if any(each.id in CONDITIONS or each.id == SURPRISED for each in one.conditions):
        return True
    if one.effects and one.effect("off-guard") is not None:
        return True
    return is_distracted(fight, one, attacker)


def is_distracted(fight: IxFight, one: Fighter, attacker: str) -> bool:
    """Whether it is in melee with somebody else and has not attacked this attacker this round.

    Implements ix.off-guard.by-distraction.
    """
    if attacker in one.struck:
        return False
    return any(other != attacker for other in bands.enemies_engaged(fight, one.id))


def why(fight: IxFight, target: str, attacker: str) -> tuple[str, ...]:
    """The rules by which a target is off-guard against that attacker, for what makes use of it."""
    one = fight.combatants[target]
    rules = ["ix.off-guard.no-effect-alone", "ix.off-guard.state"]
    if one.ruled_off_guard:
        rules.append("ix.off-guard.gm")
    if one.surprised or one.has(SURPRISED) or attacker in one.unaware_of:
        rules.append("ix.off-guard.by-surprise")
    if any(each.id in CONDITIONS for each in one.conditions):
        rules.append("ix.off-guard.by-condition")
    if one.effects and (effect := one.effect("off-guard")) is not None:
        rules.append(effect.rule)
    if is_distracted(fight, one, attacker):
        rules.append("ix.off-guard.by-distraction")
    return tuple(filter(None, rules))
