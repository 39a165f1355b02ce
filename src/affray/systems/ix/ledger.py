"""What the rules look up in the tables of the ledger: difficulties, skills, limits."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from affray.kernel.rulebook import Row
from affray.systems.ix.content import rulebook

CHARACTERISTICS = ("might", "agility", "intellect", "savvy", "willpower", "presence")
BANDS = ("engaged", "short", "medium", "long", "extreme")
"""tables.range-bands in order; a band is its place here."""
ENGAGED, SHORT, MEDIUM, LONG, EXTREME = range(5)


@cache
def rows(table: str) -> Mapping[str, Row]:
    """The rows of a table of the ledger by id."""
    return {row["id"]: row for row in rulebook().table(table).rows}


@cache
def trial_dice(difficulty: str) -> int:
    """The Trial Dice of a named difficulty. Implements ix.pool.difficulty-ladder."""
    return int(rows("difficulty")[difficulty]["trial-dice"])


@cache
def skills() -> Mapping[str, str]:
    """Every skill, the combat skills too, with the Characteristic it is paired with.

    Implements ix.attack.skill-link.
    """
    return {
        row["id"]: row["characteristic"]
        for table in ("skills", "combat-skills")
        for row in rulebook().table(table).rows
    }


@cache
def mode_of(skill: str) -> str:
    """Whether a combat skill strikes ("melee") or shoots ("ranged"); "" for any other skill."""
    row = rows("combat-skills").get(skill)
    return str(row["mode"]) if row else ""


@cache
def limit(what: str) -> int:
    """A row of tables.limits."""
    return int(rows("limits")[what]["maximum"])


def band_named(name: str) -> int:
    """The place of a range band in their order."""
    return BANDS.index(name)
