"""The process that serves the table: where it listens, whom it tells, how it stops."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

STOP_WITHIN = 3
"""Seconds that open requests get when the server stops."""
PORT = 8181
LOCAL = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 (only when asked for, and said aloud)


class Server(uvicorn.Server):
    """A server that ends the streams of viewers first, so that stopping does not wait for them."""

    def __init__(self, app: FastAPI, on_ready: Callable[[], None] | None = None) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                # The paths of links are secrets: no log of requests.
                access_log=False,
                log_level="warning",
                server_header=False,
                timeout_graceful_shutdown=STOP_WITHIN,
                lifespan="on",
            )
        )
        self.app = app
        self._on_ready = on_ready
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self._on_ready is not None and not self.should_exit:
            self._on_ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.end_streams()
        super().handle_exit(sig, frame)

    def stop(self) -> None:
        """Stops the server from another thread."""
        self.end_streams()
        self.should_exit = True

    def end_streams(self) -> None:
        house = getattr(self.app.state, "house", None)
        if house is not None and self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(house.hub.close)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `OSError`."""
    # The protocol is named because asyncio looks at it: it lets small packets go at once only on a
    # socket that says it is TCP, and otherwise each reply waits 40 ms for the client's nod.
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
        made.listen(2048)
    except OSError:
        made.close()
        raise
    return made


def lan_address() -> str | None:
    """The address of this machine that others on its network can reach, None if there is none.

    Nothing is sent: the system is only asked which way a packet would go.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") or found == EVERYWHERE else found
