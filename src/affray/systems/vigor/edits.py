"""The GM's hand on a vigor fight: numbers, tags, places, facts, newcomers, and what is odd then.

An edit asks nothing and rolls nothing; what follows from it by the rules (a fallen cap, the end of
the fight) follows at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from affray.kernel.editing import move_of, newcomer, record_move
from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.vigor import (
    edits_of_places,
    npc,
    position,
    roster,
    saving,
    scene_settings,
    sheets,
    stamina,
    vigor,
    vitality,
    wound,
)
from affray.systems.vigor.gm_hand import known, note, whole
from affray.systems.vigor.ledger import STATS, tables
from affray.systems.vigor.state import (
    NOTHING,
    SOVEREIGN_ACTIONS,
    Effect,
    Spot,
    VigorFight,
    Warrior,
)

MOST = 10_000
AXES = ("x", "y")
"""The place of somebody as two numbers, in feet."""
KINDS = (
    *("set", "tag", "untag", "place", "fact", "ground", "leave", "back", "armour", "hold"),
    *("skip", "add", "reorder"),
)


def edit(fight: VigorFight, edit: Edit, table: Table) -> bool:
    """Applies an edit of vigor's own kinds; says whether it was one.

    Kinds: set (`name`: a track or number, `value`; of nobody: see `scene_settings`), tag and untag
    (`name`: reaction, surprised, leader, shield, fleeing, an injury, or a condition in one's own
    words), place (`value`: [x, y] in feet), fact (`name`: distance, line, cover or sight of `who`;
    `value`: a table of `other`, `is` and perhaps `once`), ground (`value`: a patch as a table,
    "all" or "none"), leave (`value`: why, in words), back, armour (`value`: a class), hold
    (`value`: a weapon), skip (the turn ends), add (`value`: a block) and reorder. Raises `Refused`
    and changes nothing if it makes no sense.

    Implements vigor.position.gm-places, vigor.fight.scene-facts, vigor.fight.gm-ends.
    """
    if edit.kind not in KINDS:
        return False
    edit = replace(edit, name=edit.name.strip())
    match edit.kind:
        case "add":
            _add(fight, edit, table)
        case "skip":
            _skip(fight, edit, table)
        case "reorder":
            _reorder(fight, edit, table)
        case "ground":
            edits_of_places.ground(fight, edit, table)
        case "fact":
            edits_of_places.fact(fight, edit, table)
        case "set" if not edit.who:
            scene_settings.apply(fight, edit, table)
        case _:
            _EDITS[edit.kind](fight, known(fight, edit.who), edit, table)
    for one in fight.standing():
        vigor.hold_to_cap(fight, table, one.id)
        if edit.kind == "set" and one.id == edit.who and fight.stage != "set-up":
            npc.test(fight, table, one.id)
    fight.check_end(table)
    return True


# ---- numbers ----

_NUMBERS: Mapping[str, tuple[str, int, int]] = {
    "vigor": ("vigor", 0, MOST),
    "vitality": ("vitality", 0, MOST),
    "stamina": ("stamina", 0, MOST),
    "harm": ("harm", 0, MOST),
    "tier": ("tier", 1, 5),
    "initiative": ("initiative", -MOST, MOST),
    "sovereign-actions": ("sovereign_actions", 0, 20),
    "points": ("points", -100, 100),
    "crit": ("crit", -20, 20),
    "ac": ("own_ac", 0, 100),
    "attack-bonus": ("attack_bonus", -100, 100),
}


def numbers(fight: VigorFight, who: str) -> list[str]:
    """The names of the numbers of `who` that `set` changes now."""
    one = known(fight, who)
    found = [name for name in _NUMBERS if _has(one, name)]
    found += [*one.stats, "reaction"]
    if one.at is not None:
        found += AXES
    if one.role == "hero":
        found.append("wounds-left")
    if fight.acting == who and fight.stage == "turn":
        found += ["action", "feet", "swaps"]
    return found


def _has(one: Warrior, name: str) -> bool:
    if name in ("harm", "attack-bonus"):
        return one.is_minor
    if name in ("vitality", "stamina", "crit"):
        return not one.is_minor
    return name != "sovereign-actions" or one.role == "sovereign"


def _set(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    name = edit.name.casefold().replace(" ", "-")
    value = edit.value
    if name in STATS and one.stats:
        low, high = fight.numbers.stat_min, fight.numbers.stat_max
        whole(value, low, high)
        note(fight, table, edit, "vigor.stat.six")
        one.stats = {**one.stats, name: value}
    elif name in ("feet", "action", "swaps"):
        _turn_number(fight, one, edit, table, name)
    elif name == "wounds-left":
        _wounds_left(fight, one, edit, table)
    elif name in AXES:
        spot = [value if axis == name else one.spot[n] for n, axis in enumerate(AXES)]
        edits_of_places.place(fight, one, replace(edit, kind="place", value=spot), table)
    elif name == "reaction":
        one.reaction = bool(whole(value, 0, 1))
        note(fight, table, edit)
    elif name in _NUMBERS and _has(one, name):
        field, low, high = _NUMBERS[name]
        whole(value, low, high)
        note(fight, table, edit)
        setattr(one, field, value)
        if name in ("vigor", "vitality", "harm"):
            _revived(fight, one)
    else:
        names = ", ".join(numbers(fight, one.id))
        raise Refused("illegal", f"{one.name} has no number {edit.name!r}.", f"There are: {names}.")


def _revived(fight: VigorFight, one: Warrior) -> None:
    """A number that has come above nothing brings nobody back: "back" does that."""
    if one.is_minor and one.status == "fleeing" and one.vigor > 0:
        one.status = ""


def _turn_number(fight: VigorFight, one: Warrior, edit: Edit, table: Table, name: str) -> None:
    if fight.acting != one.id or fight.stage != "turn":
        raise Refused("illegal", f"It is not the turn of {one.name}.")
    whole(edit.value, 0, edits_of_places.MOST_FEET if name == "feet" else 20)
    note(fight, table, edit)
    if name == "action":
        fight.action = edit.value > 0
    else:
        setattr(fight, name, edit.value)


def _wounds_left(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    """Fewer wounds left means more injuries, the lowest first; more means the latest healed."""
    if one.role != "hero":
        raise Refused("illegal", f"{one.name} takes no wounds.")
    rows = [row.id for row in tables().injuries]
    wanted = wound.capacity(one) - whole(edit.value, 0, wound.capacity(one))
    note(fight, table, edit, "vigor.wound.capacity")
    held = list(one.injuries)[:wanted]
    held += [each for each in rows if each not in held][: wanted - len(held)]
    one.injuries = tuple(held)


# ---- tags ----


def conditions(fight: VigorFight, who: str) -> list[str]:
    """The names that `tag` knows for `who` now; it takes any other words as a condition, too."""
    one = known(fight, who)
    found = ["surprised", "reaction", "reaction-used", "shield", "dead", "fled"]
    if one.side == "foes":
        found.append("leader")
    if one.is_minor:
        found.append("fleeing")
    if one.role == "hero":
        found += [row.id for row in tables().injuries if row.id not in one.injuries]
    return found


def _tag(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    _condition(fight, one, edit, table, holds=True)


def _untag(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    _condition(fight, one, edit, table, holds=False)


def _condition(fight: VigorFight, one: Warrior, edit: Edit, table: Table, *, holds: bool) -> None:
    name = edit.name
    word = name.casefold().replace(" ", "-")
    injuries = {row.id: row for row in tables().injuries}
    if not name or len(name) > 60:
        raise Refused("illegal", "A tag has a name of 1 to 60 letters.")
    if holds and word == "leader" and one.side != "foes":
        raise Refused("illegal", f"{one.name} is no enemy.", "Only an enemy is marked as Leader.")
    if word in ("reaction", "surprised", "leader", "shield"):
        note(fight, table, edit)
        setattr(one, word, holds)
    elif word == "reaction-used":
        note(fight, table, edit)
        one.reaction = not holds
    elif word in injuries and one.role == "hero":
        note(fight, table, edit, injuries[word].rule)
        kept = [each for each in one.injuries if each != word]
        one.injuries = (*kept, word) if holds else tuple(kept)
        one.vitality = min(one.vitality, vitality.maximum(fight, one)) if holds else one.vitality
    elif word in ("fleeing", "dead", "fled"):
        if holds and word == "fleeing" and not one.is_minor:
            raise Refused("illegal", "Only a Minor flees.", "Use leave for anybody else.")
        note(fight, table, edit)
        one.status = word if holds else ""
        if holds:
            one.pending = one.pick = NOTHING
            one.reaction = False
    elif word == "declared" or word.startswith("declared:"):
        if holds:
            raise Refused("illegal", "Nobody declares by the GM's word.", "Take the step back.")
        note(fight, table, edit)
        one.pending = NOTHING
    elif holds:
        note(fight, table, edit, "vigor.hit.conditions")
        one.effects = (*one.effects, Effect("condition", "fight", name=name))
    else:
        _lift(fight, one, edit, table, word)


def _lift(fight: VigorFight, one: Warrior, edit: Edit, table: Table, word: str) -> None:
    """Takes away an effect by what the card or the state calls it."""
    kept = [
        effect
        for effect in one.effects
        if word not in (effect.kind, effect.name.casefold().replace(" ", "-"))
        and sheets.tag_of(fight, effect).name.casefold().replace(" ", "-") != word
    ]
    if len(kept) == len(one.effects):
        held = ", ".join(sheets.tag_of(fight, effect).name for effect in one.effects) or "none"
        raise Refused("illegal", f"{one.name} has no tag {edit.name!r}.", f"Tags held: {held}.")
    note(fight, table, edit)
    one.effects = tuple(kept)


# ---- presence ----


def _leave(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    """Surrender, truce, escape, capture. Implements vigor.fight.gm-ends."""
    if not one.stands:
        raise Refused("illegal", f"{one.name} is not in the fight.")
    if not isinstance(edit.value or "", str) or len(edit.value or "") > 200:
        raise Refused("illegal", "Say why in at most 200 letters.")
    note(fight, table, edit, "vigor.fight.gm-ends")
    fight.leave(one.id, "out", table, "vigor.fight.gm-ends")


def _back(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    """Somebody dead, fled or gone is in the fight again, with at least 1 Vitality or Vigor."""
    note(fight, table, edit)
    one.status = ""
    if one.is_minor:
        one.vigor = max(one.vigor, 1)
        one.harm = min(one.harm, max(2 * one.tier - 1, 0))
    else:
        one.vitality = max(one.vitality, 1)
    if one.at is None or position.is_taken(fight, one.at, one.id):
        one.at = position.arrival(fight, one.id)


def _armour(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    if edit.value not in tables().armour:
        raise Refused(
            "illegal", f"{edit.value!r} is no armour.", f"Give one of {', '.join(tables().armour)}."
        )
    note(fight, table, edit, "vigor.ac.armour")
    one.armour = edit.value


def _hold(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    carried = [weapon.id for weapon in one.weapons]
    if edit.value not in ("", *carried):
        raise Refused(
            "illegal",
            f"{one.name} carries no {edit.value!r}.",
            f"Carried: {', '.join(carried) or 'nothing'}.",
        )
    note(fight, table, edit)
    one.in_hand = (edit.value,) if edit.value else ()


def _skip(fight: VigorFight, edit: Edit, table: Table) -> None:
    """The turn of whoever acts ends when the step does, with its action and movement."""
    if fight.stage != "turn":
        raise Refused("illegal", "Nobody's turn is running.")
    if edit.who not in ("", fight.acting):
        acting = fight[fight.acting].name
        raise Refused("illegal", f"It is not the turn of {edit.who}.", f"{acting} acts.")
    note(fight, table, edit)
    fight.action = False
    fight.feet = 0
    fight.swaps = 0


def _reorder(fight: VigorFight, edit: Edit, table: Table) -> None:
    move = move_of(sheets.order(fight), edit)
    order = tuple(slot.partition(":")[2] for slot in move.slots)
    fight.order = (*order, *(who for who in fight.order if who not in order))
    record_move(fight, table, move, "vigor.initiative.order")


def _add(fight: VigorFight, edit: Edit, table: Table) -> None:
    """A newcomer comes in with full pools. Implements vigor.fight.newcomers."""
    from pydantic import ValidationError

    from affray.kernel.validation import faults_of
    from affray.systems.vigor import content

    block = newcomer(fight, edit.value)
    who, kind = block["id"], block["kind"]
    side = "foes" if kind == "foe" else "heroes"
    try:
        checked = content.check_block(kind, block, fight.house)
    except ValidationError as error:
        faults = faults_of(error, "the block", block)
        told = " ".join(f"{fault.place}: {fault.fault}. {fault.cure}" for fault in faults[:10])
        raise Refused(
            "illegal", told, f"There are {len(faults)} faults." * (len(faults) > 10)
        ) from error
    join(fight, table, {**checked, "id": who, "kind": kind, "side": side})


def join(fight: VigorFight, table: Table, block: Mapping[str, Any]) -> None:
    """Somebody comes in from a completed block: full pools, a place, no turn before the next roll.

    Implements vigor.fight.newcomers.
    """
    one = roster.warrior(block, fight.numbers)
    fight.combatants[one.id] = one
    saving.fill_pools(fight, one, {**block, "vitality": None, "stamina": None})
    if one.side == "heroes":
        fight.heroes += (one.id,)
    else:
        fight.foes += (one.id,)
    if fight.stage != "set-up":
        one.has_joined = False
        one.reaction = False
        if one.at is None:
            one.at = position.arrival(fight, one.id)
        one.at = position.snapped(fight, *one.at)
    table.record(
        "joined",
        (GM_HAND, "vigor.fight.newcomers"),
        audience="gm" if one.hidden else "all",
        who=one.id,
        at=list(one.spot),
    )


_EDITS: Mapping[str, Callable[[VigorFight, Warrior, Edit, Table], None]] = {
    "set": _set,
    "tag": _tag,
    "untag": _untag,
    "place": edits_of_places.place,
    "leave": _leave,
    "back": _back,
    "armour": _armour,
    "hold": _hold,
}


def oddities(fight: VigorFight) -> list[str]:
    """What no rule could have brought about, in words."""
    odd: list[str] = []
    places: dict[Spot, str] = {}
    for one in fight.combatants.values():
        if one.vigor > vigor.cap(fight, one):
            odd.append(f"{one.name} has {one.vigor} Vigor of {vigor.cap(fight, one)}.")
        full = vitality.maximum(fight, one)
        if one.vitality > full:
            odd.append(f"{one.name} has {one.vitality} Vitality of {full}.")
        if one.stamina > stamina.maximum(fight, one):
            odd.append(f"{one.name} has {one.stamina} Stamina.")
        if one.role == "hero" and len(one.injuries) > wound.capacity(one):
            odd.append(f"{one.name} carries {len(one.injuries)} wounds.")
        if one.role != "sovereign" and one.sovereign_actions:
            odd.append(f"{one.name} is no Sovereign and has Sovereign Actions.")
        if one.sovereign_actions > SOVEREIGN_ACTIONS:
            odd.append(f"{one.name} has {one.sovereign_actions} Sovereign Actions.")
        if one.is_in and one.role in ("major", "sovereign") and one.vigor + one.vitality <= 0:
            odd.append(f"{one.name} has nothing left and fights on.")
        if one.is_in and one.at is not None:
            if one.at in places:
                odd.append(f"{one.name} and {places[one.at]} stand on one point.")
            places[one.at] = one.name
    for side in ("heroes", "foes"):
        ids = [who for who in fight.side(side) if fight[who].role == "sovereign"]
        if len(ids) > 1:
            odd.append(f"There are {len(ids)} Sovereigns on one side.")
    if fight.result is None and fight.stage == "turn" and not fight.stands(fight.acting):
        odd.append(f"It is the turn of {fight[fight.acting].name}, who is out of the fight.")
    return odd
