"""The pages of a seat: the table itself, its stream, its forms, and the seats of a fight."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import segno
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from affray.kernel.question import Refused
from affray.kernel.system import System
from affray.store import SeatRecord, StoreError
from affray.web import acting, bunch, doctrines, showing, wishes
from affray.web.asked import keys_ahead, ref
from affray.web.guard import Gone, text_of
from affray.web.hub import MOST_VIEWERS, LiveFight, event_bytes, request_key
from affray.web.looks import render
from affray.web.pages import (
    House,
    back,
    home_of,
    house_of,
    own_blocks,
    page,
    posted,
    refused,
    seated,
    set_cookie,
    set_theme,
    site,
    unsaved,
)
from affray.web.seating import MOST_SEATS
from affray.web.telling import names_for

router = APIRouter(include_in_schema=False)

STREAM_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
SHELF_LABELS = {"heroes": "Heroes", "allies": "Allies", "foes": "Foes"}

REQUESTS = ("answer", "roll", "dice", "force", "otherwise", "edit", "undo", "redo")
BESIDE: Mapping[str, Callable[[LiveFight, SeatRecord, Mapping[str, Any]], Any]] = {
    "propose": acting.propose,
    "pick": acting.pick,
    "free": acting.free_roll,
    "ask": acting.ask_for_check,
    "asked": acting.answer_check,
    "hand": acting.hand,
    "take": acting.take,
    "wish": wishes.wish,
}
"""What touches the table but not the fight."""
PARTS: Mapping[str, tuple[str, ...]] = {
    "propose": ("proposals",),
    "pick": ("picks",),
    "free": ("free",),
    "ask": ("asks",),
    "asked": ("asks", "free"),
    "wish": ("wishes",),
}
"""Which parts of the table each of them changes."""


# ---- coming in ----


@router.get("/t/{token}")
async def come_in(request: Request, token: str) -> Response:
    """The link of a seat: whoever opens it sits there."""
    house = house_of(request)
    seat = house.book.of_token(token)
    if seat is None:
        raise Gone
    reply = back(home_of(seat))
    set_cookie(reply, request, seat, token)
    return reply


async def live_of(request: Request, seat_id: str) -> tuple[House, SeatRecord, LiveFight]:
    """The house, the seat that the request comes from, and its fight. Raises `Gone`."""
    seat = seated(request, seat_id)
    house = house_of(request)
    assert seat.fight is not None
    live = await house.hub.fight(seat.fight)
    live.came.add(seat.id)
    return house, seat, live


def sight(live: LiveFight, seat: SeatRecord) -> None:
    """Has reckoned the odds of what a seat may choose."""
    if seat.kind == "spectator":
        return
    for question, keys in keys_ahead(live, seat):
        live.look_ahead(question, keys)


def render_live(live: LiveFight, seat: SeatRecord) -> bytes:
    """The message of a seat's stream; also tells its pages of a new roll, and of its turn."""
    data = showing.live_view(live, seat)
    live.notice(seat, data)
    return event_bytes(render("live.html", {"live": data}), number=data["revision"])


@router.get("/seat/{seat_id}/")
async def table(request: Request, seat_id: str) -> Response:
    house, seat, live = await live_of(request, seat_id)
    async with live.lock:
        data = showing.live_view(live, seat)
        settings = showing.scene_settings(live) if seat.kind == "gm" else []
    context: dict[str, Any] = {
        "site": site(request, base=f"/seat/{seat.id}", seat=seat),
        "live": data,
        "rules_url": data["rules_url"],
        "windows": [
            {"id": name, "label": label} for name, label in live.stored.system.windows.items()
        ],
    }
    if seat.kind == "gm":
        system = live.stored.system
        context |= {
            "shelves": await shelves(house, system),
            "settings": settings,
            "seats_url": f"/seat/{seat.id}/seats",
            "desk_url": "/desk/",
            "estimate_url": f"/seat/{seat.id}/estimate",
            "export_url": f"/seat/{seat.id}/export",
        }
    name = {"gm": "gm.html", "player": "player.html"}.get(seat.kind, "spectator.html")
    return page(name, context)


async def shelves(house: House, system: System[Any]) -> list[dict[str, Any]]:
    """The library's shelves of combatants, one's own first."""
    found = []
    for shelf, label in SHELF_LABELS.items():
        own = await own_blocks(house, system.name, shelf)
        entries = [
            {"id": each, "name": str(block.get("name", each))} for each, block in own.items()
        ]
        entries += [
            {"id": each, "name": str(block.get("name", each))}
            for each, block in system.library(shelf).items()
            if each not in own
        ]
        found.append({"name": shelf, "label": label, "entries": entries})
    return found


@router.get("/seat/{seat_id}/stream")
async def stream(request: Request, seat_id: str) -> Response:
    _, seat, live = await live_of(request, seat_id)
    if len(live.viewers) >= MOST_VIEWERS:
        return Response(status_code=503)
    last = request.headers.get("last-event-id", "")

    async def told() -> AsyncIterator[bytes]:
        async for message in live.watch(seat, last):
            yield message

    return StreamingResponse(told(), media_type="text/event-stream", headers=STREAM_HEADERS)


# ---- doing ----


@router.post("/seat/{seat_id}/do/{verb}")
async def do(request: Request, seat_id: str, verb: str) -> Response:
    """One of the forms of a seat. 204: the stream will show it."""
    house, seat, live = await live_of(request, seat_id)
    fields = await posted(request, seat)
    key = request_key(seat.id, verb, _body(fields), text_of(fields, "key"))
    try:
        await perform(house, seat, live, verb, fields, key)
    except Refused as refusal:
        return refused(refusal)
    except StoreError as error:
        return refused(unsaved(error, seat))
    return Response(status_code=204)


def _body(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name not in ("key", "csrf")}


async def perform(
    house: House,
    seat: SeatRecord,
    live: LiveFight,
    verb: str,
    fields: Mapping[str, Any],
    key: str,
) -> Any:
    """Does what a form asks for; raises `Refused`, and `Gone` for a verb that there is not."""
    if verb in REQUESTS:
        request = acting.from_form(verb, fields, acting.in_words_of(live, seat))
        return await live.do(lambda: acting.carry_out(live, seat, request), key=key)
    if verb == "answer-all":
        return await live.do(lambda: bunch.answer(live, seat, fields), key=key)
    if verb in ("pass", "unpass"):
        edit = {"kind": verb, "who": text_of(fields, "who")}
        if verb == "pass":
            edit |= {"name": text_of(fields, "window"), "value": text_of(fields, "until") or "turn"}
        request = acting.request_of("edit", edit)
        return await live.do(lambda: acting.carry_out(live, seat, request), key=key)
    if verb == "end-here":
        request = acting.request_of("edit", {"kind": "end-here"})
        return await live.do(lambda: acting.carry_out(live, seat, request), key=key)
    if verb == "add":
        acting.only_gm(seat)
        own = {
            shelf: await own_blocks(house, live.stored.system.name, shelf)
            for shelf in acting.SHELVES
        }
        return await live.do(
            lambda: acting.add(live, seat, fields, lambda _, shelf: own.get(shelf, {})), key=key
        )
    beside = BESIDE.get(verb)
    if beside is None:
        raise Gone
    async with live.lock:
        if key and live.was_done(key):
            return None
        parts = PARTS.get(verb, ())
        before, sat = live.beside.dump(parts), live.sitting()
        result = await asyncio.to_thread(beside, live, seat, fields)
        try:
            if parts:
                kept = live.beside.dump(parts)
                await asyncio.to_thread(house.store.beside.keep, live.id, kept)
            else:
                await asyncio.to_thread(house.store.seats.keep_sitting, live.id, live.sitting())
        except StoreError:
            live.beside.load(before, live.play.questions)
            live.restore_sitting(sat)
            raise
        live.note(key)
        live.changed()
    live.drive()
    return result


# ---- looking closer ----


@router.get("/seat/{seat_id}/why/{number}")
async def why(request: Request, seat_id: str, number: int) -> Response:
    _, seat, live = await live_of(request, seat_id)
    async with live.lock:
        found = showing.why(live, seat, number)
    if found is None:
        raise Gone
    return page("why.html", {"base": f"/seat/{seat.id}", **found})


@router.get("/seat/{seat_id}/rule/{rule}")
async def rule(request: Request, seat_id: str, rule: str) -> Response:
    _, seat, live = await live_of(request, seat_id)
    return page(
        "rule_card.html",
        {"rule": showing.rule_data(live, seat, rule[:200]), "base": f"/seat/{seat.id}"},
    )


@router.get("/seat/{seat_id}/log")
async def earlier(request: Request, seat_id: str, after: int = 0, before: int = 1) -> Response:
    """The lines of the log between two numbers, neither included."""
    _, seat, live = await live_of(request, seat_id)
    async with live.lock:
        log, _ = showing.log_part(live, seat, after=after, before=before)
    return page("log_lines.html", {"log": log, "base": f"/seat/{seat.id}"})


@router.get("/seat/{seat_id}/hand/{who}")
async def hand(request: Request, seat_id: str, who: str) -> Response:
    house, seat, live = await live_of(request, seat_id)
    async with live.lock:
        found = showing.hand_data(live, seat, who) if seat.kind == "gm" else None
    if found is None:
        raise Gone
    rows = await asyncio.to_thread(doctrines.rows, house.store, live.stored.system)
    side = "heroes" if found["card"]["side"] == "heroes" else "gm"
    found["doctrines"] = [one for one in rows if one["side"] == side]
    return page("hand.html", found)


@router.get("/seat/{seat_id}/plays")
async def plays(request: Request, seat_id: str) -> Response:
    """Who plays each side; the GM's alone."""
    house, seat, live = await live_of(request, seat_id)
    if seat.kind != "gm":
        raise Gone
    async with live.lock:
        found = showing.live_view(live, seat)["hand"]
    found["doctrines"] = await asyncio.to_thread(doctrines.rows, house.store, live.stored.system)
    return page("plays.html", {"base": f"/seat/{seat.id}", "hand": found})


@router.get("/seat/{seat_id}/scene")
async def scene(request: Request, seat_id: str) -> Response:
    """What of the scene as a whole can be set; the GM's alone."""
    _, seat, live = await live_of(request, seat_id)
    if seat.kind != "gm":
        raise Gone
    async with live.lock:
        found = showing.scene_settings(live)
    return page("hand_scene.html", {"base": f"/seat/{seat.id}", "settings": found})


@router.get("/seat/{seat_id}/estimate")
async def estimate(request: Request, seat_id: str, number: str = "") -> Response:
    """How the fight will go on from the beginning of the open step; the GM's alone."""
    house, seat, live = await live_of(request, seat_id)
    if seat.kind != "gm":
        raise Gone
    url = f"/seat/{seat.id}/estimate"
    found = house.estimates.of(number) if number else None
    if found is None:
        async with live.lock:
            state, _ = live.stored.play.open_step()
            found = house.estimates.begin(live.stored.system, live.stored.setup, state=state)
            live.estimate = (found.id, live.mark)
    data = found.data(f"{url}?number={found.id}")
    if live.estimate is not None and live.estimate != (found.id, live.mark):
        house.estimates.drop(found.id)
        data |= {"state": "stale", "url": url}
    return page("estimate.html", {"estimate": data})


@router.get("/seat/{seat_id}/export")
async def export(request: Request, seat_id: str) -> Response:
    """The whole fight as a file, with everything that the GM knows."""
    house, seat, live = await live_of(request, seat_id)
    if seat.kind != "gm":
        raise Gone
    data = await asyncio.to_thread(house.store.export, live.id)
    return download(data, f"fight-{live.id}.json")


def download(data: Any, name: str) -> Response:
    reply = JSONResponse(data)
    reply.headers["content-disposition"] = f'attachment; filename="{name}"'
    return reply


@router.post("/seat/{seat_id}/theme")
async def theme(request: Request, seat_id: str) -> Response:
    seat = seated(request, seat_id)
    return await set_theme(request, seat, f"/seat/{seat.id}/")


# ---- seats ----


@router.get("/seat/{seat_id}/seats")
async def seats(request: Request, seat_id: str) -> Response:
    house, seat, live = await live_of(request, seat_id)
    if seat.kind != "gm":
        raise Gone
    fight = live.play.fight
    from affray.kernel.view import GM_SEAT

    names = names_for(fight, GM_SEAT)
    here = {viewer.seat for viewer in live.viewers}
    addresses = addresses_of(request, house)
    rows: list[dict[str, Any]] = []
    for one in house.book.of_fight(live.id):
        token = house.book.fresh_token(one.id)
        link = f"{addresses[0]}/t/{token}" if token else None
        rows.append(
            {
                "id": one.id,
                "kind": one.kind,
                "name": one.name,
                "holds": [ref(live, who, names) for who in one.holds],
                "is_here": one.id in here,
                "is_me": one.id == seat.id,
                "link": link,
                "qr": qr(link) if link else None,
                "revoked": False,
            }
        )
    heroes = [ref(live, c.id, names) for c in fight.combatants.values() if c.side == "heroes"]
    for hero in heroes:
        holder = next(
            (one for one in rows if any(h["id"] == hero["id"] for h in one["holds"])), None
        )
        hero["seat"] = holder["id"] if holder else ""
    return page(
        "seats.html",
        {
            "site": site(request, base=f"/seat/{seat.id}", seat=seat),
            "seats": rows,
            "heroes": heroes,
            "addresses": addresses,
            "lan": lan(house),
            "fight": {"title": live.stored.setup.title},
            "table_url": f"/seat/{seat.id}/",
        },
    )


def addresses_of(request: Request, house: House) -> list[str]:
    """Where people come in, the likeliest first."""
    return house.settings.addresses or [str(request.base_url).rstrip("/")]


def lan(house: House) -> dict[str, Any]:
    """Whether phones can come in, and what lets them."""
    return {
        "on": house.settings.is_lan,
        "command": "affray serve --lan",
        "warning": "What is sent over this network is not encrypted: anybody on it can read along.",
    }


def qr(link: str) -> str:
    """The link as a QR code, SVG to stand in a page."""
    drawn: str = segno.make(link, micro=False).svg_inline(
        scale=4, border=3, dark="#000", light="#fff", omitsize=True
    )
    return drawn


@router.post("/seat/{seat_id}/seats/{verb}")
async def change_seats(request: Request, seat_id: str, verb: str) -> Response:
    house, seat, live = await live_of(request, seat_id)
    if seat.kind != "gm":
        raise Gone
    fields = await posted(request, seat)
    is_own = text_of(fields, "seat") == seat.id
    if verb == "revoke" and is_own:
        raise Refused("illegal", "That is your own seat.", "Re-issue its link instead.")
    await arrange(house, live, verb, fields)
    reply = back(f"/seat/{seat.id}/seats")
    if verb == "reissue" and is_own:
        token = house.book.fresh_token(seat.id)
        assert token is not None
        set_cookie(reply, request, seat, token)
    return reply


async def arrange(
    house: House, live: LiveFight, verb: str, fields: Mapping[str, Any]
) -> SeatRecord | None:
    """Makes, links, revokes, re-issues, renames a seat, or hands a hero over. Raises `Gone`."""
    book = house.book
    other = book.seat(text_of(fields, "seat"))
    if other is not None and other.fight != live.id:
        other = None
    heroes = {c.id for c in live.play.fight.combatants.values() if c.side == "heroes"}
    if verb == "new":
        kind = text_of(fields, "kind")
        given = fields.get("holds") or []
        holds = [who for who in (given if isinstance(given, list) else [given]) if who in heroes]
        if kind not in ("player", "spectator", "gm") or len(book.of_fight(live.id)) >= MOST_SEATS:
            raise Refused("illegal", "There can be no such seat.", "Revoke one first.")
        name = _name(fields) or kind
        other = await book.make(kind, name, fight=live.id)
        for who in holds if kind == "player" else []:
            await book.give(who, other.id, live.id)
        await book.link(other.id)
    elif verb == "hand":
        hero = text_of(fields, "hero")
        if hero not in heroes or (other is not None and other.kind != "player"):
            raise Gone
        await book.give(hero, other.id if other is not None else None, live.id)
    elif other is None:
        raise Gone
    elif verb == "link":
        await book.link(other.id)
    elif verb == "revoke":
        await book.revoke(other.id)
        live.dismiss(other.id)
    elif verb == "reissue":
        await book.reissue(other.id)
        live.dismiss(other.id)
    elif verb == "rename":
        if _name(fields):
            await book.rename(other.id, _name(fields))
    else:
        raise Gone
    live.changed()
    return book.seat(other.id) if other is not None else None


def _name(fields: Mapping[str, Any]) -> str:
    given = text_of(fields, "name")
    return "".join(letter if letter.isprintable() else " " for letter in given).strip()[:100]
