"""Deflection: one bare d20 against a target that starts at 20."""

from __future__ import annotations

from affray.dice import JudgedPool
from affray.kernel.keys import Key
from affray.kernel.table import Table
from affray.systems.sixteen import condition
from affray.systems.sixteen.pools import (
    CRITICALLY_DEFLECTED,
    DEFLECTED,
    NOT_DEFLECTED,
    DeflectJudge,
    as_is,
    bounded,
    d20,
)
from affray.systems.sixteen.state import SixteenFight

DEFLECT: Key = ("deflect",)
TAKE_IT: Key = ("take-it",)
ATTEMPT = ("sixteen.deflect.attempt", "sixteen.deflect.no-reaction")
ROLL = ("sixteen.deflect.roll", "sixteen.deflect.target-number", "sixteen.deflect.lowered")


def target_number(fight: SixteenFight, who: str) -> int:
    """20 less the combatant's deflect bonus less its shield's, between 2 and 20.

    Implements sixteen.deflect.target-number, sixteen.deflect.lowered.
    """
    one, numbers = fight.combatants[who], fight.numbers
    bonus = one.deflect_bonus + fight.tables.shields.get(one.shield, 0)
    number = numbers.deflect_target - bonus
    return bounded(max(numbers.deflect_target_min, min(numbers.deflect_target_max, number)))


def can(fight: SixteenFight, who: str) -> bool:
    """Whether `who` can deflect at all. Implements sixteen.deflect.who-cannot,
    sixteen.fatigue.losses-carry (house switch fatigue-losses), sixteen.miss.critical-result."""
    one = fight.combatants[who]
    if not one.is_present or not fight.standing(who).deflects:
        return False
    return not (one.conditions and (one.has(condition.STUNNED) or one.has(condition.WIDE_OPEN)))


def judge(fight: SixteenFight, who: str) -> DeflectJudge:
    """How a Deflect attempt is read. Implements sixteen.deflect.critical-deflect (house switch
    critical-deflect)."""
    target = target_number(fight, who)
    exact = target
    if fight.switches.critical_deflect == "natural-twenty":
        exact = fight.numbers.telling_natural
    return DeflectJudge(target, exact)


def pool(fight: SixteenFight, who: str) -> JudgedPool[str] | None:
    if not can(fight, who):
        return None
    return d20(fight.numbers.die_faces, judge(fight, who))


def attempt(fight: SixteenFight, table: Table, who: str, *, critical: bool) -> str:
    """The one attempt against a hit; it may be declined.

    "deflected" if the hit is, "critically-deflected" if only that could do it or the natural was
    exact, else "not-deflected". Against a critical hit an ordinary deflect does nothing.

    Implements sixteen.deflect.attempt, sixteen.deflect.roll, sixteen.deflect.critical-needed,
    sixteen.deflect.critical-deflect, sixteen.deflect.no-reaction.
    """
    if not can(fight, who):
        if table.recording:
            table.record("cannot-deflect", "sixteen.deflect.who-cannot", who=who)
        return NOT_DEFLECTED
    key = table.choose(
        who,
        lambda: [DEFLECT, TAKE_IT] if can(fight, who) else [TAKE_IT],
        because=ATTEMPT,
    )
    if key != DEFLECT:
        if table.recording:
            table.record("let-through", ("sixteen.deflect.attempt",), who=who)
        return NOT_DEFLECTED
    reading: str = table.roll(who, lambda: pool(fight, who), read=as_is, because=ROLL)
    stands = reading == CRITICALLY_DEFLECTED or (reading == DEFLECTED and not critical)
    if table.recording:
        _tell(fight, table, who, reading, critical=critical, stands=stands)
    return reading if stands else NOT_DEFLECTED


def _tell(
    fight: SixteenFight, table: Table, who: str, reading: str, *, critical: bool, stands: bool
) -> None:
    rules = [*ROLL, ATTEMPT[1]]
    if critical:
        rules += ["sixteen.deflect.critical-needed", "sixteen.critical.bypasses"]
    if reading == CRITICALLY_DEFLECTED:
        rules.append("sixteen.deflect.critical-deflect")
    if not stands:
        rules.append("sixteen.deflect.failure")
    table.record(
        "deflect",
        tuple(rules),
        of=who,
        secret={"target_number": target_number(fight, who)},
        who=who,
        reading=reading,
        critical=critical,
        stands=stands,
    )


def halves(fight: SixteenFight, attacker: str) -> bool:
    """Whether a deflect only halves what this attacker does.

    Implements sixteen.deflect.large-attacker, sixteen.deflect.large-means.
    """
    return fight.tables.halving.get(fight.combatants[attacker].size, False)


def half(fight: SixteenFight, damage: int) -> int:
    """Implements sixteen.deflect.large-means (house switch half-damage)."""
    return (damage + 1) // 2 if fight.switches.half_damage == "up" else damage // 2
