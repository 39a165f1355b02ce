"""What a ledger holds: rules, tables, values and switches, found by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeVar, get_args

from affray.kernel.rulebook.faults import UnknownName, UnknownRule, near_matches

Basis = Literal["stated", "inferred", "filled"]
Kind = Literal["rule", "ruling", "note"]
Mode = Literal["ask", "tell", "once"]
Number = int | tuple[int, ...]
Row = Mapping[str, Any]

BASES: Final = get_args(Basis)
KINDS: Final = get_args(Kind)
MODES: Final = get_args(Mode)

SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of a ledger.

    `basis` says how far the text carries it: *stated*, *inferred* from the context, or *filled* by
    us where the text was lost; `why` gives the reason for the last two and is empty for the first.
    A rule of kind *ruling* has a `default` (what holds when nobody is asked) and the shipped
    `mode`; the default is empty and the mode None otherwise. A *note* needs no proof.
    """

    id: str
    says: str
    source: str
    basis: Basis
    why: str
    kind: Kind
    default: str
    mode: Mode | None

    @property
    def area(self) -> str:
        """The second word of the id, and the name of the module that holds the rule."""
        return self.id.split(".")[1]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a ledger: rows of plain data, each with an id unique within the table."""

    name: str
    title: str
    basis: Basis
    why: str
    rules: tuple[str, ...]
    source: str
    rows: tuple[Row, ...]
    _by_id: dict[str, Row] = field(repr=False, compare=False)

    def row(self, row_id: str) -> Row:
        """The row of that id; raises `UnknownName`."""
        try:
            return self._by_id[row_id]
        except KeyError:
            what = f"row of tables.{self.name} with the id"
            raise UnknownName(what, row_id, near_matches(row_id, self._by_id)) from None

    def basis_of(self, row_id: str) -> tuple[Basis, str]:
        """Basis and why of a row: its own where it has them, else those of its table."""
        row = self.row(row_id)
        return (row["basis"], row.get("why", "")) if "basis" in row else (self.basis, self.why)


@dataclass(frozen=True, slots=True)
class Value:
    """A number of the system that a table may change: one whole number, or a fixed row of them."""

    id: str
    value: Number
    unit: str
    basis: Basis
    why: str
    rule: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A doubt of the text with the readings a table may choose from; `does` explains the others."""

    id: str
    question: str
    options: tuple[str, ...]
    default: str
    does: str
    rule: str

    @property
    def is_yes_or_no(self) -> bool:
        return set(self.options) == {"yes", "no"}


class Rulebook:
    """The rules of one system as data. Treat it as immutable: every fight of a system shares it.

    `rules` are in the order of the ledger; `areas` groups them by the second word of their ids;
    `tables`, `values` and `switches` are by name.
    """

    __slots__ = ("_by_id", "areas", "rules", "switches", "system", "tables", "values", "version")

    def __init__(
        self,
        system: str,
        rules: Iterable[Rule],
        tables: Iterable[Table],
        values: Iterable[Value],
        switches: Iterable[Switch],
        version: str,
    ) -> None:
        self.system = system
        self.rules: tuple[Rule, ...] = tuple(rules)
        self.tables: Mapping[str, Table] = {table.name: table for table in tables}
        self.values: Mapping[str, Value] = {value.id: value for value in values}
        self.switches: Mapping[str, Switch] = {switch.id: switch for switch in switches}
        self.version = version
        self._by_id = {rule.id: rule for rule in self.rules}
        areas: dict[str, tuple[Rule, ...]] = {}
        for rule in self.rules:
            areas[rule.area] = (*areas.get(rule.area, ()), rule)
        self.areas: Mapping[str, tuple[Rule, ...]] = areas

    @classmethod
    def from_toml(cls, text: str, where: str) -> Rulebook:
        """The rulebook written in `text`; `where` names the text in errors, a file name say.

        Raises `LedgerError` with every fault of shape at once. Whether the references inside the
        words of a ledger resolve is left to `affray.testing.ledger`, which a test calls.
        """

        from affray.kernel.rulebook.reader import LedgerReader  # which makes what stands here

        return LedgerReader(where).read(text)

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._by_id

    def __repr__(self) -> str:
        return f"<Rulebook {self.system}: {len(self.rules)} rules, {len(self.tables)} tables>"

    def rule(self, rule_id: str) -> Rule:
        """The rule of that id; raises `UnknownRule` with near matches."""
        try:
            return self._by_id[rule_id]
        except KeyError:
            what = f"rule of {self.system} with the id"
            raise UnknownRule(what, rule_id, near_matches(rule_id, self._by_id)) from None

    def table(self, name: str) -> Table:
        """The table of that name (without ``tables.``); raises `UnknownName`."""
        return named(f"table of {self.system} called", name, self.tables)

    def value(self, value_id: str) -> Value:
        """The value of that id as the book has it; raises `UnknownName`."""
        return named(f"value of {self.system} called", value_id, self.values)

    def switch(self, switch_id: str) -> Switch:
        """The switch of that id; raises `UnknownName`."""
        return named(f"switch of {self.system} called", switch_id, self.switches)

    def search(self, words: str) -> list[Rule]:
        """The rules in which all the words occur, in any case and as parts of longer words.

        Words found in the id count most, then those in what the rule says (or its default), then in
        its source, then in its why; among equals the order of the ledger stands.
        """
        wanted = words.casefold().split()
        if not wanted:
            return []
        found: list[tuple[list[int], Rule]] = []
        for rule in self.rules:
            texts = (rule.id, f"{rule.says}\n{rule.default}", rule.source, rule.why)
            folded = [text.casefold() for text in texts]
            if all(any(word in text for text in folded) for word in wanted):
                found.append(([-sum(word in text for word in wanted) for text in folded], rule))
        found.sort(key=lambda scored: scored[0])
        return [rule for _, rule in found]


T = TypeVar("T")


def named(what: str, name: str, things: Mapping[str, T]) -> T:
    try:
        return things[name]
    except KeyError:
        raise UnknownName(what, name, near_matches(name, things)) from None
