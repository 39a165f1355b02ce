"""What the store tells of fights and parties."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass(slots=True, frozen=True)
class FightRecord:
    """A fight in the list; times are UTC in ISO 8601.

    `result` is None while it is being fought; `is_closed` says that what comes after it is done
    too. `entries` counts the entries of its log, undone ones included.
    """

    id: int
    system: str
    title: str
    begun: str
    touched: str
    round: int
    result: str | None
    is_closed: bool
    archived: bool
    party: int
    entries: int

    def dump(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(slots=True, frozen=True)
class PartyEntry:
    """A line of a party's history.

    `kind` is "met" (the party as it first came), "fight" (a fight has its result), "after" (what
    comes after it, rest and loot, is done) or "reopened" (the GM has taken the end of a fight
    back). `heroes` are their blocks from then on.
    """

    at: str
    kind: str
    fight: int | None
    result: str | None
    heroes: list[dict[str, Any]]


@dataclass(slots=True, frozen=True)
class PartyRecord:
    """Heroes who go from fight to fight; `heroes` are their blocks as they are now."""

    id: int
    system: str
    name: str
    begun: str
    history: list[PartyEntry] = field(default_factory=list)

    @property
    def heroes(self) -> list[dict[str, Any]]:
        return self.history[-1].heroes

    def dump(self) -> dict[str, Any]:
        return asdict(self)
