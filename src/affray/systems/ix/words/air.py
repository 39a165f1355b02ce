"""How the air reads: flight, falls and ships."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.words.turns import just, pay, plain, verb

Fields = Mapping[str, Any]

_ZONES = {"ground": "the ground", "low": "Low", "middle": "Middle", "high": "High"}
_ONTO = {
    "ground": "to the ground",
    "soft": "onto something soft",
    "hard": "onto something harder than ground",
    "water": "into water",
}


def _zone(zone: object) -> str:
    return _ZONES.get(str(zone), plain(zone))


def _zones(f: Fields) -> str:
    if f["highest"] == "ground":
        return "There is no room to fly here."
    if f["highest"] == "low":
        return "There is only the Low zone to fly in."
    return f"There is air to fly in, up to {_zone(f['highest'])}."


def _aloft(f: Fields) -> str:
    if "free" not in f or f["rounds"] < f["free"]:
        return ""
    if f["rounds"] == f["free"]:
        return f"{f['who']} has been aloft for {f['rounds']} rounds; from now on it takes Strain."
    return f"{f['who']} is tired of flying: round {f['rounds']} aloft."


def _fell(f: Fields) -> str:
    left = f"{f['damage']} damage" if f["damage"] else "nothing comes of it"
    return f"{f['who']} falls {f['feet']} feet {_ONTO[f['surface']]}: {left}."


def _landed(f: Fields) -> str:
    return f"{f['who']} lands on {f['on']}." if f["on"] else f"{f['who']} lands."


def _hull(f: Fields) -> str:
    if f["before"] == f["now"]:
        return f"{f['damage']} damage to {f['ship']}; its Resistance {f['resistance']} stops it."
    less = f", less Resistance {f['resistance']}" if f["resistance"] else ""
    return f"{f['damage']} damage to {f['ship']}{less}: hull {f['before']} down to {f['now']}."


def _attack_ship(f: Fields) -> str:
    band = "" if f["band"] == "engaged" else f", at {f['band']} range"
    return f"{f['who']} attacks {f['ship']} with the {plain(f['weapon'])}{band}."


def _ship(f: Fields) -> str:
    where = "on the ground" if f["zone"] == "ground" else f"in the air, {_zone(f['zone'])}"
    return f"{f['ship']} is {where}, hull {f['hull']}."


def _ship_placed(f: Fields) -> str:
    how = {"level": "level with", "above": "above", "below": "below"}[f["how"]]
    where = "alongside" if f["band"] == "engaged" else f"at {f['band']} range"
    return f"{f['ship']} lies {where}, {how} {f['other']}."


def _ship_sinks(f: Fields) -> str:
    where = "to the ground" if f["zone"] == "ground" else f"to {_zone(f['zone'])}"
    return f"{f['ship']} sinks {where}."


def _ship_down(f: Fields) -> str:
    if f["thrown"]:
        return f"{f['ship']} comes down hard, and everybody aboard is thrown."
    return f"{f['ship']} is down; those aboard come down with it unhurt."


EVENTS: Mapping[str, Template] = {
    "zones": _zones,
    "took-off": lambda f: f"{f['who']} takes off: {_zone(f['zone'])}.",
    "climbed": lambda f: f"{f['who']} climbs to {_zone(f['zone'])}.",
    "descended": lambda f: f"{f['who']} comes down to {_zone(f['zone'])}.",
    "landed": _landed,
    "hovered": lambda f: f"{verb(f['who'], 'hovers', 'hover')}.",
    "aloft": _aloft,
    "came-down": lambda f: f"{verb(f['who'], 'comes', 'come')} down from the air.",
    "disrupted": "{who} can keep aloft no longer.",
    "held-on": "{who} catches hold of something and hangs on.",
    "fell": _fell,
    "heard": "{who} means to come unheard, but wings are loud.",
    "unheard": "Nobody hears the wings of {who}.",
    "ships-high": "What lies straight below the ships is at {band} range.",
    "ship": _ship,
    "manned": lambda f: f"{f['who']} takes over the {plain(f['weapon'])}.",
    "went-ashore": "{who} leaves the ship.",
    "attack-ship": _attack_ship,
    "hull": _hull,
    "ship-crippled": "{ship} can neither steer nor climb any more.",
    "positioned": "{ship} gets the better of {other}: its crew has tactical advantage.",
    "ship-placed": _ship_placed,
    "ship-sinks": _ship_sinks,
    "ship-down": _ship_down,
}


def _take_off(places: Sequence[str]) -> str:
    how = "take off" if places[1] == "low" else f"take off to {_zone(places[1])}"
    return how + pay(places, 2)


def _land(places: Sequence[str]) -> str:
    return ("land" if places[1] == "ground" else f"land on {places[1]}") + pay(places, 2)


def _lie(places: Sequence[str]) -> str:
    if places[1] == "as they do":
        return "the ships lie as they do"
    where = "alongside" if places[1] == "engaged" else f"at {places[1]} range"
    how = {"level": "level with it", "above": "one zone above", "below": "one zone below"}
    return f"{where}, {how[places[2]]}"


OPTIONS: Mapping[str, OptionTemplate] = {
    "zones": lambda p: "nowhere to fly" if p[1] == "ground" else f"zones up to {_zone(p[1])}",
    "take-off": _take_off,
    "land": _land,
    "climb": just("fly up a zone", 1),
    "descend": just("fly down a zone", 1),
    "hover": just("hover", 1),
    "man": just("take over the {1}", 2),
    "attack-ship": "attack the ship {2}: {1}",
    "position": "get into a better position than {1}",
    "lie": _lie,
    "break-the-fall": "break the fall (Athletics)",
    "let-it-come": "just fall",
    "ledge": "there is something to catch hold of",
    "no-ledge": "there is nothing to catch hold of",
    "heard": "they hear the wings",
    "unheard": "nobody hears it coming",
    "straight-below": "what lies straight below is at {1} range",
    "unhurt": "they come down with it unhurt",
    "thrown": "everybody aboard is thrown",
    "athletics": "Athletics",
    "reflexes": "Reflexes",
}
QUESTIONS: Mapping[str, str] = {
    "ix.flying.available-zones": "Which zones are there to fly in?",
    "ix.flying.ledge": "Is there anything to catch hold of?",
    "ix.flying.no-silent-approach": "Are the wings heard?",
    "ix.hazard.fall-check": "{who} falls. Try to break the fall?",
    "ix.hazard.fall-water-out": "{who}, how do you meet the water?",
    "ix.ship.elevation-choice": "How far away is what lies straight below the ships?",
    "ix.ship.position-choice": "{who}, how do the ships lie now?",
    "ix.ship.sinking-crew": "What becomes of those aboard?",
}
ROLLS: Mapping[str, str] = {
    "ix.hazard.fall-check": "{who}'s Athletics check: the fall",
    "ix.hazard.fall-water-out": "{who}'s fall into water",
    "ix.flying.disruption-fall": "{who}'s Reflexes check: out of the air",
    "ix.ship.positioning": "{who}'s Piloting check: the better position",
    "ix.ship.hull": "{who}'s attack on the ship",
}
PLACES: Mapping[str, tuple[str, ...]] = {}
TOGETHER: frozenset[str] = frozenset({"hovered", "came-down"})
BREAKS: frozenset[str] = frozenset()
