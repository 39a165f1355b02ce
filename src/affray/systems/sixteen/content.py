"""What sixteen brings along: its library, its encounters, and the checks of what people write.

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
from affray.systems.sixteen import saving

THINGS = ("weapons", "armours", "shields")
SHELVES = ("heroes", "allies", "foes", *THINGS, "spells")


@cache
def rulebook() -> Rulebook:
    """The ledger of sixteen, read once."""
    text = (files(__package__) / "rulebook.toml").read_text(encoding="utf-8")
    return Rulebook.from_toml(text, "sixteen/rulebook.toml")


def library(shelf: str) -> Mapping[str, dict[str, Any]]:
    """The ready blocks of a shelf (one of `SHELVES`) by id; raises `UnknownName`.

    Heroes may stand on either side, and so may foes: allies are both.
    """
    if shelf not in SHELVES:
        raise UnknownName("shelf of sixteen called", shelf, near_matches(shelf, SHELVES))
    return _shelf(shelf)


@cache
def _shelf(shelf: str) -> Mapping[str, dict[str, Any]]:
    if shelf in ("heroes", "foes"):
        return _of_the_ledger(shelf) | _read(shelf)
    if shelf == "allies":
        return {**_shelf("heroes"), **_shelf("foes")}
    if shelf == "spells":
        return _read("spells")
    from affray.kernel.blocks import entry_of  # pydantic, which the others do not need

    return {row["id"]: entry_of(row) for row in rulebook().table(shelf).rows}


def _of_the_ledger(side: str) -> dict[str, dict[str, Any]]:
    """The ledger's own combatants of one side."""
    return {
        row["id"]: {"name": row["id"].replace("-", " ").capitalize()}
        | {key: row[key] for key in row if key not in ("id", "side", "basis", "why")}
        for row in rulebook().table("combatants").rows
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
    from affray.systems.sixteen.blocks import MODELS

    kept = {key: block[key] for key in ("id", "side", "kind") if key in block}
    own = {key: value for key, value in block.items() if key not in kept}
    model = MODELS[kind].model_validate(own, context={"house": house})
    return kept | model.model_dump(by_alias=True)


def check_scene(scene: dict[str, Any], setup: Setup) -> dict[str, Any]:
    """A `[scene]`, with ids for names; what it does not say is not in it.

    Raises `pydantic.ValidationError`, also for a fight that would be over before it began, and
    `HouseRulesError` for numbers under which nobody can play.
    """
    from affray.systems.sixteen.blocks import Scene

    saving.in_force(rulebook(), setup)
    model = Scene.model_validate(scene, context={"setup": setup})
    return model.model_dump(by_alias=True, exclude_none=True)


def form_schema(kind: str, house: HouseRules) -> dict[str, Any]:
    """The JSON schema of the form of a "hero", "ally" or "foe"."""
    from affray.systems.sixteen.blocks import MODELS

    return MODELS[kind].model_json_schema(by_alias=True)
