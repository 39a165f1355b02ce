"""What social encounters, journeys and gaps of downtime are made of.

None of them changes in place: what changes is replaced, so that copies of a fight may share them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis in play in a social encounter: `at` is its place among the `steps`, worst first.

    `goal` is the step that it has to reach, -1 for one that only may move; `known` whether the
    players know where it stands; `lasting` who has seen to it that what was won on it holds beyond
    the scene; `spoiled` whether it is shifted no more.
    """

    id: str
    name: str
    steps: tuple[str, ...]
    at: int
    goal: int = -1
    known: bool = True
    lasting: str = ""
    spoiled: bool = False


@dataclass(frozen=True, slots=True)
class Talk:
    """A social encounter: whom it is with, how many rounds it may take (0: any number).

    `round` is the one that runs; `acted` have had their action in it; `speaking` takes it now.
    `openings` are (side, who made it) for the next ally's action; `resists` the persons toward whom
    the next action is harder.
    """

    persons: tuple[str, ...] = ()
    limit: int = 0
    round: int = 1
    acted: tuple[str, ...] = ()
    speaking: str = ""
    openings: tuple[tuple[str, str], ...] = ()
    resists: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey that is played: `by` is a row of tables.travel-speed.

    `stretches` are (miles, row of tables.terrain, trackless, hard to see, name) in order; `covered`
    the miles behind the party, an exact fraction as text; `limit` the days that it may take (0: any
    number). `part` of the day is "day", "evening" or "night"; `lost` are hours still to be taken
    off; `broken_into` whether something has broken into this day.
    """

    by: str
    stretches: tuple[tuple[int, str, bool, bool, str], ...]
    covered: str = "0"
    limit: int = 0
    day: int = 1
    part: str = "day"
    lost: int = 0
    broken_into: bool = False
    safe: bool = True


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap of downtime: who has had its activity, which languages are to be learned and what
    can be made there.

    `nights` are the full rests that the GM lets pass, -1 while that is not said. `languages` are
    (name, the languages it is related to, with commas between), `crafts` (name, price, skill).
    """

    weeks: int = 1
    done: tuple[str, ...] = ()
    nights: int = -1
    languages: tuple[tuple[str, str], ...] = ()
    crafts: tuple[tuple[str, int, str], ...] = ()
