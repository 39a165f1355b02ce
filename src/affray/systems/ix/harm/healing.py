"""Medicine as Actions: treating Wounds, stabilizing, treating injuries, answering clocks.

The checks can be made outside a fight too; then no Action is spent. What healing spells may do is
in `magic`; the limits that they share with Medicine are kept with whoever is healed.
"""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight import budget
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import condition, incapacitation, treatment, wounds
from affray.systems.ix.harm.injuries import carried, is_running, row_of
from affray.systems.ix.ledger import ENGAGED, limit, trial_dice
from affray.systems.ix.records import Injury
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.rolls.general_spends import BOON, Ware
from affray.systems.ix.rolls.pool import Build
from affray.systems.ix.state import Fighter, IxFight

TREAT_INJURY, INJURY_AGAIN = "treat-injury", "treat-injury-again"
WORDS = frozenset({"treat", "treat-again", "stabilize", TREAT_INJURY, INJURY_AGAIN, "answer-clock"})
MEDICINE = "medicine"

ONE_MORE_WOUND = "one-more-wound"
QUICKER = "quicker-treatment"
BOONS_PER_WOUND = 2
"""The price of both spends of a treatment check (ix.healing.medicine-boons)."""
SELF_BANE_DICE = 2
"""Bane Dice for treating one's own Wounds (ix.healing.self)."""

POSSIBLE: Key = ("possible",)
NOT_POSSIBLE: Key = ("not-possible",)


# ---- what can be done, and for whom ----


def options(fight: IxFight, who: str) -> list[Option]:
    """What Medicine can do for whoever is within reach, in the turn of `who`."""
    if not budget.can_act(fight, who):
        return []
    found = possible(fight, who)
    return [option for option in found if option not in fight.refused] if fight.refused else found


def possible(fight: IxFight, who: str) -> list[Option]:
    """The same outside turns: only nearness and what ails somebody count.

    Implements ix.incapacitation.adjacent, ix.incapacitation.no-self-stabilize,
    ix.incapacitation.stabilize-retry, ix.healing.medicine-once, ix.healing.medicine-second,
    ix.critical.treat-again, ix.recovery.mounts.
    """
    one = fight.combatants[who]
    found: list[Option] = []
    for patient in (who, *fight.friends(who), *_mounts(fight, one)):
        other = fight.combatants[patient]
        is_hurt = other.wounds < wounds.most_of(other)
        if not (is_hurt or other.injuries) or not is_near(fight, who, patient):
            continue
        if patient != who and incapacitation.is_bleeding(other):
            found.append(("stabilize", patient))
        if is_hurt and (patient != who or can_treat_itself(one)):
            first = other.treated < limit("treat-wounds")
            found.append(("treat", patient) if first else ("treat-again", patient))
        for injury in other.injuries:
            if is_running(injury):
                found.append(("answer-clock", patient, str(injury.serial)))
            elif treatment.is_treatable(injury):
                word = INJURY_AGAIN if injury.tried else TREAT_INJURY
                found.append((word, patient, str(injury.serial), injury.row))
    return found


def _mounts(fight: IxFight, one: Fighter) -> list[str]:
    """The mounts of somebody's side that no slot makes friends of. Implements
    ix.recovery.mounts."""
    return [
        mount
        for mount in fight.mounts
        if fight.combatants[mount].side == one.side
        and fight.combatants[mount].is_here
        and not fight.is_participant(mount)
    ]


def is_near(fight: IxFight, who: str, patient: str) -> bool:
    """Whether a healer has somebody at Engaged. Implements ix.incapacitation.adjacent."""
    return who == patient or bands.band(fight, who, patient) == ENGAGED


def can_treat_itself(one: Fighter) -> bool:
    """Whether conscious and mobile. Implements ix.healing.self, ix.healing.self-mobile."""
    held = (condition.IMMOBILIZED, condition.RESTRAINED)
    return one.is_up and not any(each.id in held for each in one.conditions)


# ---- doing it ----


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """One of the Actions, or the same outside turns."""
    match key[0]:
        case "treat":
            if budget.spend_action(fight, table, who):
                treat(fight, table, who, key[1])
        case "treat-again":
            treat_again(fight, table, who, key)
        case "stabilize":
            if budget.spend_action(fight, table, who):
                stabilize(fight, table, who, key[1])
        case "answer-clock":
            if budget.spend_action(fight, table, who):
                answer_clock(fight, table, who, key[1], int(key[2]))
        case "treat-injury-again":
            treat_injury_again(fight, table, who, key)
        case _:
            treat_injury(fight, table, who, key)


def treat(fight: IxFight, table: Table, who: str, patient: str) -> None:
    """Treats Wounds: one for each net Success, and one more for each 2 Boons on a success.

    Implements ix.healing.medicine, ix.healing.medicine-boons, ix.healing.medicine-boons-repeat,
    ix.healing.medicine-once, ix.healing.medicine-incapacitated, ix.healing.stabilize-separate,
    ix.healing.self.
    """
    because: tuple[str, ...] = ("ix.healing.medicine", "ix.healing.medicine-once")
    if patient == who:
        because += ("ix.healing.self", "ix.healing.self-mobile")
    elif fight.combatants[patient].is_down:
        because += ("ix.healing.medicine-incapacitated", "ix.healing.negative")
    if fight.combatants[patient].spells_had:
        because += ("ix.healing.spell-and-medicine",)

    def dice(build: Build) -> bool:
        if patient != who:
            return is_near(fight, who, patient)
        build.give("bane", SELF_BANE_DICE, "treating oneself", "ix.healing.self")
        return can_treat_itself(fight.combatants[who])

    fight.combatants[patient].treated += 1
    made = _medicine(who, patient, trial_dice("average"))
    net = check.make(fight, table, made, dice, because=because)
    if made.succeeded:
        wounds.heal(fight, table, patient, net.success, because="ix.healing.medicine")
    elif table.recording:
        table.record("no-help", because, who=who, patient=patient)

    def wares() -> list[Ware]:
        assert made.net is not None
        boons = max(made.net.boon, 0) // BOONS_PER_WOUND
        other = fight.combatants[patient]
        more = min(boons, wounds.most_of(other) - other.wounds) if made.succeeded else 0
        found = [Ware(ONE_MORE_WOUND, BOONS_PER_WOUND, more, BOON)] if more > 0 else []
        if boons:
            found.append(Ware(QUICKER, BOONS_PER_WOUND, 1, BOON))
        return found

    def buy(entry: str, detail: str, coin: str) -> None:
        if entry == ONE_MORE_WOUND:
            rules = ("ix.healing.medicine-boons", "ix.healing.medicine-boons-repeat")
            wounds.heal(fight, table, patient, 1, because=rules)
        elif table.recording:
            table.record("quicker", "ix.healing.medicine-boons", who=who, patient=patient)

    spend.settle(
        fight,
        table,
        spend.Lists(wares, buy),
        because=("ix.healing.medicine-boons", *spend.ROLLER),
    )


def treat_again(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """A second treatment in one encounter, if the GM finds that something has changed.

    Nothing is spent if not. Implements ix.healing.medicine-second.
    """
    rule = "ix.healing.medicine-second"
    if table.rule(rule, _maybe, _no) != POSSIBLE:
        _refuse(fight, table, who, key, rule)
    elif budget.spend_action(fight, table, who):
        treat(fight, table, who, key[1])


def _maybe() -> list[Option]:
    return [NOT_POSSIBLE, POSSIBLE]


def _no() -> Key:
    return NOT_POSSIBLE


def _refuse(fight: IxFight, table: Table, who: str, key: Key, because: Because) -> None:
    """The GM says that it cannot be done: it is not offered again before the next action."""
    fight.refused += (key,)
    if table.recording:
        table.record("not-possible", because, who=who, what=key[0], patient=key[1])


def stabilize(fight: IxFight, table: Table, who: str, patient: str) -> None:
    """An Average Medicine check stops the bleeding; it may be tried again.

    Implements ix.incapacitation.stabilize, ix.incapacitation.stabilize-effect,
    ix.incapacitation.stabilize-retry, ix.incapacitation.no-self-stabilize,
    ix.healing.stabilize-separate.
    """
    because: tuple[str, ...] = (
        "ix.incapacitation.stabilize",
        "ix.incapacitation.adjacent",
        "ix.healing.stabilize-separate",
    )
    made = _medicine(who, patient, trial_dice("average"))
    check.make(
        fight,
        table,
        made,
        lambda build: (
            is_near(fight, who, patient) and incapacitation.is_bleeding(fight.combatants[patient])
        ),
        because=because,
    )
    if made.succeeded:
        rules = ("ix.incapacitation.stabilize", "ix.incapacitation.stabilize-effect")
        incapacitation.stabilized(fight, table, patient, because=rules)
    elif table.recording:
        because += ("ix.incapacitation.stabilize-retry",)
        table.record("no-help", because, who=who, patient=patient)
    spend.settle(fight, table)


def answer_clock(fight: IxFight, table: Table, who: str, patient: str, serial: int) -> None:
    """A Severe Medicine check stops the clock of a Mortal injury; the injury stays.

    Implements ix.critical.deaths-door, ix.critical.lights-going-out, ix.critical.clock-answered,
    ix.critical.row-effects.
    """
    injury = carried(fight.combatants[patient], serial)
    if injury is None:
        return
    because = ("ix.critical.clock-answered", "ix.critical.treat-mortal")
    if _injury_check(fight, table, who, patient, injury, because):
        treatment.clock_stopped(fight, table, patient, serial, because=because)
    spend.settle(fight, table)
    treatment.setback(fight, table, patient, serial)


def treat_injury(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """One Medicine check for one Critical Injury, if the GM finds that its needs are met.

    Nothing is spent if not.

    Implements ix.critical.one-per-check, ix.critical.treat-minor, ix.critical.treat-moderate,
    ix.critical.treat-severe, ix.critical.treat-deadly, ix.critical.treat-mortal,
    ix.critical.treat-needs-gm, ix.critical.treat-result.
    """
    patient, serial = key[1], int(key[2])
    injury = carried(fight.combatants[patient], serial)
    if injury is None:
        return
    ruled = treatment.needs(fight, table, injury)
    if ruled == treatment.LACKING:
        _refuse(fight, table, who, key, treatment.NEEDS)
        return
    injury = carried(fight.combatants[patient], serial)
    if injury is None or not budget.spend_action(fight, table, who):
        return
    because: tuple[str, ...] = (treatment.TREATED_BY[str(row_of(injury)["severity"])],)
    if ruled in treatment.WITHOUT_A_CHECK:
        because += (treatment.NEEDS,)
        treatment.treated(fight, table, patient, serial, care_due=False, because=because)
        return
    because += ("ix.critical.one-per-check",)
    succeeded = _injury_check(fight, table, who, patient, injury, because)
    spend.settle(fight, table)
    longer = treatment.setback(fight, table, patient, serial)
    if not succeeded:
        treatment.not_again(fight, patient, serial)
    else:
        due = longer or treatment.care_is_due(injury, ruled)
        treatment.treated(fight, table, patient, serial, care_due=due, because=because)


def treat_injury_again(fight: IxFight, table: Table, who: str, key: Key) -> None:
    """Another treatment of an injury after one that has failed, if the GM finds that something has
    changed. Nothing is spent if not. Implements ix.critical.treat-again.
    """
    rule = "ix.critical.treat-again"
    if table.rule(rule, _maybe, _no) == POSSIBLE:
        treat_injury(fight, table, who, key)
    else:
        _refuse(fight, table, who, key, rule)


def _injury_check(
    fight: IxFight,
    table: Table,
    who: str,
    patient: str,
    injury: Injury,
    because: tuple[str, ...],
) -> bool:
    """The check that the row of an injury names; whether it succeeds."""
    made = _medicine(who, patient, int(row_of(injury)["treatment-trial-dice"]))

    def dice(build: Build) -> bool:
        one = fight.combatants[patient]
        return is_near(fight, who, patient) and carried(one, injury.serial) is not None

    check.make(fight, table, made, dice, because=because)
    if not made.succeeded and table.recording:
        rules = (*because, "ix.critical.treat-result")
        table.record("no-help", rules, who=who, patient=patient)
    return made.succeeded


def _medicine(who: str, patient: str, difficulty: int) -> check.Check:
    return check.Check(check.MEDICINE, who, skill=MEDICINE, difficulty=difficulty, target=patient)
