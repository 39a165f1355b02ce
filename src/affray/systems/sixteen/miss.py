"""Critical miss: an SDF check, and if it fails a mishap from the table."""

from __future__ import annotations

from affray.dice import NumberPool, dice
from affray.kernel.table import Table
from affray.systems.sixteen import check, condition, fatigue
from affray.systems.sixteen.pools import as_is
from affray.systems.sixteen.state import Condition, SixteenFight

CHECK = ("sixteen.miss.critical-check",)
RESULT = ("sixteen.miss.critical-result",)
NOTHING_MORE = "off-balance"


def critical(fight: SixteenFight, table: Table, who: str) -> None:
    """The attacker has rolled a natural 1.

    Implements sixteen.miss.critical-check, sixteen.miss.critical-result.
    """
    if check.passes(fight, table, who, "sdf", CHECK):
        return
    rolled: int = table.roll(who, lambda: _die(fight), read=as_is, because=RESULT)
    mishap = fight.tables.mishaps.get(rolled, NOTHING_MORE)
    if not applies(fight, who, mishap):
        mishap = NOTHING_MORE
    if table.recording:
        table.record("mishap", RESULT, who=who, mishap=mishap)
    _strike(fight, table, who, mishap)


def _die(fight: SixteenFight) -> NumberPool:
    return dice(1, fight.numbers.critical_miss_die)


def applies(fight: SixteenFight, who: str, mishap: str) -> bool:
    """A result that cannot apply counts as a 1. Implements sixteen.miss.critical-result."""
    one = fight.combatants[who]
    if mishap == "slip":
        return not one.has(condition.PRONE)
    return mishap != "lost-grip" or one.holds()


def _strike(fight: SixteenFight, table: Table, who: str, mishap: str) -> None:
    ends = condition.next_turn_end(fight, who)
    match mishap:
        case "wide-open":
            fight.give(who, Condition(condition.WIDE_OPEN, "start"), table, RESULT)
        case "slip":
            rules = (*RESULT, *condition.RULES[condition.PRONE])
            fight.give(who, Condition(condition.PRONE, "stands"), table, rules)
        case "lost-grip":
            drop(fight, table, who)
        case "overstrain":
            fatigue.gain(fight, table, who, RESULT)
        case "knocked-silly":
            rules = (*RESULT, *condition.RULES[condition.STUNNED])
            fight.give(who, Condition(condition.STUNNED, "turns", ends), table, rules)
        case _:
            fight.give(who, Condition(condition.OFF_BALANCE, "turns", ends), table, RESULT)


def drop(fight: SixteenFight, table: Table, who: str) -> None:
    """The weapon in hand falls to the ground where its bearer stands."""
    one = fight.combatants[who]
    lost, one.in_hand = one.in_hand, ""
    one.dropped = (*one.dropped, (lost, one.at))
    if table.recording:
        table.record("dropped", RESULT, who=who, weapon=lost)
