"""What may come of an option, before somebody commits to it.

A preview runs from the choice to the end of the action, and on to what is already owed for it
(`System.settle`). Its probabilities are exact as long as there are at most `LEAVES` ways for it
to turn out; beyond that it samples and gives intervals.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.keys import Key
from affray.kernel.policy import Policy
from affray.kernel.question import Answer, Entry, Question, Refused
from affray.kernel.running import advance, settle
from affray.kernel.sheet import Sheet
from affray.kernel.system import System
from affray.kernel.view import Seat
from affray.tables.ahead import AheadTable, Branching, Sampling
from affray.tables.play import Play
from affray.tables.replay import ReplayMismatch

LEAVES = 20_000
SAMPLES = 2_000


@dataclass(slots=True)
class Change:
    """How a track of a combatant may change: mean and standard deviation of after less before.

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

    `readings` has, for each roll by its rule and roller, the chance of each reading, and `judged`
    are those of them that are read against a number of somebody's;
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
    ways = list(_ways(play.system, state, entries, heroes, gm, leaves))
    exact = len(ways) <= leaves
    if not exact:
        source = random.Random(seed)
        ways = [
            (
                Fraction(1, samples),
                *_look(play.system, state, entries, heroes, gm, Sampling(source)),
            )
            for _ in range(samples)
        ]
    return _summed(play.system, play.fight, key or (), ways, exact, (heroes.name, gm.name))


_Way = tuple[Fraction, Fight[Any], AheadTable]


def _look(
    system: System[Any],
    state: Fight[Any],
    entries: list[Entry],
    heroes: Policy,
    gm: Policy,
    chance: Branching | Sampling,
) -> tuple[Fight[Any], AheadTable]:
    fight: Fight[Any] = system.copy(state)
    table = AheadTable(system, fight, entries, heroes, gm, chance)
    advance(system, fight, table)
    if table.taken < len(entries):
        raise ReplayMismatch(entries[table.taken], "nothing more in this step")
    settle(system, fight, table)
    return fight, table


def _ways(
    system: System[Any],
    state: Fight[Any],
    entries: list[Entry],
    heroes: Policy,
    gm: Policy,
    budget: int,
) -> Iterator[_Way]:
    """Every way for it to turn out, one more than the budget at most."""
    pending: list[tuple[int, ...]] = [()]
    walked = 0
    while pending and walked <= budget:
        walked += 1
        chance = Branching(pending.pop())
        fight, table = _look(system, state, entries, heroes, gm, chance)
        pending.extend(chance.others())
        yield chance.weight(), fight, table


def _summed(
    system: System[Any],
    before: Fight[Any],
    key: Key,
    ways: list[_Way],
    exact: bool,
    policies: tuple[str, str],
) -> Preview:
    # A system whose sheets take long to write may have `outlines`, with state and tracks alone.
    sheets = getattr(system, "outlines", system.sheets)
    then = {sheet.who: sheet for sheet in sheets(before)}
    readings: dict[tuple[str, str], dict[Any, Fraction]] = {}
    states: dict[tuple[str, str], Fraction] = {}
    first: dict[tuple[str, str], Fraction] = {}
    second: dict[tuple[str, str], Fraction] = {}
    defaults: dict[str, None] = {}
    judged: set[tuple[str, str]] = set()
    for weight, fight, table in ways:
        judged |= table.judged
        seen = set()
        for rule, who, reading in table.rolled:
            if (rule, who) not in seen:
                seen.add((rule, who))
                found = readings.setdefault((rule, who), {})
                found[reading] = found.get(reading, Fraction(0)) + weight
        told = [question.id.rule for taken, question in table.defaulted if taken == table.taken]
        defaults.update(dict.fromkeys([*table.defaults, *told]))
        for sheet in sheets(fight):
            was = then.get(sheet.who)
            if was is None:
                continue
            if sheet.state != was.state:
                at = (sheet.who, sheet.state)
                states[at] = states.get(at, Fraction(0)) + weight
            for track, change in _changes(was, sheet):
                if not change:
                    continue
                at = (sheet.who, track)
                first[at] = first.get(at, Fraction(0)) + weight * change
                second[at] = second.get(at, Fraction(0)) + weight * change * change
    many = len(ways)

    def chance(p: Fraction) -> Chance:
        if exact:
            return Chance(p)
        return Chance(float(p), 1.96 * sqrt(float(p) * (1 - float(p)) / many + 1 / many**2))

    result = Preview(key, exact, many, policies, defaults=tuple(defaults), judged=frozenset(judged))
    for roll, found in readings.items():
        result.readings[roll] = {reading: chance(p) for reading, p in found.items()}
    result.states = {at: chance(p) for at, p in states.items()}
    for at in ((sheet.who, track.name) for sheet in then.values() for track in sheet.tracks):
        if at in first:
            mean = first[at]
            sd = sqrt(max(0.0, float(second[at] - mean * mean)))
            error = 0.0 if exact else 1.96 * sd / sqrt(many)
            result.changes.append(Change(*at, float(mean), sd, error))
    return result


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
    if seat.is_gm or all(fight.shows_numbers(c.id) for c in fight.here()):
        return found
    return _own_rolls(found, fight)


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
    return Preview(found.key, found.exact, max(1, ways), found.policies, readings)
