"""A reaction window is named by the question that is asked in it, and by no other."""

from __future__ import annotations

from toy import ToySystem, duel

from affray.kernel.question import Answer
from affray.kernel.view import GM_SEAT, view
from affray.tables.play import Play


def test_the_question_of_a_window_carries_its_name_and_the_next_one_does_not() -> None:
    play = Play(ToySystem(), duel(), secret=b"x")
    while play.questions[0].id.what == "lock-in":
        question = play.questions[0]
        play.answer(Answer(question.id, ("wary",), question.who))
    assert play.questions[0].window == ""
    play.choose(("strike", "cur"))
    play.type_dice("5 5", "test")
    (asked,) = play.questions
    assert (asked.who, asked.window) == ("cur", "struck")
    told = view(play.system, play.fight, GM_SEAT, play.questions)["questions"]
    assert [one.get("window") for one in told] == ["struck"]
    play.choose(("pass",))
    assert {question.window for question in play.questions} == {""}
    told = view(play.system, play.fight, GM_SEAT, play.questions)["questions"]
    assert all("window" not in one for one in told)
