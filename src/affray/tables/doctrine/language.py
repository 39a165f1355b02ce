"""What the small texts of a doctrine are made of: words, groups and people.

word      pressed        badly-hurt      ward*
group     foes           heroes:down     foes:!suppressed:hurt     others     all
person    self           mill-hand-2     @lowest:hp:foes           @first:heroes:bloodied
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from affray.kernel.naming import RESERVED_IDS
from affray.kernel.rulebook import meant, near_matches, short
from affray.tables.doctrine.seen import SIDES, Filter, Group, Seen, Word

SELF = "self"
_WORD = re.compile(r"[^\W_][\w'-]*\*?\Z")
_ORDERS = {"lowest": True, "highest": True, "first": False, "last": False}
"""The selectors, and whether they rank by a track."""


class Misspelt(ValueError):  # noqa: N818 (named for what happened)
    """A text of a doctrine that cannot be read: the fault, and a cure."""

    def __init__(self, fault: str, cure: str) -> None:
        super().__init__(f"{fault}. {cure}")
        self.fault = fault
        self.cure = cure


def word(text: str) -> Word:
    """A word, in any case; raises `Misspelt`."""
    if not _WORD.match(text):
        raise Misspelt(
            f'"{short(text)}" is no word',
            "Write a track, tag or state in letters and hyphens, such as badly-hurt.",
        )
    return Word(text.casefold())


def group(text: str) -> Group:
    """A side and what must hold of its people; raises `Misspelt`."""
    side, *filters = text.split(":")
    if side not in SIDES:
        near = near_matches(side, SIDES)
        raise Misspelt(f'"{short(side)}" is no group', meant(near) or f"Say {', '.join(SIDES)}.")
    return Group(
        side,
        tuple(Filter(word(one.removeprefix("!")), not one.startswith("!")) for one in filters),
    )


@dataclass(slots=True, frozen=True)
class Selector:
    """Picks one of a group: by a track (`lowest`, `highest`) or by the roster (`first`, `last`)."""

    order: str
    track: str
    group: Group

    def words(self) -> list[Word]:
        """The words that must be seen on the sheets of the group, or must not."""
        return [one.word for one in self.group.filters]

    def rank(self, seen: Seen, who: str) -> tuple[int, int, int]:
        """The smaller, the better; whose number is not known comes after all others."""
        place = seen.place(who)
        match self.order:
            case "first":
                return 0, place, 0
            case "last":
                return 0, -place, 0
        track = seen.track(who, self.track)
        if track is None:
            return 1, 0, place
        return 0, track.value if self.order == "lowest" else -track.value, place


def selector(text: str) -> Selector:
    """`@lowest:TRACK:GROUP`, `@highest:TRACK:GROUP`, `@first:GROUP` or `@last:GROUP`.

    Raises `Misspelt`.
    """
    order, _, rest = text.removeprefix("@").partition(":")
    if order not in _ORDERS:
        near = near_matches(order, ["self", "default", "none", "least", "most", *_ORDERS])
        raise Misspelt(
            f'"@{short(order)}" is no selector',
            meant([f"@{one}" for one in near])
            or "There are @self, @lowest:TRACK:GROUP, @highest:TRACK:GROUP, @first:GROUP, "
            "@last:GROUP, @least and @most.",
        )
    track = ""
    if _ORDERS[order]:
        track, _, rest = rest.partition(":")
        if not rest:
            raise Misspelt(
                f'"{short(text)}" does not say of whom',
                f"Write @{order}:TRACK:GROUP, such as @{order}:health:heroes.",
            )
        track = word(track).text
    elif not rest:
        raise Misspelt(f'"{short(text)}" does not say of whom', f"Write @{order}:foes, say.")
    return Selector(order, track, group(rest))


@dataclass(slots=True, frozen=True)
class Person:
    """Somebody by name, by a selector, or the one who is asked."""

    named: str = ""
    chosen: Selector | None = None

    def words(self) -> list[Word]:
        return [] if self.chosen is None else self.chosen.words()

    def find(self, seen: Seen) -> str | None:
        """The id, None if there is nobody of that description to be seen."""
        if self.chosen is None:
            who = seen.who if self.named == SELF else self.named
            return who if seen.knows(who) else None
        chosen = self.chosen
        ranked = [(chosen.rank(seen, who), who) for who in seen.members(chosen.group)]
        return min(ranked)[1] if ranked else None


def person(text: str) -> Person:
    """Raises `Misspelt`."""
    if text.startswith("@"):
        return Person(SELF) if text == "@self" else Person("", selector(text))
    if text in RESERVED_IDS or not re.match(r"[a-z][a-z0-9-]*\Z", text):
        raise Misspelt(
            f'"{short(text)}" is nobody',
            "Write self, an id such as mill-hand-2, or a selector such as @lowest:hp:foes.",
        )
    return Person(text)
