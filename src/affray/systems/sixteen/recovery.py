"""After the fight: breaks and nights, and the LIF check that a wound is recovered through."""

from __future__ import annotations

from affray.dice import JudgedPool
from affray.kernel.keys import Key, Number, Option, Text
from affray.kernel.question import HEROES
from affray.kernel.table import Table
from affray.systems.sixteen import check, hp
from affray.systems.sixteen.pools import CRITICAL_FAILURE, SUCCESS, as_is
from affray.systems.sixteen.state import SixteenFight

SHORT: Key = ("short-break",)
NIGHT: Key = ("night",)
DONE: Key = ("done",)
BETWEEN = "sixteen.recovery.between-fights"
SCAR_OR = "sixteen.recovery.scar-or-war-wound"
CHECK = (
    "sixteen.recovery.check",
    "sixteen.recovery.when",
    "sixteen.recovery.critical-means",
    "sixteen.check.against-sixteen",
    "sixteen.check.modifiers",
)
AS_USUAL: Key = ("as-usual",)
SCAR: Key = ("scar",)
MOST_NIGHTS = 30
CRITICAL_NATURAL = 1


def after(fight: SixteenFight, table: Table) -> None:
    """The next step of what comes after a fight: conditions end, then rests and recovery checks.

    Implements sixteen.recovery.between-fights, sixteen.recovery.when.
    """
    if fight.stage != "rest":
        settle_down(fight, table)
        return
    if fight.recovering:
        who, *left = fight.recovering
        fight.recovering = tuple(left)
        recover(fight, table, who)
        return
    key = table.choose(HEROES, lambda: rests(fight), because=("sixteen.recovery.when", BETWEEN))
    if key == DONE:
        fight.closed = True
    else:
        rest(fight, table, night=key == NIGHT)


def settle_down(fight: SixteenFight, table: Table) -> None:
    """What ends with the fight; HP, wounds and fatigue stay as they are."""
    fight.stage = "rest"
    fight.acting = ""
    fight.primary = fight.moves = 0
    for one in fight.combatants.values():
        one.conditions = ()
        one.resting = False
        one.wounds_here = 0
        one.strained = one.strained_now = False
        back = one.dropped if fight.result == "heroes" or one.side == "foes" else ()
        one.dropped = ()
        if back and not one.in_hand:
            one.in_hand = back[0][0]
    if table.recording:
        table.record("aftermath", BETWEEN, result=fight.result)


def resters(fight: SixteenFight) -> list[str]:
    """The living of the heroes' side."""
    return [who for who in fight.heroes if not fight[who].removed and fight.level(who) < 6]


def rests(fight: SixteenFight) -> list[Option]:
    """A short break once, a night while it could help anybody, or on with the story."""
    found: list[Option] = []
    tired = [fight[who] for who in resters(fight)]
    if not fight.break_taken and not fight.nights and any(one.fatigue for one in tired):
        found.append(SHORT)
    needs = any(one.wounds or one.fatigue or one.hp < fight.max_hp(one.id) for one in tired)
    if needs and fight.nights < MOST_NIGHTS:
        found.append(NIGHT)
    return [*found, DONE]


def rest(fight: SixteenFight, table: Table, *, night: bool) -> None:
    """A break clears fatigue, a night HP and fatigue, unless the GM says otherwise; after a night
    whoever has an open wound checks.

    Implements sixteen.recovery.between-fights, sixteen.recovery.when.
    """
    if night:
        fight.nights += 1
    else:
        fight.break_taken = True
    ruled = table.rule(BETWEEN, _restored, _as_usual)
    if table.recording:
        table.record("rested", BETWEEN, kind="night" if night else "short-break")
    for who in resters(fight):
        _restore(fight, table, who, ruled, night=night)
    if night:
        times = fight.numbers.recovery_checks_per_night
        wounded = tuple(who for who in resters(fight) if fight[who].wounds)
        fight.recovering = tuple(who for who in wounded for _ in range(times))


def _restore(fight: SixteenFight, table: Table, who: str, ruled: Key, *, night: bool) -> None:
    one = fight[who]
    if ruled == AS_USUAL:
        clears = one.fatigue if night else 0
        if not night and one.fatigue <= fight.numbers.short_break_clears_fatigue_up_to:
            clears = one.fatigue
        amount = fight.max_hp(who) - one.hp if night else 0
    else:
        amount, clears = int(ruled[1]), int(ruled[2])
    if clears and one.fatigue:
        fight.set_fatigue(who, one.fatigue - clears, table, BETWEEN)
    if amount > 0:
        hp.regain(fight, table, who, amount, BETWEEN)


def _restored() -> list[Option]:
    return [AS_USUAL, ("only", Number(0, 9999), Number(0, 6))]


def _as_usual() -> Key:
    return AS_USUAL


def pool(fight: SixteenFight, who: str) -> JudgedPool[str] | None:
    """LIF less the open wounds of this moment. Implements sixteen.recovery.check."""
    one = fight.combatants[who]
    penalty = one.wounds * fight.numbers.recovery_penalty_per_wound
    return check.pool(fight, who, "lif", change=-penalty, worst=CRITICAL_NATURAL)


def recover(fight: SixteenFight, table: Table, who: str) -> None:
    """One recovery check: it closes one wound, changes nothing, or turns one into a scar.

    Implements sixteen.recovery.check, sixteen.recovery.success,
    sixteen.recovery.critical-failure, sixteen.recovery.critical-means.
    """
    if not fight[who].wounds:
        return
    reading: str = table.roll(who, lambda: pool(fight, who), read=as_is, because=CHECK)
    if table.recording:
        one = fight[who]
        secret = {"modifier": one.lif, "wounds": one.wounds}
        table.record("recovery", CHECK, of=who, secret=secret, who=who, reading=reading)
    if reading == SUCCESS:
        one = fight[who]
        one.wounds = max(0, one.wounds - 1)
        if table.recording:
            rules = ("sixteen.recovery.success", "sixteen.wound.max-hp")
            table.record("wound-closed", rules, of=who, secret={"wounds": one.wounds}, who=who)
    elif reading == CRITICAL_FAILURE:
        _scar(fight, table, who)


def _scar(fight: SixteenFight, table: Table, who: str) -> None:
    """Implements sixteen.recovery.critical-failure, sixteen.recovery.scar-or-war-wound."""
    ruled = table.rule(SCAR_OR, _scars, _scar_tissue)
    one = fight[who]
    if not one.wounds:
        return
    one.wounds -= 1
    one.scars += 1
    if ruled != SCAR:
        one.war_wounds = (*one.war_wounds, ruled[1])
    if table.recording:
        rules = ("sixteen.recovery.critical-failure", SCAR_OR, "sixteen.wound.one-point")
        what = ruled[1] if ruled != SCAR else ""
        table.record("scarred", rules, who=who, kind=ruled[0], what=what)


def _scars() -> list[Option]:
    return [SCAR, ("war-wound", Text())]


def _scar_tissue() -> Key:
    return SCAR
