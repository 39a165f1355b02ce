"""Building a pool die by die: ratings, circumstances, difficulty, upgrades, and the limit.

A `Build` is made afresh from the state whenever a pool is asked for; nothing of it is kept. Each
die is written down with the rule that it comes from, so that a table can see how a pool came about.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from affray.dice.symbols import SymbolPool
from affray.systems.ix.dice import DICE, POOL_LIMIT, Net
from affray.systems.ix.state import MINION, Fighter

if TYPE_CHECKING:
    from affray.systems.ix.numbers import Numbers

POSITIVE = ("boon", "ability", "mastery")
LEFT_OUT = (("boon", "bane"), ("ability", "trial"), ("mastery", "crisis"))
"""In which order dice past the limit are left out (ix.pool.limit-conversion)."""


class Given(NamedTuple):
    """Where dice of a pool come from: `gone` are dice that the others stand in for, `about` is the
    combatant to whom they are owed."""

    what: str
    rule: str
    die: str
    dice: int
    gone: str = ""
    about: str = ""


@lru_cache(maxsize=8192)
def pool_of(
    mastery: int,
    ability: int,
    boon: int,
    crisis: int,
    trial: int,
    bane: int,
    boons: int = 0,
    banes: int = 0,
) -> SymbolPool[Net]:
    """The pool of these dice, with Boons and Banes that count without being rolled."""
    return DICE.pool(
        mastery=mastery,
        ability=ability,
        boon=boon,
        crisis=crisis,
        trial=trial,
        bane=bane,
        symbols={"boon": boons, "bane": banes},
        limit=POOL_LIMIT * 4,
    )


def rank_of(one: Fighter, skill: str, numbers: Numbers) -> int:
    """The rank in a skill; that of a minion group follows from its standing members.

    Implements ix.minion.skills.
    """
    if one.rank != MINION:
        return one.skills.get(skill, 0)
    if skill not in one.group_skills:
        return 0
    return max(0, min(one.standing + numbers.minion_rank_offset, numbers.minion_rank_max))


@dataclass(slots=True)
class Build:
    """A pool in the making. Add in any order: `finish` applies everything in the order of the book.

    `has_difficulty` is off for opposed checks, initiative and other rolls that Trial Dice do not
    belong to; steps of difficulty are Bane Dice then. `surroundings` are the Bane Dice that come
    from surroundings; `no_boons` and `no_surroundings` name the rule that takes such dice away;
    `symbols_per_die` is what a die past the limit is worth.
    """

    has_difficulty: bool = True
    adds_one: bool = False
    symbols_per_die: int = 1
    mastery: int = 0
    ability: int = 0
    boon: int = 0
    crisis: int = 0
    trial: int = 0
    bane: int = 0
    boons: int = 0
    banes: int = 0
    rating_upgrades: int = 0
    upgrades: list[tuple[str, str, int]] = field(default_factory=list)
    crises: list[tuple[str, str, int]] = field(default_factory=list)
    downgrades: list[tuple[str, str, int]] = field(default_factory=list)
    easier: list[tuple[str, str, int]] = field(default_factory=list)
    surroundings: int = 0
    no_boons: str = ""
    no_surroundings: str = ""
    parts: list[Given] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    """Rules that the pool stands under without a die of their own."""

    # ---- adding, in any order ----

    def rate(self, high: int, low: int, what: str, because: str) -> None:
        """As many Ability Dice as the higher rating, upgraded as often as the lower.

        Implements ix.pool.base-count, ix.pool.upgrade-count, ix.pool.upgrade-replaces,
        ix.pool.characteristic-alone.
        """
        if low > high:
            high, low = low, high
        low = max(low, 0)
        self.ability += high - low
        self.mastery += low
        self.parts.append(Given(what, because, "ability", high))
        if low:
            self.parts.append(Given(what, "ix.pool.upgrade-count", "mastery", low, "ability"))
            self.also.append("ix.pool.upgrade-replaces")

    def give(self, die: str, dice: int, what: str, because: str, about: str = "") -> None:
        """Boon or Bane Dice of circumstances, or another die that simply joins the pool.

        Implements ix.pool.situational-dice, ix.pool.boon-and-bane-coexist.
        """
        if dice <= 0:
            return
        if die == "boon":
            self.boon += dice
        elif die == "bane":
            self.bane += dice
        else:
            setattr(self, die, getattr(self, die) + dice)
        self.parts.append(Given(what, because, die, dice, about=about))

    def give_surroundings(self, dice: int, what: str, because: str) -> None:
        """Bane Dice from surroundings (light, ground), which some effects let one ignore."""
        if dice > 0:
            self.surroundings += dice
            self.give("bane", dice, what, because)

    def difficulty(self, dice: int, what: str, because: str) -> None:
        """The Trial Dice of the difficulty; none in a roll that they do not belong to.

        Implements ix.pool.difficulty-dice, ix.opposed.no-difficulty-dice.
        """
        if self.has_difficulty and dice > 0:
            self.trial += dice
            self.parts.append(Given(what, because, "trial", dice))

    def steps(self, steps: int, bane_dice: int, what: str, because: str) -> None:
        """Harder (above 0) or easier by steps of difficulty, to no fewer than no Trial Dice.

        Implements ix.pool.difficulty-step, ix.opposed.difficulty-steps.
        """
        if not self.has_difficulty:
            self.give("bane", steps * bane_dice, what, because)
            self.also.append("ix.opposed.difficulty-steps")
        elif steps > 0:
            self.difficulty(steps, what, because)
            self.also.append("ix.pool.difficulty-step")
        elif steps < 0:
            self.easier.append((what, because, -steps))
            self.also.append("ix.pool.difficulty-step")

    def upgrade(self, times: int, what: str, because: str) -> None:
        """Ability Dice become Mastery Dice, after the assisting dice."""
        if times > 0:
            self.upgrades.append((what, because, times))

    def upgrade_trial(self, times: int, what: str, because: str) -> None:
        """Trial Dice become Crisis Dice."""
        if times > 0:
            self.crises.append((what, because, times))

    def downgrade(self, times: int, what: str, because: str) -> None:
        """Crisis Dice become Trial Dice."""
        if times > 0:
            self.downgrades.append((what, because, times))

    def is_over(self) -> bool:
        """Whether there are more dice in the end than a pool holds."""
        most = self._dice()
        if self.adds_one:
            most += sum(times for _, _, times in (*self.upgrades, *self.crises))
        if most <= POOL_LIMIT:
            return False
        as_it_ends = replace(self, parts=[], also=[])
        as_it_ends._change()
        return as_it_ends._dice() > POOL_LIMIT

    # ---- finishing, in the order of the book ----

    def _dice(self) -> int:
        return self.mastery + self.ability + self.boon + self.crisis + self.trial + self.bane

    def finish(self, first_out: str = "bane", *, narrative: bool = False) -> SymbolPool[Net]:
        """Other upgrades and downgrades, then the limit of the pool.

        `first_out` is which of two equals is left out first past the limit; `narrative` says that
        the excess counts for a narrative effect and gives no symbols.

        Implements ix.pool.build-order, ix.pool.upgrade-without-target, ix.pool.downgrade,
        ix.pool.trial-upgrade-replaces, ix.pool.limit, ix.pool.limit-conversion.
        """
        self._change()
        dice = self._dice()
        if dice > POOL_LIMIT:
            self._leave_out(dice - POOL_LIMIT, first_out, narrative)
        return pool_of(
            self.mastery,
            self.ability,
            self.boon,
            self.crisis,
            self.trial,
            self.bane,
            self.boons,
            self.banes,
        )

    def _change(self) -> None:
        """What changes dice once all have been added."""
        if self.no_boons and self.boon:
            self.parts.append(Given("no Boon Dice", self.no_boons, "", self.boon, "boon"))
            self.boon = 0
        if self.no_surroundings and self.surroundings:
            gone = min(self.surroundings, self.bane)
            self.bane -= gone
            self.parts.append(Given("brushed aside", self.no_surroundings, "", gone, "bane"))
        if self.easier:
            for what, because, steps in self.easier:
                fewer = min(steps, self.trial)
                self.trial -= fewer
                self.parts.append(Given(what, because, "", fewer, "trial"))
        if self.upgrades:
            for what, because, times in self.upgrades:
                self._swap("ability", "mastery", times, what, because, adds=True)
        if self.crises:
            for what, because, times in self.crises:
                self._swap("trial", "crisis", times, what, because, adds=self.has_difficulty)
        if self.downgrades:
            self.also.append("ix.pool.downgrade")
            for what, because, times in self.downgrades:
                self._swap("crisis", "trial", times, what, because, adds=False)

    def _swap(self, old: str, new: str, times: int, what: str, because: str, *, adds: bool) -> None:
        found = min(times, getattr(self, old))
        if found:
            setattr(self, old, getattr(self, old) - found)
            setattr(self, new, getattr(self, new) + found)
            self.parts.append(Given(what, because, new, found, old))
        missing = times - found
        if missing and adds and self.adds_one:
            setattr(self, old, getattr(self, old) + 1)
            self.parts.append(Given(what, "ix.pool.upgrade-without-target", old, 1))
            if missing > 1:
                self._swap(old, new, missing - 1, what, because, adds=True)
        elif missing:
            self.parts.append(Given(what, "ix.pool.upgrade-without-target", "", 0))

    def _leave_out(self, excess: int, first_out: str, narrative: bool) -> None:
        self.also.append("ix.pool.limit")
        for pair in LEFT_OUT:
            ordered = pair if (first_out == "boon") else pair[::-1]
            for die in ordered:
                out = min(excess, getattr(self, die))
                if not out:
                    continue
                excess -= out
                setattr(self, die, getattr(self, die) - out)
                if not narrative:
                    if die in POSITIVE:
                        self.boons += out * self.symbols_per_die
                    else:
                        self.banes += out * self.symbols_per_die
                rule = "ix.pool.limit-excess" if narrative else "ix.pool.limit-conversion"
                self.parts.append(Given("past the limit", rule, "", out, die))
