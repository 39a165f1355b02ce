"""Keys: an option is named by a tuple of words and ids, and an answer is such a tuple.

`("fight", "dagger", "ditch-cutter-2")` is at once what a rule reads, what a save holds and what a
bot sends; as tuples they form a tree, so that a page can ask for one place after the other. A
place of an *option* may also stand for many: a whole number within bounds, free text, or several
words at once. A place of an *answer* is always a string.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Key: TypeAlias = tuple[str, ...]
"""What was answered: words and ids, numbers written in decimal."""


@dataclass(slots=True, frozen=True)
class Number:
    """A place of an option for any whole number from `low` to `high`, both included."""

    low: int
    high: int

    def admits(self, text: str) -> bool:
        digits = text[1:] if text.startswith("-") else text
        if not (digits.isascii() and digits.isdigit()) or len(digits) > 9:
            return False
        return self.low <= int(text) <= self.high and text == str(int(text))

    def __str__(self) -> str:
        return f"<{self.low}..{self.high}>"


@dataclass(slots=True, frozen=True)
class Text:
    """A place of an option for a person's own words, at most `limit` letters, none needed."""

    limit: int = 200

    def admits(self, text: str) -> bool:
        return len(text) <= self.limit and (text.isprintable() or not text)

    def __str__(self) -> str:
        return "<text>"


@dataclass(slots=True, frozen=True)
class Several:
    """A place for several words at once, bought from one purse; answered as `word word word`.

    `wares` are (word, price, most): each word at most `most` times, all prices together at most
    `purse`. Words that differ only after a colon (`hinder:ogre`, `hinder:wolf`) are one ware for
    different people: all of them together are bought at most `most` times. Nothing at all is an
    answer too.
    """

    wares: tuple[tuple[str, int, int], ...]
    purse: int

    def admits(self, text: str) -> bool:
        words = text.split(" ") if text else []
        if len(words) > sum(most for _, _, most in self.wares):
            return False
        spent = 0
        left = self.stock()
        prices = {word: price for word, price, _ in self.wares}
        for word in words:
            ware = ware_of(word)
            if word not in prices or left[ware] < 1:
                return False
            left[ware] -= 1
            spent += prices[word]
        return spent <= self.purse

    def stock(self) -> dict[str, int]:
        """How often each ware (a word without what follows its colon) can be bought."""
        return {ware_of(word): most for word, _, most in self.wares}

    def __str__(self) -> str:
        return f"<some of {', '.join(word for word, _, _ in self.wares)} within {self.purse}>"


@lru_cache(maxsize=4096)
def ware_of(word: str) -> str:
    """The ware that a word buys: the word up to its colon."""
    return word.partition(":")[0]


def picks(text: str) -> list[str]:
    """The words of an answer to a `Several` place."""
    return text.split(" ") if text else []


Place: TypeAlias = str | Number | Text | Several
Option: TypeAlias = tuple[Place, ...]


def is_concrete(option: Option) -> bool:
    """Whether the option is a key as it stands, with no number or text left to fill in."""
    for place in option:  # noqa: SIM110 (asked of every option, and a generator takes four times as long)
        if not isinstance(place, str):
            return False
    return True


def admits(option: Option, key: Key) -> bool:
    """Whether `key` is an answer that takes this option."""
    if len(option) != len(key):
        return False
    return all(
        place == given if isinstance(place, str) else place.admits(given)
        for place, given in zip(option, key, strict=True)
    )


def is_offered(options: Iterable[Option], key: Key) -> bool:
    """Whether any of the options admits the key."""
    return any(option == key or admits(option, key) for option in options)


def spell(option: Sequence[Place]) -> str:
    """The option as one word for people and command lines: `fight/dagger/ditch-cutter-2`."""
    return "/".join(str(place) for place in option)


def unspell(text: str) -> Key:
    """The key that `spell` wrote; one whose free text holds a slash is sent as a list instead."""
    return tuple(text.split("/"))
