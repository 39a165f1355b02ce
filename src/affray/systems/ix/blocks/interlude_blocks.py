"""The content model of social encounters, journeys and gaps of downtime ([scene.social] ...)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, ValidationInfo, model_validator

from affray.kernel.blocks import Called, Part, at_place, each_once, known, rows_of, wrong
from affray.kernel.rulebook import short

MOST_STEPS = 9
MOST_MILES = 9_999


class Axis(Part):
    """An axis in play: where it stands and, if it matters to the goal, what it has to reach.

    `steps` are the words for its places, worst first; those of tables.axes if left out. One that is
    not `known` has to be read before the players see where it stands.
    """

    axis: str
    stands: Called | None = None
    needs: Called | None = None
    steps: Annotated[list[Called], Field(min_length=2, max_length=MOST_STEPS)] | None = None
    known: bool = True

    @model_validator(mode="after")
    def fits_together(self, info: ValidationInfo) -> Axis:
        rows = rows_of(info, "axes")
        with at_place("axis"):
            known(self.axis, rows, "axis")
        if self.steps is None:
            self.steps = list(rows[self.axis]["steps"])
        with at_place("steps"):
            each_once(self.steps, "step")
        with at_place("stands"):
            middle = self.steps[(len(self.steps) - 1) // 2]
            self.stands = known(self.stands or middle, self.steps, "step")
        if self.needs is not None:
            with at_place("needs"):
                known(self.needs, self.steps, "step")
                if self.steps.index(self.needs) <= self.steps.index(self.stands):
                    fault = f"{short(self.axis)} is at {short(self.needs)} or better already"
                    raise wrong(fault, "Let it stand lower, or leave out needs.")
        return self


class Social(Part):
    """A social encounter: the axes at stake, whom it is with, how many rounds it may take.

    `persons` are foes or allies; all foes, if nobody is named. One of the `axes` at least has to
    get somewhere: without a goal the talk would be about nothing.
    """

    axes: Annotated[list[Axis], Field(max_length=8)] = Field(default=[])
    persons: Annotated[list[str], Field(max_length=20)] = Field(default=[])
    rounds: Annotated[int, Field(ge=0, le=99)] = 0

    @model_validator(mode="after")
    def has_a_goal(self) -> Social:
        named = [one.axis for one in self.axes]
        for nth in range(len(named)):
            with at_place("axes", nth, "axis"):
                each_once(named[: nth + 1], "axis")
        if not any(one.needs for one in self.axes):
            fault, cure = "no axis has to get anywhere", 'Write needs = "..." in one of them.'
            if not self.axes:
                fault = "no axis is at stake"
                cure = 'Add axes = [{ axis = "attitude", needs = "friendly" }], or the like.'
            with at_place("axes"):
                raise wrong(fault, cure)
        return self


class Stretch(Part):
    """A stretch of a journey: its miles, and the ground that they lead over.

    `terrain` is a row of tables.terrain or one of its words ("forest"). `hard_to_see` asks for
    navigation where the way is not a road.
    """

    miles: Annotated[int, Field(ge=1, le=MOST_MILES)]
    terrain: str = "road"
    trackless: bool = False
    hard_to_see: bool = False
    name: Annotated[str, Field(max_length=100)] = ""

    @model_validator(mode="after")
    def on_the_map(self, info: ValidationInfo) -> Stretch:
        rows = rows_of(info, "terrain")
        by_word = {word: row for row, entry in rows.items() for word in (row, *entry["terrain"])}
        with at_place("terrain"):
            word = known(self.terrain, by_word, "terrain")
        self.name = self.name or (word if word not in rows else "")
        self.terrain = by_word[word]
        return self


class Travel(Part):
    """A journey that is played: `by` what (tables.travel-speed), over which stretches, and how many
    days it may take."""

    by: str = "on-foot"
    stretches: Annotated[list[Stretch], Field(min_length=1, max_length=30)]
    days: Annotated[int, Field(ge=1, le=99)] | None = None

    @model_validator(mode="after")
    def by_some_means(self, info: ValidationInfo) -> Travel:
        with at_place("by"):
            known(self.by, rows_of(info, "travel-speed"), "means of travel")
        return self


class Language(Part):
    """A language that can be learned in a gap, and the languages it is related to."""

    name: Called
    related: Annotated[list[Called], Field(max_length=20)] = Field(default=[])


class Craft(Part):
    """Something that can be made in a gap: its price in silver flargons and the fitting skill."""

    name: Called
    price: Annotated[int, Field(ge=0, le=999_999)]
    skill: str

    @model_validator(mode="after")
    def by_a_skill(self, info: ValidationInfo) -> Craft:
        with at_place("skill"):
            known(self.skill, rows_of(info, "skills", "combat-skills"), "skill")
        return self


class Downtime(Part):
    """A gap of downtime, and what it offers. `nights` are the full rests that pass besides what
    people do; left out, the GM may say."""

    weeks: Annotated[int, Field(ge=1, le=52)] = 1
    nights: Annotated[int, Field(ge=0, le=364)] | None = None
    languages: Annotated[list[Language], Field(max_length=20)] = Field(default=[])
    crafts: Annotated[list[Craft], Field(max_length=20)] = Field(default=[])


__all__ = ["Downtime", "Social", "Travel"]
