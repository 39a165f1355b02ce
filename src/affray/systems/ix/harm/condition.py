"""Conditions: given, extended, ended, and what they do to pools and to what one may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.records import Condition
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import MINION, MOUNT, Fighter, IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

PRONE, STAGGERED, DISORIENTED, IMMOBILIZED = "prone", "staggered", "disoriented", "immobilized"
RESTRAINED, GRABBED, IMMOLATION, BLINDED = "restrained", "grabbed", "immolation", "blinded"
FRIGHTENED, DEMORALIZED, SURPRISED = "frightened", "demoralized", "surprised"
INCAPACITATED = "incapacitated"
"""For a moment, and neither by Wounds nor by Strain (ix.hazard.fall-water-state)."""

TREATED = "treated"
"""The end of a condition that lasts until an injury is removed (`Condition.injury`)."""
FIRST_TURN, ROUND = "first-turn", "round"

_ENDS = {
    PRONE: "stands",
    RESTRAINED: "escape",
    GRABBED: "escape",
    IMMOLATION: "put-out",
    FRIGHTENED: "fear",
    DEMORALIZED: "fear",
    SURPRISED: FIRST_TURN,
}
"""What ends a condition that is not counted in turns (column `ends` of tables.conditions)."""
_BY_SOURCE = (FRIGHTENED, DEMORALIZED, RESTRAINED, GRABBED)
"""Conditions that stand once for each source: what ends one does not end the other."""


# ---- given, extended, ended ----


def give(
    fight: IxFight,
    table: Table,
    who: str,
    condition: str,
    *,
    turns: int = 0,
    ends: str = "",
    source: str = "",
    injury: int = 0,
    because: Because,
) -> None:
    """A condition befalls somebody.

    With `turns` it runs out at the end of that many of its bearer's next turns, one if nothing is
    said and the condition has no end of its own. `ends` is another end, `injury` the injury that
    brings it. One that is there already lasts longer by the new duration and is no stronger.

    Implements ix.condition.default-duration, ix.condition.default-duration-own-turn,
    ix.condition.extends, ix.condition.no-stacking, ix.condition.table, ix.minion.conditions,
    ix.mounted.out-of-the-saddle.
    """
    one = fight.combatants[who]
    if not one.is_here:
        return
    if condition == PRONE and fight.mounts and (one.rank == MOUNT or one.mount):
        if one.rank == MOUNT:
            return
        from affray.systems.ix.saddle import mount_falls  # it is built on this

        mount_falls.helpless(fight, table, who)
    if not ends and not turns:
        ends = _ENDS.get(condition, "")
    if condition == GRABBED and source in fight.combatants:
        _in_contact(fight, one, fight.combatants[source])
    if ends:
        _give_until(fight, table, one, Condition(condition, 0, ends, source, injury), because)
    else:
        _give_for(fight, table, one, condition, max(turns, 1), source, injury, because)
    if one.zone:
        from affray.systems.ix.air import flying  # it is built on this

        flying.befallen(fight, table, who, condition)


def _in_contact(fight: IxFight, one: Fighter, other: Fighter) -> None:
    """The Grabbed and the grabber are Engaged. Implements ix.condition.grabbed."""
    level = one.zone == other.zone or max(one.zone, other.zone) <= 1
    if one.at == other.at and level and one.side != other.side:
        pair = (one.id, other.id) if one.side == "heroes" else (other.id, one.id)
        fight.engaged |= {pair}


def _give_for(
    fight: IxFight,
    table: Table,
    one: Fighter,
    condition: str,
    turns: int,
    source: str,
    injury: int,
    because: Because,
) -> None:
    """A condition that is counted in turns of its bearer."""
    by_source = condition in _BY_SOURCE
    for old in one.conditions:
        if old.id == condition and old.turns and (not by_source or old.source == source):
            longer = replace(old, turns=old.turns + turns)
            one.conditions = tuple(longer if each is old else each for each in one.conditions)
            if table.recording:
                rules = (*rules_of(because), "ix.condition.extends", "ix.condition.no-stacking")
                table.record(
                    "condition-longer", rules, who=one.id, condition=condition, turns=longer.turns
                )
            return
    counted = fight.turn_ends(one.id, turns)
    one.conditions += (Condition(condition, counted, "", source, injury),)
    if table.recording:
        rules = (*rules_of(because), *_rules(condition, one), "ix.condition.default-duration")
        if counted > turns:
            rules += ("ix.condition.default-duration-own-turn",)
        table.record(
            "condition",
            rules,
            who=one.id,
            condition=condition,
            turns=counted,
            ends="",
            source=source,
        )


def _give_until(
    fight: IxFight, table: Table, one: Fighter, new: Condition, because: Because
) -> None:
    """A condition that something else than a count of turns ends."""
    if new in one.conditions:
        return
    for old in one.conditions:
        same = old.id == new.id and old.ends == new.ends and old.injury == new.injury
        if same and (new.id not in _BY_SOURCE or old.source == new.source):
            return
    one.conditions += (new,)
    if table.recording:
        rules = (*rules_of(because), *_rules(new.id, one))
        table.record(
            "condition",
            rules,
            who=one.id,
            condition=new.id,
            turns=0,
            ends=new.ends,
            source=new.source,
        )


def _rules(condition: str, one: Fighter) -> tuple[str, ...]:
    group = ("ix.minion.conditions",) if one.rank == MINION else ()
    if condition == INCAPACITATED:
        return "ix.hazard.fall-water-state", "ix.condition.table", *group
    own = "ix.fear.frightened" if condition == FRIGHTENED else f"ix.condition.{condition}"
    return own, "ix.condition.table", *group


def lift(
    fight: IxFight,
    table: Table,
    who: str,
    condition: str,
    *,
    source: str = "",
    because: Because,
) -> bool:
    """A condition ends, whatever it was to last; with a `source` only what came from there.

    Says whether it was there.
    """
    return _end(
        fight,
        table,
        who,
        lambda each: each.id == condition and (not source or each.source == source),
        because,
    )


def _end(
    fight: IxFight,
    table: Table,
    who: str,
    ends: Callable[[Condition], bool],
    because: Because,
) -> bool:
    """Those conditions are over. One that holds for another reason too goes on."""
    one = fight.combatants[who]
    over = [each for each in one.conditions if ends(each)]
    if not over:
        return False
    one.conditions = tuple(each for each in one.conditions if each not in over)
    if table.recording:
        for condition in dict.fromkeys(each.id for each in over):
            if not one.has(condition):
                table.record("condition-over", because, who=who, condition=condition)
    return True


def end_with_injury(
    fight: IxFight,
    table: Table,
    who: str,
    injury: int,
    because: Because,
    *,
    replaced: bool = False,
) -> None:
    """What an injury has brought for as long as it lasts goes with it; with another row in its
    place, whatever it has brought."""

    def ends(each: Condition) -> bool:
        return each.injury == injury and (each.ends == TREATED or replaced)

    _end(fight, table, who, ends, because)


# ---- as time goes by ----


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """Who was surprised is so no longer. Implements ix.condition.surprised."""
    one = fight.combatants[who]
    if one.surprised:
        one.surprised = False
        if not one.has(SURPRISED) and table.recording:
            table.record("condition-over", "ix.condition.surprised", who=who, condition=SURPRISED)
    if one.conditions:
        _end(fight, table, who, lambda each: each.ends == FIRST_TURN, "ix.condition.surprised")


def turn_ends(fight: IxFight, table: Table, who: str) -> None:
    """Conditions counted in turns of `who` come nearer to their end, or reach it.

    Implements ix.condition.default-duration.
    """
    one = fight.combatants[who]
    if not any(each.turns for each in one.conditions):
        return
    _end(fight, table, who, lambda each: each.turns == 1, "ix.condition.default-duration")
    one.conditions = tuple(
        replace(each, turns=each.turns - 1) if each.turns else each for each in one.conditions
    )


def round_ends(fight: IxFight, table: Table) -> None:
    """What was to last until the end of the round is over."""
    for one in fight.combatants.values():
        if one.conditions:
            _end(fight, table, one.id, lambda each: each.ends == ROUND, "ix.condition.table")


def encounter_ends(fight: IxFight, table: Table) -> None:
    """With structured play everything ends but what an injury brings until it is removed.

    Implements ix.fear.ends.
    """
    for one in fight.combatants.values():
        one.surprised = False
        if one.conditions:
            _end(fight, table, one.id, lambda each: each.ends != TREATED, "ix.fear.ends")


# ---- what they keep from doing ----


def bars_actions(one: Fighter) -> bool:
    """Whether it can neither take an Action nor give it up for a Maneuver.

    Implements ix.condition.staggered.
    """
    return one.has(STAGGERED)


def bars_moving(one: Fighter) -> bool:
    """Whether it can take no Maneuver that changes its position.

    Implements ix.condition.immobilized, ix.condition.restrained, ix.condition.prone (it must
    stand first).
    """
    return any(each.id in (IMMOBILIZED, RESTRAINED, PRONE) for each in one.conditions)


def bars_maneuvers(fight: IxFight, one: Fighter) -> bool:
    """Whether it can take no Maneuver at all (house switch immobilized-bars).

    Implements ix.condition.immobilized.
    """
    if fight.switches.immobilized_bars != "all":
        return False
    return any(each.id in (IMMOBILIZED, RESTRAINED) for each in one.conditions)


def grabbed_by(fight: IxFight, one: Fighter) -> list[str]:
    """Those from whom it cannot move away. Implements ix.condition.grabbed."""
    return [each.source for each in one.conditions if each.id == GRABBED]


# ---- what they do to pools ----


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """What the roller's conditions do to its pool. Blinded counts as darkness (`light`).

    Implements ix.condition.prone, ix.condition.disoriented, ix.condition.restrained,
    ix.fear.frightened, ix.fear.frightened-single-die, ix.condition.no-stacking.
    """
    one = fight.combatants[check.who]
    if check.mode == "melee" and one.has(PRONE):
        build.give("bane", 1, PRONE, "ix.condition.prone")
    if one.has(DISORIENTED):
        build.give("bane", 1, DISORIENTED, "ix.condition.disoriented")
    if check.moves and one.has(RESTRAINED):
        build.give("bane", 1, RESTRAINED, "ix.condition.restrained")
    for each in one.conditions:
        if each.id == FRIGHTENED and _is_faced(fight, check, each.source):
            build.give("bane", 1, FRIGHTENED, "ix.fear.frightened")
            break


def _is_faced(fight: IxFight, check: Check, source: str) -> bool:
    """Whether a check is made against what frightens the roller, or in its presence."""
    if check.target == source:
        return True
    present = fight.combatants.get(source)
    return present is None or present.is_here


def dice_against(fight: IxFight, build: Build, check: Check) -> None:
    """What the target's conditions do to the roller's pool. Implements ix.condition.prone."""
    if not check.mode or not fight.combatants[check.target].has(PRONE):
        return
    if check.mode == "melee":
        build.give("boon", 1, "the target is prone", "ix.condition.prone")
    else:
        build.give("bane", 1, "the target is prone", "ix.condition.prone")
