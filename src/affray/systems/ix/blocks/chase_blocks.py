"""The content model of a chase: [scene.chase] of an encounter."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from affray.kernel.blocks import Part, at_place, ids_meant, known, wrong
from affray.kernel.naming import folded
from affray.kernel.rulebook import short

Bands = Annotated[int, Field(ge=1, le=4)]
MOST = 20


class PairGap(Part):
    """The gap of one pair at the start, where it is not that of everybody."""

    pursuer: str
    quarry: str
    gap: Bands

    @field_validator("pursuer", "quarry")
    @classmethod
    def meant(cls, named: str, info: ValidationInfo) -> str:
        if not info.context:
            return named
        ids: list[str] = ids_meant(info.context["setup"], [named])
        if len(ids) != 1:
            raise wrong(f"{short(named)} are several", "Name one of them, with its number.")
        return ids[0]


class OwnObstacle(Part):
    """An obstacle of the encounter's own; `narrow` for a crowd or a narrow way."""

    id: str = ""
    name: Annotated[str, Field(min_length=1, max_length=100)]
    skills: Annotated[list[str], Field(min_length=1, max_length=4)]
    difficulty: str | None = None
    narrow: bool = False

    @field_validator("skills")
    @classmethod
    def listed(cls, skills: list[str], info: ValidationInfo) -> list[str]:
        if not info.context:
            return skills
        rows = info.context["house"].book.table("skills").rows
        for nth, skill in enumerate(skills):
            with at_place(nth):
                known(skill, [row["id"] for row in rows], "skill")
        return skills

    @field_validator("difficulty")
    @classmethod
    def on_the_ladder(cls, difficulty: str | None, info: ValidationInfo) -> str | None:
        if difficulty is None or not info.context:
            return difficulty
        rows = info.context["house"].book.table("difficulty").rows
        return known(difficulty, [row["id"] for row in rows], "difficulty")


class Chase(Part):
    """Who flees, how far ahead, over which ground, past what.

    What is left out the GM says, or the rulings' defaults do. `gap` is everybody's in range bands
    (1 Short to 4 Extreme), `gaps` those of single pairs. `obstacles` are ids of
    tables.chase-obstacles or the encounter's own. `going` says whether the ground is open or
    narrow, for riders.
    """

    quarry: Literal["heroes", "foes"] | None = None
    gap: Bands | None = None
    gaps: Annotated[list[PairGap], Field(max_length=200)] = Field(default=[])
    obstacles: Annotated[list[str | OwnObstacle], Field(max_length=MOST)] | None = None
    ground: Literal["land", "air", "mounted", "water"] = "land"
    going: Literal["", "open", "narrow"] = ""

    @field_validator("obstacles")
    @classmethod
    def each_once(
        cls, obstacles: list[str | OwnObstacle] | None, info: ValidationInfo
    ) -> list[str | OwnObstacle] | None:
        if obstacles is None or not info.context:
            return obstacles
        ids = [row["id"] for row in info.context["house"].book.table("chase-obstacles").rows]
        found: list[str | OwnObstacle] = []
        names: set[str] = set()
        for number, one in enumerate(obstacles, 1):
            if isinstance(one, str):
                with at_place(number - 1):
                    one = known(one, ids, "obstacle")
            else:
                one = one.model_copy(update={"id": f"obstacle-{number}"})
            name = one if isinstance(one, str) else folded(one.name)
            if name in names:
                with at_place(number - 1):
                    raise wrong(f"{short(name)} stands there twice", "Leave one out.")
            names.add(name)
            found.append(one)
        return found

    @model_validator(mode="after")
    def fits_together(self, info: ValidationInfo) -> Chase:
        if self.gaps and self.quarry is None:
            with at_place("gaps"):
                raise wrong("it is not said who flees", 'Add quarry = "foes" or "heroes".')
        if info.context:
            sides = {b["id"]: b["side"] for b in info.context["setup"].roster}
            names = {b["id"]: b["name"] for b in info.context["setup"].roster}
            for nth, one in enumerate(self.gaps):
                if sides[one.quarry] != self.quarry or sides[one.pursuer] == self.quarry:
                    pair = f"{short(names[one.pursuer])} and {short(names[one.quarry])}"
                    cure = f"The quarry is one of the {self.quarry}, the pursuer of the others."
                    with at_place("gaps", nth):
                        raise wrong(f"{pair} are no pursuer and quarry", cure)
        return self
