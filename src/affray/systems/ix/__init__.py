"""The system `ix`: narrative dice, initiative slots, wounds below zero, and story points.

`system` is the entry point; it is made when it is first asked for, so that whoever wants the odds
of a pool alone does not load the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.systems.ix.face import IxSystem

    system: IxSystem

__all__ = ["system"]


def __getattr__(name: str) -> IxSystem:
    if name != "system":
        raise AttributeError(f"affray.systems.ix has no {name}")
    from affray.systems.ix.face import IxSystem

    made = globals()["system"] = IxSystem()
    return made
