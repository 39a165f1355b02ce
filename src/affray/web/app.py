"""The application: its routes put together, and what happens when they fail."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Message, Receive, Scope, Send

from affray import __version__
from affray.kernel.question import Refused
from affray.store import Store, StoreError
from affray.web import bots, desk, doctrine_pages, library, rules, table
from affray.web.ahead import Ahead
from affray.web.estimates import Estimates
from affray.web.guard import COOKIE, Bounded, Forbidden, Gone, Headed
from affray.web.hub import Hub
from affray.web.looks import STATIC, static_version
from affray.web.pages import STATUS, House, Settings, back, page, set_theme, site
from affray.web.pages import refused as refused_page
from affray.web.seating import SeatBook

log = logging.getLogger("affray.web")

TITLES = {400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
          405: "Method Not Allowed", 409: "Conflict", 413: "Content Too Large",
          415: "Unsupported Media Type", 422: "Unprocessable Content", 500: "Internal Server Error",
          503: "Service Unavailable"}  # fmt: skip

FOREIGN = Refused("foreign", "This page is out of date, or not one of ours.", "Load it again.")


class Kept(StaticFiles):
    """Static files under an address that changes when they do: browsers may keep them."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def kept(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 200:
                message["headers"] = [
                    *message["headers"],
                    (b"cache-control", b"public, max-age=31536000, immutable"),
                ]
            await send(message)

        await super().__call__(scope, receive, kept)


def create_app(store: Store, settings: Settings | None = None) -> FastAPI:
    """The application over an open store, which stays the caller's to close."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        # Systems load before anybody comes, in one thread: two of them that read the sources of
        # their models at once can fail on Python 3.11 (python/cpython#106905). A system with a
        # fault says so where it is asked for.
        with suppress(Exception):
            await asyncio.to_thread(desk.demo_rows)
        await asyncio.to_thread(store.hold)
        ahead = Ahead()
        book = await asyncio.to_thread(SeatBook, store.seats)
        hub = Hub(
            store,
            book,
            ahead,
            render=table.render_live,
            sight=table.sight,
            pause=settings.pause,
        )
        app.state.house = House(settings, store, book, hub, ahead, Estimates(ahead))
        ahead.start()
        try:
            yield
        finally:
            hub.close()
            await ahead.close()

    app = FastAPI(
        title="Affray",
        version=__version__,
        summary="A table for fights by the book, for programs that hold a seat.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
    )
    app.add_middleware(Bounded)
    app.add_middleware(GZipMiddleware, minimum_size=1_000)
    app.add_middleware(Headed)
    app.mount(f"/static/{static_version()}", Kept(directory=STATIC))
    for part in (table, desk, library, doctrine_pages, rules, bots):
        app.include_router(part.router)
    _doors(app)
    _faults(app)
    return app


def _doors(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def door(request: Request) -> Response:
        return page("door.html", {"site": site(request)})

    @app.get("/desk", include_in_schema=False)
    async def to_the_desk(request: Request) -> Response:
        return back("/desk/")

    @app.post("/theme", include_in_schema=False)
    async def theme(request: Request) -> Response:
        return await set_theme(request, None, "/")


# ---- what goes wrong ----


def _is_api(request: Request) -> bool:
    return request.url.path.startswith("/api/")


def problem(status: int, refusal: Refused) -> Response:
    """A refusal for a program."""
    data = {
        "type": "about:blank",
        "title": TITLES.get(status, "Error"),
        "status": status,
        "detail": refusal.why,
        "code": refusal.kind,
        "cure": refusal.cure,
    }
    reply = JSONResponse(data, status, media_type="application/problem+json")
    if status == 401:
        reply.headers["www-authenticate"] = "Bearer"
    return reply


def told(request: Request, status: int, refusal: Refused) -> Response:
    """A refusal in the form that whoever asked can show."""
    if _is_api(request):
        return problem(status, refusal)
    if "hx-request" in request.headers:
        return refused_page(refusal, status)
    return page(
        "fault.html",
        {
            "site": site(request) | {"at": "/"},
            "status": status,
            "why": refusal.why,
            "cure": refusal.cure,
        },
        status,
    )


def gone(request: Request) -> Response:
    """Nothing here: the same bytes whatever was asked for, and by whom."""
    if _is_api(request):
        return problem(404, Refused("gone", "There is nothing here for this seat.", ""))
    frame = site(request) | {"at": "/"}
    return page("gone.html", {"site": frame, "why": ""}, 404)


def _faults(app: FastAPI) -> None:
    @app.exception_handler(Gone)
    async def on_gone(request: Request, error: Exception) -> Response:
        return gone(request)

    @app.exception_handler(bots.Unknown)
    async def on_unknown(request: Request, error: Exception) -> Response:
        refusal = Refused("unknown", "The token leads nowhere.", "Ask the GM for a new link.")
        return problem(401, refusal)

    @app.exception_handler(Forbidden)
    async def on_forbidden(request: Request, error: Exception) -> Response:
        return told(request, 403, FOREIGN)

    @app.exception_handler(Refused)
    async def on_refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return told(request, STATUS.get(error.kind, 422), error)

    @app.exception_handler(StoreError)
    async def on_store(request: Request, error: Exception) -> Response:
        assert isinstance(error, StoreError)
        seat = app.state.house.book.of_token(request.cookies.get(COOKIE, ""))
        if seat is not None and seat.kind == "host":
            return told(request, 422, Refused("unsaved", error.why, error.cure))
        return told(request, 503, Refused("unsaved", "It could not be done.", "Tell the host."))

    @app.exception_handler(RequestValidationError)
    async def on_invalid(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        if not _is_api(request):
            return gone(request)
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))[:200]
        return problem(422, Refused("unreadable", f"{where}: {first['msg']}", "See the schema."))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404:
            return gone(request)
        reply = told(request, error.status_code, Refused("unreadable", str(error.detail)))
        for name, value in (error.headers or {}).items():
            reply.headers[name] = value
        return reply

    @app.exception_handler(Exception)
    async def on_fault(request: Request, error: Exception) -> Response:
        log.error("%s %s failed", request.method, request.url.path.partition("/t/")[0])
        refusal = Refused("fault", "Something went wrong here; nothing was changed.", "Try again.")
        return told(request, 500, refusal)
