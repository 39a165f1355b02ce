"""Encounters as people write them, read for a system that is none of ours."""

import json
from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field

from affray.kernel.encounter import (
    LONGEST_TEXT,
    MOST_COMBATANTS,
    EncounterError,
    Expects,
    expectations,
    parse,
    read_encounter,
    system_of,
)
from affray.kernel.naming import RESERVED_IDS, is_id
from affray.kernel.rulebook import HouseRules, Rulebook
from affray.kernel.system import Setup, System

BOOK = Rulebook.from_toml(
    """
[[rule]]
id = "tiny.hit.harm"
says = "A hit takes as much life as its might."
source = "tiny: Hits"
basis = "stated"
kind = "rule"

[tables.values]
title = "Numbers"
basis = "stated"
rules = ["tiny.hit.harm"]
source = "tiny: Hits"
rows = [{ id = "most-life", value = 9, unit = "life", basis = "stated", rule = "tiny.hit.harm" }]
""",
    "tiny.toml",
)


class Move(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    might: int


class TinyBlock(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    name: str
    life: Annotated[int, Field(ge=1)]
    gear: dict[str, int] = {}
    moves: list[Move] = []


class TinyScene(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")

    weather: str = "dry"


class TinySystem(System[Any]):
    """What the reader needs of a system, and nothing of fights."""

    name = "tiny"
    title = "Tiny"
    policy_names = ("random", "careful")
    rulebook = BOOK  # type: ignore[assignment]
    seen_by_scene: Setup | None = None

    def library(self, shelf: str) -> Mapping[str, dict[str, Any]]:
        rat = {"life": 2, "gear": {"teeth": 1, "tail": 1}, "moves": [{"might": 1}]}
        return {
            "heroes": {"ada": {"name": "Ada of the Ford", "life": 7}},
            "foes": {"cellar-rat": rat, "cellar-cat": {"name": "Cat", "life": 3}},
        }[shelf]

    def check_block(self, kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
        most = house.value("most-life")

        class Bounded(TinyBlock):
            life: Annotated[int, Field(ge=1, le=most)]

        return Bounded.model_validate(block).model_dump()

    def check_scene(self, scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
        self.seen_by_scene = setup
        return TinyScene.model_validate(scene).model_dump()

    def unused(self, *_: Any) -> Any:
        raise NotImplementedError

    start = step = copy = key = dump = load = sheets = order = encounters = unused
    words = property(unused)


TINY = TinySystem()

FULL = """
system = "tiny"
title = "The cellar"
about = "It squeaks."
max-rounds = 12

[[heroes]]
use = "ada"

[[allies]]
name = "Dog"
life = 4

[[foes]]
use = "cellar-rat"
count = 3
life = 3
gear = { teeth = 2 }

[[foes]]
name = "The cellarer"
life = 9

[scene]
weather = "wet"

[house-rules]
most-life = 11

[expects]
policy = "careful"
heroes = 0.75
rounds = 3.5
"""


def faults(text: str | dict[str, Any]) -> list[str]:
    with pytest.raises(EncounterError) as caught:
        read_encounter(text, "cellar.toml", TINY)
    return [str(fault) for fault in caught.value.faults]


def names(*written: str, count: int = 1) -> Setup:
    """An encounter whose foes have these names."""
    foes = [{"name": name, "life": 1, "count": count} for name in written]
    data = {"system": "tiny", "title": "t", "heroes": [{"use": "ada"}], "foes": foes}
    return read_encounter(data, "names.toml", TINY)


# ---- what is right ----


def test_an_encounter_becomes_a_setup() -> None:
    setup = read_encounter(FULL, "cellar.toml", TINY)
    assert (setup.system, setup.title, setup.about) == ("tiny", "The cellar", "It squeaks.")
    assert setup.max_rounds == 12
    assert setup.house_rules == {"most-life": 11}
    assert setup.scene == {"weather": "wet"}
    assert [(b["id"], b["name"], b["side"], b["kind"], b["life"]) for b in setup.roster] == [
        ("ada-of-the-ford", "Ada of the Ford", "heroes", "hero", 7),
        ("dog", "Dog", "heroes", "ally", 4),
        ("cellar-rat-1", "Cellar rat 1", "foes", "foe", 3),
        ("cellar-rat-2", "Cellar rat 2", "foes", "foe", 3),
        ("cellar-rat-3", "Cellar rat 3", "foes", "foe", 3),
        ("the-cellarer", "The cellarer", "foes", "foe", 9),
    ]


def test_a_table_changes_single_keys_of_the_library_and_a_list_takes_its_place() -> None:
    text = FULL.replace("gear = { teeth = 2 }", "gear = { teeth = 2 }\nmoves = []")
    rat = read_encounter(text, "cellar.toml", TINY).roster[2]
    assert rat["gear"] == {"teeth": 2, "tail": 1}
    assert rat["moves"] == []


def test_blocks_share_nothing_with_each_other_or_with_the_library() -> None:
    first, second = (b["gear"] for b in read_encounter(FULL, "cellar.toml", TINY).roster[2:4])
    first["teeth"] = 99
    assert second["teeth"] == 2
    assert read_encounter(FULL, "cellar.toml", TINY).roster[2]["gear"]["teeth"] == 2


def test_data_of_the_same_shape_reads_the_same() -> None:
    data = json.loads(json.dumps(parse(FULL, "cellar.toml")))
    assert read_encounter(data, "x", TINY).dump() == read_encounter(FULL, "y", TINY).dump()


def test_the_defaults_of_an_encounter() -> None:
    setup = names("Rat")
    assert (setup.max_rounds, setup.about, setup.house_rules) == (100, "", {})
    assert setup.scene == {"weather": "dry"}


def test_a_scene_is_checked_with_the_roster_at_hand() -> None:
    system = TinySystem()
    read_encounter(FULL, "cellar.toml", system)
    assert system.seen_by_scene is not None
    assert "dog" in [block["id"] for block in system.seen_by_scene.roster]


def test_a_setup_is_read_again_from_its_own_blocks() -> None:
    roster = names("Rat", "Bat").roster
    heroes = [{**block, "life": 6} for block in roster if block["kind"] == "hero"]
    data = {"system": "tiny", "title": "t", "heroes": heroes, "foes": roster[1:]}
    assert [b["id"] for b in read_encounter(data, "x", TINY).roster] == [b["id"] for b in roster]


def test_which_system_an_encounter_is_for() -> None:
    assert system_of(FULL, "cellar.toml") == "tiny"
    with pytest.raises(EncounterError, match=r"cellar.toml: it does not say which system"):
        system_of('title = "t"', "cellar.toml")


def test_what_an_author_says_to_expect() -> None:
    assert expectations(FULL, "cellar.toml", TINY) == Expects("careful", 0.75, 3.5)
    assert expectations('system = "tiny"', "cellar.toml", TINY) is None


# ---- names and ids ----


@pytest.mark.parametrize(
    ("name", "own_id"),
    [
        ("Bram", "bram"),
        ("Ditch-cutter 2", "ditch-cutter-2"),
        ("Zoë  Łaß", "zoe-a"),
        ("O'Neil & <b>Sons</b>", "o-neil-b-sons-b"),
        ("🐀", "foe-1"),
        ("שלום", "foe-1"),
        ("龍", "foe-1"),
        ("7", "foe-7"),
        ("GM", "gm-2"),
        ("Heroes", "heroes-2"),
        ("All", "all-2"),
        ("x" * 500, "x" * 40),
        ("👩\u200d🌾 Mab", "mab"),
    ],
)
def test_an_id_is_made_of_a_name_that_stays_as_it_is(name: str, own_id: str) -> None:
    block = names(name).roster[-1]
    assert (block["name"], block["id"]) == (name, own_id)


def test_names_that_differ_get_ids_that_differ() -> None:
    roster = names("Zoe", "Zoë", "🐀", "🐈", "Zoe!").roster
    assert [b["id"] for b in roster[1:]] == ["zoe", "zoe-2", "foe-1", "foe-2", "zoe-3"]


def test_numbering_collides_with_somebody_who_has_the_number() -> None:
    foes = [{"name": "Rat", "life": 1, "count": 2}, {"name": "Rat 1", "life": 1}]
    data = {"system": "tiny", "title": "t", "heroes": [{"use": "ada"}], "foes": foes}
    (told,) = faults(data)
    assert told.startswith("cellar.toml, foes[2].name: Rat 1 is the name of foes[1] too")


@pytest.mark.parametrize("pair", [("Rat", "Rat"), ("Rat", " rAT "), ("Zoe\u0308", "Zoë")])
def test_two_may_not_have_one_name(pair: tuple[str, str]) -> None:
    with pytest.raises(EncounterError) as caught:
        names(*pair)
    (fault,) = caught.value.faults
    assert fault.place == "names.toml, foes[2].name"
    assert fault.fault.endswith("is the name of foes[1] too")
    assert "count = 2" in fault.cure


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("x" * 501, "it has 501 letters"),
        ("a\nb", "it holds the character U+000A"),
        ("a\u202eb", "it holds the character U+202E"),
        ("   ", "nothing of it can be seen"),
        ("\u200b", "nothing of it can be seen"),
        (7, "7 is not a text"),
    ],
)
def test_what_cannot_be_a_name(name: Any, fault: str) -> None:
    with pytest.raises(EncounterError) as caught:
        names(name)
    assert [(f.place, f.fault) for f in caught.value.faults] == [
        ("names.toml, foes[1].name", fault)
    ]


def test_an_id_of_ones_own() -> None:
    told = faults(
        {
            "system": "tiny",
            "title": "t",
            "heroes": [{"use": "ada", "id": "gm"}],
            "foes": [
                {"name": "Rat", "life": 1, "id": "r", "count": 2},
                {"name": "Bat", "life": 1, "id": "r-2"},
                {"name": "Cat", "life": 1, "id": "No Slug"},
            ],
        }
    )
    assert [line.split(". ")[0] for line in told] == [
        "cellar.toml, heroes[1].id: gm cannot be an id",
        "cellar.toml, foes[3].id: No Slug cannot be an id",
        "cellar.toml, foes[2].id: r-2 is taken",
    ]


@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=6, unique=True))
def test_any_names_are_taken_with_good_ids_or_refused_with_faults(written: list[str]) -> None:
    try:
        roster = names(*written).roster
    except EncounterError:
        return
    ids = [block["id"] for block in roster]
    assert len(set(ids)) == len(ids)
    assert all(is_id(one) for one in ids)
    assert not RESERVED_IDS.intersection(ids)
    assert [block["name"] for block in roster[1:]] == [name.strip() for name in written]


# ---- what is wrong ----


def test_all_faults_are_told_at_once_each_with_place_fault_and_cure() -> None:
    text = """
system = "tiny"
titel = "The cellar"
max-rounds = 0

[[heroes]]
use = "adda"

[[foes]]
name = "Rat"
life = "lots"
lives = 9
moves = [{ might = 1 }, { might = 1.5 }, {}]

[[foes]]
use = "cellar-rat"
count = -3
life = 10

[[foes]]
name = "Rat"
life = 0
side = "heroes"

[house-rules]
most-lief = 3

[expects]
policy = "clever"
heroes = 80
"""
    assert faults(text) == [
        "cellar.toml, titel: no such key is known here. Did you mean title?",
        'cellar.toml, title: it is missing. Write title = "...".',
        "cellar.toml, max-rounds: 0 does not do. Write a whole number from 1 to 1000.",
        "cellar.toml, expects.policy: it names no policy of the system. Write random or careful.",
        "cellar.toml, expects.heroes: 80 is no share. Write a number from 0 to 1.",
        (
            "cellar.toml, house-rules, most-lief: the rulebook of tiny has no value and no switch "
            "of that name. Did you mean most-life?"
        ),
        "cellar.toml, heroes[1].use: the library of heroes has no adda. Did you mean ada?",
        'cellar.toml, foes[1].life: "lots" is not a whole number. Write a whole number.',
        "cellar.toml, foes[1].moves[2].might: 1.5 is not a whole number. Write a whole number.",
        "cellar.toml, foes[1].moves[3].might: it is missing. Add might = ...",
        "cellar.toml, foes[1].lives: no such key is known here. Take it out.",
        "cellar.toml, foes[2].count: -3 does not do. Write a whole number from 1 to 200.",
        "cellar.toml, foes[2].life: 10 is too large. Write at most 9.",
        (
            "cellar.toml, foes[3].side: under [[foes]] it is always foes. "
            "Take it out, or write the entry under the table it belongs to."
        ),
        "cellar.toml, foes[3].life: 0 is too small. Write at least 1.",
        (
            "cellar.toml, foes[3].name: Rat is the name of foes[1] too. "
            "Give each a name of its own, or write one entry with count = 2."
        ),
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (("[[heroes]]", "[[herose]]"), ["herose", "heroes: there are none"]),
        (("[[foes]]", "[[allies]]"), ["allies[2].use: the library of allies has", "foes: there"]),
        (('use = "ada"', "use = 3"), ["heroes[1].use: the library of heroes has no 3"]),
        (("count = 3", "count = 3.0"), ["foes[1].count: 3.0 does not do"]),
        (("count = 3", "count = true"), ["foes[1].count: true does not do"]),
        (("count = 3", "count = 201"), ["foes[1].count: 201 does not do"]),
        (("count = 3", "count = 198"), ["heroes, allies and foes: there are 201 combatants"]),
        (("count = 3", "count = 99999999999999"), ["foes[1].count: the number is out of bounds"]),
        (('system = "tiny"', 'system = "vast"'), ["system: vast is not tiny"]),
        (('system = "tiny"', ""), ["system: it is missing"]),
        (('about = "It squeaks."', "about = 1979-05-27"), ["about: a date has no meaning here"]),
        (('about = "It squeaks."', "about = ['a']"), ["about: it is not a text"]),
        (('"It squeaks."', '"a\\u0007b"'), ["about: it holds the character U+0007"]),
        (('"It squeaks."', f'"{"a" * 5001}"'), ["about: it has 5001 letters"]),
        (("life = 4", "life = nan"), ["allies[1].life: the number is out of bounds"]),
        (("max-rounds = 12", 'max-rounds = "12"'), ["max-rounds: 12 does not do"]),
        (("[scene]\n", "[scene]\nwether = 1\n"), ["scene.wether: no such key is known here"]),
        (("[scene]", "[[scene]]"), ["scene: it is no table"]),
        (("[expects]", "[[expects]]"), ["expects: it is no table"]),
    ],
)
def test_each_fault_names_its_place(change: tuple[str, str], told: list[str]) -> None:
    text = FULL.replace(*change)
    assert text != FULL
    lines = faults(text)
    assert len(lines) == len(told)
    for line, start in zip(lines, told, strict=True):
        assert line.startswith(f"cellar.toml, {start}")


def test_broken_toml_names_line_and_column() -> None:
    (told,) = faults(FULL.replace('title = "The cellar"', 'title = The cellar"'))
    assert told.startswith("cellar.toml, line 3, column 9: it is not readable as TOML: Invalid")
    (told,) = faults("a = " + "9" * 5000)
    assert told.startswith("cellar.toml: it is not readable as TOML")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("#" * (LONGEST_TEXT + 1), f"it has {LONGEST_TEXT + 1} letters"),
        ("a = " + "[" * 5000, "it nests too deeply"),
        ("a = " + "[" * 50 + "]" * 50, "a[1][1][1][1][1][1][1][1][1][1]: it nests too deeply"),
        ("a" + ".a" * 5000 + " = 1", "line 1: it has too many dots"),
        ("a = [" + "1," * 501 + "]", "a: it holds 501"),
    ],
)
def test_what_is_too_much_is_refused_before_anything_is_made_of_it(text: str, fault: str) -> None:
    (told,) = faults(text)
    assert fault in told


def test_the_most_combatants_are_taken() -> None:
    data = {"system": "tiny", "title": "t", "heroes": [{"use": "ada"}]}
    foes = [{"name": "Rat", "life": 1, "count": MOST_COMBATANTS - 1}]
    assert len(read_encounter({**data, "foes": foes}, "x", TINY).roster) == MOST_COMBATANTS


@pytest.mark.parametrize("data", [None, [], 3, {"system": "tiny", "title": ("a",)}])
def test_data_that_no_json_object_holds(data: Any) -> None:
    with pytest.raises(EncounterError):
        read_encounter(data, "x", TINY)


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
KEYS = ("title", "about", "max-rounds", "heroes", "allies", "foes", "scene", "house-rules")


@given(
    st.dictionaries(st.sampled_from(KEYS), json_like),
    st.dictionaries(st.sampled_from(("name", "use", "count", "life", "gear", "moves")), json_like),
)
def test_no_data_gets_past_as_anything_but_faults(top: dict[str, Any], foe: dict[str, Any]) -> None:
    data = {"system": "tiny", "foes": [foe], **top}
    try:
        setup = read_encounter(data, "x", TINY)
    except EncounterError as error:
        told = error.faults
    else:
        assert {block["side"] for block in setup.roster} == {"heroes", "foes"}
        return
    assert told
    assert all(fault.place and fault.fault and fault.cure for fault in told)


def test_foes_may_be_missing_where_the_system_has_scenes_without_them() -> None:
    class Quiet(TinySystem):
        needs_foes = False

    data = {"system": "tiny", "title": "t", "heroes": [{"use": "ada"}]}
    assert [block["side"] for block in read_encounter(data, "x", Quiet()).roster] == ["heroes"]
    with pytest.raises(EncounterError, match="foes: there are none"):
        read_encounter(data, "x", TINY)
    with pytest.raises(EncounterError, match="heroes: there are none"):
        read_encounter({"system": "tiny", "title": "t"}, "x", Quiet())
