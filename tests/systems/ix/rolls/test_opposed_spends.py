"""A fixed result, and what both rolls bring besides (area `opposed`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    GM_FORM,
    SPENDS,
    Bout,
    Watching,
    citing,
    coded,
    complications,
    elite,
    hero,
    nemesis,
    spend,
    watched,
)

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


# ---- against a result on the table ----


@pytest.mark.rule("ix.opposed.fixed-result")
@pytest.mark.parametrize(
    ("left", "result", "started", "won"),
    [
        ("2 successes", 1, True, True),
        ("1 success", 1, True, False),
        ("1 success", 1, False, True),
        ("nothing", 1, False, False),
        ("1 success", 2, False, False),
        ("2 successes", 2, False, True),
        ("nothing", 0, True, False),
        ("nothing", 0, False, True),
    ],
)
def test_a_roll_against_a_fixed_result(left: str, result: int, started: bool, won: bool) -> None:
    bout = scene()
    table = Watching(bout.fight, rolls=[left])
    one = Check(OPPOSED, "ann", skill="athletics")
    found = opposed.against_result(
        bout.fight, table, one, result, started=started, because="ix.opposed.fixed-result"
    )
    assert found is won
    assert table.rolled == [("ann", "ix.opposed.fixed-result", "2 mastery 1 ability")]


# ---- what else the rolls bring ----


@pytest.mark.rule("ix.opposed.both-spend")
def test_each_roller_spends_its_own_boons() -> None:
    bout = scene()
    bout["ann"].strain = bout["ogre"].strain = 5
    _, table = contest(
        bout,
        "1 success 1 boon",
        "2 boons",
        choices=[spend("recover-strain"), spend("recover-strain recover-strain")],
    )
    assert [who for rule, who, _ in table.asked if rule == SPENDS] == ["ann", "ogre"]
    assert (bout["ann"].strain, bout["ogre"].strain) == (4, 3)


@pytest.mark.rule("ix.opposed.both-spend")
def test_the_banes_of_each_roll_come_to_its_roller() -> None:
    bout = scene()

    def dice(build: Build) -> bool:
        build.give("bane", 2, "mud", "ix.pool.situational-dice")
        return True

    won, table = contest(
        bout,
        "1 success 1 bane",
        "1 bane",
        dice=dice,
        dice_against=dice,
        rulings=complications("tire"),
    )
    assert won
    assert [rule for rule, _, _ in table.asked].count(GM_FORM) == 2
    assert (bout["ann"].strain, bout["ogre"].strain) == (1, 1)


@pytest.mark.rule("ix.opposed.both-spend")
def test_a_rule_with_a_result_of_its_own_has_the_spends_come_after_it() -> None:
    bout = scene()
    table = Watching(bout.fight, rolls=["1 success 1 boon", "1 boon"])
    found = opposed.contest(
        bout.fight,
        table,
        Check(OPPOSED, "ann", skill="athletics", target="ogre"),
        Check(OPPOSED, "ogre", skill="athletics", target="ann"),
        because="ix.opposed.higher-wins",
        spends=False,
    )
    assert not table.was_asked(SPENDS)
    assert not citing(table, "ix.opposed.both-spend")
    opposed.settle(bout.fight, table, found)
    check.close(bout.fight)
    assert [who for rule, who, _ in table.asked if rule == SPENDS] == ["ann", "ogre"]


@pytest.mark.rule("ix.opposed.both-spend", "ix.check.special-always-trigger")
def test_the_loser_keeps_its_breakthrough() -> None:
    bout = scene()
    bout.fight.fortune = 0
    won, table = contest(
        bout, "2 successes", "1 success 1 breakthrough", choices=[spend("", "scene-change")]
    )
    assert won
    assert coded(table, "scene-change")[0].fields["who"] == "ogre"


@pytest.mark.rule("ix.opposed.higher-wins", "ix.opposed.ties", "ix.opposed.no-difficulty-dice")
def test_the_pickpocket_and_the_mark() -> None:
    """The chapter's example: Subterfuge against Perception, and no difficulty dice."""
    bout = scene()
    table = watched(
        bout,
        ("oppose", "ann", "ogre"),
        ("with", "subterfuge"),
        rolls=["2 successes", "2 successes"],
        rulings={WHEN: ("opposed", "perception")},
    )
    assert [dice for _, _, dice in table.rolled] == ["2 mastery", "3 mastery"]
    assert coded(table, "contested")[0].fields["winner"] == "ogre"
