"""Many at once: races for one question, viewers who do not read, processes that are killed."""

from __future__ import annotations

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest
from web_kit import Table, streaming

RACES = int(os.environ.get("AFFRAY_RACES", "50"))
KILLS = int(os.environ.get("AFFRAY_KILLS", "8"))


def test_of_two_who_answer_at_once_the_first_wins(table: Table) -> None:
    begun = table.begin(encounter="party")
    left, right = begun.bot(begun.gm), begun.bot(begun.gm)
    chance = random.Random(1)
    with ThreadPoolExecutor(2) as pool:
        for _ in range(RACES):
            view = left.view()
            if not view["questions"]:
                begun = table.begin(encounter="party")
                left, right = begun.bot(begun.gm), begun.bot(begun.gm)
                view = left.view()
            question = view["questions"][0]
            asked = {"question": question["question"]}
            verb, bodies = "roll", [asked, asked]
            if "pool" not in question:
                plain = [o for o in question["options"] if all(isinstance(p, str) for p in o)]
                verb = "answer"
                bodies = [{**asked, "key": chance.choice(plain)} for _ in range(2)]
            before = len(table.store.export(begun.id)["rows"]) if table.store else 0
            sent = [
                pool.submit(bot.post, verb, body)
                for bot, body in zip((left, right), bodies, strict=True)
            ]
            replies = [each.result() for each in sent]
            codes = sorted(reply.status_code for reply in replies)
            assert codes == [200, 409], [reply.text for reply in replies]
            late = next(reply.json() for reply in replies if reply.status_code == 409)
            assert late["code"] == "late"
            after = len(table.store.export(begun.id)["rows"]) if table.store else 0
            assert after == before + 1
    sys.stdout.write(f"{RACES} races of two answers to one question: one winner each\n")


def test_a_viewer_who_does_not_read_holds_up_nobody(table: Table) -> None:
    begun = table.begin(encounter="party")
    player = begun.person(begun.players[0])
    cookie = player.client.cookies.get("affray")
    deaf = []
    for _ in range(10):
        one = socket.create_connection(("127.0.0.1", table.port))
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        head = f"GET {player.home}stream HTTP/1.1\r\nHost: x\r\nCookie: affray={cookie}\r\n\r\n"
        one.sendall(head.encode())
        deaf.append(one)
    bot = begun.bot(begun.gm)
    with streaming(player) as messages:
        next(messages)
        for _ in range(25):
            assert bot.step()
        latest = bot.view()["revision"]
        for fields, _ in messages:
            if int(fields.get("id", 0)) >= latest:
                break
    (live,) = table.house.hub.fights
    # One message waits for each of them, never more.
    assert all(isinstance(viewer.waiting, bytes) for viewer in live.viewers)
    for one in deaf:
        one.close()
    bot.post("free", {"dice": "d6"})
    table.stop()
    assert not live.viewers


def test_whoever_leaves_is_forgotten(table: Table) -> None:
    begun = table.begin(encounter="duel")
    person = begun.person(begun.gm)
    (live,) = table.house.hub.fights
    for _ in range(5):
        with streaming(person) as messages:
            next(messages)
    done = threading.Event()

    def gone() -> None:
        bot = begun.bot(begun.gm)
        while live.viewers:
            bot.post("free", {"dice": "d4"})
        done.set()

    threading.Thread(target=gone, daemon=True).start()
    assert done.wait(10)


def test_the_server_stops_at_once_with_viewers(table: Table) -> None:
    begun = table.begin(encounter="duel")
    with streaming(begun.person(begun.gm)) as messages:
        next(messages)
        began = time.monotonic()
        table.stop()
        assert time.monotonic() - began < 2.5
        assert list(messages) is not None


def test_the_worker_is_started_again_when_it_dies(table: Table) -> None:
    begun = table.begin(encounter="duel")
    bot = begun.bot(begun.gm)
    while True:
        question = bot.view()["questions"][0]
        if "pool" not in question and len(question["options"]) > 2:
            break
        assert bot.step()
    body = {"question": question["question"], "key": question["options"][0]}
    assert bot.post("preview", body).status_code == 200
    first = table.house.ahead.process_id
    os.kill(first, signal.SIGKILL)
    assert bot.post("preview", body).status_code == 200
    assert table.house.ahead.process_id != first


# ---- kills ----

RUN = "from affray.cli import main; main()"


class Process:
    """The server as people start it, to be killed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.port = 0

    def start(self) -> str:
        """The host's token."""
        self.running = subprocess.Popen(
            [sys.executable, "-c", RUN, "serve", "--port", str(self.port),
             "--database", str(self.path), "--pause", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.running.stdout is not None
        line = self.running.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/t/(\S+)", line)
        assert found is not None, line
        self.port = int(found[1])
        return found[2]

    def kill(self) -> None:
        if self.running.poll() is None:
            self.running.send_signal(signal.SIGKILL)
        self.running.communicate()


class Played:
    """A fight on a server that is killed: what was acknowledged of it, and what was sent last."""

    def __init__(self, host: str, client: httpx2.Client) -> None:
        reply = client.post(
            "/api/v1/fights",
            json={"system": "trade", "encounter": "party"},
            headers={"authorization": f"Bearer {host}"},
        )
        self.fight = reply.json()["fight"]
        self.gm = next(s for s in reply.json()["seats"] if s["kind"] == "gm")["token"]
        self.acknowledged: list[list[Any]] = []
        self.last: tuple[str, dict[str, Any], str] | None = None

    def sit(self, client: httpx2.Client) -> None:
        client.headers["authorization"] = f"Bearer {self.gm}"

    def answer(self, client: httpx2.Client, chance: random.Random, key: str) -> bool:
        """Answers what is open; False if the fight is over."""
        questions = client.get("/api/v1/view").json()["questions"]
        if not questions:
            return False
        question = questions[0]
        body = {"question": question["question"]}
        verb = "roll"
        if "pool" not in question:
            verb = "answer"
            plain = [o for o in question["options"] if all(isinstance(p, str) for p in o)]
            body["key"] = question.get("default") or chance.choice(plain)
        self.last = (verb, body, key)
        reply = client.post(f"/api/v1/{verb}", json=body, headers={"idempotency-key": key})
        assert reply.status_code == 200, reply.text
        self.acknowledged.append(body["question"])
        return True

    def check(self, host: str, client: httpx2.Client) -> None:
        """Nothing that was acknowledged is lost, and what is sent again counts once."""
        client.headers["authorization"] = f"Bearer {host}"
        client.cookies.set("affray", host)
        rows = client.get(f"/desk/fights/{self.fight}/export").json()["rows"]
        kept = [row["entry"]["answer"] for row in rows if row["entry"]]
        assert self.acknowledged == kept[: len(self.acknowledged)]
        assert len(kept) - len(self.acknowledged) in (0, 1)
        assert len({tuple(question) for question in kept}) == len(kept)
        self.sit(client)
        if self.last is None:
            return
        # Its reply may have been lost; the page sends it again.
        verb, body, key = self.last
        again = client.post(f"/api/v1/{verb}", json=body, headers={"idempotency-key": key})
        assert again.status_code == 200, again.text
        assert again.json()["repeated"] is (kept[-1:] == [body["question"]])
        if self.acknowledged[-1:] != [body["question"]]:
            self.acknowledged.append(body["question"])


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_server_that_is_killed_loses_nothing_it_has_acknowledged(tmp_path: Path) -> None:
    process = Process(tmp_path / "killed.sqlite")
    chance = random.Random(2)
    host = process.start()
    played: Played | None = None
    acknowledged = 0
    try:
        for round_ in range(KILLS):
            with httpx2.Client(base_url=f"http://127.0.0.1:{process.port}", timeout=20) as client:
                if played is None:
                    played = Played(host, client)
                played.sit(client)
                before = len(played.acknowledged)
                patience = chance.randrange(2, 9)
                killer = threading.Timer(chance.uniform(0.0, 0.01), process.kill)
                is_on = True
                with suppress(httpx2.TransportError):
                    for number in range(patience + 20):
                        if number == patience:
                            killer.start()
                        is_on = is_on and played.answer(client, chance, f"{round_}-{number}")
                killer.join()
            host = process.start()
            with httpx2.Client(base_url=f"http://127.0.0.1:{process.port}", timeout=20) as client:
                played.check(host, client)
            acknowledged += len(played.acknowledged) - before
            if not is_on:
                played = None
    finally:
        process.kill()
    assert acknowledged > 2 * KILLS
    told = f"{KILLS} kills of the server, {acknowledged} answers acknowledged"
    sys.stdout.write(f"{told}: none lost, none twice\n")
