"""What vigor brings along: its library, its encounters, and the checks of what people write.

Library blocks are as people write them, not yet completed; take a copy before changing one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from affray.kernel.rulebook import HouseRules, Rulebook, UnknownName, near_matches
from affray.kernel.system import Setup

SHELVES = ("heroes", "allies", "foes", "weapons", "spells")

_SHAPE_OF_SPELL: Mapping[str, Mapping[str, Any]] = {
    "force-lance": {"shape": "creature", "roll": True, "deals": "damage"},
    "shock-burst": {"shape": "area", "deals": "vigor-damage"},
    "steady-heart": {"shape": "friend", "deals": "vigor"},
}
"""What the rows of tables.spells say in words, as the fields of a spell."""


@cache
def rulebook() -> Rulebook:
    """The ledger of vigor, read once."""
    text = (files(__package__) / "rulebook.toml").read_text(encoding="utf-8")
    return Rulebook.from_toml(text, "vigor/rulebook.toml")


def library(shelf: str) -> Mapping[str, dict[str, Any]]:
    """The ready blocks of a shelf (one of `SHELVES`) by id; raises `UnknownName`.

    Anybody with an entry may stand on either side: the shelves of foes and allies hold the same.
    """
    if shelf not in SHELVES:
        raise UnknownName("shelf of vigor called", shelf, near_matches(shelf, SHELVES))
    return _shelf(shelf)


@cache
def _shelf(shelf: str) -> Mapping[str, dict[str, Any]]:
    if shelf == "heroes":
        return _read("heroes")
    if shelf in ("allies", "foes"):
        return _read("foes")
    if shelf == "spells":
        return {key: _spell_of(row) for key, row in _rows("spells").items()} | _read("spells")
    kept = ("id", "name", "class", "reach", "normal", "long", "descriptor", "maneuver")
    return {key: {name: row[name] for name in kept} for key, row in _rows("weapons").items()}


def _rows(table: str) -> Mapping[str, Mapping[str, Any]]:
    return {row["id"]: row for row in rulebook().table(table).rows}


def _spell_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """A spell of the ledger; its radius and what it gives back are values of the house."""
    entry = {key: row[key] for key in ("name", "stamina", "range", "rule")}
    entry |= _SHAPE_OF_SPELL[row["id"]]
    if row["descriptor"] != "none":
        entry["descriptor"] = row["descriptor"]
    if entry["shape"] == "area":
        entry["radius"] = rulebook().value("shock-burst-radius-feet").value
    if entry["deals"] == "vigor":
        entry["per-tier"] = rulebook().value("steady-heart-vigor-per-tier").value
    return entry


def _read(folder: str) -> dict[str, dict[str, Any]]:
    return {name: tomllib.loads(text) for name, text in _texts(folder)}


def _texts(folder: str) -> Iterator[tuple[str, str]]:
    """Name and text of every file of a folder of the content, by name."""
    shelf: Traversable = files(__package__) / "content" / folder
    if not shelf.is_dir():
        return
    for file in sorted(shelf.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            yield file.name.removesuffix(".toml"), file.read_text(encoding="utf-8")


@cache
def encounters() -> Mapping[str, str]:
    """The packaged encounters: name to TOML text."""
    return dict(_texts("encounters"))


def step_feet(setup: Setup) -> int:
    """The feet of a step under the house rules of the setup."""
    from affray.systems.vigor import saving

    return saving.in_force(rulebook(), setup)[1].step_feet


def check_block(kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
    """A block of a "hero", "ally" or "foe", completed; raises `pydantic.ValidationError`.

    `id`, `side` and `kind`, if there, are whoever calls' own and stay as they are.
    """
    from affray.systems.vigor.blocks import MODELS

    kept = {key: block[key] for key in ("id", "side", "kind") if key in block}
    own = {key: value for key, value in block.items() if key not in kept}
    model = MODELS[kind].model_validate(own, context={"house": house})
    return kept | model.model_dump(by_alias=True)


def check_scene(scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
    """A `[scene]`, with ids for names; what it does not say is not in it.

    Raises `pydantic.ValidationError`, and `HouseRulesError` for numbers under which nobody can
    play.
    """
    from affray.systems.vigor.setting import scene_of

    return scene_of(scene, setup)


def form_schema(kind: str, house: HouseRules) -> dict[str, Any]:
    """The JSON schema of the form of a "hero", "ally" or "foe" under these house rules."""
    from affray.systems.vigor.blocks import MODELS

    schema = MODELS[kind].model_json_schema(by_alias=True)
    for stat in schema["$defs"]["Stats"]["properties"].values():
        stat["minimum"], stat["maximum"] = house.value("stat-min"), house.value("stat-max")
    return schema
