"""Dice with symbols in place of numbers: sets of named dice, and pools of them.

A dice set is data. Its symbols say what they do: two that cancel share an axis, one that cancels
nothing has an axis of its own, and a symbol may count as others besides. The Outcome of a pool is
the net number along each axis; the second symbol of a cancelling pair counts below zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, compress, product
from operator import itemgetter, mul, sub
from typing import Any, Generic, TypeVar

from affray.dice.distribution import Distribution, in_order
from affray.dice.errors import DiceError
from affray.dice.grids import Grid, Vector, View, grid_of, view_of
from affray.dice.packed import pick
from affray.dice.pool import Faces, Pool, Source, bounded, face_numbers, plain_faces
from affray.dice.words import Vocabulary, words_of

O = TypeVar("O", bound=tuple[int, ...])  # noqa: E741 - the Outcome of a pool

DICE_LIMIT = 40
CELLS_LIMIT = 500_000


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol on a die: its name, a letter to draw and type it by, the symbol it cancels with
    one for one, and the symbols that each one counts as besides itself.
    """

    name: str
    letter: str
    cancels: str | None = None
    counts_as: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class NamedDie:
    """A die of a set: `faces` holds the symbols of each face, none for a blank one.

    `positive` dice stand before "vs" in dice text. `plural` need be given only where it is not
    the name with an s.
    """

    name: str
    letter: str
    positive: bool
    faces: tuple[tuple[str, ...], ...]
    plural: str = ""

    @property
    def sides(self) -> int:
        return len(self.faces)

    @property
    def shape(self) -> str:
        """What the die looks like: d6, d8, d12."""
        return f"d{self.sides}"

    def words(self) -> tuple[str, str]:
        """The words that name one and several of it."""
        return self.name, self.plural or self.name + "s"


class DiceSet(Generic[O]):
    """A system's named dice, an immutable value.

    `outcome` is a named tuple whose fields are the axes: the first named symbol of each
    cancelling pair and each symbol that cancels nothing, in the order of `symbols`. `limit` is
    the most dice that a pool may have unless it is said otherwise.

    Raises ValueError if the data contradict each other.
    """

    __slots__ = (
        "_hash",
        "_identity",
        "_views",
        "axes",
        "dice",
        "die_words",
        "limit",
        "name",
        "outcome",
        "spans",
        "symbol_words",
        "symbols",
        "vectors",
    )

    axes: tuple[str, ...]
    vectors: Mapping[str, Vector]
    """What each symbol adds along the axes."""
    spans: tuple[Vector, ...]
    """How far apart the faces of each die lie along the axes."""

    def __init__(
        self,
        name: str,
        symbols: Sequence[Symbol],
        dice: Sequence[NamedDie],
        outcome: type[O],
        limit: int = DICE_LIMIT,
    ) -> None:
        self.name = name
        self.symbols = tuple(symbols)
        self.dice = tuple(dice)
        self.outcome = outcome
        self.limit = limit
        self._identity = (name, self.symbols, self.dice, outcome, limit)
        self._hash = hash(self._identity)
        self._views: dict[Vector, View] = {}
        self.axes, self.vectors = _axes_of(self.symbols)
        if getattr(outcome, "_fields", None) != self.axes:
            raise ValueError(f"{name}: the outcome needs the fields {', '.join(self.axes)}")
        for die in self.dice:
            for symbol in chain.from_iterable(die.faces):
                if symbol not in self.vectors:
                    raise ValueError(f"{name}: the {die.name} die shows an unknown {symbol!r}")
            if not die.faces:
                raise ValueError(f"{name}: the {die.name} die has no faces")
        self.spans = tuple([self._span(die) for die in self.dice])
        self.die_words = Vocabulary(
            f"die of {name}",
            {die.name: die.words() for die in self.dice},
            {die.letter.lower(): die.name for die in self.dice},
        )
        self.symbol_words = Vocabulary(
            f"symbol of {name}",
            {symbol.name: (symbol.name, symbol.name + "s") for symbol in self.symbols},
            {symbol.letter.lower(): symbol.name for symbol in self.symbols},
        )
        for what, letters in (
            ("dice", [die.letter.lower() for die in self.dice]),
            ("symbols", [symbol.letter.lower() for symbol in self.symbols]),
        ):
            if len(set(letters)) < len(letters):
                raise ValueError(f"{name}: two {what} share a letter")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, DiceSet):
            return self is other or self._identity == other._identity
        return NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return (DiceSet, self._identity)

    def __repr__(self) -> str:
        return f"<DiceSet {self.name}: {', '.join(die.name for die in self.dice)}>"

    def die(self, name: str) -> NamedDie:
        """The die of that name. Raises DiceError if there is none."""
        for die in self.dice:
            if die.name == name:
                return die
        known = ", ".join(die.name for die in self.dice)
        raise DiceError(name, f"{self.name} has no such die", f"use {known}")

    def vector(self, symbols: Sequence[str]) -> Vector:
        """What these symbols add up to along the axes, before anything is read."""
        totals = [0] * len(self.axes)
        for symbol in symbols:
            for at, amount in enumerate(self.vectors[symbol]):
                totals[at] += amount
        return tuple(totals)

    def pool(
        self,
        counts: Mapping[str, int] | None = None,
        *,
        symbols: Mapping[str, int] | None = None,
        limit: int | None = None,
        **more: int,
    ) -> SymbolPool[O]:
        """The pool with so many dice of each name, as a mapping or by keyword.

        `symbols` are symbols that count without being rolled; they cancel like any other.
        `limit` stands in for the limit of the set. Raises DiceError for unknown names, negative
        numbers and too many dice.
        """
        wanted = {**(counts or {}), **more}
        given = dict(symbols or {})
        numbers = tuple([wanted.pop(die.name, 0) for die in self.dice])
        automatic = tuple([given.pop(symbol.name, 0) for symbol in self.symbols])
        for name in wanted:
            self.die(name)
        for name in given:
            known = ", ".join(symbol.name for symbol in self.symbols)
            raise DiceError(name, f"{self.name} has no such symbol", f"use {known}")
        most = self.limit if limit is None else limit
        if sum(numbers) > most:
            raise DiceError(
                _pool_text(self, numbers, automatic),
                f"there are {sum(numbers)} dice",
                f"use at most {most}",
            )
        return symbol_pool(self, numbers, automatic)

    def _span(self, die: NamedDie) -> Vector:
        along = zip(*[self.vector(face) for face in die.faces], strict=True)
        return tuple([max(amounts) - min(amounts) for amounts in along])

    def view(self, axes: Vector) -> View:
        """The dice seen along `axes`, for counting."""
        found = self._views.get(axes)
        if found is None:
            faces = [[self.vector(face) for face in die.faces] for die in self.dice]
            found = self._views[axes] = view_of(faces, axes)
        return found


def _axes_of(symbols: tuple[Symbol, ...]) -> tuple[tuple[str, ...], dict[str, Vector]]:
    by_name = {symbol.name: symbol for symbol in symbols}
    if len(by_name) < len(symbols):
        raise ValueError("two symbols share a name")
    axis_of: dict[str, tuple[str, int]] = {}
    for symbol in symbols:
        if symbol.cancels is None:
            axis_of[symbol.name] = (symbol.name, 1)
            continue
        other = by_name.get(symbol.cancels)
        if other is None or other.cancels != symbol.name or other is symbol:
            raise ValueError(f"{symbol.name} and {symbol.cancels} do not cancel each other")
        first = other.name in axis_of
        axis_of[symbol.name] = (other.name, -1) if first else (symbol.name, 1)
    axes = tuple(dict.fromkeys(axis for axis, _ in axis_of.values()))
    vectors = {}
    for symbol in symbols:
        totals = dict.fromkeys(axes, 0)
        for name in (symbol.name, *symbol.counts_as):
            if name not in axis_of:
                raise ValueError(f"{symbol.name} counts as an unknown symbol {name!r}")
            axis, amount = axis_of[name]
            totals[axis] += amount
        vectors[symbol.name] = tuple(totals.values())
    return axes, vectors


class SymbolPool(Pool[O]):
    """Named dice of one set, with symbols that count without being rolled.

    The Outcome is the set's named tuple of net symbols. Faces are positions on each die, from 1,
    the dice in the order of the set.
    """

    __slots__ = ("dice_set", "numbers", "symbols")

    dice_set: DiceSet[O]
    numbers: tuple[int, ...]
    """How many dice of each kind of the set, in its order."""
    symbols: tuple[int, ...]
    """How many symbols of each kind count without being rolled, in the set's order."""

    def __init__(
        self, dice_set: DiceSet[O], numbers: tuple[int, ...], symbols: tuple[int, ...]
    ) -> None:
        """Raises DiceError for negative numbers and for dice too many to count exactly."""
        self.dice_set = dice_set
        self.numbers = numbers
        self.symbols = symbols
        total = 1
        for die, number in zip(dice_set.dice, numbers, strict=True):
            if number < 0:
                raise DiceError(die.name, f"the number of dice is {number}", "give 0 or more")
            total *= die.sides**number
        for symbol, number in zip(dice_set.symbols, symbols, strict=True):
            if not 0 <= number <= 100:
                raise DiceError(symbol.name, f"the number of symbols is {number}", "give 0 to 100")
        cells = 1
        for along in zip(*dice_set.spans, strict=True):
            cells *= 1 + sum(map(mul, along, numbers))
        if cells > CELLS_LIMIT or sum(numbers) > DICE_LIMIT:
            raise DiceError(str(self), "these dice are too many to count exactly", "use fewer dice")
        self._set_up((dice_set, numbers, symbols), total)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SymbolPool):
            return self is other or (
                self.numbers == other.numbers
                and self.symbols == other.symbols
                and self.dice_set == other.dice_set
            )
        return NotImplemented

    __hash__ = Pool.__hash__

    def __reduce__(self) -> tuple[Any, ...]:
        return (symbol_pool, (self.dice_set, self.numbers, self.symbols))

    def __str__(self) -> str:
        return _pool_text(self.dice_set, self.numbers, self.symbols)

    @property
    def counts(self) -> dict[str, int]:
        """How many dice of each name, without those of which there are none."""
        pairs = zip(self.dice_set.dice, self.numbers, strict=True)
        return {die.name: number for die, number in pairs if number}

    @property
    def automatic(self) -> dict[str, int]:
        """How many symbols count without being rolled, by name."""
        pairs = zip(self.dice_set.symbols, self.symbols, strict=True)
        return {symbol.name: number for symbol, number in pairs if number}

    def _dice(self) -> Iterator[NamedDie]:
        """Every single die, in order."""
        for die, number in zip(self.dice_set.dice, self.numbers, strict=True):
            for _ in range(number):
                yield die

    # Counting.

    def _count(self) -> Distribution[O]:
        outcome = self.dice_set.outcome
        name: Callable[[Any], O] = partial(tuple.__new__, outcome)
        return self._distribution(tuple(range(len(self.dice_set.axes))), name)

    def axes(self, *names: str) -> Distribution[Any]:
        """The exact distribution along some axes only, without counting the others.

        One name gives plain integers, several give tuples in the order of the names. Raises
        DiceError for a name that is no axis.
        """
        return self._distribution(tuple([self._axis(name) for name in names]), None)

    def weight(
        self,
        at_least: Mapping[str, int] | None = None,
        at_most: Mapping[str, int] | None = None,
    ) -> int:
        """How many of the `total` raw outcomes meet all these bounds, both included.

        Counts along the axes that are named and makes no mapping, so it is the quick way to one
        chance. Raises DiceError for a name that is no axis.

            pool.weight(at_least={"success": 1}) / pool.total
        """
        lows = {self._axis(name): low for name, low in (at_least or {}).items()}
        highs = {self._axis(name): high for name, high in (at_most or {}).items()}
        grid = self._grid(tuple(sorted({*lows, *highs})))
        steps = [range(1)]
        size = 1
        for axis, values in zip(reversed(grid.axes), reversed(grid.ranges), strict=True):
            start = max(lows.get(axis, values.start) - values.start, 0)
            stop = min(highs.get(axis, values.stop - 1) - values.start + 1, len(values))
            steps.append(range(start * size, stop * size, size))
            size *= len(values)
        inner = steps[1] if len(steps) > 1 else steps[0]
        return sum(
            sum(grid.counts[at + inner.start : at + inner.stop])
            for at in map(sum, product(*steps[2:]))
            if inner
        )

    def _axis(self, name: str) -> int:
        try:
            return self.dice_set.axes.index(name)
        except ValueError:
            raise DiceError(
                name,
                f"{self.dice_set.name} has no such axis",
                f"use {', '.join(self.dice_set.axes)}",
            ) from None

    def _distribution(self, axes: Vector, name: Callable[[Any], Any] | None) -> Distribution[Any]:
        grid = self._grid(axes)
        if len(axes) == 1:
            keys: Any = compress(grid.ranges[0], grid.counts)
        else:
            keys = compress(product(*grid.ranges), grid.counts)
        if grid.axes != axes:
            keys = map(itemgetter(*[grid.axes.index(axis) for axis in axes]), keys)
        counts: dict[Any, int] = dict(zip(keys, filter(None, grid.counts), strict=True))
        if grid.axes != axes:
            counts = in_order(counts)
        return Distribution.trusted(counts, self.total, name)

    def _grid(self, axes: Vector) -> Grid:
        return grid_of(self.dice_set.view(axes), self.numbers, self._offset(), self.total)

    def _offset(self) -> Vector:
        """What the symbols that are not rolled add up to."""
        if not any(self.symbols):
            return (0,) * len(self.dice_set.axes)
        names = [symbol.name for symbol in self.dice_set.symbols]
        pairs = zip(names, self.symbols, strict=True)
        return self.dice_set.vector([name for name, n in pairs for _ in range(n)])

    # Faces.

    def roll(self, source: Source) -> Faces:
        return tuple([source(die.sides) + 1 for die in self._dice()])

    def outcome(self, faces: Sequence[int]) -> O:
        """The net symbols of these faces. Raises DiceError for faces that the pool cannot show."""
        totals = list(self._offset())
        for symbols in self.shown(faces):
            for at, amount in enumerate(self.dice_set.vector(symbols)):
                totals[at] += amount
        return tuple.__new__(self.dice_set.outcome, totals)

    def shown(self, faces: Sequence[int]) -> list[tuple[str, ...]]:
        """The symbols on each of these faces. Raises DiceError for faces that the pool cannot
        show.
        """
        numbers = plain_faces(faces)
        dice = list(self._dice())
        if len(numbers) != len(dice):
            self._refuse(
                numbers,
                f"there are {len(numbers)} faces for {len(dice)} dice",
                f"give one for each die of {self}",
            )
        for at, (die, face) in enumerate(zip(dice, numbers, strict=True), start=1):
            if not 1 <= face <= die.sides:
                self._refuse(
                    numbers,
                    f"face {at} is {face}, which the {die.name} die does not have",
                    f"give 1 to {die.sides}",
                )
        return [die.faces[face - 1] for die, face in zip(dice, numbers, strict=True)]

    def stages(self, faces: Sequence[int]) -> dict[str, Any]:
        """How a roll is read, as plain data.

        `rolled` has the die, the face and its symbols for each die; `automatic` the symbols that
        were not rolled; `totals` how many of each symbol there are, counting what a symbol counts
        as; `cancelled` how many of each pair cancel; `net` the Outcome by axis. Raises DiceError
        for faces that the pool cannot show.
        """
        shown = self.shown(faces)
        totals = dict.fromkeys((symbol.name for symbol in self.dice_set.symbols), 0)
        present = [symbol for symbols in shown for symbol in symbols]
        present += [name for name, n in self.automatic.items() for _ in range(n)]
        counts_as = {symbol.name: symbol.counts_as for symbol in self.dice_set.symbols}
        for symbol in present:
            for name in (symbol, *counts_as[symbol]):
                totals[name] += 1
        cancelled = [
            {
                "symbols": [symbol.name, symbol.cancels],
                "count": min(totals[symbol.name], totals[symbol.cancels]),
            }
            for symbol in self.dice_set.symbols
            if symbol.cancels is not None and symbol.name in self.dice_set.axes
        ]
        net = dict(zip(self.dice_set.axes, self.outcome(faces), strict=True))
        return {
            "rolled": [
                {"die": die.name, "face": face, "symbols": list(symbols)}
                for die, face, symbols in zip(self._dice(), faces, shown, strict=True)
            ],
            "automatic": self.automatic,
            "totals": totals,
            "cancelled": cancelled,
            "net": net,
        }

    def faces_from_text(self, text: str) -> Faces:
        """Read faces typed in by a person, one die after the other in the pool's order.

        Either the number of each face ("3 1 8"), or the symbols of each die, the dice parted by
        commas ("success boon, blank, failure"). Symbols may be shortened as long as they stay
        clear, or given by letter. Raises DiceError, with the column.
        """
        bounded(text)
        if not any(character.isalpha() or character in "-_" for character in text):
            numbers = tuple([number for number, _ in face_numbers(text)])
            try:
                self.shown(numbers)
            except DiceError as error:
                raise DiceError(text, error.fault, error.cure) from None
            return numbers
        dice = list(self._dice())
        parts = text.replace(";", ",").split(",")
        if len(parts) != len(dice):
            raise DiceError(
                text,
                f"there are {len(parts)} parts for {len(dice)} dice",
                f"write one for each die of {self}, with commas between, and blank for a blank one",
            )
        faces = []
        at = 0
        for die, part in zip(dice, parts, strict=True):
            faces.append(self._face_from_words(text, at, part, die))
            at += len(part) + 1
        return tuple(faces)

    def _face_from_words(self, text: str, start: int, part: str, die: NamedDie) -> int:
        symbols: list[str] = []
        count = 1
        for word, column in words_of(text, part.replace("+", " "), start):
            if word in ("-", "_", "blank", "none"):
                continue
            if word.isdecimal():
                count = int(word[:3])
                if count > 9:
                    raise DiceError(text, "no face has so many symbols", "write fewer", column)
                continue
            symbols += [self.dice_set.symbol_words.find(text, column, word)] * count
            count = 1
        wanted = sorted(symbols)
        for face, shown in enumerate(die.faces, start=1):
            if sorted(shown) == wanted:
                return face
        known = dict.fromkeys(" ".join(face) or "blank" for face in die.faces)
        raise DiceError(
            text,
            f"no face of the {die.name} die shows {' '.join(symbols) or 'nothing'}",
            f"write one of: {', '.join(known)}",
            start + 1 + len(part) - len(part.lstrip()),
        )

    def describe(self) -> list[dict[str, Any]]:
        return [
            {
                "die": die.name,
                "letter": die.letter,
                "shape": die.shape,
                "sides": die.sides,
                "count": number,
                "positive": die.positive,
                "faces": [list(face) for face in die.faces],
                "symbols": self._marks(die),
            }
            for die, number in zip(self.dice_set.dice, self.numbers, strict=True)
            if number
        ]

    def _marks(self, die: NamedDie) -> dict[str, dict[str, Any]]:
        """How the symbols of a die are drawn: the letter of each, and whether it counts as others
        besides itself."""
        on = set(chain.from_iterable(die.faces))
        return {
            symbol.name: {"letter": symbol.letter, "special": bool(symbol.counts_as)}
            for symbol in self.dice_set.symbols
            if symbol.name in on
        }

    def _faces_of(self, outcome: O) -> Faces:
        vectors = {die: [self.dice_set.vector(face) for face in die.faces] for die in self._dice()}
        dice = list(self._dice())
        left = tuple(map(sub, outcome, self._offset()))
        # Each vector becomes one number, its distance from the lowest, so that sums stay apart.
        target = 0
        stride = 1
        options = [[0] * die.sides for die in dice]
        for axis, net in enumerate(left):
            lows = [min(vector[axis] for vector in vectors[die]) for die in dice]
            highs = [max(vector[axis] for vector in vectors[die]) for die in dice]
            for numbers, die, low in zip(options, dice, lows, strict=True):
                for at, vector in enumerate(vectors[die]):
                    numbers[at] += (vector[axis] - low) * stride
            target += (net - sum(lows)) * stride
            stride *= sum(highs) - sum(lows) + 1
        return tuple([at + 1 for at in pick(options, target)])


def _pool_text(dice_set: DiceSet[Any], numbers: Vector, symbols: Vector) -> str:
    sides: tuple[list[str], list[str]] = ([], [])
    for die, number in zip(dice_set.dice, numbers, strict=True):
        if number:
            sides[0 if die.positive else 1].append(f"{number} {die.name}")
    text = " vs ".join(" ".join(side) for side in sides if side) or "no dice"
    automatic = [
        f"{number} {symbol.name}"
        for symbol, number in zip(dice_set.symbols, symbols, strict=True)
        if number
    ]
    return f"{text} with {' '.join(automatic)}" if automatic else text


@lru_cache(maxsize=2048)
def symbol_pool(dice_set: DiceSet[O], numbers: Vector, symbols: Vector) -> SymbolPool[O]:
    """The pool of so many dice and symbols of each kind, in the set's order."""
    return SymbolPool(dice_set, numbers, symbols)
