"""The weapon maneuvers of movement, reach and range (area `weapon-maneuver`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, hero, mystic, natural, peek, sovereign, told

from affray.kernel.keys import is_offered


def picked(
    name: str,
    *others: dict[str, Any],
    order: tuple[str, ...] = ("ann",),
    pick: bool = True,
    brute: dict[str, Any] | None = None,
    scene: Any = None,
    **ann: Any,
) -> Bout:
    """The round's turns are next, in that order; Ann has picked the maneuver of her weapon."""
    target = brute or sovereign("brute", at=[0, 5], tier=5)
    bout = Bout(hero("ann", at=[0, 0], weapons=[name], **ann), *others, target, scene=scene)
    bout.to("hero-picks", order=order)
    heroes = [one for one in bout.fight.heroes if one != "ann"]
    bout.step(("weapon", name) if pick else ("pass",), *[("pass",) for _ in heroes])
    return bout


def hit(bout: Bout, name: str, target: str = "brute", verb: str = "attack") -> Any:
    return bout.do((verb, name, target), readings=[15, 1])


def asked(bout: Bout, *choices: tuple[str, ...], readings: tuple[Any, ...] = ()) -> str:
    return peek(bout, choices=choices, readings=readings)[0]


# ---- those of the mover ----


@pytest.mark.rule("vigor.weapon-maneuver.slip-past")
def test_slip_past_provokes_no_opportunity_attacks_until_the_end_of_the_round() -> None:
    bout = picked("dagger")
    table = bout.to_turn("ann")
    assert citing(table, "vigor.weapon-maneuver.slip-past")
    bout.do(("move", "away"))
    assert bout["ann"].at != (0, 0)
    assert bout["brute"].reaction
    bout = picked("dagger", pick=False)
    bout.to_turn("ann")
    assert asked(bout, ("move", "away")) == "vigor.reaction.opportunity-attack"
    bout = picked("dagger")
    bout.to("round-end")
    bout.to_turn("ann")
    assert asked(bout, ("move", "away")) == "vigor.reaction.opportunity-attack"


@pytest.mark.rule("vigor.weapon-maneuver.quick-advance")
def test_quick_advance_moves_10_feet_at_once_beside_the_turns_movement() -> None:
    bout = picked("shortsword")
    table = bout.do(("move", "to", "10", "0"))
    assert citing(table, "vigor.weapon-maneuver.quick-advance")
    assert bout["ann"].at == (10, 0)
    assert bout["brute"].reaction
    assert bout.fight.stage.startswith("hero-instants")
    bout.to_turn("ann")
    assert bout.fight.feet == 30


@pytest.mark.rule("vigor.weapon-maneuver.quick-advance")
def test_quick_advance_goes_no_further_than_10_feet_and_may_stay() -> None:
    bout = picked("shortsword")
    assert not is_offered(peek(bout)[2], ("move", "to", "15", "0"))
    bout.do(("move", "away"))
    assert bout["ann"].at == (0, -10)
    bout = picked("shortsword")
    bout.do(("stay",))
    assert bout["ann"].at == (0, 0)


@pytest.mark.rule("vigor.weapon-maneuver.loose-and-step")
def test_loose_and_step_moves_10_feet_after_the_first_attack() -> None:
    for readings in ((15, 1), (2,)):
        bout = picked("shortbow")
        bout.to_turn("ann")
        glance = () if len(readings) == 2 else (("none",),)
        bout.do(
            ("attack", "shortbow", "brute"), *glance, ("move", "to", "10", "0"), readings=readings
        )
        assert bout["ann"].at == (10, 0)
        assert bout["brute"].reaction
        assert bout.fight.feet == 30


@pytest.mark.rule("vigor.weapon-maneuver.loose-and-step")
def test_loose_and_step_comes_once_and_needs_the_attack() -> None:
    bout = picked("shortbow")
    bout.to_turn("ann")
    bout.do(("attack", "shortbow", "brute"), ("stay",), readings=[15, 1])
    assert not bout["ann"].has("loose-and-step")
    bout = picked("shortbow")
    table = bout.to_turn("ann")
    assert not table.was_asked("vigor.weapon-maneuver.loose-and-step")
    bout = picked("shortbow", pick=False)
    bout.to_turn("ann")
    table = hit(bout, "shortbow")
    assert not table.was_asked("vigor.weapon-maneuver.loose-and-step")


# ---- those of reach and range ----


def ways(bout: Bout, *head: str) -> list[Any]:
    return [key for key in peek(bout)[2] if key[: len(head)] == head]


@pytest.mark.rule("vigor.weapon-maneuver.full-length")
@pytest.mark.parametrize(("feet", "pick", "can"), [(15, True, 1), (20, True, 0), (15, False, 0)])
def test_full_length_is_5_feet_more_reach(feet: int, pick: bool, can: int) -> None:
    brute = foe("brute", at=[0, feet])
    bout = picked("halberd", brute=brute, pick=pick)
    bout.to_turn("ann")
    assert len(ways(bout, "attack", "halberd")) == can


@pytest.mark.rule("vigor.weapon-maneuver.full-length")
def test_full_length_ends_with_the_round() -> None:
    bout = picked("halberd", brute=foe("brute", at=[0, 15]))
    bout.to("round-end")
    bout.to_turn("ann")
    assert not ways(bout, "attack", "halberd")


@pytest.mark.rule("vigor.weapon-maneuver.long-draw")
@pytest.mark.parametrize(("pick", "dice"), [(True, "1d20"), (False, "2d20")])
def test_long_draw_frees_long_range_of_disadvantage(pick: bool, dice: str) -> None:
    bout = picked("longbow", brute=sovereign("brute", at=[0, 300]), pick=pick)
    bout.to_turn("ann")
    table = bout.do(("attack", "longbow", "brute"), readings=["hit", 1])
    assert str(table.pools[0]).startswith(dice)
    bout.to("round-end")
    bout.to_turn("ann")
    table = bout.do(("attack", "longbow", "brute"), readings=["hit", 1])
    assert str(table.pools[0]).startswith("2d20")


@pytest.mark.rule("vigor.weapon-maneuver.long-draw")
def test_long_draw_does_not_shoot_further() -> None:
    bout = picked("longbow", brute=sovereign("brute", at=[0, 305]))
    bout.to_turn("ann")
    assert not ways(bout, "attack", "longbow")


@pytest.mark.rule("vigor.weapon-maneuver.thread-the-gap")
@pytest.mark.parametrize(
    ("cover", "with_it", "without"), [("half", 10, 12), ("three-quarters", 12, 15)]
)
def test_thread_the_gap_makes_cover_one_step_less(cover: str, with_it: int, without: int) -> None:
    scene = {"surprised": [], "cover": [{"who": "brute", "from": "", "cover": cover}]}
    brute = sovereign("brute", at=[0, 30])
    for pick, expected in ((True, with_it), (False, without)):
        bout = picked("crossbow", brute=brute, scene=scene, pick=pick)
        bout.to_turn("ann")
        assert ac_of_brute(bout, "crossbow") == expected


@pytest.mark.rule("vigor.weapon-maneuver.thread-the-gap")
def test_thread_the_gap_is_for_the_first_attack_missed_or_not() -> None:
    scene = {"surprised": [], "cover": [{"who": "brute", "from": "", "cover": "half"}]}
    bout = picked("crossbow", brute=sovereign("brute", at=[0, 30]), scene=scene)
    bout.to_turn("ann")
    bout.do(("attack", "crossbow", "brute"), ("none",), readings=[2])
    assert not bout["ann"].has("thread-the-gap")


def ac_of_brute(bout: Bout, name: str, target: str = "brute") -> int:
    found: int = told(hit(bout, name, target), "hit")[0]["ac"]
    return found


# ---- set point ----


def approach(pick: bool = True, scene: Any = None) -> Bout:
    brute = foe("brute", at=[0, 15], tier=5)
    bout = picked("spear", brute=brute, order=("brute", "ann"), pick=pick, scene=scene)
    bout.to_turn("brute")
    return bout


@pytest.mark.rule("vigor.weapon-maneuver.set-point")
def test_set_point_strikes_at_an_enemy_that_comes_into_reach() -> None:
    bout = approach()
    table = bout.do(("move", "next-to", "ann"), ("attack", "spear", "brute"), readings=[15, 3])
    assert told(table, "hurt")[0]["points"] == 3
    assert not bout["ann"].reaction
    assert citing(table, "vigor.weapon-maneuver.set-point")


@pytest.mark.rule("vigor.weapon-maneuver.set-point")
def test_without_set_point_or_without_its_reaction_nobody_strikes() -> None:
    bout = approach(pick=False)
    bout.do(("move", "next-to", "ann"))
    assert bout["ann"].reaction
    bout = approach()
    bout.set("ann", reaction=False)
    bout.do(("move", "next-to", "ann"))
    assert bout["brute"].at == (0, 5)


@pytest.mark.rule("vigor.weapon-maneuver.set-point")
def test_set_point_needs_to_see_the_enemy() -> None:
    bout = approach(scene={"surprised": [], "unseen": [["ann", "brute"]]})
    bout.do(("move", "next-to", "ann"))
    assert bout["brute"].at == (0, 5)
    assert bout["ann"].reaction


@pytest.mark.rule("vigor.weapon-maneuver.set-point")
def test_set_point_ends_with_the_round() -> None:
    bout = approach()
    bout.to("round-end")
    bout.to_turn("brute")
    bout.do(("move", "next-to", "ann"))
    assert bout["brute"].at == (0, 5)
    assert bout["ann"].reaction


@pytest.mark.rule("vigor.weapon-maneuver.thread-the-gap", "vigor.weapon.maneuver-use")
def test_the_gap_is_threaded_with_the_crossbow_alone() -> None:
    scene = {
        "surprised": [],
        "start": "rows",
        "closed": [],
        "cover": [{"who": "brute", "from_": "", "cover": "three-quarters"}],
    }

    def ac_against(way: str) -> int:
        ann = hero("ann", at=[0, 0], trees=["wizard"], weapons=["crossbow"], attacks=[mystic()])
        bout = Bout(ann, sovereign("brute", at=[0, 20]), scene=scene)
        bout.to("hero-picks", order=("ann",))
        bout.step(("weapon", "crossbow"))
        bout.to_turn("ann")
        table = bout.do(("attack", way, "brute"), readings=[19, 1])
        found: int = told(table, "hit")[0]["ac"]
        return found

    assert ac_against("crossbow") == 12
    assert ac_against("bolt") == 15


@pytest.mark.rule("vigor.weapon-maneuver.set-point", "vigor.position.entering-reach")
def test_a_point_that_is_set_waits_at_the_reach_of_the_spear() -> None:
    def asked_on(*way: tuple[str, ...], **ann: Any) -> bool:
        brute = foe("brute", at=[0, 20], tier=5)
        bout = picked("spear", brute=brute, order=("brute", "ann"), **ann)
        bout.to_turn("brute")
        bout.set("ann", vigor=5, vitality=9)
        *before, last = way
        for key in before:
            bout.do(key, ("pass",))
        return peek(bout, choices=[last])[0] == "vigor.weapon-maneuver.set-point"

    tail = [natural("tail", reach=10)]
    assert not asked_on(("move", "to", "0", "10"), attacks=tail)
    assert asked_on(("move", "to", "0", "5"), attacks=tail)
    assert not asked_on(("move", "to", "0", "5"), ("move", "to", "5", "5"))


@pytest.mark.rule("vigor.reaction.triggered", "vigor.position.entering-reach")
def test_an_ability_of_ones_own_is_not_offered_again_where_the_spear_waits() -> None:
    ward = {"id": "ward", "name": "Ward", "when": "enters-reach", "effect": "note"}
    fields = {"attacks": [natural("tail", reach=10)], "triggers": [ward]}
    bout = picked("spear", brute=foe("brute", at=[0, 20]), order=("brute", "ann"), **fields)
    bout.to_turn("brute")
    table = bout.do(("move", "to", "0", "5"), ("pass",), ("pass",))
    offered = [keys for rule, _, keys in table.asked if rule.endswith("set-point")]
    assert offered == [
        [("pass",), ("use", "ward")],
        [("pass",), ("attack", "spear", "brute")],
    ]
