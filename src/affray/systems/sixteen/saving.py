"""From plain blocks to the state and back: starting, saving, comparing, carrying over."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from affray.kernel.rulebook import Fault, HouseRules, HouseRulesError, Rulebook, fill
from affray.kernel.system import Setup
from affray.systems.sixteen.state import (
    DEAD,
    UNARMED,
    Condition,
    Fighter,
    Level,
    Numbers,
    SixteenFight,
    Spell,
    Switches,
    Tables,
    Weapon,
)

_BOUNDS: Mapping[str, tuple[int, int]] = {
    "die_faces": (2, 1000),
    "critical_miss_die": (1, 1000),
    "disadvantage_dice": (1, 20),
    "step_feet": (1, 1000),
    "start_distance": (0, 10_000),
    "marching_gap": (0, 1000),
    "movement": (0, 10_000),
    "reach": (0, 10_000),
    "away_beyond": (0, 10_000),
    "primary_actions": (0, 20),
    "move_actions": (0, 20),
    "reactions": (0, 20),
    "minimum_damage": (0, 10_000),
    "max_hp_per_wound": (0, 10_000),
    "max_hp_per_scar": (0, 10_000),
    "recovery_checks_per_night": (0, 20),
    "bleeding_per_round": (0, 10_000),
    "ar_per_ap": (0, 10_000),
    "fatigue_after_round": (0, 10_000),
}
"""Within these the rules work; other values have no meaning at the table."""


@lru_cache(maxsize=32)
def _in_force(book: Rulebook, text: str) -> tuple[HouseRules, Numbers, Switches, Tables]:
    house = HouseRules(book).with_table(json.loads(text), "the fight's setup")
    numbers = fill(Numbers, house)
    switches = fill(Switches, house)
    faults = [
        Fault(
            f"house-rules, {name.replace('_', '-')}",
            f"{getattr(numbers, name)} makes no sense",
            f"Write {low} to {high}.",
        )
        for name, (low, high) in _BOUNDS.items()
        if not low <= getattr(numbers, name) <= high
    ]
    if not faults and numbers.deflect_target_min > numbers.deflect_target_max:
        cure = f"Write at least {numbers.deflect_target_min}, the deflect-target-min."
        value = numbers.deflect_target_max
        fault = f"no deflect target is from {numbers.deflect_target_min} to {value}"
        faults.append(Fault("house-rules, deflect-target-max", fault, cure))
    if faults:
        raise HouseRulesError(faults)
    return house, numbers, switches, _tables(book, numbers, switches)


def in_force(book: Rulebook, setup: Setup) -> tuple[HouseRules, Numbers, Switches, Tables]:
    """The house rules of a setup, its numbers, switches and tables; shared by its fights.

    Raises `HouseRulesError`.
    """
    return _in_force(book, json.dumps(setup.house_rules, sort_keys=True))


# ---- the ledger's tables ----


def _tables(book: Rulebook, numbers: Numbers, switches: Switches) -> Tables:
    sizes = [row["id"] for row in book.table("sizes").rows]
    medium = sizes.index("medium")
    step = numbers.wound_step_per_size
    return Tables(
        _levels(book, carry=switches.fatigue_losses == "carry"),
        {row["id"]: row for row in book.table("weapon-against-armour").rows},
        {row["roll"]: row["id"] for row in book.table("critical-miss").rows},
        {
            size: numbers.medium_wound_above + step * (number - medium)
            for number, size in enumerate(sizes)
        },
        {row["id"]: row["halves-when-deflected"] for row in book.table("sizes").rows},
        {row["id"]: row["deflect-bonus"] for row in book.table("shields").rows},
        {row["id"]: row["ar"] for row in book.table("armours").rows},
        {face: row["value"] for row in book.table("d3").rows for face in row["d6"]},
        weapon(_unarmed(book), numbers),
    )


def _unarmed(book: Rulebook) -> Mapping[str, Any]:
    row = book.table("weapons").row(UNARMED)
    return {**row, "name": "bare hands"}


def _levels(book: Rulebook, *, carry: bool) -> tuple[Level, ...]:
    """The ladder from the table as printed; what a level takes away stays lost above it.

    Implements sixteen.wound.ladder, sixteen.fatigue.numbers-replace, sixteen.fatigue.losses-carry
    (house switch fatigue-losses).
    """
    printed = {row["level"]: row for row in book.table("fatigue").rows}
    ladder = sorted(book.table("fatigue-ladder").rows, key=lambda row: row["level"])
    lost: set[str] = set()
    found = []
    for rung in ladder:
        row = printed.get(rung["level"])
        if row is not None:
            lost = {*(lost if carry else ()), *row["loses"]}
        nothing = row is None or "primary-action" in lost
        found.append(
            Level(
                rung["id"],
                row.get("move-feet", 0) if row else 0,
                row.get("move-factor", "") if row else "none",
                row.get("hit", 0) if row else 0,
                primary=not nothing,
                threatens=not nothing and "threatening" not in lost,
                reactions=not nothing and "reactions" not in lost,
                deflects=not nothing and "deflecting" not in lost,
                turn=rung["turn"],
                recovers=rung["may-recover-by-resting"],
            )
        )
    return tuple(found)


# ---- starting ----


def new_fight(book: Rulebook, setup: Setup) -> SixteenFight:
    """The state before the first step; raises `HouseRulesError`."""
    house, numbers, switches, tables = in_force(book, setup)
    fighters = [fighter(block, numbers, tables) for block in setup.roster]
    fight = SixteenFight(
        house,
        {one.id: one for one in fighters},
        numbers=numbers,
        switches=switches,
        tables=tables,
        heroes=tuple(one.id for one in fighters if one.side == "heroes"),
        foes=tuple(one.id for one in fighters if one.side == "foes"),
        max_rounds=setup.max_rounds,
    )
    _set_scene(fight, setup.scene)
    return fight


def _set_scene(fight: SixteenFight, said: Mapping[str, Any]) -> None:
    """What the encounter says of the scene is settled and is not asked.

    Implements sixteen.position.line, sixteen.initiative.marching-order,
    sixteen.initiative.gm-order.
    """
    marching = said.get("marching") or {}
    fight.heroes = _marching(fight.heroes, marching.get("heroes", ()))
    fight.foes = _marching(fight.foes, marching.get("foes", ()))
    given = said.get("distance")
    distance = fight.numbers.start_distance if given is None else given
    gap = fight.numbers.marching_gap
    for number, who in enumerate(fight.heroes):
        fight.combatants[who].at = -gap * number
    for number, who in enumerate(fight.foes):
        fight.combatants[who].at = distance + gap * number
    for who, place in (said.get("places") or {}).items():
        fight.combatants[who].at = place
    if said.get("order"):
        fight.kept["sixteen.initiative.gm-order"] = ("order", " ".join(said["order"]))
    elif said.get("first"):
        fight.kept["sixteen.initiative.gm-order"] = ("first", said["first"])


def _marching(side: tuple[str, ...], said: Any) -> tuple[str, ...]:
    named = tuple(who for who in dict.fromkeys(said) if who in side)
    return named + tuple(who for who in side if who not in named)


def fighter(block: Mapping[str, Any], numbers: Numbers, tables: Tables) -> Fighter:
    """A combatant from its completed block."""
    weapons = tuple(weapon(one, numbers) for one in block.get("weapons", ()))
    ar, threshold = block.get("ar"), block.get("wounded_by_more_than")
    movement = block.get("movement")
    size, armour = block.get("size", "medium"), block.get("armour", "none")
    one = Fighter(
        block["id"],
        block["name"],
        block["side"],
        block["kind"],
        block["max_hp"],
        block["max_hp"],
        block["hit"],
        sdf=block.get("sdf", 0),
        lif=block.get("lif", 0),
        con=block.get("con", 0),
        deflect_bonus=block.get("deflect_bonus", 0),
        shield=block.get("shield", "none"),
        armour=armour,
        ar=tables.armours[armour] if ar is None else ar,
        resistances=tuple(sorted((block.get("resistances") or {}).items())),
        size=size,
        threshold=tables.thresholds[size] if threshold is None else threshold,
        movement=numbers.movement if movement is None else movement,
        damage_bonus=block.get("damage_bonus", 0),
        weapons=weapons,
        spells=tuple(spell(entry) for entry in block.get("spells", ())),
        tireless=block.get("tireless", False),
        wounds=block.get("wounds", 0),
        scars=block.get("scars", 0),
        war_wounds=tuple(block.get("war_wounds", ())),
        in_hand=weapons[0].id if weapons else "",
        fatigue=block.get("fatigue", 0),
        reactions=numbers.reactions,
        hidden=block.get("hidden", False),
        shown=block.get("shown", "all"),
    )
    lost = one.wounds * numbers.max_hp_per_wound + one.scars * numbers.max_hp_per_scar
    now = block.get("hp_now")
    one.hp = max(1, one.hp_full - lost) if now is None else now
    return one


def weapon(entry: Mapping[str, Any], numbers: Numbers) -> Weapon:
    reach = entry.get("reach")
    return Weapon(
        entry["id"],
        entry["name"],
        entry["kind"],
        entry["damage"],
        entry.get("ap", 0),
        numbers.reach if reach is None else reach,
        entry.get("range") or 0,
        entry.get("hit"),
        entry.get("natural", False) or entry["id"] == UNARMED,
    )


def spell(entry: Mapping[str, Any]) -> Spell:
    return Spell(
        entry["id"],
        entry["name"],
        entry["strike"],
        entry.get("target", "opponent"),
        entry.get("damage", ""),
        entry.get("kind", ""),
        entry.get("ap", 0),
        entry.get("heal", ""),
        entry.get("condition", ""),
        entry.get("lasts", ""),
        entry.get("turns", 0),
        entry.get("save", ""),
        entry.get("range"),
        entry.get("hit"),
    )


# ---- back to blocks ----


def block_of(one: Fighter) -> dict[str, Any]:
    """The completed block that a combatant would start another fight from."""
    return {
        "id": one.id,
        "name": one.name,
        "side": one.side,
        "kind": one.kind,
        "hidden": one.hidden,
        "shown": one.shown,
        "max_hp": one.hp_full,
        "hp_now": one.hp,
        "hit": one.hit,
        "sdf": one.sdf,
        "lif": one.lif,
        "con": one.con,
        "deflect_bonus": one.deflect_bonus,
        "shield": one.shield,
        "armour": one.armour,
        "ar": one.ar,
        "resistances": dict(one.resistances),
        "size": one.size,
        "wounded_by_more_than": one.threshold,
        "movement": one.movement,
        "damage_bonus": one.damage_bonus,
        "weapons": [_weapon_block(weapon) for weapon in one.weapons],
        "spells": [_spell_block(spell) for spell in one.spells],
        "tireless": one.tireless,
        "wounds": one.wounds,
        "scars": one.scars,
        "war_wounds": list(one.war_wounds),
        "fatigue": one.fatigue,
    }


def _weapon_block(one: Weapon) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "kind": one.kind,
        "damage": one.damage,
        "ap": one.ap,
        "reach": one.reach,
        "range": one.range or None,
        "hit": one.hit,
        "natural": one.natural,
    }


def _spell_block(one: Spell) -> dict[str, Any]:
    return {name: getattr(one, name) for name in Spell.__slots__}


def carry_over(fight: SixteenFight) -> list[dict[str, Any]]:
    """The living heroes' blocks after a fight."""
    heroes = [fight[who] for who in fight.heroes]
    return [block_of(one) for one in heroes if one.kind == "hero" and fight.level(one.id) < DEAD]


# ---- saving ----

_FIGHTER = (
    *("removed", "in_hand", "at", "wounds_here", "strained", "strained_now", "reactions"),
    *("resting", "acted", "status"),
)
_FIGHT = (
    *("round", "step", "result", "closed", "depth", "first", "stage", "acting", "primary"),
    *("moves", "started", "underway", "fresh", "busy", "came_from", "ceded", "break_taken"),
    "nights",
    "rolled",
    "rolling",
)
_IDS = ("heroes", "foes", "order", "slots", "unwilling", "recovering")


def dump(fight: SixteenFight) -> dict[str, Any]:
    """The state as plain data, whole: nothing of the setup but its house rules is needed again."""
    data: dict[str, Any] = {name: getattr(fight, name) for name in _FIGHT}
    data |= {name: list(getattr(fight, name)) for name in _IDS}
    data["combatants"] = [_dump_fighter(one) for one in fight.combatants.values()]
    data["kept"] = {rule: list(key) for rule, key in fight.kept.items()}
    data["passes"] = {who: dict(windows) for who, windows in fight.passes.items()}
    return data


def _dump_fighter(one: Fighter) -> dict[str, Any]:
    data: dict[str, Any] = {"block": block_of(one), "notes": dict(one.notes)}
    data |= {name: getattr(one, name) for name in _FIGHTER}
    data["dropped"] = [list(pair) for pair in one.dropped]
    data["conditions"] = [[c.name, c.until, c.turns, c.source] for c in one.conditions]
    return data


def load(book: Rulebook, data: Mapping[str, Any], setup: Setup) -> SixteenFight:
    """The state from what `dump` wrote."""
    fight = new_fight(book, setup)
    fighters = [_load_fighter(one, fight) for one in data["combatants"]]
    fight.combatants = {one.id: one for one in fighters}
    for name in _FIGHT:
        setattr(fight, name, data[name])
    for name in _IDS:
        setattr(fight, name, tuple(data[name]))
    fight.kept = {rule: tuple(key) for rule, key in data["kept"].items()}
    fight.passes = {who: dict(windows) for who, windows in data["passes"].items()}
    return fight


def _load_fighter(data: Mapping[str, Any], fight: SixteenFight) -> Fighter:
    one = fighter(data["block"], fight.numbers, fight.tables)
    one.notes = dict(data["notes"])
    for name in _FIGHTER:
        setattr(one, name, data[name])
    one.dropped = tuple((weapon, place) for weapon, place in data["dropped"])
    one.conditions = tuple(Condition(*parts) for parts in data["conditions"])
    return one


# ---- comparing ----


def key(fight: SixteenFight) -> tuple[Any, ...]:
    """Equal for fights that play alike from here on.

    Names, notes and the count of steps make no difference; the round does until fatigue begins.
    """
    after = fight.numbers.fatigue_after_round
    return (
        fight.result,
        fight.closed,
        min(fight.round, after + 1),
        fight.stage,
        fight.acting,
        fight.primary,
        fight.moves,
        fight.started,
        fight.underway,
        fight.fresh,
        fight.busy,
        fight.came_from,
        fight.ceded,
        fight.unwilling,
        fight.heroes,
        fight.foes,
        fight.first,
        fight.order,
        fight.slots,
        fight.recovering,
        fight.break_taken,
        fight.nights,
        fight.rolled,
        fight.rolling,
        tuple(sorted(fight.kept.items())),
        tuple((who, tuple(sorted(w.items()))) for who, w in sorted(fight.passes.items())),
        tuple(_fighter_key(one) for one in fight.combatants.values()),
    )


def _fighter_key(one: Fighter) -> tuple[Any, ...]:
    return (
        one.id,
        one.removed,
        one.hidden,
        one.shown,
        one.hp,
        one.hp_full,
        one.hit,
        one.sdf,
        one.lif,
        one.con,
        one.deflect_bonus,
        one.shield,
        one.armour,
        one.ar,
        one.resistances,
        one.size,
        one.threshold,
        one.movement,
        one.damage_bonus,
        one.weapons,
        one.spells,
        one.tireless,
        one.wounds,
        one.scars,
        one.in_hand,
        one.dropped,
        one.at,
        one.fatigue,
        one.conditions,
        one.wounds_here,
        one.strained,
        one.strained_now,
        one.reactions,
        one.resting,
        one.acted,
        one.status,
    )
