"""A closer look at a ledger than its loader takes: do the references inside its words resolve?"""

import re
from collections.abc import Iterator
from typing import Any

from affray.kernel.rulebook import Rulebook

_TABLE = re.compile(r"\btables\.([a-z0-9]+(?:-[a-z0-9]+)*)(?:\.([a-z0-9]+(?:-[a-z0-9]+)*))?")


def loose_ends(book: Rulebook) -> list[str]:
    """The references of a ledger that lead nowhere, one sentence each; empty if all is well.

    Looked at are all words of rules, tables and rows: rule ids (``system.area.name``, or
    ``system.area.*`` for a whole area) and ``tables.<table>`` with or without a row.
    """
    rule = re.compile(
        rf"\b{re.escape(book.system)}\.([a-z0-9-]+)\.([a-z0-9]+(?:-[a-z0-9]+)*|\*)(?![a-z0-9-])"
    )
    ends: list[str] = []
    for place, text in _texts(book):
        for match in rule.finditer(text):
            area, name = match.groups()
            known = area in book.areas if name == "*" else match.group() in book
            if not known:
                ends.append(f"{place}: there is no rule {match.group()}")
        for match in _TABLE.finditer(text):
            table, row = match.groups()
            if table not in book.tables:
                ends.append(f"{place}: there is no table {table}")
            elif row is not None and all(row != other["id"] for other in book.tables[table].rows):
                ends.append(f"{place}: tables.{table} has no row {row}")
    return ends


def _texts(book: Rulebook) -> Iterator[tuple[str, str]]:
    for rule in book.rules:
        for text in (rule.says, rule.source, rule.why, rule.default):
            yield rule.id, text
    for table in book.tables.values():
        for text in (table.title, table.source, table.why):
            yield f"tables.{table.name}", text
        for row in table.rows:
            for text in _strings(row):
                yield f"tables.{table.name}.{row['id']}", text


def _strings(raw: Any) -> Iterator[str]:
    if isinstance(raw, str):
        yield raw
    elif isinstance(raw, dict):
        for item in raw.values():
            yield from _strings(item)
    elif isinstance(raw, list):
        for item in raw:
            yield from _strings(item)
