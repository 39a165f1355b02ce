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
from affray.systems.ix import (
    air_hand,
    chase_hand,
    condition,
    encounter,
    fear,
    hazard_edits,
    injury_effects,
    interlude_edits,
    mount_edits,
    saving,
    scene,
    sheets,
    story,
    strain,
    wounds,
)
from affray.systems.ix.encumbrance import burden
from affray.systems.ix.injuries import open_choice
from affray.systems.ix.ledger import CHARACTERISTICS, rows, skills
from affray.systems.ix.records import Injury
from affray.systems.ix.state import (
    DEAD,
    FLED,
    MINION,
    MOUNT,
    OUT,
    SURRENDERED,
    Fighter,
    IxFight,
)

MOST = 10_000
MOST_RATING = 50
MOST_POINTS = 999
FARTHEST = 1_000
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
            _note(fight, table, edit)
            fight.actions = fight.free_maneuvers = 0
            fight.skipped = fight.turn
        case "reorder":
            _reorder(fight, edit, table)
        case "set" if not edit.who:
            _set_scene(fight, edit, table)
        case _:
            _EDITS[edit.kind](fight, _known(fight, edit.who), edit, table)
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


def _known(fight: IxFight, who: str) -> Fighter:
    if who not in fight.combatants:
        known = ", ".join(fight.combatants)
        raise Refused(
            "illegal", f"Nobody in this fight has the id {who!r}.", f"Known are: {known}."
        )
    return fight[who]


def _note(fight: IxFight, table: Table, edit: Edit, *rules: str) -> None:
    """The GM's hand in the log; of whoever is hidden or has secret numbers only for the GM."""
    secret = bool(edit.who) and (
        fight.is_hidden(edit.who) or (edit.kind == "set" and not fight.shows_numbers(edit.who))
    )
    table.record(
        "edited",
        (GM_HAND, *rules),
        audience="gm" if secret else "all",
        kind=edit.kind,
        who=edit.who,
        name=edit.name,
        value=edit.value,
    )


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


def _number(edit: Edit, low: int, high: int) -> int:
    if type(edit.value) is not int or not low <= edit.value <= high:
        cure = f"Give a whole number from {low} to {high}."
        raise Refused("illegal", f"{edit.value!r} does not fit.", cure)
    return edit.value


def _set_scene(fight: IxFight, edit: Edit, table: Table) -> None:
    """What belongs to nobody: the pools, the light, whether Peril is to be offered."""
    match edit.name:
        case "fortune" | "peril":
            value = _number(edit, 0, MOST_POINTS)
            _note(fight, table, edit)
            setattr(fight, edit.name, value)
        case "offer-peril":
            value = _number(edit, 0, 1)
            _note(fight, table, edit)
            fight.offer_peril = bool(value)
        case "complication" if isinstance(edit.value, str) and len(edit.value) <= 200:
            if fight.peril <= 0:
                raise Refused("illegal", "The GM has no Peril Point.")
            story.complicate(fight, table, edit.value)
        case name if name in hazard_edits.OF_SCENE:
            hazard_edits.check_scene(fight, edit)
            _note(fight, table, edit, hazard_edits.OF_SCENE[name])
            hazard_edits.set_scene(fight, table, name, edit.value)
        case "light" if edit.value in rows("visibility"):
            _note(fight, table, edit, "ix.light.states")
            fight.light = edit.value
        case "scene":
            _call_scene(fight, edit, table)
        case name if interlude_edits.of_scene(fight, name):
            interlude_edits.set_scene(
                fight, edit, table, lambda rule: _note(fight, table, edit, rule)
            )
        case name if air_hand.of_scene(name):
            air_hand.check_scene(fight, edit)
            _note(fight, table, edit)
            air_hand.set_scene(fight, edit, table)
        case name if chase_hand.of_scene(name):
            chase = chase_hand.scene_edit(fight, edit)
            _note(fight, table, edit, "ix.chase.terrain")
            chase_hand.put(fight, chase)
        case _:
            raise Refused(
                "illegal",
                f"The scene has no {edit.name!r} of {edit.value!r}.",
                "There are fortune and peril (a number), offer-peril (0 or 1), complication "
                "(in words, for a Peril Point), "
                "zones (0 to 3), below (ground, soft, hard, water), of a ship hull:, ship-at: and "
                "ship-zone:ID (a number), fire (a name), burned and rounds-to-burn (rounds), cold "
                "and heat (a difficulty or none), hours (how many go by), "
                "an axis of a talk (its step), of a journey miles, days and hours-lost, "
                f"light ({', '.join(rows('visibility'))}) and scene ({', '.join(scene.KINDS)}).",
            )


def _call_scene(fight: IxFight, edit: Edit, table: Table) -> None:
    """Another scene, from the next step on. Implements ix.encounter.call."""
    if edit.value not in scene.KINDS:
        cure = f"Scenes are: {', '.join(scene.KINDS)}."
        raise Refused("illegal", f"{edit.value!r} is no scene.", cure)
    if not fight.anyone_up(fight.heroes):
        raise Refused("illegal", "No hero is up.", "Give one of them some Wounds.")
    if edit.value in scene.NEED_FOES and not fight.anyone_up(fight.foes):
        raise Refused("illegal", "No foe is up.", "Add one, or give one some Wounds.")
    _note(fight, table, edit, *scene.CALLED)
    scene.call(fight, edit.value)


_OF_A_TURN = ("actions", "maneuvers", "free-maneuvers")


def numbers(fight: IxFight, who: str) -> list[str]:
    """The names of the numbers of `who` that `set` changes now."""
    one = _known(fight, who)
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
        value = _number(edit, 0, MOST_RATING)
        _note(fight, table, edit)
        who.characteristics = {**who.characteristics, name: value}
        who.burden = burden(who, fight.numbers)
    elif name in skills():
        value = _number(edit, 0, MOST_RATING)
        _note(fight, table, edit)
        who.skills = {**who.skills, name: value}
    elif interlude_edits.of_somebody(who, name):
        interlude_edits.set_somebody(who, edit, lambda rule: _note(fight, table, edit, rule))
    elif name == "standing" and who.rank == MINION:
        value = _number(edit, 0, who.members)
        _note(fight, table, edit)
        _wounds(fight, who, value * who.member_wounds, table)
    elif air_hand.of_one(name):
        air_hand.check_one(fight, who, edit)
        _note(fight, table, edit)
        air_hand.set_one(fight, who, edit, table)
    elif name.startswith(chase_hand.GAP):
        pair = chase_hand.check_gap(fight, who.id, edit)
        _note(fight, table, edit, "ix.chase.gap")
        chase_hand.set_gap(fight, table, pair, int(edit.value))
    elif name in _BOUNDS:
        value = _number(edit, *_BOUNDS[name])
        if name in _OF_A_TURN and fight.acting != who.id:
            raise Refused("illegal", f"It is not the turn of {who.name}.")
        _note(fight, table, edit)
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
            _move(fight, who, value)
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


def _move(fight: IxFight, who: Fighter, at: int) -> None:
    if at == who.at:
        return
    for each in (who.id, fight.partner(who.id)):
        if each:
            fight.combatants[each].at = at
            fight.combatants[each].cover = 0
            fight.engaged = frozenset(pair for pair in fight.engaged if each not in pair)


# ---- conditions ----


def _tag(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    _condition(fight, who, edit, table, holds=True)


def _untag(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    _condition(fight, who, edit, table, holds=False)


def _condition(fight: IxFight, who: Fighter, edit: Edit, table: Table, *, holds: bool) -> None:
    word, _, other = edit.name.partition(":")
    injury = _injury_named(word)
    if word in rows("conditions") and word != "surprised":
        _note(fight, table, edit)
        if holds:
            ends = _ENDS.get(word, "")
            turns = 0 if ends else 1
            condition.give(fight, table, who.id, word, turns=turns, ends=ends, because=GM_HAND)
        else:
            condition.lift(fight, table, who.id, word, because=GM_HAND)
    elif injury:
        if holds:
            _injure(fight, who, edit, injury, table)
        else:
            _note(fight, table, edit)
            _remove_injury(fight, who, injury, table)
    elif word in ("engaged", "apart") and other:
        pair = _pair(fight, who.id, other)
        _note(fight, table, edit, "ix.range.record-engaged")
        if (word == "engaged") == holds:
            _move(fight, who, fight[other].at)
            air_hand.level(fight, who, fight[other], table)
            fight.engaged |= {pair}
        else:
            fight.engaged -= {pair}
    elif word in ("broken", "jammed", "out") and other:
        _thing(who, other)
        _note(fight, table, edit)
        kept = {thing: how for thing, how in who.faults.items() if thing != other}
        who.faults = {**kept, other: word} if holds else kept
    elif word in ("held", "dropped", "packed") and other:
        _thing(who, other)
        _note(fight, table, edit)
        for name in ("held", "dropped", "packed"):
            things = tuple(thing for thing in getattr(who, name) if thing != other)
            setattr(who, name, (*things, other) if holds and name == word else things)
    elif word in _FLAGS:
        _note(fight, table, edit)
        setattr(who, word, holds)
    elif word in ("cover", "aim") and not holds:
        _note(fight, table, edit)
        setattr(who, "cover" if word == "cover" else "aims", 0)
    elif word in ("guarded", "defensive"):
        _note(fight, table, edit)
        who.guard = word if holds else ""
    elif word in (FLED, SURRENDERED, OUT, DEAD):
        _note(fight, table, edit)
        if holds:
            fight.leave(who.id, word, _LEFT[word], table, GM_HAND)
        else:
            who.status = ""
    elif air_hand.of_tag(word):
        air_hand.check_tag(fight, who, edit, holds=holds)
        _note(fight, table, edit)
        air_hand.tag(fight, who, edit, table, holds=holds)
    elif mount_edits.word_of(edit.name):
        mount_edits.hand(
            fight, table, who, edit, holds=holds, note=lambda: _note(fight, table, edit)
        )
    elif interlude_edits.is_discount(edit.name):
        interlude_edits.tag_discount(
            who, edit, lambda rule: _note(fight, table, edit, rule), holds=holds
        )
    elif word in hazard_edits.TAGS:
        hazard_edits.check_tag(fight, word, other)
        _note(fight, table, edit, hazard_edits.TAGS[word])
        hazard_edits.tag(fight, table, who, word, other, holds)
    elif chase_hand.of_somebody(edit.name):
        chase_hand.check_tag(fight, edit.name)
        _note(fight, table, edit, "ix.chase.quarry-obstacle")
        chase_hand.tag(fight, table, who.id, edit.name, holds=holds)
    elif word == "off-guard":
        _note(fight, table, edit, "ix.off-guard.gm")
        who.ruled_off_guard = holds
    else:
        raise Refused(
            "illegal",
            f"{who.name} cannot be tagged {edit.name!r}.",
            f"Tags are {', '.join(rows('conditions'))}; the injuries of the table by id or name; "
            "perched, confined, flight, aboard:SHIP; no-air, passed-out, inside, protected, "
            "sheltered, stranger:ID; rides:MOUNT, of a mount startled:TRIGGER, has-charged, "
            "acts-for-itself; off-guard, guarded, defensive, stabilized, surprised, tracked, "
            "fearless, fled, "
            "surrendered, out, dead; engaged:ID and apart:ID; broken:, jammed:, out:, held:, "
            "dropped: and packed:THING.",
        )


_ENDS: Mapping[str, str] = {
    "prone": "stands",
    "restrained": "escape",
    "grabbed": "escape",
    "immolation": "put-out",
    "frightened": "fear",
    "demoralized": "fear",
}
"""What ends a condition that does not end by itself."""
_FLAGS = ("stabilized", "surprised", "tracked", "fearless", "overloaded")
_LEFT = {FLED: "fled", SURRENDERED: "surrendered", OUT: "out", DEAD: "died"}


def _injury_named(word: str) -> str:
    """The row of the injury table that is meant by its id or its name, "" for none."""
    injuries = rows("critical-injuries")
    if word in injuries:
        return word
    plain = {row["name"].casefold().replace(" ", "-"): row_id for row_id, row in injuries.items()}
    return plain.get(word.partition("-(")[0], "")


def _injure(fight: IxFight, who: Fighter, edit: Edit, row: str, table: Table) -> None:
    """An injury without a roll: what its row does for a while holds, what it does once does not.

    Where the row leaves something open, the edit names it ("useless-limb:left-arm").

    Implements ix.critical.row-effects, ix.critical.gm-applies.
    """
    drawn = re.split(r":|-\(", edit.name, maxsplit=1)[-1].rstrip(")")
    names = open_choice(row)
    if names and drawn not in names:
        plain = edit.name.partition(":")[0]
        cure = f"Say which: {', '.join(f'{plain}:{name}' for name in names)}."
        raise Refused("illegal", f"{edit.name!r} leaves open what it strikes.", cure)
    _note(fight, table, edit)
    fight.injury_serial += 1
    drawn = drawn if names else ""
    new = Injury(fight.injury_serial, row, fight.slot, fight.round, drawn)
    who.injuries += (new,)
    injury_effects.apply(fight, table, who.id, new, lasting=True)


def _remove_injury(fight: IxFight, who: Fighter, row: str, table: Table) -> None:
    """An injury is gone with all that it has brought. Implements ix.critical.effect-duration."""
    found = next((one for one in who.injuries if one.row == row), None)
    if found is None:
        return
    who.injuries = tuple(one for one in who.injuries if one is not found)
    injury_effects.removed(fight, table, who.id, found, GM_HAND, replaced=True)


def _thing(who: Fighter, thing: str) -> None:
    if who.weapon(thing) is None and who.item(thing) is None:
        raise Refused("illegal", f"{who.name} carries no {thing!r}.")


def _pair(fight: IxFight, one: str, other: str) -> tuple[str, str]:
    for pair in ((one, other), (other, one)):
        if pair[0] in fight.heroes and pair[1] in fight.foes:
            return pair
    cure = "Engaged and apart hold between opponents."
    raise Refused("illegal", f"{one} and {other} are no opponents.", cure)


# ---- presence ----


def _place(fight: IxFight, who: Fighter, edit: Edit, table: Table) -> None:
    """Anywhere on the line, at any time. Implements ix.range.record-place."""
    value = edit.value
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,4}", value):
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= FARTHEST:
        _note(fight, table, edit, "ix.range.record-place")
        _move(fight, who, value)
    elif isinstance(value, str) and len(value) <= 200:
        _note(fight, table, edit)
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
    new = saving.fighter({**checked, "id": who, "kind": kind, "side": side}, fight.numbers)
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
    "tag": _tag,
    "untag": _untag,
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
