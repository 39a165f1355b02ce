"""Incapacitation: by Wounds it bleeds until somebody stabilizes, by Strain it only lays low.

Whoever of the GM's side falls may be out of the fight at once; everybody else is tracked on.
"""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import GM, Because
from affray.kernel.table import Table
from affray.systems.ix.fight import encounter, grapple
from affray.systems.ix.harm import critical, death, fear, injuries, wounds
from affray.systems.ix.hazards import suffocation
from affray.systems.ix.state import ELITE, MINION, MOUNT, NEMESIS, OUT, Fighter, IxFight

TRACK: Key = ("track",)
TAKE_OUT: Key = ("out",)
CHOICE = "ix.incapacitation.non-players"


# ---- going down ----


def fall(
    fight: IxFight,
    table: Table,
    who: str,
    *,
    by: str = "",
    attack: bool = False,
    by_hand: bool = False,
) -> None:
    """Wounds have come to 0 or less: unconscious at once, and a Critical Injury is rolled.

    Whoever the GM does not track is out of the fight instead. Past the death threshold there is
    nothing left to roll for. With `by_hand` (a GM's edit) nothing is asked or rolled.

    Implements ix.incapacitation.wounds, ix.critical.trigger-zero, ix.critical.trigger-zero-once,
    ix.incapacitation.non-players, ix.minion.elite, ix.minion.nemesis, ix.death.threshold,
    ix.mounted.mount-down.
    """
    one = fight.combatants[who]
    if one.rank == MINION:
        out(fight, table, who, ("ix.minion.fall", "ix.minion.no-injury"))
        return
    if one.rank == MOUNT:
        out(fight, table, who, ("ix.mounted.mount-down", "ix.mounted.mount-wounds"))
        return
    if one.kind != "hero":
        key = default_fate(fight, who) if by_hand else ask_fate(fight, table, who)
        one = fight.combatants[who]
        if one.wounds > 0 or not one.is_here:
            return
        one.tracked = key == TRACK
        if not one.tracked:
            rules = (CHOICE, "ix.minion.elite") if one.rank == ELITE else (CHOICE,)
            out(fight, table, who, rules)
            return
    one.stabilized = False
    if table.recording:
        down = ["ix.incapacitation.wounds", "ix.incapacitation.no-self-stabilize"]
        if one.rank == NEMESIS:
            down.append("ix.minion.nemesis")
        table.record("down", tuple(down), who=who, by="wounds")
    helpless(fight, table, who)
    if one.breath == 0:
        suffocation.starts_dying(fight, table, who)
    if death.is_past_threshold(one):
        death.by_wounds(fight, table, who)
    elif not by_hand:
        critical.fell(fight, table, who, by=by, attack=attack)


def ask_fate(fight: IxFight, table: Table, who: str) -> Key:
    """What becomes of a fallen non-player character: tracked on, or out at once.

    Implements ix.incapacitation.non-players (house switch fallen-foes).
    """
    one = fight.combatants[who]
    if fight.switches.fallen_foes == "ask-gm" and one.rank == ELITE and one.side == "foes":
        return table.choose(GM, fates, because=CHOICE)
    return table.rule(CHOICE, fates, lambda: default_fate(fight, who))


def fates() -> list[Option]:
    return [TRACK, TAKE_OUT]


def default_fate(fight: IxFight, who: str) -> Key:
    """Nemeses are tracked, others of the GM's side are not unless the house says so.

    Those who stand with the heroes are tracked like them.
    """
    one = fight.combatants[who]
    if one.rank == NEMESIS or one.side == "heroes" or fight.switches.fallen_foes == "tracked":
        return TRACK
    return TAKE_OUT


def out(fight: IxFight, table: Table, who: str, because: Because) -> None:
    """Fallen, and not tracked any further: out of the fight."""
    if fight.combatants[who].status:
        return
    helpless(fight, table, who)
    fight.leave(who, OUT, "out", table, because)
    if fight.result is None:
        encounter.check_end(fight, table)


def helpless(fight: IxFight, table: Table, who: str) -> None:
    """What somebody who can do nothing any more has to let go of.

    Implements ix.grapple.release, ix.fear.ends, ix.flying.incapacitated.
    """
    if fight.mounts:
        from affray.systems.ix.saddle import mount_falls  # it reaches back to wounds

        mount_falls.helpless(fight, table, who)
    one = fight.combatants[who]
    one.aims = 0
    grapple.fallen(fight, table, who)
    fear.defeated(fight, table, who)
    if one.zone:
        from affray.systems.ix.air import flying  # it reaches back to falls and wounds

        flying.helpless(fight, table, who)


# ---- coming to ----


def end(fight: IxFight, table: Table, who: str) -> None:
    """Wounds are above 0 again: no incapacitation by them, and no bleeding.

    Who was out and is given Wounds by the GM's hand is back in the fight.

    Implements ix.incapacitation.ends, ix.incapacitation.stabilized-lasts.
    """
    one = fight.combatants[who]
    one.stabilized = False
    one.tracked = False
    one.dying = 0
    if one.status == OUT:
        one.status = ""
    comes_to(fight, table, who, "ix.incapacitation.ends")


def comes_to(fight: IxFight, table: Table, who: str, because: Because) -> None:
    """One cause of incapacitation is gone; with the last of them one can act again."""
    if fight.combatants[who].is_up and table.recording:
        table.record("came-to", because, who=who)


# ---- bleeding ----


def is_bleeding(one: Fighter) -> bool:
    """Whether somebody loses a Wound at the start of each of its turns."""
    return one.wounds <= 0 and not one.stabilized and one.is_here and one.rank != MINION


def clock_runs(fight: IxFight) -> bool:
    """Whether rounds have to be counted on: somebody bleeds out, or a death clock runs.

    Implements ix.encounter.rounds-continue-while-bleeding.
    """
    return any(
        one.is_here and (is_bleeding(one) or injuries.deadly(one) or suffocation.clock_runs(one))
        for one in fight.combatants.values()
    )


def turn_starts(fight: IxFight, table: Table, who: str) -> None:
    """The harm of injuries, healing that was to come, then the bleed-out.

    Implements ix.turn.start-order, ix.incapacitation.bleed-out, ix.critical.harm-attacks-only.
    """
    result = fight.result
    if fight.combatants[who].effects:
        critical.turn_starts(fight, table, who)
    if fight.result == result and fight.combatants[who].mends:
        mend(fight, table, who)
    if fight.result == result and is_bleeding(fight.combatants[who]):
        because = ("ix.incapacitation.bleed-out", "ix.damage.word-loses")
        wounds.suffer(fight, table, who, 1, because=because)


def mend(fight: IxFight, table: Table, who: str) -> None:
    """Healing that comes at the start of later turns. Implements ix.magic.heal-amount."""
    one = fight.combatants[who]
    due = sum(amount for _, amount in one.mends)
    one.mends = tuple((turns - 1, amount) for turns, amount in one.mends if turns > 1)
    wounds.heal(fight, table, who, due, because=("ix.magic.heal-amount", "ix.healing.spells"))


def stabilized(fight: IxFight, table: Table, who: str, *, because: Because) -> None:
    """The bleeding has been stopped; nothing else has changed.

    Implements ix.incapacitation.stabilize-effect, ix.incapacitation.stabilized-lasts.
    """
    one = fight.combatants[who]
    if not is_bleeding(one):
        return
    one.stabilized = True
    if table.recording:
        table.record("stabilized", because, who=who)
