"""The round: initiative, the enemies' and the heroes' tactics, turns, and its end."""

from __future__ import annotations

from affray.kernel.keys import Key, Number, Option
from affray.kernel.table import Table
from affray.systems.vigor import (
    declare,
    initiative,
    position,
    role,
    surprise,
    turn,
    vigor,
    vitality,
)
from affray.systems.vigor.ledger import injury
from affray.systems.vigor.state import NOTHING, SOVEREIGN_ACTIONS, VigorFight, Warrior

FACTS = "vigor.fight.scene-facts"
START = "vigor.position.start"
OPEN: Key = ("open",)
ROWS: Key = ("rows",)


# ---- before the first round ----


def set_up(fight: VigorFight, table: Table) -> None:
    """The scene's facts, where everyone stands, who is surprised; then round 1 begins.

    Implements vigor.fight.scene-facts, vigor.position.start, vigor.surprise.who,
    vigor.declare.leaderless-round-one (house switch leaderless-pick-in-round-one),
    vigor.role.sovereign-stands-alone.
    """
    facts = table.rule(FACTS, _scenes, lambda: OPEN)
    if facts == ("difficult",):
        fight.all_difficult = True
    start = table.rule(START, _starts, lambda: ROWS)
    feet = fight.numbers.start_distance_feet if start == ROWS else int(start[1])
    position.start_rows(fight, feet)
    if table.recording:
        table.record("scene", (FACTS, START), place=fight.place, difficult=fight.all_difficult)
        for one in fight.here():
            rules = (START, "vigor.position.plane", *_rules_of(fight, one))
            audience = "gm" if one.hidden else "all"
            table.record("stands", rules, audience=audience, who=one.id, at=list(one.spot))
    surprise.settle(fight, table)
    begin(fight, table)
    fight.stage = "initiative"
    if not declare.is_led(fight) and fight.switches.leaderless_pick_in_round_one:
        fight.stage = "blind"
    fight.check_end(table)


def _rules_of(fight: VigorFight, one: Warrior) -> tuple[str, ...]:
    """The rules that a combatant's numbers go by, for an event."""
    found = ["vigor.vigor.full-at-start", "vigor.tier.range"]
    if one.is_minor:
        found += ["vigor.role.minor", "vigor.role.minor-no-attribute-extras"]
        if one.side == "heroes":
            found.append("vigor.role.retainer")
    else:
        pools = {"hero": "hero", "major": "major-npc"}.get(one.role, "sovereign")
        found += [f"vigor.vitality.{pools}", "vigor.vitality.does-not-return-in-a-fight"]
        found += ["vigor.role.sovereign" if one.role == "sovereign" else "vigor.role.major"]
        found += ["vigor.stat.six", "vigor.vigor.cap", "vigor.stamina.maximum"]
        if one.armour != "unarmoured" and fight.shows_numbers(one.id):
            found += ["vigor.vigor.cap-armour", "vigor.ac.armour-free-of-stamina"]
        if role.is_untrained(one):
            found += ["vigor.attack.untrained", "vigor.attack.untrained-no-pick"]
        found += [injury(each).rule for each in one.injuries]
    if one.leader:
        found.append("vigor.role.leader")
    return tuple(found)


def _scenes() -> list[Option]:
    return [OPEN, ("difficult",)]


def _starts() -> list[Option]:
    return [ROWS, ("rows-apart", Number(5, 1000))]


# ---- the steps of a round ----


def begin(fight: VigorFight, table: Table) -> None:
    """A round begins: reactions and Sovereign Actions come back.

    Implements vigor.round.sequence, vigor.reaction.one-per-round, vigor.sovereign.two-per-round,
    vigor.sovereign.refresh-is-actions (house switch sovereign-refresh).
    """
    fight.round += 1
    fight.acting = ""
    fight.order = fight.done = ()
    for one in fight.combatants.values():
        one.initiative = None
    if fight.passes:
        fight.lapse_passes("round")
    if table.recording:
        table.record("round", "vigor.round.sequence", number=fight.round)
    for one in fight.standing():
        one.reaction = one.is_in and one.has_joined
        if one.role == "sovereign":
            _refresh(fight, table, one.id)


def _refresh(fight: VigorFight, table: Table, who: str) -> None:
    one = fight[who]
    one.sovereign_actions = SOVEREIGN_ACTIONS
    what = fight.switches.sovereign_refresh
    if what != "actions":
        vigor.refill(fight, who)
    if what == "actions-and-pools":
        one.vitality = vitality.maximum(fight, one)
    if table.recording:
        rules = ("vigor.sovereign.two-per-round", "vigor.sovereign.refresh-is-actions")
        table.record(
            "refreshed", rules, audience=fight.audience(who), who=who, actions=one.sovereign_actions
        )


def blind(fight: VigorFight, table: Table) -> None:
    """Leaderless enemies who have not picked for this round do, before its roll.

    Implements vigor.declare.leaderless-round-one, vigor.surprise.blind-pick-round-two.
    """
    late = fight.round > 1
    because = (
        "vigor.surprise.blind-pick-round-two" if late else "vigor.declare.leaderless-round-one"
    )
    declare.foes_blind(fight, table, because)
    fight.stage = "initiative"


def roll(fight: VigorFight, table: Table) -> None:
    """Step 1, one roll a step. Implements vigor.round.sequence, vigor.initiative.every-round."""
    if initiative.roll(fight, table):
        fight.stage = "foe-picks"


def foe_picks(fight: VigorFight, table: Table) -> None:
    """Step 2: enemies under a Leader declare. Implements vigor.declare.enemies-led."""
    if declare.is_led(fight):
        declare.foes_led(fight, table)
    fight.stage = "foe-instants"


def foe_instants(fight: VigorFight, table: Table) -> None:
    """Step 2: the enemies' instant Maneuvers happen, one a step.

    Implements vigor.declare.instant-order, vigor.declare.blind-takes-effect.
    """
    who = declare.next_instant(fight, "foes")
    if who:
        declare.instant(fight, table, who)
    else:
        fight.stage = "hero-picks"


def hero_picks(fight: VigorFight, table: Table) -> None:
    """Step 3: the heroes' tactical phase. Implements vigor.declare.one-maneuver."""
    declare.heroes(fight, table)
    fight.stage = "hero-instants"


def hero_instants(fight: VigorFight, table: Table) -> None:
    """Step 3: the heroes' instant Maneuvers happen, one a step.

    Implements vigor.declare.instant-order.
    """
    who = declare.next_instant(fight, "heroes")
    if who:
        declare.instant(fight, table, who)
    else:
        fight.stage = "turns"


def end(fight: VigorFight, table: Table) -> None:
    """Step 5: leaderless enemies pick blind for the next round, round-long effects end, and the
    next round begins; those surprised in round 1 then pick as its first act.

    Implements vigor.round.sequence, vigor.declare.enemies-leaderless, vigor.declare.leader-dies,
    vigor.surprise.round-two, vigor.surprise.blind-pick-round-two.
    """
    fight.picked = ()
    for one in fight.combatants.values():
        one.pick = NOTHING
        fight.lose_pending(one.id, table, "vigor.declare.declared-details", "not-carried-out")
    # A surprised Leader directs again from the next round on.
    if not any(fight[who].leader for who in fight.side("foes")):
        declare.foes_blind(fight, table)
    for one in fight.combatants.values():
        if one.effects:
            one.effects = tuple(
                e for e in one.effects if e.until != "round" and _lasts(fight, e.until)
            )
    if table.recording:
        table.record("round-over", "vigor.round.sequence", number=fight.round)
    begin(fight, table)
    late = surprise.over(fight, table)
    is_late = any(fight[who].side == "foes" and fight.is_in(who) for who in late)
    fight.stage = "blind" if is_late and not declare.is_led(fight) else "initiative"


def _lasts(fight: VigorFight, until: str) -> bool:
    """Whether an effect can still end of itself: it lapses with whoever's turn it waits for."""
    kind, _, who = until.partition(":")
    return kind != "turn" or fight.stands(who)


def go_on(fight: VigorFight, table: Table) -> None:
    """After a step that ended in its middle: the next thing that is due, so that play goes on."""
    fight.check_end(table)
    if fight.result is not None:
        return
    match fight.stage:
        case "set-up":
            fight.round = max(fight.round, 1)
            position.start_rows(fight, fight.numbers.start_distance_feet)
            fight.stage = "initiative"
        case "blind":
            fight.stage = "initiative"
        case "initiative":
            if initiative.give_up(fight, table):
                fight.stage = "foe-picks"
        case "foe-picks":
            fight.stage = "foe-instants"
        case "hero-picks":
            fight.stage = "hero-instants"
        case "turn":
            is_spent = fight.underway and (fight.action or fight.feet > 0)
            if not is_spent or not fight.is_in(fight.acting):
                turn.finish(fight, table)
            fight.underway = False
        case "gap" if not fight.underway:
            fight.stage = "turns"
        case _:
            fight.underway = False
