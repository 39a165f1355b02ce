"""The table that looks ahead: recorded answers first, then policies and every reading.

A preview of an option is the open step run on from that option. Up to there the step is replayed;
from there on choices are a named policy's, rulings take their defaults, and rolls are either
enumerated (`Branching`) or drawn (`Sampling`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Protocol

from affray.dice import JudgedPool, Pool
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.policy import Policy, Source
from affray.kernel.question import FOES, GM, HEROES, Answer, Because, Entry, Question, rules_of
from affray.kernel.system import System
from affray.kernel.table import EndHere, O, Offers, Options, R, Unanswered
from affray.tables.looking import view_for
from affray.tables.replay import ReplayTable


class Chance(Protocol):
    """How a roll beyond the recorded ones comes out."""

    def reading(self, pool: Pool[O], read: Callable[[O], R]) -> R:
        """One reading of the roll."""


class Branching:
    """Takes the readings of `path`, then the first of each later roll; notes what there was."""

    def __init__(self, path: tuple[int, ...] = ()) -> None:
        self.path = path
        self.branches: list[tuple[list[tuple[Any, int]], int]] = []

    def reading(self, pool: Pool[O], read: Callable[[O], R]) -> R:
        counts = pool.readings(read)
        readings = list(counts.items())
        at = len(self.branches)
        self.branches.append((readings, counts.total))
        return readings[self.path[at] if at < len(self.path) else 0][0]

    def taken(self) -> tuple[int, ...]:
        """Which reading was taken at each roll."""
        return self.path + (0,) * (len(self.branches) - len(self.path))

    def weight(self) -> Fraction:
        """How likely it is that the rolls come out so."""
        above = below = 1
        for (readings, total), index in zip(self.branches, self.taken(), strict=True):
            above *= readings[index][1]
            below *= total
        return Fraction(above, below)

    def others(self) -> list[tuple[int, ...]]:
        """The paths that part from this one after its given part."""
        taken = self.taken()
        return [
            (*taken[:depth], other)
            for depth in range(len(self.path), len(taken))
            for other in range(1, len(self.branches[depth][0]))
        ]


class Sampling:
    """Draws each reading."""

    def __init__(self, source: Source) -> None:
        self._random = source.random

    def reading(self, pool: Pool[O], read: Callable[[O], R]) -> R:
        return pool.readings(read).sample(self._random())


class AheadTable(ReplayTable):
    """Replays `entries`, then goes on by policies and chance.

    `rolled` are the rolls beyond the entries, as (rule, who, reading); `judged` are
    those of dice that carry what they are read against, as (rule, who); `defaults` counts the
    rulings beyond them that took their default.
    """

    def __init__(
        self,
        system: System[Any],
        fight: Fight[Any],
        entries: Sequence[Entry],
        heroes: Policy,
        gm: Policy,
        chance: Chance,
    ) -> None:
        super().__init__(system, fight, entries)
        self.recording = False  # nobody reads what happens on the way
        self._heroes = heroes
        self._gm = gm
        self._chance = chance
        self.rolled: list[tuple[str, str, Any]] = []
        self.judged: set[tuple[str, str]] = set()
        self.defaults: dict[str, int] = {}

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        if self._peek() is not None:
            return super().choose(who, options, because=because, offers=offers, take=take)
        listed = options()
        if not listed or self._is_gone(who):
            raise EndHere(because, who)
        if len(listed) == 1 and is_concrete(listed[0]):
            return tuple(map(str, listed[0]))
        policy = self._holder(who)
        view = view_for(policy, self._system, self.fight, who)
        return policy.choose(view, who, rules_of(because)[0], lambda: listed)

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        if self._peek() is not None:
            return super().rule(because, options, default)
        if (kept := self.settled(because, options)) is not None:
            return kept
        rule = rules_of(because)[0]
        standard = default()
        ruled = None
        if self._asks(because):
            view = view_for(self._gm, self._system, self.fight, GM)
            ruled = self._gm.rule(view, rule, options, standard)
        if ruled is not None:
            return self.settle(because, ruled)
        if rule in self.defaults or not _is_settled(options()):
            self.defaults[rule] = self.defaults.get(rule, 0) + 1
        return self.settle(because, standard)

    def _next(self, *questions: Question) -> Answer | None:
        if self._peek() is not None:
            return super()._next(*questions)
        question = questions[0]
        if question.id.what == "roll":
            raise Unanswered(questions)
        rule = question.id.rule
        if question.id.what == "ruling":
            view = view_for(self._gm, self._system, self.fight, GM)
            ruled = self._gm.rule(view, rule, lambda: question.options, question.default or ())
            if ruled is None:
                self.defaults[rule] = self.defaults.get(rule, 0) + 1
            key: Key = ruled or question.default or ()
        else:
            who = question.who
            policy = self._holder(who)
            view = view_for(policy, self._system, self.fight, who)
            key = policy.choose(view, who, rule, lambda: question.options)
        return Answer(question.id, key, "ahead")

    def _holder(self, who: str) -> Policy:
        if who in (GM, FOES):
            return self._gm
        is_hero = who == HEROES or self.fight[who].side == "heroes"
        return self._heroes if is_hero else self._gm

    def roll(
        self,
        who: str,
        pool: Callable[[], Pool[O] | None],
        *,
        read: Callable[[O], R],
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> R:
        if self._peek() is not None:
            try:
                return super().roll(who, pool, read=read, because=because, offers=offers, take=take)
            except Unanswered:
                pass  # an offer or an edit was recorded, but not yet the dice
        dice = pool()
        if dice is None or self._is_gone(who):
            raise EndHere(because, who)
        reading = self._chance.reading(dice, read)
        self.rolled.append((rules_of(because)[0], who, reading))
        if isinstance(dice, JudgedPool):
            self.judged.add(self.rolled[-1][:2])
        return reading


def _is_settled(options: Sequence[Option]) -> bool:
    """Whether a ruling leaves nothing to rule."""
    return len(options) < 2 and all(map(is_concrete, options))
