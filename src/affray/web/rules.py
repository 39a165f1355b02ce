"""The rulebooks, for everybody: what stands in them is no secret."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from affray.kernel.rulebook import Rule, Rulebook
from affray.web.desk import system_rows
from affray.web.drafts import shown, system_named
from affray.web.guard import Gone
from affray.web.pages import back, page, set_theme, site

router = APIRouter(prefix="/rules", include_in_schema=False)

MOST_FOUND = 100
MOST_CELLS = 12


def _book(name: str) -> Rulebook:
    system = system_named(name)
    if system is None:
        raise Gone
    return system.rulebook


def _row(book: Rulebook, rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "says": rule.says,
        "basis": rule.basis,
        "kind": rule.kind,
        "url": f"/rules/{book.system}/{rule.id}",
    }


@router.get("/")
async def rules(request: Request, system: str = "", q: str = "") -> Response:
    rows = system_rows()
    if not rows:
        raise Gone
    name = system or rows[0]["name"]
    book = _book(name)
    words = q.strip()[:200]
    if words in book:
        return RedirectResponse(f"/rules/{name}/{words}", 303)
    return page(
        "rules.html",
        {
            "site": site(request) | {"here": "rules"},
            "systems": rows,
            "system": name,
            "q": words,
            "areas": [
                {"name": area, "rules": [_row(book, rule) for rule in each]}
                for area, each in book.areas.items()
            ],
            "found": [_row(book, rule) for rule in book.search(words)[:MOST_FOUND]],
        },
    )


@router.get("/{name}")
@router.get("/{name}/")
async def of_system(name: str) -> Response:
    _book(name)
    return back(f"/rules/?system={name}")


@router.get("/{name}/{rule_id}")
async def one(request: Request, name: str, rule_id: str) -> Response:
    book = _book(name)
    if rule_id not in book:
        raise Gone
    rule = book.rule(rule_id)
    return page(
        "rule.html",
        {
            "site": site(request) | {"here": "rules"},
            "system": name,
            "rule": {
                **_row(book, rule),
                "source": rule.source,
                "why": rule.why,
                "default": rule.default,
                "mode": rule.mode,
            },
            "switches": [
                {
                    "id": each.id,
                    "question": each.question,
                    "options": list(each.options),
                    "default": each.default,
                    "does": each.does,
                }
                for each in book.switches.values()
                if each.rule == rule_id
            ],
            "values": [
                {"id": each.id, "value": shown(each.value), "unit": each.unit}
                for each in book.values.values()
                if each.rule == rule_id
            ],
            "tables": [_table(each) for each in book.tables.values() if rule_id in each.rules],
            "neighbours": [
                _row(book, each) for each in book.areas[rule.area] if each.id != rule_id
            ],
        },
    )


def _table(table: Any) -> dict[str, Any]:
    columns = list(dict.fromkeys(key for row in table.rows for key in row))[:MOST_CELLS]
    return {
        "title": table.title,
        "columns": columns,
        "rows": [[_cell(row.get(column, "")) for column in columns] for row in table.rows],
    }


def _cell(value: Any) -> str:
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_cell, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {_cell(each)}" for key, each in value.items())
    return str(value)


@router.post("/theme")
async def theme(request: Request) -> Response:
    return await set_theme(request, None, "/rules/")
