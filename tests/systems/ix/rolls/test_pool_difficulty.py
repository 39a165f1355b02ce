"""Difficulty, and the order of building a pool (area `pool`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from ix_kit import Bout, coded, dice_of, elite, hero, make_check

from affray.systems.ix.rolls.pool import Build

RULE = "ix.pool.situational-dice"


def scene(**ann: Any) -> Bout:
    """Ann (Might 3, Athletics 2) and Bob outside structured play; a brute looks on."""
    fields: dict[str, Any] = {"might": 3, "skills": {"athletics": 2}, **ann}
    return Bout(
        hero("ann", **fields),
        hero("bob", skills={"athletics": 4}),
        elite("brute"),
        scene={"structured": False},
        start=False,
    )


def dice_for(bout: Bout, give: Callable[[Build], None] | None = None, **how: Any) -> dict[str, int]:
    """The dice that Ann rolls for a check."""

    def dice(build: Build) -> bool:
        if give is not None:
            give(build)
        return True

    _, table = make_check(bout, "ann", how.pop("left", "nothing"), dice=dice, **how)
    return dice_of(table)


def sources(table: Any) -> list[tuple[str, str, int, str]]:
    """Where the dice of the roll came from: rule, die, how many, what they replace."""
    (event,) = coded(table, "checked")
    listed = event.fields.get("dice") or event.secret["dice"]
    return [(rule, die, dice, gone) for _, rule, die, dice, gone, _ in listed]


# ---- difficulty ----


@pytest.mark.rule("ix.pool.difficulty-dice", "ix.pool.difficulty-ladder")
@pytest.mark.parametrize(
    ("name", "trial"),
    [("simple", 0), ("easy", 1), ("average", 2), ("hard", 3), ("severe", 4), ("extreme", 5)],
)
def test_a_named_difficulty_is_a_number_of_trial_dice(name: str, trial: int) -> None:
    table = scene().step(
        ("check", "ann"),
        ("with", "athletics"),
        rolls=["nothing"],
        rulings={"ix.pool.identify": ("pair", "might", name)},
    )
    assert dice_of(table).get("trial", 0) == trial
    if trial:
        assert ("ix.pool.difficulty-dice", "trial", trial, "") in sources(table)


@pytest.mark.rule("ix.pool.difficulty-step")
@pytest.mark.parametrize(
    ("difficulty", "steps", "trial"), [(2, 1, 3), (2, 2, 4), (0, 1, 1), (2, -1, 1), (1, -1, 0)]
)
def test_a_step_is_one_trial_die_more_or_less(difficulty: int, steps: int, trial: int) -> None:
    found = dice_for(scene(), lambda b: b.steps(steps, 1, "slope", RULE), difficulty=difficulty)
    assert found.get("trial", 0) == trial
    assert not found.get("bane")


@pytest.mark.rule("ix.pool.difficulty-step")
@pytest.mark.parametrize(("difficulty", "steps"), [(0, -1), (1, -2), (2, -3)])
def test_a_check_never_gets_easier_than_no_trial_dice(difficulty: int, steps: int) -> None:
    found = dice_for(scene(), lambda b: b.steps(steps, 1, "stairs", RULE), difficulty=difficulty)
    assert found == {"mastery": 2, "ability": 1}


# ---- the order of building ----


@pytest.mark.rule("ix.pool.build-order", "ix.assist.not-upgraded")
def test_skill_upgrades_come_before_added_ability_dice() -> None:
    found = dice_for(
        scene(might=2, skills={"athletics": 2}), lambda build: build.give("ability", 1, "x", RULE)
    )
    assert found == {"mastery": 2, "ability": 1, "trial": 2}


@pytest.mark.rule("ix.pool.build-order")
def test_upgrades_come_after_every_die_has_been_added_whoever_names_them_first() -> None:
    def dice(build: Build) -> None:
        build.upgrade(1, "luck", RULE)
        build.upgrade_trial(1, "risk", RULE)
        build.downgrade(1, "calm", RULE)
        build.upgrade_trial(1, "risk", RULE)
        build.give("ability", 1, "help", RULE)
        build.difficulty(2, "later", RULE)

    found = dice_for(scene(might=2, skills={"athletics": 2}), dice, difficulty=0)
    assert found.get("mastery", 0) == 3
    assert (found.get("crisis", 0), found.get("trial", 0)) == (1, 1)


@pytest.mark.rule("ix.pool.build-order")
def test_steps_of_difficulty_come_before_upgrades_of_trial_dice() -> None:
    def dice(build: Build) -> None:
        build.upgrade_trial(2, "risk", RULE)
        build.steps(1, 1, "slope", RULE)

    found = dice_for(scene(), dice, difficulty=1)
    assert (found.get("crisis", 0), found.get("trial", 0)) == (2, 0)
