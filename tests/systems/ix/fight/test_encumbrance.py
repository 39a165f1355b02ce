"""What somebody carries, and what it costs to carry too much (`ix.content.encumbrance`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, dice_of, elite, gm, hero, make_check


def bout(load: int = 0, *, house: dict[str, Any] | None = None, **ann: Any) -> Bout:
    """Ann (Might 2, so 7) carries a knife (1) and a sack of so much."""
    sack = [{"name": "Sack", "encumbrance": load}] if load else []
    fields = {"weapons": ["knife"], "gear": sack, **ann}
    return Bout(hero("ann", **fields), elite("brute", wound_points=90), house=house)


def bane(it: Bout, skill: str = "athletics") -> int:
    _, table = make_check(it, "ann", "nothing", skill=skill)
    return dice_of(table).get("bane", 0)


@pytest.mark.rule("ix.content.encumbrance")
@pytest.mark.parametrize(("load", "dice"), [(0, 0), (6, 0), (7, 1), (9, 3)])
def test_each_point_above_5_and_might_is_a_bane_die(load: int, dice: int) -> None:
    assert bane(bout(load)) == dice


@pytest.mark.rule("ix.content.encumbrance")
@pytest.mark.parametrize(("might", "dice"), [(1, 2), (2, 1), (3, 0)])
def test_the_strong_carry_more(might: int, dice: int) -> None:
    assert bane(bout(7, might=might)) == dice


@pytest.mark.rule("ix.content.encumbrance")
@pytest.mark.parametrize(
    ("skill", "dice"),
    [
        ("athletics", 2),
        ("stealth", 2),
        ("light-melee", 2),
        ("light-ranged", 2),
        ("perception", 0),
        ("lore", 0),
        ("charm", 0),
        ("discipline", 0),
        ("medicine", 0),
    ],
)
def test_it_weighs_on_checks_of_might_and_agility_alone(skill: str, dice: int) -> None:
    assert bane(bout(8), skill) == dice


@pytest.mark.rule("ix.content.encumbrance")
def test_it_weighs_on_attacks_and_is_told_with_its_rule() -> None:
    it = bout(8)
    it.turn_of("ann")
    table = it.do(("attack", "knife", "brute"), rolls=["nothing"])
    assert dice_of(table)["bane"] == 2
    assert table.cited("ix.content.encumbrance")


@pytest.mark.rule("ix.content.encumbrance")
@pytest.mark.parametrize(("armour", "dice"), [("quilted", 1), ("mail", 1), ("plate", 4)])
def test_worn_armour_counts_3_less_and_never_below_nothing(armour: str, dice: int) -> None:
    """A knife and a sack of 7 are one more than Ann can carry."""
    assert bane(bout(7, armour=armour)) == dice


@pytest.mark.rule("ix.content.encumbrance")
def test_what_lies_on_the_ground_is_not_carried() -> None:
    it = bout(7)
    it.turn_of("ann")
    it.do(("drop", "knife"))
    assert bane(it) == 0
    it.do(("draw", "knife"))
    assert bane(it) == 1


@pytest.mark.rule("ix.content.encumbrance")
def test_a_weapon_stowed_or_packed_is_carried_all_the_same() -> None:
    for where in ("stowed", "packed"):
        assert bane(bout(7, weapons=[{"use": "knife", "carried": where}])) == 1


@pytest.mark.rule("ix.content.encumbrance")
def test_several_of_a_thing_weigh_as_many_times() -> None:
    stones = [{"name": "Stone", "encumbrance": 2, "count": 4}]
    assert bane(bout(gear=stones)) == 2


@pytest.mark.rule("ix.content.encumbrance")
def test_lost_strength_makes_the_load_heavier() -> None:
    it = bout(6, might=3)
    assert bane(it) == 0
    gm(it, "set", "ann", "might", 1)
    assert bane(it) == 1


@pytest.mark.rule("ix.content.encumbrance")
@pytest.mark.parametrize(
    ("house", "dice"),
    [
        ({"encumbrance-base": 3}, 4),
        ({"encumbrance-base": 9}, 0),
        ({"encumbrance-bane-dice": 2}, 4),
        ({"encumbrance-bane-dice": 0}, 0),
    ],
)
def test_the_house_sets_the_threshold_and_the_price(house: dict[str, int], dice: int) -> None:
    assert bane(bout(8, house=house)) == dice


@pytest.mark.rule("ix.content.encumbrance")
@pytest.mark.parametrize(("relief", "dice"), [(3, 3), (5, 1), (6, 0), (9, 0), (0, 6)])
def test_the_house_sets_how_much_less_worn_armour_counts(relief: int, dice: int) -> None:
    assert bane(bout(6, armour="plate", house={"worn-armour-relief": relief})) == dice


@pytest.mark.rule("ix.content.encumbrance")
def test_natural_weapons_weigh_nothing() -> None:
    assert bane(bout(weapons=["claws", "bite"])) == 0
