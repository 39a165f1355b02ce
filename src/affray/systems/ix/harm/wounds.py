"""Wounds: counted down from the Wound Points, and on below 0; healed no higher than them.

`suffer` is the one way by which Wounds are lost: what follows from it (members of a group fall,
somebody goes down, injuries, death) follows there and then.
"""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.fight import encounter
from affray.systems.ix.harm import critical, death, incapacitation
from affray.systems.ix.state import DEAD, MINION, OUT, Fighter, IxFight


def suffer(
    fight: IxFight,
    table: Table,
    who: str,
    amount: int,
    *,
    because: Because,
    by: str = "",
    attack: bool = False,
) -> int:
    """Wounds come straight off the track, without Resistance; how many were suffered.

    `by` is who did it; `attack` says that it was done by an attack, so that harm to somebody who
    lies there already is a Critical Injury. May end the fight.

    Implements ix.wounds.below-zero, ix.damage.word-loses, ix.critical.trigger-harm-incapacitated,
    ix.critical.harm-means-already, ix.critical.harm-attacks-only.
    """
    one = fight.combatants[who]
    if amount <= 0 or is_beyond(one):
        return 0
    was_down, was_by_strain = one.is_down, one.is_overcome
    before, standing = one.wounds, one.standing
    now = one.wounds = before - amount
    if table.recording:
        _tell(table, one, amount, before, by, because)
    if one.rank == MINION:
        _members_fall(fight, table, one, standing)
    elif before > 0 >= now:
        incapacitation.fall(fight, table, who, by=by, attack=attack)
        if was_down and attack:
            critical.harmed(fight, table, who, by=by, by_strain=was_by_strain)
    elif now <= 0 and death.is_past_threshold(one):
        death.by_wounds(fight, table, who)
    elif was_down and attack:
        critical.harmed(fight, table, who, by=by, by_strain=was_by_strain)
    if fight.result is None:
        encounter.check_end(fight, table)
    return amount


def is_beyond(one: Fighter) -> bool:
    """Whether neither harm nor healing is counted any more: dead, out, or taken away."""
    return one.status in (DEAD, OUT) or one.removed


def _tell(table: Table, one: Fighter, amount: int, before: int, by: str, because: Because) -> None:
    rules = rules_of(because)
    if before - amount < 0:
        rules = (*rules, "ix.wounds.below-zero")
    if one.rank == MINION:
        rules = (*rules, "ix.minion.wounds")
    if one.stabilized:
        rules = (*rules, "ix.incapacitation.stabilized-lasts")
    table.record(
        "wounded",
        rules,
        of=one.id,
        secret={"amount": amount, "before": before, "now": one.wounds},
        who=one.id,
        by=by,
    )


def _members_fall(fight: IxFight, table: Table, one: Fighter, before: int) -> None:
    """Members of a minion group fall with each share of its Wounds; without any it is out.

    Implements ix.minion.fall, ix.minion.no-injury.
    """
    standing = one.standing
    if standing < before and table.recording and one.members > 1:
        table.record(
            "members-fall",
            "ix.minion.fall",
            who=one.id,
            fallen=before - standing,
            standing=standing,
        )
    if standing <= 0:
        incapacitation.out(fight, table, one.id, ("ix.minion.fall", "ix.minion.no-injury"))


def heal(fight: IxFight, table: Table, who: str, amount: int, *, because: Because) -> int:
    """Gives Wounds back, counting up from a negative total too; how many.

    Nobody gets more than the Wound Points; of a minion group those who have fallen stay down.
    Above 0 incapacitation by Wounds is over.

    Implements ix.wounds.maximum, ix.healing.negative, ix.incapacitation.ends,
    ix.incapacitation.exactly-zero, ix.minion.fall.
    """
    one = fight.combatants[who]
    given = min(amount, most_of(one) - one.wounds)
    if given <= 0 or is_beyond(one):
        return 0
    before = one.wounds
    one.wounds += given
    if table.recording:
        rules = rules_of(because)
        if before < 0:
            rules = (*rules, "ix.healing.negative")
        if given < amount and one.numbed:
            rules = (*rules, "ix.hazard.temperature-no-recovery")
        elif given < amount:
            rules = (*rules, "ix.wounds.maximum")
        if one.wounds == 0:
            rules = (*rules, "ix.incapacitation.exactly-zero")
        table.record(
            "healed",
            rules,
            of=who,
            secret={"amount": given, "before": before, "now": one.wounds},
            who=who,
        )
    changed(fight, table, who, before)
    return given


def most_of(one: Fighter) -> int:
    """How far somebody can be healed; the fallen of a minion group are not, nor are Wounds of cold
    or heat before it is in a survivable temperature.

    Implements ix.wounds.maximum, ix.minion.fall, ix.hazard.temperature-no-recovery.
    """
    if one.rank != MINION:
        return one.wound_points - one.numbed
    return min(one.wound_points, one.standing * one.member_wounds)


def changed(fight: IxFight, table: Table, who: str, before: int) -> None:
    """What follows from a number of Wounds that has gone up, or that a hand has set.

    Asks and rolls nothing.
    """
    one = fight.combatants[who]
    if one.status == DEAD or one.removed:
        return
    if before <= 0 < one.wounds:
        incapacitation.end(fight, table, who)
    elif before > 0 >= one.wounds:
        incapacitation.fall(fight, table, who, by_hand=True)
    elif one.wounds <= 0 and not one.status and death.is_past_threshold(one):
        death.by_wounds(fight, table, who)
