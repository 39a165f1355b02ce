"""What weapons have of their own: every quality of the table (area `quality`)."""

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
    minions,
    nemesis,
    spend,
    wares,
)

from affray.systems.ix import content, saving

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


# ---- damaged gear ----


@pytest.mark.rule("ix.quality.damaged")
@pytest.mark.parametrize(("steps", "resistance"), [(1, 2), (2, 1)])
def test_gear_that_was_damaged_in_a_fight_is_damaged_in_the_next(
    steps: int, resistance: int
) -> None:
    worn, blade_ = {"use": "mail", "damaged": steps}, {"use": "long-blade", "damaged": steps}
    first = Bout(hero("ann", armour=worn, weapons=[blade_]), elite("brute"))
    kept = saving.carry_over(first.fight)[0]
    assert (kept["armour"]["damaged"], kept["weapons"][0]["damaged"]) == (steps, steps)
    checked = content.check_block("hero", kept, first.fight.house)
    second = Bout({**checked, "id": "ann", "side": "heroes", "kind": "hero"}, elite("brute"))
    assert second.resistance("ann") == resistance
    second.turn_of("ann")
    assert second.offers(*BLOW) is (steps == 1)


def struck(*, steps: int, **fields: Any) -> Bout:
    """Ann has been hit by a weapon that damages gear; her blade has taken so many steps."""
    brute = nemesis("brute", wound_points=60, might=4, skills={"light-melee": 4}, **fields)
    brute["weapons"][0]["qualities"] = {"breaking": 1}
    bout = Bout(hero("ann", might=6, skills={"light-melee": 6}, armour="mail"), brute)
    bout.turn_of("brute")
    for _ in range(steps):
        bout.fight.actions = 1
        bought = spend("attack-quality:breaking:long-blade")
        bout.do(("attack", "long-blade", "ann"), bought, rolls=["1 success 1 boon"])
    bout["ann"].wounds = 18
    again(bout)
    return bout


@pytest.mark.rule("ix.quality.damaged")
def test_a_damaged_weapon_adds_a_bane_die_to_attacks_with_it_and_still_works() -> None:
    assert dice_of(blow(struck(steps=1))) == {"mastery": 6, "trial": 2, "bane": 1}
    table = struck(steps=1).do(("attack", "unarmed", "brute"), rolls=["nothing"])
    assert dice_of(table) == {"ability": 6, "trial": 2}


@pytest.mark.rule("ix.quality.damaged")
def test_the_second_step_breaks_a_weapon() -> None:
    assert struck(steps=0).offers(*BLOW)
    bout = struck(steps=2)
    assert not bout.offers(*BLOW)
    assert bout["ann"].faults == {"long-blade": "broken"}


@pytest.mark.rule("ix.quality.damaged")
@pytest.mark.parametrize(
    ("armour", "resistances"), [("mail", (3, 2, 1)), ("plate", (4, 3, 1)), ("clothes", (1, 1, 1))]
)
def test_damaged_armour_gives_1_less_to_resistance_and_broken_armour_nothing(
    armour: str, resistances: tuple[int, ...]
) -> None:
    brute = nemesis("brute", wound_points=60, might=4, skills={"light-melee": 4})
    brute["weapons"][0]["qualities"] = {"breaking": 1}
    bout = Bout(hero("ann", armour=armour), hero("bob"), brute)
    bout.turn_of("brute")
    found = [bout.resistance("ann")]
    for _ in range(2):
        bout.fight.actions, bout["ann"].wounds = 1, 12
        bought = spend(f"attack-quality:breaking:{armour}")
        bout.do(("attack", "long-blade", "ann"), bought, rolls=["1 success 1 boon"])
        found.append(bout.resistance("ann"))
    assert tuple(found) == resistances


@pytest.mark.rule("ix.quality.damaged")
def test_what_a_block_says_is_damaged_is_damaged() -> None:
    bout = turn({"use": "long-blade", "damaged": 1})
    assert dice_of(blow(bout)) == {"mastery": 6, "trial": 2, "bane": 1}
    assert not turn({"use": "long-blade", "damaged": 2}).offers(*BLOW)
    worn = {"use": "mail", "damaged": 1}
    assert Bout(hero("ann", armour=worn), elite("brute")).resistance("ann") == 2
    worn = {"use": "mail", "damaged": 2}
    assert Bout(hero("ann", armour=worn), elite("brute")).resistance("ann") == 1


@pytest.mark.rule("ix.quality.damaged")
def test_a_second_step_breaks_an_item_and_what_is_broken_is_of_no_use() -> None:
    bout = turn(blade(breaking=1))
    blow(bout, "1 success 2 boons", *["attack-quality:breaking:long-blade"] * 2)
    assert bout["brute"].faults["long-blade"] == "broken"
    again(bout)
    bout.turn_of("brute")
    assert not bout.offers("attack", "long-blade")
    bout = turn(blade(breaking=1), foe=nemesis("brute", wound_points=60, weapons=["shield"]))
    blow(bout, "1 success 1 boon", "attack-quality:breaking:shield")
    bout.end_turn()
    bout.turn_of("ann")
    assert dice_of(blow(bout))["bane"] == 1  # a damaged shield is still a shield


# ---- passive ones ----


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
@pytest.mark.parametrize(
    ("qualities", "dice"),
    [
        ({"true": 2}, {"mastery": 6, "boon": 2, "trial": 2}),
        ({"wayward": 2}, {"mastery": 6, "trial": 2, "bane": 2}),
        ({"heavy": 3}, {"mastery": 6, "trial": 2}),
        ({"heavy": 6}, {"mastery": 6, "trial": 2}),
        ({"heavy": 7}, {"mastery": 6, "trial": 3}),
        ({"heavy": 8}, {"mastery": 6, "trial": 4}),
        ({"delicate": 2}, {"mastery": 6, "trial": 2}),
        ({"delicate": 3}, {"mastery": 6, "trial": 3}),
        ({"delicate": 4}, {"mastery": 6, "trial": 4}),
    ],
)
def test_a_passive_quality_changes_every_roll_with_the_weapon(
    qualities: dict[str, int], dice: dict[str, int]
) -> None:
    assert dice_of(blow(turn(blade(**qualities)))) == dice


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
@pytest.mark.parametrize(("quality", "symbol"), [("fine", "boon"), ("poor", "bane")])
def test_fine_and_poor_add_a_symbol_and_no_die(quality: str, symbol: str) -> None:
    table = blow(turn(blade(**{quality: 1})))
    assert dice_of(table) == {"mastery": 6, "trial": 2}
    assert f"1 {symbol}" in table.rolled[0][2]
    assert "ix.quality.passive" in coded(table, "checked")[0].rules


@pytest.mark.rule("ix.quality.passive")
def test_a_quality_of_a_weapon_that_is_not_used_does_nothing() -> None:
    bout = turn("long-blade", skills={"light-melee": 6})
    bout["ann"].weapons += turn({"use": "knife", "qualities": {"true": 2}})["ann"].weapons
    assert dice_of(blow(bout)) == {"mastery": 6, "trial": 2}


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
@pytest.mark.parametrize(("rating", "resistance", "through"), [(2, 3, 5), (2, 1, 6), (3, 3, 6)])
def test_biting_ignores_resistance_down_to_nothing(
    rating: int, resistance: int, through: int
) -> None:
    brute = nemesis("brute", wound_points=60, resistance=resistance)
    bout = turn(blade(biting=rating), foe=brute)
    blow(bout, "1 success")
    assert bout["brute"].wounds == 60 - through


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
def test_cruel_adds_10_a_point_to_the_injuries_it_causes() -> None:
    bout = turn(blade(cruel=2))
    table = blow(bout, "1 success 3 boons", "attack-critical", rolls=[30])
    event = coded(table, "injured")[0]
    assert event.fields["injury"] == "critical-046-050"  # 30 and 20
    assert event.fields["added"] == 20
    bout = turn(blade(cruel=2))
    table = blow(bout, "1 success 3 boons", "attack-critical", rolls=[95, 1])
    assert coded(table, "injured")[0].fields["injury"] == "critical-096-100"  # not above 100


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
def test_subduing_damage_is_suffered_as_strain() -> None:
    bout = turn(blade(subduing=1))
    table = blow(bout, "1 success")
    assert (bout["brute"].wounds, bout["brute"].strain) == (60, 5)
    assert {**coded(table, "damage")[0].fields}["strain"] is True
    bout = turn(blade(subduing=1), foe=minions("brute", 6, wound_points=10))
    blow(bout, "1 success")
    assert bout["brute"].wounds == 60 - 5


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
@pytest.mark.parametrize("rating", [1, 2])
def test_make_ready_needs_maneuvers_before_each_attack(rating: int) -> None:
    bout = turn(blade(make_ready=rating))
    for _ in range(2):
        assert not bout.offers(*BLOW)
        bout.do(("ready", "long-blade"))
        if rating == 2:
            assert not bout.offers(*BLOW)
            bout.do(("ready", "long-blade", "strain"))
        assert not bout.offers("ready")
        blow(bout)
        assert bout["ann"].readied == {"long-blade": 0}
        again(bout)


@pytest.mark.rule("ix.quality.defined-elsewhere")
def test_what_was_made_ready_stays_ready_for_the_next_turn() -> None:
    bout = turn(blade(make_ready=2))
    bout.do(("ready", "long-blade"))
    again(bout)
    bout.do(("ready", "long-blade"))
    assert bout.offers(*BLOW)


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
@pytest.mark.parametrize("rating", [1, 2])
def test_slow_gear_rests_for_as_many_rounds(rating: int) -> None:
    bout = turn(blade(slow=rating))
    blow(bout)
    bout.fight.actions = 1
    assert not bout.offers(*BLOW)
    for number in range(1, 4):
        again(bout)
        assert bout.fight.round == 1 + number
        assert bout.offers(*BLOW) is (number > rating)


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
def test_few_shots_are_spent_and_reloaded_with_a_maneuver() -> None:
    bout = turn(blade(few_shots=2))
    blow(bout)
    again(bout)
    assert bout.offers(*BLOW)
    blow(bout)
    again(bout)
    assert not bout.offers(*BLOW)
    bout.do(("reload", "long-blade"))
    assert (bout.fight.maneuvers, bout.fight.actions) == (1, 1)
    blow(bout)
    again(bout)
    assert bout.offers(*BLOW)


@pytest.mark.rule("ix.quality.passive", "ix.quality.defined-elsewhere")
def test_sturdy_gear_is_not_broken_by_any_spend() -> None:
    sturdy = {"use": "knife", "qualities": {"sturdy": 1}}
    brute = nemesis("brute", wound_points=60, weapons=[sturdy, "shield"])
    table = blow(turn(blade(breaking=1), foe=brute), "1 success 1 boon 1 breakthrough")
    found = {word for word in wares(table) if "break" in word}
    assert found == {"attack-quality:breaking:shield", "attack-break-gear:shield"}


@pytest.mark.rule("ix.quality.defensive")
@pytest.mark.parametrize("rating", [1, 2, 3])
def test_defensive_adds_its_rating_to_the_melee_defense_of_its_wielder(rating: int) -> None:
    brute = nemesis("brute", wound_points=60, weapons=[blade(defensive=rating)])
    bout = turn("long-blade", foe=brute)
    assert dice_of(blow(bout)) == {"mastery": 6, "trial": 2, "bane": rating}
    bout["brute"].held = ()
    bout.fight.actions = 1
    assert dice_of(blow(bout)) == {"mastery": 6, "trial": 2}
