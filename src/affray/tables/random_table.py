"""The random table: policies choose, a generator rolls. The hot path of simulation.

A roll draws one number from the cached cumulative counts of its pool and reading; no die is
rolled one by one, nothing is re-run, and without `recording` no event is built.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from affray.dice import Pool
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option
from affray.kernel.policy import Policy, Source
from affray.kernel.question import FOES, GM, HEROES, Because, RulingTally
from affray.kernel.system import System
from affray.kernel.table import EndHere, O, Offers, Options, R, Recorder
from affray.tables.looking import view_for


class RandomTable(Recorder):
    """Runs one fight in place.

    `heroes` and `gm` answer for their sides; `seats` names policies of single combatants.
    `tally` counts the rulings that were left to their default.
    """

    __slots__ = ("_facades", "_policies", "_random", "_system", "gm", "heroes", "tally")

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
        self.tally = RulingTally()
        self._facades: dict[str, Any] = {}
        self._policies: dict[str, Policy] = {HEROES: heroes, FOES: gm, GM: gm} | dict(seats or {})

    def _holder(self, who: str) -> Policy:
        policy = self._policies.get(who)
        if policy is None:
            policy = self.heroes if self.fight[who].side == "heroes" else self.gm
            self._policies[who] = policy
        return policy

    def _facade(self, who: str) -> Any:
        facade = self._facades.get(who)
        if facade is None:
            facade = view_for(self._holder(who), self._system, self.fight, who)
            self._facades[who] = facade
        return facade

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
        policy = self._policies.get(who) or self._holder(who)
        view = self._facades.get(who) or self._facade(who)
        key = policy.choose(view, who, leading, options)
        if not key:
            raise EndHere(because, who)
        return key

    def _take_offer(
        self, who: str, leading: str, offers: Sequence[tuple[str, Option]]
    ) -> Key | None:
        for owner in dict.fromkeys(owner for owner, _ in offers):
            theirs = [option for whose, option in offers if whose == owner]
            key = self._holder(owner).offer(self._facade(owner), who, leading, theirs)
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
            view = self._facade(one)
            key = self._holder(one).choose(view, one, leading, lambda one=one: options(one))  # type: ignore[misc]
            if key:
                given[one] = key
        return given

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        if self.fight.kept and (kept := self.settled(because)) is not None:
            return kept
        leading = because if isinstance(because, str) else because[0]
        standard = default()
        view = self._facades.get(GM) or self._facade(GM)
        key = self.gm.rule(view, leading, options, standard)
        if key is None:
            counts = self.tally.counts
            counts[leading] = counts.get(leading, 0) + 1
            key = standard
        return self.settle(because, key)

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
            self.record("rolled", because, who=who, pool=str(dice), reading=reading)
        return reading
