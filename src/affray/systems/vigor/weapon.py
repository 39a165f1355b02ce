"""What combatants attack with: weapons in hand, bare hands, natural and mystic attacks."""

from __future__ import annotations

from functools import cache

from affray.kernel.table import Table
from affray.systems.vigor import role
from affray.systems.vigor.ledger import tables
from affray.systems.vigor.state import Attack, VigorFight, Warrior

UNARMED = "unarmed"


@cache
def unarmed() -> Attack:
    """The attack that everyone has. Implements vigor.weapon.unarmed-always."""
    row = tables().weapons[UNARMED]
    return Attack(UNARMED, "Bare hands", "natural", row["reach"], 0, 0, row["descriptor"])


def held(one: Warrior) -> list[Attack]:
    """The weapons in hand."""
    return [weapon for weapon in one.weapons if weapon.id in one.in_hand]


def ways(one: Warrior) -> list[Attack]:
    """All that the combatant can attack with as it stands, bare hands last.

    Implements vigor.weapon.list, vigor.weapon.unarmed-always, vigor.attack.which-tree.
    """
    found = held(one)
    found += [attack for attack in one.attacks if not attack.is_mystic or may_be_mystic(one)]
    return [*found, unarmed()]


def may_be_mystic(one: Warrior) -> bool:
    """Whether mystic attacks and spells are open to the combatant: with a mystic tree, or granted
    by an NPC's entry.

    Implements vigor.attack.which-tree.
    """
    return one.role != "hero" or bool(role.trees_of(one, "mystic"))


def find(one: Warrior, way: str) -> Attack | None:
    """The attack of that id, None if the combatant cannot make it now."""
    return next((attack for attack in ways(one) if attack.id == way), None)


def draw(fight: VigorFight, table: Table, who: str, weapon: str) -> None:
    """Takes a weapon in hand in place of those held, for free.

    Implements vigor.action.swap-weapon.
    """
    one = fight[who]
    one.in_hand = (weapon,)
    if table.recording:
        table.record(
            "drew", "vigor.action.swap-weapon", audience=fight.audience(who), who=who, weapon=weapon
        )


def lasts(one: Warrior, kind: str) -> bool:
    """Whether a weapon maneuver of that kind holds, its weapon still in hand.

    Implements vigor.weapon.maneuver-use.
    """
    return any(effect.kind == kind and effect.weapon in one.in_hand for effect in one.effects)


def others(one: Warrior) -> list[str]:
    """The weapons that are carried and not in hand."""
    return [weapon.id for weapon in one.weapons if weapon.id not in one.in_hand]


def maneuver_of(one: Warrior, weapon_id: str) -> str:
    """The weapon maneuver of a weapon that is carried, "" if it has none.

    Implements vigor.weapon.one-maneuver-each, vigor.weapon.none-for-unarmed.
    """
    return next((weapon.maneuver for weapon in one.weapons if weapon.id == weapon_id), "")


def name_of(one: Warrior, weapon_id: str) -> str:
    """What a weapon that is carried is called."""
    return next((weapon.name for weapon in one.weapons if weapon.id == weapon_id), weapon_id)
