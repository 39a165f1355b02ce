"""The GM's hand is looked at before it touches a fight."""

from __future__ import annotations

import json
from typing import Any

import pytest
from toy import ToySystem, duel

from affray.kernel.editing import MOST_COMBATANTS, newcomer
from affray.kernel.question import Answer, Edit, Refused
from affray.kernel.telling import sentence
from affray.kernel.view import GM_SEAT, Seat, seat_events, view
from affray.kernel.words import names_of
from affray.tables.play import Play

TOY = ToySystem()
SURROGATE, BELL, STEERING = "\ud800", "\x07", "\u202e"


def refusal(edit: Edit) -> Refused:
    """Why the edit is refused; that nothing has changed is checked."""
    play = Play(TOY, duel())
    before = TOY.key(play.fight), len(play.log), [c.name for c in play.fight.here()]
    with pytest.raises(Refused) as refused:
        play.edit(edit)
    assert (TOY.key(play.fight), len(play.log), [c.name for c in play.fight.here()]) == before
    return refused.value


@pytest.mark.parametrize("bad", [SURROGATE, BELL, STEERING, "\u2028"])
@pytest.mark.parametrize(
    "edit",
    [
        lambda bad: Edit("pass", "ann", f"phase{bad}", "turn"),
        lambda bad: Edit("note", "ann", f"a{bad}b", "text"),
        lambda bad: Edit("note", "ann", "candle", f"lit{bad}"),
        lambda bad: Edit("rename", "ann", value=f"An{bad}n"),
        lambda bad: Edit("hide", f"ann{bad}"),
        lambda bad: Edit(f"no{bad}such"),
        lambda bad: Edit("set", "ann", "grit", bad),
        lambda bad: Edit("add", value={"kind": "foe", "goals": ["win", {"deep": f"x{bad}"}]}),
    ],
)
def test_a_text_that_no_file_could_hold_is_refused(edit: Any, bad: str) -> None:
    refused = refusal(edit(bad))
    assert f"U+{ord(bad):04X}" in str(refused)
    assert refused.cure
    json.dumps([refused.why, refused.cure], ensure_ascii=False).encode()


@pytest.mark.parametrize(
    "value",
    ["x" * 2001, list(range(501)), {"deep": [[[[[[[[[[[1]]]]]]]]]]]}, 10**7, float("nan")],
)
def test_a_value_out_of_bounds_is_refused(value: object) -> None:
    assert refusal(Edit("set", "ann", "grit", value)).kind == "unreadable"


@pytest.mark.parametrize("part", ["kind", "who", "name"])
def test_a_part_of_an_edit_is_short(part: str) -> None:
    edit = Edit(**{"kind": "hide", "who": "ann"} | {part: "x" * 101})
    assert f"`{part}`" in refusal(edit).why


def test_a_note_may_have_several_lines() -> None:
    play = Play(TOY, duel())
    play.edit(Edit("note", "ann", "candle", "lit\nand dripping"))
    assert play.fight["ann"].notes == {"candle": "lit\nand dripping"}


# ---- names ----


@pytest.mark.parametrize("name", ["Bob", "bob", " BOB ", "Bo\u200bb", "\uff22ob"])
def test_a_name_that_somebody_has_cannot_be_given_to_another(name: str) -> None:
    refused = refusal(Edit("rename", "ann", value=name))
    assert "is the name of bob already" in refused.why
    assert refused.cure


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 501, None, 3])
def test_what_cannot_be_a_name(name: object) -> None:
    assert refusal(Edit("rename", "ann", value=name)).cure


def test_ones_own_name_may_be_written_anew() -> None:
    play = Play(TOY, duel())
    play.edit(Edit("rename", "ann", value=" ANN <b> "))
    assert play.fight["ann"].name == "ANN <b>"


# ---- newcomers ----


def block(**fields: Any) -> dict[str, Any]:
    return {"kind": "foe", "name": "Eel", "id": "eel"} | fields


def test_a_newcomer_is_taken_as_it_is() -> None:
    assert newcomer(TOY.start(duel()), block(grit=2)) == block(grit=2)


@pytest.mark.parametrize(
    "who", ["gm", "@heroes", "all", "foes", "nobody", "Eel", "a b", "ann", SURROGATE, "x" * 61, 3]
)
def test_an_id_that_means_something_else_is_no_newcomers(who: object) -> None:
    with pytest.raises(Refused, match="cannot be the id of a newcomer") as refused:
        newcomer(TOY.start(duel()), block(id=who))
    assert refused.value.cure


@pytest.mark.parametrize(("name", "who"), [("Eel", "eel"), ("All", "all-2"), ("Ann!", "ann-2")])
def test_an_id_left_out_is_made_of_the_name(name: str, who: str) -> None:
    given = {"kind": "foe", "name": name}
    assert newcomer(TOY.start(duel()), given)["id"] == who


def test_a_name_that_is_taken_gets_a_number() -> None:
    fight = TOY.start(duel())
    assert newcomer(fight, block(name="cur "))["name"] == "cur 2"
    fight["dog"].name = "CUR 2"
    assert newcomer(fight, block(name="cur"))["name"] == "cur 3"
    fight["dog"].name = "x" * 500
    assert newcomer(fight, block(name="x" * 500))["name"] == "x" * 496 + " 2"


@pytest.mark.parametrize(
    "given", [None, "eel", [], {}, block(kind="crowd"), block(name=None), block(name="\x07")]
)
def test_what_is_no_newcomer(given: object) -> None:
    with pytest.raises(Refused):
        newcomer(TOY.start(duel()), given)


def test_a_full_fight_takes_nobody_in() -> None:
    fight = TOY.start(duel())
    for number in range(MOST_COMBATANTS - 5):
        fight.combatants[f"c{number}"] = fight["ann"]
    newcomer(fight, block())
    fight.combatants["last"] = fight["ann"]
    with pytest.raises(Refused, match="300 combatants"):
        newcomer(fight, block())


# ---- the order of the round ----


def in_a_round() -> Play:
    """The toy duel in its first turn: ann acts, bob, cur and dog wait."""
    play = Play(TOY, duel())
    for question in list(play.questions):
        play.answer(Answer(question.id, ("wary",), question.who))
    assert play.fight.waiting == ["ann", "bob", "cur", "dog"]
    return play


def test_a_slot_is_moved_where_the_order_offers_it_and_the_log_says_so() -> None:
    play = in_a_round()
    play.edit(Edit("reorder", "dog", "dog", "bob"))
    assert play.fight.waiting == ["ann", "dog", "bob", "cur"]
    assert sentence(TOY, play.events[-1].dump(), names_of(play.fight)) == (
        "The GM moves Dog before Bob."
    )
    play.edit(Edit("reorder", "", "dog", None))
    assert play.fight.waiting == ["ann", "bob", "cur", "dog"]
    told = sentence(TOY, play.events[-1].dump(), names_of(play.fight))
    assert told == "The GM moves Dog to the end of the round."
    play.undo()
    assert play.fight.waiting == ["ann", "dog", "bob", "cur"]


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (Edit("reorder", "ann", "ann", "dog"), "cannot be moved before dog"),
        (Edit("reorder", "bob", "bob", "ann"), "cannot be moved before ann"),
        (Edit("reorder", "bob", "bob", "bob"), "cannot be moved before bob"),
        (Edit("reorder", "cur", "bob", "dog"), "cannot fill that slot"),
        (Edit("reorder", "", "eel"), "no slot eel"),
        (Edit("reorder", "bob", "bob", ["dog"]), "cannot be moved"),
    ],
)
def test_a_move_that_is_not_offered_is_refused(edit: Edit, why: str) -> None:
    play = in_a_round()
    with pytest.raises(Refused, match=why) as refused:
        play.edit(edit)
    assert refused.value.cure
    assert play.fight.waiting == ["ann", "bob", "cur", "dog"]


def test_players_neither_see_what_may_be_moved_nor_read_of_the_hidden() -> None:
    play = in_a_round()
    ann = Seat("ann", "player", frozenset(["ann"]))
    assert all(not slot["before"] for slot in view(TOY, play.fight, ann)["order"]["slots"])
    assert any(slot["before"] for slot in view(TOY, play.fight, GM_SEAT)["order"]["slots"])
    play.edit(Edit("hide", "dog"))
    play.edit(Edit("reorder", "bob", "bob", "dog"))
    assert seat_events(play.events[-1:], ann) == []
    play.edit(Edit("reorder", "bob", "bob", "cur"))
    assert len(seat_events(play.events[-1:], ann)) == 1
