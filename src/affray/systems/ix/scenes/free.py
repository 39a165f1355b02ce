"""Free play: nothing is structured yet, and checks are made as they come.

Any player may say what is tried, and the GM too; the roll is the roller's. Other scenes begin from
it as soon as somebody says so, and it goes on after them, until somebody calls it done.
"""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option, Text
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.ix.harm import recovery
from affray.systems.ix.rolls import checks, extended, story
from affray.systems.ix.scenes import scene
from affray.systems.ix.state import IxFight

BEGIN: Key = ("begin",)
CHASE: Key = ("begin-chase",)
SOCIAL: Key = ("talk",)
JOURNEY: Key = ("set-out",)
DONE: Key = ("all-done",)
DOWNTIME = "downtime"
MOST_WEEKS = 52
TALK_MODE = "ix.social.mode"
TRAVEL_MODE = "ix.travel.mode"
CALL = "ix.encounter.call"
SESSION = "ix.encounter.scene-and-session"
RESTS = (recovery.SHORT_REST, recovery.SHORT_REST_AGAIN, recovery.FULL_REST, recovery.CARE)
"""What nobody does in sight of an enemy (ix.recovery.short-rest, ix.recovery.full-rest)."""


def options(fight: IxFight) -> list[Option]:
    """What may be tried, and by whom; which other scene begins, with a fight first; what the party
    does for itself; and that this is all.

    Implements ix.encounter.call, ix.recovery.short-rest, ix.recovery.full-rest,
    ix.encounter.scene-and-session.
    """
    heroes = fight.up("heroes")
    foes = [who for who in fight.up("foes") if not fight.combatants[who].hidden]
    found: list[Option] = [BEGIN] if foes else []
    tasks = extended.in_hand(fight)
    for who in heroes:
        found.append(("check", who))
        found += [("fortune-detail", who, Text()) for _ in story.details(fight, who)]
        if len(heroes) > 1:
            found += [("helped", who), ("group", who)]
        found += [("oppose", who, foe) for foe in foes]
        found += [("attempt", who, task.id) for task in tasks]
        if len(tasks) < extended.MOST_TASKS:
            found.append(("task", who))
    if heroes:
        scenes: list[Option] = [CHASE, SOCIAL] if foes else []
        scenes.append(JOURNEY)
        found += [option for option in scenes if option not in fight.refused]
        found.append((DOWNTIME, Number(1, MOST_WEEKS)))
        for option in recovery.rests(fight):
            if option != recovery.DONE and not (foes and option in RESTS):
                found.append(option)
    return [*found, DONE]


def act(fight: IxFight, table: Table) -> None:
    """One check of free play, one thing that the party does for itself, or another scene.

    Implements ix.encounter.call, ix.check.sequence, ix.encounter.scene-and-session.
    """
    key = table.choose(HEROES, lambda: [] if is_broken_off(fight) else options(fight), because=CALL)
    if key == DONE:
        fight.recovered = True  # no structured play has ended
        fight.end(table, fight.outcome or "none", SESSION, scene=scene.FREE)
    elif key == BEGIN:
        scene.enter(fight, table, scene.FIGHT, because=CALL, returns=True)
    elif key == CHASE:
        scene.enter(fight, table, scene.CHASE, because=CALL, returns=True)
    elif key == SOCIAL:
        _talk(fight, table)
    elif key == JOURNEY:
        _set_out(fight, table)
    elif key[0] == DOWNTIME:
        _time_passes(fight, table, int(key[1]))
    elif key in RESTS or key[0] not in _CHECKS:
        recovery.take(fight, table, key)
    else:
        _try(fight, table, key)


def is_broken_off(fight: IxFight) -> bool:
    """Whether something comes before whatever is asked: another scene that the GM has called,
    checks that hours in cold or heat owe, or a fall."""
    return bool(fight.called or fight.exposures or fight.falls)


_CHECKS = ("check", "helped", "group", "oppose", "attempt", "task", "fortune-detail")


def _try(fight: IxFight, table: Table, key: Key) -> None:
    """A check, or a detail of the story."""
    what, who = key[0], key[1]
    if what == "attempt":
        extended.attempt(fight, table, who, key[2])
        return
    if what == "fortune-detail":
        story.detail(fight, table, who, key[2])
        return
    skill = checks.name_skill(fight, table, who, "ix.pool.identify")
    if what == "check":
        checks.simple(fight, table, who, skill, because="ix.check.sequence")
    elif what == "helped":
        checks.helped(fight, table, who, skill)
    elif what == "group":
        checks.together(fight, table, who, skill)
    elif what == "oppose":
        checks.oppose(fight, table, who, key[2], skill)
    else:
        checks.begin_task(fight, table, who, skill)


def _talk(fight: IxFight, table: Table) -> None:
    """A talk is narrated freely, unless the GM calls for structured social play.

    Implements ix.social.mode.
    """
    key = table.rule(TALK_MODE, lambda: [("narrated",), ("structured",)], lambda: ("narrated",))
    if key == ("structured",):
        fight.axes, fight.talk = (), None
        scene.enter(fight, table, scene.SOCIAL, because=(TALK_MODE, CALL), returns=True)
        return
    fight.refused += (SOCIAL,)
    if table.recording:
        table.record("narrated", TALK_MODE)


def _set_out(fight: IxFight, table: Table) -> None:
    """A journey is a transition, unless the GM has it played. Implements ix.travel.mode."""
    key = table.rule(TRAVEL_MODE, lambda: [("transition",), ("played",)], lambda: ("transition",))
    if key == ("played",):
        fight.journey = None
        scene.enter(fight, table, scene.TRAVEL, because=(TRAVEL_MODE, CALL), returns=True)
        return
    fight.refused += (JOURNEY,)
    if table.recording:
        table.record("transition", TRAVEL_MODE)


def _time_passes(fight: IxFight, table: Table, weeks: int) -> None:
    """A significant gap of time. Implements ix.downtime.one-activity."""
    from affray.systems.ix.scenes.interlude_records import Gap

    fight.gap = Gap(weeks)
    rules = ("ix.downtime.one-activity", CALL)
    scene.enter(fight, table, scene.DOWNTIME, because=rules, returns=True)
