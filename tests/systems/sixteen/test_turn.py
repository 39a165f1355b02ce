"""The parts of a turn, the line and movement on it (areas turn, position)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import Bout, citing, foe, gm, hero, spell, weapon

SWORD = ("attack", "long-sword", "cur")


def bout(*, scene: Any = None, house: Any = None, by: Any = None, **fields: Any) -> Bout:
    cur = foe("cur", **{"max_hp": 40, "wounded_by_more_than": 99, **fields})
    return Bout(hero("ann", **(by or {})), cur, scene=scene, house=house)


def places(**at: int) -> dict[str, Any]:
    return {"distance": 5, "first": "heroes", "places": at}


def kinds(fight: Bout) -> set[str]:
    return {one[0] for one in fight.options()}


# ---- the parts ----


@pytest.mark.rule("sixteen.turn.parts", "sixteen.turn.primary", "sixteen.turn.order-of-parts")
def test_one_primary_and_one_move_in_either_order() -> None:
    fight = bout(weapons=["bow"])
    fight.do(SWORD, dice=[(2, 1)])
    assert not {"attack", "spell", "demanding"} & kinds(fight)
    assert "move" in kinds(fight)
    fight.step(("move", "back", "1"))
    assert not {"attack", "move", "demanding"} & kinds(fight)
    assert "free" in kinds(fight)
    fight = bout(scene=places(ann=0, cur=20))
    assert "attack" not in kinds(fight)
    fight.step(("move", "toward", "cur"))
    assert SWORD in fight.options()
    assert "move" not in kinds(fight)
    fight.do(SWORD, dice=[(2, 1)])
    assert not {"attack", "move"} & kinds(fight)


@pytest.mark.rule("sixteen.turn.parts")
def test_each_part_is_optional() -> None:
    fight = bout()
    assert ("end",) in fight.options()
    fight.end()
    assert fight.fight.acting == "cur"
    fight.end()
    assert fight.fight.round == 2


@pytest.mark.rule("sixteen.turn.primary")
@pytest.mark.parametrize("first", [("demanding", "bars the door"), ("spell", "balm", "ann")])
def test_anything_demanding_is_the_primary_action(first: tuple[str, ...]) -> None:
    balm = spell("balm", strike="none", target="self", heal="1d4")
    fight = bout(by={"spells": [balm]})
    fight.do(first, dice=[1] * (first[0] == "spell"))
    assert not {"attack", "spell", "demanding"} & kinds(fight)
    assert "move" in kinds(fight)


@pytest.mark.rule("sixteen.turn.primary")
def test_a_primary_is_not_exchanged_for_a_second_move() -> None:
    fight = bout(weapons=["bow"])
    fight.step(("move", "back", "1"))
    assert "move" not in kinds(fight)
    assert "demanding" in kinds(fight)


@pytest.mark.rule("sixteen.turn.order-of-parts")
def test_the_move_is_one_piece_and_what_is_left_is_lost() -> None:
    fight = bout(weapons=["bow"])
    fight.step(("move", "back", "1"))
    assert "move" not in kinds(fight)
    fight.to_turn("ann")
    moves = [one for one in fight.options() if one[:2] == ("move", "back")]
    assert [one[2].high for one in moves] == [6]
    fight.to_turn("ann")
    assert (fight.fight.primary, fight.fight.moves) == (1, 1)


@pytest.mark.rule("sixteen.turn.parts")
@pytest.mark.parametrize(
    ("value", "kind"), [("primary-actions", "attack"), ("move-actions", "move")]
)
def test_the_house_may_give_another_number_of_actions(value: str, kind: str) -> None:
    fight = bout(house={value: 2}, weapons=["bow"], scene=places(ann=0, cur=5))
    for _ in range(2):
        assert kind in kinds(fight)
        if kind == "attack":
            fight.do(SWORD, dice=[(2, 1)])
        else:
            fight.step(("move", "back", "1"))
    assert kind not in kinds(fight)
    assert kind not in kinds(bout(house={value: 0}))


@pytest.mark.rule("sixteen.turn.free-actions")
def test_free_actions_cost_nothing_and_drawing_changes_the_weapon() -> None:
    fight = bout(by={"weapons": ["long-sword", "knife"]})
    fight.step(("free", "say", "have at you"))
    fight.step(("free", "draw", "knife"))
    assert ("attack", "knife", "cur") in fight.options()
    assert SWORD not in fight.options()
    fight.step(("free", "drop", "knife"))
    assert ("attack", "fist", "cur") in fight.options()
    fight.step(("free", "draw", "long-sword"))
    assert SWORD in fight.options()
    assert (fight.fight.primary, fight.fight.moves) == (1, 1)


@pytest.mark.rule("sixteen.turn.free-actions")
def test_a_free_action_is_reasonable_unless_the_gm_says_otherwise() -> None:
    fight = bout(by={"weapons": ["long-sword", "knife"]})
    table = fight.step(("free", "draw", "knife"))
    assert table.was_asked("sixteen.turn.free-actions")
    assert fight["ann"].in_hand == "knife"
    ruled = {"sixteen.turn.free-actions": ("unreasonable", "your hands are full")}
    table = fight.step(("free", "draw", "long-sword"), rulings=ruled)
    assert fight["ann"].in_hand == "knife"
    assert "unreasonable" in table.codes()


# ---- the line ----


@pytest.mark.rule("sixteen.position.line")
def test_at_the_start_the_fronts_are_30_feet_apart_and_the_rest_5_feet_behind() -> None:
    blocks = [hero("ann"), hero("bob"), hero("cid"), foe("cur"), foe("dog")]
    fight = Bout(*blocks, scene={"first": "heroes"})
    assert [fight[w].at for w in ("ann", "bob", "cid", "cur", "dog")] == [0, -5, -10, 30, 35]
    near = Bout(*blocks, scene={"first": "heroes", "distance": 10})
    assert near.fight.apart("ann", "cur") == 10
    assert near.fight.apart("cid", "dog") == 25
    marched = Bout(
        *blocks, scene={"first": "heroes", "marching": {"heroes": ["cid", "ann", "bob"]}}
    )
    assert [marched[w].at for w in ("cid", "ann", "bob")] == [0, -5, -10]


@pytest.mark.rule("sixteen.position.line")
def test_nobody_blocks_the_way_and_several_share_a_step() -> None:
    fight = Bout(
        hero("ann"),
        hero("bob"),
        foe("cur", weapons=["bow"]),
        foe("dog", weapons=["bow"]),
        scene=places(ann=0, bob=5, cur=10, dog=30),
    )
    fight.step(("move", "forward", "6"))
    assert fight["ann"].at == fight["dog"].at == 30


@pytest.mark.rule("sixteen.position.move")
@pytest.mark.parametrize(("movement", "steps"), [(30, 6), (25, 5), (60, 12), (5, 1)])
def test_a_move_covers_up_to_the_movement_in_feet(movement: int, steps: int) -> None:
    fight = bout(by={"movement": movement}, weapons=["bow"])
    (back,) = [one for one in fight.options() if one[:2] == ("move", "back")]
    assert (back[2].low, back[2].high) == (1, steps)
    table = fight.step(("move", "back", str(steps)))
    assert fight["ann"].at == -movement
    moved = next(e for e in table.events if e.code == "moved")
    assert (moved.fields["feet"], moved.fields["place"]) == (movement, -movement)


@pytest.mark.rule("sixteen.position.move", "sixteen.position.reach")
@pytest.mark.parametrize(
    ("arm", "distance", "at"), [("long-sword", 20, 15), ("spear", 20, 10), ("long-sword", 60, 30)]
)
def test_moving_toward_somebody_stops_in_reach(arm: str, distance: int, at: int) -> None:
    fight = bout(by={"weapons": [arm]}, scene=places(ann=0, cur=distance))
    fight.step(("move", "toward", "cur"))
    assert fight["ann"].at == at


# ---- reach ----


@pytest.mark.rule("sixteen.position.reach")
@pytest.mark.parametrize(
    ("arm", "distance", "may"),
    [
        *[("long-sword", 0, 1), ("long-sword", 5, 1), ("long-sword", 10, 0)],
        *[("spear", 10, 1), ("spear", 15, 0), ("bow", 120, 1), ("bow", 125, 0), ("bow", 5, 1)],
    ],
)
def test_a_target_within_reach_or_range(arm: str, distance: int, may: int) -> None:
    fight = bout(by={"weapons": [arm]}, scene=places(ann=0, cur=distance))
    assert (("attack", arm, "cur") in fight.options()) is bool(may)


@pytest.mark.rule("sixteen.position.reach")
def test_an_entry_may_name_its_own_reach_and_distance_changes_no_roll() -> None:
    whip = weapon("whip", reach=15)
    fight = bout(by={"weapons": [whip]}, scene=places(ann=0, cur=15))
    assert ("attack", "whip", "cur") in fight.options()
    needs = set()
    for distance in (5, 60, 120):
        fight = bout(by={"weapons": ["bow"]}, scene=places(ann=0, cur=distance))
        table = fight.do(("attack", "bow", "cur"), dice=[(2, 1)])
        needs.add(next(e.fields["needed"] for e in table.events if e.code == "attack"))
        assert citing(table, "sixteen.position.reach")
    assert needs == {11}


@pytest.mark.rule("sixteen.turn.reaction-refresh", "sixteen.fatigue.rest-for-a-round")
def test_a_turn_that_the_gm_skips_has_started_all_the_same() -> None:
    fight = Bout(hero("ann"), hero("bob"), foe("cur"), scene={"first": "heroes"})
    assert fight.fight.acting == "ann"
    fight["ann"].reactions, fight["ann"].resting = 0, True
    gm(fight, "skip")
    assert (fight["ann"].reactions, fight["ann"].resting) == (1, False)
