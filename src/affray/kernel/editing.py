"""The GM's hand, looked at before it touches a fight: its texts, who joins, what moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.kernel.bounds import out_of_bounds
from affray.kernel.fight import GM_HAND, Fight
from affray.kernel.naming import (
    LONGEST_NAME,
    fault_of_name,
    folded,
    free_id,
    is_id,
    unprintable,
)
from affray.kernel.question import Edit, Refused
from affray.kernel.rulebook import short
from affray.kernel.sheet import Order, Slot
from affray.kernel.table import Table

LONGEST_PART = 100
MOST_COMBATANTS = 300


def check_texts(edit: Edit) -> None:
    """Raises `Refused("unreadable")` if the edit holds what no file could hold or no page show.

    Only notes and blocks may have several lines.
    """
    for part, text in (("kind", edit.kind), ("who", edit.who), ("name", edit.name)):
        if len(text) > LONGEST_PART:
            cure = f"Write at most {LONGEST_PART}."
            raise Refused("unreadable", f"The `{part}` of an edit has {len(text)} letters.", cure)
        if wrong := unprintable(text):
            raise Refused("unreadable", f"The `{part}` of an edit holds {wrong}.", "Take it out.")
    if isinstance(edit.value, str) and edit.kind != "note" and (wrong := unprintable(edit.value)):
        raise Refused("unreadable", f"The `value` of an edit holds {wrong}.", "Take it out.")
    for fault in out_of_bounds({"value": edit.value}, "the edit"):
        raise Refused("unreadable", f"{fault.place}: {fault.fault}.", fault.cure)


def newcomer(fight: Fight[Any], block: Any) -> dict[str, Any]:
    """The block of somebody who joins, with a kind, an id and a name of its own.

    An id that is left out is made of the name; a name that is taken gets a number. Raises
    `Refused("illegal")` on a block that cannot join, before the system looks at the rest of it.
    """
    if not isinstance(block, dict) or block.get("kind") not in ("hero", "ally", "foe"):
        raise Refused("illegal", "A newcomer needs a block with kind hero, ally or foe.")
    if len(fight.combatants) >= MOST_COMBATANTS:
        raise Refused("illegal", f"There are {MOST_COMBATANTS} combatants already.")
    if (wrong := fault_of_name(block.get("name"))) is not None:
        raise Refused("illegal", f"The newcomer's name will not do: {wrong[0]}.", wrong[1])
    name = block["name"].strip()
    taken = {folded(one.name) for one in fight.combatants.values()}
    number, stem = 1, name[: LONGEST_NAME - 4]
    while folded(name) in taken:
        number += 1
        name = f"{stem} {number}"
    who = block.get("id") or free_id(name, block["kind"], fight.combatants)
    if not isinstance(who, str) or not is_id(who) or who in fight.combatants:
        raise Refused(
            "illegal",
            f"{short(who)} cannot be the id of a newcomer.",
            "Write small letters, digits and hyphens, a letter first, and nobody else's; or leave "
            "it out.",
        )
    return {**block, "id": who, "name": name}


@dataclass(slots=True, frozen=True)
class Move:
    """A slot that the GM moves: whose turn in it is meant, and before which it shall stand.

    `before` is None for the end; `slots` are the ids as they stand then.
    """

    slot: Slot
    who: str
    before: Slot | None
    slots: tuple[str, ...]


def move_of(order: Order, edit: Edit) -> Move:
    """What an edit "reorder" asks for: `name` is the id of a slot, `value` that of the slot which
    it shall come before (None: the end), `who` is one of those who may fill it (may be left out
    where that is one).

    Raises `Refused("illegal")` where the order does not offer the move.
    """
    slots = {slot.id: slot for slot in order.slots}
    known = f"The slots are {', '.join(slots) or 'none'}."
    slot = slots.get(edit.name)
    if slot is None:
        raise Refused("illegal", f"The round has no slot {short(edit.name)}.", known)
    target = "" if edit.value is None else edit.value
    if target not in slot.before:
        there = ", ".join(one or "the end" for one in slot.before)
        raise Refused(
            "illegal",
            f"{slot.label or slot.id} cannot be moved before {short(target or 'the end')}.",
            f"It can be moved before {there}." if there else "It stays where it is.",
        )
    who = edit.who or (slot.who[0] if len(slot.who) == 1 else "")
    if edit.who and edit.who not in slot.who:
        names = ", ".join(slot.who)
        raise Refused("illegal", f"{short(edit.who)} cannot fill that slot.", f"It is for {names}.")
    rest = [one for one in slots if one != slot.id]
    at = rest.index(target) if target in rest else len(rest)
    return Move(slot, who, slots.get(target), (*rest[:at], slot.id, *rest[at:]))


def record_move(fight: Fight[Any], table: Table, move: Move, *rules: str) -> None:
    """The move in the log; only for the GM if it would tell of somebody hidden."""
    involved = (move.who, *move.slot.who, *(move.before.who if move.before else ()))
    table.record(
        "edited",
        (GM_HAND, *rules),
        audience="gm" if any(map(fight.is_hidden, involved)) else "all",
        kind="reorder",
        who=move.who,
        name=move.slot.label or move.slot.id,
        value="" if move.before is None else _called(move.before),
    )


def _called(slot: Slot) -> str:
    return slot.label or (slot.who[0] if len(slot.who) == 1 else slot.id)
