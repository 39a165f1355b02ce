"""After the fighting: rounds while somebody bleeds, what comes back by itself, and rests.

Each call of `after` is one step: a choice in a round that is still counted, the end of the
encounter, or one thing that the survivors do before the next.
"""

from __future__ import annotations

from typing import Any

from affray.kernel.keys import Key, Option
from affray.kernel.question import GM, HEROES
from affray.kernel.table import Table
from affray.systems.ix.air import fall, flying
from affray.systems.ix.fight import grapple
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import (
    condition,
    critical,
    healing,
    incapacitation,
    injuries,
    injury_effects,
    strain,
    treatment,
    wounds,
)
from affray.systems.ix.hazards import building, hazard, suffocation, temperature
from affray.systems.ix.ledger import limit
from affray.systems.ix.magic import rites
from affray.systems.ix.saddle import mounted
from affray.systems.ix.scenes import clock, reopening, scene
from affray.systems.ix.state import DEAD, FLED, OUT, SURRENDERED, Fighter, IxFight

AFTERMATH, REST = "aftermath", "rest"

TEND = "tend"
GO_TO = "go-to"
WAIT: Key = ("wait",)
LEAVE: Key = ("leave-to-fate",)
SHORT_REST: Key = ("short-rest",)
SHORT_REST_AGAIN: Key = ("short-rest-again",)
FULL_REST: Key = ("full-rest",)
CARE: Key = ("extended-care",)
DONE: Key = ("done",)

BLEEDING = "ix.encounter.rounds-continue-while-bleeding"
AGAIN = "ix.recovery.short-rest-again"
RESTS = ("ix.recovery.short-rest", "ix.recovery.full-rest", "ix.healing.medicine")
STEPS_A_ROUND = 2
"""Steps that somebody covers in a round for its Maneuver and its Action."""


def after(fight: IxFight, table: Table) -> None:
    """One step of what comes after the fight; sets `fight.closed` when nothing is left."""
    if fight.stage not in (AFTERMATH, REST):
        reopening.remember(fight)
        flying.come_down(fight, table)
        fight.stage = AFTERMATH
        fight.tended = ()
        fight.left_to_fate = False
        suffocation.fighting_over(fight, table)
    if fight.falls:
        fall.step(fight, table)
    elif fight.stage == REST:
        rest_step(fight, table)
    elif incapacitation.clock_runs(fight):
        bleeding_step(fight, table)
    else:
        encounter_over(fight, table)
        fight.stage = REST


def before_the_next_scene(fight: IxFight, table: Table) -> None:
    """One step between a scene that is over and the one that lies behind it: the bleeding are seen
    to, then the encounter is over for everybody.

    Implements ix.encounter.rounds-continue-while-bleeding.
    """
    if incapacitation.clock_runs(fight):
        bleeding_step(fight, table)
        return
    encounter_over(fight, table)
    scene.resume(fight, table)


# ---- rounds that go on ----


def bleeding_step(fight: IxFight, table: Table) -> None:
    """Somebody helps whoever bleeds, or the round passes and they bleed on.

    Implements ix.encounter.rounds-continue-while-bleeding.
    """
    options = helps(fight)
    if not options or fight.left_to_fate:
        next_round(fight, table)
        return
    asked = HEROES if fight.up("heroes") else GM
    key = table.choose(asked, lambda: [*helps(fight), WAIT, LEAVE], because=BLEEDING)
    if key[0] == TEND:
        tend(fight, table, key)
    elif key[0] == GO_TO:
        fight.tended += (key[1],)
        _come_nearer(fight, table, key[1], key[2])
    elif key == LEAVE:
        fight.left_to_fate = True
        if table.recording:
            table.record("left-to-fate", BLEEDING)
    else:
        next_round(fight, table)


def tend(fight: IxFight, table: Table, key: Key) -> None:
    """Somebody goes up to a friend, or not even that, and does what an Action could do."""
    who = key[1]
    fight.tended += (who,)
    if len(key) > 3:
        there = fight.combatants[key[3]].at
        bands.move_to(fight, table, who, there, because="ix.range.record-move")
        if fight.side_of(key[3]) != fight.side_of(who):
            bands.engage(fight, table, who, key[3], because="ix.range.record-engaged")
    module: Any = healing
    for other in (hazard, suffocation):
        if key[2] in other.WORDS:
            module = other
    module.take(fight, table, who, key[2:])


def helps(fight: IxFight) -> list[Option]:
    """Who may stop a bleeding, a clock or a fire now, or come nearer to do it."""
    found: list[Option] = []
    side = "heroes" if fight.up("heroes") else "foes"
    patients = [
        one
        for one in fight.combatants.values()
        if one.is_here
        and (
            incapacitation.is_bleeding(one)
            or injuries.deadly(one)
            or hazard.is_alight(one)
            or suffocation.needs_rescue(one)
        )
    ]
    for who in fight.up(side):
        if who in fight.tended:
            continue
        for one in patients:
            if bands.steps(fight, who, one.id) >= STEPS_A_ROUND:
                found.append((GO_TO, who, one.id))
            else:
                found += [(TEND, who, *option) for option in _help(fight, who, one)]
    return found


def _help(fight: IxFight, who: str, one: Fighter) -> list[Option]:
    """What somebody can do for one who is near enough.

    Implements ix.incapacitation.stabilize, ix.healing.medicine, ix.critical.clock-answered,
    ix.hazard.fire-extinguish, ix.hazard.fire-ally.
    """
    found: list[Option] = []
    if one.id != who and suffocation.needs_rescue(one):
        found.append((suffocation.RESCUE, one.id))
    if one.id != who and incapacitation.is_bleeding(one):
        found.append(("stabilize", one.id))
        if one.treated < limit("treat-wounds"):
            found.append(("treat", one.id))
    found += [("answer-clock", one.id, str(serial)) for serial in injuries.deadly(one)]
    if hazard.is_alight(one) and one.id == who:
        found.append(("extinguish",))
    elif hazard.is_alight(one):
        found += [("extinguish", one.id, skill) for skill in hazard.SKILLS]
    return found


def _come_nearer(fight: IxFight, table: Table, who: str, patient: str) -> None:
    here, there = fight.combatants[who].at, fight.combatants[patient].at
    at = here + max(-STEPS_A_ROUND, min(STEPS_A_ROUND, there - here))
    bands.move_to(fight, table, who, at, because="ix.range.record-move")


def next_round(fight: IxFight, table: Table) -> None:
    """A round passes: clocks that end with it, then whoever burns or bleeds does so.

    Implements ix.encounter.rounds-continue-while-bleeding, ix.incapacitation.keeps-a-turn.
    """
    critical.round_ends(fight, table)
    building.round_ends(fight, table)
    fight.round += 1
    fight.tended = ()
    if table.recording:
        table.record("round", BLEEDING, number=fight.round)
    for slot in (*(each.id for each in fight.slots), *(gone for gone, _ in fight.gone)):
        critical.slot_comes_up(fight, table, slot)
    for who in list(fight.combatants):
        if fight.combatants[who].is_here:
            fight.acting, fight.turn = who, True
            hazard.burn(fight, table, who)
            building.turn_starts(fight, table, who)
            incapacitation.turn_starts(fight, table, who)
            suffocation.turn_starts(fight, table, who)
            suffocation.turn_ends(fight, table, who)
    fight.acting, fight.turn = "", False


# ---- the encounter is over ----


def encounter_over(fight: IxFight, table: Table) -> None:
    """Structured play ends: each at once recovers Strain, and what was to last so long is over.

    Wounds and Critical Injuries stay as they are.

    Implements ix.encounter.end-recovery, ix.encounter.end-no-wounds,
    ix.encounter.scene-and-session.
    """
    if table.recording and not fight.recovered:
        rules = ("ix.encounter.end-no-wounds", "ix.encounter.scene-and-session")
        table.record("encounter-over", rules, result=fight.result)
    fight.turn = False
    fight.acting = fight.slot = ""
    fight.fears = fight.startled = fight.thrown = fight.tended = fight.refused = ()
    fight.engaged = frozenset()
    treatment.encounter_ends(fight, table)
    for one in fight.combatants.values():
        if one.hold:
            grapple.fallen(fight, table, one.id)
        one.burns = one.mends = one.struck = one.unaware_of = ()
        one.aims = one.cover = 0
        one.guard = ""
        one.inside = False
        one.passed_out = 0
    condition.encounter_ends(fight, table)
    injury_effects.encounter_ends(fight, table)
    if not fight.recovered:
        fight.recovered = True
        for one in fight.combatants.values():
            amount = one.rating("willpower")
            strain.recover(fight, table, one.id, amount, because="ix.encounter.end-recovery")
    gather(fight)


def gather(fight: IxFight) -> None:
    """Those of the heroes' side who are left are together again, fled or not."""
    for who in fight.heroes:
        one = fight.combatants[who]
        if one.status in (FLED, SURRENDERED):
            one.status = ""
        one.at = 0
        if one.mount:
            mount = fight.combatants[one.mount]
            mount.at = 0
            mount.status = "" if mount.status in (FLED, SURRENDERED) else mount.status


# ---- what the survivors do ----


def survivors(fight: IxFight) -> list[Fighter]:
    """Those of the heroes' side who are alive, in roster order."""
    found = fight.combatants
    return [
        found[who]
        for who in fight.heroes
        if found[who].status not in (DEAD, OUT) and not found[who].removed
    ]


def rest_step(fight: IxFight, table: Table) -> None:
    """One treatment, one rest, or no more of it."""
    key = table.choose(
        HEROES, lambda: [] if fight.called or fight.exposures else rests(fight), because=RESTS
    )
    fight.ended = None
    if key == DONE:
        fight.closed = True
        fight.refused = ()
    else:
        take(fight, table, key)


def take(fight: IxFight, table: Table, key: Key) -> None:
    """Does one of `rests`, after a fight or in free play."""
    if key[0] == TEND:
        healing.take(fight, table, key[1], key[2:])
        return
    if key[0] == rites.RITE:
        rites.take(fight, table, key)
    elif key == SHORT_REST:
        short_rest(fight, table)
    elif key == SHORT_REST_AGAIN:
        if not short_rest_again(fight, table):
            return
    elif key == FULL_REST:
        full_rest(fight, table)
    else:
        extended_care(fight, table)
    fight.refused = ()


def rests(fight: IxFight) -> list[Option]:
    """What can still be done for the survivors, and no more of it."""
    found: list[Option] = []
    alive = survivors(fight)
    for one in alive:
        if one.is_up:
            found += [
                (TEND, one.id, *option)
                for option in healing.possible(fight, one.id)
                if option not in fight.refused
            ]
    if any(one.strain > 0 for one in alive):
        if not fight.short_rests:
            found.append(SHORT_REST)
        elif SHORT_REST_AGAIN not in fight.refused:
            found.append(SHORT_REST_AGAIN)
    found += rites.options(fight)
    if any(_gains_by_rest(one) for one in (*alive, *mounts(fight))):
        found.append(FULL_REST)
    if any(injury.care for one in alive for injury in one.injuries):
        found.append(CARE)
    return [*found, DONE]


def _gains_by_rest(one: Fighter) -> bool:
    if one.strain > 0 or one.overloaded or 0 <= one.wounds < wounds.most_of(one):
        return True
    return any(treatment.clears_alone(injury) or injury.tried for injury in one.injuries)


def mounts(fight: IxFight) -> list[Fighter]:
    """The party's mounts that rest with it. Implements ix.recovery.mounts."""
    return [
        fight.combatants[mount]
        for mount in mounted.of_the_heroes(fight)
        if mount not in fight.heroes
    ]


def tend_mounts(fight: IxFight, table: Table) -> None:
    """A full rest or a gap of downtime restores Wounds equal to Might to each mount of the party.

    Implements ix.recovery.mounts.
    """
    for one in mounts(fight):
        wounds.heal(fight, table, one.id, one.rating("might"), because="ix.recovery.mounts")


def short_rest(fight: IxFight, table: Table) -> None:
    """About 15 minutes: each recovers Strain equal to its Willpower, and no Wounds.

    Implements ix.recovery.short-rest.
    """
    fight.short_rests += 1
    if table.recording:
        table.record("rested", "ix.recovery.short-rest", kind="short")
    for one in survivors(fight):
        amount = one.rating("willpower")
        strain.recover(fight, table, one.id, amount, because="ix.recovery.short-rest")


def short_rest_again(fight: IxFight, table: Table) -> bool:
    """A second short rest in a session, if the GM finds the place safe; whether it was taken.

    Implements ix.recovery.short-rest-again.
    """
    if table.rule(AGAIN, _maybe, _no) == ("safe",):
        short_rest(fight, table)
        return True
    fight.refused += (SHORT_REST_AGAIN,)
    if table.recording:
        table.record("not-possible", AGAIN, who="", what="short-rest", patient="")
    return False


def _maybe() -> list[Option]:
    return [("not-possible",), ("safe",)]


def _no() -> Key:
    return ("not-possible",)


def full_rest(fight: IxFight, table: Table) -> None:
    """Eight hours, safe and undisturbed: Strain, Wounds equal to Might, and Minor injuries.

    Implements ix.recovery.full-rest, ix.recovery.full-rest-wounds,
    ix.recovery.no-natural-from-negative, ix.critical.minor-clears, ix.healing.new-day,
    ix.recovery.mounts, ix.hazard.temperature-rest.
    """
    if table.recording:
        rules = ("ix.recovery.full-rest", "ix.healing.new-day")
        table.record("rested", rules, kind="full")
    temperature.camp(fight, table)
    for one in survivors(fight):
        full_rest_strain(fight, table, one)
        if one.wounds >= 0:
            because = "ix.recovery.full-rest-wounds"
            wounds.heal(fight, table, one.id, one.rating("might"), because=because)
        elif table.recording:
            table.record("no-recovery", "ix.recovery.no-natural-from-negative", who=one.id)
        treatment.rested(fight, table, one.id)
    tend_mounts(fight, table)
    treatment.count_anew(fight)
    clock.pass_hours(fight, table, clock.FULL_REST_HOURS)


def full_rest_strain(fight: IxFight, table: Table, one: Fighter) -> None:
    """All Strain; after incapacitation by Strain in the encounter before, half of the Strain
    Points, rounded down, this once.

    Implements ix.recovery.full-rest-strain, ix.recovery.full-rest-after-overload (house switch
    full-rest-after-overload), ix.recovery.overload-memory.
    """
    reading = fight.switches.full_rest_after_overload
    half = one.strain_points // 2
    because: tuple[str, ...] = ("ix.recovery.full-rest-strain",)
    amount = one.strain
    if one.overloaded and reading != "all":
        because += ("ix.recovery.full-rest-after-overload", "ix.recovery.overload-memory")
        amount = half if reading == "remove-half" else max(one.strain - half, 0)
    one.overloaded = False
    strain.recover(fight, table, one.id, amount, because=because)


def extended_care(fight: IxFight, table: Table) -> None:
    """Days of rest with daily care resolve what has been treated.

    Implements ix.critical.extended-care, ix.healing.new-day, ix.hazard.temperature-rest.
    """
    if table.recording:
        rules = ("ix.critical.extended-care", "ix.healing.new-day")
        table.record("rested", rules, kind="care")
    temperature.camp(fight, table)
    for one in survivors(fight):
        treatment.care_given(fight, table, one.id)
    treatment.count_anew(fight)
    clock.pass_hours(fight, table, clock.CARE_HOURS)
