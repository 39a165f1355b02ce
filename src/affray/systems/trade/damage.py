"""Damage is static: one hit, armor off once, the ward off what is left, the rest off health."""

from __future__ import annotations

from typing import Any, NamedTuple

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.trade import armor, health, npc
from affray.systems.trade.state import Fighter, Hero, Npc, TradeFight


def land(
    fight: TradeFight,
    table: Table,
    target: str,
    raw: int,
    *,
    by: str,
    because: Because,
    unsoaked: bool = False,
    more: int = 0,
) -> None:
    """One hit of `raw` damage, everything added to it summed, reaches `target`; `more` of it are
    additional damage.

    The armor comes off the sum once, never below the minimum damage; a ward soaks of what armor
    has let through and is gone with the hit, even with one that armor has stopped; health does
    not fall below 0. Then bloodied, down and the end of the fight are checked.

    Implements trade.damage.static, trade.damage.floor, trade.damage.one-hit, trade.armor.soak,
    trade.health.bounds, trade.health.npc-never-bloodied.
    """
    soaked, clever = armor.soak(fight, table, target, raw, unsoaked=unsoaked)
    left = raw - soaked
    if left < fight.numbers.minimum_damage:
        left = fight.numbers.minimum_damage
    victim = fight.combatants[target]
    ward, warded = victim.ward, 0
    if ward and raw > 0:
        warded = min(left, ward)
        victim.ward = 0
        left -= warded
    if isinstance(victim, Hero):
        before = victim.health
        now = victim.health = before - left if before > left else 0
    else:
        assert isinstance(victim, Npc)
        before = victim.hp
        now = victim.hp = before - left if before > left else 0
    if table.recording:
        hit = _Hit(by, raw, more, soaked, clever, ward, warded, left, before, now)
        _tell(fight, table, victim, hit, because)
    if now >= before:
        return
    if isinstance(victim, Hero):
        health.fallen(fight, table, target, before)
    elif now == 0:
        npc.out(fight, table, target)


class _Hit(NamedTuple):
    """The numbers of one hit, from what was dealt to what came of it."""

    by: str
    raw: int
    more: int
    soaked: int
    clever: int
    ward: int
    warded: int
    dealt: int
    before: int
    now: int


def _tell(fight: TradeFight, table: Table, victim: Fighter, hit: _Hit, because: Because) -> None:
    """What everybody sees of a hit; that armor was there is the wearer's own to know."""
    rules = [*rules_of(because), "trade.damage.static", "trade.damage.one-hit"]
    own: list[str] = []
    is_hero = isinstance(victim, Hero)
    past = not hit.soaked and hit.raw > 0 and armor.reduction(fight, victim.id) > 0
    if hit.soaked:
        worn = ("trade.armor.reductions", "trade.armor.one-suit")
        own += ["trade.armor.soak", *(worn if is_hero else ("trade.armor.enemies",))]
        if hit.dealt + hit.warded == fight.numbers.minimum_damage:
            own.append("trade.damage.floor")
    if hit.clever:
        own.append("trade.armor.clever")
    if past:
        own.append("trade.armor.physical-only")
    if hit.before - hit.now < hit.dealt:
        own.append("trade.health.bounds" if is_hero else "trade.npc.zero-hp")
    if not is_hero and 0 < hit.now <= fight.numbers.bloodied_at:
        own.append("trade.health.npc-never-bloodied")
    if hit.ward and hit.raw > 0:
        rules.append("trade.ability.exact-effect")
    if fight.shows_numbers(victim.id):
        rules += own
    elif own:
        table.record("hit-inside", tuple(own), audience="gm", target=victim.id)
    added: dict[str, Any] = {"additional": hit.more} if hit.more else {}
    table.record(
        "hurt",
        tuple(dict.fromkeys(rules)),
        of=victim.id,
        secret={
            "soaked": hit.soaked,
            "warded": hit.warded,
            "dealt": hit.dealt,
            "before": hit.before,
            "now": hit.now,
            "past_armor": past,
        },
        target=victim.id,
        by=hit.by,
        raw=hit.raw,
        **added,
    )
