"""Turns: one action, one movement that may be split, in initiative order."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.vigor import action, move, vigor, weapon
from affray.systems.vigor.state import VigorFight

END: Key = ("end",)
CHOICE = ("vigor.turn.economy", "vigor.action.basic", "vigor.turn.no-bonus-actions")


def waiting(fight: VigorFight) -> list[str]:
    """Those of the order whose place has not come yet and who still stand.

    Implements vigor.initiative.order, vigor.npc.minor-fleeing.
    """
    return [who for who in fight.order if who not in fight.done and fight.stands(who)]


def pass_on(fight: VigorFight, table: Table) -> None:
    """The next turn of the order begins, or the round is over; the surprised are passed over.

    Implements vigor.initiative.order, vigor.surprise.skipped-turn, vigor.round.sequence.
    """
    left = waiting(fight)
    if not left:
        fight.stage = "round-end"
        return
    who = left[0]
    fight.done = (*fight.done, who)
    if fight[who].surprised:
        if table.recording:
            rules = ("vigor.surprise.skipped-turn", "vigor.surprise.effect")
            table.record("passed-over", rules, audience=fight.audience(who), who=who)
        return
    begin(fight, table, who)


def begin(fight: VigorFight, table: Table, who: str) -> None:
    """A turn opens: what lasted until now ends, then Vigor is rolled for, then the owner acts.

    Implements vigor.turn.start, vigor.turn.economy, vigor.vigor.turn-start-roll,
    vigor.move.base, vigor.turn.no-bonus-actions, vigor.sovereign.normal-turn-too,
    vigor.npc.minor-fleeing.
    """
    fight.acting = who
    fight.stage = "turn"
    fight.action = True
    fight.feet = 0
    fight.swaps = fight.numbers.weapon_swaps
    fight.disengaged = fight.barred = False
    fight.underway = False
    if fight.passes:
        fight.lapse_passes("turn", who)
    expire(fight, f"turn:{who}")
    fight.feet = move.of_turn(fight, who)
    if table.recording:
        table.record(
            "turn", _rules(fight, who), audience=fight.audience(who), who=who, feet=fight.feet
        )
    if fight[who].is_in:
        vigor.turn_start(fight, table, who)


def _rules(fight: VigorFight, who: str) -> tuple[str, ...]:
    """The rules that the opening of a turn goes by, for an event."""
    one = fight[who]
    found = ["vigor.turn.economy", "vigor.turn.start", "vigor.initiative.order"]
    found += ["vigor.move.base", "vigor.turn.no-bonus-actions"]
    if one.is_minor:
        found.append("vigor.role.minor-no-attribute-extras")
    elif fight.shows_numbers(who) and one.vigor >= vigor.cap(fight, one):
        found.append("vigor.vigor.no-idle-rolls")
    if one.role == "sovereign":
        found.append("vigor.sovereign.normal-turn-too")
    if "twisted-ankle" in one.injuries:
        found.append("vigor.injury.twisted-ankle")
    if "short-breath" in one.injuries:
        found.append("vigor.injury.short-breath")
    if any(other.surprised for other in fight.combatants.values()):
        found.append("vigor.surprise.other-side")
    return tuple(found)


def expire(fight: VigorFight, until: str) -> None:
    """Effects that last until then end, whoever bears them. Implements vigor.turn.start."""
    for one in fight.combatants.values():
        if one.effects and any(effect.until == until for effect in one.effects):
            one.effects = tuple(effect for effect in one.effects if effect.until != until)


def options(fight: VigorFight, who: str) -> list[Option]:
    """What may be done on one's own turn; nothing if it is not that.

    Implements vigor.turn.economy, vigor.move.base, vigor.action.swap-weapon.
    """
    if fight.acting != who or not fight.is_in(who):
        return []
    found = action.options(fight, who) if fight.action else []
    found += move.options(fight, who, fight.feet)
    found += action.draws(fight, who)
    return [*found, END]


def act(fight: VigorFight, table: Table) -> None:
    """One choice of whoever acts, and all that comes of it.

    Implements vigor.turn.economy, vigor.action.basic, vigor.move.base, vigor.npc.minor-fleeing.
    """
    who = fight.acting
    one = fight[who]
    if one.status == "fleeing" and not one.removed:
        flee(fight, table, who)
        return
    if not one.is_in:
        finish(fight, table)
        return
    key = table.choose(who, lambda: options(fight, who), because=CHOICE)
    if key == END:
        finish(fight, table)
        return
    if key[0] == move.MOVE:
        move.on_turn(fight, table, who, key)
    else:
        action.take(fight, table, who, key)
    fight.underway = False
    if any(fact.once for fact in fight.facts) and key[0] != "draw":
        fight.facts = tuple(fact for fact in fight.facts if not fact.once)
    if fight.result is None and not fight.stands(who):
        finish(fight, table)


def flee(fight: VigorFight, table: Table, who: str) -> None:
    """A fleeing Minor only moves away, with Sprint if it has its action, and is gone then.

    Implements vigor.npc.minor-fleeing, vigor.position.flight, vigor.move.sprint.
    """
    if fight.action:
        fight.action = False
        fight.feet += move.of_sprint(fight, who)
        if table.recording:
            rules = ("vigor.npc.minor-fleeing", "vigor.move.sprint")
            table.record("sprints", rules, audience=fight.audience(who), who=who, feet=fight.feet)
    feet, fight.feet = fight.feet, 0
    provokes = not fight.disengaged and not weapon.lasts(fight[who], "slip-past")
    move.run_away(fight, table, who, feet, provokes=provokes)
    if fight[who].status == "fleeing":
        fight.leave(who, "fled", table, "vigor.npc.minor-fleeing")
    if fight.result is None:
        finish(fight, table)


def finish(fight: VigorFight, table: Table) -> None:
    """The turn is over: a Declared Maneuver not carried out is lost, and a Sovereign may act.

    Implements vigor.declare.declared-details, vigor.sovereign.when.
    """
    who = fight.acting
    fight.action = False
    fight.feet = 0
    fight.underway = False
    fight.lose_pending(who, table, "vigor.declare.declared-details", "not-carried-out")
    if table.recording:
        table.record("turn-over", "vigor.turn.economy", audience=fight.audience(who), who=who)
    fight.stage = "gap"
    fight.answered = ()
    fight.gap_spent = 0
