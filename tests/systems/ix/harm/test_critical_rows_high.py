"""What each row of the table of injuries from 76 to 120 does (area `critical`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    asked_now,
    citing,
    coded,
    dice_of,
    elite,
    hero,
    injure,
    nemesis,
    rows_carried,
    spend,
    suffer,
    to_rest,
)

from affray.systems.ix.fight import off_guard

ROWS = "ix.critical.row-effects"
LASTS = "ix.critical.effect-duration"
LIGHT = {"injury": "critical-001-005"}
STRONG: dict[str, Any] = {"might": 4, "agility": 4, "skills": {"light-melee": 4}}
BLOW = ("attack", "long-blade", "boss")


def duel(**fields: Any) -> Bout:
    return Bout(hero("ann", **fields), hero("bob"), nemesis("boss", wound_points=40))


def try_skill(bout: Bout, skill: str) -> dict[str, int]:
    return dice_of(bout.do(("skill-check",), ("with", skill), rolls=["nothing"]))


def next_turn(bout: Bout, who: str = "ann") -> None:
    if bout.fight.turn:
        bout.do(("end",))
    if bout.fight.stage != "slot" or any(taker == who for _, taker in bout.fight.takers):
        bout.next_round()
    bout.turn_of(who)


def _win(bout: Bout) -> IxTable:
    suffer(bout, "boss", 200)
    return to_rest(bout)


# ---- 76-80, Wide Open ----


def wide_open(*rolls: str | int, **foe: Any) -> tuple[Bout, IxTable]:
    """Ann's hit injures the Nemesis for its Boons; the d100 shows 78."""
    bout = Bout(hero("ann", **STRONG), hero("bob"), nemesis("boss", **{"wound_points": 40, **foe}))
    bout.turn_of("ann")
    return bout, bout.do(BLOW, spend("attack-critical"), rolls=["1 success 3 boons", 78, *rolls])


@pytest.mark.rule("ix.critical.row-effects")
def test_076_080_lets_the_attacker_attack_again_with_the_same_pool_at_no_cost() -> None:
    bout, table = wide_open("2 successes")
    first, _, second = table.rolled
    assert first[0] == second[0] == "ann"
    assert first[2] == second[2]
    assert bout["boss"].wounds == 40 - 5 - 6
    assert [event.fields["target"] for event in coded(table, "attack")] == ["boss", "boss"]
    assert bout.fight.actions == 0
    assert bout["ann"].strain == 0


@pytest.mark.rule("ix.critical.row-effects", "ix.range.record-place")
def test_076_080_the_further_attack_counts_at_the_range_that_was_declared() -> None:
    bout = Bout(
        hero("ann", agility=4, weapons=["hunting-bow"]),
        nemesis("boss", wound_points=40),
        scene={"at": {"ann": 0, "boss": 3}},
    )
    bout.turn_of("ann")
    table = bout.do(
        ("attack", "hunting-bow", "boss"),
        spend("attack-critical"),
        rolls=["1 success 4 boons", 78, "nothing"],
        rulings={"ix.range.record-place": ("short",)},
    )
    first, _, second = table.rolled
    assert first[2] == second[2]
    assert [event.fields["band"] for event in coded(table, "attack")] == ["short", "short"]


@pytest.mark.rule("ix.critical.row-effects")
def test_076_080_is_off_guard_to_everyone_until_the_end_of_its_next_turn() -> None:
    bout, _ = wide_open("nothing")
    for who in ("ann", "bob"):
        assert off_guard.is_off_guard(bout.fight, "boss", who)
    bout.do(("end",))
    bout.turn_of("boss")
    assert off_guard.is_off_guard(bout.fight, "boss", "bob")
    bout.do(("attack", "long-blade", "bob"), rolls=["nothing"])
    bout.do(("end",))
    assert not off_guard.is_off_guard(bout.fight, "boss", "bob")


@pytest.mark.rule("ix.critical.row-effects")
def test_076_080_the_further_attack_cannot_give_another_one() -> None:
    bout = Bout(hero("ann", **STRONG), hero("bob"), nemesis("boss", wound_points=40))
    bout.turn_of("ann")
    table = bout.do(
        BLOW,
        spend("attack-critical"),
        spend("attack-critical"),
        rolls=["1 success 3 boons", 78, "1 success 3 boons", 68],
    )
    assert rows_carried(bout, "boss") == ["critical-076-080", "critical-076-080"]
    assert len(coded(table, "attack")) == 2
    assert bout["boss"].wounds == 40 - 5 - 5


@pytest.mark.rule("ix.critical.row-effects")
def test_076_080_without_an_attacker_costs_2_wounds() -> None:
    bout = duel()
    table = injure(bout, "ann", 78)
    assert bout["ann"].wounds == 10
    assert coded(table, "attack") == []
    assert off_guard.is_off_guard(bout.fight, "ann", "boss")


# ---- 81-85, Short of Breath ----


@pytest.mark.rule("ix.critical.row-effects", "ix.critical.effect-duration")
def test_081_085_cannot_choose_strain_nor_catch_its_breath() -> None:
    bout = duel(strain=4)
    bout.turn_of("ann")
    assert bout.offers("catch-breath")
    injure(bout, "ann", 83)
    for _ in range(2):
        next_turn(bout)
        assert not bout.offers("catch-breath")
        bout.do(("aim",))
        assert bout.offers("aim", "action") or ("aim",) in asked_now(bout)
        assert not bout.offers("aim", "strain")
    _win(bout)
    assert bout["ann"].effects


@pytest.mark.rule("ix.critical.row-effects")
def test_081_085_still_suffers_strain_that_is_not_its_choice() -> None:
    from ix_kit import tire

    bout = duel()
    injure(bout, "ann", 83)
    tire(bout, "ann", 3)
    assert bout["ann"].strain == 3


# ---- 86-100, Deadly ----


@pytest.mark.rule("ix.critical.row-effects", "ix.critical.effect-duration")
@pytest.mark.parametrize("skill", ["athletics", "charm", "lore"])
def test_086_090_makes_all_checks_a_step_harder_until_removed(skill: str) -> None:
    bout = duel()
    injure(bout, "ann", 88)
    for _ in range(2):
        next_turn(bout)
        assert try_skill(bout, skill)["trial"] == 3
    next_turn(bout)
    assert dice_of(bout.do(BLOW, rolls=["nothing"]))["trial"] == 3
    _win(bout)
    assert bout["ann"].effects


@pytest.mark.rule("ix.critical.row-effects")
def test_091_095_costs_2_strain_for_each_action() -> None:
    bout = duel()
    injure(bout, "ann", 93)
    bout.turn_of("ann")
    bout.do(("aim",))
    assert bout["ann"].strain == 0
    table = bout.do(BLOW, rolls=["nothing"])
    assert bout["ann"].strain == 2
    assert coded(table, "strained")[0].fields["amount"] == 2
    next_turn(bout)
    bout.do(("end",))
    assert bout["ann"].strain == 2
    next_turn(bout)
    bout.do(("defensive-guard",))
    assert bout["ann"].strain == 4
    _win(bout)
    assert bout["ann"].effects


@pytest.mark.rule("ix.critical.row-effects")
def test_091_095_can_overcome_whoever_acts() -> None:
    bout = duel(strain=10)
    injure(bout, "ann", 93)
    bout.turn_of("ann")
    bout.step(("attack", "long-blade", "boss"), rolls=["nothing"])
    assert bout["ann"].is_down


LIMBS = "ix.critical.gm-applies"


def lame(limb: str, **fields: Any) -> Bout:
    bout = duel(**fields)
    injure(bout, "ann", 98, rulings={LIMBS: (limb,)})
    return bout


@pytest.mark.rule("ix.critical.row-effects")
def test_096_100_a_useless_arm_holds_nothing() -> None:
    bout = lame("left-arm", weapons=["great-blade"], skills={"heavy-melee": 2})
    assert bout["ann"].held == ()
    bout.turn_of("ann")
    assert not bout.offers("attack", "great-blade")
    assert not bout.offers("draw", "great-blade")


@pytest.mark.rule("ix.critical.row-effects")
def test_096_100_the_other_arm_still_holds_a_weapon_of_one_hand() -> None:
    bout = lame("left-arm")
    bout.turn_of("ann")
    if "long-blade" not in bout["ann"].held:
        pytest.fail("the weapon of one hand is in the arm that is left")
    assert bout.offers(*BLOW)


@pytest.mark.rule("ix.critical.row-effects")
@pytest.mark.parametrize(
    ("limb", "harder"),
    [
        ("left-arm", {"athletics"}),
        ("right-arm", {"athletics"}),
        ("left-leg", {"athletics", "reflexes", "stealth"}),
        ("right-leg", {"athletics", "reflexes", "stealth"}),
    ],
)
@pytest.mark.parametrize("skill", ["athletics", "reflexes", "stealth", "lore", "riding"])
def test_096_100_makes_checks_that_need_the_limb_a_step_harder(
    limb: str, harder: set[str], skill: str
) -> None:
    bout = lame(limb)
    bout.turn_of("ann")
    assert try_skill(bout, skill)["trial"] == 2 + (skill in harder)


@pytest.mark.rule("ix.critical.row-effects")
@pytest.mark.parametrize(("limb", "trial"), [("left-arm", 3), ("left-leg", 2)])
def test_096_100_makes_unarmed_attacks_harder_for_an_arm(limb: str, trial: int) -> None:
    bout = lame(limb)
    bout.turn_of("ann")
    table = bout.do(("attack", "unarmed", "boss"), rolls=["nothing"])
    assert dice_of(table)["trial"] == trial


@pytest.mark.rule("ix.critical.row-effects")
def test_096_100_a_useless_leg_makes_each_move_cost_1_more_maneuver() -> None:
    bout = lame("left-leg")
    bout.turn_of("ann")
    moves = {key for key in asked_now(bout) if key[0].startswith("move")}
    assert moves
    assert all(key[-1] in {"action", "strain"} for key in moves)
    bout.step(
        next(
            key
            for key in sorted(moves)
            if key[:3] == ("move", "away", "boss") and key[-1] == "strain"
        )
    )
    assert bout.fight.maneuvers == 2
    assert (bout["ann"].at, bout["ann"].strain) != (0, 0)


@pytest.mark.rule("ix.critical.row-effects")
def test_096_100_an_arm_does_not_slow_and_a_leg_does_not_disarm() -> None:
    bout = lame("left-arm")
    bout.turn_of("ann")
    assert ("move", "away", "boss") in asked_now(bout)
    assert lame("left-leg")["ann"].held == ("long-blade",)


# ---- 101-120, Mortal ----


def carrying(count: int, *, stabilized: bool = False, **fields: Any) -> Bout:
    injuries = [LIGHT] * count
    return Bout(
        hero("ann", injuries=injuries, stabilized=stabilized, **fields),
        hero("bob", intellect=4, skills={"medicine": 4}),
        nemesis("boss", wound_points=40),
    )


@pytest.mark.rule("ix.critical.row-effects")
def test_101_110_costs_1_wound_at_the_start_of_each_turn() -> None:
    bout = carrying(1)
    injure(bout, "ann", 95)
    assert bout["ann"].wounds == 12
    bout.turn_of("ann")
    assert bout["ann"].wounds == 11
    bout.do(("end",))
    assert bout["ann"].wounds == 11
    next_turn(bout)
    assert bout["ann"].wounds == 10


@pytest.mark.rule("ix.critical.row-effects")
@pytest.mark.parametrize(("stabilized", "loss"), [(False, 2), (True, 1)])
def test_101_110_comes_besides_the_bleeding_out(stabilized: bool, loss: int) -> None:
    bout = carrying(1, wounds=-1, stabilized=stabilized)
    injure(bout, "ann", 95)
    table = bout.next_round()
    assert bout["ann"].wounds == -1 - loss
    assert len(citing(table, "ix.incapacitation.bleed-out")) == loss - 1


@pytest.mark.rule("ix.critical.row-effects")
def test_111_120_lowers_a_characteristic_and_no_points() -> None:
    bout = carrying(2)
    bout.turn_of("bob")
    injure(bout, "ann", 95, rulings={LIMBS: ("might",)})
    ann = bout["ann"]
    assert (ann.rating("might"), ann.rating("agility")) == (1, 2)
    assert (ann.wound_points, ann.strain_points) == (12, 12)
    bout.do(("end",))
    next_turn(bout)
    assert try_skill(bout, "athletics") == {"ability": 1, "trial": 2}


@pytest.mark.rule("ix.critical.row-effects")
def test_111_120_lowers_no_characteristic_below_1() -> None:
    bout = carrying(2, might=1)
    injure(bout, "ann", 95, rulings={LIMBS: ("might",)})
    assert bout["ann"].rating("might") == 1


@pytest.mark.rule("ix.critical.row-effects", "ix.critical.permanent-mark")
def test_111_120_unanswered_when_the_encounter_ends_is_permanent() -> None:
    bout = carrying(2)
    injure(bout, "ann", 95, rulings={LIMBS: ("might",)})
    assert not bout["ann"].injuries[-1].permanent
    _win(bout)
    assert bout["ann"].injuries[-1].permanent
    assert bout["ann"].rating("might") == 1


@pytest.mark.rule("ix.critical.row-effects")
def test_an_elite_suffers_the_rows_as_a_character_does() -> None:
    bout = Bout(hero("ann"), elite("brute", injuries=[LIGHT]))
    injure(bout, "brute", 95)
    bout.turn_of("brute")
    assert bout["brute"].wounds == 9
