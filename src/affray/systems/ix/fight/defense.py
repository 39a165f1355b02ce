"""Defense: Bane Dice on the attacker's pool, from shields, weapons, armour, cover and spends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from affray.systems.ix.ledger import limit
from affray.systems.ix.records import Weapon
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import Fighter, IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

MELEE, RANGED = "melee", "ranged"
QUALITY = {MELEE: "defensive", RANGED: "sheltering"}
"""Which weapon quality gives which Defense."""


def of(fight: IxFight, who: str, mode: str) -> int:
    """The Melee or Ranged Defense of somebody, as `mode` says; 0 while a spend has opened it.

    Implements ix.defense.stacking (house switch defense-stacks), ix.defense.cap,
    ix.defense.matching-type.
    """
    return sum([amount for amount, _, _ in counted(fight, who, mode)])


def counted(fight: IxFight, who: str, mode: str) -> list[tuple[int, str, str]]:
    """What counts of the Defense of somebody: points, where from, by which rule.

    Implements ix.defense.stacking (house switch defense-stacks), ix.defense.cap.
    """
    if who in fight.opened:
        return []
    found = sources(fight, who, mode)
    if len(found) > 1 and not fight.switches.defense_stacks:
        found = [max(found)]
    most = limit("defense")
    left: list[tuple[int, str, str]] = []
    for amount, what, rule in found:
        points = min(amount, most)
        most -= points
        if points > 0:
            left.append((points, what, rule if points == amount else "ix.defense.cap"))
    return left


def sources(fight: IxFight, who: str, mode: str) -> list[tuple[int, str, str]]:
    """Everything that gives somebody that Defense: points, where from, by which rule.

    Implements ix.defense.melee-sources, ix.defense.ranged-sources, ix.defense.other-sources,
    ix.quality.defensive, ix.maneuver.cover-defense, ix.content.adversaries.
    """
    one = fight.combatants[who]
    found: list[tuple[int, str, str]] = []
    own, worn = one.ranged_defense, one.armour.ranged_defense if one.armour else 0
    if mode == MELEE:
        own, worn = one.melee_defense, one.armour.melee_defense if one.armour else 0
    elif one.cover:
        found.append((one.cover, "cover", "ix.defense.ranged-sources"))
    if own:
        found.append((own, "its own Defense", "ix.content.adversaries"))
    quality = QUALITY[mode]
    for weapon in wielded(one):
        if points := weapon.rating(quality):
            found.append((points, weapon.name, _rule_of(weapon, mode)))
    if worn and one.armour is not None and one.armour.id not in one.faults:
        found.append((worn, one.armour.name, "ix.defense.other-sources"))
    if fight.warded:
        won = sum(whose == who and which == mode for whose, which, _ in fight.warded)
        if won:
            found.append((won, "a ward", "ix.attack.boons"))
    return found


def _rule_of(weapon: Weapon, mode: str) -> str:
    """By which rule a weapon gives Defense; what gives both kinds is a shield."""
    if mode == RANGED:
        return "ix.defense.other-sources"
    return "ix.defense.melee-sources" if weapon.has("sheltering") else "ix.quality.defensive"


def rules_for(fight: IxFight, who: str, mode: str) -> tuple[str, ...]:
    """The rules of Defense that an attack on somebody meets."""
    points = of(fight, who, mode)
    if not points:
        return ()
    rules: tuple[str, ...] = ("ix.defense.bane-dice", "ix.defense.matching-type")
    found = sources(fight, who, mode)
    if len(found) > 1:
        rules += ("ix.defense.stacking",)
    if sum(amount for amount, _, _ in found) > points:
        rules += ("ix.defense.cap",)
    return rules


def wielded(one: Fighter) -> Iterator[Weapon]:
    """The weapons in hand that work, those of the body included."""
    held, faults = one.held, one.faults
    for weapon in one.weapons:
        if not weapon.natural and weapon.id not in held:
            continue
        if not faults or faults.get(weapon.id, "jammed") == "jammed":
            yield weapon


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """A Bane Die for each point of the Defense that matches the attack.

    Implements ix.defense.bane-dice, ix.defense.matching-type, ix.defense.no-damage-reduction.
    """
    per_point = fight.numbers.bane_dice_per_defense
    kind = MELEE if check.mode == MELEE else RANGED
    for amount, what, rule in counted(fight, check.target, kind):
        build.give("bane", amount * per_point, f"{kind} Defense: {what}", rule)
