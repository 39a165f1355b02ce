"""Options as lists that are never long: a tree, first word first, and words that find a way in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.naming import folded
from affray.kernel.question import Refused
from affray.kernel.rulebook import near_matches
from affray.kernel.words import Names

LONGEST = 12
"""Lines of one list; what is more comes after `more`."""


@dataclass(slots=True, frozen=True)
class Leaf:
    """An option; `owner` is whose offer it is, "" for an option of the question itself, and
    `shown` its label with what one decides by, if that is more."""

    option: Option
    label: str
    owner: str = ""
    shown: str = ""


@dataclass(slots=True, frozen=True)
class Group:
    """Several options that begin alike: `path` is what they share."""

    path: Key
    leaves: tuple[Leaf, ...]


Item = Leaf | Group


class Menu:
    """The options of an open question."""

    def __init__(self, leaves: Sequence[Leaf], names: Names) -> None:
        self.leaves = list(leaves)
        self.names = names

    def items(self, path: Key = ()) -> list[Item]:
        """What there is to choose from below a path: the options themselves if they are few,
        else groups of those that go on alike."""
        below = [leaf for leaf in self.leaves if _starts(leaf.option, path)]
        if len(below) <= LONGEST:
            return list(below)
        groups: dict[str, list[Leaf]] = {}
        for leaf in below:
            place = str(leaf.option[len(path)]) if len(leaf.option) > len(path) else ""
            groups.setdefault(place if not leaf.owner else f"\0{leaf.owner}", []).append(leaf)
        if len(groups) == 1 and len(path) + 1 < min(len(leaf.option) for leaf in below):
            return self.items((*path, *groups))
        found: list[Item] = []
        for place, leaves in groups.items():
            if len(leaves) == 1 or place.startswith("\0"):
                found += leaves
            else:
                found.append(Group((*path, place), tuple(leaves)))
        return found

    def word(self, place: str) -> str:
        """How a place of a key is called."""
        return self.names.get(place, place.replace("-", " "))

    def heading(self, group: Group) -> str:
        """A group in a line: its word, and what comes next in it."""
        depth = len(group.path)
        inner = dict.fromkeys(
            self.word(str(leaf.option[depth])) if len(leaf.option) > depth else "alone"
            for leaf in group.leaves
        )
        shown = list(inner)
        more = ""
        if len(shown) > 4:
            more = f" and {len(shown) - 3} more"
            shown = shown[:3]
        return f"{self.word(group.path[-1])}: {', '.join(shown)}{more}"

    def find(self, text: str, path: Key = (), items: Sequence[Item] | None = None) -> Found:
        """What somebody means who stands at a path and typed `text`.

        Numbers are those of the list shown; words are beginnings of the words of an option, one
        after the other, parted by spaces or slashes; or words of its label in any order, as long
        as no other label has them. Raises `Refused` ("ambiguous", "illegal").
        """
        parts = [part.strip() for part in text.split("/")] if "/" in text else text.split(" ")
        try:
            return self._walk(parts, path, text, items)
        except Refused as refused:
            if parts[0].isdigit() or refused.kind == "ambiguous":
                raise
            found = self._by_label(text, path) or (self._by_label(text, ()) if path else None)
            if found is not None:
                return found
            if not path:
                raise
            return self._walk(parts, (), text, None)

    def _by_label(self, text: str, path: Key) -> Found | None:
        """The one option that has all the words in its label or its names; or the list that holds
        just those options that have them."""
        wanted = _words(text)
        if not wanted:
            return None
        below = [leaf for leaf in self.leaves if _starts(leaf.option, path)]
        known = [(leaf, self._words_of(leaf)) for leaf in below]
        fits = [leaf for leaf, words in known if all(_is_in(word, words) for word in wanted)]
        whole = [leaf for leaf, words in known if words.issuperset(wanted)]
        if len(whole) == 1 or (whole and len(fits) > 1):
            fits = whole
        if len(fits) == 1:
            return Found(fits[0], (), ())
        if not fits:
            return None
        shared = tuple(map(str, fits[0].option))
        for leaf in fits[1:]:
            alike = 0
            while (
                alike < min(len(shared), len(leaf.option)) and shared[alike] == leaf.option[alike]
            ):
                alike += 1
            shared = shared[:alike]
        if len(shared) <= len(path) or any(leaf.owner for leaf in fits):
            return None
        inside = [leaf for leaf in self.leaves if _starts(leaf.option, shared)]
        return Found(None, shared, ()) if len(inside) == len(fits) else None

    def _words_of(self, leaf: Leaf) -> set[str]:
        places = [place for place in leaf.option if isinstance(place, str)]
        return set(_words(" ".join([leaf.label, *places, *map(self.word, places)])))

    def _walk(
        self, parts: Sequence[str], path: Key, text: str, items: Sequence[Item] | None
    ) -> Found:
        for at, part in enumerate(parts):
            shown = self.items(path) if items is None else items
            items = None
            if part.isdigit() and len(part) < 6 and not self._is_word(part, path):
                if not 1 <= int(part) <= len(shown):
                    raise Refused(
                        "illegal",
                        f"There is no number {part} in the list.",
                        f"Choose from 1 to {len(shown)}.",
                    )
                item = shown[int(part) - 1]
                if isinstance(item, Group):
                    path = item.path
                    continue
                return Found(item, (), tuple(parts[at + 1 :]))
            path = self._descend(path, part, text)
            ends = [leaf for leaf in self.leaves if _starts(leaf.option, path)]
            if len(ends) == 1 and (
                len(path) == len(ends[0].option) or not is_concrete(ends[0].option[len(path) :])
            ):
                return Found(ends[0], (), tuple(parts[at + 1 :]))
            exact = [leaf for leaf in ends if len(leaf.option) == len(path)]
            if exact and at == len(parts) - 1:
                return Found(exact[0], (), ())
        left = [leaf for leaf in self.leaves if _starts(leaf.option, path)]
        if len(left) == 1:
            return Found(left[0], (), ())
        return Found(None, path, ())

    def _is_word(self, part: str, path: Key) -> bool:
        return any(word == part for word in self._next(path))

    def _next(self, path: Key) -> dict[str, str]:
        """The words that may come after a path, each with its name."""
        depth = len(path)
        found: dict[str, str] = {}
        for leaf in self.leaves:
            if _starts(leaf.option, path) and len(leaf.option) > depth:
                place = leaf.option[depth]
                if isinstance(place, str):
                    found[place] = self.word(place)
        return found

    def _descend(self, path: Key, part: str, text: str) -> Key:
        known = self._next(path)
        for fits in _ever_looser(known, folded(part)):
            if len(fits) == 1:
                return (*path, fits[0])
            if fits:
                raise Refused(
                    "ambiguous",
                    f"{part!r} may be {_listed(fits)}.",
                    "Write more of the word, or the number.",
                )
        words = list(dict.fromkeys([*known, *known.values()]))
        near = near_matches(part, words)
        where = f" after {' '.join(path)}" if path else ""
        raise Refused(
            "illegal",
            f"{part[:60]!r} is none of the options{where}.",
            f"Did you mean {_listed(list(near))}?"
            if near
            else f"What there is: {'; '.join(self._shown(path)[:LONGEST])}.",
        )

    def _shown(self, path: Key) -> list[str]:
        """What the list at a path holds, as it is shown."""
        return [
            item.label if isinstance(item, Leaf) else self.word(item.path[-1])
            for item in self.items(path)
        ]

    def above(self, path: Key) -> Key:
        """The path of the list that the one at `path` is in; () for the whole list."""
        here = self.items(path)
        while path:
            path = path[:-1]
            if self.items(path) != here:
                break
        return path


@dataclass(slots=True, frozen=True)
class Found:
    """An option, with the words left over for its free places; or the path of a group."""

    leaf: Leaf | None
    path: Key
    rest: tuple[str, ...]


def _ever_looser(known: dict[str, str], wanted: str) -> Iterator[list[str]]:
    if not wanted:
        return
    slug = wanted.replace(" ", "-")
    yield [w for w, name in known.items() if slug == w or folded(name) == wanted]
    yield [w for w, name in known.items() if w.startswith(slug) or folded(name).startswith(wanted)]
    yield [
        w
        for w, name in known.items()
        if any(part.startswith(wanted) for part in (*w.split("-"), *folded(name).split()))
    ]


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", folded(text))


def _is_in(word: str, words: set[str]) -> bool:
    """Whether it begins one of the words; a number has to be one."""
    return word in words or (not word.isdigit() and any(w.startswith(word) for w in words))


def _starts(option: Option, path: Key) -> bool:
    return tuple(option[: len(path)]) == path


def _listed(words: Sequence[str]) -> str:
    if len(words) > 6:
        return f"{', '.join(words[:6])} and {len(words) - 6} more"
    return " or ".join(words)
