"""What an attack must reach (area `ac`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, foe, hero, told, weapon


def ac(**fields: Any) -> int:
    """The AC of Ann as the attack of the brute meets it."""
    bout = Bout(hero("ann", at=[0, 0], **fields), foe("brute", at=[0, 5], stats={"body": 22}))
    bout.to_turn("brute")
    table = bout.do(("attack", "longsword", "ann"), readings=[19, 1])
    assert table.cited("vigor.ac.formula")
    found: int = told(table, "hit")[0]["ac"]
    return found


@pytest.mark.rule("vigor.ac.formula")
@pytest.mark.parametrize(
    ("sense", "expected"), [(1, 5), (8, 9), (9, 9), (10, 10), (12, 11), (15, 12), (22, 16)]
)
def test_ac_is_the_armour_base_and_the_sense_modifier(sense: int, expected: int) -> None:
    assert ac(stats={"sense": sense}) == expected
    assert ac(stats={"sense": sense}, armour="medium", shield=True) == expected + 3


@pytest.mark.rule("vigor.ac.formula")
def test_tier_and_the_other_stats_are_no_part_of_ac() -> None:
    others = {"body": 20, "cunning": 20, "mind": 20, "heart": 20, "fate": 20}
    assert ac(tier=5, stats=others) == 10


@pytest.mark.rule("vigor.ac.armour")
@pytest.mark.parametrize(
    ("armour", "base", "cap"),
    [("unarmoured", 10, 4), ("light", 11, 4), ("medium", 12, 3), ("heavy", 13, 2)],
)
def test_each_armour_has_its_base_and_its_price_in_vigor(armour: str, base: int, cap: int) -> None:
    assert ac(armour=armour) == base
    bout = Bout(hero("ann", armour=armour, tier=4), foe("brute"))
    assert bout["ann"].vigor == cap


@pytest.mark.rule("vigor.ac.shield")
def test_a_shield_adds_1() -> None:
    assert ac(shield=True) == 11


@pytest.mark.rule("vigor.ac.shield-details")
@pytest.mark.parametrize(("armour", "expected"), [("light", 12), ("medium", 13), ("heavy", 14)])
def test_a_shield_goes_with_any_armour_and_any_weapon(armour: str, expected: int) -> None:
    assert ac(armour=armour, shield=True, weapons=["greatsword"]) == expected
    assert ac(armour=armour, shield=True, weapons=["longbow", weapon("dagger")]) == expected


@pytest.mark.rule("vigor.ac.shield-details")
def test_a_shield_leaves_the_vigor_cap_alone() -> None:
    bout = Bout(hero("ann", armour="heavy", shield=True, tier=4), foe("brute"))
    assert bout["ann"].vigor == 2


@pytest.mark.rule("vigor.ac.armour-free-of-stamina")
@pytest.mark.parametrize("armour", ["unarmoured", "light", "medium", "heavy"])
def test_armour_and_shield_do_not_touch_stamina(armour: str) -> None:
    bout = Bout(hero("ann", armour=armour, shield=True, tier=2), foe("brute"))
    assert bout["ann"].stamina == 8
    bout.to("turns")
    assert bout["ann"].stamina == 8
