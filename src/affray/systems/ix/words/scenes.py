"""How scenes read: what begins, what is over, what goes on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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


def _scene_over(f: Fields) -> str:
    return f"That was {NAMES[f['scene']]}; what was before goes on."


EVENTS: Mapping[str, Template] = {"scene": _scene, "scene-over": _scene_over}
OPTIONS: Mapping[str, OptionTemplate] = {}
QUESTIONS: Mapping[str, str] = {}
ROLLS: Mapping[str, str] = {}
PLACES: Mapping[str, Sequence[str]] = {}
TOGETHER: frozenset[str] = frozenset()
BREAKS: frozenset[str] = frozenset({"scene"})
