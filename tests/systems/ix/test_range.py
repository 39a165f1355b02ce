"""The line that everybody stands on, moves along it, and what reaches how far (area `range`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, citing, coded, dice_of, elite, gm, hero, spend

PLACE = "ix.range.record-place"
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


# ---- contact ----


@pytest.mark.rule("ix.range.record-engaged")
def test_a_move_onto_an_opponent_is_contact() -> None:
    bout = apart(1)
    table = bout.do(("move", "toward", "brute"))
    assert bout.fight.engaged == {("ann", "brute")}
    assert table.cited("ix.range.record-engaged")


@pytest.mark.rule("ix.range.record-engaged")
def test_a_move_onto_a_friend_is_no_contact_with_the_opponents_there() -> None:
    bout = apart(1)
    gm(bout, "place", "bob", value=1)
    bout.do(("move", "toward", "bob"))
    assert distance(bout) == 0
    assert bout.fight.engaged == frozenset()


@pytest.mark.rule("ix.range.record-engaged")
def test_one_of_two_at_the_same_place_is_enough_to_want_contact() -> None:
    bout = apart(0, engaged=False)
    table = bout.do(("engage", "brute"))
    assert bout.fight.engaged == {("ann", "brute")}
    assert (bout.fight.actions, bout.fight.maneuvers) == (1, 0)
    assert table.cited("ix.range.record-engaged")
    bout = apart(0, engaged=False)
    bout.end_turn()
    bout.turn_of("brute")
    bout.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert bout.fight.engaged == {("ann", "brute")}


@pytest.mark.rule("ix.range.record-engaged")
def test_a_melee_attack_at_one_place_is_contact() -> None:
    bout = apart(0, engaged=False, weapons=["long-blade"])
    table = bout.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert coded(table, "attack")[0].fields["band"] == "engaged"
    assert bout.fight.engaged == {("ann", "brute")}


@pytest.mark.rule("ix.range.record-engaged")
def test_an_arrow_at_one_place_is_no_contact() -> None:
    bout = apart(0, engaged=False, weapons=["hunting-bow"])
    shoot(bout)
    assert bout.fight.engaged == frozenset()


@pytest.mark.rule("ix.range.record-engaged")
def test_friends_at_one_place_can_help_each_other_and_those_a_step_away_cannot() -> None:
    bout = apart(2, skills={"medicine": 2})
    gm(bout, "set", "bob", "wounds", 5)
    assert bout.offers("treat", "bob")
    gm(bout, "place", "bob", value=1)
    assert not bout.offers("treat", "bob")


@pytest.mark.rule("ix.range.disengage", "ix.range.record-engaged")
def test_leaving_contact_is_an_ordinary_step_and_provokes_nothing() -> None:
    bout = apart(0)
    table = bout.do(("move", "away", "brute"))
    assert (distance(bout), bout.fight.maneuvers) == (1, 1)
    assert bout.fight.engaged == frozenset()
    assert not table.rolled
    assert {rule for rule, _, _ in table.asked} == {"ix.turn.budget"}
    assert citing(table, "ix.range.disengage")[0].fields["other"] == "brute"


@pytest.mark.rule("ix.range.record-engaged")
def test_only_the_contact_of_whoever_leaves_is_over() -> None:
    bout = apart(0)
    bout.fight.engaged |= {("bob", "brute")}
    bout.do(("move", "away", "brute"))
    assert bout.fight.engaged == {("bob", "brute")}


# ---- the GM's word ----


@pytest.mark.rule("ix.range.record-place")
def test_the_gm_may_place_anyone_anywhere() -> None:
    bout = apart(0)
    table = gm(bout, "place", "brute", value=-5)
    assert (bout["brute"].at, bout.fight.engaged) == (-5, frozenset())
    assert table.cited(PLACE)


@pytest.mark.rule("ix.range.record-place")
@pytest.mark.parametrize(
    ("word", "band", "trial", "bane"),
    [
        ("engaged", "engaged", 1, 1),
        ("short", "short", 1, 0),
        ("medium", "medium", 2, 0),
        ("long", "long", 3, 0),
    ],
)
def test_the_gm_may_declare_the_band_for_one_action(
    word: str, band: str, trial: int, bane: int
) -> None:
    bout = apart(2, weapons=["hunting-bow"])
    table = shoot(bout, rulings={PLACE: (word,)})
    assert coded(table, "attack")[0].fields["band"] == band
    assert table.cited(PLACE)
    dice = dice_of(table)
    assert (dice["trial"], dice.get("bane", 0)) == (trial, bane)
    assert distance(bout) == 2


@pytest.mark.rule("ix.range.record-place")
def test_unless_the_gm_says_otherwise_the_line_holds() -> None:
    table = shoot(apart(4, weapons=["hunting-bow"]))
    assert coded(table, "attack")[0].fields["band"] == "long"
    assert not table.cited(PLACE)


# ---- what reaches how far ----


def reaches(weapon: Any, steps: int, **more: Any) -> bool:
    bout = apart(steps, weapons=[weapon], **more)
    name = weapon if isinstance(weapon, str) else weapon["use"]
    return bout.offers("attack", name, "brute")


@pytest.mark.rule("ix.range.heavy-melee", "ix.range.melee-default")
@pytest.mark.parametrize("weapon", ["great-blade", "war-axe", "maul", "long-blade", "knife"])
@pytest.mark.parametrize(("steps", "reach"), [(0, True), (1, False), (2, False)])
def test_a_melee_weapon_without_another_entry_reaches_engaged(
    weapon: str, steps: int, reach: bool
) -> None:
    assert reaches(weapon, steps, might=4) is reach


@pytest.mark.rule("ix.range.heavy-melee")
def test_a_heavy_melee_weapon_reaches_no_farther_whatever_its_entry_says() -> None:
    assert not reaches({"use": "great-blade", "range": "short"}, 1, might=4)


@pytest.mark.rule("ix.range.polearm")
@pytest.mark.parametrize("weapon", ["spear", "pole-hook"])
@pytest.mark.parametrize(("steps", "reach"), [(0, True), (1, True), (2, False)])
def test_a_polearm_reaches_engaged_and_short(weapon: str, steps: int, reach: bool) -> None:
    assert reaches(weapon, steps) is reach


@pytest.mark.rule("ix.range.polearm")
def test_a_spear_at_short_is_as_hard_as_at_engaged_and_makes_no_contact() -> None:
    bout = apart(1, weapons=["spear"])
    table = bout.do(("attack", "spear", "brute"), rolls=["nothing"])
    assert dice_of(table)["trial"] == 2
    assert table.cited("ix.range.polearm")
    assert (bout.fight.engaged, distance(bout)) == (frozenset(), 1)


@pytest.mark.rule("ix.range.maximum")
@pytest.mark.parametrize(
    ("weapon", "farthest"),
    [("throwing-knife", 1), ("sling", 3), ("crossbow", 3), ("hunting-bow", 5), (LONG_BOW, 20)],
)
def test_a_ranged_weapon_reaches_its_farthest_band(weapon: Any, farthest: int) -> None:
    weapon = {"use": weapon, "qualities": []} if weapon == "crossbow" else weapon
    assert reaches(weapon, farthest)
    assert reaches(weapon, 0)
    if farthest < 20:
        assert not reaches(weapon, farthest + 1)


@pytest.mark.rule("ix.range.maximum")
def test_a_hand_that_holds_the_enemy_at_bay_strikes_nobody_afar() -> None:
    assert apart(0, weapons=[]).offers("attack", "unarmed", "brute")
    assert not apart(1, weapons=[]).offers("attack", "unarmed", "brute")


@pytest.mark.rule("ix.range.ranged-at-engaged")
def test_a_bow_at_engaged_is_easy_and_adds_a_bane_die() -> None:
    table = shoot(apart(0, weapons=["hunting-bow"]))
    assert dice_of(table) == {"ability": 2, "trial": 1, "bane": 1}
    assert table.cited("ix.range.ranged-at-engaged")
    table = shoot(apart(1, weapons=["hunting-bow"]))
    assert dice_of(table) == {"ability": 2, "trial": 1}
    assert not table.cited("ix.range.ranged-at-engaged")


@pytest.mark.rule("ix.range.ranged-at-engaged")
def test_a_bow_at_engaged_with_one_is_used_at_another_as_the_line_says() -> None:
    bout = apart(2, weapons=["hunting-bow"])
    bout.fight.combatants["bob"].at = 2
    table = shoot(bout)
    assert dice_of(table) == {"ability": 2, "trial": 2}
