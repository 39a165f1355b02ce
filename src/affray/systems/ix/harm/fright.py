"""What fear does to whoever feels it: what they may not do, how they flee, and how it ends.

Frightened and Demoralized are conditions whose `source` is the terror; how a Demoralized group
behaves, and that somebody must flee, are effects beside them.
"""

from __future__ import annotations

from affray.kernel.keys import Option
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight import budget, encounter
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import condition
from affray.systems.ix.ledger import limit
from affray.systems.ix.records import Condition, Effect
from affray.systems.ix.state import FLED, SURRENDERED, Fighter, IxFight

FLIGHT = "must-flee"
"""The op of an effect: the next turn goes into getting away from `against`."""
BEHAVIOUR = "demoralized-behaviour"
"""The op of an effect that says what a Demoralized group does (`what`)."""
UNSEEN = "out-of-sight"
"""The op of an effect: `against` was out of sight when the last round ended."""
WITHDRAW, SURRENDER, BREAK = "withdraw", "surrender", "break"
OUTCOMES = "ix.fear.outcome-extras"


# ---- groups ----


def demoralize(fight: IxFight, table: Table, group: list[str], source: str) -> None:
    """A group loses heart, and the GM says what it does.

    Implements ix.fear.groups-demoralized, ix.fear.groups-behaviour.
    """
    because = ("ix.fear.groups-demoralized", "ix.condition.demoralized")
    for one in group:
        condition.give(fight, table, one, "demoralized", source=source, because=because)
    key = table.rule(
        "ix.fear.groups-behaviour",
        lambda: [(WITHDRAW,), (SURRENDER,), (BREAK,)],
        lambda: (WITHDRAW,),
    )
    for one in group:
        if not fight.combatants[one].is_here:
            continue
        if key[0] == WITHDRAW:
            effect = Effect(
                BEHAVIOUR,
                against=source,
                source=source,
                rule="ix.fear.groups-behaviour",
                what=key[0],
            )
            fight.add_effect(one, effect, table, "ix.fear.groups-behaviour")
        elif key[0] == SURRENDER:
            fight.leave(one, SURRENDERED, "surrendered", table, "ix.fear.groups-behaviour")
        else:
            fight.leave(one, FLED, "scattered", table, "ix.fear.groups-behaviour")
    _may_be_over(fight, table)


def _may_be_over(fight: IxFight, table: Table) -> None:
    if fight.result is None:
        encounter.check_end(fight, table)


# ---- turns ----


def turn_starts(fight: IxFight, table: Table, who: str) -> bool:
    """Whoever must flee, or is Demoralized, does so; says whether the turn is over with that.

    Implements ix.condition.demoralized, ix.fear.outcome-extras.
    """
    one = fight.combatants[who]
    _notice(fight, table, who)
    if not one.is_up:
        return False
    if (flight := one.effect(FLIGHT)) is not None:
        return _flee(fight, table, who, flight)
    if one.has("demoralized"):
        return _withdraw(fight, table, who)
    return False


def _flee(fight: IxFight, table: Table, who: str, flight: Effect) -> bool:
    """The turn goes into getting away as far as a free Maneuver and the Action reach.

    Implements ix.fear.outcome-extras.
    """
    fight.end_effect(who, flight, table, OUTCOMES)
    source = flight.against
    if source not in fight.combatants or not fight.combatants[source].is_here:
        return False
    if not _get_away(fight, table, who, source, OUTCOMES):
        _stagger(fight, table, who)
        return False
    return True


def _stagger(fight: IxFight, table: Table, who: str) -> None:
    """Staggered for this turn alone, although it is the bearer's own."""
    fight.combatants[who].conditions += (Condition("staggered", 1),)
    if table.recording:
        rules = (OUTCOMES, "ix.condition.staggered")
        table.record(
            "condition", rules, who=who, condition="staggered", turns=1, ends="", source=""
        )


def _get_away(fight: IxFight, table: Table, who: str, source: str, because: Because) -> bool:
    """Moves away from a terror with the Maneuvers of a turn, the second one for the Action; says
    whether `who` could move at all.

    Implements ix.range.record-move, ix.range.same-turn, ix.turn.second-maneuver.
    """
    from affray.systems.ix.fight import grapple, maneuver  # they reach back to fear

    one = fight.combatants[who]
    if one.conditions and condition.bars_moving(one):
        return False
    if one.hold:
        grapple.release(fight, table, who, "ix.grapple.release")
    most = limit("maneuvers")
    for maneuvers in (most, most - 1):
        if maneuvers > fight.free_maneuvers + (fight.actions > 0):
            continue
        at = bands.destination(fight, who, "away", source, maneuvers)
        if at is None or maneuvers < 1 or not maneuver.may_go(fight, who, at):
            continue
        fight.maneuvers += maneuvers
        if maneuvers > fight.free_maneuvers:
            fight.actions = 0
            fight.bought = budget.ACTION
        fight.free_maneuvers = 0
        if table.recording:
            table.record("moved", because, who=who, way="away", named=source, steps=maneuvers)
        bands.move_to(fight, table, who, at, because=because)
        return True
    return False


def _withdraw(fight: IxFight, table: Table, who: str) -> bool:
    """A Demoralized group gets away from its terror (the nearest enemy, where none is named), and
    at Extreme range has left.

    Implements ix.fear.groups-behaviour, ix.condition.demoralized.
    """
    source = _shunned(fight, who)
    if source not in fight.combatants:
        return False
    rule = "ix.fear.groups-behaviour"
    if bands.band(fight, who, source) < bands.EXTREME:
        _get_away(fight, table, who, source, rule)
    if bands.band(fight, who, source) >= bands.EXTREME:
        fight.leave(who, FLED, "left", table, rule)
        _may_be_over(fight, table)
    return True


def _shunned(fight: IxFight, who: str) -> str:
    """What a Demoralized group gets away from, "" for nobody."""
    effect = fight.combatants[who].effect(BEHAVIOUR)
    named = [effect.against] if effect is not None else closer_barred(fight, who)
    near = sorted(fight.enemies_up(who), key=lambda foe: bands.steps(fight, who, foe))
    return next(iter([*named, *near]), "")


def is_bound(fight: IxFight, who: str) -> bool:
    """Whether fear keeps somebody from some of what it could do."""
    one = fight.combatants[who]
    return bool(one.conditions) and one.has("demoralized")


def allows(fight: IxFight, who: str, option: Option) -> bool:
    """Whether somebody Demoralized may do this: it attacks nobody.

    Implements ix.condition.demoralized.
    """
    if option[0] != "cast":
        return option[0] not in ("attack", "grapple", "hold")
    spell = fight.combatants[who].spell(str(option[1]))
    return spell is None or not spell.says.get("harms")


def closer_barred(fight: IxFight, who: str) -> list[str]:
    """The terrors that somebody cannot choose to move closer to.

    Implements ix.fear.frightened-movement, ix.condition.demoralized.
    """
    return [
        each.source
        for each in fight.combatants[who].conditions
        if each.id in ("frightened", "demoralized") and each.source
    ]


# ---- how it ends ----


def defeated(fight: IxFight, table: Table, source: str) -> None:
    """A terror is defeated: nobody is afraid of it any more. Implements ix.fear.ends."""
    for one in fight.combatants.values():
        if one.conditions:
            _calm(fight, table, one, source, "ix.fear.ends")


def _calm(fight: IxFight, table: Table, one: Fighter, source: str, because: Because) -> None:
    for name in ("frightened", "demoralized"):
        if any(each.id == name and each.source == source for each in one.conditions):
            condition.lift(fight, table, one.id, name, source=source, because=because)
    for effect in one.effects:
        if effect.op in (BEHAVIOUR, UNSEEN, FLIGHT) and effect.against == source:
            fight.end_effect(one.id, effect, table, because)


def _notice(fight: IxFight, table: Table, who: str) -> None:
    """A terror that lies defeated frightens nobody; one that is seen again is not out of sight."""
    one = fight.combatants[who]
    for source in dict.fromkeys(closer_barred(fight, who)):
        terror = fight.combatants.get(source)
        if terror is None or terror.is_down or terror.status in ("dead", "out", "surrendered"):
            _calm(fight, table, one, source, "ix.fear.ends")
        elif not _out_of_sight(fight, source):
            _forget(one, source)


def _out_of_sight(fight: IxFight, source: str) -> bool:
    terror = fight.combatants[source]
    return terror.hidden or not terror.is_here


def _forget(one: Fighter, source: str) -> None:
    if one.effects:
        one.effects = tuple(
            each for each in one.effects if not (each.op == UNSEEN and each.against == source)
        )


def round_ends(fight: IxFight, table: Table) -> None:
    """A terror that has been out of sight for a full round, from the end of one round to the end
    of the next, frightens nobody any more. Implements ix.fear.ends.
    """
    for one in fight.combatants.values():
        if not one.conditions:
            continue
        _notice(fight, table, one.id)
        for source in dict.fromkeys(closer_barred(fight, one.id)):
            if not _out_of_sight(fight, source):
                continue
            if any(e.op == UNSEEN and e.against == source for e in one.effects):
                _calm(fight, table, one, source, "ix.fear.ends")
            else:
                one.effects += (Effect(UNSEEN, against=source, rule="ix.fear.ends"),)


def calm(fight: IxFight, table: Table, who: str, because: Because) -> bool:
    """All fear falls from somebody, by a steadying word, a talent or a spell; says whether there
    was any. Implements ix.fear.ends, ix.fear.ends-steadied."""
    sources = dict.fromkeys(closer_barred(fight, who))
    one = fight.combatants[who]
    for source in sources:
        _calm(fight, table, one, source, because)
    return condition.lift(fight, table, who, "frightened", because=because) or bool(sources)
