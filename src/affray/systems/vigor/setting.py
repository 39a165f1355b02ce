"""The scene of a fight as people write it: places, ground, cover, surprise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, model_validator

from affray.kernel.blocks import Part, ids_meant, wrong
from affray.kernel.system import Setup
from affray.systems.vigor import content
from affray.systems.vigor.blocks import Feet, Spot, in_steps


class Patch(Part):
    """A piece of ground: all points within `radius` feet of `at`."""

    at: Spot
    radius: Feet = 0
    name: Annotated[str, Field(max_length=100)] = ""


class Cover(Part):
    """Cover that somebody has, from everybody or from one (vigor.cover.*)."""

    who: str
    from_: str = ""
    cover: Literal["half", "three-quarters", "total"]


class Scene(Part):
    """How a fight begins (vigor.fight.scene-facts, vigor.position.start, vigor.surprise.who).

    `surprised` names those who are; an empty list says that nobody is. `start = "rows"` puts the
    sides `apart` feet from each other. `difficult` is "all" or patches; `closed` are places that
    nobody can enter; `unseen` pairs of who cannot see whom.
    """

    place: Annotated[str, Field(max_length=500)] | None = None
    surprised: list[str] | None = None
    start: Literal["rows"] | None = None
    apart: Feet | None = None
    difficult: Literal["all"] | Annotated[list[Patch], Field(max_length=50)] | None = None
    closed: Annotated[list[Patch], Field(max_length=50)] | None = None
    cover: Annotated[list[Cover], Field(max_length=100)] | None = None
    unseen: (
        Annotated[
            list[Annotated[list[str], Field(min_length=2, max_length=2)]], Field(max_length=100)
        ]
        | None
    ) = None

    def can_stand(self, setup: Setup) -> None:
        """Raises a fault if two begin on one point, or somebody where nobody can stand."""
        standing: dict[tuple[int, ...], str] = {}
        for block in setup.roster:
            if block.get("at") is None:
                continue
            spot = tuple(block["at"])
            if spot in standing:
                raise wrong(
                    f"{standing[spot]} and {block['name']} stand on one point",
                    "Give one of them another at, or leave it out.",
                )
            standing[spot] = block["name"]
            for patch in self.closed or ():
                if (
                    max(abs(here - there) for here, there in zip(spot, patch.at, strict=True))
                    <= patch.radius
                ):
                    raise wrong(
                        f"{block['name']} stands where nobody can",
                        "Move it, or the closed place.",
                    )

    @model_validator(mode="after")
    def known_people(self, info: ValidationInfo) -> Scene:
        if not info.context:
            return self
        setup: Setup = info.context["setup"]
        step = content.step_feet(setup)
        self.can_stand(setup)
        in_steps([self.apart or 0], step)
        patches = [*(self.difficult if isinstance(self.difficult, list) else ())]
        for patch in [*patches, *(self.closed or ())]:
            in_steps([*patch.at, patch.radius], step)
        if self.surprised is not None:
            self.surprised = ids_meant(setup, self.surprised)
        covers = []
        for one in self.cover or ():
            sources = ids_meant(setup, [one.from_]) if one.from_ else [""]
            covers += [
                Cover.model_construct(who=who, from_=source, cover=one.cover)
                for who in ids_meant(setup, [one.who])
                for source in sources
            ]
        if self.cover is not None:
            self.cover = covers
        if self.unseen is not None:
            self.unseen = [
                [viewer, target]
                for first, second in self.unseen
                for viewer in ids_meant(setup, [first])
                for target in ids_meant(setup, [second])
            ]
        return self


def scene_of(scene: Mapping[str, Any], setup: Setup) -> dict[str, Any]:
    """The scene completed: ids for names; what it does not say is not in it."""
    model = Scene.model_validate(scene, context={"setup": setup})
    return model.model_dump(by_alias=True, exclude_none=True)
