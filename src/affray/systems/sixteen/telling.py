"""Telling blow: D3 more, or the weapon's dice again and the second roll stands."""

from __future__ import annotations

from collections.abc import Callable

from affray.dice import NumberPool, dice
from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.sixteen.pools import as_is
from affray.systems.sixteen.state import SixteenFight

ADD_D3: Key = ("add-d3",)
ROLL_AGAIN: Key = ("roll-again",)
CHOICE = ("sixteen.telling.natural-twenty", "sixteen.telling.choice-time")
D3_FACES = 6


def blow(
    fight: SixteenFight,
    table: Table,
    who: str,
    rolled: int,
    again: Callable[[], NumberPool | None],
    because: Because,
) -> int:
    """What the dice of a telling blow come to: `rolled` and a D3, or those of `again` instead.

    Chosen with the damage in sight and before the target decides on deflecting.

    Implements sixteen.telling.natural-twenty, sixteen.telling.choice-time, sixteen.telling.d3,
    sixteen.telling.ordinary-otherwise.
    """
    rules = (*rules_of(because), *CHOICE)
    fight.rolled = rolled
    key = table.choose(who, _ways, because=CHOICE)
    fight.rolled = 0
    if key == ADD_D3:
        face = table.roll(who, _d6, read=as_is, because="sixteen.telling.d3")
        more = fight.tables.d3[face]
        if table.recording:
            rules += ("sixteen.telling.d3", "sixteen.telling.ordinary-otherwise")
            table.record("telling-d3", rules, who=who, more=more, damage=rolled + more)
        return rolled + more
    second: int = table.roll(who, again, read=as_is, because=CHOICE[1])
    if table.recording:
        table.record("telling-again", rules, who=who, first=rolled, damage=second)
    return second


def _ways() -> list[Option]:
    return [ADD_D3, ROLL_AGAIN]


def _d6() -> NumberPool:
    return dice(1, D3_FACES)
