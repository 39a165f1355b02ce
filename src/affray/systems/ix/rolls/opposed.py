"""Opposed checks: each side rolls its own positive pool, and the starter has to win outright."""

from __future__ import annotations

from dataclasses import dataclass

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.rolls import spend
from affray.systems.ix.rolls.check import Check, Dice, make
from affray.systems.ix.rolls.spend import GENERAL, Lists
from affray.systems.ix.state import IxFight


@dataclass(slots=True)
class Contest:
    """How an opposed check has come out; `won` says whether the starter has."""

    won: bool
    starter: Check
    defender: Check


def starter_wins(starter: int, defender: int, *, tie_wins: bool = False) -> bool:
    """Whether whoever started the contest wins, from both net Successes.

    Implements ix.opposed.higher-wins, ix.opposed.ties, ix.opposed.initiator-needs-success.
    `tie_wins` is for a house switch that gives a tie to the starter.
    """
    return starter >= 1 and (starter > defender or (tie_wins and starter == defender))


def contest(
    fight: IxFight,
    table: Table,
    starter: Check,
    defender: Check,
    dice: Dice | None = None,
    dice_against: Dice | None = None,
    *,
    because: Because,
    tie_wins: bool = False,
    lists: Lists = GENERAL,
    lists_against: Lists = GENERAL,
    spends: bool = True,
) -> Contest:
    """Both sides roll, the starter first; neither pool has Trial or Crisis Dice.

    What each roll brings besides is settled for its roller at once, unless `spends` is off: then
    whoever calls does what the result says first and calls `settle`.

    Implements ix.opposed.no-difficulty-dice, ix.opposed.higher-wins, ix.opposed.ties,
    ix.opposed.situational-dice, ix.opposed.initiator-needs-success, ix.opposed.both-spend.
    """
    starter.difficulty = defender.difficulty = None
    ours = make(fight, table, starter, dice, because=because)
    theirs = make(fight, table, defender, dice_against, because=because)
    won = starter_wins(ours.success, theirs.success, tie_wins=tie_wins)
    if table.recording:
        rules = [*rules_of(because), "ix.opposed.higher-wins", "ix.opposed.no-difficulty-dice"]
        if spends:
            rules.append("ix.opposed.both-spend")
        if ours.success < 1:
            rules.append("ix.opposed.initiator-needs-success")
        if ours.success == theirs.success:
            rules.append("ix.opposed.ties")
        if any(b is not None and (b.boon or b.bane) for b in (starter.build, defender.build)):
            rules.append("ix.opposed.situational-dice")
        table.record(
            "contested",
            tuple(dict.fromkeys(rules)),
            who=starter.who,
            against=defender.who,
            success=ours.success,
            other=theirs.success,
            winner=starter.who if won else defender.who,
        )
    found = Contest(won, starter, defender)
    if spends:
        settle(fight, table, found, lists, lists_against)
    return found


def settle(
    fight: IxFight,
    table: Table,
    found: Contest,
    lists: Lists = GENERAL,
    lists_against: Lists = GENERAL,
) -> None:
    """The spends of both rolls, each for its own roller. Implements ix.opposed.both-spend."""
    for check, theirs in ((found.starter, lists), (found.defender, lists_against)):
        if fight.result is not None:
            return
        fight.check = check
        spend.settle(fight, table, theirs)


def against_result(
    fight: IxFight,
    table: Table,
    check: Check,
    result: int,
    dice: Dice | None = None,
    *,
    started: bool,
    because: Because,
) -> bool:
    """One side rolls against net Successes that lie on the table; says whether the roller wins.

    `started` says whether the roller is the one who started the contest. Spends are left to
    whoever calls. Implements ix.opposed.fixed-result, ix.opposed.ties.
    """
    check.difficulty = None
    net = make(fight, table, check, dice, because=because)
    ours, theirs = net.success, result
    won = starter_wins(ours, theirs) if started else not starter_wins(theirs, ours)
    if table.recording:
        rules = (*rules_of(because), "ix.opposed.fixed-result", "ix.opposed.ties")
        table.record(
            "contested",
            tuple(dict.fromkeys(rules)),
            who=check.who,
            against=check.target,
            success=net.success,
            other=result,
            winner=check.who if won else check.target,
        )
    return won
