"""How Critical Injuries are removed, reduced and cleared (area `critical`, treatment)."""

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
    complications,
    dice_of,
    hero,
    injure,
    nemesis,
    rows_carried,
    suffer,
    to_rest,
)

MEDIC: dict[str, Any] = {"intellect": 5, "skills": {"medicine": 5}}
NEEDS = "ix.critical.treat-needs-gm"
TRIAL = {"minor": 1, "moderate": 2, "severe": 3, "deadly": 4, "mortal": 4}
ROWS = {
    "minor": ["001-005", "006-010", "011-015", "016-020", "021-025", "026-030"],
    "moderate": ["031-035", "036-040", "041-045", "046-050", "051-055", "056-060"],
    "severe": ["061-065", "066-070", "071-075", "076-080", "081-085"],
    "deadly": ["086-090", "091-095", "096-100"],
    "mortal": ["101-110", "111-120", "121-130", "131-140"],
}
EVERY = [(f"critical-{row}", severity) for severity, rows in ROWS.items() for row in rows]
DRAWN = {"critical-096-100": "left-leg", "critical-111-120": "might"}


def clinic(*rows: str, peace: bool = True, **fields: Any) -> Bout:
    """Ann carries these injuries beside Bob, who knows Medicine; after the fight if `peace`."""
    given = [
        {"injury": row, "answered": True, **({"drawn": DRAWN[row]} if row in DRAWN else {})}
        for row in rows
    ]
    bout = Bout(hero("ann", injuries=given, **fields), hero("bob", **MEDIC), nemesis("boss"))
    if peace:
        suffer(bout, "boss", 100)
        to_rest(bout)
    else:
        bout.turn_of("bob")
    return bout


def treat(bout: Bout, row: str, roll: str = "1 success", **script: Any) -> IxTable:
    """Bob treats Ann's injury of that row."""
    injury = next(one for one in bout["ann"].injuries if one.row == row)
    key = ("treat-injury", "ann", str(injury.serial), row)
    if bout.fight.result is None:
        return bout.do(key, rolls=[roll], **script)
    return afterwards(bout, ("tend", "bob", *key), rolls=[roll], **script)


ENOUGH = {"rulings": {NEEDS: ("suffice",)}}
TREAT_RULE = {name: f"ix.critical.treat-{name}" for name in TRIAL}


# ---- the check ----


@pytest.mark.rule(
    "ix.critical.treat-minor",
    "ix.critical.treat-moderate",
    "ix.critical.treat-severe",
    "ix.critical.treat-deadly",
    "ix.critical.treat-mortal",
)
@pytest.mark.parametrize(("row", "severity"), EVERY)
def test_the_difficulty_of_a_treatment_follows_the_severity(row: str, severity: str) -> None:
    bout = clinic(row)
    table = treat(bout, row, **ENOUGH)
    assert dice_of(table)["trial"] == TRIAL[severity]
    assert table.cited(TREAT_RULE[severity])


@pytest.mark.rule("ix.critical.treat-result")
@pytest.mark.parametrize("row", ["critical-001-005", "critical-046-050", "critical-086-090"])
def test_a_successful_treatment_removes_the_injury_and_its_10(row: str) -> None:
    bout = clinic(row, "critical-006-010")
    table = treat(bout, row, **ENOUGH)
    assert rows_carried(bout, "ann") == ["critical-006-010"]
    assert coded(table, "injury-removed")[0].fields["injury"] == row
    assert bout["ann"].effects == ()
    assert bout["ann"].conditions == ()


@pytest.mark.rule("ix.critical.treat-result")
def test_a_failed_treatment_leaves_the_injury_in_place() -> None:
    bout = clinic("critical-046-050")
    treat(bout, "critical-046-050", "nothing", **ENOUGH)
    assert rows_carried(bout, "ann") == ["critical-046-050"]


@pytest.mark.rule("ix.critical.treat-result")
def test_a_removed_injury_no_longer_adds_10() -> None:
    bout = clinic("critical-046-050", "critical-041-045", peace=False)
    treat(bout, "critical-046-050")
    injure(bout, "ann", 46)
    assert rows_carried(bout, "ann")[-1] == "critical-056-060"


@pytest.mark.rule("ix.critical.one-per-check")
def test_one_check_treats_one_injury() -> None:
    bout = clinic("critical-001-005", "critical-006-010", "critical-046-050", peace=False)
    table = treat(bout, "critical-006-010", "3 successes")
    assert rows_carried(bout, "ann") == ["critical-001-005", "critical-046-050"]
    assert table.cited("ix.critical.one-per-check")
    assert bout.fight.actions == 0


@pytest.mark.rule("ix.critical.killed")
def test_the_dead_of_a_killed_result_are_not_treated() -> None:
    bout = clinic(*["critical-001-005"] * 5, peace=False)
    injure(bout, "ann", 95)
    assert not bout.offers("treat-injury", "ann")


# ---- what it needs ----


@pytest.mark.rule("ix.critical.treat-needs-gm")
@pytest.mark.parametrize(
    ("row", "severity"), [one for one in EVERY if one[1] in {"minor", "moderate"}]
)
def test_in_a_fight_supplies_suffice_for_minor_and_moderate_injuries(
    row: str, severity: str
) -> None:
    bout = clinic(row, peace=False)
    table = treat(bout, row)
    assert table.was_asked(NEEDS)
    assert rows_carried(bout, "ann") == []


@pytest.mark.rule("ix.critical.treat-needs-gm")
@pytest.mark.parametrize(
    ("row", "severity"), [one for one in EVERY if one[1] not in {"minor", "moderate"}]
)
def test_in_a_fight_graver_injuries_cannot_be_removed(row: str, severity: str) -> None:
    bout = clinic(row, peace=False)
    serial = str(bout["ann"].injuries[0].serial)
    if ("treat-injury", "ann", serial, row) in asked_now(bout):
        bout.step(("treat-injury", "ann", serial, row))
    assert rows_carried(bout, "ann") == [row]


@pytest.mark.rule("ix.critical.treat-needs-gm")
def test_the_gm_can_rule_that_supplies_are_lacking_or_suffice() -> None:
    bout = clinic("critical-046-050", peace=False)
    serial = str(bout["ann"].injuries[0].serial)
    bout.step(("treat-injury", "ann", serial, "critical-046-050"), rulings={NEEDS: ("lacking",)})
    assert rows_carried(bout, "ann") == ["critical-046-050"]
    assert bout.fight.actions == 1
    bout = clinic("critical-086-090", peace=False)
    treat(bout, "critical-086-090", **ENOUGH)
    assert rows_carried(bout, "ann") == []


@pytest.mark.rule("ix.critical.treat-needs-gm")
@pytest.mark.parametrize(
    "row", ["critical-001-005", "critical-046-050", "critical-061-065", "critical-086-090"]
)
def test_after_the_fight_the_means_are_there(row: str) -> None:
    bout = clinic(row)
    table = treat(bout, row)
    assert coded(table, "injury-removed") or coded(table, "treated")


@pytest.mark.rule("ix.critical.treat-banes")
def test_banes_on_a_treatment_buy_nothing_beyond_the_common_list() -> None:
    bout = clinic("critical-046-050", peace=False)
    table = treat(bout, "critical-046-050", "1 success 1 bane")
    assert rows_carried(bout, "ann") == []
    assert table.was_asked("ix.spend.banes-by-gm")
    assert table.was_asked(BANES)
    assert "setback" not in table.codes()


@pytest.mark.rule("ix.critical.treat-banes")
def test_the_gm_can_let_a_calamity_of_a_treatment_worsen_the_condition_in_words() -> None:
    bout = clinic("critical-046-050", peace=False)
    treat(
        bout,
        "critical-046-050",
        "1 success 2 banes",
        rulings=complications("tire tire", text="the bandages are used up"),
    )
    assert bout["bob"].strain == 2


BANES = "ix.critical.treat-banes"


@pytest.mark.rule("ix.critical.treat-banes")
@pytest.mark.parametrize("roll", ["1 bane", "1 success 1 bane"])
def test_the_gm_can_let_banes_use_up_supplies(roll: str) -> None:
    bout = clinic("critical-046-050", peace=False)
    table = treat(bout, "critical-046-050", roll, rulings={BANES: ("supplies",)})
    assert table.cited(BANES)
    left = [] if "success" in roll else ["critical-046-050"]
    assert rows_carried(bout, "ann") == left


@pytest.mark.rule("ix.critical.treat-banes")
def test_the_gm_can_let_banes_of_a_failed_treatment_worsen_the_injury() -> None:
    bout = clinic("critical-061-065", "critical-046-050", peace=False)
    treat(bout, "critical-046-050", "1 bane", rulings={BANES: ("worse",)})
    assert rows_carried(bout, "ann") == ["critical-061-065", "critical-051-055"]
    assert bout["ann"].effect("difficulty-step").checks == "presence,willpower"


@pytest.mark.rule("ix.critical.treat-banes")
def test_the_gm_can_let_banes_lengthen_the_recovery_of_a_treated_injury() -> None:
    bout = clinic("critical-046-050", peace=False)
    treat(bout, "critical-046-050", "1 success 1 bane", rulings={BANES: ("longer",)})
    assert rows_carried(bout, "ann") == ["critical-046-050"]
    assert bout["ann"].injuries[0].care
    injure(bout, "ann", 46)
    assert rows_carried(bout, "ann")[-1] == "critical-046-050"  # what is treated adds nothing


@pytest.mark.rule("ix.critical.treat-banes", "ix.critical.treat-result")
def test_a_longer_recovery_is_no_treatment_where_the_check_failed() -> None:
    bout = clinic("critical-046-050", peace=False)
    treat(bout, "critical-046-050", "1 bane", rulings={BANES: ("longer",)})
    assert not bout["ann"].injuries[0].care
    injure(bout, "ann", 46)
    assert rows_carried(bout, "ann")[-1] == "critical-056-060"


@pytest.mark.rule("ix.critical.treat-banes")
@pytest.mark.parametrize("roll", ["1 success", "1 success 1 boon", "nothing"])
def test_without_banes_and_calamities_there_is_no_setback_to_rule_on(roll: str) -> None:
    bout = clinic("critical-046-050", peace=False)
    assert not treat(bout, "critical-046-050", roll).was_asked(BANES)


@pytest.mark.rule("ix.critical.treat-minor", "ix.critical.treat-needs-gm")
def test_the_gm_can_let_simple_field_care_do_for_a_minor_injury() -> None:
    bout = clinic("critical-006-010", "critical-046-050", peace=False)
    serial = str(bout["ann"].injuries[0].serial)
    key = ("treat-injury", "ann", serial, "critical-006-010")
    table = bout.step(key, rulings={NEEDS: ("field-care",)})
    assert table.rolled == []
    assert rows_carried(bout, "ann") == ["critical-046-050"]


@pytest.mark.rule("ix.critical.treat-deadly", "ix.critical.treat-needs-gm")
def test_the_gm_can_name_a_story_resolution_for_a_deadly_injury_only() -> None:
    bout = clinic("critical-086-090", "critical-046-050", peace=False)
    for injury in bout["ann"].injuries:
        key = ("treat-injury", "ann", str(injury.serial), injury.row)
        if injury.row == "critical-086-090":
            table = bout.step(key, rulings={NEEDS: ("story-resolution",)})
            assert table.rolled == []
            again(bout)
        else:
            with pytest.raises(AssertionError, match="not offered"):
                bout.step(key, rulings={NEEDS: ("story-resolution",)})
    assert rows_carried(bout, "ann") == ["critical-046-050"]


def again(bout: Bout) -> None:
    """Runs to Bob's next turn."""
    bout.do(("end",))
    bout.next_round()
    bout.turn_of("bob")


# ---- once more ----


@pytest.mark.rule("ix.critical.treat-again")
@pytest.mark.parametrize("peace", [True, False])
def test_what_was_treated_in_vain_is_not_treated_again_before_something_has_changed(
    peace: bool,
) -> None:
    row = "critical-031-035"
    bout = clinic(row, peace=peace)
    treat(bout, row, roll="1 failure")
    injury = bout["ann"].injuries[0]
    key = ("treat-injury", "ann", str(injury.serial), row)
    again = ("treat-injury-again", *key[1:])
    if not peace:
        bout.end_turn()
        bout.turn_of("bob")
    whole, more = (("tend", "bob", *each) if peace else each for each in (key, again))
    assert whole not in asked_now(bout)
    assert more in asked_now(bout)
    table = bout.step(more)  # the default: not possible, and it costs nothing
    assert citing(table, "ix.critical.treat-again")
    assert more not in asked_now(bout)
    if not peace:
        assert bout.fight.actions == 1


@pytest.mark.rule("ix.critical.treat-again")
def test_the_gm_may_find_that_something_has_changed() -> None:
    row = "critical-031-035"
    bout = clinic(row)
    treat(bout, row, roll="1 failure")
    key = ("tend", "bob", "treat-injury-again", "ann", str(bout["ann"].injuries[0].serial), row)
    ruled = {"ix.critical.treat-again": ("possible",)}
    afterwards(bout, key, rolls=["1 success"], rulings=ruled)
    assert rows_carried(bout, "ann") == []


@pytest.mark.rule("ix.critical.treat-again", "ix.healing.new-day")
def test_after_a_night_it_can_be_treated_again() -> None:
    row = "critical-031-035"
    bout = clinic(row)
    treat(bout, row, roll="1 failure")
    afterwards(bout, ("full-rest",))
    treat(bout, row)
    assert rows_carried(bout, "ann") == []
