"""Critical hits: how often and how hard (area `crit`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, foe, hero, minor, mystic, sovereign, told, weapon

SWORD = ("attack", "longsword", "brute")


def turn(target: dict[str, Any] | None = None, house: Any = None, **ann: Any) -> Bout:
    brute = (target or minor("brute", ac=1, tier=5)) | {"at": [0, 5]}
    bout = Bout(hero("ann", at=[0, 0], **ann), brute, house=house)
    bout.to_turn("ann")
    return bout


def crits(bout: Bout, natural: int, way: str = "longsword") -> bool:
    """Whether Ann's attack, which hits, is a crit."""
    table = bout.do(("attack", way, "brute"), readings=[natural, 2])
    assert bool(told(table, "hit")) != bool(told(table, "crit"))
    return bool(told(table, "crit"))


@pytest.mark.rule("vigor.crit.major")
@pytest.mark.parametrize(("tier", "most"), [(1, 8), (2, 12), (3, 16), (4, 20), (5, 24)])
def test_a_crit_rolls_two_tier_dice_in_place_of_one(tier: int, most: int) -> None:
    bout = turn(sovereign("brute", tier=5), tier=tier)
    table = bout.do(SWORD, readings=[20, 5])
    counts = table.pools[1].readings(lambda total: total)
    assert set(counts) == set(range(2, most + 1))
    assert counts.total == (most // 2) ** 2
    assert [one["points"] for one in told(table, "hurt")] == [5]
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 30)


@pytest.mark.rule("vigor.crit.major")
def test_a_crit_goes_through_the_layers_like_any_hit() -> None:
    bout = turn(foe("brute", tier=3), tier=3)
    bout.do(SWORD, readings=[20, 8])
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 1)


@pytest.mark.rule("vigor.crit.major")
def test_a_sovereign_and_a_major_npc_crit_as_heroes_do() -> None:
    for attacker in (sovereign("brute", at=[0, 5]), foe("brute", at=[0, 5])):
        bout = Bout(hero("ann", at=[0, 0], tier=5), attacker)
        bout.to_turn("brute")
        table = bout.do(("attack", "longsword", "ann"), readings=[20, 8])
        assert told(table, "crit")
        assert str(table.pools[1]).startswith("2d4")


RANGES = [
    (10, 20),
    (11, 20),
    (12, 19),
    (13, 19),
    (14, 18),
    (15, 18),
    (16, 17),
    (17, 17),
    (18, 16),
    (19, 16),
    (20, 15),
    (21, 15),
    (22, 14),
]


@pytest.mark.rule("vigor.crit.range-by-cunning", "vigor.crit.odd-scores", "vigor.crit.when")
@pytest.mark.parametrize(("cunning", "lowest"), RANGES)
def test_cunning_sets_the_lowest_roll_that_crits(cunning: int, lowest: int) -> None:
    ann = {"stats": {"cunning": cunning}}
    assert crits(turn(**ann), lowest)
    assert crits(turn(**ann), 20)
    assert not crits(turn(**ann), lowest - 1)


@pytest.mark.rule("vigor.crit.range-by-cunning", "vigor.crit.odd-scores")
@pytest.mark.parametrize("cunning", [1, 5, 8, 9])
def test_with_cunning_9_or_less_nothing_crits(cunning: int) -> None:
    assert not crits(turn(stats={"cunning": cunning}), 20)


@pytest.mark.rule("vigor.crit.when")
def test_the_natural_roll_counts_and_not_the_total() -> None:
    assert not crits(turn(stats={"body": 22}), 19)
    assert crits(turn(stats={"body": 1}), 20)


@pytest.mark.rule("vigor.crit.must-hit")
def test_a_roll_in_the_range_that_misses_the_ac_is_a_miss_with_its_glancing_blow() -> None:
    bout = turn(minor("brute", ac=20, tier=5), stats={"cunning": 22})
    table = bout.do(SWORD, ("glance", "brute"), readings=[19])
    assert told(table, "missed")
    assert not told(table, "crit")
    assert bout["brute"].vigor == 4
    bout = turn(minor("brute", ac=19, tier=5), stats={"cunning": 22})
    assert crits(bout, 19)


@pytest.mark.rule("vigor.crit.must-hit")
def test_the_20_of_a_minor_must_hit_too() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], armour="heavy", shield=True, stats={"sense": 22}),
        minor("brute", at=[0, 5], attack_bonus=-1),
    )
    bout.to_turn("brute")
    table = bout.do(("attack", "longsword", "ann"), readings=[20])
    assert told(table, "missed")[0]["ac"] == 20
    assert bout["ann"].vitality == 4


@pytest.mark.rule("vigor.crit.must-hit")
def test_by_house_rule_the_crit_range_hits_whatever_the_ac() -> None:
    house = {"crit-range-always-hits": "yes"}
    assert crits(turn(minor("brute", ac=30, tier=5), house, stats={"cunning": 14}), 18)
    bout = turn(minor("brute", ac=30, tier=5), house, stats={"cunning": 14})
    assert told(bout.do(SWORD, ("none",), readings=[17]), "missed")


@pytest.mark.rule("vigor.crit.bonuses")
def test_bonuses_add_up_one_face_each() -> None:
    blade = weapon("longsword", crit=1)
    assert crits(turn(weapons=[blade]), 19)
    assert not crits(turn(weapons=[blade]), 18)
    both = {"weapons": [blade], "crit": 2}
    assert crits(turn(**both), 17)
    assert not crits(turn(**both), 16)
    assert not crits(turn(**both), 17, "unarmed")
    assert crits(turn(**both), 18, "unarmed")


def empowered(**ann: Any) -> Bout:
    bout = Bout(hero("ann", at=[0, 0], **ann), minor("brute", ac=1, tier=5, at=[0, 5]))
    bout.to("hero-picks", order=("ann",))
    bout.step(("empower",))
    bout.to_turn("ann")
    return bout


@pytest.mark.rule("vigor.crit.bonuses")
def test_empower_adds_to_the_bonuses_of_ability_and_weapon() -> None:
    both = {"weapons": [weapon("longsword", crit=1)], "crit": 2}
    assert crits(empowered(**both), 16)
    assert not crits(empowered(**both), 15)


@pytest.mark.rule("vigor.crit.bonus-on-none")
@pytest.mark.parametrize("cunning", [4, 8, 9])
def test_a_bonus_widens_an_empty_range_from_20(cunning: int) -> None:
    ann = {"stats": {"cunning": cunning}, "crit": 1}
    assert crits(turn(**ann), 20)
    assert not crits(turn(**ann), 19)
    ann["crit"] = 2
    assert crits(turn(**ann), 19)
    assert not crits(turn(**ann), 18)


@pytest.mark.rule("vigor.crit.bonus-on-none")
def test_by_house_rule_an_empty_range_stays_empty() -> None:
    house = {"crit-bonus-widens-empty-range": "no"}
    assert not crits(turn(None, house, stats={"cunning": 9}, crit=5), 20)
    assert crits(turn(None, house, stats={"cunning": 10}, crit=1), 19)


@pytest.mark.rule("vigor.crit.cap")
@pytest.mark.parametrize("bonus", [2, 3, 9])
def test_no_bonus_takes_the_range_below_12(bonus: int) -> None:
    ann = {"stats": {"cunning": 22}, "crit": bonus}
    assert crits(turn(**ann), 12)
    assert not crits(turn(**ann), 11)


@pytest.mark.rule("vigor.crit.cap")
def test_one_short_of_the_cap_is_13() -> None:
    assert not crits(turn(stats={"cunning": 22}, crit=1), 12)


@pytest.mark.rule("vigor.crit.weapons-none", "vigor.weapon.no-numbers")
@pytest.mark.parametrize(
    "name",
    [
        "dagger",
        "shortsword",
        "handaxe",
        "longsword",
        "mace",
        "spear",
        "quarterstaff",
        "greatsword",
        "greataxe",
        "maul",
        "halberd",
        "sling",
        "shortbow",
        "longbow",
        "crossbow",
    ],
)
def test_no_kind_of_weapon_has_a_crit_an_accuracy_or_a_die_of_its_own(name: str) -> None:
    assert crits(turn(weapons=[name]), 20, name)
    bout = turn(weapons=[name])
    table = bout.do(("attack", name, "brute"), readings=[19, 3])
    assert [one["bonus"] for one in told(table, "hit")] == [0]
    assert set(table.pools[1].readings(lambda total: total)) == {1, 2, 3, 4}
    assert told(table, "hurt")[0]["points"] == 3


# ---- Minors, magic ----


def minor_attacks(*readings: Any, **fields: Any) -> Any:
    bout = Bout(hero("ann", at=[0, 0], tier=5), minor("brute", at=[0, 5], **fields))
    bout.to_turn("brute")
    return bout.do(("attack", "longsword", "ann"), readings=readings)


@pytest.mark.rule("vigor.crit.minor")
def test_a_minor_crits_on_a_natural_20_alone_whatever_widens_ranges() -> None:
    table = minor_attacks(19, crit=5, weapons=[weapon("longsword", crit=5)])
    assert told(table, "hit")
    assert not told(table, "crit")
    assert told(minor_attacks(20, 2), "crit")


@pytest.mark.rule("vigor.crit.minor")
@pytest.mark.parametrize(("shown", "points"), [(1, 3), (2, 3), (3, 3), (4, 4), (8, 8)])
def test_a_minors_crit_is_one_tier_die_and_never_less_than_its_tier(
    shown: int, points: int
) -> None:
    table = minor_attacks(20, shown, tier=3)
    assert str(table.pools[1]).startswith("1d8")
    assert told(table, "hurt")[0]["points"] == points


@pytest.mark.rule("vigor.crit.mystic")
def test_a_mystic_crit_deals_its_two_dice_as_vigor_damage() -> None:
    bout = turn(foe("brute", tier=3), tier=3, trees=["wizard"], attacks=[mystic()])
    table = bout.do(("attack", "bolt", "brute"), readings=[20, 16])
    assert told(table, "hurt")[0]["kind"] == "vigor-damage"
    assert (bout["brute"].vigor, bout["brute"].vitality) == (0, 6)
