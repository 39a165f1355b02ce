"""Wounding blows, the ladder, and what HP at 0 and below mean (areas wound, hp)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import Bout, DiceTable, foe, gm, hero, spell

SWORD = ("attack", "long-sword", "cur")
TAKE = ("take-it",)


def bout(*, house: Any = None, by: Any = None, **fields: Any) -> Bout:
    """ann against a foe of 40 HP; another foe keeps the fight going."""
    cur = foe("cur", **{"max_hp": 40, **fields})
    return Bout(hero("ann", **(by or {})), cur, foe("other", max_hp=9), house=house)


def hit(fight: Bout, damage: int, *choices: Any, dice: Any = ()) -> DiceTable:
    """A critical hit for that much: no armour, no deflect worth asking."""
    if fight.fight.acting != "ann" or fight.fight.primary == 0:
        fight.to_turn("ann")
    gm(fight, "set", "ann", "damage-bonus", damage - 1)
    asks = fight.fight.standing("cur").deflects and not fight["cur"].has("stunned")
    answer = [TAKE] if asks else []
    return fight.do(SWORD, *answer, *choices, dice=[(12, 1), *dice])


# ---- the threshold ----


@pytest.mark.rule("sixteen.wound.threshold", "sixteen.wound.by-size")
@pytest.mark.parametrize(
    ("size", "most"), [("tiny", 1), ("small", 3), ("medium", 5), ("large", 7), ("huge", 9)]
)
def test_more_than_the_sizes_threshold_wounds(size: str, most: int) -> None:
    fight = bout(size=size)
    hit(fight, most)
    assert (fight["cur"].hp, fight["cur"].wounds) == (40 - most, 0)
    table = hit(fight, most + 1)
    assert fight["cur"].wounds == 1
    assert table.cited("sixteen.wound.by-size")


@pytest.mark.rule("sixteen.wound.by-size")
def test_an_entry_may_name_its_own_threshold() -> None:
    fight = bout(wounded_by_more_than=8, size="tiny")
    hit(fight, 8)
    assert fight["cur"].wounds == 0
    hit(fight, 9)
    assert fight["cur"].wounds == 1


@pytest.mark.rule("sixteen.wound.threshold")
def test_the_damage_of_several_blows_is_not_added_up() -> None:
    fight = bout()
    for _ in range(3):
        hit(fight, 5)
    assert (fight["cur"].hp, fight["cur"].wounds) == (25, 0)


@pytest.mark.rule("sixteen.wound.threshold")
def test_the_damage_counts_after_reduction() -> None:
    fight = bout(ar=3)
    hit(fight, 8)
    assert fight["cur"].wounds == 0
    hit(fight, 9)
    assert fight["cur"].wounds == 1


@pytest.mark.rule("sixteen.wound.threshold", "sixteen.hp.negative")
def test_the_whole_damage_counts_even_where_it_exceeds_the_hp_left() -> None:
    fight = bout(hp_now=2)
    hit(fight, 6)
    assert (fight["cur"].hp, fight["cur"].wounds) == (-4, 1)


@pytest.mark.rule("sixteen.wound.one-each")
@pytest.mark.parametrize("damage", [6, 12, 18, 30])
def test_a_wounding_blow_is_one_wound_without_a_save(damage: int) -> None:
    fight = bout()
    table = hit(fight, damage)
    assert fight["cur"].wounds == 1
    assert table.cited("sixteen.wound.one-each")
    assert len(table.pools) == 1


@pytest.mark.rule("sixteen.wound.one-each")
@pytest.mark.parametrize(("natural", "wounds"), [(13, 0), (12, 1)])
def test_by_the_other_reading_a_con_check_avoids_the_wound(natural: int, wounds: int) -> None:
    fight = bout(house={"wound-check": "con"}, con=3)
    hit(fight, 6, dice=[natural])
    assert (fight["cur"].wounds, fight["cur"].fatigue) == (wounds, wounds)
    assert fight["cur"].hp == 34


# ---- what a wound does to fatigue ----


@pytest.mark.rule("sixteen.wound.fatigued", "sixteen.wound.first-save")
def test_the_first_wound_makes_the_unfatigued_fatigued_without_a_save() -> None:
    fight = bout()
    table = hit(fight, 6)
    assert fight["cur"].fatigue == 1
    assert len(table.pools) == 1
    assert table.cited("sixteen.wound.fatigued")


@pytest.mark.rule("sixteen.wound.first-save")
def test_the_first_failed_save_of_the_wounded_makes_them_tired() -> None:
    fight = bout()
    fight.to_round(7)
    hit(fight, 6)
    fight.end(dice=[20])
    fight.do(("attack", "long-sword", "ann"), dice=[(2, 1)])
    fight.end(dice=[2])
    assert fight["cur"].fatigue == 2


@pytest.mark.rule("sixteen.wound.first-save")
@pytest.mark.parametrize(("natural", "level"), [(13, 1), (12, 2)])
def test_by_the_other_reading_the_first_wound_calls_for_a_save(natural: int, level: int) -> None:
    fight = bout(house={"wound-save": "con"}, con=3)
    hit(fight, 6, dice=[natural])
    assert fight["cur"].fatigue == level
    hit(fight, 6)
    assert fight["cur"].fatigue == level + 1


@pytest.mark.rule("sixteen.wound.first-in-fight")
@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_first_wound_changes_nothing_for_the_fatigued(level: int) -> None:
    fight = bout(fatigue=level)
    hit(fight, 6)
    assert (fight["cur"].wounds, fight["cur"].fatigue) == (1, level)


@pytest.mark.rule("sixteen.wound.first-in-fight")
def test_wounds_brought_along_do_not_count() -> None:
    fight = bout(wounds=3)
    hit(fight, 6)
    assert (fight["cur"].wounds, fight["cur"].fatigue) == (4, 1)
    hit(fight, 6)
    assert fight["cur"].fatigue == 2
    fight = bout(wounds=3, fatigue=2)
    hit(fight, 6)
    assert (fight["cur"].wounds, fight["cur"].fatigue) == (4, 2)


@pytest.mark.rule("sixteen.wound.first-in-fight")
def test_by_the_other_reading_the_first_wound_is_a_level_like_every_other() -> None:
    fight = bout(house={"first-wound": "one-level"}, fatigue=2)
    hit(fight, 6)
    assert fight["cur"].fatigue == 3


@pytest.mark.rule("sixteen.wound.further", "sixteen.wound.ladder")
def test_each_further_wound_is_a_level_up_to_death() -> None:
    fight = bout(max_hp=99)
    levels = []
    for _ in range(5):
        hit(fight, 6)
        levels.append(fight["cur"].fatigue)
    assert levels == [1, 2, 3, 4, 5]
    fight.to_turn("ann")
    fight.do(SWORD, ("add-d3",), dice=[8, 1])
    assert fight["cur"].fatigue == 6
    assert fight.last is not None
    assert [e.fields["now"] for e in fight.last.events if e.code == "fatigue"] == ["dead"]


@pytest.mark.rule("sixteen.wound.ladder")
@pytest.mark.parametrize(
    ("level", "name"),
    [
        *list(enumerate(["unfatigued", "fatigued", "tired", "exhausted", "useless"])),
        (5, "unconscious"),
        (6, "dead"),
    ],
)
def test_the_levels_in_order(level: int, name: str) -> None:
    assert bout(fatigue=level).fight.standing("cur").name == name


# ---- Maximum HP ----


@pytest.mark.rule("sixteen.wound.max-hp", "sixteen.wound.one-point")
def test_each_open_wound_and_each_scar_lowers_maximum_hp_by_1() -> None:
    fight = bout(wounds=2, scars=3)
    assert fight.fight.max_hp("cur") == 35
    assert fight["cur"].hp == 35
    table = hit(fight, 6)
    assert fight.fight.max_hp("cur") == 34
    wounded = next(e for e in table.events if e.code == "wounded")
    assert {**wounded.fields, **wounded.secret}["most"] == 34


@pytest.mark.rule("sixteen.wound.one-point")
def test_hp_above_the_new_maximum_are_cut_to_it() -> None:
    fight = bout(hp_now=40, wounded_by_more_than=0)
    gm(fight, "set", "cur", "wounds", 6)
    assert fight["cur"].hp == 34
    hit(fight, 1)
    assert (fight["cur"].wounds, fight["cur"].hp) == (7, 33)
    fight["cur"].hp = 33
    hit(fight, 2)
    assert fight["cur"].hp == 31


@pytest.mark.rule("sixteen.wound.one-point")
def test_a_wound_that_takes_more_of_the_maximum_than_the_blow_has_cost_cuts_hp() -> None:
    fight = bout(house={"max-hp-per-wound": 10})
    hit(fight, 6)
    assert (fight["cur"].wounds, fight["cur"].hp) == (1, 30)


@pytest.mark.rule("sixteen.wound.one-point")
def test_maximum_hp_never_falls_below_1() -> None:
    fight = bout(max_hp=3, wounds=9)
    assert fight.fight.max_hp("cur") == 1


# ---- the blow that wounds and fells ----


@pytest.mark.rule("sixteen.wound.before-collapse", "sixteen.hp.standing-level")
@pytest.mark.parametrize(("damage", "hp", "level"), [(6, 0, 4), (9, -3, 5)])
def test_the_wound_counts_from_the_level_before_the_blow(damage: int, hp: int, level: int) -> None:
    fight = bout(hp_now=6)
    hit(fight, damage)
    assert (fight["cur"].hp, fight["cur"].fatigue, fight.fight.level("cur")) == (hp, 1, level)


@pytest.mark.rule("sixteen.wound.before-collapse")
def test_a_second_wound_that_fells_does_not_kill() -> None:
    fight = bout(hp_now=14)
    hit(fight, 6)
    hit(fight, 9)
    assert (fight["cur"].hp, fight["cur"].fatigue, fight.fight.level("cur")) == (-1, 2, 5)


# ---- states of HP ----


@pytest.mark.rule("sixteen.hp.zero")
def test_exactly_0_is_useless_and_1_is_not() -> None:
    fight = bout(hp_now=3)
    hit(fight, 2)
    assert fight.fight.level("cur") == 0
    table = hit(fight, 1)
    assert fight.fight.level("cur") == 4
    assert table.cited("sixteen.hp.zero")
    state = next(e for e in table.events if e.code == "state")
    assert (state.fields["state"], state.fields["level"]) == ("useless", 4)


@pytest.mark.rule("sixteen.hp.negative")
def test_below_0_is_unconscious_and_stays_as_it_is() -> None:
    fight = bout(hp_now=3)
    table = hit(fight, 5)
    assert (fight["cur"].hp, fight.fight.level("cur")) == (-2, 5)
    assert table.cited("sixteen.hp.negative")


@pytest.mark.rule("sixteen.hp.standing-level")
@pytest.mark.parametrize(
    ("hp", "fatigue", "level"),
    [(5, 0, 0), (5, 3, 3), (5, 5, 5), (0, 0, 4), (0, 5, 5), (0, 3, 4), (-1, 4, 5), (-1, 6, 6)],
)
def test_the_higher_of_fatigue_and_hp_is_in_force(hp: int, fatigue: int, level: int) -> None:
    fight = bout(fatigue=fatigue)
    fight["cur"].hp = hp
    assert fight.fight.level("cur") == level


@pytest.mark.rule("sixteen.hp.standing-level")
def test_a_level_gained_is_added_to_the_level_in_force() -> None:
    fight = bout(hp_now=0)
    gm(fight, "set", "ann", "damage-bonus", 5)
    hit(fight, 6)  # useless: the first wound changes nothing, but HP fall below 0
    assert (fight["cur"].fatigue, fight.fight.level("cur")) == (0, 5)
    fight = bout(hp_now=14)
    hit(fight, 6)
    gm(fight, "set", "cur", "hp", 0)
    hit(fight, 6)
    assert (fight["cur"].fatigue, fight["cur"].hp) == (5, -6)
    gm(fight, "set", "cur", "hp", 8)
    assert fight.fight.level("cur") == 5


@pytest.mark.rule("sixteen.hp.standing-level", "sixteen.hp.wake")
def test_when_hp_rise_above_0_the_fatigue_level_alone_counts() -> None:
    fight = bout(hp_now=6)
    hit(fight, 9)
    gm(fight, "set", "cur", "hp", 2)
    assert fight.fight.level("cur") == 1


@pytest.mark.rule("sixteen.hp.no-death-by-hp")
def test_negative_hp_alone_never_kill() -> None:
    fight = bout(hp_now=3)
    hit(fight, 101)
    assert fight["cur"].hp == -98
    assert fight.fight.level("cur") == 5
    assert fight.fight.is_alive("cur")


@pytest.mark.rule("sixteen.hp.no-death-by-hp")
@pytest.mark.parametrize(("damage", "level"), [(49, 5), (50, 6), (51, 6)])
def test_by_the_other_reading_minus_the_maximum_kills(damage: int, level: int) -> None:
    house = {"death-at": "minus-max-hp"}
    fight = bout(house=house, max_hp=30, hp_now=20, wounded_by_more_than=99)
    hit(fight, damage)
    assert fight.fight.level("cur") == level


# ---- coming round ----


def mend(hp: int, fatigue: int, healed: int) -> Bout:
    """bob, of that state, is healed by ann's spell."""
    balm = spell("balm", strike="none", target="friend", heal="1d20")
    fight = Bout(hero("ann", spells=[balm]), hero("bob", max_hp=20, fatigue=fatigue), foe("cur"))
    fight["bob"].hp = hp
    fight.do(("spell", "balm", "bob"), dice=[healed])
    return fight


@pytest.mark.rule("sixteen.hp.wake")
@pytest.mark.parametrize(("healed", "level", "prone"), [(2, 5, False), (3, 4, True), (7, 0, True)])
def test_whoever_was_unconscious_for_hp_comes_round_prone(
    healed: int, level: int, prone: bool
) -> None:
    fight = mend(-3, 0, healed)
    assert fight["bob"].hp == healed - 3
    assert fight.fight.level("bob") == level
    assert fight["bob"].has("prone") is prone
    assert fight.last is not None
    assert fight.last.cited("sixteen.hp.wake") is prone


@pytest.mark.rule("sixteen.hp.wake")
def test_whoever_is_unconscious_through_fatigue_stays_so() -> None:
    fight = mend(-3, 5, 10)
    assert (fight["bob"].hp, fight.fight.level("bob")) == (7, 5)
    assert not fight["bob"].has("prone")


@pytest.mark.rule("sixteen.hp.wake")
def test_the_useless_at_0_who_are_healed_were_never_unconscious() -> None:
    fight = mend(0, 0, 4)
    assert fight.fight.level("bob") == 0
    assert not fight["bob"].has("prone")
