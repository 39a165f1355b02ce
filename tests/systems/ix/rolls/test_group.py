"""A task for several at once (area `group`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    GM_FORM,
    SPENDS,
    Bout,
    Watching,
    ally,
    citing,
    coded,
    complications,
    dice_of,
    elite,
    hero,
    spend,
    watched,
)

from affray.systems.ix.rolls import check, group

WITH = ("with", "athletics")
HOW = "ix.group.individual-rolls"
BODIES = ("together", "characteristics", "alone")


def party(*ratings: tuple[int, int], **how: Any) -> Bout:
    """Ann, Bob and Cid with (Might, Athletics) each; a brute looks on."""
    blocks = [
        hero(name, might=might, skills={"athletics": rank} if rank else {})
        for name, (might, rank) in zip(("ann", "bob", "cid", "dot"), ratings, strict=False)
    ]
    return Bout(*blocks, elite("brute"), scene={"structured": False}, start=False, **how)


def together(bout: Bout, left: str, *choices: Any, who: str = "ann", **how: Any) -> Watching:
    return watched(bout, ("group", who), WITH, *choices, rolls=[left], **how)


def outcome(table: Watching) -> Any:
    (event,) = coded(table, "group-checked")
    return event


@pytest.mark.rule("ix.group.performer")
@pytest.mark.parametrize(
    ("ratings", "performer"),
    [
        (((2, 1), (2, 4), (2, 0)), "bob"),
        (((2, 0), (3, 1), (3, 3)), "cid"),
        (((3, 3), (2, 1), (2, 1)), "ann"),
    ],
)
@pytest.mark.parametrize("asks", ["ann", "bob"])
def test_the_best_placed_rolls_once_for_all(
    ratings: tuple[tuple[int, int], ...], performer: str, asks: str
) -> None:
    table = together(party(*ratings), "nothing", who=asks)
    assert [who for who, _, _ in table.rolled] == [performer]
    assert outcome(table).fields["who"] == performer


@pytest.mark.rule("ix.group.bane-dice")
@pytest.mark.parametrize(
    ("ranks", "bane"),
    [
        ((4, 2, 1), 3),
        ((4, 4, 4), 0),
        ((3, 0, 2), 3),
        ((2, 2, 1), 1),
        ((5, 0, 0), 5),
        ((0, 0, 0), 0),
    ],
)
def test_bane_dice_for_how_far_the_weakest_is_behind(ranks: tuple[int, ...], bane: int) -> None:
    table = together(party(*((2, rank) for rank in ranks)), "nothing")
    assert dice_of(table).get("bane", 0) == bane
    assert outcome(table).fields["bane_dice"] == bane
    assert bool(citing(table, "ix.group.bane-dice")) is True


@pytest.mark.rule("ix.group.bane-dice")
def test_a_performer_of_lower_rank_never_gets_fewer_than_none() -> None:
    bout = party((5, 1), (1, 2), (1, 3))
    table = Watching(bout.fight, rolls=["nothing"])
    group.check(bout.fight, table, ["ann", "bob", "cid"], "athletics", "might", 2, who="ann")
    check.close(bout.fight)
    assert dice_of(table) == {"mastery": 1, "ability": 4, "trial": 2}


@pytest.mark.rule("ix.group.bane-dice")
def test_only_those_whom_the_task_needs_are_compared() -> None:
    bout = party((2, 3), (2, 2), (2, 0))
    table = Watching(bout.fight, rolls=["nothing"])
    group.check(bout.fight, table, ["ann", "bob"], "athletics", "might", 2)
    check.close(bout.fight)
    assert dice_of(table)["bane"] == 1
    assert outcome(table).fields["members"] == ["ann", "bob"]


@pytest.mark.rule("ix.group.characteristic")
def test_by_itself_skill_ranks_are_compared() -> None:
    table = together(party((5, 2), (2, 2), (1, 2)), "nothing")
    assert table.was_asked(HOW) or table.was_asked("ix.group.characteristic")
    assert "bane" not in dice_of(table)


@pytest.mark.rule("ix.group.characteristic")
def test_the_gm_may_compare_characteristics_instead() -> None:
    table = together(party((5, 2), (2, 2), (1, 2)), "nothing", rulings={HOW: BODIES})
    assert [who for who, _, _ in table.rolled] == ["ann"]
    assert dice_of(table)["bane"] == 4
    table = together(party((2, 4), (2, 0), (2, 1)), "nothing", rulings={HOW: BODIES})
    assert "bane" not in dice_of(table)


@pytest.mark.rule("ix.group.shared-outcome")
def test_success_is_everybodys() -> None:
    table = together(party((3, 3), (3, 3), (3, 2)), "1 success")
    assert outcome(table).fields["succeeded"] == ["ann", "bob", "cid"]
    assert "ix.group.shared-outcome" in outcome(table).rules


@pytest.mark.rule("ix.group.shared-outcome")
def test_failure_is_everybodys() -> None:
    assert outcome(together(party((3, 3), (3, 3), (3, 2)), "nothing")).fields["succeeded"] == []


@pytest.mark.rule("ix.group.performer", "ix.group.shared-outcome")
def test_the_performer_spends_what_the_one_roll_brings() -> None:
    bout = party((3, 3), (3, 2), (3, 2))
    bout["ann"].strain = 2
    table = together(bout, "1 success 1 boon", spend("recover-strain"))
    assert [who for rule, who, _ in table.asked if rule == SPENDS] == ["ann"]
    assert bout["ann"].strain == 1
    table = together(bout, "1 bane", rulings=complications("tire"))
    assert [rule for rule, _, _ in table.asked].count(GM_FORM) == 1
    assert (bout["ann"].strain, bout["bob"].strain) == (2, 0)


@pytest.mark.rule("ix.group.individual-rolls")
def test_by_itself_there_is_one_roll() -> None:
    table = together(party((2, 1), (2, 1), (2, 1)), "nothing")
    assert len(table.rolled) == 1


@pytest.mark.rule("ix.group.individual-rolls")
def test_the_gm_may_have_each_roll_alone() -> None:
    bout = party((2, 1), (3, 3), (2, 0))
    table = watched(
        bout,
        ("group", "ann"),
        WITH,
        rolls=["nothing", "1 success", "2 successes"],
        rulings={HOW: ("each",)},
    )
    assert [(who, dice) for who, _, dice in table.rolled] == [
        ("ann", "1 mastery 1 ability vs 2 trial"),
        ("bob", "3 mastery vs 2 trial"),
        ("cid", "2 ability vs 2 trial"),
    ]
    assert outcome(table).fields["succeeded"] == ["bob", "cid"]
    assert citing(table, HOW)


@pytest.mark.rule("ix.group.helpers")
def test_those_not_needed_add_no_dice() -> None:
    bout = party((2, 2), (2, 1), (2, 5))
    table = Watching(bout.fight, rolls=["nothing"])
    group.check(bout.fight, table, ["ann", "bob"], "athletics", "might", 2)
    check.close(bout.fight)
    assert dice_of(table) == {"mastery": 2, "trial": 2, "bane": 1}


@pytest.mark.rule("ix.group.helpers")
def test_the_gm_may_call_an_assisted_check_instead() -> None:
    bout = party((2, 2), (2, 1), (2, 5))
    with_help = ("together", "ranks", "assisted")
    table = Watching(bout.fight, rolls=["nothing"], rulings={HOW: with_help})
    group.check(bout.fight, table, ["ann", "bob"], "athletics", "might", 2)
    check.close(bout.fight)
    assert dice_of(table) == {"mastery": 2, "ability": 1, "trial": 2, "bane": 1}
    assert outcome(table).fields["members"] == ["ann", "bob"]


@pytest.mark.rule("ix.group.performer")
def test_somebody_fallen_is_neither_needed_nor_performer() -> None:
    bout = party((2, 0), (2, 5), (2, 3))
    bout["bob"].wounds = 0
    table = together(bout, "nothing")
    assert [who for who, _, _ in table.rolled] == ["cid"]
    assert outcome(table).fields["members"] == ["ann", "cid"]
    assert dice_of(table)["bane"] == 3


@pytest.mark.rule("ix.group.performer")
def test_foes_are_not_of_the_group() -> None:
    bout = Bout(
        hero("ann", skills={"athletics": 1}),
        hero("bob"),
        ally("guard", skills={"athletics": 1}),
        elite("brute", skills={"athletics": 5}),
        scene={"structured": False},
        start=False,
    )
    table = together(bout, "nothing")
    assert table.rolled[0][0] in {"ann", "guard"}
    assert "brute" not in outcome(table).fields["members"]
