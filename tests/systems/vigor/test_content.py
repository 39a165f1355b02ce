"""What vigor brings along, and what people write for it."""

import json
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from affray.kernel.encounter import EncounterError, Expects, expectations, read_encounter
from affray.kernel.rulebook import HouseRules, UnknownName
from affray.kernel.running import run
from affray.kernel.system import Setup
from affray.systems.vigor import content, system
from affray.systems.vigor.ledger import rulebook
from affray.tables.random_table import RandomTable

BOOK = rulebook()
HOUSE = HouseRules(BOOK)
ENCOUNTERS = sorted(content.encounters())
BLOCK: dict[str, Any] = {"name": "Ada", "tier": 2}
MINOR: dict[str, Any] = {"name": "Rat", "tier": 1, "role": "minor"}


def check(kind: str = "hero", house: HouseRules = HOUSE, **fields: Any) -> dict[str, Any]:
    own = {key.rstrip("_").replace("_", "-"): value for key, value in fields.items()}
    return content.check_block(kind, json.loads(json.dumps({**BLOCK, **own})), house)


def faults(kind: str = "hero", **fields: Any) -> list[tuple[tuple[int | str, ...], str]]:
    with pytest.raises(ValidationError) as caught:
        check(kind, **fields)
    return [(error["loc"], error["msg"]) for error in caught.value.errors()]


def encounter(scene: str = "", foe: str = 'use = "pike-levy"\ncount = 2') -> str:
    return f"""
system = "vigor"
title = "Two against some"
[[heroes]]
use = "halla-brook"
[[heroes]]
use = "kesk"
[[foes]]
{foe}
[scene]
{scene}
"""


def scene(text: str, foe: str = 'use = "pike-levy"\ncount = 2') -> dict[str, Any]:
    return dict(read_encounter(encounter(text, foe), "test", system).scene)


def scene_fault(text: str, foe: str = 'use = "pike-levy"\ncount = 2') -> str:
    with pytest.raises(EncounterError) as caught:
        read_encounter(encounter(text, foe), "test", system)
    (fault,) = caught.value.faults
    return fault.fault


# ---- combatants ----


def test_a_block_of_which_little_is_said_is_completed() -> None:
    assert check() == {
        "name": "Ada",
        "role": "hero",
        "tier": 2,
        "stats": dict.fromkeys(("body", "cunning", "mind", "sense", "heart", "fate"), 10),
        "trees": [],
        "attack_stat": "",
        "armour": "unarmoured",
        "shield": False,
        "weapons": [],
        "attacks": [],
        "in_hand": None,
        "spells": [],
        "psion": False,
        "maneuvers": [],
        "triggers": [],
        "crit": 0,
        "points": 0,
        "never_surprised": False,
        "resists": [],
        "immune": [],
        "vulnerable": [],
        "injuries": [],
        "vitality": None,
        "stamina": None,
        "at": None,
        "hidden": False,
        "shown": "all",
    }
    assert check("foe")["shown"] == "word"
    assert check("ally")["shown"] == "all"
    assert check("foe", role="minor")["stats"] is None


@pytest.mark.rule("vigor.weapon.list", "vigor.weapon.one-maneuver-each")
def test_a_weapon_of_the_ledger_is_known_by_its_id() -> None:
    (halberd,) = check(weapons=["halberd"])["weapons"]
    assert halberd | {"conditions": ()} == {
        "id": "halberd",
        "name": "Halberd",
        "class": "heavy",
        "reach": 10,
        "normal": 0,
        "long": 0,
        "descriptor": "slashing",
        "maneuver": "full-length",
        "bonus": 0,
        "crit": 0,
        "points": 0,
        "conditions": (),
    }


def test_a_weapon_of_ones_own_may_have_the_maneuver_of_another() -> None:
    own = {"name": "Hook", "reach": 5, "descriptor": "piercing", "maneuver": "hook-shield"}
    assert check(weapons=[own])["weapons"][0]["id"] == "hook"
    full = {**own, "maneuver": "vigor.weapon-maneuver.hook-shield"}
    assert check(weapons=[full])["weapons"][0]["maneuver"] == "hook-shield"


def test_names_make_ids_and_bare_hands_keep_theirs() -> None:
    claws = {"name": "Claws", "kind": "natural", "descriptor": "slashing"}
    block = check("foe", attacks=[claws, {**claws, "name": "Unarmed"}])
    assert [one["id"] for one in block["attacks"]] == ["claws", "unarmed-2"]
    assert "stands there twice" in faults(weapons=["dagger", "dagger"])[0][1]


@pytest.mark.rule("vigor.spell.shock-burst", "vigor.spell.steady-heart", "vigor.spell.force-lance")
def test_the_spells_of_the_ledger_are_read_from_its_table() -> None:
    spells = check(trees=["wizard"], spells=["force-lance", "shock-burst", "steady-heart"])
    lance, burst, heart = spells["spells"]
    assert (lance["stamina"], lance["range"], lance["shape"], lance["roll"]) == (
        2,
        60,
        "creature",
        True,
    )
    assert (burst["shape"], burst["radius"], burst["roll"], burst["deals"]) == (
        "area",
        10,
        False,
        "vigor-damage",
    )
    assert (heart["shape"], heart["per_tier"], heart["deals"]) == ("friend", 2, "vigor")
    assert [one["rule"] for one in spells["spells"]] == [
        "vigor.spell.force-lance",
        "vigor.spell.shock-burst",
        "vigor.spell.steady-heart",
    ]


@pytest.mark.parametrize(
    ("fields", "where", "said"),
    [
        ({"tier": 6}, "tier", "less than or equal to 5"),
        ({"tier": 0}, "tier", "greater than or equal to 1"),
        ({"stats": {"body": 23}}, "stats", "23"),
        ({"stats": {"fate": 0}}, "stats", "0"),
        ({"trees": ["baker"]}, "trees", "there is no tree called baker"),
        ({"trees": ["titan", "titan"]}, "trees", "titan"),
        ({"weapons": ["halbert"]}, "weapons", "no halbert among its weapons"),
        ({"weapons": ["mace"], "in_hand": ["dagger"]}, "", "dagger"),
        ({"injuries": ["stubbed-toe"]}, "injuries", "stubbed-toe"),
        ({"at": [3, 0]}, "at", "3 feet are no full steps"),
        ({"spells": ["force-lance"]}, "", "spells and mystic attacks need a mystic tree"),
        ({"resists": ["fire", "fire"]}, "", "fire"),
        ({"shoes": "red"}, "shoes", ""),
    ],
)
def test_what_cannot_be_is_told(fields: dict[str, Any], where: str, said: str) -> None:
    loc, told = faults(**fields)[0]
    assert (str(loc[0]) if loc else "") == where
    assert said.lower() in told.lower()


def test_mystic_attacks_need_a_mystic_tree_too_but_not_for_an_entry_of_the_gms() -> None:
    gaze = {"name": "Gaze", "kind": "mystic", "descriptor": "psychic"}
    assert "mystic tree" in faults(attacks=[gaze], trees=["titan"])[0][1]
    assert check(attacks=[gaze], trees=["druid"])["attacks"]
    assert check("foe", attacks=[gaze], spells=["force-lance"])["spells"]


@pytest.mark.rule("vigor.role.minor", "vigor.role.minor-attack-and-ac")
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("stats", {"body": 12}),
        ("injuries", ["bruised-ribs"]),
        ("vitality", 3),
        ("stamina", 3),
        ("attack-stat", "body"),
        ("trees", ["titan"]),
    ],
)
def test_a_minor_has_none_of_the_attributes(key: str, value: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        content.check_block("foe", {**MINOR, key: value}, HOUSE)
    assert caught.value.errors()[0]["msg"] == f"a Minor has no {key}"
    assert content.check_block("foe", {**MINOR, "attack-bonus": 4, "ac": 12}, HOUSE)["ac"] == 12


@pytest.mark.rule("vigor.wound.players-only")
def test_only_player_characters_have_lasting_injuries() -> None:
    assert check(injuries=["bruised-ribs"])["injuries"] == ["bruised-ribs"]
    assert "only player characters" in faults("foe", injuries=["bruised-ribs"])[0][1]


@pytest.mark.parametrize(
    ("spell", "said"),
    [
        ({"shape": "area", "deals": "damage"}, "an area has a radius"),
        ({"shape": "creature", "radius": 10, "deals": "damage"}, "only an area has"),
        ({"shape": "area", "radius": 5, "roll": True, "deals": "damage"}, "at one creature"),
        ({"shape": "friend", "deals": "damage"}, "friends get Vigor"),
        ({"shape": "creature", "deals": "damage", "descriptor": ""}, "harm has a descriptor"),
    ],
)
def test_a_spell_that_makes_no_sense_is_told(spell: dict[str, Any], said: str) -> None:
    own = {"name": "Spark", "stamina": 1, "range": 30, "descriptor": "fire", **spell}
    assert said in faults(trees=["wizard"], spells=[own])[0][1]


@pytest.mark.parametrize(
    ("field", "one", "said"),
    [
        ("maneuvers", {"effect": "strike"}, "a strike is declared"),
        ("maneuvers", {"effect": "regain"}, "it changes nothing"),
        ("maneuvers", {"effect": "condition"}, "it attaches no condition"),
        ("maneuvers", {"effect": "note"}, "the note says nothing"),
        ("triggers", {"when": "hit", "effect": "regain"}, "it changes nothing"),
    ],
)
def test_an_ability_that_does_nothing_is_told(field: str, one: dict[str, Any], said: str) -> None:
    assert said in faults(**{field: [{"name": "Trick", **one}]})[0][1]


def test_an_attack_that_strikes_nowhere_is_told() -> None:
    stick = {"name": "Stick", "descriptor": "bludgeoning"}
    assert "strikes nowhere" in faults(weapons=[stick])[0][1]
    assert "nearer than the normal" in faults(weapons=[{**stick, "normal": 30, "long": 20}])[0][1]


@pytest.mark.rule("vigor.stat.six", "vigor.position.plane")
def test_bounds_and_steps_follow_the_house() -> None:
    house = HOUSE.with_table({"stat-max": 30, "step-feet": 10}, "test")
    assert check(house=house, stats={"body": 30})["stats"]["body"] == 30
    with pytest.raises(ValidationError, match="no full steps"):
        check(house=house, at=[5, 0])


def test_a_completed_block_is_read_back_as_it_is() -> None:
    for shelf, kind in (("heroes", "hero"), ("allies", "ally"), ("foes", "foe")):
        for block in content.library(shelf).values():
            once = content.check_block(kind, dict(block), HOUSE)
            again = content.check_block(kind, {**once, "id": "x", "side": "s", "kind": kind}, HOUSE)
            assert again == {**once, "id": "x", "side": "s", "kind": kind}
            assert json.loads(json.dumps(once)) == once


@pytest.mark.parametrize("kind", ["hero", "ally", "foe"])
def test_the_form_has_a_schema(kind: str) -> None:
    schema = content.form_schema(kind, HOUSE.with_table({"stat-max": 30}, "test"))
    body = schema["$defs"]["Stats"]["properties"]["body"]
    assert (body["minimum"], body["maximum"]) == (1, 30)
    assert {"name", "tier", "weapons", "spells", "at"} <= set(schema["properties"])
    assert ("leader" in schema["properties"]) == (kind != "hero")
    json.dumps(schema)


# ---- scenes ----


def test_a_scene_says_what_is_not_asked() -> None:
    assert scene("") == {}
    assert scene('surprised = ["Pike levy"]')["surprised"] == ["pike-levy-1", "pike-levy-2"]
    assert scene("surprised = []")["surprised"] == []
    cover = scene('cover = [{ who = "Pike levy", from = "Kesk", cover = "half" }]')["cover"]
    assert [(one["who"], one["from"]) for one in cover] == [
        ("pike-levy-1", "kesk"),
        ("pike-levy-2", "kesk"),
    ]
    assert scene('unseen = [["Kesk", "Pike levy"]]')["unseen"] == [
        ["kesk", "pike-levy-1"],
        ["kesk", "pike-levy-2"],
    ]


@pytest.mark.parametrize(
    ("text", "foe", "said"),
    [
        ('surprised = ["everybody"]', "", "there is nobody called everybody"),
        ('cover = [{ who = "Wolf", cover = "half" }]', "", "there is nobody called Wolf"),
        ("apart = 33", "", "33 feet are no full steps"),
        ("difficult = [{ at = [1, 0] }]", "", "1 feet are no full steps"),
        ("", "at = [0, 20]\ncount = 2", "Pike levy 1 and Pike levy 2 stand on one point"),
        (
            "closed = [{ at = [0, 10], radius = 10 }]",
            "at = [5, 20]",
            "Pike levy stands where nobody can",
        ),
    ],
)
def test_a_scene_that_makes_no_sense_is_told(text: str, foe: str, said: str) -> None:
    assert scene_fault(text, f'use = "pike-levy"\n{foe}') == said


# ---- the library ----


def test_the_library_has_what_a_table_needs() -> None:
    heroes = [
        content.check_block("hero", dict(b), HOUSE) for b in content.library("heroes").values()
    ]
    foes = [content.check_block("foe", dict(b), HOUSE) for b in content.library("foes").values()]
    assert len(heroes) >= 6
    assert {hero["tier"] for hero in heroes} == {1, 2, 3, 4, 5}
    assert len({tree for hero in heroes for tree in hero["trees"]}) >= 6
    assert any(hero["psion"] and hero["spells"] for hero in heroes)
    assert any(hero["spells"] and not hero["psion"] for hero in heroes)
    assert len(foes) >= 10
    assert {foe["role"] for foe in foes} == {"minor", "major", "sovereign"}
    assert any(foe["leader"] for foe in foes)
    assert content.library("allies") == content.library("foes")


@pytest.mark.rule("vigor.weapon.list")
def test_the_shelves_of_weapons_and_spells_are_the_ledgers_tables() -> None:
    rows = {row["id"] for row in BOOK.table("weapons").rows}
    assert set(content.library("weapons")) == rows
    assert {row["id"] for row in BOOK.table("spells").rows} < set(content.library("spells"))


def test_a_shelf_that_does_not_exist_is_told() -> None:
    with pytest.raises(UnknownName):
        content.library("dragons")


# ---- the encounters ----


def read(name: str) -> Setup:
    return read_encounter(content.encounters()[name], name, system)


def test_the_encounters_differ_in_kind() -> None:
    foes = {
        name: [block for block in read(name).roster if block["side"] == "foes"]
        for name in ENCOUNTERS
    }
    assert len(foes) >= 4
    assert any(any(one["leader"] for one in each) for each in foes.values())
    assert any(not any(one["leader"] for one in each) for each in foes.values())
    assert any([one["role"] for one in each] == ["sovereign"] for each in foes.values())
    assert any(read(name).scene["surprised"] for name in ENCOUNTERS)


def outcomes(name: str, fights: int) -> Iterator[tuple[str, int]]:
    """Who won, and in which round, of so many fights by sensible policies."""
    setup = read(name)
    for number in range(fights):
        fight = system.start(setup)
        heroes, gm = (system.policy("sensible", side, Random(1)) for side in ("heroes", "gm"))
        run(system, fight, RandomTable(system, fight, Random(number), heroes, gm))
        assert fight.result is not None
        yield fight.result, fight.round


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_an_encounter_keeps_what_it_promises(name: str) -> None:
    stated = expectations(content.encounters()[name], name, system)
    assert isinstance(stated, Expects)
    fights = 60
    results = list(outcomes(name, fights))
    assert {result for result, _ in results} <= {"heroes", "foes"}, "somebody wins"
    share = sum(result == "heroes" for result, _ in results) / fights
    rounds = sum(last for _, last in results) / fights
    # Four standard errors: fights differ by chance, a rule or a number gone wrong by more.
    assert abs(share - stated.heroes) < 4 * math.sqrt(stated.heroes * (1 - stated.heroes) / fights)
    assert stated.rounds is not None
    assert abs(rounds - stated.rounds) < 0.2 * stated.rounds


def test_the_demo_is_won_often_but_not_always_and_lasts_three_to_six_rounds() -> None:
    stated = expectations(content.encounters()[system.demo], "demo", system)
    assert stated is not None
    assert 0.7 <= stated.heroes <= 0.9
    assert stated.rounds is not None
    assert 3 <= stated.rounds <= 6
