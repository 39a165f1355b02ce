"""What can be wrong in a text that people write, and names that nobody knows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_FAULTS_TOLD = 50


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in a file: the place, what is wrong there, and how to put it right."""

    place: str
    fault: str
    cure: str

    def __str__(self) -> str:
        return f"{self.place}: {self.fault}. {self.cure}"


class FaultyText(ValueError):  # noqa: N818 (the fault lies in what a person wrote)
    """A text that people write has faults; `faults` holds all of them, the message the first 50."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        lines = [str(fault) for fault in self.faults[:_FAULTS_TOLD]]
        if len(self.faults) > _FAULTS_TOLD:
            lines.append(f"... and {len(self.faults) - _FAULTS_TOLD} more faults of this kind.")
        super().__init__("\n".join(lines))


class LedgerError(FaultyText):
    """A ledger is not in the shape that all ledgers share, or a record asks for what it lacks."""


class HouseRulesError(FaultyText):
    """House rules that this rulebook cannot follow."""


class UnknownName(LookupError):  # noqa: N818 (named for what happened, as UnknownRule is)
    """The rulebook holds no rule, table, row, value or switch of that name; `near` are guesses."""

    def __init__(self, what: str, name: str, near: tuple[str, ...]) -> None:
        self.what = what
        self.name = name
        self.near = near
        super().__init__(f"There is no {what} {short(name)}. {meant(near)}".rstrip())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.what, self.name, self.near)


class UnknownRule(UnknownName):
    """No rule has that id."""


def near_matches(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Up to three of `names` that somebody who wrote `name` may have meant, the likeliest first."""
    from difflib import get_close_matches  # only people's mistakes need it

    candidates = list(names)
    close = get_close_matches(name[:100], candidates, n=3)
    tail = name.rpartition(".")[2]
    if len(tail) > 2:
        close += [c for c in candidates if tail in c.rpartition(".")[2] and c not in close]
    return tuple(close[:3])


def meant(near: Iterable[str]) -> str:
    """`Did you mean a or b?`, or nothing."""
    guesses = " or ".join(near)
    return f"Did you mean {guesses}?" if guesses else ""


def short(value: object) -> str:
    """A value as an error quotes it, cut to 60 letters, with nothing that moves the cursor."""
    if isinstance(value, bool):
        text = str(value).lower()
    elif isinstance(value, str):
        text = value
    elif isinstance(value, Mapping):
        text = "a table"
    elif isinstance(value, list):
        text = "a list"
    else:
        text = repr(value)
    text = "".join(letter if letter.isprintable() else "?" for letter in text[:61])
    return text if len(text) <= 60 else text[:57] + "..."
