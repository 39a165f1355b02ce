"""The system `vigor`: tactics picked together, maneuvers that can be disrupted, and three layers.

A hit goes through Vigor, then Vitality, then (for player characters) wounds. `system` is the entry
point; it is made when it is first asked for, so that whoever wants odds alone does not load the
rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.systems.vigor.face import VigorSystem

    system: VigorSystem

__all__ = ["system"]


def __getattr__(name: str) -> VigorSystem:
    if name != "system":
        raise AttributeError(f"affray.systems.vigor has no {name}")
    from affray.systems.vigor.face import VigorSystem

    made = globals()["system"] = VigorSystem()
    return made
