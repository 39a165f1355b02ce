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


class Vocabulary:
    """The words for one kind of thing: each name with its forms, and a letter for some names."""

    __slots__ = ("_forms", "_letters", "_what")

    def __init__(
        self, what: str, forms: Mapping[str, Sequence[str]], letters: Mapping[str, str]
    ) -> None:
        """`forms` gives the words of each name, `letters` the name of each letter, in small
        letters all; `what` is what the names are, for complaints.
        """
        self._what = what
        self._forms = forms
        self._letters = letters

    def knows(self, word: str) -> bool:
        """Whether the word is one of these in full, or a letter."""
        lower = word.lower()
        return lower in self._letters or any(lower in forms for forms in self._forms.values())

    def find(self, text: str, column: int, word: str) -> str:
        """The name that `word` means: one of its words in full, its letter, or the beginning of a
        word of one name only. Raises DiceError for an unknown or ambiguous word.
        """
        lower = word.lower()
        for name, forms in self._forms.items():
            if lower in forms:
                return name
        if lower in self._letters:
            return self._letters[lower]
        begun = [
            name
            for name, forms in self._forms.items()
            if any(form.startswith(lower) for form in forms)
        ]
        if len(begun) == 1:
            return begun[0]
        if begun:
            raise DiceError(
                text, f'"{word}" could be {" or ".join(begun)}', "write more of the word", column
            )
        close = get_close_matches(lower, self._forms, n=1)
        cure = f"did you mean {close[0]}?" if close else f"use {', '.join(self._forms)}"
        raise DiceError(text, f'"{word}" is no {self._what}', cure, column)
