"""`affray rules`: the rulebooks, looked up, searched, and set against tests and playthroughs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.cli.console import count, percent, say, say_json, table, wrapped
from affray.cli.faults import InputFault
from affray.cli.find import rulebooks
from affray.cli.why import defining_first, rule_lines, shown
from affray.kernel.rulebook import Rule, Rulebook, Switch, Table, Value, near_matches

if TYPE_CHECKING:
    from affray.testing.coverage import Coverage

_MOST_IDS_SHOWN = 20


def contents(system: str | None, *, as_json: bool) -> None:
    """Prints what the rulebooks hold."""
    books = rulebooks(system)
    if as_json:
        say_json({"systems": [_contents(book) for book in books]})
        return
    for number, book in enumerate(books):
        if number:
            say()
        rulings = sum(rule.kind == "ruling" for rule in book.rules)
        say(f"{book.system}: {len(book.rules)} rules, {rulings} of them rulings of the GM")
        areas = ", ".join(f"{area} {len(rules)}" for area, rules in book.areas.items())
        for line in wrapped(f"areas: {areas}", "  "):
            say(line)
        if system is None:
            things = (
                count(len(book.tables), "table"),
                count(len(book.values), "value"),
                count(len(book.switches), "switch", "switches"),
            )
            say(f"  {', '.join(things)}: affray rules --system {book.system} names them")
            continue
        for what, names in (
            ("tables", book.tables),
            ("values", book.values),
            ("switches", book.switches),
        ):
            for line in wrapped(f"{what}: {', '.join(names)}", "  ") if names else ():
                say(line)
    say()
    say("affray rules AREA shows an area, such as trade.armor; --search WORDS finds rules.")


def _contents(book: Rulebook) -> dict[str, Any]:
    return {
        "system": book.system,
        "version": book.version,
        "rules": len(book.rules),
        "areas": {area: len(rules) for area, rules in book.areas.items()},
        "tables": list(book.tables),
        "values": list(book.values),
        "switches": list(book.switches),
    }


def show(name: str, system: str | None, *, as_json: bool) -> None:
    """Prints the rule, the area, the value, the switch or the table of that name."""
    books = rulebooks(system, name)
    found = [thing for book in books for thing in _named(book, name)]
    if not found:
        known = [rule.id for book in books for rule in book.rules]
        known += [f"{book.system}.{area}" for book in books for area in book.areas]
        known += [key for book in books for key in (*book.values, *book.switches, *book.tables)]
        known += [one for book in books for one in (*_rows(book), *book.areas)]
        near = near_matches(name, list(dict.fromkeys(known)))
        cure = f"Did you mean {' or '.join(near)}?" if near else "Try `affray rules --search`."
        raise InputFault(f"No rulebook holds {name[:100]!r}.", cure)
    if as_json:
        say_json([_data(thing) for thing in found] if len(found) > 1 else _data(found[0]))
        return
    for number, thing in enumerate(found):
        if number:
            say()
        _print(thing)


def search(words: str, system: str | None, *, as_json: bool) -> None:
    """Prints the rules in which all the words occur, the likeliest first."""
    if not words.strip():
        raise InputFault("There is nothing to search for.", 'Write --search "some words".', code=2)
    found = [rule for book in rulebooks(system) for rule in defining_first(book, words)]
    if as_json:
        say_json({"words": words, "rules": [_data(rule) for rule in found]})
        return
    for rule in found:
        _print(rule)
        say()
    say(count(len(found), "rule") if found else "No rule holds all of these words.")


def coverage(tests: str, system: str | None, *, as_json: bool) -> None:
    """Prints which rules no test proves and which no playthrough cites."""
    from affray.testing.coverage import coverages, strays

    folder = Path(tests)
    if not folder.is_dir():
        raise InputFault(f"There is no folder {tests}.", "Name the folder of tests with --tests.")
    books = rulebooks(system)
    found = coverages(books, folder)
    lost = [] if system else strays(books, folder)
    if as_json:
        say_json(
            {
                "systems": {name: each.to_json() for name, each in found.items()},
                "unknown": [{"id": each.id, "where": each.where} for each in lost],
            }
        )
        return
    for each in found.values():
        _print_coverage(each)
    _print_ids("Ids of no rulebook", [f"{each.id} ({each.where})" for each in lost])


def _print_coverage(each: Coverage) -> None:
    counts = ", ".join(f"{number} {kind}s" for kind, number in each.counts.items())
    say(f"{each.system}: {counts}")
    applied = each.counts["rule"] + each.counts["ruling"]
    unproved = len(each.unproved_rules) + len(each.unproved_rulings)
    excused = len(each.excused) - len(each.excused_but_cited)
    uncited = len(each.uncited) + excused
    for what, missing in (("proved by a test", unproved), ("cited by a fight", uncited)):
        share = (applied - missing) / applied if applied else 1.0
        more = f"; {excused} more are excused" if excused and what.startswith("cited") else ""
        say(f"  {what}: {applied - missing} of {applied}, {percent(share)}{more}")
    _print_ids("Rules without proof", each.unproved_rules)
    _print_ids("Rulings without proof", each.unproved_rulings)
    _print_ids("Without citation", each.uncited)
    _print_ids("Excused, but cited", each.excused_but_cited)
    _print_ids("Unknown ids", [f"{one.id} ({one.where})" for one in each.unknown])


def _print_ids(title: str, ids: Sequence[str]) -> None:
    if not ids:
        return
    say(f"  {title}: {len(ids)}")
    for one in ids[:_MOST_IDS_SHOWN]:
        say(f"    {one}")
    if len(ids) > _MOST_IDS_SHOWN:
        say(f"    ... and {len(ids) - _MOST_IDS_SHOWN} more; --json lists all")


_FIELDS: Mapping[type, Sequence[str]] = {
    Rule: ("id", "kind", "says", "source", "basis", "why", "default", "mode"),
    Value: ("id", "value", "unit", "basis", "why", "rule"),
    Switch: ("id", "question", "options", "default", "does", "rule"),
}


@dataclass(slots=True)
class Row:
    """A row of a table of a system."""

    system: str
    table: Table
    entries: Mapping[str, Any]


_Thing = Rule | Value | Switch | Table | Row


def _rows(book: Rulebook) -> dict[str, list[Row]]:
    """The rows of all tables by their ids."""
    found: dict[str, list[Row]] = {}
    for each in book.tables.values():
        for row in each.rows:
            if isinstance(row.get("id"), str):
                found.setdefault(row["id"], []).append(Row(book.system, each, row))
    return found


def _named(book: Rulebook, name: str) -> Iterable[_Thing]:
    """Everything in the book that goes by the name; an area is all of its rules."""
    if name in book:
        return [book.rule(name)]
    area = name.removeprefix(f"{book.system}.")
    if area in book.areas:
        return book.areas[area]
    places: tuple[dict[str, _Thing], ...] = (
        dict(book.values),
        dict(book.switches),
        dict(book.tables),
    )
    found = [things[name] for things in places if name in things]
    if not found and name in book.areas:
        return book.areas[name]
    return found or _rows(book).get(name, [])


def _data(thing: _Thing) -> dict[str, Any]:
    if isinstance(thing, Row):
        return {"system": thing.system, "table": thing.table.name, "row": dict(thing.entries)}
    if not isinstance(thing, Table):
        return {name: getattr(thing, name) for name in _FIELDS[type(thing)]}
    return {
        "table": thing.name,
        "title": thing.title,
        "basis": thing.basis,
        "why": thing.why,
        "source": thing.source,
        "rules": list(thing.rules),
        "rows": [dict(row) for row in thing.rows],
    }


def _print(thing: _Thing) -> None:
    if isinstance(thing, Rule):
        say(f"{thing.id} ({thing.kind})")
        for line in rule_lines(thing):
            say(line)
        return
    if isinstance(thing, Table):
        say(f"table {thing.name}: {thing.title}")
        entries = (value for row in thing.rows for value in row.values())
        if any(isinstance(value, (list, tuple, dict)) for value in entries):
            for row in thing.rows:
                say()
                _print_toml(row)
            return
        columns = list(dict.fromkeys(key for row in thing.rows for key in row))
        rows = [[shown(row.get(key, "")) for key in columns] for row in thing.rows]
        for line in table([columns, *rows]):
            say(f"  {line}")
        return
    if isinstance(thing, Row):
        say(f"{thing.system}, in the table {thing.table.name} ({thing.table.title}):")
        _print_toml(thing.entries)
        return
    if isinstance(thing, Value):
        say(f"value {thing.id}: {shown(thing.value)} ({thing.unit}; {thing.rule})")
    else:
        say(f"switch {thing.id}: {thing.question} ({thing.rule})")
        say(f"  options: {shown(thing.options)}; the book: {thing.default}")
        for line in wrapped(thing.does, "  "):
            say(line)
    if isinstance(thing, Value) and thing.why:
        for line in wrapped(thing.why, "  "):
            say(line)


def _print_toml(entries: Mapping[str, Any]) -> None:
    for key, value in entries.items():
        for number, line in enumerate(wrapped(f"{key} = {_toml(value)}", "    ")):
            say(line if number else line[2:])


def _toml(value: Any) -> str:
    """A value of a ledger as a TOML file writes it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case Mapping():
            return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(map(_toml, value)) + "]"
    return str(value)
