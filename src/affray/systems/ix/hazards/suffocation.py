"""Nothing to breathe: breath that is held, suffocation, rescue, and the way to air.

`Fighter.breath` counts the turn ends for which it is held; at 0 somebody suffocates.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight import budget, encounter
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import condition, death, incapacitation, wounds
from affray.systems.ix.ledger import ENGAGED, trial_dice
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.rolls.pool import rank_of
from affray.systems.ix.scenes.scene import CHASE
from affray.systems.ix.state import Fighter, IxFight

RESCUE, TO_AIR = "rescue", "to-air"
WORDS = frozenset((RESCUE, TO_AIR))
FORTITUDE = "fortitude"
SUFFOCATION = "suffocation"
"""What whoever needs no air is proof against."""
SUFFOCATION_WOUNDS = 2
"""What a failed check costs (ix.hazard.suffocation-check)."""
SUFFOCATED = "suffocation"
"""The path of a death for want of air (ix.death.paths)."""
CHECKED = (
    "ix.hazard.suffocation-check",
    "ix.hazard.suffocation-timing",
    "ix.turn.start-order",
)
RESCUED = "ix.hazard.rescue"
REACH_AIR = "ix.hazard.reach-air"
WAY: Key = ("way",)
NO_WAY: Key = ("no-way",)


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """Whom the encounter leaves without air."""
    for who in said.get("airless") or ():
        if breathes(fight.combatants[who]):
            fight.combatants[who].breath = breath_rounds(fight, who)


# ---- breath ----


def breathes(one: Fighter) -> bool:
    """Whether somebody needs air. Implements ix.hazard.needs-air."""
    return one.make == "living" and SUFFOCATION not in one.proof_against


def breath_rounds(fight: IxFight, who: str) -> int:
    """For how many rounds somebody can hold its breath, 1 or more.

    Implements ix.hazard.breath.
    """
    return rank_of(fight.combatants[who], FORTITUDE, fight.numbers) + 1


def lose_air(fight: IxFight, table: Table, who: str, *, because: Because) -> None:
    """Somebody has no air from now on and holds its breath, unless it has passed out.

    Implements ix.hazard.breath, ix.hazard.needs-air.
    """
    one = fight.combatants[who]
    if one.breath >= 0 or not one.is_here or not breathes(one):
        return
    rounds = breath_rounds(fight, who)
    one.breath = fight.turn_ends(who, rounds)
    if one.passed_out:
        one.passed_out, one.breath = -1, 0
    if table.recording:
        rules = ("ix.hazard.breath", *((because,) if isinstance(because, str) else because))
        table.record("no-air", rules, of=who, secret={"rounds": rounds}, who=who)


def reach_air(fight: IxFight, table: Table, who: str, *, because: Because) -> None:
    """Somebody has air again: nothing of the want of it is left but its Wounds. Who has passed out
    comes to at the end of its next turn.

    Implements ix.hazard.suffocation-air, ix.hazard.suffocation-intervention,
    ix.hazard.suffocation-passed-out.
    """
    one = fight.combatants[who]
    if one.breath < 0:
        return
    one.breath = -1
    one.dying = 0
    if one.passed_out:
        one.passed_out = fight.turn_ends(who)
    if table.recording and one.is_here:
        table.record("air-again", because, who=who)


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """The last thing at the start of a turn: whoever suffocates checks, or loses Wounds.

    Implements ix.hazard.suffocation-check, ix.hazard.suffocation-timing, ix.turn.start-order,
    ix.chase.aquatic-breath-instead.
    """
    from affray.systems.ix.scenes import chase  # it is built on this

    if fight.combatants[who].breath != 0 or not fight.combatants[who].is_here:
        return
    if fight.scene == CHASE and chase.replaces_suffocation(fight):
        chase.out_of_breath(fight, table, who)
        if fight.switches.drowning_in_a_chase != "both" or fight.result is not None:
            return
    suffocate(fight, table, who)


def suffocate(fight: IxFight, table: Table, who: str) -> None:
    """A Hard Fortitude check: a failure costs 2 Wounds, a Calamity the senses. Who is incapacitated
    has no check and loses 2 Wounds. May end the fight.

    Implements ix.hazard.suffocation-check, ix.hazard.suffocation-calamity,
    ix.hazard.suffocation-passed-out.
    """
    if fight.combatants[who].is_down:
        because: tuple[str, ...] = ("ix.hazard.suffocation-passed-out", *CHECKED)
        wounds.suffer(fight, table, who, fight.numbers.passed_out_wounds, because=because)
        if fight.result is None:
            starts_dying(fight, table, who)
        return
    made = check.Check(check.SKILL, who, skill=FORTITUDE, difficulty=trial_dice("hard"))
    net = check.make(
        fight, table, made, lambda build: fight.combatants[who].breath == 0, because=CHECKED
    )
    if net.calamity:
        pass_out(fight, table, who)
    if not made.succeeded and fight.result is None:
        wounds.suffer(fight, table, who, SUFFOCATION_WOUNDS, because=CHECKED)
    if fight.result is None and fight.combatants[who].is_up:
        fight.check = made
        spend.settle(fight, table)
    fight.check = None


def pass_out(fight: IxFight, table: Table, who: str) -> None:
    """Incapacitated at once, for want of air. May end the fight.

    Implements ix.hazard.suffocation-calamity.
    """
    one = fight.combatants[who]
    one.passed_out = -1
    if table.recording:
        table.record("passed-out", "ix.hazard.suffocation-calamity", who=who)
    incapacitation.helpless(fight, table, who)
    encounter.check_end(fight, table)


def starts_dying(fight: IxFight, table: Table, who: str, turns: int = 0) -> None:
    """At 0 Wounds or below, suffocating: so many turn ends to live, to the end of the next turn if
    nothing is said.

    Implements ix.hazard.suffocation-death.
    """
    one = fight.combatants[who]
    if one.breath != 0 or one.wounds > 0 or one.dying or not one.is_here:
        return
    one.dying = turns or fight.turn_ends(who)
    if table.recording:
        table.record("suffocates", "ix.hazard.suffocation-death", who=who)


def turn_ends(fight: IxFight, table: Table, who: str) -> None:
    """A turn is over: breath runs out, death comes, or whoever has air comes to. May end the fight.

    Implements ix.hazard.breath, ix.hazard.suffocation-death, ix.hazard.suffocation-passed-out.
    """
    one = fight.combatants[who]
    if one.dying:
        one.dying -= 1
        if not one.dying:
            because = "ix.hazard.suffocation-death"
            death.die(fight, table, who, because=because, path=SUFFOCATED)
            return
    if one.breath > 0:
        one.breath -= 1
        if not one.breath and table.recording and one.is_here:
            table.record("breath-over", "ix.hazard.breath", who=who)
        starts_dying(fight, table, who, 1)
    if one.passed_out > 0:
        one.passed_out -= 1
        if not one.passed_out:
            because = "ix.hazard.suffocation-passed-out"
            incapacitation.comes_to(fight, table, who, because)


def clock_runs(one: Fighter) -> bool:
    """Whether rounds have to be counted on for somebody who is without air."""
    return one.breath >= 0 and one.is_here


def fighting_over(fight: IxFight, table: Table) -> None:
    """Whoever can act gets out of smoke and water when the fighting stops.

    Implements ix.hazard.suffocation-air.
    """
    from affray.systems.ix.hazards import building  # it is built on this

    for one in fight.combatants.values():
        if one.is_up and (one.inside or one.breath >= 0):
            building.leave(fight, table, one.id, because=building.WAY_OUT)
            reach_air(fight, table, one.id, because="ix.hazard.suffocation-air")


# ---- rescue ----


def options(fight: IxFight, who: str) -> list[Option]:
    """Bring a friend at arm's length to air, or out of a burning building.

    Implements ix.hazard.rescue, ix.hazard.suffocation-intervention.
    """
    if not budget.can_act(fight, who):
        return []
    return [
        option
        for friend in fight.friends(who)
        if needs_rescue(fight.combatants[friend]) and bands.band(fight, who, friend) == ENGAGED
        for option in [(RESCUE, friend)]
        if option not in fight.refused
    ]


def needs_rescue(one: Fighter) -> bool:
    """Whether somebody who cannot help itself is without air or inside a burning building."""
    return one.is_down and one.is_here and (one.breath >= 0 or one.inside)


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A friend is brought to air, if the GM sees a way; nothing is spent if not.

    Implements ix.hazard.rescue, ix.hazard.suffocation-intervention.
    """
    from affray.systems.ix.hazards import building

    if key[0] == TO_AIR:
        to_air(fight, table, who, key)
        return
    if table.rule(RESCUED, _ways, lambda: WAY) != WAY:
        fight.refused += (key,)
        if table.recording:
            table.record("not-possible", RESCUED, who=who, what=RESCUE, patient=key[1])
        return
    if not needs_rescue(fight.combatants[key[1]]) or not budget.spend_action(fight, table, who):
        return
    because = (RESCUED, "ix.hazard.suffocation-intervention")
    if fight.combatants[key[1]].inside:
        building.leave(fight, table, key[1], because=because, by=who)
        building.leave(fight, table, who, because=because)
    elif table.recording:
        table.record("rescued", because, who=key[1], by=who)
    reach_air(fight, table, key[1], because=because)


def _ways() -> list[Option]:
    return [WAY, NO_WAY]


# ---- to air by oneself ----


def maneuvers(fight: IxFight, who: str) -> list[Option]:
    """To air, for whoever has none and is free to move, with each way to pay for it; out of a
    burning building there is a way of its own.

    Implements ix.hazard.reach-air.
    """
    one = fight.combatants[who]
    if one.breath < 0 or (TO_AIR,) in fight.refused or not _can_reach_air(fight, who):
        return []
    ways = budget.maneuver_ways(fight, who)
    return [(TO_AIR,) if way == budget.FREE else (TO_AIR, way) for way in ways]


def _can_reach_air(fight: IxFight, who: str) -> bool:
    one = fight.combatants[who]
    if one.breath < 0 or one.inside or one.hold or not one.is_up:
        return False
    return not condition.bars_moving(one) and not one.has(condition.GRABBED)


def to_air(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Somebody gets to air by itself, if the GM sees a way; nothing is spent if not.

    Implements ix.hazard.reach-air, ix.hazard.suffocation-air.
    """
    if table.rule(REACH_AIR, lambda: [NO_WAY, WAY], lambda: NO_WAY) != WAY:
        fight.refused += ((TO_AIR,),)
        if table.recording:
            table.record("not-possible", REACH_AIR, who=who, what=TO_AIR, patient=who)
        return
    how = key[1] if len(key) > 1 else budget.FREE
    if _can_reach_air(fight, who) and budget.pay_maneuver(fight, table, who, how):
        for each in (who, fight.partner(who)):
            if each:
                reach_air(fight, table, each, because=(REACH_AIR, "ix.hazard.suffocation-air"))
