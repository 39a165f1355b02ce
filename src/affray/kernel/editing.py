"""The GM's hand, looked at before it touches a fight: its texts, and who joins."""

from __future__ import annotations

from typing import Any

from affray.kernel.bounds import out_of_bounds
from affray.kernel.fight import Fight
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
