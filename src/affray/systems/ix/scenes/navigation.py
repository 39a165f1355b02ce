"""Finding the way: when a check is wanted, and what a failure costs."""

from __future__ import annotations

from dataclasses import replace

from affray.dice import NumberPool, dice
from affray.kernel.keys import Key, Number, Option
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.ix.ledger import rows, trial_dice
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.scenes.interlude_records import Journey
from affray.systems.ix.state import IxFight

SKILLS = ("survival", "planar-lore")
"""What a way is found by (ix.travel.navigation-check)."""
FEWEST, MOST = 4, 8
"""Hours that a failure costs (ix.travel.navigation-failure)."""
SIX: Key = ("hours", "6", "on-course")
DRAWN: Key = ("by-lot", "on-course")
NONE: Key = ("no-check",)
CHECK = "ix.travel.navigation-check"
FAILURE = "ix.travel.navigation-failure"
HOURS = "ix.travel.navigation-hours"


def is_off_the_road(stretch: tuple[int, str, bool, bool, str]) -> bool:
    """Whether the way is no known road through clear terrain.

    Implements ix.travel.navigation-none.
    """
    return stretch[1] != "road" or stretch[2] or stretch[3]


def is_wanted(fight: IxFight) -> bool:
    """Whether the GM has to say if the way has to be found: off the roads, or where little can be
    seen. Implements ix.travel.navigation-none, ix.travel.navigation-check."""
    journey = fight.journey
    assert journey is not None
    return is_off_the_road(_here(journey)) or fight.light != "bright"


def _here(journey: Journey) -> tuple[int, str, bool, bool, str]:
    from affray.systems.ix.scenes import travel  # it is built on this

    return travel.here(journey)


def find_the_way(fight: IxFight, table: Table) -> None:
    """One check a day, by whoever leads; a failure costs hours and may lead astray.

    Implements ix.travel.navigation-check, ix.travel.navigation-failure.
    """
    key = table.rule(CHECK, _difficulties, lambda: default(fight))
    if key == NONE:
        return
    leader = table.choose(HEROES, lambda: leaders(fight), because=CHECK)
    made = check.Check(check.SKILL, leader[1], skill=leader[2], difficulty=trial_dice(key[1]))
    check.make(fight, table, made, because=CHECK)
    if not made.succeeded:
        lose_the_way(fight, table, leader[1])
    spend.settle(fight, table)
    fight.check = None


def _difficulties() -> list[Option]:
    return [NONE, *(("navigate", name) for name in rows("difficulty"))]


def default(fight: IxFight) -> Key:
    """Average where there are no tracks, else none. Implements ix.travel.navigation-check."""
    assert fight.journey is not None
    return ("navigate", "average") if _here(fight.journey)[2] else NONE


def leaders(fight: IxFight) -> list[Option]:
    """Who may lead, and by what."""
    return [("leads", who, skill) for who in fight.up("heroes") for skill in SKILLS]


def lose_the_way(fight: IxFight, table: Table, leader: str) -> None:
    """The hours that it costs, and whether it leads the party astray.

    Implements ix.travel.navigation-failure, ix.travel.navigation-hours (house switch
    navigation-hours).
    """
    key = table.rule(HOURS, _hours, lambda: _by_default(fight))
    if key[0] == "by-lot":
        hours = table.roll(leader, _d5, read=_as_it_is, because=(HOURS, FAILURE))
        hours += FEWEST - 1
    else:
        hours = int(key[1])
    journey = fight.journey
    assert journey is not None
    fight.journey = replace(journey, lost=journey.lost + hours)
    if table.recording:
        table.record(
            "way-lost", (FAILURE, HOURS), who=leader, hours=hours, astray=key[-1] == "astray"
        )


def _by_default(fight: IxFight) -> Key:
    return DRAWN if fight.switches.navigation_hours == "even" else SIX


def _hours() -> list[Option]:
    return [
        (*how, where)
        for where in ("on-course", "astray")
        for how in (("by-lot",), ("hours", Number(FEWEST, MOST)))
    ]


def _d5() -> NumberPool:
    """As many faces as there are hours between the fewest and the most."""
    return dice(1, MOST - FEWEST + 1)


def _as_it_is(total: int) -> int:
    return total
