"""Checks and saves: d20 and a bare modifier against sixteen."""

from __future__ import annotations

from typing import cast

from affray.dice import JudgedPool
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.sixteen.pools import SUCCESS, CheckJudge, as_is, bounded, d20
from affray.systems.sixteen.state import SixteenFight


def modifier(fight: SixteenFight, who: str, name: str) -> int:
    """SDF, LIF or CON as it stands on the entry. Implements sixteen.check.modifiers."""
    return cast(int, getattr(fight.combatants[who], name))


def pool(
    fight: SixteenFight, who: str, name: str, *, change: int = 0, worst: int = 0
) -> JudgedPool[str] | None:
    """The dice of a check; None if whoever checks is no longer there."""
    if fight.combatants[who].removed:
        return None
    numbers = fight.numbers
    total = bounded(modifier(fight, who, name) + change)
    return d20(numbers.die_faces, CheckJudge(total, numbers.check_total, worst))


def passes(fight: SixteenFight, table: Table, who: str, name: str, because: Because) -> bool:
    """Whether a check of "sdf", "lif" or "con" succeeds.

    Implements sixteen.check.against-sixteen, sixteen.check.modifiers.
    """
    rules = (*rules_of(because), "sixteen.check.against-sixteen", "sixteen.check.modifiers")
    reading = table.roll(who, lambda: pool(fight, who, name), read=as_is, because=rules)
    if table.recording:
        table.record(
            "checked",
            rules,
            of=who,
            secret={"modifier": modifier(fight, who, name)},
            who=who,
            check=name,
            reading=reading,
        )
    return bool(reading == SUCCESS)
