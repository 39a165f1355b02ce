"""The library's pages of doctrines: written, checked, kept, exported."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import PlainTextResponse, Response

from affray.kernel.naming import free_id, is_id
from affray.kernel.system import System
from affray.store import SeatRecord
from affray.web.desk import desk_site
from affray.web.doctrines import WHERE, read, written
from affray.web.drafts import system_named
from affray.web.guard import Gone, text_of
from affray.web.pages import House, back, hosted, house_of, page, posted

router = APIRouter(prefix="/desk/doctrines", include_in_schema=False)

Data = dict[str, Any]

MOST_DOCTRINES = 200

BLANK = """\
system = "{system}"
side = "heroes"                    # or "gm": the foes and the rulings
name = "my doctrine"
about = "What it goes by, in a sentence."
fallback = "{fallback}"            # who answers what this says nothing about

[[when]]
question = "{question}"
if = ["round == 1"]
prefer = ["*"]
"""


def _system(name: str) -> System[Any]:
    found = system_named(name)
    if found is None:
        raise Gone
    return found


def _blank(system: System[Any]) -> str:
    questions = [rule for rule in system.words.questions if rule in system.rulebook]
    return BLANK.format(
        system=system.name,
        fallback=system.policy_names[0],
        question=questions[0] if questions else "*",
    )


async def _kept(house: House, system: System[Any], doctrine_id: str) -> str:
    kept = await asyncio.to_thread(house.store.doctrines.all, system.name)
    found = next((one.text for one in kept if one.id == doctrine_id), None)
    if found is None:
        raise Gone
    return found


def _page(
    request: Request,
    host: SeatRecord,
    system: System[Any],
    doctrine_id: str,
    text: str,
    faults: list[Data],
    *,
    notes: Any = (),
    sound: str = "",
) -> Response:
    return page(
        "doctrine.html",
        {
            "site": desk_site(request, host, "library"),
            "system": system.name,
            "system_title": system.title,
            "doctrine_id": doctrine_id,
            "is_new": not doctrine_id,
            "text": text,
            "where": WHERE,
            "faults": faults,
            "notes": list(notes),
            "sound": sound,
        },
        422 if faults else 200,
    )


@router.get("/{name}/new")
async def new(request: Request, name: str) -> Response:
    host, system = hosted(request), _system(name)
    return _page(request, host, system, "", _blank(system), [])


@router.get("/{name}/{doctrine_id}")
async def one(request: Request, name: str, doctrine_id: str) -> Response:
    host, system = hosted(request), _system(name)
    text = await _kept(house_of(request), system, doctrine_id)
    doctrine, faults = read(text, system)
    notes = doctrine.notes if doctrine is not None else ()
    reply = _page(request, host, system, doctrine_id, text, faults, notes=notes)
    reply.status_code = 200  # it is shown, not refused
    return reply


@router.get("/{name}/{doctrine_id}/toml")
async def as_toml(request: Request, name: str, doctrine_id: str) -> Response:
    """A doctrine as a file, as it was written."""
    hosted(request)
    text = await _kept(house_of(request), _system(name), doctrine_id)
    reply = PlainTextResponse(text, media_type="application/toml")
    safe = doctrine_id if is_id(doctrine_id) else "doctrine"
    reply.headers["content-disposition"] = f'attachment; filename="{safe}.toml"'
    return reply


@router.post("/{name}/{doctrine_id}")
async def change(request: Request, name: str, doctrine_id: str) -> Response:
    """Checks, saves or removes a doctrine; `new` is the id of one that is not kept yet."""
    host, system = hosted(request), _system(name)
    house = house_of(request)
    fields = await posted(request, host)
    wanted = text_of(fields, "do")
    kept = {one.id for one in await asyncio.to_thread(house.store.doctrines.all, system.name)}
    is_new = doctrine_id == "new"
    if not is_new and doctrine_id not in kept:
        raise Gone
    if wanted == "remove" and not is_new:
        await asyncio.to_thread(house.store.doctrines.remove, system.name, doctrine_id)
        return back(f"/desk/library/{system.name}")
    text = written(fields)
    shown_id = "" if is_new else doctrine_id
    doctrine, faults = read(text, system)
    if is_new and len(kept) >= MOST_DOCTRINES:
        cure = "Remove one first."
        fault = f"there are {MOST_DOCTRINES} doctrines already"
        faults.append({"place": WHERE, "fault": fault, "cure": cure, "line": None})
    if faults or doctrine is None:
        return _page(request, host, system, shown_id, text, faults)
    if wanted != "save":
        sound = f"Nothing is wrong with it: {len(doctrine.entries)} entries for {doctrine.side}."
        return _page(request, host, system, shown_id, text, [], notes=doctrine.notes, sound=sound)
    # `new` is a page of its own and never an id.
    new_id = free_id(doctrine.name, "doctrine", {*kept, "new"})
    saved = new_id if is_new else doctrine_id
    await asyncio.to_thread(house.store.doctrines.save, system.name, saved, text)
    return back(f"/desk/library/{system.name}")
