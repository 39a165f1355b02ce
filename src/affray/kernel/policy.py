"""Policies: who answers when no person does.

A policy sees a system's facade of the fight for its seat, never the state, and options only if it
calls for them: one that knows the key it wants need not have the list built. Its randomness comes
from a source that it is given, apart from the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from affray.kernel.keys import Key, Number, Option, Several, Text, ware_of

Options = Callable[[], Sequence[Option]]
Offers = Sequence[tuple[str, Option]]


class Source(Protocol):
    """Where chance comes from, always handed in (a `random.Random` is one)."""

    def random(self) -> float:
        """A number from 0 (included) to 1 (excluded)."""


class Policy(Protocol):
    """Answers the questions of one side, or of the GM.

    `because` is the leading rule of the question. A policy that decides few rulings may say which,
    as `decides`: a frozenset of their ids. It is then not asked for the others, which take their
    defaults. See `may_rule`.
    """

    name: str

    def choose(self, view: Any, who: str, because: str, options: Options) -> Key:
        """The key of one of the options; () if there is none."""

    def offer(self, view: Any, who: str, because: str, offers: Sequence[Option]) -> Key | None:
        """The key of an offer on somebody's open question that is taken, None for no thanks."""

    def rule(self, view: Any, because: str, options: Options, default: Key) -> Key | None:
        """The GM's ruling, None for the default."""


def may_rule(policy: Policy, ruling: str) -> bool:
    """Whether the policy may decide the ruling: any, if it does not say what it `decides`."""
    some: frozenset[str] | None = getattr(policy, "decides", None)
    return some is None or ruling in some


def fill(option: Option, source: Source) -> Key:
    """A key that the option admits, its free places filled by chance."""
    places: list[str] = []
    for place in option:
        match place:
            case Number(low, high):
                places.append(str(low + int(source.random() * (high - low + 1))))
            case Text():
                places.append("")
            case Several():
                places.append(_some_of(place, source))
            case _:
                places.append(place)
    return tuple(places)


def least(option: Option) -> Key:
    """The key that the option admits with the lowest numbers, no words and nothing bought."""
    return tuple(
        str(place.low) if isinstance(place, Number) else place if isinstance(place, str) else ""
        for place in option
    )


def _some_of(place: Several, source: Source) -> str:
    left = place.stock()
    purse = place.purse
    words: list[str] = []
    while source.random() < 0.75:
        fits = [w for w, price, _ in place.wares if left[ware_of(w)] and price <= purse]
        if not fits:
            break
        word = fits[int(source.random() * len(fits))]
        left[ware_of(word)] -= 1
        purse -= next(price for ware, price, _ in place.wares if ware == word)
        words.append(word)
    return " ".join(words)


class RandomPolicy:
    """Takes any legal option, each as likely as the other."""

    name = "random"

    def __init__(self, source: Source) -> None:
        self.source = source

    def pick(self, options: Sequence[Option]) -> Key:
        return fill(options[int(self.source.random() * len(options))], self.source)

    def choose(self, view: Any, who: str, because: str, options: Options) -> Key:
        listed = options()
        return self.pick(listed) if listed else ()

    def offer(self, view: Any, who: str, because: str, offers: Sequence[Option]) -> Key | None:
        return self.pick(offers) if self.source.random() < 0.25 else None

    def rule(self, view: Any, because: str, options: Options, default: Key) -> Key | None:
        return self.pick(options())


class DefaultPolicy:
    """Takes the default of every ruling, no offer, and the first option of a choice."""

    name = "default"
    decides: frozenset[str] = frozenset()

    def choose(self, view: Any, who: str, because: str, options: Options) -> Key:
        listed = options()
        return least(listed[0]) if listed else ()

    def offer(self, view: Any, who: str, because: str, offers: Sequence[Option]) -> Key | None:
        return None

    def rule(self, view: Any, because: str, options: Options, default: Key) -> Key | None:
        return None
