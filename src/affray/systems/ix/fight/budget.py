"""What a turn has to give: one Action, one Maneuver, a second one for the Action or for Strain."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.ix.harm import condition
from affray.systems.ix.ledger import limit
from affray.systems.ix.state import IxFight

FREE, ACTION, STRAIN = "free", "action", "strain"
STRAIN_PRICE = 2
"""The Strain that a second Maneuver costs (ix.turn.second-maneuver)."""


def acts(fight: IxFight, who: str) -> bool:
    """Whether it is the turn of `who` in structured play."""
    return fight.turn and fight.acting == who


def can_act(fight: IxFight, who: str) -> bool:
    """Whether `who` has its Action and may take one.

    Implements ix.turn.budget, ix.turn.single-action, ix.condition.staggered,
    ix.guard.defensive-guard-no-attack.
    """
    one = fight.combatants[who]
    return (
        fight.turn
        and fight.acting == who
        and fight.actions > 0
        and one.is_up
        and not (one.conditions and condition.bars_actions(one))
    )


def spend_action(fight: IxFight, table: Table, who: str) -> bool:
    """The Action of the turn is spent, whatever comes of it; says whether `who` is still able.

    Outside its own turn nothing is spent.

    Implements ix.turn.budget, ix.turn.single-action.
    """
    if not acts(fight, who):
        return fight.combatants[who].is_up
    fight.refused = ()
    fight.actions = 0
    one = fight.combatants[who]
    if one.effects and one.effect("strain-per-action") is not None:
        from affray.systems.ix.harm import critical  # it reaches back to turns

        critical.action_taken(fight, table, who)
        return fight.result is None and fight.combatants[who].is_up
    return True


def maneuver_ways(fight: IxFight, who: str, maneuvers: int = 1) -> tuple[str, ...]:
    """How so many Maneuvers could be paid for now: ("free",), or the ways to buy the last one.

    Nothing if they cannot. Implements ix.turn.budget, ix.turn.second-maneuver,
    ix.turn.two-maneuver-cap, ix.condition.staggered, ix.strain.voluntary.
    """
    if not acts(fight, who) or fight.maneuvers + maneuvers > limit("maneuvers"):
        return ()
    one = fight.combatants[who]
    if not one.is_up or (one.conditions and condition.bars_maneuvers(fight, one)):
        return ()
    if fight.free_maneuvers >= maneuvers:
        return (FREE,)
    if fight.bought or maneuvers - fight.free_maneuvers > 1:
        return ()
    ways: tuple[str, ...] = ()
    if can_act(fight, who):
        ways += (ACTION,)
    from affray.systems.ix.harm import strain  # it reaches back to turns

    if strain.can_pay(fight, who, STRAIN_PRICE):
        ways += (STRAIN,)
    return ways


def pay_maneuver(
    fight: IxFight, table: Table, who: str, how: str = FREE, maneuvers: int = 1
) -> bool:
    """So many Maneuvers are paid for; says whether `who` gets them.

    `how` is one of `maneuver_ways`. Strain that incapacitates buys nothing.

    Implements ix.turn.second-maneuver, ix.strain.voluntary, ix.strain.voluntary-overload.
    """
    fight.refused = ()
    fight.maneuvers += maneuvers
    fight.free_maneuvers = max(fight.free_maneuvers - maneuvers, 0)
    if how == FREE:
        return True
    fight.bought = how
    if how == ACTION:
        fight.actions = 0
        if table.recording:
            table.record(
                "action-traded", ("ix.turn.second-maneuver", "ix.turn.single-action"), who=who
            )
        return True
    from affray.systems.ix.harm import strain  # it reaches back to turns

    because = "ix.turn.second-maneuver"
    strain.suffer(fight, table, who, STRAIN_PRICE, voluntary=True, because=because)
    return fight.result is None and fight.combatants[who].is_up
