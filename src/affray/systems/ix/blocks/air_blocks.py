"""What a scene may say of the air: its zones, who is how high, what lies below, and ships."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field, ValidationInfo, field_validator, model_validator

from affray.kernel.blocks import Part, at_place, ids_meant, known, wrong
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
    `heights` says who begins in the air: a flyer, or whoever rides one; `ledges` who begins on
    something that stands as high. `below` is what those fall onto who fall out of the air.
    """

    zones: Zone | None = None
    indoors: bool = False
    heights: dict[str, Zone] = Field(default={})
    ledges: dict[str, Zone] = Field(default={})
    below: Surface = "ground"
    ships: Annotated[list[Ship], Field(max_length=10)] = Field(default=[])

    @field_validator("heights", "ledges")
    @classmethod
    def who_is_high(cls, heights: dict[str, Zone], info: ValidationInfo) -> dict[str, Zone]:
        if not info.context:
            return heights
        found: dict[str, Zone] = {}
        for named, zone in heights.items():
            with at_place(named):
                found |= dict.fromkeys(people(info.context["setup"], named), zone)
        return found

    @field_validator("ships")
    @classmethod
    def manned(cls, ships: list[Ship], info: ValidationInfo) -> list[Ship]:
        if not info.context:
            return ships
        setup: Setup = info.context["setup"]
        blocks: dict[str, dict[str, Any]] = {block["id"]: block for block in setup.roster}
        taken = {*blocks, "ground", "ledge"}
        aboard: set[str] = set()
        for nth, ship in enumerate(ships):
            plain = re.sub(r"[^a-z0-9]+", "-", ship.name.casefold()).strip("-")
            plain = plain.removeprefix("the-") or "ship"
            ship.id = ship.id or next(
                name
                for name in (plain, *(f"{plain}-{n}" for n in range(2, len(taken) + 3)))
                if name not in taken
            )
            taken.add(ship.id)
            crew: list[str] = []
            for row, named in enumerate(ship.crew):
                with at_place(nth, "crew", row):
                    for one in people(setup, named):
                        name = short(blocks[one]["name"])
                        if blocks[one]["side"] != ship.side:
                            cure = "Name a crew of the ship's own."
                            raise wrong(f"{name} is not of that side", cure)
                        if one in aboard or blocks[one].get("npc") == "mount":
                            cure = "One ship for each, and no mounts."
                            raise wrong(f"{name} cannot be aboard", cure)
                        aboard.add(one)
                        crew.append(one)
            ship.crew = crew
        return ships

    @model_validator(mode="after")
    def within_the_zones(self, info: ValidationInfo) -> Air:
        if self.zones is None:
            return self
        most = ZONES.index(self.zones)
        cure = "Raise zones, or bring them down."
        fault = f"{{}} is above the highest zone ({self.zones})"
        for key in ("heights", "ledges"):
            for one, zone in getattr(self, key).items():
                if ZONES.index(zone) > most:
                    with at_place(key, *spelt(info, one)):
                        raise wrong(fault.format(spelt(info, one)[-1]), cure)
        for nth, ship in enumerate(self.ships):
            if ZONES.index(ship.zone or "ground") > most:
                with at_place("ships", nth, "zone"):
                    raise wrong(fault.format(short(ship.name)), cure)
        return self


def people(setup: Setup, named: str) -> list[str]:
    """The ids of whoever is meant by a name, an id or the word for a side, in roster order."""
    if named in ("heroes", "foes"):
        return [block["id"] for block in setup.roster if block["side"] == named]
    return ids_meant(setup, [named])


def spelt(info: ValidationInfo, one: str) -> list[str]:
    """What somebody may be called as a key of the scene, the name last: the place of a fault is
    the one of them that stands there."""
    roster = info.context["setup"].roster if info.context else ()
    block = next((block for block in roster if block["id"] == one), None)
    if block is None:
        return [one]
    name = str(block["name"])
    return [one, block["side"], name.rstrip("0123456789").rstrip(), name]
