"""What Boons, Breakthroughs and Fortune buy of injuries (area `critical`, its triggers)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    coded,
    elite,
    hero,
    nemesis,
    rows_carried,
    spend,
    wares,
)

from affray.testing.script import OffScript

STRONG: dict[str, Any] = {"might": 4, "agility": 4, "skills": {"light-melee": 4}}
BLADE = ("attack", "long-blade")
BOUGHT = "attack-critical"
FORTUNE = ("fortune", "breakthrough")


def striker(*others: Any, house: Any = None, **fields: Any) -> Bout:
    """It is Ann's turn; the Nemesis has 10 Wounds and Resistance 1.

    Her long blade has damage 6 and Crit 3: 1 Success costs 5 Wounds.
    """
    bout = Bout(
        hero("ann", **STRONG),
        *(others or (nemesis("boss", **fields),)),
        house=house,
    )
    bout.turn_of("ann")
    return bout


def injuries(table: IxTable) -> list[Any]:
    return coded(table, "injured")


def ware_of_criticals(table: IxTable) -> set[str]:
    return {word for word in wares(table) if "critical" in word}


# ---- bought ones ----


@pytest.mark.rule("ix.critical.trigger-boons", "ix.critical.boons-price")
@pytest.mark.parametrize(("boons", "offered"), [(2, False), (3, True), (5, True)])
def test_boons_buy_an_injury_for_the_crit_rating(boons: int, offered: bool) -> None:
    bout = striker(wound_points=30)
    table = bout.do((*BLADE, "boss"), rolls=[f"1 success {boons} boons"])
    assert (BOUGHT in wares(table)) is offered
    if offered:
        assert wares(table)[BOUGHT][0] == 3


@pytest.mark.rule("ix.critical.trigger-boons", "ix.critical.boons-price")
def test_boons_above_the_price_remain_for_other_spends() -> None:
    bout = striker(wound_points=30)
    bout["ann"].strain = 5
    table = bout.do(
        (*BLADE, "boss"),
        spend(f"{BOUGHT} recover-strain recover-strain"),
        rolls=["1 success 5 boons", 46],
    )
    assert rows_carried(bout, "boss") == ["critical-046-050"]
    assert bout["ann"].strain == 3
    assert injuries(table)[0].rules[0] == "ix.critical.trigger-boons"


@pytest.mark.rule("ix.critical.boons-price")
def test_a_weapon_with_another_crit_rating_has_another_price() -> None:
    bout = Bout(
        hero("ann", might=4, agility=4, skills={"light-melee": 4}, weapons=["spear"]),
        nemesis("boss", wound_points=30),
    )
    bout.turn_of("ann")
    table = bout.do(("attack", "spear", "boss"), rolls=["1 success 4 boons"])
    assert wares(table)[BOUGHT][0] == 4


@pytest.mark.rule("ix.critical.boons-need-hit")
def test_boons_of_a_miss_buy_no_injury() -> None:
    bout = striker(wound_points=30)
    table = bout.do((*BLADE, "boss"), rolls=["4 boons"])
    assert ware_of_criticals(table) == set()


@pytest.mark.rule("ix.critical.trigger-breakthrough", "ix.critical.breakthrough-for-boons")
def test_a_breakthrough_pays_for_an_injury_without_a_boon() -> None:
    bout = striker(wound_points=30)
    table = bout.do((*BLADE, "boss"), spend("", BOUGHT), rolls=["1 success 1 breakthrough", 46])
    assert rows_carried(bout, "boss") == ["critical-046-050"]
    assert injuries(table)[0].rules[0] == "ix.critical.trigger-breakthrough"
    assert injuries(table)[0].fields["by"] == "ann"


@pytest.mark.rule("ix.critical.breakthrough-on-a-miss")
def test_a_breakthrough_rolled_on_a_miss_can_injure() -> None:
    bout = striker(wound_points=30)
    table = bout.do((*BLADE, "boss"), spend("", BOUGHT), rolls=["1 failure 1 breakthrough", 46])
    assert bout["boss"].wounds == 30
    assert rows_carried(bout, "boss") == ["critical-046-050"]
    assert table.cited("ix.critical.breakthrough-on-a-miss")


@pytest.mark.rule("ix.critical.breakthrough-on-a-miss")
def test_under_the_house_rule_a_breakthrough_on_a_miss_injures_nobody() -> None:
    house = {"critical-by-breakthrough-on-a-miss": "no"}
    bout = striker(nemesis("boss", wound_points=30), house=house)
    table = bout.do((*BLADE, "boss"), rolls=["1 failure 1 breakthrough"])
    assert ware_of_criticals(table) == set()
    bout = striker(nemesis("boss", wound_points=30), house=house)
    table = bout.do((*BLADE, "boss"), rolls=["1 success 1 breakthrough"])
    assert ware_of_criticals(table) == {BOUGHT}


@pytest.mark.rule("ix.critical.no-damage-needed")
def test_a_bought_injury_does_not_need_to_get_through_resistance() -> None:
    bout = striker(resistance=20)
    bout.do((*BLADE, "boss"), spend(BOUGHT), rolls=["1 success 3 boons", 46])
    assert (bout["boss"].wounds, rows_carried(bout, "boss")) == (10, ["critical-046-050"])


@pytest.mark.rule("ix.critical.no-damage-needed")
@pytest.mark.parametrize(("resistance", "offered"), [(6, False), (5, True)])
def test_under_the_house_rule_a_bought_injury_needs_damage(resistance: int, offered: bool) -> None:
    house = {"bought-critical-needs-damage": "yes"}
    bout = striker(nemesis("boss", resistance=resistance), house=house)
    table = bout.do((*BLADE, "boss"), rolls=["1 success 3 boons 1 breakthrough"])
    assert bool(ware_of_criticals(table)) is offered


@pytest.mark.rule("ix.critical.one-bought-per-attack")
@pytest.mark.parametrize(
    ("roll", "pay"),
    [
        ("1 success 6 boons", spend(f"{BOUGHT} {BOUGHT}")),
        ("1 success 3 boons 1 breakthrough", spend(BOUGHT, BOUGHT)),
        ("2 successes 2 breakthroughs", spend("", f"{BOUGHT} {BOUGHT}")),
    ],
)
def test_one_attack_buys_one_injury_and_not_in_two_ways(roll: str, pay: Any) -> None:
    bout = striker(wound_points=30)
    with pytest.raises(OffScript, match="is not offered"):
        bout.do((*BLADE, "boss"), pay, rolls=[roll, 46, 46])


@pytest.mark.rule("ix.critical.one-bought-per-attack")
def test_the_next_attack_can_buy_another_one() -> None:
    bout = striker(wound_points=40)
    bout.do((*BLADE, "boss"), spend(BOUGHT), rolls=["1 success 3 boons", 46])
    bout.do(("end",))
    bout.next_round()
    bout.turn_of("ann")
    bout.do((*BLADE, "boss"), spend(BOUGHT), rolls=["1 success 3 boons", 1])
    assert rows_carried(bout, "boss") == ["critical-046-050", "critical-011-015"]


@pytest.mark.rule("ix.critical.one-bought-per-attack")
def test_under_the_house_rule_each_further_payment_adds_10_to_the_one_roll() -> None:
    bout = striker(nemesis("boss", wound_points=40), house={"repeat-criticals": "yes"})
    bout.do((*BLADE, "boss"), spend(f"{BOUGHT} {BOUGHT}"), rolls=["1 success 6 boons", 46])
    assert rows_carried(bout, "boss") == ["critical-056-060"]


@pytest.mark.rule("ix.critical.several-triggers")
def test_the_fall_and_the_bought_injury_each_roll_and_the_fall_first() -> None:
    bout = striker(wounds=3)
    table = bout.do((*BLADE, "boss"), spend(BOUGHT), rolls=["1 success 3 boons", 46, 46])
    assert rows_carried(bout, "boss") == ["critical-046-050", "critical-056-060"]
    leading = [event.rules[0] for event in injuries(table)]
    assert leading == ["ix.critical.trigger-zero", "ix.critical.trigger-boons"]
    assert [event.fields["carried"] for event in injuries(table)] == [0, 1]
    assert table.cited("ix.critical.several-triggers")


@pytest.mark.rule("ix.critical.several-triggers", "ix.critical.harm-means-already")
def test_whoever_is_overcome_by_strain_and_brought_to_zero_takes_an_injury_for_each() -> None:
    bout = striker(nemesis("boss", strain=10, wounds=3), elite("brute"))
    table = bout.do((*BLADE, "boss"), rolls=["1 success", 46, 46])
    assert rows_carried(bout, "boss") == ["critical-046-050", "critical-056-060"]
    leading = [event.rules[0] for event in injuries(table)]
    assert leading == ["ix.critical.trigger-zero", "ix.critical.trigger-harm-incapacitated"]


@pytest.mark.rule("ix.critical.several-triggers")
def test_under_the_house_rule_there_is_one_roll_the_bought_one() -> None:
    house = {"several-triggers": "no"}
    bout = striker(nemesis("boss", wounds=3), house=house)
    table = bout.do((*BLADE, "boss"), spend(BOUGHT), rolls=["1 success 3 boons", 46])
    assert [event.rules[0] for event in injuries(table)] == ["ix.critical.trigger-boons"]
    bout = striker(nemesis("boss", wounds=3), house=house)
    table = bout.do((*BLADE, "boss"), rolls=["1 success 3 boons", 46])
    assert [event.rules[0] for event in injuries(table)] == ["ix.critical.trigger-zero"]


@pytest.mark.rule("ix.critical.fortune-breakthrough")
@pytest.mark.parametrize(("roll", "injured"), [("1 success", True), ("nothing", False)])
def test_a_breakthrough_effect_bought_with_fortune_injures_only_on_a_hit(
    roll: str, injured: bool
) -> None:
    bout = striker(wound_points=30)
    bout.fight.fortune = 2
    assert _fortune_critical(bout, roll) is injured


@pytest.mark.rule("ix.critical.fortune-breakthrough")
def test_under_the_house_rule_it_injures_on_a_miss_too() -> None:
    house = {"fortune-critical-on-a-miss": "yes"}
    bout = striker(nemesis("boss", wound_points=30), house=house)
    bout.fight.fortune = 2
    assert _fortune_critical(bout, "nothing")


def _fortune_critical(bout: Bout, roll: str) -> bool:
    """Whether the attack can be given a Critical Injury with a Fortune Point."""
    table = bout.do((*BLADE, "boss"), FORTUNE, rolls=[roll])
    return bool(ware_of_criticals(table))
