"""What a scene may say of the air: its zones, who is how high, what lies below, and ships."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, ValidationInfo, field_validator, model_validator

from affray.kernel.blocks import Part, ids_meant, known, wrong
from affray.kernel.naming import LONGEST_NAME
from affray.kernel.rulebook import short
from affray.kernel.system import Setup

Zone: TypeAlias = Literal["ground", "low", "middle", "high"]
ZONES = ("ground", "low", "middle", "high")
Surface: TypeAlias = Literal["ground", "soft", "hard", "water"]


class Ship(Part):
    """A ship in the scene, a row of tables.ships. `crew` are aboard, of its own side. One that
    flies and has no `zone` is as high as the GM says (ix.ship.elevation-choice)."""

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    use: str = "packet-sloop"
    side: Literal["heroes", "foes"]
    at: Annotated[int, Field(ge=-30, le=30)] = 0
    zone: Zone | None = None
    hull: Annotated[int, Field(ge=0, le=9999)] | None = None
    crew: Annotated[list[str], Field(max_length=100)] = Field(default=[])
    id: str = ""

    @field_validator("use")
    @classmethod
    def listed(cls, use: str, info: ValidationInfo) -> str:
        if not info.context:
            return use
        rows = info.context["house"].book.table("ships").rows
        return known(use, [row["id"] for row in rows], "ship")


class Air(Part):
    """The part of a scene that is about heights.

    `zones` is the highest elevation zone that exists; if it is left out and anybody flies, the GM
    says (ix.flying.available-zones), by default Low alone `indoors` and all three outdoors.
    `heights` says who begins above the ground: a flyer in the air, anybody else on something that
    stands as high. `below` is what those fall onto who fall out of the air.
    """

    zones: Zone | None = None
    indoors: bool = False
    heights: dict[str, Zone] = Field(default={})
    below: Surface = "ground"
    ships: Annotated[list[Ship], Field(max_length=10)] = Field(default=[])

    @field_validator("heights")
    @classmethod
    def who_is_high(cls, heights: dict[str, Zone], info: ValidationInfo) -> dict[str, Zone]:
        if not info.context:
            return heights
        return {one: zone for named, zone in heights.items() for one in _people(info, named)}

    @field_validator("ships")
    @classmethod
    def manned(cls, ships: list[Ship], info: ValidationInfo) -> list[Ship]:
        if not info.context:
            return ships
        setup: Setup = info.context["setup"]
        blocks: dict[str, dict[str, Any]] = {block["id"]: block for block in setup.roster}
        taken = {*blocks, "ground", "ledge"}
        aboard: set[str] = set()
        for ship in ships:
            plain = re.sub(r"[^a-z0-9]+", "-", ship.name.casefold()).strip("-")
            plain = plain.removeprefix("the-") or "ship"
            ship.id = ship.id or next(
                name
                for name in (plain, *(f"{plain}-{n}" for n in range(2, len(taken) + 3)))
                if name not in taken
            )
            taken.add(ship.id)
            ship.crew = [one for named in ship.crew for one in _people(info, named)]
            for one in ship.crew:
                name = short(blocks[one]["name"])
                if blocks[one]["side"] != ship.side:
                    raise wrong(f"{name} is not of that side", "Name a crew of the ship's own.")
                if one in aboard or blocks[one].get("npc") == "mount":
                    raise wrong(f"{name} cannot be aboard", "One ship for each, and no mounts.")
                aboard.add(one)
        return ships

    @model_validator(mode="after")
    def within_the_zones(self, info: ValidationInfo) -> Air:
        if self.zones is None:
            return self
        most = ZONES.index(self.zones)
        high = [*self.heights.values(), *(ship.zone or "ground" for ship in self.ships)]
        if any(ZONES.index(zone) > most for zone in high):
            cure = "Raise zones, or bring them down."
            raise wrong(f"somebody is above the highest zone ({self.zones})", cure)
        return self


def _people(info: ValidationInfo, named: str) -> list[str]:
    """The ids of whoever is meant by a name, an id or the word for a side."""
    assert info.context
    setup: Setup = info.context["setup"]
    if named in ("heroes", "foes"):
        return [block["id"] for block in setup.roster if block["side"] == named]
    return ids_meant(setup, [named])
