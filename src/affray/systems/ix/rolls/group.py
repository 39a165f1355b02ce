"""Group checks: the best-placed character rolls for everybody whom the task needs."""

from __future__ import annotations

from collections.abc import Sequence

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.ledger import limit
from affray.systems.ix.rolls import spend
from affray.systems.ix.rolls.check import SKILL, Check, make
from affray.systems.ix.rolls.pool import Build, rank_of
from affray.systems.ix.state import IxFight

FORM = ("ix.group.individual-rolls", "ix.group.characteristic", "ix.group.helpers")


def performer(fight: IxFight, members: Sequence[str], skill: str, characteristic: str) -> str:
    """Who is placed best: the highest rank, then the highest Characteristic, then the first.

    Implements ix.group.performer.
    """
    numbers = fight.numbers
    return max(
        members,
        key=lambda who: (
            rank_of(fight[who], skill, numbers),
            fight[who].rating(characteristic),
            -members.index(who),
        ),
    )


def shortfall(
    fight: IxFight, members: Sequence[str], who: str, skill: str, characteristic: str, by: str
) -> int:
    """The Bane Dice of a group check: how far the weakest lies behind the performer.

    `by` is "ranks" or "characteristics". Implements ix.group.bane-dice, ix.group.characteristic.
    """
    if by == "characteristics":
        ratings = [fight[one].rating(characteristic) for one in members]
        own = fight[who].rating(characteristic)
    else:
        ratings = [rank_of(fight[one], skill, fight.numbers) for one in members]
        own = rank_of(fight[who], skill, fight.numbers)
    return max(own - min(ratings), 0)


def check(
    fight: IxFight,
    table: Table,
    members: Sequence[str],
    skill: str,
    characteristic: str,
    difficulty: int,
    *,
    who: str = "",
) -> dict[str, bool]:
    """A task that all `members` must do together; who has succeeded, member by member.

    `who` performs it, the best-placed if nobody is named. One form lets the GM have each roll
    alone, compare Characteristics in place of ranks, or call it an assisted check for those whom
    the task does not need.

    Implements ix.group.performer, ix.group.bane-dice, ix.group.characteristic,
    ix.group.shared-outcome, ix.group.helpers, ix.group.individual-rolls.
    """
    needed = [one for one in members if fight[one].is_up]
    key = table.rule(FORM, lambda: _options(fight, needed), _default)
    if key[0] == "each":
        found = {}
        for one in needed:
            found[one] = _roll(fight, table, one, skill, characteristic, difficulty, FORM[0])
        _tell(fight, table, found, "", 0, ("ix.group.individual-rolls",))
        return found
    best = who if who in needed else performer(fight, needed, skill, characteristic)
    helpers: tuple[str, ...] = ()
    if key[2] == "assisted":
        side = fight.up(fight[best].side)
        others = [one for one in side if one not in needed]
        helpers = tuple(others[: limit("assisting-dice")])
    by = key[1]

    def behind(build: Build) -> bool:
        dice = shortfall(fight, needed, best, skill, characteristic, by)
        build.give("bane", dice, "the weakest of the group", "ix.group.bane-dice")
        return True

    roll = Check(
        SKILL,
        best,
        skill=skill,
        characteristic=characteristic,
        difficulty=difficulty,
        helpers=helpers,
    )
    because = ("ix.group.performer", "ix.group.bane-dice")
    won = make(fight, table, roll, behind, because=because).success >= 1
    found = dict.fromkeys(needed, won)
    dice = shortfall(fight, needed, best, skill, characteristic, by)
    _tell(fight, table, found, best, dice, ("ix.group.shared-outcome", "ix.group.performer"))
    spend.settle(fight, table)
    return found


def _roll(
    fight: IxFight,
    table: Table,
    who: str,
    skill: str,
    characteristic: str,
    difficulty: int,
    because: str,
) -> bool:
    roll = Check(SKILL, who, skill=skill, characteristic=characteristic, difficulty=difficulty)
    won = make(fight, table, roll, because=because).success >= 1
    spend.settle(fight, table)
    return won


def _options(fight: IxFight, needed: Sequence[str]) -> list[Option]:
    side = fight.up(fight[needed[0]].side) if needed else []
    helps = ["alone", "assisted"] if len(side) > len(needed) else ["alone"]
    together: list[Option] = [
        ("together", by, help_) for by in ("ranks", "characteristics") for help_ in helps
    ]
    return [*together, ("each",)]


def _default() -> Key:
    return ("together", "ranks", "alone")


def _tell(
    fight: IxFight,
    table: Table,
    found: dict[str, bool],
    who: str,
    dice: int,
    because: tuple[str, ...],
) -> None:
    if table.recording:
        table.record(
            "group-checked",
            because,
            members=list(found),
            who=who,
            bane_dice=dice,
            succeeded=[one for one, won in found.items() if won],
        )
