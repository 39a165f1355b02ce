"""The content model of an ix scene: where everybody stands, and how the fight begins."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from affray.kernel.blocks import Part, at_place, ids_meant, known, wrong
from affray.kernel.rulebook import short
from affray.kernel.system import Setup
from affray.systems.ix.blocks.air_blocks import Air, people, spelt
from affray.systems.ix.blocks.chase_blocks import Chase
from affray.systems.ix.blocks.hazard_blocks import Burning, Temperature
from affray.systems.ix.blocks.interlude_blocks import Downtime, Social, Travel

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


class Scene(Air):
    """How play begins; what is left out the GM says, or the rulings' defaults do.

    People are named by name or id; the name of several numbered ones stands for all of them, and
    "heroes" and "foes" for a whole side. `at` puts them on the line of steps
    (ix.range.record); a single name counts before a side, whatever comes first. `engaged` are
    opponents at one place who are in contact. `riding` puts riders on mounts of their own side
    (ix.mounted.initiative); a mount is where its rider is. `structured = false` begins with free
    play.
    `players` is the number of players who bring Fortune (the heroes, if left out); `fortune` and
    `peril` are the pools of a session that has begun.
    """

    kind: Literal["fight", "chase", "social", "travel", "downtime", "free"] = "fight"
    riding: dict[str, str] = Field(default={})
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
    chase: Chase | None = None
    burning: Burning | None = None
    temperature: Temperature | None = None
    airless: Annotated[list[str], Field(max_length=100)] = Field(default=[])
    social: Social | None = None
    travel: Travel | None = None
    downtime: Downtime | None = None

    @field_validator("riding")
    @classmethod
    def in_the_saddle(cls, riding: dict[str, str], info: ValidationInfo) -> dict[str, str]:
        if not info.context:
            return riding
        return in_the_saddle(info.context["setup"], riding)

    @field_validator("at")
    @classmethod
    def placed(cls, at: dict[str, int] | None, info: ValidationInfo) -> dict[str, int] | None:
        if at is None or not info.context:
            return at
        setup: Setup = info.context["setup"]
        spread: list[tuple[int, str, int]] = []
        for named, step in at.items():
            with at_place(named):
                ids = people(setup, named)
            spread += [(len(ids), one, step) for one in ids]
        where: dict[str, int] = {}
        for _, one, step in sorted(spread, key=lambda each: -each[0]):
            where[one] = step
        ids = [block["id"] for block in setup.roster]
        afoot = [block for block in setup.roster if block.get("npc") != "mount"]
        missing = [block["name"] for block in afoot if block["id"] not in where]
        if missing:
            cure = f'Add at."{missing[0]}" = ..., or leave out at and be asked.'
            raise wrong(f"it is not said where {short(missing[0])} stands", cure)
        return {one: where[one] for one in ids if one in where}

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
        afoot = [block["id"] for block in setup.roster if block.get("npc") != "mount"]
        pairs: dict[tuple[str, str], None] = {}
        for nth, pair in enumerate(given):
            with at_place(nth):
                if len(pair) != 2:
                    raise wrong(f"{short(', '.join(pair))} is no pair", "Write two names in each.")
                here, there = ([w for w in people(setup, one) if w in afoot] for one in pair)
                met = [(a, b) for a in here for b in there if sides[a] != sides[b]]
                if not met:
                    cure = "Pair a hero or ally with a foe."
                    raise wrong(f"{short(' and '.join(pair))} are on one side", cure)
                _at_one_place(setup, info.data.get("at") or {}, met)
            pairs.update(dict.fromkeys((a, b) if sides[a] == "heroes" else (b, a) for a, b in met))
        return [list(pair) for pair in pairs]

    @field_validator("burning")
    @classmethod
    def who_is_inside(cls, burning: Burning | None, info: ValidationInfo) -> Burning | None:
        if burning is not None and burning.inside is not None:
            burning.inside = _listed(burning.inside, info, "inside")
        return burning

    @field_validator("temperature")
    @classmethod
    def who_is_safe(cls, weather: Temperature | None, info: ValidationInfo) -> Temperature | None:
        if weather is not None:
            weather.safe = _listed(weather.safe, info, "safe")
        return weather

    @field_validator("surprised", "behind_cover", "airless")
    @classmethod
    def listed(cls, named: list[str], info: ValidationInfo) -> list[str]:
        return _listed(named, info)

    @field_validator("social")
    @classmethod
    def addressed(cls, social: Social | None, info: ValidationInfo) -> Social | None:
        """The ids of whom the encounter is with; all foes, if nobody is named."""
        if social is None or not info.context:
            return social
        setup: Setup = info.context["setup"]
        kinds = {block["id"]: block["kind"] for block in setup.roster}
        meant: list[str] = []
        for nth, named in enumerate(social.persons or ["foes"]):
            with at_place("persons", nth):
                meant += people(setup, named)
                if any(kinds[one] == "hero" for one in meant):
                    cure = "Name foes or allies whom the heroes talk to."
                    raise wrong(f"{short(named)} is a hero", cure)
        social.persons = [one for one in kinds if one in meant]
        return social

    @model_validator(mode="after")
    def fits_together(self, info: ValidationInfo) -> Scene:
        if self.magical_darkness and self.light != "darkness":
            with at_place("magical-darkness", "magical_darkness"):
                raise wrong("magical darkness is dark", 'Write light = "darkness" too.')
        if info.context:
            self._in_the_air(info)
            roster = info.context["setup"].roster
            if not any(block["kind"] == "hero" and stands(block) for block in roster):
                cure = "Let the heroes rest, or give one of them some Wounds."
                raise wrong("no hero is up", cure)
            foes = any(
                block["side"] == "foes" and stands(block) and block.get("npc") != "mount"
                for block in roster
            )
            if not foes and self.kind in ("fight", "chase"):
                cure = f"A {self.kind} needs one: add [[foes]], or give one of them some Wounds."
                raise wrong("no foe is up", cure)
            if self.kind == "social":
                self._somebody_to_talk_to(roster)
            if self.kind == "travel" and self.travel is None:
                raise wrong("it is not said where they travel", "Add travel.stretches = [...].")
            if self.behind_cover and not self.cover:
                cure = 'Add [[scene.cover]] with name = "..." and at = ...'
                with at_place("behind-cover", "behind_cover"):
                    raise wrong("there is no cover to be behind", cure)
        return self

    def _in_the_air(self, info: ValidationInfo) -> None:
        """Whoever begins in the air has wings, or is on what has (ix.flying.who)."""
        assert info.context
        blocks = {block["id"]: block for block in info.context["setup"].roster}
        riders = {mount: rider for rider, mount in self.riding.items()}
        for one, zone in self.heights.items():
            carrier = blocks[self.riding.get(one, one)]
            if zone == "ground" or carrier.get("species", carrier).get("flight"):
                continue
            name = short(blocks[one]["name"])
            cure = f'Leave it out, or write ledges = {{ "{name}" = "{zone}" }}: it stands up there.'
            if one in riders:
                cure = "Leave it out, or let the rider ride something that flies."
            with at_place("heights", *spelt(info, one)):
                raise wrong(f"{name} cannot fly", cure)

    def _somebody_to_talk_to(self, roster: list[dict[str, Any]]) -> None:
        named = self.social.persons if self.social else []
        persons = [
            block
            for block in roster
            if (block["id"] in named if named else block["side"] == "foes") and stands(block)
        ]
        if not persons:
            cure = "Name somebody in social.persons who is up."
            with at_place("social", "persons"):
                raise wrong("nobody is there to talk to", cure)


def _at_one_place(setup: Setup, at: dict[str, int], met: list[tuple[str, str]]) -> None:
    """Whoever is Engaged stands at one place of the line (ix.range.record)."""
    names = {block["id"]: block["name"] for block in setup.roster}
    for one, other in met:
        if at.get(one) != at.get(other):
            fault = f"{short(names[one])} and {short(names[other])} stand apart"
            raise wrong(fault, "Give both the same number in at, or take them out of engaged.")


def stands(block: dict[str, object]) -> bool:
    """Whether somebody of this completed block can act: neither down nor overcome by Strain."""
    wounds, strain, points = block["wounds"], block["strain"], block["strain_points"]
    assert isinstance(wounds, int) and isinstance(strain, int) and isinstance(points, int)
    return wounds > 0 and not block.get("dead") and (not points or strain < points)


def in_the_saddle(setup: Setup, riding: dict[str, str]) -> dict[str, str]:
    """Riders and their mounts by id; several numbered riders and as many mounts go in pairs."""
    blocks = {block["id"]: block for block in setup.roster}
    found: dict[str, str] = {}
    for rider, mount in riding.items():
        with at_place(rider):
            riders, mounts = ids_meant(setup, [rider]), ids_meant(setup, [mount])
            if len(riders) != len(mounts):
                cure = "Name each rider and each mount, or as many of both."
                raise wrong(f"{short(rider)} and {short(mount)} are not as many", cure)
            for one, steed in zip(riders, mounts, strict=True):
                _may_ride(blocks[one], blocks[steed])
                if one in found or steed in found.values():
                    cure = "One rider to a mount, and one mount to a rider."
                    raise wrong(f"{short(rider)} and {short(mount)} are named twice", cure)
                found[one] = steed
    return found


def _may_ride(one: dict[str, Any], steed: dict[str, Any]) -> None:
    if steed.get("npc") != "mount":
        cure = 'Name a block with npc = "mount", such as use = "war-horse".'
        raise wrong(f"{short(steed['name'])} is no mount", cure)
    if one.get("npc") in ("mount", "minion"):
        cure = "Let an Elite, a Nemesis or a hero ride; a group has no saddle in common."
        raise wrong(f"{short(one['name'])} cannot ride", cure)
    if one["side"] != steed["side"]:
        cure = "Put the mount among the allies for a hero, among the foes for a foe."
        raise wrong(f"{short(steed['name'])} is on the other side", cure)


def _listed(named: list[str], info: ValidationInfo, *below: str) -> list[str]:
    """The ids of those who are named in a list, in roster order; `below` is its key."""
    if not info.context:
        return named
    setup: Setup = info.context["setup"]
    found: set[str] = set()
    for nth, each in enumerate(named):
        with at_place(*below, nth):
            found.update(people(setup, each))
    return [block["id"] for block in setup.roster if block["id"] in found]
