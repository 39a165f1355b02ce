"""Obstacles and called checks of a chase."""

from __future__ import annotations

from typing import Any

import pytest
from chase_kit import chase, gap
from ix_kit import Bout, citing, coded, dice_of, elite, hero, nemesis

STAIR = {"id": "stair", "name": "a stair", "skills": ["reflexes", "athletics"]}
WALL = {"id": "wall", "name": "a wall", "skills": ["athletics"]}
LADDER = {"id": "ladder", "name": "a ladder", "skills": ["athletics"], "difficulty": "severe"}


def two_after_one(**how: Any) -> Bout:
    """Ann and Bob after a thief who has a wall and a stair to bring into play."""
    blocks = [hero("ann"), hero("bob"), nemesis("thief")]
    return chase(*blocks, **{"gap": 3, "obstacles": [WALL, STAIR], **how})


def with_the_wall(how: str = "check", **chased: Any) -> Bout:
    """The thief has brought the wall into play."""
    bout = two_after_one(initiative={"thief": "3 successes"}, **chased)
    bout.turn_of("thief")
    bout.do(("obstacle", "wall", how))
    bout.end_turn()
    return bout


# ---- brought into play ----


@pytest.mark.rule("ix.chase.quarry-obstacle")
def test_the_quarry_brings_an_obstacle_into_play_for_its_action() -> None:
    bout = two_after_one()
    bout.turn_of("thief")
    assert bout.offers("obstacle", "wall", "check")
    assert bout.offers("obstacle", "stair", "bane")
    table = bout.do(("obstacle", "wall", "check"))
    assert bout.fight.actions == 0
    assert not bout.offers("obstacle")
    assert [(one.who, one.how) for one in bout.fight.chase.facing] == [
        ("ann", "check"),
        ("bob", "check"),
    ]
    assert citing(table, "ix.chase.quarry-obstacle")


@pytest.mark.rule("ix.chase.terrain", "ix.chase.quarry-obstacle")
def test_each_obstacle_can_be_used_once_and_only_by_the_quarry() -> None:
    bout = with_the_wall()
    bout.turn_of("ann")
    bout.step(rolls=["1 success"])
    assert not bout.offers("obstacle")
    bout.end_turn()
    bout.next_round(rolls=["1 success"])
    bout.turn_of("thief")
    assert not bout.offers("obstacle", "wall")
    assert bout.offers("obstacle", "stair")


@pytest.mark.rule("ix.chase.quarry-obstacle", "ix.chase.movement-checks")
def test_as_a_bane_die_it_asks_no_check_and_weighs_on_movement_checks_of_the_next_turn() -> None:
    bout = with_the_wall("bane")
    table = bout.turn_of("ann")
    assert not table.rolled
    assert coded(table, "slowed")
    assert bout.offers("close", "thief")
    bout.do(("shortcut", "thief"), rolls=["1 success"])
    assert dice_of(bout.last)["bane"] == 1
    bout.end_turn()
    bout.next_round()
    bout.turn_of("ann")
    bout.do(("shortcut", "thief"), rolls=["1 failure"])
    assert dice_of(bout.last).get("bane", 0) == 0


@pytest.mark.rule("ix.chase.movement-checks", "ix.chase.quarry-obstacle")
def test_calling_for_help_is_no_movement_check_and_cutting_ahead_is_one() -> None:
    bout = with_the_wall("bane")
    bout.turn_of("ann")
    bout.do(("call-for-help", "thief"), rolls=["1 success"])
    assert dice_of(bout.last).get("bane", 0) == 0
    bout.end_turn()
    bout.turn_of("bob")
    bout.do(("cut-ahead", "thief"), rolls=["1 success"])
    assert dice_of(bout.last)["bane"] == 1


@pytest.mark.rule("ix.chase.quarry-obstacle")
def test_two_quarries_may_slow_down_twice() -> None:
    blocks = [hero("ann"), nemesis("thief"), nemesis("fence")]
    bout = chase(*blocks, gap=3, obstacles=[WALL, STAIR])
    for who, what in (("thief", "wall"), ("fence", "stair")):
        bout.turn_of(who)
        bout.do(("obstacle", what, "bane"))
        bout.end_turn()
    bout.turn_of("ann")
    bout.do(("shortcut", "thief"), rolls=["1 failure"])
    assert dice_of(bout.last)["bane"] == 2


# ---- met ----


@pytest.mark.rule("ix.chase.obstacle-check", "ix.chase.obstacle-failure")
def test_the_check_comes_at_the_start_of_the_turn_and_costs_nothing() -> None:
    bout = with_the_wall()
    bout.turn_of("ann")
    table = bout.step(rolls=["1 success"])
    assert table.rolled == [("ann", "ix.chase.obstacle-check", "2 ability vs 2 trial")]
    assert (bout.fight.actions, bout.fight.free_maneuvers) == (1, 1)
    bout.do(("close", "thief"))
    assert gap(bout, "ann", "thief") == 2


@pytest.mark.rule("ix.chase.obstacle-failure", "ix.chase.called-checks")
def test_whoever_fails_cannot_close_in_that_turn_by_any_means() -> None:
    bout = with_the_wall()
    bout.turn_of("ann")
    bout.step(rolls=["1 failure"])
    assert not bout.offers("close")
    for word in ("cut-ahead", "call-for-help", "shortcut"):
        assert not bout.offers(word)
    bout.end_turn()
    bout.turn_of("bob")
    bout.step(rolls=["1 success"])
    assert bout.offers("close", "thief")
    bout.next_round()
    bout.turn_of("ann")
    assert bout.offers("close", "thief")


@pytest.mark.rule("ix.chase.obstacle-failure", "ix.check.tie-fails")
def test_no_net_success_is_a_failure() -> None:
    bout = with_the_wall()
    bout.turn_of("ann")
    bout.step(rolls=["nothing"])
    assert not bout.offers("close")


@pytest.mark.rule("ix.chase.obstacle-check")
def test_where_there_are_two_skills_the_roller_takes_one() -> None:
    bout = two_after_one(initiative={"thief": "3 successes"})
    bout.turn_of("thief")
    bout.do(("obstacle", "stair", "check"))
    bout.end_turn()
    bout.turn_of("ann")
    table = bout.step(("with", "reflexes"), rolls=["1 success"])
    assert table.asked[0][2] == [("with", "reflexes"), ("with", "athletics")]
    (event,) = coded(table, "checked")
    assert event.fields["skill"] == "reflexes"


@pytest.mark.rule("ix.chase.obstacle-difficulty")
def test_an_obstacle_is_average_unless_it_is_said_to_be_harder() -> None:
    bout = with_the_wall()
    bout.turn_of("ann")
    bout.step(rolls=["1 success"])
    assert dice_of(bout.last)["trial"] == 2
    bout = two_after_one(obstacles=[LADDER], initiative={"thief": "3 successes"})
    bout.turn_of("thief")
    bout.do(("obstacle", "ladder", "check"))
    bout.end_turn()
    bout.turn_of("ann")
    bout.step(rolls=["1 success"])
    assert dice_of(bout.last)["trial"] == 4
    bout = with_the_wall(house={"chase-obstacle-trial-dice": 1})
    bout.turn_of("ann")
    bout.step(rolls=["1 success"])
    assert dice_of(bout.last)["trial"] == 1


@pytest.mark.rule("ix.chase.obstacle-failure", "ix.spend.boon-defaults")
def test_the_boons_of_an_obstacle_check_are_spent_by_the_general_list() -> None:
    bout = with_the_wall()
    bout["ann"].strain = 3
    bout.turn_of("ann")
    bout.step(("spend", "recover-strain", ""), rolls=["1 success 1 boon"])
    assert bout["ann"].strain == 2


@pytest.mark.rule("ix.chase.obstacle-failure")
def test_the_fallen_and_the_lost_have_nothing_to_get_over() -> None:
    from affray.systems.ix.scenes import chase_gaps

    bout = with_the_wall()
    bout.fight.chase = chase_gaps.replace(
        bout.fight.chase,
        gaps=tuple(
            chase_gaps.replace(one, over="lost") if one.pursuer == "ann" else one
            for one in bout.fight.chase.gaps
        ),
    )
    bout.turn_of("ann")
    table = bout.step()
    assert not table.rolled


# ---- cleared for others ----


@pytest.mark.rule("ix.chase.pursuer-obstacle")
def test_a_pursuer_clears_it_for_those_farther_behind() -> None:
    bout = with_the_wall(gaps={("bob", "thief"): 4})
    bout.turn_of("ann")
    bout.step(rolls=["1 failure"])
    table = bout.do(("make-way", "wall"), rolls=["1 success"])
    assert bout.fight.actions == 0
    assert citing(table, "ix.chase.pursuer-obstacle")
    bout.end_turn()
    table = bout.turn_of("bob")
    assert not bout.fight.chase.facing
    assert bout.offers("close", "thief")


@pytest.mark.rule("ix.chase.pursuer-obstacle")
def test_a_failed_check_clears_nothing_and_the_action_is_gone() -> None:
    bout = with_the_wall(gaps={("bob", "thief"): 4})
    bout.turn_of("ann")
    bout.step(rolls=["1 success"])
    bout.do(("make-way", "wall"), rolls=["1 failure"])
    assert bout.fight.actions == 0
    assert [one.who for one in bout.fight.chase.facing] == ["bob"]


@pytest.mark.rule("ix.chase.pursuer-obstacle")
def test_those_who_are_not_farther_away_have_to_get_over_it_themselves() -> None:
    bout = with_the_wall()
    bout.turn_of("ann")
    bout.step(rolls=["1 success"])
    assert not bout.offers("make-way")
    bout.do(("close", "thief"))
    assert bout.offers("make-way", "wall")


@pytest.mark.rule("ix.chase.pursuer-obstacle")
def test_the_gm_may_have_it_count_for_everybody_or_not_at_all() -> None:
    from affray.systems.ix.scenes import chase_hand

    blocks = [hero("ann"), hero("bob"), hero("cat"), nemesis("thief")]
    gaps = {("ann", "thief"): 2, ("bob", "thief"): 4, ("cat", "thief"): 1}
    for ruled, left in (("behind", ["cat"]), ("everyone", [])):
        bout = chase(*blocks, gaps=gaps, obstacles=[WALL], initiative={"thief": "3 successes"})
        bout.turn_of("thief")
        bout.do(("obstacle", "wall", "check"))
        bout.end_turn()
        bout.turn_of("ann")
        bout.step(rolls=["1 success"])
        rulings = {"ix.chase.pursuer-obstacle": (ruled,)}
        bout.do(("make-way", "wall"), rolls=["1 success"], rulings=rulings)
        assert [one.who for one in bout.fight.chase.facing] == left
    assert chase_hand.counters(bout.fight)


@pytest.mark.rule("ix.chase.pursuer-obstacle")
def test_what_the_gm_refuses_costs_nothing() -> None:
    bout = with_the_wall(gaps={("bob", "thief"): 4})
    bout.turn_of("ann")
    bout.step(rolls=["1 success"])
    table = bout.step(("make-way", "wall"), rulings={"ix.chase.pursuer-obstacle": ("refused",)})
    assert not table.rolled
    assert bout.fight.actions == 1
    assert not bout.offers("make-way")
    assert [one.who for one in bout.fight.chase.facing] == ["bob"]


# ---- called checks ----


@pytest.mark.rule("ix.chase.called-checks")
@pytest.mark.parametrize(
    ("word", "skill", "trial"),
    [
        ("cut-ahead", "streetwise", 2),
        ("call-for-help", "leadership", 2),
        ("shortcut", "athletics", 3),
    ],
)
def test_the_three_called_checks(word: str, skill: str, trial: int) -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3)
    bout.turn_of("ann")
    table = bout.do((word, "thief"), rolls=["1 success"])
    (event,) = coded(table, "checked")
    assert event.fields["skill"] == skill
    assert dice_of(table)["trial"] == trial
    assert bout.fight.actions == 0
    assert bout.fight.free_maneuvers == 1
    assert not bout.offers("cut-ahead")


@pytest.mark.rule("ix.chase.called-result")
@pytest.mark.parametrize("left", ["1 success", "2 successes"])
def test_success_closes_one_band_however_good_it_is(left: str) -> None:
    bout = chase(hero("ann"), hero("bob"), elite("thief"), gap=4)
    bout.turn_of("ann")
    table = bout.do(("cut-ahead", "thief"), rolls=[left])
    assert gap(bout, "ann", "thief") == 3
    assert gap(bout, "bob", "thief") == 4
    assert citing(table, "ix.chase.called-result")


@pytest.mark.rule("ix.chase.called-result")
@pytest.mark.parametrize("left", ["nothing", "2 failures 1 boon"])
def test_failure_closes_nothing(left: str) -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3)
    bout.turn_of("ann")
    bout.do(("shortcut", "thief"), rolls=[left])
    assert gap(bout, "ann", "thief") == 3


@pytest.mark.rule("ix.chase.called-result", "ix.chase.flat-cost")
def test_it_is_one_band_where_far_bands_cost_two() -> None:
    house = {"chase-far-steps": "two-maneuvers"}
    bout = chase(hero("ann"), elite("thief"), gap=4, house=house)
    bout.turn_of("ann")
    bout.do(("cut-ahead", "thief"), rolls=["1 success"])
    assert gap(bout, "ann", "thief") == 3


@pytest.mark.rule("ix.chase.called-checks")
def test_the_quarry_makes_no_called_check() -> None:
    bout = chase(hero("ann"), elite("thief"), gap=3)
    bout.turn_of("thief")
    assert not bout.offers("cut-ahead")
    assert not bout.offers("call-for-help")
