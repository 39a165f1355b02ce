"""The guide to encounter files is true: whatever it shows is taken by the reader."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from affray.kernel.encounter import expectations, read_encounter
from affray.registry import system

GUIDE = (Path(__file__).parents[1] / "docs" / "encounters.md").read_text("utf-8")
ENCOUNTER, *PARTS = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
TRADE = system("trade")


def test_the_encounter_is_taken_as_it_stands() -> None:
    setup = read_encounter(ENCOUNTER, "docs/encounters.md", TRADE)
    names = [block["name"] for block in setup.roster]
    assert names == [
        "Tobin Fray",
        "Kennel-hound",
        "Ditch-cutter 1",
        "Ditch-cutter 2",
        "Ditch-cutter 3",
        "The toll-keeper",
    ]
    fight = TRADE.start(setup)
    assert fight.house.mode("trade.npc.zero-hp") == "ask"
    assert fight.max_rounds == 20


@pytest.mark.parametrize("text", PARTS, ids=lambda text: text.split("\n")[0])
def test_each_part_is_taken_as_it_stands(text: str) -> None:
    kind = text.split()[1]
    if kind == "encounter":
        other = system(text.split()[3])
        setup = read_encounter(text, "guide", other)
        fight = other.start(setup)
        assert fight[setup.roster[0]["id"]].name == "Ada Ferris"
        return
    data: dict[str, Any] = tomllib.loads(ENCOUNTER)
    if kind == "expects":
        data["expects"] = tomllib.loads(text)
        found = expectations(data, "guide", TRADE)
        assert found is not None
        assert found.heroes == 0.8
        return
    side = {"hero": "heroes", "foe": "foes"}[kind]
    data[side].append(tomllib.loads(text))
    setup = read_encounter(data, "guide", TRADE)
    assert any(block["name"] in ("Ada Ferris", "The miller") for block in setup.roster)


def test_every_effect_of_the_table_is_an_effect() -> None:
    effects = re.findall(r"^\| `(\{.*?\})` \|", GUIDE, re.MULTILINE)
    assert len(effects) == len(TRADE.rulebook.table("ability-effects").rows)
    for effect in effects:
        data = tomllib.loads(ENCOUNTER)
        entry = {"name": "it", "target": "anyone", "effects": [tomllib.loads(f"x = {effect}")["x"]]}
        data["heroes"][0]["abilities"] = [entry]
        read_encounter(data, effect, TRADE)
