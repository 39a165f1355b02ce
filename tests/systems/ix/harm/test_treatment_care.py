"""Extended care, steps down and clearing of injuries (area `critical`, treatment)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    IxTable,
    afterwards,
    asked_now,
    hero,
    injure,
    nemesis,
    rows_carried,
    suffer,
    to_rest,
)

from affray.kernel.running import advance
from affray.systems.ix.harm import treatment

MEDIC: dict[str, Any] = {"intellect": 5, "skills": {"medicine": 5}}
NEEDS = "ix.critical.treat-needs-gm"
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
