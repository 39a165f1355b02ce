"""What a table sees beyond cards: story points, the line of places, where dice come from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from affray.dice.symbols import SymbolPool
from affray.kernel.question import Question
from affray.kernel.sheet import Map, Mark, Point, Track
from affray.kernel.system import ENDINGS, Ending, Part, Stage
from affray.systems.ix import sheets
from affray.systems.ix.air import flying, ship
from affray.systems.ix.dice import Net
from affray.systems.ix.fight import range as ranges
from affray.systems.ix.hazards import building
from affray.systems.ix.ledger import BANDS
from affray.systems.ix.scenes import chase, downtime, scene, social, travel
from affray.systems.ix.state import MOUNT, IxFight


def counters(fight: IxFight) -> list[Track]:
    """Fortune and Peril. Implements ix.story.shared-pool."""
    total = fight.fortune + fight.peril
    scenes = [track for area in (chase, social, travel, downtime) for track in area.counters(fight)]
    return [
        *scenes,
        *building.counters(fight),
        *ship.counters(fight),
        Track("Fortune", fight.fortune, total, rule="ix.story.shared-pool"),
        Track("Peril", fight.peril, total, rule="ix.story.shared-pool"),
    ]


def endings(fight: IxFight) -> Mapping[str, Ending]:
    """What the results of the scene that is played are called."""
    from affray.systems.ix.words import scenes

    if fight.scene == scene.CHASE and fight.chase is not None:
        return scenes.chase_endings(fight.chase.quarry)
    return scenes.ENDED.get(fight.scene, ENDINGS)


def aims(fight: IxFight, *, gm: bool) -> list[str]:
    """What each side is after; that of the foes is the GM's to tell."""
    return [
        f"The {side}' aim: {aim}." for side, aim in fight.aims if aim and (gm or side == "heroes")
    ]


def tallies(before: IxFight, after: IxFight) -> list[str]:
    """Of a chase, whether anybody was caught; of a talk, which axes got where they had to; of a
    journey, the day of the arrival.

    Implements ix.chase.caught, ix.chase.escaped, ix.social.end.
    """
    if before.scene == scene.CHASE:
        if after.scene == scene.FIGHT:
            return ["the quarry is caught, and it comes to blows"]
        if after.scene == scene.CHASE:
            return ["the quarry is caught" if chase.is_caught(after) else "the quarry gets away"]
    if before.scene == after.scene == scene.SOCIAL:
        return [
            f"{one.name}: {one.steps[one.goal]}" for one in after.axes if one.at >= one.goal >= 0
        ]
    has_arrived = before.scene == after.scene == scene.TRAVEL and after.result == "heroes"
    if has_arrived and after.journey is not None:
        return [f"arrives on day {after.journey.day}"]
    return []


def line(fight: IxFight) -> Map | None:
    """The line on which everybody stands, in Maneuver steps, and how high.

    Implements ix.range.record, ix.flying.zones, ix.flying.zone-range.
    """
    if not fight.structured or fight.scene == scene.CHASE:
        return None
    numbers = fight.numbers
    bands = (
        (0, "Engaged or Short"),
        (numbers.medium_steps - 1, "Short"),
        (numbers.long_steps - 1, "Medium"),
        (numbers.extreme_steps - 1, "Long"),
        (numbers.extreme_steps, "Extreme"),
    )
    people = [
        one
        for one in fight.here()
        if not one.status and not (one.rank == MOUNT and fight.rider_of(one.id))
    ]
    points = [
        Point(
            one.id,
            one.name,
            (one.at, 0),
            one.side,
            is_up=one.is_up,
            note=sheets.footing(fight, one),
            level=one.zone,
        )
        for one in people
    ]
    called = {
        (one.id, other.id): BANDS[ranges.band(fight, one.id, other.id)].capitalize()
        for one, other in combinations(people, 2)
        if not ranges.same_height(one, other)
    }
    points += [
        Point(f"cover-{n}", name, (at, 0)) for n, (at, _, name) in enumerate(fight.covers, 1)
    ]
    points += [Point(lamp.id, lamp.name or lamp.source, (lamp.at, 0)) for lamp in fight.lamps]
    points += [
        Point(each.id, each.name, (each.at, 0), level=max(each.zone, 0)) for each in fight.ships
    ]
    marks = [
        Mark("Engaged", ((fight[a].at, 0), (fight[b].at, 0)), about=(a, b))
        for a, b in sorted(fight.engaged)
    ]
    levels = tuple(zone.capitalize() for zone in flying.ZONES)
    return Map("steps", points, marks, bands, is_line=True, levels=levels, called=called)


def explain_pool(fight: IxFight, question: Question) -> list[Part]:
    """Where each die of the open pool comes from.

    Implements ix.pool.build-order, ix.pool.limit-conversion.
    """
    check = fight.check
    if question.pool is None or check is None or check.build is None:
        return []
    names = fight.combatants
    return [
        Part(
            _called(given.what, names[given.about].name if given.about in names else ""),
            given.rule,
            (given.die,) * given.dice if given.die else (),
            (given.gone,) * given.dice if given.gone else (),
            (given.about,) if given.about in names else (),
        )
        for given in check.build.parts
    ]


def _called(what: str, name: str) -> str:
    plain = what.replace("-", " ")
    return f"{plain}: {name}" if name else plain


def gist(reading: Any) -> str:
    """A reading of a check in a word: whether it succeeds. Other rolls are shown as they are.

    Implements ix.check.success-threshold.
    """
    if isinstance(reading, (list, tuple)) and len(reading) == len(Net._fields):
        return "success" if reading[0] >= 1 else "failure"
    return ""


def explain_roll(question: Question, faces: Sequence[int]) -> list[Stage]:
    """A roll in the steps of the book: rolled, cancelled, read.

    Implements ix.check.sequence, ix.check.cancel, ix.dice.breakthrough-is-success,
    ix.dice.calamity-is-failure, ix.dice.special-effects-never-cancel,
    ix.initiative.no-difficulty.
    """
    pool = question.pool
    if not isinstance(pool, SymbolPool):
        return [Stage("rolled", " ".join(map(str, faces)))]
    seen: dict[str, Any] = pool.stages(faces)
    rolled = [symbol for die in seen["rolled"] for symbol in die["symbols"]]
    stages = [
        Stage("rolled", _counted(rolled) or "nothing but blanks", tuple(rolled)),
    ]
    automatic = [name for name, number in seen["automatic"].items() for _ in range(number)]
    if automatic:
        stages.append(Stage("automatic", _counted(automatic), tuple(automatic)))
    special = [s for s in rolled if s in ("breakthrough", "calamity")]
    if special:
        added = ["success" if s == "breakthrough" else "failure" for s in special]
        stages.append(
            Stage(
                "set aside",
                f"{_counted(special)}: {_counted(added)} with it",
                tuple(special),
            )
        )
    gone = []
    words = []
    for pair in seen["cancelled"]:
        if pair["count"]:
            one, other = pair["symbols"]
            gone += [one, other] * pair["count"]
            words.append(f"{_counted([one] * pair['count'])} against {other}")
    if gone:
        stages.append(Stage("cancelled", "; ".join(words), (), tuple(gone)))
    net = pool.outcome(tuple(faces))
    left = ["success" if net.success > 0 else "failure"] * abs(net.success)
    left += ["boon" if net.boon > 0 else "bane"] * abs(net.boon)
    left += ["breakthrough"] * net.breakthrough + ["calamity"] * net.calamity
    result = "a success" if net.success >= 1 else "a failure"
    if question.id.rule.startswith("ix.initiative."):
        result = "counted"  # it is not made against anything and cannot fail
    read = f"{result}: {_counted(left)}" if left else f"{result}: nothing is left"
    stages.append(Stage("read", read, tuple(left)))
    return stages


_PLURALS = {"success": "successes", "calamity": "calamities"}


def _counted(symbols: Sequence[str]) -> str:
    """Symbols in words, each kind with its number."""
    parts = []
    for symbol in dict.fromkeys(symbols):
        number = symbols.count(symbol)
        parts.append(f"{number} {symbol if number == 1 else _PLURALS.get(symbol, symbol + 's')}")
    return ", ".join(parts)
