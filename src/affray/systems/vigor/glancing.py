"""The Glancing Blow: a miss of a Major still grinds shields, by Body."""

from __future__ import annotations

from affray.dice import Pool, dice
from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.vigor import layer, position, stat
from affray.systems.vigor import range as ranges
from affray.systems.vigor.state import Attack, VigorFight
from affray.systems.vigor.vigor import as_shown

NONE: Key = ("none",)
GLANCE = "glance"
FLAT = 1
CHOICE = ("vigor.glancing.target", "vigor.glancing.trigger")


def can(fight: VigorFight, who: str) -> bool:
    """Whether a miss of this combatant can glance at all.

    Implements vigor.glancing.none, vigor.glancing.majors-only.
    """
    one = fight[who]
    return not one.is_minor and stat.die(one, "body") >= 0 and one.stands


def targets(fight: VigorFight, who: str, attack: Attack, missed: str, *, ranged: bool) -> list[str]:
    """Whom it may strike: the missed one first, then anybody else within the attack's range, the
    enemies before the friends.

    Implements vigor.glancing.target, vigor.glancing.target-details.
    """
    most = ranges.farthest(fight, who, attack, is_ranged=ranged)
    found = [
        one.id
        for one in fight.standing()
        if one.id not in (who, missed)
        and position.between(fight, who, one.id) <= most
        and fight.knows(who, one.id)
    ]
    found.sort(key=lambda other: fight[other].side == fight[who].side)
    return [missed, *found] if fight.stands(missed) else found


def offer(
    fight: VigorFight, table: Table, who: str, attack: Attack, missed: str, *, ranged: bool
) -> None:
    """After a miss the attacker may deal Vigor damage by Body to one target in range.

    Implements vigor.glancing.trigger, vigor.glancing.target, vigor.glancing.body-die,
    vigor.glancing.flat, vigor.glancing.not-a-hit, vigor.type.vigor-damage-too.
    """
    if not can(fight, who) or fight.result is not None:
        return

    def options() -> list[Option]:
        if not can(fight, who):
            return [NONE]
        return [
            *((GLANCE, target) for target in targets(fight, who, attack, missed, ranged=ranged)),
            NONE,
        ]

    key = table.choose(who, options, because=CHOICE)
    if key[0] != GLANCE:
        return
    target = key[1]
    size = stat.die(fight[who], "body")
    if size > 0:
        because = "vigor.glancing.body-die"
        amount = table.roll(who, lambda: _die(fight, who, target), read=as_shown, because=because)
    else:
        because = "vigor.glancing.flat"
        amount = FLAT
    if table.recording:
        told: tuple[str, ...] = (
            because,
            "vigor.glancing.trigger",
            "vigor.glancing.target",
            "vigor.glancing.target-details",
            "vigor.glancing.not-a-hit",
        )
        if size > 0:
            told += ("vigor.stat.die",)
        table.record("glances", told, who=who, target=target, missed=missed, amount=amount)
    rules = (because, "vigor.hit.vigor-damage-word")
    layer.take(
        fight, table, target, amount, layer.VIGOR_DAMAGE, attack.descriptor, by=who, because=rules
    )


def _die(fight: VigorFight, who: str, target: str) -> Pool[int] | None:
    size = stat.die(fight[who], "body")
    return dice(1, size) if size > 0 and fight.stands(target) else None
