"""Over the protocol: open picks, offers of other seats, symbol dice, two pools in one roll."""

from __future__ import annotations

import json
from typing import Any

import pytest
from scrum import SCRUM, scrum

from affray.protocol.kept import InMemory
from affray.protocol.requests import read
from affray.protocol.session import Session
from affray.tables.play import Play


class Seat:
    """One seat's end of a conversation, at a fight that others may share."""

    def __init__(self, play: Play, audience: str) -> None:
        self.session = Session(InMemory(play), audience=audience,
                               seats={"heroes": "person", "gm": "person"}
                               if audience == "gm" else {})  # fmt: skip
        self.hear(self.session.open())

    def hear(self, messages: Any) -> dict[str, Any]:
        self.view: dict[str, Any] = {}
        self.questions: dict[str, dict[str, Any]] = {}
        first: dict[str, Any] = {}
        for message in messages:
            first = first or message
            if "view" in message:
                self.view = message["view"]
            if "question" in message:
                self.questions[message["question"]["who"]] = message["question"]
        return first

    def say(self, verb: str, who: str, **body: Any) -> dict[str, Any]:
        asked = {"question": self.questions[who]["question"]}
        line = json.dumps({verb: asked | body}).encode()
        before = dict(self.questions), self.view
        reply = self.hear(self.session.handle(read(line)))
        if "accepted" not in reply:
            self.questions, self.view = before
        return reply


@pytest.fixture
def gm() -> Seat:
    return Seat(Play(SCRUM, scrum(), secret=b"x"), "gm")


def test_a_scene_without_rounds_has_no_slots(gm: Seat) -> None:
    assert gm.view["round"] == 0
    assert gm.view["order"]["slots"] == []


@pytest.mark.parametrize("faces", [[2, 3, 1], "2 3 1", "star, star star, blank", "S, S S, -"])
def test_symbol_dice_come_by_face_or_by_symbol(gm: Seat, faces: Any) -> None:
    assert "accepted" in gm.say("dice", "ann", faces=faces)
    door = next(e for e in gm.view["events"] if e["code"] == "door")
    assert door["fields"]["stars"] == 3
    assert gm.view["round"] == 1


@pytest.mark.parametrize("faces", [[2, 3], [9, 9, 9], "star", "star, star, star", "sun, -, -"])
def test_dice_that_cannot_show_that_are_refused(gm: Seat, faces: Any) -> None:
    reply = gm.say("dice", "ann", faces=faces)
    assert reply["refused"]["kind"] in ("unreadable", "illegal")
    assert gm.view["round"] == 0


def test_offers_of_another_seat_are_seen_and_taken_there_alone() -> None:
    play = Play(SCRUM, scrum(), secret=b"x")
    # Policies hold whom a seat does not: bob waits with the dice for the offer of his own.
    bob = Seat(play, "bob")
    question = bob.questions["ann"]
    assert (question["yours"], question["offered"]) == (False, True)
    assert question["offers"] == [{"who": "bob", "option": ["hand", "bob"]}]
    assert "refused" in bob.say("dice", "ann", faces=[2, 3, 1])
    assert "accepted" in bob.say("answer", "ann", key=["hand", "bob"])
    assert play.fight.is_open  # nobody else had an offer, so the policy's dice fell


def test_two_pools_are_one_roll(gm: Seat) -> None:
    gm.say("dice", "ann", faces=[2, 3, 1])
    for who in ("ann", "bob", "cat", "eel", "fox"):
        key = ["push", "eel"] if who == "ann" else ["rest"]
        assert "accepted" in gm.say("answer", who, key=key)
    assert gm.questions["ann"]["pool"] == "1d20 & 2d6"
    assert "refused" in gm.say("dice", "ann", faces=[6, 20, 1])
    preview = gm.say("preview", "ann")["preview"]
    assert sum(r["p"] for r in preview["rolls"][0]["readings"]) == pytest.approx(1)
    assert "accepted" in gm.say("force", "ann", reading=[20, 12])
    assert next(e for e in gm.view["events"] if e["code"] == "loss")["fields"]["who"] == "eel"


def test_picks_are_shown_may_change_and_only_an_answer_locks_in(gm: Seat) -> None:
    gm.say("dice", "ann", faces=[2, 3, 1])
    assert gm.questions["bob"]["picks"] == []
    assert gm.say("pick", "ann", key=["push", "eel"]) == {"accepted": "pick"}
    gm.say("pick", "ann", key=["push", "fox"])
    mine = {"who": "ann", "key": ["push", "fox"], "final": False}
    assert gm.questions["bob"]["picks"] == gm.questions["ann"]["picks"] == [mine]
    assert "refused" in gm.say("pick", "ann", key=["push", "cat"])
    gm.say("answer", "ann", key=["rest"])
    assert gm.questions["bob"]["picks"] == [{"who": "ann", "key": ["rest"], "final": True}]
    assert gm.questions["bob"]["locked"] == ["ann"]
    for who in ("bob", "cat", "eel", "fox"):
        gm.say("answer", who, key=["rest"])
    assert gm.view["round"] == 2


def test_a_pick_for_a_question_that_is_answered_at_once_is_refused(gm: Seat) -> None:
    assert gm.say("pick", "ann", key=["hand", "bob"])["refused"]["kind"] == "illegal"


def test_heroes_of_one_seat_see_nothing_of_the_foes_picks() -> None:
    play = Play(SCRUM, scrum(), secret=b"x")
    heroes = Seat(play, "heroes")
    heroes.say("dice", "ann", faces=[2, 3, 1])
    for question in heroes.questions.values():
        assert all(one["who"] in ("ann", "bob", "cat") for one in question["picks"])
    assert set(heroes.questions["ann"]["locked"]) == {"eel", "fox"}
