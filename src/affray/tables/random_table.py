"""The random table: policies choose, a generator rolls. The hot path of simulation.

A roll draws one number from the cached cumulative counts of its pool and reading; no die is
rolled one by one, nothing is re-run, and without `recording` no event is built.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from affray.dice import Pool
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option
from affray.kernel.policy import Policy, Source, may_rule
from affray.kernel.question import FOES, GM, HEROES, Because, RulingTally
from affray.kernel.system import System
from affray.kernel.table import EndHere, O, Offers, Options, R, Recorder
from affray.tables.looking import view_for


@lru_cache(maxsize=256)
def _text_of(pool: Pool[Any]) -> str:
    return str(pool)


class RandomTable(Recorder):
    """Runs one fight in place.

    `heroes` and `gm` answer for their sides; `seats` names policies of single combatants.
    """

    # `_left` counts the rulings that the GM's policy leaves alone whatever happens, `_decided`
    # holds those that it may decide: from the second time on nothing is looked up for either.
    # `_defaulted` counts what it could have decided and did not.
    __slots__ = (
        "_decided",
        "_defaulted",
        "_left",
        "_policies",
        "_random",
        "_seats",
        "_system",
        "gm",
        "heroes",
    )

    def __init__(
        self,
        system: System[Any],
        fight: Fight[Any],
        source: Source,
        heroes: Policy,
        gm: Policy,
        *,
        seats: Mapping[str, Policy] | None = None,
        recording: bool = False,
    ) -> None:
        super().__init__(fight, recording=recording)
        self._system = system
        self._random = source.random
        self.heroes = heroes
        self.gm = gm
        self._left: dict[Because, int] = {}
        self._decided: set[Because] = set()
        self._defaulted: dict[str, int] = {}
        self._policies: dict[str, Policy] = {HEROES: heroes, FOES: gm, GM: gm}
        if seats:
            self._policies.update(seats)
        self._seats: dict[str, tuple[Policy, Any]] = {}

    @property
    def tally(self) -> RulingTally:
        """How often each ruling was left to its default so far."""
        counts = dict(self._defaulted)
        for because, count in self._left.items():
            leading = because if isinstance(because, str) else because[0]
            counts[leading] = counts.get(leading, 0) + count
        return RulingTally(counts)

    def _seat(self, who: str) -> tuple[Policy, Any]:
        """Who answers for `who`, and what that policy may read."""
        seat = self._seats.get(who)
        if seat is None:
            policy = self._policies.get(who)
            if policy is None:
                policy = self.heroes if self.fight[who].side == "heroes" else self.gm
            seat = self._seats[who] = policy, view_for(policy, self._system, self.fight, who)
        return seat

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        leading = because if isinstance(because, str) else because[0]
        if offers is not None and take is not None:
            self._take_offers(who, because, offers, take)
        policy, view = self._seats.get(who) or self._seat(who)
        key = policy.choose(view, who, leading, options)
        if not key:
            raise EndHere(because, who)
        return key

    def _take_offer(
        self, who: str, leading: str, offers: Sequence[tuple[str, Option]]
    ) -> Key | None:
        for owner in dict.fromkeys([owner for owner, _ in offers]):
            theirs = [option for whose, option in offers if whose == owner]
            policy, view = self._seat(owner)
            key = policy.offer(view, who, leading, theirs)
            if key is not None:
                return key
        return None

    def _take_offers(
        self, who: str, because: Because, offers: Offers, take: Callable[[Key], None]
    ) -> None:
        leading = because if isinstance(because, str) else because[0]
        while (key := self._take_offer(who, leading, offers())) is not None:
            take(key)

    def choose_together(
        self,
        who: Callable[[], Sequence[str]],
        options: Callable[[str], Sequence[Option]],
        *,
        because: Because,
        secret: bool = False,
    ) -> dict[str, Key]:
        leading = because if isinstance(because, str) else because[0]
        given = {}
        for one in who():
            policy, view = self._seat(one)
            key = policy.choose(view, one, leading, lambda one=one: options(one))  # type: ignore[misc]
            if key:
                given[one] = key
        return given

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        left = self._left
        if because in left:
            left[because] += 1
            return default()
        if because in self._decided:
            return self._ruling(because, options, default)
        if (kept := self.settled(because, options)) is not None:
            return kept
        leading = because if isinstance(because, str) else because[0]
        if self.fight.house.mode(leading) == "once":
            return self.settle(because, self._ruling(because, options, default))
        if may_rule(self.gm, leading):
            self._decided.add(because)
            return self._ruling(because, options, default)
        left[because] = 1
        return default()

    def _ruling(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        leading = because if isinstance(because, str) else because[0]
        standard = default()
        policy, view = self._seats.get(GM) or self._seat(GM)
        key = policy.rule(view, leading, options, standard)
        if key is None:
            self._defaulted[leading] = self._defaulted.get(leading, 0) + 1
            return standard
        return key

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
        if offers is not None and take is not None:
            self._take_offers(who, because, offers, take)
        dice = pool()
        if dice is None:
            raise EndHere(because, who)
        reading = dice.readings(read).sample(self._random())
        if self.recording:
            self.record("rolled", because, who=who, pool=_text_of(dice), reading=reading)
        return reading
