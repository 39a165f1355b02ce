"""The table over HTTP with JSON, for programs: the same actions, the same refusals.

A program sends the token of its seat as a bearer token; it needs no cookie and gets none.
docs/protocol.md explains questions, options and refusals; they are the same here.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Request
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from affray.kernel.question import Refused
from affray.kernel.view import view
from affray.store import SeatRecord
from affray.tables.doctrine.reader import LONGEST_FILE
from affray.web import acting
from affray.web.ahead import Job
from affray.web.desk import begin, installed
from affray.web.drafts import SHELVES, Draft, read_draft, system_named
from affray.web.hub import MOST_VIEWERS, LiveFight, Viewer, event_bytes, request_key
from affray.web.pages import House, house_of, own_blocks
from affray.web.seating import kernel_seat
from affray.web.table import STREAM_HEADERS, arrange, perform

MOST_EVENTS = 500
PATIENCE = 20.0
"""Seconds that a preview may take."""


class Unknown(Exception):  # noqa: N818 (named for what happened)
    """The token leads nowhere, or there is none."""


class Problem(BaseModel):
    """A refusal (RFC 9457): `code` is one of late, illegal, ambiguous, unreadable, unsaved and
    others; `cure` says what to do about it."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    code: str
    cure: str = ""


_MEDIA = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def _problem(description: str) -> dict[str, Any]:
    return {"description": description, "model": Problem, "content": _MEDIA}


PROBLEMS: dict[int | str, dict[str, Any]] = {
    400: _problem("The body cannot be read."),
    401: _problem("The token leads nowhere, or there is none."),
    403: _problem("The request comes from a page of another site."),
    404: _problem("There is nothing here for this seat."),
    409: _problem("Too late: the question is not open any more."),
    413: _problem("The body is too large."),
    422: _problem("Refused: unreadable, illegal or ambiguous."),
    503: _problem("It could not be saved, or takes too long; nothing has changed."),
}

router = APIRouter(prefix="/api/v1", tags=["table"], responses=PROBLEMS)


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


Word = Annotated[str, Field(max_length=2_000)]
Short = Annotated[str, Field(max_length=200)]
Named = Annotated[list[str | int], Field(min_length=5, max_length=5)]
"""A question: rule, what, who, step, n, as it came."""
Places = Annotated[list[Word], Field(max_length=64)]
"""The places of an option, free ones filled in."""


class ForQuestion(Body):
    question: Named


class Answered(ForQuestion):
    key: Places


class Dice(ForQuestion):
    faces: (
        Annotated[list[Annotated[int, Field(ge=-(10**6), le=10**6)]], Field(max_length=1_000)]
        | Word
    )


class Forced(ForQuestion):
    reading: Any


class Edited(Body):
    kind: Short
    who: Word = ""
    name: Word = ""
    value: Any = None


class Undone(Body):
    """`keep` entries stay, or the log goes back to before `line`; neither: the last decision."""

    keep: Annotated[int, Field(ge=0, le=10**9)] | None = None
    line: Annotated[int, Field(ge=1, le=10**9)] | None = None


class Nothing(Body):
    pass


class Previewed(ForQuestion):
    key: Places | None = None


class Beside(Body):
    """What an action beside the fight needs; see each of them."""

    who: Word = ""
    policy: Short = ""
    dice: Short = ""
    text: Word = ""
    id: Short = ""
    rolled: Short = ""
    secret: bool = False
    shelf: Short = ""
    entry: Short = ""
    name: Word = ""
    hidden: bool = False


class Handed(Body):
    """To whom or what `who` is handed: a `policy` (or `doctrine:ID` of the library), or a doctrine
    as TOML `text`."""

    who: Word
    policy: Short = ""
    text: Annotated[str, Field(max_length=LONGEST_FILE)] = ""


class Wished(Body):
    """`rolls`: none, mine (a player), foes or all (the GM); what is left out stays as it is."""

    rolls: Literal["none", "mine", "foes", "all"] | None = None
    waives: bool | None = None


class NewFight(Body):
    """`encounter` is the name of a packaged one, or `text` an encounter as TOML."""

    system: Short
    encounter: Short = ""
    text: Annotated[str, Field(max_length=200_000)] = ""
    party: Annotated[int, Field(ge=1, le=2**53)] | None = None
    house_rules: dict[str, Any] = Field(default_factory=dict, max_length=500)


class SeatChange(Body):
    seat: Short = ""
    kind: Short = ""
    name: Word = ""
    hero: Word = ""
    holds: Annotated[list[Word], Field(max_length=200)] = Field(default_factory=list)


class Accepted(BaseModel):
    """`repeated` says that the request of this key had been done before."""

    accepted: str
    revision: int
    repeated: bool = False


# ---- who asks ----


def _token(authorization: str | None) -> str:
    kind, _, token = (authorization or "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise Unknown
    return token.strip()


async def any_seat(
    request: Request, authorization: Annotated[str | None, Header()] = None
) -> SeatRecord:
    seat = house_of(request).book.of_token(_token(authorization))
    if seat is None:
        raise Unknown
    return seat


async def host_seat(seat: Annotated[SeatRecord, Depends(any_seat)]) -> SeatRecord:
    if seat.kind != "host":
        raise Unknown
    return seat


async def table_seat(seat: Annotated[SeatRecord, Depends(any_seat)]) -> SeatRecord:
    if seat.fight is None:
        raise Unknown
    return seat


Sits = Annotated[SeatRecord, Depends(table_seat)]
Hosts = Annotated[SeatRecord, Depends(host_seat)]
Key = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200)]


async def _live(request: Request, seat: SeatRecord) -> LiveFight:
    assert seat.fight is not None
    live = await house_of(request).hub.fight(seat.fight)
    live.came.add(seat.id)
    return live


# ---- looking ----


def seat_view(live: LiveFight, seat: SeatRecord, since: int = 0) -> dict[str, Any]:
    """Everything a seat may know, with the events after line `since` of the log."""
    kernel = kernel_seat(seat)
    play = live.stored.play
    sitter = acting.Sitter(live, seat)
    data = view(play.system, play.fight, kernel, play.questions)
    opened = {tuple(q.id): q for q in play.questions}
    for question in data["questions"]:
        one = opened[tuple(question["question"])]
        question["yours"] = sitter.is_mine(one)
        question["offered"] = bool(sitter.offers(one))
        if "given" in question:
            del question["given"]
            question["picks"] = [
                {"who": who, "key": list(key), "final": is_final}
                for who, key, is_final in sitter.picks_on(one)
            ]
    events = []
    first = max(0, since, len(play.lines) - MOST_EVENTS)
    for number, line in enumerate(play.lines[first:], first + 1):
        told = line.event.dump() if kernel.is_gm else line.event.public()
        if told is not None:
            events.append({"n": number, "taken_back": line.taken_back, **told})
    return {
        "fight": live.id,
        "title": play.setup.title,
        "revision": live.revision,
        "seat": {"kind": seat.kind, "name": seat.name, "holds": sorted(kernel.holds)},
        "closed": play.fight.closed,
        **data,
        "events": events,
    }


@router.get("/view")
async def look(request: Request, seat: Sits, since: int = 0) -> dict[str, Any]:
    """Everything that the seat may know now; events after number `since` of the log."""
    live = await _live(request, seat)
    async with live.lock:
        return seat_view(live, seat, max(0, since))


@router.get("/events", include_in_schema=False)
async def follow(request: Request, seat: Sits) -> Response:
    """The view again with every change, as a stream of server-sent events."""
    live = await _live(request, seat)
    if len(live.viewers) >= MOST_VIEWERS:
        return Response(status_code=503)

    def shown(live: LiveFight, seat: SeatRecord) -> bytes:
        return event_bytes(json.dumps(seat_view(live, seat)), number=live.revision)

    async def told() -> AsyncIterator[bytes]:
        async for message in live.watch(
            seat, request.headers.get("last-event-id", ""), Viewer(seat.id, shown)
        ):
            yield message

    return StreamingResponse(told(), media_type="text/event-stream", headers=STREAM_HEADERS)


@router.post("/preview")
async def preview(request: Request, seat: Sits, body: Previewed) -> dict[str, Any]:
    """What may come of an option of an open question (without a key: of its dice)."""
    house, live = house_of(request), await _live(request, seat)
    checked = acting.request_of("preview", body.model_dump(exclude_none=True))
    async with live.lock:
        question = acting.Sitter(live, seat).open_question(checked.question)
        key = checked.key
        if question.secret:
            raise Refused("illegal", "What others have locked in is secret, and enters into it.")
        if question.pool is None and key is None:
            raise Refused("unreadable", "preview lacks its key.", "Only a roll has none.")
        if key is not None and question.owner_of(key) is None:
            raise Refused("illegal", "That is no option of this question.", "Send one of them.")
        data = live.position(question.id) | {
            "job": "previews",
            "keys": [None if key is None else list(key)],
        }
    found = await _reckoned(house, data)
    chosen = found["previews"][0]["gm" if seat.kind == "gm" else "others"]
    return {"question": list(checked.question), **chosen}


async def _reckoned(house: House, data: dict[str, Any]) -> dict[str, Any]:
    answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    def done(found: dict[str, Any]) -> None:
        if not answer.done():
            answer.set_result(found)

    house.ahead.ask(Job(data, lambda: not answer.done(), done))
    try:
        found = await asyncio.wait_for(answer, PATIENCE)
    except TimeoutError:
        raise Refused("unsaved", "It takes too long to reckon.", "Try again later.") from None
    if "fault" in found:
        raise Refused("illegal", "This cannot be previewed.", "Choose another option.")
    return found


# ---- doing ----


async def _asked(
    request: Request, seat: SeatRecord, verb: str, body: Mapping[str, Any], key: str | None
) -> Accepted:
    """Carries out a request of the protocol."""
    live = await _live(request, seat)
    asked = acting.request_of(verb, body)
    known = request_key(seat.id, verb, dict(body), key or "")
    done = await live.do(lambda: acting.carry_out(live, seat, asked), key=known)
    return Accepted(accepted=verb, revision=live.revision, repeated=done is None)


@router.post("/answer")
async def answer(request: Request, seat: Sits, body: Answered, key: Key = None) -> Accepted:
    """Takes an option or an offer of an open question."""
    return await _asked(request, seat, "answer", body.model_dump(), key)


@router.post("/roll")
async def roll(request: Request, seat: Sits, body: ForQuestion, key: Key = None) -> Accepted:
    """Has the dice of an open roll rolled."""
    return await _asked(request, seat, "roll", body.model_dump(), key)


@router.post("/dice")
async def dice(request: Request, seat: Sits, body: Dice, key: Key = None) -> Accepted:
    """Says how dice fell that were rolled elsewhere."""
    return await _asked(request, seat, "dice", body.model_dump(), key)


@router.post("/force")
async def force(request: Request, seat: Sits, body: Forced, key: Key = None) -> Accepted:
    """The GM says how an open roll comes out."""
    return await _asked(request, seat, "force", body.model_dump(), key)


@router.post("/otherwise")
async def otherwise(request: Request, seat: Sits, body: Answered, key: Key = None) -> Accepted:
    """The GM rules otherwise where a default was told."""
    return await _asked(request, seat, "otherwise", body.model_dump(), key)


@router.post("/edit")
async def edit(request: Request, seat: Sits, body: Edited, key: Key = None) -> Accepted:
    """The GM's hand on the fight; a player may only `pass` and `unpass` for their own."""
    return await _asked(request, seat, "edit", body.model_dump(), key)


@router.post("/undo")
async def undo(request: Request, seat: Sits, body: Undone, key: Key = None) -> Accepted:
    """Takes play back: to before a `line` of the log, to the first `keep` entries in force, or
    before the last decision."""
    return await _asked(request, seat, "undo", body.model_dump(exclude_none=True), key)


@router.post("/redo")
async def redo(request: Request, seat: Sits, body: Nothing, key: Key = None) -> Accepted:
    """Puts back what the last undo took."""
    return await _asked(request, seat, "redo", body.model_dump(), key)


async def _beside(
    request: Request, seat: SeatRecord, verb: str, fields: Mapping[str, Any], key: str | None
) -> Accepted:
    house, live = house_of(request), await _live(request, seat)
    known = request_key(seat.id, verb, dict(fields), key or "")
    was_done = bool(known) and live.was_done(known)
    await perform(house, seat, live, verb, fields, known)
    return Accepted(accepted=verb, revision=live.revision, repeated=was_done)


def _option_fields(body: Answered) -> dict[str, Any]:
    return {"question": json.dumps(body.question), "option": json.dumps(body.key)}


@router.post("/propose")
async def propose(request: Request, seat: Sits, body: Answered, key: Key = None) -> Accepted:
    """Says what the seat would choose where the choice is not its own."""
    return await _beside(request, seat, "propose", _option_fields(body), key)


@router.post("/pick")
async def pick(request: Request, seat: Sits, body: Answered, key: Key = None) -> Accepted:
    """Shows what the seat is about to lock in; it may change until `answer`."""
    return await _beside(request, seat, "pick", _option_fields(body), key)


def _fields(body: Beside | Handed) -> dict[str, Any]:
    return {
        name: ("1" if value is True else value)
        for name, value in body.model_dump().items()
        if value not in ("", False)
    }


@router.post("/free")
async def free(request: Request, seat: Sits, body: Beside, key: Key = None) -> Accepted:
    """Rolls `dice` for fun; a `secret` roll of the GM is the GM's alone."""
    return await _beside(request, seat, "free", _fields(body), key)


@router.post("/ask")
async def ask(request: Request, seat: Sits, body: Beside, key: Key = None) -> Accepted:
    """The GM asks `who` for a check (`text`, `dice`)."""
    return await _beside(request, seat, "ask", _fields(body), key)


@router.post("/asked")
async def asked(request: Request, seat: Sits, body: Beside, key: Key = None) -> Accepted:
    """Rolls the check of that `id`, or says what was `rolled`."""
    return await _beside(request, seat, "asked", _fields(body), key)


@router.post("/hand")
async def hand(request: Request, seat: Sits, body: Handed, key: Key = None) -> Accepted:
    """The GM lets a policy or a doctrine answer for `who`: heroes, gm or a combatant."""
    return await _beside(request, seat, "hand", _fields(body), key)


@router.post("/take")
async def take(request: Request, seat: Sits, body: Beside, key: Key = None) -> Accepted:
    """Takes `who` back from a policy."""
    return await _beside(request, seat, "take", _fields(body), key)


@router.post("/wish")
async def wish(request: Request, seat: Sits, body: Wished, key: Key = None) -> Accepted:
    """Has rolls made without being asked for them, as long as nobody else could add something;
    `waives`: nobody needs to wait for what this seat could add."""
    fields: dict[str, Any] = {"rolls": body.rolls} if body.rolls else {}
    if body.waives is not None:
        fields["waives"] = "yes" if body.waives else "no"
    return await _beside(request, seat, "wish", fields, key)


@router.post("/add")
async def add(request: Request, seat: Sits, body: Beside, key: Key = None) -> Accepted:
    """The GM adds an `entry` of a `shelf` of the library, under a `name`, `hidden` or not."""
    return await _beside(request, seat, "add", _fields(body), key)


@router.post("/end-here")
async def end_here(request: Request, seat: Sits, body: Nothing, key: Key = None) -> Accepted:
    """The GM ends the open step where it stands."""
    return await _beside(request, seat, "end-here", body.model_dump(), key)


# ---- seats and fights ----


def _seat_data(seat: SeatRecord, token: str | None) -> dict[str, Any]:
    return {
        "id": seat.id,
        "kind": seat.kind,
        "name": seat.name,
        "holds": list(seat.holds),
        "token": token,
    }


@router.get("/seats")
async def seats(request: Request, seat: Sits) -> list[dict[str, Any]]:
    """The seats of the fight, for the GM; tokens are told only when they are made."""
    acting.only_gm(seat)
    assert seat.fight is not None
    return [_seat_data(one, None) for one in house_of(request).book.of_fight(seat.fight)]


@router.post("/seats/{verb}")
async def change_seat(request: Request, seat: Sits, verb: str, body: SeatChange) -> dict[str, Any]:
    """The GM's changes of seats: new, link, revoke, reissue, rename, hand."""
    acting.only_gm(seat)
    house, live = house_of(request), await _live(request, seat)
    if verb in ("revoke", "reissue") and body.seat == seat.id:
        raise Refused("illegal", "That is your own seat.", "Let another GM do it.")
    found = await arrange(house, live, verb, body.model_dump())
    if found is None:
        return {"seat": None}
    shows = verb in ("new", "link", "reissue")
    return {"seat": _seat_data(found, house.book.fresh_token(found.id) if shows else None)}


@router.get("/fights")
async def fights(request: Request, host: Hosts) -> list[dict[str, Any]]:
    """The fights of the database, for the host."""
    found = await asyncio.to_thread(house_of(request).store.fights)
    return [one.dump() for one in found]


@router.post("/fights", status_code=201)
async def new_fight(request: Request, host: Hosts, body: NewFight) -> dict[str, Any]:
    """The host begins a fight; returns its seats with their tokens."""
    house = house_of(request)
    system = system_named(body.system)
    if system is None:
        raise Refused("illegal", "No such system is installed.", "GET /api/v1/systems lists them.")
    chosen = "" if body.text.strip() else body.encounter
    draft = Draft(system, encounter=chosen, text=body.text, chosen=body.house_rules)
    own = {shelf: await own_blocks(house, system.name, shelf) for shelf in SHELVES}
    read_draft(draft, own)
    if draft.setup is None:
        first = draft.faults[0]
        told = "; ".join(f"{one['place']}: {one['fault']}" for one in draft.faults[:10])
        raise Refused("unreadable", told, first["cure"])
    number = await begin(house, system, draft.setup, body.party)
    rows = [
        _seat_data(seat, await house.book.link(seat.id)) for seat in house.book.of_fight(number)
    ]
    return {"fight": number, "seats": rows}


@router.get("/systems")
async def systems_here() -> list[dict[str, Any]]:
    """The systems that are installed, with their encounters and policies."""
    return [
        {
            "name": one.name,
            "title": one.title,
            "encounters": list(one.encounters()),
            "policies": list(one.policy_names),
        }
        for one in installed()
    ]
