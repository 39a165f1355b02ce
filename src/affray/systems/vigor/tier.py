"""The Tier and its die."""

from __future__ import annotations

from functools import cache

from affray.dice import Pool, dice
from affray.systems.vigor.ledger import tables

LOWEST = 1
HIGHEST = 5


@cache
def die(tier: int) -> int:
    """The size of the Tier die: d4, d6, d8, d10, d12; an odd Tier has that of the nearest.

    Implements vigor.tier.die, vigor.tier.range.
    """
    return tables().tiers[min(max(tier, LOWEST), HIGHEST)].die


@cache
def pool(tier: int, count: int) -> Pool[int]:
    """So many Tier dice, added up."""
    return dice(count, die(tier))
