"""Attack rolls: d20, the attack stat's modifier and the weapon bonus, against AC."""

from __future__ import annotations

from collections.abc import Iterable

from affray.dice import Pool, dice
from affray.kernel.keys import Option
from affray.kernel.table import Table
from affray.systems.vigor import (
    ac,
    crit,
    line,
    position,
    role,
    stat,
    weapon,
)
from affray.systems.vigor import range as ranges
from affray.systems.vigor.judge import AttackJudge
from affray.systems.vigor.state import Attack, Effect, VigorFight, Warrior

ATTACK = "attack"
THROW = "throw"
ROLL = ("vigor.attack.roll", "vigor.attack.hit-on-ac-or-more")
D20 = dice(1, 20)


# ---- who can be attacked, with what ----


def is_ranged(attack: Attack, verb: str) -> bool:
    """Whether the attack is made at range: a throw, or anything that cannot strike in melee."""
    return verb == THROW or attack.reach <= 0


def stats_for(one: Warrior, attack: Attack | None, *, ranged: bool) -> list[str]:
    """The stats that the attacker may use; a Minor uses none. No `attack` stands for a spell.

    Implements vigor.attack.stat-from-tree, vigor.attack.which-tree, vigor.attack.untrained.
    """
    if one.is_minor:
        return []
    if one.attack_stat:
        return [one.attack_stat]
    martial, mystic = role.trees_of(one, "martial"), role.trees_of(one, "mystic")
    first, second = (martial, mystic)
    if attack is None or attack.is_mystic:
        first, second = (mystic, martial)
    found = first or second
    return found or ["cunning" if ranged else "body"]


def bonus(
    fight: VigorFight, one: Warrior, attack: Attack | None, stat_name: str, *, ranged: bool = False
) -> int:
    """What is added to the d20. No stat named means the best of those that may be used.

    Implements vigor.attack.roll, vigor.attack.weapon-bonus, vigor.role.minor-attack-and-ac,
    vigor.injury.shaking-hand.
    """
    found = attack.bonus if attack is not None else 0
    if one.is_minor:
        found += role.minor_attack_bonus(fight, one)
    else:
        names = [stat_name] if stat_name else stats_for(one, attack, ranged=ranged)
        found += max(stat.modifier(one, name) for name in names)
    if "shaking-hand" in one.injuries:
        found += fight.numbers.shaking_hand_attack
    return found


def is_allowed(fight: VigorFight, who: str, attack: Attack, target: str, *, ranged: bool) -> bool:
    """Whether the attack can be made on the target at all.

    Implements vigor.range.melee, vigor.range.ranged, vigor.line.two-creatures,
    vigor.line.mystic-exempt, vigor.cover.details, vigor.range.ranged-in-melee.
    """
    if not fight[target].stands or not ranges.sees(fight, who, target):
        return False
    most = ranges.farthest(fight, who, attack, is_ranged=ranged)
    if most <= 0 or position.between(fight, who, target) > most:
        return False
    if fight.facts and ac.cover_from(fight, who, attack, target) == "total":
        return False
    return not (ranged and not attack.is_mystic and line.count(fight, who, target) >= 2)


def options(
    fight: VigorFight,
    who: str,
    *,
    melee: bool = False,
    mystic: bool = True,
    on: Iterable[str] | None = None,
    prefix: tuple[str, ...] = (),
) -> list[Option]:
    """(*prefix, "attack" or "throw", way, target) and, where there is a choice, the stat.

    `melee` leaves attacks at range out, `mystic` False the mystic ones; `on` are the possible
    targets (the opponents, fleeing ones too, if not said).
    """
    one = fight[who]
    targets = list(on) if on is not None else targets_of(fight, who)
    found: list[Option] = []
    for attack in weapon.ways(one):
        if attack.is_mystic and not mystic:
            continue
        verbs = [ATTACK] if not attack.is_thrown or melee else [ATTACK, THROW]
        for verb in verbs:
            ranged = is_ranged(attack, verb)
            if melee and ranged:
                continue
            stats = stats_for(one, attack, ranged=ranged)
            for target in targets:
                if is_allowed(fight, who, attack, target, ranged=ranged):
                    key = (*prefix, verb, attack.id, target)
                    found += [(*key, name) for name in stats] if len(stats) > 1 else [key]
    return found


def targets_of(fight: VigorFight, who: str) -> list[str]:
    """The opponents on the plane, in roster order; who flees is among them."""
    found = fight.combatants
    ids = fight.foes if found[who].side == "heroes" else fight.heroes
    return [other for other in ids if found[other].stands]


# ---- the roll ----


def die_kind(fight: VigorFight, who: str, attack: Attack, target: str, *, ranged: bool) -> str:
    """Whether the roll has "advantage", "disadvantage" or neither (""); both make neither.

    Implements vigor.attack.advantage, vigor.action.dodge, vigor.action.help, vigor.range.ranged,
    vigor.line.one-creature, vigor.line.mystic-exempt, vigor.weapon-maneuver.long-draw.
    """
    up = any(e.kind == "helped" and e.on == target for e in fight[who].effects)
    down = fight[target].has("dodge")
    if ranged and not down:
        drawn = any(e.kind == "long-draw" and e.weapon == attack.id for e in fight[who].effects)
        down = not drawn and ranges.is_long(fight, who, attack, target)
        down = down or (not attack.is_mystic and line.count(fight, who, target) == 1)
    if up == down:
        return ""
    return "advantage" if up else "disadvantage"


def d20(fight: VigorFight, kind: str) -> Pool[int]:
    """One d20, or several of which the highest or lowest is kept.

    Implements vigor.attack.advantage.
    """
    if not kind:
        return D20
    count = fight.numbers.advantage_dice
    if kind == "advantage":
        return dice(count, 20, keep_highest=1)
    return dice(count, 20, keep_lowest=1)


def judge(
    fight: VigorFight,
    who: str,
    attack: Attack | None,
    target: str,
    stat_name: str = "",
    *,
    ranged: bool,
) -> AttackJudge:
    """What the natural roll of an attack is read against, by the numbers of now.

    Implements vigor.attack.roll, vigor.attack.hit-on-ac-or-more, vigor.crit.when,
    vigor.line.natural-one.
    """
    one = fight[who]
    plus = bonus(fight, one, attack, stat_name, ranged=ranged)
    needed = ac.against(fight, who, attack, target) - plus
    switches = fight.switches
    strays = ranged and attack is not None and not attack.is_mystic
    return AttackJudge(
        min(max(needed, 0), 21),
        min(max(crit.crit_from(fight, one, attack), 0), 21),
        strays and bool(line.stray(fight, who, target)),
        switches.natural_twenty_always_hits,
        switches.natural_one_always_misses,
        switches.crit_range_always_hits,
        plus,
    )


def use_up_help(fight: VigorFight, who: str, target: str) -> None:
    """Help is for the next attack roll against that enemy alone. Implements vigor.action.help."""
    one = fight[who]
    if one.effects:
        kept = [e for e in one.effects if not (e.kind == "helped" and e.on == target)]
        if len(kept) != len(one.effects):
            one.effects = tuple(kept)


def help_for(fight: VigorFight, table: Table, who: str, enemy: str, ally: str) -> None:
    """Names an enemy within reach and an ally, who has advantage on the next attack on it.

    Implements vigor.action.help.
    """
    fight.put(ally, Effect("helped", f"turn:{who}", who, enemy))
    if table.recording:
        table.record("helps", "vigor.action.help", who=who, ally=ally, enemy=enemy)
