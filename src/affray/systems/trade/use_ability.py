"""Use ability: a hero's action, by the stat of the entry or without a roll."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.trade import ability, action, failure, mixed, scene, success, suppress
from affray.systems.trade import roll as dice
from affray.systems.trade.state import Ability, TradeFight


def options(fight: TradeFight, who: str) -> list[Option]:
    """("ability", ability, target), the target of one that is for all being "all"."""
    hero = fight.hero(who)
    found: list[Option] = []
    for one in hero.abilities:
        if hero.can_use(one) and one.id not in hero.lost:
            found += [("ability", one.id, target) for target in _targets(fight, who, one)]
    return found


def _targets(fight: TradeFight, who: str, one: Ability) -> list[str]:
    match one.target:
        case "self":
            return [who]
        case "one enemy":
            return fight.foes_seen()
        case "one hero or ally":
            return _helped(fight, who, one)
        case "anyone":
            return [*_helped(fight, who, one), *fight.foes_seen()]
    return [ability.ALL]


def _helped(fight: TradeFight, by: str, one: Ability) -> list[str]:
    """Who is up on the heroes' side, and for healing also who is down and alive."""
    targets = fight.side_seen(by)
    if one.has("heal"):
        for who in fight.heroes:
            hero = fight.hero(who)
            if hero.health <= 0 and not hero.status and not hero.removed and hero.fate != "dead":
                targets.append(who)
    return targets


def use(fight: TradeFight, table: Table, who: str, key: Key, *, reserved: bool) -> bool:
    """Uses an ability; says whether the GM allowed it.

    It rolls the stat of its entry, or none. It takes effect on a mixed success and on a success
    and does nothing on a failure; used from afar it is no ranged weapon.

    Implements trade.ability.stat, trade.ability.results, trade.ability.not-ranged,
    trade.action.opponent.
    """
    _, ability_id, target = key
    stat = fight.hero(who).ability(ability_id).stat
    if stat is None or target in fight.foes:
        if not scene.allowed(fight, table, who, key):
            return False
        opponent = target
    else:
        ruling = action.name_opponent(fight, table, who)
        if scene.refused(fight, table, who, key, ruling):
            return False
        opponent = ruling[1]
    action.spend(fight, table, who, reserved=reserved)
    ability.count_use(fight, who, ability_id)
    if table.recording:
        rules = ("trade.ability.stat", "trade.ability.block", *action.also(fight, who))
        named = opponent if stat is not None and target not in fight.foes else ""
        if named:
            rules = (*rules, "trade.action.opponent")
        table.record(
            "ability",
            rules,
            who=who,
            ability=ability_id,
            target=target,
            stat=stat or "",
            opponent=named,
        )
    if stat is None:
        ability.apply(
            fight, table, who, ability_id, target, because=("trade.ability.results", *ability.EXACT)
        )
        return True
    reading = dice.check(
        fight,
        table,
        who,
        stat,
        because=("trade.ability.stat", "trade.roll.pool", "trade.roll.result"),
        opponent=opponent,
        exposed=who,
        target=target if target in fight.foes else "",
    )
    if reading == dice.FAILURE:
        failure.suffer(fight, table, who, opponent, who, reserved=reserved)
        return True
    more = 0
    if reading == dice.SUCCESS:
        deals = fight.hero(who).ability(ability_id).has("damage")
        more = success.pick(fight, table, who, deals=deals, reserved=reserved)
    because = ("trade.ability.results", *ability.EXACT)
    struck = ability.apply(
        fight, table, who, ability_id, target, because=because, opponent=opponent, more=more
    )
    if reading == dice.SUCCESS:
        for enemy in struck:
            suppress.struck(fight, table, enemy)
    elif opponent:
        mixed.owe(fight, table, opponent, who, also=("trade.ability.not-ranged",))
    return True
