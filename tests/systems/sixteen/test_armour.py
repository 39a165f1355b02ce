"""What armour, resistance and the blow's own numbers do to damage (areas armour, damage)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import Bout, foe, gm, hero, spell, weapon

TAKE = ("take-it",)
APPROPRIATE = "sixteen.armour.appropriate"


def blow(arm: Any, shown: int, *, house: Any = None, rulings: Any = None, **fields: Any) -> Bout:
    """A plain hit with that weapon, whose dice show so much, at a foe of 40 HP."""
    by = {"hit": 5, **fields.pop("by", {})}
    cur = foe("cur", **{"max_hp": 40, "wounded_by_more_than": 99, **fields})
    fight = Bout(hero("ann", weapons=[arm], **by), cur, house=house)
    name = arm if isinstance(arm, str) else arm["id"]
    fight.do(("attack", name, "cur"), TAKE, dice=[(12, shown)], rulings=rulings)
    return fight


def cost(*given: Any, **more: Any) -> int:
    return 40 - int(blow(*given, **more)["cur"].hp)


# ---- rating, penetration, match-up ----

RATING = {"none": 0, "padded": 1, "mail": 2, "plate": 3}


@pytest.mark.rule("sixteen.armour.rating", "sixteen.armour.match-up", "sixteen.armour.weapon-types")
@pytest.mark.parametrize(
    ("kind", "armour", "off"),
    [
        ("cutting", "none", 0),
        ("cutting", "padded", 0),
        ("cutting", "mail", 3),
        ("cutting", "plate", 3),
        ("piercing", "none", 0),
        ("piercing", "padded", 1),
        ("piercing", "mail", 1),
        ("piercing", "plate", 4),
        ("crushing", "none", 0),
        ("crushing", "padded", 2),
        ("crushing", "mail", 2),
        ("crushing", "plate", 2),
    ],
)
def test_ar_with_the_change_by_kind_is_subtracted(kind: str, armour: str, off: int) -> None:
    fight = blow(weapon("tool", kind=kind, damage="1d8"), 8, armour=armour)
    assert fight["cur"].hp == 40 - 8 + off
    assert fight.last is not None
    hurt = next(e for e in fight.last.events if e.code == "hurt")
    told = {**hurt.fields, **hurt.secret}
    assert (told["raw"], told["off"], told["dealt"]) == (8, off, 8 - off)
    assert fight.last.cited("sixteen.armour.match-up") is (off != RATING[armour])


@pytest.mark.rule("sixteen.armour.rating")
@pytest.mark.parametrize("ar", [0, 1, 3, 10])
def test_an_ar_of_its_own_without_armour_is_not_changed_by_kind(ar: int) -> None:
    assert cost(weapon("tool", kind="piercing", damage="1d12"), 12, ar=ar) == 12 - ar
    assert cost(weapon("tool", kind="crushing", damage="1d12"), 12, ar=ar) == 12 - ar


@pytest.mark.rule("sixteen.armour.penetration", "sixteen.armour.effective")
@pytest.mark.parametrize(("ap", "lost"), [(0, 5), (1, 6), (2, 7), (3, 8), (4, 8), (9, 8)])
def test_each_point_of_ap_takes_one_of_ar_and_never_adds_damage(ap: int, lost: int) -> None:
    fight = blow(weapon("tool", damage="1d8", ap=ap), 8, armour="plate")
    assert 40 - fight["cur"].hp == lost
    assert fight.last is not None
    assert fight.last.cited("sixteen.armour.penetration") is (ap > 0)


@pytest.mark.rule("sixteen.armour.match-up")
def test_the_change_is_made_before_ap() -> None:
    # padded 1, cutting -1, AP 1: 0, and not -1.
    assert cost(weapon("tool", damage="1d8", ap=1), 5, armour="padded") == 5
    # padded 1, crushing +1, AP 2: 0, and not 1.
    assert cost(weapon("tool", damage="1d8", kind="crushing", ap=2), 5, armour="padded") == 5
    # plate 3, piercing +1, AP 1: 3.
    assert cost(weapon("tool", damage="1d8", kind="piercing", ap=1), 5, armour="plate") == 2


@pytest.mark.rule("sixteen.armour.effective")
def test_ap_does_nothing_against_no_armour() -> None:
    assert cost(weapon("tool", damage="1d8", ap=5), 3) == 3


# ---- resistance ----


def scorch(*, rulings: Any = None, kind: str = "fire", ap: int = 0, **fields: Any) -> int:
    cur = foe("cur", **{"max_hp": 40, "wounded_by_more_than": 99, **fields})
    fight = Bout(hero("ann", spells=[spell("bolt", kind=kind, ap=ap)]), cur)
    fight.do(("spell", "bolt", "cur"), TAKE, dice=[(12, 6)], rulings=rulings)
    return 40 - int(fight["cur"].hp)


@pytest.mark.rule("sixteen.armour.resistance")
def test_armour_is_for_the_physical_kinds_and_resistance_for_the_kind_it_names() -> None:
    both = {"armour": "plate", "resistances": {"fire": 2}}
    assert scorch(**both) == 4
    assert scorch(kind="cold", **both) == 6
    assert cost("long-sword", 6, **both) == 3


@pytest.mark.rule("sixteen.armour.resistance")
def test_ap_does_not_lower_resistance_and_only_one_is_subtracted() -> None:
    assert scorch(ap=3, ar=3, resistances={"fire": 2}) == 4
    assert scorch(resistances={"fire": 9}) == 0


@pytest.mark.rule("sixteen.armour.appropriate")
def test_the_gm_is_asked_only_where_there_is_doubt() -> None:
    def doubted(fight: Bout) -> bool:
        assert fight.last is not None
        return fight.last.was_asked(APPROPRIATE)

    assert not doubted(blow("long-sword", 6, armour="plate"))
    assert doubted(blow("long-sword", 6, armour="plate", resistances={"cutting": 1}))
    assert doubted(blow(weapon("tool", kind="fire"), 6, armour="plate"))
    assert not doubted(blow(weapon("tool", kind="fire"), 6))


@pytest.mark.rule("sixteen.armour.appropriate")
@pytest.mark.parametrize(
    ("ruled", "lost"), [(None, 4), ("armour", 3), ("resistance", 4), ("nothing", 6)]
)
def test_the_gm_may_rule_what_is_subtracted_from_fire(ruled: str | None, lost: int) -> None:
    rulings = {APPROPRIATE: (ruled,)} if ruled else None
    assert scorch(ar=3, resistances={"fire": 2}, rulings=rulings) == lost


@pytest.mark.rule("sixteen.armour.appropriate")
@pytest.mark.parametrize(
    ("ruled", "lost"), [(None, 3), ("armour", 3), ("resistance", 5), ("nothing", 6)]
)
def test_the_gm_may_rule_what_is_subtracted_from_a_blade(ruled: str | None, lost: int) -> None:
    rulings = {APPROPRIATE: (ruled,)} if ruled else None
    assert cost("long-sword", 6, ar=3, resistances={"cutting": 1}, rulings=rulings) == lost


@pytest.mark.rule("sixteen.critical.bypasses", "sixteen.critical.no-extra-damage")
def test_a_critical_ignores_armour_that_was_ruled_to_count_and_not_resistance() -> None:
    def critical(ruled: str) -> int:
        cur = foe("cur", max_hp=40, ar=3, resistances={"fire": 2}, wounded_by_more_than=99)
        fight = Bout(hero("ann", spells=[spell("bolt")]), cur)
        fight.do(("spell", "bolt", "cur"), TAKE, dice=[(11, 6)], rulings={APPROPRIATE: (ruled,)})
        return 40 - int(fight["cur"].hp)

    assert critical("armour") == 6
    assert critical("resistance") == 4


# ---- damage ----


@pytest.mark.rule("sixteen.damage.to-hp")
def test_what_is_left_is_subtracted_from_hp() -> None:
    fight = blow("long-sword", 7, armour="mail", max_hp=20)
    assert fight["cur"].hp == 16
    assert fight.last is not None
    hurt = next(e for e in fight.last.events if e.code == "hurt")
    told = {**hurt.fields, **hurt.secret}
    assert (told["before"], told["now"]) == (20, 16)
    assert fight.last.cited("sixteen.damage.to-hp")


@pytest.mark.rule("sixteen.damage.floor")
@pytest.mark.parametrize(("ar", "lost"), [(2, 1), (3, 0), (4, 0), (10, 0)])
def test_damage_never_falls_below_0(ar: int, lost: int) -> None:
    fight = blow("long-sword", 3, ar=ar, wounded_by_more_than=0)
    assert fight["cur"].hp == 40 - lost
    assert fight["cur"].wounds == (lost > 0)
    assert fight.last is not None
    assert fight.last.cited("sixteen.damage.floor") is (ar >= 3)


@pytest.mark.rule("sixteen.damage.floor")
def test_a_negative_bonus_heals_nobody() -> None:
    assert cost("long-sword", 3, by={"damage_bonus": -5}) == 0


@pytest.mark.rule("sixteen.damage.floor")
def test_by_the_other_reading_a_hit_that_is_not_deflected_costs_1() -> None:
    house = {"minimum-damage": "1"}
    assert cost("long-sword", 3, ar=9, house=house) == 1
    assert cost("long-sword", 3, ar=1, house=house) == 2
    fight = Bout(
        hero("ann", size="large"), foe("cur", max_hp=40, ar=9, deflect_bonus=5), house=house
    )
    fight.do(("attack", "long-sword", "cur"), ("deflect",), dice=[(12, 6), 18])
    assert fight["cur"].hp == 40


@pytest.mark.rule("sixteen.damage.dice")
@pytest.mark.parametrize(
    ("name", "pool", "reach"),
    [
        ("knife", "1d4", 5),
        ("short-sword", "1d6", 5),
        ("long-sword", "1d8", 5),
        ("spear", "1d6", 10),
        ("war-hammer", "1d6", 5),
        ("pole-axe", "1d10", 10),
        ("bow", "1d6", 120),
        ("crossbow", "1d8", 120),
    ],
)
def test_each_weapon_of_the_ledger_has_its_dice_and_its_reach(
    name: str, pool: str, reach: int
) -> None:
    fight = blow(name, 1)
    assert fight.last is not None
    assert str(fight.last.pools[0]) == f"1d20 & {pool}"
    fight.to_turn("ann")
    gm(fight, "set", "cur", "place", reach)
    assert ("attack", name, "cur") in fight.options()
    gm(fight, "set", "cur", "place", reach + 5)
    assert ("attack", name, "cur") not in fight.options()


@pytest.mark.rule("sixteen.damage.dice", "sixteen.armour.penetration")
@pytest.mark.parametrize(
    ("name", "lost"),
    # against plate (3): kind -1, 0, +1, then the AP of the weapon
    [
        ("knife", 0),
        ("long-sword", 1),
        ("spear", 1),
        ("war-hammer", 3),
        ("pole-axe", 2),
        ("bow", 0),
        ("crossbow", 2),
    ],
)
def test_each_weapon_of_the_ledger_against_plate(name: str, lost: int) -> None:
    assert cost(name, 4, armour="plate") == lost


@pytest.mark.rule("sixteen.damage.dice")
def test_empty_hands_strike_with_the_fist_for_1d2() -> None:
    fight = Bout(hero("ann", weapons=[]), foe("cur", max_hp=40, armour="padded"))
    table = fight.do(("attack", "fist", "cur"), TAKE, dice=[(12, 2)])
    assert str(table.pools[0]) == "1d20 & 1d2"
    assert fight["cur"].hp == 40  # crushing against padded: AR 2


@pytest.mark.rule("sixteen.damage.dice")
@pytest.mark.parametrize("bonus", [0, 2, -1])
def test_a_combatants_bonus_is_added_once(bonus: int) -> None:
    assert cost("long-sword", 4, by={"damage_bonus": bonus}) == 4 + bonus


@pytest.mark.rule("sixteen.critical.bypasses", "sixteen.armour.appropriate")
def test_a_critical_hit_says_that_nothing_was_subtracted() -> None:
    for natural, means in ((12, "armour"), (11, "nothing")):
        cur = foe("cur", max_hp=40, wounded_by_more_than=99, armour="plate")
        table = Bout(hero("ann"), cur).do(
            ("attack", "long-sword", "cur"), ("take-it",), dice=[(natural, 6)]
        )
        (hurt,) = [event for event in table.events if event.code == "hurt"]
        assert {**hurt.fields, **hurt.secret}["means"] == means
