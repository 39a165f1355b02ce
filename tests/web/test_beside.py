"""What lies on the table beside the log outlasts a restart; a disk that fails changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from web_kit import Begun, Bot, Table

from affray.store.beside import Beside as Parts
from affray.store.errors import StoreError


def asked(bot: Bot) -> dict[str, Any]:
    question: dict[str, Any] = bot.view()["questions"][0]
    return question


def turn_of(gm: Bot, who: str) -> None:
    question = asked(gm)
    assert gm.post("answer", {"question": question["question"], "key": ["go", who]}).is_success


@pytest.fixture
def party(table: Table) -> Begun:
    return table.begin(encounter="party")


def live(begun: Begun) -> Any:
    return next(one for one in begun.table.house.hub.fights if one.id == begun.id)


def test_the_last_roll_is_shown_after_a_restart_and_goes_with_an_undo(party: Begun) -> None:
    gm = party.bot(party.gm)
    turn_of(gm, "maren-holt")
    question = asked(gm)
    fight = next(o for o in question["options"] if o[0] == "fight" and isinstance(o[-1], str))
    assert gm.post("answer", {"question": question["question"], "key": fight}).is_success
    while "pool" not in (question := asked(gm)):
        key = question.get("default") or question["options"][0]
        assert gm.post("answer", {"question": question["question"], "key": key}).is_success
    count = int(question["pool"].partition("d")[0])
    assert gm.post("dice", {"question": question["question"], "faces": [6] * count}).is_success
    before = live(party).beside.roll
    assert before.faces == (6,) * count
    assert before.how == "typed"
    party.table.restart()
    assert gm.view()["round"] == 1
    assert live(party).beside.roll == before
    assert gm.post("undo", {"keep": 0}).is_success
    assert live(party).beside.roll is None
    party.table.restart()
    gm.view()
    assert live(party).beside.roll is None


def test_free_rolls_checks_and_proposals_outlast_a_restart(party: Begun) -> None:
    gm, player = party.bot(party.gm), party.bot(party.players[0])
    hero = party.players[0]["holds"][0]
    assert player.post("free", {"dice": "3d6+1"}).is_success
    assert gm.post("free", {"dice": "d100", "secret": True}).is_success
    assert gm.post("ask", {"who": hero, "text": "spot it", "dice": "d20"}).is_success
    other = next(o for o in asked(gm)["options"] if o[1] != hero)
    turn_of(gm, other[1])
    question = asked(gm)
    key = question["options"][0]
    proposed = {"question": question["question"], "key": key}
    assert player.post("propose", proposed).is_success
    before = live(party).beside.dump(("free", "asks", "proposals"))
    assert [len(before[part]) for part in ("free", "asks", "proposals")] == [2, 1, 1]
    party.table.restart()
    shown = party.person(party.players[0]).load()
    assert live(party).beside.dump(("free", "asks", "proposals")) == before
    assert "spot it" in shown
    assert gm.post("asked", {"id": str(before["asks"][0]["id"]), "rolled": "17"}).is_success
    assert gm.post("ask", {"who": hero, "text": "again", "dice": "d4"}).is_success
    ids = [ask.id for ask in live(party).beside.asks]
    assert len(set(ids)) == 2
    party.table.restart()
    gm.view()
    assert [ask.done for ask in live(party).beside.asks] == ["", "17 (rolled at the table)"]
    # A proposal goes with its question.
    assert gm.post("undo", {}).is_success
    party.table.restart()
    gm.view()
    assert live(party).beside.proposals == {}


def test_a_pass_in_advance_outlasts_a_restart(party: Begun) -> None:
    player = party.person(party.players[0])
    hero = party.players[0]["holds"][0]
    window = next(iter(live(party).stored.system.windows))
    done = player.post("pass", who=hero, window=window, until="round", key=player.key)
    assert done.status_code == 204, done.text
    party.table.restart()
    player.load()
    assert live(party).play.fight.passes == {hero: {window: "round"}}
    assert player.post("unpass", who=hero, key="").status_code == 204
    assert live(party).play.fight.passes == {}


def test_a_disk_that_fails_leaves_the_table_as_it_was(
    party: Begun, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm = party.bot(party.gm)
    assert gm.post("free", {"dice": "d6"}).is_success
    before = live(party).beside.dump(("free", "asks"))

    def fails(self: Parts, fight: int, parts: object) -> None:
        raise StoreError("the disk", "it is full.", "Make room.")

    monkeypatch.setattr(Parts, "keep", fails)
    reply = gm.post("free", {"dice": "d6"})
    assert reply.status_code == 503
    assert reply.json()["code"] == "unsaved"
    hero = party.players[0]["holds"][0]
    assert not gm.post("ask", {"who": hero, "text": "spot it"}).is_success
    assert live(party).beside.dump(("free", "asks")) == before


def test_a_part_that_nobody_can_read_costs_only_itself(party: Begun) -> None:
    gm = party.bot(party.gm)
    assert gm.post("free", {"dice": "d6"}).is_success
    store = party.table.house.store
    store.beside.keep(party.id, {"roll": {"number": "x"}, "picks": 7, "asks": [{"id": 1}]})
    party.table.restart()
    assert json.dumps(gm.view())
    assert len(live(party).beside.free) == 1
    assert live(party).beside.asks == []
