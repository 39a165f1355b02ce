"""The scene as the GM sets it in words and numbers."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import VIGOR, Bout, foe, gm, hero

from affray.kernel.question import Refused
from affray.systems.vigor import cover, line, position
from affray.systems.vigor import range as ranges


def bout_of() -> Bout:
    bout = Bout(hero("ann", at=[0, 0]), hero("bob", at=[5, 0]), foe("brute", at=[0, 20]))
    bout.to("hero-picks")
    return bout


def said(bout: Bout, name: str, value: Any) -> None:
    gm(bout, "set", "", name, value)


@pytest.mark.rule("vigor.position.gm-places", "vigor.fight.scene-facts")
def test_facts_of_two_are_said_in_words_and_taken_back() -> None:
    bout = bout_of()
    fight = bout.fight
    said(bout, "cover", "Ann from Brute: half")
    assert (cover.of(fight, "brute", "ann"), cover.of(fight, "brute", "bob")) == ("half", "none")
    said(bout, "cover", "bob: total")
    assert cover.of(fight, "brute", "bob") == "total"
    said(bout, "line", "brute from ann: 1")
    assert line.count(fight, "ann", "brute") == 1
    said(bout, "distance", "brute from ann: 60")
    assert position.between(fight, "ann", "brute") == 60
    said(bout, "sight", "brute from ann: no")
    assert not ranges.sees(fight, "ann", "brute")
    said(bout, "sight", "brute from ann: as it is")
    assert ranges.sees(fight, "ann", "brute")


@pytest.mark.rule("vigor.move.difficult-terrain", "vigor.fight.scene-facts")
def test_the_ground_is_one_of_the_settings_and_tells_how_it_stands() -> None:
    bout = bout_of()
    assert VIGOR.settings(bout.fight)[0].value == "easy"
    said(bout, "ground", "difficult")
    assert VIGOR.settings(bout.fight)[0].value == "difficult"
    assert position.step_cost(bout.fight, (0, 5)) == 10
    gm(bout, "ground", value={"kind": "difficult", "at": [0, 10], "radius": 0})
    said(bout, "ground", "easy")
    assert position.step_cost(bout.fight, (0, 5)) == 5
    assert position.step_cost(bout.fight, (0, 10)) == 10


@pytest.mark.rule("vigor.position.gm-places")
def test_a_place_is_set_by_its_numbers() -> None:
    bout = bout_of()
    assert {"x", "y"} <= set(VIGOR.numbers(bout.fight, "ann"))
    gm(bout, "set", "ann", "x", 30)
    gm(bout, "set", "ann", "y", -10)
    assert bout["ann"].at == (30, -10)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cover", "half"),
        ("cover", "ann: some"),
        ("cover", 3),
        ("line", "ann: 1"),
        ("distance", "ann from nobody: 5"),
        ("sight", "ann from brute: perhaps"),
        ("ground", "wet"),
        ("weather", "foul"),
    ],
)
def test_what_makes_no_sense_is_refused_and_changes_nothing(name: str, value: Any) -> None:
    bout = bout_of()
    before = VIGOR.key(bout.fight)
    with pytest.raises(Refused):
        said(bout, name, value)
    assert VIGOR.key(bout.fight) == before
