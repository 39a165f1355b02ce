"""The GM's hand on places: where anybody stands, derived facts overruled, the ground."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.vigor import cover, position
from affray.systems.vigor.gm_hand import known, note, whole
from affray.systems.vigor.state import Fact, Patch, Spot, VigorFight, Warrior

MOST_FEET = 100_000
MOST = {"distance": MOST_FEET, "line": 200}
"""The highest that a fact which is a number can be."""


def _spot(fight: VigorFight, value: Any) -> Spot:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise Refused("illegal", "A place is a pair of whole numbers of feet.", "Give [x, y].")
    across, along = (whole(part, -MOST_FEET, MOST_FEET) for part in value)
    return position.snapped(fight, across, along)


def place(fight: VigorFight, one: Warrior, edit: Edit, table: Table) -> None:
    """Being placed provokes nothing. Implements vigor.position.gm-places."""
    spot = _spot(fight, edit.value)
    note(fight, table, edit, "vigor.position.gm-places", value=list(spot))
    one.at = spot


def fact(fight: VigorFight, edit: Edit, table: Table) -> None:
    """What the GM says in place of a derived fact. Implements vigor.position.gm-places."""
    value = edit.value
    if not isinstance(value, Mapping) or edit.name not in ("distance", "line", "cover", "sight"):
        raise Refused(
            "illegal",
            "A fact is distance, line, cover or sight.",
            "Give a table with other, is and perhaps once.",
        )
    other, is_, once = value.get("other", ""), value.get("is"), value.get("once", False)
    known(fight, str(other))
    if edit.who or edit.name != "cover":
        known(fight, edit.who)
    if type(once) is not bool:
        raise Refused("illegal", "`once` is true or false.")
    if edit.name == "cover" and is_ not in (*cover.KINDS, None):
        raise Refused("illegal", f"{is_!r} is no cover.", f"Give one of {', '.join(cover.KINDS)}.")
    if edit.name != "cover" and is_ is not None:
        whole(is_, 0, MOST.get(edit.name, 1))
    rule = "vigor.position.gm-places"
    if edit.name in ("cover", "sight"):
        rule = "vigor.fight.scene-facts"
    hidden = fight.is_hidden(edit.who) or fight.is_hidden(str(other))
    table.record(
        "edited",
        (GM_HAND, rule),
        audience="gm" if hidden else "all",
        kind="fact",
        who=edit.who,
        name=edit.name,
        value="as it is" if is_ is None else is_,
        other=other,
        once=once,
    )
    kept = [f for f in fight.facts if (f.kind, f.who, f.other) != (edit.name, edit.who, other)]
    if is_ is not None:
        kept.append(Fact(edit.name, edit.who, str(other), is_, once))
    fight.facts = tuple(kept)


def ground(fight: VigorFight, edit: Edit, table: Table) -> None:
    """Difficult and closed ground. Implements vigor.fight.scene-facts, vigor.position.difficult."""
    value = edit.value
    if value in ("all", "none"):
        note(fight, table, edit, "vigor.fight.scene-facts")
        fight.all_difficult = value == "all"
        if value == "none":
            fight.ground = ()
        return
    if not isinstance(value, Mapping) or value.get("kind") not in ("difficult", "closed"):
        raise Refused(
            "illegal",
            "Ground is difficult or closed.",
            'Give a table with kind, at = [x, y] and radius in feet, or "all", or "none".',
        )
    at = _spot(fight, value.get("at"))
    radius = whole(value.get("radius", 0), 0, 1000)
    name = value.get("name", "")
    if not isinstance(name, str) or len(name) > 100:
        raise Refused("illegal", "The name of a patch is a text of at most 100 letters.")
    if len(fight.ground) >= 100:
        raise Refused("illegal", "There are 100 patches already.", 'Clear them with "none".')
    note(fight, table, edit, "vigor.fight.scene-facts", value=name or value["kind"])
    fight.ground = (*fight.ground, Patch(value["kind"], at, radius, name))
