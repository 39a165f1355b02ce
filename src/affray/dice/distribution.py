"""Exact distributions: how many of the equally likely outcomes show each value."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, ItemsView, Iterator, Mapping, ValuesView
from itertools import accumulate
from math import sqrt
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T", bound=Hashable)
R = TypeVar("R", bound=Hashable)
S = TypeVar("S", bound=Hashable)


class Distribution(Mapping[T, int], Generic[T]):
    """An immutable mapping from value to the count of raw outcomes that show it.

    `total` is the sum of the counts; only values that can occur are in the mapping. Values come
    in sorted order where they can be sorted, else in the order first given. Two distributions are
    equal when all counts are.

    >>> coin = Distribution({"heads": 1, "tails": 1})
    >>> coin.p("heads")
    Fraction(1, 2)
    """

    __slots__ = ("_counts", "_drawn", "_hash", "_name", "_thresholds", "total")

    total: int
    _counts: dict[T, int]
    _name: Callable[[Any], T] | None
    _thresholds: list[float] | None
    _drawn: list[T]
    _hash: int | None

    def __init__(self, counts: Mapping[T, int]) -> None:
        """Raises ValueError for a negative count, TypeError for one that is no integer, and
        ValueError when nothing at all can occur.
        """
        for value, count in counts.items():
            if isinstance(count, bool) or not isinstance(count, int):
                raise TypeError(f"the count of {value!r} must be an integer, not {count!r}")
            if count < 0:
                raise ValueError(f"the count of {value!r} is {count}; a count cannot be negative")
        kept = in_order({value: count for value, count in counts.items() if count})
        if not kept:
            raise ValueError("a distribution needs at least one value with a count above 0")
        self._set(kept, sum(kept.values()), None)

    @classmethod
    def trusted(
        cls, counts: dict[T, int], total: int, name: Callable[[Any], T] | None = None
    ) -> Distribution[T]:
        """Wrap counts that are already positive, in order, and add up to `total`; unchecked.

        With `name`, the keys are plain equals of the values (a tuple in place of a named tuple)
        and `name` makes a value of a key; that happens only if somebody looks at the values.
        """
        made = cls.__new__(cls)
        made._set(counts, total, name)
        return made

    def _set(self, counts: dict[T, int], total: int, name: Callable[[Any], T] | None) -> None:
        self._counts = counts
        self.total = total
        self._name = name
        self._thresholds = None
        self._hash = None

    def _named(self) -> dict[T, int]:
        if self._name is not None:
            self._counts = dict(
                zip(map(self._name, self._counts), self._counts.values(), strict=True)
            )
            self._name = None
        return self._counts

    # The mapping.

    @property
    def counts(self) -> Mapping[T, int]:
        """The counts as a read-only mapping."""
        return MappingProxyType(self._named())

    def __getitem__(self, value: T) -> int:
        return self._counts[value]

    def __contains__(self, value: object) -> bool:
        return value in self._counts

    def __iter__(self) -> Iterator[T]:
        return iter(self._named())

    def __len__(self) -> int:
        return len(self._counts)

    def items(self) -> ItemsView[T, int]:
        return self._named().items()

    def values(self) -> ValuesView[int]:
        return self._counts.values()

    def count(self, value: T) -> int:
        """The count of `value`; 0 if it cannot occur."""
        return self._counts.get(value, 0)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Distribution):
            return self.total == other.total and self._counts == other._counts
        return NotImplemented

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.total, frozenset(self._counts.items())))
        return self._hash

    def __repr__(self) -> str:
        return f"Distribution({dict(self.items())!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (dict(self.items()), self.total))

    # Chances.

    def p(self, value: T) -> Fraction:
        """The exact chance of `value`."""
        return _exact(self._counts.get(value, 0), self.total)

    def chance(self, holds: Callable[[T], object]) -> Fraction:
        """The exact chance that `holds` is true of the value."""
        return _exact(sum(n for value, n in self.items() if holds(value)), self.total)

    def at_least(self, value: Any) -> Fraction:
        """The exact chance of `value` or more. TypeError where values have no order."""
        return _exact(sum(n for x, n in self.items() if x >= value), self.total)

    def at_most(self, value: Any) -> Fraction:
        """The exact chance of `value` or less. TypeError where values have no order."""
        return _exact(sum(n for x, n in self.items() if x <= value), self.total)

    def cumulative(self) -> list[tuple[T, int]]:
        """Each value with the running total of the counts up to and including it."""
        return list(zip(self, accumulate(self.values()), strict=True))

    def quantile(self, q: Fraction | float) -> T:
        """The first value, in order, at which the running total reaches the share `q`.

        0 gives the lowest value and 1 the highest. Raises ValueError outside 0 to 1.
        """
        if not 0 <= q <= 1:
            raise ValueError(f"a quantile needs a share from 0 to 1, not {q}")
        share = _exact(q)
        running = list(accumulate(self.values()))
        return list(self)[bisect_left(running, share * self.total)]

    def mean(self) -> Fraction:
        """The exact mean. TypeError where values are no numbers."""
        return _exact(sum(_number(value) * n for value, n in self.items()), self.total)

    def variance(self) -> Fraction:
        """The exact variance. TypeError where values are no numbers."""
        squares = sum(_number(value) ** 2 * n for value, n in self.items())
        return _exact(squares, self.total) - self.mean() ** 2

    def deviation(self) -> float:
        """The standard deviation, to show."""
        return sqrt(self.variance())

    # Other distributions out of this one.

    def map(self, f: Callable[[T], R]) -> Distribution[R]:
        """The distribution of `f(value)`."""
        return Distribution.trusted(in_order(grouped(self.items(), f)), self.total)

    def marginal(self, part: str | int | Callable[[T], R]) -> Distribution[Any]:
        """The distribution of a part of the value: a field by name, an element by index, or what
        a function takes from it.
        """
        if isinstance(part, str):
            field = part
            return self.map(lambda value: getattr(value, field))
        if isinstance(part, int):
            index = part
            return self.map(lambda value: value[index])  # type: ignore[index]
        return self.map(part)

    def given(self, holds: Callable[[T], object]) -> Distribution[T]:
        """The distribution among the values of which `holds` is true; the total shrinks to them.

        Raises ValueError if no value is left.
        """
        kept = {value: n for value, n in self.items() if holds(value)}
        if not kept:
            raise ValueError("no value that can occur meets the condition")
        return Distribution.trusted(kept, sum(kept.values()))

    @overload
    def combine(self, other: Distribution[S]) -> Distribution[tuple[T, S]]: ...
    @overload
    def combine(self, other: Distribution[S], f: Callable[[T, S], R]) -> Distribution[R]: ...
    def combine(
        self, other: Distribution[S], f: Callable[[T, S], Any] | None = None
    ) -> Distribution[Any]:
        """The distribution of `f(value, other value)`, the two independent; pairs without `f`."""
        joined: dict[Any, int] = {}
        for left, n in self.items():
            for right, m in other.items():
                value = (left, right) if f is None else f(left, right)
                joined[value] = joined.get(value, 0) + n * m
        return Distribution.trusted(in_order(joined), self.total * other.total)

    # Drawing.

    def thresholds(self) -> list[float]:
        """The running chances as floats, one for each value but the last."""
        running = list(accumulate(self.values()))
        return [count / self.total for count in running[:-1]]

    def sample(self, u: float) -> T:
        """The value at the point `u` of the running chances, `u` uniform in 0 <= u < 1.

        This is how simulation rolls: one number in place of the dice. A value rarer than the
        grain of `u` (2**-53 with the standard generator) may never be drawn.
        """
        thresholds = self._thresholds
        if thresholds is None:
            self._drawn = list(self)
            thresholds = self._thresholds = self.thresholds()
        return self._drawn[bisect_right(thresholds, u)]


def grouped(items: ItemsView[T, int], f: Callable[[T], R]) -> dict[R, int]:
    """The counts of `f(value)` over `items`, in order of first appearance."""
    counts: dict[R, int] = {}
    for value, n in items:
        result = f(value)
        if result in counts:
            counts[result] += n
        else:
            counts[result] = n
    return counts


def in_order(counts: dict[T, int]) -> dict[T, int]:
    """The counts sorted by value, or as they are if the values cannot be sorted."""
    try:
        ordered = sorted(counts)  # type: ignore[type-var]
    except TypeError:
        return counts
    return {value: counts[value] for value in ordered}


def _exact(count: Fraction | float, total: int = 1) -> Fraction:
    # Fractions bring the decimals along, and a command that shows odds starts without either.
    from fractions import Fraction

    return Fraction(count) / total


def _number(value: Any) -> Any:
    if not hasattr(value, "numerator"):
        raise TypeError(f"{value!r} is no exact number; map the values to integers first")
    return value


def _rebuilt(counts: dict[T, int], total: int) -> Distribution[T]:
    return Distribution.trusted(counts, total)
