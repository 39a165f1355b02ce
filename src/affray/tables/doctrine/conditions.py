"""The conditions of a doctrine, read once and then only evaluated.

    self.health <= 3            a track of somebody against a number
    self.health < 50%           ... against a share of its highest
    foes >= 2                   how many of a group there are (those who are up)
    foes:suppressed = 0         ... of whom something holds
    round > 1                   the round
    self is pressed             a state, a tag or the word of a track
    not self is pressed         the opposite, as is: self is not pressed

What is compared with a number that the seat may not know is neither true nor false: neither the
condition nor its opposite holds.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from affray.kernel.rulebook import short
from affray.tables.doctrine.language import Misspelt, Person, group, person, word
from affray.tables.doctrine.seen import SIDES, Group, Seen, Word

_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}
_COMPARISON = re.compile(r"(?P<left>[^<>=!\s]\S*?)\s*(?P<how><=|>=|==|!=|=|<|>)\s*(?P<right>\S+)\Z")
_IS = re.compile(r"(?P<who>\S+) is (?P<no>not )?(?P<what>\S+)\Z")
_NUMBER = re.compile(r"-?\d{1,7}\Z", re.ASCII)
_SHARE = re.compile(r"(\d{1,3})%\Z", re.ASCII)


class Condition(Protocol):
    """Whether something holds, None if that cannot be known."""

    def holds(self, seen: Seen) -> bool | None: ...

    def people(self) -> list[Person]:
        """Whom it names."""

    def tracks(self) -> list[str]:
        """Which tracks it reads."""

    def words(self) -> list[Word]:
        """Which words it looks for on sheets."""

    def rounds(self) -> int | None:
        """Up to which round it tells rounds apart: 0 if it reads none, None if any."""


@dataclass(slots=True, frozen=True)
class Number:
    """A number as it is written."""

    number: int

    def value(self, seen: Seen) -> int | None:
        return self.number


@dataclass(slots=True, frozen=True)
class Round:
    """The round that the fight is in."""

    def value(self, seen: Seen) -> int | None:
        return seen.fight.round


@dataclass(slots=True, frozen=True)
class Count:
    """How many of a group there are to be seen."""

    group: Group

    def value(self, seen: Seen) -> int | None:
        return len(seen.members(self.group))


@dataclass(slots=True, frozen=True)
class TrackOf:
    """What somebody's track stands at."""

    who: Person
    track: str

    def value(self, seen: Seen) -> int | None:
        who = self.who.find(seen)
        track = None if who is None else seen.track(who, self.track)
        return None if track is None else track.value

    def share(self, seen: Seen, percent: int) -> tuple[int, int] | None:
        """The value, and so many per cent of the highest, both times 100."""
        who = self.who.find(seen)
        track = None if who is None else seen.track(who, self.track)
        return None if track is None else (track.value * 100, track.high * percent)


Term: TypeAlias = Number | Round | Count | TrackOf


@dataclass(slots=True, frozen=True)
class Comparison:
    """Two numbers compared."""

    left: Term
    how: str
    right: Term

    def holds(self, seen: Seen) -> bool | None:
        left = self.left.value(seen)
        right = None if left is None else self.right.value(seen)
        if left is None or right is None:
            return None
        return _COMPARE[self.how](left, right)

    def people(self) -> list[Person]:
        return [term.who for term in (self.left, self.right) if isinstance(term, TrackOf)]

    def tracks(self) -> list[str]:
        return [term.track for term in (self.left, self.right) if isinstance(term, TrackOf)]

    def words(self) -> list[Word]:
        counts = (term for term in (self.left, self.right) if isinstance(term, Count))
        found = [one.word for count in counts for one in count.group.filters]
        return found + [word for who in self.people() for word in who.words()]

    def rounds(self) -> int | None:
        terms = (self.left, self.right)
        if not any(isinstance(term, Round) for term in terms):
            return 0
        numbers = [term.number for term in terms if isinstance(term, Number)]
        return max(numbers[0], 0) + 1 if numbers else None


@dataclass(slots=True, frozen=True)
class ShareOf:
    """A track compared with a share of its highest value."""

    left: TrackOf
    how: str
    percent: int

    def holds(self, seen: Seen) -> bool | None:
        found = self.left.share(seen, self.percent)
        return None if found is None else _COMPARE[self.how](*found)

    def people(self) -> list[Person]:
        return [self.left.who]

    def tracks(self) -> list[str]:
        return [self.left.track]

    def words(self) -> list[Word]:
        return self.left.who.words()

    def rounds(self) -> int | None:
        return 0


@dataclass(slots=True, frozen=True)
class Is:
    """Whether a word is to be seen on somebody's sheet."""

    who: Person
    what: Word

    def holds(self, seen: Seen) -> bool | None:
        who = self.who.find(seen)
        return None if who is None else seen.says(who, self.what)

    def people(self) -> list[Person]:
        return [self.who]

    def tracks(self) -> list[str]:
        return []

    def words(self) -> list[Word]:
        return [self.what, *self.who.words()]

    def rounds(self) -> int | None:
        return 0


@dataclass(slots=True, frozen=True)
class Not:
    """The opposite of a condition; what cannot be known stays so."""

    of: Condition

    def holds(self, seen: Seen) -> bool | None:
        found = self.of.holds(seen)
        return None if found is None else not found

    def people(self) -> list[Person]:
        return self.of.people()

    def tracks(self) -> list[str]:
        return self.of.tracks()

    def words(self) -> list[Word]:
        return self.of.words()

    def rounds(self) -> int | None:
        return self.of.rounds()


def condition(text: str) -> Condition:
    """The condition that a text spells; raises `Misspelt`."""
    text = " ".join(text.split())
    if text.startswith("not "):
        return Not(condition(text[4:]))
    if found := _IS.match(text):
        seen = Is(person(found["who"]), word(found["what"]))
        return Not(seen) if found["no"] else seen
    found = _COMPARISON.match(text)
    if not found:
        raise Misspelt(
            f'"{short(text)}" is no condition',
            "Write one like self.health <= 3, foes >= 2, round > 1 or self is pressed.",
        )
    how = found["how"]
    left = _term(found["left"])
    if share := _SHARE.match(found["right"]):
        if not isinstance(left, TrackOf):
            raise Misspelt(
                f'"{short(text)}" takes a share of what has no highest value',
                "Compare a track with it, such as self.health < 50%.",
            )
        return ShareOf(left, how, int(share[1]))
    return Comparison(left, how, _term(found["right"]))


def _term(text: str) -> Term:
    if _NUMBER.match(text):
        return Number(int(text))
    if text == "round":
        return Round()
    if text.partition(":")[0] in SIDES:
        return Count(group(text))
    who, dot, track = text.rpartition(".")
    if not dot:
        raise Misspelt(
            f'"{short(text)}" is no number',
            "Compare a track (self.health), a group (foes), the round or a whole number.",
        )
    return TrackOf(person(who), word(track).text)
