"""Steps, one after the other.

A step is one action, maneuver, pick, reaction window or turn change; between two steps a fight is
explicit data and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.kernel.fight import Fight
from affray.kernel.question import rules_of
from affray.kernel.table import ENDED_HERE, EndHere, Table

if TYPE_CHECKING:
    from affray.kernel.system import System

MAX_ROUNDS_RULE = "kernel.fight.max-rounds"


def is_over(fight: Fight[Any]) -> bool:
    return fight.result is not None


def advance(system: System[Any], fight: Fight[Any], table: Table) -> None:
    """Runs the next step of a fight in place; after its end, the next step of what comes after.

    A question left without an option ends the step where it stands, which is told unless the GM's
    hand has just ended the fight or let it go on (that is told already). A fight that has gone
    through its `max_rounds` ends with the result "none".
    """
    fight.step += 1
    result = fight.result
    try:
        if result is None:
            system.step(fight, table)
        else:
            system.after(fight, table)
    except EndHere as end:
        rule = rules_of(end.because)[0]
        if fight.result == result:
            table.record("ended-here", ENDED_HERE, who=end.who, question=rule)
        system.ended_here(fight, table)
    fight.depth = 0
    table.window = ""
    if fight.result is None and fight.round > fight.max_rounds:
        fight.end(table, "none", MAX_ROUNDS_RULE)


def settle(system: System[Any], fight: Fight[Any], table: Table) -> None:
    """Plays out what is already owed for the action just taken, for a preview of it."""
    if fight.result is None:
        try:
            system.settle(fight, table)
        except EndHere:
            system.ended_here(fight, table)


def run(system: System[Any], fight: Fight[Any], table: Table) -> None:
    """Runs a fight in place to its result."""
    while fight.result is None:
        advance(system, fight, table)


def run_out(system: System[Any], fight: Fight[Any], table: Table) -> None:
    """Runs a fight to its result, and what comes after it (loot, rest) to its close."""
    while not fight.closed:
        advance(system, fight, table)
