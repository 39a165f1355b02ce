"""The GM's hand on a page: conditions to choose from, and what of the scene holds between two."""

from __future__ import annotations

import re
from html import unescape

import pytest
from web_kit import Begun, Person, Table


@pytest.fixture
def captain(table: Table) -> Begun:
    return table.begin(system="vigor", encounter="the-captain")


def options(form: str, field: str) -> dict[str, str]:
    """What a select of a page offers: words by value."""
    found = re.search(rf'<select id="{field}".*?</select>', form, re.S)
    assert found is not None, form
    return {v: unescape(w) for v, w in re.findall(r'value="([^"]*)"[^>]*>([^<]*)<', found[0])}


def tags(person: Person, table: Table, who: str) -> list[str]:
    (live,) = table.house.hub.fights
    sheets = live.stored.system.sheets(live.play.fight)
    return [tag.name for sheet in sheets if sheet.who == who for tag in sheet.tags]


def test_conditions_that_the_system_knows_are_offered_to_be_given(
    captain: Begun, table: Table
) -> None:
    gm = captain.person(captain.gm)
    offered = options(gm.get("hand/pell-voss").text, "tag-known")
    assert {"surprised", "shield"} <= set(offered)
    assert gm.post("edit", kind="tag", who="pell-voss", name="surprised").status_code == 204
    assert any("urprised" in tag for tag in tags(gm, table, "pell-voss"))
    again = gm.get("hand/pell-voss").text
    assert "surprised" not in options(again, "tag-known")
    assert 'id="tag-name"' in again


def test_conditions_of_two_are_offered_by_name(table: Table) -> None:
    begun = table.begin(encounter="duel")
    gm = begun.person(begun.gm)
    offered = options(gm.get("hand/tobin-fray").text, "tag-known")
    (near,) = [words for name, words in offered.items() if name.split(":")[0] in ("near", "apart")]
    assert near in ("near: Bridge-blade", "apart: Bridge-blade")


def test_what_holds_of_two_is_chosen_shown_and_unsaid(captain: Begun, table: Table) -> None:
    gm = captain.person(captain.gm)
    scene = gm.get("scene").text
    assert options(scene, "two-2-value")["three-quarters"] == "three quarters"
    assert options(scene, "two-2-from")[""] == "everybody"
    assert "" not in options(scene, "two-3-from")
    assert options(scene, "two-3-other")["pell-voss"] == "Pell Voss"
    sent = {"kind": "set", "name": "cover", "other": "pell-voss", "value": "half"}
    assert gm.post("edit", **sent, **{"from": "toll-captain"}).status_code == 204
    assert gm.post("edit", **sent | {"other": "halla-brook"}, **{"from": ""}).status_code == 204
    assert "half cover from Toll captain" in tags(gm, table, "pell-voss")
    assert "half cover" in tags(gm, table, "halla-brook")
    scene = unescape(gm.get("scene").text)
    assert "Pell Voss from Toll captain: half" in scene
    assert "Halla Brook: half" in scene
    unsaid = re.search(r'value="(pell-voss from [^"]*)"', scene)
    assert unsaid is not None
    assert gm.post("edit", kind="set", name="cover", value=unsaid[1]).status_code == 204
    assert not tags(gm, table, "pell-voss")
    assert gm.post("undo").status_code == 204
    assert "half cover from Toll captain" in tags(gm, table, "pell-voss")


@pytest.mark.parametrize(("name", "value"), [("line", "2"), ("distance", "60"), ("sight", "no")])
def test_numbers_and_sight_of_two_are_set_from_their_fields(
    captain: Begun, name: str, value: str
) -> None:
    gm = captain.person(captain.gm)
    sent = {"kind": "set", "name": name, "other": "pell-voss", "from": "toll-captain"}
    assert gm.post("edit", **sent, value=value).status_code == 204
    assert f"Pell Voss from Toll captain: {value}" in gm.get("scene").text
    assert gm.post("edit", **sent, value="-4").status_code == 422
