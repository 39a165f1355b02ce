"""The content model of hazards in a scene: a building that burns, cold or heat, no air."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from affray.kernel.blocks import Part, known, rows_of
from affray.systems.ix.hazards.building import MOST_ROUNDS

People = Annotated[list[str], Field(max_length=100)]


class Burning(Part):
    """A building on fire (ix.hazard.building-clock): `rounds` until it is fully involved, which the
    GM is asked for if they are left out; `inside` is everybody if it is left out."""

    name: Annotated[str, Field(min_length=1, max_length=100)] = "the building"
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    inside: People | None = None


class Temperature(Part):
    """Extreme cold or heat (ix.hazard.temperature-difficulty). `base` is the difficulty of the
    place, that of the check if left out; `safe` are those whom equipment or magic protects."""

    kind: Literal["cold", "heat"] = "cold"
    difficulty: str | None = None
    base: str | None = None
    safe: People = Field(default=[])

    @field_validator("difficulty", "base")
    @classmethod
    def listed(cls, named: str | None, info: ValidationInfo) -> str | None:
        if named is None or not info.context:
            return named
        return known(named, rows_of(info, "difficulty"), "difficulty")
