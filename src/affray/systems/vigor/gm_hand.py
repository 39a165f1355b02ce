"""What the GM's edits share: who is meant, what fits, and the line in the log."""

from __future__ import annotations

from typing import Any

from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.vigor.state import VigorFight, Warrior


def known(fight: VigorFight, who: str) -> Warrior:
    """The combatant of that id; raises `Refused`."""
    if who not in fight.combatants:
        known = ", ".join(fight.combatants)
        raise Refused(
            "illegal", f"Nobody in this fight has the id {who!r}.", f"Known are: {known}."
        )
    return fight[who]


def note(fight: VigorFight, table: Table, edit: Edit, *rules: str, value: Any = None) -> None:
    """The GM's hand in the log; of whoever is hidden or has secret numbers only for the GM."""
    secret = fight.is_hidden(edit.who) or (edit.kind == "set" and not fight.shows_numbers(edit.who))
    table.record(
        "edited",
        (GM_HAND, *rules),
        audience="gm" if secret else "all",
        kind=edit.kind,
        who=edit.who,
        name=edit.name,
        value=edit.value if value is None else value,
    )


def whole(value: Any, low: int, high: int) -> int:
    """The value if it is a whole number within bounds; raises `Refused`."""
    if type(value) is not int or not low <= value <= high:
        raise Refused(
            "illegal", f"{value!r} does not fit.", f"Give a whole number from {low} to {high}."
        )
    return value
