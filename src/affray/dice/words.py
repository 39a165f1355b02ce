"""Words that people type for dice and symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from affray.dice.errors import DiceError

_PIECE = re.compile(r"[0-9]+|[^\W\d_]+|\S")


def words_of(text: str, part: str, start: int = 0) -> Iterator[tuple[str, int]]:
    """The numbers, words and signs of `part`, which begins at `start` in `text`, each with its
    column in `text`. Digits end a word: "2a1m" is 2, a, 1, m.
    """
    for piece in _PIECE.finditer(part):
        yield piece[0], start + piece.start() + 1


def find_word(
    text: str,
    column: int,
    word: str,
    names: Mapping[str, Sequence[str]],
    letters: Mapping[str, str],
    what: str,
) -> str:
    """The name that `word` means: one of its words in full, its letter, or the beginning of a
    word of one name only. Raises DiceError for an unknown or ambiguous word.
    """
    lower = word.lower()
    for name, forms in names.items():
        if lower in forms:
            return name
    if lower in letters:
        return letters[lower]
    begun = [name for name, forms in names.items() if any(form.startswith(lower) for form in forms)]
    if len(begun) == 1:
        return begun[0]
    if begun:
        raise DiceError(
            text, f'"{word}" could be {" or ".join(begun)}', "write more of the word", column
        )
    close = get_close_matches(lower, names, n=1)
    cure = f"did you mean {close[0]}?" if close else f"use {', '.join(names)}"
    raise DiceError(text, f'"{word}" is no {what}', cure, column)
