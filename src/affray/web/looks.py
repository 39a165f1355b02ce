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

BAR_LETTERS = 34
"""How many letters of the bar's type go into a bar as wide as an option."""

TONES: Mapping[str, int] = {"bad": 0, "plain": 1, "mid": 1, "good": 2}
"""In which order the parts of a bar stand."""

MOST_PARTS = 8
"""How many parts a bar may have before it is drawn as columns."""

MOST_TOGETHER = 12
"""How many options may stand together before they are parted by their next word."""

LAST_WORDS = (["surrender"],)
"""Options, by their words, that are asked about once more before they are taken."""

PLACE = re.compile(r"\s*[:,]?\s*(?:<(?:text|-?\d+\.\.-?\d+|some of [^>]*)>|\[[^\]]*\])")
"""How a label shows a place that is still to be filled in."""

SHAPES: Mapping[int, str] = {
    2: "M23 5a18 18 0 1 0 .01 0Z",
    4: "M23 2 45 42H1Z",
    6: "M11 5h24a6 6 0 0 1 6 6v24a6 6 0 0 1-6 6H11a6 6 0 0 1-6-6V11a6 6 0 0 1 6-6Z",
    8: "M23 1 45 23 23 45 1 23Z",
    10: "M23 1 44 27 23 45 2 27Z",
    12: "M23 1 45 18 36 44H10L1 18Z",
    20: "M23 1 42 12V34L23 45 4 34V12Z",
    100: "M15 1H31L45 15V31L31 45H15L1 31V15Z",
}
"""Outlines of dice in a square of 46, by their number of sides."""

MIDDLE: Mapping[int, int] = {4: 30, 10: 26, 12: 25}
"""Where the middle of what is written on a die lies, for those where it is not at 23."""

SIGNS: Mapping[tuple[bool, bool], str] = {
    (True, False): "M9 1.500a7.500 7.500 0 1 0 .01 0Z",
    (False, False): "M2 2H16V16H2Z",
    (True, True): "M9 0 11.300 3.300 15.400 2.600 14.700 6.700 18 9 14.700 11.300 15.400 15.400 "
    "11.300 14.700 9 18 6.700 14.700 2.600 15.400 3.300 11.300 0 9 3.300 6.700 2.600 2.600 6.700 "
    "3.300Z",
    (False, True): "M5 0H13L18 5V13L13 18H5L0 13V5Z",
}
"""Outlines of symbols in a square of 18: of those on helping dice and of the others, plain ones
and those that count as more than themselves."""


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
        "columns": columns,
        "dom": question_dom,
        "option_dom": option_dom,
        "branches": branches,
        "option_label": option_label,
        "upper_first": upper_first,
        "die_outline": die_outline,
        "die_middle": die_middle,
        "sign": sign_outline,
        "face": face_text,
        "in_pools": in_pools,
        "parted": parted,
        "listed": listed,
        "cut": cut,
        "number": number,
    }
    made.globals |= {"next_theme": next_theme, "last_words": LAST_WORDS, "most_parts": MOST_PARTS}
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
        label = both if len(both) + 1 <= room else percent if len(percent) + 1 <= room else ""
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


def columns(parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Many readings as columns 100 wide: where each stands and how high, the first and the last by
    name, and the likeliest.
    """
    most = max((float(part["p"]) for part in parts), default=1.0) or 1.0
    width = 100 / max(len(parts), 1)
    return {
        "columns": [
            {
                "x": number(at * width, 2),
                "width": number(width * 0.86, 2),
                "height": number(max(float(part["p"]) / most * 40, 1), 1),
                "y": number(40 - max(float(part["p"]) / most * 40, 1), 1),
            }
            for at, part in enumerate(parts)
        ],
        "first": parts[0]["word"] if parts else "",
        "last": parts[-1]["word"] if parts else "",
        "likeliest": max(parts, key=lambda part: float(part["p"]), default=None),
    }


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
    return SHAPES.get(_sides(die), SHAPES[2])


def die_middle(die: Mapping[str, Any]) -> int:
    """How far down the middle of what is written on a die lies."""
    return MIDDLE.get(_sides(die), 23)


def _sides(die: Mapping[str, Any]) -> int:
    sides = str(die.get("shape", "")).removeprefix("d")
    return int(sides) if sides.isdigit() else 0


def sign_outline(symbol: Mapping[str, Any]) -> str:
    """The path that draws a symbol's mark."""
    return SIGNS[bool(symbol.get("positive", True)), bool(symbol.get("special"))]


def face_text(die: Mapping[str, Any]) -> str:
    """What is written on a die that has no symbols: its number."""
    face = str(die.get("face", ""))
    return face if len(face) <= 4 else f"{face[:3]}…"


def in_pools(dice: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Dice that lie together by the pool that they belong to: each is read for itself."""
    found: dict[int, list[Mapping[str, Any]]] = {}
    for die in dice:
        found.setdefault(int(die.get("pool") or 0), []).append(die)
    return list(found.values())


def parted(questions: Sequence[Mapping[str, Any]], kind: str) -> dict[str, list[Any]]:
    """Open questions as a page of that kind of seat shows them: `alone` each in a panel of its
    own, `together` those that several answer at once (a player's own stand alone), `aside` those
    that are somebody else's while there is one to answer here.
    """
    found: dict[str, list[Any]] = {"alone": [], "together": [], "aside": []}
    is_busy = any(question["yours"] for question in questions)
    for question in questions:
        is_own = question["yours"] and kind == "player"
        if question["what"] == "lock-in" and not is_own:
            found["together"].append(question)
        elif question["yours"] or question["may_propose"] or not is_busy:
            found["alone"].append(question)
        else:
            found["aside"].append(question)
    return found


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
