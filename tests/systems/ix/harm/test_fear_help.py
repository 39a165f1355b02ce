"""What helps against fear, who makes no check, and groups (area `fear`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    afflict,
    ally,
    citing,
    coded,
    dice_of,
    elite,
    hero,
    minions,
    nemesis,
)

CHECK = "ix.fear.difficulty"
PERIL = [("peril", "upgrade")]
FEARFUL = {"skills": {"light-melee": 2, "readiness": 3, "discipline": 1}, "willpower": 3}


def bout(*more: dict[str, Any], rating: int = 2, house: Any = None, **scene: Any) -> Bout:
    """Ann (Readiness 3, Discipline 1, Willpower 3) before a horror with a rating; not begun."""
    blocks = [hero("ann", **FEARFUL), *more, elite("horror", fear=rating, wound_points=90)]
    return Bout(*blocks, scene=scene or None, house=house, start=False)


def fears(table: IxTable) -> list[tuple[str, str]]:
    """Who rolled fear checks, with which dice."""
    return [(who, dice) for who, rule, dice in table.rolled if rule == CHECK]


# ---- what helps ----


@pytest.mark.rule("ix.fear.resist-effects")
def test_what_helps_to_resist_fear_adds_boon_dice_to_the_fear_check_alone() -> None:
    it = Bout(hero("ann", against_fear={"boon-dice": 2}), elite("horror", fear=2), start=False)
    table = it.begin(rolls=["1 success"])
    assert dice_of(table, 0) == {"ability": 2, "trial": 2, "boon": 2}
    assert table.cited("ix.fear.resist-effects")
    it.turn_of("ann")
    table = it.step(("skill-check",), ("with", "discipline"), rolls=["nothing"])
    assert "boon" not in dice_of(table)


@pytest.mark.rule("ix.fear.resist-effects")
@pytest.mark.parametrize(("fewer", "left"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_what_removes_bane_dice_removes_no_more_than_there_are(fewer: int, left: int) -> None:
    ann = hero("ann", against_fear={"fewer-bane-dice": fewer})
    it = Bout(ann, elite("horror", fear=2), elite("oaf"), start=False)
    afflict(it, "ann", "disoriented", turns=9)
    afflict(it, "ann", "frightened", turns=0, ends="fear", source="oaf")
    table = it.begin(rolls=["1 success"])
    assert dice_of(table, 0).get("bane", 0) == left


@pytest.mark.rule("ix.fear.resist-effects")
def test_a_downgrade_makes_a_crisis_die_a_trial_die() -> None:
    ann = hero("ann", against_fear={"downgrades": 1})
    it = Bout(ann, elite("horror", fear=3), start=False)
    table = it.begin(rolls=["1 success"], choices=PERIL)
    assert dice_of(table, 0)["trial"] == 3
    assert "crisis" not in dice_of(table, 0)
    plain = bout(rating=3)
    assert dice_of(plain.begin(rolls=["1 success"], choices=PERIL), 0)["crisis"] == 1


@pytest.mark.rule("ix.fear.resist-strain")
@pytest.mark.parametrize(("less", "strain"), [(0, 3), (1, 2), (3, 0), (5, 0)])
def test_what_lowers_the_strain_of_fear_lowers_that_of_a_failed_check(
    less: int, strain: int
) -> None:
    ann = hero("ann", against_fear={"less-strain": less})
    it = Bout(ann, elite("horror", fear=3), start=False)
    it.begin(rolls=["nothing"])
    assert it["ann"].strain == strain
    assert it["ann"].has("frightened")


# ---- who does not check, and groups ----


@pytest.mark.rule("ix.fear.immune")
@pytest.mark.parametrize(
    "fields", [{"make": "undead"}, {"make": "construct"}, {"fear_proof": True}]
)
def test_undead_constructs_and_the_fearless_take_no_notice(fields: dict[str, Any]) -> None:
    it = Bout(hero("ann", **fields), hero("bob"), elite("horror", fear=4), start=False)
    table = it.begin(rolls=["1 success"])
    assert [who for who, _ in fears(table)] == ["bob"]


@pytest.mark.rule("ix.fear.immune")
def test_the_living_do_take_notice() -> None:
    it = Bout(hero("ann", make="living"), elite("horror", fear=4), start=False)
    assert [who for who, _ in fears(it.begin(rolls=["1 success"]))] == ["ann"]


@pytest.mark.rule("ix.fear.groups-one-check")
def test_a_minion_group_rolls_once_for_all_its_members() -> None:
    it = Bout(hero("ann", fear=2), minions("gang", members=5, willpower=1), start=False)
    table = it.begin(rolls=["nothing"])
    assert fears(table) == [("gang", "1 ability vs 2 trial")]


@pytest.mark.rule("ix.fear.groups-one-check", "ix.fear.groups-demoralized")
def test_elites_of_one_group_roll_once_and_it_counts_for_all() -> None:
    guards = [elite("a", group="watch"), elite("b", group="watch"), elite("c", group="others")]
    it = Bout(hero("ann", fear=2), *guards, start=False)
    table = it.begin(rolls=["nothing", "1 success"])
    assert [who for who, _ in fears(table)] == ["a", "c"]
    assert [it[who].has("demoralized") for who in "abc"] == [True, True, False]


@pytest.mark.rule("ix.fear.nemesis", "ix.fear.groups-demoralized")
def test_nemeses_check_each_for_itself_and_become_frightened() -> None:
    it = Bout(hero("ann", fear=2), nemesis("x"), nemesis("y"), start=False)
    table = it.begin(rolls=["nothing", "1 success"])
    assert [who for who, _ in fears(table)] == ["x", "y"]
    assert [it[who].has("frightened") for who in "xy"] == [True, False]
    assert not it["x"].has("demoralized")


@pytest.mark.rule("ix.fear.groups-demoralized")
def test_a_group_that_fails_is_demoralized_and_not_frightened() -> None:
    it = Bout(hero("ann", fear=2), minions("gang"), start=False)
    table = it.begin(rolls=["nothing"])
    assert it["gang"].has("demoralized")
    assert not it["gang"].has("frightened")
    assert it["gang"].wounds == 12 - 2, "a minion group suffers Strain as Wounds"
    assert table.cited("ix.fear.groups-demoralized")


@pytest.mark.rule("ix.fear.groups-one-check")
def test_heroes_and_their_elite_allies_are_no_group_of_the_foes() -> None:
    it = bout(ally("page"))
    table = it.begin(rolls=["1 success", "1 success"])
    assert [who for who, _ in fears(table)] == ["ann", "page"]
    assert coded(table, "fear-checked") == citing(table, "ix.fear.success")
