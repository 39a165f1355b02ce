"""The GM's edits as they are typed."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from affray.cli.seat.teller import lines
from affray.cli.seat.who import find_who, known_to
from affray.kernel.fight import SHOWN
from affray.kernel.naming import free_id
from affray.kernel.question import Edit, Refused
from affray.kernel.rulebook import near_matches
from affray.kernel.sheet import Slot

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting

EDITS = (
    "edit WHO TRACK NUMBER: set a number, such as edit maren health 7",
    "edit all: what of the scene as a whole can be set; edit all NAME VALUE sets it",
    "edit tag WHO CONDITION, edit untag WHO CONDITION: a condition holds, or no longer",
    "edit remove WHO, edit return WHO: take somebody out of the fight, bring them back",
    "edit hide WHO, edit show WHO: players do not know of them, or do",
    "edit reveal WHO all (or word, nothing): how much of their numbers players see",
    "edit rename WHO NAME; edit note WHO NAME TEXT: your own notes, which no rule reads",
    "edit add SHELF ENTRY [NAME]: somebody of the library joins, as in edit add foes ditch-cutter",
    "edit skip: the running turn ends",
    "edit reorder WHO before WHO, edit reorder WHO last: another place in the round, if one can",
    "edit end heroes (or foes, none): the fight is over; edit resume: it goes on after all",
    "edit KIND WHO WORDS: whatever else the system knows",
)

ALL = "all"
"""In place of somebody: the scene as a whole."""

_KINDS = (
    ALL,
    "set",
    "tag",
    "untag",
    "remove",
    "return",
    "hide",
    "show",
    "reveal",
    "rename",
    "note",
    "add",
    "skip",
    "reorder",
    "end",
    "resume",
)


def edit(sitting: Sitting, words: str) -> None:
    """Sets, tags, takes out, brings back: see `EDITS`."""
    parts = _split(words)
    if not parts:
        raise Refused("unreadable", "Edit what?", "Try edit WHO TRACK NUMBER; ? edit tells more.")
    if parts == [ALL]:
        _tell_settings(sitting)
        return
    made = read_edit(sitting, parts)
    before = len(sitting.play.lines)
    most = _most(sitting, made)
    sitting.kept.edit(made)
    if not any(lines(sitting.play, sitting.seat, before)):
        sitting.screen.say("Done; players do not read of it.")
    if most is not None and isinstance(made.value, int) and made.value > most:
        sitting.screen.say(f"That is above the maximum of {most}; it holds all the same.")


def _tell_settings(sitting: Sitting) -> None:
    """What of the scene as a whole can be set now, how it stands and what it takes."""
    settings = sitting.system.settings(sitting.fight)
    if not settings:
        sitting.screen.say("This system has nothing of the scene as a whole to set.")
    for one in settings:
        takes = ", ".join(one.choices)
        if not takes:
            takes = f"{one.low} to {one.high}" if one.low < one.high else "words of yours"
        about = f" ({one.label})" if one.label and one.label != one.name else ""
        now = "" if one.value == "" else f" is {one.value}"
        sitting.screen.say(f"{one.name}{about}{now}: {takes}", indent=2, hang=4)


def _most(sitting: Sitting, made: Edit) -> int | None:
    """The highest that a number which is set should be, None where none is known."""
    if made.kind != "set":
        return None
    for sheet in sitting.system.sheets(sitting.fight):
        if sheet.who == made.who:
            for track in sheet.tracks:
                if track.name.lower() == made.name.lower() and track.high > track.low:
                    return track.high
    return None


def read_edit(sitting: Sitting, parts: Sequence[str]) -> Edit:
    """The edit that somebody wrote. Raises `Refused` on what does not read."""
    kind, *rest = parts
    if kind == ALL:
        named, *words = _needs(rest, 2, "edit all NAME VALUE")
        said = " ".join(words)
        return Edit("set", "", named, int(said) if _is_number(said) else said)
    if kind not in _KINDS and len(parts) == 3 and _is_number(parts[2]):
        return Edit("set", _who(sitting, kind), rest[0], int(rest[1]))
    match kind:
        case "set":
            who, track, amount = _needs(rest, 3, "edit set WHO TRACK NUMBER")
            if not _is_number(amount):
                raise Refused("unreadable", f"{amount!r} is no whole number.", "Write one.")
            return Edit("set", _who(sitting, who), track, int(amount))
        case "tag" | "untag":
            who, *condition = _needs(rest, 2, f"edit {kind} WHO CONDITION")
            return Edit(kind, _who(sitting, who), "-".join(condition))
        case "remove" | "return" | "hide" | "show":
            (who,) = _needs(rest, 1, f"edit {kind} WHO", most=1)
            return Edit(kind, _who(sitting, who))
        case "reveal":
            who, much = _needs(rest, 2, f"edit reveal WHO {' or '.join(SHOWN)}", most=2)
            return Edit(kind, _who(sitting, who), value=much)
        case "rename":
            who, *name = _needs(rest, 2, "edit rename WHO NAME")
            return Edit(kind, _who(sitting, who), value=" ".join(name))
        case "note":
            who, label, *text = _needs(rest, 2, "edit note WHO NAME TEXT")
            return Edit(kind, _who(sitting, who), label, " ".join(text) or None)
        case "end":
            (result,) = _needs(rest, 1, "edit end heroes, foes or none", most=1)
            return Edit(kind, value=result)
        case "skip" | "resume":
            return Edit(kind)
        case "reorder":
            return _move(sitting, rest)
        case "add":
            return _newcomer(sitting, rest)
    return _of_the_system(sitting, kind, rest)


def _of_the_system(sitting: Sitting, kind: str, rest: Sequence[str]) -> Edit:
    """A kind of edit that only the system knows: `edit KIND WHO WORDS`."""
    names = known_to(sitting.fight, sitting.seat)
    if not rest or not kind.replace("-", "").isalpha():
        near = near_matches(kind, [*_KINDS, *names])
        cure = f"Did you mean {' or '.join(near)}?" if near else "? edit tells the kinds."
        raise Refused("unreadable", f"No edit begins with {kind[:40]!r}.", cure)
    value: Any = " ".join(rest[1:]) or None
    if isinstance(value, str) and _is_number(value):
        value = int(value)
    return Edit(kind, _who(sitting, rest[0]), value=value)


def _move(sitting: Sitting, rest: Sequence[str]) -> Edit:
    """A slot of the round is moved: slots go by their ids, or by who may fill them."""
    usage = "edit reorder WHO before WHO, or edit reorder WHO last"
    slot, where, *target = _needs(rest, 2, usage, most=3)
    slots = sitting.system.order(sitting.fight).slots
    movable = [one for one in slots if one.before]
    if not movable:
        raise Refused("illegal", "Nobody can be moved in this round.", "order shows the round.")
    moved, who = _slot(sitting, slot, movable)
    if where in ("last", "end") and not target:
        return Edit("reorder", who, moved.id)
    if where != "before" or not target:
        raise Refused("unreadable", "That is not how it is written.", f"Write {usage}.")
    there = [one for one in slots if one.id in moved.before]
    return Edit("reorder", who, moved.id, _slot(sitting, target[0], there or slots)[0].id)


def _slot(sitting: Sitting, text: str, slots: Sequence[Slot]) -> tuple[Slot, str]:
    """The slot that is meant, and who fills it if that was said."""
    named = next((slot for slot in slots if slot.id == text), None)
    if named is not None:
        return named, ""
    who = _who(sitting, text)
    held = [slot for slot in slots if who in slot.who]
    if not held:
        ids = ", ".join(slot.id for slot in slots)
        raise Refused("illegal", f"{sitting.names[who]} has no such slot.", f"There are {ids}.")
    return min(held, key=lambda slot: len(slot.who)), who


def _newcomer(sitting: Sitting, rest: Sequence[str]) -> Edit:
    shelf, entry, *name = _needs(rest, 2, "edit add SHELF ENTRY [NAME]")
    shelves = {"heroes": "hero", "allies": "ally", "foes": "foe"}
    singular = {kind: shelf for shelf, kind in shelves.items()}
    shelf = singular.get(shelf, shelf)
    if shelf not in shelves:
        raise Refused("unreadable", f"There is no shelf {shelf[:40]!r}.", "heroes, allies or foes.")
    library = sitting.system.library(shelf)
    if entry not in library:
        near = near_matches(entry, library)
        cure = f"Did you mean {' or '.join(near)}?" if near else f"There are {', '.join(library)}."
        raise Refused("illegal", f"The library has no {entry[:40]!r} among the {shelf}.", cure)
    block: dict[str, Any] = dict(library[entry])
    taken = {c.name for c in sitting.fight.combatants.values()}
    called = " ".join(name) or str(block.get("name", entry))
    stem, number = called, 1
    while called in taken:
        number += 1
        called = f"{stem} {number}"
    block["name"] = called
    block["kind"] = shelves[shelf]
    block["side"] = "foes" if shelf == "foes" else "heroes"
    block["id"] = free_id(called, shelves[shelf], set(sitting.fight.combatants))
    return Edit("add", value=block)


def _split(words: str) -> list[str]:
    try:
        return shlex.split(words)
    except ValueError:  # a lone quotation mark: an apostrophe, more likely
        return words.split()


def _needs(rest: Sequence[str], least: int, usage: str, most: int | None = None) -> list[str]:
    if len(rest) < least or (most is not None and len(rest) > most):
        raise Refused(
            "unreadable", "That is not how it is written.", f"Write {usage}; quote names of words."
        )
    return list(rest)


def _who(sitting: Sitting, text: str) -> str:
    """Somebody the GM means; whoever is hidden is found by the whole id, by whoever knows it."""
    if text in sitting.fight.combatants:
        return text
    return find_who(sitting.fight, sitting.seat, text)


def _is_number(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 10
