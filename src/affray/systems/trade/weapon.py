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


def damage_of(fight: TradeFight, striker: str, weapon_id: str) -> int:
    """The static damage of a blow: of the weapon, 1 unarmed, of the stat block for an NPC.

    Implements trade.damage.static, trade.damage.unarmed, trade.command.ally-damage.
    """
    if striker in fight.heroes:
        weapon = find(fight.hero(striker), weapon_id)
        return weapon.damage if weapon is not None else fight.numbers.unarmed_damage
    return fight.npc(striker).damage


def blow_of(fight: TradeFight, striker: str) -> tuple[int, bool]:
    """Damage and reach of what a commanded ally strikes with: its own, or the weapon in hand.

    Implements trade.command.ally-damage, trade.command.ranged-ally.
    """
    one = fight[striker]
    if isinstance(one, Hero):
        weapon = one.weapon_in_hand()
        if weapon is None:
            return fight.numbers.unarmed_damage, False
        return weapon.damage, weapon.is_ranged
    npc = fight.npc(striker)
    return npc.damage, npc.ranged


def is_ranged(fight: TradeFight, striker: str, weapon_id: str) -> bool:
    """Whether the blow is a ranged attack (trade.ranged.from-afar, trade.command.ranged-ally)."""
    if striker in fight.heroes:
        weapon = find(fight.hero(striker), weapon_id)
        return weapon is not None and weapon.is_ranged
    return fight.npc(striker).ranged
