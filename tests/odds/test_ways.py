"""The walk through all ways for an action to turn out: whole, or the likeliest and a sample."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from typing import Any

import pytest
from toy import Striker, ToyFight, ToySystem, duel

from affray.kernel.question import Answer, Edit
from affray.kernel.table import Table
from affray.kernel.view import Seat
from affray.odds.preview import Preview, for_seat, preview
from affray.odds.ways import LEAST_SAMPLES, Walk
from affray.tables.play import Play

STRIKE = ("strike", "cur")


class Feud(ToySystem):
    """Whoever is struck strikes back, then the other foe does: three rolls one after the other."""

    def __init__(self) -> None:
        self.asked_for_targets = 0

    def settle(self, fight: ToyFight, table: Table) -> None:
        for foe in ("cur", "dog"):
            if fight.can_act(foe) and fight.can_act("ann"):
                self.strike(fight, table, foe, "ann")

    def targets(self, fight: ToyFight, who: str) -> list[str]:
        self.asked_for_targets += 1
        return super().targets(fight, who)


class Lowered(Feud):
    preview_leaves = 5


def at_the_strike(system: ToySystem, *edits: Edit, **setup: Any) -> Play:
    play = Play(system, duel(ducking="no", **setup), secret=b"p")
    for who in ("ann", "bob", "cur", "dog"):
        question = next(q for q in play.questions if q.who == who)
        play.answer(Answer(question.id, ("bold",), who))
    for edit in edits:
        play.edit(edit)
    return play


def walk_of(play: Play) -> Walk:
    state, entries = play.open_step()
    entries.append(Answer(play.questions[0].id, STRIKE, "test"))
    return Walk(play.system, state, entries, Striker(), Striker())


def looked_at(play: Play, **limits: int) -> Preview:
    return preview(play, play.questions[0], STRIKE, Striker(), Striker(), **limits)


def test_all_ways_together_are_certain() -> None:
    walk = walk_of(at_the_strike(Feud()))
    assert not walk.is_over
    ways = [Fraction(way.above, way.below) for way in walk.likeliest(1000)]
    assert walk.is_over
    assert sum(ways) == 1
    # Three hits bring Cur down, and then Dog alone strikes; three hits bring Ann down.
    assert len(ways) == 3 * (3 * 4 + 1) + 4
    assert list(walk.likeliest(1000)) == []


def test_the_likeliest_ways_come_first() -> None:
    walk = walk_of(at_the_strike(Feud()))
    ways = [Fraction(way.above, way.below) for way in walk.likeliest(1000)]
    assert ways[0] == max(ways)
    assert sum(ways[: len(ways) // 3]) > Fraction(1, 2)


def test_no_way_is_walked_twice() -> None:
    walk = walk_of(at_the_strike(Feud()))
    rolled = [tuple(way.table.rolled) for way in walk.likeliest(1000)]
    assert len(set(rolled)) == len(rolled)


def test_the_first_roll_is_known_from_the_first_way_on() -> None:
    walk = walk_of(at_the_strike(Feud()))
    assert walk.first is None
    next(walk.likeliest(1))
    assert walk.first is not None
    chances = {hits: Fraction(n, walk.first.total) for hits, n in walk.first.readings}
    assert chances == {n: Fraction(k, 27) for n, k in enumerate((8, 12, 6, 1))}


@pytest.mark.parametrize("budget", [1, 5, 20])
def test_what_is_sampled_stands_for_the_ways_that_were_not_walked(budget: int) -> None:
    play = at_the_strike(Feud())
    exact, rough = looked_at(play), looked_at(play, leaves=budget, samples=4000)
    assert exact.exact
    assert not rough.exact
    assert {(c.who, c.track) for c in rough.changes} == {(c.who, c.track) for c in exact.changes}
    for estimated, known in zip(rough.changes, exact.changes, strict=True):
        assert 0 < estimated.error < 0.1
        assert abs(estimated.mean - known.mean) <= 1.5 * estimated.error
        assert estimated.sd == pytest.approx(known.sd, abs=0.05)
    assert set(rough.states) == set(exact.states)
    for at, chance in rough.states.items():
        assert chance.error > 0
        assert abs(float(chance.p) - float(exact.states[at].p)) <= 1.5 * chance.error
    for roll, chances in exact.readings.items():
        for reading, chance in chances.items():
            found = rough.readings[roll][reading]
            assert abs(float(found.p) - float(chance.p)) <= 1.5 * found.error


def test_the_more_is_walked_the_less_is_sampled() -> None:
    counts = []
    for budget in (1, 5, 20):
        walk = walk_of(at_the_strike(Feud()))
        walked = [Fraction(way.above, way.below) for way in walk.likeliest(budget)]
        rest = float(1 - sum(walked))
        counts.append(len(list(walk.rest(rest, 4000, 0))))
        assert counts[-1] == max(ceil(4000 * rest * rest), LEAST_SAMPLES)
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > 3 * counts[-1]


def test_no_more_is_sampled_than_is_allowed() -> None:
    walk = walk_of(at_the_strike(Feud()))
    next(walk.likeliest(1))
    assert len(list(walk.rest(0.9, 1, 0))) == 1


def test_samples_are_drawn_from_the_ways_that_were_not_walked_alone() -> None:
    walk = walk_of(at_the_strike(Feud()))
    walked = {tuple(way.table.rolled) for way in walk.likeliest(20)}
    drawn = [tuple(way.table.rolled) for way in walk.rest(0.5, 2000, 0)]
    assert drawn
    assert not walked.intersection(drawn)


def test_a_system_may_have_fewer_ways_walked() -> None:
    found = looked_at(at_the_strike(Lowered()))
    assert not found.exact
    assert found.dump() == looked_at(at_the_strike(Feud()), leaves=5).dump()
    assert found.readings["toy.strike.roll", "ann"][3].p == Fraction(1, 27)


def test_whoever_may_see_only_the_own_roll_has_it_exactly_in_any_case() -> None:
    ann = Seat("ann", "player", frozenset(["ann"]))
    play = at_the_strike(Lowered(), shown="word")
    found = for_seat(looked_at(play), play.fight, ann)
    assert found.exact
    assert found.dump() == for_seat(looked_at(play, leaves=1000), play.fight, ann).dump()
    assert found.readings["toy.strike.roll", "ann"][3].p == Fraction(1, 27)


def test_the_options_of_a_recorded_choice_are_listed_once() -> None:
    feud = Feud()
    play = at_the_strike(feud)
    feud.asked_for_targets = 0
    assert looked_at(play).leaves > 40
    assert feud.asked_for_targets == 1


def test_what_a_gm_did_in_the_open_step_is_done_on_every_way() -> None:
    play = at_the_strike(ToySystem(), Edit("set", "cur", "grit", 1))
    found = looked_at(play)
    assert found.leaves == 4
    assert found.states["cur", "out"].p == 1 - Fraction(8, 27)
