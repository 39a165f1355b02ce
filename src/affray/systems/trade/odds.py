"""The odds of a roll: rules trade.roll.pool, trade.roll.hits, trade.roll.result."""

from __future__ import annotations

from typing import Any

from affray.dice import DiceError, hit_pool

MOST_DICE = 100


def odds(text: str) -> dict[str, Any]:
    """The odds of a pool of so many dice: how many hits, and what they come to.

    The number is that of the finished pool, which is never below one die
    (trade.roll.minimum-pool). Raises `DiceError`.
    """
    number = _dice(text)
    from affray.systems.trade import system

    def value(name: str) -> int:
        found = system.rulebook.value(name).value
        assert isinstance(found, int)
        return found

    pool = hit_pool(number, value("die-faces"), value("hit-from-face"))
    mixed, success = value("hits-for-mixed"), value("hits-for-success")
    counts = pool.readings()
    outcomes = []
    results = {"failure": 0, "mixed": 0, "success": 0}
    for hits, count in counts.items():
        result = "success" if hits >= success else "mixed" if hits >= mixed else "failure"
        results[result] += count
        outcomes.append({"hits": hits, "result": result, "count": count})
    return {
        "system": "trade",
        "dice": str(pool),
        "total": counts.total,
        **{f"p_{result}": count / counts.total for result, count in results.items()},
        "outcomes": outcomes,
    }


def _dice(text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise DiceError(text, "it is no number of dice", "write how many dice there are")
    if len(digits) > 9 or not 1 <= int(digits) <= MOST_DICE:
        raise DiceError(
            text, "a pool has at least one die", f"write a number of dice from 1 to {MOST_DICE}"
        )
    return int(digits)
