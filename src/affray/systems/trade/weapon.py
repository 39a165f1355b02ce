"""Weapons: the category sets the stat, the entry the one fixed damage number.

That an entry lies in its category's band (trade.weapon.category) is checked where content is read.
Trade.damage.unarmed and trade.fight.unarmed are here too.
"""

from __future__ import annotations

from collections.abc import Mapping

from affray.systems.trade.state import Hero, TradeFight, Weapon

STAT_OF: Mapping[str, str] = {
    "ranged": "reflexes",
    "heavy-ranged": "strength",
    "light-melee": "reflexes",
    "heavy-melee": "strength",
}
"""The stat that each category rolls (the ledger's table weapon-categories)."""

UNARMED: Mapping[str, str] = {"unarmed-strength": "strength", "unarmed-reflexes": "reflexes"}
"""The two ways to strike unarmed, with their stats (trade.fight.unarmed)."""


def find(hero: Hero, weapon_id: str) -> Weapon | None:
    """The weapon of that id, None for an unarmed strike."""
    for weapon in hero.weapons:
        if weapon.id == weapon_id:
            return weapon
    return None


def stat_of(hero: Hero, weapon_id: str) -> str:
    """Implements trade.fight.stat, trade.fight.unarmed."""
    weapon = find(hero, weapon_id)
    return STAT_OF[weapon.category] if weapon is not None else UNARMED[weapon_id]


def blow(fight: TradeFight, striker: str, weapon_id: str) -> tuple[int, bool]:
    """The static damage of a blow, and whether it is a ranged attack.

    The damage is that of the weapon, 1 unarmed, for an NPC that of the stat block.

    Implements trade.damage.static, trade.damage.unarmed, trade.command.ally-damage,
    trade.ranged.from-afar, trade.command.ranged-ally.
    """
    one = fight.combatants[striker]
    if isinstance(one, Hero):
        for weapon in one.weapons:
            if weapon.id == weapon_id:
                return weapon.damage, weapon.is_ranged
        return fight.numbers.unarmed_damage, False
    npc = fight.npc(striker)
    return npc.damage, npc.ranged
