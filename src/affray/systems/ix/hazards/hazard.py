"""Hazards: fire, as far as somebody is alight (Immolation)."""

from __future__ import annotations

from affray.kernel.keys import Key, Option
from affray.kernel.question import Because
from affray.kernel.table import Table
from affray.systems.ix.fight import budget
from affray.systems.ix.fight import range as bands
from affray.systems.ix.harm import condition, wounds
from affray.systems.ix.harm.condition import IMMOLATION
from affray.systems.ix.ledger import SHORT, trial_dice
from affray.systems.ix.rolls import check, spend
from affray.systems.ix.rolls.general_spends import BOON, Ware
from affray.systems.ix.state import Fighter, IxFight

WORDS = frozenset({"extinguish"})
FIRE_WOUNDS = 2
"""Wounds that fire costs at the start of each turn (ix.hazard.fire)."""
FIRE, BURNS = "fire", "burns"
SMOTHER = "smother-flames"
"""The spend that puts out an ally's fire: 1 Boon (ix.hazard.fire-ally)."""
SKILLS = ("athletics", "reflexes", "survival")
"""The skills with which an ally may fight the flames."""


def is_burning(one: Fighter) -> bool:
    return bool(one.conditions) and one.has(IMMOLATION)


def is_alight(one: Fighter) -> bool:
    """Whether there is anything to put out: flames, or the Burn of a weapon or spell."""
    return bool(one.burns) or is_burning(one)


def burn(fight: IxFight, table: Table, who: str) -> None:
    """The start of a burning one's turn: 2 Wounds, whatever the Resistance. May end the fight.

    Implements ix.hazard.fire, ix.hazard.fire-timing, ix.condition.immolation,
    ix.turn.start-order.
    """
    if is_burning(fight.combatants[who]):
        because = ("ix.hazard.fire", "ix.hazard.fire-timing", "ix.condition.immolation")
        wounds.suffer(fight, table, who, FIRE_WOUNDS, because=because)


# ---- putting it out ----


def options(fight: IxFight, who: str) -> list[Option]:
    """Put out what burns on oneself, or try to on a friend close by.

    Implements ix.hazard.fire-extinguish, ix.hazard.fire-ally.
    """
    if not budget.can_act(fight, who):
        return []
    one = fight.combatants[who]
    found: list[Option] = [("extinguish",)] if is_alight(one) else []
    for friend in fight.friends(who):
        if is_alight(fight.combatants[friend]) and bands.band(fight, who, friend) <= SHORT:
            found += [("extinguish", friend, skill) for skill in SKILLS]
    return found


def take(fight: IxFight, table: Table, who: str, key: Key) -> None:
    if not budget.spend_action(fight, table, who):
        return
    if len(key) == 1:
        because = ("ix.hazard.fire-extinguish", "ix.hazard.fire-extinguish-sure")
        put_out(fight, table, who, because, by=who)
    else:
        smother(fight, table, who, key[1], key[2])


def smother(fight: IxFight, table: Table, who: str, friend: str, skill: str) -> None:
    """A friend fights the flames: 1 Boon of the check puts them out, failed or not.

    Implements ix.hazard.fire-ally.
    """
    made = check.Check(check.SKILL, who, skill=skill, difficulty=trial_dice("average"))
    made.target, made.moves = friend, True
    check.make(
        fight,
        table,
        made,
        lambda build: is_alight(fight.combatants[friend]),
        because="ix.hazard.fire-ally",
    )

    def wares() -> list[Ware]:
        assert made.net is not None
        if made.net.boon < 1 or not is_alight(fight.combatants[friend]):
            return []
        return [Ware(SMOTHER, 1, 1, BOON)]

    def buy(entry: str, detail: str, coin: str) -> None:
        put_out(fight, table, friend, "ix.hazard.fire-ally", by=who)

    lists = spend.Lists(wares, buy)
    spend.settle(fight, table, lists, because=("ix.hazard.fire-ally", *spend.ROLLER))


def put_out(
    fight: IxFight, table: Table, who: str, because: Because, *, by: str = "", of: str = FIRE
) -> None:
    """Nothing burns on somebody any more: neither flames nor what a quality keeps burning; `of`
    `BURNS` only the latter.

    Implements ix.condition.immolation, ix.quality.burn.
    """
    one = fight.combatants[who]
    if not (one.burns or (of == FIRE and is_burning(one))):
        return
    one.burns = ()
    if table.recording:
        table.record("put-out", because, who=who, by=by)
    if of == FIRE:
        condition.lift(fight, table, who, IMMOLATION, because=because)
