"""Two characters against each other (area `opposed`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    Watching,
    afflict,
    citing,
    coded,
    elite,
    hero,
    nemesis,
    watched,
)

from affray.systems.ix.records import Effect
from affray.systems.ix.rolls import check, opposed
from affray.systems.ix.rolls.check import OPPOSED, Check
from affray.systems.ix.rolls.pool import Build

WHEN = "ix.opposed.when"
WITH = ("with", "athletics")


def scene(**how: Any) -> Bout:
    """Ann (Might 3, Athletics 2) against an ogre (Might 4, Athletics 1), before any fight."""
    return Bout(
        hero("ann", might=3, skills={"athletics": 2, "subterfuge": 2}),
        hero("bob"),
        nemesis("ogre", might=4, savvy=3, skills={"athletics": 1, "perception": 3}),
        elite("brute"),
        scene={"structured": False},
        start=False,
        **how,
    )


def contest(
    bout: Bout,
    starter: str,
    defender: str,
    *,
    who: tuple[str, str] = ("ann", "ogre"),
    dice: Any = None,
    dice_against: Any = None,
    choices: Any = (),
    rulings: Any = None,
) -> tuple[bool, Watching]:
    table = Watching(bout.fight, rolls=[starter, defender], choices=choices, rulings=rulings)
    one, other = who
    found = opposed.contest(
        bout.fight,
        table,
        Check(OPPOSED, one, skill="athletics", target=other),
        Check(OPPOSED, other, skill="athletics", target=one),
        dice,
        dice_against,
        because="ix.opposed.higher-wins",
    )
    check.close(bout.fight)
    assert not table.choices
    assert not table.readings
    return found.won, table


# ---- when ----


@pytest.mark.rule("ix.opposed.when")
def test_a_check_is_not_opposed_unless_somebody_calls_for_it() -> None:
    table = watched(scene(), ("check", "ann"), WITH, rolls=["1 success"])
    assert [who for who, _, _ in table.rolled] == ["ann"]
    assert "trial" in table.rolled[0][2]
    assert not table.was_asked(WHEN)


@pytest.mark.rule("ix.opposed.when")
def test_the_gm_says_with_which_skill_the_other_side_opposes() -> None:
    table = watched(
        scene(),
        ("oppose", "ann", "ogre"),
        ("with", "subterfuge"),
        rolls=["1 success", "nothing"],
        rulings={WHEN: ("opposed", "perception")},
    )
    assert [(who, dice) for who, _, dice in table.rolled] == [
        ("ann", "2 mastery"),
        ("ogre", "3 mastery"),
    ]


@pytest.mark.rule("ix.opposed.when")
def test_the_gm_may_make_it_an_ordinary_check() -> None:
    table = watched(
        scene(),
        ("oppose", "ann", "ogre"),
        WITH,
        rolls=["1 success"],
        rulings={WHEN: ("simple",)},
    )
    assert [(who, dice) for who, _, dice in table.rolled] == [
        ("ann", "2 mastery 1 ability vs 2 trial")
    ]
    assert not coded(table, "contested")


# ---- the pools ----


@pytest.mark.rule("ix.opposed.no-difficulty-dice")
def test_each_side_rolls_its_own_positive_pool_alone() -> None:
    _, table = contest(scene(), "nothing", "1 success")
    assert [(who, dice) for who, _, dice in table.rolled] == [
        ("ann", "2 mastery 1 ability"),
        ("ogre", "1 mastery 3 ability"),
    ]


@pytest.mark.rule("ix.opposed.no-difficulty-dice")
def test_nobody_can_bring_trial_or_crisis_dice_into_it() -> None:
    def dice(build: Build) -> bool:
        build.difficulty(2, "steep", "ix.pool.difficulty-dice")
        build.upgrade_trial(1, "risk", "ix.pool.volatile-upgrade")
        return True

    _, table = contest(scene(), "nothing", "nothing", dice=dice, dice_against=dice)
    for _, _, rolled in table.rolled:
        assert "trial" not in rolled
        assert "crisis" not in rolled
    keys = {key for offers in table.offered for _, key in offers}
    assert not any(key.startswith(("peril/upgrade", "volatile")) for key in keys)


@pytest.mark.rule("ix.opposed.no-difficulty-dice", "ix.pool.upgrade-without-target")
def test_no_crisis_die_comes_in_where_upgrades_add_a_die() -> None:
    def dice(build: Build) -> bool:
        build.upgrade_trial(2, "risk", "ix.pool.volatile-upgrade")
        return True

    _, table = contest(
        scene(house={"upgrade-without-die": "adds-one"}), "nothing", "nothing", dice=dice
    )
    assert table.rolled[0][2] == "2 mastery 1 ability"


@pytest.mark.rule("ix.opposed.situational-dice")
def test_boon_and_bane_dice_join_each_sides_pool() -> None:
    bout = scene()
    afflict(bout, "ogre", "disoriented")

    def dice(build: Build) -> bool:
        build.give("boon", 1, "footing", "ix.pool.situational-dice")
        return True

    _, table = contest(bout, "nothing", "nothing", dice=dice)
    assert [dice for _, _, dice in table.rolled] == [
        "2 mastery 1 ability 1 boon",
        "1 mastery 3 ability vs 1 bane",
    ]


@pytest.mark.rule("ix.opposed.situational-dice", "ix.pool.situational-judgement")
def test_the_gm_may_add_dice_to_either_side() -> None:
    _, table = contest(
        scene(), "nothing", "nothing", choices=[("bane-dice", "2"), ("boon-dice", "1")]
    )
    assert table.rolled[0][2] == "2 mastery 1 ability 1 boon vs 2 bane"
    assert table.rolled[1][2] == "1 mastery 3 ability"


@pytest.mark.rule("ix.opposed.difficulty-steps")
@pytest.mark.parametrize(("steps", "bane"), [(1, " vs 1 bane"), (2, " vs 2 bane"), (-1, "")])
def test_a_step_of_difficulty_is_a_bane_die_here(steps: int, bane: str) -> None:
    def dice(build: Build) -> bool:
        numbers = bout.fight.numbers
        build.steps(steps, numbers.opposed_step_bane_dice, "slope", "ix.pool.difficulty-step")
        return True

    bout = scene()
    _, table = contest(bout, "nothing", "nothing", dice=dice)
    assert table.rolled[0][2] == f"2 mastery 1 ability{bane}"


@pytest.mark.rule("ix.opposed.difficulty-steps")
def test_an_injury_that_makes_checks_harder_is_a_bane_die_and_a_house_may_have_more() -> None:
    for each in (1, 2):
        bout = scene(house={"opposed-step-bane-dice": each})
        bout["ann"].effects = (Effect("difficulty-step", 1, what="a hurt arm"),)
        _, table = contest(bout, "nothing", "nothing")
        assert table.rolled[0][2] == f"2 mastery 1 ability vs {each} bane"
        assert citing(table, "ix.opposed.difficulty-steps")
        table = watched(bout, ("check", "ann"), WITH, rolls=["nothing"])
        assert table.rolled[0][2] == "2 mastery 1 ability vs 3 trial"


# ---- who wins ----


@pytest.mark.rule("ix.opposed.higher-wins", "ix.opposed.ties", "ix.opposed.initiator-needs-success")
@pytest.mark.parametrize(
    ("starter", "defender", "won"),
    [
        ("2 successes", "1 success", True),
        ("1 success", "nothing", True),
        ("1 success", "2 successes", False),
        ("1 success", "1 success", False),
        ("2 successes", "2 successes", False),
        ("nothing", "nothing", False),
        ("nothing", "2 failures", False),
        ("1 success", "1 failure", True),
        ("1 failure", "2 failures", False),
    ],
)
def test_the_starter_wins_with_more_and_with_one_at_least(
    starter: str, defender: str, won: bool
) -> None:
    bout = scene()
    for who in ("ann", "ogre"):
        afflict(bout, who, "disoriented")  # Bane Dice, so that a roll can go below nothing

    def dice(build: Build) -> bool:
        build.give("bane", 3, "mud", "ix.pool.situational-dice")
        return True

    found, table = contest(bout, starter, defender, dice=dice, dice_against=dice)
    assert found is won
    (event,) = coded(table, "contested")
    assert event.fields["winner"] == ("ann" if won else "ogre")
    tied = event.fields["success"] == event.fields["other"]
    assert ("ix.opposed.ties" in event.rules) is tied
    assert "ix.opposed.higher-wins" in event.rules


@pytest.mark.rule("ix.opposed.ties")
def test_a_foe_that_starts_loses_a_tie_too() -> None:
    won, table = contest(scene(), "1 success", "1 success", who=("ogre", "ann"))
    assert not won
    assert coded(table, "contested")[0].fields["winner"] == "ann"


@pytest.mark.rule("ix.opposed.higher-wins")
def test_boons_do_not_decide_it() -> None:
    assert not contest(scene(), "1 success 2 boons", "1 success")[0]
    assert contest(scene(), "2 successes", "1 success 3 boons")[0]
