"""What the rows of the table of Critical Injuries do: one small function for each operation.

`tables.effect-ops` of the ledger names the operations; a row lists those it applies. What lasts
hangs on the bearer as a condition or an effect with the number of the injury.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight import attack, gear
from affray.systems.ix.fight.encumbrance import burden
from affray.systems.ix.harm import condition, critical, death, incapacitation, strain, wounds
from affray.systems.ix.harm.condition import TREATED
from affray.systems.ix.harm.injuries import (
    ANSWERED,
    END_OF_ROUND,
    ENDS,
    NEXT_ROUND,
    RULE,
    UNTIL_ANSWERED,
    UNTIL_TREATED,
    fells,
    limb_effects,
    ops,
)
from affray.systems.ix.records import Effect, Injury
from affray.systems.ix.rolls import story
from affray.systems.ix.state import IxFight

ROW_EFFECTS = (RULE, "ix.critical.effect-duration")


class Case(NamedTuple):
    """An injury that takes effect: whose, which, and who inflicted it ("" nobody)."""

    fight: IxFight
    table: Table
    who: str
    injury: Injury
    by: str


Op = Mapping[str, Any]


def apply(
    fight: IxFight,
    table: Table,
    who: str,
    injury: Injury,
    *,
    by: str = "",
    lasting: bool = False,
) -> None:
    """The row takes effect at once. With `lasting` only what it does for a while: so it is with a
    row reached by stepping down, and with one that the GM's hand gives.

    May end the fight, or the life of `who`.

    Implements ix.critical.row-effects, ix.critical.step-down-immediate.
    """
    case = Case(fight, table, who, injury, by)
    for op in ops(injury.row):
        if not fight.combatants[who].is_here:
            return
        if lasting and op.get("once"):
            continue
        if not (injury.answered and op.get("until") == UNTIL_ANSWERED):
            _OPS[op["op"]](case, op)


# ---- what is over at once ----


def _suffer_strain(case: Case, op: Op) -> None:
    strain.suffer(case.fight, case.table, case.who, op["amount"], because=RULE, by=case.by)


def _drop_held(case: Case, op: Op) -> None:
    for thing in case.fight.combatants[case.who].held:
        gear.drop(case.fight, case.table, case.who, thing, because=RULE)


def _flip_story_point(case: Case, op: Op) -> None:
    side = case.fight.side_of(case.who)
    story.flip(case.fight, case.table, side, "injury", RULE, who=case.who)


def _extra_attack(case: Case, op: Op) -> None:
    """One more attack of whoever inflicted it; without one, Wounds. Such an attack gives none."""
    from affray.systems.ix.magic import magic  # which reaches back to injuries

    fight, table = case.fight, case.table
    if not case.by or not (
        attack.strike_again(fight, table, case.by, case.who)
        or magic.cast_again(fight, table, case.by, case.who)
    ):
        wounds.suffer(fight, table, case.who, op["otherwise-wounds"], because=RULE, by=case.by)


def _die(case: Case, op: Op) -> None:
    because = ("ix.critical.killed", "ix.critical.killed-magic")
    death.die(case.fight, case.table, case.who, because=because, path=death.KILLED)


# ---- what lasts ----


def _hang(case: Case, effect: Effect) -> None:
    case.fight.add_effect(case.who, effect, case.table, ROW_EFFECTS)


def _act_last(case: Case, op: Op) -> None:
    """`amount` is the round in which it holds, `what` the slot that is its side's last one now.

    Implements ix.initiative.slot-ids.
    """
    fight = case.fight
    side = fight.side_of(case.who)
    slots = [slot.id for slot in fight.slots if slot.side == side]
    _hang(
        case,
        Effect(
            "act-last",
            fight.round + 1,
            ends=NEXT_ROUND,
            injury=case.injury.serial,
            rule=RULE,
            what=slots[-1] if slots else "",
        ),
    )


def _plain(case: Case, op: Op) -> None:
    """An operation that is read where it matters, for as long as the row says."""
    turns, ends = _until(case.fight, case.who, op["until"])
    _hang(
        case,
        Effect(
            op["op"],
            op.get("amount", op.get("dice", op.get("steps", 1))),
            op.get("die", ""),
            op.get("checks", "all"),
            turns=turns,
            ends=ends,
            injury=case.injury.serial,
            rule=RULE,
            what="an injury",
        ),
    )


def _until(fight: IxFight, who: str, until: str) -> tuple[int, str]:
    """Turn ends, or the end by name, of what a row says about how long.

    Implements ix.critical.effect-duration.
    """
    if until == "end-of-next-turn":
        return fight.turn_ends(who), ""
    return 0, ENDS[until]


def _condition(case: Case, op: Op) -> None:
    until = op["until"]
    condition.give(
        case.fight,
        case.table,
        case.who,
        op["condition"],
        turns=1 if until == "end-of-next-turn" else 0,
        ends=TREATED if until == UNTIL_TREATED else "",
        source=case.by,
        injury=case.injury.serial,
        because=ROW_EFFECTS,
    )


def _limb(case: Case, op: Op) -> None:
    """An arm holds nothing any more; what does not fit into the hands that are left falls."""
    limb = case.injury.drawn
    for effect in limb_effects(case.injury):
        _hang(case, effect)
    one = case.fight.combatants[case.who]
    if "arm" in limb:
        while one.held and gear.hands_free(one) < 0:
            gear.drop(case.fight, case.table, case.who, one.held[-1], because=RULE)


def _characteristic(case: Case, op: Op) -> None:
    """A Characteristic is lower; Wound and Strain Points stay what they are."""
    _lower(case.fight, case.who, case.injury.drawn, -op["delta"])
    if case.table.recording:
        case.table.record(
            "lowered",
            ROW_EFFECTS,
            who=case.who,
            characteristic=case.injury.drawn,
            now=case.fight.combatants[case.who].rating(case.injury.drawn),
        )


def _lower(fight: IxFight, who: str, characteristic: str, by: int) -> None:
    one = fight.combatants[who]
    left = one.lowered.get(characteristic, 0) + by
    lowered = {name: n for name, n in one.lowered.items() if name != characteristic}
    one.lowered = {**lowered, characteristic: left} if left > 0 else lowered
    one.burden = burden(one, fight.numbers)


def _incapacitate(case: Case, op: Op) -> None:
    """Implements ix.critical.deaths-door, ix.critical.lights-going-out."""
    one = case.fight.combatants[case.who]
    was_down = one.is_down
    one.felled = True
    if not was_down:
        if case.table.recording:
            case.table.record("down", RULE, who=case.who, by="injury")
        incapacitation.helpless(case.fight, case.table, case.who)


def _clock(case: Case, op: Op) -> None:
    """The clock is read from the row; here it is only told that it runs."""
    if case.table.recording:
        late = op["deadline"] == END_OF_ROUND
        rule = "ix.critical.lights-going-out" if late else "ix.critical.deaths-door"
        rules = (rule,) if late else (rule, "ix.critical.deaths-door-clock")
        deadline = critical.deadline(case.fight, case.injury)
        case.table.record("clock", rules, who=case.who, injury=case.injury.row, deadline=deadline)


_OPS: Mapping[str, Callable[[Case, Op], None]] = {
    "suffer-strain": _suffer_strain,
    "act-last": _act_last,
    "drop-held": _drop_held,
    "no-free-maneuver": _plain,
    "add-die": _plain,
    "difficulty-step": _plain,
    "condition": _condition,
    "flip-story-point": _flip_story_point,
    "no-boon-dice": _plain,
    "extra-attack-against": _extra_attack,
    "off-guard": _plain,
    "no-voluntary-strain": _plain,
    "no-catch-breath": _plain,
    "strain-per-action": _plain,
    "limb-useless": _limb,
    "wound-per-turn": _plain,
    "characteristic": _characteristic,
    "incapacitate": _incapacitate,
    "death-clock": _clock,
    "die": _die,
}


# ---- when an injury is answered or removed ----


def answered(fight: IxFight, table: Table, who: str, serial: int, because: Because) -> None:
    """The clock of an injury has been stopped: what was to last until then is over."""
    for effect in fight.combatants[who].effects:
        if effect.injury == serial and effect.ends == ANSWERED:
            fight.end_effect(who, effect, table, because)
    _get_up(fight, table, who)


def removed(
    fight: IxFight,
    table: Table,
    who: str,
    injury: Injury,
    because: Because,
    *,
    replaced: bool = False,
) -> None:
    """An injury is no longer carried: what was to last as long is over, but for what is permanent.

    What its row gives a shorter time runs that time, unless another row has `replaced` it.

    Implements ix.critical.effect-duration, ix.critical.permanent-mark.
    """
    for effect in fight.combatants[who].effects:
        if effect.injury == injury.serial and (replaced or effect.ends in (TREATED, ANSWERED)):
            fight.end_effect(who, effect, table, because)
    condition.end_with_injury(fight, table, who, injury.serial, because, replaced=replaced)
    if not injury.permanent:
        for op in ops(injury.row):
            if op["op"] == "characteristic":
                _lower(fight, who, injury.drawn, op["delta"])
    _get_up(fight, table, who)


def _get_up(fight: IxFight, table: Table, who: str) -> None:
    one = fight.combatants[who]
    if one.felled and not any(fells(injury) for injury in one.injuries):
        one.felled = False
        incapacitation.comes_to(fight, table, who, "ix.critical.clock-answered")


def encounter_ends(fight: IxFight, table: Table) -> None:
    """With structured play ends what was to last so long, or was counted in turns and checks."""
    for one in fight.combatants.values():
        for effect in one.effects:
            if effect.ends not in (TREATED, ANSWERED):
                rule = effect.rule or "ix.encounter.scene-and-session"
                fight.end_effect(one.id, effect, table, rule)
