"""What the GM's edits share: who is meant, what goes into the log, numbers and places."""

from __future__ import annotations

from affray.kernel.fight import GM_HAND
from affray.kernel.question import Edit, Refused
from affray.kernel.table import Table
from affray.systems.ix.state import (
    Fighter,
    IxFight,
)

MOST = 10_000
MOST_POINTS = 999
FARTHEST = 1_000


def known(fight: IxFight, who: str) -> Fighter:
    if who not in fight.combatants:
        known = ", ".join(fight.combatants)
        raise Refused(
            "illegal", f"Nobody in this fight has the id {who!r}.", f"Known are: {known}."
        )
    return fight[who]


def note(fight: IxFight, table: Table, edit: Edit, *rules: str) -> None:
    """The GM's hand in the log; of whoever is hidden or has secret numbers only for the GM.

    A name such as "gap:ogre" is a number between two: neither is told of while it is hidden. Nor is
    an axis that the players do not know, unless it is made known.
    """
    secret = bool(edit.who) and (
        any(map(fight.is_hidden, (edit.who, edit.name.partition(":")[2])))
        or (edit.kind == "set" and not fight.shows_numbers(edit.who))
    )
    if not edit.who and edit.value != "known":
        secret = any(one.id == edit.name and not one.known for one in fight.axes)
    table.record(
        "edited",
        (GM_HAND, *rules),
        audience="gm" if secret else "all",
        kind=edit.kind,
        who=edit.who,
        name=edit.name,
        value=edit.value,
    )


def whole_number(edit: Edit, low: int, high: int) -> int:
    if type(edit.value) is not int or not low <= edit.value <= high:
        cure = f"Give a whole number from {low} to {high}."
        raise Refused("illegal", f"{edit.value!r} does not fit.", cure)
    return edit.value


def move(fight: IxFight, who: Fighter, at: int) -> None:
    if at == who.at:
        return
    for each in (who.id, fight.partner(who.id)):
        if each:
            fight.combatants[each].at = at
            fight.combatants[each].cover = 0
            fight.engaged = frozenset(pair for pair in fight.engaged if each not in pair)
