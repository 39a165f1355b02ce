"""A turn: what falls on its start, one choice after the other, and what ends with it."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.ix.air import flying
from affray.systems.ix.fight import action, encounter, grapple, guard, quality
from affray.systems.ix.fight.budget import can_act, maneuver_ways, pay_maneuver, spend_action
from affray.systems.ix.harm import condition, critical, fear, incapacitation
from affray.systems.ix.hazards import building, hazard, suffocation
from affray.systems.ix.rolls import assist, effects
from affray.systems.ix.saddle import mounted
from affray.systems.ix.scenes import chase
from affray.systems.ix.scenes.scene import CHASE
from affray.systems.ix.state import MINION, IxFight

END: Key = ("end",)
CHOICE = (
    "ix.turn.budget",
    "ix.turn.order-free",
    "ix.turn.single-action",
    "ix.turn.second-maneuver",
    "ix.turn.two-maneuver-cap",
)
START = (
    "ix.turn.budget",
    "ix.turn.one-per-round",
    "ix.turn.start-order",
    "ix.turn.order-free",
)


def begin(fight: IxFight, table: Table, who: str, because: tuple[str, ...] = ()) -> None:
    """The turn of `who` starts; whoever lies there only bleeds, and the turn is over.

    `because` are the rules that gave it the slot. Guards end first, then fire, injuries and the
    bleed-out do their harm.

    Implements ix.turn.budget, ix.turn.start-order, ix.guard.duration,
    ix.incapacitation.keeps-a-turn, ix.critical.row-effects.
    """
    fight.acting = who
    fight.turn = True
    fight.stage = "turn"
    fight.actions = fight.free_maneuvers = 1
    fight.maneuvers = 0
    fight.bought = ""
    fight.skipped = False
    fight.spent = fight.refused = ()
    if fight.passes:
        fight.lapse_passes("turn", who)
    if table.recording:
        able = fight.combatants[who].is_up
        rules = (*START, *because) if able else (*START, *because, "ix.incapacitation.keeps-a-turn")
        if fight.combatants[who].rank == MINION:
            rules += ("ix.minion.group",)
        table.record("turn", rules, who=who, able=able)
    guard.drop(fight, table, who)
    _harm(fight, table, who)
    if fight.mounts and fight.result is None:
        mounted.turn_starts(fight, table, who)
    if encounter.check_end(fight, table):
        return
    assist.lapse(fight, table, who)
    if not fight.combatants[who].is_up:
        finish(fight, table, "down")
        return
    effects.turn_starts(fight, table, who)
    if fight.combatants[who].effect("no-free-maneuver") is not None:
        fight.free_maneuvers = 0
    if fight.scene == CHASE:
        chase.turn_starts(fight, table, who)
    over = fear.turn_starts(fight, table, who)
    if fight.result is None and (over or not fight.combatants[who].is_up):
        finish(fight, table, "flight")


def _harm(fight: IxFight, table: Table, who: str) -> None:
    """What hurts at the start of a turn, in its order; surprise is over with it.

    Implements ix.turn.start-order, ix.condition.surprised.
    """
    one = fight.combatants[who]
    if one.surprised or one.conditions:
        condition.turn_starts(fight, table, who)
    if one.burns:
        quality.burn(fight, table, who)
    if fight.result is None:
        hazard.burn(fight, table, who)
    if fight.building is not None and _goes_on(fight):
        building.turn_starts(fight, table, who)
    if fight.result is None:
        incapacitation.turn_starts(fight, table, who)
    if fight.combatants[who].breath == 0 and _goes_on(fight):
        suffocation.turn_starts(fight, table, who)


def _goes_on(fight: IxFight) -> bool:
    """Whether the turn is still one of a scene that is not over."""
    return fight.result is None and fight.stage == "turn"


# ---- one choice ----


def options(fight: IxFight, who: str) -> list[Option]:
    """What `who` may do now: an Action, a Maneuver, Quick Actions, or no more.

    Implements ix.turn.budget, ix.turn.order-free, ix.turn.quick-action-free.
    """
    if not fight.turn or fight.acting != who or not fight.combatants[who].is_up or fight.called:
        return []
    if fight.falls:
        return []  # a hand has let somebody fall meanwhile, and that comes first
    if fight.skipped:
        return [END]
    if fight.scene == CHASE:
        found = chase.options(fight, who)
    else:
        found = action.options(fight, who) + action.maneuvers(fight, who) + action.quick(fight, who)
    if fear.is_bound(fight, who):
        found = [option for option in found if fear.allows(fight, who, option)]
    if fight.refused:
        no = fight.refused
        found = [option for option in found if option not in no and option[:1] not in no]
    return [*found, END]


def act(fight: IxFight, table: Table) -> None:
    """One choice of whoever's turn it is, and all that comes of it.

    Implements ix.turn.budget, ix.turn.order-free, ix.turn.no-carry-over.
    """
    who = fight.acting
    if encounter.check_end(fight, table):
        return
    if not fight.turn or not fight.combatants[who].is_up:
        finish(fight, table, "down")
        return
    if fight.scene == CHASE and chase.owes(fight, who):
        chase.meet(fight, table, who)
        return
    if is_spent(fight, who):
        finish(fight, table, "nothing-left")
        return
    key = table.choose(who, lambda: options(fight, who), because=CHOICE)
    if key == END:
        finish(fight, table, "ended")
        return
    action.take(fight, table, who, key)
    fight.check = None
    if encounter.check_end(fight, table) or not fight.turn:
        return
    if not fight.combatants[who].is_up:
        finish(fight, table, "down")
    elif is_spent(fight, who):
        finish(fight, table, "nothing-left")


def is_spent(fight: IxFight, who: str) -> bool:
    """Whether the turn ends by itself: nothing is left but everyday Quick Actions.

    Those cost nothing and are always there, so a turn never runs out of them; asking for one more
    word after everything else is done would cost each turn a question that is nearly always
    answered with no. What is still to be said can be said before the last Action or Maneuver. A
    table that wants the question has a house switch (turn-ends-by-itself).

    Implements ix.turn.quick-action-free.
    """
    if fight.skipped:
        return True
    if not fight.switches.turn_ends_by_itself:
        return False
    if fight.free_maneuvers > 0 or can_act(fight, who) or maneuver_ways(fight, who):
        return False
    return not action.more_quick(fight, who)


def finish(fight: IxFight, table: Table, why: str) -> None:
    """The turn ends: what was not used is lost, and what lasted until now is over.

    Implements ix.turn.no-carry-over, ix.maneuver.aim, ix.condition.default-duration.
    """
    who = fight.acting
    if table.recording:
        table.record("turn-over", "ix.turn.no-carry-over", who=who, why=why)
    if fight.mounts:
        mounted.turn_ends(fight, table, who)
    grapple.turn_ends(fight, table, who)
    condition.turn_ends(fight, table, who)
    effects.turn_ends(fight, table, who)
    one = fight.combatants[who]
    if one.breath >= 0 or one.passed_out > 0:
        suffocation.turn_ends(fight, table, who)
    if one.zone:
        flying.turn_ends(fight, table, who)
    one.aims = 0
    one.cast_this_turn = ()
    if fight.warded:
        fight.warded = tuple(
            (whose, which, turns - (whose == who))
            for whose, which, turns in fight.warded
            if whose != who or turns > 1
        )
    critical.turn_ends(fight, table)
    fight.turn = False
    fight.actions = fight.free_maneuvers = fight.maneuvers = 0
    fight.bought = ""
    if fight.slot and fight.slot not in fight.slots_done:
        fight.slots_done += (fight.slot,)
    if _goes_on(fight):
        fight.stage = "slot"


__all__ = [
    "act",
    "begin",
    "can_act",
    "finish",
    "maneuver_ways",
    "options",
    "pay_maneuver",
    "spend_action",
]
