"""The library: heroes and foes of one's own beside those that a system brings along."""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Mapping
from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from pydantic import ValidationError
from starlette.responses import PlainTextResponse, Response

from affray.kernel.encounter import EncounterError, parse
from affray.kernel.naming import free_id, is_id, unprintable
from affray.kernel.rulebook import FaultyText, HouseRules
from affray.kernel.system import System
from affray.kernel.validation import faults_of
from affray.registry import systems
from affray.store import SeatRecord
from affray.web import doctrines
from affray.web.desk import desk_site, system_rows
from affray.web.drafts import SHELVES, line_of, system_named
from affray.web.forms import Form
from affray.web.guard import Gone, text_of
from affray.web.pages import back, hosted, house_of, own_blocks, page, posted
from affray.web.toml_text import to_toml

router = APIRouter(prefix="/desk/library", include_in_schema=False)

KINDS = {"hero": "heroes", "ally": "allies", "foe": "foes"}
LABELS = {"heroes": "Heroes", "allies": "Allies", "foes": "Foes"}
MOST_BLOCKS = 1_000


@router.get("/")
async def first(request: Request) -> Response:
    hosted(request)
    name = next(iter(systems()), None)
    if name is None:
        raise Gone
    return back(f"/desk/library/{name}")


def _system(name: str) -> System[Any]:
    found = system_named(name)
    if found is None:
        raise Gone
    return found


@router.get("/{name}")
async def library(request: Request, name: str) -> Response:
    host = hosted(request)
    house = house_of(request)
    system = _system(name)
    shelves = []
    kinds = {shelf: kind for kind, shelf in KINDS.items()}
    for shelf in SHELVES:
        own = await own_blocks(house, system.name, shelf)
        url = f"/desk/library/{system.name}/{kinds[shelf]}"
        entries = [
            {
                "id": each,
                "name": str(block.get("name", each)),
                "is_own": True,
                "url": f"{url}/{each}",
                "export": f"{url}/{each}/toml",
            }
            for each, block in own.items()
        ]
        entries += [
            {
                "id": each,
                "name": str(block.get("name", each)),
                "is_own": False,
                "url": f"{url}/{each}",
                "export": f"{url}/{each}/toml",
            }
            for each, block in system.library(shelf).items()
            if each not in own
        ]
        shelves.append({"name": shelf, "label": LABELS[shelf], "entries": entries})
    return page(
        "library.html",
        {
            "site": desk_site(request, host, "library"),
            "system": system.name,
            "systems": system_rows(),
            "shelves": shelves,
            "kinds": list(KINDS),
            "doctrines": await asyncio.to_thread(doctrines.rows, house.store, system),
            "new_doctrine_url": f"/desk/doctrines/{system.name}/new",
        },
    )


async def _block(request: Request, system: System[Any], kind: str, block_id: str) -> dict[str, Any]:
    if kind not in KINDS:
        raise Gone
    own = await own_blocks(house_of(request), system.name, KINDS[kind])
    found = own.get(block_id) or system.library(KINDS[kind]).get(block_id)
    if found is None:
        raise Gone
    return dict(found)


@router.get("/{name}/{kind}/{block_id}/toml")
async def as_toml(request: Request, name: str, kind: str, block_id: str) -> Response:
    """A block as a file."""
    hosted(request)
    block = await _block(request, _system(name), kind, block_id)
    reply = PlainTextResponse(to_toml(block), media_type="application/toml")
    safe = block_id if is_id(block_id) else "block"
    reply.headers["content-disposition"] = f'attachment; filename="{safe}.toml"'
    return reply


@router.get("/{name}/{kind}")
async def blank(request: Request, name: str, kind: str) -> Response:
    host = hosted(request)
    if kind not in KINDS:
        raise Gone
    return _page(request, host, _system(name), kind, "", {}, [])


@router.get("/{name}/{kind}/{block_id}")
async def one(request: Request, name: str, kind: str, block_id: str) -> Response:
    host = hosted(request)
    system = _system(name)
    block = await _block(request, system, kind, block_id)
    return _page(request, host, system, kind, block_id, block, [])


def form_of(system: System[Any], schema: Mapping[str, Any]) -> Form:
    """The form of a schema, which offers the names of the book's entries."""
    return Form(schema, partial(names_of, system))


def names_of(system: System[Any], table: str) -> dict[str, str]:
    """The ids of a shelf of the library, or of a table of the ledger, with what each is called."""
    entries: Mapping[str, Mapping[str, Any]]
    if table in system.shelves:
        entries = system.library(table)
    else:
        entries = {row["id"]: row for row in system.rulebook.table(table).rows}
    return {each: str(row.get("name", each.replace("-", " "))) for each, row in entries.items()}


def _page(
    request: Request,
    host: SeatRecord,
    system: System[Any],
    kind: str,
    block_id: str,
    block: Mapping[str, Any],
    faults: list[dict[str, Any]],
    *,
    text: str | None = None,
    shows_text: bool = False,
    status: int = 200,
) -> Response:
    schema = system.form_schema(kind, HouseRules(system.rulebook))
    url = f"/desk/library/{system.name}/{kind}" + (f"/{block_id}" if block_id else "")
    if text is None and (shows_text or schema is None):
        text = to_toml(block)
    return page(
        "block.html",
        {
            "site": desk_site(request, host, "library"),
            "system": system.name,
            "kind": kind,
            "schema": schema,
            "values": dict(block),
            "text": text or "",
            "fields": form_of(system, schema).fields(block) if schema is not None else [],
            "faults": faults,
            "url": url,
        },
        status,
    )


@router.post("/{name}/{kind}")
async def save_new(request: Request, name: str, kind: str) -> Response:
    return await _save(request, name, kind, "")


@router.post("/{name}/{kind}/{block_id}")
async def save(request: Request, name: str, kind: str, block_id: str) -> Response:
    return await _save(request, name, kind, block_id)


async def _save(request: Request, name: str, kind: str, block_id: str) -> Response:
    host = hosted(request)
    fields = await posted(request, host)
    house = house_of(request)
    system = _system(name)
    if kind not in KINDS:
        raise Gone
    text: str | None = None
    faults: list[dict[str, Any]] = []
    if "data" in fields:
        text = text_of(fields, "data").replace("\r\n", "\n")
        block, faults = _parsed(text)
    else:
        schema = system.form_schema(kind, HouseRules(system.rulebook))
        if schema is None:
            raise Gone
        given = {
            key: value for key, value in fields.items() if key not in ("csrf", "do", "add", "key")
        }
        block = form_of(system, schema).block(given, text_of(fields, "add"))
    if text_of(fields, "add"):
        return _page(request, host, system, kind, block_id, block, [])
    faults = faults or check(system, kind, block, text)
    wanted = text_of(fields, "do")
    if wanted != "save" or faults:
        status = 422 if faults else 200
        shows = wanted == "toml"
        return _page(
            request, host, system, kind, block_id, block, faults,
            text=text, shows_text=shows, status=status,
        )  # fmt: skip
    shelf = KINDS[kind]
    own = await own_blocks(house, system.name, shelf)
    if len(own) >= MOST_BLOCKS:
        raise Gone
    if not block_id or block_id not in own:
        block_id = free_id(str(block["name"]), kind, {*own, *system.library(shelf)})
    await asyncio.to_thread(house.store.blocks.save, system.name, shelf, block_id, block)
    return back(f"/desk/library/{system.name}")


def _parsed(text: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    try:
        return parse(text, "the block"), []
    except EncounterError as error:
        return {}, [_fault(f.place, f.fault, f.cure, line_of(text, f.place)) for f in error.faults]


def check(
    system: System[Any], kind: str, block: Mapping[str, Any], text: str | None = None
) -> list[dict[str, Any]]:
    """What is wrong with a block, with the names of the form's fields as places."""
    given = {key: value for key, value in block.items() if key not in ("id", "kind", "side")}
    name = given.get("name")
    if isinstance(name, str) and unprintable(name):
        return [_fault("name", "it holds a character that cannot be shown", "Write another.")]
    try:
        tomllib.loads(to_toml(given))
        system.check_block(kind, given, HouseRules(system.rulebook))
    except ValidationError as error:
        found = []
        told = faults_of(error, "block", given)
        for fault, raw in zip(told, error.errors(include_url=False), strict=True):
            place = _field_name(raw["loc"], given, raw["type"])
            found.append(
                _fault(place, fault.fault, fault.cure, line_of(text, fault.place) if text else None)
            )
        return found
    except FaultyText as error:
        return [_fault(f.place, f.fault, f.cure) for f in error.faults]
    except ValueError as error:
        return [_fault("", str(error)[:200], "Write it otherwise.")]
    return []


def _field_name(loc: tuple[int | str, ...], data: Any, kind: str) -> str:
    """The path to a fault as the fields of the form are named."""
    parts: list[str] = []
    for part in loc:
        if isinstance(part, int):
            parts.append(str(part))
            data = data[part] if isinstance(data, list) and part < len(data) else None
        elif isinstance(data, Mapping) and part in data:
            parts.append(part)
            data = data[part]
        elif kind == "missing" and part == loc[-1]:
            parts.append(part)
    return ".".join(parts)


def _fault(place: str, fault: str, cure: str, line: int | None = None) -> dict[str, Any]:
    return {"place": place, "fault": fault, "cure": cure, "line": line}
