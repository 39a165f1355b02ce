"""The rulebooks, for everybody: what stands in them is no secret.

At a table they are shown with the house rules of its fight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from affray.kernel.rulebook import HouseRules, Rule, Rulebook
from affray.web.desk import system_rows
from affray.web.drafts import shown, system_named
from affray.web.guard import Gone
from affray.web.pages import back, page, set_theme, site
from affray.web.table import live_of

router = APIRouter(include_in_schema=False)

MOST_FOUND = 100
MOST_CELLS = 12


def _book(name: str) -> Rulebook:
    system = system_named(name)
    if system is None:
        raise Gone
    return system.rulebook


@dataclass(slots=True)
class Shelf:
    """A rulebook and where its pages are: everybody's, or those of a fight with its own rules."""

    book: Rulebook
    home: str
    """The address of the page with all rules."""
    rule_base: str
    """What comes before the id in the address of a rule."""
    site: dict[str, Any]
    house: HouseRules | None = None
    fight: dict[str, Any] | None = None

    def row(self, rule: Rule) -> dict[str, Any]:
        return {
            "id": rule.id,
            "says": rule.says,
            "basis": rule.basis,
            "kind": rule.kind,
            "url": f"{self.rule_base}{rule.id}",
        }

    def changes(self, rule: str | None = None) -> list[dict[str, str]]:
        """Where the fight goes by other rules than the book, in one rule or in all."""
        if self.house is None:
            return []
        return [
            {
                "name": change.id,
                "rule": change.rule,
                "url": f"{self.rule_base}{change.rule}",
                "book": _cell(change.book),
                "own": _cell(change.own),
            }
            for change in self.house.changed(rule)
        ]

    @property
    def frame(self) -> dict[str, Any]:
        """What both pages are told."""
        fight = self.fight and {**self.fight, "changes": self.changes()}
        return {
            "site": self.site | {"here": "rules"},
            "system": self.book.system,
            "rules_home": self.home,
            "fight": fight,
        }


def _everybodys(request: Request, name: str) -> Shelf:
    return Shelf(_book(name), "/rules/", f"/rules/{name}/", site(request))


async def _of_fight(request: Request, seat_id: str) -> Shelf:
    """The rules of the fight that the seat belongs to, as they are in force there."""
    _, seat, live = await live_of(request, seat_id)
    base = f"/seat/{seat.id}"
    house = live.play.fight.house
    fight = {"title": live.stored.setup.title, "url": f"{base}/"}
    frame = site(request, base=base, seat=seat)
    return Shelf(house.book, f"{base}/rules/", f"{base}/rules/", frame, house, fight)


@router.get("/rules/")
async def rules(request: Request, system: str = "", q: str = "") -> Response:
    rows = system_rows()
    if not rows:
        raise Gone
    return _all(_everybodys(request, system or rows[0]["name"]), rows, q)


@router.get("/rules/{name}")
@router.get("/rules/{name}/")
async def of_system(name: str) -> Response:
    _book(name)
    return back(f"/rules/?system={name}")


@router.get("/rules/{name}/{rule_id}")
async def one(request: Request, name: str, rule_id: str) -> Response:
    return _one(_everybodys(request, name), rule_id)


@router.get("/seat/{seat_id}/rules/")
async def rules_of_fight(request: Request, seat_id: str, q: str = "") -> Response:
    return _all(await _of_fight(request, seat_id), [], q)


@router.get("/seat/{seat_id}/rules/{rule_id}")
async def rule_of_fight(request: Request, seat_id: str, rule_id: str) -> Response:
    return _one(await _of_fight(request, seat_id), rule_id)


def _all(shelf: Shelf, systems: list[dict[str, str]], q: str) -> Response:
    book, words = shelf.book, q.strip()[:200]
    if words in book:
        return RedirectResponse(f"{shelf.rule_base}{words}", 303)
    return page(
        "rules.html",
        {
            **shelf.frame,
            "systems": systems,
            "q": words,
            "areas": [
                {"name": area, "rules": [shelf.row(rule) for rule in each]}
                for area, each in book.areas.items()
            ],
            "found": [shelf.row(rule) for rule in book.search(words)[:MOST_FOUND]],
        },
    )


def _one(shelf: Shelf, rule_id: str) -> Response:
    book, house = shelf.book, shelf.house
    if rule_id not in book:
        raise Gone
    rule = book.rule(rule_id)
    return page(
        "rule.html",
        {
            **shelf.frame,
            "rule": {
                **shelf.row(rule),
                "source": rule.source,
                "why": rule.why,
                "default": rule.default,
                "mode": house.mode(rule_id) if house and rule.mode is not None else rule.mode,
            },
            "changes": shelf.changes(rule_id),
            "switches": [
                {
                    "id": each.id,
                    "question": each.question,
                    "options": list(each.options),
                    "default": each.default,
                    "chosen": house.switch(each.id) if house else each.default,
                    "does": each.does,
                }
                for each in book.switches.values()
                if each.rule == rule_id
            ],
            "values": [
                {
                    "id": each.id,
                    "value": shown(house.value(each.id) if house else each.value),
                    "unit": each.unit,
                }
                for each in book.values.values()
                if each.rule == rule_id
            ],
            "tables": [_table(each) for each in book.tables.values() if rule_id in each.rules],
            "neighbours": [shelf.row(each) for each in book.areas[rule.area] if each.id != rule_id],
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


@router.post("/rules/theme")
async def theme(request: Request) -> Response:
    return await set_theme(request, None, "/rules/")
