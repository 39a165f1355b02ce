"""Words for hazards and for rites: fire, breath, cold and heat, the dead who are called back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.words.turns import verb

Fields = Mapping[str, Any]


def _many(number: Any, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def _clock(f: Fields) -> str:
    return (
        f"{_first_up(f['name'])} has {_many(f['rounds'], 'round')} before the fire is everywhere."
    )


def _first_up(name: Any) -> str:
    return f"{str(name)[:1].upper()}{str(name)[1:]}"


def _burns(f: Fields) -> str:
    if f["involved"]:
        return f"{_first_up(f['name'])} is fully involved: fire, falling beams and smoke inside."
    if not f["burned"]:
        return f"{_first_up(f['name'])} burns."
    return f"{_first_up(f['name'])} burns, {f['burned']} of {_many(f['rounds'], 'round')}."


def _left(f: Fields) -> str:
    if f["by"]:
        return f"{f['by']} brings {f['who']} out of {f['name'] or 'the fire'}."
    return f"{f['who']} is out of {f['name'] or 'the fire'}."


def _no_air(f: Fields) -> str:
    if "rounds" not in f:
        return f"{f['who']} has no air."
    return f"{f['who']} has no air, and breath for {_many(f['rounds'], 'round')}."


def _rite(f: Fields) -> str:
    return f"{f['who']} calls {f['target']} back: {f['rite']}. The {f['gem']} turns to dust."


def _lives(f: Fields) -> str:
    if f["whole"]:
        return f"{f['who']} lives again, whole."
    return f"{f['who']} draws a breath, and lives again."


EVENTS: Mapping[str, Template] = {
    "building-clock": _clock,
    "building-burns": _burns,
    "left-building": _left,
    "debris-avoided": "What falls misses {who}.",
    "no-air": _no_air,
    "breath-over": "{who} has no breath left.",
    "air-again": lambda f: f"{verb(f['who'], 'has', 'have')} air again.",
    "passed-out": "{who} has passed out.",
    "suffocates": "{who} is suffocating, and dies unless somebody brings air in time.",
    "rescued": "{by} brings {who} to air.",
    "temperature": lambda f: (
        f"Checks against the {f['kind']} are {str(f['difficulty']).capitalize()}."
    ),
    "survivable": "{who} is out of the cold or heat, and can recover from it.",
    "harsh-camp": "The camp is too harsh to recover there from the cold or heat.",
    "soul-crossed": "A day has passed since {who} died: the soul has crossed the river.",
    "rite": _rite,
    "rite-failed": "Nothing answers {who}. {target} stays dead.",
    "soul-refuses": "{who} has heard, and does not want to come back.",
    "lives-again": _lives,
}


def _leave(places: Sequence[str]) -> str:
    how = {"action": " for the Action", "strain": " for 2 Strain"}
    return f"Get out of the fire{how.get(places[1], '') if len(places) > 1 else ''}"


def _to_air(places: Sequence[str]) -> str:
    how = {"action": ", for the Action", "strain": ", for 2 Strain"}
    return f"Get to air (if there is a way{how.get(places[1], '') if len(places) > 1 else ''})"


def _call(places: Sequence[str]) -> str:
    """("rite", caster, spell, dead)."""
    hours = "an hour" if "revive" in places[2].casefold() else "a night"
    return f"{places[1]} calls {places[3]} back from the dead: {places[2]} (a gem, {hours})"


OPTIONS: Mapping[str, OptionTemplate] = {
    "leave-building": _leave,
    "to-air": _to_air,
    "warm-enough": "The camp is warm or cool enough",
    "too-harsh": "The camp is too harsh for that",
    "rescue": "Bring {1} to air",
    "rite": _call,
    "willing": "The soul is willing",
    "unwilling": "The soul does not want to come back",
    "way": "There is a way",
    "no-way": "There is no way",
    "rounds": "It takes {1} rounds",
    "bearing": "The checks are {1}",
}
QUESTIONS: Mapping[str, str] = {
    "ix.hazard.building-clock": "How many rounds until the fire is everywhere?",
    "ix.hazard.rescue": "Is there a way to bring {who} to air?",
    "ix.hazard.reach-air": "Is there air within reach of {who}?",
    "ix.hazard.temperature-rest": "Can what the cold or heat has done be recovered in this camp?",
    "ix.hazard.temperature-difficulty": "How hard is this cold or heat to bear?",
    "ix.death.soul-choice": "Is the soul willing to come back?",
}
ROLLS: Mapping[str, str] = {
    "ix.hazard.debris": "{who}'s Reflexes check: what falls",
    "ix.hazard.suffocation-check": "{who}'s Fortitude check: no air",
    "ix.hazard.temperature-check": "{who}'s Fortitude check: cold or heat",
    "ix.death.revive-check": "{who}'s rite: Revive",
    "ix.death.resurrection-check": "{who}'s rite: Resurrection",
}
PLACES: Mapping[str, tuple[str, ...]] = {"rounds": ("rounds",)}
TOGETHER: frozenset[str] = frozenset({"no-air", "air-again", "left-building"})
BREAKS: frozenset[str] = frozenset({"building-burns", "rite"})
