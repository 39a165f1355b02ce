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
NEED_FOES: Final = (*BY_TURNS, SOCIAL)
"""Scenes that the GM may call only while some foe is up."""

START, AFTERMATH = "start", "aftermath"


def enter(
    fight: IxFight, table: Table, kind: str, *, because: Because, returns: bool = False
) -> None:
    """Another scene of these begins with the next step; `returns`: the one that was goes on after
    it. Its own set-up is asked when it begins.

    Structured play that ends with it is over for everybody, with what they recover. From a fight
    into a chase, or back, it goes on: nobody recovers, and what can be had once an encounter does
    not count anew.

    Implements ix.encounter.call, ix.encounter.end-recovery.
    """
    from affray.systems.ix.air import flying
    from affray.systems.ix.harm import recovery
    from affray.systems.ix.hazards import suffocation
    from affray.systems.ix.scenes import chase

    if returns:
        fight.behind += (fight.scene,)
    before = fight.scene
    goes_on = is_open(fight) and kind in BY_TURNS and fight.stage != AFTERMATH
    if is_open(fight) and not goes_on:
        suffocation.fighting_over(fight, table)
        flying.come_down(fight, table)
        recovery.encounter_over(fight, table)
    if before == CHASE:
        chase.leave(fight)
    fight.scene = kind
    fight.turn = False
    fight.acting = fight.slot = ""
    fight.actions = fight.free_maneuvers = fight.maneuvers = 0
    fight.fears = fight.startled = fight.thrown = ()
    fight.structured = kind in BY_TURNS
    fight.stage = FREE if kind == FREE else START
    _fresh_rounds(fight)
    if not goes_on:
        _fresh_limits(fight)
    if table.recording:
        table.record("scene", because, scene=kind, before=before)


def _fresh_rounds(fight: IxFight) -> None:
    """Rounds and slots are counted from the start."""
    fight.round = 0
    fight.slots = ()
    fight.slots_done = ()
    fight.takers = ()
    fight.gone = ()
    fight.recovered = False
    for one in fight.combatants.values():
        one.initiative = None
        one.late = False
        one.run = 0
        one.has_charged = False
        one.resting = {}


def _fresh_limits(fight: IxFight) -> None:
    """What can be had once an encounter can be had again.

    Implements ix.encounter.scene-and-session.
    """
    from affray.systems.ix.harm import treatment

    treatment.count_anew(fight)
    for one in fight.combatants.values():
        one.breaths = 0
        one.fearless = False


def is_open(fight: IxFight) -> bool:
    """Whether an encounter by turns has begun and has not been seen off to its end."""
    if fight.stage == AFTERMATH:
        return True
    return fight.scene in BY_TURNS and fight.stage in ("initiative", "slot", "turn", "round-end")


# ---- the GM's hand ----


def call(fight: IxFight, kind: str) -> None:
    """The GM calls for a scene, whatever is played: it begins with the next step. What stands open
    between two actions falls away; an action that runs is cut off at its next check or pick.

    After the end of everything play goes on with it.
    """
    fight.called = kind
    if fight.result is not None:
        fight.result = fight.ended = None
        fight.closed = False


def answer_call(fight: IxFight, table: Table) -> None:
    """The scene that the GM has called for begins, and nothing of the one before is left over.

    A fight or a chase out of a journey, a talk or a time of quiet goes back to it when it is over;
    calling for what lies behind a scene ends that scene.

    Implements ix.encounter.call, ix.encounter.scene-and-session.
    """
    from affray.systems.ix.fight import turn

    kind, fight.called = fight.called, ""
    if fight.turn:
        turn.finish(fight, table, "ended")
        if fight.result is not None:
            return
    fight.rolling = fight.spent = fight.refused = fight.tended = ()
    fight.left_to_fate = fight.skipped = False
    if fight.behind[-1:] == (kind,) and fight.stage != AFTERMATH:
        over(fight, table, "none", CALLED)
        return
    if fight.stage in (AFTERMATH, "rest"):
        fight.placed = False
    returns = kind in BY_TURNS and fight.scene in (SOCIAL, TRAVEL, DOWNTIME)
    if kind not in BY_TURNS:
        fight.behind = ()
    enter(fight, table, kind, because=CALLED, returns=returns and fight.stage == fight.scene)


CALLED: Final = ("ix.encounter.call", "ix.encounter.scene-and-session")


# ---- beginning and end ----


def begin(fight: IxFight, table: Table) -> None:
    """The first step of a scene: what its set-up asks, and its first stage."""
    from affray.systems.ix.fight import encounter
    from affray.systems.ix.hazards import building
    from affray.systems.ix.scenes import chase, downtime, social, travel

    if fight.building is not None:
        building.begin(fight, table)
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
        kind = {} if fight.scene == FIGHT else {"scene": fight.scene}
        if fight.scene == CHASE and fight.chase is not None:
            kind["quarry"] = fight.chase.quarry
        fight.end(table, result, because if isinstance(because, str) else because[0], **kind)
        return
    fight.outcome = result
    if table.recording:
        table.record("scene-over", because, scene=fight.scene, result=result)
    if fight.scene == CHASE:
        fight.chase = None
    from affray.systems.ix.air import flying
    from affray.systems.ix.hazards import suffocation

    suffocation.fighting_over(fight, table)
    flying.come_down(fight, table)
    fight.structured = False
    fight.stage = AFTERMATH
    fight.tended = ()
    fight.left_to_fate = False


def resume(fight: IxFight, table: Table) -> None:
    """The scene that lies behind goes on where it was."""
    from affray.systems.ix.scenes import downtime, social, travel

    kind = fight.behind[-1]
    fight.behind = fight.behind[:-1]
    before, fight.scene = fight.scene, kind
    fight.structured = False
    fight.stage = kind
    fight.building = None
    _fresh_rounds(fight)
    _fresh_limits(fight)
    match kind:
        case "social":
            social.resume(fight, table)
        case "travel":
            travel.resume(fight, table)
        case "downtime":
            downtime.resume(fight, table)
    if table.recording:
        table.record("scene", "ix.encounter.call", scene=kind, before=before)
