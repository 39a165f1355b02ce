"""How structured play reads: initiative, slots, turns, Maneuvers, Quick Actions, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template

Fields = Mapping[str, Any]
_SIDE = {"heroes": "the heroes", "foes": "the foes"}


def verb(who: Any, one: str, several: str) -> str:
    """The verb after people, of whom there may be several ("Ann and Bob")."""
    return f"{who} {several if ' and ' in str(who) else one}"


def plain(slug: object) -> str:
    return str(slug).replace("-", " ")


def untold(f: Fields) -> str:
    return ""


def _encounter(f: Fields) -> str:
    points = f"{f['fortune']} Fortune, {f['peril']} Peril"
    return f"From here on every moment counts. On the table: {points}."


def _sides_placed(f: Fields) -> str:
    return f"The sides stand {f['steps']} steps apart: {f['band'].capitalize()} range."


def _initiative(f: Fields) -> str:
    found = f["success"]
    what = f"{found} net Success" + ("" if found == 1 else "es")
    if found < 0:
        what = f"{-found} net Failure" + ("" if found == -1 else "s")
    how = ", caught off guard" if f["surprised"] else ""
    return f"Initiative of {f['who']}{how}: {what}."


def _slots(f: Fields) -> str:
    sides = f.get("whole", f["sides"])
    if isinstance(sides, str):
        return f"The order of slots: {sides}."
    told = [_SIDE.get(side, str(side)).removeprefix("the ") for side in sides]
    return f"The order of slots: {', '.join(told)}."


def _turn(f: Fields) -> str:
    return f"{f['who']}'s turn." if f["able"] else f"{f['who']} lies where they fell."


def _moved(f: Fields) -> str:
    way = "toward" if f["way"] == "toward" else "away from"
    named = str(f["named"])
    named = f"cover {named.removeprefix('cover-')}" if named.startswith("cover-") else named
    far = ", two steps at one go" if f["steps"] == 2 else ""
    return f"{f['who']} moves {way} {named}{far}."


def _guard(f: Fields) -> str:
    if f["guard"] == "guarded":
        text = f"{f['who']} stands guarded: one Trial Die of attacks becomes a Crisis Die"
    else:
        text = f"{f['who']} gives everything to not being hit: attacks add a Bane Die"
    if f["before"] and f["before"] != f["guard"]:
        text += ", instead of the guard taken before"
    return f"{text}."


def _quick(f: Fields) -> str:
    if f["what"] == "glance":
        return f"{f['who']} takes a quick look around."
    return f'{f["who"]}: "{f["text"]}"' if f["text"] else f"{f['who']} calls something out."


def _judged(f: Fields) -> str:
    what = f["text"] or "something more"
    if f["allowed"]:
        return f"{f['who']} does it in passing: {what}."
    return f"{f['who']} wants to do it in passing: {what}. That is more than a Quick Action."


def _item_used(f: Fields) -> str:
    what = f": {f['text']}" if f["text"] else ""
    return f"{f['who']} uses the {plain(f['item'])}{what}."


EVENTS: Mapping[str, Template] = {
    "encounter": _encounter,
    "sides-placed": _sides_placed,
    "surprised": lambda f: f"{verb(f['who'], 'is', 'are')} caught off guard.",
    "initiative": _initiative,
    "slots": _slots,
    "slot-new": lambda f: f"A new slot at the end of the order, for {_SIDE[f['side']]}.",
    "slot-gone": lambda f: f"The last slot of {_SIDE[f['side']]} falls away.",
    "came-late": "{who} comes into the fight, and acts from the next round on.",
    "round": "Round {number}.",
    "turn": _turn,
    "turn-over": untold,
    "action-traded": "{who} gives up the Action for a second Maneuver.",
    "extra-maneuver": "{who} has a moment to spare.",
    "fled": lambda f: f"{verb(f['who'], 'gets', 'get')} away.",
    "moved": _moved,
    "placed": untold,
    "engaged": "{who} and {other} are Engaged.",
    "parted": "{who} and {other} part.",
    "aimed": lambda f: f"{f['who']} takes aim" + (" once more." if f["dice"] > 1 else "."),
    "drawn": lambda f: f"{f['who']} takes the {plain(f['item'])} in hand.",
    "stowed": lambda f: f"{f['who']} puts the {plain(f['item'])} away.",
    "dropped": lambda f: f"The {plain(f['item'])} of {f['who']} falls to the ground.",
    "pack-refused": lambda f: f"The {plain(f['item'])} is too deep in {f['who']}'s pack for now.",
    "cover": "{who} gets behind cover (Ranged Defense {defense}).",
    "cover-left": "{who} leaves the cover.",
    "caught-breath": "{who} catches a breath.",
    "interacted": lambda f: (
        f"{f['who']} sees to something" + (f": {f['text']}." if f["text"] else ".")
    ),
    "made-ready": lambda f: f"{f['who']} makes the {plain(f['item'])} ready.",
    "reloaded": lambda f: f"{f['who']} loads the {plain(f['item'])}.",
    "cleared": lambda f: f"{f['who']} gets the {plain(f['item'])} to work again.",
    "guard": _guard,
    "guard-over": "{who} is no longer on guard.",
    "quick-action": _quick,
    "quick-action-judged": _judged,
    "item-used": _item_used,
}


def _toward(places: Sequence[str]) -> str:
    return _way(places, "move")


def _far(places: Sequence[str]) -> str:
    return _way(places, "move two steps")


def _way(places: Sequence[str], how: str) -> str:
    way = "toward" if places[1] == "toward" else "away from"
    whom = f"cover {places[2].removeprefix('cover ')}" if "cover " in places[2] else places[2]
    return f"{how} {way} {whom}" + pay(places, 3)


def pay(places: Sequence[str], length: int) -> str:
    """How a second Maneuver is paid for."""
    if len(places) <= length:
        return ""
    return " (for the Action)" if places[length] == "action" else " (for 2 Strain)"


def just(text: str, length: int) -> OptionTemplate:
    """An option with `length` places that a second Maneuver may be spent on."""
    return lambda places: text.format(*places[:length]) + pay(places, length)


OPTIONS: Mapping[str, OptionTemplate] = {
    "apart": "{1} steps apart",
    "surprised": "caught off guard: {1}",
    "goes-on": "the fight goes on",
    "fled": "the heroes have got away",
    "settled": "it is settled for {1}",
    "go": "{1}",
    "end": "nothing more this turn",
    "pass": "no",
    "move": _toward,
    "move-far": _far,
    "aim": just("aim", 1),
    "draw": just("draw the {1}", 2),
    "stow": just("put the {1} away", 2),
    "cover": just("take cover", 1),
    "catch-breath": just("catch breath", 1),
    "guard": just("stand guarded", 1),
    "stand": just("stand up", 1),
    "interact": just("see to something: {1}", 2),
    "ready": just("make the {1} ready", 2),
    "reload": just("load the {1}", 2),
    "clear": just("get the {1} to work again", 2),
    "defensive-guard": "Defensive Guard",
    "use-item": "use the {1}",
    "take-out": "get the {1} out of the pack",
    "break-free": "break out of the snare",
    "engage": "close with {1}",
    "drop": "drop the {1}",
    "glance": "glance around",
    "say": "say: {1}",
    "quick-action": "something in passing: {1}",
    "action": "for the Action",
    "maneuver": "for a Maneuver",
}
QUESTIONS: Mapping[str, str] = {
    "ix.encounter.starting-ranges": "How far apart do the sides stand?",
    "ix.initiative.which-check": "Who is caught off guard?",
    "ix.encounter.end-players-fled": "The round is over. Does the fight go on?",
    "ix.initiative.players-choose": "Who of {who} takes this slot?",
    "ix.initiative.gm-chooses": "Which of the foes takes this slot?",
    "ix.turn.budget": "{who}, what do you do?",
    "ix.turn.quick-action-judge": "Is that a Quick Action?",
    "ix.maneuver.draw-from-pack": "What does it take to get it out of the pack?",
    "ix.spend.boon-defaults": "{who}, one Maneuver at once?",
    "ix.spend.bane-defaults": "{who}, one Maneuver at once?",
}
ROLLS: Mapping[str, str] = {
    "ix.initiative.everyone-rolls": "{who}'s initiative",
    "ix.quality.defined-elsewhere": "{who}'s struggle out of the snare",
}
PLACES: Mapping[str, tuple[str, ...]] = {
    "apart": ("steps",),
    "surprised": ("who",),
    "say": ("what",),
    "interact": ("what you see to",),
    "quick-action": ("what",),
}
TOGETHER: frozenset[str] = frozenset({"surprised", "fled"})
BREAKS: frozenset[str] = frozenset({"round", "turn"})
