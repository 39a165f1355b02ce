"""From words to odds: dice text, or the name of a system and its dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from affray.dice import DiceError, NumberPool, parse_numbers

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "affray.odds"

Odds: TypeAlias = dict[str, Any]


class NoOdds(LookupError):  # noqa: N818 (named for what happened)
    """No system of that name explains its dice; `known` do."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name = name
        self.known = known
        super().__init__(
            f"No system {name[:60]!r} explains its dice. "
            f"Write dice such as 4d6kh3, or the name of a system: {', '.join(known) or 'none'}."
        )


def odds(words: Sequence[str]) -> Odds:
    """The odds of what a person asks for: `["4d6kh3"]`, `["trade", "4"]`, `["2d6", "+", "3"]`.

    Raises `DiceError`, and `NoOdds` on an unknown system.
    """
    first = words[0] if words else ""
    if first[:1].isalpha() and not _is_die(first):
        return system_odds(first, " ".join(words[1:]))
    return number_odds(" ".join(words))


def _is_die(word: str) -> bool:
    """Whether a word that begins with a letter can be a die, as d20 and d% are."""
    return word[0] in "dD" and (len(word) == 1 or not word[1].isalpha())


def number_odds(text: str) -> Odds:
    """The odds of numbered dice; each outcome has the chance to reach it, `at_least`, as well.

    Raises `DiceError`.
    """
    pool = parse_numbers(text)
    counts = pool.readings()
    outcomes = []
    above = counts.total
    for value, count in counts.items():
        outcomes.append({"total": value, "count": count, "at_least": above / counts.total})
        above -= count
    return {
        "dice": str(pool),
        "total": counts.total,
        "mean": float(counts.mean()),
        "sd": counts.deviation(),
        "axes": {"total": "hits" if _counts_hits(pool) else "total"},
        "outcomes": outcomes,
    }


def _counts_hits(pool: NumberPool) -> bool:
    return bool(pool.terms) and all(term.hits is not None for term in pool.terms)


def system_odds(name: str, text: str) -> Odds:
    """The odds of a system's own dice. Raises `DiceError`, and `NoOdds` on an unknown system."""
    hook = _hook(name)
    if not text.strip():
        raise DiceError(
            name, "there are no dice after the name of the system", "write what is rolled"
        )
    explain: Callable[[str], Odds] = hook.load()
    return explain(text)


def _hook(name: str) -> EntryPoint:
    """The entry point of a system; our own are found without a look at other packages."""
    from importlib.metadata import PackageNotFoundError, distribution, entry_points

    try:
        for entry in distribution("affray").entry_points.select(group=GROUP, name=name):
            return entry
    except PackageNotFoundError:
        pass
    known = {entry.name: entry for entry in entry_points(group=GROUP)}
    if name not in known:
        raise NoOdds(name, tuple(sorted(known)))
    return known[name]
