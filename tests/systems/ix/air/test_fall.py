"""Falls: damage by feet, the check, surfaces, deep water (area `hazard`, fall-*)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    minions,
)

from affray.kernel.question import Refused
from affray.systems.ix.air import fall
from affray.systems.ix.fight import turn

BREAK, DROP = ("break-the-fall",), ("let-it-come",)


def bout_of(house: dict[str, Any] | None = None, **ann: Any) -> Bout:
    sheet = {"wounds": 12, "skills": {"athletics": 2, "reflexes": 1}} | ann
    return Bout(hero("ann", **sheet), elite("brute", wound_points=40), house=house)


def falls(
    bout: Bout,
    feet: int,
    surface: str = "",
    *choices: tuple[str, ...],
    who: str = "ann",
    **script: Any,
) -> IxTable:
    """Somebody falls by the GM's hand, in the next step; without a script it just falls."""
    gm(bout, "set", who, f"fall:{surface}" if surface else "fall", feet)
    return bout.step(*(choices or (DROP,)), **script)


def told(table: IxTable) -> tuple[int, int]:
    """Feet and damage of the fall."""
    fields = coded(table, "fell")[0].fields
    return fields["feet"], fields["damage"]


# ---- the damage ----


@pytest.mark.rule("ix.hazard.fall-damage")
@pytest.mark.parametrize(("feet", "damage"), [(15, 2), (30, 4), (60, 8), (90, 12), (300, 40)])
def test_a_fall_deals_2_for_each_15_feet(feet: int, damage: int) -> None:
    table = falls(bout_of(), feet)
    assert told(table) == (feet, damage)
    assert table.cited("ix.hazard.fall-damage")


@pytest.mark.rule("ix.hazard.fall-partial")
@pytest.mark.parametrize(("feet", "damage"), [(16, 2), (29, 2), (44, 4), (45, 6), (59, 6), (61, 8)])
def test_feet_beyond_the_last_15_do_not_count(feet: int, damage: int) -> None:
    table = falls(bout_of(), feet)
    assert told(table)[1] == damage
    assert table.cited("ix.hazard.fall-partial") is (feet != 45)


@pytest.mark.rule("ix.hazard.fall-partial")
@pytest.mark.parametrize("feet", [1, 14])
def test_a_short_drop_is_nothing_and_asks_nothing(feet: int) -> None:
    bout = bout_of()
    gm(bout, "set", "ann", "fall", feet)
    table = bout.step()
    assert table.asked == []
    assert told(table) == (feet, 0)
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.hazard.fall-damage")
def test_resistance_takes_its_part() -> None:
    bout = bout_of(might=5)
    before = bout["ann"].wounds
    falls(bout, 60)
    assert bout.resistance("ann") == 3
    assert bout["ann"].wounds == before - (8 - 3)


@pytest.mark.rule("ix.hazard.fall-damage")
def test_resistance_can_take_all_of_it() -> None:
    bout = bout_of(might=5)
    falls(bout, 15)
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.hazard.fall-damage", "ix.critical.harm-attacks-only")
def test_a_fall_is_no_attack_on_whoever_lies_there() -> None:
    bout = bout_of(wounds=-1)
    gm(bout, "set", "ann", "fall", 30)
    table = bout.step()
    assert bout["ann"].wounds == -1 - (4 - 1)
    assert bout["ann"].injuries == ()
    assert not table.rolled


@pytest.mark.rule("ix.hazard.fall-damage")
def test_a_fall_can_fell_and_end_the_fight() -> None:
    bout = bout_of(wounds=3)
    falls(bout, 60, "", DROP, rolls=[46])
    assert bout["ann"].is_down
    assert bout.fight.result == "foes"


@pytest.mark.rule("ix.hazard.fall-damage")
def test_a_group_falls_as_one() -> None:
    bout = Bout(hero("ann"), minions("rats", 3))
    falls(bout, 60, who="rats")
    assert bout["rats"].wounds == 12 - (8 - 1)
    assert bout["rats"].standing == 2


# ---- the check ----


@pytest.mark.rule("ix.hazard.fall-check")
@pytest.mark.parametrize(
    ("roll", "damage"), [("nothing", 8), ("3 failures", 8), ("1 success", 6), ("4 successes", 0)]
)
def test_each_net_success_of_an_average_athletics_check_takes_2_off(roll: str, damage: int) -> None:
    table = falls(bout_of(might=4), 60, "", BREAK, rolls=[roll])
    assert dice_of(table) == {"mastery": 2, "ability": 2, "trial": 2}
    assert coded(table, "checked")[0].fields["skill"] == "athletics"
    assert told(table)[1] == damage


@pytest.mark.rule("ix.hazard.fall-check")
def test_the_damage_does_not_go_below_0() -> None:
    bout = bout_of(might=4)
    table = falls(bout, 15, "", BREAK, rolls=["4 successes"])
    assert told(table) == (15, 0)
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.hazard.fall-check")
def test_it_may_be_left_and_is_made_once() -> None:
    table = falls(bout_of(), 60)
    assert [options for rule, _, options in table.asked if rule == "ix.hazard.fall-check"] == [
        [BREAK, DROP]
    ]
    assert not table.rolled


@pytest.mark.rule("ix.hazard.fall-check")
def test_the_check_comes_off_before_resistance() -> None:
    bout = bout_of(might=4)
    falls(bout, 60, "", BREAK, rolls=["1 success"])
    assert bout["ann"].wounds == 12 - (8 - 2 - 2)


# ---- surfaces ----


@pytest.mark.rule("ix.hazard.fall-soft")
@pytest.mark.parametrize(
    ("feet", "surface", "damage"),
    [(30, "soft", 2), (15, "soft", 0), (60, "soft", 6), (44, "soft", 2), (45, "water", 4)],
)
def test_a_soft_surface_counts_as_15_feet_less(feet: int, surface: str, damage: int) -> None:
    bout = bout_of()
    gm(bout, "set", "ann", f"fall:{surface}", feet)
    table = bout.step(*([DROP] if damage else []))
    assert told(table) == (feet, damage)
    assert table.cited("ix.hazard.fall-soft")


@pytest.mark.rule("ix.hazard.fall-hard")
@pytest.mark.parametrize(("feet", "damage"), [(15, 4), (60, 10), (10, 2)])
def test_a_surface_worse_than_ground_adds_2(feet: int, damage: int) -> None:
    table = falls(bout_of(), feet, "hard")
    assert told(table)[1] == damage
    assert table.cited("ix.hazard.fall-hard")


@pytest.mark.rule("ix.hazard.fall-soft", "ix.hazard.fall-hard")
def test_the_ground_is_neither() -> None:
    table = falls(bout_of(), 30)
    assert not table.cited("ix.hazard.fall-soft")
    assert not table.cited("ix.hazard.fall-hard")


def test_what_lies_below_the_scene_counts_where_nothing_else_is_said() -> None:
    bout = bout_of()
    gm(bout, "set", "", "below", "hard")
    assert told(falls(bout, 30))[1] == 6
    assert told(falls(bout, 30, "ground"))[1] == 4


# ---- deep water ----


@pytest.mark.rule("ix.hazard.fall-water", "ix.hazard.fall-high-altitude")
@pytest.mark.parametrize(("feet", "damage"), [(60, 4), (90, 6), (75, 5)])
def test_from_high_altitude_water_halves_and_is_not_soft(feet: int, damage: int) -> None:
    table = falls(bout_of(), feet, "water", DROP, ("athletics",), rolls=["1 success"])
    assert told(table)[1] == damage
    assert table.cited("ix.hazard.fall-water")
    assert not table.cited("ix.hazard.fall-soft")


@pytest.mark.rule("ix.hazard.fall-water", "ix.hazard.fall-high-altitude")
def test_below_60_feet_water_is_only_soft() -> None:
    table = falls(bout_of(), 59, "water")
    assert told(table)[1] == 4
    assert not table.cited("ix.hazard.fall-water")
    assert not table.cited("ix.hazard.fall-water-out")


@pytest.mark.rule("ix.hazard.fall-high-altitude")
def test_where_high_altitude_begins_is_a_number_of_the_house() -> None:
    bout = bout_of(house={"high-altitude-feet": 30})
    table = falls(bout, 30, "water", DROP, ("athletics",), rolls=["1 success"])
    assert told(table)[1] == 2


@pytest.mark.rule("ix.hazard.fall-water")
def test_a_house_may_have_the_15_feet_alone() -> None:
    bout = bout_of(house={"deep-water-falls": "fifteen-feet"})
    table = falls(bout, 90, "water", DROP, ("athletics",), rolls=["1 success"])
    assert told(table)[1] == 10


@pytest.mark.rule("ix.hazard.fall-water", "ix.hazard.fall-check")
def test_the_fall_check_lowers_the_half() -> None:
    bout = bout_of(might=4)
    table = falls(bout, 60, "water", BREAK, ("athletics",), rolls=["1 success", "1 success"])
    assert told(table)[1] == 2


@pytest.mark.rule("ix.hazard.fall-water-out")
@pytest.mark.parametrize(
    ("skill", "dice"),
    [
        ("athletics", {"mastery": 2, "trial": 2}),
        ("reflexes", {"mastery": 1, "ability": 1, "trial": 2}),
    ],
)
@pytest.mark.parametrize(("roll", "awake"), [("1 success", True), ("nothing", False)])
def test_into_deep_water_one_goes_senseless_unless_a_check_succeeds(
    skill: str, dice: dict[str, int], roll: str, awake: bool
) -> None:
    bout = bout_of()
    table = falls(bout, 60, "water", DROP, (skill,), rolls=[roll])
    assert dice_of(table) == dice
    assert bout["ann"].has("incapacitated") is not awake
    assert bout["ann"].is_up is awake
    assert table.cited("ix.hazard.fall-water-out")


@pytest.mark.rule("ix.hazard.fall-water-state")
def test_senseless_lasts_to_the_end_of_the_next_turn_and_harms_no_further() -> None:
    bout = bout_of()
    falls(bout, 60, "water", DROP, ("athletics",), rolls=["nothing"])
    one = bout["ann"]
    wounds = one.wounds
    assert not one.is_down
    assert bout.fight.result is None
    assert one.injuries == ()
    table = bout.next_round()
    assert "ann" not in {who for rule, who, _ in table.asked if rule == "ix.turn.budget"}
    assert one.wounds == wounds
    assert one.is_up
    bout.turn_of("ann")
    assert bout.offers("attack", "long-blade", "brute")


@pytest.mark.rule("ix.hazard.fall-water-state")
def test_in_ones_own_turn_that_turn_is_over_and_the_next_is_lost() -> None:
    bout = bout_of()
    bout.turn_of("ann")
    falls(bout, 60, "water", DROP, ("athletics",), rolls=["nothing"])
    assert bout["ann"].conditions[0].turns == 2
    bout.step()
    assert not bout.fight.turn
    table = bout.next_round()
    assert not bout["ann"].is_up
    table = bout.next_round()
    assert "ann" not in {who for rule, who, _ in table.asked if rule == "ix.turn.budget"}
    assert bout["ann"].is_up


@pytest.mark.rule("ix.hazard.fall-water-state")
def test_whoever_is_at_0_wounds_is_down_as_always() -> None:
    bout = bout_of(wounds=2)
    falls(bout, 60, "water", DROP, ("athletics",), rolls=["nothing", 46])
    assert bout["ann"].is_down
    assert bout["ann"].injuries
    assert not bout["ann"].has("incapacitated")


@pytest.mark.rule("ix.hazard.fall-water-state")
def test_a_foe_that_is_only_senseless_is_not_beaten() -> None:
    bout = bout_of()
    falls(bout, 60, "water", DROP, ("athletics",), who="brute", rolls=["nothing"])
    assert bout.fight.result is None
    assert not bout["brute"].is_up
    bout.next_round()
    assert bout["brute"].is_up


@pytest.mark.rule("ix.hazard.fall-water-state")
def test_the_gm_can_bring_somebody_to_its_senses() -> None:
    bout = bout_of()
    gm(bout, "tag", "ann", "incapacitated")
    assert not bout["ann"].is_up
    gm(bout, "untag", "ann", "incapacitated")
    assert bout["ann"].is_up


# ---- flyers over water ----


@pytest.mark.rule("ix.flying.catch-result", "ix.hazard.fall-water")
def test_a_flyer_over_the_sea() -> None:
    kim = hero("kim", species="drakin", might=3, skills={"reflexes": 2})
    scene = {
        "at": {"kim": 0, "brute": 0},
        "zones": "high",
        "heights": {"kim": "high"},
        "below": "water",
        "engaged": [],
    }
    bout = Bout(kim, elite("brute"), scene=scene)
    gm(bout, "tag", "kim", "prone")
    table = bout.step(("reflexes",), rolls=["2 successes", "1 success"])
    assert told(table) == (90, 2)
    assert bout["kim"].is_up


# ---- the GM's hand ----


@pytest.mark.parametrize(
    ("name", "value"), [("fall", 0), ("fall", 3001), ("fall", "deep"), ("fall:cake", 30)]
)
def test_a_fall_that_makes_no_sense_is_refused(name: str, value: Any) -> None:
    bout = bout_of()
    with pytest.raises(Refused):
        gm(bout, "set", "ann", name, value)
    assert bout.fight.falls == ()


def test_falls_come_one_by_one_before_anything_else() -> None:
    bout = bout_of()
    gm(bout, "set", "ann", "fall", 30)
    gm(bout, "set", "brute", "fall", 15)
    assert [owed.who for owed in bout.fight.falls] == ["ann", "brute"]
    assert coded(bout.step(DROP), "fell")[0].fields["who"] == "ann"
    assert coded(bout.step(DROP), "fell")[0].fields["who"] == "brute"
    assert bout.fight.falls == ()


def test_whoever_is_taken_out_does_not_fall() -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"))
    gm(bout, "set", "bob", "fall", 30)
    gm(bout, "remove", "bob")
    table = bout.step()
    assert not coded(table, "fell")


@pytest.mark.rule("ix.hazard.fall-damage")
def test_the_numbers_are_those_of_the_chapter() -> None:
    bout = bout_of()
    told_there = {30: 4, 60: 8, 90: 12}
    assert {feet: fall.damage_of(bout.fight, feet, "ground") for feet in told_there} == told_there


def test_somebody_falls_once_however_often_it_is_owed() -> None:
    bout = bout_of()
    gm(bout, "set", "ann", "fall", 30)
    gm(bout, "set", "ann", "fall", 60)
    assert [owed.feet for owed in bout.fight.falls] == [30]


def test_a_fall_in_the_middle_of_a_turn_comes_before_its_next_choice() -> None:
    bout = bout_of()
    bout.turn_of("ann")
    gm(bout, "set", "brute", "fall", 15)
    assert turn.options(bout.fight, "ann") == []
    bout.step(DROP)
    assert bout.fight.turn
    assert bout.offers("attack", "long-blade", "brute")
