"""Weapons in use: which are ready, how far each reaches, how hard an attack is at which range."""

from __future__ import annotations

from functools import cache, lru_cache

from affray.systems.ix.fight import quality
from affray.systems.ix.fight import range as bands
from affray.systems.ix.ledger import BANDS, ENGAGED, SHORT, rows
from affray.systems.ix.records import Weapon
from affray.systems.ix.state import IxFight

UNARMED = "unarmed"
HEAVY_MELEE = "heavy-melee"


@lru_cache(maxsize=64)
def _unarmed(might: int, crit: int) -> Weapon:
    return Weapon(UNARMED, "Unarmed", UNARMED, might, crit, ENGAGED, "melee", natural=True)


def weapon_of(fight: IxFight, who: str, weapon: str) -> Weapon | None:
    """A weapon by its id, the strike that everybody has included.

    Implements ix.damage.unarmed, ix.quality.unarmed-crit.
    """
    one = fight.combatants[who]
    if weapon == UNARMED:
        return _unarmed(one.rating("might"), fight.numbers.unarmed_crit)
    return one.weapon(weapon)


def ready(fight: IxFight, who: str) -> list[Weapon]:
    """The weapons that `who` can use now, bare hands the last. Implements
    ix.maneuver.draw-or-stow."""
    one = fight.combatants[who]
    found = [weapon for weapon in one.weapons if quality.is_ready(fight, one, weapon)]
    found.append(_unarmed(one.rating("might"), fight.numbers.unarmed_crit))
    return found


def reach_of(weapon: Weapon) -> int:
    """The farthest band at which a weapon can be used.

    Implements ix.range.melee-default, ix.range.heavy-melee, ix.range.polearm, ix.range.maximum.
    """
    if weapon.mode == "ranged":
        return weapon.reach
    if weapon.skill == HEAVY_MELEE:
        return ENGAGED
    return SHORT if weapon.has("reach") or weapon.reach >= SHORT else ENGAGED


def can_reach(fight: IxFight, who: str, target: str, weapon: Weapon, band: int) -> bool:
    """Whether a target in that band can be attacked; one at the same place is met hand to hand."""
    if band <= reach_of(weapon):
        return True
    if weapon.mode == "ranged":
        return False
    if not bands.same_height(fight.combatants[who], fight.combatants[target]):
        return False
    return bands.steps(fight, who, target) < fight.numbers.short_steps


@cache
def difficulty(mode: str, band: int) -> tuple[int, int]:
    """Trial and Bane Dice of an attack by range.

    Implements ix.attack.difficulty-by-range, ix.attack.melee-difficulty,
    ix.attack.ranged-difficulty, ix.range.ranged-at-engaged.
    """
    row = rows("range-difficulty").get(f"{mode}-{BANDS[band]}")
    if row is None:  # a band that the GM has declared for a weapon that does not reach so far
        row = rows("range-difficulty")["melee-short"]
    return int(row["trial-dice"]), int(row["bane-dice"])


def rules_for(weapon: Weapon, band: int) -> tuple[str, ...]:
    """Under which rules of range and skill an attack with this weapon stands."""
    rules: tuple[str, ...] = ("ix.range.record", "ix.range.bands", "ix.attack.difficulty-by-range")
    if weapon.mode == "ranged":
        rules += ("ix.range.maximum",)
        if band == ENGAGED:
            return (*rules, "ix.range.ranged-at-engaged")
        return (*rules, "ix.attack.ranged-difficulty")
    rules += ("ix.attack.melee-difficulty",)
    if weapon.id == UNARMED:
        return (*rules, "ix.range.melee-default", "ix.damage.unarmed", "ix.quality.unarmed-crit")
    if weapon.skill == HEAVY_MELEE:
        return (*rules, "ix.range.heavy-melee")
    return (*rules, "ix.range.melee-default" if reach_of(weapon) == ENGAGED else "ix.range.polearm")
