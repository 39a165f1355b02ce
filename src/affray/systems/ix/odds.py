"""The odds of a check of ix, for people: rules ix.check.cancel, ix.check.success-threshold."""

from __future__ import annotations

from typing import Any

from affray.dice import parse_named
from affray.systems.ix.dice import DICE


def odds(text: str) -> dict[str, Any]:
    """The odds of a pool in words, such as "1 mastery 2 ability vs 2 trial".

    `success` and `boon` are net, below 0 for Failures and Banes; a check succeeds on at least one
    net Success (`p_success`), so that a tie fails. Raises `DiceError`.
    """
    pool = parse_named(text, DICE)
    counts = pool.readings()
    won = pool.weight(at_least={"success": 1})
    return {
        "system": "ix",
        "dice": str(pool),
        "total": counts.total,
        "p_success": won / counts.total,
        "axes": {
            "success": "net Successes (below 0: Failures)",
            "boon": "net Boons (below 0: Banes)",
            "breakthrough": "Breakthroughs",
            "calamity": "Calamities",
        },
        "outcomes": [{**net._asdict(), "count": count} for net, count in counts.items()],
    }
