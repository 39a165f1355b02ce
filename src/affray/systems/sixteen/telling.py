"""Telling blow: D3 more, or the weapon's dice again and the second roll stands."""

from __future__ import annotations

from collections.abc import Callable

from affray.dice import JudgedPool, NumberPool, dice, judged
from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.sixteen.pools import FaceJudge, as_is
from affray.systems.sixteen.state import SixteenFight

ADD_D3: Key = ("add-d3",)
ROLL_AGAIN: Key = ("roll-again",)
CHOICE = ("sixteen.telling.natural-twenty", "sixteen.telling.choice-time")


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
    rules = tuple(dict.fromkeys((*rules_of(because), *CHOICE)))
    fight.rolled, fight.rolling = rolled, str(again() or "")
    key = table.choose(who, _ways, because=CHOICE)
    fight.rolled, fight.rolling = 0, ""
    if key == ADD_D3:
        more: int = table.roll(who, lambda: d3(fight), read=as_is, because="sixteen.telling.d3")
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


def d3(fight: SixteenFight) -> JudgedPool[int]:
    """A d6 whose faces are read as the ledger's table has them. Implements sixteen.telling.d3."""
    values = tuple(fight.tables.d3[face] for face in sorted(fight.tables.d3))
    return judged(dice(1, len(values)), FaceJudge(values))
