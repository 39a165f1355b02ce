"""The patterns by which a doctrine names the options that it prefers.

A pattern has the places of an option's key, with slashes between them:

    fight/axe/mill-hand-2       this option
    fight/*/@lowest:hp:foes     any weapon, at the foe with the lowest HP of those offered
    ability/mend*/@self         beginnings, oneself
    fight/!dagger/*             anything but
    fight/axe|maul/**           either; whatever follows
    damage/@least               the lowest number of a place for one (@most: the highest)

`@default` alone is the default of a ruling, `@none` no offer. Where a person could write something,
`*` writes nothing; where something could be bought, it buys nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from affray.kernel.keys import Key, Number, Option, Place
from affray.kernel.rulebook import short
from affray.tables.doctrine.language import Misspelt, Selector, selector
from affray.tables.doctrine.seen import Seen, Word

DEFAULT = "@default"
NONE = "@none"
MOST_PLACES = 12

Rank: TypeAlias = tuple[tuple[int, int, int], ...]


@dataclass(slots=True, frozen=True)
class Literal:
    """This word, or a beginning, or anything (`*`)."""

    text: str

    def take(self, place: Place, seen: Seen) -> str | None:
        if isinstance(place, str):
            fits = place.startswith(self.text[:-1]) if self.text[-1:] == "*" else place == self.text
            return place if fits else None
        if self.text == "*":
            return str(place.low) if isinstance(place, Number) else ""
        return self.text if place.admits(self.text) else None


@dataclass(slots=True, frozen=True)
class Oneself:
    """Whoever is asked."""

    def take(self, place: Place, seen: Seen) -> str | None:
        return place if isinstance(place, str) and place == seen.who else None


@dataclass(slots=True, frozen=True)
class Bound:
    """The lowest or the highest number."""

    highest: bool

    def take(self, place: Place, seen: Seen) -> str | None:
        if not isinstance(place, Number):
            return None
        return str(place.high if self.highest else place.low)


@dataclass(slots=True, frozen=True)
class Ranked:
    """Somebody of a group; who it is to be is decided among all that are offered."""

    by: Selector

    def take(self, place: Place, seen: Seen) -> str | None:
        if isinstance(place, str) and seen.is_of(place, self.by.group, up_only=False):
            return place
        return None


@dataclass(slots=True, frozen=True)
class Either:
    """One of several, or with `but` none of them."""

    atoms: tuple[Literal | Oneself, ...]
    but: bool = False

    def take(self, place: Place, seen: Seen) -> str | None:
        if self.but:
            if not isinstance(place, str):
                return None
            return None if any(a.take(place, seen) is not None for a in self.atoms) else place
        return next((t for a in self.atoms if (t := a.take(place, seen)) is not None), None)


Part: TypeAlias = Literal | Oneself | Bound | Ranked | Either
_ANYTHING = Literal("*")


@dataclass(slots=True, frozen=True)
class Pattern:
    """A pattern, read. `open` says that whatever follows will do; `word` is `@default`, `@none`.

    `fixed` are the places in which a plain word must stand.
    """

    parts: tuple[Part, ...]
    open: bool = False
    word: str = ""
    fixed: tuple[tuple[int, str], ...] = ()

    def may_fit(self, options: Sequence[Option]) -> bool:
        """Whether an option has its plain words in their places: cheap, and often a no."""
        if self.word:
            return True
        least, most = len(self.parts), len(self.parts) + MOST_PLACES * self.open
        for option in options:
            if least <= len(option) <= most:
                for at, text in self.fixed:
                    place = option[at]
                    if place != text and isinstance(place, str):
                        break
                else:
                    return True
        return False

    def pick(self, options: Sequence[Option], seen: Seen) -> Key | None:
        """The key of the option that fits best, the first offered among equals; None if none."""
        best: Key | None = None
        best_rank: Rank = ()
        for option in options:
            key = self._key(option, seen)
            if key is None:
                continue
            rank = tuple(
                part.by.rank(seen, who)
                for part, who in zip(self.parts, key, strict=False)
                if isinstance(part, Ranked)
            )
            if not rank:
                return key
            if best is None or rank < best_rank:
                best, best_rank = key, rank
        return best

    def _key(self, option: Option, seen: Seen) -> Key | None:
        own = len(self.parts)
        if len(option) != own and not (self.open and len(option) >= own):
            return None
        key = []
        for part, place in zip(self.parts, option, strict=False):
            taken = part.take(place, seen)
            if taken is None:
                return None
            key.append(taken)
        key += [_ANYTHING.take(place, seen) or "" for place in option[own:]]
        return tuple(key)

    def tracks(self) -> list[str]:
        """Which tracks it ranks by."""
        return [p.by.track for p in self.parts if isinstance(p, Ranked) and p.by.track]

    def words(self) -> list[Word]:
        """Which words it looks for on sheets."""
        return [w for p in self.parts if isinstance(p, Ranked) for w in p.by.words()]


def pattern(text: str) -> Pattern:
    """The pattern that a text spells; raises `Misspelt`."""
    if text in (DEFAULT, NONE):
        return Pattern((), word=text)
    places = text.split("/")
    is_open = places[-1] == "**"
    if is_open:
        places.pop()
    if "**" in places:
        raise Misspelt(f'"{short(text)}" goes on after **', "Let ** be the last place.")
    if len(places) > MOST_PLACES:
        raise Misspelt(f'"{short(text)}" has too many places', f"Write at most {MOST_PLACES}.")
    parts = tuple(_part(place) for place in places)
    fixed = [
        (at, part.text)
        for at, part in enumerate(parts)
        if isinstance(part, Literal) and part.text[-1:] != "*"
    ]
    return Pattern(parts, is_open, fixed=tuple(fixed))


def _part(text: str) -> Part:
    if text.startswith("!") or "|" in text:
        but = text.startswith("!")
        atoms = [_part(one) for one in text.removeprefix("!").split("|")]
        if any(not isinstance(atom, Literal | Oneself) for atom in atoms):
            raise Misspelt(
                f'"{short(text)}" has a selector beside other words',
                "Let a selector stand alone in its place.",
            )
        return Either(tuple(a for a in atoms if isinstance(a, Literal | Oneself)), but)
    match text:
        case "@self":
            return Oneself()
        case "@least" | "@most":
            return Bound(text == "@most")
        case "@default" | "@none":
            raise Misspelt(f'"{text}" stands in a place', f"Let {text} stand alone.")
    if text.startswith("@"):
        return Ranked(selector(text))
    if "*" in text[:-1]:
        raise Misspelt(f'"{short(text)}" has a * in its middle', "Let * be the last letter.")
    return Literal(text)
