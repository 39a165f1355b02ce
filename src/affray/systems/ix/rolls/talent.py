"""Talents whose whole effect is a number: more dice, less Resistance, more damage.

What Guarded, Catch Breath, Fast Hands and Combat Caster do stands where it is done.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.systems.ix.fight import off_guard
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

PRECISE_STRIKE, FIND_THE_GAP = "precise-strike", "find-the-gap"
PUNISHING_HOLD, CHARGING_STRIKE = "punishing-hold", "charging-strike"


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """What the roller's talents do to its pool. Implements ix.talent.precise-strike."""
    if check.kind != "attack" or not fight.combatants[check.who].has_talent(PRECISE_STRIKE):
        return
    if check.target and off_guard.is_off_guard(fight, check.target, check.who):
        dice = fight.numbers.precise_strike_boon_dice
        build.give("boon", dice, "Precise Strike", "ix.talent.precise-strike")
        build.also += off_guard.why(fight, check.target, check.who)


def uses_off_guard(fight: IxFight, who: str) -> bool:
    """Whether it makes a difference to the attacks of `who` if a target is off guard.

    Implements ix.off-guard.no-effect-alone.
    """
    talents = fight.combatants[who].talents
    return bool(talents) and (PRECISE_STRIKE in talents or FIND_THE_GAP in talents)


def ignored_resistance(fight: IxFight, who: str, target: str) -> int:
    """Points of a target's Resistance that a hit by `who` goes past.

    Implements ix.talent.find-the-gap.
    """
    if not fight.combatants[who].has_talent(FIND_THE_GAP):
        return 0
    if not off_guard.is_off_guard(fight, target, who):
        return 0
    return fight.numbers.find_the_gap_resistance


def hold_damage(fight: IxFight, who: str, target: str) -> int:
    """What is added to the harm of a hold. Implements ix.talent.punishing-hold."""
    if not fight.combatants[who].has_talent(PUNISHING_HOLD):
        return 0
    if not off_guard.is_off_guard(fight, target, who):
        return 0
    return fight.numbers.punishing_hold_damage


def charge_damage(fight: IxFight, who: str) -> int:
    """What is added to a charge. Implements ix.talent.charging-strike."""
    if not fight.combatants[who].has_talent(CHARGING_STRIKE):
        return 0
    return fight.numbers.charging_strike_damage
