"""Telling blows, critical misses, and blows against the helpless (areas telling, miss)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import Bout, DiceTable, citing, foe, gm, hero, spell, weapon

SWORD = ("attack", "long-sword", "cur")
D3, AGAIN, TAKE = ("add-d3",), ("roll-again",), ("take-it",)


def bout(house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    cur = foe("cur", max_hp=40, wounded_by_more_than=99)
    return Bout(hero("ann", **fields), cur, house=house)


def struck_for(fight: Bout, *choices: Any, dice: Any) -> int:
    before = fight["cur"].hp
    fight.do(SWORD, *choices, dice=dice)
    lost: int = before - fight["cur"].hp
    return lost


# ---- the choice ----


@pytest.mark.rule("sixteen.telling.natural-twenty", "sixteen.telling.d3")
@pytest.mark.parametrize(("face", "more"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_d3_is_a_d6_halved_and_rounded_up(face: int, more: int) -> None:
    fight = bout()
    assert struck_for(fight, D3, TAKE, dice=[(20, 5), face]) == 5 + more
    assert fight.last is not None
    (event,) = [e for e in fight.last.events if e.code == "telling-d3"]
    assert (event.fields["more"], event.fields["damage"]) == (more, 5 + more)
    assert fight.last.cited("sixteen.telling.d3")
    assert len(event.rules) == len(set(event.rules))


@pytest.mark.rule("sixteen.telling.natural-twenty", "sixteen.telling.choice-time")
@pytest.mark.parametrize(("first", "second"), [(2, 7), (7, 2), (4, 4)])
def test_the_second_roll_stands_better_or_worse(first: int, second: int) -> None:
    fight = bout(damage_bonus=2)
    assert struck_for(fight, AGAIN, TAKE, dice=[(20, first), second]) == second + 2
    assert fight.last is not None
    assert [str(pool) for pool in fight.last.pools] == ["1d20 & 1d8", "1d8"]


@pytest.mark.rule("sixteen.telling.choice-time")
def test_fixed_additions_stay_with_the_d3_too() -> None:
    assert struck_for(bout(damage_bonus=2), D3, TAKE, dice=[(20, 5), 6]) == 5 + 2 + 3


@pytest.mark.rule("sixteen.telling.choice-time", "sixteen.telling.d3")
def test_the_choice_comes_after_the_damage_and_before_the_deflect() -> None:
    fight = bout()
    struck_for(fight, D3, TAKE, dice=[(20, 5), 4])
    assert fight.last is not None
    asked = [(rule, who) for rule, who, _ in fight.last.asked]
    order = [
        ("sixteen.attack.roll", "ann"),
        ("sixteen.telling.natural-twenty", "ann"),
        ("sixteen.telling.d3", "ann"),
        ("sixteen.deflect.attempt", "cur"),
    ]
    assert [one for one in asked if one in order] == order
    assert fight.last.options_of("sixteen.telling.natural-twenty") == [D3, AGAIN]


@pytest.mark.rule("sixteen.telling.natural-twenty")
@pytest.mark.parametrize("natural", [11, 12, 19])
def test_no_other_natural_is_a_telling_blow(natural: int) -> None:
    fight = bout()
    assert struck_for(fight, TAKE, dice=[(natural, 5)]) == 5
    assert fight.last is not None
    assert not fight.last.was_asked("sixteen.telling.natural-twenty")


@pytest.mark.rule("sixteen.telling.ordinary-otherwise")
def test_a_telling_blow_is_deflected_like_any_hit() -> None:
    fight = Bout(hero("ann"), foe("cur", max_hp=40, deflect_bonus=5))
    assert struck_for(fight, D3, ("deflect",), dice=[(20, 8), 6, 16]) == 0


@pytest.mark.rule("sixteen.telling.ordinary-otherwise")
def test_the_d3_counts_for_armour_halving_and_wounds() -> None:
    plate = Bout(hero("ann"), foe("cur", max_hp=40, armour="plate"))
    assert struck_for(plate, D3, TAKE, dice=[(20, 5), 6]) == 5  # (5 + 3) - 3
    assert plate["cur"].wounds == 0
    large = Bout(hero("ann", size="large"), foe("cur", max_hp=40, deflect_bonus=5))
    assert struck_for(large, D3, ("deflect",), dice=[(20, 5), 6, 16]) == 4  # (5 + 3) / 2
    bare = Bout(hero("ann"), foe("cur", max_hp=40))
    assert struck_for(bare, D3, TAKE, dice=[(20, 5), 1]) == 6
    assert bare["cur"].wounds == 1


@pytest.mark.rule("sixteen.telling.natural-twenty")
def test_a_spell_that_strikes_by_a_roll_has_telling_blows_too() -> None:
    fight = bout(spells=[spell("bolt", damage="2d6")])
    fight.do(("spell", "bolt", "cur"), AGAIN, TAKE, dice=[(20, 1, 1), (6, 5)])
    assert fight["cur"].hp == 29


# ---- the critical miss ----


def mishap(face: int, *, fields: dict[str, Any] | None = None, natural: int = 2) -> Bout:
    """ann rolls a 1, fails the SDF check with `natural`, and the d6 shows `face`."""
    fight = bout(**(fields or {}))
    fight.do(SWORD, dice=[(1, 8), natural, face])
    return fight


@pytest.mark.rule("sixteen.miss.critical-check", "sixteen.check.modifiers")
@pytest.mark.parametrize(("sdf", "least"), [(3, 13), (0, 16), (-2, 18)])
def test_an_sdf_check_stands_between_a_natural_1_and_the_table(sdf: int, least: int) -> None:
    fight = bout(sdf=sdf, lif=9, con=-9)
    table = fight.do(SWORD, dice=[(1, 8), least])
    assert "mishap" not in table.codes()
    assert table.cited("sixteen.miss.critical-check")
    assert fight["cur"].hp == 40
    fight = bout(sdf=sdf, lif=9, con=9)
    table = fight.do(SWORD, dice=[(1, 8), least - 1, 2])
    assert "mishap" in table.codes()
    checked = next(e for e in table.events if e.code == "checked")
    assert (checked.fields["check"], checked.fields["modifier"]) == ("sdf", sdf)


@pytest.mark.rule("sixteen.miss.critical-check")
def test_a_miss_that_is_no_natural_1_calls_for_no_check() -> None:
    table = bout().do(SWORD, dice=[(2, 8)])
    assert not table.was_asked("sixteen.miss.critical-check")


@pytest.mark.rule("sixteen.miss.critical-result")
@pytest.mark.parametrize(
    ("face", "name"),
    [
        (1, "off-balance"),
        (2, "wide-open"),
        (3, "slip"),
        (4, "lost-grip"),
        (5, "overstrain"),
        (6, "knocked-silly"),
    ],
)
def test_the_table_goes_by_the_d6(face: int, name: str) -> None:
    fight = mishap(face)
    assert fight.last is not None
    (event,) = [e for e in fight.last.events if e.code == "mishap"]
    assert event.fields["mishap"] == name
    ann = fight["ann"]
    assert ann.has("off-balance") is (face == 1)
    assert ann.has("wide-open") is (face == 2)
    assert ann.has("prone") is (face == 3)
    assert (ann.in_hand == "") is (face == 4)
    assert ann.fatigue == (face == 5)
    assert ann.has("stunned") is (face == 6)


def needed(table: DiceTable) -> int:
    return next(int(e.fields["needed"]) for e in table.events if e.code == "attack")


@pytest.mark.rule("sixteen.miss.critical-result")
def test_off_balance_costs_2_h_on_the_next_attack_only() -> None:
    fight = mishap(1)
    fight.to_turn("ann")
    assert needed(fight.do(SWORD, dice=[(2, 1)])) == 13
    fight.to_turn("ann")
    assert needed(fight.do(SWORD, dice=[(2, 1)])) == 11


@pytest.mark.rule("sixteen.miss.critical-result")
def test_off_balance_is_over_at_the_end_of_the_next_turn() -> None:
    fight = mishap(1)
    fight.to_turn("ann")
    assert fight["ann"].has("off-balance")
    fight.to_turn("ann")
    assert not fight["ann"].has("off-balance")
    assert needed(fight.do(SWORD, dice=[(2, 1)])) == 11


@pytest.mark.rule("sixteen.miss.critical-result", "sixteen.deflect.attempt")
def test_wide_open_cannot_deflect_until_its_next_turn_starts() -> None:
    fight = mishap(2)
    fight.end()
    table = fight.do(("attack", "long-sword", "ann"), dice=[(12, 1)])
    assert "cannot-deflect" in table.codes()
    fight.to_turn("ann")
    assert not fight["ann"].has("wide-open")
    fight.end()
    table = fight.do(("attack", "long-sword", "ann"), TAKE, dice=[(12, 1)])
    assert table.was_asked("sixteen.deflect.attempt")


@pytest.mark.rule("sixteen.miss.critical-result")
def test_a_weapon_that_fell_is_picked_up_with_the_move() -> None:
    fight = mishap(4)
    assert ("long-sword", fight["ann"].at) in fight["ann"].dropped
    fight.to_turn("ann")
    assert ("attack", "long-sword", "cur") not in fight.options()
    assert ("attack", "fist", "cur") in fight.options()
    table = fight.step(("pick-up", "long-sword"))
    assert "picked-up" in table.codes()
    assert fight["ann"].in_hand == "long-sword"
    assert not [one for one in fight.options() if one[0] == "move"]
    assert SWORD in fight.options()


@pytest.mark.rule("sixteen.miss.critical-result")
def test_a_weapon_on_the_ground_is_picked_up_where_it_lies() -> None:
    fight = mishap(4)
    gm(fight, "set", "ann", "place", -30)
    fight.to_turn("ann")
    assert ("pick-up", "long-sword") not in fight.options()


@pytest.mark.rule("sixteen.miss.critical-result")
def test_overstrain_adds_a_level_to_the_one_in_force() -> None:
    assert mishap(5, fields={"fatigue": 2})["ann"].fatigue == 3


@pytest.mark.rule("sixteen.miss.critical-result", "sixteen.condition.duration")
def test_knocked_silly_lasts_to_the_end_of_the_next_turn() -> None:
    fight = mishap(6)
    fight.to_turn("ann")
    assert fight["ann"].has("stunned")
    assert fight.options() == [("end",)]
    fight.to_turn("ann")
    assert not fight["ann"].has("stunned")


@pytest.mark.rule("sixteen.miss.critical-result")
def test_the_result_strikes_at_once() -> None:
    fight = mishap(6)
    assert fight.fight.stage != "turn" or fight.options() == [("end",)]
    fight = mishap(3)
    assert not [one for one in fight.options() if one[0] == "move"]
    assert ("stand",) in fight.options()


@pytest.mark.rule("sixteen.miss.critical-result")
def test_a_result_that_cannot_apply_counts_as_a_1() -> None:
    def off_balance(face: int, **given: Any) -> bool:
        fight = bout(weapons=given.pop("weapons", ["long-sword"]))
        for tag in given:
            gm(fight, "tag", "ann", tag)
        way = "fist" if not fight["ann"].in_hand else fight["ann"].in_hand
        fight.do(("attack", way, "cur"), dice=[(1, 1), 2, face])
        return bool(fight["ann"].has("off-balance"))

    assert off_balance(3, prone=True)
    assert off_balance(4, weapons=[])
    assert off_balance(4, weapons=[weapon("claw", natural=True)])
    assert not off_balance(3)
    assert not off_balance(4)


# ---- the helpless ----


def felled(hp: int = -2, house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    cur = foe("cur", max_hp=40, hp_now=hp, **fields)
    return Bout(hero("ann", damage_bonus=1), cur, foe("second", max_hp=9), house=house)


@pytest.mark.rule("sixteen.hp.blows-on-unconscious", "sixteen.hp.no-roll-on-unconscious")
def test_a_blow_at_the_unconscious_hits_without_a_d20_and_is_telling() -> None:
    fight = felled(deflect_bonus=18, armour="mail")
    table = fight.do(SWORD, D3, dice=[7, 5])
    assert fight["cur"].hp == -2 - (7 + 3 + 1 - 3)
    assert [pool for _, _, pool in table.asked if str(pool).startswith("1d")] == ["1d8", "1d6"]
    assert not table.was_asked("sixteen.deflect.attempt")
    assert table.cited("sixteen.hp.blows-on-unconscious")
    assert citing(table, "sixteen.hp.no-roll-on-unconscious")


@pytest.mark.rule("sixteen.hp.blows-on-unconscious")
def test_the_attacker_may_roll_the_damage_again() -> None:
    fight = felled()
    fight.do(SWORD, AGAIN, dice=[7, 2])
    assert fight["cur"].hp == -2 - 2 - 1


@pytest.mark.rule("sixteen.hp.no-roll-on-unconscious", "sixteen.wound.further")
def test_a_further_wound_kills_the_unconscious_and_the_first_of_the_fight_does_not() -> None:
    fight = felled()
    fight.do(SWORD, D3, dice=[8, 1])
    assert (fight["cur"].wounds, fight.fight.level("cur")) == (1, 5)
    fight.to_turn("ann")
    fight.do(SWORD, D3, dice=[8, 1])
    assert (fight["cur"].wounds, fight.fight.level("cur")) == (2, 6)


@pytest.mark.rule("sixteen.hp.no-roll-on-unconscious")
def test_a_light_blow_at_the_unconscious_does_not_kill() -> None:
    fight = felled()
    for _ in range(2):
        fight.do(SWORD, D3, dice=[1, 1])
        fight.to_turn("ann")
    assert fight.fight.level("cur") == 5
    assert fight["cur"].hp == -2 - 3 - 3


@pytest.mark.rule("sixteen.hp.blows-on-unconscious")
def test_the_useless_at_0_hp_are_struck_by_a_roll() -> None:
    fight = felled(0)
    table = fight.do(SWORD, dice=[(10, 8)])
    assert "missed" in table.codes()


@pytest.mark.rule("sixteen.hp.blows-on-unconscious")
def test_whoever_is_unconscious_through_fatigue_is_struck_without_a_roll() -> None:
    fight = felled(20, fatigue=5)
    fight.do(SWORD, D3, dice=[3, 1])
    assert fight["cur"].hp == 20 - 3 - 1 - 1


@pytest.mark.rule("sixteen.miss.critical-result")
def test_an_attack_off_the_own_turn_makes_up_for_off_balance() -> None:
    fight = mishap(1)
    fight.to_turn("cur")
    table = fight.do(("move", "back", "1"), ("strike", "cur"), dice=[(2, 1)])
    assert needed(table) == 13
    assert not fight["ann"].has("off-balance")
