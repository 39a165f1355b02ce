"""What each row of the table of injuries up to 75 does, and for how long (area `critical`).

Every test marks ix.critical.row-effects; the rows from 76 on stand in test_critical_rows_high.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    asked_now,
    coded,
    dice_of,
    elite,
    hero,
    injure,
    minions,
    nemesis,
    suffer,
    to_rest,
)

ROWS = "ix.critical.row-effects"
LASTS = "ix.critical.effect-duration"


def duel(**fields: Any) -> Bout:
    """Ann, who is hurt in these tests, beside Bob, with a Nemesis in contact."""
    return Bout(hero("ann", **fields), hero("bob"), nemesis("boss", wound_points=40))


def try_skill(bout: Bout, skill: str) -> dict[str, int]:
    """The dice of a skill check by whoever's turn it is."""
    return dice_of(bout.do(("skill-check",), ("with", skill), rolls=["nothing"]))


def next_turn(bout: Bout, who: str = "ann") -> None:
    if bout.fight.turn:
        bout.do(("end",))
    if bout.fight.stage != "slot" or any(taker == who for _, taker in bout.fight.takers):
        bout.next_round()
    bout.turn_of(who)


# ---- 1-30, Minor ----


@pytest.mark.rule("ix.critical.row-effects")
def test_001_005_costs_1_strain() -> None:
    bout = duel()
    table = injure(bout, "ann", 3)
    assert (bout["ann"].strain, bout["ann"].wounds) == (1, 12)
    assert ROWS in coded(table, "strained")[0].rules


@pytest.mark.rule("ix.critical.row-effects")
def test_001_005_costs_an_elite_1_wound() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    injure(bout, "brute", 3)
    assert bout["brute"].wounds == 9


@pytest.mark.rule("ix.critical.row-effects")
def test_006_010_acts_in_its_sides_last_slot_of_the_next_round() -> None:
    bout = Bout(hero("ann"), hero("bob"), hero("cat"), nemesis("boss", wound_points=40))
    injure(bout, "ann", 8)
    assert ("go", "ann") in asked_now(bout)
    bout.next_round()
    offered = asked_now(bout)
    assert {("go", "bob"), ("go", "cat")} <= set(offered)
    assert ("go", "ann") not in offered
    taken = [event.fields["who"] for event in coded(bout.next_round(), "turn")]
    assert taken[-1] == "ann"
    assert len(taken) == 4
    assert ("go", "ann") in asked_now(bout)
    assert bout["ann"].effects == ()


@pytest.mark.rule("ix.critical.row-effects")
def test_011_015_drops_everything_it_holds() -> None:
    bout = duel(weapons=["short-blade", "knife"])
    assert set(bout["ann"].held) == {"short-blade", "knife"}
    injure(bout, "ann", 12)
    assert bout["ann"].held == ()
    assert set(bout["ann"].dropped) == {"short-blade", "knife"}
    bout.turn_of("ann")
    assert not bout.offers("attack", "short-blade")


@pytest.mark.rule("ix.critical.row-effects")
def test_016_020_has_no_free_maneuver_in_its_next_turn_but_may_buy_one() -> None:
    bout = duel()
    injure(bout, "ann", 18)
    bout.turn_of("ann")
    assert not bout.offers("aim", "free")
    assert ("aim",) not in asked_now(bout)
    assert bout.offers("aim", "action")
    assert bout.offers("aim", "strain")
    bout.do(("aim", "strain"))
    assert (bout["ann"].aims, bout["ann"].strain) == (1, 2)
    assert not bout.offers("aim")
    next_turn(bout)
    bout.do(("aim",))
    assert (bout["ann"].aims, bout["ann"].strain) == (1, 2)


@pytest.mark.rule("ix.critical.row-effects")
def test_016_020_taken_in_its_own_turn_touches_the_following_one() -> None:
    bout = duel()
    bout.turn_of("ann")
    injure(bout, "ann", 18)
    next_turn(bout)
    assert ("aim",) not in asked_now(bout)
    next_turn(bout)
    assert ("aim",) in asked_now(bout)


@pytest.mark.rule("ix.critical.row-effects")
def test_021_025_adds_1_bane_die_to_the_next_check_only() -> None:
    bout = duel()
    injure(bout, "ann", 23)
    bout.turn_of("ann")
    assert try_skill(bout, "athletics")["bane"] == 1
    next_turn(bout)
    assert "bane" not in try_skill(bout, "athletics")


@pytest.mark.rule("ix.critical.row-effects")
@pytest.mark.parametrize(
    ("who", "before", "after"),
    [
        ("ann", (2, 1), (1, 2)),
        ("boss", (2, 1), (3, 0)),
        ("ann", (0, 1), (0, 1)),
        ("boss", (2, 0), (2, 0)),
    ],
)
def test_026_030_flips_a_story_point_of_its_side(
    who: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    bout = duel()
    bout.fight.fortune, bout.fight.peril = before
    injure(bout, who, 28)
    assert (bout.fight.fortune, bout.fight.peril) == after


# ---- 31-60, Moderate ----


@pytest.mark.rule("ix.critical.row-effects")
def test_031_035_is_staggered_until_the_end_of_its_next_turn() -> None:
    bout = duel()
    injure(bout, "ann", 33)
    bout.turn_of("ann")
    assert bout["ann"].has("staggered")
    assert not bout.offers("attack")
    bout.do(("end",))
    assert not bout["ann"].has("staggered")
    next_turn(bout)
    assert bout.offers("attack")


@pytest.mark.rule("ix.critical.row-effects")
def test_036_040_makes_the_next_check_one_step_harder_and_no_other() -> None:
    bout = duel()
    injure(bout, "ann", 38)
    bout.turn_of("ann")
    assert try_skill(bout, "athletics")["trial"] == 3
    next_turn(bout)
    assert try_skill(bout, "athletics")["trial"] == 2


@pytest.mark.rule("ix.critical.row-effects")
def test_041_045_falls_prone_and_suffers_1_strain() -> None:
    bout = duel()
    injure(bout, "ann", 43)
    assert bout["ann"].has("prone")
    assert bout["ann"].strain == 1
    next_turn(bout)
    assert bout["ann"].has("prone")
    bout.do(("stand",))
    assert not bout["ann"].has("prone")


HARDER = {
    48: ("intellect", "savvy"),
    53: ("presence", "willpower"),
    58: ("might", "agility"),
}
SKILL_OF = {
    "might": "athletics",
    "agility": "reflexes",
    "intellect": "lore",
    "savvy": "perception",
    "willpower": "discipline",
    "presence": "charm",
}


@pytest.mark.rule("ix.critical.row-effects")
@pytest.mark.parametrize("roll", sorted(HARDER))
@pytest.mark.parametrize("characteristic", sorted(SKILL_OF))
def test_046_to_060_make_checks_of_two_characteristics_a_step_harder(
    roll: int, characteristic: str
) -> None:
    bout = duel()
    injure(bout, "ann", roll)
    harder = characteristic in HARDER[roll]
    for _ in range(2):
        next_turn(bout)
        assert try_skill(bout, SKILL_OF[characteristic])["trial"] == 2 + harder


@pytest.mark.rule("ix.critical.row-effects")
def test_056_060_makes_attacks_of_the_body_harder() -> None:
    bout = duel()
    injure(bout, "ann", 58)
    bout.turn_of("ann")
    table = bout.do(("attack", "long-blade", "boss"), rolls=["nothing"])
    assert dice_of(table)["trial"] == 3


@pytest.mark.rule("ix.critical.row-effects", "ix.critical.effect-duration")
@pytest.mark.parametrize("roll", sorted(HARDER))
def test_046_to_060_end_with_the_encounter_though_the_injury_stays(roll: int) -> None:
    bout = duel()
    injure(bout, "ann", roll)
    assert bout["ann"].effects
    _win(bout)
    assert bout["ann"].effects == ()
    assert len(bout["ann"].injuries) == 1


def _win(bout: Bout) -> IxTable:
    suffer(bout, "boss", 200)
    return to_rest(bout)


# ---- 61-75, Severe ----


@pytest.mark.rule("ix.critical.row-effects", "ix.critical.effect-duration")
def test_061_065_is_disoriented_until_the_injury_is_removed() -> None:
    bout = duel()
    injure(bout, "ann", 63)
    for _ in range(3):
        next_turn(bout)
        assert bout["ann"].has("disoriented")
        assert try_skill(bout, "athletics")["bane"] == 1
    _win(bout)
    assert bout["ann"].has("disoriented")


@pytest.mark.rule("ix.critical.row-effects", "ix.critical.effect-duration")
def test_066_070_lets_no_boon_dice_into_its_pools() -> None:
    bout = duel()
    injure(bout, "ann", 68)
    for _ in range(2):
        next_turn(bout)
        bout.do(("aim",))
        table = bout.do(("attack", "long-blade", "boss"), rolls=["nothing"])
        assert "boon" not in dice_of(table)
    _win(bout)
    assert bout["ann"].effects


@pytest.mark.rule("ix.critical.row-effects")
def test_066_070_leaves_boon_dice_to_the_others() -> None:
    bout = duel()
    injure(bout, "ann", 68)
    bout.turn_of("bob")
    bout.do(("aim",))
    table = bout.do(("attack", "long-blade", "boss"), rolls=["nothing"])
    assert dice_of(table)["boon"] == 1


@pytest.mark.rule("ix.critical.row-effects", "ix.critical.effect-duration")
def test_071_075_has_no_free_maneuver_in_any_turn_but_may_buy_them() -> None:
    bout = duel()
    injure(bout, "ann", 73)
    for _ in range(3):
        next_turn(bout)
        assert ("aim",) not in asked_now(bout)
        assert bout.offers("aim", "strain")
    table = bout.do(("aim", "action"))
    assert table.codes()[:2] == ["action-traded", "aimed"]
    _win(bout)
    assert bout["ann"].effects


# ---- the end of an encounter ----


@pytest.mark.rule("ix.critical.effect-duration")
@pytest.mark.parametrize("roll", [18, 23, 33, 38])
def test_short_effects_do_not_outlast_the_encounter(roll: int) -> None:
    bout = duel()
    injure(bout, "ann", roll)
    _win(bout)
    assert (bout["ann"].effects, bout["ann"].conditions) == ((), ())


@pytest.mark.rule("ix.critical.row-effects")
def test_a_minion_group_takes_no_row_but_loses_a_member() -> None:
    bout = Bout(hero("ann"), minions("rats", 3))
    injure(bout, "rats")
    assert (bout["rats"].injuries, bout["rats"].standing) == ((), 2)
