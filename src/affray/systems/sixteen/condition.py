"""Conditions: what takes hold, for how long, and what it forbids."""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.keys import Key, Number, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.sixteen.state import Condition, SixteenFight

STUNNED = "stunned"
PRONE = "prone"
BLINDED = "blinded"
FRIGHTENED = "frightened"
OFF_BALANCE = "off-balance"
WIDE_OPEN = "wide-open"

RULES = {
    "wounded": ("sixteen.condition.wounded", "sixteen.condition.wounded-effect"),
    STUNNED: ("sixteen.condition.stunned", "sixteen.condition.stunned-all-actions"),
    PRONE: ("sixteen.condition.prone", "sixteen.condition.prone-cost"),
    BLINDED: ("sixteen.condition.blinded", "sixteen.condition.disadvantage"),
    FRIGHTENED: ("sixteen.condition.frightened",),
    OFF_BALANCE: ("sixteen.miss.critical-result",),
    WIDE_OPEN: ("sixteen.miss.critical-result",),
}
"""The rules that say what each does."""

DURATION = "sixteen.condition.duration"
AS_USUAL: Key = ("as-usual",)


def next_turn_end(fight: SixteenFight, who: str, turns: int = 1) -> int:
    """How many ends of own turns it is to the end of the `turns`-th next one.

    The end of a turn that is going on is not that of the next. Implements
    sixteen.condition.duration (its default).
    """
    return turns + (fight.acting == who and fight.stage == "turn")


def usual(fight: SixteenFight, who: str, name: str, source: str = "") -> Condition:
    """A condition with the duration that holds where nothing is said.

    Implements sixteen.condition.duration (its default).
    """
    if name == PRONE:
        return Condition(name, "stands")
    if name == FRIGHTENED:
        return Condition(name, "source", source=source)
    return Condition(name, "turns", next_turn_end(fight, who))


def inflict(
    fight: SixteenFight, table: Table, who: str, name: str, source: str, because: Because
) -> None:
    """A condition whose cause says nothing of how long: the GM may. Implements
    sixteen.condition.duration."""
    ruled = table.rule(DURATION, _durations, _as_usual)
    given = usual(fight, who, name, source)
    if ruled[0] == "turns":
        given = Condition(name, "turns", next_turn_end(fight, who, int(ruled[1])), source)
    elif ruled[0] == "fight":
        given = Condition(name, "fight", source=source)
    fight.give(who, given, table, (*rules_of(because), *RULES[name], DURATION))


def _durations() -> list[Option]:
    return [AS_USUAL, ("turns", Number(1, 100)), ("fight",)]


def _as_usual() -> Key:
    return AS_USUAL


def is_stunned(fight: SixteenFight, who: str) -> bool:
    """Whether no action of any kind can be taken. Implements sixteen.condition.stunned,
    sixteen.condition.stunned-all-actions."""
    return fight.combatants[who].has(STUNNED)


def fears(fight: SixteenFight, who: str) -> list[str]:
    """Whom `who` may not move nearer to: sources that are still in the fight.

    Implements sixteen.condition.frightened.
    """
    held = fight.combatants[who].conditions
    feared = [c.source for c in held if c.name == FRIGHTENED and c.source in fight.combatants]
    return [source for source in feared if fight.is_alive(source)]


def begin_turn(fight: SixteenFight, table: Table, who: str) -> None:
    """What ends when a turn starts."""
    end_of_sources(fight, table)
    for name in [c.name for c in fight.combatants[who].conditions if c.until == "start"]:
        fight.lift(who, name, table, RULES.get(name, (DURATION,)))


def end_turn(fight: SixteenFight, table: Table, who: str) -> None:
    """A turn of the sufferer ends, and with it what lasted until then.

    Implements sixteen.condition.duration.
    """
    one = fight.combatants[who]
    if not one.conditions:
        return
    over = [c for c in one.conditions if c.until == "turns" and c.turns <= 1]
    one.conditions = tuple(
        replace(c, turns=c.turns - 1) if c.until == "turns" else c
        for c in one.conditions
        if c not in over
    )
    for held in over if table.recording else ():
        rules = (DURATION, *RULES.get(held.name, ()))
        table.record("condition-over", rules, who=who, condition=held.name)


def end_of_sources(fight: SixteenFight, table: Table) -> None:
    """Fear of whoever is out of the fight is over. Implements sixteen.condition.duration."""
    for who, one in fight.combatants.items():
        for held in one.conditions:
            source = held.source
            if held.until == "source" and source and not fight.is_alive(source):
                one.conditions = tuple(c for c in one.conditions if c != held)
                if table.recording:
                    rules = (DURATION, *RULES[FRIGHTENED])
                    table.record("condition-over", rules, who=who, condition=held.name)
