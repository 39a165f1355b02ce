"""What weapons have without anybody paying for it, and gear that is damaged (area `quality`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    coded,
    dice_of,
    elite,
    hero,
    minions,
    nemesis,
    spend,
    wares,
)

from affray.systems.ix import content
from affray.systems.ix.blocks import blocks_out

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


def again(bout: Bout) -> None:
    """Ann's next turn."""
    if bout.fight.turn and bout.fight.acting == "ann":
        bout.end_turn()
    bout.turn_of("ann")


# ---- damaged gear ----


@pytest.mark.rule("ix.quality.damaged")
@pytest.mark.parametrize(("steps", "resistance"), [(1, 2), (2, 1)])
def test_gear_that_was_damaged_in_a_fight_is_damaged_in_the_next(
    steps: int, resistance: int
) -> None:
    worn, blade_ = {"use": "mail", "damaged": steps}, {"use": "long-blade", "damaged": steps}
    first = Bout(hero("ann", armour=worn, weapons=[blade_]), elite("brute"))
    kept = blocks_out.carry_over(first.fight)[0]
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
