"""What a character carries, and what is too much."""

from __future__ import annotations

from affray.systems.ix.numbers import Numbers
from affray.systems.ix.state import Fighter


def burden(one: Fighter, numbers: Numbers) -> int:
    """Points of encumbrance above what somebody can carry; creatures carry what they have.

    Implements ix.content.encumbrance.
    """
    if one.kind != "hero":
        return 0
    load = sum(weapon.encumbrance for weapon in one.weapons if weapon.id not in one.dropped)
    load += sum(item.encumbrance * item.count for item in one.items if item.id not in one.dropped)
    if one.armour is not None:
        load += max(one.armour.encumbrance - numbers.worn_armour_relief, 0)
    return max(load - numbers.encumbrance_base - one.rating("might"), 0)
