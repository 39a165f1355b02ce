"""One seat's conversation, played with the toy system: what comes, what is refused, what is kept
from whom."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from toy import ToySystem, duel

from affray.kernel.question import Edit, Refused
from affray.protocol.kept import InMemory
from affray.protocol.requests import read
from affray.protocol.session import Session
from affray.tables.play import Play

SYSTEM = ToySystem()


class Talk:
    """A conversation that remembers the last view and the open questions."""

    def __init__(self, audience: str = "heroes", seats: dict[str, str] | None = None) -> None:
        self.play = Play(SYSTEM, duel(), secret=b"talk")
        self.session = Session(InMemory(self.play), audience=audience, seats=seats)
        self.view: dict[str, Any] = {}
        self.questions: list[dict[str, Any]] = []
        self.all: list[dict[str, Any]] = []
        self.said = list(self._hear(self.session.open()))

    def _hear(self, messages: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for message in messages:
            self.all.append(message)
            if "view" in message:
                self.view, self.questions = message["view"], []
            if "question" in message:
                self.questions.append(message["question"])
            yield message

    def say(self, **request: Any) -> dict[str, Any]:
        """Says something; the reply."""
        line = json.dumps(request).encode()
        self.said = list(self._hear(self.session.handle(read(line))))
        return self.said[0]

    @property
    def mine(self) -> dict[str, Any]:
        return next(q for q in self.questions if q["yours"])

    def go_on(self) -> None:
        """Answers with the last option, which strikes if anybody is there, or rolls."""
        question = self.mine
        if "pool" in question:
            assert "accepted" in self.say(roll={"question": question["question"]})
        else:
            key = [str(place) for place in question["options"][-1]]
            assert "accepted" in self.say(answer={"question": question["question"], "key": key})


def until_what(talk: Talk, what: str) -> dict[str, Any]:
    for _ in range(50):
        if talk.mine["question"][1] == what:
            return talk.mine
        talk.go_on()
    raise AssertionError(f"no {what} came up")


def test_the_program_speaks_first_and_ends_with_waiting() -> None:
    talk = Talk()
    kinds = [next(iter(message)) for message in talk.said]
    assert kinds[:2] == ["hello", "view"]
    assert kinds[-1] == "waiting"
    assert set(kinds[2:-1]) == {"question"}
    hello = talk.said[0]["hello"]
    assert hello["protocol"] == 1
    assert hello["seat"] == {"name": "heroes", "kind": "player", "holds": ["ann", "bob"]}
    assert hello["sides"] == {"heroes": "bot", "gm": "random"}


def test_each_request_has_one_reply_and_then_the_news() -> None:
    talk = Talk()
    talk.go_on()
    assert [next(iter(message)) for message in talk.said[:2]] == ["accepted", "view"]
    assert "waiting" in talk.said[-1]
    assert talk.said[-1]["waiting"]["version"] == talk.view["version"] == 2


def test_an_id_comes_back_with_replies_and_refusals() -> None:
    talk = Talk()
    assert talk.say(id="x", undo={"keep": 99})["id"] == "x"
    question = talk.mine["question"]
    key = [str(place) for place in talk.mine["options"][0]]
    assert talk.say(id=5, answer={"question": question, "key": key}) == {
        "accepted": "answer",
        "id": 5,
    }


def test_an_answer_sent_twice_is_late_and_changes_nothing() -> None:
    talk = Talk()
    question = talk.mine["question"]
    key = [str(place) for place in talk.mine["options"][0]]
    talk.say(answer={"question": question, "key": key})
    before = list(talk.play.log)
    reply = talk.say(answer={"question": question, "key": key})
    assert reply["refused"]["kind"] == "late"
    assert talk.said == [reply]
    assert talk.play.log == before


@pytest.mark.parametrize(
    "request_",
    [
        {"edit": {"kind": "set", "who": "ann", "name": "grit", "value": 9}},
        {"redo": {}},
        {"force": {"question": ["r", "roll", "ann", 1, 1], "reading": 1}},
        {"otherwise": {"question": ["r", "ruling", "gm", 1, 1], "key": ["x"]}},
    ],
)
def test_what_is_the_gms_is_refused_to_players(request_: dict[str, Any]) -> None:
    talk = Talk()
    before = list(talk.play.log)
    assert talk.say(**request_)["refused"]["kind"] == "illegal"
    assert talk.play.log == before


def test_the_gm_may_do_all_of_it() -> None:
    talk = Talk("gm", {"heroes": "person"})
    assert "accepted" in talk.say(edit={"kind": "set", "who": "ann", "name": "grit", "value": 2})
    ann = next(sheet for sheet in talk.view["sheets"] if sheet["who"] == "ann")
    assert ann["tracks"][0]["value"] == 2
    assert "accepted" in talk.say(undo={})
    assert talk.view["taken_back"]
    assert "accepted" in talk.say(redo=True)
    question = until_what(talk, "roll")
    highest = talk.say(preview={"question": question["question"]})["preview"]["rolls"][0]
    reading = highest["readings"][-1]["reading"]
    reply = talk.say(force={"question": question["question"], "reading": reading})
    assert reply == {"accepted": "force"}


def test_a_player_takes_back_their_own_last_choice_until_dice_fall() -> None:
    talk = Talk()
    question = until_what(talk, "choice")["question"]
    talk.go_on()
    assert talk.play.entries[-1].by in ("ann", "bob", "@heroes")
    assert "accepted" in talk.say(undo={})
    assert talk.mine["question"] == question
    until_what(talk, "roll")
    talk.go_on()
    assert talk.say(undo={})["refused"]["kind"] == "illegal"


def test_typed_dice_are_the_rollers_and_must_fit() -> None:
    talk = Talk()
    question = until_what(talk, "roll")["question"]
    reply = talk.say(dice={"question": question, "faces": [99]})
    assert "refused" in reply
    assert reply["refused"]["cure"] or reply["refused"]["why"]
    assert talk.mine["question"] == question


def test_a_spectator_sees_the_fight_to_its_end_and_does_nothing() -> None:
    talk = Talk("spectator", {"heroes": "random", "gm": "random"})
    assert talk.view["closed"]
    assert talk.said[-1]["waiting"] == {
        "version": talk.view["version"],
        "for_you": False,
        "over": True,
    }
    told = [event["n"] for m in talk.all if "view" in m for event in m["view"]["events"]]
    assert told == sorted(set(told))
    assert "refused" in talk.say(undo={})


def test_a_seat_that_is_not_there_is_refused_with_near_ones() -> None:
    with pytest.raises(Refused) as caught:
        Talk("an")
    assert "ann" in caught.value.cure
    with pytest.raises(Refused):
        Talk("ann", {"gm": "person"})


def test_one_hero_is_played_and_the_others_have_stand_ins() -> None:
    talk = Talk("ann")
    assert talk.said[0]["hello"]["stand_ins"] == {"bob": "random"}
    for _ in range(30):
        if talk.said[-1]["waiting"]["over"]:
            break
        assert talk.mine["who"] in ("ann", "@heroes")
        talk.go_on()


def test_nothing_of_a_hidden_foe_reaches_a_player() -> None:
    """The bytes that the heroes' seat receives over a whole fight do not name the hidden foe."""
    talk = Talk()
    talk.play.edit(Edit("rename", "dog", value="Grimhound"))
    talk.play.edit(Edit("hide", "dog"))
    talk.all.clear()
    talk.session._told = len(talk.play.lines)
    list(talk._hear(talk.session.go_on(always=True)))
    for _ in range(200):
        if talk.said and "waiting" in talk.all[-1] and talk.all[-1]["waiting"]["over"]:
            break
        if not talk.all[-1]["waiting"]["for_you"]:
            break
        talk.say(answer={"question": ["toy.x", "choice", "dog", 1, 1], "key": ["end"]})
        talk.say(preview={"question": talk.mine["question"], "key": ["strike", "dog"]})
        talk.go_on()
    heard = json.dumps([m for m in talk.all if "refused" not in m])
    assert "Grimhound" not in heard
    assert '"dog"' not in heard
    why = json.dumps([m["refused"] for m in talk.all if "refused" in m])
    assert "Grimhound" not in why
