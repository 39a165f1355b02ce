"""The system `trade`: pools of six-sided dice, and one hit trades blows.

No hit fails, one hit trades, two or more succeed. `system` is the entry point; the ledger, the
content and everything else heavy is read when first used.
"""

from affray.systems.trade.system import TradeSystem

system = TradeSystem()

__all__ = ["system"]
