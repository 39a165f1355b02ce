"""The talents of the table that no other area owns (area `talent`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, citing, dice_of, elite, gm, hero, spend

BLOW = ("attack", "long-blade", "brute")


def bout(*talents: str, house: dict[str, Any] | None = None, **brute: Any) -> Bout:
    it = Bout(
        hero("ann", talents=list(talents), skills={"light-melee": 2, "heavy-ranged": 2}),
        elite("brute", wound_points=90, **brute),
        house=house,
    )
    it.turn_of("ann")
    return it


def off_guard(it: Bout) -> Bout:
    gm(it, "tag", "brute", "off-guard")
    return it


# ---- Precise Strike ----


@pytest.mark.rule("ix.talent.precise-strike")
@pytest.mark.parametrize(("talents", "dice"), [(["precise-strike"], 1), ([], 0), (["guarded"], 0)])
def test_precise_strike_adds_a_boon_die_against_the_off_guard(
    talents: list[str], dice: int
) -> None:
    it = off_guard(bout(*talents))
    table = it.do(BLOW, rolls=["nothing"])
    assert dice_of(table).get("boon", 0) == dice
    assert table.cited("ix.talent.precise-strike") == bool(dice)


@pytest.mark.rule("ix.talent.precise-strike")
def test_precise_strike_does_nothing_against_who_is_on_guard() -> None:
    assert "boon" not in dice_of(bout("precise-strike").do(BLOW, rolls=["nothing"]))


@pytest.mark.rule("ix.talent.precise-strike")
def test_precise_strike_is_for_attacks_and_for_its_owner() -> None:
    it = off_guard(bout("precise-strike", talents=[]))
    table = it.do(("grapple", "brute"), rolls=["nothing", "nothing"])
    assert all("boon" not in dice for _, _, dice in table.rolled)
    gm(it, "tag", "ann", "off-guard")
    it.end_turn()
    it.turn_of("brute")
    assert "boon" not in dice_of(it.do(("attack", "long-blade", "ann"), rolls=["nothing"]))


@pytest.mark.rule("ix.talent.precise-strike")
def test_the_house_sets_the_dice_of_precise_strike() -> None:
    it = off_guard(bout("precise-strike", house={"precise-strike-boon-dice": 2}))
    assert dice_of(it.do(BLOW, rolls=["nothing"]))["boon"] == 2


# ---- Find the Gap ----


@pytest.mark.rule("ix.talent.find-the-gap")
@pytest.mark.parametrize(("resistance", "dealt"), [(5, 6 - 3), (3, 6 - 1), (2, 6), (1, 6), (0, 6)])
def test_find_the_gap_ignores_2_resistance_but_never_more_than_there_is(
    resistance: int, dealt: int
) -> None:
    it = off_guard(bout("find-the-gap", resistance=resistance))
    table = it.do(BLOW, rolls=["1 success"])
    assert it["brute"].wounds == 90 - dealt
    assert table.cited("ix.talent.find-the-gap") or resistance == 0


@pytest.mark.rule("ix.talent.find-the-gap")
@pytest.mark.parametrize(("talents", "off"), [([], True), (["find-the-gap"], False)])
def test_without_the_talent_or_the_gap_all_resistance_counts(talents: list[str], off: bool) -> None:
    it = bout(*talents, resistance=5)
    if off:
        off_guard(it)
    table = it.do(BLOW, rolls=["1 success"])
    assert it["brute"].wounds == 90 - (6 - 5)
    assert not table.cited("ix.talent.find-the-gap")


@pytest.mark.rule("ix.talent.find-the-gap")
def test_the_house_sets_what_find_the_gap_ignores() -> None:
    it = off_guard(bout("find-the-gap", resistance=5, house={"find-the-gap-resistance": 4}))
    it.do(BLOW, rolls=["1 success"])
    assert it["brute"].wounds == 90 - (6 - 1)


@pytest.mark.rule("ix.talent.find-the-gap")
def test_find_the_gap_is_no_help_to_those_who_strike_at_its_owner() -> None:
    it = bout("find-the-gap")
    gm(it, "tag", "ann", "off-guard")
    it.end_turn()
    it.turn_of("brute")
    it.do(("attack", "long-blade", "ann"), rolls=["1 success"])
    assert it["ann"].wounds == 12 - (6 - 1)


# ---- Punishing Hold ----


def holding(*talents: str, house: dict[str, Any] | None = None, resistance: int = 1) -> Bout:
    it = Bout(
        hero("ann", might=4, talents=list(talents)),
        elite("brute", wound_points=90, resistance=resistance),
        house=house,
    )
    it.turn_of("ann")
    it.do(("grapple", "brute"), rolls=["2 successes", "nothing"])
    it.end_turn()
    it.next_round()
    it.turn_of("ann")
    return it


@pytest.mark.rule("ix.talent.punishing-hold")
@pytest.mark.parametrize(("talents", "dealt"), [([], 4 - 1), (["punishing-hold"], 4 + 2 - 1)])
def test_punishing_hold_hurts_the_held_by_2_more(talents: list[str], dealt: int) -> None:
    it = holding(*talents)
    table = it.do(("hold", "harm"))
    assert it["brute"].wounds == 90 - dealt
    assert table.cited("ix.talent.punishing-hold") == bool(talents)


@pytest.mark.rule("ix.talent.punishing-hold")
def test_the_two_points_meet_resistance_with_the_rest() -> None:
    it = holding("punishing-hold", resistance=6)
    it.do(("hold", "harm"))
    assert it["brute"].wounds == 90


@pytest.mark.rule("ix.talent.punishing-hold")
def test_punishing_hold_does_nothing_for_ordinary_blows() -> None:
    it = holding("punishing-hold")
    it.do(BLOW, rolls=["1 success"])
    assert it["brute"].wounds == 90 - (6 - 1)


@pytest.mark.rule("ix.talent.punishing-hold")
def test_the_house_sets_what_punishing_hold_adds() -> None:
    it = holding("punishing-hold", house={"punishing-hold-damage": 5})
    it.do(("hold", "harm"))
    assert it["brute"].wounds == 90 - (4 + 5 - 1)


# ---- all of them are there to be had ----


@pytest.mark.rule("ix.talent.precise-strike", "ix.talent.find-the-gap")
def test_two_talents_work_on_one_blow() -> None:
    it = off_guard(bout("precise-strike", "find-the-gap", resistance=3))
    table = it.do(BLOW, rolls=["1 success"])
    assert dice_of(table)["boon"] == 1
    assert it["brute"].wounds == 90 - (6 - 1)


@pytest.mark.rule("ix.talent.precise-strike")
def test_a_spend_of_the_same_attack_comes_too_late_for_it() -> None:
    """What the blow itself brings about makes its target off-guard only for the next one."""
    it = bout("precise-strike", "find-the-gap", resistance=3)
    table = it.do(BLOW, spend("attack-disorient"), rolls=["1 success 2 boons"])
    assert it["brute"].has("disoriented")
    assert it["brute"].wounds == 90 - (6 - 3)
    assert citing(table, "ix.talent.find-the-gap") == []
