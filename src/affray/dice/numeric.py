"""Numbered dice: sums, keeping the highest or lowest, explosions, and counting hits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import compress
from typing import Any

from affray.dice.distribution import Distribution
from affray.dice.errors import DiceError
from affray.dice.packed import cell_width, pick, unpack
from affray.dice.pool import Faces, Pool, Source, face_numbers, plain_faces
from affray.dice.terms import Term

CONSTANT_LIMIT = 1_000_000
TERMS_LIMIT = 20
_WORK_LIMIT = 300_000_000  # steps of long multiplication, most of a second of counting


class NumberPool(Pool[int]):
    """Numbered dice and a constant; the Outcome is the total, an integer.

    Pools add, subtract and negate; so do whole numbers with them.

    >>> str(dice(2, 6) + 3)
    '2d6+3'
    """

    __slots__ = ("constant", "terms")

    terms: tuple[Term, ...]
    constant: int

    def __init__(self, terms: tuple[Term, ...], constant: int = 0) -> None:
        """Raises DiceError when the dice are too many to be counted exactly."""
        self.terms = terms
        self.constant = constant
        total = 1
        for term in terms:
            total *= term.total
        self._set_up((terms, constant), total)
        self._check_size()

    def _check_size(self) -> None:
        if len(self.terms) > TERMS_LIMIT:
            raise DiceError(
                str(self), f"there are {len(self.terms)} groups", f"use at most {TERMS_LIMIT}"
            )
        if abs(self.constant) > CONSTANT_LIMIT:
            raise DiceError(
                str(self),
                f"the constant {self.constant} is out of range",
                f"stay within {CONSTANT_LIMIT}",
            )
        width = cell_width(self.total)
        cells = 1
        work = 0.0
        for term in self.terms:
            values = (2 if term.hits else term.sides) * (term.explosions + 1)
            cells += term.counted * values
            if term.counted < term.count:
                work += values * (term.counted * values * width / 10) ** 2
        if (width * cells / 4) ** 1.58 + work > _WORK_LIMIT:
            raise DiceError(
                str(self), "these dice are too many to count exactly", "use fewer dice or sides"
            )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, NumberPool):
            return self is other or (self.terms, self.constant) == (other.terms, other.constant)
        return NotImplemented

    __hash__ = Pool.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return (number_pool, (self.terms, self.constant))

    def __str__(self) -> str:
        text = "".join(("+" if term.sign > 0 else "-") + str(term) for term in self.terms)
        if self.constant or not text:
            text += f"{self.constant:+d}"
        return text.removeprefix("+")

    def __add__(self, other: NumberPool | int) -> NumberPool:
        if isinstance(other, NumberPool):
            return number_pool(self.terms + other.terms, self.constant + other.constant)
        return number_pool(self.terms, self.constant + other)

    __radd__ = __add__

    def __neg__(self) -> NumberPool:
        turned = tuple(replace(term, sign=-term.sign) for term in self.terms)
        return number_pool(turned, -self.constant)

    def __sub__(self, other: NumberPool | int) -> NumberPool:
        return self + -other

    def __rsub__(self, other: int) -> NumberPool:
        return -self + other

    def _count(self) -> Distribution[int]:
        if len(self.terms) == 1:
            hits = self.terms[0].binomial()
            if hits:
                return self._of(self.constant, hits)
        width = cell_width(self.total)
        low, cells, packed = self.constant, 1, 1
        for term in self.terms:
            term_low, term_cells, term_packed = term.packed(width)
            low += term_low
            cells += term_cells - 1
            packed = packed * term_packed if packed != 1 else term_packed
        return self._of(low, unpack(packed, cells, width))

    def _of(self, low: int, counts: list[int]) -> Distribution[int]:
        values = range(low, low + len(counts))
        if 0 in counts:
            return Distribution.trusted(
                dict(zip(compress(values, counts), filter(None, counts), strict=True)), self.total
            )
        return Distribution.trusted(dict(zip(values, counts, strict=True)), self.total)

    def roll(self, source: Source) -> Faces:
        faces = []
        for term in self.terms:
            for _ in range(term.count):
                for _ in range(term.explosions + 1):
                    face = source(term.sides) + 1
                    faces.append(face)
                    if face != term.sides:
                        break
        return tuple(faces)

    def outcome(self, faces: Sequence[int]) -> int:
        """The total that these faces add up to; a die that explodes is followed by what it shows
        next. Raises DiceError for faces that the pool cannot show.
        """
        shown = plain_faces(faces)
        at = 0
        total = self.constant
        for term in self.terms:
            values = []
            for _ in range(term.count):
                value = 0
                for _ in range(term.explosions + 1):
                    if at == len(shown):
                        self._refuse(shown, f"faces are missing for {self}", self._how())
                    face = shown[at]
                    at += 1
                    if not 1 <= face <= term.sides:
                        self._refuse(
                            shown,
                            f"face {at} is {face}, which a d{term.sides} cannot show",
                            f"give 1 to {term.sides}",
                        )
                    value += term.value(face)
                    if face != term.sides:
                        break
                values.append(value)
            if term.keep is not None:
                values.sort(reverse=term.highest)
                del values[term.keep :]
            total += term.sign * sum(values)
        if at != len(shown):
            self._refuse(shown, f"there are {len(shown)} faces, {at} of them used", self._how())
        return total

    def _how(self) -> str:
        dice = sum(term.count for term in self.terms)
        text = f"give one face for each of the {dice} dice of {self}"
        if any(term.explosions for term in self.terms):
            text += ", and after a die that explodes what it shows next"
        return text

    def faces_from_text(self, text: str) -> Faces:
        found = face_numbers(text)
        faces = tuple(face for face, _ in found)
        try:
            self.outcome(faces)
        except DiceError as error:
            raise DiceError(text, error.fault, error.cure) from None
        return faces

    def describe(self) -> list[dict[str, Any]]:
        return [
            {
                "die": f"d{term.sides}",
                "letter": "",
                "shape": f"d{term.sides}",
                "sides": term.sides,
                "count": term.count,
                "sign": term.sign,
                "explosions": term.explosions,
                "keep": term.keep,
                "highest": term.highest,
                "hits": None if term.hits is None else list(term.hits),
            }
            for term in self.terms
        ]

    def _faces_of(self, outcome: int) -> Faces:
        values = []
        for term in self.terms:
            low, cells, packed = term.packed(cell_width(term.total))
            counts = unpack(packed, cells, cell_width(term.total))
            values.append([low + at for at, count in enumerate(counts) if count])
        faces: list[int] = []
        picked = _values(values, outcome - self.constant)
        for term, value in zip(self.terms, picked, strict=True):
            shows: dict[int, Faces] = {}
            for chain, worth, _ in term.chains():
                shows.setdefault(worth, chain)
            options = sorted(shows)
            kept = _values([options] * term.counted, term.sign * value)
            # Dice that are left out show what could not have been kept instead.
            out = options[0] if term.highest else options[-1]
            for worth in kept + [out] * (term.count - term.counted):
                faces.extend(shows[worth])
        return tuple(faces)


def _values(options: Sequence[Sequence[int]], total: int) -> list[int]:
    """One value out of each list, so that they add up to `total`, which can be reached."""
    lows = [min(values) for values in options]
    above = [[value - low for value in values] for values, low in zip(options, lows, strict=True)]
    picked = pick(above, total - sum(lows))
    return [values[at] for values, at in zip(options, picked, strict=True)]


@lru_cache(maxsize=2048)
def number_pool(terms: tuple[Term, ...], constant: int = 0) -> NumberPool:
    """The pool of these groups of dice and a constant. Raises DiceError when it is too large."""
    return NumberPool(terms, constant)


@lru_cache(maxsize=2048)
def dice(
    count: int,
    sides: int,
    *,
    plus: int = 0,
    explosions: int = 0,
    keep_highest: int | None = None,
    keep_lowest: int | None = None,
) -> NumberPool:
    """`count` dice of `sides` sides added up, and a constant; no dice give the constant.

    `explosions` is the most often that each die may explode. Raises DiceError for numbers out of
    range.

    >>> dice(4, 6, keep_highest=3).readings().mean()
    Fraction(15869, 1296)
    """
    if count == 0:
        return number_pool((), plus)
    if keep_highest is not None and keep_lowest is not None:
        raise DiceError(f"{count}d{sides}", "two ways of keeping dice", "choose one of them")
    keep = keep_highest if keep_highest is not None else keep_lowest
    term = Term(count, sides, 1, explosions, keep, keep_lowest is None)
    return number_pool((term,), plus)


@lru_cache(maxsize=2048)
def hit_pool(
    count: int,
    sides: int = 6,
    at_least: int = 5,
    at_most: int | None = None,
    explosions: int = 0,
) -> NumberPool:
    """`count` dice that count the numbers from `at_least` to `at_most` (None: the highest) as
    hits; no dice have no hits. A die that explodes is rolled again at most `explosions` times and
    each of its rolls can hit. Raises DiceError for numbers out of range.

    >>> hit_pool(4).readings().p(0)
    Fraction(16, 81)
    """
    if count == 0:
        return number_pool(())
    high = sides if at_most is None else at_most
    return number_pool((Term(count, sides, 1, explosions, hits=(at_least, high)),))
