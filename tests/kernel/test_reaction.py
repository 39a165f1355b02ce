"""A reaction window is named by the question that is asked in it, and by no other."""

from __future__ import annotations

from toy import ToySystem, duel

from affray.kernel.question import Answer, Edit
from affray.kernel.view import GM_SEAT, view
from affray.tables.play import Play


def in_the_window() -> Play:
    play = Play(ToySystem(), duel(), secret=b"x")
    while play.questions[0].id.what == "lock-in":
        question = play.questions[0]
        play.answer(Answer(question.id, ("wary",), question.who))
    assert play.questions[0].window == ""
    play.choose(("strike", "cur"))
    play.type_dice("5 5", "test")
    return play


def test_the_question_of_a_window_carries_its_name_and_the_next_one_does_not() -> None:
    play = in_the_window()
    (asked,) = play.questions
    assert (asked.who, asked.window) == ("cur", "struck")
    told = view(play.system, play.fight, GM_SEAT, play.questions)["questions"]
    assert [one.get("window") for one in told] == ["struck"]
    play.choose(("pass",))
    assert {question.window for question in play.questions} == {""}
    told = view(play.system, play.fight, GM_SEAT, play.questions)["questions"]
    assert all("window" not in one for one in told)


def test_whoever_passes_for_a_while_has_answered_the_open_window_too() -> None:
    play = in_the_window()
    play.edit(Edit("pass", "cur", "struck", "round", by="cur"))
    assert all(question.window == "" for question in play.questions)
    assert not [event for event in play.events if event.code == "duck"]


def test_a_pass_on_another_window_leaves_this_one_open() -> None:
    play = in_the_window()
    play.edit(Edit("pass", "cur", "another", "round", by="cur"))
    assert [question.window for question in play.questions] == ["struck"]
