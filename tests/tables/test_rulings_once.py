"""A ruling that is asked once holds for as long as it can be given; edits are no questions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from toy import Striker, ToySystem, duel

from affray.kernel.keys import Key, Option
from affray.kernel.question import Edit
from affray.kernel.table import Unanswered
from affray.tables import replay
from affray.tables.ahead import AheadTable, Branching
from affray.tables.play import Play
from affray.tables.random_table import RandomTable
from affray.tables.replay import ReplayTable
from affray.testing.script import ScriptedTable

TOY = ToySystem()
MERCY = "toy.grit.mercy"
NOW: list[Option] = [("spare", "ann"), ("spare", "bob")]


class Second(Striker):
    """Rules for the second of the options."""

    def rule(self, view: Any, because: str, options: Any, default: Key) -> Key:
        second: Key = options()[1]
        return second


def table_of(kind: str, fight: Any) -> Any:
    second = Second()
    match kind:
        case "random":
            return RandomTable(TOY, fight, random.Random(1), second, second)
        case "scripted":
            return ScriptedTable(TOY, fight, rulings={MERCY: ("spare", "bob")})
        case "ahead":
            return AheadTable(TOY, fight, [], second, second, Branching())
    return ReplayTable(TOY, fight, [])


@pytest.mark.parametrize("kind", ["random", "scripted", "ahead"])
@pytest.mark.parametrize("kept", [("mercy",), ("spare", "cat"), ("spare", "bob", "twice")])
def test_what_is_no_option_any_more_is_asked_again(kind: str, kept: Key) -> None:
    fight = TOY.start(duel())
    fight.kept[MERCY] = kept
    table = table_of(kind, fight)
    assert table.rule(MERCY, lambda: NOW, lambda: ("spare", "ann")) == ("spare", "bob")
    assert fight.kept[MERCY] == ("spare", "bob")


def test_a_person_is_asked_again() -> None:
    fight = TOY.start(duel())
    fight.kept[MERCY] = ("mercy",)
    with pytest.raises(Unanswered) as asked:
        table_of("replay", fight).rule(MERCY, lambda: NOW, lambda: ("spare", "ann"))
    assert list(asked.value.questions[0].options) == NOW


@pytest.mark.parametrize("kind", ["random", "scripted", "ahead", "replay"])
def test_what_still_can_be_ruled_is_not_asked(kind: str) -> None:
    fight = TOY.start(duel())
    fight.kept[MERCY] = ("spare", "ann")
    table = table_of(kind, fight)
    assert table.rule(MERCY, lambda: NOW, lambda: ("spare", "bob")) == ("spare", "ann")


def test_edits_do_not_use_up_the_questions_of_a_step(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_QUESTIONS", 10)
    play = Play(TOY, duel())
    for number in range(30):
        play.edit(Edit("set", "ann", "grit", number % 3 + 1))
    play.drive(Striker(), Striker())
    assert play.fight.result is not None


def test_rules_that_go_on_asking_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "MAX_QUESTIONS", 10)
    fight = TOY.start(duel())
    table = ReplayTable(TOY, fight, [])
    for _ in range(10):
        with pytest.raises(Unanswered):
            table.choose("ann", lambda: [("wait",), ("strike", "cur")], because="toy.strike.choice")
    with pytest.raises(RuntimeError, match="goes on asking"):
        table.choose("ann", lambda: [("wait",), ("strike", "cur")], because="toy.strike.choice")
