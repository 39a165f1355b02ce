"""The host's pages: fights and parties, new fights, the bench."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import Response

from affray.dice import DiceError
from affray.kernel.encounter import EncounterError, read_encounter
from affray.kernel.question import Refused
from affray.kernel.system import Setup, System
from affray.odds.pools import NoOdds, odds
from affray.registry import systems
from affray.store import FightRecord, SeatRecord, StoreError
from affray.web.drafts import (
    SHELVES,
    Draft,
    chosen_house_rules,
    house_data,
    read_draft,
    system_named,
    write_in,
)
from affray.web.guard import Gone, text_of
from affray.web.pages import (
    House,
    back,
    hosted,
    house_of,
    own_blocks,
    page,
    posted,
    set_theme,
    site,
)
from affray.web.table import download, lan, shelves
from affray.web.telling import percent

router = APIRouter(prefix="/desk", include_in_schema=False)

HISTORY_SHOWN = 6
LONGEST_DICE = 200


def installed() -> list[System[Any]]:
    """Every system that can be played."""
    return [found for name in systems() if (found := system_named(name)) is not None]


def system_rows() -> list[dict[str, str]]:
    return [{"name": one.name, "title": one.title} for one in installed()]


def desk_site(request: Request, host: SeatRecord, here: str) -> dict[str, Any]:
    return site(request, base="/desk", seat=host) | {"here": here}


# ---- fights ----


@router.get("/")
async def home(request: Request) -> Response:
    host = hosted(request)
    house = house_of(request)
    fights = await asyncio.to_thread(house.store.fights, archived=True)
    parties = await asyncio.to_thread(house.store.parties)
    return page(
        "home.html",
        {
            "site": desk_site(request, host, "home"),
            "fights": [_fight(one) for one in fights if not one.archived],
            "archived": [_fight(one) for one in fights if one.archived],
            "parties": [
                {
                    "id": one.id,
                    "name": one.name,
                    "system": one.system,
                    "heroes": [str(hero.get("name", "?")) for hero in one.heroes],
                    "history": [_told(line) for line in one.history[-HISTORY_SHOWN:]],
                }
                for one in reversed(parties)
            ],
            "demos": demo_rows(),
            "lan": lan(house),
        },
    )


def demo_rows() -> list[dict[str, str]]:
    """The demo fights, that of the gentlest system first. Loads all of every system."""
    by_ease = sorted(installed(), key=lambda one: not one.is_gentle)
    return [demo_row(one) for one in by_ease if one.demo]


def demo_row(system: System[Any]) -> dict[str, str]:
    title = system.demo
    with suppress(EncounterError, KeyError):
        title = read_encounter(system.encounters()[system.demo], system.demo, system).title
    return {
        "system": system.name,
        "title": system.title,
        "encounter": system.demo,
        "label": title,
    }


def _fight(one: FightRecord) -> dict[str, Any]:
    stands = ""
    if one.result is not None:
        stands = "nobody won" if one.result == "none" else f"the {one.result} won"
        stands += "" if one.is_closed else ", rest to come"
    return {
        "id": one.id,
        "title": one.title,
        "system": one.system,
        "round": one.round,
        "stands": stands,
        "closed": one.is_closed,
        "touched": _local(one.touched),
        "archived": one.archived,
        "url": f"/desk/fights/{one.id}/",
    }


def _local(at: str) -> str:
    return datetime.fromisoformat(at).astimezone().strftime("%Y-%m-%d %H:%M")


def _told(line: Any) -> str:
    words = {
        "met": "They came together",
        "fight": "They fought",
        "after": "They rested",
        "reopened": "It was taken up again",
    }
    text = words.get(line.kind, line.kind)
    if line.fight:
        text += f" (fight {line.fight})"
    return (
        f"{text}: the {line.result} won" if line.kind == "fight" and line.result != "none" else text
    )


@router.get("/fights/{number}/")
async def go_on(request: Request, number: int) -> Response:
    """Into the fight, at the GM's seat."""
    hosted(request)
    house = house_of(request)
    live = await house.hub.fight(number)
    return back(f"/t/{await gm_token(house, live.id)}")


async def gm_token(house: House, fight: int) -> str:
    """A token of the GM's seat of the fight; a seat is made if there is none any more."""
    seat = next((one for one in house.book.of_fight(fight) if one.kind == "gm"), None)
    if seat is None:
        seat = await house.book.make("gm", "The GM", fight=fight)
    return house.book.fresh_token(seat.id) or await house.book.link(seat.id)


async def begin(house: House, system: System[Any], setup: Setup, party: int | None = None) -> int:
    """Begins a fight; returns its number. Raises `StoreError`."""
    stored = await asyncio.to_thread(house.store.begin, system, setup, party=party)
    await house.hub.take_in(stored)
    return stored.id


@router.post("/demo")
async def demo(request: Request) -> Response:
    host = hosted(request)
    fields = await posted(request, host)
    system = system_named(text_of(fields, "system"))
    if system is None or not system.demo:
        raise Gone
    setup = read_encounter(system.encounters()[system.demo], system.demo, system)
    house = house_of(request)
    return back(f"/t/{await gm_token(house, await begin(house, system, setup))}")


@router.post("/fights/{number}/{verb}")
async def change(request: Request, number: int, verb: str) -> Response:
    host = hosted(request)
    fields = await posted(request, host)
    house = house_of(request)
    store = house.store
    await asyncio.to_thread(store.fight, number)
    match verb:
        case "open":
            return await go_on(request, number)
        case "copy":
            data = await asyncio.to_thread(store.export, number)
            copied = await asyncio.to_thread(store.import_, data)
            record = await asyncio.to_thread(store.fight, number)
            await asyncio.to_thread(store.rename, copied, f"{record.title} (copy)")
        case "archive" | "restore":
            await asyncio.to_thread(store.archive, number, verb == "archive")
        case "rename":
            await asyncio.to_thread(store.rename, number, text_of(fields, "title"))
        case _:
            raise Gone
    return back("/desk/")


@router.get("/fights/{number}/export")
async def export(request: Request, number: int) -> Response:
    hosted(request)
    data = await asyncio.to_thread(house_of(request).store.export, number)
    return download(data, f"fight-{number}.json")


@router.post("/import")
async def take_in(request: Request) -> Response:
    host = hosted(request)
    fields = await posted(request, host)
    raw = fields.get("file")
    if not isinstance(raw, bytes) or not raw:
        raise Refused("unreadable", "No file was chosen.", "Choose one that was exported.")
    await asyncio.to_thread(house_of(request).store.import_, raw)
    return back("/desk/")


@router.post("/theme")
async def theme(request: Request) -> Response:
    return await set_theme(request, hosted(request), "/desk/")


# ---- a new fight ----


@router.get("/new")
async def new(
    request: Request, system: str = "", party: str = "", encounter: str = "", start: str = ""
) -> Response:
    """The page of a new fight; with the text of the packaged encounter `start` in its box."""
    host = hosted(request)
    found = system_named(system) or (installed() or [None])[0]  # type: ignore[list-item]
    if found is None:
        raise Refused("illegal", "No system is installed.", "Install one; see the README.")
    draft = Draft(found, encounter=encounter, party=party)
    packaged = found.encounters()
    draft.text = packaged.get(start, "")
    if not draft.text and encounter not in packaged:
        draft.encounter = next(iter(packaged), "")
    return await _draft_page(request, host, draft)


async def _draft_page(
    request: Request,
    host: SeatRecord,
    draft: Draft,
    estimate: Mapping[str, Any] | None = None,
    status: int = 200,
    sound: str = "",
) -> Response:
    house = house_of(request)
    system = draft.system
    rows = []
    for name, text in system.encounters().items():
        try:
            setup = read_encounter(text, name, system)
        except EncounterError:
            continue
        rows.append({"name": name, "title": setup.title, "about": setup.about, "text": text})
    parties = await asyncio.to_thread(house.store.parties)
    heroes = next(one for one in await shelves(house, system) if one["name"] == "heroes")
    return page(
        "new.html",
        {
            "site": desk_site(request, host, "new"),
            "systems": system_rows(),
            "system": system.name,
            "encounters": rows,
            "encounter": draft.encounter,
            "text": draft.text,
            "where": draft.where,
            "faults": draft.faults,
            "sound": sound,
            "heroes": [one | {"is_chosen": one["id"] in draft.heroes} for one in heroes["entries"]],
            "parties": [
                {"id": str(one.id), "name": one.name}
                for one in parties
                if one.system == system.name
            ],
            "party": draft.party,
            "estimate": estimate,
            **house_data(system.rulebook, draft.chosen),
        },
        status,
    )


@router.post("/new")
async def make(request: Request) -> Response:
    host = hosted(request)
    fields = await posted(request, host)
    house = house_of(request)
    system = system_named(text_of(fields, "system"))
    if system is None:
        raise Gone
    draft = Draft(system, encounter=text_of(fields, "encounter"), party=text_of(fields, "party"))
    uploaded = fields.get("file")
    write_in(draft, text_of(fields, "text"))
    if isinstance(uploaded, bytes) and uploaded.strip():
        draft.encounter = ""
        write_in(draft, uploaded.decode("utf-8-sig", "replace"))
    ticked = fields.get("hero", [])
    draft.heroes = [str(one) for one in (ticked if isinstance(ticked, list) else [ticked])]
    draft.chosen, draft.faults = chosen_house_rules(system.rulebook, fields)
    if draft.heroes and draft.party:
        fault = "heroes are ticked, and a party is chosen too"
        cure = "Untick the heroes, or choose the heroes of the encounter."
        draft.faults.append({"place": "heroes", "fault": fault, "cure": cure, "line": None})
    if not draft.faults:
        own = {shelf: await own_blocks(house, system.name, shelf) for shelf in SHELVES}
        read_draft(draft, own)
    if draft.setup is None:
        return await _draft_page(request, host, draft, status=422)
    wanted = text_of(fields, "do")
    if wanted == "estimate":
        made = house.estimates.begin(system, draft.setup)
        return await _draft_page(request, host, draft, made.data(f"/desk/estimate/{made.id}"))
    if wanted == "check":
        sides = Counter(one["side"] for one in draft.setup.roster)
        count = f"{_counted(sides['heroes'], 'hero', 'heroes')}, {_counted(sides['foes'], 'foe')}"
        return await _draft_page(request, host, draft, sound=f"Nothing is wrong with it: {count}.")
    party = int(draft.party) if draft.party.isascii() and draft.party.isdigit() else None
    try:
        number = await begin(house, system, draft.setup, party)
    except StoreError as error:
        draft.faults.append({"place": "", "fault": error.why, "cure": error.cure, "line": None})
        return await _draft_page(request, host, draft, status=422)
    return back(f"/t/{await gm_token(house, number)}")


def _counted(count: int, one: str, several: str = "") -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"


@router.get("/estimate/{number}")
async def estimate(request: Request, number: str) -> Response:
    hosted(request)
    found = house_of(request).estimates.of(number)
    if found is None:
        raise Gone
    return page("estimate.html", {"estimate": found.data(f"/desk/estimate/{found.id}")})


# ---- the bench ----


@router.get("/bench")
async def bench(request: Request, q: str = "", left: str = "", right: str = "") -> Response:
    host = hosted(request)
    house = house_of(request)
    faults: list[dict[str, Any]] = []
    found = None
    if q.strip():
        try:
            found = await asyncio.to_thread(odds_rows, q[:LONGEST_DICE])
        except (DiceError, NoOdds) as error:
            faults.append({"place": "dice", "fault": str(error), "cure": "", "line": None})
    rows = [
        {"id": f"{one.name}/{name}", "title": f"{one.title}: {title}"}
        for one in installed()
        for name, title in _titles(one).items()
    ]
    sides = {}
    for side, name in (("left", left), ("right", right)):
        sides[side] = _estimate_of(house, name) if name else None
    return page(
        "bench.html",
        {
            "site": desk_site(request, host, "bench"),
            "q": q,
            "odds": found,
            "faults": faults,
            "encounters": rows,
            "chosen": {"left": left, "right": right},
            **sides,
        },
    )


def _titles(system: System[Any]) -> dict[str, str]:
    """The encounters of a system by name, each with what it is called."""
    found = {}
    for name, text in system.encounters().items():
        found[name] = name
        with suppress(EncounterError):
            found[name] = read_encounter(text, name, system).title
    return found


def _estimate_of(house: House, label: str) -> dict[str, Any] | None:
    name, _, encounter = label.partition("/")
    system = system_named(name)
    if system is None or encounter not in system.encounters():
        return None
    setup = read_encounter(system.encounters()[encounter], label, system)
    made = house.estimates.begin(system, setup)
    return made.data(f"/desk/estimate/{made.id}")


def odds_rows(words: str) -> dict[str, Any]:
    """The odds of dice as a chart has them. Raises `DiceError`, `NoOdds`."""
    found = odds(words.split())
    total = found["total"]
    rows = []
    most = max((one["count"] for one in found["outcomes"]), default=1)
    for one in found["outcomes"]:
        p = one["count"] / total
        shows = {key: v for key, v in one.items() if key not in ("count", "at_least")}
        label = (
            str(next(iter(shows.values())))
            if len(shows) == 1
            else ", ".join(f"{key.replace('_', ' ')} {v}" for key, v in shows.items())
        )
        rows.append(
            {
                "label": label,
                "p": p,
                "percent": percent(p),
                "width": round(100 * one["count"] / most, 2),
                "at_least": percent(one["at_least"]) if "at_least" in one else "",
            }
        )
    return {
        "dice": found["dice"],
        "total": total,
        "mean": f"{found['mean']:.2f}" if "mean" in found else "",
        "sd": f"{found['sd']:.2f}" if "sd" in found else "",
        "rows": rows[:400],
    }
