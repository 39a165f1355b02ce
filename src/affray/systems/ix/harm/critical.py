"""Critical Injuries: what brings them about, the roll, the row, and the clocks that run then.

How an injury goes away again is in `treatment`, what its row does in `injury_effects`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from affray.dice import Pool, dice
from affray.kernel.keys import Key
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.fight import minion, quality
from affray.systems.ix.harm import death, injury_effects, strain, wounds
from affray.systems.ix.harm.injuries import (
    END_OF_ROUND,
    LIMBS,
    SAME_SLOT,
    is_running,
    lasts,
    open_choice,
    ranges,
    row_of,
)
from affray.systems.ix.ledger import CHARACTERISTICS
from affray.systems.ix.records import Injury
from affray.systems.ix.state import MINION, Fighter, IxFight

BAND = 5
"""Rows begin at every fifth point up to 100 and at every tenth beyond; what adds to a roll comes
in tens. So which five points a d100 falls into is all that a row asks for."""
PER_INJURY = 10
END_OF_TURN = "end-of-turn"


# ---- what brings them about ----


def fell(fight: IxFight, table: Table, who: str, *, by: str, attack: bool) -> None:
    """Wounds of `who` have just passed from above 0 to 0 or below: that is an injury.

    Where one attack brings one roll at most, it waits for what the attack buys (`felled`).

    Implements ix.critical.trigger-zero, ix.critical.trigger-zero-once,
    ix.critical.several-triggers.
    """
    check = fight.check
    if attack and check is not None and not fight.switches.several_triggers:
        check.felled += (who,)
        return
    because = ("ix.critical.trigger-zero", "ix.critical.trigger-zero-once")
    weapon = _weapon_of(fight, by) if attack else ""
    inflict(fight, table, who, by=by, weapon=weapon, because=because)


def felled(fight: IxFight, table: Table, *, bought: bool) -> None:
    """After the spends of an attack: the injury of whoever it has felled, if it still waits.

    With one that was `bought` that one is the roll. Implements ix.critical.several-triggers.
    """
    check = fight.check
    if check is None or not check.felled:
        return
    waiting, check.felled = check.felled, ()
    for who in waiting:
        if not (bought and who == check.target):
            because = ("ix.critical.trigger-zero", "ix.critical.several-triggers")
            weapon = _weapon_of(fight, check.who)
            inflict(fight, table, who, by=check.who, weapon=weapon, because=because)


def harmed(fight: IxFight, table: Table, who: str, *, by: str, by_strain: bool) -> None:
    """An attack has harmed somebody who lay there already, perhaps `by_strain` alone; it costs the
    attacker nothing.

    Implements ix.critical.trigger-harm-incapacitated, ix.critical.harm-means-already,
    ix.critical.harm-both-kinds (house switch strain-incapacitated-critical).
    """
    one = fight.combatants[who]
    if not one.is_here or one.rank == MINION:
        return
    if by_strain and not fight.switches.strain_incapacitated_critical:
        return
    because = ["ix.critical.trigger-harm-incapacitated", "ix.critical.harm-means-already"]
    if by_strain:
        because.append("ix.critical.harm-both-kinds")
    weapon = _weapon_of(fight, by)
    inflict(fight, table, who, by=by, weapon=weapon, because=tuple(because))


def _weapon_of(fight: IxFight, by: str) -> str:
    """The weapon of the attack that `by` is making."""
    check = fight.check
    return check.weapon if check is not None and check.who == by else ""


def _cruel(fight: IxFight, by: str, weapon: str) -> int:
    """What the weapon adds to the roll. Implements ix.quality.passive."""
    used = fight.combatants[by].weapon(weapon) if by and weapon else None
    return quality.critical_bonus(used) if used is not None else 0


# ---- the roll ----


def inflict(
    fight: IxFight,
    table: Table,
    who: str,
    *,
    because: Because,
    by: str = "",
    weapon: str = "",
    bonus: int = 0,
) -> None:
    """One Critical Injury: d100, 10 more for each that is carried, and the row does what it says.

    `by` is who inflicts it, `weapon` with what (Cruel ones add to the roll); `bonus` adds to it
    too. A minion group loses a member instead. May end the fight.

    Implements ix.critical.roll, ix.critical.untreated-count, ix.critical.row-effects,
    ix.critical.persists, ix.critical.severity-bands, ix.critical.several-triggers,
    ix.minion.critical.
    """
    one = fight.combatants[who]
    if not one.is_here:
        return
    if one.rank == MINION:
        minion.lose_member(fight, table, who, by=by, because=because)
        return
    rolled = table.roll(
        who, d100, read=five_points, because=("ix.critical.roll", *rules_of(because))
    )
    one = fight.combatants[who]
    if not one.is_here:
        return
    carried = count(fight, one)
    added = bonus + PER_INJURY * carried + _cruel(fight, by, weapon)
    low = rolled + added
    row, is_capped = row_for(fight, low, carried)
    drawn = draw(fight, table, who, row)
    one = fight.combatants[who]
    fight.injury_serial += 1
    injury = Injury(fight.injury_serial, row, slot=fight.slot, round=fight.round, drawn=drawn)
    one.injuries += (injury,)
    check = fight.check
    if check is not None:
        if who in check.injured:
            because = (*rules_of(because), "ix.critical.several-triggers")
        check.injured += (who,)
    if table.recording:
        _tell(table, one, injury, _Roll(by, weapon, added, carried, is_capped), because)
    injury_effects.apply(fight, table, who, injury, by=by)


def d100() -> Pool[int]:
    return dice(1, 100)


def five_points(percent: int) -> int:
    """Which five points of a d100, by the lowest of them: 1 for 1 to 5, 96 for 96 to 100."""
    return (percent - 1) // BAND * BAND + 1


def count(fight: IxFight, one: Fighter) -> int:
    """How many injuries of somebody add to the roll.

    Implements ix.critical.untreated-count (house switch spent-injuries-count),
    ix.critical.treat-result.
    """
    untreated = [injury for injury in one.injuries if not injury.care]
    if fight.switches.spent_injuries_count:
        return len(untreated)
    return sum(lasts(one, injury) for injury in untreated)


def row_for(fight: IxFight, low: int, carried: int) -> tuple[str, bool]:
    """The row of a total, and whether the total of a first injury was capped.

    `low` is the lowest of the five points that the total falls into.

    Implements ix.critical.first-cap (house switch first-injury-cap),
    ix.critical.mortal-rows-reach, ix.critical.killed.
    """
    cap = fight.numbers.first_injury_cap
    is_capped = carried == 0 and fight.switches.first_injury_cap_switch and low > cap
    total = cap if is_capped else low
    row = next((row for low, high, row in ranges() if low <= total <= high), ranges()[-1][2])
    return row, is_capped


class _Roll(NamedTuple):
    """What the table tells of a roll: who and what inflicted it, and what was added."""

    by: str
    weapon: str
    added: int
    carried: int
    is_capped: bool


def _tell(table: Table, one: Fighter, injury: Injury, roll: _Roll, because: Because) -> None:
    row = row_of(injury)
    rules = [*rules_of(because), "ix.critical.roll", "ix.critical.severity-bands"]
    rules += [
        "ix.dice.percentile",
        "ix.critical.grade",
        "ix.critical.row-effects",
        "ix.critical.persists",
    ]
    if roll.carried:
        rules += ["ix.critical.untreated-count", "ix.critical.mortal-rows-reach"]
    if roll.is_capped:
        rules.append("ix.critical.first-cap")
    table.record(
        "injured",
        tuple(dict.fromkeys(rules)),
        who=one.id,
        injury=row["id"],
        name=row["name"],
        severity=row["severity"],
        grade=row["grade"],
        low=row["low"],
        high=row["high"],
        added=roll.added,
        carried=roll.carried,
        by=roll.by,
        weapon=roll.weapon,
        drawn=injury.drawn,
    )


# ---- what a row leaves open ----


def draw(fight: IxFight, table: Table, who: str, row: str) -> str:
    """What the GM or chance picks in a row: a limb, a Characteristic; "" where nothing is open.

    Implements ix.critical.gm-applies.
    """
    names = open_choice(row)
    if not names:
        return ""
    ruled = table.rule(
        "ix.critical.gm-applies",
        lambda: [("drawn",), *((name,) for name in names)],
        _by_chance,
    )
    if ruled != ("drawn",):
        return ruled[0]
    pool = d4 if names == LIMBS else d6
    because = ("ix.critical.gm-applies", "ix.critical.roll")
    return names[table.roll(who, pool, read=_as_it_is, because=because) - 1]


def _by_chance() -> Key:
    return ("drawn",)


def d4() -> Pool[int]:
    return dice(1, len(LIMBS))


def d6() -> Pool[int]:
    return dice(1, len(CHARACTERISTICS))


def _as_it_is(face: int) -> int:
    return face


# ---- time goes by ----


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """Injuries that cost Wounds at the start of each turn.

    Implements ix.turn.start-order, ix.critical.harm-attacks-only.
    """
    one = fight.combatants[who]
    lost = sum(each.amount for each in one.effects if each.op == "wound-per-turn")
    because = ("ix.critical.row-effects", "ix.critical.harm-attacks-only")
    wounds.suffer(fight, table, who, lost, because=because)


def action_taken(fight: IxFight, table: Table, who: str) -> None:
    """Injuries that cost Strain with each Action. Implements ix.critical.row-effects."""
    one = fight.combatants[who]
    cost = sum(each.amount for each in one.effects if each.op == "strain-per-action")
    strain.suffer(fight, table, who, cost, because="ix.critical.row-effects")


def acts_last(fight: IxFight, who: str) -> str:
    """The slot that is the only one `who` may be given this round; "" if any.

    Implements ix.critical.row-effects, ix.initiative.slot-ids.
    """
    for each in fight.combatants[who].effects:
        if each.op == "act-last" and each.amount == fight.round:
            return each.what
    return ""


def deadline(fight: IxFight, injury: Injury) -> str:
    """When the clock of an injury kills: one of SAME_SLOT, END_OF_TURN, END_OF_ROUND; "" never.

    Implements ix.critical.deaths-door-clock (house switch deaths-door-clock),
    ix.critical.lights-going-out.
    """
    if not is_running(injury):
        return ""
    clock = row_of(injury)["death-clock"]
    if clock == SAME_SLOT:
        reading = fight.switches.deaths_door_clock
        return SAME_SLOT if reading == "same-slot" else reading
    return clock if clock == END_OF_ROUND else ""


def slot_comes_up(fight: IxFight, table: Table, slot: str) -> None:
    """A slot, or the place of one that is gone, comes up: clocks that waited for it run out.

    Implements ix.critical.deaths-door, ix.critical.deaths-door-clock, ix.initiative.slot-ids.
    """

    def is_due(injury: Injury) -> bool:
        return (
            injury.slot == slot
            and injury.round < fight.round
            and deadline(fight, injury) == SAME_SLOT
        )

    _run_out(fight, table, is_due, ("ix.critical.deaths-door", "ix.critical.deaths-door-clock"))


def turn_ends(fight: IxFight, table: Table) -> None:
    """A turn ends: clocks of injuries taken in it run out, where the house reads them so.

    Implements ix.critical.deaths-door-clock.
    """

    def is_due(injury: Injury) -> bool:
        return (
            injury.slot == fight.slot
            and injury.round == fight.round
            and deadline(fight, injury) == END_OF_TURN
        )

    if fight.switches.deaths_door_clock == END_OF_TURN:
        _run_out(fight, table, is_due, ("ix.critical.deaths-door", "ix.critical.deaths-door-clock"))


def round_ends(fight: IxFight, table: Table) -> None:
    """A round ends: clocks that ran to its end, and those taken outside any slot a round ago.

    Implements ix.critical.lights-going-out, ix.critical.clock-missed.
    """

    def is_due(injury: Injury) -> bool:
        due = deadline(fight, injury)
        no_slot = due and not injury.slot and injury.round < fight.round
        return due == END_OF_ROUND or bool(no_slot)

    for one in fight.combatants.values():
        for each in one.effects:
            if each.op == "act-last" and each.amount <= fight.round:
                fight.end_effect(one.id, each, table, "ix.critical.row-effects")
    _run_out(fight, table, is_due, ("ix.critical.lights-going-out",))


def _run_out(
    fight: IxFight, table: Table, is_due: Callable[[Injury], bool], because: tuple[str, ...]
) -> None:
    """Whoever carries an injury whose clock is due dies. Implements ix.critical.clock-missed."""
    for one in list(fight.combatants.values()):
        if not one.injuries or not one.is_here:
            continue
        if any(is_due(injury) for injury in one.injuries):
            rules = (*because, "ix.critical.clock-missed")
            death.die(fight, table, one.id, because=rules, path=death.CLOCK)
            if fight.result is not None:
                return
