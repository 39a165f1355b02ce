"""What a Critical Injury costs, and qualities that are triggered (area `quality`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    citing,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    nemesis,
    spend,
    wares,
)

BLOW = ("attack", "long-blade", "brute")


def blade(**qualities: int) -> dict[str, Any]:
    """A long blade with those qualities."""
    named = {name.replace("_", "-"): rating for name, rating in qualities.items()}
    return {"use": "long-blade", "qualities": named}


def turn(
    weapon: Any, *others: dict[str, Any], foe: Any = None, house: Any = None, **fields: Any
) -> Bout:
    """Ann's turn with that weapon, six Mastery Dice strong, beside a tough brute and Bob."""
    given = {"might": 6, "skills": {"light-melee": 6, "heavy-ranged": 6}, **fields}
    ann = hero("ann", weapons=[weapon] if weapon else [], **given)
    brute = foe or nemesis("brute", wound_points=60, strain_points=40)
    bout = Bout(ann, hero("bob"), brute, *others, house=house)
    bout.turn_of("ann")
    return bout


def blow(bout: Bout, roll: str = "nothing", *bought: str, rolls: Any = ()) -> IxTable:
    choices = [spend(" ".join(bought))] if bought else []
    return bout.do(BLOW, *choices, rolls=[roll, *rolls])


def trigger(bout: Bout, quality: str, roll: str = "1 success 2 boons") -> IxTable:
    return blow(bout, roll, f"attack-quality:{quality}")


def again(bout: Bout) -> None:
    """Ann's next turn."""
    if bout.fight.turn and bout.fight.acting == "ann":
        bout.end_turn()
    bout.turn_of("ann")


# ---- what a Critical Injury costs ----


@pytest.mark.rule("ix.quality.crit-rating")
@pytest.mark.parametrize(
    ("weapon", "crit"), [("long-blade", 3), ("spear", 4), ("quarterstaff", 5), ("claws", 3)]
)
def test_the_crit_rating_is_the_price_of_a_critical_injury(weapon: str, crit: int) -> None:
    bout = turn(weapon, skills={"light-melee": 6, "unarmed": 6})
    table = bout.do(("attack", weapon, "brute"), rolls=["1 success 5 boons"])
    assert wares(table)["attack-critical"] == (crit, 1)


@pytest.mark.rule("ix.quality.crit-rating")
def test_the_price_must_be_met_and_buys_one_injury() -> None:
    table = blow(turn("long-blade"), "1 success 2 boons")
    assert wares(table).get("attack-critical", (3, 0))[0] > 2
    bout = turn("long-blade")
    blow(bout, "1 success 3 boons", "attack-critical", rolls=[30])
    assert len(bout["brute"].injuries) == 1


@pytest.mark.rule("ix.quality.unarmed-crit")
@pytest.mark.parametrize(("house", "crit"), [({}, 5), ({"unarmed-crit": 4}, 4)])
def test_an_unarmed_strike_has_a_crit_rating_too(house: dict[str, int], crit: int) -> None:
    bout = turn("", house=house, skills={"unarmed": 6})
    table = bout.do(("attack", "unarmed", "brute"), rolls=["1 success 5 boons"])
    assert wares(table)["attack-critical"] == (crit, 1)


# ---- active ones ----

ACTIVE = {
    "burn": 2,
    "bursting": 2,
    "jarring": 2,
    "dazing": 2,
    "snaring": 2,
    "toppling": 2,
    "paired": 2,
    "numbing": 2,
}


@pytest.mark.rule("ix.quality.active-cost", "ix.quality.defined-elsewhere")
@pytest.mark.parametrize(("quality", "price"), ACTIVE.items())
def test_an_active_quality_is_triggered_on_a_hit_for_2_boons(quality: str, price: int) -> None:
    table = blow(turn(blade(**{quality: 1})), "1 success 2 boons")
    word = f"attack-quality:{quality}"
    assert wares(table)[word][0] == price
    table = trigger(turn(blade(**{quality: 1})), quality)
    event = coded(table, "quality")[0]
    assert event.fields["quality"] == quality
    assert "ix.quality.active-cost" in event.rules


@pytest.mark.rule("ix.quality.active-cost")
@pytest.mark.parametrize("quality", ACTIVE)
def test_a_miss_triggers_nothing_whether_by_boons_or_breakthrough(quality: str) -> None:
    for roll in ("2 boons", "2 boons 1 breakthrough"):
        found = wares(blow(turn(blade(**{quality: 1})), roll))
        assert f"attack-quality:{quality}" not in found


@pytest.mark.rule("ix.quality.active-cost")
def test_a_breakthrough_may_pay_for_a_quality_instead() -> None:
    bout = turn(blade(jarring=1))
    bout.do(BLOW, spend("", "attack-quality:jarring"), rolls=["1 success 1 breakthrough"])
    assert bout["brute"].has("staggered")


@pytest.mark.rule("ix.quality.active-cost")
def test_the_house_may_change_the_price_but_not_where_an_entry_has_its_own() -> None:
    bout = turn(blade(jarring=1, breaking=1), house={"active-quality-boons": 3})
    found = wares(blow(bout, "1 success 4 boons"))
    assert found["attack-quality:jarring"][0] == 3
    assert found["attack-quality:breaking:long-blade"][0] == 1


@pytest.mark.rule("ix.quality.burn")
@pytest.mark.parametrize("turns", [1, 2])
def test_burn_harms_at_the_start_of_each_of_the_next_turns(turns: int) -> None:
    brute = nemesis("brute", wound_points=60, resistance=2)
    bout = turn(blade(burn=turns), foe=brute)
    trigger(bout, "burn", "3 successes 2 boons")
    before = 60 - (8 - 2)
    assert bout["brute"].wounds == before
    assert not bout["brute"].has("immolation")
    for number in range(1, 4):
        bout.turn_of("brute")
        burnt = min(number, turns)
        assert bout["brute"].wounds == before - burnt * (6 - 2)  # the base, and Resistance off
        assert bool(citing(bout.last, "ix.quality.burn")) is (number <= turns)
        bout.end_turn()


@pytest.mark.rule("ix.quality.burn")
def test_burn_ends_early_when_it_is_put_out_like_a_fire() -> None:
    bout = turn(blade(burn=3))
    trigger(bout, "burn")
    bout.turn_of("brute")
    assert len(bout["brute"].burns) == 1
    bout.do(("extinguish",))
    assert bout["brute"].burns == ()
    assert bout.fight.actions == 0


@pytest.mark.rule("ix.quality.burn")
def test_somebody_who_burns_in_its_own_turn_burns_from_its_next_turn_on() -> None:
    bout = turn(blade(burn=1))
    trigger(bout, "burn")
    wounds = bout["brute"].wounds
    assert not citing(bout.last, "ix.hazard.fire")
    again(bout)
    bout.turn_of("brute")
    assert bout["brute"].wounds == wounds - 5


@pytest.mark.parametrize(
    ("quality", "condition"),
    [("jarring", "staggered"), ("dazing", "disoriented"), ("snaring", "immobilized")],
)
@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.rule("ix.quality.active-cost", "ix.quality.defined-elsewhere")
def test_a_condition_of_a_quality_lasts_as_many_turns_as_its_rating(
    quality: str, condition: str, turns: int
) -> None:
    bout = turn(blade(**{quality: turns}))
    trigger(bout, quality)
    for number in range(1, 4):
        bout.turn_of("brute")
        assert bout["brute"].has(condition) is (number <= turns)
        bout.end_turn()
        assert bout["brute"].has(condition) is (number < turns)


@pytest.mark.rule("ix.quality.defined-elsewhere")
@pytest.mark.parametrize(("roll", "free"), [("1 success", True), ("nothing", False)])
def test_a_snare_is_broken_with_an_action_and_a_hard_athletics_check(roll: str, free: bool) -> None:
    bout = turn(blade(snaring=3))
    trigger(bout, "snaring")
    bout.turn_of("brute")
    assert not bout.offers("move")
    table = bout.do(("break-free",), rolls=[roll])
    assert dice_of(table) == {"ability": 2, "trial": 3}
    assert bout["brute"].has("immobilized") is not free
    assert bout.fight.actions == 0
    assert not bout.offers("break-free")


@pytest.mark.rule("ix.quality.defined-elsewhere")
def test_pinned_without_a_snare_there_is_nothing_to_break_out_of() -> None:
    bout = turn("long-blade")
    gm(bout, "tag", "ann", "immobilized")
    assert not bout.offers("break-free")


@pytest.mark.rule("ix.quality.defined-elsewhere")
@pytest.mark.parametrize(("scale", "price"), [(0, 2), (1, 2), (2, 3), (3, 4)])
def test_toppling_costs_a_further_boon_for_each_scale_above_1(scale: int, price: int) -> None:
    brute = nemesis("brute", wound_points=60, scale=scale)
    bout = turn(blade(toppling=1), foe=brute)
    table = blow(bout, f"1 success {price} boons", "attack-quality:toppling")
    assert wares(table)["attack-quality:toppling"][0] == price
    assert bout["brute"].has("prone")


@pytest.mark.rule("ix.quality.defined-elsewhere")
@pytest.mark.parametrize(("rating", "most"), [(1, 1), (2, 2)])
def test_paired_hits_again_with_the_same_total_damage_up_to_its_rating(
    rating: int, most: int
) -> None:
    bout = turn(blade(paired=rating))
    table = blow(bout, "2 successes 6 boons", *["attack-quality:paired"] * most)
    assert bout["brute"].wounds == 60 - (7 - 1) * (1 + most)
    found = {
        (word, price, number)
        for option in table.options_of("ix.spend.roller-chooses")
        for place in option
        for word, price, number in getattr(place, "wares", ())
    }
    assert ("attack-quality:paired", 2, most) in found


@pytest.mark.rule("ix.quality.defined-elsewhere")
@pytest.mark.parametrize("rating", [1, 3])
def test_numbing_makes_the_target_suffer_strain(rating: int) -> None:
    bout = turn(blade(numbing=rating))
    trigger(bout, "numbing")
    assert bout["brute"].strain == rating


@pytest.mark.rule("ix.quality.defined-elsewhere")
def test_bursting_catches_everybody_else_who_is_engaged_with_the_target() -> None:
    cur = elite("cur", wound_points=30, resistance=2)
    far = elite("far", wound_points=30)
    bout = turn(blade(bursting=4), cur, far)
    bout["far"].at = 1
    bout.fight.engaged = frozenset({("ann", "brute"), ("bob", "cur")})
    trigger(bout, "bursting", "3 successes 2 boons")
    assert bout["brute"].wounds == 60 - (8 - 1)  # the hit and no more
    assert bout["cur"].wounds == 30 - (4 + 2 - 2)  # a friend of the target at its place
    assert bout["far"].wounds == 30
    assert bout["ann"].wounds == bout["ann"].wound_points - (6 - 3)  # she is Engaged with it
    assert bout["bob"].wounds == bout["bob"].wound_points  # he is Engaged with another


@pytest.mark.rule("ix.quality.defined-elsewhere", "ix.quality.active-cost")
def test_breaking_damages_one_item_that_the_target_is_using_for_1_boon() -> None:
    brute = nemesis("brute", wound_points=60, weapons=["knife", "shield"])
    bout = turn(blade(breaking=1), foe=brute)
    found = wares(blow(bout, "1 success 1 boon", "attack-quality:breaking:shield"))
    assert found["attack-quality:breaking:shield"][0] == 1
    assert found["attack-quality:breaking:knife"][0] == 1
    assert bout["brute"].faults.get("knife") is None
    assert [event.fields["item"] for event in coded(bout.last, "gear-damaged")] == ["shield"]
