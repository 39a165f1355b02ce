"""When a Critical Injury is rolled without being bought (area `critical`, its triggers)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    coded,
    elite,
    hero,
    injure,
    minions,
    nemesis,
    rows_carried,
    suffer,
    tire,
)

STRONG: dict[str, Any] = {"might": 4, "agility": 4, "skills": {"light-melee": 4}}
BLADE = ("attack", "long-blade")


def striker(*others: Any, house: Any = None, **fields: Any) -> Bout:
    """It is Ann's turn; the Nemesis has 10 Wounds and Resistance 1.

    Her long blade has damage 6 and Crit 3: 1 Success costs 5 Wounds.
    """
    bout = Bout(
        hero("ann", **STRONG),
        *(others or (nemesis("boss", **fields),)),
        house=house,
    )
    bout.turn_of("ann")
    return bout


def injuries(table: IxTable) -> list[Any]:
    return coded(table, "injured")


# ---- reaching 0 Wounds ----


@pytest.mark.rule("ix.critical.trigger-zero")
@pytest.mark.parametrize(("wounds", "rolls"), [(6, []), (5, [46]), (3, [46])])
def test_reaching_zero_wounds_brings_one_roll(wounds: int, rolls: list[int]) -> None:
    bout = striker(wounds=wounds)
    table = bout.do((*BLADE, "boss"), rolls=["1 success", *rolls])
    assert bout["boss"].wounds == wounds - 5
    assert len(bout["boss"].injuries) == len(rolls)
    assert table.cited("ix.critical.trigger-zero") is bool(rolls)
    assert len(injuries(table)) == len(rolls)


@pytest.mark.rule("ix.critical.trigger-zero")
def test_the_roll_comes_whatever_took_the_last_wounds() -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("boss"))
    table = suffer(bout, "ann", 12, rolls=[46])
    assert table.rolled == [("ann", "ix.critical.roll", "1d100")]
    assert rows_carried(bout, "ann") == ["critical-046-050"]


@pytest.mark.rule("ix.critical.trigger-zero-once")
def test_further_losses_at_or_below_zero_bring_no_further_roll() -> None:
    bout = Bout(hero("ann", wounds=2), hero("bob"), nemesis("boss"))
    suffer(bout, "ann", 2, rolls=[46])
    assert bout["ann"].wounds == 0
    suffer(bout, "ann", 1)
    suffer(bout, "ann", 2)
    assert (bout["ann"].wounds, len(bout["ann"].injuries)) == (-3, 1)


@pytest.mark.rule("ix.critical.trigger-zero-once")
def test_a_loss_through_the_death_threshold_brings_no_roll() -> None:
    bout = Bout(hero("ann", wounds=2), hero("bob"), nemesis("boss"))
    table = suffer(bout, "ann", 14)
    assert bout["ann"].status == "dead"
    assert table.rolled == []


@pytest.mark.rule("ix.critical.trigger-zero-once")
def test_one_wound_short_of_the_threshold_there_is_a_roll() -> None:
    bout = Bout(hero("ann", wounds=2), hero("bob"), nemesis("boss"))
    suffer(bout, "ann", 13, rolls=[46])
    assert (bout["ann"].wounds, bout["ann"].status) == (-11, "")
    assert len(bout["ann"].injuries) == 1


# ---- harming the incapacitated ----


@pytest.mark.rule("ix.critical.trigger-harm-incapacitated")
def test_an_attack_that_harms_an_incapacitated_target_injures_it_for_nothing() -> None:
    bout = striker(nemesis("boss", wounds=-1), elite("brute"))
    table = bout.do((*BLADE, "boss"), rolls=["1 success", 46])
    assert rows_carried(bout, "boss") == ["critical-046-050"]
    assert table.cited("ix.critical.trigger-harm-incapacitated")
    assert not table.cited("ix.critical.trigger-zero")


@pytest.mark.rule("ix.critical.trigger-harm-incapacitated")
@pytest.mark.parametrize(("resistance", "hurt"), [(5, True), (6, False), (9, False)])
def test_at_least_1_wound_must_get_through(resistance: int, hurt: bool) -> None:
    foe = nemesis("boss", wounds=-1, resistance=resistance)
    bout = striker(foe, elite("brute"))
    bout.do((*BLADE, "boss"), rolls=["1 success", *([46] if hurt else [])])
    assert len(bout["boss"].injuries) == hurt


@pytest.mark.rule("ix.critical.trigger-harm-incapacitated")
def test_a_miss_on_an_incapacitated_target_does_nothing() -> None:
    bout = striker(nemesis("boss", wounds=-1), elite("brute"))
    bout.do((*BLADE, "boss"), rolls=["nothing"])
    assert bout["boss"].injuries == ()


@pytest.mark.rule("ix.critical.trigger-harm-incapacitated")
def test_1_strain_of_an_attack_is_enough() -> None:
    bout = Bout(hero("ann", wounds=-1), hero("bob"), nemesis("boss"))
    table = tire(bout, "ann", 1, attack=True, by="boss", rolls=[46])
    assert table.cited("ix.critical.trigger-harm-incapacitated")
    assert len(bout["ann"].injuries) == 1


@pytest.mark.rule("ix.critical.harm-means-already")
def test_the_attack_that_fells_does_not_count_as_harm_to_the_fallen() -> None:
    bout = striker(wounds=3)
    table = bout.do((*BLADE, "boss"), rolls=["1 success", 46])
    assert len(bout["boss"].injuries) == 1
    assert not table.cited("ix.critical.trigger-harm-incapacitated")


@pytest.mark.rule("ix.critical.harm-means-already")
def test_strain_of_an_attack_that_overcomes_does_not_count_either() -> None:
    bout = Bout(hero("ann", strain=11), hero("bob"), nemesis("boss"))
    tire(bout, "ann", 3, attack=True, by="boss")
    assert bout["ann"].is_down
    assert bout["ann"].injuries == ()


@pytest.mark.rule("ix.critical.harm-both-kinds")
def test_harm_to_those_overcome_by_strain_injures_them_too() -> None:
    bout = striker(nemesis("boss", strain=10), elite("brute"))
    table = bout.do((*BLADE, "boss"), rolls=["1 success", 46])
    assert bout["boss"].wounds == 5
    assert rows_carried(bout, "boss") == ["critical-046-050"]
    assert table.cited("ix.critical.harm-both-kinds")


@pytest.mark.rule("ix.critical.harm-both-kinds")
def test_under_the_house_rule_only_those_down_by_wounds_are_injured() -> None:
    house = {"strain-incapacitated-critical": "no"}
    bout = striker(nemesis("boss", strain=10), elite("brute"), house=house)
    bout.do((*BLADE, "boss"), rolls=["1 success"])
    assert bout["boss"].injuries == ()
    bout = striker(nemesis("boss", wounds=-1), elite("brute"), house=house)
    bout.do((*BLADE, "boss"), rolls=["1 success", 46])
    assert len(bout["boss"].injuries) == 1


@pytest.mark.rule("ix.critical.harm-attacks-only")
def test_bleeding_and_other_losses_never_injure_the_incapacitated() -> None:
    bout = Bout(hero("ann", wounds=-1), hero("bob"), nemesis("boss"))
    bout.next_round()
    suffer(bout, "ann", 2, by="boss")
    tire(bout, "ann", 2, by="boss")
    assert bout["ann"].wounds == -4
    assert bout["ann"].injuries == ()


# ---- minion groups ----


def test_an_injury_to_a_minion_group_is_not_rolled() -> None:
    bout = Bout(hero("ann"), minions("rats", 3))
    table = injure(bout, "rats")
    assert table.rolled == []
    assert bout["rats"].wounds == 8
