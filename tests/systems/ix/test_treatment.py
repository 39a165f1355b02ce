"""How Critical Injuries are removed, reduced and cleared (area `critical`, treatment)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    afterwards,
    asked_now,
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

from affray.systems.ix import treatment

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
CARE = [f"critical-{row}" for row in (*ROWS["severe"], *ROWS["mortal"])]


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


@pytest.mark.rule(*TREAT_RULE.values())
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
@pytest.mark.parametrize(("row", "severity"), [one for one in EVERY if one[1] in {"minor", "moderate"}])
def test_in_a_fight_supplies_suffice_for_minor_and_moderate_injuries(row: str, severity: str) -> None:
    bout = clinic(row, peace=False)
    table = treat(bout, row)
    assert table.was_asked(NEEDS)
    assert rows_carried(bout, "ann") == []


@pytest.mark.rule("ix.critical.treat-needs-gm")
@pytest.mark.parametrize(("row", "severity"), [one for one in EVERY if one[1] not in {"minor", "moderate"}])
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
@pytest.mark.parametrize("row", ["critical-001-005", "critical-046-050", "critical-061-065", "critical-086-090"])
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


# ---- extended care ----


@pytest.mark.rule("ix.critical.extended-care")
@pytest.mark.parametrize("row", CARE)
def test_rows_that_say_so_need_extended_care_after_the_treatment(row: str) -> None:
    bout = clinic(row)
    treat(bout, row)
    assert rows_carried(bout, "ann") == [row]
    assert bout["ann"].injuries[0].care
    afterwards(bout, ("extended-care",))
    assert rows_carried(bout, "ann") == []
    assert (bout["ann"].effects, bout["ann"].conditions) == ((), ())


@pytest.mark.rule("ix.critical.extended-care")
def test_a_treated_injury_adds_nothing_but_goes_on_until_the_care_is_given() -> None:
    bout = clinic("critical-061-065", "critical-001-005", peace=False)
    treat(bout, "critical-061-065", rulings={NEEDS: ("suffice",)})
    assert bout["ann"].has("disoriented")
    injure(bout, "ann", 31)
    assert rows_carried(bout, "ann")[-1] == "critical-041-045"  # 10 for the other one only


@pytest.mark.rule("ix.critical.extended-care")
@pytest.mark.parametrize(
    "row", [row for row, severity in EVERY if row not in CARE and severity != "minor"]
)
def test_other_rows_need_no_care_beyond_the_treatment(row: str) -> None:
    bout = clinic(row)
    treat(bout, row, **ENOUGH)
    assert rows_carried(bout, "ann") == []


@pytest.mark.rule("ix.critical.extended-care", "ix.critical.treat-needs-gm")
def test_the_gm_can_rule_that_the_care_is_given_with_the_treatment() -> None:
    bout = clinic("critical-061-065")
    treat(bout, "critical-061-065", rulings={NEEDS: ("cared-for",)})
    assert rows_carried(bout, "ann") == []
    assert not bout["ann"].has("disoriented")


@pytest.mark.rule("ix.critical.extended-care")
def test_care_without_the_treatment_removes_no_severe_injury() -> None:
    bout = clinic("critical-061-065", "critical-066-070")
    treat(bout, "critical-066-070")
    afterwards(bout, ("extended-care",))
    assert rows_carried(bout, "ann") == ["critical-061-065"]


@pytest.mark.rule("ix.critical.permanent-mark")
def test_a_broken_frame_that_was_missed_leaves_its_loss_when_it_is_removed() -> None:
    light = [{"injury": "critical-001-005"}] * 2
    bout = Bout(hero("ann", might=3, injuries=light), hero("bob", **MEDIC), nemesis("boss"))
    injure(bout, "ann", 95, rulings={"ix.critical.gm-applies": ("might",)})
    suffer(bout, "boss", 100)
    to_rest(bout)
    afterwards(bout, ("full-rest",))  # clears the minor ones
    treat(bout, "critical-111-120")
    afterwards(bout, ("extended-care",))
    assert rows_carried(bout, "ann") == []
    assert bout["ann"].rating("might") == 2
    assert bout["ann"].marks


@pytest.mark.rule("ix.critical.permanent-mark")
def test_a_broken_frame_answered_in_time_gives_the_rating_back_when_it_is_removed() -> None:
    bout = clinic("critical-111-120", might=3)
    assert bout["ann"].rating("might") == 2
    treat(bout, "critical-111-120")
    assert bout["ann"].rating("might") == 2
    afterwards(bout, ("extended-care",))
    assert bout["ann"].rating("might") == 3


# ---- a step down ----


def bone_heal(*rows: str, **fields: Any) -> tuple[Bout, IxTable]:
    """Cat's Bone Heal on Ann with 2 Boons, which reduce an injury up to Severe by one step."""
    given = [{"injury": row, **({"drawn": DRAWN[row]} if row in DRAWN else {})} for row in rows]
    priest = {"willpower": 4, "skills": {"divinity": 4}, "spells": ["bone-heal"]}
    bout = Bout(
        hero("ann", wounds=5, injuries=given, **fields), hero("cat", **priest), nemesis("boss")
    )
    bout.turn_of("cat")
    table = IxTable(bout.fight, choices=[("cast", "bone-heal", "ann")], rolls=["1 success 2 boons"])
    return bout, table


def step_down(row: str, **fields: Any) -> Bout:
    bout, table = bone_heal(row, **fields)
    from affray.kernel.running import advance
    from ix_kit import IX

    probe = IxTable(IX.copy(bout.fight), choices=table.choices, rolls=table.readings)
    advance(IX, probe.fight, probe)
    word = next(
        ware[0]
        for _, _, listed in probe.asked
        if not isinstance(listed, str)
        for option in listed
        for place in option
        for ware in getattr(place, "wares", ())
        if "step" in ware[0]
    )
    bout.do(("cast", "bone-heal", "ann"), ("spend", word, ""), rolls=["1 success 2 boons"])
    return bout


@pytest.mark.rule("ix.critical.step-down")
@pytest.mark.parametrize(
    ("row", "lower"),
    [
        ("critical-046-050", "critical-041-045"),
        ("critical-061-065", "critical-056-060"),
        ("critical-031-035", "critical-026-030"),
        ("critical-081-085", "critical-076-080"),
        ("critical-006-010", "critical-001-005"),
    ],
)
def test_a_step_down_replaces_the_injury_by_the_next_lower_row(row: str, lower: str) -> None:
    bout = step_down(row)
    assert rows_carried(bout, "ann") == [lower]


@pytest.mark.rule("ix.critical.step-down-lowest")
def test_a_step_down_from_the_lowest_row_removes_the_injury() -> None:
    assert rows_carried(step_down("critical-001-005"), "ann") == []


@pytest.mark.rule("ix.critical.step-down-immediate")
def test_one_time_effects_of_the_lower_row_are_not_applied() -> None:
    bout = step_down("critical-046-050")  # to Laid Out: Prone and 1 Strain
    assert not bout["ann"].has("prone")
    assert bout["ann"].strain == 0
    bout = step_down("critical-016-020")  # to Numb Fingers
    assert bout["ann"].held == ("long-blade",)
    bout = step_down("critical-031-035")  # to Sinking Heart
    assert (bout.fight.fortune, bout.fight.peril) == (
        bout.setup.scene.get("fortune", bout.fight.fortune),
        bout.fight.peril,
    )
    bout = step_down("critical-081-085")  # to Wide Open: 2 Wounds without an attacker
    assert bout["ann"].wounds == 7


@pytest.mark.rule("ix.critical.step-down", "ix.critical.step-down-immediate")
def test_lasting_effects_of_the_lower_row_apply_and_the_old_ones_end() -> None:
    bout = step_down("critical-066-070")
    assert rows_carried(bout, "ann") == ["critical-061-065"]
    assert bout["ann"].has("disoriented")
    assert bout["ann"].effect("no-boon-dice") is None


@pytest.mark.rule("ix.critical.mortal-no-step")
@pytest.mark.parametrize("row", ["critical-086-090", "critical-101-110", "critical-121-130"])
def test_what_is_graver_than_severe_is_not_stepped_down_by_that_spell(row: str) -> None:
    with pytest.raises((StopIteration, RuntimeError)):
        step_down(row)


@pytest.mark.rule("ix.critical.lower-mortal-extended", "ix.critical.mortal-no-step")
@pytest.mark.parametrize(
    ("row", "lower"),
    [
        ("critical-101-110", "critical-096-100"),
        ("critical-111-120", "critical-101-110"),
        ("critical-121-130", ""),
        ("critical-131-140", ""),
    ],
)
def test_extended_care_alone_lowers_mortal_rows_and_those_from_121_on_never(
    row: str, lower: str
) -> None:
    bout = clinic(row, peace=False)
    serial = bout["ann"].injuries[0].serial
    table = IxTable(bout.fight, rulings={"ix.critical.gm-applies": ("left-leg",)})
    because = "ix.critical.extended-care"
    assert not treatment.step_down(bout.fight, table, "ann", serial, because=because)
    assert rows_carried(bout, "ann") == [row]
    done = treatment.step_down(
        bout.fight, table, "ann", serial, because=because, extended_care=True
    )
    assert done is bool(lower)
    assert rows_carried(bout, "ann") == [lower or row]


@pytest.mark.rule("ix.critical.minor-clears")
def test_minor_injuries_clear_with_the_next_full_rest_and_no_other() -> None:
    rows = ["critical-001-005", "critical-026-030", "critical-031-035", "critical-086-090"]
    bout = clinic(*rows)
    afterwards(bout, ("full-rest",))
    assert rows_carried(bout, "ann") == rows[2:]


@pytest.mark.rule("ix.critical.persists")
@pytest.mark.parametrize("row", ["critical-031-035", "critical-061-065", "critical-096-100"])
def test_moderate_and_graver_injuries_do_not_clear_by_rest(row: str) -> None:
    bout = clinic(row)
    for _ in range(2):
        if ("full-rest",) in asked_now(bout):
            afterwards(bout, ("full-rest",))
    assert rows_carried(bout, "ann") == [row]
