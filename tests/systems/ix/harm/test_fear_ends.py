"""What Frightened and Demoralized do, and how they end (area `fear`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    afflict,
    dice_of,
    elite,
    gm,
    hero,
    make_check,
)

BLOW = ("attack", "long-blade", "horror")


def frightened(at: int = 0, *, turns: int = 0, **scene: Any) -> Bout:
    """Ann is Frightened of a horror; an oaf and Bob stand by."""
    it = Bout(
        hero("ann", skills={"light-melee": 2}),
        hero("bob", skills={"charm": 2, "leadership": 1}, presence=3),
        elite("horror", fear=2, wound_points=90),
        elite("oaf", wound_points=90),
        scene={"at": {"ann": 0, "bob": 0, "horror": at, "oaf": 0}, **scene},
        rolls=["nothing", "1 success"],
    )
    if turns:
        gm(it, "untag", "ann", "frightened")
        afflict(it, "ann", "frightened", turns=turns, source="horror")
    assert it["ann"].has("frightened")
    assert not it["bob"].has("frightened")
    return it


# ---- Frightened ----


@pytest.mark.rule("ix.fear.frightened", "ix.fear.frightened-single-die")
def test_a_check_against_the_source_takes_one_bane_die() -> None:
    it = frightened()
    it.turn_of("ann")
    table = it.do(BLOW, rolls=["nothing"])
    assert dice_of(table)["bane"] == 1
    assert table.cited("ix.fear.frightened")


@pytest.mark.rule("ix.fear.frightened")
def test_so_does_every_other_check_while_the_source_is_there() -> None:
    it = frightened(2)
    it.turn_of("ann")
    assert dice_of(it.do(("attack", "long-blade", "oaf"), rolls=["nothing"]))["bane"] == 1
    _, table = make_check(it, "ann", "nothing", skill="lore")
    assert dice_of(table)["bane"] == 1


@pytest.mark.rule("ix.fear.frightened")
def test_the_fear_of_one_is_not_the_fear_of_another() -> None:
    it = frightened()
    _, table = make_check(it, "bob", "nothing", skill="lore")
    assert "bane" not in dice_of(table)
    it.turn_of("horror")
    assert "bane" not in dice_of(it.do(("attack", "long-blade", "ann"), rolls=["nothing"]))


@pytest.mark.rule("ix.fear.frightened-single-die")
def test_two_terrors_are_one_die_each_check() -> None:
    it = frightened()
    afflict(it, "ann", "frightened", turns=0, ends="fear", source="oaf")
    it.turn_of("ann")
    assert dice_of(it.do(BLOW, rolls=["nothing"]))["bane"] == 1


@pytest.mark.rule("ix.fear.frightened-movement")
@pytest.mark.parametrize("at", [1, 2, 4])
def test_the_frightened_do_not_come_closer_and_may_fight_stay_and_go(at: int) -> None:
    it = frightened(at)
    it.turn_of("ann")
    assert not it.offers("move", "toward", "horror")
    assert not it.offers("move-far", "toward", "horror")
    assert it.offers("move", "away", "horror") or it.offers("move-far", "away", "horror")
    assert it.offers("attack", "long-blade", "oaf")
    assert it.offers("end")
    assert it.offers("defensive-guard")


@pytest.mark.rule("ix.fear.frightened-movement")
def test_the_frightened_may_strike_at_the_source() -> None:
    it = frightened()
    it.turn_of("ann")
    assert it.offers(*BLOW)


@pytest.mark.rule("ix.fear.frightened-movement")
def test_nor_do_they_come_closer_on_a_way_to_somebody_else() -> None:
    it = frightened(4)
    gm(it, "set", "oaf", "at", 2)
    it.turn_of("ann")
    assert not it.offers("move", "toward", "oaf")
    it.end_turn()
    it.turn_of("bob")
    assert it.offers("move", "toward", "oaf")


# ---- how it ends ----


@pytest.mark.rule("ix.fear.ends")
@pytest.mark.parametrize("how", ["wounds", "out", "dead", "surrendered", "remove"])
def test_it_ends_with_the_defeat_of_the_source(how: str) -> None:
    it = frightened()
    if how == "wounds":
        gm(it, "set", "horror", "wounds", 0)
    elif how == "remove":
        gm(it, "remove", "horror")
    else:
        gm(it, "tag", "horror", how)
    assert not it["ann"].has("frightened")


@pytest.mark.rule("ix.fear.ends")
def test_a_source_that_has_fled_is_feared_for_a_full_round_more() -> None:
    it = frightened()
    it.turn_of("ann")
    gm(it, "tag", "horror", "fled")
    it.next_round()
    assert it["ann"].has("frightened")
    _, table = make_check(it, "ann", "nothing", skill="lore")
    assert "bane" not in dice_of(table), "it is not there"
    it.next_round()
    assert not it["ann"].has("frightened")


@pytest.mark.rule("ix.fear.ends")
def test_the_fall_of_somebody_else_does_not_end_it() -> None:
    it = frightened()
    gm(it, "set", "oaf", "wounds", 0)
    assert it["ann"].has("frightened")


@pytest.mark.rule("ix.fear.ends")
def test_it_ends_when_the_source_is_felled_by_a_blow() -> None:
    it = frightened()
    gm(it, "set", "horror", "wounds", 1)
    it.turn_of("ann")
    table = it.do(BLOW, rolls=["1 success"])
    assert not it["ann"].has("frightened")
    assert table.cited("ix.fear.ends")


@pytest.mark.rule("ix.fear.ends")
def test_it_ends_after_a_full_round_without_the_source_in_sight() -> None:
    it = frightened()
    it.turn_of("ann")
    gm(it, "hide", "horror")
    it.next_round()
    assert it["ann"].has("frightened"), "the round in which it went was not a full one"
    table = it.next_round()
    assert not it["ann"].has("frightened")
    assert table.cited("ix.fear.ends")


@pytest.mark.rule("ix.fear.ends")
def test_a_source_that_shows_itself_again_begins_the_round_anew() -> None:
    it = frightened()
    it.turn_of("ann")
    gm(it, "hide", "horror")
    it.next_round()
    gm(it, "show", "horror")
    it.next_round()
    gm(it, "hide", "horror")
    it.next_round()
    assert it["ann"].has("frightened")
    it.next_round()
    assert not it["ann"].has("frightened")


@pytest.mark.rule("ix.fear.ends")
def test_it_ends_with_the_encounter() -> None:
    it = frightened()
    gm(it, "set", "oaf", "wounds", 0)
    it.turn_of("ann")
    gm(it, "tag", "ann", "staggered")
    it.fight["horror"].wounds = 1
    it.fight.actions = 1
    gm(it, "untag", "ann", "staggered")
    it.do(BLOW, rolls=["1 success"])
    assert it.fight.result is not None
    assert not it["ann"].has("frightened")


@pytest.mark.rule("ix.fear.ends")
def test_a_spell_against_fear_ends_it() -> None:
    it = Bout(
        hero("ann"),
        hero("bob", spells=["cleanse"], skills={"divinity": 3}, willpower=3),
        elite("horror", fear=2),
        scene={"at": {"ann": 0, "bob": 0, "horror": 3}},
        rolls=["nothing", "1 success"],
    )
    it.turn_of("bob")
    it.do(("cast", "cleanse", "ann"), rolls=["1 success"])
    assert not it["ann"].has("frightened")


@pytest.mark.rule("ix.fear.own-duration")
def test_an_effect_with_its_own_duration_keeps_to_it() -> None:
    it = frightened(turns=1)
    it.turn_of("ann")
    assert it["ann"].has("frightened")
    it.end_turn()
    assert not it["ann"].has("frightened")


@pytest.mark.rule("ix.fear.own-duration")
def test_without_one_it_outlasts_the_turns() -> None:
    it = frightened()
    for _ in range(2):
        it.turn_of("ann")
        it.end_turn()
        it.next_round()
    assert it["ann"].has("frightened")


# ---- steadied by an ally ----


@pytest.mark.rule("ix.fear.ends-steadied")
@pytest.mark.parametrize(
    ("skill", "dice"),
    [
        ("charm", "2 mastery 1 ability"),
        ("leadership", "1 mastery 2 ability"),
        ("negotiation", "3 ability"),
    ],
)
@pytest.mark.parametrize(("outcome", "ended"), [("1 success", True), ("nothing", False)])
def test_an_ally_steadies_with_an_action_and_an_average_check(
    skill: str, dice: str, outcome: str, ended: bool
) -> None:
    it = frightened()
    it.turn_of("bob")
    table = it.do(("steady", "ann", skill), rolls=[outcome])
    assert table.rolled == [("bob", "ix.fear.ends-steadied", f"{dice} vs 2 trial")]
    assert it["ann"].has("frightened") != ended
    assert it.fight.actions == 0


@pytest.mark.rule("ix.fear.ends-steadied")
def test_nobody_steadies_with_another_skill_or_the_fearless_or_oneself() -> None:
    it = frightened()
    it.turn_of("bob")
    assert not it.offers("steady", "ann", "discipline")
    assert not it.offers("steady", "bob")
    it.end_turn()
    it.turn_of("ann")
    assert not it.offers("steady")


@pytest.mark.rule("ix.fear.ends-steadied")
def test_foes_do_not_steady_heroes() -> None:
    it = frightened()
    it.turn_of("oaf")
    assert not it.offers("steady")
