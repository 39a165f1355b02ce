"""Minion groups, Elites and Nemeses: what sets them apart from characters.

A group has one track of Wounds; how many of it stand follows from that (`Fighter.standing`), and
so does its rank in its group skills (`pool.rank_of`).
"""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.state import ELITE, IxFight


def lose_member(fight: IxFight, table: Table, who: str, *, by: str = "", because: Because) -> int:
    """A Critical Injury on a group is not rolled: it fells a member, past Resistance.

    Returns the Wounds suffered. Implements ix.minion.critical.
    """
    from affray.systems.ix.harm import wounds  # it reaches back to injuries

    one = fight.combatants[who]
    amount = one.member_wounds * fight.numbers.minion_critical_members
    rules = (*rules_of(because), "ix.minion.critical")
    return wounds.suffer(fight, table, who, amount, because=rules, by=by)


def fear_group(fight: IxFight, who: str) -> list[str]:
    """Everybody for whom a fear check of `who` counts, itself among them.

    Implements ix.minion.elite, ix.fear.groups-one-check.
    """
    one = fight.combatants[who]
    if one.rank != ELITE or not one.group:
        return [who]
    return [
        other
        for other in fight.present(one.side)
        if fight.combatants[other].rank == ELITE and fight.combatants[other].group == one.group
    ]
