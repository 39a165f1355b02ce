"""What ends flight: conditions, confinement, unconsciousness; ledges; flying mounts."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    npc,
    spend,
    suffer,
    tire,
)

from affray.kernel.running import advance
from affray.systems.ix import system
from affray.systems.ix.air import flying

KIM = {"species": "drakin", "might": 3, "skills": {"reflexes": 2}}


def aloft(zone: str = "middle", *more: dict[str, Any], **fields: Any) -> Bout:
    """Kim in the air over a foe on foot."""
    blocks = [hero("kim", **(KIM | fields)), elite("brute", wound_points=40), *more]
    scene = {"at": {one["id"]: 0 for one in blocks}, "heights": {"kim": zone}, "zones": "high"}
    return Bout(*blocks, scene={**scene, "engaged": []})


@pytest.mark.rule("ix.flying.disruption", "ix.flying.disruption-fall", "ix.flying.fall-height")
@pytest.mark.parametrize("condition", ["prone", "restrained"])
@pytest.mark.parametrize(("zone", "feet"), [("low", 15), ("middle", 60), ("high", 90)])
def test_prone_and_restrained_end_flight_at_once(condition: str, zone: str, feet: int) -> None:
    bout = aloft(zone)
    table = gm(bout, "tag", "kim", condition)
    assert coded(table, "disrupted")[0].rules == ("ix.flying.disruption",)
    table = bout.step(rolls=["nothing"])
    told = coded(table, "fell")[0]
    assert (told.fields["feet"], told.fields["damage"]) == (feet, 2 * feet // 15)
    assert "ix.flying.fall-height" in told.rules
    assert bout["kim"].zone == 0
    assert bout["kim"].has(condition)


@pytest.mark.rule("ix.flying.disruption")
@pytest.mark.parametrize("condition", ["staggered", "disoriented", "immobilized"])
def test_other_conditions_do_not(condition: str) -> None:
    bout = aloft()
    gm(bout, "tag", "kim", condition)
    assert not bout.fight.falls


@pytest.mark.rule("ix.flying.disruption")
def test_confinement_ends_flight_by_the_gms_word() -> None:
    bout = aloft()
    gm(bout, "tag", "kim", "confined")
    bout.step(rolls=["nothing"])
    assert bout["kim"].zone == 0
    gm(bout, "untag", "kim", "confined")
    bout.turn_of("kim")
    assert bout.offers("take-off")


@pytest.mark.rule("ix.flying.disruption")
def test_on_the_ground_nobody_is_disrupted() -> None:
    bout = aloft()
    gm(bout, "set", "kim", "zone", 0)
    gm(bout, "tag", "kim", "prone")
    assert not bout.fight.falls


@pytest.mark.rule("ix.flying.disruption")
def test_a_blow_that_brings_down_has_its_fall_after_it() -> None:
    bout = aloft("low")
    bout.turn_of("kim")
    bout.do(("hover",), ("end",))
    bout.turn_of("brute")
    table = bout.do(
        ("attack", "long-blade", "kim"), spend("attack-prone"), rolls=["1 success 3 boons"]
    )
    assert bout["kim"].has("prone")
    assert coded(table, "disrupted")
    assert len(bout.fight.falls) == 1
    table = bout.step(rolls=["1 success"])
    assert bout["kim"].zone == 0
    assert coded(table, "fell")[0].fields["damage"] == 0


# ---- the catch ----


@pytest.mark.rule("ix.flying.disruption-fall", "ix.flying.catch-result")
def test_the_catch_is_an_average_reflexes_check_in_place_of_athletics() -> None:
    bout = aloft("high")
    gm(bout, "tag", "kim", "prone")
    table = bout.step(rolls=["3 successes"])
    assert [rule for _, rule, _ in table.rolled] == ["ix.flying.disruption-fall"]
    assert dice_of(table) == {"mastery": 2, "trial": 2}
    assert coded(table, "checked")[0].fields["skill"] == "reflexes"
    assert coded(table, "fell")[0].fields["damage"] == 12 - 6
    assert bout["kim"].wounds == 14 - (6 - bout.resistance("kim"))


@pytest.mark.rule("ix.flying.catch-result")
@pytest.mark.parametrize(
    ("roll", "damage"), [("nothing", 8), ("2 failures", 8), ("1 success", 6), ("4 successes", 0)]
)
def test_each_net_success_takes_2_off_not_below_0(roll: str, damage: int) -> None:
    bout = aloft()
    gm(bout, "tag", "kim", "prone")
    table = bout.step(rolls=[roll])
    assert coded(table, "fell")[0].fields["damage"] == damage


@pytest.mark.rule("ix.flying.ledge", "ix.flying.catch-result")
@pytest.mark.parametrize(("roll", "caught"), [("1 success", True), ("nothing", False)])
def test_a_ledge_that_the_gm_puts_there_ends_the_fall_on_a_success(roll: str, caught: bool) -> None:
    bout = aloft()
    gm(bout, "tag", "kim", "prone")
    table = bout.step(rolls=[roll], rulings={"ix.flying.ledge": ("ledge",)})
    assert bool(coded(table, "held-on")) is caught
    assert bool(coded(table, "fell")) is not caught
    assert (bout["kim"].zone, bout["kim"].perch) == ((2, "ledge") if caught else (0, ""))


@pytest.mark.rule("ix.flying.ledge")
def test_whoever_hangs_on_a_ledge_need_not_hover_and_takes_off_from_there() -> None:
    bout = aloft()
    gm(bout, "tag", "kim", "prone")
    bout.step(rolls=["1 success"], rulings={"ix.flying.ledge": ("ledge",)})
    gm(bout, "untag", "kim", "prone")
    bout.turn_of("kim")
    assert not bout.offers("hover")
    assert bout.offers("take-off", "middle")
    bout.do(("end",))
    assert not bout.fight.falls
    bout.next_round()
    bout.turn_of("kim")
    bout.do(("take-off", "middle"))
    assert (bout["kim"].zone, bout["kim"].perch) == (2, "")


@pytest.mark.rule("ix.flying.ledge")
def test_without_a_word_of_the_gm_there_is_no_ledge() -> None:
    bout = aloft()
    gm(bout, "tag", "kim", "prone")
    table = bout.step(rolls=["1 success"])
    asked = [options for rule, _, options in table.asked if rule == "ix.flying.ledge"]
    assert asked == [[("no-ledge",), ("ledge",)]]
    assert not coded(table, "held-on")


# ---- unconscious ----


@pytest.mark.rule("ix.flying.incapacitated")
def test_the_incapacitated_fall_at_once_without_a_check() -> None:
    bout = aloft()
    table = suffer(bout, "kim", 14, rolls=[46])
    assert coded(table, "disrupted")[0].rules[0] == "ix.flying.incapacitated"
    table = bout.step()
    assert not table.rolled
    assert coded(table, "fell")[0].fields["damage"] == 8
    assert bout["kim"].wounds == -(8 - bout.resistance("kim"))


@pytest.mark.rule("ix.flying.incapacitated")
def test_strain_that_lays_low_brings_down_too() -> None:
    bout = aloft("low")
    tire(bout, "kim", 20)
    bout.step()
    assert bout["kim"].zone == 0


@pytest.mark.rule("ix.flying.incapacitated")
def test_whoever_is_out_of_the_fight_is_no_longer_in_the_air() -> None:
    scene = {"at": {"ann": 0, "hawk": 0, "brute": 0}, "heights": {"hawk": "high"}, "zones": "high"}
    foes = [elite("hawk", flight=True), elite("brute")]
    bout = Bout(hero("ann"), *foes, scene={**scene, "engaged": []})
    suffer(bout, "hawk", 20)
    assert bout["hawk"].status == "out"
    table = bout.step(("go", "ann"))
    assert bout["hawk"].zone == 0
    assert not coded(table, "fell")


@pytest.mark.rule("ix.flying.incapacitated")
def test_a_fall_that_is_owed_when_the_fight_ends_is_still_fallen() -> None:
    bout = aloft("middle", hero("bob"))
    gm(bout, "tag", "kim", "prone")
    gm(bout, "set", "brute", "wounds", 0)
    assert bout.fight.result == "heroes"
    table = bout.last = IxTable(bout.fight, rolls=["nothing"])
    advance(system, bout.fight, table)
    assert coded(table, "fell")
    assert bout["kim"].wounds == 14 - (8 - bout.resistance("kim"))
    assert bout.fight.result == "heroes"


# ---- robbed of wings ----


@pytest.mark.rule("ix.flying.who", "ix.flying.disruption")
def test_whoever_loses_its_wings_in_the_air_falls() -> None:
    bout = aloft()
    gm(bout, "untag", "kim", "flight")
    assert bout.fight.falls
    table = bout.step(("break-the-fall",), rolls=["nothing"])
    assert coded(table, "checked")[0].fields["skill"] == "athletics"
    assert bout["kim"].zone == 0


def test_a_second_reason_to_fall_is_no_second_fall() -> None:
    bout = aloft()
    gm(bout, "tag", "kim", "prone")
    gm(bout, "tag", "kim", "restrained")
    assert len(bout.fight.falls) == 1


# ---- flying mounts ----


def strider(zone: str = "middle", **rider: Any) -> Bout:
    """Ann on a flying mount over a foe on foot."""
    mount = npc("ally", "gale", "mount", flight=True, might=3, weapons=["talons"], wound_points=12)
    blocks = [hero("ann", **rider), mount, elite("brute", wound_points=40)]
    scene = {
        "at": {"ann": 0, "brute": 0},
        "riding": {"ann": "gale"},
        "heights": {"ann": zone} if zone != "ground" else {},
        "zones": "high",
        "engaged": [],
    }
    return Bout(*blocks, scene=scene)


@pytest.mark.rule("ix.flying.who", "ix.flying.takeoff", "ix.ship.aerial-bands")
def test_a_rider_takes_off_on_the_wings_of_its_mount() -> None:
    bout = strider("ground")
    bout.turn_of("ann")
    bout.do(("take-off", "low"))
    assert (bout["ann"].zone, bout["gale"].zone) == (1, 1)
    bout.do(("climb", "strain"))
    assert (bout["ann"].zone, bout["gale"].zone) == (2, 2)


@pytest.mark.rule("ix.flying.move")
def test_the_flight_of_a_mount_is_the_riders_maneuver() -> None:
    bout = strider()
    bout.turn_of("ann")
    bout.do(("move-far", "away", "brute"))
    assert (bout["ann"].at, bout["gale"].at) == (-2, -2)
    bout.do(("end",))
    assert not bout.fight.falls


@pytest.mark.rule("ix.flying.endurance", "ix.flying.endurance-strain")
def test_the_effort_is_the_mounts() -> None:
    bout = strider()
    bout["gale"].aloft = 5
    bout.turn_of("ann")
    bout.do(("hover",), ("end",))
    assert (bout["gale"].aloft, bout["gale"].wounds) == (6, 11)
    assert (bout["ann"].aloft, bout["ann"].strain) == (0, 0)


@pytest.mark.rule("ix.flying.no-hover", "ix.flying.disruption-fall")
def test_with_its_mount_the_rider_falls_each_with_a_check_of_its_own() -> None:
    bout = strider()
    bout.turn_of("ann")
    bout.do(("end",))
    first = bout.step(rolls=["nothing"])
    second = bout.step(("break-the-fall",), rolls=["1 success"])
    skills = [coded(table, "checked")[0].fields["skill"] for table in (first, second)]
    assert skills == ["reflexes", "athletics"]
    fallen = {table.rolled[0][0]: coded(table, "fell")[0].fields for table in (first, second)}
    assert set(fallen) == {"ann", "gale"}
    assert [fields["feet"] for fields in fallen.values()] == [60, 60]
    assert (bout["ann"].zone, bout["gale"].zone) == (0, 0)


@pytest.mark.rule("ix.flying.disruption")
def test_what_lays_the_rider_low_does_not_end_the_flight_of_the_mount() -> None:
    bout = strider()
    gm(bout, "tag", "ann", "restrained")
    assert not bout.fight.falls
    gm(bout, "tag", "gale", "restrained")
    assert bout.fight.falls


@pytest.mark.rule("ix.flying.disruption-fall")
def test_whoever_leaves_the_saddle_up_there_falls_alone() -> None:
    bout = strider()
    gm(bout, "tag", "ann", "prone")
    assert bout["ann"].mount == ""
    assert [owed.who for owed in bout.fight.falls] == ["ann"]
    bout.step(("let-it-come",))
    assert (bout["ann"].zone, bout["gale"].zone) == (0, 2)


def test_a_rider_with_wings_of_its_own_leaves_the_saddle_and_flies() -> None:
    bout = strider(species="drakin")
    from affray.systems.ix.saddle import mounted

    mounted.get_off(
        bout.fight, IxTable(bout.fight), "ann", because=flying.AVAILABLE, code="slid-off"
    )
    assert not bout.fight.falls
    assert flying.is_flying(bout["ann"])


@pytest.mark.rule("ix.flying.incapacitated")
def test_a_mount_that_collapses_in_the_air_takes_its_rider_down() -> None:
    bout = strider()
    suffer(bout, "gale", 12)
    while bout.fight.falls:
        bout.step(("let-it-come",), rolls=["nothing"])
    assert (bout["ann"].zone, bout["gale"].zone) == (0, 0)
    assert bout["ann"].wounds < bout["ann"].wound_points
