"""The line that everybody stands on, and moves along it (area `range`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, coded, elite, gm, hero, spend

BANDS = {
    0: "engaged",
    1: "short",
    2: "medium",
    3: "medium",
    4: "long",
    5: "long",
    6: "extreme",
    7: "extreme",
    20: "extreme",
}
LONG_BOW = {"use": "hunting-bow", "range": "extreme"}


def apart(steps: int, *, weapons: Any = ("long-blade",), **more: Any) -> Bout:
    """Ann's turn, that many steps from a brute; Bob stands with Ann."""
    house, engaged = more.pop("house", None), more.pop("engaged", steps == 0)
    ann = hero("ann", **{"weapons": list(weapons), "might": 3, "skills": {}, **more})
    pairs = [["ann", "brute"]] if engaged else []
    scene = {"at": {"ann": 0, "bob": 0, "brute": steps}, "engaged": pairs}
    bout = Bout(ann, hero("bob"), elite("brute", wound_points=90), scene=scene, house=house)
    bout.turn_of("ann")
    return bout


def shoot(bout: Bout, weapon: str = "hunting-bow", **script: Any) -> IxTable:
    return bout.do(("attack", weapon, "brute"), rolls=["nothing"], **script)


def distance(bout: Bout, one: str = "ann", other: str = "brute") -> int:
    steps: int = abs(bout[one].at - bout[other].at)
    return steps


# ---- bands ----


@pytest.mark.rule("ix.range.bands", "ix.range.record")
@pytest.mark.parametrize(("steps", "band"), BANDS.items())
def test_the_band_follows_from_the_steps_between_two(steps: int, band: str) -> None:
    table = shoot(apart(steps, weapons=[LONG_BOW]))
    event = coded(table, "attack")[0]
    assert event.fields["band"] == band
    assert "ix.range.record" in event.rules


@pytest.mark.rule("ix.range.record", "ix.range.record-engaged")
def test_at_one_place_without_contact_the_band_is_short() -> None:
    table = shoot(apart(0, weapons=[LONG_BOW], engaged=False))
    assert coded(table, "attack")[0].fields["band"] == "short"


@pytest.mark.rule("ix.range.record")
@pytest.mark.parametrize(
    ("value", "steps", "band"),
    [
        ("medium-steps", 2, "short"),
        ("long-steps", 4, "medium"),
        ("extreme-steps", 6, "long"),
    ],
)
def test_the_house_may_draw_the_bands_elsewhere(value: str, steps: int, band: str) -> None:
    bout = apart(steps, weapons=[LONG_BOW], house={value: steps + 1})
    assert coded(shoot(bout), "attack")[0].fields["band"] == band


@pytest.mark.rule("ix.range.record")
def test_bands_are_derived_for_every_pair_after_a_move() -> None:
    bout = apart(2, weapons=["hunting-bow"])
    gm(bout, "place", "bob", value=3)
    bout.do(("move", "toward", "brute"))
    assert (distance(bout), distance(bout, "ann", "bob"), distance(bout, "bob")) == (1, 2, 1)


# ---- what a move costs, and where it ends ----

ONE = {0: (None, 1), 1: (0, 2), 2: (1, None), 3: (2, 4), 4: (None, None), 5: (4, 6)}
ONE |= {6: (None, 7), 7: (6, 8), 8: (7, 9)}
"""Steps apart: where one Maneuver ends, toward and away; None where it reaches no place."""
TWO = {0: (None, 2), 1: (None, None), 2: (0, 4), 3: (1, None), 4: (2, 6), 5: (None, 7)}
TWO |= {6: (4, 8), 7: (None, 9), 8: (6, 10)}
CASES = [
    (word, way, steps, ends[way == "away"])
    for word, table in (("move", ONE), ("move-far", TWO))
    for steps, ends in table.items()
    for way in ("toward", "away")
]


@pytest.mark.rule(
    "ix.range.record-move",
    "ix.range.adjacent-cost",
    "ix.range.far-cost",
    "ix.range.same-turn",
    "ix.range.sum",
)
@pytest.mark.parametrize(("word", "way", "steps", "end"), CASES)
def test_a_move_ends_at_the_edge_of_a_band(
    word: str, way: str, steps: int, end: int | None
) -> None:
    bout = apart(steps)
    pay = ("strain",) if word == "move-far" else ()
    key = (word, way, "brute", *pay)
    if end is None:
        assert not bout.offers(*key)
        return
    table = bout.do(key)
    assert distance(bout) == end
    assert bout.fight.maneuvers == (2 if pay else 1)
    assert bout["ann"].strain == (2 if pay else 0)
    assert table.cited("ix.maneuver.move")


@pytest.mark.rule("ix.range.adjacent-cost")
def test_neighboring_bands_up_to_medium_are_one_maneuver_apart_both_ways() -> None:
    bout = apart(2)
    bout.do(("move", "toward", "brute"))
    bout.do(("move", "toward", "brute", "strain"))
    assert distance(bout) == 0
    bout.end_turn()
    bout.turn_of("ann")
    bout.do(("move", "away", "brute"))
    bout.do(("move", "away", "brute", "strain"))
    assert distance(bout) == 2


@pytest.mark.rule("ix.range.far-cost", "ix.range.same-turn")
@pytest.mark.parametrize(
    ("start", "way", "end"), [(2, "away", 4), (4, "toward", 2), (4, "away", 6)]
)
def test_a_far_step_costs_both_maneuvers_of_one_turn(start: int, way: str, end: int) -> None:
    bout = apart(start)
    assert not bout.offers("move", way, "brute")
    bout.do(("aim",))
    assert not bout.offers("move", way, "brute")
    assert not bout.offers("move-far", way, "brute")
    assert distance(bout) == start
    bout.end_turn()
    bout.turn_of("ann")
    table = bout.do(("move-far", way, "brute", "strain"))
    assert distance(bout) == end
    assert table.cited("ix.range.far-cost")


@pytest.mark.rule("ix.range.far-cost")
def test_a_far_step_may_be_paid_for_with_the_action() -> None:
    bout = apart(2)
    bout.do(("move-far", "away", "brute", "action"))
    assert (distance(bout), bout["ann"].strain, bout.fight.actions) == (4, 0, 0)
    assert not bout.fight.turn


@pytest.mark.rule("ix.range.sum")
def test_two_bands_cost_the_sum_of_their_steps_and_no_more_than_two_fit_a_turn() -> None:
    bout = apart(0)
    bout.do(("move-far", "away", "brute", "strain"))
    assert (distance(bout), bout.fight.maneuvers) == (2, 2)
    assert not bout.offers("move")
    assert not bout.offers("move-far")


@pytest.mark.rule("ix.range.record-move")
def test_a_move_may_name_a_friend() -> None:
    bout = apart(4)
    gm(bout, "place", "bob", value=-1)
    bout.do(("move", "toward", "bob"))
    assert (bout["ann"].at, distance(bout)) == (-1, 5)


@pytest.mark.rule("ix.range.record-move")
def test_away_from_the_right_is_to_the_left() -> None:
    bout = apart(1)
    bout.do(("move", "away", "brute"))
    assert bout["ann"].at == -1
    bout = apart(0)
    bout["ann"].at, bout["brute"].at = 3, 2
    bout.fight.engaged = frozenset()
    bout.do(("move", "away", "brute"))
    assert bout["ann"].at == 4


@pytest.mark.rule("ix.range.record-move")
@pytest.mark.parametrize(("house", "end"), [({}, 1), ({"shift-steps": 2}, 2)])
def test_a_shove_shifts_one_step_away_from_whoever_gives_it(house: Any, end: int) -> None:
    bout = apart(0, might=4, skills={"light-melee": 4}, house=house)
    blow = ("attack", "long-blade", "brute")
    bout.do(blow, spend("attack-shove"), rolls=["1 success 2 boons"])
    assert bout["ann"].at == 0
    assert distance(bout) == end
    assert ("ann", "brute") not in bout.fight.engaged
