"""Dice as a page draws them: each with what it shows, whether it counts, and how to type it in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.dice import Pool, SymbolPool
from affray.kernel.system import Part

Data = dict[str, Any]

MOST_TYPED = 16
"""How many dice can be set one by one; more are written in one line."""


def single_dice(kinds: Sequence[Mapping[str, Any]]) -> list[Data]:
    """Each die of a pool by itself, in the order in which faces are given."""
    return [
        {
            "shape": kind.get("shape", ""),
            "letter": kind.get("letter", ""),
            "sides": kind.get("sides", 0),
            "name": kind.get("name") or kind.get("die", ""),
            "positive": kind.get("positive", True),
            "sign": kind.get("sign", 1),
            "pool": kind.get("pool", 0),
        }
        for kind in kinds
        for _ in range(int(kind.get("count") or 0))
    ]


def cast_dice(kinds: Sequence[Mapping[str, Any]], faces: Sequence[int]) -> list[Data]:
    """Each die of a roll with what it shows; dice that exploded stand at the end of their kind."""
    dice = single_dice(kinds)
    of_kind = [kind for kind in kinds for _ in range(int(kind.get("count") or 0))]
    left = _dropped(kinds, faces)
    found: list[Data] = []
    for at, face in enumerate(faces):
        kind = of_kind[min(at, len(of_kind) - 1)] if of_kind else {}
        hits = kind.get("hits")
        found.append(
            {
                **(dice[min(at, len(dice) - 1)] if dice else {}),
                "face": str(face),
                "symbols": _symbols(kind, face),
                "is_blank": bool(kind.get("faces")) and not _shown(kind, face),
                "is_hit": face in hits if hits else None,
                "is_dropped": at in left,
            }
        )
    return found


def marks(kinds: Sequence[Mapping[str, Any]], names: Sequence[str]) -> list[Data]:
    """Symbols by name as they are drawn; one that no die of the roll shows has its initial."""
    known: dict[str, Data] = {}
    for kind in kinds:
        for name, mark in (kind.get("symbols") or {}).items():
            known[name] = {"name": name, "positive": kind.get("positive", True), **mark}
    return [
        known.get(
            name, {"name": name, "letter": name[:1].upper(), "special": False, "positive": True}
        )
        for name in names
    ]


def dice_named(pool: Pool[Any] | None, names: Sequence[str]) -> list[Data]:
    """Dice by the name of their kind: those of the pool, and all of the set that it is made of."""
    kinds = [] if pool is None else pool.describe()
    known = {die["name"]: die for die in single_dice(kinds)}
    if isinstance(pool, SymbolPool):
        for die in pool.dice_set.dice:
            known[die.name] = {
                "shape": die.shape,
                "letter": die.letter,
                "sides": die.sides,
                "name": die.name,
                "positive": die.positive,
            }
    return [known.get(name, {"name": name, "shape": name, "letter": ""}) for name in names]


def summed(pool: Pool[Any] | None, parts: Sequence[Part]) -> str:
    """What is rolled, what is added to it and what the sum is held against, in a line: "d20 + 4
    against AC 13". Empty where the parts tell of neither."""
    adds = [part.adds for part in parts if part.adds is not None]
    against = [part.against for part in parts if part.against]
    if pool is None or not (adds or against):
        return ""
    # Of several pools in one roll the first is read against something, as d20 and damage are.
    text = " + ".join(_thrown(kind) for kind in pool.describe() if not kind.get("pool"))
    if adds:
        sign = "\u2212" if sum(adds) < 0 else "+"
        text += f" {sign} {abs(sum(adds))}"
    return " ".join([text, *(f"against {each}" for each in against)])


def _thrown(kind: Mapping[str, Any]) -> str:
    """The dice of one kind: "d20", "2d6", "the higher of 2d20"."""
    count, keep = int(kind.get("count") or 0), kind.get("keep")
    name = kind.get("name") or kind.get("die", "")
    dice = name if count == 1 else f"{count}{name}"
    if keep is None or keep >= count:
        return dice
    which = "higher" if kind.get("highest", True) else "lower"
    return f"the {which} of {dice}" if count == 2 else f"the {which[:-2]}est {keep} of {dice}"


def to_type(kinds: Sequence[Mapping[str, Any]]) -> list[Data]:
    """A field for each die of a pool that somebody rolled at the table: what it can show.

    Empty for more dice than anybody would set one by one, and for dice that may explode.
    """
    if any(kind.get("explosions") for kind in kinds):
        return []
    of_kind = [kind for kind in kinds for _ in range(int(kind.get("count") or 0))]
    if not 0 < len(of_kind) <= MOST_TYPED:
        return []
    return [
        die
        | {
            "number": at,
            "options": [
                {"value": face, "text": " ".join(shown) or "blank"}
                for face, shown in enumerate(kind.get("faces") or [], 1)
            ],
        }
        for at, (die, kind) in enumerate(zip(single_dice(kinds), of_kind, strict=True), 1)
    ]


def _shown(kind: Mapping[str, Any], face: int) -> list[str]:
    faces = kind.get("faces") or []
    return list(faces[face - 1]) if 0 < face <= len(faces) else []


def _symbols(kind: Mapping[str, Any], face: int) -> list[Data]:
    return marks([kind], _shown(kind, face))


def _dropped(kinds: Sequence[Mapping[str, Any]], faces: Sequence[int]) -> set[int]:
    """The places of dice that were rolled but do not count: all but the highest or lowest kept."""
    found: set[int] = set()
    if any(kind.get("explosions") for kind in kinds):
        return found
    start = 0
    for kind in kinds:
        count, keep = int(kind.get("count") or 0), kind.get("keep")
        places = range(start, min(start + count, len(faces)))
        start += count
        if keep is None or keep >= count:
            continue
        ranked = sorted(places, key=lambda at: faces[at], reverse=bool(kind.get("highest", True)))
        found |= set(ranked[keep:])
    return found
