"""How a chase begins: who flees, how far ahead, over what; and how it is put away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from affray.kernel.keys import Key, Number, Option, Several, picks
from affray.kernel.table import Table
from affray.systems.ix.fight import encounter
from affray.systems.ix.fight import range as bands
from affray.systems.ix.ledger import EXTREME, rows, trial_dice
from affray.systems.ix.scenes import chase_gaps as gaps
from affray.systems.ix.scenes.chase_records import LAND, Chase, Gap, Obstacle
from affray.systems.ix.state import IxFight

CALL = "ix.chase.call"
GAP = "ix.chase.gap"
TERRAIN = "ix.chase.terrain"
AS_THEY_STAND: Key = ("as-they-stand",)
SHORTEST = 1
"""The least gap to begin with (ix.chase.gap)."""


def prepare(fight: IxFight, said: Mapping[str, Any]) -> None:
    """What the encounter's [scene.chase] says is settled and is not asked."""
    given = said.get("chase")
    if not given:
        return
    named = given.get("obstacles")
    known = listed()
    fight.chase = Chase(
        quarry=given.get("quarry") or "",
        ground=given.get("ground") or LAND,
        going=given.get("going") or "",
        gap=given.get("gap") or 0,
        gaps=tuple(
            Gap(one["pursuer"], one["quarry"], one["gap"]) for one in given.get("gaps") or ()
        ),
        obstacles=tuple(
            known[one] if isinstance(one, str) else own_obstacle(one) for one in named or ()
        ),
        is_named=named is not None,
    )


def own_obstacle(said: Mapping[str, Any]) -> Obstacle:
    """An obstacle of an encounter's own."""
    difficulty = said.get("difficulty")
    return Obstacle(
        said["id"],
        said["name"],
        tuple(said["skills"]),
        trial_dice(difficulty) if difficulty else -1,
        bool(said.get("narrow")),
    )


def listed() -> dict[str, Obstacle]:
    """The obstacles of the ledger. Implements ix.chase.obstacle-check."""
    return {
        name: Obstacle(
            name, row["obstacle"], tuple(row["skills"]), is_narrow=row.get("narrow", False)
        )
        for name, row in rows("chase-obstacles").items()
    }


# ---- the first step ----


def begin(fight: IxFight, table: Table) -> None:
    """A chase is called: who flees, the gaps, the obstacles, who is surprised; then all roll.

    Implements ix.chase.call, ix.chase.framework, ix.chase.gap, ix.chase.terrain.
    """
    before = gaps.of(fight)
    fight.chase = replace(before, facing=(), fallen=(), slowed=0, barred=False, climbed=False)
    if not before.quarry:
        key = table.rule(CALL, _who_flees, lambda: ("flee", "foes"))
        fight.chase = replace(gaps.of(fight), quarry=key[1])
    _set_gaps(fight, table)
    _name_obstacles(fight, table)
    fight.engaged = frozenset()
    for one in fight.combatants.values():
        one.cover = one.aims = 0
        one.guard = ""
    encounter.announce(fight, table)
    if table.recording:
        chase = gaps.of(fight)
        rules = ("ix.chase.framework", CALL, TERRAIN)
        names = [one.name for one in chase.obstacles]
        table.record("chase", rules, side=chase.quarry, ground=chase.ground, obstacles=names)
        _tell_gaps(fight, table)
    encounter.roll_call(fight, table)


def _who_flees() -> list[Option]:
    return [("flee", "foes"), ("flee", "heroes")]


def _set_gaps(fight: IxFight, table: Table) -> None:
    """A gap for every pair of those able to act that the encounter has not said.

    Implements ix.chase.gap, ix.chase.gap-per-pursuer (house switch chase-gap).
    """
    wanted = _pairs(fight)
    known = {(gap.pursuer, gap.quarry): gap.bands for gap in gaps.of(fight).gaps}
    missing = [pair for pair in wanted if pair not in known]
    start = {pair: gaps.of(fight).gap for pair in missing}
    if missing and not gaps.of(fight).gap:
        key = table.rule(
            GAP,
            lambda: _gaps_to_say(fight),
            lambda: ("gap", str(min(max(fight.numbers.chase_start_gap, SHORTEST), EXTREME))),
        )
        if key == AS_THEY_STAND:
            start = {pair: max(bands.band(fight, *pair), SHORTEST) for pair in missing}
        else:
            start = dict.fromkeys(missing, int(key[1]))
    all_gaps = {pair: known.get(pair, start.get(pair, SHORTEST)) for pair in wanted}
    if fight.switches.chase_gap == "shared" and all_gaps:
        all_gaps = dict.fromkeys(all_gaps, min(all_gaps.values()))
    fight.chase = replace(
        gaps.of(fight), gaps=tuple(Gap(a, b, apart) for (a, b), apart in all_gaps.items())
    )


def _pairs(fight: IxFight) -> list[tuple[str, str]]:
    quarry = gaps.of(fight).quarry
    pursuers = _running(fight, "foes" if quarry == "heroes" else "heroes")
    return [(one, other) for one in pursuers for other in _running(fight, quarry)]


def _running(fight: IxFight, side: str) -> list[str]:
    """Those of a side able to act, but no mount under a rider, whose gaps are its own.

    Implements ix.mounted.move.
    """
    return [who for who in fight.up(side) if not _is_ridden(fight, who)]


def _is_ridden(fight: IxFight, who: str) -> bool:
    return who in fight.mounts and bool(fight.rider_of(who))


def _gaps_to_say(fight: IxFight) -> list[Option]:
    found: list[Option] = [("gap", Number(SHORTEST, EXTREME))]
    if fight.placed:
        found.append(AS_THEY_STAND)
    return found


def _tell_gaps(fight: IxFight, table: Table) -> None:
    known = [
        gap for gap in gaps.of(fight).gaps if gaps.audience(fight, gap.pursuer, gap.quarry) == "all"
    ]
    rules = (GAP, "ix.chase.gap-scale")
    if len({gap.bands for gap in known}) == 1:
        table.record("gap-at-first", rules, bands=known[0].bands)
        return
    for gap in known:
        table.record("gap-between", rules, who=gap.pursuer, quarry=gap.quarry, bands=gap.bands)


def _name_obstacles(fight: IxFight, table: Table) -> None:
    """Implements ix.chase.terrain."""
    if gaps.of(fight).is_named:
        return
    known = listed()

    def options() -> list[Option]:
        return [("obstacles", Several(tuple((name, 0, 1) for name in known), 0))]

    key = table.rule(TERRAIN, options, lambda: ("obstacles", " ".join(known)))
    named = tuple(known[name] for name in picks(key[1]))
    fight.chase = replace(gaps.of(fight), obstacles=named, is_named=True)


def late(fight: IxFight, who: str) -> None:
    """Whoever has come into a chase that runs is in it from its first turn on, with the gap that
    is usual at the start.

    Implements ix.chase.gap, ix.chase.gap-per-pursuer.
    """
    chase = gaps.of(fight)
    if any(who in (gap.pursuer, gap.quarry) for gap in chase.gaps) or _is_ridden(fight, who):
        return
    start = min(max(chase.gap or fight.numbers.chase_start_gap, SHORTEST), EXTREME)
    if fight.switches.chase_gap == "shared":
        start = next((gap.bands for gap in gaps.running(fight)), start)
    if gaps.is_quarry(fight, who):
        others = list(dict.fromkeys(gap.pursuer for gap in gaps.running(fight)))
        new = [Gap(other, who, start) for other in others]
    else:
        others = list(dict.fromkeys(gap.quarry for gap in gaps.running(fight)))
        new = [Gap(who, other, start) for other in others]
    fight.chase = replace(chase, gaps=(*chase.gaps, *new))


def leave(fight: IxFight) -> None:
    """The chase is put away: another scene begins."""
    fight.chase = None


__all__ = ["begin", "late", "leave", "prepare"]
