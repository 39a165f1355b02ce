"""From a fight back to plain blocks: what somebody would start another one from."""

from __future__ import annotations

from typing import Any

from affray.systems.ix.harm import injuries_carried
from affray.systems.ix.harm.damage import DAMAGED
from affray.systems.ix.ledger import BANDS
from affray.systems.ix.records import (
    Item,
    Spell,
    Weapon,
)
from affray.systems.ix.saddle import mounted
from affray.systems.ix.saving import plain
from affray.systems.ix.state import DEAD, Fighter, IxFight


def block_of(fight: IxFight, one: Fighter) -> dict[str, Any]:
    """The completed block that a combatant would start another fight from."""
    block: dict[str, Any] = {
        "id": one.id,
        "name": one.name,
        "side": one.side,
        "kind": one.kind,
        "place": one.place,
        "rides": one.mount,
        "hidden": one.hidden,
        "shown": one.shown,
        "characteristics": dict(one.characteristics),
        "talents": list(one.talents),
        "weapons": [_weapon_block(one, w) for w in one.weapons if w.id not in one.deck],
        "armour": _armour_block(one),
        "gear": [_item_block(one, item) for item in one.items],
        "spells": [_spell_block(spell) for spell in one.spells],
        "melee_defense": one.melee_defense,
        "ranged_defense": one.ranged_defense,
        "wounds": one.wounds,
        "strain": one.strain,
        "injuries": [
            {
                "injury": injury.row,
                "drawn": injury.drawn,
                "answered": injury.answered,
                "care": injury.care,
                "permanent": injury.permanent,
            }
            for injury in one.injuries
        ],
        "dead": one.status == DEAD,
        "dead_hours": fight.hours - one.died if one.status == DEAD else 0,
        "tried_by": list(one.tried_by),
        "strangers": list(one.strangers),
        "stabilized": one.stabilized,
        "overloaded": one.overloaded,
        "marks": list(one.marks),
        "make": one.make,
        "fear": one.fear,
        "fear_proof": one.fear_proof,
        "against_fear": dict(
            zip(
                ("boon_dice", "fewer_bane_dice", "downgrades", "less_strain"),
                one.against_fear,
                strict=True,
            )
        ),
        "skills": dict(one.skills),
        "lowered": dict(injuries_carried.lost_for_good(one)),
    }
    if one.kind == "hero":
        return block | {"species": plain(one.species), **_of_downtime(one)}
    return block | {
        "npc": one.rank,
        "members": one.members,
        "wound_points": one.member_wounds or one.wound_points,
        "strain_points": one.strain_points,
        "resistance": one.resistance,
        "group_skills": list(one.group_skills),
        "group": one.group,
        "scale": one.scale,
        "flight": one.flight,
        "war_trained": one.war_trained,
        "darkvision": BANDS[one.darkvision] if one.darkvision >= 0 else "none",
        "proof_against": list(one.proof_against),
        "hears": one.hears,
    }


def _of_downtime(one: Fighter) -> dict[str, Any]:
    """What a hero has beside its gear, and what downtime has brought."""
    return {
        "purse": one.purse,
        "pay": one.pay,
        "career": list(one.career),
        "languages": list(one.languages),
        "discounts": list(one.discounts),
        "contacts": list(one.contacts),
        "facts": list(one.facts),
    }


def _weapon_block(one: Fighter, weapon: Weapon) -> dict[str, Any]:
    carried = "stowed"
    if weapon.id in one.held or weapon.natural or weapon.mounted:
        carried = "drawn"
    elif weapon.id in one.packed:
        carried = "packed"
    return {
        "id": weapon.id,
        "name": weapon.name,
        "skill": weapon.skill,
        "damage": weapon.damage,
        "crit": weapon.crit,
        "range": BANDS[weapon.reach],
        "qualities": dict(weapon.qualities),
        "encumbrance": weapon.encumbrance,
        "hands": weapon.hands,
        "natural": weapon.natural,
        "mounted": weapon.mounted,
        "carried": carried,
        "lost": "broken" if one.faults.get(weapon.id) == "broken" else "",
        "damaged": _steps(one, weapon.id),
    }


def _armour_block(one: Fighter) -> dict[str, Any] | None:
    if one.armour is None:
        return None
    return {**plain(one.armour), "damaged": _steps(one, one.armour.id)}


def _steps(one: Fighter, item: str) -> int:
    """By how many steps an item is damaged; two have broken it."""
    if one.faults.get(item) == "broken":
        return 2
    return sum(e.amount for e in one.effects if e.op == DAMAGED and e.what == item)


def _item_block(one: Fighter, item: Item) -> dict[str, Any]:
    return {**plain(item), "lit": item.id in one.lit}


def _spell_block(spell: Spell) -> dict[str, Any]:
    from affray.systems.ix.ledger import rows

    names = {int(row["trial-dice"]): name for name, row in rows("difficulty").items()}
    reach = "self" if spell.aim == "self" else "none"
    if spell.reach >= 0:
        reach = BANDS[spell.reach]
    return {
        "id": spell.id,
        "name": spell.name,
        "skills": list(spell.skills),
        "cost": spell.cost,
        "difficulty": names[spell.difficulty],
        "range": reach,
        **plain(spell.says),
    }


def carry_over(fight: IxFight) -> list[dict[str, Any]]:
    """The heroes' blocks after a fight, with the wounds, Strain and injuries of it; the dead are
    among them, with the hours since they died, for as long as a rite may bring them back. Mounts
    that are theirs come after them, as allies.

    Implements ix.encounter.end-no-wounds, ix.critical.persists, ix.death.resurrection-needs,
    ix.mounted.mount-wounds.
    """
    heroes = [one for one in fight.combatants.values() if one.kind == "hero"]
    steeds = [fight.combatants[mount] for mount in mounted.of_the_heroes(fight)]
    return [block_of(fight, one) for one in (*heroes, *steeds)]
