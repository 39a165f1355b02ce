"""The two guards: Guarded, a Maneuver for those who have learned it, and Defensive Guard, an
Action for everybody. The one taken later is the one that holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

GUARDED, DEFENSIVE = "guarded", "defensive"
RULES = {
    GUARDED: ("ix.guard.guarded", "ix.guard.guarded-needs-talent"),
    DEFENSIVE: ("ix.guard.defensive-guard", "ix.guard.defensive-guard-no-attack"),
}


def can_guard(fight: IxFight, who: str) -> bool:
    """Whether somebody may take the Guard Maneuver. Implements ix.guard.guarded-needs-talent."""
    return fight.combatants[who].has_talent("guarded")


def take(fight: IxFight, table: Table, who: str, guard: str) -> None:
    """A guard is taken; one taken before is over.

    Implements ix.guard.guarded, ix.guard.defensive-guard, ix.guard.no-stacking.
    """
    one = fight.combatants[who]
    before, one.guard = one.guard, guard
    if table.recording:
        rules: tuple[str, ...] = RULES[guard]
        if before and before != guard:
            rules += ("ix.guard.no-stacking",)
        table.record("guard", rules, who=who, guard=guard, before=before)


def drop(fight: IxFight, table: Table, who: str, because: Because = "ix.guard.duration") -> None:
    """Guards end at the start of the next turn of whoever took one.

    Implements ix.guard.duration.
    """
    one = fight.combatants[who]
    if not one.guard:
        return
    before, one.guard = one.guard, ""
    if table.recording:
        table.record("guard-over", because, who=who, guard=before)


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """What the guard of a target does to the pool of an attack on it.

    The Bane Die of Defensive Guard is no Defense and stands beside it.

    Implements ix.guard.guarded, ix.guard.defensive-guard, ix.guard.not-defense.
    """
    guard = fight.combatants[check.target].guard
    if guard == DEFENSIVE:
        build.give("bane", 1, "Defensive Guard", "ix.guard.not-defense")
    elif guard == GUARDED:
        build.upgrade_trial(1, "Guarded", "ix.guard.guarded")


def counts_against_spells(fight: IxFight) -> bool:
    """Whether guards touch casting checks that harm whoever has taken one.

    Implements ix.guard.spells (house switch guards-against-spells).
    """
    return fight.switches.guards_against_spells
