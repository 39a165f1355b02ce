"""What the GM alone may know stays out of what everybody gets."""

from __future__ import annotations

import json
from typing import Any

import pytest
from toy import ToySystem, duel

from affray.kernel.event import SOMEBODY, Event
from affray.kernel.question import HEROES, Edit, Question, QuestionId
from affray.kernel.sheet import Line, Sheet, Tag
from affray.kernel.table import Recorder
from affray.kernel.view import (
    GM_SEAT,
    SPECTATOR,
    Seat,
    seat_events,
    seat_question,
    seat_sheet,
    view,
)
from affray.kernel.words import event_text, names_of, option_text
from affray.tables.play import Play


def recorder(**setup: Any) -> Recorder:
    return Recorder(ToySystem().start(duel(**setup)), recording=True)


def test_numbers_of_a_veiled_combatant_are_the_gms() -> None:
    table = recorder(shown="word")
    table.record("grit", "toy.grit.loss", of="cur", secret={"now": 2}, who="cur", loss=1)
    (event,) = table.events
    assert event.public() == {
        "code": "grit",
        "rule": "toy.grit.loss",
        "round": 0,
        "step": 0,
        "fields": {"who": "cur", "loss": 1},
    }
    assert event.dump()["secret"] == {"now": 2}


def test_numbers_of_an_open_combatant_are_everybodys() -> None:
    table = recorder(shown="all")
    table.record("grit", "toy.grit.loss", of="cur", secret={"now": 2}, who="cur", loss=1)
    public = table.events[0].public()
    assert public is not None
    assert public["fields"] == {"who": "cur", "loss": 1, "now": 2}


@pytest.mark.parametrize(
    "fields",
    [{"who": "cur"}, {"hit": ["ann", "cur"]}, {"by": {"cur": 2}}, {"deep": [{"x": ("cur",)}]}],
)
def test_a_hidden_combatant_is_somebody_wherever_it_is_named(fields: dict[str, Any]) -> None:
    table = recorder()
    table.fight["cur"].hidden = True
    table.record("struck", "toy.strike.roll", **fields)
    public = json.dumps(table.events[0].public())
    assert '"cur"' not in public
    assert SOMEBODY in public
    assert '"cur"' in json.dumps(table.events[0].dump())


def test_an_edit_of_a_number_between_two_is_not_told_of_while_one_is_hidden() -> None:
    table = recorder()
    edit = Edit("set", "dog", "gap:cur", 2)
    table.fight._record_edit(edit, table)
    table.fight["cur"].hidden = True
    table.fight._record_edit(edit, table)
    assert [event.audience for event in table.events] == ["all", "gm"]


def test_an_event_keeps_what_was_hidden_when_it_happened() -> None:
    table = recorder()
    table.fight["cur"].hidden = True
    table.record("struck", "toy.strike.roll", who="cur")
    table.fight["cur"].hidden = False
    table.record("struck", "toy.strike.roll", who="cur")
    first, second = seat_events(table.events, SPECTATOR)
    assert (first["fields"]["who"], second["fields"]["who"]) == (SOMEBODY, "cur")
    assert "cur" in event_text(ToySystem().words, table.events[0].dump(), {}).casefold()


def test_gm_events_reach_only_the_gm() -> None:
    events = [Event("x", ("toy.end.side",), audience="gm"), Event("y", ("toy.end.side",))]
    assert [e["code"] for e in seat_events(events, SPECTATOR)] == ["y"]
    assert [e["code"] for e in seat_events(events, GM_SEAT)] == ["x", "y"]


def test_events_survive_json() -> None:
    table = recorder(shown="nothing")
    table.fight["dog"].hidden = True
    table.record("z", ("a.b.c", "d.e.f"), of="cur", secret={"n": (1, 2)}, who="dog", pair=(1, "x"))
    event = table.events[0]
    assert Event.load(json.loads(json.dumps(event.dump()))) == event


def test_a_sheet_shows_as_much_as_the_gm_allows() -> None:
    system = ToySystem()
    fight = system.start(duel())
    sheet = next(s for s in system.sheets(fight) if s.who == "cur")
    player = Seat("p", "player", frozenset(["ann"]))

    def seen(shown: str, hidden: bool = False) -> Any:
        fight["cur"].shown, fight["cur"].hidden = shown, hidden
        return seat_sheet(fight, sheet, player)

    assert seen("all").tracks[0].value == 3
    assert (seen("word").tracks[0].value, seen("word").tracks[0].word) == (0, "fine")
    assert seen("nothing").tracks == []
    assert seen("all", hidden=True) is None
    assert seat_sheet(fight, sheet, GM_SEAT) is sheet


def test_the_order_of_the_round_leaves_hidden_combatants_out() -> None:
    play = Play(ToySystem(), duel(), secret=b"1")
    for who in ("ann", "bob", "cur", "dog"):
        play.choose((("bold",)), question=next(q for q in play.questions if q.who == who))
    play.edit(Edit("hide", "cur"))
    data = view(play.system, play.fight, SPECTATOR, play.questions)
    assert [slot["who"] for slot in data["order"]["slots"]] == [["ann"], ["bob"], ["dog"]]
    assert "cur" not in json.dumps(data)
    assert view(play.system, play.fight, GM_SEAT)["hidden"] == ["cur"]


def test_words_are_made_of_names_and_names_stay_text() -> None:
    system = ToySystem()
    fight = system.start(duel())
    fight["cur"].name = "{0} <b>{who.__class__}</b>"
    names = names_of(fight)
    told = event_text(system.words, {"code": "grit", "fields": {"who": "cur", "loss": 2}}, names)
    assert told == "{0} <b>{who.__class__}</b> loses 2 grit"
    assert option_text(system.words, ("strike", "cur"), names) == f"strike {fight['cur'].name}"
    assert option_text(system.words, ("wait", "a-while"), names) == "wait a while"


# ---- what tells of others ----


@pytest.mark.parametrize("part", ["tags", "lines"])
def test_what_a_card_tells_of_somebody_hidden_is_left_out(part: str) -> None:
    fight = ToySystem().start(duel())
    parts: list[Any] = [
        Tag("owed to Ann", "toy.strike.roll", about=("ann",))
        if part == "tags"
        else Line("owed", "Ann", about=("ann",)),
        Tag("ducked", "toy.strike.duck") if part == "tags" else Line("axe", "2"),
    ]

    def shown(seat: Seat, who: str = "cur") -> int:
        card = Sheet(who, who.title(), fight[who].side, "foe", "up", **{part: parts})
        cut = seat_sheet(fight, card, seat)
        assert cut is not None
        return len(getattr(cut, part))

    bob = Seat("bob", "player", frozenset(["bob"]))
    ann = Seat("ann", "player", frozenset(["ann"]))
    assert [shown(seat) for seat in (GM_SEAT, SPECTATOR, bob, ann)] == [2, 2, 2, 2]
    fight["ann"].hidden = True
    assert [shown(seat) for seat in (GM_SEAT, SPECTATOR, bob, ann)] == [2, 1, 1, 2]
    assert shown(bob, "bob") == 1, "one's own card tells no more"


def test_options_that_name_somebody_hidden_are_for_whoever_knows() -> None:
    fight = ToySystem().start(duel())
    fight["ann"].hidden = True
    question = Question(
        QuestionId("toy.strike.choice", "choice", HEROES, 1, 1),
        ("toy.strike.choice",),
        [("go", "ann"), ("go", "bob")],
        [("bob", ("luck", "ann")), ("bob", ("luck", "bob"))],
    )

    def seen(*holds: str, kind: str = "player") -> list[Any]:
        data = seat_question(fight, question, Seat("seat", kind, frozenset(holds)))
        assert data is not None
        return [*data.get("options", []), *(offer["option"] for offer in data["offers"])]

    assert seen("bob") == [["go", "bob"], ["luck", "bob"]]
    assert seen("ann") == [["go", "ann"], ["go", "bob"]]
    assert len(seen(kind="gm")) == 4
