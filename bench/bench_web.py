"""What the web table costs: an action, an update, a viewer; against the bare server beneath it.

Run as `python -m bench.bench_web [--quick]`. The bare side is the same server with routes that do
nothing; the browser's part needs a Chromium on PATH (or AFFRAY_BROWSER) and is left out without.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import re
import shutil
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import httpx2

from bench.measuring import Row, table

BARE_PAGE = """<!doctype html><html><head><title>bare</title></head><body>
<section id="table" hx-sse:connect="/bare/stream" hx-swap="innerMorph"></section>
<script src="{static}/htmx.min.js"></script><script src="{static}/hx-sse.min.js"></script>
</body></html>"""


def _serve(path: str, port: int, ready: Any) -> None:
    """The server, in a process of its own, with bare routes beside it."""
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, Response, StreamingResponse

    from affray.cli.serve import host_token
    from affray.store import open_store
    from affray.web.app import create_app
    from affray.web.looks import static_version
    from affray.web.pages import Settings
    from affray.web.server import LOCAL, Server, listening

    taken = listening(LOCAL, port)
    store = open_store(path)
    app = create_app(store, Settings(Path(path), pause=0.0))
    listeners: set[asyncio.Queue[bytes]] = set()

    async def bare(request: Request) -> Response:
        await request.body()
        return Response(status_code=204)

    async def say(request: Request) -> Response:
        body = await request.body()
        for queue in listeners:
            queue.put_nowait(body)
        return Response(status_code=204)

    async def stream(request: Request) -> Response:
        async def told() -> Any:
            queue: asyncio.Queue[bytes] = asyncio.Queue()
            listeners.add(queue)
            try:
                yield b"retry: 1000\n\n"
                while True:
                    body = await queue.get()
                    lines = b"\n".join(b"data: " + line for line in body.split(b"\n"))
                    yield lines + b"\n\n"
            finally:
                listeners.discard(queue)

        return StreamingResponse(told(), media_type="text/event-stream")

    async def page(request: Request) -> Response:
        return HTMLResponse(BARE_PAGE.format(static=f"/static/{static_version()}"))

    app.add_route("/bare", bare, methods=["POST"])
    app.add_route("/bare/say", say, methods=["POST"])
    app.add_route("/bare/stream", stream)
    app.add_route("/bare/page", page)
    token = host_token(store)
    Server(app, lambda: ready.send((taken.getsockname()[1], token))).run(sockets=[taken])


class Served:
    """The server, from the side of its clients."""

    def __init__(self, process: Any, port: int, token: str) -> None:
        self.process = process
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.token = token

    def client(self, token: str) -> httpx2.Client:
        headers = {"authorization": f"Bearer {token}"}
        return httpx2.Client(base_url=self.url, headers=headers, timeout=60)

    def begin(self) -> tuple[int, dict[str, dict[str, Any]]]:
        with self.client(self.token) as client:
            body = {"system": "trade", "encounter": "party"}
            data = client.post("/api/v1/fights", json=body).json()
        return data["fight"], {f"{s['kind']}-{s['name']}": s for s in data["seats"]}

    def memory(self) -> int:
        """Resident bytes of the process."""
        text = Path(f"/proc/{self.process.pid}/statm").read_text()
        return int(text.split()[1]) * os.sysconf("SC_PAGE_SIZE")


@contextmanager
def served() -> Iterator[Served]:
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(f"{folder}/b.sqlite", 0, theirs))
        process.start()
        try:
            port, token = ours.recv()
            yield Served(process, port, token)
        finally:
            process.terminate()
            process.join(10)


# ---- one action ----


STEP = 10
"""Actions of one step before it is taken back: a step of a real fight is not longer."""


def _act(client: httpx2.Client, number: int) -> None:
    """An action of a fight that is at its first question: a note, or all notes taken back."""
    if number % (STEP + 1) == STEP:
        reply = client.post("/api/v1/undo", json={"keep": 0})
    else:
        body = {"kind": "note", "who": "maren-holt", "name": "n", "value": number % 2}
        reply = client.post("/api/v1/edit", json=body)
    assert reply.status_code == 200, reply.text


def _rates(of: Served, token: str, count: int) -> tuple[float, float]:
    """Actions a second, and bare requests of the same server, measured in turns."""
    ours, theirs = [], []
    with of.client(token) as client:
        body = {"kind": "note", "who": "maren-holt", "name": "n", "value": 1}
        for turn in range(6):
            began = time.perf_counter()
            for number in range(count):
                _act(client, number)
            client.post("/api/v1/undo", json={"keep": 0})
            if turn:
                ours.append(count / (time.perf_counter() - began))
            began = time.perf_counter()
            for _ in range(count):
                client.post("/bare", json=body)
            if turn:
                theirs.append(count / (time.perf_counter() - began))
    return median(ours), median(theirs)


# ---- viewers ----


class Streams:
    """Many open streams in one thread; keeps the revisions that each was told."""

    def __init__(self, of: Served) -> None:
        self.of = of
        self.open: list[socket.socket] = []

    def add(self, path: str, cookie: str = "") -> None:
        one = socket.create_connection(("127.0.0.1", self.of.port))
        sent = f"Cookie: affray={cookie}\r\n" if cookie else ""
        one.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\n{sent}\r\n".encode())
        self.open.append(one)

    def close(self) -> None:
        for one in self.open:
            one.close()


def _memory(of: Served, viewers: int) -> tuple[float, float]:
    """Bytes of so many idle viewers of one fight, and of as many bare streams."""
    _, seats = of.begin()
    seat = next(s for s in seats.values() if s["kind"] == "player")
    found = []
    for path, cookie in (("/bare/stream", ""), (f"/seat/{seat['id']}/stream", seat["token"])):
        warm = Streams(of)
        for _ in range(5):
            warm.add(path, cookie)
        time.sleep(1)
        warm.close()
        time.sleep(0.5)
        before = of.memory()
        streams = Streams(of)
        for _ in range(viewers):
            streams.add(path, cookie)
        time.sleep(3)
        found.append(of.memory() - before)
        streams.close()
        time.sleep(1)
    return max(found[1], 1), max(found[0], 1)


def _watch(port: int, seats: list[tuple[str, str]], out: Any) -> None:
    """Viewers in a process of their own: the revisions that each has seen, when told to stop."""

    async def one(path: str, cookie: str, seen: list[int]) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**22)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nCookie: affray={cookie}\r\n\r\n".encode())
        with_id = re.compile(rb"^id: (\d+)", re.M)
        while True:
            data = await reader.readline()
            if not data:
                return
            if found := with_id.match(data):
                seen.append(int(found[1]))

    async def all_of_them() -> list[list[int]]:
        seen: list[list[int]] = [[] for _ in seats]
        tasks = [
            asyncio.create_task(one(path, cookie, s))
            for (path, cookie), s in zip(seats, seen, strict=True)
        ]
        out.send("ready")
        await asyncio.to_thread(out.recv)
        for task in tasks:
            task.cancel()
        return seen

    out.send(asyncio.run(all_of_them()))


def _crowd(of: Served, fights: int, viewers: int, seconds: float) -> dict[str, Any]:
    """Steady play over many fights with many viewers, and without."""
    begun = [of.begin() for _ in range(fights)]
    masters = [next(s for s in seats.values() if s["kind"] == "gm") for _, seats in begun]

    def play() -> float:
        done = [0] * 4
        until = time.perf_counter() + seconds

        def some(at: int) -> None:
            clients = [of.client(gm["token"]) for gm in masters[at::4]]
            turns = 0
            while time.perf_counter() < until:
                for client in clients:
                    _act(client, turns)
                    done[at] += 1
                turns += 1
            for client in clients:
                client.post("/api/v1/undo", json={"keep": 0})
                client.close()

        threads = [threading.Thread(target=some, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(done) / seconds

    alone = play()
    every = [
        (f"/seat/{seat['id']}/stream", seat["token"])
        for _, seats in begun
        for seat in seats.values()
    ]
    chosen = [every[n % len(every)] for n in range(viewers)]
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    watcher = context.Process(target=_watch, args=(of.port, chosen, theirs), daemon=True)
    watcher.start()
    ours.recv()
    time.sleep(2)
    with_viewers = play()
    time.sleep(1.0)
    # Before anybody leaves: that changes who is here, and so the views.
    last: dict[str, int] = {}
    for fight, (_, seats) in enumerate(begun):
        with of.client(masters[fight]["token"]) as client:
            revision = client.get("/api/v1/view").json()["revision"]
        last |= {f"/seat/{seat['id']}/stream": revision for seat in seats.values()}
    ours.send("stop")
    seen = ours.recv()
    watcher.join(5)
    return {
        "alone": alone,
        "watched": with_viewers,
        "only grow": all(s == sorted(set(s)) for s in seen),
        "late": sum(
            1 for (path, _), s in zip(chosen, seen, strict=True) if not s or s[-1] < last[path]
        ),
    }


# ---- in a browser ----


def browser() -> str | None:
    """The browser that is used, None if there is none."""
    named = os.environ.get("AFFRAY_BROWSER")
    if named:
        return named
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return next((path for path in found if path), None)


CHANGED = """(wanted) => new Promise(done => {
  const look = () => document.querySelector('#table')?.textContent.includes(wanted)
    ? done(Date.now()) : setTimeout(look, 1);
  look();
})"""


def _updates(of: Served, path: str, rounds: int) -> tuple[list[float], list[float], int]:
    """Milliseconds from a GM's request to the changed page of another seat, and of a bare page
    that is told as many bytes; and how many bytes these are."""
    from playwright.sync_api import sync_playwright

    fight, seats = of.begin()
    del fight
    gm = next(s for s in seats.values() if s["kind"] == "gm")
    player = next(s for s in seats.values() if s["kind"] == "player")
    args = ["--disable-gpu", "--disable-quic", "--disable-dev-shm-usage"]
    with sync_playwright() as play, of.client(gm["token"]) as client:
        chromium = play.chromium.launch(executable_path=path, args=args)
        seat_page, bare_page = (chromium.new_context().new_page() for _ in range(2))
        seat_page.goto(f"{of.url}/t/{player['token']}")
        bare_page.goto(f"{of.url}/bare/page")
        time.sleep(3)
        ours, theirs = [], []
        size = 0
        for number in range(rounds + 3):
            # Like an answer, it changes a card and adds a line to the log.
            place = f"Place {number:04d}"
            body = {"kind": "place", "who": "maren-holt", "value": place}
            began = time.time()
            client.post("/api/v1/edit", json=body)
            took = seat_page.evaluate(CHANGED, place) / 1000 - began
            if number >= 3:
                ours.append(took * 1000)
            html = seat_page.inner_html("#table")
            size = len(html)
            mark = f"Bare {number:04d}"
            sent = html.replace(place, mark)
            began = time.time()
            client.post("/bare/say", content=sent.encode())
            took = bare_page.evaluate(CHANGED, mark) / 1000 - began
            if number >= 3:
                theirs.append(took * 1000)
            time.sleep(0.05)
        chromium.close()
    return ours, theirs, size


def _first_page(of: Served) -> float:
    """KiB on the wire of a GM's first page in the middle of a fight, with all it needs."""
    _, seats = of.begin()
    gm = next(s for s in seats.values() if s["kind"] == "gm")
    with of.client(gm["token"]) as client:
        for _ in range(30):
            question = client.get("/api/v1/view").json()["questions"][0]
            asked = {"question": question["question"]}
            if "pool" in question:
                client.post("/api/v1/roll", json=asked)
            else:
                plain = [o for o in question["options"] if all(isinstance(p, str) for p in o)]
                client.post("/api/v1/answer", json={**asked, "key": plain[0]})
    total = 0
    with httpx2.Client(base_url=of.url, follow_redirects=True) as client:
        home = str(client.get(f"/t/{gm['token']}").url)
        text = ""
        paths = [home]
        while paths:
            with client.stream("GET", paths.pop(0)) as reply:
                raw = b"".join(reply.iter_raw())
                total += len(raw)
            if not text:
                text = client.get(home).text
                paths += sorted(set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text)))
    return total / 1024


def rows(*, quick: bool = False) -> list[Row]:
    """Measures both sides of each ratio in one run."""
    found: list[Row] = []
    with served() as of:
        _, seats = of.begin()
        gm = next(s for s in seats.values() if s["kind"] == "gm")
        ours, theirs = _rates(of, gm["token"], 60 if quick else 300)
        found.append(
            Row("an action on disk : a bare POST", ours / theirs, 0.2, 0.1, ours, theirs, "/s")
        )
        if (path := browser()) is not None:
            ms, bare, size = _updates(of, path, 20 if quick else 60)
            found += [
                Row(
                    f"click to another's page : bare, {size // 1024} KiB, median",
                    median(ms) / median(bare), 2, 3, median(ms), median(bare), "ms", True,
                ),
                Row(
                    "the same, 95th of 100",
                    quantiles(ms, n=20)[-1] / quantiles(bare, n=20)[-1], 3, 5,
                    quantiles(ms, n=20)[-1], quantiles(bare, n=20)[-1], "ms", True,
                ),
            ]  # fmt: skip
        if sys.platform == "linux":
            mine, bare_bytes = _memory(of, 100)
            mib = 1024 * 1024
            found.append(
                Row("memory of 100 viewers : 100 bare streams", mine / bare_bytes, 1.5, 2.5,
                    mine / mib, bare_bytes / mib, "MiB", True)
            )  # fmt: skip
        kib = _first_page(of)
        found.append(
            Row("first page of a fight : 120 KiB", kib / 120, 1, 1.2, kib, 120, "KiB", True)
        )
        crowd = _crowd(of, *((6, 60, 3.0) if quick else (20, 200, 8.0)))
        found.append(
            Row("actions with viewers : without", crowd["watched"] / crowd["alone"], 0.5, 0.3,
                crowd["watched"], crowd["alone"], "/s")
        )  # fmt: skip
        late = crowd["late"] + (0 if crowd["only grow"] else 1000)
        found.append(Row("viewers who are behind after 1 s", late, 0, 0, late, 1, "", True))
    return found


if __name__ == "__main__":
    given = rows(quick="--quick" in sys.argv)
    print(json.dumps([r.what for r in given]) if "--json" in sys.argv else table(given))
