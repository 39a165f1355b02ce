"""What trade brings along, and what people write for it."""

import json
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic import ValidationError

from affray.kernel.encounter import EncounterError, Expects, expectations, read_encounter
from affray.kernel.policy import Policy
from affray.kernel.rulebook import HouseRules, UnknownName
from affray.kernel.running import run
from affray.kernel.system import Setup
from affray.systems.trade import content, system
from affray.tables.random_table import RandomTable

BOOK = content.rulebook()
HOUSE = HouseRules(BOOK)
ENCOUNTERS = sorted(content.encounters())
HERO: dict[str, Any] = {
    "name": "Ada",
    "stats": {"strength": 4, "reflexes": 3, "wits": 2, "charm": 2},
}
FOE: dict[str, Any] = {"name": "Rat", "hp": 3, "damage": 1, "goals": ["cheese"]}


def check(kind: str, house: HouseRules = HOUSE, **fields: Any) -> dict[str, Any]:
    block = {**(HERO if kind == "hero" else FOE), **fields}
    return content.check_block(kind, json.loads(json.dumps(block)), house)


def faults(kind: str, **fields: Any) -> list[tuple[tuple[int | str, ...], str]]:
    with pytest.raises(ValidationError) as caught:
        check(kind, **fields)
    return [(error["loc"], error["msg"]) for error in caught.value.errors()]


def encounter(scene: str = "", **changes: str) -> str:
    text = f"""
system = "trade"
title = "Two against three"
[[heroes]]
use = "maren-holt"
[[heroes]]
use = "ysolde-crane"
[[allies]]
use = "kennel-hound"
[[foes]]
use = "gate-brute"
[[foes]]
use = "ditch-cutter"
count = 2
[scene]
{scene}
"""
    for old, new in changes.items():
        text = text.replace(f'use = "{old.replace("_", "-")}"', new)
    return text


def read(name: str) -> Setup:
    return read_encounter(content.encounters()[name], name, system)


# ---- heroes ----


def test_a_hero_is_completed_so_that_rules_find_every_field() -> None:
    assert check("hero") == {
        "name": "Ada",
        "stats": HERO["stats"],
        "health": 10,
        "weapons": [],
        "armor": None,
        "tools": [],
        "abilities": [],
        "place": "",
        "hidden": False,
        "shown": "all",
    }


def test_things_of_the_ledger_go_by_their_id() -> None:
    block = check("hero", weapons=["axe"], armor="plate", tools=["shield"], abilities=["smoke-pot"])
    assert block["weapons"] == [
        {"id": "axe", "name": "axe", "category": "heavy-melee", "damage": 4, "lost": ""}
    ]
    assert block["armor"] == {"id": "plate", "name": "plate", "class": "heavy", "reduction": 3}
    assert block["tools"] == [{"id": "shield", "name": "shield", "lost": ""}]
    assert block["abilities"] == [
        {
            "id": "smoke-pot",
            "name": "smoke pot",
            "origin": "equipment",
            "stat": "reflexes",
            "target": "self",
            "effects": [{"kind": "reposition", "to": "apart", "with": "all"}],
            "uses_per_fight": 1,
            "used": 0,
            "lost": "",
        }
    ]


def test_a_completed_block_is_read_back_as_it_is() -> None:
    for shelf, kind in (("heroes", "hero"), ("allies", "ally"), ("foes", "foe")):
        for block in content.library(shelf).values():
            once = content.check_block(kind, block, HOUSE)
            again = content.check_block(kind, {**once, "id": "x", "side": "s", "kind": kind}, HOUSE)
            assert again == {**once, "id": "x", "side": "s", "kind": kind}
            assert json.loads(json.dumps(once)) == once


@pytest.mark.rule("trade.weapon.category")
@pytest.mark.parametrize(
    ("category", "low", "high"),
    [("ranged", 1, 2), ("heavy-ranged", 2, 4), ("light-melee", 2, 4), ("heavy-melee", 4, 6)],
)
def test_a_weapon_lies_in_the_band_of_its_category(category: str, low: int, high: int) -> None:
    def weapon(damage: int) -> dict[str, Any]:
        return {"name": "thing", "category": category, "damage": damage}

    for damage in range(low, high + 1):
        assert check("hero", weapons=[weapon(damage)])["weapons"][0]["damage"] == damage
    for damage in (low - 1, high + 1):
        ((loc, said),) = faults("hero", weapons=[weapon(damage)])
        assert loc == ("weapons", 0, "damage")
        assert said == f"{damage} is out of bounds"


def test_a_weapon_has_one_of_the_four_categories() -> None:
    assert {row["id"] for row in BOOK.table("weapon-categories").rows} == {
        "ranged",
        "heavy-ranged",
        "light-melee",
        "heavy-melee",
    }
    ((loc, _),) = faults("hero", weapons=[{"name": "x", "category": "thrown", "damage": 2}])
    assert loc == ("weapons", 0, "category")


@pytest.mark.rule("trade.armor.reductions")
@pytest.mark.parametrize(("worn", "reduction"), [("light", 1), ("medium", 2), ("heavy", 3)])
def test_armor_takes_the_reduction_of_its_class(worn: str, reduction: int) -> None:
    armor = check("hero", armor={"name": "hide", "class": worn})["armor"]
    assert armor == {"id": "hide", "name": "hide", "class": worn, "reduction": reduction}
    for other in {0, 1, 2, 3, 4} - {reduction}:
        ((loc, _),) = faults("hero", armor={"name": "hide", "class": worn, "reduction": other})
        assert loc == ("armor", "reduction")


@pytest.mark.rule("trade.armor.one-suit")
def test_a_hero_wears_one_suit_or_none() -> None:
    assert check("hero", armor="none")["armor"] is None
    assert [loc for loc, _ in faults("hero", armor=["plate", "quilted-coat"])] == [("armor",)]


@pytest.mark.rule("trade.roll.stats")
@pytest.mark.parametrize("stat", ["strength", "reflexes", "wits", "charm"])
def test_stats_have_one_to_five_dice(stat: str) -> None:
    for dice in (1, 5):
        assert check("hero", stats={**HERO["stats"], stat: dice})["stats"][stat] == dice
    for dice in (0, 6, -1, 10**9):
        ((loc, _),) = faults("hero", stats={**HERO["stats"], stat: dice})
        assert loc == ("stats", stat)
    less = {key: dice for key, dice in HERO["stats"].items() if key != stat}
    assert [loc for loc, _ in faults("hero", stats=less)] == [("stats", stat)]


def test_bounds_are_those_of_the_house_rules_in_force() -> None:
    own = {"stat-max": 7, "hero-health": 14, "enemy-armor-max": 5, "enemy-armor": 2}
    house = HOUSE.with_table(own, "test")
    assert check("hero", house, stats={**HERO["stats"], "wits": 7})["stats"]["wits"] == 7
    assert check("hero", house)["health"] == 14
    assert check("foe", house, armor=5)["armor"] == 5
    assert check("foe", house)["armor"] == 2


@pytest.mark.rule("trade.health.bounds")
def test_health_lies_between_nothing_and_full() -> None:
    assert check("hero", health=0)["health"] == 0
    for health in (-1, 11):
        assert [loc for loc, _ in faults("hero", health=health)] == [("health",)]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"weapons": ["dagger", "dagger"]}, "dagger stands there twice"),
        ({"weapons": ["whip"], "tools": ["Whip"]}, "Whip stands there twice"),
        ({"abilities": ["salt-ring", "salt-ring"]}, "salt ring stands there twice"),
        ({"tools": [{"id": "A b", "name": "a"}]}, "A b cannot be the id of a"),
        ({"tools": [{"id": "unarmed-strength", "name": "fist"}]}, "unarmed-strength cannot be"),
    ],
)
def test_two_things_carried_have_two_names(fields: dict[str, Any], said: str) -> None:
    ((_, told),) = faults("hero", **fields)
    assert told.startswith(said)


def test_everything_carried_gets_an_id_of_its_own() -> None:
    block = check("hero", abilities=["smoke-pot"], tools=["smoke pot", "Ängste", "→", "→→"])
    assert [tool["id"] for tool in block["tools"]] == ["smoke-pot-2", "angste", "tool-1", "tool-2"]


# ---- abilities ----


@pytest.mark.rule("trade.ability.block")
def test_an_ability_is_made_of_the_effects_of_the_ledger() -> None:
    effects: dict[str, dict[str, Any]] = {
        "damage": {"amount": 2, "unsoaked": True},
        "ward": {"amount": 2},
        "heal": {"amount": 1},
        "reposition": {"to": "near", "with": "all"},
        "dice": {"dice": -1},
        "suppress": {},
        "note": {"text": "it rains"},
    }
    assert list(effects) == [row["id"] for row in BOOK.table("ability-effects").rows]
    written = [{"kind": kind, **fields} for kind, fields in effects.items()]
    ability = {"name": "all of it", "target": "anyone", "effects": written, "uses-per-fight": 2}
    (checked,) = check("hero", abilities=[ability])["abilities"]
    assert checked["effects"] == written
    assert (checked["id"], checked["origin"], checked["stat"]) == ("all-of-it", "profession", None)
    assert (checked["uses_per_fight"], checked["used"]) == (2, 0)


@pytest.mark.rule("trade.ability.block")
@pytest.mark.parametrize(
    ("change", "loc"),
    [
        ({"effects": []}, ("effects",)),
        ({"effects": [{"kind": "damage", "amount": 0}]}, ("effects", 0, "damage", "amount")),
        ({"effects": [{"kind": "dice", "dice": 2}]}, ("effects", 0, "dice", "dice")),
        ({"effects": [{"kind": "curse"}]}, ("effects", 0)),
        ({"stat": "luck"}, ("stat",)),
        ({"target": "nobody"}, ("target",)),
        ({"uses-per-fight": 0}, ("uses-per-fight",)),
        ({"origin": "birth"}, ("origin",)),
    ],
)
def test_what_is_no_ability(change: dict[str, Any], loc: tuple[int | str, ...]) -> None:
    ability = {"name": "x", "target": "self", "effects": [{"kind": "suppress"}], **change}
    ((found, _),) = faults("hero", abilities=[ability])
    assert found == ("abilities", 0, *loc)


def test_a_stat_blocks_ability_has_no_stat_and_aims_at_the_other_side() -> None:
    ability = {"name": "bite", "effects": [{"kind": "damage", "amount": 1}]}
    assert check("foe", abilities=[ability])["abilities"][0]["target"] == "one hero or ally"
    assert check("ally", abilities=[ability])["abilities"][0]["target"] == "one enemy"
    ((loc, _),) = faults("foe", abilities=[{**ability, "stat": "wits"}])
    assert loc == ("abilities", 0, "stat")


# ---- stat blocks ----


@pytest.mark.rule("trade.npc.stat-block", "trade.npc.stat-block-fields", "trade.armor.enemies")
def test_a_stat_block_is_completed() -> None:
    assert check("foe") == {
        "name": "Rat",
        "hp": 3,
        "hp_now": 3,
        "damage": 1,
        "goals": ["cheese"],
        "abilities": [],
        "loot": [],
        "ranged": False,
        "make": "living",
        "armor": 0,
        "place": "",
        "hidden": False,
        "shown": "word",
    }
    assert check("ally")["shown"] == "all"
    fields = {"name", *(row["id"] for row in BOOK.table("npc-block").rows)}
    assert fields <= set(check("foe"))


@pytest.mark.rule("trade.npc.stat-block-fields")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("hp", 0),
        ("hp", -4),
        ("hp", 10**6),
        ("hp", "three"),
        ("damage", -1),
        ("damage", 2.5),
        ("goals", []),
        ("goals", [""]),
        ("armor", 4),
        ("armor", -1),
        ("make", "undead"),
        ("ranged", "yes"),
        ("hp-now", 4),
        ("hp-now", -1),
        ("loot", "a purse"),
        ("shown", "some"),
    ],
)
def test_the_limits_of_a_stat_block(field: str, value: Any) -> None:
    ((loc, _),) = faults("foe", **{field: value})
    assert loc[0] == field


def test_an_encounter_tells_what_is_wrong_in_a_block_as_people_count() -> None:
    text = encounter(
        gate_brute="""use = "gate-brute"
damage = "lots"
abilities = [{ name = "a", effects = [{ kind = "damage", amount = -2, unsokt = true }] }]""",
        maren_holt='use = "maren-holt"\nweapons = ["dagger", "ax"]\nstats = { wits = 9 }',
    )
    with pytest.raises(EncounterError) as caught:
        read_encounter(text, "two.toml", system)
    assert [str(fault) for fault in caught.value.faults] == [
        "two.toml, heroes[1].stats.wits: 9 is out of bounds. Write 1 to 5: the dice of a stat.",
        (
            "two.toml, heroes[1].weapons[2]: the rulebook has no ax among its weapons. "
            "Did you mean axe?"
        ),
        'two.toml, foes[1].damage: "lots" is not a whole number. Write a whole number.',
        "two.toml, foes[1].abilities[1].effects[1].amount: -2 is too small. Write at least 1.",
        (
            "two.toml, foes[1].abilities[1].effects[1].unsokt: no such key is known here. "
            "Did you mean unsoaked?"
        ),
    ]


# ---- scenes ----


def scene_of(text: str) -> dict[str, Any]:
    return read_encounter(encounter(text), "two.toml", system).scene


@pytest.mark.rule("trade.scene.set-up", "trade.start.drop-first")
def test_a_scene_says_only_what_is_written() -> None:
    assert scene_of("") == {}
    assert scene_of('drop = "enemies"\nbetween = "mud"\naims = { foes = "eat" }') == {
        "drop": "enemies",
        "between": "mud",
        "aims": {"heroes": "", "foes": "eat"},
    }


@pytest.mark.rule("trade.scene.reach-record")
@pytest.mark.parametrize(
    ("near", "pairs"),
    [
        ("[]", []),
        ('[["Maren Holt", "Gate-brute"]]', [["maren-holt", "gate-brute"]]),
        ('[["gate-brute", "MAREN holt"]]', [["maren-holt", "gate-brute"]]),
        (
            '[["kennel-hound", "Ditch-cutter"]]',
            [["kennel-hound", "ditch-cutter-1"], ["kennel-hound", "ditch-cutter-2"]],
        ),
        (
            '[["heroes", "gate-brute"], ["maren-holt", "gate-brute"]]',
            [[who, "gate-brute"] for who in ("maren-holt", "ysolde-crane", "kennel-hound")],
        ),
    ],
)
def test_who_is_near_is_said_by_name_or_id(near: str, pairs: list[list[str]]) -> None:
    assert scene_of(f"near = {near}") == {"near": pairs}


def test_all_are_near() -> None:
    assert len(scene_of('near = "all"')["near"]) == 3 * 3


@pytest.mark.parametrize(
    ("scene", "fault"),
    [
        ('near = [["maren-holt", "gate-brut"]]', "there is nobody called gate-brut"),
        ('near = [["maren-holt", "ysolde-crane"]]', "maren-holt and ysolde-crane are on one side"),
        ('near = [["maren-holt"]]', "maren-holt is no pair"),
        ('drop = "foes"', '"foes" is none of the choices'),
        ("dorp = 1", "no such key is known here"),
    ],
)
def test_what_is_no_scene(scene: str, fault: str) -> None:
    with pytest.raises(EncounterError) as caught:
        scene_of(scene)
    (told,) = caught.value.faults
    assert told.fault == fault
    assert told.place.startswith("two.toml, scene.")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        (
            {
                "maren_holt": 'use = "maren-holt"\nhealth = 0',
                "ysolde_crane": 'use = "ysolde-crane"\nhealth = 0',
            },
            "no hero is up",
        ),
        (
            {
                "gate_brute": 'use = "gate-brute"\nhp-now = 0',
                "ditch_cutter": 'use = "ditch-cutter"\nhp-now = 0',
            },
            "no foe is up",
        ),
    ],
)
def test_a_fight_that_is_over_before_it_begins(changes: dict[str, str], fault: str) -> None:
    with pytest.raises(EncounterError, match=fault):
        read_encounter(encounter(**changes), "two.toml", system)


def test_numbers_under_which_nobody_can_play() -> None:
    text = encounter() + "[house-rules]\nhit-from-face = 9\n"
    with pytest.raises(EncounterError, match=r"two.toml, house-rules, hit-from-face: 9 is no face"):
        read_encounter(text, "two.toml", system)


# ---- what is on the shelves ----


@pytest.mark.parametrize("shelf", ["weapons", "armors", "abilities"])
def test_shelves_of_things_are_the_ledgers_tables(shelf: str) -> None:
    rows = {row["id"]: row for row in BOOK.table(shelf).rows}
    shown = content.library(shelf)
    assert list(shown) == list(rows)
    for thing_id, entry in shown.items():
        assert entry.items() >= rows[thing_id].items()
        assert entry["name"] == thing_id.replace("-", " ")
    if shelf != "armors":
        assert len(check("hero", **{shelf: list(rows)})[shelf]) == len(rows)


def test_stat_blocks_of_the_ledger_are_on_both_shelves_their_own_sides_first() -> None:
    rows = BOOK.table("npcs").rows
    foes, allies = list(content.library("foes")), list(content.library("allies"))
    enemies = [row["id"] for row in rows if row["side"] == "enemy"]
    friends = [row["id"] for row in rows if row["side"] == "ally"]
    assert sorted(foes) == sorted(allies)
    assert foes[: len(enemies)] == enemies
    assert allies[: len(friends)] == friends
    for row in rows:
        block = check(
            "ally" if row["side"] == "ally" else "foe", **content.library("foes")[row["id"]]
        )
        for key in ("hp", "damage", "goals", "loot"):
            assert block[key] == row[key]
        for key, otherwise in (("ranged", False), ("make", "living"), ("armor", 0)):
            assert block[key] == row.get(key, otherwise)


def test_at_least_six_ready_heroes_of_different_make() -> None:
    heroes = [
        content.check_block("hero", block, HOUSE) for block in content.library("heroes").values()
    ]
    assert len(heroes) >= 6
    spread = list(BOOK.value("starting-spread").value)  # type: ignore[arg-type]
    makes = set()
    for hero in heroes:
        assert sorted(hero["stats"].values(), reverse=True) == spread
        makes.add(json.dumps([hero["weapons"], hero["armor"], hero["abilities"]]))
    assert len(makes) == len(heroes)
    assert {max(hero["stats"], key=hero["stats"].get) for hero in heroes} == set(HERO["stats"])


def test_an_unknown_shelf_names_near_ones() -> None:
    with pytest.raises(UnknownName, match="Did you mean weapons"):
        content.library("weapon")


@pytest.mark.parametrize("kind", ["hero", "ally", "foe"])
def test_a_form_describes_what_the_check_takes(kind: str) -> None:
    schema = content.form_schema(kind, HOUSE)
    assert set(schema["required"]) == ({"name"} if kind == "hero" else set(FOE))
    assert {name.replace("-", "_") for name in schema["properties"]} == set(check(kind))
    if kind == "hero":
        wits = schema["$defs"]["Stats"]["properties"]["wits"]
        assert (wits["minimum"], wits["maximum"]) == (1, 5)


@pytest.mark.rule("trade.roll.stats")
@pytest.mark.parametrize("spread", [(4, 3, 2, 2), (1, 2, 3, 5)])
def test_a_hero_of_whom_no_stat_is_said_has_the_starting_spread(spread: tuple[int, ...]) -> None:
    house = HOUSE.with_table({"starting-spread": list(spread)}, "ours")
    stats = dict(zip(("strength", "reflexes", "wits", "charm"), spread, strict=True))
    assert content.check_block("hero", {"name": "Ada"}, house)["stats"] == stats
    assert content.check_block("hero", {"name": "Ada", "stats": None}, house)["stats"] == stats
    schema = content.form_schema("hero", house)
    assert schema["properties"]["stats"]["default"] == stats
    assert {
        name: stat["default"] for name, stat in schema["$defs"]["Stats"]["properties"].items()
    } == stats


# ---- encounters ----


def test_the_demo_is_one_of_the_encounters() -> None:
    assert system.demo in content.encounters()


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_an_encounter_can_be_read_and_says_what_to_expect(name: str) -> None:
    setup = read(name)
    assert setup.title
    assert setup.about
    assert expectations(content.encounters()[name], name, system) is not None


def test_encounters_differ_in_kind() -> None:
    def sides(name: str) -> tuple[int, int, int]:
        kinds = [block["kind"] for block in read(name).roster]
        return kinds.count("hero"), kinds.count("ally"), kinds.count("foe")

    assert sides("duel") == (1, 0, 1)
    assert read("ambush").scene["drop"] == "enemies"
    heroes, _, foes = sides("party")
    assert heroes == 4
    assert foes > 2 * heroes - 2
    roster = read("allies").roster
    makes = {block["make"] for block in roster if block["kind"] == "ally"}
    assert makes == {"living", "summoned", "constructed"}
    assert any(
        weapon["category"] in ("ranged", "heavy-ranged")
        for block in roster
        if block["kind"] == "hero"
        for weapon in block["weapons"][:1]
    )


def outcomes(name: str, fights: int) -> Iterator[tuple[bool, int]]:
    """Who won, and in which round, of so many fights by sensible policies."""
    setup = read(name)

    def policy(side: str, number: int) -> Policy:
        return system.policy("sensible", side, Random(2 * number + 1))

    for number in range(fights):
        fight = system.start(setup)
        heroes, gm = policy("heroes", number), policy("gm", number)
        run(system, fight, RandomTable(system, fight, Random(2 * number), heroes, gm))
        yield fight.result == "heroes", fight.round


@pytest.mark.parametrize("name", ENCOUNTERS)
def test_an_encounter_keeps_what_it_promises(name: str) -> None:
    stated = expectations(content.encounters()[name], name, system)
    assert isinstance(stated, Expects)
    fights = 300
    results = list(outcomes(name, fights))
    share = sum(won for won, _ in results) / fights
    rounds = sum(last for _, last in results) / fights
    # Four standard errors: fights differ by chance, a rule or a number gone wrong by more.
    assert abs(share - stated.heroes) < 4 * math.sqrt(stated.heroes * (1 - stated.heroes) / fights)
    assert stated.rounds is not None
    assert abs(rounds - stated.rounds) < 0.15 * stated.rounds


def test_the_demo_is_won_often_but_not_always_and_lasts_three_to_six_rounds() -> None:
    stated = expectations(content.encounters()[system.demo], "demo", system)
    assert stated is not None
    assert 0.7 <= stated.heroes <= 0.9
    assert stated.rounds is not None
    assert 3 <= stated.rounds <= 6
