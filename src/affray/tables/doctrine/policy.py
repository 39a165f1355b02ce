"""A doctrine: what a side prefers, question by question, as data; and the policy that follows it.

The entries are gone through in order. The first one whose conditions hold and one of whose options
is offered decides; if none does, the policy answers that the doctrine falls back on.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option
from affray.kernel.policy import DefaultPolicy, Options, Policy, Source
from affray.kernel.rulebook import meant, near_matches
from affray.kernel.system import System
from affray.tables.doctrine.conditions import Condition
from affray.tables.doctrine.language import SELF
from affray.tables.doctrine.patterns import DEFAULT, NONE, Pattern
from affray.tables.doctrine.seen import Seen, Word, plain

FIRST = "first"
"""The fallback that every system has: the first option, the default of a ruling, no offer."""


@dataclass(slots=True, frozen=True)
class Entry:
    """What is preferred at some questions, if all of `needs` and none of `unless` holds.

    Without `questions` or `who` an entry is for any; `offers` marks one for offers on somebody's
    question. `place` is where it stands in its file, for messages.
    """

    place: str
    questions: tuple[Word, ...]
    who: tuple[Word, ...]
    needs: tuple[Condition, ...]
    unless: tuple[Condition, ...]
    prefer: tuple[Pattern, ...]
    offers: bool = False

    def is_for(self, rule: str) -> bool:
        return not self.questions or any(word.fits(rule) for word in self.questions)

    def applies(self, seen: Seen) -> bool:
        """Whether its conditions hold now. What cannot be known does not hold."""
        if self.who and not any(word.fits(seen.who) for word in self.who):
            return False
        for needed in self.needs:
            if not needed.holds(seen):
                return False
        return all(one.holds(seen) is False for one in self.unless)


@dataclass(slots=True, frozen=True)
class Doctrine:
    """A policy written as data, for one side ("heroes" or "gm") of one system.

    `rules` are those of the ledger whose questions some entry is for.
    """

    system: str
    side: str
    name: str
    entries: tuple[Entry, ...]
    fallback: str
    about: str = ""
    rules: frozenset[str] = frozenset()
    notes: tuple[str, ...] = field(default=(), compare=False)
    """What looked odd when it was read, in words; it can be played all the same."""

    def policy(self, system: System[Any], source: Source) -> DoctrinePolicy:
        """The policy that follows it in one fight; `source` is for the policy behind it."""
        if self.fallback == FIRST:
            return DoctrinePolicy(self, DefaultPolicy())
        return DoctrinePolicy(self, system.policy(self.fallback, self.side, source))

    def doubts(self, system: System[Any], fight: Fight[Any]) -> list[str]:
        """Names of tracks and people in it that nobody in this fight bears, in words."""
        sheets = system.sheets(fight)
        tracks = {plain(track.name) for sheet in sheets for track in sheet.tracks}
        shown = {
            plain(track.name)
            for sheet in sheets
            if self.side == "gm" or sheet.side == "heroes" or fight.shows_numbers(sheet.who)
            for track in sheet.tracks
        }
        found: dict[str, None] = {}
        for entry in self.entries:
            tests = [*entry.needs, *entry.unless]
            read = [name for test in tests for name in test.tracks()]
            read += [name for pattern in entry.prefer for name in pattern.tracks()]
            for name in read:
                if name not in tracks:
                    near = meant(near_matches(name, tracks)) or f"There are {_listed(tracks)}."
                    found[f"{entry.place}: nobody in this fight has a track {name}. {near}"] = None
                elif name not in shown:
                    found[
                        f"{entry.place}: no {name} is shown to the heroes in this fight; "
                        "go by words such as @first:foes:badly-hurt."
                    ] = None
            named = [one.named for test in tests for one in test.people() if one.named]
            for who in [name for name in named if name != SELF]:
                if who not in fight.combatants:
                    near = meant(near_matches(who, fight.combatants))
                    found[f"{entry.place}: nobody in this fight is {who}. {near}".strip()] = None
            if entry.who and not any(w.fits(who) for w in entry.who for who in fight.combatants):
                names = ", ".join(word.text for word in entry.who)
                found[f"{entry.place}: nobody in this fight is {names}."] = None
        return list(found)


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


class DoctrinePolicy:
    """Follows a doctrine, and another policy where it says nothing."""

    def __init__(self, doctrine: Doctrine, fallback: Policy) -> None:
        self.name = doctrine.name
        self.doctrine = doctrine
        self.fallback = fallback
        further: frozenset[str] | None = getattr(fallback, "decides", None)
        self.decides = None if further is None else further | doctrine.rules
        self._own: dict[str, tuple[Entry, ...]] = {}
        self._offers: dict[str, tuple[Entry, ...]] = {}
        self._rounds = _rounds_told_apart(doctrine)

    def look(self, system: System[Any], fight: Fight[Any], who: str) -> Seen:
        """What this policy reads instead of the system's facade."""
        return Seen(system, fight, who)

    def distinguishes(self, seen: Seen) -> Hashable:
        """By what it decides beyond what `System.key` holds: the round, as far as it matters."""
        own = seen.fight.round
        if self._rounds is not None:
            own = min(own, self._rounds)
        further = getattr(self.fallback, "distinguishes", None)
        return own if further is None else (own, further(seen.own))

    def choose(self, view: Seen, who: str, because: str, options: Options) -> Key:
        entries = self._entries(because)
        if entries:
            listed = options()
            key = _preferred(entries, view, listed)
            if key is not None:
                return key
            return self.fallback.choose(view.own, who, because, lambda: listed)
        return self.fallback.choose(view.own, who, because, options)

    def rule(self, view: Seen, because: str, options: Options, default: Key) -> Key | None:
        entries = self._entries(because)
        if entries:
            listed = options()
            key = _preferred(entries, view, listed, default)
            if key is not None:
                return key
            return self.fallback.rule(view.own, because, lambda: listed, default)
        return self.fallback.rule(view.own, because, options, default)

    def offer(self, view: Seen, who: str, because: str, offers: Sequence[Option]) -> Key | None:
        entries = self._entries(because, offers=True)
        if entries:
            key = _preferred(entries, view, offers, refusal=True)
            if key is not None:
                return key or None
        return self.fallback.offer(view.own, who, because, offers)

    def _entries(self, rule: str, *, offers: bool = False) -> tuple[Entry, ...]:
        known = self._offers if offers else self._own
        found = known.get(rule)
        if found is None:
            found = known[rule] = tuple(
                entry
                for entry in self.doctrine.entries
                if entry.offers is offers and entry.is_for(rule)
            )
        return found


def _preferred(
    entries: Sequence[Entry],
    seen: Seen,
    options: Sequence[Option],
    default: Key = (),
    *,
    refusal: bool = False,
) -> Key | None:
    """The key that the doctrine prefers, None if it has nothing to say.

    A refusal of all offers is the empty key.
    """
    seen.afresh()
    for entry in entries:
        fitting = [pattern for pattern in entry.prefer if pattern.may_fit(options)]
        if not fitting or not entry.applies(seen):
            continue
        for pattern in fitting:
            if pattern.word == DEFAULT:
                key: Key | None = default or None
            elif pattern.word == NONE:
                key = () if refusal else None
            else:
                key = pattern.pick(options, seen)
            if key is not None:
                return key
    return None


def _rounds_told_apart(doctrine: Doctrine) -> int | None:
    most = 0
    for entry in doctrine.entries:
        for one in (*entry.needs, *entry.unless):
            rounds = one.rounds()
            if rounds is None:
                return None
            most = max(most, rounds)
    return most
