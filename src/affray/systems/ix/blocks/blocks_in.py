"""From plain blocks and the scene of an encounter to a fight before its first step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.rulebook import Rulebook
from affray.kernel.system import Setup
from affray.systems.ix.air import flying, ship
from affray.systems.ix.fight.encumbrance import burden
from affray.systems.ix.harm import injuries_carried
from affray.systems.ix.harm.damage import DAMAGED
from affray.systems.ix.hazards import building, suffocation, temperature
from affray.systems.ix.in_force import in_force
from affray.systems.ix.ledger import BANDS, band_named, mode_of, trial_dice
from affray.systems.ix.numbers import Numbers
from affray.systems.ix.records import (
    Armour,
    Effect,
    Injury,
    Item,
    Lamp,
    Spell,
    Weapon,
)
from affray.systems.ix.saddle import mounted
from affray.systems.ix.scenes import chase, downtime, scene, social, travel
from affray.systems.ix.state import CHARACTER, DEAD, MINION, MOUNT, Fighter, IxFight


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
    suffocation.prepare(fight, said)
    temperature.prepare(fight, said)


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
