"""The odds of checks of ix, for people: rules ix.check.cancel, ix.check.success-threshold."""

from __future__ import annotations

from functools import cache
from itertools import accumulate
from typing import Any

from affray.dice import Distribution, parse_named
from affray.dice.pool import Pool
from affray.systems.ix.dice import DICE, Net

AGAINST = " against "


def odds(text: str) -> dict[str, Any]:
    """The odds of a pool in words, such as "1 mastery 2 ability vs 2 trial".

    `success` and `boon` are net, below 0 for Failures and Banes; a check succeeds on at least one
    net Success (`p_success`), so that a tie fails. Two pools with "against" between them are an
    opposed check: the odds are then those of the pool that stands first, which started it, and
    `p_starter` is its chance to win. Raises `DiceError`.
    """
    first, against, second = text.partition(AGAINST)
    pool = parse_named(first, DICE)
    found = _of(pool)
    if against:
        other = parse_named(second, DICE)
        won, total = starter_wins(pool, other)
        found = {
            "system": "ix",
            "dice": f"{pool}{AGAINST}{other}",
            "total": found["total"],
            "p_starter": won / total,
            "p_defender": 1 - won / total,
            **{name: value for name, value in found.items() if name.startswith("p_")},
            "axes": found["axes"],
            "outcomes": found["outcomes"],
        }
    return found


def _of(pool: Pool[Net]) -> dict[str, Any]:
    counts = pool.readings()
    total = counts.total
    return {
        "system": "ix",
        "dice": str(pool),
        "total": total,
        **{f"p_{name}": weight / total for name, weight in named_weights(pool).items()},
        "axes": {
            "success": "net Successes (below 0: Failures)",
            "boon": "net Boons (below 0: Banes)",
            "breakthrough": "Breakthroughs",
            "calamity": "Calamities",
        },
        "outcomes": [{**net._asdict(), "count": count} for net, count in counts.items()],
    }


def named_weights(pool: Pool[Net]) -> dict[str, int]:
    """How many of the raw outcomes of a pool succeed, leave Boons or Banes, or bring a
    Breakthrough or a Calamity.

    Implements ix.check.success-threshold, ix.check.net-boons-banes, ix.spend.each-symbol-once.
    """
    found = dict.fromkeys(("success", "boons", "banes", "breakthrough", "calamity"), 0)
    for net, count in pool.readings().items():
        found["success"] += count * (net.success >= 1)
        found["boons"] += count * (net.boon > 0)
        found["banes"] += count * (net.boon < 0)
        found["breakthrough"] += count * (net.breakthrough > 0)
        found["calamity"] += count * (net.calamity > 0)
    return found


def _successes(net: Net) -> int:
    return net.success


def _win(starter: Distribution[int], defender: Distribution[int]) -> int:
    below = dict(zip(defender, accumulate(count for _, count in defender.items()), strict=True))
    worst = min(below)
    won = 0
    for success, count in starter.items():
        if success < 1:
            continue
        # The starter needs more than the other: all that the defender has up to one less.
        reach = max((at for at in below if at < success), default=None)
        if reach is not None and reach >= worst:
            won += count * below[reach]
    return won


@cache
def starter_wins(starter: Pool[Net], defender: Pool[Net]) -> tuple[int, int]:
    """In how many of all pairs of outcomes whoever started an opposed check wins it, and of how
    many: exact.

    Implements ix.opposed.higher-wins, ix.opposed.ties, ix.opposed.initiator-needs-success.
    """
    ours, theirs = starter.readings(_successes), defender.readings(_successes)
    return _win(ours, theirs), ours.total * theirs.total
