"""Resting, which takes fatigue away (area fatigue)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import SIXTEEN, Bout, DiceTable, foe, gm, hero

from affray.kernel.running import advance
from affray.systems.sixteen import fatigue

SWORD = ("attack", "long-sword", "cur")
ARCHER = foe("cur", max_hp=40, wounded_by_more_than=99, weapons=["bow"])
AWAY = ("move", "back", "1")


def bout(*, house: Any = None, scene: Any = None, **fields: Any) -> Bout:
    """ann next to a foe that holds a bow, so that it does not threaten her."""
    return Bout(hero("ann", **fields), ARCHER, house=house, scene=scene)


def tired_out(fight: Bout) -> Bout:
    """Has ann miss once in round 6, and brings the fight to her turn in round 7."""
    fight.to_round(6)
    fight.do(SWORD, dice=[(2, 1)])
    fight.to_turn("ann")
    return fight


def rest(fight: Bout, natural: int) -> DiceTable:
    """ann rests through her turn, and the save at the end of it is made."""
    table = fight._table(choices=[("rest",), ("end",)], dice=[natural])
    while fight.fight.stage == "turn":
        advance(SIXTEEN, fight.fight, table)
    return table


@pytest.mark.rule("sixteen.fatigue.rest", "sixteen.fatigue.rest-for-a-round")
@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize(("natural", "gained"), [(13, 1), (12, 0)])
def test_a_rest_is_a_con_save_for_one_level_less(level: int, natural: int, gained: int) -> None:
    fight = bout(fatigue=level, con=3)
    table = rest(fight, natural)
    assert fight["ann"].fatigue == level - gained
    assert table.cited("sixteen.fatigue.rest")


@pytest.mark.rule("sixteen.fatigue.rest")
@pytest.mark.parametrize(("level", "open_to"), [(0, False), (1, True), (3, True), (4, False)])
def test_only_the_fatigued_tired_and_exhausted_rest(level: int, open_to: bool) -> None:
    fight = Bout(hero("ann", fatigue=level), hero("bob"), foe("cur"))
    assert (("rest",) in fight.options()) is open_to


@pytest.mark.rule("sixteen.fatigue.rest-for-a-round")
@pytest.mark.parametrize(
    "first",
    [AWAY, ("demanding", "shouts"), ("free", "drop", "long-sword")],
)
def test_a_rest_is_declared_at_the_start_of_the_turn(first: tuple[str, ...]) -> None:
    fight = bout(fatigue=1)
    fight.step(first)
    assert ("rest",) not in fight.options()


@pytest.mark.rule("sixteen.fatigue.rest-for-a-round", "sixteen.fatigue.who-saves")
def test_the_save_takes_the_place_of_a_fatigue_save() -> None:
    fight = tired_out(bout(fatigue=2))
    table = rest(fight, 2)
    assert fight["ann"].fatigue == 2
    assert len(table.pools) == 1


@pytest.mark.rule("sixteen.fatigue.rest-for-a-round")
def test_a_rest_gives_up_the_reaction_until_the_next_turn_starts() -> None:
    fight = bout(fatigue=1)
    rest(fight, 20)
    fight.step()
    assert fight["ann"].fatigue == 0
    assert fight.fight.acting == "cur"
    fight.step(AWAY)
    assert fight["cur"].at == 10
    fight.to_turn("ann")
    assert fight["ann"].reactions == 1


@pytest.mark.rule("sixteen.fatigue.rest-for-a-round")
def test_speaking_does_not_break_a_rest_and_another_free_action_does() -> None:
    fight = bout(fatigue=1, weapons=["long-sword", "knife"])
    fight.step(("rest",))
    assert {one[0] for one in fight.options()} <= {"free", "end"}
    fight.step(("free", "say", "a moment"))
    assert fight["ann"].resting
    table = fight.step(("free", "draw", "knife"))
    assert "rest-broken" in table.codes()
    table = fight.step(("end",))
    assert not table.pools
    assert fight["ann"].fatigue == 1


@pytest.mark.rule("sixteen.fatigue.rest-for-a-round")
def test_deflecting_does_not_break_a_rest() -> None:
    fight = bout(fatigue=1, deflect_bonus=10)
    rest(fight, 2)
    fight.step()
    fight.do(("attack", "bow", "ann"), ("deflect",), dice=[(12, 4), 15])
    assert fight["ann"].hp == 10
    assert fight["ann"].fatigue == 1


@pytest.mark.rule("sixteen.fatigue.rest", "sixteen.fatigue.useless")
def test_whoever_is_felled_while_it_rests_makes_no_save() -> None:
    fight = Bout(hero("ann"), hero("bob"), foe("cur"))
    gm(fight, "set", "ann", "fatigue", 2)
    fight.do(("rest",))
    gm(fight, "set", "ann", "hp", 0)
    assert not fight.end().pools
    assert fight["ann"].fatigue == 2


@pytest.mark.rule("sixteen.fatigue.half-movement")
@pytest.mark.parametrize(("full", "half"), [(30, 15), (35, 15), (25, 10), (5, 0)])
def test_half_movement_is_rounded_down_to_a_full_step(full: int, half: int) -> None:
    fight = Bout(hero("ann", movement=full, fatigue=3), foe("cur"))
    assert fatigue.movement(fight.fight, "ann") == half
