"""The rules of trade on damage and weapons: fixed numbers, one hit, never below nothing."""

from typing import Any

import pytest
from pydantic import ValidationError
from trade_kit import TRADE, WEAPONS, Bout, ability, acts, ally, citing, foe, gm, hero

from affray.kernel.rulebook import HouseRules

BETTER = ("better-position",)
HARDER = ("additional-damage",)
EXTRA = {"trade.failure.worse-position": ("extra-damage",)}


def cut(weapon: str = "rapier", at: str = "brute") -> tuple[str, ...]:
    return ("fight", weapon, at)


# ---- fixed numbers ----


@pytest.mark.parametrize(("weapon", "damage"), [(name, d) for name, (_, d) in WEAPONS.items()])
@pytest.mark.parametrize("reading", ["mixed", "success"])
@pytest.mark.rule("trade.damage.static")
def test_a_weapon_deals_the_number_of_its_entry(weapon: str, damage: int, reading: str) -> None:
    bout = Bout(hero("ann", weapons=[weapon]), foe("brute"))
    table = bout.do(cut(weapon), *([BETTER] if reading == "success" else []), readings=[reading])
    assert bout["brute"].hp == 10 - damage
    assert len(table.pools) == 1
    assert table.cited("trade.damage.static")


@pytest.mark.parametrize("amount", [1, 5])
@pytest.mark.rule("trade.damage.static")
def test_an_ability_deals_the_number_of_its_entry(amount: int) -> None:
    dart = ability("dart", {"kind": "damage", "amount": amount})
    bout = Bout(hero("ann", abilities=[dart]), foe("brute"))
    table = bout.do(("ability", "dart", "brute"), readings=["mixed"])
    assert bout["brute"].hp == 10 - amount
    assert len(table.pools) == 1


@pytest.mark.parametrize("damage", [0, 1, 7])
@pytest.mark.rule("trade.damage.static", "trade.npc.never-rolls")
def test_an_enemy_deals_the_number_of_its_stat_block_without_a_roll(damage: int) -> None:
    bout = Bout(hero("ann"), foe("brute", damage=damage))
    bout.do(("end",))
    table = bout.phase()
    assert bout["ann"].health == 10 - damage
    assert table.pools == []


@pytest.mark.rule("trade.damage.static")
def test_an_ally_deals_the_number_of_its_stat_block() -> None:
    bout = Bout(hero("ann"), ally("hound", damage=4), foe("brute"))
    bout.do(("command", "hound", "brute"), readings=["mixed"])
    assert bout["brute"].hp == 6


@pytest.mark.parametrize("strike", ["unarmed-strength", "unarmed-reflexes"])
@pytest.mark.parametrize("weapons", [[], ["greatsword"]])
@pytest.mark.rule("trade.damage.unarmed")
def test_an_unarmed_strike_deals_one(strike: str, weapons: list[str]) -> None:
    bout = Bout(hero("ann", weapons=weapons), foe("brute"))
    table = bout.do(cut(strike), readings=["mixed"])
    assert bout["brute"].hp == 9
    assert table.cited("trade.damage.unarmed")


# ---- nothing is the least ----


@pytest.mark.parametrize(
    ("damage", "armor", "lost"), [(4, 0, 4), (2, 1, 1), (2, 2, 0), (2, 3, 0), (0, 3, 0), (0, 0, 0)]
)
@pytest.mark.rule("trade.damage.floor")
def test_armor_can_stop_a_blow_entirely_and_never_heals(damage: int, armor: int, lost: int) -> None:
    bout = Bout(hero("ann", health=8, armor=armor), foe("brute", damage=damage))
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 8 - lost


@pytest.mark.rule("trade.damage.floor")
def test_a_stopped_blow_does_not_heal_a_wounded_enemy_either() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=10, hp_now=6, armor=3))
    bout.do(cut("unarmed-strength"), readings=["mixed"])
    assert bout["brute"].hp == 6


# ---- one hit ----


@pytest.mark.parametrize(("armor", "lost"), [(0, 5), (2, 3), (3, 2)])
@pytest.mark.rule("trade.damage.one-hit", "trade.armor.enemies")
def test_additional_damage_is_part_of_the_hit_and_soaked_with_it(armor: int, lost: int) -> None:
    bout = Bout(hero("ann"), foe("brute", armor=armor))
    bout.do(cut(), HARDER, readings=["success"])
    assert bout["brute"].hp == 10 - lost


@pytest.mark.rule("trade.damage.one-hit", "trade.armor.enemies")
def test_additional_damage_gets_through_armor_that_the_weapon_alone_does_not() -> None:
    bout = Bout(hero("ann", weapons=["dagger"]), foe("brute", armor=3))
    bout.do(cut("dagger"), HARDER, readings=["success"])
    assert bout["brute"].hp == 9


@pytest.mark.parametrize(("armor", "lost"), [(0, 4), (1, 3), (3, 1)])
@pytest.mark.rule("trade.damage.one-hit")
def test_extra_damage_is_part_of_the_blow_and_soaked_with_it(armor: int, lost: int) -> None:
    bout = Bout(hero("ann", armor=armor), foe("brute", damage=2))
    bout.do(cut(), readings=["failure"], rulings=EXTRA)
    assert bout["ann"].health == 10 - lost


@pytest.mark.parametrize(("armor", "lost"), [(0, 6), (1, 3), (2, 0), (3, 0)])
@pytest.mark.rule("trade.damage.one-hit")
def test_blow_ability_and_phase_action_are_each_soaked_on_their_own(armor: int, lost: int) -> None:
    spit = ability("spit", {"kind": "damage", "amount": 2}, stat=None, target="one hero or ally")
    bout = Bout(hero("ann", armor=armor), foe("brute", damage=2, abilities=[spit]))
    bout.do(
        cut(),
        readings=["failure"],
        rulings={"trade.failure.worse-position": ("enemy-ability", "spit")},
    )
    bout.phase(rulings=acts("brute", "damage", "ann"))
    assert bout["ann"].health == 10 - lost


@pytest.mark.rule("trade.damage.one-hit")
def test_two_damage_effects_of_one_ability_are_two_hits() -> None:
    fangs = ability("fangs", {"kind": "damage", "amount": 2}, {"kind": "damage", "amount": 3})
    bout = Bout(hero("ann", abilities=[fangs]), foe("brute", armor=1))
    bout.do(("ability", "fangs", "brute"), readings=["mixed"])
    assert bout["brute"].hp == 7


@pytest.mark.rule("trade.damage.one-hit", "trade.ability.block")
def test_a_ward_soaks_what_armor_lets_through_of_one_hit() -> None:
    ring = ability("ring", {"kind": "ward", "amount": 2}, stat=None, target="one hero or ally")
    bout = Bout(hero("ann", armor=1, abilities=[ring]), foe("brute", damage=4))
    bout.do(("ability", "ring", "ann"), ("end",))
    bout.phase()
    assert bout["ann"].health == 9
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 6


@pytest.mark.parametrize(("ward", "damage", "left"), [(2, 1, 10), (2, 2, 10), (2, 3, 9)])
@pytest.mark.rule("trade.ability.block")
def test_a_ward_soaks_no_more_than_there_is(ward: int, damage: int, left: int) -> None:
    ring = ability("ring", {"kind": "ward", "amount": ward}, stat=None, target="self")
    bout = Bout(hero("ann", abilities=[ring]), foe("brute", damage=damage))
    bout.do(("ability", "ring", "ann"), ("end",))
    table = bout.phase()
    assert bout["ann"].health == left
    (hit,) = [event for event in table.events if event.code == "hurt"]
    assert hit.fields["warded"] == min(ward, damage)
    assert bout["ann"].ward == 0


@pytest.mark.parametrize(("damage", "left"), [(0, 2), (1, 0), (2, 0)])
@pytest.mark.rule("trade.ability.block", "trade.ability.exact-effect")
def test_a_ward_is_gone_with_the_next_hit_even_if_armor_stops_it(damage: int, left: int) -> None:
    """A blow of no damage is no hit."""
    ring = ability("ring", {"kind": "ward", "amount": 2}, stat=None, target="self")
    bout = Bout(hero("ann", armor=2, abilities=[ring]), foe("brute", damage=damage))
    bout.do(("ability", "ring", "ann"), ("end",))
    table = bout.phase()
    assert (bout["ann"].ward, bout["ann"].health) == (left, 10)
    (hit,) = [event for event in table.events if event.code == "hurt"]
    assert hit.fields["warded"] == 0
    assert ("trade.ability.exact-effect" in hit.rules) is (damage > 0)


@pytest.mark.rule("trade.damage.one-hit")
def test_the_event_of_a_hit_shows_the_numbers_on_the_way() -> None:
    bout = Bout(hero("ann", armor=1), foe("brute", damage=2))
    table = bout.do(cut(), readings=["failure"], rulings=EXTRA)
    (hit,) = citing(table, "trade.failure.blow")
    assert (hit.fields["raw"], hit.fields["soaked"], hit.fields["warded"]) == (4, 1, 0)
    assert hit.fields["dealt"] == 3
    assert (hit.fields["before"], hit.fields["now"]) == (10, 7)


@pytest.mark.rule("trade.damage.static")
def test_a_gm_may_change_what_an_enemy_deals() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=2))
    gm(bout, "set", "brute", "damage", 5)
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 5


# ---- weapons ----

BANDS = {"ranged": (1, 2), "heavy-ranged": (2, 4), "light-melee": (2, 4), "heavy-melee": (4, 6)}


def checked(category: str, damage: Any) -> dict[str, Any]:
    weapon = {"name": "thing", "category": category, "damage": damage}
    stats = {"strength": 3, "reflexes": 3, "wits": 2, "charm": 2}
    house = HouseRules(TRADE.rulebook)
    block = TRADE.check_block("hero", {"name": "A", "stats": stats, "weapons": [weapon]}, house)
    found: dict[str, Any] = block["weapons"][0]
    return found


@pytest.mark.parametrize("category", BANDS)
@pytest.mark.rule("trade.weapon.category")
def test_the_damage_of_a_weapon_lies_within_the_band_of_its_category(category: str) -> None:
    low, high = BANDS[category]
    for damage in range(low, high + 1):
        assert checked(category, damage)["damage"] == damage
    for damage in (low - 1, high + 1):
        with pytest.raises(ValidationError, match="out of bounds"):
            checked(category, damage)


@pytest.mark.parametrize("category", ["", "ranged heavy", "siege", ["ranged", "light-melee"]])
@pytest.mark.rule("trade.weapon.category")
def test_there_is_no_fifth_category_and_no_weapon_of_two(category: Any) -> None:
    with pytest.raises(ValidationError):
        checked(category, 2)


@pytest.mark.parametrize(
    ("category", "stat"),
    [
        ("ranged", "reflexes"),
        ("heavy-ranged", "strength"),
        ("light-melee", "reflexes"),
        ("heavy-melee", "strength"),
    ],
)
@pytest.mark.rule("trade.weapon.category")
def test_the_category_fixes_the_stat(category: str, stat: str) -> None:
    thing = {"id": "thing", "name": "Thing", "category": category, "damage": 2, "lost": ""}
    stats = {"strength": 1, "reflexes": 1, "wits": 1, "charm": 1, stat: 5}
    bout = Bout(hero("ann", weapons=[thing], stats=stats), foe("brute"))
    table = bout.do(cut("thing"), readings=["mixed"])
    assert str(table.pools[0]).startswith("5d6")
