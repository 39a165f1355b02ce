"""The worked examples of the two chapters, as far as they are about fights and checks.

Where an example contradicts the rule that it illustrates, the corrected reading stands here.
"""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    afterwards,
    coded,
    complications,
    dice_of,
    elite,
    hero,
    injure,
    nemesis,
    rows_carried,
    spend,
    suffer,
    to_rest,
)

from affray.systems.ix.harm.damage import resistance

BLOW = ("attack", "long-blade", "brute")


@pytest.mark.rule("ix.opposed.no-difficulty-dice")
def test_a_pickpocket_and_the_mark_roll_their_positive_pools_and_compare() -> None:
    bout = Bout(
        hero("ann", savvy=3, skills={"subterfuge": 1}),
        elite("mark", savvy=2, skills={"perception": 2}),
        scene={"structured": False},
        start=False,
    )
    table = bout.step(
        ("oppose", "ann", "mark"),
        ("with", "subterfuge"),
        rolls=["2 successes", "1 success"],
        rulings={"ix.opposed.when": ("opposed", "perception")},
    )
    assert dice_of(table, 0) == {"mastery": 1, "ability": 2}
    assert dice_of(table, 1) == {"mastery": 2}
    assert coded(table, "contested")[0].fields["winner"] == "ann"


@pytest.mark.rule("ix.grapple.example-pool")
def test_a_target_with_3_and_1_opposes_a_grapple_with_one_mastery_and_two_ability_dice() -> None:
    bout = Bout(hero("ann"), elite("brute", might=3, agility=1))
    bout.turn_of("ann")
    table = bout.do(("grapple", "brute"), rolls=["1 success", "nothing"])
    assert dice_of(table, 1) == {"mastery": 1, "ability": 2}


@pytest.mark.rule("ix.death.threshold", "ix.death.threshold-wording")
def test_12_wound_points_and_24_wounds_from_full_are_death() -> None:
    bout = Bout(hero("ann"), hero("bob"), elite("brute"))
    assert bout["ann"].wound_points == bout["ann"].wounds == 12
    suffer(bout, "ann", 23, rolls=[1])
    assert (bout["ann"].wounds, bout["ann"].status) == (-11, "")
    suffer(bout, "ann", 1)
    assert (bout["ann"].wounds, bout["ann"].status) == (-12, "dead")


@pytest.mark.rule("ix.damage.resistance-value")
@pytest.mark.parametrize(
    ("might", "armour", "resisted"), [(1, "", 1), (2, "", 1), (3, "", 2), (3, "mail", 4)]
)
def test_resistance_is_half_of_might_rounded_up_and_the_armour(
    might: int, armour: str, resisted: int
) -> None:
    worn: dict[str, Any] = {"armour": armour} if armour else {}
    bout = Bout(hero("ann", might=might, **worn), elite("brute"))
    assert resistance(bout.fight, bout["ann"]) == resisted


@pytest.mark.rule("ix.check.special-always-trigger")
def test_an_excellent_attack_with_a_calamity_goes_very_right_and_very_wrong() -> None:
    bout = Bout(hero("ann", might=4, skills={"light-melee": 4}), nemesis("brute"))
    bout.turn_of("ann")
    bout["brute"].guard = "guarded"
    table = bout.do(
        BLOW,
        spend("", "attack-critical"),
        rolls=["3 successes 1 breakthrough 1 calamity", 40],
        rulings=complications("", "calamity-gear"),
    )
    assert coded(table, "hit")
    assert rows_carried(bout, "brute") == ["critical-036-040"]
    assert coded(table, "gear-fails")[0].fields["fault"] == "out"


@pytest.mark.rule("ix.critical.first-cap", "ix.critical.mortal-rows-reach")
def test_a_first_injury_is_never_lethal_and_four_carried_ones_open_the_mortal_rows() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    injure(bout, "ann", 100, bonus=40, rulings={"ix.critical.gm-applies": ("left-arm",)})
    assert rows_carried(bout, "ann") == ["critical-096-100"]
    bout = Bout(hero("ann"), elite("brute"))
    for _ in range(4):
        injure(bout, "ann", 1)
    injure(bout, "ann", 61)
    assert rows_carried(bout, "ann")[-1] == "critical-101-110"


@pytest.mark.rule("ix.recovery.short-rest")
def test_after_a_won_fight_and_a_quarter_of_an_hour_both_recoveries_apply() -> None:
    bout = Bout(hero("ann", willpower=2, strain=5), elite("brute"))
    suffer(bout, "brute", 100)
    to_rest(bout)
    assert bout["ann"].strain == 3
    afterwards(bout, ("short-rest",))
    assert bout["ann"].strain == 1


@pytest.mark.rule("ix.grapple.size-up")
@pytest.mark.parametrize(("scale", "can"), [(2, True), (3, False)])
def test_scale_1_can_seize_scale_2_and_not_scale_3(scale: int, can: bool) -> None:
    bout = Bout(hero("ann"), elite("brute", scale=scale))
    bout.turn_of("ann")
    assert bout.offers("grapple", "brute") is can
