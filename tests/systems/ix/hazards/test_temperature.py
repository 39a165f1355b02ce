"""Extreme cold and heat: the check of each hour, who needs none, and Wounds that stay."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    IX,
    Bout,
    citing,
    coded,
    dice_of,
    elite,
    gm,
    heal,
    hero,
    to_rest,
)

from affray.kernel.encounter import EncounterError, read_encounter
from affray.kernel.question import Refused
from affray.systems.ix.harm import recovery
from affray.systems.ix.hazards import temperature

CHECK = "ix.hazard.temperature-check"
DIFFICULTY = "ix.hazard.temperature-difficulty"
HOLDS = "1 success"
FREEZES = "1 failure"


def outdoors(weather: dict[str, Any] | None = None, *extra: dict[str, Any], **fields: Any) -> Bout:
    """Ann and bob in free play, in the cold."""
    said = {"kind": "cold", "difficulty": "hard", **(weather or {})}
    return Bout(
        hero("ann", **fields),
        *extra,
        elite("brute"),
        scene={"structured": False, "temperature": said, "engaged": []},
        start=False,
    )


def hour(bout: Bout, *rolls: str, hours: int = 1, **script: Any) -> Any:
    """So many hours go by by the GM's hand, and the checks that they owe are made."""
    gm(bout, "set", "", "hours", hours)
    table = bout.step(rolls=rolls, **script) if bout.fight.exposures else None
    while bout.fight.exposures:
        table = bout.step(rolls=table.readings)
    return table


@pytest.mark.rule("ix.hazard.temperature-check", "ix.hazard.temperature-failure")
@pytest.mark.parametrize(("roll", "lost"), [(HOLDS, 0), (FREEZES, 2), ("nothing", 2)])
def test_each_hour_a_fortitude_check_a_failure_costs_2_wounds(roll: str, lost: int) -> None:
    """Without Resistance."""
    bout = outdoors(might=5)
    table = hour(bout, roll)
    assert table.rolled[0][:2] == ("ann", CHECK)
    assert bout["ann"].wounds == bout["ann"].wound_points - lost
    assert bout["ann"].numbed == lost
    assert bout.fight.hours == 1


@pytest.mark.rule("ix.hazard.temperature-failure", "ix.hazard.temperature-no-recovery")
def test_what_the_hours_cost_adds_up() -> None:
    bout = outdoors()
    hour(bout, FREEZES)
    hour(bout, FREEZES)
    assert bout["ann"].wounds == 8
    heal(bout, "ann", 9)
    assert bout["ann"].wounds == 8


@pytest.mark.rule("ix.hazard.temperature-check")
def test_every_hero_checks_for_each_hour_and_no_foe_does() -> None:
    bout = outdoors(None, hero("bob"))
    gm(bout, "set", "", "hours", 2)
    assert bout.fight.exposures == ("ann", "bob", "ann", "bob")
    rolled = [bout.step(rolls=[HOLDS]).rolled[0][0] for _ in range(4)]
    assert rolled == ["ann", "bob", "ann", "bob"]


@pytest.mark.rule("ix.hazard.temperature-check")
def test_where_it_is_neither_cold_nor_hot_the_hours_cost_nothing() -> None:
    bout = Bout(hero("ann"), elite("brute"), scene={"structured": False}, start=False)
    gm(bout, "set", "", "hours", 3)
    assert bout.fight.exposures == ()
    assert bout.fight.hours == 3


@pytest.mark.rule("ix.hazard.temperature-difficulty")
@pytest.mark.parametrize(("named", "dice"), [("easy", 1), ("average", 2), ("extreme", 5)])
def test_the_difficulty_follows_severity(named: str, dice: int) -> None:
    bout = outdoors({"difficulty": named})
    assert dice_of(hour(bout, HOLDS))["trial"] == dice


@pytest.mark.rule("ix.hazard.temperature-difficulty")
@pytest.mark.parametrize(("said", "dice"), [(None, 2), ("severe", 4)])
def test_the_gm_says_it_once_where_the_scene_does_not(said: str | None, dice: int) -> None:
    bout = outdoors({"difficulty": None})
    rulings = {DIFFICULTY: ("bearing", said)} if said else {}
    table = hour(bout, HOLDS, rulings=rulings)
    assert dice_of(table)["trial"] == dice
    assert citing(table, DIFFICULTY)
    table = hour(bout, HOLDS)
    assert dice_of(table)["trial"] == dice
    assert not coded(table, "temperature")
    assert IX.rulebook.rule(DIFFICULTY).mode == "once"


@pytest.mark.rule("ix.hazard.temperature-incapacitated", "ix.hazard.temperature-failure")
def test_who_lies_there_fails_without_a_roll() -> None:
    bout = outdoors(None, hero("bob", wounds=-1, stabilized=True))
    bout["ann"].sheltered = True
    table = hour(bout)
    assert not table.rolled
    assert bout["bob"].wounds == -3
    assert citing(table, "ix.hazard.temperature-incapacitated")


@pytest.mark.rule("ix.hazard.temperature-failure")
def test_the_house_says_how_many_wounds() -> None:
    bout = Bout(
        hero("ann"),
        elite("brute"),
        scene={"structured": False, "temperature": {"kind": "heat", "difficulty": "easy"}},
        house={"temperature-wounds": 3},
        start=False,
    )
    hour(bout, FREEZES)
    assert bout["ann"].wounds == 9


# ---- immunity ----


@pytest.mark.rule("ix.hazard.temperature-immunity")
@pytest.mark.parametrize(
    ("kind", "species", "checks"),
    [
        ("heat", "sand-elf", False),
        ("cold", "sand-elf", True),
        ("cold", "under-dweller", False),
        ("heat", "human", True),
    ],
)
def test_a_species_may_need_no_check(kind: str, species: str, checks: bool) -> None:
    bout = outdoors({"kind": kind}, species=species)
    assert temperature.is_exposed(bout.fight, "ann") is checks
    gm(bout, "set", "", "hours", 1)
    assert bool(bout.fight.exposures) is checks


@pytest.mark.rule("ix.hazard.temperature-immunity")
def test_equipment_or_magic_may_protect() -> None:
    bout = outdoors({"safe": ["ann"]}, hero("bob"))
    gm(bout, "set", "", "hours", 1)
    assert bout.fight.exposures == ("bob",)
    gm(bout, "tag", "bob", "protected")
    bout.fight.exposures = ()
    gm(bout, "set", "", "hours", 1)
    assert bout.fight.exposures == ()


@pytest.mark.rule("ix.hazard.temperature-immunity-excess")
def test_the_immune_check_against_the_steps_above_the_base() -> None:
    bout = outdoors({"difficulty": "severe", "base": "average", "safe": ["ann"]}, hero("bob"))
    table = hour(bout, HOLDS, HOLDS)
    assert [who for who, _, _ in table.rolled] == ["bob"]
    assert temperature.difficulty(bout.fight, "ann") == 2
    assert temperature.difficulty(bout.fight, "bob") == 4


@pytest.mark.rule("ix.hazard.temperature-immunity-excess")
def test_the_excess_is_what_the_immune_roll_against() -> None:
    bout = outdoors({"difficulty": "hard", "base": "average", "safe": ["ann"]})
    table = hour(bout, FREEZES)
    assert dice_of(table)["trial"] == 1
    assert bout["ann"].wounds == 10
    assert citing(table, "ix.hazard.temperature-immunity-excess")


@pytest.mark.rule("ix.hazard.temperature-immunity-excess")
def test_what_the_gm_adds_to_a_scene_is_above_its_base() -> None:
    bout = outdoors({"difficulty": "easy", "safe": ["ann"]})
    assert not temperature.is_exposed(bout.fight, "ann")
    gm(bout, "set", "", "cold", "hard")
    assert temperature.difficulty(bout.fight, "ann") == 2
    gm(bout, "set", "", "cold", "severe")
    assert temperature.difficulty(bout.fight, "ann") == 3


@pytest.mark.rule("ix.hazard.temperature-immunity")
def test_where_nothing_is_said_the_protected_are_safe_from_the_gm_s_word() -> None:
    bout = outdoors({"difficulty": None, "safe": ["ann"]})
    table = hour(bout)
    assert not table.rolled
    assert bout.fight.climate.difficulty == 2


# ---- no recovery ----


@pytest.mark.rule("ix.hazard.temperature-no-recovery")
def test_its_wounds_cannot_be_healed_there() -> None:
    bout = outdoors(wounds=9)
    hour(bout, FREEZES)
    assert bout["ann"].wounds == 7
    table = heal(bout, "ann", 5)
    assert bout["ann"].wounds == 10  # the Wounds of the blow come back, those of the cold do not
    assert citing(table, "ix.hazard.temperature-no-recovery")
    assert not citing(heal(bout, "ann", 5), "ix.wounds.maximum")
    assert bout["ann"].wounds == 10


@pytest.mark.rule("ix.hazard.temperature-no-recovery")
@pytest.mark.parametrize("how", ["sheltered", "none"])
def test_in_a_survivable_temperature_they_can(how: str) -> None:
    bout = outdoors()
    hour(bout, FREEZES)
    if how == "sheltered":
        table = gm(bout, "tag", "ann", "sheltered")
    else:
        table = gm(bout, "set", "", "cold", "none")
    assert bout["ann"].numbed == 0
    assert bout["ann"].wounds == 10
    assert [event.rules[0] for event in coded(table, "survivable")] == [
        "ix.hazard.temperature-no-recovery"
    ]
    heal(bout, "ann", 5)
    assert bout["ann"].wounds == 12


@pytest.mark.rule("ix.hazard.temperature-no-recovery")
def test_a_night_s_rest_in_the_cold_brings_them_back_no_more() -> None:
    bout = Bout(
        hero("ann", might=3, strain=4),
        elite("brute"),
        scene={"temperature": {"kind": "cold", "difficulty": "easy"}},
    )
    bout["ann"].wounds -= 2
    bout["ann"].numbed = 2
    gm(bout, "tag", "brute", "out")
    to_rest(bout)
    bout.step(("full-rest",))
    assert bout["ann"].wounds == 11
    assert bout["ann"].strain == 0
    assert recovery.FULL_REST not in recovery.rests(bout.fight)


@pytest.mark.rule("ix.hazard.temperature-check")
def test_the_sheltered_and_the_dead_are_not_asked() -> None:
    bout = outdoors(None, hero("bob"), hero("cyn"))
    gm(bout, "tag", "bob", "sheltered")
    gm(bout, "tag", "cyn", "dead")
    gm(bout, "set", "", "hours", 1)
    assert bout.fight.exposures == ("ann",)
    gm(bout, "tag", "ann", "sheltered")
    assert not bout.step().rolled


# ---- what people write, and the GM's hand ----

TEXT = """
system = "ix"
title = "Snow"
[[heroes]]
use = "wulf-tarrow"
[[foes]]
use = "gang-captain"
name = "Annis"
[scene]
temperature = {temperature}
"""


def test_an_encounter_says_how_cold_it_is() -> None:
    said = '{ kind = "cold", difficulty = "hard", base = "easy", safe = ["Wulf Tarrow"] }'
    fight: Any = IX.start(read_encounter(TEXT.format(temperature=said), "snow", IX))
    assert (fight.climate.kind, fight.climate.difficulty, fight.climate.base) == ("cold", 3, 1)
    assert fight["wulf-tarrow"].protected
    assert not fight["annis"].protected


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ('{ kind = "wet" }', "kind"),
        ('{ difficulty = "harsh" }', "harsh"),
        ('{ safe = ["x"] }', "x"),
    ],
)
def test_faults_in_it_are_named(said: str, named: str) -> None:
    with pytest.raises(EncounterError, match=named):
        read_encounter(TEXT.format(temperature=said), "snow", IX)


@pytest.mark.parametrize(
    ("name", "value"), [("hours", 0), ("hours", 241), ("cold", "harsh"), ("heat", 3)]
)
def test_what_makes_no_sense_is_refused(name: str, value: Any) -> None:
    bout = outdoors()
    with pytest.raises(Refused):
        gm(bout, "set", "", name, value)
    assert bout.fight.hours == 0


def test_cards_show_what_the_cold_has_done() -> None:
    bout = outdoors()
    hour(bout, FREEZES)
    [card] = [each for each in IX.sheets(bout.fight) if each.who == "ann"]
    assert "exposed 2" in [tag.name for tag in card.tags]


# ---- the camp ----

CAMP = "ix.hazard.temperature-rest"


@pytest.mark.rule("ix.hazard.temperature-rest")
def test_the_hours_of_a_full_rest_call_for_no_check() -> None:
    bout = Bout(
        hero("ann", strain=4),
        elite("brute"),
        scene={"temperature": {"kind": "cold", "difficulty": "easy"}},
    )
    gm(bout, "tag", "brute", "out")
    to_rest(bout)
    table = bout.step(("full-rest",))
    assert bout.fight.exposures == ()
    assert not table.was_asked(CAMP), "nobody has suffered from the cold"


@pytest.mark.rule("ix.hazard.temperature-rest", "ix.hazard.temperature-no-recovery")
def test_the_gm_may_find_the_camp_warm_enough() -> None:
    bout = Bout(
        hero("ann", might=3, strain=4),
        elite("brute"),
        scene={"temperature": {"kind": "cold", "difficulty": "easy"}},
    )
    bout["ann"].wounds -= 2
    bout["ann"].numbed = 2
    gm(bout, "tag", "brute", "out")
    to_rest(bout)
    table = bout.step(("full-rest",), rulings={CAMP: ("warm-enough",)})
    assert citing(table, CAMP)
    assert (bout["ann"].wounds, bout["ann"].numbed) == (13, 0)
