"""Medicine on Wounds, and what healing spells may do for one target (area `healing`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    afflict,
    asked_now,
    citing,
    coded,
    dice_of,
    elite,
    hero,
    nemesis,
    rows_carried,
    spend,
    wares,
)

MEDIC: dict[str, Any] = {"intellect": 4, "skills": {"medicine": 4}}
PRIEST: dict[str, Any] = {
    "willpower": 4,
    "savvy": 4,
    "skills": {"divinity": 4, "wildcraft": 4},
    "spells": ["lesser-heal", "bone-heal", "vital-heal", "cleanse"],
}
WOUND = "one-more-wound"
MEDICINE = "ix.healing.medicine-boons"


def ward(wounds: int = 4, **fields: Any) -> Bout:
    """Bob, a healer by craft, and Cat, one by prayer, beside Ann with that many Wounds."""
    bout = Bout(
        hero("bob", **MEDIC),
        hero("cat", **PRIEST),
        hero("ann", wounds=wounds, **fields),
        nemesis("boss"),
    )
    bout.turn_of("bob")
    return bout


def again(bout: Bout, who: str) -> None:
    """Runs to the next turn of somebody."""
    if bout.fight.turn:
        bout.do(("end",))
    if bout.fight.stage != "slot" or any(taker == who for _, taker in bout.fight.takers):
        bout.next_round()
    bout.turn_of(who)


def treat(bout: Bout, roll: str, boons: str = "", whom: str = "ann") -> IxTable:
    return bout.do(("treat", whom), *([spend(boons)] if boons else []), rolls=[roll])


# ---- treating ----


@pytest.mark.rule("ix.healing.medicine")
@pytest.mark.parametrize(("roll", "after"), [("1 success", 5), ("3 successes", 7), ("nothing", 4)])
def test_medicine_restores_1_wound_for_each_net_success(roll: str, after: int) -> None:
    bout = ward()
    table = treat(bout, roll)
    assert bout["ann"].wounds == after
    assert dice_of(table) == {"mastery": 4, "trial": 2}
    assert bout.fight.actions == 0
    healed = [event.fields["amount"] for event in coded(table, "healed")]
    assert healed == ([after - 4] if after > 4 else [])


@pytest.mark.rule("ix.healing.medicine")
def test_a_treatment_cannot_lift_anybody_above_wound_points() -> None:
    bout = ward(11)
    treat(bout, "3 successes")
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.healing.medicine")
def test_the_unhurt_and_the_foe_are_not_treated() -> None:
    bout = ward(12)
    assert not bout.offers("treat")


@pytest.mark.rule("ix.healing.medicine-boons")
def test_2_boons_restore_1_additional_wound() -> None:
    bout = ward()
    table = treat(bout, "1 success 2 boons", WOUND)
    assert bout["ann"].wounds == 6
    assert wares(table, MEDICINE)[WOUND][0] == 2
    assert table.cited("ix.healing.medicine-boons")


@pytest.mark.rule("ix.healing.medicine-boons")
def test_2_boons_may_shorten_the_treatment_instead() -> None:
    bout = ward()
    table = treat(bout, "1 success 2 boons", "quicker-treatment")
    assert bout["ann"].wounds == 5
    assert wares(table, MEDICINE)["quicker-treatment"][0] == 2
    assert table.cited("ix.healing.medicine-boons")


@pytest.mark.rule("ix.healing.medicine-boons-repeat")
def test_the_wound_can_be_bought_as_often_as_the_boons_allow() -> None:
    bout = ward()
    treat(bout, "1 success 5 boons", f"{WOUND} {WOUND}")
    assert bout["ann"].wounds == 7


@pytest.mark.rule("ix.healing.medicine-boons-repeat")
def test_on_a_failed_check_no_wound_is_for_sale() -> None:
    bout = ward()
    table = bout.do(("treat", "ann"), rolls=["4 boons"])
    assert all(
        WOUND not in {w[0] for place in option for w in getattr(place, "wares", ())}
        for _, _, listed in table.asked
        if not isinstance(listed, str)
        for option in listed
    )
    assert bout["ann"].wounds == 4


# ---- once ----


@pytest.mark.rule("ix.healing.medicine-once")
@pytest.mark.parametrize("roll", ["1 success", "nothing"])
def test_each_target_has_one_treatment_in_an_encounter_whoever_treats(roll: str) -> None:
    bout = ward()
    treat(bout, roll)
    again(bout, "cat")
    assert not bout.offers("treat", "ann")
    again(bout, "bob")
    assert not bout.offers("treat", "ann")


@pytest.mark.rule("ix.healing.medicine-once")
def test_another_target_has_a_treatment_of_its_own() -> None:
    bout = ward()
    bout["cat"].wounds = 3
    treat(bout, "1 success")
    again(bout, "bob")
    treat(bout, "1 success", whom="cat")
    assert bout["cat"].wounds == 4


@pytest.mark.rule("ix.healing.medicine-second")
def test_a_second_attempt_is_not_possible_unless_the_gm_says_so() -> None:
    bout = ward()
    treat(bout, "1 success")
    again(bout, "bob")
    table = bout.do(("treat-again", "ann"))
    assert table.was_asked("ix.healing.medicine-second")
    assert bout["ann"].wounds == 5
    assert bout.fight.actions == 1


@pytest.mark.rule("ix.healing.medicine-second")
def test_where_the_gm_allows_a_second_attempt_it_heals() -> None:
    bout = ward()
    treat(bout, "1 success")
    again(bout, "bob")
    allowed = {"ix.healing.medicine-second": ("possible",)}
    bout.do(("treat-again", "ann"), rolls=["2 successes"], rulings=allowed)
    assert bout["ann"].wounds == 7
    assert bout.fight.actions == 0


@pytest.mark.rule("ix.healing.stabilize-separate")
def test_stabilizing_does_not_use_up_the_treatment() -> None:
    bout = ward(-2)
    bout.do(("stabilize", "ann"), rolls=["1 success"])
    again(bout, "bob")
    treat(bout, "1 success")
    assert bout["ann"].wounds == -1


@pytest.mark.rule("ix.healing.stabilize-separate")
def test_the_treatment_does_not_use_up_stabilizing() -> None:
    bout = ward(-4)
    treat(bout, "1 success")
    again(bout, "bob")
    bout.do(("stabilize", "ann"), rolls=["1 success"])
    assert bout["ann"].stabilized


# ---- negative totals ----


@pytest.mark.rule("ix.healing.medicine-incapacitated", "ix.healing.negative")
@pytest.mark.parametrize(
    ("roll", "after", "up"), [("1 success", -1, False), ("3 successes", 1, True)]
)
def test_the_incapacitated_are_treated_counting_up_from_their_total(
    roll: str, after: int, up: bool
) -> None:
    bout = ward(-2)
    table = treat(bout, roll)
    assert (bout["ann"].wounds, bout["ann"].is_up) == (after, up)
    assert table.cited("ix.healing.medicine-incapacitated")
    assert table.cited("ix.healing.negative")


@pytest.mark.rule("ix.healing.negative")
def test_a_spell_counts_up_from_the_negative_total_too() -> None:
    bout = ward(-3)
    again(bout, "cat")
    assert bout["ann"].wounds == -3
    table = bout.do(("cast", "lesser-heal", "ann"), rolls=["1 success"])
    assert bout["ann"].wounds == -1
    assert table.cited("ix.healing.negative")


# ---- oneself ----


@pytest.mark.rule("ix.healing.self")
def test_treating_oneself_adds_2_bane_dice() -> None:
    bout = ward()
    bout["bob"].wounds = 6
    table = treat(bout, "2 successes", whom="bob")
    assert dice_of(table) == {"mastery": 4, "trial": 2, "bane": 2}
    assert bout["bob"].wounds == 8
    assert table.cited("ix.healing.self")


@pytest.mark.rule("ix.healing.self")
def test_treating_somebody_else_adds_none() -> None:
    bout = ward()
    assert "bane" not in dice_of(treat(bout, "1 success"))


@pytest.mark.rule("ix.healing.self", "ix.healing.medicine-once")
def test_ones_own_treatment_uses_up_the_one_of_the_encounter() -> None:
    bout = ward()
    bout["bob"].wounds = 6
    treat(bout, "1 success", whom="bob")
    again(bout, "cat")
    assert not bout.offers("treat", "bob")


@pytest.mark.rule("ix.healing.self-mobile")
@pytest.mark.parametrize(
    ("condition", "can"), [("immobilized", False), ("restrained", False), ("prone", True)]
)
def test_the_immobilized_cannot_treat_themselves(condition: str, can: bool) -> None:
    bout = ward()
    bout["bob"].wounds = 6
    afflict(bout, "bob", condition, turns=3)
    assert bout.offers("treat", "bob") is can
    assert bout.offers("treat", "ann")


@pytest.mark.rule("ix.healing.self-mobile")
def test_the_incapacitated_cannot_treat_themselves() -> None:
    bout = Bout(hero("ann", wounds=-1, **MEDIC), hero("bob"), nemesis("boss"))
    table = bout.next_round()
    assert "ann" not in {who for rule, who, _ in table.asked if rule == "ix.turn.budget"}


# ---- spells ----


@pytest.mark.rule("ix.healing.spells")
@pytest.mark.parametrize(
    ("spell", "roll", "after"),
    [
        ("lesser-heal", "1 success", 6),
        ("lesser-heal", "3 successes", 8),
        ("bone-heal", "1 success", 6),
        ("bone-heal", "2 successes", 7),
        ("vital-heal", "1 success", 7),
    ],
)
def test_a_healing_spell_restores_what_its_entry_gives(spell: str, roll: str, after: int) -> None:
    bout = ward()
    again(bout, "cat")
    table = bout.step(("cast", spell, "ann"), rolls=[roll])
    assert bout["ann"].wounds == after
    assert coded(table, "healed")[0].fields["amount"] == after - 4


@pytest.mark.rule("ix.healing.spells")
def test_a_failed_spell_restores_nothing() -> None:
    bout = ward()
    again(bout, "cat")
    bout.do(("cast", "lesser-heal", "ann"), rolls=["nothing"])
    assert bout["ann"].wounds == 4


@pytest.mark.rule("ix.healing.spells-once")
def test_a_target_gains_from_each_healing_spell_once() -> None:
    bout = ward()
    again(bout, "cat")
    bout.do(("cast", "lesser-heal", "ann"), rolls=["1 success"])
    again(bout, "cat")
    assert bout["ann"].wounds == 6
    assert not bout.offers("cast", "lesser-heal", "ann")
    bout["bob"].wounds = 5
    assert bout.offers("cast", "lesser-heal", "bob")


@pytest.mark.rule("ix.healing.spells-once")
def test_a_cast_that_failed_has_not_been_had() -> None:
    bout = ward()
    again(bout, "cat")
    bout.do(("cast", "lesser-heal", "ann"), rolls=["nothing"])
    again(bout, "cat")
    assert bout.offers("cast", "lesser-heal", "ann")


@pytest.mark.rule("ix.healing.spell-and-medicine")
def test_medicine_and_different_spells_all_help_the_same_target() -> None:
    bout = ward(2)
    treat(bout, "1 success")
    again(bout, "cat")
    bout.do(("cast", "lesser-heal", "ann"), rolls=["1 success"])
    again(bout, "cat")
    bout.do(("cast", "bone-heal", "ann"), rolls=["1 success"])
    assert bout["ann"].wounds == 2 + 1 + 2 + 2


@pytest.mark.rule("ix.healing.spells-not-criticals")
def test_a_healing_spell_leaves_injuries_that_its_entry_does_not_name() -> None:
    bout = ward(4, injuries=[{"injury": "critical-001-005"}, {"injury": "critical-046-050"}])
    again(bout, "cat")
    bout.do(("cast", "lesser-heal", "ann"), rolls=["3 successes"])
    assert rows_carried(bout, "ann") == ["critical-001-005", "critical-046-050"]
    assert ("cast", "lesser-heal", "ann") not in asked_now(bout)


@pytest.mark.rule("ix.healing.medicine")
def test_a_foe_may_be_treated_by_its_own_side_only() -> None:
    bout = Bout(hero("bob", **MEDIC), nemesis("boss", wounds=5), elite("brute"))
    bout.turn_of("bob")
    assert not bout.offers("treat")
    bout.turn_of("brute")
    bout.do(("treat", "boss"), rolls=["1 success"])
    assert bout["boss"].wounds == 6


# ---- Strain by magic ----

CALM: dict[str, Any] = {
    "name": "Calm",
    "skills": ["divinity"],
    "difficulty": "easy",
    "target": "one living creature, or yourself",
    "strain_restored": 2,
}


@pytest.mark.rule("ix.healing.spell-strain-once")
def test_a_spell_gives_strain_back_once_to_the_same_target_in_an_encounter() -> None:
    priest = {**PRIEST, "spells": [CALM]}
    bout = Bout(
        hero("cat", **priest), hero("dan", **priest), hero("ann", strain=7), nemesis("boss")
    )
    bout.turn_of("cat")
    table = bout.do(("cast", "calm", "ann"), rolls=["1 success"])
    assert bout["ann"].strain == 5
    assert citing(table, "ix.healing.spell-strain-once")[0].fields["who"] == "ann"
    bout.end_turn()
    bout.turn_of("dan")
    assert not bout.offers("cast", "calm", "ann")
    assert bout.offers("cast", "calm", "cat")


@pytest.mark.rule("ix.healing.spell-and-medicine")
def test_medicine_and_a_spell_for_one_target_say_that_they_do_not_touch_each_other() -> None:
    bout = ward()
    bout.turn_of("bob")
    bout.do(("treat", "ann"), rolls=["1 success"])
    bout.end_turn()
    bout.turn_of("cat")
    table = bout.do(("cast", "lesser-heal", "ann"), rolls=["1 success"])
    assert citing(table, "ix.healing.spell-and-medicine")[0].fields["who"] == "ann"
