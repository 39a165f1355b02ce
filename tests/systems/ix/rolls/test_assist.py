"""Helpers of a check (area `assist`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, Watching, citing, coded, dice_of, elite, hero, make_check, watched

WITH = ("with", "athletics")
MEANINGFUL = "ix.assist.meaningful"


def scene(*ranks: int, roller: int = 2, **how: Any) -> Bout:
    """Ann (Might 2), Athletics `roller`; Bob, Cid and Dot with these ranks. No fight yet."""
    party = [hero("ann", skills={"athletics": roller} if roller else {})]
    for name, rank in zip(("bob", "cid", "dot"), ranks, strict=False):
        party.append(hero(name, skills={"athletics": rank} if rank else {}))
    return Bout(*party, elite("brute"), scene={"structured": False}, start=False, **how)


def helped(bout: Bout, by: str, **how: Any) -> Watching:
    return watched(
        bout, ("helped", "ann"), WITH, ("by", by), rolls=[how.pop("left", "nothing")], **how
    )


def positive(table: Watching) -> tuple[int, int, int]:
    """Mastery, Ability and Boon Dice."""
    dice = dice_of(table)
    return dice.get("mastery", 0), dice.get("ability", 0), dice.get("boon", 0)


@pytest.mark.rule("ix.assist.boon-die", "ix.assist.ability-die")
@pytest.mark.parametrize(
    ("roller", "helper", "dice"),
    [
        (2, 0, (2, 0, 1)),
        (2, 1, (2, 0, 1)),
        (2, 2, (2, 0, 1)),  # the same rank is not greater
        (2, 3, (2, 1, 0)),
        (2, 5, (2, 1, 0)),
        (0, 1, (0, 3, 0)),
        (0, 0, (0, 2, 1)),
    ],
)
def test_a_helper_adds_a_boon_die_or_with_a_greater_rank_an_ability_die(
    roller: int, helper: int, dice: tuple[int, int, int]
) -> None:
    table = helped(scene(helper, roller=roller), "bob")
    assert positive(table) == dice
    assert dice_of(table)["trial"] == 2
    expert = helper > roller
    assert bool(citing(table, "ix.assist.ability-die")) is expert


@pytest.mark.rule("ix.assist.ability-die")
def test_ranks_count_and_not_characteristics() -> None:
    bout = Bout(
        hero("ann", skills={"athletics": 1}),
        hero("bob", might=5, skills={"athletics": 1}),
        elite("brute"),
        scene={"structured": False},
        start=False,
    )
    assert positive(helped(bout, "bob")) == (1, 1, 1)


@pytest.mark.rule("ix.assist.not-upgraded")
def test_the_added_ability_die_is_not_upgraded_by_the_skill() -> None:
    # Might 2 and rank 2: both own dice are upgraded already, and the third stays as it is
    assert positive(helped(scene(3), "bob")) == (2, 1, 0)
    bout = scene(5, roller=4)
    assert positive(helped(bout, "bob")) == (2, 3, 0)


@pytest.mark.rule("ix.assist.not-upgraded", "ix.story.fortune-upgrade")
def test_a_later_upgrade_may_pick_it() -> None:
    table = watched(
        scene(3),
        ("helped", "ann"),
        WITH,
        ("by", "bob"),
        ("fortune", "upgrade"),
        rolls=["nothing"],
    )
    assert positive(table) == (3, 0, 0)


@pytest.mark.rule("ix.assist.second-expert", "ix.assist.limit")
@pytest.mark.parametrize(
    ("ranks", "dice"),
    [((3, 4), (2, 1, 1)), ((3, 1), (2, 1, 1)), ((1, 3), (2, 1, 1)), ((1, 1), (2, 0, 2))],
)
def test_of_two_helpers_one_adds_an_ability_die_at_most(
    ranks: tuple[int, int], dice: tuple[int, int, int]
) -> None:
    assert positive(helped(scene(*ranks), "bob cid")) == dice


@pytest.mark.rule("ix.assist.limit")
def test_a_third_helper_is_not_taken() -> None:
    bout = scene(1, 1, 1)
    with pytest.raises(AssertionError):
        helped(bout, "bob cid dot")
    _one, table = make_check(scene(3, 3, 3), "ann", "nothing", helpers=("bob", "cid", "dot"))
    assert positive(table) == (2, 1, 1)


@pytest.mark.rule("ix.assist.limit")
def test_two_dice_by_naming_helpers_and_aid_together() -> None:
    bout = Bout(
        hero("ann", skills={"athletics": 2}),
        *[hero(name, skills={"athletics": 3}) for name in ("bob", "cid", "dot")],
        elite("brute"),
    )
    for name in ("bob", "cid", "dot"):
        bout.turn_of(name)
        bout.do(("aid", "ann"), WITH)
        bout.end_turn()
    bout.turn_of("ann")
    table = watched(bout, ("skill-check",), WITH, rolls=["nothing"])
    assert positive(table) == (2, 1, 1)


# ---- meaningful ----


@pytest.mark.rule("ix.assist.meaningful")
def test_help_counts_by_itself() -> None:
    table = helped(scene(1), "bob")
    assert table.was_asked(MEANINGFUL)
    assert positive(table) == (2, 0, 1)


@pytest.mark.rule("ix.assist.meaningful")
def test_the_gm_may_say_that_it_does_not_help() -> None:
    table = helped(scene(1), "bob", rulings={MEANINGFUL: ("refused",)})
    assert positive(table) == (2, 0, 0)


@pytest.mark.rule("ix.assist.meaningful")
def test_somebody_incapacitated_helps_nobody() -> None:
    bout = scene(1, 1)
    bout["bob"].wounds = 0
    table = watched(bout, ("helped", "ann"), WITH, ("by", "cid"), rolls=["nothing"])
    (place,) = [option[1] for option in table.options_of("ix.assist.limit")]
    assert [word for word, _, _ in place.wares] == ["cid"]


# ---- aid as an Action ----


def fight(**how: Any) -> Bout:
    return Bout(
        hero("ann", skills={"athletics": 2}),
        hero("bob", skills={"athletics": 3}),
        hero("cid"),
        elite("brute", wound_points=40),
        **how,
    )


@pytest.mark.rule("ix.assist.ability-die", "ix.action.aid")
def test_aid_is_an_action_and_joins_the_allys_next_check_of_that_kind() -> None:
    bout = fight()
    bout.turn_of("bob")
    bout.do(("aid", "ann"), WITH)
    assert bout.fight.actions == 0
    assert "boon" not in dice_of(make_check(bout, "ann", "nothing", skill="stealth")[1])
    assert positive(make_check(bout, "ann", "nothing")[1]) == (2, 1, 0)
    assert positive(make_check(bout, "ann", "nothing")[1]) == (2, 0, 0)


@pytest.mark.rule("ix.assist.boon-die", "ix.action.aid")
def test_aid_with_no_greater_rank_is_a_boon_die() -> None:
    bout = fight()
    bout.turn_of("cid")
    bout.do(("aid", "ann"), WITH)
    assert positive(make_check(bout, "bob", "nothing")[1]) == (2, 1, 0)
    assert positive(make_check(bout, "ann", "nothing")[1]) == (2, 0, 1)


@pytest.mark.rule("ix.action.aid-window")
def test_aid_is_lost_at_the_start_of_the_helpers_next_turn() -> None:
    bout = fight()
    bout.turn_of("bob")
    bout.do(("aid", "ann"), WITH)
    bout.end_turn()
    bout.turn_of("brute")
    assert bout["ann"].effects
    bout.turn_of("bob")
    assert positive(make_check(bout, "ann", "nothing")[1]) == (2, 0, 0)


@pytest.mark.rule("ix.assist.meaningful")
def test_aid_that_does_not_count_gives_nothing() -> None:
    bout = fight()
    bout.turn_of("bob")
    table = bout.do(("aid", "ann"), WITH, rulings={MEANINGFUL: ("refused",)})
    assert coded(table, "help-refused")
    assert positive(make_check(bout, "ann", "nothing")[1]) == (2, 0, 0)


@pytest.mark.rule("ix.assist.ability-die", "ix.action.aid")
def test_foes_aid_one_another_alone() -> None:
    bout = Bout(
        hero("ann"), elite("brute", skills={"athletics": 3}), elite("ogre"), scene={"peril": 0}
    )
    bout.turn_of("brute")
    assert not bout.offers("aid", "ann")
    bout.do(("aid", "ogre"), WITH)
    assert positive(make_check(bout, "ann", "nothing")[1]) == (0, 2, 0)
    assert positive(make_check(bout, "ogre", "nothing")[1]) == (0, 3, 0)
