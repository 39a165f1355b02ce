"""What every pool of dice can do, whatever its dice show."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, NoReturn, TypeVar, cast, overload

from affray.dice.distribution import Distribution, grouped, in_order
from affray.dice.errors import DiceError

O = TypeVar("O", bound=Hashable)  # noqa: E741 - the Outcome of a pool
R = TypeVar("R", bound=Hashable)

Faces = tuple[int, ...]
"""What the dice of a roll show, one number a roll of a die, in the pool's order. A numbered die
shows its number; a die with symbols shows the position of the face, from 1."""

Source = Callable[[int], int]
"""Where chance comes from: `source(n)` is a uniform integer from 0 to n - 1."""

TEXT_LIMIT = 200
"""The most characters that a text of dice or of faces may have."""

_READINGS_KEPT = 64


class Pool(ABC, Generic[O]):
    """Dice that are rolled together, with what they mean: an immutable, hashable value.

    An Outcome is what the pool says about a roll: a number, a count of hits, net symbols. `str()`
    is dice text that reads back as an equal pool. Pools are made by factory functions, which give
    the same object again for the same dice as long as it is in use.
    """

    __slots__ = ("_hash", "_readings", "total")

    total: int
    """How many raw outcomes there are, all equally likely."""
    _hash: int
    _readings: dict[Callable[[Any], Any] | None, Distribution[Any]]

    def _set_up(self, identity: Hashable, total: int) -> None:
        self._hash = hash(identity)
        self._readings = {}
        self.total = total

    def __hash__(self) -> int:
        return self._hash

    @overload
    def readings(self, read: None = None) -> Distribution[O]: ...
    @overload
    def readings(self, read: Callable[[O], R]) -> Distribution[R]: ...
    def readings(self, read: Callable[[O], Any] | None = None) -> Distribution[Any]:
        """The exact distribution of `read(outcome)`, or of the Outcome itself.

        `read` must be a pure function at the level of a module: the result is kept for the pair
        of pool and function.
        """
        found = self._readings.get(read)
        if found is None:
            if read is None:
                found = self._count()
            else:
                # The joint distribution may be large; it is not kept for the sake of a reading.
                outcomes = self._readings.get(None) or self._count()
                counts = in_order(grouped(outcomes.items(), read))
                found = Distribution.trusted(counts, self.total)
            if len(self._readings) >= _READINGS_KEPT:
                self._readings.clear()
            self._readings[read] = found
        return found

    def faces_for(self, read: Callable[[O], R] | None, reading: Any) -> Faces:
        """Faces with that reading (or, with no `read`, that Outcome); the same ones each time.

        Raises DiceError if the pool cannot show it.
        """
        for outcome in self.readings():
            if (outcome if read is None else read(outcome)) == reading:
                return self._faces_of(outcome)
        raise DiceError(
            str(self), f"these dice cannot show {reading!r}", "ask for a result that they can show"
        )

    @abstractmethod
    def roll(self, source: Source) -> Faces:
        """Roll every die, explosions included."""

    @abstractmethod
    def outcome(self, faces: Sequence[int]) -> O:
        """What these faces mean. Raises DiceError for faces that the pool cannot show."""

    @abstractmethod
    def faces_from_text(self, text: str) -> Faces:
        """Read the faces that a person typed in. Raises DiceError, with the column."""

    @abstractmethod
    def describe(self) -> list[dict[str, Any]]:
        """The dice as plain data, one entry a kind, with `die`, `letter`, `shape`, `sides` and
        `count`; the kinds stand in the order in which faces are given.
        """

    @abstractmethod
    def _count(self) -> Distribution[O]:
        """The exact distribution of the Outcome."""

    @abstractmethod
    def _faces_of(self, outcome: O) -> Faces:
        """Some faces that mean `outcome`, which the pool can show."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self}>"

    def _refuse(self, faces: Sequence[object], fault: str, cure: str) -> NoReturn:
        raise DiceError(" ".join(map(str, faces)), fault, cure)


def face_numbers(text: str) -> list[tuple[int, int]]:
    """The whole numbers of a text with their columns; spaces, commas and semicolons part them."""
    bounded(text)
    found = []
    for word in re.finditer(r"[^\s,;]+", text):
        if not re.fullmatch(r"[0-9]{1,6}", word[0]):
            raise DiceError(
                text,
                f'"{word[0]}" is not the number of a face',
                "write what each die shows as a whole number, such as 5 3 6",
                word.start() + 1,
            )
        found.append((int(word[0]), word.start() + 1))
    return found


def bounded(text: str) -> None:
    """Raise DiceError if the text is longer than TEXT_LIMIT."""
    if len(text) > TEXT_LIMIT:
        raise DiceError(
            text,
            f"the text has {len(text)} characters",
            f"write at most {TEXT_LIMIT}",
            TEXT_LIMIT + 1,
        )


def plain_faces(faces: Sequence[int]) -> Faces:
    """The faces as a tuple. Raises DiceError unless they are a sequence of whole numbers."""
    try:
        shown = tuple(faces)
    except TypeError:
        shown = (cast(Any, faces),)
    for face in shown:
        if isinstance(face, bool) or not isinstance(face, int):
            raise DiceError(
                str(faces), f"{face!r} is not the number of a face", "give whole numbers"
            )
    return shown
