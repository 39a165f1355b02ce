"""What ix brings along: its library, its encounters, and the checks of what people write.

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

SHELVES = ("heroes", "allies", "foes", "species", "weapons", "armour", "talents", "spells")


@cache
def rulebook() -> Rulebook:
    """The ledger of ix, read once."""
    text = (files(__package__) / "rulebook.toml").read_text(encoding="utf-8")
    return Rulebook.from_toml(text, "ix/rulebook.toml")


def library(shelf: str) -> Mapping[str, dict[str, Any]]:
    """The ready blocks of a shelf (one of `SHELVES`) by id; raises `UnknownName`.

    Non-player characters may stand on either side: the shelves of foes and allies hold the same,
    mounts among them.
    """
    if shelf not in SHELVES:
        raise UnknownName("shelf of ix called", shelf, near_matches(shelf, SHELVES))
    return _shelf("foes" if shelf == "allies" else shelf)


@cache
def _shelf(shelf: str) -> Mapping[str, dict[str, Any]]:
    if shelf == "heroes":
        return _read("heroes")
    from affray.kernel.blocks import NOT_OF_AN_ENTRY, entry_of  # pydantic, which heroes do not need
    from affray.systems.ix.blocks import people as blocks
    from affray.systems.ix.blocks import things

    if shelf == "foes":
        rows = rulebook().table("adversaries").rows
        mounts = rulebook().table("mounts").rows
        return (
            {row["id"]: blocks.block_of(row) for row in rows}
            | {row["id"]: blocks.mount_of(row) for row in mounts}
            | _read("foes")
        )
    left_out = things.EXPLAINING if shelf == "spells" else NOT_OF_AN_ENTRY
    return {row["id"]: entry_of(row, left_out) for row in rulebook().table(shelf).rows}


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
    from affray.systems.ix.blocks.people import MODELS

    kept = {key: block[key] for key in ("id", "side", "kind") if key in block}
    own = {key: value for key, value in block.items() if key not in kept}
    model = MODELS[kind].model_validate(own, context={"house": house})
    return kept | model.model_dump(by_alias=True)


def check_scene(scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
    """A `[scene]`, with ids for names; what it does not say is not in it.

    Raises `pydantic.ValidationError`, also for a fight that would be over before it began, and
    `HouseRulesError` for numbers under which nobody can play.
    """
    from affray.systems.ix.blocks.scene_blocks import Scene

    house = HouseRules(rulebook()).with_table(setup.house_rules, setup.title)
    model = Scene.model_validate(scene, context={"setup": setup, "house": house})
    return model.model_dump(by_alias=True, exclude_none=True)


def form_schema(kind: str, house: HouseRules) -> dict[str, Any]:
    """The JSON schema of the form of a "hero", "ally" or "foe" under these house rules."""
    from affray.systems.ix.blocks.people import MODELS

    schema = MODELS[kind].model_json_schema(by_alias=True)
    fields = schema["properties"]
    most = {row["id"]: row["maximum"] for row in house.book.table("limits").rows}
    ratings = [row["id"] for row in house.book.table("characteristics").rows]
    ranks = [
        row["id"] for part in ("combat-skills", "skills") for row in house.book.table(part).rows
    ]
    for field, names, low in (("characteristics", ratings, 1), ("skills", ranks, 0)):
        number = {"type": "integer", "minimum": low, "maximum": most["pool"]}
        fields[field] = {
            "type": "object",
            "description": fields[field]["description"],
            "properties": {name: dict(number) for name in names},
        }
    for field in ("melee-defense", "ranged-defense"):
        fields[field] |= {"minimum": 0, "maximum": most["defense"]}
    if "members" in fields:
        fields["members"] |= {"minimum": 1, "maximum": house.value("minion-group-max")}
    return schema
