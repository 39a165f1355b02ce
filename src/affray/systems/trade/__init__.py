"""The system `trade`: pools of six-sided dice, and one hit trades blows.

No hit fails, one hit trades, two or more succeed. `system` is the entry point; it is made when it
is first asked for, so that whoever wants the odds of a pool alone does not load the rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from affray.systems.trade.face import TradeSystem

    system: TradeSystem

__all__ = ["system"]


def __getattr__(name: str) -> TradeSystem:
    if name != "system":
        raise AttributeError(f"affray.systems.trade has no {name}")
    from affray.systems.trade.face import TradeSystem

    made = globals()["system"] = TradeSystem()
    return made
