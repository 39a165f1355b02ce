"""Combatants from plain blocks, and back to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.systems.vigor.ledger import STATS
from affray.systems.vigor.state import (
    Attack,
    Condition,
    Maneuver,
    Numbers,
    Spell,
    Trigger,
    VigorFight,
    Warrior,
)


def warrior(block: Mapping[str, Any], numbers: Numbers) -> Warrior:
    """A combatant from its completed block, its pools still empty."""
    stats = block.get("stats") or {}
    weapons = tuple(_weapon(one) for one in block.get("weapons", ()))
    in_hand = block.get("in_hand")
    if in_hand is None:
        in_hand = [weapons[0].id] if weapons else []
    at = block.get("at")
    return Warrior(
        block["id"],
        block["name"],
        block["side"],
        hidden=block.get("hidden", False),
        shown=block.get("shown", "all"),
        role=block.get("role") or ("hero" if block.get("kind") == "hero" else "major"),
        tier=block["tier"],
        stats={stat: stats[stat] for stat in STATS} if stats else {},
        trees=tuple(block.get("trees", ())),
        attack_stat=block.get("attack_stat") or "",
        attack_bonus=block.get("attack_bonus"),
        own_ac=block.get("ac"),
        armour=block.get("armour") or "unarmoured",
        shield=block.get("shield", False),
        weapons=weapons,
        attacks=tuple(_attack(one, numbers) for one in block.get("attacks", ())),
        in_hand=tuple(in_hand),
        spells=tuple(_spell(one) for one in block.get("spells", ())),
        psion=block.get("psion", False),
        maneuvers=tuple(_maneuver(one) for one in block.get("maneuvers", ())),
        triggers=tuple(_trigger(one) for one in block.get("triggers", ())),
        crit=block.get("crit", 0),
        points=block.get("points", 0),
        never_surprised=block.get("never_surprised", False),
        leader=block.get("leader", False) and block["side"] == "foes",
        resists=tuple(block.get("resists", ())),
        immune=tuple(block.get("immune", ())),
        vulnerable=tuple(block.get("vulnerable", ())),
        at=(at[0], at[1]) if at is not None else None,
        injuries=tuple(block.get("injuries", ())),
    )


def _conditions(entry: Mapping[str, Any]) -> tuple[Condition, ...]:
    return tuple(
        Condition(one["name"], one.get("until") or "round", one.get("text", ""))
        for one in entry.get("conditions", ())
    )


def _weapon(entry: Mapping[str, Any]) -> Attack:
    maneuver = (entry.get("maneuver") or "").rpartition(".")[2]
    return Attack(
        entry["id"],
        entry["name"],
        "weapon",
        entry.get("reach", 0),
        entry.get("normal", 0),
        entry.get("long", 0),
        entry.get("descriptor", ""),
        "" if maneuver == "none" else maneuver,
        entry.get("class", ""),
        entry.get("bonus", 0),
        entry.get("crit", 0),
        entry.get("points", 0),
        _conditions(entry),
    )


def _attack(entry: Mapping[str, Any], numbers: Numbers) -> Attack:
    """A natural or mystic attack. Implements vigor.attack.mystic-range."""
    is_mystic = entry["kind"] == "mystic"
    reach, normal, long = 5, 0, 0
    if is_mystic and entry.get("melee"):
        reach = numbers.mystic_melee_range_feet
    elif is_mystic:
        reach, normal, long = 0, numbers.mystic_range_feet, numbers.mystic_range_feet
    given = entry.get("normal")
    return Attack(
        entry["id"],
        entry["name"],
        entry["kind"],
        reach if entry.get("reach") is None else entry["reach"],
        normal if given is None else given,
        (long if given is None else given) if entry.get("long") is None else entry["long"],
        entry.get("descriptor", ""),
        points=entry.get("points", 0),
        crit=entry.get("crit", 0),
        conditions=_conditions(entry),
    )


def _spell(entry: Mapping[str, Any]) -> Spell:
    return Spell(
        entry["id"],
        entry["name"],
        entry["stamina"],
        entry["range"],
        entry["shape"],
        entry["roll"],
        entry["deals"],
        entry.get("descriptor") or "",
        entry.get("radius", 0),
        entry.get("per_tier", 0),
        entry.get("points", 0),
        _conditions(entry),
        entry.get("rule") or "vigor.maneuver.cast",
    )


def _maneuver(entry: Mapping[str, Any]) -> Maneuver:
    return Maneuver(
        entry["id"],
        entry["name"],
        entry.get("timing") or "instant",
        entry.get("stamina", 0),
        entry["effect"],
        entry.get("amount", 0),
        entry.get("per_tier", 0),
        entry.get("to") or "self",
        entry.get("range", 0),
        _conditions(entry),
        entry.get("text", ""),
    )


def _trigger(entry: Mapping[str, Any]) -> Trigger:
    return Trigger(
        entry["id"],
        entry["name"],
        entry["when"],
        entry["effect"],
        entry.get("amount", 0),
        entry.get("per_tier", 0),
        _conditions(entry),
        entry.get("text", ""),
    )


# ---- back to blocks ----


_PLAIN = (
    *("role", "hidden", "shown", "tier", "attack_stat", "attack_bonus", "armour", "shield"),
    *("psion", "crit", "points", "never_surprised", "vitality", "stamina"),
)
_LISTS = ("trees", "in_hand", "resists", "immune", "vulnerable", "injuries")
_OF_SPELL = (
    *("id", "name", "stamina", "range", "shape", "roll", "deals", "descriptor", "radius"),
    *("per_tier", "points", "rule"),
)
_OF_ATTACK = ("id", "name", "kind", "reach", "normal", "long", "descriptor", "points", "crit")
_OF_MANEUVER = (
    *("id", "name", "timing", "stamina", "effect", "amount", "per_tier", "to", "range", "text"),
)
_OF_TRIGGER = ("id", "name", "when", "effect", "amount", "per_tier", "text")


def block_of(one: Warrior) -> dict[str, Any]:
    """The completed block that a combatant would start another fight from."""
    block: dict[str, Any] = {
        "id": one.id,
        "name": one.name,
        "side": one.side,
        "kind": "hero" if one.role == "hero" else "ally" if one.side == "heroes" else "foe",
        "at": None,
        "ac": one.own_ac,
        "stats": dict(one.stats) or None,
        "weapons": [_weapon_block(weapon) for weapon in one.weapons],
        "attacks": [
            _entry(attack, _OF_ATTACK) | {"melee": attack.is_mystic and attack.reach > 0}
            for attack in one.attacks
        ],
        "spells": [_entry(spell, _OF_SPELL) for spell in one.spells],
        "maneuvers": [_entry(maneuver, _OF_MANEUVER) for maneuver in one.maneuvers],
        "triggers": [_entry(trigger, _OF_TRIGGER) for trigger in one.triggers],
    }
    for name in _PLAIN:
        block[name] = getattr(one, name)
    if one.role != "hero":
        block["leader"] = one.leader
    for name in _LISTS:
        block[name] = list(getattr(one, name))
    return block


def _entry(one: Attack | Spell | Maneuver | Trigger, names: tuple[str, ...]) -> dict[str, Any]:
    entry = {name: getattr(one, name) for name in names}
    entry["conditions"] = [
        {"name": each.name, "until": each.until, "text": each.text} for each in one.conditions
    ]
    return entry


def _weapon_block(weapon: Attack) -> dict[str, Any]:
    entry = _entry(weapon, _OF_ATTACK)
    del entry["kind"]
    return entry | {
        "class": weapon.weight,
        "maneuver": weapon.maneuver or "none",
        "bonus": weapon.bonus,
    }


def carry_over(fight: VigorFight) -> list[dict[str, Any]]:
    """The living heroes' blocks after a fight: Vitality, Stamina and injuries as they are.

    An AC that the GM has said holds for the fight alone.

    Implements vigor.wound.persists, vigor.vitality.does-not-return-in-a-fight.
    """
    heroes = [fight[who] for who in fight.heroes]
    blocks = [block_of(one) for one in heroes if one.role == "hero" and one.status != "dead"]
    return [
        {name: value for name, value in block.items() if name not in ("ac", "attack_bonus")}
        for block in blocks
    ]
