"""From plain blocks to the state and back: starting, saving, comparing, carrying over."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from affray.kernel.keys import Key
from affray.kernel.rulebook import Fault, HouseRules, HouseRulesError, Rulebook, fill
from affray.kernel.system import Setup
from affray.systems.trade import scene, start
from affray.systems.trade.state import (
    STATS,
    Ability,
    Armor,
    Effect,
    Fighter,
    Hero,
    Npc,
    Numbers,
    Switches,
    Tool,
    TradeFight,
    Weapon,
)

_BOUNDS: Mapping[str, tuple[int, int]] = {
    "die_faces": (1, 1000),
    "hits_for_mixed": (1, 100),
    "hits_for_success": (1, 100),
    "actions_per_turn": (0, 20),
    "additional_actions": (0, 20),
    "phase_actions": (0, 20),
    "reserved_actions": (0, 20),
    "drop_opening_phases": (0, 20),
    "hero_health": (1, 10_000),
    "minimum_damage": (0, 10_000),
    "unarmed_damage": (0, 10_000),
    "additional_damage": (0, 10_000),
    "extra_damage": (0, 10_000),
    "bloodied_at": (0, 10_000),
    "shield_reduction": (0, 10_000),
    "enemy_armor": (0, 10_000),
    "enemy_armor_max": (0, 10_000),
    "breather_health": (0, 10_000),
    "breather_health_from_down": (0, 10_000),
    "night_health": (0, 10_000),
}
"""Within these the rules work; other values have no meaning at the table."""


@lru_cache(maxsize=32)
def _in_force(book: Rulebook, text: str) -> tuple[HouseRules, Numbers, Switches]:
    house = HouseRules(book).with_table(json.loads(text), "the fight's setup")
    numbers = fill(Numbers, house)
    faults = [
        Fault(
            f"house-rules, {name.replace('_', '-')}",
            f"{getattr(numbers, name)} makes no sense",
            f"Write {low} to {high}.",
        )
        for name, (low, high) in _BOUNDS.items()
        if not low <= getattr(numbers, name) <= high
    ]
    if not 1 <= numbers.hit_from_face <= numbers.die_faces:
        cure = f"Write 1 to {numbers.die_faces}, the faces of a die."
        faults.append(
            Fault("house-rules, hit-from-face", f"{numbers.hit_from_face} is no face", cure)
        )
    if numbers.hits_for_success < numbers.hits_for_mixed:
        cure = f"Write at least {numbers.hits_for_mixed}, the hits-for-mixed."
        faults.append(
            Fault(
                "house-rules, hits-for-success",
                f"{numbers.hits_for_success} hits would be a success and no mixed success",
                cure,
            )
        )
    if numbers.stat_max < numbers.stat_min:
        cure = f"Write at least {numbers.stat_min}, the stat-min."
        faults.append(
            Fault("house-rules, stat-max", f"no stat is from {numbers.stat_min} to it", cure)
        )
    if faults:
        raise HouseRulesError(faults)
    return house, numbers, fill(Switches, house)


def in_force(book: Rulebook, setup: Setup) -> tuple[HouseRules, Numbers, Switches]:
    """The house rules of a setup, its numbers and its switches; shared by its fights.

    Raises `HouseRulesError`.
    """
    return _in_force(book, json.dumps(setup.house_rules, sort_keys=True))


# ---- starting ----


def new_fight(book: Rulebook, setup: Setup) -> TradeFight:
    """The state before the first step; raises `HouseRulesError`."""
    house, numbers, switches = in_force(book, setup)
    fighters = [fighter(block, numbers) for block in setup.roster]
    fight = TradeFight(
        house,
        {one.id: one for one in fighters},
        numbers=numbers,
        switches=switches,
        heroes=tuple(one.id for one in fighters if isinstance(one, Hero)),
        allies=tuple(one.id for one in fighters if isinstance(one, Npc) and one.kind == "ally"),
        foes=tuple(one.id for one in fighters if isinstance(one, Npc) and one.kind == "foe"),
        max_rounds=setup.max_rounds,
    )
    _set_scene(fight, setup.scene)
    return fight


def _set_scene(fight: TradeFight, said: Mapping[str, Any]) -> None:
    """What the encounter says of the scene is settled and is not asked."""
    aims = said.get("aims") or {}
    fight.between = said.get("between") or ""
    fight.aims = tuple((side, aims.get(side, "")) for side in ("heroes", "foes"))
    near = said.get("near")
    everybody = [(who, foe) for who in (*fight.heroes, *fight.allies) for foe in fight.foes]
    if near == "all":
        fight.near = frozenset(everybody)
    elif near:
        given = {tuple(pair) for pair in near}
        fight.near = frozenset(
            (who, foe) for who, foe in everybody if (who, foe) in given or (foe, who) in given
        )
    if any(said.get(part) is not None for part in ("near", "between", "aims")):
        where = "near" if near else "apart"
        fight.kept[scene.SET_UP] = (where, fight.between, fight.aims[0][1], fight.aims[1][1])
    if said.get("drop"):
        fight.kept[start.DROP] = (said["drop"],)


def fighter(block: Mapping[str, Any], numbers: Numbers) -> Fighter:
    """A hero or an NPC from its completed block."""
    common: dict[str, Any] = {
        "place": block.get("place", ""),
        "hidden": block.get("hidden", False),
        "shown": block.get("shown", "all"),
        "abilities": tuple(_ability(one) for one in block.get("abilities", ())),
        "used": {a["id"]: a["used"] for a in block.get("abilities", ()) if a.get("used")},
    }
    who = (block["id"], block["name"], block["side"])
    if block.get("kind", "hero") == "hero":
        health = block.get("health")
        things = [*block.get("weapons", ()), *block.get("tools", ()), *block.get("abilities", ())]
        armor = block.get("armor")
        return Hero(
            *who,
            {stat: block["stats"][stat] for stat in STATS},
            numbers.hero_health if health is None else health,
            tuple(
                Weapon(w["id"], w["name"], w["category"], w["damage"])
                for w in block.get("weapons", ())
            ),
            Armor(armor["id"], armor["name"], armor["class"], armor["reduction"])
            if armor
            else None,
            tuple(Tool(tool["id"], tool["name"]) for tool in block.get("tools", ())),
            {thing["id"]: thing["lost"] for thing in things if thing.get("lost")},
            fate="" if health is None or health > 0 else "lying",
            **common,
        )
    hp = block["hp"]
    now = block.get("hp_now")
    armor = block.get("armor")
    return Npc(
        *who,
        block["kind"],
        hp if now is None else now,
        hp,
        block["damage"],
        tuple(block.get("goals", ())),
        tuple(block.get("loot", ())),
        block.get("ranged", False),
        block.get("make", "living"),
        numbers.enemy_armor if armor is None else armor,
        status="beaten" if now == 0 else "",
        **common,
    )


def _ability(entry: Mapping[str, Any]) -> Ability:
    return Ability(
        entry["id"],
        entry["name"],
        entry.get("origin") or "",
        entry.get("stat"),
        entry.get("target") or "one hero or ally",
        tuple(_effect(effect) for effect in entry["effects"]),
        entry.get("uses_per_fight"),
    )


def _effect(entry: Mapping[str, Any]) -> Effect:
    return Effect(
        entry["kind"],
        entry.get("amount", 0),
        entry.get("unsoaked", False),
        entry.get("to", ""),
        entry.get("with", ""),
        entry.get("dice", 0),
        entry.get("text", ""),
    )


# ---- back to blocks ----


def block_of(one: Fighter) -> dict[str, Any]:
    """The completed block that a combatant would start another fight from."""
    block: dict[str, Any] = {
        "id": one.id,
        "name": one.name,
        "side": one.side,
        "kind": one.kind if isinstance(one, Npc) else "hero",
        "place": one.place,
        "hidden": one.hidden,
        "shown": one.shown,
        "abilities": [_ability_block(a, one) for a in one.abilities],
    }
    if isinstance(one, Npc):
        return block | {
            "hp": one.hp_max,
            "hp_now": one.hp,
            "damage": one.damage,
            "goals": list(one.goals),
            "loot": list(one.loot),
            "ranged": one.ranged,
            "make": one.make,
            "armor": one.armor,
        }
    assert isinstance(one, Hero)
    armor = one.armor
    return block | {
        "stats": dict(one.stats),
        "health": one.health,
        "weapons": [
            {
                "id": weapon.id,
                "name": weapon.name,
                "category": weapon.category,
                "damage": weapon.damage,
                "lost": one.lost.get(weapon.id, ""),
            }
            for weapon in one.weapons
        ],
        "armor": None
        if armor is None
        else {
            "id": armor.id,
            "name": armor.name,
            "class": armor.weight,
            "reduction": armor.reduction,
        },
        "tools": [
            {"id": tool.id, "name": tool.name, "lost": one.lost.get(tool.id, "")}
            for tool in one.tools
        ],
    }


def _ability_block(one: Ability, owner: Fighter) -> dict[str, Any]:
    block: dict[str, Any] = {
        "id": one.id,
        "name": one.name,
        "origin": one.origin,
        "target": one.target,
        "effects": [_effect_block(effect) for effect in one.effects],
        "uses_per_fight": one.limit,
        "used": owner.used.get(one.id, 0),
    }
    if isinstance(owner, Hero):
        block |= {"stat": one.stat, "lost": owner.lost.get(one.id, "")}
    return block


def _effect_block(effect: Effect) -> dict[str, Any]:
    match effect.kind:
        case "damage":
            return {"kind": "damage", "amount": effect.amount, "unsoaked": effect.unsoaked}
        case "ward" | "heal":
            return {"kind": effect.kind, "amount": effect.amount}
        case "reposition":
            return {"kind": "reposition", "to": effect.to, "with": effect.opponents}
        case "dice":
            return {"kind": "dice", "dice": effect.dice}
        case "note":
            return {"kind": "note", "text": effect.text}
    return {"kind": effect.kind}


def carry_over(fight: TradeFight) -> list[dict[str, Any]]:
    """The living heroes' blocks after a fight, without what ended with it.

    Implements trade.end.carry-over.
    """
    heroes = [fight.hero(who) for who in fight.heroes]
    return [block_of(hero) | {"place": ""} for hero in heroes if hero.fate != "dead"]


# ---- saving ----

_FIGHTER = ("removed", "status", "ward", "pressed")
_HERO = (
    *("in_hand", "better_waiting", "bad_waiting", "better", "bad", "reserve", "acted"),
    *("fate", "exposed"),
)
_NPC = ("suppressed", "closed", "acted", "looted")
_FIGHT = (
    *("round", "step", "result", "closed", "depth", "stage", "acting", "actions", "taken"),
    *("gained", "underway", "opening", "phase_due", "between", "breather_taken", "night_taken"),
)


def dump(fight: TradeFight) -> dict[str, Any]:
    """The state as plain data, whole: nothing of the setup but its house rules is needed again."""
    data: dict[str, Any] = {name: getattr(fight, name) for name in _FIGHT}
    data["combatants"] = [_dump_fighter(one) for one in fight.combatants.values()]
    data["kept"] = {rule: list(key) for rule, key in fight.kept.items()}
    data["passes"] = {who: dict(windows) for who, windows in fight.passes.items()}
    data["refused"] = _lists(fight.refused)
    data["rolls"] = _lists(fight.rolls)
    data["trades"] = _lists(fight.trades)
    data["trades_later"] = _lists(fight.trades_later)
    data["declared"] = list(fight.declared)
    data["near"] = sorted(map(list, fight.near))
    data["aims"] = _lists(fight.aims)
    return data


def _dump_fighter(one: Fighter) -> dict[str, Any]:
    names = _HERO if isinstance(one, Hero) else _NPC
    data: dict[str, Any] = {"block": block_of(one), "notes": dict(one.notes)}
    data |= {name: getattr(one, name) for name in (*_FIGHTER, *names)}
    if isinstance(one, Hero):
        data["lost"] = dict(one.lost)
        data["command_waiting"] = dict(one.command_waiting)
        data["command_bad"] = dict(one.command_bad)
        data["fought"] = list(one.fought)
    return data


def load(book: Rulebook, data: Mapping[str, Any], setup: Setup) -> TradeFight:
    """The state from what `dump` wrote."""
    _, numbers, _ = in_force(book, setup)
    fight = new_fight(book, setup)
    fighters = [_load_fighter(one, numbers) for one in data["combatants"]]
    fight.combatants = {one.id: one for one in fighters}
    fight.heroes = tuple(one.id for one in fighters if isinstance(one, Hero))
    fight.allies = tuple(o.id for o in fighters if isinstance(o, Npc) and o.kind == "ally")
    fight.foes = tuple(o.id for o in fighters if isinstance(o, Npc) and o.kind == "foe")
    for name in _FIGHT:
        setattr(fight, name, data[name])
    fight.kept = {rule: tuple(key) for rule, key in data["kept"].items()}
    fight.passes = {who: dict(windows) for who, windows in data["passes"].items()}
    fight.refused = _tuples(data["refused"])
    fight.rolls = tuple((a, b, c, d) for a, b, c, d in data["rolls"])
    fight.trades = tuple((a, b) for a, b in data["trades"])
    fight.trades_later = tuple((a, b) for a, b in data["trades_later"])
    fight.declared = tuple(data["declared"])
    fight.near = frozenset((a, b) for a, b in data["near"])
    fight.aims = tuple((a, b) for a, b in data["aims"])
    return fight


def _load_fighter(data: Mapping[str, Any], numbers: Numbers) -> Fighter:
    one = fighter(data["block"], numbers)
    one.notes = dict(data["notes"])
    for name in (*_FIGHTER, *(_HERO if isinstance(one, Hero) else _NPC)):
        setattr(one, name, data[name])
    if isinstance(one, Hero):
        one.lost = dict(data["lost"])
        one.command_waiting = dict(data["command_waiting"])
        one.command_bad = dict(data["command_bad"])
        one.fought = tuple(data["fought"])
    return one


def _lists(tuples: Sequence[Sequence[str]]) -> list[list[str]]:
    return [list(one) for one in tuples]


def _tuples(lists: Sequence[Sequence[str]]) -> tuple[Key, ...]:
    return tuple(tuple(one) for one in lists)


# ---- comparing ----


def key(fight: TradeFight) -> tuple[Any, ...]:
    """Equal for fights that play alike from here on.

    Names, places, notes and the count of rounds and steps make no difference (rounds only when
    they run out).
    """
    return (
        fight.result,
        fight.closed,
        fight.stage,
        fight.acting,
        fight.actions,
        fight.taken,
        fight.gained,
        fight.underway,
        fight.opening,
        fight.phase_due,
        fight.refused,
        fight.rolls,
        fight.trades,
        fight.trades_later,
        fight.declared,
        fight.near,
        fight.breather_taken,
        fight.night_taken,
        tuple(sorted(fight.kept.items())),
        tuple((who, tuple(sorted(w.items()))) for who, w in sorted(fight.passes.items())),
        tuple(_fighter_key(one) for one in fight.combatants.values()),
    )


def _fighter_key(one: Fighter) -> tuple[Any, ...]:
    common = (
        one.id,
        one.removed,
        one.hidden,
        one.shown,
        one.status,
        one.ward,
        one.pressed,
        one.abilities,
        _items(one.used),
    )
    if isinstance(one, Hero):
        return (
            *common,
            tuple(one.stats.values()),
            one.health,
            one.weapons,
            one.armor,
            one.tools,
            _items(one.lost),
            one.in_hand,
            one.better_waiting,
            one.bad_waiting,
            one.better,
            one.bad,
            _items(one.command_waiting),
            _items(one.command_bad),
            one.reserve,
            one.acted,
            one.fought,
            one.fate,
            one.exposed,
        )
    assert isinstance(one, Npc)
    return (
        *common,
        one.hp,
        one.hp_max,
        one.damage,
        one.ranged,
        one.make,
        one.armor,
        one.suppressed,
        one.closed,
        one.acted,
        one.looted,
    )


def _items(mapping: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    return tuple(sorted(mapping.items()))
