"""Deflecting what has struck (area deflect)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import Bout, DiceTable, foe, gm, hero

SWORD = ("attack", "long-sword", "cur")
DEFLECT, TAKE = ("deflect",), ("take-it",)


def bout(*, by: dict[str, Any] | None = None, house: Any = None, **fields: Any) -> Bout:
    """ann against a foe of 40 HP with these fields."""
    cur = foe("cur", **{"max_hp": 40, "wounded_by_more_than": 99, **fields})
    return Bout(hero("ann", **(by or {})), cur, house=house)


def attempt(fight: Bout, natural: int, attack: tuple[int, int] = (12, 7)) -> DiceTable:
    return fight.do(SWORD, DEFLECT, dice=[attack, natural])


def lost(fight: Bout, natural: int, attack: tuple[int, int] = (12, 7)) -> int:
    before: int = fight["cur"].hp
    attempt(fight, natural, attack)
    now: int = fight["cur"].hp
    return before - now


def target_number(table: DiceTable) -> int:
    event = next(e for e in table.events if e.code == "deflect")
    return int({**event.fields, **event.secret}["target_number"])


# ---- the target number ----


@pytest.mark.rule("sixteen.deflect.target-number", "sixteen.deflect.roll")
def test_without_any_bonus_only_a_20_deflects() -> None:
    assert lost(bout(), 19) == 7
    assert lost(bout(), 20) == 0
    assert target_number(attempt(bout(), 20)) == 20


@pytest.mark.rule("sixteen.deflect.lowered", "sixteen.deflect.roll", "sixteen.deflect.success")
@pytest.mark.parametrize(
    ("bonus", "shield", "number"),
    [
        (0, "buckler", 19),
        (0, "round-shield", 18),
        (0, "tall-shield", 17),
        (4, "none", 16),
        (4, "round-shield", 14),
        (17, "none", 3),
        (18, "none", 2),
        (18, "tall-shield", 2),
        (-3, "none", 20),
    ],
)
def test_bonus_and_shield_lower_it_between_2_and_20(bonus: int, shield: str, number: int) -> None:
    def made() -> Bout:
        fight = bout(shield=shield)
        fight["cur"].deflect_bonus = bonus
        return fight

    fight = made()
    table = attempt(fight, number)
    assert target_number(table) == number
    assert fight["cur"].hp == 40
    assert table.cited("sixteen.deflect.lowered")
    assert table.cited("sixteen.deflect.success")
    assert lost(made(), number - 1) == 7


@pytest.mark.rule("sixteen.deflect.roll")
def test_nothing_is_added_to_the_d20() -> None:
    assert lost(bout(deflect_bonus=5, sdf=20, con=20, lif=20, hit=20), 14) == 7


@pytest.mark.rule("sixteen.deflect.roll")
def test_a_natural_1_never_deflects() -> None:
    assert lost(bout(deflect_bonus=18), 1) == 7
    house = {"deflect-target-min": 1, "deflect-target": 1}
    assert lost(bout(house=house), 1) == 7


# ---- what it does ----


@pytest.mark.rule("sixteen.deflect.attempt", "sixteen.deflect.failure")
def test_the_target_may_decline_and_takes_the_full_damage() -> None:
    fight = bout(deflect_bonus=18, armour="mail")
    table = fight.do(SWORD, TAKE, dice=[(12, 7)])
    assert table.options_of("sixteen.deflect.attempt") == [DEFLECT, TAKE]
    assert fight["cur"].hp == 40 - (7 - 3)
    assert "let-through" in table.codes()


@pytest.mark.rule("sixteen.deflect.attempt", "sixteen.attack.order")
def test_the_attempt_comes_after_the_damage_and_not_on_a_miss() -> None:
    fight = bout(deflect_bonus=18)
    table = fight.do(SWORD, dice=[(10, 7)])
    assert not table.was_asked("sixteen.deflect.attempt")
    table = bout(deflect_bonus=18).do(SWORD, DEFLECT, dice=[(12, 7), 10])
    asked = [rule for rule, _, _ in table.asked]
    assert asked.index("sixteen.attack.roll") < asked.index("sixteen.deflect.attempt")
    assert [rule for rule in asked if rule == "sixteen.deflect.attempt"] == [
        "sixteen.deflect.attempt"
    ]


@pytest.mark.rule("sixteen.deflect.failure")
def test_a_failed_deflect_leaves_the_damage_to_armour() -> None:
    fight = bout(armour="padded")
    table = attempt(fight, 10)
    assert 40 - fight["cur"].hp == 7  # padded is 1, cutting takes 1 from it
    assert table.cited("sixteen.deflect.failure")
    fight = bout(armour="plate")
    assert lost(fight, 10) == 4


@pytest.mark.rule("sixteen.deflect.success")
def test_a_success_leaves_no_wound_either() -> None:
    fight = bout(deflect_bonus=5, wounded_by_more_than=1)
    table = attempt(fight, 18)
    assert (fight["cur"].hp, fight["cur"].wounds, fight["cur"].fatigue) == (40, 0, 0)
    assert "deflected" in table.codes()


@pytest.mark.rule("sixteen.deflect.large-attacker", "sixteen.deflect.large-means")
@pytest.mark.parametrize(
    ("size", "cost"), [("tiny", 0), ("small", 0), ("medium", 0), ("large", 3), ("huge", 3)]
)
def test_a_deflected_large_attacker_still_does_half_rounded_down(size: str, cost: int) -> None:
    fight = bout(deflect_bonus=5, by={"size": size})
    assert lost(fight, 18) == cost
    assert fight.last is not None
    assert fight.last.cited("sixteen.deflect.large-attacker") is (cost > 0)


@pytest.mark.rule("sixteen.deflect.large-means")
@pytest.mark.parametrize("size", ["tiny", "large", "huge"])
def test_the_size_of_the_target_does_not_matter(size: str) -> None:
    assert lost(bout(deflect_bonus=5, by={"size": "large"}, size=size), 18) == 3
    assert lost(bout(deflect_bonus=5, by={"size": "medium"}, size=size), 18) == 0


@pytest.mark.rule("sixteen.deflect.large-means")
def test_half_is_taken_of_the_whole_damage_and_armour_reduces_the_rest() -> None:
    fight = bout(deflect_bonus=5, by={"size": "large", "damage_bonus": 4}, armour="plate")
    assert lost(fight, 18, (12, 7)) == 2  # (7 + 4) / 2 = 5, plate takes 3
    fight = bout(deflect_bonus=5, by={"size": "large"}, armour="plate")
    assert lost(fight, 18, (12, 5)) == 0


@pytest.mark.rule("sixteen.deflect.large-means")
def test_by_the_other_reading_half_is_rounded_up() -> None:
    house = {"half-damage": "up"}
    assert lost(bout(deflect_bonus=5, by={"size": "large"}, house=house), 18, (12, 7)) == 4
    assert lost(bout(deflect_bonus=5, by={"size": "large"}, house=house), 18, (12, 6)) == 3


@pytest.mark.rule("sixteen.deflect.large-attacker")
def test_a_failed_deflect_of_a_large_attacker_halves_nothing() -> None:
    assert lost(bout(deflect_bonus=5, by={"size": "huge"}), 14) == 7


# ---- critical hits and critical deflects ----


@pytest.mark.rule("sixteen.deflect.critical-needed", "sixteen.deflect.critical-deflect")
def test_an_ordinary_deflect_does_nothing_against_a_critical_hit() -> None:
    fight = bout(deflect_bonus=5, armour="plate")
    assert lost(fight, 16, (11, 7)) == 7
    fight = bout(deflect_bonus=5, armour="plate")
    assert lost(fight, 15, (11, 7)) == 0
    assert fight.last is not None
    assert fight.last.cited("sixteen.deflect.critical-deflect")


@pytest.mark.rule("sixteen.deflect.critical-deflect")
def test_critically_deflected_a_large_critical_is_halved_and_meets_armour_again() -> None:
    fight = bout(deflect_bonus=5, armour="plate", by={"size": "large"})
    assert lost(fight, 15, (11, 8)) == 1  # 8 / 2 - 3
    fight = bout(deflect_bonus=5, armour="plate", by={"size": "large"})
    assert lost(fight, 16, (11, 8)) == 8


@pytest.mark.rule("sixteen.deflect.critical-deflect")
def test_against_another_hit_it_is_an_ordinary_success() -> None:
    assert lost(bout(deflect_bonus=5), 15) == 0
    assert lost(bout(deflect_bonus=5, by={"size": "large"}), 15) == 3


@pytest.mark.rule("sixteen.deflect.critical-deflect")
def test_by_the_other_reading_a_critical_deflect_is_a_natural_20() -> None:
    house = {"critical-deflect": "natural-twenty"}
    assert lost(bout(deflect_bonus=5, house=house), 15, (11, 7)) == 7
    assert lost(bout(deflect_bonus=5, house=house), 20, (11, 7)) == 0
    assert lost(bout(deflect_bonus=5, house=house), 15, (12, 7)) == 0


# ---- how often, and who cannot ----


@pytest.mark.rule("sixteen.deflect.no-reaction")
def test_deflecting_costs_no_reaction_and_is_open_against_every_hit() -> None:
    fight = Bout(
        hero("ann"), hero("bob"), hero("cid"), foe("cur", max_hp=40, deflect_bonus=5), scene=SAME
    )
    for _ in range(3):
        table = fight.do(SWORD, DEFLECT, dice=[(12, 7), 18])
        assert table.cited("sixteen.deflect.no-reaction")
        fight.end()
    assert fight["cur"].hp == 40
    assert fight["cur"].reactions == 1
    gm(fight, "set", "cur", "reactions", 0)
    fight.to_turn("ann")
    fight["cur"].reactions = 0
    assert lost(fight, 18) == 0


SAME = {
    "distance": 5,
    "first": "heroes",
    "places": {"ann": 0, "bob": 0, "cid": 0, "cur": 5},
}


@pytest.mark.rule("sixteen.deflect.attempt")
def test_one_attempt_against_each_hit() -> None:
    fight = bout(deflect_bonus=5)
    table = attempt(fight, 2)
    assert sum(rule == "sixteen.deflect.attempt" for rule, _, _ in table.asked) == 1


@pytest.mark.rule("sixteen.deflect.who-cannot", "sixteen.fatigue.tired")
@pytest.mark.parametrize(("level", "can"), [(0, 1), (1, 1), (2, 0), (3, 0), (4, 0)])
def test_the_tired_and_worse_cannot(level: int, can: int) -> None:
    fight = Bout(hero("ann"), foe("cur", max_hp=40, deflect_bonus=18, fatigue=level), foe("other"))
    table = fight.do(SWORD, *[TAKE] * can, dice=[(12, 4)])
    assert table.was_asked("sixteen.deflect.attempt") is bool(can)
    assert fight["cur"].hp == 36
    assert ("cannot-deflect" in table.codes()) is not bool(can)
    assert table.cited("sixteen.deflect.who-cannot") is not bool(can)


@pytest.mark.rule("sixteen.deflect.who-cannot")
@pytest.mark.parametrize(
    ("tag", "can"),
    [("stunned", False), ("wide-open", False), ("prone", True), ("blinded", True)],
)
def test_the_stunned_cannot_and_the_prone_and_blinded_can(tag: str, can: bool) -> None:
    fight = bout(deflect_bonus=5)
    gm(fight, "tag", "cur", tag)
    table = fight.do(SWORD, *[TAKE] * can, dice=[(12, 4)])
    assert table.was_asked("sixteen.deflect.attempt") is can


@pytest.mark.rule("sixteen.deflect.who-cannot")
def test_the_useless_at_0_hp_cannot() -> None:
    fight = Bout(hero("ann"), foe("cur", max_hp=40, hp_now=0, deflect_bonus=18), foe("other"))
    table = fight.do(SWORD, dice=[(12, 4)])
    assert not table.was_asked("sixteen.deflect.attempt")
