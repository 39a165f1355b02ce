"""The Reaction, and the blow at whoever walks away (area reaction)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import SIXTEEN, Bout, DiceTable, foe, gm, hero, weapon

from affray.kernel.running import advance

TAKE, PASS, STRIKE = ("take-it",), ("pass",), ("strike", "ann")
THREATEN = "sixteen.reaction.threaten"


def bout(*, scene: Any = None, house: Any = None, by: Any = None, **fields: Any) -> Bout:
    cur = foe("cur", **{"max_hp": 40, "wounded_by_more_than": 99, **fields})
    return Bout(hero("ann", **(by or {})), cur, scene=scene, house=house)


def places(**at: int) -> dict[str, Any]:
    return {"distance": 5, "first": "heroes", "places": at}


@pytest.mark.rule("sixteen.turn.reaction-refresh", "sixteen.turn.parts")
def test_one_reaction_from_the_start_of_the_fight_and_back_at_the_own_turn() -> None:
    both = Bout(hero("ann"), hero("bob"), foe("cur", max_hp=40), scene=places(ann=0, bob=0, cur=5))
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


@pytest.mark.rule("sixteen.position.move", "sixteen.fatigue.fatigued", "sixteen.wound.fatigued")
def test_whoever_is_wounded_on_the_way_goes_as_far_as_the_fatigued_do() -> None:
    fight = bout(by={"max_hp": 20})
    fight.do(("move", "back", "6"), STRIKE, TAKE, dice=[(12, 8)])
    assert fight["ann"].fatigue == 1
    assert fight["ann"].at == -25
    fight = bout(by={"max_hp": 20})
    fight.do(("move", "back", "6"), STRIKE, TAKE, dice=[(12, 4)])
    assert fight["ann"].at == -30


@pytest.mark.rule("sixteen.reaction.threaten")
def test_nobody_threatens_with_what_shoots_however_near_it_reaches() -> None:
    sling = weapon("sling", range=10)
    fight = bout(scene=places(ann=0, cur=10), weapons=[sling])
    fight.do(("move", "back", "1"))
    assert fight["ann"].at == -5
    assert fight["cur"].reactions == 1
