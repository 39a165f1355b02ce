"""Spells: a Primary Action that strikes by an attack roll, by a save, or without a roll."""

from __future__ import annotations

from affray.dice import NumberPool
from affray.kernel.keys import Option
from affray.kernel.table import Table
from affray.systems.sixteen import attack, check, damage, fatigue, hp, position
from affray.systems.sixteen.armour import Hit
from affray.systems.sixteen.pools import as_is, damage_dice
from affray.systems.sixteen.state import SixteenFight, Spell

FORM = "sixteen.spell.form"


def options(fight: SixteenFight, who: str) -> list[Option]:
    """("spell", spell, target) for everything in range. Implements sixteen.spell.form."""
    one = fight.combatants[who]
    found: list[Option] = []
    for spell in one.spells:
        for target in _aims(fight, who, spell):
            if position.in_range(fight, who, spell, target):
                found.append(("spell", spell.id, target))
    return found


def _aims(fight: SixteenFight, who: str, spell: Spell) -> list[str]:
    match spell.target:
        case "self":
            return [who]
        case "friend":
            return [who, *fight.friends(who)]
        case "anyone":
            return [who, *fight.friends(who), *fight.opponents(who)]
    return fight.opponents(who)


def cast(fight: SixteenFight, table: Table, who: str, spell_id: str, target: str) -> None:
    """The spell does what its entry says. It is strenuous without any movement.

    Implements sixteen.spell.form, sixteen.fatigue.strenuous.
    """
    spell = fight.combatants[who].spell(spell_id)
    if spell is None:
        return
    fight.strain(who, table, fatigue.STRENUOUS)
    if table.recording:
        table.record("cast", (FORM, "sixteen.turn.primary"), who=who, spell=spell_id, target=target)
    if spell.strike == "attack":
        attack.attack(fight, table, who, ("spell", spell_id), target, (FORM,))
        return
    if spell.strike == "save" and check.passes(fight, table, target, spell.save, FORM):
        if table.recording:
            table.record("resisted", FORM, who=target, by=who, spell=spell_id)
        return
    if spell.damage:
        _harm(fight, table, who, spell_id, target)
    if spell.heal:
        amount: int = table.roll(
            who, lambda: _dice(fight, target, spell.heal), read=as_is, because=FORM
        )
        hp.regain(fight, table, target, amount, FORM)
    attack.afflict(fight, table, who, spell_id, target)


def _harm(fight: SixteenFight, table: Table, who: str, spell_id: str, target: str) -> None:
    spell = fight.combatants[who].spell(spell_id)
    if spell is None:
        return
    rolled: int = table.roll(
        who, lambda: _dice(fight, target, spell.damage), read=as_is, because=FORM
    )
    hit = Hit(spell.kind, spell.ap)
    damage.land(fight, table, target, max(0, rolled), hit, by=who, because=FORM)


def _dice(fight: SixteenFight, target: str, text: str) -> NumberPool | None:
    return damage_dice(text) if fight.is_alive(target) else None
