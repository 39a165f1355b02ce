"""The rulebook as data: one loader for every system's ledger, and the house rules in force.

A system package reads the text of its own ``rulebook.toml`` and hands it to `Rulebook.from_toml`;
nothing here touches a file. `HouseRules` lays a table's own numbers, readings and ruling modes over
the book, and `fill` turns them into a small typed record that rules can read fast::

    @dataclass(frozen=True, slots=True)
    class Numbers:
        hero_health: int                                    # the value hero-health
        starting_spread: tuple[int, ...]                    # a value that is a list
        enemy_phase: Literal["after-each-hero", "after-all-heroes"]   # a switch
        positions_stack: bool                               # a switch of yes and no

    numbers = fill(Numbers, HouseRules(book))
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import (
    Any,
    ClassVar,
    Final,
    Literal,
    Protocol,
    TypeVar,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

Basis = Literal["stated", "inferred", "filled"]
Kind = Literal["rule", "ruling", "note"]
Mode = Literal["ask", "tell", "once"]
Number = int | tuple[int, ...]
Row = Mapping[str, Any]

BASES: Final = get_args(Basis)
KINDS: Final = get_args(Kind)
MODES: Final = get_args(Mode)
LARGEST: Final = 10_000
"""House rules may set numbers from minus to plus this much."""

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_FAULTS_TOLD = 50


# ---- what can be wrong ----


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
        super().__init__(f"There is no {what} {_short(name)}. {_meant(near)}".rstrip())

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


def _meant(near: tuple[str, ...]) -> str:
    return f"Did you mean {' or '.join(near)}?" if near else ""


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


# ---- what a ledger holds ----


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
    def from_toml(cls, text: str, where: str) -> "Rulebook":
        """The rulebook written in `text`; `where` names the text in errors, a file name say.

        Raises `LedgerError` with every fault of shape at once. Whether the references inside the
        words of a ledger resolve is left to `affray.testing.ledger`, which a test calls.
        """
        return _LedgerReader(where).read(text)

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
        return _named(f"table of {self.system} called", name, self.tables)

    def value(self, value_id: str) -> Value:
        """The value of that id as the book has it; raises `UnknownName`."""
        return _named(f"value of {self.system} called", value_id, self.values)

    def switch(self, switch_id: str) -> Switch:
        """The switch of that id; raises `UnknownName`."""
        return _named(f"switch of {self.system} called", switch_id, self.switches)

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


def _named(what: str, name: str, things: Mapping[str, T]) -> T:
    try:
        return things[name]
    except KeyError:
        raise UnknownName(what, name, near_matches(name, things)) from None


# ---- reading a ledger ----

_RULE_KEYS = ("id", "says", "source", "basis", "why", "kind", "default", "mode")
_TABLE_KEYS = ("title", "basis", "why", "rules", "source", "rows")
_VALUE_KEYS = ("id", "value", "unit", "basis", "why", "rule")
_SWITCH_KEYS = ("id", "question", "options", "default", "does", "rule")


def _toml(text: str, where: str, error: type[FaultyText]) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as fault:  # the latter from thousands of nested brackets
        said = _short(str(fault)) if isinstance(fault, ValueError) else "it nests too deeply"
        cure = "Put the TOML right at that place."
        raise error([Fault(where, f"it is not readable as TOML: {said}", cure)]) from None


def _version(text: str) -> str:
    from hashlib import blake2b

    return blake2b(text.replace("\r\n", "\n").encode(), digest_size=8).hexdigest()


class _LedgerReader:
    """Reads one ledger and gathers its faults; `where` and then the id name the place."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.system = ""
        self.faults: list[Fault] = []
        self.rule_ids: set[str] = set()

    def read(self, text: str) -> Rulebook:
        ledger = _toml(text, self.where, LedgerError)
        self.known_keys("the top", ledger, ("rule", "tables"))
        raw_rules, raw_tables = ledger.get("rule"), ledger.get("tables", {})
        if not isinstance(raw_rules, list) or not raw_rules:
            self.fault("the top", "it has no [[rule]]", "Write each rule under a [[rule]] line.")
            raw_rules = []
        if not isinstance(raw_tables, dict):
            self.fault("tables", "it is no table", "Write each table as [tables.its-name].")
            raw_tables = {}
        rules = [rule for at, raw in enumerate(raw_rules, 1) if (rule := self.rule(at, raw))]
        tables = [table for name, raw in raw_tables.items() if (table := self.table(name, raw))]
        values: list[Value] = []
        switches: list[Switch] = []
        for table in tables:
            if table.name == "values":
                values = [value for row in table.rows if (value := self.value(table, row))]
            elif table.name == "house-rules":
                switches = [switch for row in table.rows if (switch := self.switch(row))]
        if self.faults:
            raise LedgerError(self.faults)
        return Rulebook(self.system, rules, tables, values, switches, _version(text))

    def fault(self, place: str, fault: str, cure: str) -> None:
        self.faults.append(Fault(f"{self.where}, {place}", fault, cure))

    def known_keys(self, place: str, raw: Mapping[str, Any], keys: tuple[str, ...]) -> None:
        for key in raw:
            if key not in keys:
                self.fault(
                    place,
                    f"it has an unknown key {_short(key)}",
                    _meant(near_matches(key, keys)) or f"The keys are {', '.join(keys)}.",
                )

    def text(self, place: str, raw: Mapping[str, Any], key: str) -> str:
        found = raw.get(key)
        if isinstance(found, str) and found.strip():
            return found
        self.fault(place, f"it has no {key}", f'Add {key} = "...", a text that is not empty.')
        return ""

    def one_of(self, place: str, raw: Mapping[str, Any], key: str, choices: tuple[str, ...]) -> str:
        found = raw.get(key)
        if isinstance(found, str) and found in choices:
            return found
        fault = f"its {key} is {_short(found)}" if key in raw else f"it has no {key}"
        self.fault(place, fault, f"Write {key} as one of {', '.join(choices)}.")
        return choices[0]

    def basis(self, place: str, raw: Mapping[str, Any]) -> tuple[Basis, str]:
        basis = cast(Basis, self.one_of(place, raw, "basis", BASES))
        if basis == "stated":
            if "why" in raw:
                self.fault(
                    place,
                    "it has a why although the text states it",
                    "Take the why out, or say that the basis is inferred or filled.",
                )
            return basis, ""
        return basis, self.text(place, raw, "why")

    def known_rule(self, place: str, rule_id: object) -> str:
        if isinstance(rule_id, str) and rule_id in self.rule_ids:
            return rule_id
        near = near_matches(rule_id, self.rule_ids) if isinstance(rule_id, str) else ()
        cure = _meant(near) or "Name a rule of this ledger by its id."
        self.fault(place, f"it names {_short(rule_id)}, which is no rule", cure)
        return ""

    def rule(self, number: int, raw: object) -> Rule | None:
        if not isinstance(raw, dict):
            self.fault(f"rule number {number}", "it is no table", "Write rules as [[rule]] tables.")
            return None
        rule_id = raw.get("id")
        parts = rule_id.split(".") if isinstance(rule_id, str) else []
        if not isinstance(rule_id, str) or len(parts) != 3 or not all(map(_SLUG.match, parts)):
            self.fault(
                f"rule number {number}",
                f"its id is {_short(rule_id)}" if "id" in raw else "it has no id",
                "Write the id as system.area.name, in small letters, digits and hyphens.",
            )
            return None
        place = f"rule {rule_id}"
        self.system = self.system or parts[0]
        if parts[0] != self.system:
            cure = f"Begin the id with {self.system}, or move the rule to its own ledger."
            self.fault(place, f"it is not a rule of {self.system}", cure)
        if rule_id in self.rule_ids:
            self.fault(place, "another rule has the same id", "Give each rule an id of its own.")
        self.rule_ids.add(rule_id)
        self.known_keys(place, raw, _RULE_KEYS)
        says, source = self.text(place, raw, "says"), self.text(place, raw, "source")
        basis, why = self.basis(place, raw)
        kind = cast(Kind, self.one_of(place, raw, "kind", KINDS))
        default, mode = "", None
        if kind == "ruling":
            default = self.text(place, raw, "default")
            mode = cast(Mode, self.one_of(place, raw, "mode", MODES))
        elif "default" in raw or "mode" in raw:
            cure = "Take default and mode out, or make it a ruling."
            self.fault(place, f"it is a {kind} with a default or a mode", cure)
        return Rule(rule_id, says, source, basis, why, kind, default, mode)

    def table(self, name: str, raw: object) -> Table | None:
        place = f"tables.{name}"
        if not isinstance(raw, dict) or not _SLUG.match(name):
            self.fault(
                place,
                "it is not a table with a plain name",
                "Write [tables.its-name], the name in small letters, digits and hyphens.",
            )
            return None
        self.known_keys(place, raw, _TABLE_KEYS)
        title, source = self.text(place, raw, "title"), self.text(place, raw, "source")
        basis, why = self.basis(place, raw)
        served = raw.get("rules")
        if not isinstance(served, list) or not served:
            self.fault(place, "it serves no rule", 'Add rules = ["..."] with the ids it serves.')
            served = []
        rules = tuple(self.known_rule(f"{place}, rules", rule_id) for rule_id in served)
        by_id = self.rows(place, raw.get("rows"))
        return Table(name, title, basis, why, rules, source, tuple(by_id.values()), by_id)

    def rows(self, place: str, raw: object) -> dict[str, Row]:
        if not isinstance(raw, list) or not raw:
            self.fault(place, "it has no rows", "Add rows = [ { id = ..., ... } ].")
            return {}
        by_id: dict[str, Row] = {}
        for number, row in enumerate(raw, 1):
            row_id = row.get("id") if isinstance(row, dict) else None
            if not isinstance(row_id, str) or not _SLUG.match(row_id):
                cure = "Write each row as { id = ..., ... }, the id in letters, digits and hyphens."
                self.fault(f"{place}, row number {number}", "it has no proper id", cure)
                continue
            row_place = f"{place}.{row_id}"
            if row_id in by_id:
                self.fault(row_place, "another row has the same id", "Give it an id of its own.")
            by_id[row_id] = row
            if "basis" in row:
                self.basis(row_place, row)
            elif "why" in row:
                cure = "Take it out, or give the row a basis of its own."
                self.fault(row_place, "it has a why and no basis", cure)
        return by_id

    def value(self, table: Table, row: Row) -> Value | None:
        place = f"tables.values.{row['id']}"
        self.known_keys(place, row, _VALUE_KEYS)
        number = _number(row.get("value"))
        if number is None:
            cure = "Write value as a whole number or a list of whole numbers."
            self.fault(place, f"its value is {_short(row.get('value'))}", cure)
            return None
        unit, rule = self.text(place, row, "unit"), self.known_rule(place, row.get("rule"))
        return Value(row["id"], number, unit, *table.basis_of(row["id"]), rule)

    def switch(self, row: Row) -> Switch | None:
        place = f"tables.house-rules.{row['id']}"
        self.known_keys(place, row, _SWITCH_KEYS)
        options = row.get("options")
        if (
            not isinstance(options, list)
            or not all(isinstance(option, str) for option in options)
            or len(set(options)) < max(2, len(options))
        ):
            cure = 'Write options = ["...", "..."], at least two different texts.'
            self.fault(place, f"its options are {_short(options)}", cure)
            return None
        default = self.one_of(place, row, "default", tuple(options))
        question, does = self.text(place, row, "question"), self.text(place, row, "does")
        rule = self.known_rule(place, row.get("rule"))
        return Switch(row["id"], question, tuple(options), default, does, rule)


def _number(raw: object) -> Number | None:
    """What TOML gave as a whole number or a tuple of them, or None."""
    if isinstance(raw, list | tuple):
        numbers = [item for item in raw if isinstance(item, int) and not isinstance(item, bool)]
        return tuple(numbers) if numbers and len(numbers) == len(raw) else None
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None


# ---- house rules ----


@dataclass(frozen=True, slots=True)
class Change:
    """One point where the rules in force differ from the book; `rule` is the rule it stands in."""

    kind: Literal["value", "switch", "mode"]
    id: str
    rule: str
    book: Number | str
    own: Number | str


class HouseRules:
    """A rulebook with a table's own numbers, readings and ruling modes laid over it.

    ``HouseRules(book)`` is the book as it stands. People write their own as a table, in an
    encounter or in a file of its own. A number or a list of numbers changes a value, a word picks
    an option of a switch (true and false will do for yes and no), and ``modes`` says how rulings
    are made::

        [house-rules]
        hero-health = 12
        enemy-phase = "after-all-heroes"
        positions-stack = true

        [house-rules.modes]
        "trade.failure.worse-position" = "tell"
    """

    __slots__ = ("_modes", "_switches", "_values", "book")

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._values: dict[str, Number] = {v.id: v.value for v in book.values.values()}
        self._switches: dict[str, str] = {s.id: s.default for s in book.switches.values()}
        self._modes: dict[str, Mode] = {r.id: r.mode for r in book.rules if r.mode is not None}

    @classmethod
    def from_toml(cls, book: Rulebook, text: str, where: str) -> "HouseRules":
        """House rules from a file of their own, with or without the ``[house-rules]`` heading.

        Raises `HouseRulesError` with every fault at once.
        """
        table = _toml(text, where, HouseRulesError)
        return cls(book).with_table(table.get("house-rules", table), where)

    def with_table(self, table: object, where: str) -> "HouseRules":
        """These house rules with a further ``[house-rules]`` table laid over them.

        `table` is what the TOML or JSON of a person holds at that place. Raises `HouseRulesError`
        with every fault at once; then nothing has changed.
        """
        laid = HouseRules(self.book)
        laid._values.update(self._values)
        laid._switches.update(self._switches)
        laid._modes.update(self._modes)
        faults = list(laid._lay(table, f"{where}, house-rules"))
        if faults:
            raise HouseRulesError(faults)
        return laid

    def value(self, value_id: str) -> Number:
        """The number in force, or the tuple of them; raises `UnknownName`."""
        try:
            return self._values[value_id]
        except KeyError:
            return self.book.value(value_id).value

    def switch(self, switch_id: str) -> str:
        """The option in force; raises `UnknownName`."""
        try:
            return self._switches[switch_id]
        except KeyError:
            return self.book.switch(switch_id).default

    def mode(self, ruling_id: str) -> Mode:
        """How the ruling is made: ask, tell or once; raises `UnknownRule` for what is no ruling."""
        try:
            return self._modes[ruling_id]
        except KeyError:
            what = f"ruling of {self.book.system} with the id"
            near = near_matches(ruling_id, self._modes)
            raise UnknownRule(what, ruling_id, near) from None

    def changed(self, rule_id: str | None = None) -> list[Change]:
        """What differs from the book, in its order; with an id, only what differs in that rule."""
        book = self.book
        changes = [
            Change("value", v.id, v.rule, v.value, own)
            for v in book.values.values()
            if (own := self._values[v.id]) != v.value
        ]
        changes += [
            Change("switch", s.id, s.rule, s.default, chosen)
            for s in book.switches.values()
            if (chosen := self._switches[s.id]) != s.default
        ]
        changes += [
            Change("mode", r.id, r.id, r.mode, mode)
            for r in book.rules
            if r.mode is not None and (mode := self._modes[r.id]) != r.mode
        ]
        return [change for change in changes if rule_id in (None, change.rule)]

    def plain(self) -> dict[str, Any]:
        """The changes as plain data that `with_table` reads back; empty if there are none.

        A name that is both a value and a switch is told apart by its type, save when both are
        changed: the switch then stands under ``<name>-switch``.
        """
        table: dict[str, Any] = {}
        modes: dict[str, Any] = {}
        for change in self.changed():
            if change.kind == "mode":
                modes[change.id] = change.own
            elif change.id in table:
                table[f"{change.id}-switch"] = change.own
            else:
                table[change.id] = list(change.own) if isinstance(change.own, tuple) else change.own
        return {**table, "modes": modes} if modes else table

    def _lay(self, table: object, place: str) -> Iterable[Fault]:
        if not isinstance(table, Mapping):
            yield Fault(place, "it is no table", "Write [house-rules] and below it name = value.")
            return
        for key, raw in table.items():
            here = f"{place}, {_short(key)}"
            if key == "modes":
                yield from self._lay_modes(raw, f"{place}.modes", "")
                continue
            switch = self._switch_meant(str(key), raw)
            if switch is not None:
                yield from self._lay_switch(switch, raw, here)
            elif key in self._values:
                yield from self._lay_value(str(key), raw, here)
            elif key in self.book:
                cure = (
                    'Rulings go under [house-rules.modes], as "its.id" = "ask", "tell" or "once".'
                )
                yield Fault(here, "a rule cannot be set", cure)
            else:
                near = near_matches(str(key), [*self._values, *self._switches])
                fault = (
                    f"the rulebook of {self.book.system} has no value and no switch of that name"
                )
                yield Fault(here, fault, _meant(near) or "List the names with `affray rules`.")

    def _switch_meant(self, key: str, raw: object) -> Switch | None:
        """The switch that `key` names, unless a value of the same name is meant."""
        switches = self.book.switches
        if key in switches:
            return switches[key] if isinstance(raw, str) or key not in self._values else None
        bare = key.removesuffix("-switch")
        return switches.get(bare) if bare != key and bare in self._values else None

    def _lay_switch(self, switch: Switch, raw: object, here: str) -> Iterable[Fault]:
        if isinstance(raw, bool) and switch.is_yes_or_no:
            raw = "yes" if raw else "no"
        if isinstance(raw, str) and raw in switch.options:
            self._switches[switch.id] = raw
            return
        near = near_matches(raw, switch.options) if isinstance(raw, str) else ()
        choices = ", ".join(f'"{option}"' for option in switch.options)
        cure = f"{_meant(near)} The options are {choices}.".lstrip()
        yield Fault(here, f"{_short(raw)} is no option of this switch", cure)

    def _lay_value(self, value_id: str, raw: object, here: str) -> Iterable[Fault]:
        book = self.book.values[value_id].value
        number = _number(raw)
        length = len(book) if isinstance(book, tuple) else 0
        if number is None or (len(number) if isinstance(number, tuple) else 0) != length:
            cure = f"Write {f'a list of {length} whole numbers' if length else 'a whole number'}."
            yield Fault(
                here, f"{_short(raw)} does not fit this value", f"{cure} The book has {book}."
            )
        elif not all(-LARGEST <= n <= LARGEST for n in _as_tuple(number)):
            cure = f"Write numbers from -{LARGEST} to {LARGEST}."
            yield Fault(here, f"{_short(raw)} is out of bounds", cure)
        else:
            self._values[value_id] = number

    def _lay_modes(self, raw: object, place: str, prefix: str) -> Iterable[Fault]:
        """Ids without quotes are tables within tables to TOML; both ways of writing are read."""
        if not isinstance(raw, Mapping):
            cure = 'Write [house-rules.modes] and below it "a.ruling.id" = "ask".'
            yield Fault(place, "it is no table", cure)
            return
        for key, mode in raw.items():
            rule_id = f"{prefix}{key}"
            here = f"{place}, {_short(rule_id)}"
            if isinstance(mode, Mapping) and prefix.count(".") < 2:
                yield from self._lay_modes(mode, place, f"{rule_id}.")
            elif rule_id not in self._modes:
                fault = (
                    "it is a rule, not a ruling" if rule_id in self.book else "no rule has that id"
                )
                near = near_matches(rule_id, self._modes)
                yield Fault(here, fault, _meant(near) or "Name a ruling by its id.")
            elif mode not in MODES:
                cure = 'Write "ask", "tell" or "once".'
                yield Fault(here, f"{_short(mode)} is no way to make a ruling", cure)
            else:
                self._modes[rule_id] = cast(Mode, mode)


def _as_tuple(number: Number) -> tuple[int, ...]:
    return number if isinstance(number, tuple) else (number,)


# ---- the bridge to typed records ----


class _DataclassLike(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


D = TypeVar("D", bound=_DataclassLike)


def fill(cls: type[D], house: HouseRules) -> D:
    """A record of `cls` with every field filled from the house rules in force.

    A field is named after a value or switch, with ``_`` for ``-``, and its type says which:
    ``int`` or ``tuple[int, ...]`` for a value; ``bool`` for a switch of yes and no; ``str`` or a
    ``Literal`` of exactly the switch's options for a switch. Where a value and a switch share a
    name, both can be had: the switch's field then ends in ``_switch``. Raises `LedgerError` with
    every field that the ledger cannot fill.
    """
    found: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, hint in _hints(cls).items():
        kind, named = _names(name, hint, house.book)
        fault = _misfit(hint, kind, named, house.book)
        if fault is not None:
            faults.append(Fault(f"{cls.__name__}.{name}", *fault))
        elif kind == "value":
            found[name] = house.value(named)
        else:
            option = house.switch(named)
            found[name] = option == "yes" if hint is bool else option
    if faults:
        raise LedgerError(faults)
    return cls(**found)


def uncovered(book: Rulebook, *classes: type[_DataclassLike]) -> list[str]:
    """The values and switches that no field of the classes names, as ``values.<id>`` and
    ``house-rules.<id>``: for a test that nothing in the ledger is left without effect."""
    named = {_names(name, hint, book) for cls in classes for name, hint in _hints(cls).items()}
    return [f"values.{v}" for v in book.values if ("value", v) not in named] + [
        f"house-rules.{s}" for s in book.switches if ("switch", s) not in named
    ]


def _hints(cls: type[_DataclassLike]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {each.name: hints[each.name] for each in fields(cls)}


def _names(name: str, hint: Any, book: Rulebook) -> tuple[Literal["value", "switch"], str]:
    named = name.replace("_", "-")
    if hint is int or get_origin(hint) is tuple:
        return "value", named
    bare = named.removesuffix("-switch")
    return "switch", bare if named not in book.switches and bare in book.values else named


def _misfit(hint: Any, kind: str, named: str, book: Rulebook) -> tuple[str, str] | None:
    """Why the ledger cannot fill a field of that type, and the cure; None if it can."""
    things: Mapping[str, Value | Switch] = book.values if kind == "value" else book.switches
    if named not in things:
        fault = f"the ledger of {book.system} has no {kind} {named}"
        return fault, _meant(near_matches(named, things)) or "Take the field out."
    thing = things[named]
    if isinstance(thing, Value):
        fits = "tuple[int, ...]" if isinstance(thing.value, tuple) else "int"
        is_right = hint == (tuple[int, ...] if isinstance(thing.value, tuple) else int)
    elif hint is bool:
        fits, is_right = f"Literal{list(thing.options)}", thing.is_yes_or_no
    else:
        fits = f"Literal{list(thing.options)}"
        is_right = hint is str or (
            get_origin(hint) is Literal and set(get_args(hint)) == set(thing.options)
        )
    if is_right:
        return None
    return "its type does not fit the ledger", f"Write {named.replace('-', '_')}: {fits}."
