"""What a player and a spectator receive: every byte of it, during a fight with a hidden foe."""

from __future__ import annotations

import json
import re
import threading
from typing import Any

import pytest
from web_kit import Begun, Person, Table, streaming

NAME = "Zyxquorl"
ID = "zyxquorl"
NUMBERS = ("7341", "8652")
"""Hit points of the hidden foe, and what stands in its goals."""
VEILED = "6173"
"""Hit points of a foe that is seen, but whose numbers are not."""
GOAL = "Wants-the-lantern-back"
WORDS = (NAME.casefold(), *NUMBERS, VEILED, GOAL.casefold())

ENCOUNTER = f"""
system = "trade"
title = "The mill"

[[heroes]]
use = "maren-holt"

[[heroes]]
use = "tobin-fray"

[[foes]]
use = "bridge-blade"

[[foes]]
use = "bridge-blade"
name = "Veiled one"
id = "veiled-one"
hp = {VEILED}
shown = "word"
goals = ["{GOAL}"]

[[foes]]
use = "bridge-blade"
name = "{NAME}"
id = "{ID}"
hp = {NUMBERS[0]}
goals = ["{NUMBERS[1]}"]
hidden = true
"""


@pytest.fixture
def ambush(table: Table) -> Begun:
    return table.begin(encounter="", text=ENCOUNTER)


def leaks(text: str) -> list[str]:
    """Each secret word that the text holds, with what stands around it."""
    # The numbers of the stream's messages count the milliseconds of a clock, and addresses are
    # drawn by chance: any digits may occur within them. A number is a secret where it stands alone.
    folded = re.sub(r'"id": "[0-9]+"', "", text).casefold()
    found = [
        re.search(
            rf"(?<![0-9a-z]){word}(?![0-9a-z])" if word.isdigit() else re.escape(word), folded
        )
        for word in WORDS
    ]
    return [folded[max(0, one.start() - 80) : one.end() + 40] for one in found if one]


class Ears:
    """Keeps every byte that a seat's stream brings."""

    def __init__(self, person: Person) -> None:
        self.heard: list[str] = []
        self.person = person
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self.listen, daemon=True)
        self.thread.start()
        assert self.ready.wait(10)

    def listen(self) -> None:
        with streaming(self.person, patient=True) as messages:
            for fields, data in messages:
                self.heard.append(json.dumps(fields) + data)
                self.ready.set()

    def text(self) -> str:
        self.thread.join(10)
        assert not self.thread.is_alive()
        return "\n".join(self.heard)


def received(person: Person, token: str, table: Table, begun: Begun) -> list[tuple[str, str]]:
    """All that the seat can fetch, with where it came from: allowed, refused and not there."""
    found: list[tuple[str, str]] = []

    def take(where: str, reply: Any) -> None:
        found.append((where, f"{dict(reply.headers)}\n{reply.text}"))

    page = person.client.get(person.home)
    take("page", page)
    for path in (
        *(f"why/{n}" for n in range(1, 40, 2)),
        "rule/trade.roll.pool",
        "log?before=1000",
        "log?before=3",
        "seats",
        "export",
        "estimate",
        f"hand/{ID}",
        "hand/veiled-one",
    ):
        take(path, person.get(path))
    for verb, fields in (
        ("edit", {"kind": "set", "who": ID, "name": "hp", "value": "1"}),
        ("edit", {"kind": "pass", "who": ID, "name": "x", "value": "turn"}),
        ("hand", {"who": ID, "policy": "sensible"}),
        ("take", {"who": ID}),
        ("pass", {"who": ID, "window": "x"}),
        ("ask", {"who": ID, "text": "x"}),
        ("undo", {"keep": "0"}),
        ("undo", {}),
        ("redo", {}),
        ("answer", {"question": '["a","choice","gm",1,1]', "option": '["x"]'}),
        ("add", {"shelf": "foes", "entry": "x"}),
        ("free", {"dice": "nonsense"}),
    ):
        take(verb, person.post(verb, **fields))
    with table.client(headers={"authorization": f"Bearer {token}"}) as bot:
        view = bot.get("/api/v1/view")
        take("api view", view)
        take("api seats", bot.get("/api/v1/seats"))
        take("api fights", bot.get("/api/v1/fights"))
        for question in view.json()["questions"]:
            asked = {"question": question["question"]}
            for option in question.get("options", [])[:6]:
                take("api preview", bot.post("/api/v1/preview", json={**asked, "key": option}))
            take("api preview", bot.post("/api/v1/preview", json=asked))
            take("api force", bot.post("/api/v1/force", json={**asked, "reading": "x"}))
        for verb, body in (
            ("edit", {"kind": "show", "who": ID}),
            ("edit", {"kind": "rename", "who": "nobody", "value": "x"}),
            ("answer", {"question": ["a", "choice", "gm", 1, 1], "key": [ID]}),
        ):
            take(f"api {verb}", bot.post(f"/api/v1/{verb}", json=body))
    return found


def test_no_byte_of_a_hidden_foe_reaches_players_or_spectators(table: Table, ambush: Begun) -> None:
    gm = ambush.bot(ambush.gm)
    seats = [*ambush.players, ambush.spectator]
    people = [(seat, ambush.person(seat)) for seat in seats]
    ears = [Ears(person) for _, person in people]
    gm.post("edit", {"kind": "note", "who": ID, "name": "mine", "value": f"{NAME} waits"})
    gm.post("edit", {"kind": "rename", "who": ID, "value": f"{NAME} the elder"})
    gm.post("edit", {"kind": "set", "who": ID, "name": "hp", "value": int(NUMBERS[0]) - 1})
    gm.post("edit", {"kind": "set", "who": ID, "name": "hp", "value": int(NUMBERS[0])})
    gm.post("edit", {"kind": "note", "who": "maren-holt", "name": "gm", "value": GOAL})
    steps = 0
    for n in range(40):
        if not gm.step():
            break
        steps += 1
        if n in (3, 9):
            gm.post("undo", {})
        if n in (7, 23):
            for seat, person in people:
                for where, text in received(person, seat["token"], table, ambush):
                    assert not leaks(text), f"{seat['name']}, {where}: {leaks(text)}"
    assert steps > 15
    seen_by_gm = ambush.person(ambush.gm).page.casefold()
    assert all(word in seen_by_gm for word in (NAME.casefold(), NUMBERS[0], VEILED))
    table.stop()
    for (seat, _), listener in zip(people, ears, strict=True):
        text = listener.text().casefold()
        assert "maren holt" in text
        assert not leaks(text), f"the stream of {seat['name']}: {leaks(text)}"


def test_a_secret_roll_is_the_gms_alone(ambush: Begun) -> None:
    gm, player = ambush.person(ambush.gm), ambush.person(ambush.players[0])
    hidden = {"dice": "3d1000+500000", "secret": "1"}
    assert gm.post("free", **hidden).status_code == 204
    assert "3d1000+500000" in gm.load()
    assert "3d1000" not in player.load()
    assert gm.post("free", dice="2d1000").status_code == 204
    assert "2d1000" in player.load()


def test_what_is_not_yours_is_what_never_was(table: Table, ambush: Begun) -> None:
    other = table.begin(encounter="duel")
    player = ambush.person(ambush.players[0])
    client = player.client
    never = client.get("/t/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    assert never.status_code == 404
    for path in (
        f"/seat/{ambush.gm['id']}/",
        f"/seat/{ambush.gm['id']}/stream",
        f"/seat/{ambush.players[1]['id']}/",
        f"/seat/{other.gm['id']}/",
        f"/seat/{other.gm['id']}/export",
        "/seat/0000000000000000/",
        f"{player.home}seats",
        f"{player.home}export",
        f"{player.home}hand/{ID}",
        f"{player.home}hand/nobody",
        f"{player.home}why/99999",
        "/desk/",
        "/desk/new",
        "/desk/fights/1/export",
        "/desk/fights/99/export",
        "/nothing/at/all",
    ):
        reply = client.get(path)
        assert (reply.status_code, reply.content) == (404, never.content), path
        assert "set-cookie" not in reply.headers
    for path in (f"/seat/{ambush.gm['id']}/do/roll", "/seat/00/do/roll", "/desk/demo"):
        reply = client.post(path, data={"csrf": player.csrf})
        assert (reply.status_code, reply.content) == (404, never.content), path


def test_programs_without_a_seat_all_hear_the_same(table: Table, ambush: Begun) -> None:
    replies = set()
    for token in ("", "Bearer x", "Basic eA==", f"Bearer {ambush.gm['id']}"):
        with table.client(headers={"authorization": token} if token else {}) as client:
            for path in ("/api/v1/view", "/api/v1/seats", "/api/v1/fights", "/api/v1/events"):
                reply = client.get(path)
                replies.add((reply.status_code, reply.text))
    assert len(replies) == 1
    assert next(iter(replies))[0] == 401
