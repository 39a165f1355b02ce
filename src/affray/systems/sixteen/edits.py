"""The GM's hand on a fight of sixteen: numbers, conditions, places, newcomers, and what is odd.

An edit asks nothing and rolls nothing; what follows from it by the rules (out, awake, the end of
the fight) follows at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from affray.kernel.editing import move_of, newcomer, record_move
from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.sixteen import condition, content, hp, saving, sheets, turn
from affray.systems.sixteen.state import DEAD, Condition, Fighter, SixteenFight

MOST = 10_000
KINDS = ("set", "tag", "untag", "place", "surrender", "back-up", "skip", "add", "reorder")


def edit(fight: SixteenFight, edit: Edit, table: Table) -> bool:
    """Applies an edit of sixteen's own kinds; says whether it was one.

    Kinds: set (`name`: a number of the card, `value`), tag and untag (`name`: a condition), place
    (`value`: feet on the line), surrender, back-up (`value`: HP), skip (the turn ends), add
    (`value`: a block) and reorder (`name`: a slot of the round). A track or condition goes by its
    name on the card, too. Raises `Refused` and changes nothing if it makes no sense.

    Implements sixteen.position.line, sixteen.condition.duration, sixteen.end.leaving,
    sixteen.end.when.
    """
    if edit.kind not in KINDS:
        return False
    if edit.kind == "reorder":
        _reorder(fight, edit, table)
        return True
    edit = replace(edit, name=_plain(edit.name))
    if edit.kind == "add":
        _add(fight, edit, table)
    elif edit.kind == "skip":
        _note(fight, table, edit)
        if fight.stage == "turn":
            turn.start(fight, table, fight.acting)
            turn.close(fight, table)
    else:
        who = _known(fight, edit.who)
        before = fight.level(who.id)
        _EDITS[edit.kind](fight, who, edit, table)
        if fight.stage not in ("start", "rest"):
            hp.changed(fight, table, who.id, before)
    if fight.stage != "rest":
        fight.check_end(table)
    return True


def _plain(name: str) -> str:
    """A name as a card shows it ("HP", "wounded x2") as an edit takes it."""
    plain = name.casefold().strip().replace(" ", "-")
    if plain.startswith("frightened-of-"):
        return "frightened"
    return re.sub(r"-x\d+\Z", "", plain)


def _known(fight: SixteenFight, who: str) -> Fighter:
    if who not in fight.combatants:
        known = ", ".join(fight.combatants)
        raise Refused(
            "illegal", f"Nobody in this fight has the id {who!r}.", f"Known are: {known}."
        )
    return fight[who]


def _note(fight: SixteenFight, table: Table, edit: Edit, rule: str = "") -> None:
    """The GM's hand in the log; of whoever is hidden or has secret numbers only for the GM."""
    secret = fight.is_hidden(edit.who) or (edit.kind == "set" and not fight.shows_numbers(edit.who))
    table.record(
        "edited",
        (GM_HAND, rule) if rule else GM_HAND,
        audience="gm" if secret else "all",
        kind=edit.kind,
        who=edit.who,
        name=edit.name,
        value=edit.value,
    )


# ---- numbers ----

_TRACKS: Mapping[str, tuple[str, int, int]] = {
    "hp": ("hp", -MOST, MOST),
    "health": ("hp", -MOST, MOST),
    "max-hp": ("hp_full", 1, MOST),
    "fatigue": ("fatigue", 0, DEAD),
    "wounds": ("wounds", 0, 99),
    "scars": ("scars", 0, 99),
    "place": ("at", -MOST, MOST),
    "hit": ("hit", -100, 100),
    "sdf": ("sdf", -100, 100),
    "lif": ("lif", -100, 100),
    "con": ("con", -100, 100),
    "movement": ("movement", 0, MOST),
    "ar": ("ar", 0, 100),
    "deflect-bonus": ("deflect_bonus", -100, 100),
    "damage-bonus": ("damage_bonus", -100, 100),
    "threshold": ("threshold", 0, MOST),
    "reactions": ("reactions", 0, 20),
    "primary": ("primary", 0, 20),
    "moves": ("moves", 0, 20),
}
_OF_THE_TURN = ("primary", "moves")


def _set(fight: SixteenFight, who: Fighter, edit: Edit, table: Table) -> None:
    if edit.name not in _TRACKS:
        names = ", ".join(_TRACKS)
        raise Refused("illegal", f"{who.name} has no number {edit.name!r}.", f"There are: {names}.")
    name, low, high = _TRACKS[edit.name]
    value = edit.value
    if type(value) is not int or not low <= value <= high:
        cure = f"Give a whole number from {low} to {high}."
        raise Refused("illegal", f"{value!r} does not fit.", cure)
    if name in ("at", "movement") and value % fight.numbers.step_feet:
        cure = f"Give a multiple of {fight.numbers.step_feet} feet."
        raise Refused("illegal", f"{value} feet are no full steps.", cure)
    if name in _OF_THE_TURN and (fight.acting != who.id or fight.stage != "turn"):
        raise Refused("illegal", f"It is not the turn of {who.name}.")
    _note(fight, table, edit)
    if name in _OF_THE_TURN:
        setattr(fight, name, value)
        return
    setattr(who, name, value)
    if name in ("hp_full", "wounds", "scars"):
        who.hp = min(who.hp, fight.max_hp(who.id))


def _place(fight: SixteenFight, who: Fighter, edit: Edit, table: Table) -> None:
    _set(fight, who, replace(edit, name="place"), table)


# ---- conditions ----


def conditions(fight: SixteenFight, who: str) -> list[str]:
    """The names of the conditions that `tag` gives `who` now."""
    one = fight[who]
    found = [condition.STUNNED, condition.PRONE, condition.BLINDED, condition.FRIGHTENED]
    others = (other for other in fight.combatants.values() if other.side != one.side)
    found += [f"{condition.FRIGHTENED}:{other.id}" for other in others]
    found += [condition.OFF_BALANCE, condition.WIDE_OPEN, "gone", "surrendered", "dead"]
    found += ["resting", "acted", "strained", "tireless"]
    held = (weapon.id for weapon in one.weapons if not one.lies(weapon.id))
    return found + [f"dropped:{weapon}" for weapon in held]


def _tag(fight: SixteenFight, who: Fighter, edit: Edit, table: Table) -> None:
    word, _, other = edit.name.partition(":")
    match word:
        case condition.STUNNED | condition.BLINDED | condition.PRONE | condition.OFF_BALANCE:
            given = condition.usual(fight, who.id, word)
        case condition.WIDE_OPEN:
            given = Condition(word, "start")
        case condition.FRIGHTENED if not other or other in fight.combatants:
            given = condition.usual(fight, who.id, word, other)
        case "gone" | "surrendered":
            _note(fight, table, edit, "sixteen.end.leaving")
            who.status = word
            return
        case "dead":
            _note(fight, table, edit, "sixteen.hp.no-death-by-hp")
            who.fatigue = DEAD
            return
        case "resting" | "acted" | "strained" | "tireless":
            _note(fight, table, edit)
            setattr(who, word, True)
            return
        case "dropped" if who.weapon(other) is not None and not who.lies(other):
            _note(fight, table, edit)
            who.dropped = (*who.dropped, (other, who.at))
            if who.in_hand == other:
                who.in_hand = ""
            return
        case _:
            raise _no_tag(who, edit.name)
    _note(fight, table, edit, "sixteen.condition.duration")
    fight.give(who.id, given, table, (GM_HAND, *condition.RULES[word]))


def _untag(fight: SixteenFight, who: Fighter, edit: Edit, table: Table) -> None:
    word, _, other = edit.name.partition(":")
    match word:
        case _ if who.has(word):
            _note(fight, table, edit, "sixteen.condition.duration")
            who.conditions = tuple(
                c for c in who.conditions if c.name != word or (other and c.source != other)
            )
        case "gone" | "surrendered" if who.status:
            _note(fight, table, edit, "sixteen.end.leaving")
            who.status = ""
        case "dead" if who.fatigue >= DEAD:
            _note(fight, table, edit)
            who.fatigue = 0
        case "wounded" if who.wounds:
            _note(fight, table, edit)
            who.wounds = 0
        case "fatigued" | "tired" | "exhausted" if who.fatigue:
            _note(fight, table, edit)
            who.fatigue = 0
        case "resting" | "acted" | "strained" | "tireless":
            _note(fight, table, edit)
            setattr(who, word, False)
        case "reaction-spent":
            _note(fight, table, edit)
            who.reactions = fight.numbers.reactions
        case "dropped" if who.lies(other):
            _note(fight, table, edit)
            who.dropped = tuple(pair for pair in who.dropped if pair[0] != other)
        case _:
            raise _no_tag(who, edit.name)


def _no_tag(who: Fighter, name: str) -> Refused:
    return Refused(
        "illegal",
        f"{who.name} cannot be tagged {name!r}.",
        "Tags are stunned, prone, blinded, frightened, frightened:ID, off-balance, wide-open, "
        "gone, surrendered, dead, resting, acted, strained, tireless and dropped:WEAPON; those "
        "that hold can be taken off.",
    )


# ---- presence ----


def _surrender(fight: SixteenFight, who: Fighter, edit: Edit, table: Table) -> None:
    if not who.is_present:
        raise Refused("illegal", f"{who.name} is not in the fight.")
    _note(fight, table, edit, "sixteen.end.leaving")
    who.status = "surrendered"
    if table.recording:
        table.record("left", "sixteen.end.leaving", who=who.id, status="surrendered")


def _back_up(fight: SixteenFight, who: Fighter, edit: Edit, table: Table) -> None:
    value = 1 if edit.value is None else edit.value
    if type(value) is not int or not 1 <= value <= MOST:
        raise Refused("illegal", f"{value!r} does not fit.", f"Give a number from 1 to {MOST}.")
    _note(fight, table, edit)
    who.status = ""
    who.fatigue = min(who.fatigue, 3)
    who.hp = max(who.hp, value)


def _add(fight: SixteenFight, edit: Edit, table: Table) -> None:
    from pydantic import ValidationError

    from affray.kernel.validation import faults_of

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
    entry = {**checked, "id": who, "kind": kind, "side": side}
    join(fight, saving.fighter(entry, fight.numbers, fight.tables))
    table.record(
        "joined",
        (GM_HAND, "sixteen.initiative.marching-order"),
        audience="gm" if fight[who].hidden else "all",
        who=who,
    )


def join(fight: SixteenFight, one: Fighter) -> None:
    """Somebody joins at the back of its side, in the line as in the order of the round."""
    side = fight.foes if one.side == "foes" else fight.heroes
    away = 1 if one.side == "foes" else -1
    places = [fight[who].at * away for who in side if fight[who].is_present]
    if places:
        one.at = away * (max(places) + fight.numbers.marching_gap)
    fight.combatants[one.id] = one
    if one.side == "foes":
        fight.foes += (one.id,)
    else:
        fight.heroes += (one.id,)
    fight.order = _after_its_side(fight.order, side, one.id)
    fight.slots = _after_its_side(fight.slots, side, one.id)


def _reorder(fight: SixteenFight, edit: Edit, table: Table) -> None:
    """Another order of this round. Implements sixteen.initiative.gm-order."""
    move = move_of(sheets.order(fight), edit)
    moved = iter([slot.removeprefix(sheets.TURN) for slot in move.slots])
    shown = {slot.removeprefix(sheets.TURN) for slot in move.slots}
    fight.slots = tuple(next(moved) if who in shown else who for who in fight.slots)
    record_move(fight, table, move, "sixteen.initiative.gm-order")


def numbers(fight: SixteenFight, who: str) -> list[str]:
    """What may be set of somebody, by name."""
    acts = fight.acting == who and fight.stage == "turn"
    return [name for name, track in _TRACKS.items() if acts or track[0] not in _OF_THE_TURN]


def _after_its_side(order: tuple[str, ...], side: tuple[str, ...], who: str) -> tuple[str, ...]:
    if not order:
        return order  # the fight has not begun
    last = max((number for number, one in enumerate(order, 1) if one in side), default=len(order))
    return (*order[:last], who, *order[last:])


_EDITS: Mapping[str, Callable[[SixteenFight, Fighter, Edit, Table], None]] = {
    "set": _set,
    "tag": _tag,
    "untag": _untag,
    "place": _place,
    "surrender": _surrender,
    "back-up": _back_up,
}


def oddities(fight: SixteenFight) -> list[str]:
    """What no rule could have brought about, in words."""
    odd: list[str] = []
    numbers = fight.numbers
    for one in fight.combatants.values():
        if one.hp > fight.max_hp(one.id):
            odd.append(f"{one.name} has {one.hp} HP of {fight.max_hp(one.id)}.")
        if one.reactions > numbers.reactions:
            odd.append(f"{one.name} has {one.reactions} Reactions.")
        if one.at % numbers.step_feet:
            odd.append(f"{one.name} stands between two steps of the line.")
        if one.in_hand and (one.weapon(one.in_hand) is None or one.lies(one.in_hand)):
            odd.append(f"{one.name} holds a weapon that is not there.")
    running = fight.result is None and fight.stage == "turn"
    if running and not (fight[fight.acting].is_present and fight.standing(fight.acting).turn):
        odd.append(f"It is the turn of {fight[fight.acting].name}, who is out of the fight.")
    return odd
