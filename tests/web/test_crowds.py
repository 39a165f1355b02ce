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


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_server_that_is_killed_loses_nothing_it_has_acknowledged(tmp_path: Path) -> None:
    process = Process(tmp_path / "killed.sqlite")
    chance = random.Random(2)
    host = process.start()
    seats: dict[str, Any] = {}
    acknowledged: list[list[Any]] = []
    try:
        for round_ in range(KILLS):
            with httpx2.Client(base_url=f"http://127.0.0.1:{process.port}", timeout=20) as client:
                if not seats:
                    reply = client.post(
                        "/api/v1/fights",
                        json={"system": "trade", "encounter": "party"},
                        headers={"authorization": f"Bearer {host}"},
                    )
                    seats = {seat["kind"]: seat for seat in reply.json()["seats"]}
                    fight = reply.json()["fight"]
                client.headers["authorization"] = f"Bearer {seats['gm']['token']}"
                patience = chance.randrange(2, 9)
                killer = threading.Timer(chance.uniform(0.0, 0.01), process.kill)
                last: tuple[str, dict[str, Any], str] | None = None
                for number in range(patience + 20):
                    if number == patience:
                        killer.start()
                    try:
                        view = client.get("/api/v1/view").json()
                        question = view["questions"][0]
                        body = {"question": question["question"]}
                        verb = "roll"
                        if "pool" not in question:
                            verb = "answer"
                            plain = [
                                o for o in question["options"] if all(isinstance(p, str) for p in o)
                            ]
                            body["key"] = question.get("default") or chance.choice(plain)
                        key = f"{round_}-{number}"
                        last = (verb, body, key)
                        reply = client.post(
                            f"/api/v1/{verb}", json=body, headers={"idempotency-key": key}
                        )
                    except httpx2.TransportError:
                        break
                    assert reply.status_code == 200, reply.text
                    acknowledged.append(body["question"])
                killer.join()
            host = process.start()
            with httpx2.Client(base_url=f"http://127.0.0.1:{process.port}", timeout=20) as client:
                client.headers["authorization"] = f"Bearer {host}"
                client.cookies.set("affray", host)
                rows = client.get(f"/desk/fights/{fight}/export").json()["rows"]
                entries = [row["entry"] for row in rows if row["entry"]]
                kept = [entry["answer"] for entry in entries]
                assert acknowledged == kept[: len(acknowledged)]
                assert len(kept) - len(acknowledged) in (0, 1)
                assert len({tuple(question) for question in kept}) == len(kept)
                client.headers["authorization"] = f"Bearer {seats['gm']['token']}"
                if last is not None:
                    # Its reply may have been lost; the page sends it again.
                    again = client.post(
                        f"/api/v1/{last[0]}", json=last[1], headers={"idempotency-key": last[2]}
                    )
                    assert again.status_code == 200, again.text
                    was_kept = kept[-1:] == [last[1]["question"]]
                    assert again.json()["repeated"] is was_kept
                    if acknowledged[-1:] != [last[1]["question"]]:
                        acknowledged.append(last[1]["question"])
    finally:
        process.kill()
    assert len(acknowledged) > 2 * KILLS
