"""A gap of downtime: one activity of each character, and what comes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from affray.kernel.keys import Key, Number, Option, Text
from affray.kernel.sheet import Order, Slot, Track
from affray.kernel.table import Table
from affray.systems.ix.harm import recovery, treatment
from affray.systems.ix.ledger import skills
from affray.systems.ix.magic import rites
from affray.systems.ix.scenes import activities, clock, scene
from affray.systems.ix.scenes.interlude_records import Gap
from affray.systems.ix.state import Fighter, IxFight

REST: Key = ("rest",)
ONE = "ix.downtime.one-activity"
DEFAULT = "ix.downtime.default"
NIGHTS = "ix.downtime.rest-nights"
DAYS_A_WEEK = 7
HOURS_A_WEEK = 168
LINGUIST = "linguist"


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """What the encounter's [scene.downtime] says."""
    given = said.get("downtime")
    if given is None:
        return
    nights = given.get("nights")
    fight.gap = Gap(
        given["weeks"],
        nights=-1 if nights is None else nights,
        languages=tuple((one["name"], ",".join(one["related"])) for one in given["languages"]),
        crafts=tuple((one["name"], one["price"], one["skill"]) for one in given["crafts"]),
    )


def begin(fight: IxFight, table: Table) -> None:
    """The gap begins, with the full rests that the GM lets pass in it.

    Implements ix.downtime.one-activity, ix.downtime.rest-nights, ix.recovery.mounts,
    ix.healing.new-day.
    """
    fight.gap = replace(fight.gap or Gap(), done=())
    recovery.gather(fight)
    fight.stage = scene.DOWNTIME
    fight.refused = ()
    if table.recording:
        table.record("downtime", ONE, weeks=fight.gap.weeks)
    if fight.gap.nights < 0:
        most = fight.gap.weeks * DAYS_A_WEEK
        key = table.rule(NIGHTS, lambda: [("nights", Number(0, most))], lambda: ("nights", "0"))
        fight.gap = replace(fight.gap, nights=int(key[1]))
    if fight.gap.nights and table.recording:
        table.record("nights", NIGHTS, nights=fight.gap.nights)
    for _ in range(fight.gap.nights):
        recovery.full_rest(fight, table)
    recovery.tend_mounts(fight, table)
    treatment.count_anew(fight)


def resume(fight: IxFight, table: Table) -> None:
    """The gap goes on after another scene with whoever has had no activity."""
    fight.gap = fight.gap or Gap()


def waiting(fight: IxFight) -> list[str]:
    """The living characters who have had no activity in this gap.

    Implements ix.downtime.one-activity.
    """
    assert fight.gap is not None
    return [one.id for one in recovery.survivors(fight) if one.id not in fight.gap.done]


def step(fight: IxFight, table: Table) -> None:
    """One character's activity, or a rite for the dead, which takes hours of a week and no
    activity; after the last the gap is over.

    Implements ix.downtime.one-activity, ix.downtime.default, ix.death.revive-needs,
    ix.death.resurrection-needs.
    """
    left = waiting(fight)
    if not left:
        _over(fight, table)
        return
    who = left[0]
    key = REST
    if len(options(fight, who)) > 1:
        key = table.choose(who, lambda: options(fight, who), because=(ONE, DEFAULT))
    if key[0] == rites.RITE:
        rites.take(fight, table, key)
        return
    assert fight.gap is not None
    fight.gap = replace(fight.gap, done=(*fight.gap.done, who))
    if table.recording:
        table.record("activity", (ONE, DEFAULT) if key == REST else ONE, who=who, what=key[0])
    activities.take(fight, table, who, key)


def _over(fight: IxFight, table: Table) -> None:
    """The hours of the gap have gone by, those of its full rests among them."""
    gap = fight.gap
    assert gap is not None
    spent = gap.nights * clock.FULL_REST_HOURS
    clock.pass_hours(fight, table, max(gap.weeks * HOURS_A_WEEK - spent, 1), gap=True)
    fight.recovered = True  # no structured play has ended
    result = "heroes" if fight.up("heroes") else "none"
    scene.over(fight, table, result, ONE)
    if fight.result is None:
        fight.gap = None


# ---- what one may do ----


def options(fight: IxFight, who: str) -> list[Option]:
    """The activities open to somebody, Rest and Recovery first.

    Implements ix.downtime.one-activity, ix.downtime.default, ix.downtime.recover-one-check,
    ix.downtime.training, ix.downtime.language.

    Who can call back the dead may do so besides.
    """
    one = fight.combatants[who]
    if who not in waiting(fight):
        return []
    found: list[Option] = [REST, *_recover(fight, one)]
    if not one.is_up:
        return found
    found += [("training", skill) for skill in skills() if skill not in one.discounts]
    found += [("research", skill, Text()) for skill in activities.KNOWLEDGE]
    found += [("contact", skill, Text()) for skill in activities.SOCIAL]
    assert fight.gap is not None
    found += [("make", name) for name, price, _ in fight.gap.crafts if price // 2 <= one.purse]
    found += [("craft", skill, Number(0, 2 * one.purse + 1), Text()) for skill in skills()]
    found += [("income",), *(("income", skill) for skill in career(one))]
    if LINGUIST in one.talents:
        found += [
            ("language", name) for name, _ in fight.gap.languages if name not in one.languages
        ]
        found.append(("language-named", Text()))
    return found + [rite for rite in rites.options(fight) if rite[1] == who]


def _recover(fight: IxFight, one: Fighter) -> list[Option]:
    """An injury to be reduced by a step or cleared, and who makes the check.

    Implements ix.downtime.recover-step, ix.downtime.recover-clear, ix.downtime.recover-limit,
    ix.downtime.recover-one-check.
    """
    serials = [
        injury.serial
        for injury in one.injuries
        if treatment.can_step_down(injury, extended_care=True)
    ]
    physicians = [who for who in fight.up(one.side) if fight.combatants[who].kind == "hero"]
    if one.is_up and one.id not in physicians:
        physicians.append(one.id)
    return [
        ("recover", how, physician, str(serial))
        for how in ("step", "clear")
        for serial in serials
        for physician in physicians
    ]


def career(one: Fighter) -> list[str]:
    """The skills by which somebody earns a living. Implements ix.downtime.income-check."""
    return list(one.career or one.skills)


# ---- showing it ----


def order(fight: IxFight) -> Order | None:
    """Who has still to choose an activity. Implements ix.downtime.one-activity."""
    gap = fight.gap
    if fight.scene != scene.DOWNTIME or gap is None:
        return None
    alive = [one.id for one in recovery.survivors(fight)]
    return Order(
        fight.round,
        [
            Slot(who, (who,), "", "done" if who in gap.done else "waiting", "heroes")
            for who in alive
        ],
    )


def counters(fight: IxFight) -> list[Track]:
    """How long the gap is. Implements ix.downtime.one-activity."""
    gap = fight.gap
    if fight.scene != scene.DOWNTIME or gap is None:
        return []
    done, of = len(gap.done), len(gap.done) + len(waiting(fight))
    weeks = f"{gap.weeks} weeks" if gap.weeks > 1 else "one week"
    return [Track("Activities", done, of, word=f"in {weeks}", rule=ONE)]
