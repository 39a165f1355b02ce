"""What of the scene as a whole the GM sets in words: the ground, and facts of two combatants."""

from __future__ import annotations

import re
from dataclasses import replace

from affray.kernel.question import Edit, Refused
from affray.kernel.sheet import OfTwo, Setting
from affray.kernel.table import Table
from affray.systems.vigor import cover, edits_of_places
from affray.systems.vigor.gm_hand import note
from affray.systems.vigor.state import VigorFight

GROUND = ("easy", "difficult")
FACTS = {
    "cover": f"cover (Ash from Birch: {', '.join(cover.KINDS)})",
    "line": "creatures in the line of fire (Ash from Birch: 1)",
    "distance": "feet apart (Ash from Birch: 10)",
    "sight": "seen (Ash from Birch: yes, no)",
}
AS_IT_IS = "as it is"
_SAID = re.compile(
    r"(?P<other>[^:]+?)(?: from (?P<who>[^:]+?))? *: *(?P<said>[^:]+)", re.IGNORECASE
)


def settings(fight: VigorFight) -> list[Setting]:
    """The ground of the whole scene, and one line for each kind of fact.

    Implements vigor.fight.scene-facts, vigor.position.gm-places.
    """
    ground = GROUND[fight.all_difficult]
    facts = [
        Setting(name, label=label, of_two=_of_two(fight, name)) for name, label in FACTS.items()
    ]
    return [Setting("ground", ground, GROUND, label="all ground"), *facts]


def _of_two(fight: VigorFight, name: str) -> OfTwo:
    """What a fact can be, and what has been said of it."""
    words = ("no", "yes") if name == "sight" else ()
    said = tuple(
        (fact.other, fact.who, words[int(fact.value)] if words else str(fact.value))
        for fact in fight.facts
        if fact.kind == name
    )
    choices = cover.KINDS if name == "cover" else words
    return OfTwo(choices, edits_of_places.MOST.get(name, 0), name == "cover", said)


def apply(fight: VigorFight, edit: Edit, table: Table) -> None:
    """Sets one of `settings`; patches of ground stay as they are. Raises `Refused`.

    Facts are written "Ash from Birch: half", of cover also "Ash: half" for cover from everybody;
    "as it is" takes back what was said.
    """
    name = edit.name.casefold()
    if name == "ground":
        if edit.value not in GROUND:
            raise Refused("illegal", "The ground is easy or difficult.")
        note(fight, table, replace(edit, kind="ground"), "vigor.fight.scene-facts")
        fight.all_difficult = edit.value == "difficult"
        return
    if name not in FACTS:
        names = ", ".join(one.name for one in settings(fight))
        raise Refused("illegal", f"The scene has no {edit.name!r}.", f"There are: {names}.")
    found = _SAID.fullmatch(edit.value.strip()) if isinstance(edit.value, str) else None
    if found is None:
        raise Refused("illegal", f"That is no {name}.", f"Write {FACTS[name]}.")
    who = _meant(fight, found["who"]) if found["who"] else ""
    is_ = _said(name, found["said"].strip().casefold())
    told = {"other": _meant(fight, found["other"]), "is": is_}
    edits_of_places.fact(fight, Edit("fact", who, name, told, edit.by), table)


def _said(name: str, word: str) -> int | str | None:
    if word == AS_IT_IS:
        return None
    if name == "sight" and word in ("no", "yes"):
        return int(word == "yes")
    return int(word) if word.isascii() and word.isdigit() else word


def _meant(fight: VigorFight, text: str) -> str:
    """The id of whoever is called so; raises `Refused`."""
    wanted = text.strip().casefold()
    for one in fight.combatants.values():
        if wanted in (one.id, one.name.casefold()):
            return one.id
    names = ", ".join(one.name for one in fight.combatants.values())
    raise Refused("illegal", f"Nobody in this fight is called {text.strip()!r}.", f"Here: {names}.")
