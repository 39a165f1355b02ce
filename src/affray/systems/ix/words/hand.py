"""How the GM's own hand on the fight reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.ledger import rows
from affray.systems.ix.words.checks import plain
from affray.systems.ix.words.harm import condition_name, injury_name

Fields = Mapping[str, Any]

_SCENE = {
    "fortune": "leaves {value} Fortune on the table",
    "peril": "takes {value} Peril in hand",
    "light": "sets the light to {value}",
    "fire": "sets fire to {value}",
    "burned": "says for how many rounds it has burned: {value}",
    "rounds-to-burn": "says how many rounds the fire needs: {value}",
    "cold": "says how hard the cold is to bear: {value}",
    "heat": "says how hard the heat is to bear: {value}",
    "zones": "sets the highest zone to fly in: {value}",
    "below": "says what lies below: {value}",
    "hours": "lets hours go by: {value}",
}
_NUMBERS = {
    "wounds": "Wounds",
    "strain": "Strain",
    "wound-points": "Wound Points",
    "strain-points": "Strain Points",
    "resistance": "Resistance",
    "melee-defense": "Melee Defense",
    "ranged-defense": "Ranged Defense",
    "fear": "Fear rating",
    "actions": "Actions left",
    "maneuvers": "Maneuvers taken",
    "free-maneuvers": "free Maneuvers left",
}
_STATES = {
    "fled": "has fled",
    "surrendered": "has surrendered",
    "out": "is out of the fight",
    "dead": "is dead",
    "off-guard": "is off guard",
    "has-charged": "has charged and is to be gathered",
    "acts-for-itself": "acts for itself",
    "startled": "is startled",
    "stabilized": "bleeds no longer",
    "surprised": "is surprised",
    "tracked": "is played on when it falls",
    "fearless": "fears nothing more",
    "guarded": "is guarded",
    "defensive": "is on Defensive Guard",
    "overloaded": "has been overcome by Strain",
    "no-air": "has no air",
    "passed-out": "has passed out",
    "inside": "is inside the burning building",
    "perched": "stands on something up there",
    "confined": "has no room for its wings",
    "flight": "can fly",
    "protected": "is protected from cold and heat",
    "sheltered": "is out of the cold or heat",
}
_WITH = {
    "engaged": "{who} and {other} are Engaged",
    "apart": "{who} and {other} are apart",
    "broken": "the {other} of {who} is broken",
    "jammed": "the {other} of {who} is jammed",
    "out": "the {other} of {who} is out of use",
    "held": "{who} has the {other} in hand",
    "rides": "{who} rides {other}",
    "startled": "{who} is startled ({other})",
    "dropped": "the {other} of {who} lies on the ground",
    "packed": "the {other} of {who} is in the pack",
    "no-air": "{who} has no air, and breath for so many turns: {other}",
    "aboard": "{who} is aboard {other}",
    "stranger": "{who} does not know {other} by name and face",
}


def _set(f: Fields) -> str:
    who, name, value = f["who"], str(f["name"]), f["value"]
    if not who:
        if name == "offer-peril":
            return "wants Peril offered" if value else "wants Peril offered no longer"
        word, _, ship = name.partition(":")
        if ship:
            return f"sets {plain(word)} of the ship {plain(ship)} to {value}"
        if name in ("cold", "heat") and value == "none":
            return f"says that the {name} is behind everybody"
        if name == "fire" and not value:
            return "puts out the fire"
        return _SCENE.get(name, "sets {name} to {value}").format(name=plain(name), value=value)
    if name.partition(":")[0] == "fall":
        onto = name.partition(":")[2]
        onto = {"soft": "onto something soft", "hard": "onto something hard"}.get(onto, "")
        onto = "into water" if name.endswith("water") else onto
        return f"lets {who} fall {value} feet" + (f", {onto}" if onto else "")
    if name.startswith("gap:"):
        return f"sets the gap between {who} and {plain(name.removeprefix('gap:'))} to {value}"
    if name == "at":
        return f"puts {who} at {value} on the line"
    return f"sets the {_NUMBERS.get(name, plain(name))} of {who} to {value}"


def _tag(f: Fields, *, holds: bool) -> str:
    who, name = f["who"], str(f["name"])
    word, _, other = name.partition(":")
    row = word.partition("-(")[0]
    if word in rows("conditions"):
        state = condition_name(word)
        return f"makes {who} {state}" if holds else f"ends that {who} is {state}"
    if row in rows("critical-injuries") or row in _injury_slugs():
        injury = injury_name(_injury_slugs().get(row, row))
        where = f", {plain(other)}" if other else ""
        return f"gives {who} an injury: {injury}{where}" if holds else f"rids {who} of {injury}"
    if word in _WITH and other:
        text = _WITH[word].format(who=who, other=plain(other))
    else:
        text = f"{who} {_STATES.get(word, f'is {plain(name)}')}"
    return f"says that {text}" if holds else f"says that it is no longer so: {text}"


def _injury_slugs() -> Mapping[str, str]:
    return {
        str(row["name"]).casefold().replace(" ", "-"): str(row_id)
        for row_id, row in rows("critical-injuries").items()
    }


def _place(f: Fields) -> str:
    value = str(f["value"])
    if value.lstrip("-").isdecimal():
        return f"puts {f['who']} at {value} on the line"
    return f"says where {f['who']} is now: {value}"


def _edited(f: Fields) -> str:
    """The GM's hand, in a sentence. Implements kernel.gm.last-word."""
    kind, who, name, value = f["kind"], f["who"], f["name"], f["value"]
    match kind:
        case "set":
            told = _set(f)
        case "tag" | "untag":
            told = _tag(f, holds=kind == "tag")
        case "place":
            told = _place(f)
        case "note":
            told = f"notes of {who}: {name}" + ("" if value is None else f" {value}")
        case _:
            told = {
                "hide": f"keeps {who} out of sight",
                "show": f"lets everybody see {who}",
                "reveal": f"shows of {who}: {value}",
                "remove": f"takes {who} out of the fight",
                "return": f"brings {who} back into the fight",
                "rename": f"has a new name for {who}: {value}",
                "skip": "lets the turn end here",
                "end": "ends the fight",
                "resume": "lets the fight go on",
                "pass": f"lets {who} be asked less",
                "unpass": f"lets {who} be asked again",
            }.get(kind, " ".join(str(part) for part in (plain(kind), who, name) if part))
    return f"The GM {told}."


EVENTS: Mapping[str, Template] = {
    "edited": _edited,
    "reacted": "{who} reacts: {text}.",
}
OPTIONS: Mapping[str, OptionTemplate] = {}
QUESTIONS: Mapping[str, str] = {}
ROLLS: Mapping[str, str] = {}
PLACES: Mapping[str, tuple[str, ...]] = {}
TOGETHER: frozenset[str] = frozenset()
BREAKS: frozenset[str] = frozenset()
