"""What is answered together, over HTTP: open picks, offers on others' rolls, dice with symbols."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from scrum import SCRUM, find_scrum, scrum
from web_kit import Begun, Bot, Table, adopted

from affray.kernel.encounter import read_encounter
from affray.registry import system
from affray.store import open_store

IX = system("ix")


@pytest.fixture
def scrum_table(tmp_path: Path) -> Iterator[Begun]:
    path = tmp_path / "scrum.sqlite"
    with open_store(path, find_system=find_scrum) as store:
        number = store.begin(SCRUM, scrum()).id
    table = Table(path, find_system=find_scrum)
    table.start()
    yield adopted(table, number)
    table.close()


def seat_of(begun: Begun, who: str) -> Bot:
    return begun.bot(next(seat for seat in begun.players if seat["holds"] == [who]))


def asked(bot: Bot, who: str = "") -> dict[str, Any]:
    """The open question of that name, as the bot sees it."""
    questions = bot.view()["questions"]
    return next(q for q in questions if not who or q["question"][2] == who)


def said(bot: Bot, verb: str, who: str, **body: Any) -> int:
    body = {"question": asked(bot, who)["question"], **body}
    return bot.post(verb, body).status_code


def into_the_round(begun: Begun) -> None:
    gm = begun.bot(begun.gm)
    assert said(gm, "dice", "ann", faces="star, star star, blank") == 200
    assert gm.view()["round"] == 1


def test_a_scene_without_rounds_is_shown_and_played(scrum_table: Begun) -> None:
    begun = scrum_table
    for seat in begun.seats.values():
        view = begun.bot(seat).view()
        assert view["round"] == 0
        assert view["order"]["slots"] == []
        assert begun.person(seat).load()
    assert said(seat_of(begun, "ann"), "roll", "ann") == 200
    assert begun.bot(begun.gm).view()["round"] == 1


def test_whoever_may_add_to_a_roll_does_not_throw_its_dice(scrum_table: Begun) -> None:
    begun = scrum_table
    bob = seat_of(begun, "bob")
    assert asked(bob)["offered"]
    reply = bob.post("roll", {"question": asked(bob)["question"]})
    assert reply.status_code == 422
    assert reply.json()["detail"] == "That is not yours to answer: it is for Ann."
    page = begun.person(next(s for s in begun.players if s["holds"] == ["bob"])).load()
    assert "Always roll for me" not in page
    assert "waiting for Ann; you may add something" in page
    assert said(seat_of(begun, "ann"), "roll", "ann") == 200


def test_what_a_policy_waits_with_is_let_go_by_whoever_it_waits_for(scrum_table: Begun) -> None:
    begun = scrum_table
    gm = begun.bot(begun.gm)
    assert gm.post("hand", {"who": "ann", "policy": "random"}).status_code == 200
    page = begun.person(next(s for s in begun.players if s["holds"] == ["bob"])).load()
    assert "Let it be rolled" in page
    assert said(seat_of(begun, "bob"), "roll", "ann") == 200


def test_an_offer_on_a_roll_is_its_owner_s_alone(scrum_table: Begun) -> None:
    begun = scrum_table
    ann, bob, cat = (seat_of(begun, who) for who in ("ann", "bob", "cat"))
    assert [q["offers"] for q in (asked(ann), asked(cat))] == [[], []]
    assert asked(bob)["offers"] == [{"who": "bob", "option": ["hand", "bob"]}]
    assert asked(bob)["offered"]
    assert not asked(bob)["yours"]
    for other in (ann, cat):
        assert said(other, "answer", "ann", key=["hand", "bob"]) == 422
    assert said(cat, "roll", "ann") == 422
    before = asked(ann)["pool"]
    assert said(bob, "answer", "ann", key=["hand", "bob"]) == 200
    assert asked(ann)["pool"] != before
    assert not asked(bob)["offered"]


@pytest.mark.parametrize(
    ("faces", "stars"),
    [([2, 3, 1], 3), ("2 3 1", 3), ("star, star star, blank", 3), ("S, S S, C", 2)],
)
def test_symbol_dice_are_typed_by_face_or_by_symbol(
    scrum_table: Begun, faces: Any, stars: int
) -> None:
    ann = seat_of(scrum_table, "ann")
    assert said(ann, "dice", "ann", faces=faces) == 200
    door = next(e for e in ann.view()["events"] if e["code"] == "door")
    assert door["fields"]["stars"] == stars


def test_symbols_are_typed_die_by_die_into_the_page(scrum_table: Begun) -> None:
    begun = scrum_table
    player = begun.person(next(s for s in begun.players if s["holds"] == ["ann"]))
    (question,) = player.questions()
    wrong = player.post("dice", question=question, face=["star moon", "star", "star"])
    assert wrong.status_code == 422
    done = player.post("dice", question=question, face=["star moon", "star", "cloud cloud"])
    assert done.status_code == 204, done.text
    door = next(e for e in seat_of(begun, "ann").view()["events"] if e["code"] == "door")
    assert door["fields"] == {"who": "ann", "stars": 0, "moons": 1}


def test_two_pools_are_rolled_at_once_and_typed_in_their_order(scrum_table: Begun) -> None:
    begun = scrum_table
    into_the_round(begun)
    gm = begun.bot(begun.gm)
    for who in ("ann", "bob", "cat", "eel", "fox"):
        key = ["push", "eel"] if who == "ann" else ["rest"]
        assert said(gm, "answer", who, key=key) == 200
    ann = seat_of(begun, "ann")
    assert asked(ann)["pool"] == "1d20 & 2d6"
    assert said(ann, "dice", "ann", faces=[6, 1]) == 422
    assert said(ann, "dice", "ann", faces=[12, 1, 2]) == 200
    loss = next(e for e in ann.view()["events"] if e["code"] == "loss")
    assert loss["fields"] == {"who": "eel", "ground": 2}
    shown = begun.person(begun.spectator).load()
    assert "12" in shown


def test_open_picks_are_seen_by_the_side_and_bind_nobody(scrum_table: Begun) -> None:
    begun = scrum_table
    into_the_round(begun)
    gm, ann, bob = begun.bot(begun.gm), seat_of(begun, "ann"), seat_of(begun, "bob")
    spectator = begun.bot(begun.spectator)
    assert said(ann, "pick", "ann", key=["push", "eel"]) == 200
    assert said(ann, "pick", "ann", key=["push", "fox"]) == 200
    assert said(gm, "pick", "eel", key=["push", "bob"]) == 200
    mine = {"who": "ann", "key": ["push", "fox"], "final": False}
    theirs = {"who": "eel", "key": ["push", "bob"], "final": False}
    assert asked(ann, "ann")["picks"] == [mine]
    assert asked(bob, "bob")["picks"] == [mine]
    assert asked(gm, "bob")["picks"] == [mine, theirs]
    assert asked(spectator, "bob")["picks"] == []
    assert "Push Fox" in begun.person(begun.gm).load() or "push Fox" in begun.person(begun.gm).page
    # Only an answer locks in, and it may be another one.
    assert said(bob, "pick", "ann", key=["rest"]) == 422
    assert said(ann, "pick", "ann", key=["push", "cat"]) == 422
    assert said(ann, "answer", "ann", key=["rest"]) == 200
    assert asked(bob, "bob")["picks"] == [{"who": "ann", "key": ["rest"], "final": True}]
    assert asked(spectator, "bob")["picks"] == []
    assert asked(spectator, "bob")["locked"] == ["ann"]


def test_picks_outlast_an_edit_and_a_restart_but_not_their_question(scrum_table: Begun) -> None:
    begun = scrum_table
    into_the_round(begun)
    gm, ann = begun.bot(begun.gm), seat_of(begun, "ann")
    assert said(ann, "pick", "ann", key=["push", "fox"]) == 200
    assert gm.post("edit", {"kind": "rename", "who": "cat", "value": "Kit"}).status_code == 200
    assert asked(gm, "ann")["picks"] == [{"who": "ann", "key": ["push", "fox"], "final": False}]
    begun.table.restart()
    assert asked(gm, "ann")["picks"] == [{"who": "ann", "key": ["push", "fox"], "final": False}]
    assert gm.post("edit", {"kind": "remove", "who": "fox"}).status_code == 200
    assert asked(gm, "ann")["picks"] == []


def test_the_gm_locks_in_for_who_is_absent_and_play_goes_on(scrum_table: Begun) -> None:
    begun = scrum_table
    into_the_round(begun)
    gm = begun.bot(begun.gm)
    for who in ("ann", "bob"):
        assert said(seat_of(begun, who), "answer", who, key=["rest"]) == 200
    for who in ("cat", "eel", "fox"):
        assert gm.view()["round"] == 1
        assert said(gm, "answer", who, key=["rest"]) == 200
    assert gm.view()["round"] == 2
    plans = [e["fields"]["who"] for e in gm.view()["events"] if e["code"] == "plan"]
    assert plans == ["ann", "bob", "cat", "eel", "fox"]


def test_a_pick_that_names_somebody_hidden_stays_with_the_gm(scrum_table: Begun) -> None:
    begun = scrum_table
    into_the_round(begun)
    gm, bob = begun.bot(begun.gm), seat_of(begun, "bob")
    assert gm.post("edit", {"kind": "hide", "who": "fox"}).status_code == 200
    assert said(gm, "pick", "ann", key=["push", "fox"]) == 200
    assert asked(gm, "ann")["picks"]
    assert "fox" not in json.dumps(bob.view()["questions"])
    assert "Fox" not in begun.person(begun.players[1]).load().split('id="log"')[0]


def test_a_mount_has_no_seat_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "charge.sqlite"
    with open_store(path) as store:
        number = store.begin(IX, read_encounter(IX.encounters()["charge"], "charge", IX)).id
    table = Table(path)
    table.start()
    held = [who for seat in adopted(table, number).players for who in seat["holds"]]
    table.close()
    fight = IX.start(read_encounter(IX.encounters()["charge"], "charge", IX))
    assert sorted(held) == sorted(fight.heroes)
    assert any(one.side == "heroes" and one.id not in held for one in fight.combatants.values())
