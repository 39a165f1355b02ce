"""Doctrines at the web table: written and checked in the library, handed out, taken back."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from web_kit import Begun, Person, Table

from affray.kernel.question import Answer

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
CAREFUL = (EXAMPLES / "careful-heroes.toml").read_text("utf-8")
MERCILESS = (EXAMPLES / "merciless-foes.toml").read_text("utf-8")
FAULTY = """system = "trade"
side = "heroes"
name = "hasty"

[[when]]
question = "trade.turn.choice"
prefer = ["end"]

[[when]]
question = "trade.turn.choyce"
prefer = ["end"]
"""


def sent(host: Person, path: str, **fields: Any) -> Any:
    return host.client.post(path, data={"csrf": host.csrf, **fields})


@pytest.fixture
def host(table: Table) -> Person:
    return table.host()


def test_a_faulty_doctrine_is_shown_with_its_lines_and_nothing_is_lost(host: Person) -> None:
    for do in ("check", "save"):
        reply = sent(host, "/desk/doctrines/trade/new", text=FAULTY, do=do)
        assert reply.status_code == 422
        shown = unescape(reply.text)
        assert FAULTY in shown
        assert "line 10" in shown.lower()
        assert "trade.turn.choice" in shown
    broken = sent(host, "/desk/doctrines/trade/new", text=FAULTY + "x = [", do="check")
    assert broken.status_code == 422
    assert "line 12" in broken.text.lower()
    assert sent(host, "/desk/doctrines/trade/new", text="", do="save").status_code == 422
    assert "hasty" not in host.client.get("/desk/library/trade").text


def test_the_page_of_a_new_doctrine_begins_with_a_sound_one(host: Person) -> None:
    page = unescape(host.client.get("/desk/doctrines/trade/new").text)
    text = page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]
    reply = sent(host, "/desk/doctrines/trade/new", text=text.strip(), do="check")
    assert reply.status_code == 200
    assert "Nothing is wrong" in reply.text


def test_a_doctrine_is_kept_changed_exported_and_removed(host: Person) -> None:
    reply = host.client.post(
        "/desk/doctrines/trade/new",
        data={"csrf": host.csrf, "text": "", "do": "save"},
        files={"file": ("careful.toml", CAREFUL.encode())},
    )
    assert reply.url.path == "/desk/library/trade"
    assert "/desk/doctrines/trade/careful" in reply.text
    assert host.client.get("/desk/doctrines/trade/careful/toml").text == CAREFUL
    changed = CAREFUL.replace('name = "careful"', 'name = "very careful"')
    sent(host, "/desk/doctrines/trade/careful", text=changed, do="save")
    assert "very careful" in host.client.get("/desk/library/trade").text
    sent(host, "/desk/doctrines/trade/careful", do="remove")
    assert host.client.get("/desk/doctrines/trade/careful").status_code == 404
    assert "very careful" not in host.client.get("/desk/library/trade").text


def test_only_the_host_keeps_doctrines(table: Table) -> None:
    begun = table.begin(encounter="duel")
    for seat in begun.seats.values():
        person = begun.person(seat)
        assert person.client.get("/desk/doctrines/trade/new").status_code == 404
        assert sent(person, "/desk/doctrines/trade/new", text=CAREFUL).status_code == 404


def test_a_kept_doctrine_plays_a_side_and_is_taken_back(table: Table, host: Person) -> None:
    sent(host, "/desk/doctrines/trade/new", text=CAREFUL, do="save")
    begun = table.begin(encounter="party")
    gm = begun.person(begun.gm)
    gm.load()
    plays = gm.get("plays").text
    assert "careful" in plays
    assert gm.post("hand", who="gm", policy="doctrine:careful").status_code == 422
    assert gm.post("hand", who="heroes", policy="doctrine:carefull").status_code == 422
    done = gm.post("hand", who="heroes", policy="doctrine:careful")
    assert done.status_code == 204, done.text
    bot = begun.bot(begun.gm)
    authors = until_the_foes(begun)
    assert "policy:careful" in authors
    assert bot.post("take", {"who": "heroes"}).is_success
    live = live_of(begun)
    assert live.chairs.heroes is None


def test_a_pasted_doctrine_is_followed_over_a_restart(table: Table) -> None:
    begun = table.begin(encounter="party")
    gm = begun.person(begun.gm)
    gm.load()
    refused = gm.post("hand", who="maren-holt", text=FAULTY)
    assert refused.status_code == 422
    assert "Line 10" in refused.text
    assert live_of(begun).chairs.seats == {}
    assert gm.post("hand", who="maren-holt", text=CAREFUL).status_code == 204
    assert gm.post("hand", who="gm", text=MERCILESS).status_code == 204
    before = {who: one.name for who, one in live_of(begun).chairs.seats.items()}
    assert before == {"maren-holt": "careful"}
    table.restart()
    gm.load()
    chairs = live_of(begun).chairs
    assert {who: one.name for who, one in chairs.seats.items()} == before
    assert chairs.gm.name == "merciless" or chairs.gm.doctrine.side == "gm"
    assert chairs.heroes is None
    assert gm.post("take", who="maren-holt").status_code == 204
    table.restart()
    gm.load()
    assert live_of(begun).chairs.seats == {}


def test_players_hand_nothing_over(table: Table) -> None:
    begun = table.begin(encounter="duel")
    player = begun.bot(begun.players[0])
    reply = player.post("hand", {"who": "heroes", "text": CAREFUL})
    assert reply.status_code == 422
    assert reply.json()["code"] == "illegal"


def live_of(begun: Begun) -> Any:
    return next(one for one in begun.table.house.hub.fights if one.id == begun.id)


def until_the_foes(begun: Begun) -> set[str]:
    """Answers what is asked of the GM until stand-ins have given some answers; who answered."""
    bot = begun.bot(begun.gm)
    for _ in range(60):
        play = live_of(begun).play
        authors = {entry.by for entry in play.entries if isinstance(entry, Answer)}
        if "policy:careful" in authors:
            return authors
        bot.step()
    raise AssertionError(json.dumps(sorted(authors)))
