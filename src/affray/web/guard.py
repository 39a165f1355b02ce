"""Whose request a request is, and what every reply carries."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.store import SeatRecord
from affray.store.saves import LARGEST_SAVE

COOKIE = "affray"
THEME = "theme"
YEAR = 365 * 24 * 3600
LARGEST_BODY = 128 * 1024
LARGEST_TEXT_BODY = 1024 * 1024
MOST_FIELDS = 2_000

POLICY = (
    "default-src 'self'; img-src 'self' data:; base-uri 'self'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    # Pages name their seat in their address; and without any, browsers send no Origin of use.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Gone(Exception):  # noqa: N818 (named for what happened)
    """There is nothing here for whoever asks: it never was, or it is not theirs; nobody is told."""


class Forbidden(Exception):  # noqa: N818
    """The request does not come from one of our own pages."""


class Headed:
    """Adds the headers of `HEADERS` to every reply; nothing but static files may be kept."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self.app(scope, receive, headed)


class Bounded:
    """Refuses bodies that are larger than what the address takes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS"):
            await self.app(scope, receive, send)
            return
        limit = largest_body(scope["path"])
        said = Headers(scope=scope).get("content-length", "0")
        seen = int(said) if said.isascii() and said.isdigit() and len(said) < 15 else limit + 1
        is_over = seen > limit
        seen = 0

        async def bounded() -> Message:
            nonlocal seen
            if is_over:
                raise HTTPException(413, f"Send at most {limit // 1024} KiB.")
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > limit:
                raise HTTPException(413, f"Send at most {limit // 1024} KiB.")
            return message

        await self.app(scope, bounded, send)


def largest_body(path: str) -> int:
    """Bytes of a body that the address takes."""
    if path == "/desk/import":
        return LARGEST_SAVE + 10_000
    if path.startswith(("/desk/new", "/desk/library", "/api/v1/fights")):
        return LARGEST_TEXT_BODY
    return LARGEST_BODY


def check_origin(request: Request) -> None:
    """Raises `Forbidden` for a request that another site's page has sent.

    Over plain http to another name than localhost browsers send no Sec-Fetch-Site; then Origin has
    to stand alone. Programs send neither.
    """
    site = request.headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        raise Forbidden
    origin = request.headers.get("origin")
    if site is None and origin is not None:
        host = request.headers.get("host", "")
        if origin not in (f"http://{host}", f"https://{host}"):
            raise Forbidden


def check_token(request: Request, seat: SeatRecord, fields: Mapping[str, Any]) -> None:
    """Raises `Forbidden` unless the request carries the token that the seat's pages hold."""
    given = request.headers.get("x-csrf-token") or fields.get("csrf") or ""
    if not isinstance(given, str):
        raise Forbidden
    if not hmac.compare_digest(given.encode("utf-8", "replace"), seat.csrf.encode()):
        raise Forbidden


async def form_of(request: Request) -> dict[str, Any]:
    """The fields of a form: texts, lists where a name comes several times, the bytes of files.

    Raises `HTTPException` 400 on a body that is no form.
    """
    kind = request.headers.get("content-type", "")
    is_form = kind.startswith(("application/x-www-form-urlencoded", "multipart/form-data"))
    if not is_form:
        body = await request.body()
        if body:
            raise HTTPException(415, "Send a form.")
        return {}
    found: dict[str, Any] = {}
    try:
        async with request.form(
            max_files=2, max_fields=MOST_FIELDS, max_part_size=LARGEST_SAVE
        ) as form:
            for name, value in form.multi_items():
                given: Any = await value.read() if isinstance(value, UploadFile) else value
                if name in found:
                    before = found[name]
                    found[name] = [*before, given] if isinstance(before, list) else [before, given]
                else:
                    found[name] = given
    except UnicodeDecodeError:
        raise HTTPException(400, "The form is not UTF-8.") from None
    return found


def text_of(fields: Mapping[str, Any], name: str) -> str:
    """A field as text; empty if it is missing, the last one if it came several times."""
    value = fields.get(name, "")
    if isinstance(value, list):
        value = value[-1]
    return value if isinstance(value, str) else ""
