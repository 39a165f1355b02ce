"""A round of vigor on the kernel: open picks, a disrupted maneuver, an attack inside a move.

Rule functions in the order of their paragraphs; everybody stands on one line, and of maneuvers,
roles and injuries there is as much as the exchange needs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from affray.dice import Pool, dice, hit_pool
from affray.kernel.fight import Combatant, Fight
from affray.kernel.keys import Key, Option
from affray.kernel.reaction import react
from affray.kernel.table import Table

REACH = 1
STEPS_A_TURN = 6
EXPLOSIONS = 4


@dataclass(slots=True)
class Warrior(Combatant):
    """`role` is "hero", "major" or "minor"; `x` counts steps of 5 feet; the rest of the turn is
    `action` and `feet`, in steps."""

    role: str = "hero"
    tier: int = 1
    attack: int = 3
    ac: int = 12
    cap: int = 2
    vigor: int = 2
    full: int = 4
    vitality: int = 4
    stamina: int = 6
    wounds: list[int] = field(default_factory=list)
    harm: int = 0
    x: int = 0
    initiative: int = 0
    pending: str = ""
    reaction: bool = True
    action: bool = False
    steps: int = 0
    disengaged: bool = False
    gone: bool = False


@dataclass(slots=True)
class Round(Fight[Warrior]):
    """`due` is what comes next: "initiative", "picks" or "turns"; `order` who still has a turn."""

    due: str = "initiative"
    order: list[str] = field(default_factory=list)
    acting: str = ""


def step(fight: Round, table: Table) -> None:
    sides = {c.side for c in fight.here() if not c.gone}
    if len(sides) < 2:
        return fight.end(table, "heroes" if "heroes" in sides else "foes", "vigor.fight.end")
    match fight.due:
        case "initiative":
            roll_initiative(fight, table)
        case "picks":
            tactical_phase(fight, table)
        case _ if fight.acting and can_act(fight, fight.acting):
            act(fight, table, fight.acting)
        case _ if fight.order:
            begin_turn(fight, table, fight.order.pop(0))
        case _:
            fight.due = "initiative"


def can_act(fight: Round, who: str) -> bool:
    return not fight[who].removed and not fight[who].gone


def of_side(fight: Round, side: str) -> list[str]:
    return [c.id for c in fight.here() if c.side == side and not c.gone]


# ---- initiative and picks ----


def roll_initiative(fight: Round, table: Table) -> None:
    fight.round += 1
    for who in [c.id for c in fight.here() if not c.gone]:
        rolled = table.roll(who, d8, read=as_shown, because="vigor.initiative.roll")
        fight[who].initiative = rolled
        fight[who].reaction = True
        fight[who].pending = ""
    standing = [c for c in fight.here() if not c.gone]
    standing.sort(key=lambda c: (-c.initiative, c.side != "heroes"))
    fight.order = [c.id for c in standing]
    fight.due = "picks"


def tactical_phase(fight: Round, table: Table) -> None:
    """One pick each, as a group; instant ones take effect in initiative order."""
    fight.due = "turns"
    picks = table.choose_together(
        lambda: of_side(fight, "heroes"),
        lambda who: maneuvers(fight, who),
        because=("vigor.declare.one-maneuver", "vigor.declare.coordinate"),
    )
    for who in [one for one in fight.order if one in picks]:
        (maneuver,) = picks[who]
        if maneuver == "pass":
            continue
        fight[who].stamina -= 1
        table.record("picked", "vigor.declare.pay-first", who=who, maneuver=maneuver)
        if maneuver == "brace":
            regain(fight, table, who, fight[who].tier, because="vigor.maneuver.brace")
        else:
            fight[who].pending = maneuver


def maneuvers(fight: Round, who: str) -> list[Option]:
    paid: list[Option] = [("brace",), ("committed-strike",)] if fight[who].stamina >= 1 else []
    return [("pass",), *paid]


def regain(fight: Round, table: Table, who: str, points: int, because: str) -> None:
    warrior = fight[who]
    gained = min(points, max(warrior.cap - warrior.vigor, 0))
    warrior.vigor += gained
    table.record("regained", (because, "vigor.vigor.never-over-cap"), who=who, vigor=gained)


# ---- the turn ----


def begin_turn(fight: Round, table: Table, who: str) -> None:
    if not can_act(fight, who):
        return
    fight.acting = who
    warrior = fight[who]
    warrior.action, warrior.steps, warrior.disengaged = True, STEPS_A_TURN, False
    if warrior.role != "minor" and warrior.vigor < warrior.cap:
        back = table.roll(
            who,
            lambda: hit_pool(fight[who].tier, 4, 4, explosions=EXPLOSIONS),
            read=as_shown,
            because="vigor.vigor.turn-start-roll",
        )
        regain(fight, table, who, back, because="vigor.vigor.turn-start-roll")


def act(fight: Round, table: Table, who: str) -> None:
    key = table.choose(who, lambda: turn_options(fight, who), because="vigor.turn.economy")
    warrior = fight[who]
    match key:
        case ("move", goal):
            move(fight, table, who, int(goal))
        case ("attack", target):
            warrior.action = False
            attack(fight, table, who, target)
        case ("carry-out", target):
            warrior.action = False
            warrior.pending = ""
            attack(fight, table, who, target, extra=warrior.tier)
        case ("disengage",):
            warrior.action = False
            warrior.disengaged = True
        case _:
            warrior.pending = ""
            fight.acting = ""


def turn_options(fight: Round, who: str) -> list[Option]:
    warrior = fight[who]
    taken = {c.x for c in fight.here() if not c.gone}
    points = range(warrior.x - warrior.steps, warrior.x + warrior.steps + 1)
    options: list[Option] = [("end",), *(("move", str(x)) for x in points if x not in taken)]
    if warrior.action:
        targets = within_reach(fight, who)
        options += [("disengage",), *(("attack", target) for target in targets)]
        if warrior.pending:
            options += [("carry-out", target) for target in targets]
    return options


def in_sight(fight: Round, who: str) -> list[Warrior]:
    """The enemies whom `who` can see: heroes do not see what is hidden from the players."""
    enemies = (c for c in fight.here() if c.side != fight[who].side and not c.gone)
    return [c for c in enemies if not c.hidden or fight[who].side == "foes"]


def sees(fight: Round, who: str, enemy: str) -> bool:
    return any(c.id == enemy for c in in_sight(fight, who))


def within_reach(fight: Round, who: str) -> list[str]:
    return [c.id for c in in_sight(fight, who) if abs(c.x - fight[who].x) <= REACH]


def move(fight: Round, table: Table, mover: str, goal: int) -> None:
    """Point by point; before each step out of an enemy's reach that enemy may strike."""
    while can_act(fight, mover) and fight[mover].steps > 0 and fight[mover].x != goal:
        opportunity_attacks(fight, table, mover, goal)
        if can_act(fight, mover) and fight[mover].x != goal:
            fight[mover].x += 1 if goal > fight[mover].x else -1
            fight[mover].steps -= 1
    table.record("moved", "vigor.position.move", who=mover, to=fight[mover].x)


def opportunity_attacks(fight: Round, table: Table, mover: str, goal: int) -> None:
    def leaving() -> Sequence[str]:
        here = fight[mover].x
        there = here + (1 if goal > here else -1)
        if not can_act(fight, mover) or fight[mover].disengaged:
            return []
        able = [c for c in fight.here() if c.reaction and not c.gone and sees(fight, c.id, mover)]
        able = [c for c in able if abs(c.x - here) <= REACH < abs(c.x - there)]
        return [c.id for c in sorted(able, key=lambda c: -c.initiative)]

    def strike(who: str, key: Key) -> None:
        fight[who].reaction = False
        attack(fight, table, who, mover)

    react(
        fight,
        table,
        "opportunity-attack",
        leaving,
        lambda who: [("strike",)],
        strike,
        because="vigor.reaction.opportunity-attack",
    )


# ---- attacks, and the layers that a hit passes through ----


def attack(fight: Round, table: Table, attacker: str, target: str, extra: int = 0) -> None:
    natural = table.roll(attacker, d20, read=as_shown, because="vigor.attack.roll")
    if natural + fight[attacker].attack < fight[target].ac:
        table.record("missed", "vigor.attack.hit-on-ac-or-more", who=attacker, target=target)
        return glancing_blow(fight, table, attacker, target)
    if fight[attacker].role == "minor":
        points = fight[attacker].tier
    else:
        count = 2 if natural == 20 else 1
        points = table.roll(
            attacker,
            lambda: dice(count, 2 + 2 * fight[attacker].tier),
            read=as_shown,
            because="vigor.crit.major" if natural == 20 else "vigor.hit.major",
        )
    take_hit(fight, table, target, points + extra)


def glancing_blow(fight: Round, table: Table, attacker: str, missed: str) -> None:
    """A miss may still take 1 Vigor of anybody in reach, by default of the one missed."""
    if fight[attacker].role == "minor":
        return

    def options() -> list[Option]:
        others = [who for who in within_reach(fight, attacker) if who != missed]
        return [("glance", missed), *(("glance", other) for other in others), ("none",)]

    key = table.choose(attacker, options, because="vigor.glancing.target")
    if key[0] == "glance":
        hurt = fight[key[1]]
        lost = min(hurt.vigor, 1)
        hurt.vigor -= lost
        hurt.harm += lost
        table.record("grazed", "vigor.glancing.flat", who=key[1], vigor=lost)


def take_hit(fight: Round, table: Table, target: str, points: int) -> None:
    """Vigor, then Vitality, then for player characters a wound; each gets what is left."""
    hurt = fight[target]
    shield = min(max(hurt.vigor, 0), points)
    left = points - shield
    hurt.vigor -= shield
    hurt.harm += points
    table.record("hit", "vigor.layer.order", who=target, points=points, vigor=shield)
    if hurt.role == "minor":
        if hurt.vigor <= 0:
            leave(fight, table, target, because="vigor.npc.minor-flees")
        return
    if left == 0:
        return
    lost = min(left, max(hurt.vitality, 0))
    if hurt.role == "hero" and left > hurt.vitality:
        lost = max(lost, 1)
        take_wound(fight, table, target)
    else:
        hurt.vitality -= lost
        table.record("vitality-lost", "vigor.layer.vitality", who=target, lost=lost)
        if hurt.role == "major" and hurt.vitality <= 0:
            leave(fight, table, target, because="vigor.npc.major-dies")
    if fight[target].pending and can_act(fight, target):
        disruption_check(fight, table, target, lost)


def take_wound(fight: Round, table: Table, who: str) -> None:
    """The injury first, then both pools full; the rest of the hit is lost."""
    if len(fight[who].wounds) >= fight[who].tier:
        return leave(fight, table, who, because="vigor.wound.death")
    rolled = table.roll(who, d4, read=as_shown, because="vigor.wound.injury-roll")
    hurt = fight[who]
    hurt.wounds.append(rolled + hurt.tier)
    hurt.vitality, hurt.vigor = hurt.full, hurt.cap
    table.record("wounded", "vigor.wound.second-wind", who=who, injury=hurt.wounds[-1])


def disruption_check(fight: Round, table: Table, who: str, lost: int) -> None:
    natural = table.roll(who, d20, read=as_shown, because="vigor.disrupt.check")
    if natural + fight[who].attack < 10 + lost:
        maneuver, fight[who].pending = fight[who].pending, ""
        table.record("disrupted", "vigor.disrupt.result", who=who, maneuver=maneuver)


def leave(fight: Round, table: Table, who: str, because: str) -> None:
    fight[who].gone = True
    table.record("out", because, who=who)


def d4() -> Pool[int]:
    return dice(1, 4)


def d8() -> Pool[int]:
    return dice(1, 8)


def d20() -> Pool[int]:
    return dice(1, 20)


def as_shown(number: int) -> int:
    return number
