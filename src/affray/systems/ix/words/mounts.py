"""How riders and mounts read: in and out of the saddle, the charge, a mount in fear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.words.turns import just, plain

Fields = Mapping[str, Any]

EVENTS: Mapping[str, Template] = {
    "rides": "{who} rides {mount}.",
    "mount-apart": "{who} acts for itself from here on.",
    "mounted": "{who} gets on {mount}.",
    "dismounted": "{who} gets off {mount}.",
    "gathered": "{who} gathers {mount} for another charge.",
    "charge": "{who} charges {target} on {mount}.",
    "slid-off": "{who} slides from the saddle of {mount}.",
    "mount-fell": "{who} goes down with {mount}.",
    "unseated": "{who} is thrown from the saddle; {mount} runs on.",
    "stayed-on": "{who} stays in the saddle.",
    "mount-held": "{who} keeps {mount} in hand.",
    "mount-bolts": "{mount} bolts, rears or refuses; {who} can do nothing but hang on.",
    "mount-unmoved": "{mount} has been trained for worse.",
}
OPTIONS: Mapping[str, OptionTemplate] = {
    "with-riders": "mounts act in their riders' turns",
    "separate": "act for themselves: {1}",
    "room": "there is room for the mount",
    "tight": "too tight for the mount",
    "mount": just("get on {1}", 2),
    "dismount": just("get off", 1),
    "gather": just("gather the mount for another charge", 1),
    "control": lambda places: plain(places[1]).capitalize(),
}
QUESTIONS: Mapping[str, str] = {
    "ix.mounted.separate": "Do mounts act for themselves?",
    "ix.mounted.room": "Does the mount have room here?",
    "ix.mounted.control-difficulty": "How hard is it to keep the mount in hand?",
}
ROLLS: Mapping[str, str] = {
    "ix.mounted.mount-down": "{who}'s fall with the mount",
    "ix.mounted.unseat-check": "{who}'s hold on the saddle",
    "ix.mounted.control-check": "{who}'s hand on the mount",
}
WARES: Mapping[str, str] = {"attack-unseat": "try to unseat the rider"}
PLACES: Mapping[str, Sequence[str]] = {"separate": ("who",)}
TOGETHER: frozenset[str] = frozenset({"rides"})
BREAKS: frozenset[str] = frozenset()
