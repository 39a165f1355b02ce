"""Defense: Bane Dice on the attacker's pool, from shields, weapons, armour, cover and spends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from affray.systems.ix.ledger import limit
from affray.systems.ix.pool import Build
from affray.systems.ix.records import Weapon
from affray.systems.ix.state import Fighter, IxFight

if TYPE_CHECKING:
    from affray.systems.ix.check import Check

MELEE, RANGED = "melee", "ranged"
QUALITY = {MELEE: "defensive", RANGED: "sheltering"}
"""Which weapon quality gives which Defense."""


def of(fight: IxFight, who: str, mode: str) -> int:
    """The Melee or Ranged Defense of somebody, as `mode` says; 0 while a spend has opened it.

    Implements ix.defense.stacking (house switch defense-stacks), ix.defense.cap,
    ix.defense.matching-type.
    """
    if who in fight.opened:
        return 0
    found = sources(fight, who, mode)
    amount = sum(found) if fight.switches.defense_stacks else max(found, default=0)
    return max(0, min(amount, limit("defense")))


def sources(fight: IxFight, who: str, mode: str) -> list[int]:
    """What gives somebody that Defense, source by source.

    Implements ix.defense.melee-sources, ix.defense.ranged-sources, ix.defense.other-sources,
    ix.quality.defensive, ix.maneuver.cover-defense.
    """
    one = fight.combatants[who]
    if mode == MELEE:
        found = [one.melee_defense]
        if one.armour is not None:
            found.append(one.armour.melee_defense)
    else:
        found = [one.ranged_defense, one.cover]
        if one.armour is not None:
            found.append(one.armour.ranged_defense)
    quality = QUALITY[mode]
    found += [weapon.rating(quality) for weapon in wielded(one)]
    if fight.warded:
        found += [1 for whose, which, _ in fight.warded if whose == who and which == mode]
    return [amount for amount in found if amount]


def wielded(one: Fighter) -> Iterator[Weapon]:
    """The weapons in hand that work, those of the body included."""
    for weapon in one.weapons:
        if (weapon.natural or weapon.id in one.held) and one.faults.get(weapon.id) in (
            None,
            "jammed",
        ):
            yield weapon


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """A Bane Die for each point of the Defense that matches the attack.

    Implements ix.defense.bane-dice, ix.defense.matching-type, ix.defense.no-damage-reduction.
    """
    amount = of(fight, check.target, check.mode)
    if amount:
        dice_for = amount * fight.numbers.bane_dice_per_defense
        build.give("bane", dice_for, f"{check.mode} Defense {amount}", "ix.defense.bane-dice")
