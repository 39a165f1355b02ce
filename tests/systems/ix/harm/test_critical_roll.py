"""How the total of a Critical Injury is found and read (area `critical`, roll and table)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, coded, elite, hero, injure, nemesis, rows_carried

LIGHT = "critical-001-005"
ROWS = [
    # low, high, severity, grade, name
    (1, 5, "minor", 1, "Grazed"),
    (6, 10, "minor", 1, "Slow to Recover"),
    (11, 15, "minor", 2, "Numb Fingers"),
    (16, 20, "minor", 2, "Lost Beat"),
    (21, 25, "minor", 3, "Off Stride"),
    (26, 30, "minor", 3, "Sinking Heart"),
    (31, 35, "moderate", 4, "Ringing Skull"),
    (36, 40, "moderate", 4, "Deep Bruise"),
    (41, 45, "moderate", 5, "Laid Out"),
    (46, 50, "moderate", 5, "Fogged Mind"),
    (51, 55, "moderate", 6, "Shaken Spirit"),
    (56, 60, "moderate", 6, "Wrenched Body"),
    (61, 65, "severe", 7, "Swimming Head"),
    (66, 70, "severe", 7, "Broken Focus"),
    (71, 75, "severe", 8, "Lamed"),
    (76, 80, "severe", 8, "Wide Open"),
    (81, 85, "severe", 9, "Short of Breath"),
    (86, 90, "deadly", 9, "Failing Strength"),
    (91, 95, "deadly", 10, "Hanging On"),
    (96, 100, "deadly", 10, "Useless Limb"),
    (101, 110, "mortal", 11, "Opened Artery"),
    (111, 120, "mortal", 12, "Broken Frame"),
    (121, 130, "mortal", 13, "At Death's Door"),
    (131, 140, "mortal", 14, "Lights Going Out"),
]


def carrying(count: int, *, house: Any = None, row: str = LIGHT, **fields: Any) -> Bout:
    """Ann carries that many injuries of one row."""
    given = [{"injury": row} for _ in range(count)]
    return Bout(hero("ann", injuries=given, **fields), hero("bob"), nemesis("boss"), house=house)


def hurt(bout: Bout, roll: int, **how: Any) -> tuple[IxTable, dict[str, Any]]:
    """The injury that a d100 roll brings Ann, with whatever the row draws."""
    drawn = [1] if roll + 10 * len(bout["ann"].injuries) > 95 else []
    table = injure(bout, "ann", roll, *drawn, **how)
    return table, coded(table, "injured")[0].fields


# ---- the table ----


@pytest.mark.rule("ix.critical.roll", "ix.critical.severity-bands", "ix.critical.grade")
@pytest.mark.parametrize(("low", "high", "severity", "grade", "name"), ROWS)
def test_a_total_gives_the_row_of_its_band(
    low: int, high: int, severity: str, grade: int, name: str
) -> None:
    for total in (low, high):
        carried = 0 if total <= 100 else 5
        bout = carrying(carried)
        _, told = hurt(bout, total - 10 * carried)
        assert bout["ann"].injuries[-1].row == f"critical-{low:03d}-{high:03d}"
        assert (told["name"], told["severity"], told["grade"]) == (name, severity, grade)
        assert (told["low"], told["high"]) == (low, high)


@pytest.mark.rule("ix.critical.severity-bands")
def test_the_table_has_25_rows_from_1_to_150_without_a_gap() -> None:
    from affray.systems.ix.ledger import rulebook

    rows = list(rulebook().table("critical-injuries").rows)
    bands = [(row["low"], row["high"]) for row in rows]
    assert len(bands) == 25
    assert bands == [*[(low, high) for low, high, *_ in ROWS], (141, 150)]


# ---- what is added ----


@pytest.mark.rule("ix.critical.roll")
@pytest.mark.parametrize(("carried", "row"), [(0, "046-050"), (1, "056-060"), (3, "076-080")])
def test_each_injury_carried_adds_10(carried: int, row: str) -> None:
    bout = carrying(carried)
    table = injure(bout, "ann", 46)
    assert rows_carried(bout, "ann")[-1] == f"critical-{row}"
    told = coded(table, "injured")[0].fields
    assert (told["added"], told["carried"]) == (10 * carried, carried)
    assert table.rolled == [("ann", "ix.critical.roll", "1d100")]


@pytest.mark.rule("ix.critical.untreated-count")
def test_an_injury_whose_effect_is_over_still_adds_10() -> None:
    bout = carrying(0)
    injure(bout, "ann", 21)  # 1 Bane Die on the next check
    bout["ann"].effects = ()
    injure(bout, "ann", 46)
    assert rows_carried(bout, "ann") == ["critical-021-025", "critical-056-060"]


@pytest.mark.rule("ix.critical.untreated-count")
@pytest.mark.parametrize(("row", "adds"), [("061-065", True), ("001-005", False)])
def test_under_the_house_rule_only_injuries_that_still_do_something_count(
    row: str, adds: bool
) -> None:
    bout = carrying(1, row=f"critical-{row}", house={"spent-injuries-count": "no"})
    injure(bout, "ann", 46)
    assert rows_carried(bout, "ann")[-1] == ("critical-056-060" if adds else "critical-046-050")


@pytest.mark.rule("ix.critical.persists")
def test_an_injury_stays_through_rounds_and_healing() -> None:
    bout = carrying(0)
    injure(bout, "ann", 46)
    bout.next_round()
    bout.next_round()
    assert rows_carried(bout, "ann") == ["critical-046-050"]


# ---- the first injury ----


@pytest.mark.rule("ix.critical.first-cap")
@pytest.mark.parametrize(("roll", "bonus"), [(95, 10), (100, 10), (81, 20), (100, 60)])
def test_a_first_injury_never_goes_beyond_100(roll: int, bonus: int) -> None:
    bout = carrying(0)
    table = injure(bout, "ann", roll, 1, bonus=bonus)
    assert rows_carried(bout, "ann") == ["critical-096-100"]
    assert table.cited("ix.critical.first-cap")


@pytest.mark.rule("ix.critical.first-cap")
def test_a_bonus_below_the_cap_counts_in_full() -> None:
    bout = carrying(0)
    table = injure(bout, "ann", 46, bonus=20)
    assert rows_carried(bout, "ann") == ["critical-066-070"]
    assert not table.cited("ix.critical.first-cap")


@pytest.mark.rule("ix.critical.first-cap")
def test_with_an_injury_carried_there_is_no_cap() -> None:
    bout = carrying(1)
    injure(bout, "ann", 91, 1, bonus=10)
    assert rows_carried(bout, "ann")[-1] == "critical-111-120"


@pytest.mark.rule("ix.critical.first-cap")
def test_under_the_house_rule_a_bonus_takes_a_first_injury_past_100() -> None:
    bout = carrying(0, house={"first-injury-cap": "no"})
    injure(bout, "ann", 95, bonus=10)
    assert rows_carried(bout, "ann") == ["critical-101-110"]


@pytest.mark.rule("ix.critical.first-cap")
def test_the_number_of_the_cap_can_be_set_by_the_house() -> None:
    bout = carrying(0, house={"first-injury-cap": 60})
    injure(bout, "ann", 88)
    assert rows_carried(bout, "ann") == ["critical-056-060"]


# ---- mortal rows and Killed ----


@pytest.mark.rule("ix.critical.mortal-rows-reach")
def test_one_injury_carried_already_reaches_the_mortal_rows() -> None:
    bout = carrying(1)
    injure(bout, "ann", 91)
    assert rows_carried(bout, "ann")[-1] == "critical-101-110"


@pytest.mark.rule("ix.critical.mortal-rows-reach", "ix.critical.killed")
@pytest.mark.parametrize(
    ("carried", "roll", "dead"), [(4, 100, False), (5, 90, False), (5, 91, True), (5, 100, True)]
)
def test_killed_needs_141_and_so_five_injuries(carried: int, roll: int, dead: bool) -> None:
    bout = carrying(carried)
    table = injure(bout, "ann", roll)
    assert (bout["ann"].status == "dead") is dead
    assert table.cited("ix.critical.killed") is dead


@pytest.mark.rule("ix.critical.killed")
@pytest.mark.parametrize(("carried", "bonus"), [(6, 0), (9, 0), (5, 40)])
def test_totals_above_150_are_the_killed_entry_too(carried: int, bonus: int) -> None:
    bout = carrying(carried)
    injure(bout, "ann", 100, bonus=bonus)
    assert bout["ann"].status == "dead"


@pytest.mark.rule("ix.critical.killed")
def test_killed_kills_whatever_the_current_wounds() -> None:
    bout = carrying(5)
    assert bout["ann"].wounds == 12
    table = injure(bout, "ann", 95)
    assert (bout["ann"].wounds, bout["ann"].status) == (12, "dead")
    assert coded(table, "died")[0].fields["who"] == "ann"
    assert not bout["ann"].is_here


# ---- what the GM decides in a row ----


@pytest.mark.rule("ix.critical.gm-applies")
def test_a_limb_is_drawn_evenly_from_the_four() -> None:
    limbs = []
    for number in (1, 2, 3, 4):
        bout = carrying(0)
        table = injure(bout, "ann", 98, number)
        assert table.rolled[1][2] == "1d4"
        limbs.append(bout["ann"].injuries[0].drawn)
    assert sorted(limbs) == ["left-arm", "left-leg", "right-arm", "right-leg"]


@pytest.mark.rule("ix.critical.gm-applies")
def test_a_characteristic_is_drawn_evenly_from_the_six() -> None:
    drawn = []
    for number in range(1, 7):
        bout = carrying(2)
        table = injure(bout, "ann", 91, number)
        assert table.rolled[1][2] == "1d6"
        drawn.append(bout["ann"].injuries[-1].drawn)
    assert sorted(drawn) == ["agility", "intellect", "might", "presence", "savvy", "willpower"]


@pytest.mark.rule("ix.critical.gm-applies")
def test_the_gm_can_name_the_limb_and_the_characteristic() -> None:
    bout = carrying(0)
    table = injure(bout, "ann", 98, rulings={"ix.critical.gm-applies": ("right-leg",)})
    assert bout["ann"].injuries[0].drawn == "right-leg"
    assert len(table.rolled) == 1
    bout = carrying(2)
    injure(bout, "ann", 91, rulings={"ix.critical.gm-applies": ("presence",)})
    assert bout["ann"].injuries[-1].drawn == "presence"


# ---- elites and others ----


@pytest.mark.rule("ix.critical.roll")
def test_an_elite_rolls_critical_injuries_like_a_character() -> None:
    bout = Bout(hero("ann"), elite("brute"))
    injure(bout, "brute", 46)
    injure(bout, "brute", 46)
    assert rows_carried(bout, "brute") == ["critical-046-050", "critical-056-060"]
