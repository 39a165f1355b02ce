"""Dice as people write them: named dice ("2 ability vs 1 trial"), and the door to both kinds."""

from __future__ import annotations

from typing import Any, TypeVar

from affray.dice.errors import DiceError
from affray.dice.notation import looks_numeric, parse_numbers
from affray.dice.pool import Pool, bounded
from affray.dice.symbols import DICE_LIMIT, DiceSet, SymbolPool
from affray.dice.terms import COUNT_LIMIT
from affray.dice.together import parse_together
from affray.dice.words import words_of

O = TypeVar("O", bound=tuple[int, ...])  # noqa: E741 - the Outcome of a pool

_VERSUS = ("vs", "v", "versus", "against")
_FILLERS = ("die", "dice", "and", "plus", "+", ",", "&")


def parse(text: str, *dice_sets: DiceSet[Any], limit: int | None = None) -> Pool[Any]:
    """The pool that a text means: numbers (or several pools of them rolled at once, with "&"
    between), or the named dice of the first set that reads it.

    Raises DiceError, with the column, for anything else; with several sets, the complaint of the
    first one.
    """
    if not dice_sets or looks_numeric(text):
        return parse_together(text) if "&" in text else parse_numbers(text)
    complaints = []
    for dice_set in dice_sets:
        try:
            return parse_named(text, dice_set, limit=limit)
        except DiceError as error:
            complaints.append(error)
    raise complaints[0]


def parse_named(text: str, dice_set: DiceSet[O], *, limit: int | None = None) -> SymbolPool[O]:
    """The pool of a set's dice that a text means, such as "1 mastery 2 ability vs 2 trial".

    Dice come in any order, with "vs" or without; a word may be shortened as long as it stays
    clear, or be the letter of the die. A number left out is 1. "with 2 boon" at the end adds
    symbols that are not rolled, and "no dice" is the pool without any. `limit` stands in for the
    limit of the set. Raises DiceError, with the column.
    """
    bounded(text)
    reader = _Named(text, dice_set, dice_set.limit if limit is None else limit)
    for word, column in words_of(text, text):
        reader.take(word, column)
    reader.finish()
    try:
        return dice_set.pool(reader.dice, symbols=reader.symbols, limit=limit)
    except DiceError as error:
        raise DiceError(text, error.fault, error.cure) from None


class _Named:
    """A reader of one text of named dice, word by word."""

    def __init__(self, text: str, dice_set: DiceSet[Any], limit: int) -> None:
        self.text = text
        self.dice_set = dice_set
        self.limit = min(limit, DICE_LIMIT)
        self.dice = {die.name: 0 for die in dice_set.dice}
        self.symbols = {symbol.name: 0 for symbol in dice_set.symbols}
        self.found = self.dice
        self.words = dice_set.die_words
        self.count: int | None = None
        self.count_column = 1
        self.is_versus_seen = False
        self.is_any_seen = False
        self.open: tuple[str, int] | None = None  # a "vs" or "with" that nothing follows yet

    def take(self, word: str, column: int) -> None:
        lower = word.lower()
        if word.isdecimal():
            self.number(word, column)
            return
        if not self.words.knows(word):
            if lower in _FILLERS:
                return
            if self.count is None and self.found is self.dice and self.joined(lower, column):
                return
        if len(word) == 1 and not word.isalpha():
            raise DiceError(
                self.text,
                f'"{word}" is out of place',
                "write numbers and names of dice only",
                column,
            )
        self.name(word, column)

    def number(self, digits: str, column: int) -> None:
        if self.count is not None:
            raise DiceError(
                self.text, "two numbers follow each other", "write a die after each", column
            )
        if not digits.isascii() or len(digits.lstrip("0")) > 3 or int(digits) > COUNT_LIMIT:
            raise DiceError(
                self.text, "the number is too large", f"give at most {COUNT_LIMIT}", column
            )
        self.count = int(digits)
        self.count_column = column
        if self.count == 0:
            raise DiceError(
                self.text, "there are 0 of them", "write 1 or more, or leave it out", column
            )

    def joined(self, lower: str, column: int) -> bool:
        """Take a word that is neither a number nor a name, if it is one that may stand here."""
        if lower in _VERSUS:
            if self.is_versus_seen:
                raise DiceError(self.text, "there is a second vs", "write it once", column)
            self.is_versus_seen = True
        elif lower == "with":
            self.found = self.symbols
            self.words = self.dice_set.symbol_words
        elif lower == "no" and not self.is_any_seen:
            self.is_any_seen = True
            return True
        else:
            return False
        self.open = lower, column
        return True

    def name(self, word: str, column: int) -> None:
        name = self.words.find(self.text, column, word)
        self.found[name] += 1 if self.count is None else self.count
        if sum(self.dice.values()) > self.limit:
            raise DiceError(
                self.text,
                f"there are more than {self.limit} dice",
                f"use at most {self.limit}",
                column if self.count is None else self.count_column,
            )
        self.is_any_seen = self.is_any_seen or self.found is self.dice
        self.count = None
        self.open = None

    def finish(self) -> None:
        if self.count is not None:
            raise DiceError(
                self.text, "a number stands alone", "write a die after it", self.count_column
            )
        if self.open is not None:
            word, column = self.open
            raise DiceError(
                self.text, f'nothing follows "{word}"', "add dice or leave it out", column
            )
        if not self.is_any_seen:
            raise DiceError(
                self.text, "there are no dice", f"name some of {', '.join(self.dice)}", 1
            )
