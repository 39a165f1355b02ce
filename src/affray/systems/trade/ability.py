"""Abilities: each does exactly what its entry says. And those of enemies, which just happen."""

from __future__ import annotations

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.trade import damage, health, position, suppress
from affray.systems.trade.state import Effect, Hero, Npc, TradeFight

ALL = "all"
EXACT = ("trade.ability.exact-effect", "trade.ability.block")


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
    count_use(fight, enemy, ability_id)
    if table.recording:
        rules = (*rules_of(because), "trade.npc.never-rolls")
        # What a foe can do is its own secret until it does it: the use is seen, so is the name.
        table.record(
            "ability", rules, who=enemy, ability=ability_id, target=target, stat="", opponent=""
        )
    if target:
        apply(fight, table, enemy, ability_id, target, because=EXACT)


def count_use(fight: TradeFight, who: str, ability_id: str) -> None:
    """One use of an ability fewer, if its uses are limited."""
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
                added, more = more, 0
                damage.land(
                    fight,
                    table,
                    who,
                    effect.amount + added,
                    by=user,
                    because=because,
                    unsoaked=effect.unsoaked,
                    more=added,
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
