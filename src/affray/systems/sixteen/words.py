"""How the events, options and questions of sixteen read.

Fields that only some seats get (numbers of a foe) may be missing; the sentences then do without.
An event that another sentence tells already has no words of its own: its text is empty.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template, Words

Fields = Mapping[str, Any]


def _untold(f: Fields) -> str:
    return ""


def _plain(slug: object) -> str:
    return str(slug).replace("-", " ")


READINGS: Mapping[str, str] = {
    "critical-miss": "a critical miss",
    "miss": "a miss",
    "hit": "a hit",
    "critical": "a critical hit",
    "telling": "a telling blow",
    "telling-critical": "a telling blow, and critical",
    "deflected": "deflected",
    "critically-deflected": "critically deflected",
    "not-deflected": "not deflected",
    "success": "a success",
    "failure": "a failure",
    "critical-failure": "a critical failure",
}


def _rolled(f: Fields) -> str:
    """The dice as they fell, or else what they came to: the next event tells what it means."""
    faces = ", ".join(re.findall(r"\d+", str(f.get("faces", ""))))
    if faces:
        return f"{f['who']} rolls {f['pool']}: {faces}."
    what, _, damage = str(f["reading"]).partition(" and ")
    told = READINGS.get(what, what)
    if damage and damage != "0":
        told += f" for {damage}"
    return f"{f['who']} rolls {f['pool']}: {told}."


def _stands(f: Fields) -> str:
    return f"{f['who']} stands at {f['place']} feet."


def _sides(f: Fields) -> str:
    does = {"take": "take", "cede": "cede"}
    ours, theirs = does.get(f["heroes"], "cede"), does.get(f["foes"], "cede")
    return f"The heroes {ours} the initiative, the foes {theirs} it."


def _order(f: Fields) -> str:
    first = {"heroes": "The heroes go first", "foes": "The foes go first"}
    return f"{first.get(f['first'], 'The order is')}: {f['order']}."


def _turn(f: Fields) -> str:
    state = "" if f["state"] == "unfatigued" else f", {f['state']}"
    return f"{f['who']}'s turn{state}."


def _contest(f: Fields) -> str:
    if "heroes" in f and "foes" in f:
        return f"The heroes' {f['heroes']} against the foes' {f['foes']}."
    return f"The {f['first']} win the contest for the first turn."


def _attack(f: Fields) -> str:
    means = "bare hands" if f["means"] == "fist" else f"the {_plain(f['means'])}"
    text = f"{f['who']} attacks {f['target']} with {means}"
    if "needed" not in f:
        return f"{text}."
    return f"{text}: {f['needed']} is needed ({f['modifiers']})."


def _struck(f: Fields) -> str:
    what = {
        "hit": "strikes",
        "critical": "finds the gap: a critical hit on",
        "telling": "lands a telling blow on",
        "telling-critical": "lands a telling blow, and a critical hit, on",
    }
    return f"{f['by']} {what[f['result']]} {f['who']}: the dice show {f['damage']}."


def _deflect(f: Fields) -> str:
    target = f" (on {f['target_number']})" if "target_number" in f else ""
    if f["stands"]:
        how = "critically deflects" if f["reading"] == "critically-deflected" else "deflects"
        return f"{f['who']} {how} it{target}."
    if f["critical"] and f["reading"] == "deflected":
        return f"{f['who']} would have deflected it{target}, but it is a critical hit."
    return f"{f['who']} does not deflect it{target}."


def _hurt(f: Fields) -> str:
    text = f"{f['target']} takes {f['raw']}"
    if "now" not in f:
        return f"{text}."
    what = {"armour": "armour", "resistance": "resistance"}.get(f["means"], "")
    off = f", {what} takes off {f['off']}" if f["off"] and what else ""
    if not f["dealt"]:
        return f"{text}{off}: nothing comes through."
    return f"{text}{off}: {f['before']} down to {f['now']} HP."


def _wounded(f: Fields) -> str:
    what = "wounded" if f["first"] else "wounded again"
    more = f" Maximum HP is {f['most']} now." if "most" in f else ""
    return f"{f['who']} is {what}.{more}"


def _fatigue(f: Fields) -> str:
    if f["before"] == f["now"]:
        return ""
    return f"{f['who']} is {f['now']} now."


def _state(f: Fields) -> str:
    what = {
        "useless": "can do nothing more",
        "unconscious": "is unconscious",
        "dead": "is dead",
    }
    return f"{f['who']} {what.get(f['state'], 'is up again')}."


_CONDITIONS = {"off-balance": "off balance", "wide-open": "wide open"}


def _condition(f: Fields) -> str:
    name = _CONDITIONS.get(f["condition"], f["condition"])
    source = f" of {f['source']}" if f["condition"] == "frightened" and f["source"] else ""
    return f"{f['who']} is {name}{source}{_until(f)}."


def _until(f: Fields) -> str:
    match f["until"]:
        case "turns" if f["turns"] == 2:
            return " to the end of its next turn"
        case "turns" if f["turns"] > 2:
            return f" for {f['turns']} of its turns"
        case "turns":
            return " to the end of its turn"
        case "start":
            return " until its next turn starts"
        case "fight":
            return " for the rest of the fight"
    return ""


def _condition_over(f: Fields) -> str:
    if f["condition"] == "prone":
        return f"{f['who']} stands up."
    name = _CONDITIONS.get(f["condition"], f["condition"])
    return f"{f['who']} is {name} no longer."


def _mishap(f: Fields) -> str:
    what = {
        "off-balance": "It leaves {who} off balance.",
        "wide-open": "It leaves {who} wide open.",
        "slip": "{who} slips.",
        "lost-grip": "{who} loses the grip.",
        "overstrain": "{who} overstrains.",
        "knocked-silly": "{who} is knocked silly.",
    }
    return what[f["mishap"]].format(who=f["who"])


def _checked(f: Fields) -> str:
    kind = "save" if f["check"] == "con" else "check"
    how = "makes" if f["reading"] == "success" else "fails"
    number = f" ({f['modifier']:+d})" if "modifier" in f else ""
    return f"{f['who']} {how} the {f['check'].upper()} {kind}{number}."


def _free(f: Fields) -> str:
    what = _plain(f["what"])
    told = {
        "draw": f"{f['who']} draws the {what}.",
        "drop": f"{f['who']} drops the {what}.",
        "say": f"{f['who']}: {f['what'] or '...'}",
    }
    return told.get(f["action"], f"{f['who']}, as a Free Action: {f['what'] or 'something'}.")


def _healed(f: Fields) -> str:
    if "now" not in f:
        return f"{f['who']} recovers."
    if f["before"] == f["now"]:
        return f"{f['who']} has nothing to recover from."
    return f"{f['who']} recovers: {f['before']} up to {f['now']} HP."


def _left(f: Fields) -> str:
    what = {"gone": "gets away from the fight", "surrendered": "surrenders"}
    return f"{f['who']} {what[f['status']]}."


def _rested(f: Fields) -> str:
    return "A night's rest." if f["kind"] == "night" else "A short break."


def _recovery(f: Fields) -> str:
    what = READINGS[f["reading"]]
    return f"{f['who']}'s LIF check against the wound is {what}."


def _scarred(f: Fields) -> str:
    if f["kind"] == "scar":
        return f"A wound of {f['who']}'s turns into scar tissue."
    return f"A wound of {f['who']}'s turns into a war wound: {f['what'] or 'it will be felt'}."


def _edited(f: Fields) -> str:
    who, name, value = f["who"], f["name"], f["value"]
    what = {
        "set": f"sets the {_plain(name)} of {who} to {value}",
        "place": f"puts {who} at {value} feet",
        "hide": f"keeps {who} out of sight",
        "show": f"lets everybody see {who}",
        "remove": f"takes {who} out of the fight",
        "return": f"brings {who} back into the fight",
        "rename": f"has a new name for {who}: {value}",
        "reorder": f"moves the turn of {who}" + (f" before {value}" if value else " to the end"),
        "surrender": f"has {who} give up",
        "back-up": f"has {who} up again",
        "skip": "lets the turn end here",
        "end": "ends the fight",
        "resume": "lets the fight go on",
        "note": f"notes of {who}: {name} {'' if value is None else value}".rstrip(),
    }
    if f["kind"] in ("tag", "untag"):
        word, _, other = str(name).partition(":")
        held = f"{_plain(word)} {_plain(other)}".rstrip()
        not_ = "" if f["kind"] == "tag" else "no longer "
        return f"The GM says that {who} is {not_}so: {held}."
    told = what.get(f["kind"], f"{_plain(f['kind'])} {who} {name} {value or ''}".rstrip())
    return f"The GM {told}."


EVENTS: Mapping[str, Template] = {
    "stands": _stands,
    "sides": _sides,
    "contest": _contest,
    "order": _order,
    "round": "Round {number}.",
    "turn": _turn,
    "turn-over": _untold,
    "ceded": "{who} cedes the turn to {to}.",
    "declined": "{who} does not take the turn of {by}.",
    "moved": lambda f: f"{f['who']} moves {f['feet']} feet, to {f['place']}.",
    "rolled": _rolled,
    "attack": _attack,
    "missed": "{who} misses {target}.",
    "critical-miss": "{who} misses {target} badly.",
    "mishap": _mishap,
    "struck": _struck,
    "blow": "{who} strikes at {target}, who lies unconscious.",
    "telling-d3": "{who} adds {more}: {damage}.",
    "telling-again": "{who} rolls the damage again: {damage} instead of {first}.",
    "cannot-deflect": "{who} cannot deflect.",
    "let-through": "{who} does not try to deflect.",
    "deflect": _deflect,
    "deflected": "The blow of {by} is turned aside.",
    "halved": "{by} is too large to be turned aside: half of it, {damage}, comes through.",
    "hurt": _hurt,
    "hit-inside": _untold,
    "wounded": _wounded,
    "fatigue": _fatigue,
    "fatigued-already": _untold,
    "untiring": "{who} does not tire.",
    "spared": _untold,
    "state": _state,
    "condition": _condition,
    "condition-over": _condition_over,
    "dropped": lambda f: f"{f['who']} drops the {_plain(f['weapon'])}.",
    "picked-up": lambda f: f"{f['who']} picks up the {_plain(f['weapon'])}.",
    "strained": _untold,
    "checked": _checked,
    "reaction": "{who} strikes as {target} walks off.",
    "cast": lambda f: (
        f"{f['who']} casts {_plain(f['spell'])}"
        + ("." if f["target"] == f["who"] else f" on {f['target']}.")
    ),
    "resisted": "{who} resists it.",
    "healed": _healed,
    "demanding": lambda f: f"{f['who']}: {f['what'] or 'something demanding'}.",
    "free-action": _free,
    "unreasonable": lambda f: f"That is no reasonable Free Action. {f['why']}".rstrip(),
    "rests": "{who} rests.",
    "rest-broken": "{who}'s rest is broken.",
    "bleeds": "{who} bleeds.",
    "left": _left,
    "aftermath": "The dust settles.",
    "rested": _rested,
    "recovery": _recovery,
    "wound-closed": "A wound of {who}'s closes.",
    "scarred": _scarred,
    "joined": "{who} joins the fight.",
    "edited": _edited,
    "took-back": "{by} took back what was played last ({what}).",
}


def _attack_option(places: Sequence[str]) -> str:
    means = "bare hands" if places[1] == "fist" else places[1]
    return f"Attack {places[2]} with {means}"


def _move(places: Sequence[str]) -> str:
    if places[1] == "toward":
        return f"Move toward {places[2]}"
    return f"Move {places[1]}: {places[2]}"


def _free_option(places: Sequence[str]) -> str:
    what = places[2] if len(places) > 2 else ""
    told = {"draw": f"Draw {what}", "drop": f"Drop {what}", "say": f"Say: {what}"}
    return told.get(places[1], f"Another Free Action: {what}")


def _modifier(places: Sequence[str]) -> str:
    return f"The situation gives {places[1]}"


def _first(places: Sequence[str]) -> str:
    return f"{'The heroes' if places[1] in ('heroes', 'the heroes') else 'The foes'} go first"


def _lasts(places: Sequence[str]) -> str:
    return f"So many of its turns: {places[1]}"


OPTIONS: Mapping[str, OptionTemplate] = {
    "attack": _attack_option,
    "spell": "Cast {1}: {2}",
    "demanding": "Something else as demanding: {1}",
    "move": _move,
    "stand": "Stand up",
    "pick-up": "Pick up {1}",
    "rest": "Rest for the round",
    "cede": lambda places: f"Cede the turn to {places[1]}" if len(places) > 1 else "Cede it",
    "free": _free_option,
    "end": "End the turn",
    "take": "Take it",
    "decline": "Decline",
    "add-d3": "Add D3 to the damage",
    "roll-again": "Roll the damage again and keep that",
    "deflect": "Try to deflect",
    "take-it": "Take the blow",
    "pass": "Let it go",
    "strike": "Strike {1} before it leaves",
    "by-the-rules": "As the rules have it",
    "first": _first,
    "order": "Another order: {1}",
    "reasonable": "That is reasonable",
    "unreasonable": lambda places: f"Not as a Free Action: {places[1] or 'no reason given'}",
    "none": "Nothing further",
    "modifier": _modifier,
    "armour": "Armour counts",
    "resistance": "Resistance counts",
    "nothing": "Neither counts",
    "as-usual": "As usual",
    "turns": _lasts,
    "fight": "For the rest of the fight",
    "strenuous": "Strenuous",
    "not-strenuous": "Not strenuous",
    "gone": "It has got away",
    "stays": "It is still in the fight",
    "surrendered": "It surrenders",
    "short-break": "A short break",
    "night": "A night's rest",
    "done": "On with the story",
    "only": "HP back: {1}; levels of fatigue: {2}",
    "scar": "Scar tissue",
    "war-wound": "A war wound: {1}",
}

PLACES: Mapping[str, tuple[str, ...]] = {
    "demanding": ("what it is",),
    "move forward": ("steps of 5 feet toward the other side",),
    "move back": ("steps of 5 feet away from the other side",),
    "free say": ("what is said",),
    "free other": ("what it is",),
    "order": ("who goes when",),
    "unreasonable": ("why not",),
    "modifier": ("the modifier",),
    "turns": ("how many turns",),
    "only": ("HP", "levels of fatigue"),
    "war-wound": ("how it shows",),
}

QUESTIONS: Mapping[str, str] = {
    "sixteen.initiative.gm-order": "Who goes first?",
    "sixteen.initiative.sides": "Does this side take or cede the initiative?",
    "sixteen.initiative.cede-place": "Does {who} take the turn that is ceded?",
    "sixteen.turn.parts": "What does {who} do?",
    "sixteen.turn.free-actions": "Is that a reasonable Free Action?",
    "sixteen.attack.modifiers": "Does the situation change this attack?",
    "sixteen.attack.roll": "{who} rolls to hit, and the damage with it",
    "sixteen.telling.natural-twenty": "A telling blow: D3 more, or the damage again?",
    "sixteen.telling.choice-time": "{who} rolls the damage again",
    "sixteen.telling.d3": "{who} rolls the D3",
    "sixteen.deflect.attempt": "Does {who} try to deflect?",
    "sixteen.deflect.roll": "{who} rolls to deflect",
    "sixteen.armour.appropriate": "Can armour or a resistance do anything against it?",
    "sixteen.reaction.threaten": "Does {who} spend the Reaction on a blow?",
    "sixteen.miss.critical-check": "{who} makes an SDF check",
    "sixteen.miss.critical-result": "{who} rolls for what goes wrong",
    "sixteen.hp.blows-on-unconscious": "{who} rolls the damage",
    "sixteen.condition.duration": "How long does it last?",
    "sixteen.fatigue.other-strenuous": "Was that strenuous?",
    "sixteen.fatigue.save": "{who} makes a CON save against fatigue",
    "sixteen.fatigue.rest": "{who} makes a CON save to recover",
    "sixteen.wound.one-each": "{who} makes a CON check against the wound",
    "sixteen.wound.first-save": "{who} makes a CON save against being tired",
    "sixteen.spell.form": "{who} rolls for the spell",
    "sixteen.recovery.when": "Do the survivors rest?",
    "sixteen.recovery.between-fights": "What does the rest give back?",
    "sixteen.recovery.check": "{who} makes a LIF check to recover from a wound",
    "sixteen.recovery.scar-or-war-wound": "Scar tissue, or a war wound?",
    "sixteen.end.leaving": "Has it got away?",
}

ROLLS: Mapping[str, str] = {
    "sixteen.initiative.sides": "{who} rolls for the initiative",
}

TOGETHER = frozenset({"stands"})

BREAKS = frozenset({"turn", "round"})

WORDS = Words(EVENTS, OPTIONS, QUESTIONS, ROLLS, PLACES, TOGETHER, BREAKS)
