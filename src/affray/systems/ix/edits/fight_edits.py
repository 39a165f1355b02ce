"""The GM's hand on a fight of ix: numbers, conditions, places, newcomers, and what is odd then.

An edit asks nothing and rolls nothing; what follows from it by the rules (down, out, dead, the end
of the fight) follows at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from affray.kernel.editing import move_of, newcomer, record_move
from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.ix import sheets
from affray.systems.ix.blocks import blocks_in
from affray.systems.ix.edits import air_edits as air_hand
from affray.systems.ix.edits import interlude_edits, scene_edits, tag_edits
from affray.systems.ix.edits.hand import FARTHEST, MOST, known, move, note, whole_number
from affray.systems.ix.fight import encounter
from affray.systems.ix.fight.encumbrance import burden
from affray.systems.ix.harm import fear, strain, wounds
from affray.systems.ix.ledger import CHARACTERISTICS, rows, skills
from affray.systems.ix.scenes import chase_hand
from affray.systems.ix.state import (
    DEAD,
    MINION,
    MOUNT,
    OUT,
    Fighter,
    IxFight,
)

MOST_RATING = 50
KINDS = ("set", "tag", "untag", "place", "add", "skip", "reorder")


def edit(fight: IxFight, edit: Edit, table: Table) -> bool:
    """Applies an edit of ix's own kinds; says whether it was one.

    Kinds: set (`name`: a track, a rating, "at" on the line, "reaction" in words; without `who`
    Fortune, Peril, light or "offer-peril"), tag and untag (`name`: a condition, "engaged:ID",
    "broken:THING", "no-air", an injury's row ...), place (`value`: a place of the line, or where
    somebody stands in words), skip (the
    acting participant's turn ends), reorder (the slots) and add (`value`: a block). Names go as
    cards show them, too. Raises `Refused` and changes nothing if it makes no sense.

    Implements ix.range.record-place, ix.initiative.late-arrival, ix.off-guard.gm.
    """
    if edit.kind not in KINDS:
        return False
    edit = replace(edit, name=_plain(edit.name)) if edit.kind != "reorder" else edit
    match edit.kind:
        case "add":
            _add(fight, edit, table)
        case "skip":
            note(fight, table, edit)
            fight.actions = fight.free_maneuvers = 0
            fight.skipped = fight.turn
        case "reorder":
            _reorder(fight, edit, table)
        case "set" if not edit.who:
            scene_edits.set_scene(fight, edit, table)
        case _:
            _EDITS[edit.kind](fight, known(fight, edit.who), edit, table)
    if fight.stage not in ("start", "initiative", "rest", "free"):
        encounter.check_end(fight, table)
    return True


def _plain(name: str) -> str:
    """A name as a card shows it ("Wounds", "cover 2", "aiming x1") as an edit takes it."""
    slug = name.casefold().strip().replace(" ", "-")
    if slug in rows("critical-injuries") or ":" in slug:
        return slug
    slug = re.sub(r",-(minor|moderate|severe|deadly|mortal)\Z", "", slug)
    plain = re.sub(r"-x?\d+\Z", "", slug)
    return _ON_CARDS.get(plain, plain)


_ON_CARDS: Mapping[str, str] = {
    "defensive-guard": "defensive",
    "aiming": "aim",
    "place": "at",
    "suffocating": "no-air",
    "holding-its-breath": "no-air",
}


# ---- numbers ----

_BOUNDS: Mapping[str, tuple[int, int]] = {
    "wounds": (-MOST, MOST),
    "strain": (0, MOST),
    "at": (-FARTHEST, FARTHEST),
    "cover": (0, 20),
    "aim": (0, 20),
    "resistance": (0, 99),
    "melee-defense": (0, 20),
    "ranged-defense": (0, 20),
    "wound-points": (1, MOST),
    "strain-points": (0, MOST),
    "fear": (0, 4),
    "actions": (0, 1),
    "maneuvers": (0, 2),
    "free-maneuvers": (0, 2),
}


_OF_A_TURN = ("actions", "maneuvers", "free-maneuvers")


def numbers(fight: IxFight, who: str) -> list[str]:
    """The names of the numbers of `who` that `set` changes now."""
    one = known(fight, who)
    found = [name for name in _BOUNDS if name not in _OF_A_TURN or fight.acting == who]
    if one.rank == MINION:
        found.append("standing")
    found += chase_hand.numbers(fight, who)
    found += air_hand.numbers(fight)
    return [*found, *CHARACTERISTICS, *skills()]


def _set(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    name = edit.name
    if name == "reaction":
        _react(fight, who, edit, table)
    elif name in CHARACTERISTICS:
        value = whole_number(edit, 0, MOST_RATING)
        note(fight, table, edit)
        who.characteristics = {**who.characteristics, name: value}
        who.burden = burden(who, fight.numbers)
    elif name in skills():
        value = whole_number(edit, 0, MOST_RATING)
        note(fight, table, edit)
        who.skills = {**who.skills, name: value}
    elif interlude_edits.of_somebody(who, name):
        interlude_edits.set_somebody(who, edit, lambda rule: note(fight, table, edit, rule))
    elif name == "standing" and who.rank == MINION:
        value = whole_number(edit, 0, who.members)
        note(fight, table, edit)
        _wounds(fight, who, value * who.member_wounds, table)
    elif air_hand.of_one(name):
        air_hand.check_one(fight, who, edit)
        note(fight, table, edit)
        air_hand.set_one(fight, who, edit, table)
    elif name.startswith(chase_hand.GAP):
        pair = chase_hand.check_gap(fight, who.id, edit)
        note(fight, table, edit, "ix.chase.gap")
        chase_hand.set_gap(fight, table, pair, int(edit.value))
    elif name in _BOUNDS:
        value = whole_number(edit, *_BOUNDS[name])
        if name in _OF_A_TURN and fight.acting != who.id:
            raise Refused("illegal", f"It is not the turn of {who.name}.")
        note(fight, table, edit)
        _set_number(fight, who, name, value, table)
    else:
        cure = f"There are: {', '.join(numbers(fight, who.id))}."
        raise Refused("illegal", f"{who.name} has no number {edit.name!r}.", cure)


def _react(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    """A reactive talent fires, whoever's turn it is, and costs its owner neither Action nor
    Maneuver, on Defensive Guard too. Its entry is in no chapter: what it does the GM sets.

    Implements ix.turn.reactive-talents, ix.guard.defensive-guard-no-attack.
    """
    if not who.is_up:
        raise Refused("illegal", f"{who.name} cannot react.", "Whoever is down does nothing.")
    if not isinstance(edit.value, str) or not 0 < len(edit.value) <= 200:
        raise Refused("illegal", "A reaction is said in words.", "Give 1 to 200 letters.")
    secret = fight.is_hidden(who.id)
    table.record(
        "reacted",
        (GM_HAND, "ix.turn.reactive-talents"),
        audience="gm" if secret else "all",
        who=who.id,
        text=edit.value,
    )


def _set_number(fight: IxFight, who: Fighter, name: str, value: int, table: Table) -> None:
    match name:
        case "wounds":
            _wounds(fight, who, value, table)
        case "strain":
            before, who.strain = who.strain, value
            strain.changed(fight, table, who.id, before)
        case "at":
            move(fight, who, value)
        case "aim":
            who.aims = value
        case "actions" | "maneuvers" | "free-maneuvers":
            setattr(fight, name.replace("-", "_"), value)
        case _:
            setattr(who, name.replace("-", "_"), value)


def _wounds(fight: IxFight, who: Fighter, value: int, table: Table) -> None:
    """Sets Wounds; who is down, out, dead or back follows from them without a roll.

    Implements ix.incapacitation.wounds, ix.incapacitation.ends, ix.death.threshold.
    """
    before, who.wounds = who.wounds, value
    if value > 0 and who.status in (OUT, DEAD):
        who.status = ""
    wounds.changed(fight, table, who.id, before)


# ---- presence ----


def _place(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    """Anywhere on the line, at any time. Implements ix.range.record-place."""
    value = edit.value
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,4}", value):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= FARTHEST:
        note(fight, table, edit, "ix.range.record-place")
        move(fight, who, value)
    elif isinstance(value, str) and len(value) <= 200:
        note(fight, table, edit)
        who.place = value
    else:
        cure = f"Give a place of the line from {-FARTHEST} to {FARTHEST}, or at most 200 letters."
        raise Refused("illegal", f"{value!r} is no place.", cure)


def _reorder(fight: IxFight, edit: Edit, table: Table) -> None:
    move = move_of(sheets.order(fight), edit)
    found = {slot.id: slot for slot in fight.slots}
    fight.slots = tuple(found[slot] for slot in move.slots)
    record_move(fight, table, move, "ix.initiative.slot-ids")


def _add(fight: IxFight, edit: Edit, table: Table) -> None:
    """Somebody joins. With the slots made, it has none before the next round.

    Implements ix.initiative.late-arrival.
    """
    from pydantic import ValidationError

    from affray.kernel.validation import faults_of
    from affray.systems.ix import content

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
    new = blocks_in.fighter({**checked, "id": who, "kind": kind, "side": side}, fight.numbers)
    near = [one.at for one in fight.combatants.values() if one.side == side and one.is_here]
    new.at = near[0] if near else (0 if side == "heroes" else fight.numbers.start_steps)
    fight.combatants[who] = new
    if new.rank == MOUNT:
        fight.mounts += (who,)
    elif side == "heroes":
        fight.heroes += (who,)
    else:
        fight.foes += (who,)
    if new.rank != MOUNT and fight.structured and fight.stage not in ("start", "free"):
        new.late = True
    table.record(
        "joined",
        (GM_HAND, "ix.initiative.late-arrival"),
        audience="gm" if new.hidden else "all",
        who=who,
    )
    fear.arrives(fight, who)


_EDITS: Mapping[str, Callable[[IxFight, Fighter, Edit, Table], None]] = {
    "set": _set,
    "tag": tag_edits.tag,
    "untag": tag_edits.untag,
    "place": _place,
}


def oddities(fight: IxFight) -> list[str]:
    """What no rule could have brought about, in words."""
    odd: list[str] = []
    for one in fight.combatants.values():
        odd += _odd(fight, one)
    acting = fight.combatants.get(fight.acting) if fight.turn else None
    if acting is not None and acting.removed:
        odd.append(f"{acting.name} is acting and has been taken out.")
    for pair in sorted(fight.engaged):
        a, b = (fight.combatants.get(who) for who in pair)
        if a is not None and b is not None and a.at != b.at:
            odd.append(f"{a.name} and {b.name} are Engaged and stand apart.")
    return odd + air_hand.oddities(fight)


def _odd(fight: IxFight, one: Fighter) -> list[str]:
    found: list[tuple[bool, str]] = [
        (one.wounds > one.wound_points, f"has more Wounds than Wound Points ({one.wounds})"),
        (one.strain > 0 and one.strain_points <= 0, "has Strain and no Strain track"),
        (
            one.wounds <= -one.wound_points and one.status not in (DEAD, OUT),
            "is past the death threshold and not dead",
        ),
        (one.stabilized and one.wounds > 0, "is stabilized and not down"),
        (one.hold != "" and one.hold not in fight.combatants, "holds nobody that there is"),
        (max(one.characteristics.values()) > 12, "has a Characteristic above the pool limit"),
    ]
    return [f"{one.name} {words}." for is_odd, words in found if is_odd]
