"""From the text of a ledger to a rulebook, with every fault of its shape at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final, cast

from affray.kernel.rulebook.book import (
    BASES,
    KINDS,
    MODES,
    SLUG,
    Basis,
    Kind,
    Mode,
    Number,
    Row,
    Rule,
    Rulebook,
    Switch,
    Table,
    Value,
)
from affray.kernel.rulebook.faults import Fault, FaultyText, LedgerError, meant, near_matches, short

LONGEST_TEXT: Final = 200_000
"""Letters of a whole file that people write."""
_MOST_DOTS: Final = 200
"""In one line: reading a key of thousands of dotted parts takes minutes."""

_RULE_KEYS = ("id", "says", "source", "basis", "why", "kind", "default", "mode")
_TABLE_KEYS = ("title", "basis", "why", "rules", "source", "rows")
_VALUE_KEYS = ("id", "value", "unit", "basis", "why", "rule")
_SWITCH_KEYS = ("id", "question", "options", "default", "does", "rule")


def read_toml(
    text: str, where: str, error: type[FaultyText], *, longest: int | None = None
) -> dict[str, Any]:
    """The plain data of TOML; `where` names the text in errors, a file name say.

    Raises `error` with line and column on text that is broken, longer than `longest` letters, or
    shaped so that reading it would take minutes.
    """
    if longest is not None and len(text) > longest:
        cure = f"Keep it below {longest} letters."
        raise error([Fault(where, f"it has {len(text)} letters", cure)])
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > _MOST_DOTS:
            cure = f"Break the line; {_MOST_DOTS} dots may stand in one."
            raise error([Fault(f"{where}, line {number}", "it has too many dots", cure)])
    try:
        return tomllib.loads(text)
    except RecursionError:
        fault = Fault(where, "it nests too deeply", "Nest fewer tables and lists in each other.")
    except ValueError as broken:
        fault = _broken(str(broken), where)
    raise error([fault])


def _broken(said: str, where: str) -> Fault:
    """The fault of text that is no TOML, with the place taken out of the parser's sentence."""
    found = re.search(r" \(at (.*)\)\Z", said)
    place = f"{where}, {found[1]}" if found else where
    what = said[: found.start()] if found else said
    cure = "Put it right there: texts stand in quotation marks, each key = value on its own line."
    return Fault(place, f"it is not readable as TOML: {short(what)}", cure)


def version_of(text: str) -> str:
    from hashlib import blake2b

    return blake2b(text.replace("\r\n", "\n").encode(), digest_size=8).hexdigest()


class LedgerReader:
    """Reads one ledger and gathers its faults; `where` and then the id name the place."""

    def __init__(self, where: str) -> None:
        self.where = where
        self.system = ""
        self.faults: list[Fault] = []
        self.rule_ids: set[str] = set()

    def read(self, text: str) -> Rulebook:
        ledger = read_toml(text, self.where, LedgerError)
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
        return Rulebook(self.system, rules, tables, values, switches, version_of(text))

    def fault(self, place: str, fault: str, cure: str) -> None:
        self.faults.append(Fault(f"{self.where}, {place}", fault, cure))

    def known_keys(self, place: str, raw: Mapping[str, Any], keys: tuple[str, ...]) -> None:
        for key in raw:
            if key not in keys:
                self.fault(
                    place,
                    f"it has an unknown key {short(key)}",
                    meant(near_matches(key, keys)) or f"The keys are {', '.join(keys)}.",
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
        fault = f"its {key} is {short(found)}" if key in raw else f"it has no {key}"
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
        cure = meant(near) or "Name a rule of this ledger by its id."
        self.fault(place, f"it names {short(rule_id)}, which is no rule", cure)
        return ""

    def rule(self, number: int, raw: object) -> Rule | None:
        if not isinstance(raw, dict):
            self.fault(f"rule number {number}", "it is no table", "Write rules as [[rule]] tables.")
            return None
        rule_id = raw.get("id")
        parts = rule_id.split(".") if isinstance(rule_id, str) else []
        if not isinstance(rule_id, str) or len(parts) != 3 or not all(map(SLUG.match, parts)):
            self.fault(
                f"rule number {number}",
                f"its id is {short(rule_id)}" if "id" in raw else "it has no id",
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
        if not isinstance(raw, dict) or not SLUG.match(name):
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
            if not isinstance(row_id, str) or not SLUG.match(row_id):
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
        number = whole(row.get("value"))
        if number is None:
            cure = "Write value as a whole number or a list of whole numbers."
            self.fault(place, f"its value is {short(row.get('value'))}", cure)
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
            self.fault(place, f"its options are {short(options)}", cure)
            return None
        default = self.one_of(place, row, "default", tuple(options))
        question, does = self.text(place, row, "question"), self.text(place, row, "does")
        rule = self.known_rule(place, row.get("rule"))
        return Switch(row["id"], question, tuple(options), default, does, rule)


def whole(raw: object) -> Number | None:
    """What TOML gave as a whole number or a tuple of them, or None."""
    if isinstance(raw, list | tuple):
        numbers = [item for item in raw if isinstance(item, int) and not isinstance(item, bool)]
        return tuple(numbers) if numbers and len(numbers) == len(raw) else None
    return raw if isinstance(raw, int) and not isinstance(raw, bool) else None
