"""The table that looks ahead: recorded answers first, then policies and every reading.

A preview of an option is the open step run on from that option. Up to there the step is replayed;
from there on choices are a named policy's, rulings take their defaults, and rolls are either
enumerated (`Branching`) or drawn (`Sampling`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

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


class Parting(NamedTuple):
    """Where ways part: a roll with its readings, their counts and the total of these. `order` are
    the places of the readings, the likeliest first."""

    readings: list[tuple[Any, int]]
    order: list[int]
    total: int

    def p(self, at: int) -> float:
        """The chance of the reading at that place."""
        return self.readings[at][1] / self.total


class Listed:
    """The readings of the rolls of one preview, listed once: the same pools come again and again
    on the ways ahead."""

    def __init__(self) -> None:
        # By identity, as readings of a pool are the same object each time; it is kept alive here.
        self._known: dict[int, tuple[object, Parting]] = {}

    def of(self, pool: Pool[O], read: Callable[[O], R]) -> Parting:
        counts = pool.readings(read)
        known = self._known.get(id(counts))
        if known is None:
            readings = list(counts.items())
            order = sorted(range(len(readings)), key=lambda at: -readings[at][1])
            known = self._known[id(counts)] = (counts, Parting(readings, order, counts.total))
        return known[1]


class Branching:
    """Takes the readings of `path`, then the likeliest of each later roll.

    `branches` are the rolls with all their readings, `taken` which of these were taken.
    """

    def __init__(self, path: tuple[int, ...] = (), listed: Listed | None = None) -> None:
        self.path = path
        self.branches: list[Parting] = []
        self.taken: list[int] = []
        self._listed = listed or Listed()

    def reading(self, pool: Pool[O], read: Callable[[O], R]) -> R:
        parting = self._listed.of(pool, read)
        at = len(self.taken)
        index = self.path[at] if at < len(self.path) else parting.order[0]
        self.branches.append(parting)
        self.taken.append(index)
        reading: R = parting.readings[index][0]
        return reading

    def weight(self) -> tuple[int, int]:
        """How likely it is that the rolls come out so: so many of so many."""
        above = below = 1
        for parting, index in zip(self.branches, self.taken, strict=True):
            above *= parting.readings[index][1]
            below *= parting.total
        return above, below


class Sampling:
    """Takes the readings of `path`, then draws each."""

    def __init__(
        self, source: Source, path: tuple[int, ...] = (), listed: Listed | None = None
    ) -> None:
        self._random = source.random
        self._path = path
        self._at = 0
        self._listed = listed or Listed()

    def reading(self, pool: Pool[O], read: Callable[[O], R]) -> R:
        if self._at < len(self._path):
            reading: R = self._listed.of(pool, read).readings[self._path[self._at]][0]
            self._at += 1
            return reading
        return pool.readings(read).sample(self._random())


class Memory:
    """What the recorded answers came to, for the next run of the same step: there the options of
    theirs need not be listed to see once more that they were legal.

    `choices` are the choices in order, each as the entries taken and questions counted after it and
    the key; None where more than an answer was recorded for it.
    """

    def __init__(self) -> None:
        self.choices: list[tuple[int, int, Key] | None] = []
        self.is_whole = False
        """Set it once a run has come to its end."""


class AheadTable(ReplayTable):
    """Replays `entries`, then goes on by policies and chance.

    `rolled` are the rolls beyond the entries, as (rule, who, reading); `judged` are
    those of dice that carry what they are read against, as (rule, who); `defaults` counts the
    rulings beyond them that took their default. With a `memory` the choices among the entries are
    checked in the first run alone.
    """

    def __init__(
        self,
        system: System[Any],
        fight: Fight[Any],
        entries: Sequence[Entry],
        heroes: Policy,
        gm: Policy,
        chance: Chance,
        memory: Memory | None = None,
    ) -> None:
        super().__init__(system, fight, entries)
        self._memory = memory
        self._choices = 0
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
            return self._recorded(who, options, because, offers, take)
        if self._is_gone(who):
            raise EndHere(because, who)
        policy = self._holder(who)
        view = view_for(policy, self._system, self.fight, who)
        key = policy.choose(view, who, rules_of(because)[0], options)
        if not key:
            raise EndHere(because, who)
        return key

    def _recorded(
        self,
        who: str,
        options: Options,
        because: Because,
        offers: Offers | None,
        take: Callable[[Key], None] | None,
    ) -> Key:
        """A choice that has been answered: checked the first time, remembered from then on."""
        memory = self._memory
        at = self._choices
        self._choices += 1
        if memory is not None and memory.is_whole and (known := memory.choices[at]) is not None:
            self.taken, self._n, key = known
            return key
        before, entry = self.taken, self._peek()
        if memory is not None and not memory.is_whole:
            memory.choices.append(None)
        key = super().choose(who, options, because=because, offers=offers, take=take)
        if memory is not None and not memory.is_whole:
            is_answer = isinstance(entry, Answer) and entry.key == key
            if self.taken == before + is_answer:
                memory.choices[at] = (self.taken, self._n, key)
        return key

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
