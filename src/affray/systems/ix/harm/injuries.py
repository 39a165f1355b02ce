"""Looking at Critical Injuries: their rows, what runs, what lasts. Nothing here changes a fight."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from affray.kernel.rulebook import Row
from affray.systems.ix.harm.condition import TREATED
from affray.systems.ix.ledger import CHARACTERISTICS, rows
from affray.systems.ix.records import Effect, Injury
from affray.systems.ix.rolls.effects import NEXT_CHECK
from affray.systems.ix.state import Fighter

TABLE = "critical-injuries"
SEVERITIES = ("minor", "moderate", "severe", "deadly", "mortal")
LIMBS = ("left-arm", "right-arm", "left-leg", "right-leg")

UNTIL_TREATED, UNTIL_ANSWERED = "until-treated", "clock-answered"

SAME_SLOT, END_OF_ROUND = "same-slot-next-round", "end-of-round"
WOUNDS_RUN_OUT, ENCOUNTER = "wounds-run-out", "end-of-encounter-permanent"
"""The clocks that rows name (column `death-clock`)."""
ANSWERABLE = (SAME_SLOT, END_OF_ROUND, WOUNDS_RUN_OUT, ENCOUNTER)
KILLING = (SAME_SLOT, END_OF_ROUND, WOUNDS_RUN_OUT)

RULE = "ix.critical.row-effects"
ANSWERED, NEXT_ROUND = "answered", "next-round"
"""Ends of effects, beside those that conditions have."""
ENDS = {
    "next-check": NEXT_CHECK,
    "end-of-encounter": "encounter",
    UNTIL_TREATED: TREATED,
    UNTIL_ANSWERED: ANSWERED,
}
"""The end of an effect for each way in which a row says how long it lasts."""

ARM_CHECKS = "athletics,unarmed"
LEG_CHECKS = "athletics,reflexes,stealth"
"""Checks that need an arm or a leg, whatever is in hand."""


def row_of(injury: Injury) -> Row:
    return rows(TABLE)[injury.row]


@cache
def ranges() -> tuple[tuple[int, int, str], ...]:
    """The rows in order, as (lowest total, highest total, id)."""
    return tuple((row["low"], row["high"], row["id"]) for row in rows(TABLE).values())


@cache
def ops(row: str) -> tuple[dict[str, Any], ...]:
    """What a row does, operation by operation (tables.effect-ops)."""
    return tuple(dict(op) for op in rows(TABLE)[row]["apply"])


def severity(injury: Injury) -> str:
    return str(row_of(injury)["severity"])


def is_up_to(injury: Injury, most: str) -> bool:
    """Whether an injury is of that severity or a lesser one; nothing is up to "none"."""
    if most not in SEVERITIES:
        return False
    return SEVERITIES.index(severity(injury)) <= SEVERITIES.index(most)


def lower_row(row: str) -> str:
    """The next lower row of the table, "" below the lowest.

    Implements ix.critical.step-down, ix.critical.step-down-lowest.
    """
    ids = [each for _, _, each in ranges()]
    place = ids.index(row)
    return ids[place - 1] if place else ""


def open_choice(row: str) -> Sequence[str]:
    """Among what the GM or chance picks in a row: limbs, Characteristics, or nothing."""
    for op in ops(row):
        if op["op"] == "limb-useless":
            return LIMBS
        if op["op"] == "characteristic":
            return CHARACTERISTICS
    return ()


def is_running(injury: Injury) -> bool:
    """Whether a clock of the injury can still be answered."""
    return not injury.answered and row_of(injury)["death-clock"] in ANSWERABLE


def fells(injury: Injury) -> bool:
    """Whether the injury incapacitates as long as its clock is not answered."""
    return not injury.answered and any(op["op"] == "incapacitate" for op in ops(injury.row))


def lasts(one: Fighter, injury: Injury) -> bool:
    """Whether the effect of an injury is not over yet."""
    if any(op.get("until") == UNTIL_TREATED for op in ops(injury.row)) or is_running(injury):
        return True
    if any(each.injury == injury.serial for each in one.conditions):
        return True
    return any(each.injury == injury.serial for each in one.effects)


def deadly(one: Fighter) -> list[int]:
    """The injuries, by their numbers, whose clock kills if nobody answers it, or whose loss of
    Wounds goes on until then."""
    return [
        injury.serial
        for injury in one.injuries
        if is_running(injury) and row_of(injury)["death-clock"] in KILLING
    ]


def carried(one: Fighter, serial: int) -> Injury | None:
    """The injury of that number, if somebody still carries it."""
    return next((injury for injury in one.injuries if injury.serial == serial), None)


def limb_effects(injury: Injury) -> tuple[Effect, ...]:
    limb = injury.drawn
    checks = ARM_CHECKS if "arm" in limb else LEG_CHECKS
    return (
        Effect("limb-useless", what=limb, ends=TREATED, injury=injury.serial, rule=RULE),
        Effect(
            "difficulty-step",
            checks=checks,
            ends=TREATED,
            injury=injury.serial,
            rule=RULE,
            what=f"a useless {limb.replace('-', ' ')}",
        ),
    )
