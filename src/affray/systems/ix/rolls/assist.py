"""Assisted checks: helpers add dice, at most two, and at most one Ability Die."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.kernel.keys import Key, Option, Several, picks
from affray.kernel.question import FOES, HEROES
from affray.kernel.table import Table
from affray.systems.ix.ledger import limit
from affray.systems.ix.records import Effect
from affray.systems.ix.rolls.pool import Build, rank_of
from affray.systems.ix.state import IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

AID = "aid"
"""The op of an effect that stands for aid given as an Action: `source` helps, `checks` names the
skill, and it is lost at the start of the helper's next turn."""


def helpers(fight: IxFight, check: Check) -> list[str]:
    """Who helps with this check: those named for it, and those who gave aid as an Action."""
    aid = [
        effect.source
        for effect in fight.combatants[check.who].effects
        if effect.op == AID and effect.checks in ("all", check.skill or check.characteristic)
    ]
    return list(dict.fromkeys((*check.helpers, *aid)))


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """The assisting dice of a check.

    Implements ix.assist.boon-die, ix.assist.ability-die, ix.assist.limit,
    ix.assist.second-expert, ix.assist.not-upgraded.
    """
    found = helpers(fight, check)
    if not found:
        return
    own = rank_of(fight.combatants[check.who], check.skill, fight.numbers)
    experts = 0
    for helper in found[: limit("assisting-dice")]:
        rank = rank_of(fight.combatants[helper], check.skill, fight.numbers)
        what = "help"
        if rank > own and experts < limit("assisting-ability"):
            experts += 1
            build.give("ability", 1, what, "ix.assist.ability-die", helper)
            build.also.append("ix.assist.not-upgraded")
        elif rank > own:
            build.give("boon", 1, what, "ix.assist.second-expert", helper)
        else:
            build.give("boon", 1, what, "ix.assist.boon-die", helper)


def used(fight: IxFight, table: Table, check: Check) -> None:
    """Aid given as an Action is used up by the check that it was for.

    Implements ix.action.aid-window.
    """
    for effect in fight.combatants[check.who].effects:
        if effect.op == AID and effect.checks in ("all", check.skill or check.characteristic):
            fight.end_effect(check.who, effect, table, "ix.action.aid-window")


MEANINGFUL = "ix.assist.meaningful"


def _whether() -> list[Option]:
    return [("helps",), ("refused",)]


def _helps() -> Key:
    return ("helps",)


def name_helpers(fight: IxFight, table: Table, who: str) -> tuple[str, ...]:
    """Who of the side helps with a check of `who`, at most two: the side says, the GM agrees.

    Implements ix.assist.meaningful, ix.assist.limit.
    """

    def others() -> list[str]:
        return [one for one in fight.up(fight.combatants[who].side) if one != who]

    def ways() -> list[Option]:
        wares = tuple((one, 1, 1) for one in others())
        return [("by", Several(wares, limit("assisting-dice")))]

    if not others():
        return ()
    side = HEROES if fight.combatants[who].side == "heroes" else FOES
    named = picks(table.choose(side, ways, because="ix.assist.limit")[1])
    if not named:
        return ()
    if table.rule(MEANINGFUL, _whether, _helps) != _helps():
        _refused(table, named, who)
        return ()
    return tuple(named)


def _refused(table: Table, helpers: list[str], whom: str) -> None:
    if table.recording:
        table.record("help-refused", MEANINGFUL, who=helpers, whom=whom)


def offer(fight: IxFight, table: Table, helper: str, whom: str, skill: str) -> None:
    """Aid as an Action, if the GM calls it meaningful. Implements ix.assist.meaningful."""
    if table.rule(MEANINGFUL, _whether, _helps) == _helps():
        give(fight, table, helper, whom, skill)
    else:
        _refused(table, [helper], whom)


def give(fight: IxFight, table: Table, helper: str, whom: str, skill: str) -> None:
    """Aid as an Action: it waits for the ally's next check of the named skill.

    Implements ix.action.aid, ix.action.aid-window.
    """
    effect = Effect(
        AID,
        checks=skill,
        source=helper,
        rule="ix.action.aid-window",
        what="aid",
    )
    fight.add_effect(whom, effect, table, ("ix.action.aid", "ix.action.aid-window"))


def lapse(fight: IxFight, table: Table, helper: str) -> None:
    """At the start of the helper's next turn aid that was not used is lost.

    Implements ix.action.aid-window.
    """
    for one in fight.combatants.values():
        for effect in one.effects:
            if effect.op == AID and effect.source == helper:
                fight.end_effect(one.id, effect, table, "ix.action.aid-window")
