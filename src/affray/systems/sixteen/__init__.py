"""The system `sixteen`: d20 to a total of sixteen, deflection, armour, wounds and fatigue.

`system` is the entry point; it is made when it is first asked for, so that whoever wants the odds
of an attack alone does not load the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.systems.sixteen.face import SixteenSystem

    system: SixteenSystem

__all__ = ["system"]


def __getattr__(name: str) -> SixteenSystem:
    if name != "system":
        raise AttributeError(f"affray.systems.sixteen has no {name}")
    from affray.systems.sixteen.face import SixteenSystem

    made = globals()["system"] = SixteenSystem()
    return made
