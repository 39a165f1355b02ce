"""How scenes read: what begins, what is over, what goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from affray.kernel.system import ENDINGS, Ending
from affray.kernel.words import OptionTemplate, Template

Fields = Mapping[str, Any]

NAMES = {
    "fight": "a fight",
    "chase": "a chase",
    "social": "a social encounter",
    "travel": "a journey",
    "downtime": "a time of quiet",
    "free": "free play",
}


def _scene(f: Fields) -> str:
    return f"The scene is now {NAMES[f['scene']]}."


def _chapter(f: Fields) -> str:
    """A journey goes on with its day, a talk with its round; else the scene is the heading."""
    if f["round"]:
        return f"Day {f['round']}" if f["scene"] == "travel" else ""
    return NAMES[f["scene"]].capitalize()


def _scene_over(f: Fields) -> str:
    return f"That was {NAMES[f['scene']]}; what was before goes on."


ENDED: Mapping[str, Mapping[str, Ending]] = {
    "social": {
        "heroes": Ending("the goal is reached", "The heroes have what they came for."),
        "foes": Ending("the goal is not reached", "The heroes do not get what they came for."),
        "none": Ending("it stays open", "It stays open."),
    },
    "travel": {
        "heroes": Ending("the party arrives", "The party has arrived."),
        "foes": Ending("the party does not get there", "The party has not got there."),
        "none": Ending("the journey breaks off", "The journey has broken off."),
    },
    "downtime": {
        "heroes": Ending("the time goes by", "The time of quiet is over."),
        "foes": Ending("it is broken into", "The time of quiet was broken into."),
        "none": Ending("nobody makes use of it", "Nobody was able to make use of it."),
    },
    "free": {**ENDINGS, "none": Ending("it just ends", "That was all for now.")},
}
"""What the results of a scene are called that is no fight and no chase."""

_AWAY = {"heroes": "The heroes have got away.", "foes": "The foes have got away."}
_CAUGHT = {"heroes": "The foes have been caught.", "foes": "The heroes have been caught."}


def chase_endings(quarry: str) -> Mapping[str, Ending]:
    """What the results of a chase are called in which that side flees."""
    return {
        side: Ending(one.named, (_AWAY if side == quarry else _CAUGHT).get(side, one.told))
        for side, one in ENDINGS.items()
    }


def _fight_over(f: Fields) -> str:
    kind, result = f.get("scene", "fight"), str(f["result"])
    ended = chase_endings(f.get("quarry", "")) if kind == "chase" else ENDED.get(kind, ENDINGS)
    told = ended[result].told
    if told.startswith(_OVER[kind]):
        return told
    return f"{_OVER[kind]} is over: {told[:1].lower()}{told[1:]}"


_OVER = {
    "fight": "The fight",
    "chase": "The chase",
    "social": "The talk",
    "travel": "The journey",
    "downtime": "The time of quiet",
    "free": "That",
}

EVENTS: Mapping[str, Template] = {
    "scene": _scene,
    "scene-over": _scene_over,
    "fight-over": _fight_over,
}
CHAPTERS: Mapping[str, Template] = {"scene": _chapter}
OPTIONS: Mapping[str, OptionTemplate] = {}
QUESTIONS: Mapping[str, str] = {}
ROLLS: Mapping[str, str] = {}
PLACES: Mapping[str, Sequence[str]] = {}
TOGETHER: frozenset[str] = frozenset()
BREAKS: frozenset[str] = frozenset({"scene"})
