"""What comes after a fight: a Recovery or a Rest, if the GM grants one, and tended injuries."""

from __future__ import annotations

from affray.dice import Pool, dice, judged
from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.vigor import recovery, stamina, stat, vigor, vitality
from affray.systems.vigor.judge import MADE, CheckJudge
from affray.systems.vigor.ledger import injury
from affray.systems.vigor.state import VigorFight

WHEN = "vigor.rest.when"
NONE: Key = ("none",)
REST: Key = ("rest",)
LEAVE: Key = ("leave",)
TREATMENT = "vigor.wound.treatment"


def after(fight: VigorFight, table: Table) -> None:
    """The next step of what comes after a fight.

    Implements vigor.recovery.when, vigor.rest.when, vigor.wound.persists.
    """
    match fight.stage:
        case "recovery":
            fight.stage = "rest"
            if recovery.is_granted(table):
                fight.recovered = True
                recovery.take(fight, table)
        case "rest":
            key = table.rule(WHEN, lambda: [NONE, REST], lambda: NONE)
            fight.stage = "tend" if key == REST else "closed"
            if key == REST:
                begin(fight, table)
        case "tend":
            tend(fight, table)
        case "closed":
            fight.closed = True
        case _:
            fight.stage = "recovery"
            settle_down(fight)


def settle_down(fight: VigorFight) -> None:
    """What holds in a fight only ends with it."""
    for one in fight.combatants.values():
        one.effects = tuple(effect for effect in one.effects if effect.until == "fight")
        one.pending = one.pick = ()
        one.surprised = False
    fight.facts = tuple(fact for fact in fight.facts if not fact.once)


def _resting(fight: VigorFight) -> list[str]:
    """The heroes' side alive and there, in roster order."""
    found = [fight[who] for who in fight.heroes]
    return [one.id for one in found if not one.removed and one.status not in ("dead", "fled")]


def begin(fight: VigorFight, table: Table) -> None:
    """A Rest: Vitality and Stamina come back in full to whoever has them, wounds do not heal.

    Implements vigor.rest.vitality, vigor.stamina.no-return-in-a-fight, vigor.rest.when,
    vigor.role.minor.
    """
    fight.rested = True
    fight.tended = ()
    if table.recording:
        table.record("rest", (WHEN, "vigor.rest.vitality"))
    for who in _resting(fight):
        _refresh(fight, table, who)


def _refresh(fight: VigorFight, table: Table, who: str) -> None:
    one = fight[who]
    if one.is_minor:
        return  # it has neither of the two
    before = one.vitality
    one.vitality = max(one.vitality, vitality.maximum(fight, one))
    one.stamina = max(one.stamina, stamina.maximum(fight, one))
    if table.recording:
        rules = ["vigor.rest.vitality", "vigor.stamina.no-return-in-a-fight"]
        if one.injuries:
            rules.append("vigor.wound.persists")
        secret = {"before": before, "now": one.vitality, "stamina": one.stamina}
        table.record("rested", tuple(rules), of=who, secret=secret, who=who)


def untended(fight: VigorFight) -> tuple[str, str] | None:
    """The next patient and injury for which a try is left in this Rest.

    Implements vigor.wound.treatment.
    """
    tries = fight.numbers.treatments_per_injury_and_rest
    for who in _resting(fight):
        for each in fight[who].injuries:
            if fight.tended.count((who, each)) < tries:
                return who, each
    return None


def tend(fight: VigorFight, table: Table) -> None:
    """Somebody, the patient too, tends one injury: d20 and the Mind modifier against 10 and its
    number; when nothing is left to tend, the Rest ends, and with it what was healed.

    Implements vigor.wound.treatment.
    """
    found = untended(fight)
    if found is None:
        finish(fight, table)
        return
    patient, each = found
    fight.tended = (*fight.tended, found)

    def options() -> list[Option]:
        if patient not in _resting(fight):
            return [LEAVE]
        return [*(("tend", healer) for healer in _resting(fight)), LEAVE]

    key = table.choose(patient, options, because=TREATMENT)
    if key == LEAVE:
        return
    healer = key[1]

    def needed() -> int:
        return fight.numbers.treatment_base + injury(each).number

    def pool() -> Pool[str] | None:
        if healer not in _resting(fight):
            return None
        modifier = stat.modifier(fight[healer], "mind")
        return judged(dice(1, 20), CheckJudge(needed() - modifier, modifier))

    is_healed = table.roll(healer, pool, read=vigor.as_read, because=TREATMENT) == MADE
    if table.recording:
        table.record(
            "tended",
            TREATMENT,
            who=patient,
            by=healer,
            injury=each,
            modifier=stat.modifier(fight[healer], "mind"),
            needed=needed(),
            healed=is_healed,
        )
    if is_healed:
        fight.healed = (*fight.healed, found)


def finish(fight: VigorFight, table: Table) -> None:
    """The Rest ends: what was healed is gone and frees its place, and the pools are full by the
    maxima that now hold.

    Implements vigor.wound.treatment, vigor.wound.capacity, vigor.rest.vitality.
    """
    for who, each in fight.healed:
        one = fight[who]
        one.injuries = tuple(injury_id for injury_id in one.injuries if injury_id != each)
        if table.recording:
            table.record("healed", (TREATMENT, "vigor.wound.capacity"), who=who, injury=each)
        one.vitality = max(one.vitality, vitality.maximum(fight, one))
    fight.healed = ()
    fight.stage = "closed"
