"""What may be said to a table: one JSON object a line, read and checked.

A request has exactly one verb with its body, and may carry an `id` that comes back with the reply.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from affray.kernel.keys import Key
from affray.kernel.question import Edit, QuestionId, Refused
from affray.kernel.rulebook import near_matches, short

LONGEST_LINE = 65_536
"""Bytes of a request, its line break included."""
LONGEST_ID = 100
MOST_FACES = 1_000
MOST_PLACES = 64
LONGEST_WORD = 2_000
DEEPEST = 12

BODIES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "answer": (("question", "key"), ()),
    "pick": (("question", "key"), ()),
    "roll": (("question",), ()),
    "dice": (("question", "faces"), ()),
    "preview": (("question",), ("key",)),
    "force": (("question", "reading"), ()),
    "otherwise": (("question", "key"), ()),
    "edit": (("kind",), ("who", "name", "value")),
    "undo": ((), ("keep", "line")),
    "redo": ((), ()),
    "bye": ((), ()),
}
"""The verbs: which keys their body must have, and which it may have."""


@dataclass(slots=True, frozen=True)
class Request:
    """A request that reads well; whether it makes sense now is the table's to say."""

    verb: str
    body: Mapping[str, Any]
    id: str | int | None = None

    @property
    def question(self) -> QuestionId:
        return QuestionId(*self.body["question"])

    @property
    def key(self) -> Key | None:
        key = self.body.get("key")
        return None if key is None else tuple(key)

    @property
    def edit(self) -> Edit:
        body = self.body
        return Edit(body["kind"], body.get("who", ""), body.get("name", ""), body.get("value"))


class Misread(Refused):
    """A line that is no request; `id` is its id, as far as it could be read."""

    def __init__(self, why: str, cure: str = "", request_id: str | int | None = None) -> None:
        super().__init__("unreadable", why, cure)
        self.id = request_id


def read(line: bytes) -> Request:
    """The request on a line. Raises `Misread`."""
    if len(line) > LONGEST_LINE:
        raise Misread("The line is too long.", f"Send at most {LONGEST_LINE} bytes a line.")
    try:
        data = json.loads(line.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise Misread("The line is not UTF-8.", "Send UTF-8.") from None
    except RecursionError:
        raise Misread("The line nests too deeply.", f"Nest at most {DEEPEST} deep.") from None
    except ValueError as error:
        raise Misread(f"The line is no JSON: {error}.", "Send one JSON object a line.") from None
    if not isinstance(data, dict):
        raise Misread("The line is no JSON object.", 'Send an object such as {"roll": {...}}.')
    request_id = _id(data)
    try:
        return _checked(data, request_id)
    except Misread as misread:
        misread.id = request_id
        raise


def _id(data: Mapping[str, Any]) -> str | int | None:
    given = data.get("id")
    if given is None or type(given) is int or (isinstance(given, str) and len(given) <= LONGEST_ID):
        return given
    raise Misread(
        "The id is neither a whole number nor a short text.",
        f"Send a number, or at most {LONGEST_ID} letters.",
    )


def _checked(data: Mapping[str, Any], request_id: str | int | None) -> Request:
    verbs = [key for key in data if key != "id"]
    for verb in verbs:
        if verb not in BODIES:
            raise Misread(f"No request is called {short(verb)}.", _near(verb, BODIES))
    if len(verbs) != 1:
        raise Misread(
            f"The line holds {len(verbs)} requests." if verbs else "The line holds no request.",
            f"Send one of {', '.join(BODIES)}.",
        )
    verb = verbs[0]
    body = data[verb]
    needed, possible = BODIES[verb]
    if body is True and not needed:
        body = {}
    if not isinstance(body, dict):
        keys = ", ".join((*needed, *possible)) or "nothing in it"
        raise Misread(f"The body of {verb} is no object.", f"Send an object with {keys}.")
    for key in body:
        if key not in (*needed, *possible):
            raise Misread(
                f"{verb} has no {short(key)}.", _near(key, (*needed, *possible)), request_id
            )
    for key in needed:
        if key not in body:
            raise Misread(f"{verb} lacks its {key}.", f"It needs {' and '.join(needed)}.")
    for key, value in body.items():
        _CHECKS[key](verb, value)
    return Request(verb, body, request_id)


def _near(word: str, known: Any) -> str:
    near = near_matches(word, list(known))
    if near:
        return f"Did you mean {' or '.join(near)}?"
    return f"There are {', '.join(known)}." if known else "It has nothing in it."


def _question(verb: str, value: object) -> None:
    match value:
        case [str(), str(), str(), int(step), int(n)] if type(step) is type(n) is int:
            return
    raise Misread(
        f"The question of {verb} is not one.",
        "Send back the five values of a question as they came: [rule, what, who, step, n].",
    )


def _key(verb: str, value: object) -> None:
    if (
        not isinstance(value, list)
        or len(value) > MOST_PLACES
        or not all(isinstance(part, str) and len(part) <= LONGEST_WORD for part in value)
    ):
        raise Misread(
            f"The key of {verb} is no list of texts.",
            'Send the places of an option, numbers as texts too: ["fight", "axe", "cur-1"].',
        )


def _faces(verb: str, value: object) -> None:
    if isinstance(value, list) and len(value) <= MOST_FACES:
        if all(type(face) is int and abs(face) < 10**6 for face in value):
            return
    elif isinstance(value, str) and len(value) <= LONGEST_WORD:
        return
    raise Misread("The faces are no list of whole numbers.", "Send what each die shows: [5, 3, 1].")


def _word(verb: str, value: object) -> None:
    if not isinstance(value, str) or len(value) > LONGEST_WORD:
        raise Misread(f"{verb} holds something that is no short text.", "Send a text.")


def _anything(verb: str, value: object) -> None:
    if _is_too_deep(value, DEEPEST):
        raise Misread(f"{verb} nests too deeply.", f"Nest at most {DEEPEST} deep.")


def _is_too_deep(value: object, left: int) -> bool:
    if left < 0:
        return True
    if isinstance(value, dict):
        return any(_is_too_deep(inner, left - 1) for inner in value.values())
    return isinstance(value, list) and any(_is_too_deep(inner, left - 1) for inner in value)


def _keep(verb: str, value: object) -> None:
    if type(value) is not int or value < 0:
        raise Misread("keep is no whole number from 0.", "Send how many entries stay.")


def _line(verb: str, value: object) -> None:
    if type(value) is not int or value < 1:
        raise Misread("line is no whole number from 1.", "Send the number of a line of the log.")


_CHECKS = {
    "question": _question,
    "key": _key,
    "faces": _faces,
    "reading": _anything,
    "kind": _word,
    "who": _word,
    "name": _word,
    "value": _anything,
    "keep": _keep,
    "line": _line,
}
