"""The gaps of a chase: who is after whom, what a Maneuver changes, who is caught, who gets away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from affray.kernel.question import Because, rules_of
from affray.kernel.table import Table
from affray.systems.ix.harm import condition
from affray.systems.ix.ledger import EXTREME, MEDIUM
from affray.systems.ix.scenes.chase_records import AIR, CAUGHT, DONE, LOST, Chase, Gap
from affray.systems.ix.state import IxFight

ESCAPE_ROUNDS = 2
"""Rounds in a row at Extreme after which a trail is lost (ix.chase.escaped)."""
FALL = "ix.chase.mounted-fall"


# ---- looking ----


def of(fight: IxFight) -> Chase:
    """The chase as it stands; an empty one if there is none."""
    return fight.chase or NO_CHASE


NO_CHASE = Chase()


def is_running(fight: IxFight, gap: Gap) -> bool:
    """Whether a pair is still in the chase."""
    found = fight.combatants
    return (
        not gap.over
        and gap.pursuer in found
        and gap.quarry in found
        and found[gap.pursuer].is_here
        and found[gap.quarry].is_here
    )


def running(fight: IxFight) -> list[Gap]:
    return [gap for gap in of(fight).gaps if is_running(fight, gap)]


def of_one(fight: IxFight, who: str) -> list[Gap]:
    """The gaps of somebody, as a pursuer or as a quarry, that are still open."""
    return [gap for gap in running(fight) if who in (gap.pursuer, gap.quarry)]


def is_quarry(fight: IxFight, who: str) -> bool:
    return fight.combatants[who].side == of(fight).quarry


def is_decided(fight: IxFight) -> bool:
    """Whether nobody is after anybody any more."""
    return not any(is_running(fight, gap) for gap in of(fight).gaps)


def flee(fight: IxFight, side: str) -> None:
    """A chase is called in which that side flees. Implements ix.chase.call."""
    fight.chase = replace(of(fight), quarry=side)


def quarries(fight: IxFight) -> list[str]:
    """Everybody who has fled in this chase, in the order of the roster."""
    fled = {gap.quarry for gap in of(fight).gaps}
    return [who for who in fight.combatants if who in fled]


def catcher(fight: IxFight, quarry: str) -> str:
    """Who has caught somebody, "" if nobody has."""
    for gap in of(fight).gaps:
        if gap.quarry == quarry and gap.over == CAUGHT:
            return gap.pursuer
    return ""


def has_escaped(fight: IxFight, quarry: str) -> bool:
    """Whether nobody is after somebody any more who has not been caught and is still there."""
    return (
        fight.combatants[quarry].is_here
        and not catcher(fight, quarry)
        and not any(is_running(fight, gap) for gap in of(fight).gaps if gap.quarry == quarry)
    )


def can_move(fight: IxFight, who: str) -> bool:
    """Whether somebody can get on at all.

    Implements ix.chase.mounted-fall, ix.condition.immobilized, ix.condition.prone.
    """
    one = fight.combatants[who]
    if not one.is_up or one.hold or who in of(fight).fallen:
        return False
    return not (one.conditions and condition.bars_moving(one))


# ---- what Maneuvers are worth ----


def reached(fight: IxFight, bands: int, maneuvers: int, *, closing: bool) -> int:
    """The gap after so many Maneuvers: one band for each, never beyond contact or Extreme.

    Implements ix.chase.move, ix.chase.gap-scale, ix.chase.flat-cost (house switch
    chase-far-steps: the far bands cost two, and what is left over is lost).
    """
    flat = fight.switches.chase_far_steps == "one-maneuver"
    while bands > 0 if closing else bands < EXTREME:
        farther = bands if closing else bands + 1
        price = 1 if flat or farther <= MEDIUM else 2
        if price > maneuvers:
            break
        maneuvers -= price
        bands += -1 if closing else 1
    return bands


def strides(fight: IxFight, who: str, maneuvers: int) -> int:
    """How many of so many Maneuvers get somebody on: with a useless leg half of them."""
    from affray.systems.ix.fight import maneuver  # it reaches back to chases

    return maneuvers // 2 if maneuver.leg_useless(fight.combatants[who]) else maneuvers


def climbs(fight: IxFight, pursuer: str, quarry: str) -> bool:
    """Whether closing costs a Maneuver more in this turn: the quarry is above.

    Implements ix.chase.aerial-elevation.
    """
    chase, found = of(fight), fight.combatants
    return chase.ground == AIR and not chase.climbed and found[quarry].zone > found[pursuer].zone


def closed(fight: IxFight, gap: Gap, maneuvers: int) -> int:
    """The gap after its pursuer has spent so many Maneuvers on it now.

    Implements ix.chase.move, ix.chase.aerial-elevation.
    """
    left = strides(fight, gap.pursuer, maneuvers)
    left -= climbs(fight, gap.pursuer, gap.quarry)
    return reached(fight, gap.bands, left, closing=True)


def widened(fight: IxFight, gap: Gap, maneuvers: int) -> int:
    """The gap after its quarry has spent so many Maneuvers now. Implements ix.chase.move."""
    return reached(fight, gap.bands, strides(fight, gap.quarry, maneuvers), closing=False)


# ---- changing ----


def change(
    fight: IxFight,
    table: Table,
    who: str,
    changes: Iterable[tuple[Gap, int]],
    because: Because,
) -> None:
    """Gaps become others by what `who` does; who is at 0 then is caught.

    Under the house switch chase-gap there is one gap for all: what changes one changes each.

    Implements ix.chase.gap-per-pursuer (house switch chase-gap), ix.chase.gap-scale,
    ix.chase.caught.
    """
    changed = [(gap, now) for gap, now in changes if gap.bands != now]
    if not changed:
        return
    rules = rules_of(because)
    if fight.switches.chase_gap == "shared":
        before, now = changed[0][0].bands, changed[0][1]
        _put(fight, {(g.pursuer, g.quarry): now for g in running(fight)})
        if table.recording:
            table.record("gap-of-all", rules, who=who, before=before, now=now)
    else:
        _put(fight, {(gap.pursuer, gap.quarry): now for gap, now in changed})
        for gap, now in changed:
            _tell(fight, table, who, gap, now, (*rules, "ix.chase.gap-per-pursuer"))
    catch(fight, table, by=who)


def _tell(
    fight: IxFight, table: Table, who: str, gap: Gap, now: int, rules: tuple[str, ...]
) -> None:
    if table.recording:
        table.record(
            "gap",
            rules,
            audience=audience(fight, gap.pursuer, gap.quarry),
            who=who,
            pursuer=gap.pursuer,
            quarry=gap.quarry,
            before=gap.bands,
            now=now,
        )


def audience(fight: IxFight, *whose: str) -> str:
    """Who is told of something about these: the GM alone, if one of them is hidden."""
    return "gm" if any(fight.is_hidden(who) for who in whose) else "all"


def _put(fight: IxFight, bands: dict[tuple[str, str], int]) -> None:
    """Sets gaps by pair; how long one was at Extreme is counted at the ends of rounds alone."""
    gaps = tuple(
        gap if (now := bands.get((gap.pursuer, gap.quarry))) is None else replace(gap, bands=now)
        for gap in of(fight).gaps
    )
    fight.chase = replace(of(fight), gaps=gaps)


def set_gap(fight: IxFight, pursuer: str, quarry: str, bands: int) -> None:
    """The GM's hand: a pair's gap is so much, and the pair is in the chase (again).

    Under the house switch chase-gap it is everybody's.
    """
    chase = of(fight)
    new = Gap(pursuer, quarry, bands)
    if chase.pair(pursuer, quarry) is None:
        fight.chase = replace(chase, gaps=(*chase.gaps, new))
    else:
        gaps = tuple(
            new if (gap.pursuer, gap.quarry) == (pursuer, quarry) else gap for gap in chase.gaps
        )
        fight.chase = replace(chase, gaps=gaps)
    if fight.switches.chase_gap == "shared":
        _put(fight, {(gap.pursuer, gap.quarry): bands for gap in running(fight)})


def catch(fight: IxFight, table: Table, *, by: str = "") -> None:
    """Whoever is at a gap of 0 is caught: by `by`, if it is one of several, else by the first.

    Implements ix.chase.caught, ix.chase.gap-per-pursuer.
    """
    for quarry in quarries(fight):
        reached_by = [g.pursuer for g in running(fight) if g.quarry == quarry and g.bands <= 0]
        if not reached_by:
            continue
        first = by if by in reached_by else reached_by[0]
        gaps = tuple(
            replace(gap, over=CAUGHT if gap.pursuer == first else DONE)
            if gap.quarry == quarry and not gap.over
            else gap
            for gap in of(fight).gaps
        )
        fight.chase = replace(of(fight), gaps=gaps)
        if table.recording:
            rules = ("ix.chase.caught", "ix.chase.gap-per-pursuer", "ix.chase.gap-scale")
            told = audience(fight, first, quarry)
            table.record("caught", rules, audience=told, who=first, quarry=quarry)


def fell(fight: IxFight, table: Table, who: str) -> None:
    """Somebody has come off its mount: a quarry is Engaged at once by the nearest of its pursuers;
    a pursuer moves no further. Nothing outside a chase.

    Implements ix.chase.mounted-fall.
    """
    if fight.scene != "chase" or fight.chase is None or who in fight.chase.fallen:
        return
    fight.chase = replace(fight.chase, fallen=(*fight.chase.fallen, who))
    if table.recording:
        table.record("fallen-rider", FALL, who=who, audience=audience(fight, who))
    if not is_quarry(fight, who):
        return
    mine = of_one(fight, who)
    if mine:
        nearest = min(mine, key=lambda gap: gap.bands)
        _put(fight, {(gap.pursuer, gap.quarry): 0 for gap in mine})
        _tell(fight, table, who, nearest, 0, (FALL,))
        catch(fight, table, by=nearest.pursuer)


# ---- rounds ----


def count_round(fight: IxFight, table: Table) -> None:
    """At the end of a round each pair at Extreme has held it for one round more; after two in a
    row the pursuer has lost the trail, and who is pursued by nobody any more has escaped.

    Implements ix.chase.escape-count, ix.chase.escaped, ix.chase.gap-per-pursuer.
    """
    chase = of(fight)
    gaps = []
    for gap in chase.gaps:
        now = gap
        if is_running(fight, gap):
            held = gap.held + 1 if gap.bands >= EXTREME else 0
            now = replace(gap, held=held, over=LOST if held >= ESCAPE_ROUNDS else "")
        gaps.append(now)
    fight.chase = replace(chase, gaps=tuple(gaps))
    if table.recording:
        for before, now in zip(chase.gaps, gaps, strict=True):
            _tell_held(fight, table, before, now)
        for quarry in quarries(fight):
            was = any(is_running(fight, gap) for gap in chase.gaps if gap.quarry == quarry)
            if was and has_escaped(fight, quarry):
                rules = ("ix.chase.escaped", "ix.chase.gap-per-pursuer")
                table.record("escaped", rules, audience=audience(fight, quarry), who=quarry)


def _tell_held(fight: IxFight, table: Table, before: Gap, now: Gap) -> None:
    told = audience(fight, now.pursuer, now.quarry)
    pair: dict[str, Any] = {"who": now.pursuer, "quarry": now.quarry}
    if now.over == LOST and not before.over:
        rules = ("ix.chase.gap-per-pursuer", "ix.chase.escape-count")
        table.record("trail-lost", rules, audience=told, **pair)
    elif now.held > before.held:
        table.record("held", "ix.chase.escape-count", audience=told, **pair, rounds=now.held)
    elif before.held and not now.held:
        table.record("trail-found", "ix.chase.escape-count", audience=told, **pair)
