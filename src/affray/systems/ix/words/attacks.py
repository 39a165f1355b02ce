"""How attacks read: the blow, its damage, and what it has bought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.words.turns import plain, untold

Fields = Mapping[str, Any]


def _with(weapon: object) -> str:
    return "bare hands" if str(weapon).startswith("unarmed") else f"the {plain(weapon)}"


def _attack(f: Fields) -> str:
    if f["again"]:
        return f"{f['who']} strikes at {f['target']} once more with {_with(f['weapon'])}."
    band = "" if f["band"] == "engaged" else f", at {f['band']} range"
    return f"{f['who']} attacks {f['target']} with {_with(f['weapon'])}{band}."


def _damage(f: Fields) -> str:
    text = f"{f['damage']} damage to {f['who']}"
    if "through" not in f:
        return f"{text}."
    track = "Strain" if f["strain"] else "Wound" + ("" if f["through"] == 1 else "s")
    if not f["through"]:
        return f"{text}; Resistance {f['resistance']} stops all of it."
    less = f", less Resistance {f['resistance']}" if f["resistance"] else ""
    return f"{text}{less}: {f['through']} {track}."


_SPENT = {
    "attack-disorient": "{on} is left Disoriented",
    "attack-shove": "{on} is shoved back",
    "attack-prone": "{on} is swept off the feet",
    "attack-pin": "{on} is pinned where they stand",
    "attack-unseat": "{who} goes for the rider: {on} has to hold on to the saddle",
    "attack-stagger": "{on} is left Staggered",
    "attack-open-guard": "{on}'s guard is wide open until the round ends",
    "attack-ward": "{who} wins a point of {on} Defense",
    "attack-disarm": "the {on} is struck from the hand that held it",
    "attack-break-gear": "the {on} breaks",
}
"""What the entries of the attack list come to."""
WARES: Mapping[str, str] = {
    "attack-critical": "a Critical Injury",
    "attack-quality": "the weapon's own: {1}",
    "attack-disorient": "the target is Disoriented",
    "attack-shove": "the target is shoved from Engaged to Short",
    "attack-prone": "the target falls Prone",
    "attack-pin": "the target is Immobilized",
    "attack-stagger": "the target is Staggered",
    "attack-open-guard": "the target's Defense counts as 0 until the round ends",
    "attack-ward": "1 {1} Defense until the end of the next turn",
    "attack-disarm": "the target drops the {1}",
    "attack-break-gear": "the {1} of the target breaks",
}
"""The entries of the attack list, as `checks.WARES` has the general ones."""


def _spent(f: Fields) -> str:
    on = plain(f["on"]) if f["entry"] in ("attack-disarm", "attack-break-gear") else f["on"]
    text = _SPENT.get(str(f["entry"]), plain(f["entry"])).format(who=f["who"], on=on)
    return f"{text[:1].upper()}{text[1:]}."


_QUALITY = {
    "burn": "{who} sets {target} burning.",
    "bursting": "The blast takes in everybody close to {target}.",
    "jarring": "The blow jars {target} to the bone.",
    "dazing": "{target} reels.",
    "snaring": "{target} is caught fast.",
    "toppling": "{target} is hooked off the feet.",
    "paired": "The second blade follows the first.",
    "numbing": "Cold creeps through {target}.",
    "breaking": "{target}'s gear takes the blow.",
}


def _quality(f: Fields) -> str:
    text = _QUALITY.get(str(f["quality"]), "{who}'s weapon shows what it can do.")
    return text.format(who=f["who"], target=f["target"])


EVENTS: Mapping[str, Template] = {
    "attack": _attack,
    "refused": "That is out of reach: {target} counts as at {band} range.",
    "hit": "A hit on {target}.",
    "missed": "{who} misses {target}.",
    "attack-spent": _spent,
    "breakthrough-other": lambda f: (
        "The Breakthrough brings something else than an injury"
        + (f": {f['text']}." if f["text"] else ".")
    ),
    "damage": _damage,
    "quality": _quality,
    "burns-on": "{who} goes on burning: {damage} damage at the start of {turns} more turns.",
    "shots-left": lambda f: (
        untold(f) if f["left"] else f"The {plain(f['weapon'])} has to be loaded again."
    ),
    "gear-damaged": lambda f: f"The {plain(f['item'])} of {f['who']} is damaged.",
    "gear-broken": lambda f: f"The {plain(f['item'])} of {f['who']} is broken.",
}


def _attack_with(places: Sequence[str]) -> str:
    return f"attack {places[2]} with {_with(places[1])}"


OPTIONS: Mapping[str, OptionTemplate] = {
    "injury": "the Critical Injury",
    "other": "something else: {1}",
    "attack": _attack_with,
    "line": lambda places: "as the line has it" + _guarded(places),
    "engaged": lambda places: "at Engaged" + _guarded(places),
    "short": lambda places: "at Short" + _guarded(places),
    "medium": lambda places: "at Medium" + _guarded(places),
    "long": lambda places: "at Long" + _guarded(places),
    "extreme": lambda places: "at Extreme" + _guarded(places),
}


def _guarded(places: Sequence[str]) -> str:
    if len(places) < 2:
        return ""
    return ", the target off guard" if places[1].startswith("off") else ""


QUESTIONS: Mapping[str, str] = {
    "ix.attack.breakthrough-other": "Is the Breakthrough to be something else than an injury?",
    "ix.range.record-place": "At which range does this attack count?",
}
ROLLS: Mapping[str, str] = {
    "ix.attack.steps": "{who}'s attack",
}
PLACES: Mapping[str, tuple[str, ...]] = {"other": ("what happens",)}
TOGETHER: frozenset[str] = frozenset()
BREAKS: frozenset[str] = frozenset({"attack"})
