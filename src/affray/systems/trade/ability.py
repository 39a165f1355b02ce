"""Use ability: an ability does exactly what its entry says."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.trade import (
    action,
    damage,
    failure,
    health,
    mixed,
    position,
    scene,
    success,
    suppress,
)
from affray.systems.trade import roll as dice
from affray.systems.trade.state import Ability, Effect, Hero, Npc, TradeFight

ALL = "all"
EXACT = ("trade.ability.exact-effect", "trade.ability.block")


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
    return [ALL]


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
    _count_use(fight, who, ability_id)
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
        apply(fight, table, who, ability_id, target, because=("trade.ability.results", *EXACT))
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
    because = ("trade.ability.results", *EXACT)
    struck = apply(
        fight, table, who, ability_id, target, because=because, opponent=opponent, more=more
    )
    if reading == dice.SUCCESS:
        for enemy in struck:
            suppress.struck(fight, table, enemy)
    elif opponent:
        mixed.owe(fight, table, opponent, who, also=("trade.ability.not-ranged",))
    return True


def of_enemy(fight: TradeFight, enemy: str) -> list[str]:
    """The special moves that an enemy can still use."""
    npc = fight.npc(enemy)
    return [one.id for one in npc.abilities if npc.can_use(one)]


def aims(fight: TradeFight, enemy: str, ability_id: str) -> list[str]:
    """Whom an enemy may aim its ability at, "all" for one that is for all."""
    one = fight.npc(enemy).ability(ability_id)
    match one.target:
        case "self":
            return [enemy]
        case "one enemy":
            return fight.foes_in()
        case "one hero or ally":
            return fight.strikable()
        case "anyone":
            return [*fight.strikable(), *fight.foes_in()]
    return [ALL]


def is_for_heroes(fight: TradeFight, enemy: str, ability_id: str) -> bool:
    """Whether an enemy's ability is for everybody on the heroes' side."""
    return fight.npc(enemy).ability(ability_id).target == "all heroes and allies"


def use_by_enemy(
    fight: TradeFight, table: Table, enemy: str, ability_id: str, target: str, because: Because
) -> None:
    """An enemy's ability simply takes effect, without a roll.

    Aimed at whoever it cannot be for, it is turned to the first that it can.

    Implements trade.npc.never-rolls, trade.ability.exact-effect.
    """
    possible = aims(fight, enemy, ability_id)
    if target not in possible:
        target = enemy if enemy in possible else possible[0] if possible else ""
    _count_use(fight, enemy, ability_id)
    if table.recording:
        rules = (*rules_of(because), "trade.npc.never-rolls")
        # What a foe can do is its own secret until it does it: the use is seen, so is the name.
        table.record(
            "ability", rules, who=enemy, ability=ability_id, target=target, stat="", opponent=""
        )
    if target:
        apply(fight, table, enemy, ability_id, target, because=EXACT)


def _count_use(fight: TradeFight, who: str, ability_id: str) -> None:
    user = fight[who]
    if user.ability(ability_id).limit is not None:
        user.used = {**user.used, ability_id: user.used.get(ability_id, 0) + 1}


def apply(
    fight: TradeFight,
    table: Table,
    user: str,
    ability_id: str,
    target: str,
    *,
    because: Because,
    opponent: str = "",
    more: int = 0,
) -> list[str]:
    """Applies every effect of the entry to every target; returns the enemies that were struck.

    `more` is additional damage: it rides on the first hit, on `opponent` if that is a target.

    Implements trade.ability.exact-effect.
    """
    struck: list[str] = []
    one = fight[user].ability(ability_id)
    targets = [target]
    if target == ALL:
        targets = fight.foes_in() if one.target == "all enemies" else fight.side_in()
        if opponent in targets:
            targets = [opponent, *(who for who in targets if who != opponent)]
    for effect in one.effects:
        for who in targets:
            if fight.result is not None:
                return struck
            if effect.kind == "damage":
                if not _reaches(fight, user, who):
                    continue
                raw, more = effect.amount + more, 0
                damage.land(
                    fight, table, who, raw, by=user, because=because, unsoaked=effect.unsoaked
                )
                if who in fight.foes and user not in fight.foes and who not in struck:
                    struck.append(who)
            else:
                _apply_other(fight, table, user, who, effect, because)
    return struck


def _reaches(fight: TradeFight, user: str, who: str) -> bool:
    return fight.is_in(who) or (user in fight.foes and fight.is_strikable(who))


def _apply_other(
    fight: TradeFight, table: Table, user: str, who: str, effect: Effect, because: Because
) -> None:
    """An effect other than damage: a row of tables.ability-effects each."""
    target = fight[who]
    match effect.kind:
        case "ward":
            target.ward = max(target.ward, effect.amount)
            if table.recording:
                table.record("warded", because, who=who, by=user, amount=target.ward)
        case "heal":
            health.regain(fight, table, who, effect.amount, because)
        case "reposition":
            for ours, enemy in _pairs(fight, user, who, effect.opponents):
                if effect.to == "near":
                    fight.bring_near(ours, enemy, table, because)
                else:
                    fight.set_apart(ours, enemy, table, because)
        case "dice":
            if who not in fight.foes:
                commander = user if isinstance(fight[user], Hero) else _commander(fight)
                position.give(fight, table, who, effect.dice, because, commander)
        case "suppress":
            if isinstance(target, Npc) and user not in fight.foes and target.kind == "foe":
                suppress.struck(fight, table, who, because)
        case "note" if table.recording:
            table.record("noted", because, who=who, by=user, text=effect.text)


def _pairs(fight: TradeFight, user: str, who: str, opponents: str) -> list[tuple[str, str]]:
    """The pairs that a reposition changes: the target with the user, or with all opponents."""
    if who in fight.foes:
        others = fight.side_in() if opponents == ALL else [user]
        return [(other, who) for other in others if other not in fight.foes]
    others = fight.foes_in() if opponents == ALL else [user]
    return [(who, other) for other in others if other in fight.foes]


def _commander(fight: TradeFight) -> str:
    """Whose commands suffer when an enemy gives an NPC ally a bad situation: whose turn it is."""
    return fight.acting or fight.heroes[0]
