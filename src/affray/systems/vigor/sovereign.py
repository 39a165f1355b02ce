"""Sovereign Actions: after the turn of another, one extra attack or one extra Maneuver."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.vigor import attack, maneuver, strike
from affray.systems.vigor.state import VigorFight

HOLD: Key = ("hold",)
CHOICE = ("vigor.sovereign.when", "vigor.sovereign.what", "vigor.sovereign.one-per-gap")


def may_act(fight: VigorFight, who: str) -> bool:
    """Whether a Sovereign may spend an action in this gap.

    Implements vigor.sovereign.when, vigor.sovereign.two-per-round, vigor.surprise.skipped-turn,
    vigor.fight.newcomers.
    """
    one = fight[who]
    if one.role != "sovereign" or not one.is_in or one.surprised or not one.has_joined:
        return False
    return one.sovereign_actions > 0 and who != fight.acting and who not in fight.answered


def next_one(fight: VigorFight) -> str:
    """The Sovereign that may act next in this gap, in initiative order; "" if none."""
    for who in fight.order:
        if may_act(fight, who) and options(fight, who) != [HOLD]:
            return who
    return ""


def options(fight: VigorFight, who: str) -> list[Option]:
    """(attack keys), ("maneuver", *pick) for the instant ones, and ("hold",).

    Implements vigor.sovereign.what, vigor.sovereign.maneuver-limits.
    """
    if not may_act(fight, who):
        return [HOLD]
    found = attack.options(fight, who)
    one = fight[who]
    found += [
        ("maneuver", *key)
        for key in maneuver.listed(fight, who)
        if not maneuver.is_declared(one, key)
    ]
    return [*found, HOLD]


def gap(fight: VigorFight, table: Table) -> None:
    """Between two turns: one Sovereign is asked, or the next turn begins.

    Implements vigor.sovereign.when, vigor.sovereign.one-per-gap (house switch
    sovereign-actions-per-gap), vigor.sovereign.what.
    """
    who = next_one(fight)
    if not who:
        fight.stage = "turns"
        return
    key = table.choose(who, lambda: options(fight, who), because=CHOICE)
    if key == HOLD:
        _answered(fight, who)
        return
    _spend(fight, table, who)
    if key[0] == "maneuver":
        _maneuver(fight, table, who, key[1:])
    else:
        strike.make(fight, table, who, key, because=("vigor.sovereign.what",))
    fight.underway = False
    if any(fact.once for fact in fight.facts):
        fight.facts = tuple(fact for fact in fight.facts if not fact.once)


def _answered(fight: VigorFight, who: str) -> None:
    fight.answered = (*fight.answered, who)
    fight.gap_spent = 0


def _spend(fight: VigorFight, table: Table, who: str) -> None:
    """One Sovereign Action is spent; at most one follows any one turn, or as many as are left."""
    one = fight[who]
    one.sovereign_actions -= 1
    fight.underway = True
    fight.gap_spent += 1
    is_one = fight.switches.sovereign_actions_per_gap_switch == "one"
    is_full = is_one and fight.gap_spent >= fight.numbers.sovereign_actions_per_gap
    if is_full or one.sovereign_actions <= 0:
        _answered(fight, who)
    if table.recording:
        rules = (
            "vigor.sovereign.when",
            "vigor.sovereign.what",
            "vigor.sovereign.one-per-gap",
            "vigor.sovereign.two-per-round",
        )
        table.record(
            "sovereign-action",
            rules,
            audience=fight.audience(who),
            who=who,
            left=one.sovereign_actions,
        )


def _maneuver(fight: VigorFight, table: Table, who: str, key: Key) -> None:
    """An instant Maneuver at once; it costs its Stamina and is not the round's pick.

    Implements vigor.sovereign.maneuver-limits.
    """
    one = fight[who]
    if table.recording:
        rules = ("vigor.sovereign.maneuver-limits", maneuver.rule_of(one, key))
        table.record("picked", rules, audience=fight.audience(who), who=who, maneuver=list(key))
    fight.pay(who, maneuver.cost(one, key), table, "vigor.sovereign.maneuver-limits")
    maneuver.take_effect(fight, table, who, key)
