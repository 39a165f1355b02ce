"""The odds of a roll: rules trade.roll.pool, trade.roll.hits, trade.roll.result."""

from __future__ import annotations

from typing import Any

from affray.dice import DiceError, hit_pool

MOST_DICE = 100

# The values of the ledger that a roll goes by, which a test compares: reading all of the ledger for
# four numbers would take longer than counting.
DIE_FACES = 6
HIT_FROM_FACE = 5
HITS_FOR_MIXED = 1
HITS_FOR_SUCCESS = 2


def odds(text: str) -> dict[str, Any]:
    """The odds of a pool of so many dice: how many hits, and what they come to, by the book.

    The number is that of the finished pool, which is never below one die
    (trade.roll.minimum-pool). Raises `DiceError`.
    """
    pool = hit_pool(_dice(text), DIE_FACES, HIT_FROM_FACE)
    counts = pool.readings()
    outcomes = []
    results = {"failure": 0, "mixed": 0, "success": 0}
    for hits, count in counts.items():
        result = _result(hits)
        results[result] += count
        outcomes.append({"hits": hits, "result": result, "count": count})
    return {
        "system": "trade",
        "dice": str(pool),
        "total": counts.total,
        **{f"p_{result}": count / counts.total for result, count in results.items()},
        "outcomes": outcomes,
    }


def _result(hits: int) -> str:
    if hits >= HITS_FOR_SUCCESS:
        return "success"
    return "mixed" if hits >= HITS_FOR_MIXED else "failure"


def _dice(text: str) -> int:
    digits = text.strip()
    if not (digits.isascii() and digits.isdigit()):
        raise DiceError(text, "it is no number of dice", "write how many dice there are")
    if len(digits) > 9 or not 1 <= int(digits) <= MOST_DICE:
        raise DiceError(
            text, "a pool has at least one die", f"write a number of dice from 1 to {MOST_DICE}"
        )
    return int(digits)
