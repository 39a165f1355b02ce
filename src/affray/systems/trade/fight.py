"""Fight: attack with a weapon. And what every blow of the heroes' side does, commanded or not."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.table import Table
from affray.systems.trade import action, damage, failure, mixed, ranged, scene, success, suppress
from affray.systems.trade import roll as dice
from affray.systems.trade import weapon as weapons
from affray.systems.trade.state import TradeFight

ROLL = ("trade.fight.stat", "trade.roll.pool", "trade.roll.result")


BLOW = ("trade.fight.damage",)


def options(fight: TradeFight, who: str) -> list[Option]:
    """("fight", weapon or way to strike unarmed, enemy).

    Implements trade.fight.unarmed, trade.failure.lost-tool-back.
    """
    hero = fight.hero(who)
    ways = [one.id for one in hero.weapons if one.id not in hero.lost]
    ways += weapons.UNARMED
    return [("fight", way, foe) for way in ways for foe in fight.foes_seen()]


def attack(fight: TradeFight, table: Table, who: str, key: Key, *, reserved: bool) -> bool:
    """Attacks one enemy; says whether the GM allowed it. Drawing another weapon costs nothing.

    Implements trade.fight.stat, trade.fight.unarmed, trade.scene.closing-in,
    trade.ranged.from-afar, trade.weapon.category.
    """
    _, way, enemy = key
    if not scene.allowed(fight, table, who, key):
        return False
    action.spend(fight, table, who, reserved=reserved)
    hero = fight.hero(who)
    stat = weapons.stat_of(hero, way)
    if way not in weapons.UNARMED:
        hero.in_hand = way
    _, shot = weapons.blow(fight, who, way)
    if table.recording:
        rules = ["trade.fight.stat", "trade.weapon.category"]
        if way in weapons.UNARMED:
            rules = ["trade.fight.unarmed"]
        elif shot and (who, enemy) not in fight.near:
            rules.append("trade.ranged.from-afar")
        rules += action.also(fight, who)
        table.record("attack", tuple(rules), who=who, weapon=way, target=enemy, stat=stat)
    if not shot:
        scene.close_in(fight, table, who, enemy)
    reading = dice.check(
        fight,
        table,
        who,
        stat,
        because=ROLL,
        opponent=enemy,
        exposed=who,
        shooter=who if shot else "",
        target=enemy,
    )
    strike(fight, table, who, who, way, enemy, reading, reserved=reserved)
    return True


def strike(
    fight: TradeFight,
    table: Table,
    roller: str,
    striker: str,
    way: str,
    enemy: str,
    reading: str,
    *,
    reserved: bool,
) -> None:
    """What a roll to strike brings: `roller` has rolled, `striker` strikes and is exposed.

    With at least one hit the static damage lands, the same for one hit as for more. A success
    adds an effect, picked before, and suppresses; a mixed success owes a trade, or after a shot
    from afar brings the enemy close; a failure lets the enemy in.

    Implements trade.fight.damage, trade.success.order, trade.mixed.trade, trade.failure.blow,
    trade.command.ally-damage, trade.command.commander-rolls, trade.command.ally-exposed.
    """
    if reading == dice.FAILURE:
        _, shot = weapons.blow(fight, striker, way)
        if shot:
            ranged.failed_shot(fight, table, striker, enemy)
        failure.suffer(fight, table, roller, enemy, striker, reserved=reserved)
        return
    more = 0
    if reading == dice.SUCCESS:
        deals = weapons.blow(fight, striker, way)[0] > 0
        more = success.pick(fight, table, roller, deals=deals, reserved=reserved)
    amount, shot = weapons.blow(fight, striker, way)
    if fight.is_in(enemy):
        rules: tuple[str, ...] = BLOW
        if table.recording:
            rules = _rules(roller, striker, way, reading, more)
        damage.land(fight, table, enemy, amount + more, by=striker, because=rules, more=more)
    if reading == dice.SUCCESS:
        suppress.struck(fight, table, enemy)
    elif shot:
        ranged.mixed_shot(fight, table, striker, enemy)
    else:
        mixed.owe(fight, table, enemy, striker)


def _rules(roller: str, striker: str, way: str, reading: str, more: int) -> tuple[str, ...]:
    """The rules that a blow which lands stands under, for its event."""
    rules = ["trade.fight.damage" if striker == roller else "trade.command.ally-damage"]
    if way in weapons.UNARMED:
        rules.append("trade.damage.unarmed")
    if more:
        rules.append("trade.success.additional-damage")
    if reading == dice.SUCCESS:
        rules.append("trade.success.order")
    return tuple(rules)
