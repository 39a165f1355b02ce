"""An attack from its roll to all that it sets off, whoever's turn it is."""

from __future__ import annotations

from affray.dice import Pool, judged
from affray.kernel.keys import Key
from affray.kernel.table import Table
from affray.systems.vigor import attack as attacks
from affray.systems.vigor import attack_told, glancing, hit, line, reaction, weapon, weapon_maneuver
from affray.systems.vigor.judge import CRIT, MISS, STRAY
from affray.systems.vigor.state import Attack, VigorFight
from affray.systems.vigor.vigor import as_read


def pool(
    fight: VigorFight, who: str, way: str, verb: str, target: str, stat_name: str
) -> Pool[str] | None:
    """The d20 of an attack and what it is read against, None if it cannot be made any more."""
    attack = weapon.find(fight[who], way)
    if attack is None or not fight.stands(who) or not fight.stands(target):
        return None
    ranged = attacks.is_ranged(attack, verb)
    thrown = attacks.d20(fight, attacks.die_kind(fight, who, attack, target, ranged=ranged))
    return judged(thrown, attacks.judge(fight, who, attack, target, stat_name, ranged=ranged))


def make(
    fight: VigorFight,
    table: Table,
    who: str,
    key: Key,
    *,
    extra: int = 0,
    because: tuple[str, ...] = ("vigor.action.attack",),
) -> None:
    """Makes the attack of a key ("attack" or "throw", way, target[, stat]), whoever's turn it is.

    `extra` points are added to a hit.

    Implements vigor.attack.roll, vigor.attack.hit-on-ac-or-more, vigor.attack.mystic,
    vigor.attack.no-automatic-results, vigor.line.natural-one, vigor.line.natural-one-details,
    vigor.crit.when, vigor.crit.must-hit, vigor.glancing.trigger, vigor.action.help,
    vigor.reaction.triggered.
    """
    verb, way, target = key[:3]
    chosen = key[3] if len(key) > 3 else ""
    attack = weapon.find(fight[who], way)
    if attack is None:
        return
    ranged = attacks.is_ranged(attack, verb)
    if table.recording:
        attack_told.announce(fight, table, who, attack, target, chosen, because, ranged=ranged)
    result: str = table.roll(
        who,
        lambda: pool(fight, who, way, verb, target, chosen),
        read=as_read,
        because=attacks.ROLL,
    )
    attacks.use_up_help(fight, who, target)
    if result == STRAY:
        stray = line.stray(fight, who, target)
        if table.recording:
            rules = ("vigor.line.natural-one", "vigor.line.natural-one-details")
            table.record("stray", rules, who=who, target=target, into=stray)
        if stray:
            _hit(fight, table, who, stray, attack, is_crit=False, extra=extra)
        weapon_maneuver.after_attack(fight, table, who, attack)
        if stray:
            reaction.triggered(fight, table, "hit", stray, who)
        return
    if table.recording:
        attack_told.result(fight, table, who, attack, target, chosen, result, ranged=ranged)
    if result == MISS:
        glancing.offer(fight, table, who, attack, target, ranged=ranged)
    else:
        _hit(fight, table, who, target, attack, is_crit=result == CRIT, extra=extra)
    weapon_maneuver.after_attack(fight, table, who, attack)
    reaction.triggered(fight, table, "missed" if result == MISS else "hit", target, who)


def _hit(
    fight: VigorFight,
    table: Table,
    who: str,
    target: str,
    attack: Attack,
    *,
    is_crit: bool,
    extra: int,
) -> None:
    """The hit, and what the round's first one with a weapon sets off."""
    hit.deal(fight, table, who, target, attack, is_crit=is_crit, extra=extra)
    weapon_maneuver.on_hit(fight, table, who, target, attack)
