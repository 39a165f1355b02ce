"""The stirring table: a random table that replaces every record by an equal one at every question.

A rule that kept a record across a question goes on writing to one that the fight has forgotten,
and its fight comes out differently from an unstirred one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.dice import Pool
from affray.kernel.keys import Key, Option
from affray.kernel.question import Because
from affray.kernel.table import O, Offers, Options, R
from affray.tables.random_table import RandomTable


class StirringTable(RandomTable):
    """Stirs before it answers; apart from that it is a random table, draw for draw."""

    __slots__ = ()

    def _stir(self) -> None:
        self._system.stir(self.fight)

    def choose(
        self,
        who: str,
        options: Options,
        *,
        because: Because,
        offers: Offers | None = None,
        take: Callable[[Key], None] | None = None,
    ) -> Key:
        self._stir()
        return super().choose(who, options, because=because, offers=offers, take=take)

    def choose_together(
        self,
        who: Callable[[], Sequence[str]],
        options: Callable[[str], Sequence[Option]],
        *,
        because: Because,
        secret: bool = False,
    ) -> dict[str, Key]:
        self._stir()
        return super().choose_together(who, options, because=because, secret=secret)

    def rule(self, because: Because, options: Options, default: Callable[[], Key]) -> Key:
        self._stir()
        return super().rule(because, options, default)

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
        self._stir()
        return super().roll(who, pool, read=read, because=because, offers=offers, take=take)
