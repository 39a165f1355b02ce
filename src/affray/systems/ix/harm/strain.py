"""Strain: gathers from 0 up, incapacitates at the Strain Points, and never kills."""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.fight import encounter
from affray.systems.ix.harm import critical, incapacitation, wounds
from affray.systems.ix.hazards import hazard
from affray.systems.ix.state import MINION, Fighter, IxFight


def suffer(
    fight: IxFight,
    table: Table,
    who: str,
    amount: int,
    *,
    because: Because,
    by: str = "",
    attack: bool = False,
    voluntary: bool = False,
) -> int:
    """Strain without Resistance; how much was suffered.

    Who has no Strain track suffers it as Wounds. Strain that is `voluntary` and incapacitates has
    bought nothing: look whether `who` is still able. May end the fight.

    Implements ix.strain.accumulates, ix.strain.incapacitates, ix.strain.voluntary-overload,
    ix.wounds.creature-profiles, ix.minion.no-strain, ix.critical.trigger-harm-incapacitated,
    ix.critical.harm-both-kinds.
    """
    one = fight.combatants[who]
    if amount <= 0 or wounds.is_beyond(one):
        return 0
    if one.strain_points <= 0:
        rule = "ix.minion.no-strain" if one.rank == MINION else "ix.wounds.creature-profiles"
        rules = (*rules_of(because), rule)
        return wounds.suffer(fight, table, who, amount, because=rules, by=by, attack=attack)
    was_down, was_by_strain = one.is_down, one.is_overcome
    before = one.strain
    now = one.strain = before + amount
    if table.recording:
        rules = (*rules_of(because), "ix.strain.accumulates")
        if voluntary:
            rules = (*rules, "ix.strain.voluntary")
            if now >= one.strain_points:
                rules = (*rules, "ix.strain.voluntary-overload")
        table.record(
            "strained",
            rules,
            of=who,
            secret={"amount": amount, "before": before, "now": now},
            who=who,
            by=by,
            voluntary=voluntary,
        )
    if before < one.strain_points <= now:
        overload(fight, table, who)
    if was_down and attack:
        critical.harmed(fight, table, who, by=by, by_strain=was_by_strain)
    if fight.result is None:
        encounter.check_end(fight, table)
    return amount


def overload(fight: IxFight, table: Table, who: str) -> None:
    """The Strain Points are reached: incapacitated, without bleeding and without an injury.

    Implements ix.strain.incapacitates, ix.strain.not-deadly.
    """
    one = fight.combatants[who]
    one.overloaded = True
    if table.recording:
        because = ("ix.strain.incapacitates", "ix.strain.not-deadly")
        table.record("down", because, who=who, by="strain")
    incapacitation.helpless(fight, table, who)


def recover(fight: IxFight, table: Table, who: str, amount: int, *, because: Because) -> int:
    """Strain goes down, never below 0; by how much. Below the Strain Points one comes to.

    Implements ix.strain.floor, ix.strain.recovers-consciousness.
    """
    one = fight.combatants[who]
    given = min(amount, one.strain)
    if given <= 0 or wounds.is_beyond(one):
        return 0
    before = one.strain
    one.strain -= given
    if table.recording:
        rules = rules_of(because)
        if given < amount:
            rules = (*rules, "ix.strain.floor")
        table.record(
            "recovered",
            rules,
            of=who,
            secret={"amount": given, "before": before, "now": one.strain},
            who=who,
        )
    changed(fight, table, who, before)
    return given


def changed(fight: IxFight, table: Table, who: str, before: int) -> None:
    """What follows from Strain that has gone down, or that a hand has set. Asks nothing."""
    one = fight.combatants[who]
    points = one.strain_points
    if points <= 0 or wounds.is_beyond(one):
        return
    if before < points <= one.strain:
        overload(fight, table, who)
    elif before >= points > one.strain:
        incapacitation.comes_to(fight, table, who, "ix.strain.recovers-consciousness")


def can_pay(fight: IxFight, who: str, amount: int) -> bool:
    """Whether somebody may choose to suffer Strain, even if it incapacitates.

    A minion group cannot, nor can who carries an injury that forbids it.

    Implements ix.strain.voluntary, ix.strain.voluntary-overload, ix.minion.no-strain.
    """
    one = fight.combatants[who]
    return one.is_up and one.rank != MINION and one.effect("no-voluntary-strain") is None


def can_catch_breath(one: Fighter) -> bool:
    """Whether anything forbids the Catch Breath Maneuver: fire, or an injury.

    Implements ix.hazard.fire-no-breath.
    """
    return not hazard.is_burning(one) and one.effect("no-catch-breath") is None
