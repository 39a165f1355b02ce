"""What may come of an option: exact, equal to random play, and silent about what is hidden."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from toy import Striker, ToySystem, duel

from affray.dice import dice, judged
from affray.kernel.question import Answer, Edit, Question, QuestionId, Refused
from affray.kernel.running import advance
from affray.kernel.system import Part
from affray.kernel.view import GM_SEAT, Seat
from affray.odds.preview import for_seat, preview, preview_for, readings_for
from affray.tables.ahead import AheadTable, Sampling
from affray.tables.play import Play


def high(shown: int) -> str:
    return "high" if shown > 10 else "low"


def at_the_strike(**setup: object) -> Play:
    play = Play(ToySystem(), duel(**setup), secret=b"p")  # type: ignore[arg-type]
    for who in ("ann", "bob", "cur", "dog"):
        question = next(q for q in play.questions if q.who == who)
        play.answer(Answer(question.id, ("bold",), who))
    return play


def test_a_preview_counts_every_reading_exactly() -> None:
    play = at_the_strike(ducking="no")
    found = preview(play, play.questions[0], ("strike", "cur"), Striker(), Striker())
    chances = found.readings["toy.strike.roll", "ann"]
    assert {reading: one.p for reading, one in chances.items()} == {
        0: Fraction(8, 27),
        1: Fraction(12, 27),
        2: Fraction(6, 27),
        3: Fraction(1, 27),
    }
    (change,) = found.changes
    assert (change.who, change.track, change.mean) == ("cur", "grit", -1.0)
    assert found.states["cur", "out"].p == Fraction(1, 27)
    assert found.exact
    assert found.leaves == 4


def test_a_preview_changes_nothing() -> None:
    play = at_the_strike()
    before = play.dump()
    preview(play, play.questions[0], ("strike", "cur"), Striker(), Striker())
    assert play.dump() == before


def test_nested_choices_are_made_by_the_named_policies() -> None:
    play = at_the_strike()
    found = preview(play, play.questions[0], ("strike", "cur"), Striker(), Striker())
    # Cur ducks the first hit: grit falls by one less, and only if there was a hit.
    assert next(c for c in found.changes if c.track == "grit").mean == float(Fraction(-6 - 2, 27))
    assert found.policies == ("striker", "striker")


def test_the_dice_of_an_open_roll_are_previewed_without_an_option() -> None:
    play = at_the_strike(ducking="no")
    play.choose(("strike", "cur"))
    found = preview(play, play.questions[0], None, Striker(), Striker())
    assert found.readings["toy.strike.roll", "ann"][3].p == Fraction(1, 27)


def test_past_its_budget_a_preview_samples_and_says_so() -> None:
    play = at_the_strike(ducking="no")
    exact = preview(play, play.questions[0], ("strike", "cur"), Striker(), Striker())
    rough = preview(
        play, play.questions[0], ("strike", "cur"), Striker(), Striker(), leaves=2, samples=3000
    )
    assert not rough.exact
    # What a roll may show is known whatever follows it; only what comes of it is estimated.
    assert rough.readings["toy.strike.roll", "ann"] == exact.readings["toy.strike.roll", "ann"]
    (estimated,), (known,) = rough.changes, exact.changes
    assert estimated.error > 0
    assert abs(estimated.mean - known.mean) <= 2.5 * estimated.error
    out, sure = rough.states["cur", "out"], exact.states["cur", "out"]
    assert out.error > 0
    assert abs(float(out.p) - float(sure.p)) <= 2.5 * out.error


def test_a_preview_equals_random_play_of_that_option() -> None:
    play = at_the_strike()
    question = play.questions[0]
    found = preview(play, question, ("strike", "cur"), Striker(), Striker())
    state, entries = play.open_step()
    entries.append(Answer(question.id, ("strike", "cur"), "test"))
    trials, out, lost = 20_000, 0, 0
    source = Sampling(random.Random(5))
    for _ in range(trials):
        fight = play.system.copy(state)
        table = AheadTable(play.system, fight, entries, Striker(), Striker(), source)
        advance(play.system, fight, table)
        out += fight["cur"].grit == 0
        lost += 3 - fight["cur"].grit
    mean = next(c.mean for c in found.changes if c.track == "grit")
    assert abs(-lost / trials - mean) < 0.02
    assert not out
    assert ("cur", "out") not in found.states


def test_what_a_ruling_defaulted_to_is_said() -> None:
    play = at_the_strike(ducking="no")
    found = preview(play, play.questions[0], ("strike", "cur"), Striker(), Striker())
    assert set(found.defaults) == {"toy.grit.mercy", "toy.grit.fate"}


def test_a_player_is_told_nothing_that_depends_on_a_veiled_number() -> None:
    ann = Seat("ann", "player", frozenset(["ann"]))
    shown = []
    for grit in (1, 3):
        play = at_the_strike(shown="word", ducking="no")
        play.edit(Edit("set", "cur", "grit", grit))
        found = preview(play, play.questions[0], ("strike", "cur"), Striker(), Striker())
        shown.append((for_seat(found, play.fight, ann), for_seat(found, play.fight, GM_SEAT)))
    (first, first_gm), (second, second_gm) = shown
    assert first.dump() == second.dump()
    assert first.readings
    assert first_gm.dump() != second_gm.dump()


@pytest.mark.parametrize("shown", ["all", "word"])
def test_a_player_s_preview_is_the_same_whoever_is_hidden(shown: str) -> None:
    ann = Seat("ann", "player", frozenset(["ann"]))
    dumps = []
    for change in (Edit("remove", "dog"), Edit("hide", "dog")):
        play = at_the_strike(ducking="no", shown=shown)
        play.edit(change)
        question = play.questions[0]
        found = preview_for(play, question, ("strike", "cur"), Striker(), Striker(), ann)
        dumps.append(found.dump())
    assert dumps[0] == dumps[1]
    assert dumps[0]["rolls"]
    assert bool(dumps[0]["changes"]) == (shown == "all")
    gm = preview_for(play, question, ("strike", "cur"), Striker(), Striker(), GM_SEAT)
    assert gm.dump() == preview(play, question, ("strike", "cur"), Striker(), Striker()).dump()


def test_a_preview_does_not_count_ways_that_hang_on_veiled_numbers() -> None:
    ann = Seat("ann", "player", frozenset(["ann"]))
    counts = set()
    for grit in (1, 2, 3):
        play = at_the_strike(shown="word", ducking="no")
        play.edit(Edit("set", "cur", "grit", grit))
        play.edit(Edit("set", "dog", "grit", grit))
        question = play.questions[0]
        found = preview_for(play, question, ("strike", "cur"), Striker(), Striker(), ann)
        counts.add(found.leaves)
    assert len(counts) == 1


def test_somebody_hidden_who_acted_in_the_open_step_leaves_the_own_roll_to_be_seen() -> None:
    ann = Seat("ann", "player", frozenset(["ann"]))
    play = at_the_strike()
    while play.questions[0].id.rule != "toy.strike.duck" or play.questions[0].who != "ann":
        question = play.questions[0]
        if question.pool is not None:
            play.force(2)
        else:
            keys = [o for o in question.options if o[0] == "strike" and o[1] in ("ann", "dog")]
            play.answer(Answer(question.id, keys[0] if keys else question.options[0], "test"))
    striker = play.entries[-1].question.who
    play.edit(Edit("hide", striker))
    found = preview_for(play, play.questions[0], ("duck",), Striker(), Striker(), ann)
    assert not found.changes
    assert not found.states


def test_a_secret_question_is_not_previewed() -> None:
    play = Play(ToySystem(), duel(), secret=b"p")
    with pytest.raises(Refused, match="secret"):
        preview(play, play.questions[0], ("bold",), Striker(), Striker())


def test_a_player_gets_no_odds_of_dice_that_are_read_against_a_veiled_number() -> None:
    ann = Seat("ann", "player", frozenset(["ann"]))
    play = at_the_strike(shown="word", ducking="no")
    found = preview(play, play.questions[0], ("strike", "cur"), Striker(), Striker())
    assert for_seat(found, play.fight, ann).readings
    found.judged = frozenset([("toy.strike.roll", "ann")])
    veiled = for_seat(found, play.fight, ann)
    assert not veiled.readings
    assert veiled.leaves == 1
    assert for_seat(found, play.fight, GM_SEAT).readings


def test_an_open_roll_against_a_veiled_number_is_open_to_the_gm_alone() -> None:
    ann = Seat("ann", "player", frozenset(["ann"]))
    plain = Question(QuestionId("x", "roll", "ann", 1, 1), ("x",), pool=dice(1, 20), read=int)
    against = replace(plain, pool=judged(dice(1, 20), high), read=str)
    veiled = at_the_strike(shown="word", ducking="no").fight
    told = at_the_strike(shown="all", ducking="no").fight
    halves = {"high": 10, "low": 10}
    toy = ToySystem()
    assert readings_for(toy, against, veiled, ann) is None
    assert dict(readings_for(toy, against, veiled, GM_SEAT) or {}) == halves
    assert dict(readings_for(toy, against, told, ann) or {}) == halves
    assert len(readings_for(toy, plain, veiled, ann) or ()) == 20
    with pytest.raises(ValueError, match="no roll"):
        readings_for(toy, replace(plain, pool=None), veiled, GM_SEAT)


@pytest.mark.parametrize(
    ("of", "is_told"), [("", True), ("ann", True), ("bob", True), ("cur", False)]
)
def test_a_number_that_the_seat_may_know_veils_no_roll(of: str, is_told: bool) -> None:
    class Telling(ToySystem):
        def explain_pool(self, fight: Any, question: Question) -> list[Part]:
            return [Part("the die", "x", ("d20",)), Part("to reach", "x", against="11", of=of)]

    ann = Seat("ann", "player", frozenset(["ann"]))
    asked = QuestionId("x", "roll", "ann", 1, 1)
    roll = Question(asked, ("x",), pool=judged(dice(1, 20), high), read=str)
    veiled = at_the_strike(shown="word", ducking="no").fight
    assert (readings_for(Telling(), roll, veiled, ann) is not None) is is_told
