"""The content model of an ix scene: where everybody stands, and how the fight begins."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from affray.kernel.blocks import Part, ids_meant, known, wrong
from affray.kernel.rulebook import short
from affray.kernel.system import Setup

FARTHEST = 30
"""Steps from the middle of the line to either end."""

Step = Annotated[int, Field(ge=-FARTHEST, le=FARTHEST)]


class Aims(Part):
    heroes: Annotated[str, Field(max_length=500)] = ""
    foes: Annotated[str, Field(max_length=500)] = ""


class Cover(Part):
    """Cover that can be taken at a place of the line (ix.maneuver.cover-defense)."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    at: Step
    strong: bool = False


class Light(Part):
    """A source of light that stands in the scene, burning unless it says otherwise."""

    source: str
    name: Annotated[str, Field(max_length=100)] = ""
    at: Step = 0
    lit: bool = True

    @field_validator("source")
    @classmethod
    def listed(cls, source: str, info: ValidationInfo) -> str:
        if not info.context:
            return source
        rows = info.context["house"].book.table("light-sources").rows
        return known(source, [row["id"] for row in rows], "light source")


class Scene(Part):
    """How play begins; what is left out the GM says, or the rulings' defaults do.

    People are named by name or id; the name of several numbered ones stands for all of them, and
    "heroes" and "foes" for a whole side. `at` puts them on the line of steps
    (ix.range.record); a single name counts before a side, whatever comes first. `engaged` are
    opponents at one place who are in contact. `structured = false` begins with free play.
    `players` is the number of players who bring Fortune (the heroes, if left out); `fortune` and
    `peril` are the pools of a session that has begun.
    """

    kind: Literal["fight", "chase", "social", "travel", "downtime", "free"] = "fight"
    at: dict[str, Step] | None = None
    engaged: list[list[str]] | Literal["all"] | None = None
    surprised: list[str] = Field(default=[])
    behind_cover: list[str] = Field(default=[])
    cover: Annotated[list[Cover], Field(max_length=20)] = Field(default=[])
    light: Literal["bright", "dim", "darkness"] = "bright"
    magical_darkness: bool = False
    lights: Annotated[list[Light], Field(max_length=20)] = Field(default=[])
    structured: bool = True
    players: Annotated[int, Field(ge=0, le=99)] | None = None
    fortune: Annotated[int, Field(ge=0, le=999)] | None = None
    peril: Annotated[int, Field(ge=0, le=999)] | None = None
    aims: Aims | None = None

    @field_validator("at")
    @classmethod
    def placed(cls, at: dict[str, int] | None, info: ValidationInfo) -> dict[str, int] | None:
        if at is None or not info.context:
            return at
        setup: Setup = info.context["setup"]
        spread: list[tuple[int, str, int]] = []
        for named, step in at.items():
            ids = people(setup, named)
            spread += [(len(ids), one, step) for one in ids]
        where: dict[str, int] = {}
        for _, one, step in sorted(spread, key=lambda each: -each[0]):
            where[one] = step
        ids = [block["id"] for block in setup.roster]
        missing = [block["name"] for block in setup.roster if block["id"] not in where]
        if missing:
            cure = f'Add at."{missing[0]}" = ..., or leave out at and be asked.'
            raise wrong(f"it is not said where {short(missing[0])} stands", cure)
        return {one: where[one] for one in ids}

    @field_validator("engaged")
    @classmethod
    def in_contact(
        cls, engaged: list[list[str]] | Literal["all"] | None, info: ValidationInfo
    ) -> list[list[str]] | Literal["all"] | None:
        if engaged is None or not info.context:
            return engaged
        setup: Setup = info.context["setup"]
        given = [["heroes", "foes"]] if engaged == "all" else engaged
        sides = {block["id"]: block["side"] for block in setup.roster}
        pairs: dict[tuple[str, str], None] = {}
        for pair in given:
            if len(pair) != 2:
                raise wrong(f"{short(', '.join(pair))} is no pair", "Write two names in each.")
            here, there = (people(setup, one) for one in pair)
            met = [(a, b) for a in here for b in there if sides[a] != sides[b]]
            if not met:
                cure = "Pair a hero or ally with a foe."
                raise wrong(f"{short(' and '.join(pair))} are on one side", cure)
            pairs.update(dict.fromkeys((a, b) if sides[a] == "heroes" else (b, a) for a, b in met))
        return [list(pair) for pair in pairs]

    @field_validator("surprised", "behind_cover")
    @classmethod
    def listed(cls, named: list[str], info: ValidationInfo) -> list[str]:
        if not info.context:
            return named
        setup: Setup = info.context["setup"]
        meant_ones = {one for each in named for one in people(setup, each)}
        return [block["id"] for block in setup.roster if block["id"] in meant_ones]

    @model_validator(mode="after")
    def fits_together(self, info: ValidationInfo) -> Scene:
        self._contact_at_one_place(info)
        if self.magical_darkness and self.light != "darkness":
            raise wrong("magical darkness is dark", 'Write light = "darkness" too.')
        if info.context:
            roster = info.context["setup"].roster
            if not any(block["kind"] == "hero" and stands(block) for block in roster):
                cure = "Let the heroes rest, or give one of them some Wounds."
                raise wrong("no hero is up", cure)
            foes = any(block["side"] == "foes" and stands(block) for block in roster)
            if not foes and self.kind in ("fight", "chase", "social"):
                raise wrong("no foe is up", "Give one of the foes some wounds.")
            if self.behind_cover and not self.cover:
                cure = 'Add [[scene.cover]] with name = "..." and at = ...'
                raise wrong("there is no cover to be behind", cure)
        return self

    def _contact_at_one_place(self, info: ValidationInfo) -> None:
        """Whoever is Engaged stands at one place of the line (ix.range.record)."""
        if not self.at or not isinstance(self.engaged, list) or not info.context:
            return
        names = {block["id"]: block["name"] for block in info.context["setup"].roster}
        for one, other in self.engaged:
            if self.at[one] != self.at[other]:
                fault = f"{short(names[one])} and {short(names[other])} stand apart"
                raise wrong(fault, "Give both the same number in at, or take them out of engaged.")


def stands(block: dict[str, object]) -> bool:
    """Whether somebody of this completed block can act: neither down nor overcome by Strain."""
    wounds, strain, points = block["wounds"], block["strain"], block["strain_points"]
    assert isinstance(wounds, int) and isinstance(strain, int) and isinstance(points, int)
    return wounds > 0 and (not points or strain < points)


def people(setup: Setup, named: str) -> list[str]:
    """The ids of whoever is meant by a name, an id or the word for a side, in roster order."""
    if named in ("heroes", "foes"):
        return [block["id"] for block in setup.roster if block["side"] == named]
    return ids_meant(setup, [named])
