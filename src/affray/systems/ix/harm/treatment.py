"""How Critical Injuries go away: treated, answered in time, stepped down, cared for, or by rest.

The checks themselves are actions of `healing`.
"""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.harm import critical, injury_effects
from affray.systems.ix.harm.injuries import (
    ENCOUNTER,
    carried,
    is_running,
    is_up_to,
    lower_row,
    ranges,
    row_of,
    severity,
)
from affray.systems.ix.records import Injury
from affray.systems.ix.state import Fighter, IxFight

NEEDS = "ix.critical.treat-needs-gm"
SUFFICE: Key = ("suffice",)
CARED_FOR: Key = ("cared-for",)
LACKING: Key = ("lacking",)
FIELD_CARE: Key = ("field-care",)
STORY: Key = ("story-resolution",)
WITHOUT_A_CHECK = (FIELD_CARE, STORY)
"""What the GM may let a Minor or a Deadly injury go by, in place of the check."""

BANES = "ix.critical.treat-banes"
NOTHING: Key = ("no-setback",)
SUPPLIES: Key = ("supplies",)
WORSE: Key = ("worse",)
LONGER: Key = ("longer",)

CARED_FOR_UP_TO = 120
"""The highest total that extended care reduces or clears (ix.critical.lower-mortal-extended)."""
TREATED_BY = {
    severity: f"ix.critical.treat-{severity}"
    for severity in ("minor", "moderate", "severe", "deadly", "mortal")
}


# ---- what a treatment needs ----


def is_structured(fight: IxFight) -> bool:
    """Whether turns are being taken: no place and time for longer treatment."""
    return fight.structured and fight.result is None


def is_treatable(injury: Injury) -> bool:
    """Whether a Medicine check could remove it: not Killed, no clock left to answer first."""
    row = row_of(injury)
    return row["treatment-trial-dice"] > 0 and not injury.care and not is_running(injury)


def needs(fight: IxFight, table: Table, injury: Injury) -> Key:
    """The GM's word on supplies, tools, time, place and materials.

    Implements ix.critical.treat-needs-gm, ix.critical.treat-minor, ix.critical.treat-moderate,
    ix.critical.treat-severe, ix.critical.treat-deadly, ix.critical.treat-mortal.
    """
    return table.rule(NEEDS, lambda: answers(injury), lambda: default_needs(fight, injury))


def answers(injury: Injury) -> list[Option]:
    if row_of(injury)["extended-care"]:
        return [SUFFICE, CARED_FOR, LACKING]
    other = {"minor": [FIELD_CARE], "deadly": [STORY]}.get(severity(injury), [])
    return [SUFFICE, *other, LACKING]


def default_needs(fight: IxFight, injury: Injury) -> Key:
    """In structured play enough for Minor and Moderate injuries; outside it for all.

    Implements ix.critical.treat-needs-gm.
    """
    if is_structured(fight) and severity(injury) not in ("minor", "moderate"):
        return LACKING
    return SUFFICE


def not_again(fight: IxFight, who: str, serial: int) -> None:
    """A treatment has failed. Implements ix.critical.treat-again."""
    injury = carried(fight.combatants[who], serial)
    if injury is not None:
        _change(fight, who, replace(injury, tried=True))


def care_is_due(injury: Injury, ruled: Key = SUFFICE) -> bool:
    """Whether extended care has to follow the check: where the row says so, unless the GM has
    found that it has been given too. Implements ix.critical.extended-care.
    """
    return bool(row_of(injury)["extended-care"]) and ruled != CARED_FOR


# ---- treated, cared for ----


def treated(
    fight: IxFight, table: Table, who: str, serial: int, *, care_due: bool, because: Because
) -> None:
    """The treatment has succeeded: the injury adds nothing to later rolls and is removed, after
    extended care if that is still due.

    Implements ix.critical.treat-result, ix.critical.extended-care.
    """
    one = fight.combatants[who]
    injury = carried(one, serial)
    if injury is None:
        return
    if not care_due:
        remove(fight, table, who, serial, because=because)
        return
    _change(fight, who, replace(injury, care=True))
    if table.recording:
        rules = (*rules_of(because), "ix.critical.treat-result", "ix.critical.extended-care")
        table.record("treated", rules, who=who, injury=injury.row)


def care_given(fight: IxFight, table: Table, who: str) -> None:
    """Days of rest with daily care: what has been treated is fully resolved.

    Implements ix.critical.extended-care.
    """
    for injury in fight.combatants[who].injuries:
        if injury.care:
            remove(fight, table, who, injury.serial, because="ix.critical.extended-care")


def remove(fight: IxFight, table: Table, who: str, serial: int, *, because: Because) -> None:
    """The injury is gone, and what was to last as long; what is permanent stays.

    Implements ix.critical.treat-result, ix.critical.permanent-mark.
    """
    one = fight.combatants[who]
    injury = carried(one, serial)
    if injury is None:
        return
    one.injuries = tuple(each for each in one.injuries if each.serial != serial)
    if injury.permanent:
        _mark(one, injury)
    if table.recording:
        rules = (*rules_of(because), "ix.critical.treat-result")
        if injury.permanent:
            rules += ("ix.critical.permanent-mark",)
        table.record(
            "injury-removed", rules, who=who, injury=injury.row, permanent=injury.permanent
        )
    injury_effects.removed(fight, table, who, injury, because)


def clears_alone(injury: Injury) -> bool:
    """Whether a full rest clears it. Implements ix.critical.minor-clears."""
    return bool(row_of(injury)["clears-alone"])


def rested(fight: IxFight, table: Table, who: str) -> None:
    """A full rest clears Minor injuries, and no others.

    Implements ix.critical.minor-clears, ix.recovery.criticals.
    """
    because = ("ix.critical.minor-clears", "ix.recovery.criticals")
    for injury in fight.combatants[who].injuries:
        if clears_alone(injury):
            remove(fight, table, who, injury.serial, because=because)


def _change(fight: IxFight, who: str, new: Injury) -> None:
    one = fight.combatants[who]
    one.injuries = tuple(new if each.serial == new.serial else each for each in one.injuries)


# ---- clocks ----


def clock_stopped(fight: IxFight, table: Table, who: str, serial: int, *, because: Because) -> None:
    """A clock is answered in time: nobody dies of it, and the injury stays.

    Implements ix.critical.clock-answered.
    """
    injury = carried(fight.combatants[who], serial)
    if injury is None or not is_running(injury):
        return
    _change(fight, who, replace(injury, answered=True))
    rules = (*rules_of(because), "ix.critical.clock-answered")
    if table.recording:
        table.record("clock-stopped", rules, who=who, injury=injury.row)
    injury_effects.answered(fight, table, who, serial, rules)


def count_anew(fight: IxFight) -> None:
    """Treatments and healing spells that are limited to once an encounter can be had again.

    Implements ix.healing.new-day, ix.critical.treat-again, ix.encounter.scene-and-session.
    """
    for one in fight.combatants.values():
        one.treated = 0
        one.spells_had = ()
        if one.injuries:
            one.injuries = tuple(replace(each, tried=False) for each in one.injuries)


def encounter_ends(fight: IxFight, table: Table) -> None:
    """Clocks that run to the end of the encounter: what they threaten is permanent now.

    Implements ix.critical.clock-missed, ix.critical.permanent-mark, ix.critical.gm-applies.
    """
    for one in list(fight.combatants.values()):
        for injury in one.injuries:
            if is_running(injury) and row_of(injury)["death-clock"] == ENCOUNTER:
                _change(fight, one.id, replace(injury, answered=True, permanent=True))
                _mark(one, injury)
                if table.recording:
                    table.record(
                        "marked",
                        ("ix.critical.clock-missed", "ix.critical.permanent-mark"),
                        who=one.id,
                        injury=injury.row,
                        drawn=injury.drawn,
                    )


def _mark(one: Fighter, injury: Injury) -> None:
    """The lasting mark of an injury is a line of text. Implements ix.critical.permanent-mark."""
    mark = f"{row_of(injury)['name']}: {injury.drawn} lower for good"
    if mark not in one.marks:
        one.marks += (mark,)


# ---- magic ----


def answerable(fight: IxFight, who: str, most: str) -> list[int]:
    """The serials of the injuries that a working which reaches up to that severity can answer now.

    Of Mortal ones only the clock: their treatment is for no turn.

    Implements ix.magic.answers-injury, ix.critical.divine-healing, ix.critical.killed-magic.
    """
    return [
        injury.serial
        for injury in fight.combatants[who].injuries
        if is_up_to(injury, most) and _magic_reaches(fight, injury)
    ]


def _magic_reaches(fight: IxFight, injury: Injury) -> bool:
    if is_running(injury):
        return True
    return is_treatable(injury) and not (severity(injury) == "mortal" and is_structured(fight))


def answer_by_magic(
    fight: IxFight, table: Table, who: str, serial: int, *, because: Because
) -> None:
    """A working takes the place of the Medicine check: a running clock stops, or the injury is
    treated; what its row asks for after that is still due.

    Implements ix.magic.answers-injury, ix.critical.divine-healing, ix.critical.clock-answered.
    """
    injury = carried(fight.combatants[who], serial)
    if injury is None or not _magic_reaches(fight, injury):
        return
    rules = (*rules_of(because), "ix.critical.divine-healing")
    if is_running(injury):
        clock_stopped(fight, table, who, serial, because=rules)
    else:
        treated(fight, table, who, serial, care_due=care_is_due(injury), because=rules)


# ---- one row down, or up ----


def can_step_down(injury: Injury, *, extended_care: bool = False) -> bool:
    """Whether an injury can be reduced: a Mortal one by extended care alone, from 121 on never.

    Implements ix.critical.mortal-no-step, ix.critical.lower-mortal-extended.
    """
    if severity(injury) != "mortal":
        return True
    return extended_care and row_of(injury)["high"] <= CARED_FOR_UP_TO


def step_down(
    fight: IxFight,
    table: Table,
    who: str,
    serial: int,
    *,
    because: Because,
    extended_care: bool = False,
) -> bool:
    """The next lower row takes the place of an injury, with its lasting effects alone; below the
    lowest there is none, and the injury is gone. Says whether anything was done.

    Implements ix.critical.step-down, ix.critical.step-down-lowest,
    ix.critical.step-down-immediate.
    """
    injury = carried(fight.combatants[who], serial)
    if injury is None or not can_step_down(injury, extended_care=extended_care):
        return False
    lower = lower_row(injury.row)
    if not lower:
        rules = (*rules_of(because), "ix.critical.step-down-lowest")
        remove(fight, table, who, serial, because=rules)
        return True
    rules = (*rules_of(because), "ix.critical.step-down", "ix.critical.step-down-immediate")
    _replace_row(fight, table, who, serial, lower, "stepped-down", rules)
    return True


def _replace_row(
    fight: IxFight,
    table: Table,
    who: str,
    serial: int,
    row: str,
    code: str,
    because: tuple[str, ...],
) -> None:
    drawn = critical.draw(fight, table, who, row)
    old = carried(fight.combatants[who], serial)
    if old is None:
        return
    injury_effects.removed(fight, table, who, old, because, replaced=True)
    new = replace(old, row=row, drawn=drawn, care=False, permanent=False, tried=False)
    _change(fight, who, new)
    if table.recording:
        table.record(code, because, who=who, injury=row, before=old.row, drawn=drawn)
    injury_effects.apply(fight, table, who, new, lasting=True)


def setback(fight: IxFight, table: Table, who: str, serial: int) -> bool:
    """What the GM makes of Banes or a Calamity on a treatment check, beside the list of spends.

    Says whether recovery takes longer, so that care is due after a treatment that has succeeded.
    An injury that gets worse is a row higher, without what that row does at once.

    Implements ix.critical.treat-banes.
    """
    check = fight.check
    if check is None or check.net is None or (check.net.boon >= 0 and not check.net.calamity):
        return False
    key = table.rule(BANES, _setbacks, _no_setback)
    if key == NOTHING:
        return False
    if table.recording:
        table.record("setback", BANES, who=who, what=key[0])
    injury = carried(fight.combatants[who], serial)
    if key == WORSE and injury is not None:
        ids = [row for _, _, row in ranges()]
        worse = ids[ids.index(injury.row) + 1]
        if row_of(replace(injury, row=worse))["treatment-trial-dice"] > 0:
            _replace_row(fight, table, who, serial, worse, "worsened", (BANES,))
    return key == LONGER


def _setbacks() -> list[Option]:
    return [NOTHING, SUPPLIES, WORSE, LONGER]


def _no_setback() -> Key:
    return NOTHING
