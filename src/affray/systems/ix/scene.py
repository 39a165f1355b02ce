"""Scenes: a fight, a chase, a social encounter, a journey, a gap of downtime, or free play.

One kernel runs them all, with one party: a scene can lead into another, and what goes on after it
lies behind it. A chase and a fight share initiative and turns; the others have steps of their own.
"""

from __future__ import annotations

from typing import Final

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.state import IxFight

FIGHT: Final = "fight"
CHASE: Final = "chase"
SOCIAL: Final = "social"
TRAVEL: Final = "travel"
DOWNTIME: Final = "downtime"
FREE: Final = "free"
KINDS: Final = (FIGHT, CHASE, SOCIAL, TRAVEL, DOWNTIME, FREE)
BY_TURNS: Final = (FIGHT, CHASE)
"""Scenes with initiative, slots and turns."""

START, AFTERMATH = "start", "aftermath"


def enter(
    fight: IxFight, table: Table, kind: str, *, because: Because, returns: bool = False
) -> None:
    """Another scene of these begins with the next step; `returns`: the one that was goes on after
    it. Its own set-up is asked when it begins.

    Implements ix.encounter.call.
    """
    if returns:
        fight.behind += (fight.scene,)
    before = fight.scene
    fight.scene = kind
    fight.turn = False
    fight.acting = fight.slot = ""
    fight.actions = fight.free_maneuvers = fight.maneuvers = 0
    fight.fears = ()
    fight.structured = kind in BY_TURNS
    fight.stage = FREE if kind == FREE else START
    _fresh_rounds(fight)
    if table.recording:
        table.record("scene", because, scene=kind, before=before)


def _fresh_rounds(fight: IxFight) -> None:
    """A new encounter counts its rounds, slots and once-per-encounter limits from the start."""
    fight.round = 0
    fight.slots = ()
    fight.slots_done = ()
    fight.takers = ()
    fight.gone = ()
    fight.recovered = False
    for one in fight.combatants.values():
        one.initiative = None
        one.late = False
        one.resting = {}
        one.breaths = one.treated = 0
        one.spells_had = ()
        one.fearless = False


def begin(fight: IxFight, table: Table) -> None:
    """The first step of a scene: what its set-up asks, and its first stage."""
    from affray.systems.ix import chase, downtime, encounter, social, travel

    match fight.scene:
        case "chase":
            chase.begin(fight, table)
        case "social":
            social.begin(fight, table)
        case "travel":
            travel.begin(fight, table)
        case "downtime":
            downtime.begin(fight, table)
        case _:
            encounter.begin(fight, table)


def over(fight: IxFight, table: Table, result: str, because: Because) -> None:
    """The scene is over. What lies behind it goes on, once the bleeding have been seen to, if
    anybody of the heroes' side is able to; else all is over with that result.

    Implements ix.encounter.rounds-continue-while-bleeding.
    """
    fight.actions = fight.free_maneuvers = 0
    fight.turn = False
    if not fight.behind or not fight.anyone_up(fight.heroes):
        fight.behind = ()
        fight.end(table, result, because if isinstance(because, str) else because[0])
        return
    if table.recording:
        table.record("scene-over", because, scene=fight.scene, result=result)
    fight.structured = False
    fight.stage = AFTERMATH
    fight.tended = ()
    fight.left_to_fate = False


def resume(fight: IxFight, table: Table) -> None:
    """The scene that lies behind goes on where it was."""
    from affray.systems.ix import downtime, social, travel

    kind = fight.behind[-1]
    fight.behind = fight.behind[:-1]
    before, fight.scene = fight.scene, kind
    fight.structured = False
    fight.stage = kind
    _fresh_rounds(fight)
    if table.recording:
        table.record("scene", "ix.encounter.call", scene=kind, before=before)
    match kind:
        case "social":
            social.resume(fight, table)
        case "travel":
            travel.resume(fight, table)
        case "downtime":
            downtime.resume(fight, table)
