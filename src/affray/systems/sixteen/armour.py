"""Armour and resistance: one of the two, by the kind of damage, takes points off a hit."""

from __future__ import annotations

from typing import NamedTuple

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.sixteen.state import PHYSICAL, SixteenFight

APPROPRIATE = "sixteen.armour.appropriate"
BY_ARMOUR: Key = ("armour",)
BY_RESISTANCE: Key = ("resistance",)
BY_NOTHING: Key = ("nothing",)


class Hit(NamedTuple):
    """What is to be reduced: its kind of damage and its AP, and whether it was critical."""

    kind: str
    ap: int
    critical: bool = False


def rating(fight: SixteenFight, target: str, hit: Hit) -> int:
    """AR against this hit: changed by the kind of weapon, then lowered by AP, never below 0.

    Implements sixteen.armour.rating, sixteen.armour.penetration, sixteen.armour.effective,
    sixteen.armour.weapon-types, sixteen.armour.match-up.
    """
    one = fight.combatants[target]
    change = fight.tables.match_up.get(hit.kind, {}).get(one.armour, 0)
    return max(0, one.ar + change - hit.ap * fight.numbers.ar_per_ap)


def usual(fight: SixteenFight, target: str, hit: Hit) -> Key:
    """Armour against what cuts, pierces or crushes, else resistance against its kind.

    A critical hit goes past armour, not past resistance. Implements sixteen.armour.resistance,
    sixteen.critical.bypasses, sixteen.critical.no-extra-damage.
    """
    if hit.kind in PHYSICAL:
        return BY_NOTHING if hit.critical else BY_ARMOUR
    return BY_RESISTANCE


def is_doubtful(fight: SixteenFight, target: str, hit: Hit) -> bool:
    """Whether the nature of a hit leaves doubt: it is of a kind that armour is not made for, and
    the target has armour or resistances; or both could be subtracted from it.

    Implements sixteen.armour.appropriate.
    """
    one = fight.combatants[target]
    if hit.kind in PHYSICAL:
        return one.resistance(hit.kind) > 0
    return one.ar > 0 or bool(one.resistances)


def reduction(fight: SixteenFight, table: Table, target: str, hit: Hit) -> tuple[int, Key]:
    """How much is subtracted from a hit, and as what. At most one of the two is.

    Implements sixteen.armour.appropriate, sixteen.armour.resistance, sixteen.armour.rating,
    sixteen.critical.bypasses.
    """
    by = usual(fight, target, hit)
    if is_doubtful(fight, target, hit):
        by = table.rule(APPROPRIATE, _ways, lambda: usual(fight, target, hit))
    return _points(fight, target, hit, by), by


def by_kind(fight: SixteenFight, target: str, hit: Hit) -> int:
    """How much is subtracted from a hit where nothing else is ruled."""
    return _points(fight, target, hit, usual(fight, target, hit))


def _points(fight: SixteenFight, target: str, hit: Hit, by: Key) -> int:
    if by == BY_ARMOUR:
        return 0 if hit.critical else rating(fight, target, hit)
    if by == BY_RESISTANCE:
        return fight.combatants[target].resistance(hit.kind)
    return 0


def _ways() -> list[Option]:
    return [BY_ARMOUR, BY_RESISTANCE, BY_NOTHING]


def rules_of(fight: SixteenFight, target: str, hit: Hit, by: Key) -> list[str]:
    """The rules that a reduction stands under, for its event."""
    one = fight.combatants[target]
    if by == BY_RESISTANCE:
        return ["sixteen.armour.resistance"] if one.resistance(hit.kind) else []
    if hit.critical:
        rules = ["sixteen.critical.bypasses", "sixteen.critical.no-extra-damage"]
        return rules if one.ar else []
    if by != BY_ARMOUR:
        return [APPROPRIATE]
    rules = []
    if one.ar or one.armour != "none":
        rules.append("sixteen.armour.rating")
    if fight.tables.match_up.get(hit.kind, {}).get(one.armour, 0):
        rules += ["sixteen.armour.weapon-types", "sixteen.armour.match-up"]
    if hit.ap and rules:
        rules += ["sixteen.armour.penetration", "sixteen.armour.effective"]
    return rules
