"""The fifteen weapon maneuvers (area `weapon-maneuver`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, hero, peek, sovereign, told

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
    assert bout["ann"].at != (0, 0) and bout["brute"].reaction
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
    assert bout["brute"].reaction and bout.fight.stage.startswith("hero-instants")
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
        assert bout["brute"].reaction and bout.fight.feet == 30


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


# ---- those on AC ----


def ac_of_ann(bout: Bout, who: str = "ann") -> int:
    table = bout.do(("attack", "longsword", who), readings=[19, 1])
    found: int = told(table, "hit")[0]["ac"]
    return found


BRUTE = foe("brute", at=[0, 5], tier=3)


@pytest.mark.rule("vigor.weapon-maneuver.high-guard")
def test_high_guard_is_1_ac_until_the_end_of_the_round() -> None:
    bout = picked("longsword", order=("brute", "ann"), brute=BRUTE, tier=3)
    bout.to_turn("brute")
    assert ac_of_ann(bout) == 11
    bout = picked("longsword", order=("ann", "brute"), brute=BRUTE, tier=3)
    bout.to_turn("brute")
    assert ac_of_ann(bout) == 11
    bout.to("round-end")
    bout.to_turn("brute")
    assert ac_of_ann(bout) == 10


BOB = hero("bob", at=[5, 0], tier=3)


@pytest.mark.rule("vigor.weapon-maneuver.shelter")
def test_shelter_gives_one_ally_1_ac_until_the_end_of_the_round() -> None:
    brute = foe("brute", at=[5, 5], tier=3)
    bout = picked("quarterstaff", BOB, order=("brute",), brute=brute, tier=3)
    bout.do(("shelter", "bob"))
    bout.to_turn("brute")
    assert ac_of_ann(bout, "bob") == 11
    bout.to("round-end")
    bout.to_turn("brute")
    assert ac_of_ann(bout, "bob") == 10


@pytest.mark.rule("vigor.weapon-maneuver.shelter")
def test_shelter_does_not_shelter_its_user_nor_anybody_10_feet_away() -> None:
    brute = foe("brute", at=[5, 5], tier=3)
    bout = picked("quarterstaff", BOB, hero("cat", at=[-10, 0]), order=("brute",), brute=brute)
    _, _, options = peek(bout)
    assert options == [("shelter", "bob"), ("nobody",)]
    bout.do(("shelter", "bob"))
    bout.to_turn("brute")
    assert ac_of_ann(bout) == 10


SHIELDED = foe("brute", at=[0, 5], tier=5, shield=True)


def ac_of_brute(bout: Bout, name: str, target: str = "brute") -> int:
    found: int = told(hit(bout, name, target), "hit")[0]["ac"]
    return found


@pytest.mark.rule("vigor.weapon-maneuver.hook-shield")
def test_hook_shield_takes_the_shield_of_the_first_creature_hit() -> None:
    brawn = foe("brawn", at=[5, 5], tier=5, shield=True)
    bob = hero("bob", at=[-5, 0])
    bout = picked("handaxe", bob, brawn, order=("ann", "bob"), brute=SHIELDED)
    bout.to_turn("ann")
    assert ac_of_brute(bout, "handaxe") == 11
    bout.to_turn("bob")
    assert ac_of_brute(bout, "longsword") == 10
    bout.to("round-end")
    bout.to_turn("ann")
    assert ac_of_brute(bout, "handaxe") == 11
    bout.to_turn("bob")
    assert ac_of_brute(bout, "longsword") == 11


@pytest.mark.rule("vigor.weapon-maneuver.hook-shield")
def test_hook_shield_concerns_nobody_but_the_first_hit_and_no_armour() -> None:
    brawn = foe("brawn", at=[-5, 5], tier=5, shield=True)
    bob = hero("bob", at=[-5, 0])
    heavy = SHIELDED | {"armour": "heavy"}
    bout = picked("handaxe", bob, brawn, order=("ann", "bob"), brute=heavy)
    bout.to_turn("ann")
    hit(bout, "handaxe")
    bout.to_turn("bob")
    assert ac_of_brute(bout, "longsword", "brawn") == 11
    bout = picked("handaxe", bob, order=("ann", "bob"), brute=heavy)
    bout.to_turn("ann")
    hit(bout, "handaxe")
    bout.to_turn("bob")
    assert ac_of_brute(bout, "longsword") == 13


# ---- those on the one hit ----


def moves_off(bout: Bout) -> str:
    """What is asked first when Ann runs from the brute (and Bob)."""
    return asked(bout, ("move", "away"))


@pytest.mark.rule("vigor.weapon-maneuver.rattle")
def test_rattle_takes_the_reaction_of_the_first_creature_hit() -> None:
    bout = picked("mace")
    bout.to_turn("ann")
    table = hit(bout, "mace")
    assert citing(table, "vigor.weapon-maneuver.rattle")
    bout.do(("move", "away"))
    assert bout["ann"].at != (0, 0)
    bout = picked("mace", pick=False)
    bout.to_turn("ann")
    hit(bout, "mace")
    assert moves_off(bout) == "vigor.reaction.opportunity-attack"


@pytest.mark.rule("vigor.weapon-maneuver.rattle")
def test_rattle_ends_with_the_round() -> None:
    bout = picked("mace")
    bout.to_turn("ann")
    hit(bout, "mace")
    bout.to("round-end")
    bout.to_turn("ann")
    assert not bout["brute"].has("rattled")
    assert moves_off(bout) == "vigor.reaction.opportunity-attack"


@pytest.mark.rule("vigor.weapon-maneuver.split-focus")
def test_split_focus_takes_the_vigor_roll_of_the_next_turn_alone() -> None:
    bout = picked("greataxe", order=("ann", "brute"))
    bout.to_turn("ann")
    hit(bout, "greataxe")
    table = bout.to_turn("brute")
    assert not table.was_asked("vigor.vigor.turn-start-roll")
    assert table.cited("vigor.weapon-maneuver.split-focus")
    bout.to("round-end")
    table = bout.to_turn("brute")
    assert len(table.pools) == 0
    assert not bout["brute"].has("unfocused")


@pytest.mark.rule("vigor.weapon-maneuver.split-focus")
def test_split_focus_lasts_into_the_next_round_if_the_turn_is_over() -> None:
    bout = picked("greataxe", order=("brute", "ann"))
    bout.to_turn("ann")
    hit(bout, "greataxe")
    bout.to("initiative")
    assert bout["brute"].has("unfocused")
    bout.to_turn("brute")
    assert not bout["brute"].has("unfocused")
    assert bout["brute"].vigor == 4


@pytest.mark.rule("vigor.weapon-maneuver.drive-back")
def test_drive_back_pushes_5_feet_straight_away() -> None:
    bout = picked("maul")
    bout.to_turn("ann")
    table = hit(bout, "maul")
    assert bout["brute"].at == (0, 10)
    assert citing(table, "vigor.weapon-maneuver.drive-back")
    assert bout["ann"].reaction


@pytest.mark.rule("vigor.weapon-maneuver.drive-back")
def test_drive_back_needs_free_space_and_a_hit() -> None:
    bout = picked("maul", foe("brawn", at=[0, 10]))
    bout.to_turn("ann")
    hit(bout, "maul")
    assert bout["brute"].at == (0, 5)
    bout = picked("maul")
    bout.to_turn("ann")
    bout.do(("attack", "maul", "brute"), ("glance", "brute"), readings=[2])
    assert bout["brute"].at == (0, 5)


@pytest.mark.rule("vigor.weapon-maneuver.harry")
def test_harry_costs_10_feet_of_the_next_turn() -> None:
    for order in (("ann", "brute"), ("brute", "ann")):
        bout = picked("sling", order=order)
        bout.to_turn("ann")
        table = hit(bout, "sling")
        assert citing(table, "vigor.weapon-maneuver.harry")
        bout.to_turn("brute")
        assert bout.fight.feet == 20
        bout.do(("end",))
        bout.to_turn("brute")
        assert bout.fight.feet == 30


@pytest.mark.rule("vigor.weapon-maneuver.wide-arc")
def test_wide_arc_deals_1_vigor_damage_to_one_other_enemy_in_reach() -> None:
    near = foe("near", at=[5, 5], tier=3)
    far = foe("far", at=[10, 10], tier=3)
    bout = picked("greatsword", hero("bob", at=[-5, 0]), near, far)
    bout.to_turn("ann")
    rule, who, options = peek(bout, choices=[("attack", "greatsword", "brute")], readings=[15, 1])
    assert (who, options) == ("ann", [("arc", "near"), ("nobody",)])
    table = bout.do(("attack", "greatsword", "brute"), ("arc", "near"), readings=[15, 3])
    assert (bout["near"].vigor, bout["near"].vitality) == (2, 6)
    assert bout["brute"].vigor == 2
    assert citing(table, "vigor.weapon-maneuver.wide-arc")


@pytest.mark.rule("vigor.weapon-maneuver.wide-arc")
def test_wide_arc_needs_a_hit_and_never_costs_vitality() -> None:
    near = foe("near", at=[5, 5], stats={"heart": 8})
    bout = picked("greatsword", near)
    bout.to_turn("ann")
    bout.do(("attack", "greatsword", "brute"), ("none",), readings=[2])
    assert bout["ann"].has("wide-arc")
    bout = picked("greatsword", near)
    bout.to_turn("ann")
    bout.do(("attack", "greatsword", "brute"), ("arc", "near"), readings=[15, 3])
    assert (bout["near"].vigor, bout["near"].vitality) == (0, 2)


# ---- those of reach and range ----


def ways(bout: Bout, *head: str) -> list[Any]:
    return [key for key in peek(bout)[2] if key[: len(head)] == head]


@pytest.mark.rule("vigor.weapon-maneuver.full-length")
@pytest.mark.parametrize("feet, pick, can", [(15, True, 1), (20, True, 0), (15, False, 0)])
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
@pytest.mark.parametrize("pick, dice", [(True, "1d20"), (False, "2d20")])
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
@pytest.mark.parametrize("cover, with_it, without", [("half", 10, 12), ("three-quarters", 12, 15)])
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
    assert bout["brute"].at == (0, 5) and bout["ann"].reaction


@pytest.mark.rule("vigor.weapon-maneuver.set-point")
def test_set_point_ends_with_the_round() -> None:
    bout = approach()
    bout.to("round-end")
    bout.to_turn("brute")
    bout.do(("move", "next-to", "ann"))
    assert bout["brute"].at == (0, 5) and bout["ann"].reaction
