"""How attacks are told: what is rolled for, and what has come of it."""

from __future__ import annotations

from typing import Any

from affray.kernel.table import Table
from affray.systems.vigor import ac, crit, line, position, role, stat, weapon
from affray.systems.vigor import attack as attacks
from affray.systems.vigor.judge import CRIT, HIT, MISS
from affray.systems.vigor.state import Attack, VigorFight


def announce(
    fight: VigorFight,
    table: Table,
    who: str,
    attack: Attack,
    target: str,
    chosen: str,
    because: tuple[str, ...],
    *,
    ranged: bool,
) -> None:
    """An attack is about to be rolled: with what, on whom, from where."""
    one = fight[who]
    rules = list(because)
    if attack.is_mystic:
        rules += ["vigor.attack.mystic", "vigor.attack.mystic-range"]
    elif attack.id == weapon.UNARMED:
        rules.append("vigor.weapon.unarmed-always")
    if one.is_minor:
        rules.append("vigor.role.minor-attack-and-ac")
    elif role.is_untrained(one):
        rules.append("vigor.attack.untrained")
    else:
        rules += ["vigor.attack.stat-from-tree", "vigor.attack.which-tree"]
    by = "vigor.weapon.list" if attack.kind == "weapon" else "vigor.attack.weapon-bonus"
    rules += [by, "vigor.range.ranged" if ranged else "vigor.range.melee"]
    rules += ["vigor.position.distance", "vigor.position.reach"]
    if ranged and _enemy_beside(fight, who):
        rules.append("vigor.range.ranged-in-melee")
    kind = attacks.die_kind(fight, who, attack, target, ranged=ranged)
    if kind:
        rules.append("vigor.attack.advantage")
    if fight[target].has("dodge"):
        rules.append("vigor.action.dodge")
    if any(e.kind == "helped" and e.on == target for e in one.effects):
        rules.append("vigor.action.help")
    in_way = line.count(fight, who, target) if ranged else 0
    if in_way:
        rules.append("vigor.line.mystic-exempt" if attack.is_mystic else "vigor.line.one-creature")
        rules += ["vigor.line.any-creature", "vigor.position.line-of-fire"]
    stats = attacks.stats_for(one, attack, ranged=ranged)
    table.record(
        "attack",
        tuple(dict.fromkeys(rules)),
        of=who,
        secret={"bonus": attacks.bonus(fight, one, attack, chosen, ranged=ranged)},
        who=who,
        target=target,
        way=attack.id,
        called=attack.name,
        ranged=ranged,
        stat=chosen or (stats[0] if stats else ""),
        feet=position.between(fight, who, target),
        dice=kind,
        cover=ac.cover_from(fight, who, attack, target),
    )


def result(
    fight: VigorFight,
    table: Table,
    who: str,
    attack: Attack,
    target: str,
    chosen: str,
    read: str,
    *,
    ranged: bool,
) -> None:
    """What the roll of an attack has come to, and by which rules."""
    one = fight[who]
    is_open = fight.shows_numbers(who)
    rules = [*attacks.ROLL, *ac.rules(fight, fight[target]), "vigor.attack.no-automatic-results"]
    if attack.bonus and is_open:
        rules.append("vigor.attack.weapon-bonus")
    if one.is_minor:
        rules.append("vigor.role.minor-attack-and-ac")
    else:
        rules.append("vigor.stat.modifier")
    if "shaking-hand" in one.injuries and is_open:
        rules.append("vigor.injury.shaking-hand")
    if ac.cover_from(fight, who, attack, target) != "none":
        rules += ["vigor.cover.bonus", "vigor.cover.details"]
    if read == CRIT:
        rules += ["vigor.crit.when", "vigor.crit.must-hit"]
        rules += crit.rules(one, attack) if is_open else []
    if read == MISS and one.is_minor:
        rules.append("vigor.glancing.majors-only")
    elif read == MISS and is_open and stat.die(one, "body") < 0:
        rules.append("vigor.glancing.none")
    record(fight, table, who, attack, target, chosen, read, rules, ranged=ranged)


def record(
    fight: VigorFight,
    table: Table,
    who: str,
    attack: Attack | None,
    target: str,
    chosen: str,
    read: str,
    rules: list[str],
    *,
    ranged: bool,
) -> None:
    """Records a "hit", "crit" or "missed" with its numbers.

    The bonus is the attacker's: where its numbers are not open, it is the GM's with the AC.
    """
    secret = {"ac": ac.against(fight, who, attack, target)}
    fields: dict[str, Any] = {}
    bonus = attacks.bonus(fight, fight[who], attack, chosen, ranged=ranged)
    of = target
    if fight.shows_numbers(who):
        fields["bonus"] = bonus
    else:
        secret["bonus"], of = bonus, who
    code = {MISS: "missed", HIT: "hit", CRIT: "crit"}[read]
    told = tuple(dict.fromkeys(rules))
    table.record(code, told, of=of, secret=secret, who=who, target=target, **fields)


def _enemy_beside(fight: VigorFight, who: str) -> bool:
    near = position.nearest_opponent(fight, who)
    return bool(near) and position.between(fight, who, near) <= fight.numbers.step_feet
