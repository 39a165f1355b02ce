"""Damage is static: one hit, armor off once, the ward off what is left, the rest off health."""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.trade import armor, health, npc
from affray.systems.trade.state import Hero, Npc, TradeFight


def land(
    fight: TradeFight,
    table: Table,
    target: str,
    raw: int,
    *,
    by: str,
    because: Because,
    unsoaked: bool = False,
) -> None:
    """One hit of `raw` damage, everything added to it summed, reaches `target`.

    The armor comes off the sum once, never below the minimum damage; a ward soaks of what armor
    has let through and is then gone; health does not fall below 0. Then bloodied, down and the
    end of the fight are checked.

    Implements trade.damage.static, trade.damage.floor, trade.damage.one-hit, trade.armor.soak,
    trade.health.bounds, trade.health.npc-never-bloodied.
    """
    soaked = armor.soak(fight, table, target, raw, unsoaked=unsoaked)
    left = max(fight.numbers.minimum_damage, raw - soaked)
    victim = fight[target]
    warded = 0
    if victim.ward and left > 0:
        warded = min(left, victim.ward)
        victim.ward = 0
        left -= warded
    if isinstance(victim, Hero):
        before = victim.health
        now = victim.health = max(0, before - left)
    else:
        assert isinstance(victim, Npc)
        before = victim.hp
        now = victim.hp = max(0, before - left)
    if table.recording:
        rules = [*rules_of(because), "trade.damage.static", "trade.damage.one-hit"]
        bypassed = not soaked and raw > 0 and armor.reduction(fight, target) > 0
        if soaked:
            enemies = "trade.armor.enemies" if isinstance(victim, Npc) else "trade.armor.reductions"
            rules += ["trade.armor.soak", enemies]
        if soaked and left + warded == fight.numbers.minimum_damage:
            rules.append("trade.damage.floor")
        if bypassed:
            rules.append("trade.armor.physical-only")
        if warded:
            rules.append("trade.ability.exact-effect")
        if before - now < left:
            rules.append("trade.health.bounds" if isinstance(victim, Hero) else "trade.npc.zero-hp")
        table.record(
            "hurt",
            tuple(dict.fromkeys(rules)),
            of=target,
            secret={
                "soaked": soaked,
                "warded": warded,
                "dealt": left,
                "before": before,
                "now": now,
                "past_armor": bypassed,
            },
            target=target,
            by=by,
            raw=raw,
        )
    if isinstance(victim, Hero):
        health.fallen(fight, table, target, before)
    elif now == 0 and before > 0:
        npc.out(fight, table, target)
