"""Numbered dice as people write them: "2d6+3", "4d6kh3".

The parts of a group of dice, in the order in which they may follow each other:

    3d6, d20, d%      dice; d% is d100
    !, !2             explode: on its highest number a die is rolled again, up to 9 times, or twice
    kh3, kl1, dh1, dl1, k3
                      keep or drop the highest or lowest; k is kh, and a number left out is 1
    >=5, <=2, =4, >4, <3, =2..3
                      count dice that show such a number in place of adding them up

`+` and `-` join groups and whole numbers.
"""

from __future__ import annotations

import re
from typing import NoReturn

from affray.dice.errors import DiceError
from affray.dice.numeric import CONSTANT_LIMIT, TERMS_LIMIT, NumberPool, number_pool
from affray.dice.pool import bounded
from affray.dice.terms import COUNT_LIMIT, EXPLOSIONS, EXPLOSIONS_LIMIT, SIDES_LIMIT, Term

_MINUS = str.maketrans("\u2212\u2013", "--")
_LOOKS_NUMERIC = re.compile(r"[\s+\-(]*(?:[0-9]*\s*d\s*[0-9%]|[0-9]+\s*(?:$|[+\-]))", re.IGNORECASE)
_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"[0-9]+")
_KEEP = re.compile(r"kh|kl|dh|dl|k", re.IGNORECASE)
_COMPARE = re.compile(r">=|<=|==|=|>|<")


def looks_numeric(text: str) -> bool:
    """Whether a text begins like numbered dice, readable or not."""
    return _LOOKS_NUMERIC.match(text.translate(_MINUS)) is not None


def parse_numbers(text: str) -> NumberPool:
    """The pool of numbered dice that a text means. Raises DiceError, with the column.

    >>> str(parse_numbers("D20 + 2d6kh - 1"))
    '1d20+2d6kh1-1'
    """
    return _Numbers(text).pool()


class _Numbers:
    """A reader of one text of numbered dice."""

    def __init__(self, text: str) -> None:
        bounded(text)
        self.text = text
        self.plain = text.translate(_MINUS)
        self.at = 0

    def pool(self) -> NumberPool:
        if not self.plain.strip():
            self.fail("there are no dice", "write dice such as 2d6+3")
        terms: list[Term] = []
        constant = 0
        first = True
        while first or not self.ended():
            sign = self.sign(first)
            first = False
            start = self.skip()
            number = self.number("dice", COUNT_LIMIT if self.dice_follow() else CONSTANT_LIMIT)
            if self.peek() not in ("d", "D"):
                if number is None:
                    self.unexpected()
                constant += sign * number
                self.no_count_of_total()
                continue
            if number == 0:
                self.fail("there are 0 dice", "write 1 or more, or leave the group out", start)
            self.at += 1
            terms.append(self.term(sign, 1 if number is None else number, start))
            if len(terms) > TERMS_LIMIT:
                self.fail("there are too many groups", f"use at most {TERMS_LIMIT}", start)
        try:
            return number_pool(tuple(terms), constant)
        except DiceError as error:
            raise DiceError(self.text, error.fault, error.cure) from None

    def sign(self, first: bool) -> int:
        self.skip()
        if self.peek() in ("+", "-"):
            self.at += 1
            return 1 if self.plain[self.at - 1] == "+" else -1
        if not first:
            self.unexpected()
        return 1

    def dice_follow(self) -> bool:
        return re.match(r"[0-9]*\s*d", self.plain[self.at :], re.IGNORECASE) is not None

    def term(self, sign: int, count: int, start: int) -> Term:
        self.skip()
        if self.peek() == "%":
            self.at += 1
            sides = 100
        else:
            sides = self.needed("sides", 1, SIDES_LIMIT)
        explosions = 0
        if self.take("!"):
            found = self.number("explosions", EXPLOSIONS_LIMIT)
            explosions = EXPLOSIONS if found is None else found
            if explosions == 0:
                self.fail("a die that explodes 0 times does not explode", "leave out the !")
        keep: int | None = None
        highest = True
        how = self.match(_KEEP)
        if how:
            number = self.number("dice to keep or drop", COUNT_LIMIT)
            keep, highest = self.kept(how.lower(), 1 if number is None else number, count)
        hits: tuple[int, int] | None = None
        sign_of_hits = self.match(_COMPARE)
        if sign_of_hits:
            hits = self.hits(sign_of_hits, sides)
        try:
            return Term(count, sides, sign, explosions, keep, highest, hits)
        except DiceError as error:
            raise DiceError(self.text, error.fault, error.cure, start + 1) from None

    def kept(self, how: str, number: int, count: int) -> tuple[int, bool]:
        keeps = how.startswith("k")
        keep = number if keeps else count - number
        if number == 0 or not 1 <= keep <= count:
            most = count if keeps else count - 1
            self.fail(
                f"of {count} dice, {number} cannot be {'kept' if keeps else 'dropped'}",
                f"give 1 to {most}" if most else "leave it out",
            )
        # Dropping the lowest keeps the highest.
        return keep, how in ("k", "kh", "dl")

    def hits(self, sign: str, sides: int) -> tuple[int, int]:
        at = self.skip()
        number = self.needed("number to compare with", 1, sides)
        high = number
        if sign in ("=", "==") and self.take(".."):
            high = self.needed("number to compare with", number, sides)
        low, high = {
            ">=": (number, sides),
            ">": (number + 1, sides),
            "<=": (1, number),
            "<": (1, number - 1),
        }.get(sign, (number, high))
        if low > high:
            self.fail(f"no die shows {sign}{number}", f"compare with a number of a d{sides}", at)
        return low, high

    def no_count_of_total(self) -> None:
        at = self.skip()
        if _COMPARE.match(self.plain, at):
            self.fail(
                "a comparison counts dice, and here it follows a number",
                "write it right after the dice, as in 4d6>=5",
            )

    def number(self, what: str, most: int) -> int | None:
        self.skip()
        found = _NUMBER.match(self.plain, self.at)
        if found is None:
            return None
        digits = found[0].lstrip("0") or "0"
        if len(digits) > 9 or int(digits) > most:
            self.fail(f"{what}: the number is too large", f"give at most {most}")
        self.at = found.end()
        return int(digits)

    def needed(self, what: str, least: int, most: int) -> int:
        at = self.skip()
        number = self.number(what, most)
        if number is None:
            self.fail(f"{what}: a number is missing", f"give {least} to {most}")
        if number < least:
            self.fail(f"{what}: {number} is too small", f"give {least} to {most}", at)
        return number

    def take(self, sign: str) -> bool:
        self.skip()
        if self.plain.startswith(sign, self.at):
            self.at += len(sign)
            return True
        return False

    def match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.plain, self.skip())
        if found is None:
            return ""
        self.at = found.end()
        return found[0]

    def peek(self) -> str:
        self.skip()
        return self.plain[self.at : self.at + 1]

    def skip(self) -> int:
        found = _SPACE.match(self.plain, self.at)
        if found is not None:
            self.at = found.end()
        return self.at

    def ended(self) -> bool:
        return self.skip() == len(self.plain)

    def unexpected(self) -> NoReturn:
        sign = self.peek()
        if not sign:
            self.fail("the text ends too soon", "end with dice or a number")
        if sign in "()[]{}":
            self.fail("there are brackets", "write dice and numbers joined by + and - only")
        if sign in "*/x\u00d7":
            self.fail("dice cannot be multiplied", "write each die: d6+d6 in place of d6*2")
        self.fail(f'"{sign}" is out of place', "write dice and numbers such as 2d6+3")

    def fail(self, fault: str, cure: str, at: int | None = None) -> NoReturn:
        raise DiceError(self.text, fault, cure, (self.at if at is None else at) + 1)
