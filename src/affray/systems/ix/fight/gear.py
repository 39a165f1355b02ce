"""Gear in hand, worn, packed, dropped: what one holds, and what there are hands for."""

from __future__ import annotations

from dataclasses import replace

from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight.encumbrance import burden
from affray.systems.ix.records import Item, Weapon
from affray.systems.ix.state import Fighter, IxFight

HANDS = 2


def hands_of(one: Fighter) -> int:
    """How many hands somebody can use: an arm that is useless holds nothing."""
    if not one.effects:
        return HANDS
    useless = [e.what or e.checks for e in one.effects if e.op == "limb-useless"]
    arms = sum("arm" in limb for limb in dict.fromkeys(useless))
    return max(HANDS - arms, 0)


def hands_for(one: Fighter, thing: str) -> int:
    """How many hands a thing takes."""
    weapon = one.weapon(thing)
    return 1 if weapon is None else weapon.hands


def hands_free(one: Fighter) -> int:
    return hands_of(one) - sum(hands_for(one, thing) for thing in one.held)


def can_take(one: Fighter, thing: str) -> bool:
    """Whether there are hands free for a thing."""
    return hands_for(one, thing) <= hands_free(one)


def is_body(weapon: Weapon) -> bool:
    """Whether a weapon is never drawn, stowed or dropped. Implements ix.content.weapons."""
    return weapon.natural or weapon.mounted


def is_worn(one: Fighter, thing: str) -> bool:
    """Whether a thing is within reach on the body: neither in hand, packed nor dropped."""
    return thing not in one.held and thing not in one.packed and thing not in one.dropped


def is_at_hand(one: Fighter, thing: str) -> bool:
    """Whether a thing can be taken in hand with a Maneuver: worn, or dropped where one stands."""
    if thing in one.dropped:
        return one.lies.get(thing, one.at) == one.at
    return is_worn(one, thing)


def things(one: Fighter) -> list[str]:
    """The ids of everything carried that can be held."""
    found = [weapon.id for weapon in one.weapons if not is_body(weapon)]
    return found + [item.id for item in one.items if item.count > 0]


def take_in_hand(fight: IxFight, table: Table, who: str, thing: str, because: Because) -> None:
    """A thing is in hand now, wherever it was.

    Implements ix.maneuver.draw-or-stow, ix.content.encumbrance.
    """
    one = fight.combatants[who]
    was_dropped = thing in one.dropped
    one.packed = tuple(each for each in one.packed if each != thing)
    one.dropped = tuple(each for each in one.dropped if each != thing)
    one.lies = {each: at for each, at in one.lies.items() if each != thing}
    if thing not in one.held:
        one.held += (thing,)
    if was_dropped:
        one.burden = burden(one, fight.numbers)
    if table.recording:
        table.record("drawn", because, who=who, item=thing)


def put_away(fight: IxFight, table: Table, who: str, thing: str, because: Because) -> None:
    """A thing is worn again. Implements ix.maneuver.draw-or-stow."""
    one = fight.combatants[who]
    one.held = tuple(each for each in one.held if each != thing)
    if table.recording:
        table.record("stowed", because, who=who, item=thing)


def drop(
    fight: IxFight,
    table: Table,
    who: str,
    thing: str,
    *,
    because: Because = "ix.turn.quick-action-free",
) -> None:
    """A thing in hand falls at its bearer's feet, and weighs nobody down any more.

    Implements ix.turn.quick-action-free, ix.content.encumbrance.
    """
    one = fight.combatants[who]
    if thing not in one.held:
        return
    one.held = tuple(each for each in one.held if each != thing)
    one.dropped += (thing,)
    one.lies = {**one.lies, thing: one.at}
    one.burden = burden(one, fight.numbers)
    if table.recording:
        table.record("dropped", because, who=who, item=thing)


def fewer(item: Item) -> Item:
    """The same thing, one less of it."""
    return replace(item, count=item.count - 1)
