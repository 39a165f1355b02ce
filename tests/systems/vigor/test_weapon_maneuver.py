"""The weapon maneuvers of guard and of the one hit (area `weapon-maneuver`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, hero, peek, sovereign, told

from affray.systems.vigor import weapon_maneuver


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
    _rule, who, options = peek(bout, choices=[("attack", "greatsword", "brute")], readings=[15, 1])
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


@pytest.mark.rule("vigor.weapon-maneuver.drive-back", "vigor.position.push")
def test_who_is_driven_back_goes_no_farther_than_the_first_point_that_is_taken() -> None:
    wall = foe("wall", at=[0, 10])
    bout = Bout(
        hero("ann", at=[0, 0], weapons=["maul"]),
        sovereign("brute", at=[0, 5], tier=5),
        wall,
        house={"drive-back-feet": 15},
    )
    bout.to("hero-picks", order=("ann",))
    bout.step(("weapon", "maul"))
    bout.to_turn("ann")
    hit(bout, "maul")
    assert bout["brute"].at == (0, 5)


@pytest.mark.rule("vigor.weapon.maneuver-use")
def test_what_a_first_hit_sets_off_needs_its_weapon_in_hand_then() -> None:
    def struck(in_hand: tuple[str, ...]) -> bool:
        bout = picked("mace")
        bout.to_turn("ann")
        bout.set("ann", in_hand=in_hand)
        mace = bout["ann"].weapons[0]
        weapon_maneuver.on_hit(bout.fight, bout._table(), "ann", "brute", mace)
        rattled: bool = bout["brute"].has("rattled")
        return rattled

    assert struck(("mace",))
    assert not struck(())
