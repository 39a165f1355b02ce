"""Sheets: what a system shows of a fight, in forms that no page has to know by name.

A system turns its state into cards of tracks (a bounded number), tags (a condition, a stance) and
lines (a label and a text), into the order of the round, a map and counters. `view` decides how
much of each a seat gets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import hypot
from typing import Any, TypeAlias


@dataclass(slots=True)
class Track:
    """A bounded number such as health: `low` to `high`, both reachable; `word` says it roughly."""

    name: str
    value: int
    high: int
    low: int = 0
    word: str = ""
    rule: str = ""


@dataclass(slots=True)
class OfTwo:
    """What a `Setting` of words that holds between two combatants can be: one of `choices`, or a
    whole number from 0 to `high`.

    It is set as "OTHER from WHO: half", or "as it is" to unsay it; where it `may_be_of_all`, also
    as "OTHER: half", said of everybody. `said` has what has been said so far: other, who ("" for
    everybody) and what.
    """

    choices: tuple[str, ...] = ()
    high: int = 0
    may_be_of_all: bool = False
    said: tuple[tuple[str, str, str], ...] = ()


@dataclass(slots=True)
class Setting:
    """Something of the scene as a whole that the GM may set now (the edit "set" of nobody).

    It is one of `choices`; or a whole number from `low` to `high`, if they differ; or else words of
    the GM's own, which may be `of_two`. `value` is how it stands, "" where there is nothing to say.
    """

    name: str
    value: int | str = ""
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    label: str = ""
    of_two: OfTwo | None = None


@dataclass(slots=True)
class Tag:
    """Something that holds at the moment: what it does is its rule, `until` says when it ends.

    `about` are the ids of the others whom the name tells of: who may not know of one of them does
    not get the tag. `secret` tags are for the combatant's own side.
    """

    name: str
    rule: str
    until: str = ""
    secret: bool = False
    about: tuple[str, ...] = ()


@dataclass(slots=True)
class Line:
    """A label and a text, such as a weapon; `secret` and `about` are as a tag's."""

    label: str
    text: str
    secret: bool = False
    about: tuple[str, ...] = ()


@dataclass(slots=True)
class Sheet:
    """One card. `state` is a word for whether and how the combatant takes part ("up", "down")."""

    who: str
    name: str
    side: str
    kind: str
    state: str
    tracks: list[Track] = field(default_factory=list)
    tags: list[Tag] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)

    def dump(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "name": self.name,
            "side": self.side,
            "kind": self.kind,
            "state": self.state,
            "tracks": [
                {"name": t.name, "value": t.value, "low": t.low, "high": t.high, "word": t.word}
                for t in self.tracks
            ],
            "tags": [{"name": t.name, "rule": t.rule, "until": t.until} for t in self.tags],
            "lines": [{"label": line.label, "text": line.text} for line in self.lines],
        }


@dataclass(slots=True)
class Slot:
    """A place in the order of the round: who may fill it, and whether it is over.

    A slot that `is_open` belongs to a `side`, and one of `who` is still to take it; pages show it
    as the side's, not as somebody's.
    """

    id: str
    who: tuple[str, ...]
    label: str = ""
    state: str = "waiting"
    """"waiting", "acting" or "done"."""
    side: str = ""
    is_open: bool = False
    before: tuple[str, ...] = ()
    """The slots that the GM may move this one before, "" for the end; empty: it stays."""


@dataclass(slots=True)
class Order:
    """The order of the round as data: slots in order; a slot may stand for several candidates."""

    round: int
    slots: list[Slot] = field(default_factory=list)

    def dump(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "slots": [
                {
                    "id": s.id,
                    "who": list(s.who),
                    "label": s.label,
                    "state": s.state,
                    "side": s.side,
                    "open": s.is_open,
                    "before": list(s.before),
                }
                for s in self.slots
            ],
        }


def counter_data(counter: Track) -> dict[str, Any]:
    """A counter of the fight as a whole, as plain data."""
    return {
        "name": counter.name,
        "value": counter.value,
        "low": counter.low,
        "high": counter.high,
        "word": counter.word,
        "rule": counter.rule,
    }


Spot: TypeAlias = tuple[float, float]
"""A place on a map: x to the right, y up, in the unit of the map. On a line y is 0."""


@dataclass(slots=True)
class Point:
    """Somebody or something that stands at a spot.

    `id` is the combatant's, or a name of its own for a thing; `side` is empty for a thing. `reach`
    is how far it acts from there, 0 for what has none. `note` is a word or two, such as "on a
    roof". `level` is how high it is there, a place in `Map.levels`. `about` is as a tag's.
    """

    id: str
    label: str
    at: Spot
    side: str = ""
    reach: float = 0
    is_up: bool = True
    note: str = ""
    about: tuple[str, ...] = ()
    level: int = 0


@dataclass(slots=True)
class Mark:
    """A line through `spots`, the area within them if it `is_closed`, or a circle of `radius`
    about the only one. `secret` marks are the GM's; `about` is as a tag's.
    """

    label: str
    spots: tuple[Spot, ...]
    radius: float = 0
    is_closed: bool = False
    secret: bool = False
    about: tuple[str, ...] = ()


@dataclass(slots=True)
class Map:
    """Where everybody is: in a plane, or along a line (`is_line`).

    `unit` is the plural of what distances are counted in ("feet", "steps"). `bands` name the
    distances that the rules tell apart, each (up to and with, name), rising; the last holds for
    all that is farther. Where it counts in `squares` a diagonal step is a step.

    `levels` name the heights that the rules tell apart, the lowest first; a seat gets those that
    somebody it knows of is at, and those below. `called` has the name of the distance of two
    points, in the order in which they stand in `points`, that are closer or farther than the spots
    tell.
    """

    unit: str
    points: list[Point] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    bands: tuple[tuple[float, str], ...] = ()
    is_line: bool = False
    title: str = ""
    squares: bool = False
    levels: tuple[str, ...] = ()
    called: dict[tuple[str, str], str] = field(default_factory=dict)

    def distance(self, one: Point, other: Point) -> float:
        """How far apart two points are."""
        across, along = abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1])
        return max(across, along) if self.squares else hypot(across, along)

    def band(self, distance: float) -> str:
        """What the rules call that distance, "" if the map has no names for distances."""
        named = (name for most, name in self.bands if distance <= most)
        return next(named, self.bands[-1][1] if self.bands else "")

    def dump(self) -> dict[str, Any]:
        """The map as plain data; `apart` has the distance of each two who stand on it."""
        people = [point for point in self.points if point.side]
        highest = max((point.level for point in self.points), default=0)
        return {
            "title": self.title,
            "unit": self.unit,
            "line": self.is_line,
            "squares": self.squares,
            "bands": [list(band) for band in self.bands],
            "levels": list(self.levels[: highest + 1]) if highest else [],
            "points": [
                {
                    "id": p.id,
                    "label": p.label,
                    "at": list(p.at),
                    "side": p.side,
                    "reach": p.reach,
                    "up": p.is_up,
                    "note": p.note,
                    "level": p.level,
                }
                for p in self.points
            ],
            "marks": [
                {
                    "label": m.label,
                    "spots": [list(spot) for spot in m.spots],
                    "radius": m.radius,
                    "closed": m.is_closed,
                }
                for m in self.marks
            ],
            "apart": [
                {
                    "who": [one.id, other.id],
                    "distance": far,
                    "band": self.called.get((one.id, other.id)) or self.band(far),
                }
                for at, one in enumerate(people)
                for other in people[at + 1 :]
                for far in (round(self.distance(one, other), 1),)
            ],
        }
