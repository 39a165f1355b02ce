"""What a content model found wrong, in words that somebody who writes content can act on.

A system checks its blocks with pydantic; its `ValidationError` names places for programs
(`abilities.0.effects.1.damage.amount`) and has no cure. `faults_of` makes `Fault`s of it, with
places as people count (`abilities[1].effects[2].amount`).

A system's own errors are `PydanticCustomError`s: a `cure` among their fields is used as it is, and
an error of the type `extra_forbidden` may carry the `known` keys, for near matches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from affray.kernel.rulebook import Fault, meant, near_matches, short

if TYPE_CHECKING:
    from pydantic import ValidationError


def faults_of(error: ValidationError, place: str, data: object) -> list[Fault]:
    """Every fault of the error; `data` is what was checked and `place` what people call it.

    Where a text or a table may stand, pydantic tells what is wrong with either: what was meant is
    told alone.
    """
    errors = error.errors(include_url=False)
    return [
        Fault(place_of(place, found["loc"], found["type"], data), *_words(found))
        for found in errors
        if not _is_of_another_kind(found, errors, data)
    ]


_KINDS = ("string_type", "model_type", "model_attributes_type", "dict_type", "list_type")


def _is_of_another_kind(
    found: Mapping[str, Any], errors: Sequence[Mapping[str, Any]], data: object
) -> bool:
    """Whether an error says only that the table is no text (or the like) where both may stand, and
    another error says what is wrong with the table."""
    if found["type"] not in _KINDS:
        return False
    at, choice = found["loc"][:-1], found["loc"][-1:]
    if not choice or _within(data, at) != found["input"]:
        return False
    return any(
        one["type"] not in _KINDS
        and one["loc"][: len(at)] == at
        and one["loc"][len(at) : len(at) + 1] != choice
        for one in errors
    )


def _within(data: object, loc: Sequence[int | str]) -> object:
    """What stands in the data at a path, in which names of models and choices are passed over."""
    for part in loc:
        if isinstance(part, int):
            data = data[part] if isinstance(data, list) and part < len(data) else None
        elif isinstance(data, Mapping) and part in data:
            data = data[part]
    return data


def place_of(place: str, loc: Sequence[int | str], kind: str, data: object) -> str:
    """The place with the path below it, counted from 1.

    Pydantic puts names of models and choices into its paths; only what stands in the data, and the
    key that is missing there, is a place that a person can find.
    """
    absent = object()
    for part in loc:
        if isinstance(part, int):
            place += f"[{part + 1}]"
            data = data[part] if isinstance(data, list) and part < len(data) else absent
        elif isinstance(data, Mapping) and part in data:
            place += f".{short(part)}"
            data = data[part]
        elif kind == "missing" and part == loc[-1]:
            place += f".{part}"
    return place


def _words(found: Mapping[str, Any]) -> tuple[str, str]:
    """Fault and cure of one error."""
    kind, given = found["type"], found["input"]
    details = found.get("ctx", {})
    if "cure" in details:
        return found["msg"], str(details["cure"])
    quoted = f'"{short(given)}"' if isinstance(given, str) else short(given)
    if kind == "missing":
        return "it is missing", f"Add {found['loc'][-1]} = ..."
    if kind == "extra_forbidden":
        key, known = str(found["loc"][-1]), [str(name) for name in details.get("known", ())]
        listed = f"Known are {', '.join(known)}." if known else "Take it out."
        return "no such key is known here", meant(near_matches(key, known)) or listed
    if kind == "literal_error":
        options = re.findall(r"'([^']*)'", details["expected"]) or [details["expected"]]
        cure = (
            f"Write {options[0]}." if len(options) == 1 else f"Write one of: {', '.join(options)}."
        )
        near = near_matches(given, options) if isinstance(given, str) else ()
        return f"{quoted} is none of the choices", f"{meant(near)} {cure}".strip()
    if kind in _BOUNDS:
        return _BOUNDS[kind](quoted, details)
    for start, wanted in _TYPES.items():
        if kind.startswith(start):
            return f"{quoted} is not {wanted}", f"Write {wanted}."
    return f"{quoted}: {found['msg']}", "Put it right."


_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "string_type": "a text in quotation marks",
    "string_sub": "a text in quotation marks",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "dict": "a table of key = value",
    "model": "a table of key = value",
    "union_tag_not_found": "a table that says its kind",
}

_BOUNDS: Mapping[str, Callable[[str, Mapping[str, Any]], tuple[str, str]]] = {
    "greater_than_equal": lambda quoted, ctx: (
        f"{quoted} is too small",
        f"Write at least {ctx['ge']}.",
    ),
    "less_than_equal": lambda quoted, ctx: (
        f"{quoted} is too large",
        f"Write at most {ctx['le']}.",
    ),
    "string_too_short": lambda quoted, ctx: (
        "the text is too short",
        f"Write at least {ctx['min_length']} letter(s).",
    ),
    "string_too_long": lambda quoted, ctx: (
        "the text is too long",
        f"Write at most {ctx['max_length']} letters.",
    ),
    "too_short": lambda quoted, ctx: (
        "the list is too short",
        f"Put at least {ctx['min_length']} into it.",
    ),
    "too_long": lambda quoted, ctx: (
        "the list is too long",
        f"Leave at most {ctx['max_length']} in it.",
    ),
    "union_tag_invalid": lambda quoted, ctx: (
        f'the kind "{short(ctx["tag"])}" is not known',
        f"Write kind as one of {ctx['expected_tags']}.",
    ),
    "union_tag_not_found": lambda quoted, ctx: (
        "it does not say its kind",
        "Add kind = ... to it.",
    ),
}
