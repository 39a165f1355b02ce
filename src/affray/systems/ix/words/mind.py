"""Words for fear, grapples, magic and light."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.words import OptionTemplate, Template
from affray.systems.ix.words.turns import pay

Fields = Mapping[str, Any]


def _plain(slug: object) -> str:
    return str(slug).replace("-", " ")


def _fear_checked(f: Fields) -> str:
    if f["outcome"] == "held":
        return f"{f['who']} looks at {f['source']} and holds."
    return f"{f['who']} cannot bear the sight of {f['source']}."


def _cast(f: Fields) -> str:
    on = f" at {f['target']}" if f["target"] and f["target"] != f["who"] else ""
    return f"{f['who']} casts {_plain(f['spell'])}{on}."


def _dragged(f: Fields) -> str:
    return f"{f['who']} drags {f['target']} {'back' if f['way'] == 'back' else 'along'}."


def _struggle(f: Fields) -> str:
    return f"{f['who']} wrestles with {f['target']} and gets nowhere."


def _mending(f: Fields) -> str:
    turns = "turn" if f["turns"] == 1 else f"{f['turns']} turns"
    return f"{f['who']} will mend a little at the start of its next {turns}."


def _light(f: Fields) -> str:
    bearer, _, thing = str(f["light"]).rpartition(":")
    return _plain(thing if not bearer else f"{thing} of {bearer}")


EVENTS: Mapping[str, Template] = {
    "fear-rated": "{who} is a terror of rating {rating} in this scene.",
    "fear-checked": _fear_checked,
    "fearless": "{who} fears nothing more in this encounter.",
    "scattered": "{who} breaks and scatters.",
    "surrendered": "{who} surrenders.",
    "left": "{who} has got away and is gone.",
    "seized": "{who} has {target} in a hold.",
    "grapple-failed": "{target} slips out of reach of {who}.",
    "hold-kept": "{who} keeps hold of {target}.",
    "dragged": _dragged,
    "struggle-failed": _struggle,
    "escape-failed": "{who} cannot get free of {target}.",
    "hold-over": "{who} no longer holds {target}.",
    "cast": _cast,
    "spell-failed": "Nothing comes of it.",
    "mending": _mending,
    "lit": lambda f: f"{f['who']} lights the {_light(f)}.",
    "unseen": "It is too dark for {who} to see anything of it.",
    "doused": lambda f: f"{f['who']} puts out the {_light(f)}.",
}


def _hold(places: Sequence[str]) -> str:
    match places[1]:
        case "maintain":
            return "keep the hold"
        case "harm":
            return "hurt whom you hold"
        case "takedown":
            return "take down whom you hold (Hard Athletics)"
        case _:
            where = "back to your own side" if places[2] == "back" else "on, away from your side"
            return f"drag whom you hold {where} (Average Athletics)"


def _cast_option(places: Sequence[str]) -> str:
    paid = {"action": ", for your Action", "strain": ", for 2 Strain"}
    how = paid.get(places[3], "") if len(places) > 3 else ""
    on = "all friends in range" if places[2] == "friends" else places[2]
    return f"cast {_plain(places[1])} on {on}{how}"


def _escape(places: Sequence[str]) -> str:
    return f"break free of {places[1]}" if len(places) > 1 else "break free"


def _release(places: Sequence[str]) -> str:
    return f"let go of {places[1]}" if len(places) > 1 else "let go of whom you hold"


def _light_option(verb: str) -> OptionTemplate:
    def text(places: Sequence[str]) -> str:
        return f"{verb} the {_light({'light': places[1]})}" + pay(places, 2)

    return text


OPTIONS: Mapping[str, OptionTemplate] = {
    "steady": "steady {1} by {2} (Average)",
    "grapple": "grapple {1}",
    "hold": _hold,
    "escape": _escape,
    "release": _release,
    "unseen": "it could only be seen, and it is too dark",
    "cast": _cast_option,
    "kindle": _light_option("light"),
    "kindle-bare": _light_option("light, without tinder,"),
    "douse": _light_option("put out"),
    "as-written": "as their entries say",
    "rate": "{1}: another rating",
    "readiness": "Readiness: it comes suddenly",
    "discipline": "Discipline: the dread has had time to grow",
    "either": "the choice of whoever checks: it was seen coming",
    "withdraw": "it withdraws until it is out of reach",
    "surrender": "it surrenders",
    "break": "it breaks and scatters",
    "dice": "Boon and Bane Dice for circumstances",
    "cure": "end {2} of {1}",
    "answer": "answer an injury of {1}",
    "nothing": "leave it",
}
QUESTIONS: Mapping[str, str] = {
    "ix.fear.rating": "How terrible are they here?",
    "ix.fear.which-skill": "Does it come suddenly, or has the dread grown?",
    "ix.fear.skill": "{who}, you saw it coming: by which skill do you face it?",
    "ix.fear.groups-behaviour": "They have lost heart. What do they do?",
    "ix.grapple.circumstances": "Is anything about this struggle uneven?",
    "ix.magic.answers-injury": "{who}, what does the spell put right?",
    "ix.magic.success": "{who}, what do your Boons bring?",
}
ROLLS: Mapping[str, str] = {
    "ix.fear.difficulty": "{who}'s fear check",
    "ix.fear.ends-steadied": "{who}'s check to steady a friend",
    "ix.fear.leader-lifts": "{who}'s check to rally them",
    "ix.grapple.action": "{who}'s grapple",
    "ix.grapple.drag": "{who}'s check to drag",
    "ix.grapple.takedown": "{who}'s takedown",
    "ix.grapple.escape": "{who}'s struggle to get free",
    "ix.condition.grabbed-escape": "{who}'s struggle to get free",
    "ix.magic.difficulty": "{who}'s spell",
}
PLACES: Mapping[str, tuple[str, ...]] = {
    "rate": ("rating, 0 for none",),
    "dice": ("Boon Dice", "Bane Dice"),
}
WARES: Mapping[str, str] = {
    "spell-burn": "it burns on",
    "spell-longer": "it lasts a turn longer",
    "spell-step-down": "an injury becomes one step lighter",
    "spell-further": "one thing more is put right: {1}",
    "fear-breakthrough": "no more fear in this encounter",
    "fear-calamity": "the next turn is for getting away",
}
TOGETHER: frozenset[str] = frozenset()
BREAKS: frozenset[str] = frozenset()
