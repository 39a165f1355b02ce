"""Dice and steps that wait for a check: what was lent, aided, hindered, or hangs on from an
injury. Every module that leaves something for a later check leaves an `Effect`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from affray.kernel.table import Table
from affray.systems.ix.records import Effect, Lent
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check

NEXT_CHECK = "next-check"


def applies(fight: IxFight, effect: Effect, check: Check) -> bool:
    """Whether an effect touches this check."""
    if effect.checks != "all":
        names = effect.checks.split(",")
        if not (check.characteristic in names or check.skill in names or check.kind in names):
            return False
    against = effect.against
    if not against or against == check.target:
        return True
    return bool(check.target) and against == fight.combatants[check.target].side


def dice(fight: IxFight, build: Build, check: Check) -> None:
    """What the roller's effects do to its pool.

    Ops: add-die (boon, bane, ability, trial), difficulty-step, crisis (a Trial Die is upgraded),
    no-boon-dice, ignore-surroundings; anything else is not for pools.

    Implements ix.spend.boon-defaults, ix.spend.bane-defaults, ix.critical.row-effects.
    """
    for effect in fight.combatants[check.who].effects:
        if effect.op not in _DICE or not applies(fight, effect, check):
            continue
        what, rule = effect.what or "an effect", effect.rule or "ix.pool.situational-dice"
        if effect.op == "add-die":
            build.give(effect.die, effect.amount, what, rule)
        elif effect.op == "difficulty-step":
            build.steps(effect.amount, fight.numbers.opposed_step_bane_dice, what, rule)
        elif effect.op == "crisis":
            build.upgrade_trial(effect.amount, what, rule)
        elif effect.op == "no-boon-dice":
            build.no_boons = rule
        else:
            build.no_surroundings = rule


_DICE = ("add-die", "difficulty-step", "crisis", "no-boon-dice", "ignore-surroundings")


def is_lent_to(fight: IxFight, lent: Lent, who: str) -> bool:
    return lent.side == fight.combatants[who].side and lent.by != who


def lent_dice(fight: IxFight, build: Build, check: Check) -> None:
    """What waits for the next check of an ally. Implements ix.spend.unspent-breakthrough."""
    for lent in fight.lent:
        if lent.when == "check" and is_lent_to(fight, lent, check.who):
            build.give(lent.die, lent.amount, "lent by an ally", lent.rule)


def used(fight: IxFight, table: Table, check: Check) -> None:
    """After the roll: what was for this check alone is used up."""
    one = fight.combatants[check.who]
    for effect in one.effects:
        if effect.ends == NEXT_CHECK and applies(fight, effect, check):
            fight.end_effect(one.id, effect, table, effect.rule or "ix.pool.situational-dice")
    if fight.lent:
        kept = [
            lent
            for lent in fight.lent
            if not (lent.when == "check" and is_lent_to(fight, lent, check.who))
        ]
        fight.lent = tuple(kept)


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """What was lent to the next ally to act is taken up. Implements ix.spend.boon-defaults."""
    taken = [one for one in fight.lent if one.when == "turn" and is_lent_to(fight, one, who)]
    if not taken:
        return
    fight.lent = tuple(one for one in fight.lent if one not in taken)
    for lent in taken:
        effect = Effect(
            "add-die",
            lent.amount,
            lent.die,
            ends=NEXT_CHECK,
            source=lent.by,
            rule=lent.rule,
            what="lent by an ally",
        )
        fight.add_effect(who, effect, table, lent.rule)


def turn_ends(fight: IxFight, table: Table, who: str) -> None:
    """Effects that last for turn ends of `who` come nearer to their end."""
    one = fight.combatants[who]
    if not any(effect.turns for effect in one.effects):
        return
    kept = []
    over = []
    for effect in one.effects:
        if effect.turns == 1:
            over.append(effect)
        elif effect.turns:
            kept.append(replace(effect, turns=effect.turns - 1))
        else:
            kept.append(effect)
    one.effects = tuple(kept)
    if table.recording:
        for effect in over:
            table.record(
                "effect-over",
                effect.rule or "ix.condition.default-duration",
                who=who,
                op=effect.op,
                die=effect.die,
            )
