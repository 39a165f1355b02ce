"""Immobilized, Restrained, Grabbed and Demoralized (area `condition`, what binds somebody)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, afflict, citing, dice_of, elite, gm, hero, make_check, minions

from affray.systems.ix.fight import range as bands

MOVING = ("move", "move-far", "engage")


def bout(
    *, at: int = 0, house: dict[str, Any] | None = None, brute: dict[str, Any] | None = None
) -> Bout:
    """Ann and Bob, and a brute that both reach or that stands some steps off."""
    return Bout(
        hero("ann", skills={"light-melee": 2, "athletics": 1}),
        hero("bob"),
        elite("brute", wound_points=90, **(brute or {})),
        scene={"at": {"ann": 0, "bob": 0, "brute": at}},
        house=house,
    )


def bound(condition: str, source: str = "brute", **how: Any) -> Bout:
    it = bout(**how)
    ends = {"restrained": "escape", "grabbed": "escape"}.get(condition, "")
    afflict(it, "ann", condition, turns=0 if ends else 9, ends=ends, source=source)
    it.turn_of("ann")
    return it


# ---- Immobilized ----


@pytest.mark.rule("ix.condition.immobilized")
@pytest.mark.parametrize("at", [0, 2])
def test_the_immobilized_cannot_change_their_place(at: int) -> None:
    it = bound("immobilized", at=at)
    assert not any(it.offers(word) for word in MOVING)


@pytest.mark.rule("ix.condition.immobilized")
def test_the_immobilized_keep_their_other_maneuvers_and_their_action() -> None:
    it = bound("immobilized")
    assert it.offers("aim")
    assert it.offers("stow", "long-blade")
    assert it.offers("interact")
    table = it.do(("aim",), ("attack", "long-blade", "brute"), rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "trial": 2, "boon": 1}


@pytest.mark.rule("ix.condition.immobilized")
def test_the_immobilized_can_stand_up() -> None:
    it = bound("immobilized")
    afflict(it, "ann", "prone", turns=0, ends="stands")
    it.do(("stand",))
    assert not it["ann"].has("prone")
    assert it["ann"].has("immobilized")


@pytest.mark.rule("ix.condition.immobilized")
def test_in_some_houses_immobilized_bars_every_maneuver() -> None:
    it = bound("immobilized", house={"immobilized-bars": "all"})
    words = {option[0] for option in it.options()}
    assert not words & {"aim", "stow", "draw", "interact", "stand", "catch-breath", *MOVING}
    assert {"attack", "drop", "end"} <= words


@pytest.mark.rule("ix.condition.immobilized")
def test_that_house_binds_nobody_else() -> None:
    it = bout(house={"immobilized-bars": "all"})
    it.turn_of("ann")
    assert it.offers("aim")
    assert it.offers("move")


# ---- Restrained ----


@pytest.mark.rule("ix.condition.restrained")
def test_the_restrained_cannot_change_their_place_but_can_use_their_hands() -> None:
    it = bound("restrained")
    assert not any(it.offers(word) for word in MOVING)
    assert it.offers("aim")
    assert it.offers("stow", "long-blade")


@pytest.mark.rule("ix.condition.restrained")
@pytest.mark.parametrize(("moves", "dice"), [(True, 1), (False, 0)])
def test_restrained_costs_a_die_where_free_movement_is_needed(moves: bool, dice: int) -> None:
    it = bound("restrained")
    _, table = make_check(it, "ann", "nothing", skill="athletics", moves=moves)
    assert dice_of(table).get("bane", 0) == dice
    assert table.cited("ix.condition.restrained") == moves


@pytest.mark.rule("ix.condition.restrained")
@pytest.mark.parametrize(("skill", "dice"), [("athletics", 1), ("stealth", 1), ("lore", 0)])
def test_checks_of_the_body_need_free_movement(skill: str, dice: int) -> None:
    it = bound("restrained")
    table = it.step(("skill-check",), ("with", skill), rolls=["nothing"])
    assert dice_of(table).get("bane", 0) == dice


@pytest.mark.rule("ix.condition.restrained")
def test_the_blows_of_the_restrained_need_free_movement_too() -> None:
    it = bound("restrained")
    table = it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "trial": 2, "bane": 1}


@pytest.mark.rule("ix.condition.restrained")
def test_restrained_does_not_pass_with_time() -> None:
    it = bound("restrained", source="bob")
    for _ in range(3):
        it.end_turn()
        it.next_round()
        it.turn_of("ann")
    assert it["ann"].has("restrained")


@pytest.mark.rule("ix.condition.restrained")
def test_restrained_is_for_the_bearer_alone() -> None:
    it = bound("restrained")
    it.end_turn()
    it.turn_of("brute")
    table = it.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert dice_of(table) == {"mastery": 2, "trial": 2} or "bane" not in dice_of(table)
    assert it.offers("move")


# ---- Grabbed ----


@pytest.mark.rule("ix.condition.grabbed")
def test_the_grabbed_cannot_move_away_from_the_grabber() -> None:
    it = bound("grabbed")
    assert not any(it.offers(word) for word in MOVING)


@pytest.mark.rule("ix.condition.grabbed")
def test_grabbed_is_lighter_than_restrained() -> None:
    it = bound("grabbed")
    assert it.offers("attack", "long-blade", "brute")
    assert it.offers("aim")
    table = it.step(("skill-check",), ("with", "athletics"), rolls=["nothing"])
    assert "bane" not in dice_of(table)


@pytest.mark.rule("ix.condition.grabbed")
def test_the_grabbed_and_the_grabber_are_engaged() -> None:
    it = Bout(
        hero("ann"),
        elite("brute"),
        scene={"at": {"ann": 0, "brute": 0}, "engaged": []},
    )
    afflict(it, "ann", "grabbed", turns=0, ends="escape", source="brute")
    it.turn_of("ann")
    assert it.offers("attack", "long-blade", "brute")
    assert bands.are_engaged(it.fight, "ann", "brute")


@pytest.mark.rule("ix.condition.grabbed")
def test_grabbed_holds_until_an_escape_and_then_one_can_go() -> None:
    it = bound("grabbed")
    for _ in range(2):
        it.end_turn()
        it.next_round()
        it.turn_of("ann")
    assert it["ann"].has("grabbed")
    it.do(("escape",), rolls=["2 successes", "1 success"])
    assert not it["ann"].has("grabbed")
    assert it.offers("move")


@pytest.mark.rule("ix.condition.grabbed")
def test_the_grabber_lets_go_when_it_will_and_for_nothing() -> None:
    it = bound("grabbed")
    it.end_turn()
    it.turn_of("brute")
    it.do(("release", "ann"))
    assert not it["ann"].has("grabbed")
    assert (it.fight.actions, it.fight.maneuvers) == (1, 0)


@pytest.mark.rule("ix.condition.grabbed")
def test_a_grabber_that_falls_or_goes_holds_nobody() -> None:
    it = bound("grabbed")
    gm(it, "set", "brute", "wounds", 0)
    assert not it["ann"].has("grabbed")


# ---- getting out of what is no grapple ----


@pytest.mark.rule("ix.condition.grabbed-escape")
@pytest.mark.parametrize("condition", ["restrained", "grabbed"])
@pytest.mark.parametrize(
    ("mine", "its", "free"), [("2 successes", "1 success", True), ("1 success", "1 success", False)]
)
def test_the_escape_is_rolled_against_the_source(
    condition: str, mine: str, its: str, free: bool
) -> None:
    it = bound(condition, brute={"might": 4})
    table = it.do(("escape",), rolls=[mine, its])
    assert [who for who, _, _ in table.rolled] == ["ann", "brute"]
    assert table.rolled[1][2] == "4 ability"
    assert it["ann"].has(condition) != free
    assert it.fight.actions == 0
    assert table.cited("ix.condition.grabbed-escape")


@pytest.mark.rule("ix.condition.grabbed-escape")
@pytest.mark.parametrize(("outcome", "free"), [("1 success", True), ("nothing", False)])
def test_out_of_a_snare_the_escape_is_average(outcome: str, free: bool) -> None:
    it = bound("restrained", source="")
    table = it.do(("escape",), rolls=[outcome])
    assert len(table.rolled) == 1
    dice = dice_of(table)
    assert dice["trial"] == 2
    assert it["ann"].has("restrained") != free
    assert it.fight.actions == 0


@pytest.mark.rule("ix.condition.grabbed-escape")
def test_a_snare_whose_maker_lies_there_holds_on_and_the_escape_is_average() -> None:
    it = Bout(hero("ann"), elite("brute"), elite("oaf"))
    afflict(it, "ann", "restrained", turns=0, ends="escape", source="brute")
    gm(it, "tag", "brute", "tracked")
    it.fight["brute"].wounds = -1
    it.turn_of("ann")
    table = it.do(("escape",), rolls=["1 success"])
    assert table.rolled == [("ann", "ix.condition.grabbed-escape", "2 ability vs 2 trial")]
    assert not it["ann"].has("restrained")


@pytest.mark.rule("ix.condition.grabbed-escape")
def test_the_escape_is_rolled_with_might_and_athletics_on_both_sides() -> None:
    it = bound("grabbed", brute={"might": 4, "skills": {"athletics": 1}})
    table = it.do(("escape",), rolls=["1 success", "1 success"])
    assert [dice for _, _, dice in table.rolled] == ["1 mastery 1 ability", "1 mastery 3 ability"]


@pytest.mark.rule("ix.condition.grabbed-escape")
def test_who_has_no_action_left_does_not_escape() -> None:
    it = bound("restrained", source="")
    it.do(("escape",), rolls=["nothing"])
    assert not it.offers("escape")


@pytest.mark.rule("ix.condition.grabbed-escape")
def test_who_is_held_by_nothing_has_nothing_to_escape_from() -> None:
    it = bout()
    it.turn_of("ann")
    assert not it.offers("escape")


# ---- Demoralized ----


def dismayed() -> Bout:
    it = Bout(
        hero("ann"),
        hero("bob"),
        minions("gang", members=3, weapons=["long-blade", "throwing-knife"]),
        scene={"at": {"ann": 0, "bob": 0, "gang": 1}},
    )
    afflict(it, "gang", "demoralized", turns=0, ends="fear", source="ann")
    return it


@pytest.mark.rule("ix.condition.demoralized")
def test_the_demoralized_withdraw_in_their_turn_and_neither_strike_nor_come_closer() -> None:
    it = dismayed()
    table = it.turn_of("ann")
    it.end_turn()
    before = it["gang"].at
    while it.fight.round == 1:
        table = it.step(prefer="gang") if it.fight.stage == "slot" else it.step(("end",))
        assert not any(event.code == "attacked" for event in table.events)
    assert it["gang"].at > before
    assert it["ann"].wounds == 12


@pytest.mark.rule("ix.condition.demoralized")
def test_the_demoralized_come_to_their_senses_when_what_they_fear_is_defeated() -> None:
    it = dismayed()
    gm(it, "set", "ann", "wounds", -1)
    assert not it["gang"].has("demoralized")
    it.turn_of("gang")
    assert it.offers("attack")
    assert it.offers("move", "toward", "bob")
    assert citing(it.last, "ix.condition.demoralized") == []
