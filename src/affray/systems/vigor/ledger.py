"""The tables of the ledger of vigor as rules read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from affray.systems.vigor.content import rulebook

STATS = ("body", "cunning", "mind", "sense", "heart", "fate")


@dataclass(frozen=True, slots=True)
class Score:
    """What a stat's score brings.

    `die` is the size of the stat die: 0 for none, below 0 for a negative one. `crit_from` is the
    lowest natural roll that crits, 0 if none does.
    """

    modifier: int
    die: int
    crit_from: int


@dataclass(frozen=True, slots=True)
class Tree:
    """A martial or mystic tree and the stat that goes with it."""

    id: str
    name: str
    kind: str
    stat: str


@dataclass(frozen=True, slots=True)
class Suit:
    """Armour by its row: its base of AC, and what it changes of the Vigor cap."""

    base: int
    cap: int


@dataclass(frozen=True, slots=True)
class Injury:
    """A lasting injury; `number` is the result of the roll that gives it."""

    id: str
    name: str
    number: int
    rule: str


@dataclass(frozen=True, slots=True)
class TierRow:
    """The numbers of a Tier; `die` is the size of the Tier die."""

    die: int
    hero_vitality: int
    major_vitality: int
    sovereign_vitality: int


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of the ledger, by id or by number."""

    scores: Mapping[int, Score]
    tiers: Mapping[int, TierRow]
    trees: Mapping[str, Tree]
    armour: Mapping[str, Suit]
    shield_ac: int
    cover: Mapping[str, int]
    injuries: tuple[Injury, ...]
    weapons: Mapping[str, Mapping[str, Any]]
    spells: Mapping[str, Mapping[str, Any]]
    maneuvers: Mapping[str, Mapping[str, Any]]


@cache
def tables() -> Tables:
    """The tables of the ledger."""
    book = rulebook()

    def rows(table: str) -> dict[str, Mapping[str, Any]]:
        return {row["id"]: row for row in book.table(table).rows}

    armour = rows("armour")
    injuries = sorted(book.table("lasting-injuries").rows, key=lambda row: int(row["roll"]))
    return Tables(
        scores={
            row["score"]: Score(row["modifier"], _die(row["die"]), row["crit-from"])
            for row in book.table("stat-scores").rows
        },
        tiers={
            row["tier"]: TierRow(
                _die(row["die"]),
                row["pc-vitality"],
                row["major-npc-vitality"],
                row["sovereign-vitality"],
            )
            for row in book.table("tiers").rows
        },
        trees={
            row["id"]: Tree(row["id"], row["name"], row["kind"], row["stat"])
            for row in book.table("trees").rows
        },
        armour={
            key: Suit(row["base"], row["vigor-cap"]) for key, row in armour.items() if "base" in row
        },
        shield_ac=armour["shield"]["ac-bonus"],
        cover={key: row["ac-bonus"] for key, row in rows("cover").items()},
        injuries=tuple(Injury(r["id"], r["name"], r["roll"], r["rule"]) for r in injuries),
        weapons=rows("weapons"),
        spells=rows("spells"),
        maneuvers=rows("maneuvers"),
    )


@cache
def injury(injury_id: str) -> Injury:
    """The lasting injury of that id; raises KeyError."""
    for one in tables().injuries:
        if one.id == injury_id:
            return one
    raise KeyError(injury_id)


def _die(text: str) -> int:
    """The size of a die as the tables write it: "d8", "-d4" or "none"."""
    if text == "none":
        return 0
    sign, _, size = text.partition("d")
    return -int(size) if sign else int(size)
