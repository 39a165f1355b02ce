"""What may come of an option, before somebody commits to it.

A preview runs from the choice to the end of the action, and on to what is already owed for it
(`System.settle`). Its probabilities are exact as long as there are at most `LEAVES` ways for it
to turn out (fewer, if the system says so); beyond that the likeliest ways are walked through, the
rest is sampled, and what hangs on it has an interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from affray.dice import Distribution, JudgedPool
from affray.kernel.fight import Fight
from affray.kernel.keys import Key
from affray.kernel.policy import Policy
from affray.kernel.question import Answer, Entry, Question, Refused
from affray.kernel.sheet import Sheet
from affray.kernel.system import System
from affray.kernel.view import Seat
from affray.odds.ways import Walk, Way
from affray.tables.play import Play
from affray.tables.replay import ReplayMismatch

LEAVES = 20_000
SAMPLES = 2_000


@dataclass(slots=True)
class Change:
    """How a track of a combatant may change: mean and standard deviation of after less before.
    Nobody (`who` of "") has the counters of the fight as a whole.

    `error` is the half width of a 95 % interval for the mean, 0 if it is exact.
    """

    who: str
    track: str
    mean: float
    sd: float
    error: float = 0.0


@dataclass(slots=True)
class Chance:
    """A probability: exact as a fraction, or estimated with the half width of a 95 % interval."""

    p: Fraction | float
    error: float = 0.0


@dataclass(slots=True)
class Preview:
    """What may come of an option.

    `leaves` are the ways looked through, `exact` says whether they were all. `readings` has, for
    each roll by its rule and roller, the chance of each reading (of the first roll it is always
    exact), and `judged` are those of them that are read against a number of somebody's;
    `states` the chance that a combatant ends in another state ("down", say); `policies` who made
    the choices after it; `defaults` which rulings took their default on some way.
    """

    key: Key
    exact: bool
    leaves: int
    policies: tuple[str, str]
    readings: dict[tuple[str, str], dict[Any, Chance]] = field(default_factory=dict)
    changes: list[Change] = field(default_factory=list)
    states: dict[tuple[str, str], Chance] = field(default_factory=dict)
    defaults: tuple[str, ...] = ()
    judged: frozenset[tuple[str, str]] = frozenset()

    def dump(self) -> dict[str, Any]:
        """The preview as plain data; exact probabilities as fractions and as numbers."""

        def chance(one: Chance) -> dict[str, Any]:
            data: dict[str, Any] = {"p": float(one.p)}
            if isinstance(one.p, Fraction):
                data["exact"] = f"{one.p.numerator}/{one.p.denominator}"
            else:
                data["error"] = one.error
            return data

        return {
            "key": list(self.key),
            "exact": self.exact,
            "leaves": self.leaves,
            "policies": {"heroes": self.policies[0], "gm": self.policies[1]},
            "rolls": [
                {
                    "rule": rule,
                    "who": who,
                    "readings": [
                        {"reading": list(r) if isinstance(r, tuple) else r, **chance(one)}
                        for r, one in found.items()
                    ],
                }
                for (rule, who), found in self.readings.items()
            ],
            "changes": [
                {"who": c.who, "track": c.track, "mean": c.mean, "sd": c.sd, "error": c.error}
                for c in self.changes
            ],
            "states": [
                {"who": who, "state": state, **chance(one)}
                for (who, state), one in self.states.items()
            ],
            "rulings_defaulted": list(self.defaults),
        }


def preview(
    play: Play,
    question: Question,
    key: Key | None,
    heroes: Policy,
    gm: Policy,
    *,
    leaves: int = LEAVES,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Preview:
    """What may come of answering an open question with `key` (None: of rolling its dice).

    `play` is not changed. Raises `Refused` if the key is no option, or if the question is secret.
    """
    if question.secret:
        why = "What others have locked in is secret, and what comes of this hangs on it."
        raise Refused("illegal", why)
    state, entries = play.open_step()
    if key is not None:
        entries.append(Answer(question.id, key, "preview"))
    walk = Walk(play.system, state, entries, heroes, gm)
    known = _Sums(play.system, play.fight)
    for way in walk.likeliest(min(leaves, play.system.preview_leaves)):
        known.add(way)
    drawn = _Sums(play.system, play.fight)
    rest = 0.0
    if not walk.is_over:
        rest = float(1 - sum(Fraction(above, below) for below, above in known.weights.items()))
        for way in walk.rest(rest, samples, seed):
            drawn.add(way)
    return _preview(key or (), walk, known, drawn, rest, (heroes.name, gm.name))


Weights = dict[int, int]
"""A sum of chances: for each number below the line, what adds up above it."""


class _Sums:
    """What came of ways that are added one by one."""

    def __init__(self, system: System[Any], before: Fight[Any]) -> None:
        # A system whose sheets take long to write may have `outlines`, with state and tracks alone.
        self._sheets = getattr(system, "outlines", system.sheets)
        self.before: dict[str, Sheet] = {sheet.who: sheet for sheet in self._sheets(before)}
        self._counters = system.counters
        self.shared = {track.name: track.value for track in system.counters(before)}
        self.ways = 0
        self.weights: Weights = {}
        self.readings: dict[tuple[str, str], dict[Any, Weights]] = {}
        self.states: dict[tuple[str, str], Weights] = {}
        self.first: dict[tuple[str, str], Weights] = {}
        """Change times chance, for each who and track."""
        self.second: dict[tuple[str, str], Weights] = {}
        """The square of the change times chance."""
        self.defaults: dict[str, None] = {}
        self.judged: set[tuple[str, str]] = set()

    def add(self, way: Way) -> None:
        table, above, below = way.table, way.above, way.below
        self.ways += 1
        _add(self.weights, above, below)
        self.judged |= table.judged
        seen = set()
        for rule, who, reading in table.rolled:
            if (rule, who) not in seen:
                seen.add((rule, who))
                found = self.readings.setdefault((rule, who), {})
                _add(found.setdefault(reading, {}), above, below)
        told = [question.id.rule for taken, question in table.defaulted if taken == table.taken]
        self.defaults.update(dict.fromkeys([*table.defaults, *told]))
        for sheet in self._sheets(way.fight):
            was = self.before.get(sheet.who)
            if was is None:
                continue
            if sheet.state != was.state:
                _add(self.states.setdefault((sheet.who, sheet.state), {}), above, below)
            for track, change in _changes(was, sheet):
                if change:
                    self._add_change((sheet.who, track), change, above, below)
        if self.shared:
            for one in self._counters(way.fight):
                change = one.value - self.shared.get(one.name, one.value)
                if change:
                    self._add_change(("", one.name), change, above, below)

    def _add_change(self, at: tuple[str, str], change: int, above: int, below: int) -> None:
        _add(self.first.setdefault(at, {}), above * change, below)
        _add(self.second.setdefault(at, {}), above * change * change, below)


def _add(weights: Weights, above: int, below: int) -> None:
    weights[below] = weights.get(below, 0) + above


def _sum(weights: Weights | None) -> Fraction:
    if not weights:
        return Fraction(0)
    return sum((Fraction(above, below) for below, above in weights.items()), Fraction(0))


def _preview(
    key: Key,
    walk: Walk,
    known: _Sums,
    drawn: _Sums,
    rest: float,
    policies: tuple[str, str],
) -> Preview:
    """All ways in one: those walked, and those drawn, which stand for the `rest`."""
    many = drawn.ways
    exact = not many

    def chance(walked: Weights | None, sampled: Weights | None) -> Chance:
        p = _sum(walked)
        if exact:
            return Chance(p)
        q = float(_sum(sampled))
        error = 1.96 * rest * sqrt(q * (1 - q) / many + 1 / many**2)
        return Chance(float(p) + rest * q, error)

    result = Preview(
        key,
        exact,
        known.ways + many,
        policies,
        defaults=tuple(known.defaults | drawn.defaults),
        judged=frozenset(known.judged | drawn.judged),
    )
    for roll in known.readings | drawn.readings:
        walked, sampled = known.readings.get(roll, {}), drawn.readings.get(roll, {})
        if walk.first is not None and not result.readings:
            # The first roll is the same on all ways: its chances are exact, whatever follows.
            total = walk.first.total
            result.readings[roll] = {
                reading: Chance(Fraction(count, total)) for reading, count in walk.first.readings
            }
            continue
        result.readings[roll] = {
            reading: chance(walked.get(reading), sampled.get(reading))
            for reading in walked | sampled
        }
    for at in known.states | drawn.states:
        result.states[at] = chance(known.states.get(at), drawn.states.get(at))
    moved = known.first | drawn.first
    tracks = [(who, track.name) for who, s in known.before.items() for track in s.tracks]
    for at in [*tracks, *(("", name) for name in known.shared)]:
        if at in moved:
            result.changes.append(_change(at, known, drawn, rest))
    return result


def _change(at: tuple[str, str], known: _Sums, drawn: _Sums, rest: float) -> Change:
    mean, second = _sum(known.first.get(at)), _sum(known.second.get(at))
    if not drawn.ways:
        return Change(*at, float(mean), sqrt(max(0.0, float(second - mean * mean))))
    there = float(_sum(drawn.first.get(at)))
    square = float(_sum(drawn.second.get(at)))
    spread = sqrt(max(0.0, square - there * there))
    about = float(mean) + rest * there
    sd = sqrt(max(0.0, float(second) + rest * square - about * about))
    return Change(*at, about, sd, 1.96 * rest * spread / sqrt(drawn.ways))


def _changes(before: Sheet, after: Sheet) -> Iterator[tuple[str, int]]:
    values = {track.name: track.value for track in before.tracks}
    for track in after.tracks:
        if track.name in values:
            yield track.name, track.value - values[track.name]


@dataclass(slots=True)
class _Unseen:
    """A fight in play as whoever does not know of the hidden takes it to be."""

    system: System[Any]
    fight: Fight[Any]
    state: Fight[Any]
    entries: list[Entry]

    def open_step(self) -> tuple[Fight[Any], list[Entry]]:
        return self.system.copy(self.state), list(self.entries)


def preview_for(
    play: Play,
    question: Question,
    key: Key | None,
    heroes: Policy,
    gm: Policy,
    seat: Seat,
    *,
    leaves: int = LEAVES,
    samples: int = SAMPLES,
) -> Preview:
    """What `preview` finds, as far as the seat may know of it.

    Who does not know of somebody hidden gets what would come of the option without them: the same
    as if they were not there. Raises as `preview` does.
    """
    unseen = [c.id for c in play.fight.here() if c.hidden and c.id not in seat.holds]
    if seat.is_gm or not unseen:
        found = preview(play, question, key, heroes, gm, leaves=leaves, samples=samples)
        return for_seat(found, play.fight, seat)
    state, entries = play.open_step()
    known = _Unseen(
        play.system,
        _without(play.system, play.fight, unseen),
        _without(play.system, state, unseen),
        entries,
    )
    try:
        found = preview(
            known,  # type: ignore[arg-type]
            question,
            key,
            heroes,
            gm,
            leaves=leaves,
            samples=samples,
        )
    except (ReplayMismatch, Refused):
        # Somebody hidden has had a part in the open step already.
        found = preview(play, question, key, heroes, gm, leaves=leaves, samples=samples)
        return _own_rolls(found, play.fight)
    return for_seat(found, known.fight, seat)


def _without(system: System[Any], fight: Fight[Any], unseen: Sequence[str]) -> Fight[Any]:
    copy: Fight[Any] = system.copy(fight)
    for who in unseen:
        if who in copy.combatants:
            copy[who].removed = True
    return copy


def for_seat(found: Preview, fight: Fight[Any], seat: Seat) -> Preview:
    """The parts of a preview into which no number enters that the seat may not know.

    As soon as anybody's numbers are veiled, what they do to others would tell of them; so a seat
    other than the GM's then gets the readings of the rolls of its own side alone.
    """
    return _own_rolls(found, fight) if _is_veiled(fight, seat) else found


def readings_for(
    system: System[Any], question: Question, fight: Fight[Any], seat: Seat
) -> Distribution[Any] | None:
    """How an open roll may be read, with exact weights; None if that would tell the seat of a
    number that it may not know. Raises ValueError if the question is no roll."""
    if question.pool is None or question.read is None:
        raise ValueError(f"{question.id} is no roll")
    if (
        isinstance(question.pool, JudgedPool)
        and _is_veiled(fight, seat)
        and not _is_told(system, question, fight, seat)
    ):
        return None
    return question.pool.readings(question.read)


def _is_told(system: System[Any], question: Question, fight: Fight[Any], seat: Seat) -> bool:
    """Whether the system says what the dice are held against, and the seat may know all of it."""
    held = [part.of for part in system.explain_pool(fight, question) if part.against]
    return bool(held) and all(seat.sees_numbers(fight, of) for of in held)


def _is_veiled(fight: Fight[Any], seat: Seat) -> bool:
    return not (seat.is_gm or all(fight.shows_numbers(c.id) for c in fight.here()))


def _own_rolls(found: Preview, fight: Fight[Any]) -> Preview:
    """The readings of the first roll if a hero makes it; how many ways there are to go on from
    there would tell of the others, and so would dice that are read against what they have."""
    readings = {
        (rule, who): chances
        for (rule, who), chances in found.readings.items()
        if fight[who].side == "heroes"
        and next(iter(found.readings)) == (rule, who)
        and (rule, who) not in found.judged
    }
    ways = sum(len(chances) for chances in readings.values())
    return Preview(found.key, True, max(1, ways), found.policies, readings)
