"""Questions that everybody answers at once, and offers: with the toy system, which has both."""

from __future__ import annotations

import io

import pytest
from toy import Striker, ToySystem, duel

from affray.cli.seat.chances import Foresight
from affray.cli.seat.sitting import Sitting
from affray.protocol.chairs import Chairs
from affray.protocol.kept import InMemory
from affray.tables.play import Play


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """Plays the toy duel with these lines typed; the sitting and what was said."""

    def play(*lines: str, luck: int = 0) -> tuple[Sitting, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        kept = InMemory(Play(ToySystem(), duel(luck=luck), secret=b"x"))
        sitting = Sitting(kept, Chairs(None, Striker()), Foresight(Striker(), Striker()))
        assert sitting.run() == 0
        return sitting, capsys.readouterr().out

    return play


def test_everybody_answers_in_any_order_and_in_secret(evening) -> None:
    sitting, said = evening("next", "1", "1")
    assert "2 questions are open; next shows another one." in said
    assert "the others look away" in " ".join(said.split())
    assert "Done:" in said
    answers = [e for e in sitting.play.entries if e.question.what == "lock-in"]
    assert [answer.by for answer in answers if answer.by in ("ann", "bob")] == ["bob", "ann"]


def test_the_odds_of_a_secret_answer_would_tell_of_others(evening) -> None:
    _, said = evening("1", "odds 1")
    assert "in secret" in said


def test_an_offer_on_a_roll_is_taken_by_its_words(evening) -> None:
    sitting, said = evening("1", "1", "strike cur", "luck bob", "", luck=1)
    assert "Or take an offer, Bob: luck Bob: luck/bob" in said
    dice = [line for line in said.splitlines() if "dice, 5 or 6 hits" in line]
    assert sitting.play.fight["bob"].luck == 0
    assert dice[0] != dice[-1]
