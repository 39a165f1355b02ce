"""The hours that go by outside rounds: after a death they count."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.ix.state import DEAD, IxFight

WINDOW = 24
"""Hours for which a soul has not yet crossed (ix.death.revive-needs)."""
FULL_REST_HOURS = 8
"""A full rest, and the night of a rite (ix.recovery.full-rest)."""
CARE_HOURS = 48
"""The days of extended care, two at least."""


def pass_hours(fight: IxFight, table: Table, hours: int, *, gap: bool = False) -> None:
    """So many hours go by; `gap` says that they are a gap of downtime.

    Call it for a rest, a day of travel, a gap of downtime. Implements ix.death.revive-needs,
    ix.death.resurrection-needs, ix.death.resurrection-check.
    """
    if hours <= 0:
        return
    before = fight.hours
    fight.hours += hours
    for one in fight.combatants.values():
        if one.status != DEAD:
            continue
        if gap:
            one.tried_by = ()
        if table.recording and before - one.died < WINDOW <= fight.hours - one.died:
            rules = ("ix.death.resurrection-needs", "ix.death.revive-needs")
            table.record("soul-crossed", rules, who=one.id, hours=WINDOW)
