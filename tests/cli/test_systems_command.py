"""`affray systems`: what is installed, and what a system brings."""

from __future__ import annotations

import tomllib

from affray.registry import system


def test_all_systems_and_the_dice_that_odds_knows(affray) -> None:
    said = affray("systems")
    assert said.code == 0
    assert "trade: Trade" in said.out
    assert "odds knows the dice of ix" in said.out


def test_one_system_lists_its_library_and_encounters(affray) -> None:
    said = affray("systems", "trade")
    assert said.code == 0
    found = system("trade")
    for shelf in found.shelves:
        for entry in found.library(shelf):
            assert f"  {entry}: " in said.out
    flat = " ".join(said.out.split())
    assert "greatsword: heavy-melee, damage 6" in flat
    assert "bridge-blade: hp 20, damage 3" in flat
    assert "trade/duel: The bridge at low water; 1 on the heroes' side, 1 foe" in flat
    stated = tomllib.loads(found.encounters()["duel"])["expects"]["heroes"]
    assert f"the heroes win {stated:.1%}".replace("%", " %") in flat
    assert affray("systems", "trade", "--json").data["library"]["foes"]["ditch-cutter"]["hp"] == 4


def test_an_unknown_system_is_named_with_its_neighbours(affray) -> None:
    said = affray("systems", "trad")
    assert said.code == 1
    assert "trade" in said.err
