"""Falls from the saddle: mounts that go down, riders who are unseated (area `mounted`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, citing, coded, dice_of, elite, gm, hero, npc, spend, suffer, wares

from affray.systems.ix.saddle import mount_falls
from affray.systems.ix.state import IxFight

AT_BAY = ("attack", "long-blade", "bay")
AT_ANN = ("attack", "long-blade", "ann")
FALL = "ix.mounted.mount-down"


def bout(
    *more: dict[str, Any],
    ann: dict[str, Any] | None = None,
    bay: dict[str, Any] | None = None,
    brute: dict[str, Any] | None = None,
    **how: Any,
) -> Bout:
    steed = {"weapons": ["hooves"], "wound_points": 10, "resistance": 2, **(bay or {})}
    scene = {
        "at": {"ann": 0, "bay": 0, "brute": 0} | how.pop("at", {}),
        "engaged": how.pop("engaged", [["ann", "brute"]]),
        "riding": {"ann": "bay"},
    }
    return Bout(
        hero("ann", **{"skills": {"light-melee": 2, "riding": 2, "reflexes": 2}, **(ann or {})}),
        npc("ally", "bay", "mount", **steed),
        elite("brute", **{"wound_points": 90, **(brute or {})}),
        *more,
        scene=scene,
        **how,
    )


def felled(left: str, **how: Any) -> tuple[Bout, Any]:
    """The brute strikes the horse down; Ann rolls for the fall."""
    it = bout(bay={"wounds": 1}, **how)
    it.turn_of("brute")
    it.do(AT_BAY, rolls=["1 success"])
    return it, it.step(rolls=[left])


# ---- the mount as a target ----


@pytest.mark.rule("ix.mounted.mount-wounds")
def test_a_mount_is_struck_by_itself_with_its_own_wounds_and_resistance() -> None:
    it = bout()
    it.turn_of("brute")
    it.do(AT_BAY, rolls=["2 successes"])
    assert it["bay"].wounds == 10 - (6 + 1 - 2)
    assert it["ann"].wounds == 12


@pytest.mark.rule("ix.mounted.mount-wounds")
def test_a_mount_without_a_rider_is_a_target_too_and_ones_own_is_none() -> None:
    it = bout()
    gm(it, "untag", "ann", "rides")
    it.turn_of("brute")
    assert it.offers(*AT_BAY)
    it.end_turn()
    it.turn_of("ann")
    assert not it.offers(*AT_BAY)


@pytest.mark.rule("ix.mounted.out-of-the-saddle")
def test_a_mount_is_not_made_prone() -> None:
    it = bout(bay={"wound_points": 90})
    it.turn_of("brute")
    table = it.do(AT_BAY, spend(), rolls=["1 success 3 boons"])
    assert "attack-disarm" not in wares(table)
    assert "attack-pin" in wares(table)
    assert "attack-prone" not in wares(table)
    gm(it, "tag", "bay", "prone")
    assert not it["bay"].has("prone")


# ---- a mount goes down ----


@pytest.mark.rule("ix.mounted.mount-down")
def test_a_mount_at_0_collapses_and_its_rider_is_prone_at_once() -> None:
    it = bout(bay={"wounds": 4})
    it.turn_of("brute")
    table = it.do(AT_BAY, rolls=["1 success"])
    assert it["bay"].status == "out"
    assert it["ann"].mount == ""
    assert it["ann"].has("prone")
    assert it["ann"].wounds == 12, "the roll is still to be made"
    assert citing(table, FALL)
    assert it.fight.thrown == (("ann", "brute"),)


@pytest.mark.rule("ix.mounted.mount-down")
def test_at_1_wound_it_still_stands() -> None:
    it = bout(bay={"wounds": 5})
    it.turn_of("brute")
    it.do(AT_BAY, rolls=["1 success"])
    assert it["bay"].wounds == 1
    assert it["ann"].mount == "bay"


@pytest.mark.rule("ix.mounted.mount-down")
@pytest.mark.parametrize(("left", "wounds"), [("1 success", 12), ("nothing", 9), ("1 failure", 9)])
def test_an_average_reflexes_check_saves_3_wounds(left: str, wounds: int) -> None:
    it, table = felled(left, ann={"armour": "mail", "skills": {"reflexes": 2}})
    assert dice_of(table)["trial"] == 2
    assert it["ann"].wounds == wounds, "Resistance does not count"
    assert it.fight.thrown == ()


@pytest.mark.rule("ix.mounted.mount-down")
def test_the_house_sets_what_the_fall_costs() -> None:
    it, _ = felled("nothing", house={"mount-down-wounds": 5})
    assert it["ann"].wounds == 7


@pytest.mark.rule("ix.mounted.mount-down-margin")
@pytest.mark.parametrize(
    ("left", "engaged"), [("1 success", False), ("1 failure", False), ("2 failures", True)]
)
def test_who_fails_by_two_lands_engaged_with_the_enemy(left: str, engaged: bool) -> None:
    it, table = felled(left)
    assert (("ann", "brute") in it.fight.engaged) == engaged
    assert table.cited("ix.mounted.mount-down-margin") == engaged


@pytest.mark.rule("ix.mounted.mount-down-margin")
def test_an_archer_from_afar_was_not_fought() -> None:
    it = bout(
        bay={"wounds": 1},
        brute={"weapons": ["hunting-bow"], "skills": {"heavy-ranged": 2}},
        at={"brute": 2},
        engaged=[],
    )
    it.turn_of("brute")
    it.do(("attack", "hunting-bow", "bay"), rolls=["1 success"])
    it.step(rolls=["2 failures"])
    assert it["ann"].at == 0
    assert it.fight.engaged == frozenset()


@pytest.mark.rule("ix.mounted.mount-down-margin")
def test_a_long_spear_brings_the_fall_to_its_feet() -> None:
    spear = {"weapons": ["spear"], "skills": {"light-melee": 2}}
    it = bout(bay={"wounds": 1}, brute=spear, at={"brute": 1}, engaged=[])
    it.turn_of("brute")
    it.do(("attack", "spear", "bay"), rolls=["1 success"])
    it.step(rolls=["2 failures"])
    assert it["ann"].at == 1
    assert ("ann", "brute") in it.fight.engaged


@pytest.mark.rule("ix.mounted.mount-down-margin")
def test_the_house_sets_the_margin() -> None:
    it, _ = felled("1 failure", house={"mount-down-failures": 1})
    assert ("ann", "brute") in it.fight.engaged


@pytest.mark.rule("ix.mounted.mount-down")
def test_the_gms_hand_brings_a_mount_down_without_a_roll_until_the_next_step() -> None:
    it = bout()
    gm(it, "set", "bay", "wounds", 0)
    assert it["bay"].status == "out"
    assert it.fight.thrown == (("ann", "brute"),)
    assert it.fight.engaged == frozenset(), "clear of the enemy until the roll says otherwise"
    assert it["ann"].has("prone")
    table = it.step(rolls=["nothing"])
    assert it["ann"].wounds == 9
    assert table.cited(FALL)


@pytest.mark.rule("ix.mounted.mount-down")
def test_an_injury_that_fells_a_mount_throws_its_rider() -> None:
    it = bout()
    gm(it, "set", "bay", "wounds", -10)
    assert it["ann"].mount == ""
    assert it.fight.thrown


@pytest.mark.rule("ix.mounted.mount-down")
def test_a_mount_without_a_rider_harms_nobody_when_it_falls() -> None:
    it = bout(bay={"wounds": 1})
    gm(it, "untag", "ann", "rides")
    it.turn_of("brute")
    it.do(AT_BAY, rolls=["1 success"])
    assert not it["ann"].has("prone")
    assert it.fight.thrown == ()


# ---- unseating ----


def unseating(left: str, hold: str, **how: Any) -> tuple[Bout, Any]:
    """The brute spends 2 Boons on it; Ann's Riding leaves `hold`."""
    it = bout(**how)
    it.turn_of("brute")
    return it, it.do(AT_ANN, spend("attack-unseat"), rolls=[left, hold])


@pytest.mark.rule("ix.mounted.unseat")
def test_two_boons_of_a_melee_attack_try_to_unseat() -> None:
    it = bout()
    it.turn_of("brute")
    table = it.do(AT_ANN, spend(), rolls=["1 success 2 boons"])
    assert wares(table)["attack-unseat"] == (2, 1)
    assert it["ann"].mount == "bay"


@pytest.mark.rule("ix.mounted.unseat")
@pytest.mark.parametrize("left", ["1 success 1 boon", "2 boons"])
def test_not_with_one_boon_and_not_on_a_miss_that_could_win_nothing(left: str) -> None:
    it = bout()
    it.turn_of("brute")
    table = it.do(AT_ANN, spend(), rolls=[left])
    assert "attack-unseat" not in wares(table)


@pytest.mark.rule("ix.mounted.unseat")
def test_not_from_afar_not_on_foot_and_not_against_the_mount() -> None:
    bow = {"weapons": ["hunting-bow"], "skills": {"heavy-ranged": 2}}
    it = bout(brute=bow, at={"brute": 2}, engaged=[])
    it.turn_of("brute")
    table = it.do(("attack", "hunting-bow", "ann"), spend(), rolls=["1 success 2 boons"])
    assert "attack-unseat" not in wares(table)
    it = bout(bay={"wound_points": 90})
    it.turn_of("brute")
    table = it.do(AT_BAY, spend(), rolls=["1 success 2 boons"])
    assert "attack-unseat" not in wares(table)
    it = bout()
    gm(it, "untag", "ann", "rides")
    it.turn_of("brute")
    table = it.do(AT_ANN, spend(), rolls=["1 success 2 boons"])
    assert "attack-unseat" not in wares(table)


@pytest.mark.rule("ix.mounted.unseat-check")
@pytest.mark.parametrize(
    ("left", "hold", "stays"),
    [
        ("1 success 2 boons", "1 success", True),
        ("2 successes 2 boons", "1 success", False),
        ("1 success 2 boons", "nothing", False),
        ("2 successes 2 boons", "2 successes", True),
    ],
)
def test_the_rider_stays_on_with_as_many_successes(left: str, hold: str, stays: bool) -> None:
    it, table = unseating(left, hold)
    assert (it["ann"].mount == "bay") == stays
    assert it["ann"].has("prone") != stays
    assert table.cited("ix.mounted.unseat-check")
    assert bool(coded(table, "stayed-on")) == stays


@pytest.mark.rule("ix.mounted.unseat-check")
def test_it_is_riding_without_trial_dice() -> None:
    _, table = unseating("1 success 2 boons", "nothing")
    who, rule, _ = table.rolled[-1]
    assert (who, rule) == ("ann", "ix.mounted.unseat-check")
    assert "trial" not in dice_of(table)
    assert sum(dice_of(table).values()) == 2


@pytest.mark.rule("ix.mounted.unseat-failure")
def test_the_unseated_lies_one_band_from_its_mount() -> None:
    it, table = unseating("1 success 2 boons", "nothing")
    assert it["ann"].has("prone")
    assert it["ann"].at == 0
    assert abs(it["bay"].at - it["ann"].at) == 1
    assert coded(table, "unseated")[0].rules == ("ix.mounted.unseat-failure",)
    it.end_turn()
    it.next_round()
    it.turn_of("ann")
    assert not it.offers("mount", "bay")


@pytest.mark.rule("ix.mounted.unseat-failure")
def test_unseating_is_for_others_to_call_too() -> None:
    it = bout()
    assert it.last is not None
    fight: IxFight = it.fight
    mount_falls.unseat(fight, it.last, "ann")
    assert it["ann"].has("prone")
    mount_falls.unseat(fight, it.last, "brute")
    assert not it["brute"].has("prone")


# ---- otherwise out of the saddle ----


@pytest.mark.rule("ix.mounted.out-of-the-saddle")
def test_a_rider_who_falls_prone_otherwise_is_beside_the_mount() -> None:
    it = bout()
    it.turn_of("brute")
    table = it.do(AT_ANN, spend("attack-prone"), rolls=["1 success 3 boons"])
    assert it["ann"].mount == ""
    assert it["ann"].has("prone")
    assert it["bay"].at == it["ann"].at == 0
    assert table.cited("ix.mounted.out-of-the-saddle")


@pytest.mark.rule("ix.mounted.out-of-the-saddle")
def test_an_incapacitated_rider_slides_from_the_saddle() -> None:
    it = bout(hero("cid"), at={"cid": 0})
    suffer(it, "ann", 12, rolls=[1])
    assert it["ann"].mount == ""
    assert it["bay"].is_up


@pytest.mark.rule("ix.mounted.out-of-the-saddle")
def test_other_conditions_leave_a_rider_where_it_is() -> None:
    it = bout()
    for name in ("disoriented", "immobilized", "staggered"):
        gm(it, "tag", "ann", name)
    assert it["ann"].mount == "bay"
