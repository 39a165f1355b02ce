"""`affray odds`: the exact odds of a roll."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from affray.cli.console import bar, percent, say, say_json, table
from affray.odds.pools import Odds
from affray.odds.pools import odds as odds_of

_MOST_ROWS = 60
_RARE = 0.02
"""Chances up to this are also told as "1 in so many"."""


def odds(words: Sequence[str], *, as_json: bool) -> None:
    """Prints the odds of the dice that the words of a command line name."""
    found = odds_of(words)
    if as_json:
        say_json(found)
        return
    for line in lines(found):
        say(line)


def lines(odds: Odds) -> Iterator[str]:
    """Odds as text: the named chances, then each part of the outcome by itself."""
    system = f"{odds['system']}: " if "system" in odds else ""
    yield f"{system}{odds['dice']} ({odds['total']:,} equally likely outcomes)"
    named = [(name[2:], chance) for name, chance in odds.items() if name.startswith("p_")]
    yield from table(
        [(f"  {name}", percent(chance), one_in(chance), bar(chance)) for name, chance in named],
        right=(1,),
    )
    if "mean" in odds:
        yield f"  {odds['mean']:.2f} on average, standard deviation {odds['sd']:.2f}"
    outcomes = odds["outcomes"]
    for axis in outcomes[0]:
        is_told = all(f"p_{value}" in odds for value in {outcome[axis] for outcome in outcomes})
        if axis not in ("count", "at_least") and not is_told:
            title = odds.get("axes", {}).get(axis, axis)
            yield ""
            if len({outcome[axis] for outcome in outcomes}) == 1:
                yield f"{title}: always {outcomes[0][axis]}"
                continue
            yield title
            yield from _part(outcomes, axis, odds["total"])


def _part(outcomes: Sequence[dict[str, Any]], axis: str, total: int) -> Iterator[str]:
    counts: dict[Any, int] = {}
    reach: dict[Any, float] = {}
    for outcome in outcomes:
        counts[outcome[axis]] = counts.get(outcome[axis], 0) + outcome["count"]
        if "at_least" in outcome:
            reach[outcome[axis]] = outcome["at_least"]
    rows = []
    left_out = 0
    for value in sorted(counts):
        share = counts[value] / total
        if len(counts) > _MOST_ROWS and share < 0.001:
            left_out += counts[value]
            continue
        row = [f"  {value}", percent(share), one_in(share), bar(share)]
        if reach:
            row.insert(2, f"{percent(reach[value])} or more")
        rows.append(row)
    yield from table(rows, right=(0, 1, 2) if reach else (0, 1))
    if left_out:
        yield f"  all others together {percent(left_out / total)}"


def one_in(chance: float) -> str:
    """A rare chance as "1 in N"; nothing for others."""
    if chance <= 0 or chance > _RARE:
        return ""
    return f"1 in {1 / chance:,.0f}"
