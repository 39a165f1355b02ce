"""A table on a free port, in a thread of the tests, and people who sit at it."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import httpx2

from affray.cli.serve import host_token
from affray.store import Store, open_store
from affray.web.app import create_app
from affray.web.pages import Settings
from affray.web.server import LOCAL, Server, listening

PATIENCE = 20.0


class Table:
    """A served database. `restart` stops the server and serves the same one on the same port."""

    def __init__(self, path: Path, **store: Any) -> None:
        self.path = path
        self._opened_with = store
        self.port = 0
        self.store: Store | None = None
        self.server: Server | None = None
        self._thread: threading.Thread | None = None
        self._socket: socket.socket | None = None
        self._clients: list[httpx2.Client] = []

    @property
    def url(self) -> str:
        return f"http://{LOCAL}:{self.port}"

    @property
    def house(self) -> Any:
        assert self.server is not None
        return self.server.app.state.house

    def start(self) -> None:
        self._socket = listening(LOCAL, self.port)
        self.port = self._socket.getsockname()[1]
        self.store = open_store(self.path, **self._opened_with)
        self.host_token = host_token(self.store)
        ready = threading.Event()
        settings = Settings(self.path, [self.url], pause=0.0)
        self.server = Server(create_app(self.store, settings), ready.set)
        self._thread = threading.Thread(
            target=self.server.run, kwargs={"sockets": [self._socket]}, daemon=True
        )
        self._thread.start()
        assert ready.wait(PATIENCE), "the server did not start"

    def stop(self) -> None:
        if self.server is None or self._thread is None:
            return
        self.server.stop()
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server did not stop"
        assert self.store is not None
        assert self._socket is not None
        self._socket.close()
        self.store.close()
        self.server = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def client(self, **more: Any) -> httpx2.Client:
        made = httpx2.Client(base_url=self.url, follow_redirects=True, timeout=PATIENCE, **more)
        self._clients.append(made)
        return made

    def close(self) -> None:
        """Everybody goes home."""
        self.stop()
        for client in self._clients:
            client.close()

    def host(self) -> Person:
        return Person.by_link(self, self.host_token)

    def begin(self, **body: Any) -> Begun:
        """Begins a fight over the API; its seats by name, with tokens."""
        with self.client() as client:
            reply = client.post(
                "/api/v1/fights",
                json={"system": "trade", "encounter": "duel", **body},
                headers={"authorization": f"Bearer {self.host_token}"},
            )
            assert reply.status_code == 201, reply.text
            data = reply.json()
        return Begun(self, data["fight"], {seat["name"]: seat for seat in data["seats"]})


def adopted(table: Table, fight: int) -> Begun:
    """A fight that the database has already; its seats by name, with tokens."""
    host = table.host()
    reply = host.client.get(f"/desk/fights/{fight}/")
    links = [str(each.url) for each in reply.history if "/t/" in str(each.url)]
    headers = {"authorization": f"Bearer {links[-1].rpartition('/')[2]}"}
    with table.client(headers=headers) as client:
        seats = client.get("/api/v1/seats").json()
        for seat in seats:
            linked = client.post("/api/v1/seats/link", json={"seat": seat["id"]})
            seat["token"] = linked.json()["seat"]["token"]
    return Begun(table, fight, {seat["name"]: seat for seat in seats})


@dataclass
class Begun:
    """A fight that was begun, and who may sit at it."""

    table: Table
    id: int
    seats: dict[str, dict[str, Any]]

    @property
    def gm(self) -> dict[str, Any]:
        return next(seat for seat in self.seats.values() if seat["kind"] == "gm")

    @property
    def spectator(self) -> dict[str, Any]:
        return next(seat for seat in self.seats.values() if seat["kind"] == "spectator")

    @property
    def players(self) -> list[dict[str, Any]]:
        return [seat for seat in self.seats.values() if seat["kind"] == "player"]

    def person(self, seat: dict[str, Any]) -> Person:
        return Person.by_link(self.table, seat["token"])

    def bot(self, seat: dict[str, Any]) -> Bot:
        return Bot(self.table, seat["token"])


class Person:
    """Somebody with a browser, as far as bytes go."""

    def __init__(self, client: httpx2.Client, home: str, page: str) -> None:
        self.client = client
        self.home = home
        self.page = page

    @classmethod
    def by_link(cls, table: Table, token: str) -> Person:
        client = table.client()
        reply = client.get(f"/t/{token}")
        assert reply.status_code == 200, reply.text
        return cls(client, str(reply.url.path), reply.text)

    @property
    def csrf(self) -> str:
        found = re.search(r"X-CSRF-Token[^A-Za-z0-9]+(\w+)", self.page) or re.search(
            r'name="csrf" value="(\w+)"', self.page
        )
        assert found is not None
        return found[1]

    @property
    def key(self) -> str:
        found = re.search(r'id="key" name="key" value="(\w+)"', self.page)
        assert found is not None
        return found[1]

    def load(self) -> str:
        self.page = self.client.get(self.home).text
        return self.page

    def get(self, path: str) -> httpx2.Response:
        return self.client.get(f"{self.home}{path}")

    def post(self, verb: str, *, headers: dict[str, str] | None = None, **fields: Any) -> Any:
        sent = {"x-csrf-token": self.csrf, "hx-request": "true"} | (headers or {})
        return self.client.post(f"{self.home}do/{verb}", data=fields, headers=sent)

    def questions(self) -> list[str]:
        """The names of the questions that the page lets this seat answer."""
        found = re.findall(r'name="question" value="([^"]*)"', self.load())
        return [unescape(each) for each in dict.fromkeys(found)]

    def options(self) -> list[str]:
        found = re.findall(r'name="option" value="([^"]*)"', self.page)
        return [unescape(each) for each in found]


class Bot:
    """A program that holds a seat."""

    def __init__(self, table: Table, token: str) -> None:
        self.client = table.client(headers={"authorization": f"Bearer {token}"})

    def view(self, since: int = 0) -> dict[str, Any]:
        data: dict[str, Any] = self.client.get("/api/v1/view", params={"since": since}).json()
        return data

    def post(self, verb: str, body: dict[str, Any], key: str = "") -> httpx2.Response:
        headers = {"idempotency-key": key} if key else {}
        return self.client.post(f"/api/v1/{verb}", json=body, headers=headers)

    def step(self) -> str:
        """Answers the first question that is this seat's, by its first option; says what it did."""
        for question in self.view()["questions"]:
            if not question["yours"]:
                continue
            asked = {"question": question["question"]}
            if "pool" in question:
                reply = self.post("roll", asked)
            else:
                default = question.get("default")
                options = question["options"]
                plain = [o for o in options if all(isinstance(place, str) for place in o)]
                key = default or (plain or [_filled(options[0])])[0]
                reply = self.post("answer", asked | {"key": key})
            assert reply.status_code == 200, reply.text
            return str(question["question"])
        return ""


def _filled(option: list[Any]) -> list[str]:
    """The option with the least in its free places: nothing bought, the lowest number."""
    return [
        place if isinstance(place, str) else str(place.get("number", [""])[0]) for place in option
    ]


@contextmanager
def streaming(
    person: Person, last: str = "", *, patient: bool = False
) -> Iterator[Iterator[tuple[dict[str, str], str]]]:
    """The messages of a seat's stream: headers of the message, and its data.

    A quiet stream fails, unless one is `patient`.
    """
    headers = {"last-event-id": last} if last else {}
    with person.client.stream("GET", f"{person.home}stream", headers=headers) as reply:
        assert reply.status_code == 200

        def messages() -> Iterator[tuple[dict[str, str], str]]:
            fields: dict[str, str] = {}
            data: list[str] = []
            for line in reply.iter_lines():
                if not line:
                    if fields.get("event") == "beat" and not patient:
                        raise AssertionError("nothing more comes")
                    if data or "event" in fields:
                        yield fields, "\n".join(data)
                    fields, data = {}, []
                    continue
                name, _, value = line.partition(":")
                value = value.removeprefix(" ")
                if name == "data":
                    data.append(value)
                else:
                    fields[name] = value

        yield messages()
