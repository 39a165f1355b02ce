"""Death: by the Wound threshold, by a Killed result, by a clock that nobody answered."""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.fight import encounter
from affray.systems.ix.harm import incapacitation
from affray.systems.ix.state import DEAD, MINION, Fighter, IxFight

WOUNDS, KILLED, CLOCK = "wounds", "killed", "clock"
"""The paths to death; Strain is none of them (ix.death.paths, ix.strain.not-deadly)."""


def is_past_threshold(one: Fighter) -> bool:
    """Whether the running total of Wounds is the negative of the Wound Points, or worse.

    Implements ix.death.threshold, ix.death.threshold-wording, ix.minion.no-injury.
    """
    return one.rank != MINION and one.wounds <= -one.wound_points


def by_wounds(fight: IxFight, table: Table, who: str) -> None:
    """Implements ix.death.threshold, ix.death.threshold-no-medicine."""
    because = (
        "ix.death.threshold",
        "ix.death.threshold-wording",
        "ix.death.threshold-no-medicine",
    )
    die(fight, table, who, because=because, path=WOUNDS)


def die(fight: IxFight, table: Table, who: str, *, because: Because, path: str) -> None:
    """Somebody is dead, and out of the fight; no medicine helps. May end the fight.

    Implements ix.death.paths.
    """
    one = fight.combatants[who]
    if one.status == DEAD:
        return
    incapacitation.helpless(fight, table, who)
    rules = (*rules_of(because), "ix.death.paths") if table.recording else ()
    fight.leave(who, DEAD, "died", table, rules, path=path)
    if fight.result is None:
        encounter.check_end(fight, table)
