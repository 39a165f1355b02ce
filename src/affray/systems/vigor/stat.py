"""The six stats of whoever has attributes: their modifiers and their dice."""

from __future__ import annotations

from affray.systems.vigor.ledger import Score, tables
from affray.systems.vigor.state import Warrior

LOWEST = 1
HIGHEST = 22


def score(one: Warrior, stat: str) -> Score:
    """What the score brings; a Minor, who has no stats, is as with 10 in each.

    Implements vigor.stat.six.
    """
    return tables().scores[min(max(one.stats.get(stat, 10), LOWEST), HIGHEST)]


def modifier(one: Warrior, stat: str) -> int:
    """Half of what the score is above 10, rounded down. Implements vigor.stat.modifier."""
    return score(one, stat).modifier


def die(one: Warrior, stat: str) -> int:
    """The size of the stat die: 0 for none, below 0 for one that is subtracted.

    Implements vigor.stat.die, vigor.stat.negative-die.
    """
    return score(one, stat).die
