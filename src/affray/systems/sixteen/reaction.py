"""Threatening: whoever walks out of somebody's reach may be struck before it leaves."""

from __future__ import annotations

from affray.kernel.keys import Option
from affray.kernel.reaction import react
from affray.kernel.table import Table
from affray.systems.sixteen import attack, condition, position
from affray.systems.sixteen.state import SixteenFight

WINDOW = "leaving-reach"
THREATEN = "sixteen.reaction.threaten"
MOVE = ("sixteen.position.move", "sixteen.position.line")


def may_react(fight: SixteenFight, who: str) -> bool:
    """Whether the Reaction is there to be spent. Implements sixteen.turn.reaction-refresh,
    sixteen.fatigue.tired, sixteen.fatigue.exhausted, sixteen.condition.stunned-all-actions,
    sixteen.fatigue.rest-for-a-round."""
    one = fight.combatants[who]
    if one.reactions <= 0 or one.resting or not fight.is_able(who):
        return False
    return fight.standing(who).reactions and not condition.is_stunned(fight, who)


def threatens(fight: SixteenFight, who: str, other: str) -> bool:
    """Whether `who` threatens `other`: able to act, with a melee weapon or bare hands, not
    fatigued, and within reach.

    Implements sixteen.reaction.threaten, sixteen.fatigue.fatigued.
    """
    if not fight.is_able(who) or condition.is_stunned(fight, who):
        return False
    weapon = fight.weapon_of(who)
    if weapon.range or not fight.standing(who).threatens or not fight.knows(who, other):
        return False
    return position.in_reach(fight, who, weapon, other)


def leaving(fight: SixteenFight, mover: str, place: int) -> list[str]:
    """Those whose reach the next step, to `place`, leads out of, and who may strike at that."""
    found = []
    for who in fight.against(mover):
        if not may_react(fight, who) or not threatens(fight, who, mover):
            continue
        if abs(fight.combatants[who].at - place) > fight.weapon_of(who).far:
            found.append(who)
    return found


def walk(fight: SixteenFight, table: Table, who: str, feet: int) -> None:
    """Moves `who` that many feet along the line, in steps; each step out of somebody's reach may
    be answered by a blow first, and whoever that leaves less movement goes no further than it.

    Implements sixteen.position.move, sixteen.reaction.threaten, sixteen.condition.frightened,
    sixteen.fatigue.fatigued.
    """
    way = 1 if feet > 0 else -1
    step = fight.numbers.step_feet
    total, walked, told = abs(feet), 0, 0
    while walked < total:
        if not any(may_react(fight, other) for other in fight.against(who)):
            fight.combatants[who].at += way * (total - walked)
            walked = total
            break
        if leaving(fight, who, fight.combatants[who].at + way * step):
            position.tell(fight, table, who, walked - told, MOVE)
            told = walked
            _window(fight, table, who, way)
            if not _goes_on(fight, who):
                return
            total = min(total, position.farthest(fight, who, way))
            if walked >= total:
                return
        fight.combatants[who].at += way * step
        walked += step
    position.tell(fight, table, who, walked - told, MOVE)


def _goes_on(fight: SixteenFight, who: str) -> bool:
    """Whether somebody who was struck on the way can still go on."""
    return fight.result is None and fight.is_able(who) and not condition.is_stunned(fight, who)


def _window(fight: SixteenFight, table: Table, mover: str, way: int) -> None:
    def able() -> list[str]:
        if fight.result is not None or not fight.is_alive(mover):
            return []
        place = fight.combatants[mover].at + way * fight.numbers.step_feet
        return leaving(fight, mover, place)

    def options(who: str) -> list[Option]:
        return [("strike", mover)] if who in able() else []

    def strike(who: str, key: tuple[str, ...]) -> None:
        one = fight.combatants[who]
        one.reactions -= 1
        if fight.acting == who:
            fight.busy = True
        rules = (THREATEN, "sixteen.turn.reaction-refresh", "sixteen.turn.parts")
        if table.recording:
            table.record("reaction", rules, who=who, target=mover)
        way = ("weapon", fight.weapon_of(who).id)
        attack.attack(fight, table, who, way, mover, (THREATEN,))

    react(fight, table, WINDOW, able, options, strike, because=THREATEN)
