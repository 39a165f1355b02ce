"""Words for the page: events, readings, shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.kernel.event import SOMEBODY
from affray.kernel.fight import Fight
from affray.kernel.question import FOES, GM, HEROES
from affray.kernel.view import Seat


def names_for(fight: Fight[Any], seat: Seat) -> dict[str, str]:
    """How each id is called, for the seat: whoever it may not know of has no name."""
    names = {
        c.id: c.called if seat.is_gm or not c.hidden or c.id in seat.holds else "somebody unseen"
        for c in fight.combatants.values()
    }
    return names | {
        SOMEBODY: "somebody unseen",
        GM: "the GM",
        HEROES: "the heroes",
        FOES: "the foes",
    }


def reading_text(reading: Any) -> str:
    """A reading of a roll as people say it; counts that have names are told by them."""
    if _is_counts(reading):
        named = [_count(n, name) for n, name in zip(reading, reading._fields, strict=True) if n]
        return ", ".join(named) or "nothing"
    if isinstance(reading, (tuple, list)):
        return " ".join(reading_text(part) for part in reading)
    return str(reading).replace("_", " ")


def leading_text(reading: Any) -> str:
    """A reading as a chart names it: of several counts only the first, the others run into it."""
    return _count(reading[0], reading._fields[0]) if _is_counts(reading) else reading_text(reading)


def _is_counts(reading: Any) -> bool:
    """Whether a reading is made of several counts that have names."""
    names = getattr(reading, "_fields", ())
    return len(names) > 1 and all(type(n) is int for n in reading)


def _count(n: int, name: str) -> str:
    word = name.replace("_", " ")
    many = f"{word}es" if word.endswith("s") else f"{word}s"
    return f"{n} {word if n == 1 else many}".replace("-", "\u2212")


def percents(shares: Sequence[float]) -> list[str]:
    """The parts of a whole as people read them: they add up to 100 (largest remainders), except
    for those that `percent` calls less than 1 or more than 99, and for equal parts that could not
    be told as equal: those have a decimal."""
    exact = [100 * p for p in shares]
    whole = [int(each + 1e-9) for each in exact]
    rest = round(sum(exact)) - sum(whole)
    by_remainder = sorted(range(len(exact)), key=lambda at: whole[at] - exact[at])
    for at in by_remainder[:rest]:
        whole[at] += 1
    told: dict[float, set[int]] = {}
    for p, each in zip(shares, whole, strict=True):
        told.setdefault(round(p, 9), set()).add(each)
    return [
        percent(p)
        if p < 0.005 or p > 0.995
        else f"{each} %"
        if len(told[round(p, 9)]) == 1
        else f"{p * 100:.1f} %"
        for p, each in zip(shares, whole, strict=True)
    ]


def percent(p: float) -> str:
    """A probability as people read it: never 0 or 100 for what is neither."""
    if 0 < p < 0.005:
        return "< 1 %"
    if 0.995 < p < 1:
        return "> 99 %"
    return f"{p * 100:.0f} %"
