"""Damage: what armour leaves of a hit comes off HP, and may wound."""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.sixteen import armour, hp, wound
from affray.systems.sixteen.armour import Hit
from affray.systems.sixteen.state import SixteenFight


def least(fight: SixteenFight, *, deflected: bool) -> int:
    """The least that a hit costs. Implements sixteen.damage.floor (house switch
    minimum-damage)."""
    floor = fight.numbers.minimum_damage
    return floor if deflected else max(floor, int(fight.switches.minimum_damage_switch))


def land(
    fight: SixteenFight,
    table: Table,
    target: str,
    raw: int,
    hit: Hit,
    *,
    by: str,
    because: Because,
    deflected: bool = False,
) -> int:
    """A hit of `raw` damage reaches the target; says what it costs in HP.

    Armour or resistance reduces it, HP fall, then it may wound, counted from the level before the
    blow, and only then does the state of HP count.

    Implements sixteen.damage.to-hp, sixteen.damage.floor, sixteen.wound.threshold,
    sixteen.wound.before-collapse, sixteen.attack.order.
    """
    off, means = armour.reduction(fight, table, target, hit)
    dealt = max(least(fight, deflected=deflected), raw - off)
    before = fight.level(target)
    one = fight.combatants[target]
    was, one.hp = one.hp, one.hp - dealt
    if table.recording:
        rules = [*rules_of(because), "sixteen.damage.to-hp"]
        own = armour.rules_of(fight, target, hit, means)
        if raw > 0 and dealt == least(fight, deflected=deflected):
            own.append("sixteen.damage.floor")
        if fight.shows_numbers(target):
            rules += own
        elif own:
            table.record("hit-inside", tuple(own), audience="gm", target=target)
        secret = {"off": off, "means": means[0], "dealt": dealt, "before": was, "now": one.hp}
        table.record(
            "hurt",
            tuple(dict.fromkeys(rules)),
            of=target,
            secret=secret,
            target=target,
            by=by,
            raw=raw,
        )
    if dealt > 0 and wound.is_wounding(fight, target, dealt):
        wound.suffer(fight, table, target, before)
    hp.changed(fight, table, target, before)
    return dealt
