"""The state from a setup and from a save, and what makes two fights play alike."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from affray.kernel.rulebook import Fault, HouseRules, HouseRulesError, Rulebook, fill
from affray.kernel.system import Setup
from affray.systems.vigor import stamina, vigor, vitality
from affray.systems.vigor.roster import block_of, warrior
from affray.systems.vigor.state import (
    Effect,
    Fact,
    Numbers,
    Patch,
    Switches,
    VigorFight,
    Warrior,
)

_BOUNDS: Mapping[str, tuple[int, int]] = {
    "step_feet": (1, 100),
    "difficult_step_feet": (1, 1000),
    "advantage_dice": (1, 20),
    "stat_min": (1, 22),
    "stat_max": (1, 22),
    "start_gap_feet": (1, 1000),
    "start_distance_feet": (1, 1000),
    "newcomer_behind_feet": (0, 1000),
    "sovereign_actions_per_gap": (0, 20),
    "weapon_swaps": (0, 20),
    "treatments_per_injury_and_rest": (0, 20),
    "broken_bone_vitality_min": (1, 100),
    "mystic_range_feet": (0, 5000),
    "mystic_melee_range_feet": (0, 5000),
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


def new_fight(book: Rulebook, setup: Setup) -> VigorFight:
    """The state before the first step; raises `HouseRulesError`."""
    house, numbers, switches = in_force(book, setup)
    warriors = [warrior(block, numbers) for block in setup.roster]
    fight = VigorFight(
        house,
        {one.id: one for one in warriors},
        numbers=numbers,
        switches=switches,
        heroes=tuple(one.id for one in warriors if one.side == "heroes"),
        foes=tuple(one.id for one in warriors if one.side == "foes"),
        max_rounds=setup.max_rounds,
    )
    for block, one in zip(setup.roster, warriors, strict=True):
        fill_pools(fight, one, block)
    _set_scene(fight, setup.scene)
    return fight


def fill_pools(fight: VigorFight, one: Warrior, block: Mapping[str, Any]) -> None:
    """Vigor is full at the start of every fight; Vitality and Stamina are as the block says.

    Implements vigor.vigor.full-at-start, vigor.vitality.does-not-return-in-a-fight.
    """
    one.vigor = vigor.cap(fight, one)
    full = vitality.maximum(fight, one)
    said = block.get("vitality")
    one.vitality = full if said is None else min(said, full)
    most = stamina.maximum(fight, one)
    said = block.get("stamina")
    one.stamina = most if said is None else min(said, most)


def _set_scene(fight: VigorFight, said: Mapping[str, Any]) -> None:
    """What the encounter says of the scene is settled and is not asked.

    Keys: `place` (words), `surprised` (ids), `start` ("rows") with `apart` (feet between the
    rows), `difficult` ("all" or patches), `closed` (patches), `cover` (who, from, cover), `unseen`
    (pairs: viewer, target). A patch is {at: [x, y], radius: feet, name: words}.
    """
    fight.place = said.get("place") or ""
    if said.get("surprised") is not None:
        fight.kept["vigor.surprise.who"] = ("these", " ".join(said["surprised"]))
    if said.get("apart") is not None:
        fight.kept["vigor.position.start"] = ("rows-apart", str(said["apart"]))
    elif said.get("start") or all(one.at is not None for one in fight.combatants.values()):
        fight.kept["vigor.position.start"] = ("rows",)
    difficult = said.get("difficult")
    fight.all_difficult = difficult == "all"
    patches = [] if difficult in (None, "all") else [("difficult", one) for one in difficult]
    patches += [("closed", one) for one in said.get("closed") or ()]
    fight.ground = tuple(
        Patch(kind, (one["at"][0], one["at"][1]), one.get("radius", 0), one.get("name", ""))
        for kind, one in patches
    )
    facts = [
        Fact("cover", one.get("from") or "", one["who"], one["cover"])
        for one in said.get("cover") or ()
    ]
    facts += [Fact("sight", viewer, target, 0) for viewer, target in said.get("unseen") or ()]
    fight.facts = tuple(facts)
    parts = ("difficult", "closed", "cover", "unseen")
    if any(said.get(part) is not None for part in parts):
        where = "difficult" if fight.all_difficult else "open"
        fight.kept["vigor.fight.scene-facts"] = (where,)


# ---- saving ----

_OF_WARRIOR = (
    *("removed", "vigor", "vitality", "stamina", "harm", "status", "initiative", "reaction"),
    *("sovereign_actions", "surprised", "has_joined"),
)
_OF_FIGHT = (
    *("round", "step", "result", "closed", "depth", "stage", "acting", "action", "feet", "swaps"),
    *(
        "disengaged",
        "barred",
        "gap_spent",
        "underway",
        "all_difficult",
        "place",
        "recovered",
        "rested",
    ),
)
_IDS = ("order", "done", "picked", "answered", "heroes", "foes")
_PAIRS = ("tended", "healed")


def dump(fight: VigorFight) -> dict[str, Any]:
    """The state as plain data, whole: nothing of the setup but its house rules is needed again."""
    data: dict[str, Any] = {name: getattr(fight, name) for name in _OF_FIGHT}
    data |= {name: list(getattr(fight, name)) for name in _IDS}
    data |= {name: [list(pair) for pair in getattr(fight, name)] for name in _PAIRS}
    data["combatants"] = [_dump_warrior(one) for one in fight.combatants.values()]
    data["kept"] = {rule: list(key) for rule, key in fight.kept.items()}
    data["passes"] = {who: dict(windows) for who, windows in fight.passes.items()}
    data["ground"] = [[p.kind, list(p.at), p.radius, p.name] for p in fight.ground]
    data["facts"] = [[f.kind, f.who, f.other, f.value, f.once] for f in fight.facts]
    return data


def _dump_warrior(one: Warrior) -> dict[str, Any]:
    data: dict[str, Any] = {"block": block_of(one), "notes": dict(one.notes)}
    data |= {name: getattr(one, name) for name in _OF_WARRIOR}
    data["at"] = None if one.at is None else list(one.at)
    data["pick"] = list(one.pick)
    data["pending"] = list(one.pending)
    data["effects"] = [
        [e.kind, e.until, e.by, e.on, e.amount, e.weapon, e.name] for e in one.effects
    ]
    return data


def load(book: Rulebook, data: Mapping[str, Any], setup: Setup) -> VigorFight:
    """The state from what `dump` wrote."""
    house, numbers, switches = in_force(book, setup)
    warriors = [_load_warrior(one, numbers) for one in data["combatants"]]
    fight = VigorFight(
        house,
        {one.id: one for one in warriors},
        numbers=numbers,
        switches=switches,
        heroes=(),
        foes=(),
        max_rounds=setup.max_rounds,
    )
    for name in _OF_FIGHT:
        setattr(fight, name, data[name])
    for name in _IDS:
        setattr(fight, name, tuple(data[name]))
    for name in _PAIRS:
        setattr(fight, name, tuple((who, what) for who, what in data[name]))
    fight.kept = {rule: tuple(key) for rule, key in data["kept"].items()}
    fight.passes = {who: dict(windows) for who, windows in data["passes"].items()}
    fight.ground = tuple(
        Patch(kind, (at[0], at[1]), radius, name) for kind, at, radius, name in data["ground"]
    )
    fight.facts = tuple(Fact(*fact) for fact in data["facts"])
    return fight


def _load_warrior(data: Mapping[str, Any], numbers: Numbers) -> Warrior:
    one = warrior(data["block"], numbers)
    one.notes = dict(data["notes"])
    for name in _OF_WARRIOR:
        setattr(one, name, data[name])
    at = data["at"]
    one.at = None if at is None else (at[0], at[1])
    one.pick = tuple(data["pick"])
    one.pending = tuple(data["pending"])
    one.effects = tuple(Effect(*effect) for effect in data["effects"])
    return one


# ---- comparing ----


def key(fight: VigorFight) -> tuple[Any, ...]:
    """Equal for fights that play alike from here on.

    Names, notes and the count of steps make no difference; neither does the round after the
    first, in which alone anybody is surprised.
    """
    return (
        min(fight.round, 2),
        fight.result,
        fight.closed,
        fight.stage,
        fight.order,
        fight.done,
        fight.acting,
        fight.action,
        fight.feet,
        fight.swaps,
        fight.disengaged,
        fight.barred,
        fight.picked,
        fight.answered,
        fight.gap_spent,
        fight.underway,
        fight.all_difficult,
        fight.ground,
        fight.facts,
        fight.recovered,
        fight.rested,
        fight.tended,
        fight.healed,
        tuple(sorted(fight.kept.items())),
        tuple((who, _items(windows)) for who, windows in sorted(fight.passes.items())),
        tuple(_warrior_key(one) for one in fight.combatants.values()),
    )


def _warrior_key(one: Warrior) -> tuple[Any, ...]:
    return (
        one.id,
        one.removed,
        one.hidden,
        one.shown,
        one.role,
        one.tier,
        tuple(one.stats.values()),
        one.trees,
        one.attack_stat,
        one.attack_bonus,
        one.own_ac,
        one.armour,
        one.shield,
        one.weapons,
        one.attacks,
        one.in_hand,
        one.spells,
        one.psion,
        one.maneuvers,
        one.triggers,
        one.crit,
        one.points,
        one.never_surprised,
        one.leader,
        one.resists,
        one.immune,
        one.vulnerable,
        one.at,
        one.vigor,
        one.vitality,
        one.stamina,
        one.injuries,
        one.harm,
        one.status,
        one.initiative,
        one.pick,
        one.pending,
        one.reaction,
        one.sovereign_actions,
        one.surprised,
        one.has_joined,
        one.effects,
    )


def _items(mapping: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    return tuple(sorted(mapping.items()))
