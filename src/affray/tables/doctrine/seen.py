"""What a doctrine may know of a fight: the sheets, cut to the seat of whoever is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.question import FOES, GM
from affray.kernel.sheet import Sheet, Track
from affray.kernel.system import System
from affray.kernel.view import GM_SEAT, Seat, seat_sheet

UP = "up"
"""The state of a sheet that takes full part."""

SIDES = ("heroes", "foes", "others", "all")
"""Whom a group can be of: a side, everybody else of one's own side, or everybody."""


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """A name of a track, tag or state as a doctrine writes it: small letters and hyphens."""
    return "-".join(word.casefold().split())


@dataclass(slots=True, frozen=True)
class Word:
    """A word to compare with: all of it, or with a `*` at its end its beginning."""

    text: str

    def fits(self, word: str) -> bool:
        if self.text.endswith("*"):
            return word.startswith(self.text[:-1])
        return word == self.text


@dataclass(slots=True, frozen=True)
class Filter:
    """A word that must hold of somebody, or must not."""

    word: Word
    holds: bool = True


@dataclass(slots=True, frozen=True)
class Group:
    """Those of a side of whom all filters hold."""

    side: str
    filters: tuple[Filter, ...] = ()


class Seen:
    """The fight as the one who is asked may see it.

    `who` is asked (a combatant, or a whole side or the GM), `own` is the system's facade, for the
    policy that a doctrine falls back on. Sheets are made when first needed and dropped by
    `afresh`, which comes before every decision.
    """

    __slots__ = ("_cut", "_own", "_seat", "_whole", "_words", "fight", "system", "who")

    def __init__(self, system: System[Any], fight: Fight[Any], who: str) -> None:
        self.system = system
        self.fight = fight
        self.who = who
        self._own: Any = None
        self._seat: Seat | None = None
        self._whole: dict[str, Sheet] | None = None
        self._cut: dict[str, Sheet | None] = {}
        self._words: dict[str, list[str]] = {}

    @property
    def own(self) -> Any:
        if self._own is None:
            self._own = self.system.facade(self.fight, self.who)
        return self._own

    def afresh(self) -> None:
        """Forgets what was seen: the fight has moved on."""
        if self._whole is not None:
            self._whole = None
            self._cut = {}
            self._words = {}
        self._seat = None

    @property
    def seat(self) -> Seat:
        """Players see all of their own side but whom the GM hides from them, the GM everything."""
        if self._seat is None:
            asked = self.fight.combatants.get(self.who)
            if self.who in (GM, FOES) or (asked is not None and asked.side == "foes"):
                self._seat = GM_SEAT
            else:
                own = [
                    c.id
                    for c in self.fight.here()
                    if c.side == "heroes" and (c.id == self.who or not c.hidden)
                ]
                self._seat = Seat(self.who, "player", frozenset(own))
        return self._seat

    def roster(self) -> list[str]:
        """Everybody of whom the seat may know, in roster order."""
        return [who for who in self._sheets() if self.knows(who)]

    def knows(self, who: str) -> bool:
        """Whether the seat may know of somebody who is in the fight."""
        if who not in self._sheets():
            return False
        seat = self.seat
        return seat.is_gm or not self.fight[who].hidden or who in seat.holds

    def sheet(self, who: str) -> Sheet | None:
        """As much of a sheet as the seat may see, None if it may not know of the combatant."""
        try:
            return self._cut[who]
        except KeyError:
            cut = self._sheets().get(who)
            if cut is not None and not (
                self.fight.shows_numbers(who)
                and not any(tag.secret or tag.about for tag in cut.tags)
            ):
                # What is open to everybody needs no cutting here: lines are not read.
                cut = seat_sheet(self.fight, cut, self.seat)
            self._cut[who] = cut
            return cut

    def _sheets(self) -> dict[str, Sheet]:
        """The whole sheets, which nobody gets to see."""
        if self._whole is None:
            self._whole = {sheet.who: sheet for sheet in self.system.sheets(self.fight)}
        return self._whole

    def place(self, who: str) -> int:
        """The place in the roster."""
        return list(self.fight.combatants).index(who)

    # ---- one combatant ----

    def track(self, who: str, name: str) -> Track | None:
        """A track with its numbers, None if there is no such track or its numbers are veiled."""
        sheet = self.sheet(who)
        if sheet is None:
            return None
        seat = self.seat
        if not (seat.is_gm or who in seat.holds or self.fight[who].shown == "all"):
            return None
        return next((track for track in sheet.tracks if plain(track.name) == name), None)

    def says(self, who: str, word: Word) -> bool:
        """Whether the word is to be seen: a state, a kind, a tag or the word of a track."""
        return any(word.fits(one) for one in self.words(who))

    def words(self, who: str) -> list[str]:
        """All the words to be seen on a sheet."""
        found = self._words.get(who)
        if found is None:
            sheet = self.sheet(who)
            found = self._words[who] = [] if sheet is None else list(words_on(sheet))
        return found

    # ---- groups ----

    def is_of(self, who: str, group: Group, *, up_only: bool) -> bool:
        """Whether `who` belongs to the group.

        With `up_only` those who are not up belong only if a filter names their state.
        """
        combatant = self.fight.combatants.get(who)
        if combatant is None or not self._is_of_side(who, combatant.side, group.side):
            return False
        if not group.filters and not up_only:
            return not combatant.hidden or self.knows(who)
        sheet = self.sheet(who)
        if sheet is None:
            return False
        state = plain(sheet.state)
        named = state == UP or not up_only
        words = self.words(who) if group.filters else ()
        for wanted in group.filters:
            if any(wanted.word.fits(word) for word in words) != wanted.holds:
                return False
            named = named or (wanted.holds and wanted.word.fits(state))
        return named

    def _is_of_side(self, who: str, side: str, wanted: str) -> bool:
        if wanted == "others":
            asked = self.fight.combatants.get(self.who)
            own = asked.side if asked else "foes" if self.seat.is_gm else "heroes"
            return who != self.who and side == own
        return wanted in ("all", side)

    def members(self, group: Group) -> list[str]:
        """The group in roster order; those who are not up only if a filter names their state."""
        return [who for who in self.fight.combatants if self.is_of(who, group, up_only=True)]


def words_on(sheet: Sheet) -> Iterator[str]:
    """The words of a sheet, as a doctrine writes them."""
    yield plain(sheet.state)
    yield plain(sheet.kind)
    for tag in sheet.tags:
        yield plain(tag.name)
    for track in sheet.tracks:
        if track.word:
            yield plain(track.word)
