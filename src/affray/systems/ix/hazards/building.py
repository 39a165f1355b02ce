"""A burning building: a clock of rounds, then fire, debris and smoke for whoever is inside."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from affray.kernel.keys import Key, Number, Option
from affray.kernel.question import Because
from affray.kernel.sheet import Track
from affray.kernel.table import Table
from affray.systems.ix.fight import budget
from affray.systems.ix.harm import condition, damage, wounds
from affray.systems.ix.hazards import hazard, suffocation
from affray.systems.ix.hazards.hazard_records import Building
from affray.systems.ix.ledger import trial_dice
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.state import Fighter, IxFight

LEAVE = "leave-building"
WORDS = frozenset((LEAVE,))
CLOCK = "ix.hazard.building-clock"
EXPOSURE = "ix.hazard.building-exposure"
WAY_OUT = "ix.hazard.building-way-out"
DEBRIS_DAMAGE = 2
"""What falls, each round (ix.hazard.debris)."""
MOST_ROUNDS = 20
"""The most rounds that the GM may give a building."""


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """What the encounter says of a fire; everybody is inside if it does not say who is."""
    burning = said.get("burning")
    if not burning:
        return
    fight.building = Building(burning["name"], burning.get("rounds") or 0)
    inside = burning.get("inside")
    for one in fight.combatants.values():
        one.inside = inside is None or one.id in inside


def begin(fight: IxFight, table: Table) -> None:
    """How many rounds the building has, if the encounter has not said it.

    Implements ix.hazard.building-clock.
    """
    building = fight.building
    if building is None or building.rounds:
        return
    key = table.rule(
        CLOCK,
        lambda: [("rounds", Number(1, MOST_ROUNDS))],
        lambda: ("rounds", str(max(1, min(fight.numbers.building_clock_rounds, MOST_ROUNDS)))),
    )
    if fight.building is None:
        return
    fight.building = replace(fight.building, rounds=int(key[1]))
    if table.recording:
        table.record("building-clock", CLOCK, name=fight.building.name, rounds=int(key[1]))


def round_ends(fight: IxFight, table: Table) -> None:
    """One round more has burned; with the last of them the smoke takes the air of all inside.

    Implements ix.hazard.building-clock, ix.hazard.building-exposure.
    """
    building = fight.building
    if building is None or building.is_involved or not building.rounds:
        return
    set_burned(fight, table, building.burned + 1)


def set_burned(fight: IxFight, table: Table, burned: int) -> None:
    """So many rounds have burned; what follows for whoever is inside follows at once."""
    assert fight.building is not None
    building = fight.building = replace(fight.building, burned=burned)
    if table.recording:
        table.record(
            "building-burns",
            CLOCK,
            name=building.name,
            burned=building.burned,
            rounds=building.rounds,
            involved=building.is_involved,
        )
    for one in fight.combatants.values():
        if one.inside and building.is_involved:
            suffocation.lose_air(fight, table, one.id, because=EXPOSURE)
        elif one.inside:
            suffocation.reach_air(fight, table, one.id, because=EXPOSURE)


def is_exposed(fight: IxFight, one: Fighter) -> bool:
    """Whether somebody is inside a building that is fully involved."""
    return one.inside and fight.building is not None and fight.building.is_involved


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """The start of a turn inside: the fire's Wounds, then what falls. May end the fight.

    Whoever is alight has suffered from fire already.

    Implements ix.hazard.building-exposure, ix.hazard.building-timing, ix.turn.start-order.
    """
    one = fight.combatants[who]
    if not is_exposed(fight, one):
        return
    result = fight.result
    if not hazard.is_burning(one):
        because = (EXPOSURE, "ix.hazard.building-timing", "ix.hazard.fire")
        wounds.suffer(fight, table, who, hazard.FIRE_WOUNDS, because=because)
    if fight.result == result and fight.combatants[who].is_here:
        debris(fight, table, who)


def debris(fight: IxFight, table: Table, who: str) -> None:
    """Something falls: 2 damage, unless an Average Reflexes check avoids it.

    Implements ix.hazard.debris.
    """
    because: tuple[str, ...] = ("ix.hazard.debris", EXPOSURE)
    if fight.combatants[who].is_up:
        made = check.Check(check.SKILL, who, skill="reflexes", difficulty=trial_dice("average"))
        check.make(
            fight,
            table,
            made,
            lambda build: is_exposed(fight, fight.combatants[who]),
            because=because,
        )
        avoided = made.succeeded
        if avoided and table.recording:
            table.record("debris-avoided", "ix.hazard.debris", who=who)
        if not avoided:
            damage.deal(fight, table, who, DEBRIS_DAMAGE, attack=False, because=because)
        if fight.result is None and fight.combatants[who].is_up:
            fight.check = made
            spend.settle(fight, table)
        fight.check = None
    else:
        damage.deal(fight, table, who, DEBRIS_DAMAGE, attack=False, because=because)


# ---- the way out ----


def maneuvers(fight: IxFight, who: str) -> list[Option]:
    """Getting out, for whoever is free to move, with each way to pay for it.

    Implements ix.hazard.building-way-out.
    """
    if fight.building is None or not can_leave(fight, who):
        return []
    return [
        (LEAVE,) if way == budget.FREE else (LEAVE, way) for way in budget.maneuver_ways(fight, who)
    ]


def can_leave(fight: IxFight, who: str) -> bool:
    """Whether somebody inside could walk out."""
    one = fight.combatants[who]
    if not one.inside or not one.is_up or one.hold:
        return False
    if one.mount and condition.bars_moving(fight.combatants[one.mount]):
        return False
    return not condition.bars_moving(one) and not one.has(condition.GRABBED)


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Implements ix.hazard.building-way-out."""
    if budget.pay_maneuver(fight, table, who, key[1] if len(key) > 1 else budget.FREE):
        leave(fight, table, who, because=WAY_OUT)


def leave(fight: IxFight, table: Table, who: str, *, because: Because, by: str = "") -> None:
    """Somebody is outside, where there is air; with those still inside there is no contact.

    Implements ix.hazard.building-way-out, ix.hazard.suffocation-air.
    """
    one = fight.combatants[who]
    if not one.inside:
        return
    if partner := fight.partner(who):
        fight.combatants[who].inside = False
        leave(fight, table, partner, because=because, by=by)
    one.inside = False
    found = fight.combatants
    fight.engaged = frozenset(
        pair
        for pair in fight.engaged
        if who not in pair or not any(found[other].inside for other in pair)
    )
    if table.recording:
        name = fight.building.name if fight.building else ""
        table.record("left-building", because, who=who, by=by, name=name)
    suffocation.reach_air(fight, table, who, because="ix.hazard.suffocation-air")


def enter(fight: IxFight, table: Table, who: str) -> None:
    """Somebody is inside, and without air where the smoke is."""
    for each in (who, fight.partner(who)):
        if each:
            fight.combatants[each].inside = True
            if is_exposed(fight, fight.combatants[each]):
                suffocation.lose_air(fight, table, each, because=EXPOSURE)


def counters(fight: IxFight) -> list[Track]:
    """The clock of the fire."""
    building = fight.building
    if building is None or not building.rounds:
        return []
    word = "fully involved" if building.is_involved else ""
    burned = min(building.burned, building.rounds)
    return [Track(f"{building.name} burns", burned, building.rounds, word=word, rule=CLOCK)]
