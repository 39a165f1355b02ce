"""What sixteen brings along, and what people write for it."""

import json
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from affray.kernel.encounter import EncounterError, expectations, read_encounter
from affray.kernel.rulebook import HouseRules, UnknownName
from affray.kernel.running import run
from affray.kernel.system import Setup
from affray.systems.sixteen import content, system
from affray.tables.random_table import RandomTable

BOOK = content.rulebook()
HOUSE = HouseRules(BOOK)
ENCOUNTERS = sorted(content.encounters())
BLOCK: dict[str, Any] = {"name": "Ada", "max-hp": 12, "hit": 5, "weapons": ["long-sword"]}
COMPLETE: dict[str, Any] = {
    "name": "Ada",
    "max_hp": 12,
    "hp_now": 12,
    "hit": 5,
    "sdf": 0,
    "lif": 0,
    "con": 0,
    "deflect_bonus": 0,
    "shield": "none",
    "armour": "none",
    "ar": 0,
    "resistances": {},
    "size": "medium",
    "wounded_by_more_than": 5,
    "movement": 30,
    "damage_bonus": 0,
    "spells": [],
    "tireless": False,
    "wounds": 0,
    "scars": 0,
    "war_wounds": [],
    "fatigue": 0,
    "hidden": False,
}


def check(kind: str = "hero", house: HouseRules = HOUSE, **fields: Any) -> dict[str, Any]:
    written = {name.replace("_", "-"): value for name, value in fields.items()}
    return content.check_block(kind, json.loads(json.dumps({**BLOCK, **written})), house)


def faults(**fields: Any) -> list[tuple[tuple[int | str, ...], str]]:
    with pytest.raises(ValidationError) as caught:
        check(**fields)
    return [(error["loc"], error["msg"]) for error in caught.value.errors()]


def encounter(scene: str = "", hero: str = 'use = "shield-sister"') -> str:
    return f"""
system = "sixteen"
title = "Two against three"
[[heroes]]
{hero}
[[heroes]]
use = "hedge-archer"
[[foes]]
use = "iron-serjeant"
[[foes]]
use = "road-reaver"
count = 2
[scene]
{scene}
"""


def read(name: str) -> Setup:
    return read_encounter(content.encounters()[name], name, system)


# ---- combatants ----


@pytest.mark.parametrize(("kind", "shown"), [("hero", "all"), ("ally", "all"), ("foe", "word")])
def test_a_block_is_completed_by_the_defaults_of_the_ledger(kind: str, shown: str) -> None:
    found = check(kind)
    (sword,) = found.pop("weapons")
    assert found == {**COMPLETE, "shown": shown}
    assert sword == {
        "id": "long-sword",
        "name": "long sword",
        "kind": "cutting",
        "damage": "1d8",
        "ap": 0,
        "reach": 5,
        "range": None,
        "hit": None,
        "natural": False,
    }


def test_every_field_of_the_ledgers_form_is_known() -> None:
    fields = {row["id"] for row in BOOK.table("combatant-block").rows}
    schema = content.form_schema("hero", HOUSE)
    assert fields <= {name.replace("_", "-") for name in schema["properties"]}
    required = {row["id"] for row in BOOK.table("combatant-block").rows if row["required"]}
    assert {name.replace("_", "-") for name in schema["required"]} == required


def test_a_completed_block_is_read_back_as_it_is() -> None:
    for shelf, kind in (("heroes", "hero"), ("allies", "ally"), ("foes", "foe")):
        for block in content.library(shelf).values():
            once = content.check_block(kind, block, HOUSE)
            again = content.check_block(kind, {**once, "id": "x", "side": "s", "kind": kind}, HOUSE)
            assert again == {**once, "id": "x", "side": "s", "kind": kind}
            assert json.loads(json.dumps(once)) == once


@pytest.mark.rule("sixteen.wound.by-size")
@pytest.mark.parametrize(
    ("size", "threshold"), [("tiny", 1), ("small", 3), ("medium", 5), ("large", 7), ("huge", 9)]
)
def test_the_threshold_is_that_of_the_size_unless_the_entry_names_its_own(
    size: str, threshold: int
) -> None:
    assert check(size=size)["wounded_by_more_than"] == threshold
    assert check(size=size, wounded_by_more_than=6)["wounded_by_more_than"] == 6


@pytest.mark.rule("sixteen.wound.by-size", "sixteen.position.move", "sixteen.position.reach")
def test_defaults_are_those_of_the_house_rules_in_force() -> None:
    own = {"medium-wound-above": 4, "wound-step-per-size": 3, "movement": 40, "reach": 10}
    house = HOUSE.with_table(own, "ours")
    weapon = {"name": "hook", "kind": "piercing", "damage": "1d4"}
    found = check(house=house, size="huge", weapons=[weapon])
    assert found["wounded_by_more_than"] == 10
    assert found["movement"] == 40
    assert found["weapons"][0]["reach"] == 10


@pytest.mark.parametrize(("armour", "ar"), [("none", 0), ("padded", 1), ("mail", 2), ("plate", 3)])
def test_the_ar_is_that_of_the_armour_unless_the_entry_names_its_own(armour: str, ar: int) -> None:
    assert check(armour=armour)["ar"] == ar
    assert check(armour=armour, ar=5)["ar"] == 5


def test_wounds_and_scars_brought_along_lower_the_hp_one_starts_with() -> None:
    assert check(wounds=2, scars=1)["hp_now"] == 9
    assert check(wounds=2, hp_now=10)["hp_now"] == 10
    assert faults(wounds=2, hp_now=11)[0][1].startswith("11 HP are more than there can be")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("max-hp", 0),
        ("hit", -11),
        ("hit", 21),
        ("sdf", 21),
        ("con", "3"),
        ("deflect-bonus", 19),
        ("deflect-bonus", -1),
        ("shield", "door"),
        ("armour", "silk"),
        ("ar", 11),
        ("resistances", {"fire": 0}),
        ("resistances", {"Fire!": 1}),
        ("size", "vast"),
        ("movement", 32),
        ("weapons", []),
        ("weapons", ["halberd"]),
        ("weapons", ["knife", "knife"]),
        ("tireless", "yes"),
        ("wounds", -1),
        ("fatigue", 6),
        ("shown", "some"),
    ],
)
def test_the_limits_of_a_block(field: str, value: Any) -> None:
    assert faults(**{field: value})


@pytest.mark.rule("sixteen.damage.dice")
@pytest.mark.parametrize(
    "change",
    [
        {"damage": ""},
        {"damage": "1d6!"},
        {"damage": "4d6>=5"},
        {"damage": "much"},
        {"kind": "Cutting"},
        {"ap": -1},
        {"range": 0},
        {"length": 3},
    ],
)
def test_what_is_no_weapon(change: dict[str, Any]) -> None:
    weapon = {"name": "saw", "kind": "cutting", "damage": "1d6", **change}
    ((loc, _),) = faults(weapons=[weapon])
    assert loc[:2] == ("weapons", 0)


@pytest.mark.rule("sixteen.spell.form")
@pytest.mark.parametrize(
    "change",
    [
        {"damage": "", "kind": ""},
        {"kind": ""},
        {"target": "friend"},
        {"strike": "save"},
        {"save": "con"},
        {"condition": "stunned", "lasts": "turns"},
        {"condition": "stunned", "turns": 2},
        {"lasts": "fight"},
        {"condition": "bored"},
    ],
)
def test_what_is_no_spell(change: dict[str, Any]) -> None:
    spell = {"name": "dart", "strike": "attack", "damage": "1d6", "kind": "fire", **change}
    assert faults(spells=[spell])
    plain = {"name": "dart", "strike": "attack", "damage": "1d6", "kind": "fire"}
    assert check(spells=[plain])["spells"][0]["id"] == "dart"


# ---- scenes ----


def scene_of(text: str) -> dict[str, Any]:
    return read_encounter(encounter(text), "two.toml", system).scene


def test_a_scene_says_only_what_is_written() -> None:
    assert scene_of("") == {}
    assert scene_of('distance = 45\nfirst = "foes"') == {"distance": 45, "first": "foes"}


def test_people_are_named_by_name_or_id() -> None:
    found = scene_of('order = ["Hedge archer", "road-reaver-2"]\nplaces = { "Road reaver" = 60 }')
    assert found["order"] == ["hedge-archer", "road-reaver-2"]
    assert found["places"] == {"road-reaver-1": 60, "road-reaver-2": 60}
    marching = scene_of('marching = { foes = ["Road reaver"] }')["marching"]
    assert marching == {"heroes": [], "foes": ["road-reaver-1", "road-reaver-2"]}


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ('order = ["hedge-archr"]', "there is nobody called hedge-archr"),
        ('marching = { foes = ["Hedge archer"] }', "there is nobody called Hedge archer"),
        ("distance = 12", "12 feet are no full steps"),
        ('first = "heroes"\norder = ["hedge-archer"]', "first and order contradict each other"),
        ("distanse = 30", "no such key is known here"),
    ],
)
def test_what_is_no_scene(scene: str, fault: str) -> None:
    with pytest.raises(EncounterError) as caught:
        scene_of(scene)
    (told,) = caught.value.faults
    assert told.fault == fault


def test_a_fight_that_is_over_before_it_begins_is_refused() -> None:
    text = encounter(hero='use = "shield-sister"\nhp-now = 0').replace(
        'use = "hedge-archer"', 'use = "hedge-archer"\nfatigue = 4'
    )
    with pytest.raises(EncounterError, match="no hero can act"):
        read_encounter(text, "two.toml", system)


def test_numbers_under_which_nobody_can_play_are_refused() -> None:
    text = encounter() + "[house-rules]\nstep-feet = 0\n"
    with pytest.raises(EncounterError, match=r"house-rules, step-feet: 0 makes no sense"):
        read_encounter(text, "two.toml", system)


# ---- what is on the shelves ----


@pytest.mark.parametrize("shelf", content.THINGS)
def test_shelves_of_things_are_the_ledgers_tables(shelf: str) -> None:
    rows = {row["id"]: row for row in BOOK.table(shelf).rows}
    assert list(content.library(shelf)) == list(rows)
    for thing_id, entry in content.library(shelf).items():
        assert entry.items() >= rows[thing_id].items()


def test_the_ledgers_combatants_are_on_their_shelves() -> None:
    for row in BOOK.table("combatants").rows:
        block = content.library(row["side"])[row["id"]]
        for key, value in row.items():
            assert key in ("id", "side") or block[key] == value


def test_six_ready_heroes_and_ten_foes_of_several_sizes() -> None:
    heroes = [check_of("hero", block) for block in content.library("heroes").values()]
    foes = [check_of("foe", block) for block in content.library("foes").values()]
    assert len(heroes) >= 6
    assert len(foes) >= 10
    makes = {json.dumps([one["weapons"], one["armour"], one["spells"]]) for one in heroes}
    assert len(makes) == len(heroes)
    sizes = {row["id"] for row in BOOK.table("sizes").rows}
    assert {foe["size"] for foe in foes} == sizes
    assert any(foe["tireless"] for foe in foes)


def check_of(kind: str, block: dict[str, Any]) -> dict[str, Any]:
    return content.check_block(kind, block, HOUSE)


def test_an_unknown_shelf_names_near_ones() -> None:
    with pytest.raises(UnknownName, match="Did you mean weapons"):
        content.library("weapon")


# ---- encounters ----


def test_the_encounters_differ_in_kind() -> None:
    assert system.demo in ENCOUNTERS
    assert [block["side"] for block in read("duel").roster] == ["heroes", "foes"]
    assert read("ambush").scene["first"] == "foes"
    large = [block for block in read("ford").roster if block["size"] in ("large", "huge")]
    assert len(large) >= 2
    stated = expectations(content.encounters()["long"], "long", system)
    assert stated is not None
    assert (stated.rounds or 0) > BOOK.value("fatigue-after-round").value


def outcomes(name: str, fights: int) -> Iterator[tuple[bool, int]]:
    """Who won, and in which round, of so many fights by sensible policies."""
    setup = read(name)
    for number in range(fights):
        fight = system.start(setup)
        source = Random(2 * number)
        heroes = system.policy("sensible", "heroes", source)
        gm = system.policy("sensible", "gm", source)
        run(system, fight, RandomTable(system, fight, source, heroes, gm))
        yield fight.result == "heroes", fight.round


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_an_encounter_keeps_what_it_promises(name: str) -> None:
    stated = expectations(content.encounters()[name], name, system)
    assert stated is not None
    assert stated.rounds is not None
    fights = 200
    results = list(outcomes(name, fights))
    share = sum(won for won, _ in results) / fights
    rounds = sum(last for _, last in results) / fights
    # Four standard errors: fights differ by chance, a rule or a number gone wrong by more.
    assert abs(share - stated.heroes) < 4 * math.sqrt(stated.heroes * (1 - stated.heroes) / fights)
    assert abs(rounds - stated.rounds) < 0.15 * stated.rounds
