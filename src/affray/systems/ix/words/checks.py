"""Words for checks: pools, spends, Story Points, opposed, assisted, group and extended checks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.words import mind
from affray.systems.ix.words.turns import verb

Fields = Mapping[str, Any]

_PLURALS = {"success": "Successes", "calamity": "Calamities"}


def count(number: int, thing: str) -> str:
    """`2 Boons`, `1 Success`."""
    plural = _PLURALS.get(thing, thing.capitalize() + "s")
    return f"{number} {thing.capitalize() if number == 1 else plural}"


def untold(f: Fields) -> str:
    return ""


def plain(slug: Any) -> str:
    return str(slug).replace("-", " ")


def net(success: int, boon: int, breakthrough: int, calamity: int) -> str:
    """Net symbols in words."""
    found = []
    if success:
        found.append(count(abs(success), "success" if success > 0 else "failure"))
    if boon:
        found.append(count(abs(boon), "boon" if boon > 0 else "bane"))
    if breakthrough:
        found.append(count(breakthrough, "breakthrough"))
    if calamity:
        found.append(count(calamity, "calamity"))
    return ", ".join(found) or "nothing is left"


def _rolled(f: Fields) -> str:
    reading = f["reading"]
    if isinstance(reading, int):
        return f"{f['who']} rolls {f['pool']}: {reading}."
    return f"{f['who']} rolls {f['pool']}."


def _checked(f: Fields) -> str:
    left = net(f["success"], f["boon"], f["breakthrough"], f["calamity"])
    if f["kind"] == "initiative":
        return f"{f['who']}, {plain(f['skill'])}: {left}."
    result = "success" if f["success"] >= 1 else "failure"
    return f"{f['who']}, {plain(f['skill'])}: {result} ({left})."


_WHAT = {
    ("heroes", "upgrade"): "turns an Ability Die into a Mastery Die",
    ("heroes", "breakthrough"): "brings a Breakthrough effect",
    ("heroes", "calamity"): "is turned by a Calamity",
    ("heroes", "injury"): "is lost to an injury",
    ("foes", "injury"): "is lost to an injury",
    ("foes", "upgrade"): "turns a Trial Die into a Crisis Die",
    ("foes", "calamity"): "brings a Calamity effect",
    ("heroes", "detail"): "adds a detail to the story",
    ("foes", "complication"): "brings a complication",
}


def _story_point(f: Fields) -> str:
    what = _WHAT.get((f["side"], f["what"]), plain(f["what"]))
    point = "A Fortune Point" if f["side"] == "heroes" else "A Peril Point"
    return f"{point} {what}. Fortune {f['fortune']}, Peril {f['peril']}."


def _gm_dice(f: Fields) -> str:
    kind = {"boon-dice": "Boon", "bane-dice": "Bane", "volatile": "Crisis"}[f["what"]]
    dice = "Die" if f["dice"] == 1 else "Dice"
    if f["what"] == "volatile":
        return f"The GM makes {f['dice']} of the Trial Dice Crisis Dice."
    return f"The GM adds {f['dice']} {kind} {dice} to the pool of {f['who']}."


def _with_text(begin: str) -> Template:
    return lambda f: f"{begin}: {f['text']}" if f["text"] else f"{begin}."


WARES: Mapping[str, str] = {
    "recover-strain": "recover 1 Strain",
    "lend-momentum": "the next ally to act gets a Boon Die",
    "notice": "notice something useful",
    "pass-the-edge": "{1} gets a Boon Die",
    "hinder": "{1} gets a Bane Die",
    "spare-moment": "a Maneuver at once",
    "brush-aside": "ignore Bane Dice from surroundings",
    "turn-of-events": "the scene turns in your favor",
    "scene-change": "something strong, as the GM says",
    "heavy-hinder": "{1} gets a Crisis Die",
    "tire": "1 Strain for the roller",
    "spoil-setup": "the roller loses its {1}",
    "open-for-foe": "{1} gets a Boon Die against this side",
    "expose-ally": "{1} gets a Bane Die",
    "foe-moves": "{1} takes a Maneuver at once",
    "undo-progress": "an earned Success is lost",
    "lose-footing": "the roller falls Prone",
    "jam": "the weapon jams",
    "scene-turns": "a setback in the scene",
    "calamity-scene": "something strong, as you say",
    "calamity-gear": "the weapon is out for the encounter",
    "calamity-ally": "{1} gets a Crisis Die",
}


_TOLD_NEXT = frozenset(
    {"recover-strain", "tire", "lose-footing", "jam", "calamity-gear", "undo-progress"}
)
"""What is bought and tells itself by what happens next."""


def _spent(f: Fields) -> str:
    if f["entry"] in _TOLD_NEXT:
        return ""
    told = {**WARES, **mind.WARES}
    what = told.get(f["entry"], plain(f["entry"])).format(f["entry"], plain(f["on"]))
    what = what.replace("the roller", str(f["who"]))
    return f"Bought with the roll of {f['who']}: {what}."


def _effect(f: Fields) -> str:
    """Dice that wait; what an injury does is told with the injury."""
    if f["op"] == "aid":
        return f"{f['who']} can count on help ({plain(f['checks'])})."
    return ""


def _contested(f: Fields) -> str:
    return (
        f"{count(max(f['success'], 0), 'success')} of {f['who']} against {f['other']} of "
        f"{f['against']}: {f['winner']} wins."
    )


def _group(f: Fields) -> str:
    won = f["succeeded"]
    if not f["who"]:
        return (
            f"Each rolled alone: {won} succeeded." if won else "Each rolled alone, none succeeded."
        )
    behind = f["bane_dice"]
    dice = f", with {behind} Bane {'Die' if behind == 1 else 'Dice'}" if behind else ""
    result = "everybody succeeds" if won else "everybody fails"
    return f"{f['who']} rolled for {f['members']}{dice}: {result}."


def _a(unit: str) -> str:
    return f"an {unit}" if unit == "hour" else f"a {unit}"


def _task(f: Fields) -> str:
    most = f", in at most {f['most']} attempts" if f["most"] else ""
    return (
        f"{f['who']} sets to work ({plain(f['skill'])}): {count(f['threshold'], 'success')} are "
        f"needed, {_a(f['unit'])} an attempt{most}."
    )


def _attempted(f: Fields) -> str:
    so_far = f"{f['earned']} of {count(f['threshold'], 'success')}"
    return f"{_a(f['unit']).capitalize()} later: {so_far}."


def _task_over(f: Fields) -> str:
    return "The work is done." if f["how"] == "done" else "The work has failed."


def _gear_fails(f: Fields) -> str:
    how = "jams" if f["fault"] == "jammed" else "is out of use for the encounter"
    return f"The {plain(f['weapon'])} of {f['who']} {how}."


EVENTS: Mapping[str, Template] = {
    "rolled": _rolled,
    "checked": _checked,
    "gm-dice": _gm_dice,
    "story-point": _story_point,
    "story-pools": "Fortune {fortune}, Peril {peril}.",
    "spent": _spent,
    "scene-change": _with_text("A Breakthrough changes the scene"),
    "complication": _with_text("A complication"),
    "effect": _effect,
    "effect-over": untold,
    "breakthrough-kept": "The Breakthrough of {who} gives the next ally who rolls a Boon Die.",
    "fortune-lost": "A Calamity costs a Fortune Point: {fortune} left.",
    "gear-fails": _gear_fails,
    "contested": _contested,
    "group-checked": _group,
    "task-begun": _task,
    "attempted": _attempted,
    "task-over": _task_over,
    "progress-lost": "One earned Success is lost: {earned} left.",
    "detail-added": lambda f: f"{f['who']} adds to the story: {f['text'] or 'a detail'}.",
    "detail-refused": lambda f: f"The GM does not agree: {f['text'] or 'a detail'}.",
    "check-refused": "The GM asks for no check of {who}'s {skill}.",
    "help-refused": "The help of {who} counts for nothing here.",
    "joined": lambda f: f"{verb(f['who'], 'joins', 'join')}.",
}


def _pair(places: Sequence[str]) -> str:
    """("pair", Characteristic, difficulty)."""
    return f"{places[1].capitalize()}, {places[2]}"


def _spend(places: Sequence[str]) -> str:
    return "Spend what the roll brings" if any(places[1:]) else "Nothing to spend"


def _task_option(places: Sequence[str]) -> str:
    """("task", Successes, unit, most) as a ruling; ("task"[, who]) as a choice."""
    if len(places) > 2:
        return f"{places[1]}, {_a(places[2])} an attempt, {places[3]}"
    return f"{places[1]} begins a longer task" if len(places) > 1 else "Begin a longer task"


def _attempt(places: Sequence[str]) -> str:
    return f"{places[1]} goes on with {places[2]}" if len(places) > 2 else f"Go on with {places[1]}"


def _opposed(places: Sequence[str]) -> str:
    return f"Opposed by {places[1]}"


OPTIONS: Mapping[str, OptionTemplate] = {
    "spend": _spend,
    "fortune-detail": lambda p: f"Fortune: a detail of the story, {p[-1]}",
    "allowed": lambda p: f"Allowed: {p[1]}" if len(p) > 1 else "Allowed",
    "refused": "Refused",
    "none": "No",
    "complication": "A Peril Point: {1}",
    "with": "{1}",
    "pair": _pair,
    "begin": "Structured play begins",
    "check": "{1} makes a check",
    "helped": "{1} makes a check with help",
    "group": "{1} and the others do it together",
    "oppose": "{1} against {2}",
    "skill-check": "Use a skill",
    "aid": "Aid {1}",
    "task": _task_option,
    "attempt": _attempt,
    "opposed": _opposed,
    "simple": "An ordinary check",
    "together": "Together, by {1}, {2}",
    "each": "Each rolls alone",
    "by": "Helped",
    "helps": "It helps",
    "fortune": "Fortune: {1}",
    "peril": "Peril: {1}",
    "boon-dice": "Boon Dice for circumstances: {1}",
    "bane-dice": "Bane Dice for circumstances: {1}",
    "volatile": "Trial Dice made Crisis Dice: {1}",
    "convert": "What is past twelve dice becomes Boons and Banes, {1} dice first",
    "narrative": "What is past twelve dice becomes part of the story, {1} dice first",
}

PLACES: Mapping[str, tuple[str, ...]] = {
    "spend": ("with Boons or Banes", "with Breakthroughs or Calamities", "in your own words"),
    "boon-dice": ("how many",),
    "bane-dice": ("how many",),
    "volatile": ("how many",),
    "task": ("net Successes needed", "most attempts, 0 for any number"),
    "by": ("who helps",),
    "fortune-detail": ("what is true",),
    "complication": ("what goes wrong",),
    "allowed": ("what it brings",),
}

QUESTIONS: Mapping[str, str] = {
    "ix.spend.roller-chooses": "What does {who} spend the roll on?",
    "ix.spend.banes-by-gm": "What goes wrong?",
    "ix.spend.special-effect-by-gm": "What does the Breakthrough bring?",
    "ix.pool.identify": "Which check is it, and how hard?",
    "ix.pool.limit-excess": "What becomes of the dice past twelve?",
    "ix.action.skill-check": "Which skill does {who} use?",
    "ix.action.aid": "With which skill does {who} help?",
    "ix.assist.limit": "Who helps?",
    "ix.assist.meaningful": "Does the help count?",
    "ix.story.fortune-detail": "Is that detail true?",
    "ix.story.peril-complication": "Does Peril bring a complication?",
    "ix.opposed.when": "What does the other side use?",
    "ix.group.individual-rolls": "How is it rolled?",
    "ix.extended.setup": "What does the task take?",
    "ix.encounter.call": "What is tried?",
}

ROLLS: Mapping[str, str] = {
    "ix.action.skill-check": "{who}'s check",
    "ix.check.sequence": "{who}'s check",
    "ix.assist.boon-die": "{who}'s check, with help",
    "ix.group.performer": "{who}'s check for everybody",
    "ix.group.individual-rolls": "{who}'s own check",
    "ix.extended.accumulate": "{who}'s work on the task",
    "ix.opposed.higher-wins": "{who}'s opposed check",
}

TOGETHER: frozenset[str] = frozenset({"joined"})
BREAKS: frozenset[str] = frozenset()
