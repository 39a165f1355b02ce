"""What trade brings along: its library, its encounters, and the checks of what people write.

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
from affray.systems.trade import saving

SHELVES = ("heroes", "allies", "foes", "weapons", "armors", "abilities")


@cache
def rulebook() -> Rulebook:
    """The ledger of trade, read once."""
    text = (files(__package__) / "rulebook.toml").read_text(encoding="utf-8")
    return Rulebook.from_toml(text, "trade/rulebook.toml")


def library(shelf: str) -> Mapping[str, dict[str, Any]]:
    """The ready blocks of a shelf (one of `SHELVES`) by id; raises `UnknownName`.

    Anybody with a stat block may stand on either side: the shelves of foes and of allies hold the
    same blocks, each with its own side's first.
    """
    if shelf not in SHELVES:
        raise UnknownName("shelf of trade called", shelf, near_matches(shelf, SHELVES))
    return _shelf(shelf)


@cache
def _shelf(shelf: str) -> Mapping[str, dict[str, Any]]:
    if shelf == "heroes":
        return _read("heroes")
    if shelf == "foes":
        return _npcs("enemy") | _read("foes") | _npcs("ally")
    if shelf == "allies":
        return _npcs("ally") | _npcs("enemy") | _read("foes")
    from affray.kernel.blocks import entry_of  # pydantic, which the others do not need

    return {row["id"]: entry_of(row) for row in rulebook().table(shelf).rows}


def _npcs(side: str) -> dict[str, dict[str, Any]]:
    """The ledger's stat blocks of one side."""
    return {
        row["id"]: {"name": row["id"].capitalize()}
        | {key: row[key] for key in row if key not in ("id", "side", "basis", "why")}
        for row in rulebook().table("npcs").rows
        if row["side"] == side
    }


def _read(folder: str) -> dict[str, dict[str, Any]]:
    return {name: tomllib.loads(text) for name, text in _texts(folder)}


def _texts(folder: str) -> Iterator[tuple[str, str]]:
    """Name and text of every file of a folder of the content, by name."""
    shelf: Traversable = files(__package__) / "content" / folder
    for file in sorted(shelf.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            yield file.name.removesuffix(".toml"), file.read_text(encoding="utf-8")


@cache
def encounters() -> Mapping[str, str]:
    """The packaged encounters: name to TOML text."""
    return dict(_texts("encounters"))


def check_block(kind: str, block: dict[str, Any], house: HouseRules) -> dict[str, Any]:
    """A block of a "hero", "ally" or "foe", completed; raises `pydantic.ValidationError`.

    `id`, `side` and `kind`, if there, are whoever calls' own and stay as they are.
    """
    from affray.systems.trade.blocks import MODELS

    kept = {key: block[key] for key in ("id", "side", "kind") if key in block}
    own = {key: value for key, value in block.items() if key not in kept}
    model = MODELS[kind].model_validate(own, context={"house": house})
    return kept | model.model_dump(by_alias=True)


def check_scene(scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
    """A `[scene]`, with ids for names; what it does not say is not in it.

    Raises `pydantic.ValidationError`, also for a fight that would be over before it began, and
    `HouseRulesError` for numbers under which nobody can play.
    """
    from affray.systems.trade.blocks import Scene

    saving.in_force(rulebook(), setup)
    model = Scene.model_validate(scene, context={"setup": setup})
    return model.model_dump(by_alias=True, exclude_none=True)


def form_schema(kind: str, house: HouseRules) -> dict[str, Any]:
    """The JSON schema of the form of a "hero", "ally" or "foe" under these house rules."""
    from affray.systems.trade.blocks import MODELS, spread_of

    schema = MODELS[kind].model_json_schema(by_alias=True)
    if kind == "hero":
        spread = spread_of(house)
        schema["properties"]["stats"]["default"] = spread
        for name, stat in schema["$defs"]["Stats"]["properties"].items():
            stat["minimum"], stat["maximum"] = house.value("stat-min"), house.value("stat-max")
            stat["default"] = spread[name]
    return schema
