"""Critical Injuries from one fight to the next: what goes on, and what is lost for good."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.systems.ix.harm.condition import TREATED
from affray.systems.ix.harm.injuries import (
    ENDS,
    RULE,
    UNTIL_ANSWERED,
    UNTIL_TREATED,
    fells,
    limb_effects,
    ops,
)
from affray.systems.ix.records import Condition, Effect, Injury
from affray.systems.ix.state import NOTHING, Fighter

Op = Mapping[str, Any]


def restore(one: Fighter) -> None:
    """What the injuries of somebody who comes from an earlier fight still do.

    Implements ix.critical.effect-duration, ix.encounter.end-no-wounds.
    """
    for injury in one.injuries:
        one.felled = one.felled or fells(injury)
        for op in ops(injury.row):
            until = op.get("until")
            if until == UNTIL_TREATED or (until == UNTIL_ANSWERED and not injury.answered):
                _restore(one, injury, op)


def _restore(one: Fighter, injury: Injury, op: Op) -> None:
    if op["op"] == "condition":
        held = Condition(op["condition"], 0, TREATED, "", injury.serial)
        one.conditions += (held,)
    elif op["op"] == "limb-useless":
        one.effects += limb_effects(injury)
    elif op["op"] == "characteristic":
        if injury.drawn:
            lost = one.lowered.get(injury.drawn, 0) - op["delta"]
            one.lowered = {**one.lowered, injury.drawn: lost}
    elif op["op"] != "incapacitate":
        one.effects += (
            Effect(
                op["op"],
                op.get("amount", op.get("steps", 1)),
                checks=op.get("checks", "all"),
                ends=ENDS[op["until"]],
                injury=injury.serial,
                rule=RULE,
                what="an injury",
            ),
        )


def lost_for_good(one: Fighter) -> Mapping[str, int]:
    """What is off Characteristics for good: without what injuries still carried take off
    or have taken."""
    lost = dict(one.lowered)
    for injury in one.injuries:
        for op in ops(injury.row):
            if op["op"] == "characteristic":
                lost[injury.drawn] = lost.get(injury.drawn, 0) + op["delta"]
    return {name: number for name, number in lost.items() if number > 0} or NOTHING
