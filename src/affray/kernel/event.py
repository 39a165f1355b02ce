"""Events: what has happened, under which rule, with which numbers, and who may know.

An event carries codes and fields; words are made at the edge (`System.phrase`), so that a log can
be read in another language, searched, or counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Field: TypeAlias = Any
"""Plain data: text, whole number, truth value, None, or a list or mapping of them."""

SOMEBODY = "@somebody"
"""Stands in a field for a combatant that the reader may not see."""


@dataclass(slots=True)
class Event:
    """One change.

    `rules` are the ids it cites, the leading one first. `fields` are for everybody in the
    audience; `secret` are numbers that only the GM may know; `unseen` are the ids among the
    fields that stood for hidden combatants when it happened. `audience` is "all" or "gm".
    """

    code: str
    rules: tuple[str, ...]
    fields: dict[str, Field] = field(default_factory=dict)
    secret: dict[str, Field] = field(default_factory=dict)
    unseen: tuple[str, ...] = ()
    audience: str = "all"
    round: int = 0
    step: int = 0

    @property
    def rule(self) -> str:
        return self.rules[0]

    def dump(self) -> dict[str, Any]:
        """Everything, as the GM and a save may have it."""
        data: dict[str, Any] = {"code": self.code, "rule": self.rules[0]}
        if len(self.rules) > 1:
            data["also"] = list(self.rules[1:])
        data |= {"round": self.round, "step": self.step, "fields": self.fields}
        if self.secret:
            data["secret"] = self.secret
        if self.unseen:
            data["unseen"] = list(self.unseen)
        if self.audience != "all":
            data["audience"] = self.audience
        return data

    @classmethod
    def load(cls, data: Mapping[str, Any]) -> Event:
        return cls(
            data["code"],
            (data["rule"], *data.get("also", ())),
            dict(data["fields"]),
            dict(data.get("secret", {})),
            tuple(data.get("unseen", ())),
            data.get("audience", "all"),
            data["round"],
            data["step"],
        )

    def public(self) -> dict[str, Any] | None:
        """What a seat other than the GM's gets: None if the event is not for it."""
        if self.audience != "all":
            return None
        data: dict[str, Any] = {"code": self.code, "rule": self.rules[0]}
        if len(self.rules) > 1:
            data["also"] = list(self.rules[1:])
        data |= {"round": self.round, "step": self.step}
        data["fields"] = _veil(self.fields, self.unseen) if self.unseen else self.fields
        return data


def plain(value: Any) -> Field:
    """A value as plain data, the same before and after JSON: tuples become lists."""
    if value is None or isinstance(value, (str, int)):
        return value
    if isinstance(value, (tuple, list)):
        return [plain(part) for part in value]
    if isinstance(value, Mapping):
        return {str(key): plain(part) for key, part in value.items()}
    return str(value)


def _veil(value: Field, unseen: tuple[str, ...]) -> Field:
    if isinstance(value, str):
        return SOMEBODY if value in unseen else value
    if isinstance(value, Mapping):
        return {_veil(key, unseen): _veil(inner, unseen) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_veil(inner, unseen) for inner in value]
    return value


def ids_in(value: Field) -> list[str]:
    """Every text inside a field, for finding the combatants that it names."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, Mapping):
        return [text for pair in value.items() for inner in pair for text in ids_in(inner)]
    if isinstance(value, (list, tuple)):
        return [text for inner in value for text in ids_in(inner)]
    return []
