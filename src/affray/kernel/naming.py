"""Names as people write them, and the ids that are made of them.

A name is kept as it is written; an id is what an answer, a save and a page call its bearer.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from typing import Final

from affray.kernel.question import FOES, GM, HEROES
from affray.kernel.rulebook import short

LONGEST_NAME: Final = 500
RESERVED_IDS: Final = frozenset({GM, HEROES, FOES, "heroes", "allies", "foes", "all", "nobody"})
"""What questions, options and scenes call seats and whole sides."""
_ID: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z")
_STEERING: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of the text around a name, not only of the name."""


def is_id(text: str) -> bool:
    """Whether somebody may choose this as an id: a slug of at most 60 letters, not a seat's."""
    return len(text) <= 60 and text not in RESERVED_IDS and _ID.match(text) is not None


def unprintable(text: str, allowed: str = "") -> str:
    """The first control character, lone surrogate, line break or steering mark, as U+... ."""
    for letter in text:
        if letter in allowed:
            continue
        if letter in _STEERING or unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp"):
            return f"U+{ord(letter):04X}"
    return ""


def fault_of_name(raw: object) -> tuple[str, str] | None:
    """Why this cannot be somebody's name, and the cure; None if it can."""
    cure = 'Write name = "...", of letters that can be read.'
    if not isinstance(raw, str):
        return f"{short(raw)} is not a text", cure
    if len(raw) > LONGEST_NAME:
        return f"it has {len(raw)} letters", f"Write at most {LONGEST_NAME} letters."
    if wrong := unprintable(raw):
        return f"it holds the character {wrong}", "Take it out."
    return None if folded(raw) else ("nothing of it can be seen", cure)


class Many(str):
    """The name of several who act as one: a sentence that begins with it has its verb so."""

    __slots__ = ()


_VERBS: Final = {"is": "are", "has": "have", "was": "were", "isn't": "aren't"}
_SECOND: Final = (
    "is|has|does|gets|goes|comes|lies|dies|lives|holds|hangs|stands|takes|loses|moves|falls"
)
"""Verbs that go on after an "and" of the same sentence."""
_NO_VERBS: Final = frozenset({"across", "always", "as", "besides", "his", "its", "this", "unless"})


def verb_of_many(verb: str) -> str:
    """What several do, by the word for what one does; words that are no verb stay as they are.

    >>> [verb_of_many(word) for word in ("takes", "is", "tries", "lies", "rushes", "and")]
    ['take', 'are', 'try', 'lie', 'rush', 'and']
    """
    if verb in _VERBS:
        return _VERBS[verb]
    if not verb.endswith("s") or verb.endswith("ss") or verb in _NO_VERBS:
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return f"{verb[:-3]}y"
    if verb.endswith(("shes", "ches", "sses", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1]


def agreeing(text: str, name: str) -> str:
    """The text with the verbs in the plural in each sentence that begins with that name."""
    begins = rf"((?:^|(?<=[.:;] )){re.escape(name)} )([a-z']+)(?![\w'])([^.:;]*)"

    def plural(found: re.Match[str]) -> str:
        verb = verb_of_many(found[2])
        if verb == found[2]:
            return found[0]
        rest = re.sub(rf"(?<= and )({_SECOND})\b", lambda one: verb_of_many(one[1]), found[3])
        return found[1] + verb + rest

    return re.sub(begins, plural, text)


def numbered(text: str, count: int, between: str) -> list[str]:
    """The text once for each of `count`, numbered if there are several."""
    if count == 1 or not text:
        return [text] * count
    return [f"{text}{between}{number}" for number in range(1, count + 1)]


def folded(name: str) -> str:
    """What two names must differ in: not in case, in spaces or in how an accent is stored."""
    visible = "".join(letter for letter in name if unicodedata.category(letter) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", visible).casefold().split())


def free_id(name: str, kind: str, taken: Collection[str]) -> str:
    """An id made of the name's plain letters, or of the kind if it has none.

    It is not yet taken and no word for a seat or a side.
    """
    plain = unicodedata.normalize("NFKD", name[:100]).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")
    if not slug:
        slug = f"{kind}-1"
    elif not slug[0].isalpha():
        slug = f"{kind}-{slug}"
    stem = f"{kind}" if slug == f"{kind}-1" else slug
    number = 1
    while slug in taken or slug in RESERVED_IDS:
        number += 1
        slug = f"{stem}-{number}"
    return slug
