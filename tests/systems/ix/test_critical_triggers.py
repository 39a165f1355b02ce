"""When a Critical Injury is rolled, and what an attacker may buy (area `critical`, its triggers)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    coded,
    elite,
    hero,
    injure,
    minions,
    nemesis,
    rows_carried,
    spend,
    suffer,
    tire,
    wares,
)

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


# ---- reaching 0 Wounds ----


@pytest.mark.rule("ix.critical.trigger-zero")
@pytest.mark.parametrize(("wounds", "rolls"), [(6, []), (5, [46]), (3, [46])])
def test_reaching_zero_wounds_brings_one_roll(wounds: int, rolls: list[int]) -> None:
    bout = striker(wounds=wounds)
    table = bout.do((*BLADE, "boss"), rolls=["1 success", *rolls])
    assert bout["boss"].wounds == wounds - 5
    assert len(bout["boss"].injuries) == len(rolls)
    assert table.cited("ix.critical.trigger-zero") is bool(rolls)
    assert len(injuries(table)) == len(rolls)


@pytest.mark.rule("ix.critical.trigger-zero")
def test_the_roll_comes_whatever_took_the_last_wounds() -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("boss"))
    table = suffer(bout, "ann", 12, rolls=[46])
    assert table.rolled == [("ann", "ix.critical.roll", "1d100")]
    assert rows_carried(bout, "ann") == ["critical-046-050"]


@pytest.mark.rule("ix.critical.trigger-zero-once")
def test_further_losses_at_or_below_zero_bring_no_further_roll() -> None:
    bout = Bout(hero("ann", wounds=2), hero("bob"), nemesis("boss"))
    suffer(bout, "ann", 2, rolls=[46])
    assert bout["ann"].wounds == 0
    suffer(bout, "ann", 1)
    suffer(bout, "ann", 2)
    assert (bout["ann"].wounds, len(bout["ann"].injuries)) == (-3, 1)


@pytest.mark.rule("ix.critical.trigger-zero-once")
def test_a_loss_through_the_death_threshold_brings_no_roll() -> None:
    bout = Bout(hero("ann", wounds=2), hero("bob"), nemesis("boss"))
    table = suffer(bout, "ann", 14)
    assert bout["ann"].status == "dead"
    assert table.rolled == []


@pytest.mark.rule("ix.critical.trigger-zero-once")
def test_one_wound_short_of_the_threshold_there_is_a_roll() -> None:
    bout = Bout(hero("ann", wounds=2), hero("bob"), nemesis("boss"))
    suffer(bout, "ann", 13, rolls=[46])
    assert (bout["ann"].wounds, bout["ann"].status) == (-11, "")
    assert len(bout["ann"].injuries) == 1


# ---- harming the incapacitated ----


@pytest.mark.rule("ix.critical.trigger-harm-incapacitated")
def test_an_attack_that_harms_an_incapacitated_target_injures_it_for_nothing() -> None:
    bout = striker(nemesis("boss", wounds=-1), elite("brute"))
    table = bout.do((*BLADE, "boss"), rolls=["1 success", 46])
    assert rows_carried(bout, "boss") == ["critical-046-050"]
    assert table.cited("ix.critical.trigger-harm-incapacitated")
    assert not table.cited("ix.critical.trigger-zero")


@pytest.mark.rule("ix.critical.trigger-harm-incapacitated")
@pytest.mark.parametrize(("resistance", "hurt"), [(5, True), (6, False), (9, False)])
def test_at_least_1_wound_must_get_through(resistance: int, hurt: bool) -> None:
    foe = nemesis("boss", wounds=-1, resistance=resistance)
    bout = striker(foe, elite("brute"))
    bout.do((*BLADE, "boss"), rolls=["1 success", *([46] if hurt else [])])
    assert len(bout["boss"].injuries) == hurt


@pytest.mark.rule("ix.critical.trigger-harm-incapacitated")
def test_a_miss_on_an_incapacitated_target_does_nothing() -> None:
    bout = striker(nemesis("boss", wounds=-1), elite("brute"))
    bout.do((*BLADE, "boss"), rolls=["nothing"])
    assert bout["boss"].injuries == ()


@pytest.mark.rule("ix.critical.trigger-harm-incapacitated")
def test_1_strain_of_an_attack_is_enough() -> None:
    bout = Bout(hero("ann", wounds=-1), hero("bob"), nemesis("boss"))
    table = tire(bout, "ann", 1, attack=True, by="boss", rolls=[46])
    assert table.cited("ix.critical.trigger-harm-incapacitated")
    assert len(bout["ann"].injuries) == 1


@pytest.mark.rule("ix.critical.harm-means-already")
def test_the_attack_that_fells_does_not_count_as_harm_to_the_fallen() -> None:
    bout = striker(wounds=3)
    table = bout.do((*BLADE, "boss"), rolls=["1 success", 46])
    assert len(bout["boss"].injuries) == 1
    assert not table.cited("ix.critical.trigger-harm-incapacitated")


@pytest.mark.rule("ix.critical.harm-means-already")
def test_strain_of_an_attack_that_overcomes_does_not_count_either() -> None:
    bout = Bout(hero("ann", strain=11), hero("bob"), nemesis("boss"))
    tire(bout, "ann", 3, attack=True, by="boss")
    assert bout["ann"].is_down
    assert bout["ann"].injuries == ()


@pytest.mark.rule("ix.critical.harm-both-kinds")
def test_harm_to_those_overcome_by_strain_injures_them_too() -> None:
    bout = striker(nemesis("boss", strain=10), elite("brute"))
    table = bout.do((*BLADE, "boss"), rolls=["1 success", 46])
    assert bout["boss"].wounds == 5
    assert rows_carried(bout, "boss") == ["critical-046-050"]
    assert table.cited("ix.critical.harm-both-kinds")


@pytest.mark.rule("ix.critical.harm-both-kinds")
def test_under_the_house_rule_only_those_down_by_wounds_are_injured() -> None:
    house = {"strain-incapacitated-critical": "no"}
    bout = striker(nemesis("boss", strain=10), elite("brute"), house=house)
    bout.do((*BLADE, "boss"), rolls=["1 success"])
    assert bout["boss"].injuries == ()
    bout = striker(nemesis("boss", wounds=-1), elite("brute"), house=house)
    bout.do((*BLADE, "boss"), rolls=["1 success", 46])
    assert len(bout["boss"].injuries) == 1


@pytest.mark.rule("ix.critical.harm-attacks-only")
def test_bleeding_and_other_losses_never_injure_the_incapacitated() -> None:
    bout = Bout(hero("ann", wounds=-1), hero("bob"), nemesis("boss"))
    bout.next_round()
    suffer(bout, "ann", 2, by="boss")
    tire(bout, "ann", 2, by="boss")
    assert bout["ann"].wounds == -4
    assert bout["ann"].injuries == ()


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
    table = bout.do(
        (*BLADE, "boss"), spend("", BOUGHT), rolls=["1 success 1 breakthrough", 46]
    )
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
def test_one_attack_buys_one_injury_and_not_both_ways() -> None:
    for pay in (spend(f"{BOUGHT} {BOUGHT}"), spend(BOUGHT, BOUGHT), spend("", f"{BOUGHT} {BOUGHT}")):
        bout = striker(wound_points=30)
        with pytest.raises(AssertionError, match="not offered|cannot show"):
            bout.do((*BLADE, "boss"), pay, rolls=["1 success 6 boons 2 breakthroughs", 46])


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


# ---- minion groups ----


def test_an_injury_to_a_minion_group_is_not_rolled() -> None:
    bout = Bout(hero("ann"), minions("rats", 3))
    table = injure(bout, "rats")
    assert table.rolled == []
    assert bout["rats"].wounds == 8
