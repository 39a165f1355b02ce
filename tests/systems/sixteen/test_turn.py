"""The parts of a turn, the line, and the reaction to whoever leaves (turn, position, reaction)."""

from __future__ import annotations

from typing import Any

import pytest
from affray.kernel.running import advance
from sixteen_kit import SIXTEEN, Bout, DiceTable, citing, foe, gm, hero, spell, weapon

SWORD = ("attack", "long-sword", "cur")
TAKE, PASS, STRIKE = ("take-it",), ("pass",), ("strike", "ann")
THREATEN = "sixteen.reaction.threaten"


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
    fight.do(("attack", "long-sword", "cur"), dice=[(2, 1)]) if SWORD in fight.options() else None
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


# ---- the reaction ----


@pytest.mark.rule("sixteen.turn.reaction-refresh", "sixteen.turn.parts")
def test_one_reaction_from_the_start_of_the_fight_and_back_at_the_own_turn() -> None:
    both = Bout(
        hero("ann"), hero("bob"), foe("cur", max_hp=40), scene=places(ann=0, bob=0, cur=5)
    )
    assert both["cur"].reactions == 1
    table = both.do(("move", "back", "1"), STRIKE, dice=[(2, 1)])
    assert both["cur"].reactions == 0
    assert table.cited("sixteen.reaction.threaten")
    both.end()
    both.step(("move", "back", "1"))  # bob goes, and nobody is asked
    assert both["bob"].at == -5
    both.end()
    assert both.fight.acting == "cur"
    assert both["cur"].reactions == 1


@pytest.mark.rule("sixteen.turn.reaction-refresh")
def test_a_reaction_that_was_not_spent_does_not_add_up() -> None:
    fight = bout()
    for _ in range(3):
        fight.to_turn("cur")
    assert fight["cur"].reactions == 1


@pytest.mark.rule("sixteen.reaction.threaten")
def test_the_strike_comes_before_the_mover_leaves() -> None:
    fight = bout(max_hp=40)
    table = fight.do(("move", "back", "1"), STRIKE, TAKE, dice=[(12, 3)])
    assert fight["ann"].hp == 7
    codes = table.codes()
    assert codes.index("hurt") < codes.index("moved")
    assert fight["ann"].at == -5


@pytest.mark.rule("sixteen.reaction.threaten")
def test_whoever_is_felled_by_it_does_not_leave() -> None:
    fight = Bout(hero("ann", max_hp=3), hero("bob"), foe("cur", max_hp=40), scene=CLOSE)
    fight.do(("move", "back", "1"), STRIKE, TAKE, dice=[(12, 5)])
    assert (fight["ann"].hp, fight["ann"].at) == (-2, 0)


CLOSE = places(ann=0, bob=0, cur=5)


@pytest.mark.rule("sixteen.reaction.threaten")
def test_it_may_be_passed_up() -> None:
    fight = bout()
    table = fight.do(("move", "back", "1"), PASS)
    assert (fight["ann"].hp, fight["cur"].reactions) == (10, 1)
    assert not table.pools


def asked(fight: Bout, *move: str) -> bool:
    """Whether cur may strike at ann as she makes that move."""
    before = fight["ann"].at
    table: DiceTable = fight._table(choices=[move, PASS])
    advance(SIXTEEN, fight.fight, table)
    assert fight["ann"].at != before
    return not table.choices


BACK = ("move", "back", "1")


@pytest.mark.rule("sixteen.reaction.threaten")
@pytest.mark.parametrize(
    ("fields", "may"),
    [
        ({}, True),
        ({"weapons": []}, True),
        ({"weapons": ["knife", "bow"]}, True),
        ({"weapons": ["bow", "knife"]}, False),
        ({"weapons": ["bow"]}, False),
        ({"fatigue": 1}, False),
    ],
)
def test_who_threatens(fields: Any, may: bool) -> None:
    assert asked(bout(**fields), *BACK) is may


@pytest.mark.rule("sixteen.reaction.threaten")
@pytest.mark.parametrize(("hp", "may"), [(1, True), (0, False), (-1, False)])
def test_whoever_cannot_act_does_not_threaten(hp: int, may: bool) -> None:
    fight = Bout(hero("ann"), foe("cur", max_hp=40), foe("dog"), scene=places(ann=0, cur=5, dog=60))
    fight["cur"].hp = hp
    assert asked(fight, *BACK) is may


@pytest.mark.rule("sixteen.reaction.threaten", "sixteen.position.reach")
@pytest.mark.parametrize(
    ("at", "steps", "may"), [(5, 1, True), (10, 1, False), (0, 1, False), (0, 2, True)]
)
def test_only_leaving_the_reach_counts(at: int, steps: int, may: bool) -> None:
    fight = bout(scene=places(ann=0, cur=at))
    assert asked(fight, "move", "back", str(steps)) is may


@pytest.mark.rule("sixteen.reaction.threaten")
@pytest.mark.parametrize(("steps", "may"), [(1, False), (2, True)])
def test_the_reach_is_that_of_the_weapon_in_hand(steps: int, may: bool) -> None:
    fight = bout(weapons=["spear"])
    assert asked(fight, "move", "back", str(steps)) is may


@pytest.mark.rule("sixteen.reaction.threaten")
def test_walking_up_leaves_nobodys_reach() -> None:
    assert not asked(bout(scene=places(ann=0, cur=20)), "move", "toward", "cur")


@pytest.mark.rule("sixteen.reaction.threaten")
def test_one_who_is_moved_by_the_gm_leaves_without_a_strike() -> None:
    fight = bout()
    table = gm(fight, "set", "ann", "place", -30)
    assert not table.asked
    assert fight["ann"].at == -30


@pytest.mark.rule("sixteen.reaction.threaten")
def test_standing_up_or_a_friends_move_calls_for_nothing() -> None:
    fight = bout()
    gm(fight, "tag", "ann", "prone")
    table = fight.step(("stand",))
    assert not table.was_asked(THREATEN)
    pair = Bout(hero("ann"), hero("bob"), foe("cur", max_hp=9), scene=places(ann=0, bob=0, cur=60))
    table = pair.step(("move", "back", "2"))
    assert not table.was_asked(THREATEN)


@pytest.mark.rule("sixteen.reaction.threaten")
def test_everyone_who_threatens_may_strike() -> None:
    fight = Bout(
        hero("ann", max_hp=20),
        foe("cur"),
        foe("dog"),
        foe("far"),
        scene=places(ann=0, cur=5, dog=5, far=20),
    )
    fight.do(("move", "back", "1"), STRIKE, TAKE, STRIKE, TAKE, dice=[(12, 1), (12, 2)])
    assert fight["ann"].hp == 17


# ---- the line ----


@pytest.mark.rule("sixteen.position.line")
def test_at_the_start_the_fronts_are_30_feet_apart_and_the_rest_5_feet_behind() -> None:
    blocks = [hero("ann"), hero("bob"), hero("cid"), foe("cur"), foe("dog")]
    fight = Bout(*blocks, scene={"first": "heroes"})
    assert [fight[w].at for w in ("ann", "bob", "cid", "cur", "dog")] == [0, -5, -10, 30, 35]
    near = Bout(*blocks, scene={"first": "heroes", "distance": 10})
    assert near.fight.apart("ann", "cur") == 10
    assert near.fight.apart("cid", "dog") == 25
    marched = Bout(*blocks, scene={"first": "heroes", "marching": {"heroes": ["cid", "ann", "bob"]}})
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
