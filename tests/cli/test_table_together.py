"""At the terminal: open picks, offers, dice with symbols, two pools, a scene without rounds."""

from __future__ import annotations

import io

import pytest
from scrum import SCRUM, scrum

from affray.cli.seat.chances import Foresight
from affray.cli.seat.sitting import Sitting
from affray.kernel.policy import DefaultPolicy
from affray.protocol.chairs import Chairs
from affray.protocol.kept import InMemory
from affray.tables.play import Play


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Plays the scrum with these lines typed; the sitting and what was said."""

    def play(*lines: str, gm: bool = False) -> tuple[Sitting, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        monkeypatch.setenv("COLUMNS", "100")
        kept = InMemory(Play(SCRUM, scrum(), secret=b"x"))
        first = DefaultPolicy()
        chairs = Chairs(None, None if gm else first)
        sitting = Sitting(kept, chairs, Foresight(first, first))
        assert sitting.run() == 0
        return sitting, " ".join(capsys.readouterr().out.split())

    return play


def door(sitting: Sitting) -> dict[str, object]:
    return next(e for e in sitting.play.events if e.code == "door").fields


def test_a_scene_without_rounds_says_so(evening) -> None:
    sitting, said = evening("order")
    assert "There is no round at the moment." in said
    assert sitting.play.fight.round == 0


@pytest.mark.parametrize("typed", ["2 3 1", "star, star star, blank", "S, SS, -", "s, s s, blank"])
def test_symbol_dice_are_typed_by_face_or_by_symbol(evening, typed: str) -> None:
    if typed == "S, SS, -":
        sitting, said = evening(typed)
        assert not any(e.code == "door" for e in sitting.play.events)
        assert "SS" in said
        return
    sitting, _ = evening(typed)
    assert door(sitting)["stars"] == 3


def test_wrong_symbols_are_told_and_change_nothing(evening) -> None:
    sitting, said = evening("star, star")
    assert "2 parts for 3 dice" in said
    assert not sitting.play.entries


def test_an_offer_is_taken_before_the_dice(evening) -> None:
    sitting, said = evening("hand bob", "star, star star, star, blank")
    assert "Or take an offer, Bob" in said
    assert door(sitting)["stars"] == 4


def test_a_pick_shows_what_one_is_about_to_do_and_enter_locks_it_in(evening) -> None:
    sitting, said = evening("2 3 1", "pick push fox", "next", "pick 1", "next", "next", "")
    assert "About to: Ann: push fox." in said or "About to: Ann: push Fox." in said
    given = {entry.question.who: entry.key for entry in sitting.play.entries
             if entry.question.what == "lock-in"}  # fmt: skip
    assert given["ann"] == ("push", "fox")
    assert "bob" not in given
    assert sitting.picks == {
        next(q.id for q in sitting.play.questions if q.who == "bob"): ("rest",)
    }
    assert "Enter locks it in" in said
    assert "Done:" in said


def test_a_pick_binds_nobody(evening) -> None:
    sitting, _ = evening("2 3 1", "pick push fox", "push eel")
    keys = [entry.key for entry in sitting.play.entries if entry.question.who == "ann"]
    assert ("push", "eel") in keys
    _, said = evening("pick 1", "2 3 1", "pick", "pick nonsense")
    assert "answered at once" in said
    assert "Pick what?" in said


def test_two_pools_are_typed_in_one_line(evening) -> None:
    lines = ["2 3 1", "push eel", "rest", "rest", "rest", "rest", "12 1 2"]
    sitting, said = evening(*lines, gm=True)
    assert "1d20 & 2d6" in said
    assert sitting.play.fight["eel"].ground == 2
