"""Story Points: Fortune of the players' side, Peril of the GM's, and the GM's dice on a pool."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from affray.kernel.keys import Key, Number, Option, Text
from affray.kernel.question import GM, HEROES, Because
from affray.kernel.table import Table
from affray.systems.ix.ledger import limit
from affray.systems.ix.state import IxFight

if TYPE_CHECKING:
    from affray.systems.ix.rolls.check import Check, Dice

MOST_DICE = 6
"""The most Boon or Bane Dice that the GM may add to one pool."""
FORTUNE_UPGRADE: Key = ("fortune", "upgrade")
FORTUNE_BREAKTHROUGH: Key = ("fortune", "breakthrough")
PERIL_UPGRADE: Key = ("peril", "upgrade")


def can_spend_fortune(fight: IxFight, check: Check) -> bool:
    """Whether a player may spend Fortune on this check: one of a player's character.

    Implements ix.story.shared-pool, ix.story.fortune-own-or-other, ix.story.fortune-one-per-check.
    """
    return (
        fight.fortune > 0
        and fight.combatants[check.who].kind == "hero"
        and check.fortune + check.activated < limit("fortune")
    )


def can_spend_peril(fight: IxFight, check: Check) -> bool:
    """Whether the GM may spend Peril on this check.

    Implements ix.story.shared-pool, ix.story.peril-per-check (house switch one-peril-per-check).
    """
    if fight.peril <= 0:
        return False
    return not (fight.switches.one_peril_per_check and check.peril + check.brought)


def offers(fight: IxFight, check: Check, dice: Dice | None) -> tuple[tuple[str, Option], ...]:
    """What may still be done to an open pool, by whom.

    Implements ix.story.fortune-upgrade, ix.story.peril-upgrade, ix.story.upgrade-before-roll,
    ix.pool.situational-judgement, ix.pool.volatile-upgrade.
    """
    from affray.systems.ix.rolls.check import gather

    build = check.ready or gather(fight, check, dice)
    if build is None:
        return ()
    adds = fight.switches.upgrade_without_die == "adds-one"
    ability, trial = build.ability, build.trial
    for _, _, times in build.upgrades:
        ability -= times
    for _, _, times in build.crises:
        trial -= times
    return _offers(
        (adds or ability > 0) and can_spend_fortune(fight, check),
        build.has_difficulty and (adds or trial > 0) and can_spend_peril(fight, check),
        max(trial + check.volatile, 0),
    )


@cache
def _offers(fortune: bool, peril: bool, volatile: int) -> tuple[tuple[str, Option], ...]:
    found: list[tuple[str, Option]] = []
    if fortune:
        found.append((HEROES, FORTUNE_UPGRADE))
    if peril:
        found.append((GM, PERIL_UPGRADE))
    if volatile:
        found.append((GM, ("volatile", Number(0, volatile))))
    found.append((GM, ("boon-dice", Number(0, MOST_DICE))))
    found.append((GM, ("bane-dice", Number(0, MOST_DICE))))
    return tuple(found)


def take(fight: IxFight, table: Table, check: Check, key: Key, dice: Dice | None) -> None:
    """An offer on the open pool is taken."""
    from affray.systems.ix.rolls.check import settle_excess

    if key == FORTUNE_UPGRADE:
        check.fortune += 1
        flip(fight, table, "heroes", "upgrade", "ix.story.fortune-upgrade", who=check.who)
    elif key == PERIL_UPGRADE:
        check.peril += 1
        flip(fight, table, "foes", "upgrade", "ix.story.peril-upgrade", who=check.who)
    else:
        number = int(key[1])
        rule = "ix.pool.situational-judgement"
        if key[0] == "volatile":
            check.volatile = number
            rule = "ix.pool.volatile-upgrade"
        elif key[0] == "boon-dice":
            check.boon_dice = number
        else:
            check.bane_dice = number
        if table.recording:
            rules = (rule,) if key[0] == "volatile" else (rule, "ix.pool.situational-dice")
            table.record("gm-dice", rules, who=check.who, what=key[0], dice=number)
    settle_excess(fight, table, check, dice)


_ALSO: dict[tuple[str, str], tuple[str, ...]] = {
    ("heroes", "upgrade"): (
        "ix.story.fortune-one-per-check",
        "ix.story.fortune-own-or-other",
        "ix.story.shared-pool",
        "ix.pool.upgrade-replaces",
    ),
    ("heroes", "breakthrough"): (
        "ix.story.fortune-one-per-check",
        "ix.story.fortune-own-or-other",
        "ix.story.shared-pool",
    ),
    ("foes", "upgrade"): (
        "ix.story.upgrade-before-roll",
        "ix.story.peril-per-check",
        "ix.pool.trial-upgrade-replaces",
    ),
    ("foes", "calamity"): ("ix.story.peril-per-check",),
}
"""What a spent point stands under besides what it was spent on."""


def flip(
    fight: IxFight, table: Table, side: str, what: str, because: Because, *, who: str = ""
) -> bool:
    """A Story Point of that side is spent: it is one of the other side's at once.

    Says whether there was one. Implements ix.story.flips, ix.story.total-constant,
    ix.story.shared-pool.
    """
    if fight.story(side) <= 0:
        return False
    change = -1 if side == "heroes" else 1
    fight.fortune += change
    fight.peril -= change
    if table.recording:
        rules = (because,) if isinstance(because, str) else because
        table.record(
            "story-point",
            (*rules, *_ALSO.get((side, what), ()), "ix.story.flips", "ix.story.total-constant"),
            side=side,
            what=what,
            who=who,
            fortune=fight.fortune,
            peril=fight.peril,
        )
    return True


# ---- points that no check is about ----

DETAIL = "ix.story.fortune-detail"
COMPLICATION = "ix.story.peril-complication"


def details(fight: IxFight, who: str) -> list[Option]:
    """A small detail in the players' favor, for Fortune. Implements ix.story.fortune-detail."""
    if fight.fortune <= 0 or fight.combatants[who].kind != "hero":
        return []
    return [("fortune-detail", Text())]


def detail(fight: IxFight, table: Table, who: str, text: str) -> None:
    """The detail is true if the GM agrees; the point is spent then.

    Implements ix.story.fortune-detail.
    """
    key = table.rule(DETAIL, lambda: [("allowed",), ("refused",)], lambda: ("allowed",))
    if table.recording:
        code = "detail-added" if key == ("allowed",) else "detail-refused"
        table.record(code, DETAIL, who=who, text=text)
    if key == ("allowed",):
        flip(fight, table, "heroes", "detail", DETAIL, who=who)
    else:
        fight.refused += (("fortune-detail",),)


def complication(fight: IxFight, table: Table) -> None:
    """Between two rounds a GM who wants to be asked may bring a complication into the scene.

    Nobody is told each round that no point is spent; the GM's own hand can do it at any time
    (`edits`). Implements ix.story.peril-complication.
    """
    if fight.peril <= 0 or fight.house.mode(COMPLICATION) != "ask":
        return
    key = table.rule(COMPLICATION, lambda: [("none",), ("complication", Text())], lambda: ("none",))
    if key[0] == "complication":
        complicate(fight, table, key[1])


def complicate(fight: IxFight, table: Table, text: str) -> None:
    """A Peril Point is spent on a complication. Implements ix.story.peril-complication."""
    if flip(fight, table, "foes", "complication", COMPLICATION) and table.recording:
        table.record("complication", COMPLICATION, who="", text=text)
