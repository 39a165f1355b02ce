"""From plain blocks to the state and back: starting, saving, comparing, carrying over."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import Any

from affray.kernel.rulebook import Fault, HouseRules, HouseRulesError, Rulebook, fill
from affray.kernel.system import Setup
from affray.systems.ix import (
    building,
    chase,
    downtime,
    exposure,
    flying,
    injuries_carried,
    mounted,
    scene,
    ship,
    social,
    travel,
)
from affray.systems.ix.chase_records import Chase, Facing, Obstacle
from affray.systems.ix.chase_records import Gap as PairGap
from affray.systems.ix.damage import DAMAGED
from affray.systems.ix.encumbrance import burden
from affray.systems.ix.hazard_records import Building, Climate
from affray.systems.ix.interlude_records import Axis, Gap, Journey, Talk
from affray.systems.ix.ledger import BANDS, band_named, mode_of, trial_dice
from affray.systems.ix.numbers import Numbers, Switches
from affray.systems.ix.records import (
    Armour,
    Condition,
    Effect,
    Ended,
    Fall,
    Held,
    Injury,
    Item,
    Lamp,
    Lent,
    Ship,
    Slot,
    Spell,
    Task,
    Weapon,
)
from affray.systems.ix.state import CHARACTER, DEAD, MINION, MOUNT, Fighter, IxFight

MOST = 10_000
MOST_DICE = 12


def _is_few(name: str) -> bool:
    """Whether a value is a number of dice or slots, of which nobody wants hundreds."""
    return "_dice" in name or name.startswith("slots_")


@lru_cache(maxsize=32)
def _in_force(book: Rulebook, text: str) -> tuple[HouseRules, Numbers, Switches]:
    house = HouseRules(book).with_table(json.loads(text), "the fight's setup")
    numbers = fill(Numbers, house)
    faults = [
        Fault(
            f"house-rules, {field.name.replace('_', '-')}",
            f"{getattr(numbers, field.name)} makes no sense",
            f"Write {low} to {most}.",
        )
        for field in fields(numbers)
        for low in [-MOST if field.name == "minion_rank_offset" else 0]
        for most in [MOST_DICE if _is_few(field.name) else MOST]
        if not low <= getattr(numbers, field.name) <= most
    ]
    steps = [numbers.short_steps, numbers.medium_steps, numbers.long_steps, numbers.extreme_steps]
    if sorted(set(steps)) != steps or steps[0] < 1:
        cure = "Let each farther band begin at more steps, Short at 1 or more."
        faults.append(Fault("house-rules, short-steps", "the bands overlap", cure))
    if numbers.minion_group_max < max(numbers.minion_group_min, 1):
        cure = f"Write at least {max(numbers.minion_group_min, 1)}."
        faults.append(Fault("house-rules, minion-group-max", "no group fits", cure))
    if faults:
        raise HouseRulesError(faults)
    return house, numbers, fill(Switches, house)


def in_force(book: Rulebook, setup: Setup) -> tuple[HouseRules, Numbers, Switches]:
    """The house rules of a setup, its numbers and its switches; shared by its fights.

    Raises `HouseRulesError`.
    """
    return _in_force(book, json.dumps(setup.house_rules, sort_keys=True))


# ---- starting ----


def new_fight(book: Rulebook, setup: Setup) -> IxFight:
    """The state before the first step; raises `HouseRulesError`."""
    house, numbers, switches = in_force(book, setup)
    fighters = [fighter(block, numbers) for block in setup.roster]
    fight = IxFight(
        house,
        {one.id: one for one in fighters},
        numbers=numbers,
        switches=switches,
        heroes=tuple(o.id for o in fighters if o.side == "heroes" and o.rank != MOUNT),
        foes=tuple(o.id for o in fighters if o.side == "foes" and o.rank != MOUNT),
        max_rounds=setup.max_rounds,
    )
    fight.mounts = tuple(o.id for o in fighters if o.rank == MOUNT)
    if fight.mounts:
        mounted.saddle(fight, {b["id"]: b["rides"] for b in setup.roster if b.get("rides")})
    _set_scene(fight, setup.scene)
    return fight


def _set_scene(fight: IxFight, said: Mapping[str, Any]) -> None:
    """What the encounter says of the scene is settled and is not asked.

    Implements ix.story.session-start (the pools of a new session; an encounter may say what is
    left of one that has begun).
    """
    players = said.get("players")
    if players is None:
        players = sum(one.kind == "hero" and not one.status for one in fight.combatants.values())
    fight.players = players
    fight.fortune = players if said.get("fortune") is None else said["fortune"]
    fight.peril = 1 if said.get("peril") is None else said["peril"]
    fight.scene = said.get("kind") or scene.FIGHT
    if not said.get("structured", True):
        fight.scene = scene.FREE
    fight.structured = fight.scene in scene.BY_TURNS
    fight.stage = scene.FREE if fight.scene == scene.FREE else scene.START
    fight.light = said.get("light") or "bright"
    fight.magical_darkness = said.get("magical_darkness", False)
    fight.lamps = tuple(
        Lamp(f"lamp-{n}", lamp.get("name") or "", lamp["source"], lamp["at"], lamp.get("lit", True))
        for n, lamp in enumerate(said.get("lights") or (), 1)
    )
    numbers = fight.numbers
    fight.covers = tuple(
        (
            cover["at"],
            numbers.strong_cover_ranged_defense
            if cover.get("strong")
            else numbers.cover_ranged_defense,
            cover["name"],
        )
        for cover in said.get("cover") or ()
    )
    where = said.get("at")
    for one in fight.combatants.values():
        if where and one.id in where:
            one.at = where[one.id]
        elif one.side == "foes":
            one.at = numbers.start_steps
        one.surprised = one.id in (said.get("surprised") or ())
        if one.id in (said.get("behind_cover") or ()):
            one.cover = max((c[1] for c in fight.covers if c[0] == one.at), default=0)
    fight.placed = where is not None
    if fight.mounts:
        mounted.saddle(fight, said.get("riding") or {})
    engaged = said.get("engaged") or ()
    fight.engaged = frozenset((a, b) for a, b in engaged)
    aims = said.get("aims") or {}
    fight.aims = tuple((side, aims.get(side, "")) for side in ("heroes", "foes"))
    for area in (chase, social, travel, downtime):
        area.prepare(fight, said)
    flying.prepare(fight, said)
    ship.prepare(fight, said)
    building.prepare(fight, said)
    exposure.prepare(fight, said)


def fighter(block: Mapping[str, Any], numbers: Numbers) -> Fighter:
    """Anybody from a completed block.

    Implements ix.wounds.points, ix.wounds.start-full, ix.strain.points, ix.minion.wounds,
    ix.content.encumbrance.
    """
    species = block.get("species") or {}
    rank = block.get("npc") or CHARACTER
    weapons = tuple(_weapon(one) for one in block.get("weapons", ()))
    items = tuple(
        Item(
            one["id"],
            one["name"],
            one.get("kind", "gear"),
            one.get("light", ""),
            one.get("encumbrance", 0),
            one.get("count", 1),
            one.get("use", ""),
            one.get("worth", 0),
        )
        for one in block.get("gear", ())
    )
    worn = block.get("armour")
    armour = None
    if worn and not worn.get("lost"):
        armour = Armour(
            worn["id"],
            worn["name"],
            worn["resistance"],
            worn["melee_defense"],
            worn["ranged_defense"],
            worn["encumbrance"],
        )
    members = block.get("members", 1)
    points = block["wound_points"]
    most = points * members if rank == MINION else points
    darkvision = species.get("darkvision") or block.get("darkvision") or "none"
    sense = block.get("other_sense", "none")
    help_ = block.get("against_fear") or {}
    one = Fighter(
        block["id"],
        block["name"],
        block["side"],
        kind=block.get("kind", "hero"),
        rank=rank,
        characteristics=dict(block["characteristics"]),
        skills={skill: rank for skill, rank in block.get("skills", {}).items() if rank},
        wound_points=most,
        wounds=most if block.get("wounds") is None else block["wounds"],
        strain_points=block.get("strain_points") or 0,
        strain=block.get("strain", 0),
        species=dict(species),
        group_skills=tuple(block.get("group_skills", ())),
        talents=tuple(block.get("talents", ())),
        weapons=weapons,
        armour=armour,
        items=items,
        spells=tuple(_spell(spell) for spell in block.get("spells", ())),
        resistance=block.get("resistance"),
        melee_defense=block.get("melee_defense", 0),
        ranged_defense=block.get("ranged_defense", 0),
        scale=species.get("scale", block.get("scale", 1)),
        members=members,
        member_wounds=points if rank == MINION else 0,
        fear=block.get("fear", 0),
        fear_proof=block.get("fear_proof", False) or block.get("make", "living") != "living",
        make=block.get("make", "living"),
        leads=block.get("leads", False),
        group=block.get("group", ""),
        hears=block.get("hears", True),
        purse=block.get("purse", 0),
        pay=block.get("pay", 0),
        career=tuple(block.get("career", ())),
        languages=tuple(block.get("languages", ())),
        discounts=tuple(block.get("discounts", ())),
        contacts=tuple(block.get("contacts", ())),
        facts=tuple(block.get("facts", ())),
        against_fear=(
            help_.get("boon_dice", 0),
            help_.get("fewer_bane_dice", 0),
            help_.get("downgrades", 0),
            help_.get("less_strain", 0),
        ),
        darkvision=BANDS.index(darkvision) if darkvision in BANDS else -1,
        sense=BANDS.index(sense) if sense in BANDS else -1,
        flight=species.get("flight", block.get("flight", False)),
        war_trained=block.get("war_trained", False),
        proof_against=tuple(species.get("proof_against") or block.get("proof_against") or ()),
        hidden=block.get("hidden", False),
        shown=block.get("shown", "all"),
        place=block.get("place", ""),
    )
    _carry(one, block, weapons)
    _wear(one, block)
    _hurt(one, block)
    injuries_carried.restore(one)
    one.burden = burden(one, numbers)
    return one


def _carry(one: Fighter, block: Mapping[str, Any], weapons: Sequence[Weapon]) -> None:
    """What is in hand, in a pack, lost or broken, and what burns."""
    given = block.get("weapons", ())
    one.held = tuple(
        weapon.id
        for weapon, said in zip(weapons, given, strict=True)
        if said.get("carried") == "drawn" and not (weapon.natural or weapon.mounted)
        if said.get("lost") != "dropped"
    )
    one.packed = tuple(said["id"] for said in given if said.get("carried") == "packed")
    things = [*given, *block.get("gear", ())]
    one.dropped = tuple(said["id"] for said in things if said.get("lost") == "dropped")
    one.faults = {said["id"]: "broken" for said in things if said.get("lost") == "broken"}
    one.lit = tuple(said["id"] for said in block.get("gear", ()) if said.get("lit"))
    one.shots = {w.id: w.rating("few-shots") for w in weapons if w.has("few-shots")}


def _wear(one: Fighter, block: Mapping[str, Any]) -> None:
    """By how many steps weapons and armour are damaged; two break them.

    Implements ix.quality.damaged.
    """
    worn = block.get("armour")
    for said in [*block.get("weapons", ()), *([worn] if worn else [])]:
        steps = said.get("damaged", 0)
        if steps > 1:
            one.faults = {**one.faults, said["id"]: "broken"}
        elif steps:
            one.effects += (Effect(DAMAGED, what=said["id"], rule="ix.quality.damaged"),)


def _hurt(one: Fighter, block: Mapping[str, Any]) -> None:
    """What earlier fights have left."""
    one.injuries = tuple(
        Injury(
            -serial,
            said["injury"],
            drawn=said.get("drawn", ""),
            answered=said.get("answered", False),
            care=said.get("care", False),
            permanent=said.get("permanent", False),
        )
        for serial, said in enumerate(block.get("injuries", ()), 1)
    )
    one.stabilized = block.get("stabilized", False)
    one.overloaded = block.get("overloaded", False)
    if block.get("dead"):
        one.status = DEAD
        one.died = -block.get("dead_hours", 0)
        one.tried_by = tuple(block.get("tried_by", ()))
    one.strangers = tuple(block.get("strangers", ()))
    one.lowered = dict(block.get("lowered", {}))
    one.marks = tuple(block.get("marks", ()))


def _weapon(said: Mapping[str, Any]) -> Weapon:
    return Weapon(
        said["id"],
        said["name"],
        said["skill"],
        said["damage"],
        said["crit"],
        band_named(said["range"]),
        mode_of(said["skill"]),
        dict(said["qualities"]),
        said["encumbrance"],
        said["hands"],
        said["natural"],
        said["mounted"],
    )


_OF_SPELL = ("id", "name", "skills", "cost", "difficulty", "range", "target")


def _spell(said: Mapping[str, Any]) -> Spell:
    reach = said["range"]
    aim = "creature"
    target = str(said["target"])
    if reach == "self":
        aim = "self"
    elif "every friend" in target:
        aim = "friends"
    elif "friend" in target:
        aim = "friend"
    elif "living" in target:
        aim = "living"
    elif "died" in target:
        aim = "dead"
    return Spell(
        said["id"],
        said["name"],
        tuple(said["skills"]),
        said["cost"],
        trial_dice(said["difficulty"]),
        BANDS.index(reach) if reach in BANDS else -1,
        aim,
        {**{k: v for k, v in said.items() if k not in _OF_SPELL}, "target": target},
    )


# ---- saving ----

Loader = Callable[[Any], Any]


def _same(value: Any) -> Any:
    return value


def _tuple(value: Any) -> Any:
    return tuple(_tuple(part) if isinstance(part, list) else part for part in value)


def _records(cls: type[Any]) -> Loader:
    return lambda value: tuple(_record(cls, one) for one in value)


def _record(cls: type[Any], value: Mapping[str, Any]) -> Any:
    frozen = {k: tuple(v) if isinstance(v, list) else v for k, v in value.items()}
    return cls(**frozen)


def _maybe(cls: type[Any]) -> Loader:
    def load(value: Any) -> Any:
        if value is None:
            return None
        return cls(**{k: _tuple(v) if isinstance(v, list) else v for k, v in value.items()})

    return load


def _armour(value: Any) -> Armour | None:
    return None if value is None else _record(Armour, value)


def _pair(value: Any) -> Any:
    return None if value is None else tuple(value)


_SPECIAL_OF_FIGHTER: Mapping[str, Loader] = {
    "weapons": _records(Weapon),
    "armour": _armour,
    "items": _records(Item),
    "spells": _records(Spell),
    "conditions": _records(Condition),
    "effects": _records(Effect),
    "injuries": _records(Injury),
    "initiative": _pair,
}


def _held(value: Mapping[str, Any]) -> Held:
    return Held(**{name: _load(name, part, _SPECIAL_OF_FIGHTER) for name, part in value.items()})


def _ended(value: Any) -> Ended | None:
    if value is None:
        return None
    plain = {name: _load(name, part, {}) for name, part in value.items() if name != "held"}
    return Ended(**plain, held=tuple(_held(one) for one in value["held"]))


def _chase(value: Any) -> Chase | None:
    if value is None:
        return None
    parts = {"gaps": PairGap, "obstacles": Obstacle, "facing": Facing}
    return Chase(
        **{
            name: _records(parts[name])(part) if name in parts else _load(name, part, {})
            for name, part in value.items()
        }
    )


_SPECIAL_OF_FIGHT: Mapping[str, Loader] = {
    "chase": _chase,
    "ended": _ended,
    "lamps": _records(Lamp),
    "slots": _records(Slot),
    "falls": _records(Fall),
    "ships": _records(Ship),
    "lent": _records(Lent),
    "tasks": _records(Task),
    "axes": _records(Axis),
    "talk": _maybe(Talk),
    "journey": _maybe(Journey),
    "gap": _maybe(Gap),
    "engaged": lambda value: frozenset(_tuple(value)),
    "building": lambda value: None if value is None else _record(Building, value),
    "climate": lambda value: None if value is None else _record(Climate, value),
}
_NOT_SAVED = ("house", "combatants", "numbers", "switches", "check", "kept", "passes", "max_rounds")


def _plain(value: Any) -> Any:
    """A value as plain data."""
    if isinstance(value, (tuple, list)):
        return [_plain(part) for part in value]
    if isinstance(value, frozenset):
        return sorted(_plain(part) for part in value)
    if isinstance(value, Mapping):
        return {key: _plain(part) for key, part in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def dump(fight: IxFight) -> dict[str, Any]:
    """The state as plain data, whole: nothing of the setup but its house rules is needed again."""
    data = {
        field.name: _plain(getattr(fight, field.name))
        for field in fields(fight)
        if field.name not in _NOT_SAVED
    }
    data["combatants"] = [_plain(one) for one in fight.combatants.values()]
    data["kept"] = {rule: list(key) for rule, key in fight.kept.items()}
    data["passes"] = {who: dict(windows) for who, windows in fight.passes.items()}
    return data


def load(book: Rulebook, data: Mapping[str, Any], setup: Setup) -> IxFight:
    """The state from what `dump` wrote."""
    house, numbers, switches = in_force(book, setup)
    fight = IxFight(
        house,
        {one["id"]: _load_fighter(one) for one in data["combatants"]},
        numbers=numbers,
        switches=switches,
        heroes=(),
        foes=(),
        max_rounds=setup.max_rounds,
    )
    for field in fields(fight):
        if field.name in data and field.name not in _NOT_SAVED:
            setattr(fight, field.name, _load(field.name, data[field.name], _SPECIAL_OF_FIGHT))
    fight.kept = {rule: tuple(key) for rule, key in data["kept"].items()}
    fight.passes = {who: dict(windows) for who, windows in data["passes"].items()}
    return fight


def _load(name: str, value: Any, special: Mapping[str, Loader]) -> Any:
    if name in special:
        return special[name](value)
    return _tuple(value) if isinstance(value, list) else value


def _load_fighter(data: Mapping[str, Any]) -> Fighter:
    values = {name: _load(name, value, _SPECIAL_OF_FIGHTER) for name, value in data.items()}
    values["notes"] = dict(data["notes"])
    return Fighter(**values)


# ---- comparing ----

_COSMETIC = ("id", "name", "notes", "shown", "place", "species")
_NOT_KEYED = ("house", "combatants", "numbers", "switches", "check", "step", "max_rounds")
_FIGHTER_KEY = tuple(f.name for f in fields(Fighter) if f.name not in _COSMETIC)
_FIGHT_KEY = tuple(f.name for f in fields(IxFight) if f.name not in (*_NOT_KEYED, "kept", "passes"))


def key(fight: IxFight) -> tuple[Any, ...]:
    """Equal for fights that play alike from here on.

    Names, places in words, notes and the count of steps make no difference. Rounds do: gear and
    injuries count them.
    """
    return (
        tuple(_hashable(getattr(fight, name)) for name in _FIGHT_KEY),
        tuple(sorted(fight.kept.items())),
        tuple((who, tuple(sorted(w.items()))) for who, w in sorted(fight.passes.items())),
        tuple(
            (who, tuple(_hashable(getattr(one, name)) for name in _FIGHTER_KEY))
            for who, one in fight.combatants.items()
        ),
    )


def _hashable(value: Any) -> Any:
    return tuple(sorted(value.items())) if isinstance(value, Mapping) else value


# ---- back to blocks ----


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
        return block | {"species": _plain(one.species), **_of_downtime(one)}
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
    return {**_plain(one.armour), "damaged": _steps(one, one.armour.id)}


def _steps(one: Fighter, item: str) -> int:
    """By how many steps an item is damaged; two have broken it."""
    if one.faults.get(item) == "broken":
        return 2
    return sum(e.amount for e in one.effects if e.op == DAMAGED and e.what == item)


def _item_block(one: Fighter, item: Item) -> dict[str, Any]:
    return {**_plain(item), "lit": item.id in one.lit}


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
        **_plain(spell.says),
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
