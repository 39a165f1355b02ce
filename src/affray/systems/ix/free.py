"""Free play: nothing is structured yet, and checks are made as they come.

Any player may say what is tried, and the GM too; the roll is the roller's. It goes over into
structured play as soon as somebody says so.
"""

from __future__ import annotations

from affray.kernel.keys import Option, Text
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.ix import checks, extended, scene, story
from affray.systems.ix.state import IxFight

BEGIN = ("begin",)


def options(fight: IxFight) -> list[Option]:
    """What may be tried, and by whom; or structured play begins, with an attack or otherwise.

    Implements ix.encounter.call.
    """
    found: list[Option] = [BEGIN]
    heroes = fight.up("heroes")
    foes = [who for who in fight.up("foes") if not fight.combatants[who].hidden]
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
    return found


def act(fight: IxFight, table: Table) -> None:
    """One check of free play, or structured play begins.

    Implements ix.encounter.call, ix.check.sequence.
    """
    key = table.choose(HEROES, lambda: options(fight), because="ix.encounter.call")
    if key == BEGIN:
        scene.enter(fight, table, scene.FIGHT, because="ix.encounter.call", returns=False)
        return
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
