"""Descriptors and who minds them (area `type`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, foe, gm, hero, minor, mystic, peek, sovereign, told, weapon

SWORD = ("attack", "longsword", "brute")


def turn(ann: dict[str, Any] | None = None, **brute: Any) -> Bout:
    target = sovereign("brute", at=[0, 5], tier=3, **brute)
    bout = Bout(hero("ann", at=[0, 0], **(ann or {})), target)
    bout.to_turn("ann")
    return bout


def struck(bout: Bout, points: int, way: str = "longsword") -> None:
    """Ann's hit; whether the harm is rolled where it can do nothing is left open."""
    key = ("attack", way, "brute")
    is_rolled = peek(bout, choices=[key], readings=[15])[0] == "vigor.hit.major"
    bout.do(key, readings=[15, points] if is_rolled else [15])


def worth(bout: Bout, points: int, way: str = "longsword") -> int:
    table = bout.do(("attack", way, "brute"), readings=[15, points])
    hurt = told(table, "hurt")
    if not hurt:
        assert (bout["brute"].vigor, bout["brute"].vitality) == (3, 22)
        return 0
    lost = 3 - bout["brute"].vigor + 22 - bout["brute"].vitality
    assert hurt[0]["worth"] == lost
    return lost


@pytest.mark.rule("vigor.type.descriptor")
def test_harm_carries_the_descriptor_of_its_source_and_matters_only_to_it() -> None:
    bout = turn({"weapons": ["mace"]}, resists=["slashing"], immune=["fire"], vulnerable=["cold"])
    table = bout.do(("attack", "mace", "brute"), readings=[15, 3])
    hurt = told(table, "hurt")[0]
    assert (hurt["descriptor"], hurt["points"], hurt["worth"]) == ("bludgeoning", 3, 3)


@pytest.mark.rule("vigor.type.descriptor")
def test_the_descriptor_holds_past_vigor_too() -> None:
    bout = turn(vulnerable=["slashing"])
    assert worth(bout, 4) == 5
    assert bout["brute"].vitality == 20


@pytest.mark.rule("vigor.type.resistance")
@pytest.mark.parametrize(("points", "expected"), [(1, 0), (2, 1), (4, 3)])
def test_resistance_takes_1_point_down_to_none(points: int, expected: int) -> None:
    assert worth(turn(resists=["slashing"]), points) == expected


@pytest.mark.rule("vigor.type.resistance")
def test_a_resisted_hit_of_nothing_does_not_heal() -> None:
    bout = turn(resists=["slashing"])
    worth(bout, 1)
    assert (bout["brute"].vigor, bout["brute"].vitality) == (3, 22)


@pytest.mark.rule("vigor.type.vulnerability")
@pytest.mark.parametrize("points", [1, 4])
def test_vulnerability_adds_1_point(points: int) -> None:
    assert worth(turn(vulnerable=["slashing"]), points) == points + 1


@pytest.mark.rule("vigor.type.immunity")
def test_immunity_takes_the_hit_its_points_and_its_conditions_away() -> None:
    blade = weapon("longsword", points=3, conditions=[{"name": "poisoned"}])
    bout = turn({"weapons": [blade]}, immune=["slashing"])
    struck(bout, 4)
    assert (bout["brute"].vigor, bout["brute"].vitality) == (3, 22)
    assert bout["brute"].effects == ()


@pytest.mark.rule("vigor.type.immunity")
def test_immunity_to_another_type_helps_nothing() -> None:
    assert worth(turn(immune=["fire"]), 4) == 4


@pytest.mark.rule("vigor.type.once-per-hit")
def test_a_property_held_twice_counts_once() -> None:
    assert worth(turn(resists=["slashing", "slashing"]), 4) == 3
    assert worth(turn(vulnerable=["slashing", "slashing"]), 4) == 5


@pytest.mark.rule("vigor.type.once-per-hit")
def test_resistance_and_vulnerability_cancel() -> None:
    assert worth(turn(resists=["slashing"], vulnerable=["slashing"]), 4) == 4


@pytest.mark.rule("vigor.type.once-per-hit")
def test_immunity_beats_both() -> None:
    bout = turn(resists=["slashing"], vulnerable=["slashing"], immune=["slashing"])
    struck(bout, 4)
    assert (bout["brute"].vigor, bout["brute"].vitality) == (3, 22)


@pytest.mark.rule("vigor.type.once-per-hit")
def test_the_change_is_made_on_the_sum_before_any_layer() -> None:
    blade = weapon("longsword", points=2)
    assert worth(turn({"weapons": [blade], "points": 1}, resists=["slashing"]), 1) == 3
    bout = turn({"tier": 3}, vulnerable=["slashing"])
    table = bout.do(SWORD, readings=[20, 9])
    assert told(table, "hurt")[0]["worth"] == 10
    assert bout["brute"].vitality == 15


@pytest.mark.rule("vigor.type.once-per-hit")
def test_a_minors_floor_comes_before_the_change() -> None:
    ann = hero("ann", at=[0, 0], tier=5, resists=["slashing"])
    bout = Bout(ann, minor("brute", at=[0, 5], tier=3))
    bout.to_turn("brute")
    bout.do(("attack", "longsword", "ann"), readings=[20, 1])
    assert bout["ann"].vigor == 3


@pytest.mark.rule("vigor.type.vigor-damage-too")
@pytest.mark.parametrize(
    ("property_", "vigor"), [("resists", 2), ("immune", 3), ("vulnerable", 0), ("", 1)]
)
def test_vigor_damage_is_changed_likewise(property_: str, vigor: int) -> None:
    brute = {property_: ["force"]} if property_ else {}
    bout = turn({"trees": ["wizard"], "attacks": [mystic()]}, **brute)
    struck(bout, 2, "bolt")
    assert (bout["brute"].vigor, bout["brute"].vitality) == (vigor, 22)


@pytest.mark.rule("vigor.type.vigor-damage-too")
@pytest.mark.parametrize(
    ("property_", "vigor"), [("resists", 3), ("immune", 3), ("vulnerable", 1), ("", 2)]
)
def test_a_glancing_blow_has_the_descriptor_of_the_attack_that_missed(
    property_: str, vigor: int
) -> None:
    brute = {property_: ["slashing"]} if property_ else {}
    bout = turn(**brute)
    bout.do(SWORD, ("glance", "brute"), readings=[2])
    assert bout["brute"].vigor == vigor


@pytest.mark.rule("vigor.type.vigor-damage-too")
def test_the_one_glanced_at_minds_the_descriptor_and_not_the_one_missed() -> None:
    bout = Bout(
        hero("ann", at=[0, 0]),
        foe("brute", at=[0, 5], immune=["slashing"]),
        foe("brawn", at=[5, 5], vulnerable=["slashing"], tier=3),
    )
    bout.to_turn("ann")
    bout.do(SWORD, ("glance", "brawn"), readings=[2])
    assert bout["brawn"].vigor == 1


@pytest.mark.rule("vigor.type.immunity")
def test_what_a_weapon_maneuver_would_do_to_the_one_hit_is_lost_on_the_immune() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], weapons=["mace"]),
        sovereign("brute", at=[0, 5], immune=["bludgeoning"]),
    )
    bout.to("hero-picks", order=("ann",))
    bout.step(("weapon", "mace"))
    bout.to_turn("ann")
    struck(bout, 3, "mace")
    assert not bout["brute"].has("rattled")


@pytest.mark.rule("vigor.type.resistance")
def test_a_hit_that_its_riders_bring_to_nothing_stays_nothing() -> None:
    dull = weapon("longsword", points=-1)
    bout = turn({"weapons": [dull]}, resists=["slashing"])
    struck(bout, 1)
    assert (bout["brute"].vigor, bout["brute"].vitality) == (3, 22)


@pytest.mark.rule("vigor.hit.rider-details", "vigor.type.vulnerability")
@pytest.mark.parametrize("suffers", [[], ["slashing"]])
def test_a_hit_is_never_worth_less_than_nothing(suffers: list[str]) -> None:
    bout = turn({}, vulnerable=suffers)
    gm(bout, "set", "ann", "points", -50)
    struck(bout, 1)
    assert (bout["brute"].vigor, bout["brute"].vitality) == (3, 22)
