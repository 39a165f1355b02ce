"""Sheets: a combatant as a card shows it, in forms that no page has to know by name.

A system turns its state into tracks (a bounded number), tags (a condition, a stance) and lines (a
label and a text). `view` decides how much of a sheet a seat gets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


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
    """A place in the order of the round: who may fill it, and whether it is over."""

    id: str
    who: tuple[str, ...]
    label: str = ""
    state: str = "waiting"
    """"waiting", "acting" or "done"."""


@dataclass(slots=True)
class Order:
    """The order of the round as data: slots in order; a slot may stand for several candidates."""

    round: int
    slots: list[Slot] = field(default_factory=list)

    def dump(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "slots": [
                {"id": s.id, "who": list(s.who), "label": s.label, "state": s.state}
                for s in self.slots
            ],
        }
