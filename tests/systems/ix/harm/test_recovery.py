"""What comes back by itself: the end of the encounter, short and full rests (area `recovery`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    afterwards,
    asked_now,
    citing,
    coded,
    elite,
    hero,
    nemesis,
    npc,
    rows_carried,
    suffer,
    tire,
    to_rest,
)


def over(*others: Any, house: Any = None, strained: int = 0, **fields: Any) -> Bout:
    """The fight is won; nothing has been rested off yet but the end of the encounter itself.

    `strained` is Strain that Ann suffers in the fight.
    """
    bout = Bout(hero("ann", **fields), hero("bob"), *others, nemesis("boss"), house=house)
    if strained:
        tire(bout, "ann", strained)
    suffer(bout, "boss", 100)
    to_rest(bout)
    return bout


def rest(bout: Bout, kind: str, **script: Any) -> IxTable:
    return afterwards(bout, (kind,), **script)


# ---- rounds that go on ----


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
@pytest.mark.parametrize(("at", "after"), [(2, 0), (3, 1), (5, 3)])
def test_after_the_fight_a_helper_from_afar_comes_two_steps_nearer_in_a_round(
    at: int, after: int
) -> None:
    bout = Bout(
        hero("ann", wounds=-1),
        hero("bob"),
        nemesis("boss"),
        scene={"at": {"ann": 0, "bob": at, "boss": 0}},
    )
    suffer(bout, "boss", 100)
    assert ("tend", "bob", "stabilize", "ann") not in asked_now(bout)
    afterwards(bout, ("go-to", "bob", "ann"))
    assert bout["bob"].at == after
    afterwards(bout)
    assert bout["ann"].wounds == -2


@pytest.mark.rule("ix.encounter.rounds-continue-while-bleeding")
def test_a_helper_one_step_away_stabilizes_in_the_same_round() -> None:
    bout = Bout(
        hero("ann", wounds=-1),
        hero("bob", intellect=3),
        nemesis("boss"),
        scene={"at": {"ann": 0, "bob": 1, "boss": 0}},
    )
    suffer(bout, "boss", 100)
    afterwards(bout, ("tend", "bob", "stabilize", "ann"), rolls=["1 success"])
    assert (bout["ann"].stabilized, bout["ann"].wounds) == (True, -1)


# ---- short rests ----


@pytest.mark.rule("ix.recovery.short-rest")
@pytest.mark.parametrize("willpower", [1, 3])
def test_a_short_rest_restores_willpower_in_strain_besides_the_end_of_the_encounter(
    willpower: int,
) -> None:
    bout = over(willpower=willpower, strain=9)
    assert bout["ann"].strain == 9 - willpower
    table = rest(bout, "short-rest")
    assert bout["ann"].strain == 9 - 2 * willpower
    event = citing(table, "ix.recovery.short-rest")[-1]
    assert event.fields["amount"] == willpower


@pytest.mark.rule("ix.recovery.short-rest")
def test_a_short_rest_restores_no_wounds_and_clears_no_injury() -> None:
    bout = over(wounds=4, strain=9, injuries=[{"injury": "critical-001-005"}])
    rest(bout, "short-rest")
    assert bout["ann"].wounds == 4
    assert rows_carried(bout, "ann") == ["critical-001-005"]


@pytest.mark.rule("ix.recovery.short-rest")
def test_a_short_rest_takes_strain_no_lower_than_0() -> None:
    bout = over(strain=3)
    rest(bout, "short-rest")
    assert bout["ann"].strain == 0


@pytest.mark.rule("ix.recovery.short-rest")
def test_a_short_rest_is_everybodys() -> None:
    bout = over(hero("cat", strain=8), strain=9)
    rest(bout, "short-rest")
    assert (bout["ann"].strain, bout["cat"].strain) == (5, 4)


@pytest.mark.rule("ix.recovery.short-rest-again")
def test_a_second_short_rest_is_not_possible_by_default() -> None:
    bout = over(strain=11)
    rest(bout, "short-rest")
    assert bout["ann"].strain == 7
    assert ("short-rest",) not in asked_now(bout)
    table = rest(bout, "short-rest-again")
    assert table.was_asked("ix.recovery.short-rest-again")
    assert bout["ann"].strain == 7


@pytest.mark.rule("ix.recovery.short-rest-again")
def test_the_gm_can_rule_that_there_is_real_safety_for_a_second_one() -> None:
    bout = over(strain=11)
    rest(bout, "short-rest")
    rest(bout, "short-rest-again", rulings={"ix.recovery.short-rest-again": ("safe",)})
    assert bout["ann"].strain == 5


# ---- full rests ----


@pytest.mark.rule("ix.recovery.full-rest", "ix.recovery.full-rest-strain")
def test_a_full_rest_removes_all_strain() -> None:
    bout = over(strain=11)
    table = rest(bout, "full-rest")
    assert bout["ann"].strain == 0
    assert coded(table, "rested")[0].fields["kind"] == "full"
    assert table.cited("ix.recovery.full-rest-strain")


@pytest.mark.rule("ix.recovery.full-rest-wounds")
@pytest.mark.parametrize(
    ("wounds", "might", "after"),
    [(4, 2, 6), (4, 3, 7), (11, 3, 13), (12, 3, 13), (0, 2, 2), (1, 2, 3)],
)
def test_a_full_rest_restores_might_in_wounds_up_to_wound_points(
    wounds: int, might: int, after: int
) -> None:
    bout = over(wounds=wounds, might=might, stabilized=wounds <= 0)
    table = rest(bout, "full-rest")
    assert bout["ann"].wounds == after
    assert bout["ann"].is_up
    told = citing(table, "ix.recovery.full-rest-wounds")
    assert told[0].fields["amount"] == after - wounds


@pytest.mark.rule("ix.recovery.no-natural-from-negative", "ix.recovery.full-rest-wounds")
@pytest.mark.parametrize("wounds", [-1, -6])
def test_a_negative_total_does_not_recover_by_itself(wounds: int) -> None:
    bout = over(wounds=wounds, stabilized=True, strain=5)
    rest(bout, "full-rest")
    assert bout["ann"].wounds == wounds
    assert bout["ann"].strain == 0
    assert bout["ann"].is_down


@pytest.mark.rule("ix.recovery.no-natural-from-negative", "ix.incapacitation.exactly-zero")
def test_from_exactly_0_natural_recovery_works() -> None:
    bout = over(wounds=0, stabilized=True)
    rest(bout, "full-rest")
    assert (bout["ann"].wounds, bout["ann"].is_up) == (2, True)


@pytest.mark.rule("ix.recovery.full-rest-wounds")
def test_two_full_rests_restore_twice() -> None:
    bout = over(wounds=4)
    rest(bout, "full-rest")
    rest(bout, "full-rest")
    assert bout["ann"].wounds == 8


# ---- after an overload ----


@pytest.mark.rule("ix.recovery.full-rest-after-overload")
@pytest.mark.parametrize(("willpower", "start"), [(2, 12), (3, 13)])
def test_after_incapacitation_by_strain_a_full_rest_removes_half_of_strain_points(
    willpower: int, start: int
) -> None:
    bout = over(willpower=willpower, strained=start)
    left = start - willpower
    assert bout["ann"].strain == left
    table = rest(bout, "full-rest")
    assert bout["ann"].strain == left - 6  # half of 12 or 13, rounded down
    assert table.cited("ix.recovery.full-rest-after-overload")


@pytest.mark.rule("ix.recovery.full-rest-after-overload")
@pytest.mark.parametrize(("reading", "left"), [("down-to-half", 6), ("all", 0), ("remove-half", 4)])
def test_the_house_reads_a_rest_after_an_overload_in_three_ways(reading: str, left: int) -> None:
    bout = over(house={"full-rest-after-overload": reading}, strained=12)
    assert bout["ann"].strain == 10
    rest(bout, "full-rest")
    assert bout["ann"].strain == left


@pytest.mark.rule("ix.recovery.full-rest-after-overload")
def test_down_to_half_raises_nobodys_strain() -> None:
    bout = over(house={"full-rest-after-overload": "down-to-half"}, strained=12)
    bout["ann"].strain = 3
    rest(bout, "full-rest")
    assert bout["ann"].strain == 3


@pytest.mark.rule("ix.recovery.full-rest-after-overload")
def test_it_counts_that_one_was_overcome_at_some_time_in_the_encounter() -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("boss"))
    tire(bout, "ann", 12)
    from affray.systems.ix.harm import strain

    strain.recover(bout.fight, IxTable(bout.fight), "ann", 3, because="ix.strain.floor")
    assert bout["ann"].is_up
    suffer(bout, "boss", 100)
    to_rest(bout)
    assert bout["ann"].strain == 7
    rest(bout, "full-rest")
    assert bout["ann"].strain == 1


@pytest.mark.rule("ix.recovery.full-rest-after-overload")
def test_strain_just_below_the_points_is_no_overload() -> None:
    bout = over(strained=11)
    rest(bout, "full-rest")
    assert bout["ann"].strain == 0


@pytest.mark.rule("ix.recovery.overload-memory")
def test_the_second_full_rest_is_a_whole_one() -> None:
    bout = over(strained=30)
    assert bout["ann"].strain == 28
    rest(bout, "full-rest")
    assert bout["ann"].strain == 22
    rest(bout, "full-rest")
    assert bout["ann"].strain == 0


@pytest.mark.rule("ix.recovery.overload-memory")
def test_a_block_can_remember_an_overload_for_the_first_full_rest_but_a_new_encounter_forgets() -> (
    None
):
    bout = Bout(hero("ann", strain=9, overloaded=True), hero("bob"), nemesis("boss"))
    assert not bout["ann"].overloaded
    suffer(bout, "boss", 100)
    to_rest(bout)
    rest(bout, "full-rest")
    assert bout["ann"].strain == 0


# ---- injuries ----


@pytest.mark.rule("ix.recovery.criticals")
def test_moderate_and_graver_injuries_never_recover_by_themselves() -> None:
    rows = ["critical-001-005", "critical-026-030", "critical-031-035", "critical-061-065"]
    bout = over(injuries=[{"injury": row} for row in rows], wounds=2)
    rest(bout, "short-rest") if ("short-rest",) in asked_now(bout) else None
    rest(bout, "full-rest")
    assert rows_carried(bout, "ann") == rows[2:]
    rest(bout, "full-rest")
    assert rows_carried(bout, "ann") == rows[2:]


@pytest.mark.rule("ix.recovery.criticals")
def test_a_treated_moderate_injury_is_gone_before_any_rest() -> None:
    bout = over(
        hero("cat", intellect=4, skills={"medicine": 4}), injuries=[{"injury": "critical-031-035"}]
    )
    serial = str(bout["ann"].injuries[0].serial)
    key = ("tend", "cat", "treat-injury", "ann", serial, "critical-031-035")
    table = afterwards(bout, key, rolls=["1 success"])
    assert rows_carried(bout, "ann") == []
    assert coded(table, "injury-removed")


# ---- others ----


@pytest.mark.rule("ix.recovery.full-rest-wounds")
def test_the_dead_do_not_recover() -> None:
    bout = Bout(hero("ann"), hero("bob", wounds=5), nemesis("boss"))
    suffer(bout, "ann", 24)
    suffer(bout, "boss", 100)
    to_rest(bout)
    rest(bout, "full-rest")
    assert (bout["ann"].status, bout["ann"].wounds) == ("dead", -12)
    assert bout["bob"].wounds == 7


@pytest.mark.rule("ix.recovery.short-rest", "ix.recovery.full-rest")
def test_nobody_rests_for_the_sake_of_the_dead() -> None:
    bout = Bout(hero("ann", strain=5, wounds=3), hero("bob"), nemesis("boss"))
    suffer(bout, "ann", 15)
    suffer(bout, "boss", 100)
    to_rest(bout)
    assert bout["ann"].status == "dead"
    afterwards(bout)
    assert bout.fight.closed


@pytest.mark.rule("ix.recovery.short-rest")
def test_where_nothing_is_left_to_recover_there_is_no_rest_to_take() -> None:
    bout = Bout(hero("ann"), hero("bob"), nemesis("boss"), elite("brute"))
    suffer(bout, "boss", 100)
    suffer(bout, "brute", 100)
    table = to_rest(bout)
    assert citing(table, "ix.recovery.short-rest") == []


@pytest.mark.rule("ix.healing.new-day")
@pytest.mark.parametrize(("how", "first"), [("short-rest", False), ("full-rest", True)])
def test_a_night_is_a_new_chance_for_medicine_and_a_short_rest_is_none(
    how: str, first: bool
) -> None:
    bout = over(wounds=3, strained=6)
    bout["ann"].treated = 1
    bout["ann"].spells_had = ("lesser-heal",)
    rest(bout, how)
    assert (("tend", "bob", "treat", "ann") in asked_now(bout)) == first
    assert (("tend", "bob", "treat-again", "ann") in asked_now(bout)) == (not first)
    assert (bout["ann"].spells_had == ()) == first


# ---- mounts ----


def stable(**fields: Any) -> Bout:
    """Ann, bob and a bay that has come out of the fight with 3 of its 14 Wounds."""
    bay = npc("ally", "bay", "mount", weapons=["hooves"], wound_points=14, **fields)
    bout = over(bay)
    bout["bay"].wounds = 3
    return bout


@pytest.mark.rule("ix.recovery.mounts")
def test_a_night_brings_a_mount_of_the_party_wounds_equal_to_its_might() -> None:
    bout = stable(might=4)
    assert ("full-rest",) in asked_now(bout)
    table = rest(bout, "full-rest")
    assert bout["bay"].wounds == 7
    assert citing(table, "ix.recovery.mounts")


@pytest.mark.rule("ix.recovery.mounts")
def test_a_mount_of_the_enemy_or_one_that_is_down_does_not_recover_by_itself() -> None:
    roan = npc("foe", "roan", "mount", weapons=["hooves"], wound_points=14)
    bout = over(roan, strained=4)
    bout["roan"].wounds = 3
    rest(bout, "full-rest")
    assert bout["roan"].wounds == 3
    bout = stable(might=4)
    bout["bay"].status = "out"
    tire(bout, "ann", 1)
    rest(bout, "full-rest")
    assert bout["bay"].wounds == 3


@pytest.mark.rule("ix.recovery.mounts", "ix.healing.medicine-once")
def test_medicine_works_on_a_mount_once_an_encounter() -> None:
    bout = stable()
    afterwards(bout, ("tend", "bob", "treat", "bay"), rolls=["2 successes"])
    assert bout["bay"].wounds == 5
    assert ("tend", "bob", "treat", "bay") not in asked_now(bout)
