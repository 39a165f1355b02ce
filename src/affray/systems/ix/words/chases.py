"""How chases read: gaps, obstacles, called checks, who is caught and who gets away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template, listed
from affray.systems.ix.ledger import BANDS, ENGAGED
from affray.systems.ix.words.turns import pay, verb

Fields = Mapping[str, Any]
_SIDE = {"heroes": "The heroes flee", "foes": "The foes flee"}
_GROUND = {"land": "", "air": " through the air", "mounted": " on horseback", "water": " by water"}


def _band(bands: int) -> str:
    return BANDS[bands].capitalize()


def _chase(f: Fields) -> str:
    named = f["obstacles"]
    names = named if isinstance(named, str) else listed([str(one) for one in named])
    over = f" On the way: {names}." if names else ""
    return f"{_SIDE[f['side']]}{_GROUND[f['ground']]}, and a chase begins.{over}"


def _gap(f: Fields) -> str:
    pursuer, quarry, now = f["pursuer"], f["quarry"], f["now"]
    if now == ENGAGED:
        return f"{pursuer} has come up with {quarry}."
    if now > f["before"]:
        return f"{quarry} draws away from {pursuer}: {_band(now)}."
    return f"{pursuer} gains on {quarry}: {_band(now)}."


def _gap_of_all(f: Fields) -> str:
    what = "opens" if f["now"] > f["before"] else "closes"
    return f"{f['who']} {what} the gap: {_band(f['now'])}."


def _obstacle(f: Fields) -> str:
    then = "all behind have to get over it" if f["how"] == "check" else "it slows down all behind"
    return f"{f['who']} takes the chase to an obstacle ({f['name']}): {then}."


def _slowed(f: Fields) -> str:
    dice = "a Bane Die" if f["dice"] == 1 else f"{f['dice']} Bane Dice"
    return f"What lies in the way slows {f['who']} down: {dice} on movement checks this turn."


def _met(f: Fields) -> str:
    if f["passed"]:
        return f"{f['who']} gets past it ({f['name']})."
    return f"{f['who']} does not get past it ({f['name']}) and cannot close in this turn."


def _way_made(f: Fields) -> str:
    if f["passed"]:
        return f"{f['who']} makes way for those behind ({f['name']})."
    return f"{f['who']} tries to make way for those behind ({f['name']}), in vain."


_CALLED = {
    "cut-ahead": "knows a shorter way",
    "call-for-help": "calls for help, and gets it",
    "shortcut": "forces a shortcut",
}
_IN_VAIN = {
    "cut-ahead": "takes a turning that leads nowhere",
    "call-for-help": "calls for help, and nobody stirs",
    "shortcut": "finds no way through",
}


def _called(f: Fields) -> str:
    return f"{f['who']} {(_CALLED if f['won'] else _IN_VAIN)[f['how']]}."


def _held(f: Fields) -> str:
    return f"{f['quarry']} has kept {f['who']} at Extreme range for this round."


def _escaped_after(f: Fields) -> str:
    if not f["found"]:
        return f"{f['who']} is not to be found again in this scene."
    return f"{f['who']} may be found again" + (f": {f['text']}." if f["text"] else ".")


EVENTS: Mapping[str, Template] = {
    "chase": _chase,
    "gap-at-first": lambda f: f"The gap at the start: {_band(f['bands'])}.",
    "gap-between": lambda f: f"{f['who']} behind {f['quarry']}: {_band(f['bands'])}.",
    "gap": _gap,
    "gap-of-all": _gap_of_all,
    "obstacle": _obstacle,
    "slowed": _slowed,
    "obstacle-met": _met,
    "way-made": _way_made,
    "way-refused": "There is nothing for {who} to clear away.",
    "called": _called,
    "caught": "{who} has caught {quarry}.",
    "fallen-rider": "{who} comes off the mount, and gets no further.",
    "held": _held,
    "trail-lost": "{who} has lost the trail of {quarry}.",
    "trail-found": "{who} is back on the trail of {quarry}.",
    "escaped": lambda f: f"{verb(f['who'], 'has', 'have')} escaped.",
    "escaped-after": _escaped_after,
}


def _how(places: Sequence[str]) -> str:
    then = "a check for all pursuers" if places[2] == "check" else "a Bane Die for all pursuers"
    return f"an obstacle, {places[1]}: {then}"


def _ends(places: Sequence[str]) -> str:
    won = f"{places[1]} have won" if places[1] in ("heroes", "foes") else "nobody has won"
    return f"it ends here: {won.replace('heroes', 'the heroes').replace('foes', 'the foes')}"


def _own(text: str, length: int) -> OptionTemplate:
    return lambda places: text.format(*places[:length]) + pay(places, length)


OPTIONS: Mapping[str, OptionTemplate] = {
    "widen": _own("widen the gap", 1),
    "widen-far": _own("widen the gap with two Maneuvers", 1),
    "close": _own("close on {1}", 2),
    "close-far": _own("close on {1} with two Maneuvers", 2),
    "obstacle": _how,
    "make-way": "make way for those behind: {1}",
    "cut-ahead": "cut ahead of {1} (Streetwise, Average)",
    "call-for-help": "call for help against {1} (Leadership, Average)",
    "shortcut": "force a shortcut to {1} (Athletics, Hard)",
    "flee": "{1} flee",
    "gap": "so many bands for every pair: {1}",
    "as-they-stand": "as they stand now",
    "obstacles": "these: {1}",
    "chase": "{1} run, and a chase begins",
    "behind": "it counts for all farther behind",
    "everyone": "it counts for everybody",
    "gone": "not within this scene",
    "found": "may be found again: {1}",
    "over": _ends,
    "fight": "it turns into a fight",
    "free": "free play goes on",
}
HEADINGS: Mapping[str, str] = {
    **dict.fromkeys(("cut-ahead", "call-for-help", "shortcut"), "Get ahead by a check"),
    **dict.fromkeys(("close", "close-far"), "Close the gap"),
    **dict.fromkeys(("widen", "widen-far"), "Widen the gap"),
    "obstacle": "Lead them over an obstacle",
}
QUESTIONS: Mapping[str, str] = {
    "ix.chase.call": "Who flees?",
    "ix.chase.gap": "How far ahead is the quarry?",
    "ix.chase.terrain": "Which obstacles are there on the way?",
    "ix.chase.obstacle-check": "{who}, how do you meet the obstacle?",
    "ix.chase.pursuer-obstacle": "May the obstacle be cleared for others?",
    "ix.chase.escaped-after": "Can whoever has escaped be found again?",
    "ix.chase.after": "The chase is over. What follows?",
}
ROLLS: Mapping[str, str] = {
    "ix.chase.obstacle-check": "{who}'s way past the obstacle",
    "ix.chase.pursuer-obstacle": "{who}'s way through",
    "ix.chase.called-checks": "{who}'s try to get ahead",
}
PLACES: Mapping[str, tuple[str, ...]] = {
    "gap": ("bands",),
    "obstacles": ("which",),
    "found": ("on what terms",),
}
TOGETHER: frozenset[str] = frozenset({"escaped"})
BREAKS: frozenset[str] = frozenset()
