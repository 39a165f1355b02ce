"""Combatants by whatever a person calls them: an id, a name, or enough of either."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.naming import folded
from affray.kernel.question import Refused
from affray.kernel.rulebook import near_matches
from affray.kernel.view import Seat


def known_to(fight: Fight[Any], seat: Seat) -> dict[str, str]:
    """Ids and names of everybody whom the seat may know of; those taken out are among them."""
    return {
        c.id: c.name
        for c in fight.combatants.values()
        if seat.is_gm or not c.hidden or c.id in seat.holds
    }


def find_who(fight: Fight[Any], seat: Seat, text: str) -> str:
    """The id of the combatant that is meant.

    Raises `Refused`: "ambiguous" if several may be, "illegal" if nobody is.
    """
    names = known_to(fight, seat)
    wanted = folded(text)
    for fits in _ever_looser(names, wanted):
        if len(fits) == 1:
            return fits[0]
        if fits:
            raise Refused(
                "ambiguous", f"{text!r} may be {_either(fits)}.", "Write more of the name, or all."
            )
    near = near_matches(text, list(dict.fromkeys([*names, *names.values()])))
    cure = f"Did you mean {_either(list(near))}?" if near else f"Here are {', '.join(names)}."
    raise Refused("illegal", f"Nobody here is called {text[:60]!r}.", cure)


def _ever_looser(names: dict[str, str], wanted: str) -> Iterator[list[str]]:
    slug = wanted.replace(" ", "-")
    yield [who for who in names if who == slug]
    yield [who for who, name in names.items() if folded(name) == wanted]
    if not wanted or wanted.isdigit():  # the 3 of mill-hand-3 is too little to go by
        return
    yield [
        who
        for who, name in names.items()
        if who.startswith(slug) or folded(name).startswith(wanted)
    ]
    yield [
        who
        for who, name in names.items()
        if any(part.startswith(wanted) for part in (*who.split("-"), *folded(name).split()))
    ]


def _either(words: list[str]) -> str:
    if len(words) > 5:
        return f"{', '.join(words[:4])} or {len(words) - 4} more"
    return " or ".join(words)
