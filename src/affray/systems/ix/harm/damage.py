"""Damage: the base, raised by net Successes, less Resistance, off the Wounds."""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.harm import strain as strains
from affray.systems.ix.harm import wounds
from affray.systems.ix.state import Fighter, IxFight

FORMULA = (
    "ix.damage.formula",
    "ix.damage.order",
    "ix.damage.resistance-value",
    "ix.damage.wording",
)


def total(base: int, successes: int, bonus: int = 0) -> int:
    """The damage of a hit before Resistance: each net Success after the first adds 1.

    Implements ix.damage.base, ix.damage.net-success, ix.damage.order.
    """
    return base + max(successes - 1, 0) + bonus


def resistance(fight: IxFight, one: Fighter) -> int:
    """Half of Might, rounded up, and the armour bonus; a profile has its whole number.

    Implements ix.damage.resistance-value, ix.wounds.creature-profiles, ix.content.adversaries.
    """
    if one.resistance is not None:
        return one.resistance
    half = (one.rating("might") + 1) // 2
    if one.armour is None or one.armour.id in one.faults:
        return half
    worn = 0
    for effect in one.effects:
        if effect.op == DAMAGED and effect.what == one.armour.id:
            worn += effect.amount
    return half + max(one.armour.resistance - worn, 0)


DAMAGED = "gear-damaged"
"""The op of an effect that stands for the steps by which an item (`what`) is damaged."""


def deal(
    fight: IxFight,
    table: Table,
    target: str,
    amount: int,
    *,
    because: Because,
    by: str = "",
    ignore: int = 0,
    weapon: str = "",
    spell: str = "",
    strain: bool = False,
    attack: bool = True,
) -> int:
    """Somebody takes damage: less Resistance, never below 0, the rest comes off the Wounds.

    `ignore` are points of Resistance that do not count, `strain` puts what is left on the Strain
    track instead; `attack` says that an attack did it. Returns what got through, 0 or more.

    Implements ix.damage.formula, ix.damage.order, ix.damage.wording.
    """
    resisted = max(resistance(fight, fight.combatants[target]) - ignore, 0)
    through = max(amount - resisted, 0)
    if table.recording:
        table.record(
            "damage",
            (*rules_of(because), *FORMULA),
            of=target,
            secret={"resistance": resisted, "through": through},
            who=target,
            by=by,
            weapon=weapon,
            spell=spell,
            damage=amount,
            strain=strain,
        )
    if through:
        suffer = strains.suffer if strain else wounds.suffer
        suffer(fight, table, target, through, because=because, by=by, attack=attack)
    return through
