"""Taking back to a line of the log, and the rules of a fight with what its house has changed."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web_kit import Begun, Bot, Table

PARRY = """
system = "trade"
title = "A ferry in fog"

[[heroes]]
use = "tobin-fray"

[[heroes]]
use = "maren-holt"

[[foes]]
use = "bridge-blade"

[scene]
drop = "nobody"
near = "all"

[house-rules]
hero-health = 12
enemy-phase = "after-all-heroes"
"""


@pytest.fixture
def ferry(table: Table) -> Begun:
    return table.begin(text=PARRY)


def events(bot: Bot) -> list[dict[str, Any]]:
    return [e for e in bot.view()["events"] if not e["taken_back"] and e["code"] != "took-back"]


def offered(page: str) -> list[int]:
    """The lines that the page of a seat offers to take back to."""
    return [int(n) for n in re.findall(r'name="line" value="(\d+)"', page)]


def test_the_gm_takes_back_to_any_line_that_an_answer_brought(ferry: Begun) -> None:
    gm = ferry.bot(ferry.gm)
    views = [gm.view()]
    for _ in range(8):
        assert gm.step()
        views.append(gm.view())
    begun = len(views[0]["events"])
    first = next(e for e in events(gm) if e["n"] > begun)
    reply = gm.post("undo", {"line": first["n"]})
    assert reply.status_code == 200, reply.text
    after = gm.view()
    assert after["questions"][0]["question"] == views[0]["questions"][0]["question"]
    assert len(events(gm)) == begun
    note = next(e for e in after["events"] if e["code"] == "took-back")
    assert re.match(r"\d+ lines, \d+ rolls? among them", note["fields"]["what"])
    # What is taken back is not taken back again, and redo puts it back.
    again = gm.post("undo", {"line": first["n"]})
    assert again.status_code == 409
    assert again.json()["code"] == "late"
    assert gm.post("redo", {}).is_success
    assert gm.view()["questions"][0]["question"] == views[-1]["questions"][0]["question"]


def test_each_line_goes_back_to_just_before_itself(ferry: Begun) -> None:
    gm = ferry.bot(ferry.gm)
    begun = len(gm.view()["events"])
    for _ in range(10):
        assert gm.step()
    for line in reversed([e["n"] for e in events(gm) if e["n"] > begun]):
        if any(e["n"] == line for e in events(gm)):
            assert gm.post("undo", {"line": line}).is_success
            left = [e["n"] for e in events(gm)]
            assert line not in left
    assert len(events(gm)) == begun


@pytest.mark.parametrize("line", [0, 1, 10_000])
def test_lines_that_no_answer_brought_stay(ferry: Begun, line: int) -> None:
    gm = ferry.bot(ferry.gm)
    assert gm.step()
    before = gm.view()["questions"]
    assert gm.post("undo", {"line": line}).status_code == 422
    assert gm.view()["questions"] == before


def test_a_player_takes_back_the_line_of_their_own_last_choice_alone(ferry: Begun) -> None:
    gm, player = ferry.bot(ferry.gm), ferry.bot(ferry.players[0])
    hero = ferry.players[0]["holds"][0]
    begun = gm.view()
    go = {"question": begun["questions"][0]["question"], "key": ["go", hero]}
    assert gm.post("answer", go).is_success
    turn = events(gm)[-1]["n"]
    question = player.view()["questions"][0]
    key = next(o for o in question["options"] if o[0] == "fight")
    assert player.post("answer", {"question": question["question"], "key": key}).is_success
    attack = next(e["n"] for e in events(gm) if e["n"] > turn and e["code"] == "attack")
    assert player.post("undo", {"line": turn}).status_code == 422
    assert offered(ferry.person(ferry.players[0]).load()) in ([], [attack])
    assert player.post("undo", {"line": attack}).is_success
    assert player.view()["questions"][0]["question"] == question["question"]
    assert player.post("answer", {"question": question["question"], "key": key}).is_success
    roll = gm.view()["questions"][0]
    assert gm.post("roll", {"question": roll["question"]}).is_success
    attack = next(e["n"] for e in events(gm) if e["n"] > turn and e["code"] == "attack")
    assert player.post("undo", {"line": attack}).status_code == 422


def test_what_went_back_tells_players_nothing_of_the_hidden(ferry: Begun) -> None:
    gm, player = ferry.bot(ferry.gm), ferry.bot(ferry.players[0])
    assert gm.step()
    lines = len(gm.view()["events"])
    for value in ("a lantern", "two lanterns"):
        edit = {"kind": "note", "who": "bridge-blade", "name": "bears", "value": value}
        assert gm.post("edit", edit).is_success
    assert gm.post("undo", {"line": lines + 1}).is_success
    note = next(e for e in player.view()["events"] if e["code"] == "took-back")
    assert note["fields"]["what"] == "0 lines"
    assert player.post("undo", {"line": lines + 2}).status_code in (409, 422)


# ---- the rules of the fight ----


def test_the_rules_of_a_fight_tell_what_its_house_has_changed(ferry: Begun) -> None:
    player = ferry.person(ferry.players[0])
    assert f"{player.home}rules/" in player.load()
    page = player.get("rules/")
    assert page.status_code == 200
    changed = player.get("rules/trade.health.ten").text
    assert "12" in changed.partition("<main")[2]
    assert f'href="{player.home}' in changed
    switched = player.get("rules/trade.start.heroes-first")
    assert switched.status_code == 200
    assert player.get("rules/trade.no.such").status_code == 404
    found = player.client.get(f"{player.home}rules/", params={"q": "trade.health.ten"})
    assert found.url.path == f"{player.home}rules/trade.health.ten"
    # Everybody's pages show the book.
    with ferry.table.client() as nobody:
        book = nobody.get("/rules/trade/trade.health.ten").text
        assert "12" not in book.partition("<main")[2]
        assert nobody.get(f"{player.home}rules/").status_code == 404


def test_what_the_gm_changed_by_hand_is_offered_in_words(ferry: Begun) -> None:
    gm = ferry.bot(ferry.gm)
    who = ferry.players[0]["holds"][0]
    assert gm.post("edit", {"kind": "note", "who": who, "name": "mood", "value": "grim"}).is_success
    assert "Take back: the GM, a note" in ferry.person(ferry.gm).load()
