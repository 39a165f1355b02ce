"""What pages share: their frame, the seats behind cookies, replies."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fastapi import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from affray import __version__
from affray.kernel.question import Refused
from affray.store import SeatRecord, Store, StoreError
from affray.web.ahead import Ahead
from affray.web.estimates import Estimates
from affray.web.guard import COOKIE, THEME, YEAR, Gone, check_origin, check_token, form_of
from affray.web.hub import Hub
from affray.web.looks import render, static_version
from affray.web.seating import SeatBook

THEMES = ("auto", "light", "dark")
STATUS = {"late": 409, "unreadable": 422, "illegal": 422, "ambiguous": 422, "unsaved": 503}


@dataclass(slots=True)
class Settings:
    """How the process was started. `addresses` are those that people may use to come in."""

    database: Path | None = None
    addresses: list[str] = field(default_factory=list)
    is_lan: bool = False
    pause: float = 0.9
    """Seconds before each answer of a policy, so that people can follow."""


@dataclass(slots=True)
class House:
    """What the routes work with."""

    settings: Settings
    store: Store
    book: SeatBook
    hub: Hub
    ahead: Ahead
    estimates: Estimates


def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


def site(request: Request, *, base: str = "", seat: SeatRecord | None = None) -> dict[str, Any]:
    """What every page is told."""
    theme = request.cookies.get(THEME, "auto")
    return {
        "version": __version__,
        "static": f"/static/{static_version()}",
        "theme": theme if theme in THEMES else "auto",
        "base": base,
        "csrf": seat.csrf if seat is not None else "",
        "at": request.url.path,
        "here": base.strip("/").partition("/")[0],
    }


def page(name: str, context: Mapping[str, Any], status: int = 200) -> HTMLResponse:
    return HTMLResponse(render(name, context), status)


def refused(refusal: Refused, status: int | None = None) -> HTMLResponse:
    """A refusal as the fragment that a page shows."""
    faults = getattr(refusal, "faults", [])
    told = {"kind": refusal.kind, "why": refusal.why, "cure": refusal.cure, "faults": faults}
    context = {"refused": told}
    return page("refused.html", context, status or STATUS.get(refusal.kind, 422))


def unsaved(error: StoreError, seat: SeatRecord) -> Refused:
    """What people are told when the disk did not take it: where it is only those who can act."""
    if seat.kind in ("gm", "host"):
        return Refused("unsaved", error.why, error.cure)
    return Refused("unsaved", "It could not be saved; nothing has changed.", "Tell the GM.")


def back(url: str) -> RedirectResponse:
    return RedirectResponse(url, 303)


def seated(request: Request, seat_id: str) -> SeatRecord:
    """The seat of that id, if the request comes from it. Raises `Gone`."""
    token = request.cookies.get(COOKIE, "")
    found = house_of(request).book.of_token(token) if token else None
    if found is None or found.id != seat_id or found.kind == "host":
        raise Gone
    return found


def hosted(request: Request) -> SeatRecord:
    """The seat of the host, if the request comes from it. Raises `Gone`."""
    token = request.cookies.get(COOKIE, "")
    found = house_of(request).book.of_token(token) if token else None
    if found is None or found.kind != "host":
        raise Gone
    return found


async def posted(request: Request, seat: SeatRecord) -> dict[str, Any]:
    """The fields of a form that one of the seat's own pages has sent. Raises `Forbidden`."""
    check_origin(request)
    fields = await form_of(request)
    check_token(request, seat, fields)
    return fields


def set_cookie(reply: Response, request: Request, seat: SeatRecord, token: str) -> None:
    """Lets the browser sit there; the cookie is sent to the seat's own pages alone."""
    reply.set_cookie(
        COOKIE,
        token,
        max_age=YEAR,
        path=home_of(seat).rstrip("/"),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def home_of(seat: SeatRecord) -> str:
    """The address of a seat's page."""
    return "/desk/" if seat.kind == "host" else f"/seat/{seat.id}/"


async def set_theme(request: Request, seat: SeatRecord | None, home: str) -> Response:
    """Keeps the theme that was chosen, and goes back to the page."""
    check_origin(request)
    fields = await form_of(request)
    if seat is not None:
        check_token(request, seat, fields)
    at = str(fields.get("at", ""))
    # Only our own addresses: a backslash or a second slash would lead to somebody else's.
    is_ours = at.startswith("/") and not at.startswith("//") and "\\" not in at
    reply = back(at if is_ours and at.isprintable() and len(at) < 2_000 else home)
    theme = str(fields.get("theme", ""))
    if theme in THEMES:
        reply.set_cookie(
            THEME,
            theme,
            max_age=YEAR,
            path="/",
            httponly=True,
            samesite="lax",
            secure=request.url.scheme == "https",
        )
    return reply


async def own_blocks(house: House, system: str, shelf: str) -> dict[str, dict[str, Any]]:
    """The blocks of one's own on a shelf, by id."""
    found = await asyncio.to_thread(house.store.blocks.all, system, shelf)
    return {one.id: one.block for one in found}
