"""What conditions do, how long they last and what ends them (area `condition`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    afflict,
    citing,
    dice_of,
    elite,
    hero,
)

MELEE = {"mastery": 2, "trial": 2}
"""Ann's long blade: Characteristic 2, 2 ranks, Average."""


def bout(apart: int = 0, house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """Ann and Bob against a brute that both can reach (or `apart` steps away)."""
    arms: dict[str, Any] = {
        "skills": {"light-melee": 2, "heavy-ranged": 2, "athletics": 2},
        "weapons": ["long-blade"] if not apart else ["hunting-bow"],
    }
    return Bout(
        hero("ann", **{**arms, **fields}),
        hero("bob"),
        elite("brute", wound_points=90, might=3, **arms),
        scene={"at": {"ann": 0, "bob": 0, "brute": apart}},
        house=house,
    )


def blow(it: Bout, who: str, target: str, weapon: str = "long-blade") -> dict[str, int]:
    it.turn_of(who)
    return dice_of(it.do(("attack", weapon, target), rolls=["nothing"]))


# ---- how conditions last ----


@pytest.mark.rule("ix.condition.no-stacking")
@pytest.mark.parametrize("times", [1, 2, 3])
def test_the_same_condition_again_is_no_stronger(times: int) -> None:
    it = bout()
    for source in ("brute", "bob", "")[:times]:
        afflict(it, "ann", "disoriented", source=source)
    assert blow(it, "ann", "brute") == {**MELEE, "bane": 1}


@pytest.mark.rule("ix.condition.no-stacking")
def test_prone_twice_is_prone_once_and_one_standing_up_ends_it() -> None:
    it = bout()
    for _ in range(2):
        afflict(it, "brute", "prone", turns=0, ends="stands")
    assert blow(it, "ann", "brute") == {**MELEE, "boon": 1}
    it.turn_of("brute")
    it.do(("stand",))
    assert not it["brute"].has("prone")


@pytest.mark.rule("ix.condition.no-stacking")
def test_different_conditions_both_count() -> None:
    it = bout()
    afflict(it, "ann", "disoriented")
    afflict(it, "ann", "prone", turns=0, ends="stands")
    assert blow(it, "ann", "brute") == {**MELEE, "bane": 2}


@pytest.mark.rule("ix.condition.default-duration")
def test_a_condition_without_a_duration_ends_with_the_next_turn_of_its_bearer() -> None:
    it = bout()
    table = afflict(it, "ann", "disoriented")
    assert table.cited("ix.condition.default-duration")
    for other in ("bob", "brute"):
        it.turn_of(other)
        it.end_turn()
    assert it["ann"].has("disoriented")
    it.turn_of("ann")
    assert it["ann"].has("disoriented"), "it holds through the whole turn"
    it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert it["ann"].has("disoriented")
    table = it.end_turn()
    assert not it["ann"].has("disoriented")
    assert [event.fields["who"] for event in citing(table, "ix.condition.default-duration")] == [
        "ann"
    ]


@pytest.mark.rule("ix.condition.default-duration")
def test_a_turn_that_is_over_this_round_does_not_count() -> None:
    it = bout()
    it.turn_of("ann")
    it.end_turn()
    afflict(it, "ann", "staggered")
    it.turn_of("brute")
    it.next_round()
    assert it["ann"].has("staggered")
    it.turn_of("ann")
    it.end_turn()
    assert not it["ann"].has("staggered")


@pytest.mark.rule("ix.condition.default-duration-own-turn")
def test_taken_in_ones_own_turn_it_lasts_through_the_following_one() -> None:
    it = bout()
    it.turn_of("ann")
    afflict(it, "ann", "disoriented")
    it.end_turn()
    assert it["ann"].has("disoriented")
    it.next_round()
    assert blow(it, "ann", "brute")["bane"] == 1
    it.end_turn()
    assert not it["ann"].has("disoriented")


@pytest.mark.rule("ix.condition.default-duration-own-turn")
def test_taken_in_the_turn_of_somebody_else_it_does_not() -> None:
    it = bout()
    it.turn_of("ann")
    afflict(it, "brute", "disoriented")
    it.end_turn()
    it.turn_of("brute")
    it.end_turn()
    assert not it["brute"].has("disoriented")


@pytest.mark.rule("ix.condition.extends")
@pytest.mark.parametrize(("turns", "last"), [((1, 1), 2), ((1, 2), 3), ((2, 1), 3), ((1, 1, 1), 3)])
def test_a_condition_again_lasts_longer_by_its_new_duration(
    turns: tuple[int, ...], last: int
) -> None:
    it = bout()
    for one in turns:
        table = afflict(it, "ann", "disoriented", turns=one)
    assert table.cited("ix.condition.extends")
    for number in range(1, last + 1):
        it.turn_of("ann")
        assert it["ann"].has("disoriented"), f"in turn {number}"
        it.end_turn()
        if number < last:
            assert it["ann"].has("disoriented"), f"after turn {number}"
            it.next_round()
    assert not it["ann"].has("disoriented")


@pytest.mark.rule("ix.condition.extends")
def test_one_that_has_run_out_is_not_lengthened_but_new() -> None:
    it = bout()
    afflict(it, "ann", "disoriented")
    it.turn_of("ann")
    it.end_turn()
    afflict(it, "ann", "disoriented")
    it.next_round()
    it.turn_of("ann")
    it.end_turn()
    assert not it["ann"].has("disoriented")


@pytest.mark.rule("ix.condition.extends")
def test_another_condition_is_not_lengthened() -> None:
    it = bout()
    afflict(it, "ann", "disoriented")
    table = afflict(it, "ann", "staggered")
    assert not table.cited("ix.condition.extends")
    it.turn_of("ann")
    it.end_turn()
    assert not it["ann"].conditions
