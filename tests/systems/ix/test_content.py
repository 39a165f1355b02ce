"""What ix brings along, and what people write for it."""

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
from affray.systems.ix import content, system
from affray.tables.random_table import RandomTable

BOOK = content.rulebook()
HOUSE = HouseRules(BOOK)
ENCOUNTERS = sorted(content.encounters())
HERO: dict[str, Any] = {"name": "Ada"}
FOE: dict[str, Any] = {"name": "Rat", "npc": "elite", "wound-points": 5}
MINION: dict[str, Any] = {"name": "Rats", "npc": "minion", "wound-points": 3, "members": 4}
NEMESIS: dict[str, Any] = {
    "name": "Rat king",
    "npc": "nemesis",
    "wound-points": 12,
    "strain-points": 11,
}


def check(kind: str, house: HouseRules = HOUSE, **fields: Any) -> dict[str, Any]:
    base = HERO if kind == "hero" else FOE
    own = {key.replace("_", "-"): value for key, value in fields.items()}
    return content.check_block(kind, json.loads(json.dumps({**base, **own})), house)


def faults(kind: str, **fields: Any) -> list[tuple[tuple[int | str, ...], str]]:
    with pytest.raises(ValidationError) as caught:
        check(kind, **fields)
    return [(error["loc"], error["msg"]) for error in caught.value.errors()]


def encounter(scene: str = "", foe: str = 'use = "mail-sergeant"\ncount = 2') -> str:
    return f"""
system = "ix"
title = "Two against some"
[[heroes]]
use = "wulf-tarrow"
[[heroes]]
use = "ilse-varn"
[[foes]]
{foe}
[scene]
{scene}
"""


def scene(text: str) -> dict[str, Any]:
    return read_encounter(encounter(text), "test", system).scene


def scene_faults(text: str, foe: str = 'use = "mail-sergeant"\ncount = 2') -> list[str]:
    with pytest.raises(EncounterError) as caught:
        read_encounter(encounter(text, foe), "test", system)
    return [fault.fault for fault in caught.value.faults]


def read(name: str) -> Setup:
    return read_encounter(content.encounters()[name], name, system)


# ---- heroes ----


@pytest.mark.rule("ix.wounds.points", "ix.strain.points", "ix.wounds.start-full")
def test_points_are_the_base_of_the_species_and_a_characteristic() -> None:
    block = check("hero", species="under-dweller", characteristics={"might": 4, "willpower": 5})
    assert (block["wound_points"], block["wounds"]) == (15, 15)
    assert (block["strain_points"], block["strain"]) == (15, 0)
    ((_, said),) = faults("hero", wound_points=99)
    assert said == "99 are not its Wound Points"
    assert check("hero", wound_points=12, wounds=-3)["wounds"] == -3


def test_characteristics_not_said_are_those_of_the_species() -> None:
    block = check("hero", species="sand-elf", characteristics={"might": 2})
    assert block["characteristics"] == {
        "might": 2,
        "agility": 3,
        "intellect": 2,
        "savvy": 2,
        "willpower": 2,
        "presence": 2,
    }
    assert block["species"]["darkvision"] == "none"
    assert check("hero", species="under-dweller")["species"]["darkvision"] == "short"


@pytest.mark.parametrize("rating", [1, 12])
def test_ratings_and_ranks_lie_within_what_a_pool_can_hold(rating: int) -> None:
    assert check("hero", characteristics={"savvy": rating})["characteristics"]["savvy"] == rating
    assert check("hero", skills={"lore": rating - 1})["skills"] == {"lore": rating - 1}
    for wrong in (0, 13):
        assert [loc for loc, _ in faults("hero", characteristics={"savvy": wrong})]
    for wrong in (-1, 13):
        assert [loc for loc, _ in faults("hero", skills={"lore": wrong})]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"skills": {"arcan": 2}}, "there is no skill called arcan"),
        ({"characteristics": {"charm": 2}}, "there is no Characteristic called charm"),
        ({"talents": ["gaurded"]}, "there is no talent called gaurded"),
        ({"talents": ["guarded", "guarded"]}, "guarded stands there twice"),
        ({"weapons": ["kife"]}, "the rulebook has no kife among its weapons"),
        ({"armour": "tin"}, "the rulebook has no tin among its armour"),
        ({"spells": ["ember"]}, "the rulebook has no ember among its spells"),
        ({"species": "elf"}, "the rulebook has no elf among its species"),
        ({"injuries": ["ouch"]}, "there is no Critical Injury called ouch"),
        ({"weapons": [{"use": "knife", "skill": "lore"}]}, "there is no combat skill called lore"),
        ({"weapons": [{"use": "knife", "range": "far"}]}, "there is no range band called far"),
        ({"weapons": [{"use": "knife", "qualities": ["burn"]}]}, "burn needs a rating"),
        ({"weapons": [{"use": "knife", "qualities": ["sharp 2"]}]}, "there is no weapon quality"),
        ({"weapons": [{"use": "knife", "qualities": ["reach", "reach"]}]}, "reach stands there"),
        ({"weapons": [{"use": "knife", "id": "unarmed"}]}, "unarmed cannot be the id of Knife"),
        ({"gear": [{"name": "rope", "lit": True}]}, "it cannot burn"),
        ({"wounds": 13}, "13 Wounds are more than the Wound Points"),
        ({"melee_defense": 4}, "4 is out of bounds"),
    ],
)
def test_what_is_wrong_is_told_with_a_cure(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValidationError) as caught:
        check("hero", **fields)
    (error,) = caught.value.errors()
    assert error["msg"].startswith(said)
    assert error["ctx"]["cure"]


def test_an_unknown_key_is_told_with_its_place() -> None:
    ((loc, _),) = faults("hero", wepons=["knife"])
    assert loc == ("wepons",)


# ---- what they carry ----


@pytest.mark.rule("ix.content.weapons")
def test_a_weapon_of_the_ledger_comes_with_everything_in_its_row() -> None:
    (spear,) = check("hero", weapons=["spear"])["weapons"]
    assert spear == {
        "id": "spear",
        "name": "Spear",
        "skill": "light-melee",
        "damage": 6,
        "crit": 4,
        "range": "short",
        "qualities": {"reach": 1, "defensive": 1},
        "encumbrance": 2,
        "hands": 2,
        "natural": False,
        "mounted": False,
        "carried": "drawn",
        "lost": "",
        "damaged": 0,
    }


def test_an_entry_of_the_ledger_can_be_changed_in_part() -> None:
    (blade,) = check(
        "hero", weapons=[{"use": "long-blade", "name": "Mercy", "qualities": ["fine", "cruel 2"]}]
    )["weapons"]
    assert (blade["name"], blade["damage"]) == ("Mercy", 6)
    assert blade["qualities"] == {"fine": 1, "cruel": 2}


def test_weapons_are_drawn_while_there_are_hands_for_them() -> None:
    def carried(*weapons: Any) -> list[str]:
        return [w["carried"] for w in check("hero", weapons=list(weapons))["weapons"]]

    assert carried("knife", "shield", "sling") == ["drawn", "drawn", "stowed"]
    assert carried("knife", "great-blade", "sling") == ["drawn", "stowed", "drawn"]
    assert carried("great-blade", "claws", "knife") == ["drawn", "drawn", "stowed"]
    assert carried({"use": "knife", "carried": "packed"}, "maul") == ["packed", "drawn"]
    assert carried({"use": "knife", "lost": "broken"}, "maul") == ["stowed", "drawn"]
    ((_, said),) = faults("hero", weapons=[{"use": each, "carried": "drawn"} for each in TWO])
    assert said == "the weapons drawn take 3 hands"


TWO = ("knife", "maul")


def test_two_knives_are_two_things() -> None:
    block = check("hero", weapons=["throwing-knife", "throwing-knife"], gear=["torch", "torch"])
    assert [w["id"] for w in block["weapons"]] == ["throwing-knife", "throwing-knife-2"]
    assert [g["id"] for g in block["gear"]] == ["torch", "torch-2"]


@pytest.mark.rule("ix.content.armour")
def test_one_armour_is_worn_or_none() -> None:
    assert check("hero", armour="scale")["armour"] == {
        "id": "scale",
        "name": "Scale coat",
        "resistance": 2,
        "melee_defense": 1,
        "ranged_defense": 0,
        "encumbrance": 4,
        "lost": "",
        "damaged": 0,
    }
    assert check("hero", armour="none")["armour"] is None
    assert [loc for loc, _ in faults("hero", armour=["plate", "mail"])] == [("armour",)]


def test_a_light_of_the_ledger_and_tinder_are_known_by_their_names() -> None:
    torch, tinder, rope = check("hero", gear=["torch", "Tinder", "rope"])["gear"]
    assert (torch["name"], torch["light"], torch["lit"]) == ("Torch", "torch", False)
    assert [each["kind"] for each in (torch, tinder, rope)] == ["light", "tinder", "gear"]


def test_a_completed_block_is_read_back_as_it_is() -> None:
    for shelf, kind in (("heroes", "hero"), ("allies", "ally"), ("foes", "foe")):
        for name, block in content.library(shelf).items():
            once = content.check_block(kind, {"name": name, **block}, HOUSE)
            again = content.check_block(kind, {**once, "id": "x", "side": "s", "kind": kind}, HOUSE)
            assert again == {**once, "id": "x", "side": "s", "kind": kind}
            assert json.loads(json.dumps(once)) == once


# ---- non-player characters ----


@pytest.mark.rule("ix.minion.group", "ix.minion.wounds")
def test_a_minion_group_has_members_and_one_track_of_wounds() -> None:
    block = content.check_block("foe", MINION, HOUSE)
    assert (block["members"], block["wound_points"], block["wounds"]) == (4, 3, 12)
    assert content.check_block("foe", {**MINION, "members": 1}, HOUSE)["wounds"] == 3
    for members in (0, 7):
        assert [loc for loc, _ in faults("foe", **{**MINION, "members": members})] == [("members",)]
    house = HOUSE.with_table({"minion-group-max": 9}, "test")
    assert content.check_block("foe", {**MINION, "members": 9}, house)["wounds"] == 27
    ((_, said),) = faults("foe", **MINION, wounds=13)
    assert said == "13 Wounds are more than the Wound Points"


@pytest.mark.parametrize(
    ("base", "fields", "said"),
    [
        (FOE, {"members": 2}, "2 of them cannot be one elite"),
        (FOE, {"group_skills": ["lore"]}, "only minions have group-skills"),
        (FOE, {"strain_points": 9}, "an Elite has no Strain track"),
        (MINION, {"skills": {"lore": 1}}, "a minion group has no skill ranks of its own"),
        (MINION, {"strain_points": 9}, "a minion group has no Strain track"),
        (NEMESIS, {"strain_points": 0}, "a Nemesis has a Strain track"),
    ],
)
def test_each_kind_has_what_its_rules_know(
    base: dict[str, Any], fields: dict[str, Any], said: str
) -> None:
    ((_, told),) = faults("foe", **{**{k.replace("-", "_"): v for k, v in base.items()}, **fields})
    assert told == said


def test_an_npc_of_which_little_is_said_is_completed() -> None:
    block = check("foe", characteristics={"might": 3}, armour="quilted")
    assert block["characteristics"] == {
        "might": 3,
        "agility": 2,
        "intellect": 2,
        "savvy": 2,
        "willpower": 2,
        "presence": 2,
    }
    assert block["resistance"] == 3
    assert (block["strain_points"], block["fear"], block["shown"]) == (0, 0, "word")
    assert check("ally")["shown"] == "all"
    assert check("foe")["group"] == "rat"
    assert check("foe", group="the guard")["group"] == "the guard"


@pytest.mark.rule("ix.content.adversaries")
def test_an_adversary_of_the_ledger_is_taken_as_it_stands_there() -> None:
    block = content.check_block("foe", dict(content.library("foes")["barrow-lord"]), HOUSE)
    assert block["npc"] == "nemesis"
    assert (block["wound_points"], block["strain_points"], block["resistance"]) == (18, 16, 5)
    assert [w["id"] for w in block["weapons"]] == ["great-blade", "grave-touch"]
    assert (block["fear"], block["fear_proof"], block["make"]) == (3, True, "undead")
    assert block["skills"]["heavy-melee"] == 3


# ---- scenes ----


def test_a_scene_puts_everybody_on_the_line() -> None:
    assert scene("at = { heroes = 0, foes = 3 }")["at"] == {
        "wulf-tarrow": 0,
        "ilse-varn": 0,
        "mail-sergeant-1": 3,
        "mail-sergeant-2": 3,
    }
    at = scene('at = { "Wulf Tarrow" = 1, "mail-sergeant-2" = 4, heroes = 0, foes = 3 }')["at"]
    assert list(at.values()) == [1, 0, 3, 4]
    assert scene('at = { heroes = 0, "Mail sergeant" = 2 }')["at"]["mail-sergeant-2"] == 2
    assert "at" not in scene("")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("at = { heroes = 0 }", "it is not said where Mail sergeant 1 stands"),
        ('at = { heroes = 0, foes = 1, "Wolf" = 2 }', "there is nobody called Wolf"),
        ('engaged = [["Wulf Tarrow", "Ilse Varn"]]', "Wulf Tarrow and Ilse Varn are on one side"),
        ('engaged = [["Wulf Tarrow"]]', "Wulf Tarrow is no pair"),
        (
            'at = { heroes = 0, foes = 1 }\nengaged = [["Wulf Tarrow", "mail-sergeant-1"]]',
            "Wulf Tarrow and Mail sergeant 1 stand apart",
        ),
        ('surprised = ["everybody"]', "there is nobody called everybody"),
        ("magical-darkness = true", "magical darkness is dark"),
        ('behind-cover = ["heroes"]', "there is no cover to be behind"),
        ('lights = [{ source = "sun" }]', "there is no light source called sun"),
    ],
)
def test_a_scene_that_makes_no_sense_is_told(text: str, said: str) -> None:
    (told,) = scene_faults(text)
    assert told == said


GOAL = '{ axis = "attitude", needs = "friendly" }'
WALL = '{ name = "A wall", skills = ["athletics", "fly"] }'
SHIPS = """
[[scene.ships]]
name = "Tern"
side = "heroes"
[[scene.ships]]
name = "Gull"
side = "foes"
crew = ["foes", "Nobody"]
"""


def talk(text: str) -> str:
    return f'kind = "social"\n[scene.social]\n{text}'


def pursuit(text: str) -> str:
    return f'kind = "chase"\n[scene.chase]\n{text}'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (talk(f'persons = ["foes", "Ilse Varn"]\naxes = [{GOAL}]'), "social.persons[2]"),
        (talk(f'axes = [{GOAL}, {{ axis = "statu" }}]'), "social.axes[2].axis"),
        (talk(f'axes = [{GOAL}, {{ axis = "attitude" }}]'), "social.axes[2].axis"),
        (talk('axes = [{ axis = "attitude", needs = "rich" }]'), "social.axes[1].needs"),
        (talk('axes = [{ axis = "attitude", needs = "hostile" }]'), "social.axes[1].needs"),
        (talk('axes = [{ axis = "attitude", stands = "rich" }]'), "social.axes[1].stands"),
        (talk('axes = [{ axis = "attitude", steps = ["a", "a"] }]'), "social.axes[1].steps"),
        (SHIPS, "ships[2].crew[2]"),
        ('zones = "low"\nships = [{ name = "A", side = "foes", zone = "high" }]', "ships[1].zone"),
        ('burning = { inside = ["heroes", "Nobody"] }', "burning.inside[2]"),
        ('temperature = { safe = ["Nobody"] }', "temperature.safe[1]"),
        ('airless = ["heroes", "Nobody"]', "airless[2]"),
        ('heights = { "Nobody" = "low" }', "heights.Nobody"),
        ('heights = { "Wulf Tarrow" = "low" }', "heights.Wulf Tarrow"),
        ('heights = { wulf-tarrow = "low" }', "heights.wulf-tarrow"),
        ('heights = { "Mail sergeant" = "low" }', "heights.Mail sergeant"),
        ('heights = { foes = "low" }', "heights.foes"),
        ('zones = "low"\nledges = { "Wulf Tarrow" = "high" }', "ledges.Wulf Tarrow"),
        ("at = { heroes = 0, foes = 1, Nobody = 2 }", "at.Nobody"),
        ('engaged = [["heroes", "foes"], ["Ilse Varn", "Wulf Tarrow"]]', "engaged[2]"),
        ('at = { heroes = 0, foes = 1 }\nengaged = [["Wulf Tarrow", "foes"]]', "engaged[1]"),
        ('riding = { "Wulf Tarrow" = "Ilse Varn" }', "riding.Wulf Tarrow"),
        ("magical-darkness = true", "magical-darkness"),
        ('behind-cover = ["heroes"]', "behind-cover"),
        (pursuit('obstacles = ["canal", "cannal"]'), "chase.obstacles[2]"),
        (pursuit('obstacles = ["canal", "canal"]'), "chase.obstacles[2]"),
        (pursuit(f"obstacles = [{WALL}]"), "chase.obstacles[1].skills[2]"),
        (
            pursuit(
                'quarry = "foes"\n'
                'gaps = [{ pursuer = "Ilse Varn", quarry = "Wulf Tarrow", gap = 1 }]'
            ),
            "chase.gaps[1]",
        ),
        (
            'kind = "travel"\n[[scene.travel.stretches]]\nmiles = 3\nterrain = "lava"',
            "travel.stretches[1].terrain",
        ),
        (
            'kind = "travel"\ntravel = { by = "cart", stretches = [{ miles = 3 }] }',
            "travel.by",
        ),
        (
            'kind = "downtime"\n[[scene.downtime.crafts]]\nname = "A"\nprice = 3\nskill = "pots"',
            "downtime.crafts[1].skill",
        ),
    ],
)
def test_a_fault_of_a_scene_names_the_key_and_the_row(text: str, place: str) -> None:
    with pytest.raises(EncounterError) as caught:
        read_encounter(encounter(text), "test", system)
    (fault,) = caught.value.faults
    assert fault.place == f"test, scene.{place}"
    assert fault.cure


def test_a_talk_about_nothing_is_told() -> None:
    for text in ("rounds = 3", "axes = []"):
        assert scene_faults(talk(text)) == ["no axis is at stake"]
    assert scene_faults(talk('axes = [{ axis = "attitude" }]')) == ["no axis has to get anywhere"]


@pytest.mark.rule("ix.flying.who")
def test_only_fliers_begin_in_the_air_and_all_others_stand_on_something() -> None:
    assert scene_faults('heights = { heroes = "low" }') == ["Wulf Tarrow cannot fly"]
    on_foot = 'use = "war-horse"\ncount = 1\n[[foes]]\nuse = "mail-sergeant"'
    ridden = 'riding = { "Mail sergeant" = "War horse" }\nheights = { "Mail sergeant" = "low" }'
    assert scene_faults(ridden, on_foot) == ["Mail sergeant cannot fly"]
    winged = on_foot.replace("count = 1", "flight = true")
    flown = read_encounter(encounter(ridden, winged), "test", system)
    assert flown.scene["heights"] == {"mail-sergeant": "low"}
    perched = read_encounter(encounter('ledges = { "Ilse Varn" = "middle" }'), "test", system)
    one = system.start(perched)["ilse-varn"]
    assert (one.zone, one.perch) == (2, "ledge")


def test_whoever_is_in_contact_stands_in_pairs() -> None:
    pairs = scene('at = { heroes = 0, foes = 0 }\nengaged = "all"')["engaged"]
    assert len(pairs) == 4
    one = scene('engaged = [["mail-sergeant-2", "Ilse Varn"]]')["engaged"]
    assert one == [["ilse-varn", "mail-sergeant-2"]]


def test_surprise_is_told_of_sides_or_people() -> None:
    assert scene('surprised = ["foes"]')["surprised"] == ["mail-sergeant-1", "mail-sergeant-2"]
    assert scene('surprised = ["Ilse Varn"]')["surprised"] == ["ilse-varn"]


def test_a_fight_that_is_over_before_it_began_is_refused() -> None:
    assert scene_faults("", 'use = "mail-sergeant"\nwounds = 0') == ["no foe is up"]
    assert scene_faults("", 'use = "ash-cantor"\nstrain = 15') == ["no foe is up"]


# ---- the library ----


def test_the_library_has_what_a_table_needs() -> None:
    heroes = [content.check_block("hero", b, HOUSE) for b in content.library("heroes").values()]
    foes = [content.check_block("foe", b, HOUSE) for b in content.library("foes").values()]
    assert len(heroes) >= 6
    assert len(foes) >= 12
    assert {foe["npc"] for foe in foes} == {"minion", "elite", "nemesis", "mount"}
    assert any(foe["fear"] for foe in foes)
    assert any(foe["spells"] for foe in foes)
    best = {max(hero["skills"], key=hero["skills"].get) for hero in heroes}
    assert len(best) >= 6, "heroes of different roles"
    assert {"lesser-heal", "ember-lance"} <= set(content.library("spells"))
    assert content.library("allies") == content.library("foes")


def test_a_shelf_that_does_not_exist_is_told() -> None:
    with pytest.raises(UnknownName):
        content.library("dragons")


@pytest.mark.parametrize("kind", ["hero", "ally", "foe"])
def test_the_form_has_a_schema(kind: str) -> None:
    schema = content.form_schema(kind, HOUSE)
    assert {"name", "characteristics", "weapons", "wounds"} <= set(schema["properties"])
    assert schema["properties"]["skills"]["properties"]["arcana"]["maximum"] == 12
    assert schema["properties"]["characteristics"]["properties"]["might"]["minimum"] == 1
    assert schema["properties"]["melee-defense"]["maximum"] == 3
    assert schema["properties"].get("members", {}).get("maximum") == (None if kind == "hero" else 6)
    json.dumps(schema)


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_every_encounter_can_be_read(name: str) -> None:
    setup = read(name)
    assert setup.system == "ix"
    assert setup.scene


def test_the_encounters_differ_in_kind() -> None:
    setups = {name: read(name) for name in ENCOUNTERS}
    assert len(setups) >= 5
    foes = {
        name: [block for block in setup.roster if block["side"] == "foes"]
        for name, setup in setups.items()
    }
    assert any(len(setup.roster) == 2 for setup in setups.values())
    assert any(block["npc"] == "minion" for each in foes.values() for block in each)
    assert any(block["fear"] for each in foes.values() for block in each)
    assert any(block["spells"] for each in foes.values() for block in each)
    assert {setup.scene["light"] for setup in setups.values()} == {"bright", "dim", "darkness"}
    assert any(setup.scene["surprised"] for setup in setups.values())
    assert any(setup.scene["cover"] for setup in setups.values())


def outcomes(name: str, fights: int) -> Iterator[tuple[bool, int]]:
    """Who won, and in which round, of so many fights by sensible policies."""
    setup = read(name)
    for number in range(fights):
        fight = system.start(setup)
        heroes, gm = (system.policy("sensible", side, Random(1)) for side in ("heroes", "gm"))
        run(system, fight, RandomTable(system, fight, Random(number), heroes, gm))
        yield fight.result == "heroes", fight.round


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_an_encounter_keeps_what_it_promises(name: str) -> None:
    stated = expectations(content.encounters()[name], name, system)
    assert isinstance(stated, Expects)
    fights = 60
    results = list(outcomes(name, fights))
    share = sum(won for won, _ in results) / fights
    rounds = sum(last for _, last in results) / fights
    # Four standard errors: fights differ by chance, a rule or a number gone wrong by more.
    assert abs(share - stated.heroes) <= 4 * math.sqrt(stated.heroes * (1 - stated.heroes) / fights)
    assert stated.rounds is not None
    assert abs(rounds - stated.rounds) <= 0.15 * stated.rounds


def test_the_demo_is_won_often_but_not_always_and_lasts_three_to_six_rounds() -> None:
    stated = expectations(content.encounters()[system.demo], "demo", system)
    assert stated is not None
    assert 0.7 <= stated.heroes <= 0.9
    assert stated.rounds is not None
    assert 3 <= stated.rounds <= 6
