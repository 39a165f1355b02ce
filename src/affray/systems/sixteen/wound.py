"""Wounds: more than so much in one blow, what it does to fatigue, and to Maximum HP."""

from __future__ import annotations

from affray.kernel.table import Table
from affray.systems.sixteen import check, fatigue
from affray.systems.sixteen.state import DEAD, FATIGUED, TIRED, SixteenFight

SUFFERED = (
    "sixteen.wound.threshold",
    "sixteen.wound.by-size",
    "sixteen.wound.one-each",
    "sixteen.wound.max-hp",
    "sixteen.wound.one-point",
    "sixteen.condition.wounded",
    "sixteen.condition.wounded-effect",
)
TIRELESS = "sixteen.fatigue.tireless"


def is_wounding(fight: SixteenFight, who: str, dealt: int) -> bool:
    """Whether a blow that costs so much wounds: more than the threshold, all reductions counted.

    Implements sixteen.wound.threshold, sixteen.wound.by-size.
    """
    return dealt > fight.combatants[who].threshold


def suffer(fight: SixteenFight, table: Table, who: str, before: int) -> None:
    """A wounding blow causes exactly one wound; `before` was the level in force before the blow.

    Implements sixteen.wound.one-each (house switch wound-check), sixteen.wound.max-hp,
    sixteen.wound.one-point, sixteen.wound.before-collapse.
    """
    if fight.switches.wound_check == "con" and check.passes(
        fight, table, who, "con", "sixteen.wound.one-each"
    ):
        return
    one = fight.combatants[who]
    one.wounds += 1
    one.wounds_here += 1
    most = fight.max_hp(who)
    one.hp = min(one.hp, most)
    first = one.wounds_here == 1
    if table.recording:
        secret = {"wounds": one.wounds, "most": most, "now": one.hp}
        table.record("wounded", SUFFERED, of=who, secret=secret, who=who, first=first)
    if one.tireless:
        if table.recording:
            table.record("untiring", TIRELESS, who=who)
    elif first:
        _first(fight, table, who, before)
    else:
        _further(fight, table, who, before)


def _first(fight: SixteenFight, table: Table, who: str, before: int) -> None:
    """Fatigued at once, without a save; nothing for whoever is fatigued already.

    Implements sixteen.wound.fatigued, sixteen.wound.first-in-fight (house switch first-wound),
    sixteen.wound.first-save (house switch wound-save).
    """
    if fight.switches.first_wound == "one-level":
        _raise(fight, table, who, before, "sixteen.wound.first-in-fight")
    elif before < FATIGUED:
        rules = ("sixteen.wound.fatigued", "sixteen.wound.first-save", *fatigue.rules_at(FATIGUED))
        fight.set_fatigue(who, FATIGUED, table, rules)
    elif table.recording:
        table.record("fatigued-already", "sixteen.wound.first-in-fight", who=who)
    if fight.switches.wound_save == "con" and not check.passes(
        fight, table, who, "con", "sixteen.wound.first-save"
    ):
        now = max(fight.combatants[who].fatigue, TIRED)
        fight.set_fatigue(who, now, table, ("sixteen.wound.first-save", *fatigue.rules_at(now)))


def _further(fight: SixteenFight, table: Table, who: str, before: int) -> None:
    """One level more, up to and including death. Implements sixteen.wound.further."""
    _raise(fight, table, who, before, "sixteen.wound.further")


def _raise(fight: SixteenFight, table: Table, who: str, before: int, because: str) -> None:
    """Counted from the level before the blow. Implements sixteen.wound.before-collapse."""
    rules = (because, "sixteen.wound.ladder", "sixteen.wound.before-collapse")
    now = min(before + 1, DEAD)
    fight.set_fatigue(who, now, table, (*rules, *fatigue.rules_at(now)))
