"""How the web table looks: the templates, and the few sums that a drawing needs.

Everything here is pure: a template's name and plain data in, text out. Contexts come from views
that are already cut to a seat, so nothing has to be hidden here.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined

STATIC = Path(__file__).with_name("static")
"""The folder of style sheet and scripts, to be served under an address with `static_version()`."""

TEMPLATES = Path(__file__).with_name("templates")

BAR_LETTERS = 44
"""How many letters of the bar's type go into a bar as wide as an option."""

TONES: Mapping[str, int] = {"bad": 0, "plain": 1, "mid": 1, "good": 2}
"""In which order the parts of a bar stand."""

MOST_TOGETHER = 12
"""How many options may stand together before they are parted by their next word."""

LAST_WORDS = (["surrender"],)
"""Options, by their words, that are asked about once more before they are taken."""

PLACE = re.compile(r"\s*:?\s*(?:<(?:text|-?\d+\.\.-?\d+|some of [^>]*)>|\[[^\]]*\])")
"""How a label shows a place that is still to be filled in."""

SHAPES: Mapping[int, str] = {
    2: "M23 5a18 18 0 1 0 .01 0Z",
    4: "M23 3 43 40H3Z",
    6: "M11 5h24a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H11a6 6 0 0 1-6-6V11a6 6 0 0 1 6-6Z",
    8: "M23 2 44 23 23 44 2 23Z",
    10: "M23 2 43 18 36 38 23 44 10 38 3 18Z",
    12: "M23 2 40 9 45 26 34 42H12L1 26 6 9Z",
    20: "M23 2 41 12V34L23 44 5 34V12Z",
    100: "M16 2H30L44 16V30L30 44H16L2 30V16Z",
}
"""Outlines of dice in a square of 46, by their number of sides."""


def render(name: str, context: Mapping[str, Any]) -> str:
    """The page or fragment of that name. What the context leaves out shows as nothing."""
    return environment().get_template(name).render(context)


@cache
def environment(*, strict: bool = False) -> Environment:
    """The templates with everything they use; `strict` refuses names that no context brings."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined if strict else Undefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.filters |= {
        "bar": bar_parts,
        "dom": question_dom,
        "option_dom": option_dom,
        "branches": branches,
        "option_label": option_label,
        "upper_first": upper_first,
        "die_outline": die_outline,
        "face": face_text,
        "listed": listed,
        "cut": cut,
        "number": number,
    }
    made.globals |= {"next_theme": next_theme, "last_words": LAST_WORDS}
    return made


@cache
def static_version() -> str:
    """A short mark of what is in the static folder: another one whenever a file differs."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def bar_parts(
    parts: Sequence[Mapping[str, Any]], letters: int = BAR_LETTERS
) -> list[dict[str, Any]]:
    """The parts of a bar of odds, from bad to good, with the words that fit into each: word and
    percentage, or the percentage alone, or nothing; `is_told` says that the word is there (else a
    legend has it).
    """
    shown = []
    x = 0.0
    for part in sorted(parts, key=lambda one: TONES.get(str(one["tone"]), 1)):
        width = float(part["width"])
        room = width / 100 * letters
        percent = str(part["percent"]).replace(" ", "")
        both = f"{part['word']} {percent}"
        # A letter's room is left at the edges: an end cut off would read as another word.
        label = both if len(both) < room else percent if len(percent) < room else ""
        shown.append(
            {
                **part,
                "x": number(x, 2),
                "width": number(width, 2),
                "middle": number(x + width / 2, 2),
                "label": label,
                "is_told": label == both,
            }
        )
        x += width
    return shown


def branches(groups: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Groups of options as a tree: a group too long to take in is parted by the next word.

    A branch has a `label`, its `count`, the `options` that stand in it, and `branches`.
    """
    tree = []
    for group in groups:
        options = list(group["options"])
        inner: list[dict[str, Any]] = []
        if len(options) > MOST_TOGETHER:
            parted: dict[str, list[Any]] = {}
            for option in options:
                words = option["words"]
                parted.setdefault(str(words[1]) if len(words) > 2 else "", []).append(option)
            if len(parted) > 1:
                options = parted.pop("", [])
                inner = [
                    {"label": word, "count": len(these), "options": these, "branches": []}
                    for word, these in parted.items()
                ]
        tree.append(
            {
                "label": group["label"],
                "count": len(group["options"]),
                "options": options,
                "branches": inner,
            }
        )
    return tree


def question_dom(question: Mapping[str, Any]) -> str:
    """The id of an element for a question: the same when it is asked again after an edit, so that
    what somebody is typing, or has unfolded, stays.
    """
    try:
        rule, _, who, step, _ = json.loads(question["id"])
    except (ValueError, TypeError):
        return str(question.get("dom", "q"))
    return f"q-{step}-{_slug(rule)}-{_slug(who)}"


def option_dom(option: Mapping[str, Any], at: str) -> str:
    """The id of an element for an option, from what it stands for and not from its place."""
    return f"{at}-{zlib.crc32(str(option['value']).encode()):08x}"


def _slug(text: object) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", str(text))


def option_label(option: Mapping[str, Any]) -> str:
    """The label of an option without the signs of the places that a form fills in."""
    label = str(option["label"])
    return PLACE.sub("", label).strip() if option["places"] else label


def upper_first(text: object) -> str:
    """A text that begins with a capital letter, the rest as it is."""
    whole = str(text)
    return whole[:1].upper() + whole[1:]


def die_outline(die: Mapping[str, Any]) -> str:
    """The path that draws a die of its shape; a die without a drawing of its own is round."""
    sides = str(die.get("shape", "")).removeprefix("d")
    return SHAPES.get(int(sides) if sides.isdigit() else 0, SHAPES[2])


def face_text(die: Mapping[str, Any]) -> str:
    """What is written on a die: its number, or the initials of its symbols as the pool has them."""
    face = str(die.get("face", ""))
    return face if len(face) <= 4 else f"{face[:3]}…"


def listed(things: Iterable[Any]) -> str:
    """Names as people list them: "Ada", "Ada and Bo", "Ada, Bo and Cy"."""
    names = [str(t["name"]) if isinstance(t, Mapping) else str(t) for t in things]
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def cut(text: object, most: int = 60) -> str:
    """A text of at most `most` letters, the end left out with a sign."""
    whole = str(text)
    return whole if len(whole) <= most else f"{whole[: most - 1].rstrip()}…"


def number(value: float, digits: int = 1) -> str:
    """A number with a few digits behind the point, and none if they are zero."""
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def next_theme(theme: str) -> str:
    """The theme that the switch goes to: as the device has it, light, dark, and again."""
    order = ("auto", "light", "dark")
    return order[(order.index(theme) + 1) % 3] if theme in order else "auto"
