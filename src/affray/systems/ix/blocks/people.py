"""The content model of ix: heroes and non-player characters as people write them.

A block is checked against the ledger and the house rules in force, and completed, so that rules
find every field. Keys are written with hyphens (`wound-points`); a completed block, which is read
back as well, has underscores. Species, weapons, armour, talents and spells of the ledger go by
their id; a table with `use = "id"` is that entry with some of it written anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from affray.kernel.blocks import (
    Called,
    Part,
    Words,
    each_once,
    entry_of,
    give_ids,
    named_in,
    number_of,
    of_the_ledger,
    rows_of,
    within,
    written,
    wrong,
)
from affray.kernel.naming import LONGEST_NAME, folded
from affray.systems.ix.blocks.things import (
    HANDS,
    UNARMED,
    AgainstFear,
    Characteristic,
    Darkvision,
    Defense,
    Injuries,
    Rank,
    Rating,
    Skill,
    Small,
    Species,
    Spells,
    Talents,
    Things,
    Weapons,
    Worn,
)

Shown: TypeAlias = Literal["all", "word", "nothing"]
Make: TypeAlias = Literal["living", "undead", "construct"]


def _species(given: object, info: ValidationInfo) -> object:
    return of_the_ledger("species", given, info)


class Combatant(Part):
    """What everybody has. `shown` is how much the other seats see of the numbers.

    `wounds` are the current ones (they count down, below 0 too), `strain` what has gathered.
    `melee_defense` and `ranged_defense` are its own; armour, weapons in hand and cover add to it.
    `dead` is for somebody whom a rite may still call back, `dead_hours` how long it has been so,
    `tried_by` the ids of those who have failed to resurrect it; `strangers` are the ids of those
    whom somebody does not know by name and face.
    `lowered` is what is off Characteristics for good, `marks` what is left to see of it.
    `rides` is the id of the mount that it sits on where one of that id is on its side.
    `other_sense` is the farthest band in which it finds somebody without seeing. `leads` is for
    whoever can rally a Demoralized group (an Elite and a Nemesis always can).
    """

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    """What it is called; two may not be called the same."""
    place: Annotated[str, Field(max_length=200)] = ""
    """Where it begins, in words."""
    rides: Annotated[str, Field(max_length=100)] = ""
    """The id of the mount that it sits on."""
    hidden: bool = False
    """Whether players do not know of it until the GM shows it."""
    shown: Shown = "all"
    """How much players see of its numbers: all, a word, or nothing."""
    characteristics: dict[Characteristic, Rating] = Field(default={})
    """The ratings that differ from what it starts with."""
    skills: dict[Skill, Rank] = Field(default={})
    """Ranks in skills; left empty, none."""
    talents: Talents = Field(default=[])
    """The talents that it has."""
    weapons: Weapons = Field(default=[])
    """The weapons that it carries, shields too; bare hands need no entry."""
    armour: Worn = None
    """The one suit of armour that is worn."""
    gear: Things = Field(default=[])
    """Things carried that are no weapons, with their names."""
    spells: Spells = Field(default=[])
    """The spells that it can cast."""
    melee_defense: Defense = 0
    """Its own Defense in melee, without armour and weapons."""
    ranged_defense: Defense = 0
    """Its own Defense at range, without armour and cover."""
    wound_points: Annotated[int, Field(ge=1, le=9999)] | None = None
    """How many Wounds it can take; a hero's follow from species and Might."""
    wounds: Annotated[int, Field(ge=-9999, le=99_999)] | None = None
    """Wounds left now, below 0 too; full if left out."""
    strain_points: Annotated[int, Field(ge=0, le=9999)] | None = None
    """How much Strain it can bear; a hero's follow from species and Willpower."""
    strain: Annotated[int, Field(ge=0, le=9999)] = 0
    """Strain that has gathered."""
    injuries: Injuries = Field(default=[])
    """Critical Injuries that it still has."""
    lowered: dict[Characteristic, Small] = Field(default={})
    """What is off Characteristics for good."""
    marks: Annotated[list[Words], Field(max_length=50)] = Field(default=[])
    """What is left to see of old injuries, in words."""
    dead: bool = False
    """Whether it is dead and a rite may still call it back."""
    dead_hours: Annotated[int, Field(ge=0, le=9_999_999)] = 0
    """For how many hours it has been dead."""
    tried_by: Annotated[list[Words], Field(max_length=50)] = Field(default=[])
    """Ids of those who have failed to resurrect it."""
    strangers: Annotated[list[Words], Field(max_length=50)] = Field(default=[])
    """Ids of those whom it does not know by name and face."""
    stabilized: bool = False
    """Whether somebody dying was stabilized."""
    overloaded: bool = False
    """Whether too much Strain has overcome it."""
    make: Make = "living"
    """Whether it lives, is undead, or was built."""
    fear: Annotated[int, Field(ge=0, le=4)] = 0
    """How frightening it is, from 0 to 4."""
    fear_proof: bool = False
    """Whether nothing frightens it."""
    against_fear: AgainstFear = Field(default_factory=AgainstFear)
    """What helps it to resist fear."""
    other_sense: Darkvision = "none"
    """The farthest band in which it finds somebody without seeing."""
    leads: bool = False
    """Whether it can rally a Demoralized group."""

    @field_validator("talents")
    @classmethod
    def talents_once(cls, talents: list[str]) -> list[str]:
        each_once(talents, "talent")
        return talents

    def finish(self, info: ValidationInfo) -> None:
        """Completes what stands in every block."""
        things = [("weapon", weapon) for weapon in self.weapons]
        give_ids([*things, *(("gear", item) for item in self.gear)], (UNARMED,), may_repeat=True)
        give_ids(("spell", spell) for spell in self.spells)
        self._take_in_hand()
        assert self.wound_points is not None
        most = self.most_wounds(info)
        if self.wounds is None:
            self.wounds = most
        if self.wounds > most:
            raise wrong(
                f"{self.wounds} Wounds are more than the Wound Points",
                f"Write wounds = {most} or less, or leave it out.",
            )

    def most_wounds(self, info: ValidationInfo) -> int:
        """Where the track of current Wounds ends."""
        assert self.wound_points is not None
        return self.wound_points

    def rate(self, base: Mapping[str, int], info: ValidationInfo) -> None:
        """All Characteristics, those not said from the base."""
        names = rows_of(info, "characteristics")
        self.characteristics = {
            name: self.characteristics.get(name, base.get(name, 1)) for name in names
        }

    def _take_in_hand(self) -> None:
        hands = sum(weapon.hands for weapon in self.weapons if weapon.in_hand)
        if hands > HANDS:
            cure = 'Write carried = "stowed" for some of them.'
            raise wrong(f"the weapons drawn take {hands} hands", cure)
        for weapon in self.weapons:
            if weapon.natural or weapon.mounted:
                weapon.carried = "drawn"
            elif weapon.carried is None:
                fits = hands + weapon.hands <= HANDS and not weapon.lost
                weapon.carried = "drawn" if fits else "stowed"
                hands += weapon.hands * fits


class Hero(Combatant):
    """A player's character: species, ratings, and Points that follow from them.

    Characteristics not said are those of the species. Wound Points and Strain Points are worked
    out (ix.wounds.points, ix.strain.points). `purse` is silver flargons, `pay` what a week's work
    brings (0: the ledger's baseline), `career` the skills it works with. `discounts`, `contacts`
    and `facts` are what downtime has brought.
    """

    species: Annotated[Species, BeforeValidator(_species), named_in("species")] = Field(
        default="human",  # an id, which the validator reads
        validate_default=True,
    )
    """What the hero was born as; one of its own is written as text."""
    purse: Annotated[int, Field(ge=0, le=9_999_999)] = 0
    """Silver flargons that the hero carries."""
    pay: Annotated[int, Field(ge=0, le=99_999)] = 0
    """What a week's work brings, in silver flargons; 0 for what is usual."""
    career: Annotated[list[Skill], Field(max_length=20)] = Field(default=[])
    """The skills that the hero works with."""
    languages: Annotated[list[Called], Field(max_length=50)] = Field(default=[])
    """Languages that the hero speaks."""
    discounts: Annotated[list[Skill], Field(max_length=50)] = Field(default=[])
    """Skills that downtime has made cheaper to learn."""
    contacts: Annotated[list[Called], Field(max_length=200)] = Field(default=[])
    """People whom downtime has made known, by name."""
    facts: Annotated[list[Words], Field(max_length=500)] = Field(default=[])
    """What downtime has found out, a sentence each."""

    @field_validator("career", "languages", "discounts")
    @classmethod
    def named_once(cls, names: list[str], info: ValidationInfo) -> list[str]:
        each_once(names, written(info.field_name or ""))
        return names

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Hero:
        self.rate(self.species.characteristics, info)
        points = self.species.wound_base + self.characteristics["might"]
        self.wound_points = _follows(self.wound_points, points, "Wound Points", "Might")
        points = self.species.strain_base + self.characteristics["willpower"]
        self.strain_points = _follows(self.strain_points, points, "Strain Points", "Willpower")
        self.finish(info)
        return self


def _follows(given: int | None, right: int, what: str, characteristic: str) -> int:
    if given not in (None, right):
        fault = f"{given} are not its {what}"
        raise wrong(fault, f"Leave them out: base and {characteristic} make {right}.")
    return right


class Npc(Combatant):
    """A non-player character (ix.content.adversaries): a minion group, an Elite or a Nemesis; or a
    mount (ix.content.mounts), which a scene puts under its rider (`riding`).

    `wound_points` are those of one member, `wounds` those of the whole group. `resistance` is the
    whole number, armour and Might included. Characteristics not said are 2. Elites with one
    `group` (their name if nothing is said) count as one for fear.
    """

    npc: Literal["minion", "elite", "nemesis", "mount"]
    """What sort it is: a group of minions, an Elite, a Nemesis, or a mount."""
    members: int = 1
    """How many minions stand in the group."""
    wound_points: Annotated[int, Field(ge=1, le=9999)]
    """How many Wounds one member can take."""
    resistance: Annotated[int, Field(ge=0, le=99)] | None = None
    """What is taken off every hit; left out, from Might and armour."""
    group_skills: list[Skill] = Field(default=[])
    """Skills of minions, whose rank follows from the members standing."""
    group: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    """Elites of one group count as one for fear; left out, those of one name."""
    scale: Annotated[int, Field(ge=0, le=6)] = 1
    """How large it is; people are 1."""
    flight: bool = False
    """Whether it can fly by itself."""
    war_trained: bool = False
    """Whether a mount is trained for war."""
    darkvision: Darkvision = "none"
    """How far it sees in the dark."""
    proof_against: Annotated[list[Called], Field(max_length=20)] = Field(default=[])
    """Hazards that do it nothing, in words."""
    hears: bool = True
    """Whether it can hear."""
    shown: Shown = "word"
    """How much players see of its numbers: all, a word, or nothing."""

    @field_validator("members")
    @classmethod
    def so_many(cls, members: int, info: ValidationInfo) -> int:
        return within(members, 1, number_of(info, "minion-group-max"), "the members of a group")

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Npc:
        self.rate(dict.fromkeys(rows_of(info, "characteristics"), 2), info)
        if self.npc != "minion" and self.members != 1:
            cure = "Write count = ... for several of them; only minions stand in a group."
            raise wrong(f"{self.members} of them cannot be one {self.npc}", cure)
        if self.npc == "minion" and self.skills:
            cure = "Write group-skills = [...]: its rank follows from the members standing."
            raise wrong("a minion group has no skill ranks of its own", cure)
        if self.npc != "minion" and self.group_skills:
            raise wrong("only minions have group-skills", "Write skills = { ... } with ranks.")
        if self.war_trained and self.npc != "mount":
            raise wrong("only mounts are war-trained", 'Leave it out, or write npc = "mount".')
        if self.npc == "nemesis" and not self.strain_points:
            raise wrong("a Nemesis has a Strain track", "Add strain-points = ...")
        if self.npc != "nemesis" and (self.strain_points or self.strain):
            cure = "Leave out strain and strain-points: it suffers Strain as Wounds."
            kind = {"elite": "an Elite", "mount": "a mount"}.get(self.npc, "a minion group")
            raise wrong(f"{kind} has no Strain track", cure)
        each_once(self.group_skills, "group skill")
        self.strain_points = self.strain_points or 0
        if self.resistance is None:
            worn = self.armour.resistance if self.armour else 0
            self.resistance = (self.characteristics["might"] + 1) // 2 + worn
        if self.npc == "elite" and not self.group:
            self.group = folded(self.name)
        self.finish(info)
        return self

    def most_wounds(self, info: ValidationInfo) -> int:
        return self.wound_points * self.members


class Foe(Npc):
    """A non-player character on the GM's side."""


class Ally(Npc):
    """A non-player character on the heroes' side."""

    shown: Shown = "all"
    """How much players see of its numbers: all, a word, or nothing."""


MODELS: Mapping[str, type[Combatant]] = {"hero": Hero, "ally": Ally, "foe": Foe}


def block_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """An adversary of the ledger as a block that people could have written."""
    entry = entry_of(row)
    entry.pop("id")
    renamed = {
        "npc": entry.pop("kind"),
        "wound-points": entry.pop("wounds"),
        "strain-points": entry.pop("strain"),
        "weapons": entry.pop("attacks"),
    }
    return {**entry, **renamed}


def mount_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """A mount of the ledger as a block that people could have written."""
    entry = entry_of(row)
    entry.pop("id")
    ratings = {name: entry.pop(name) for name in ("might", "agility")}
    renamed = {
        "npc": "mount",
        "characteristics": ratings,
        "wound-points": entry.pop("wounds"),
        "weapons": entry.pop("attacks"),
    }
    return {**entry, **renamed}
