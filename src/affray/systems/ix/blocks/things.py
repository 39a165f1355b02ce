"""The content model of what combatants of ix have: species, weapons, armour, spells, gear."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    ValidationInfo,
    field_validator,
    model_validator,
)

from affray.kernel.blocks import (
    NOT_OF_AN_ENTRY,
    Called,
    Part,
    house_of,
    known,
    named_in,
    of_the_ledger,
    rows_of,
    within,
    wrong,
)
from affray.kernel.naming import folded

Small: TypeAlias = Annotated[int, Field(ge=0, le=99)]
Darkvision: TypeAlias = Literal["none", "engaged", "short", "medium", "long", "extreme"]
Carried: TypeAlias = Literal["drawn", "stowed", "packed"]
Lost: TypeAlias = Literal["", "dropped", "broken"]
UNARMED = "unarmed"
"""The id of the strike that everybody has."""
HANDS = 2
EXPLAINING = (*NOT_OF_AN_ENTRY, "effect")
"""Columns of the ledger that say in words what an entry of a block does by its numbers."""
AIMS: Mapping[str, Literal["creature", "living", "friend", "friends", "dead"]] = {
    "every friend": "friends",
    "friend": "friend",
    "living": "living",
    "died": "dead",
}
"""What the words of a spell's target say, and whom they mean."""


# ---- things named in the ledger ----


def _characteristic(given: str, info: ValidationInfo) -> str:
    return known(given, rows_of(info, "characteristics"), "Characteristic")


def _band(given: str, info: ValidationInfo) -> str:
    return known(given, rows_of(info, "range-bands"), "range band")


def _severity(given: str, info: ValidationInfo) -> str:
    return given and known(given, ("none", *rows_of(info, "severity")), "severity")


def _difficulty(given: str, info: ValidationInfo) -> str:
    return known(given, rows_of(info, "difficulty"), "difficulty")


def _condition(given: str, info: ValidationInfo) -> str:
    return given and known(given, (*rows_of(info, "conditions"), "burn"), "condition")


def _talent(given: str, info: ValidationInfo) -> str:
    return known(given, rows_of(info, "talents"), "talent")


def _skill(given: str, info: ValidationInfo) -> str:
    return known(given, rows_of(info, "skills", "combat-skills"), "skill")


def _most(info: ValidationInfo) -> int:
    """The dice that a pool may hold at all: no rating makes sense above it."""
    most = house_of(info).book.table("limits").row("pool")["maximum"]
    assert isinstance(most, int)
    return most


def _rating(given: int, info: ValidationInfo) -> int:
    return within(given, 1, _most(info), "a Characteristic rating")


def _rank(given: int, info: ValidationInfo) -> int:
    return within(given, 0, _most(info), "the ranks of a skill")


def _defense(given: int, info: ValidationInfo) -> int:
    most = house_of(info).book.table("limits").row("defense")["maximum"]
    return within(given, 0, most, "a Defense; it is capped there (ix.defense.cap)")


Characteristic: TypeAlias = Annotated[str, AfterValidator(_characteristic)]
Band: TypeAlias = Annotated[str, AfterValidator(_band)]
Severity: TypeAlias = Annotated[str, AfterValidator(_severity)]
Difficulty: TypeAlias = Annotated[str, AfterValidator(_difficulty), named_in("difficulty")]
Condition: TypeAlias = Annotated[str, AfterValidator(_condition)]
Skill: TypeAlias = Annotated[str, AfterValidator(_skill), named_in("combat-skills", "skills")]
Rating: TypeAlias = Annotated[int, AfterValidator(_rating)]
Rank: TypeAlias = Annotated[int, AfterValidator(_rank)]
Defense: TypeAlias = Annotated[int, AfterValidator(_defense)]
Talents: TypeAlias = Annotated[
    list[Annotated[str, AfterValidator(_talent), named_in("talents")]], Field(max_length=20)
]


class Species(Part):
    """What a character has from its birth (ix.content.species)."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    wound_base: Annotated[int, Field(ge=1, le=99)]
    """Wound Points before Might is added."""
    strain_base: Annotated[int, Field(ge=1, le=99)]
    """Strain Points before Willpower is added."""
    characteristics: dict[Characteristic, Rating] = Field(default={})
    """The ratings that one starts with."""
    flight: bool = False
    """Whether it can fly by itself."""
    darkvision: Darkvision = "none"
    """How far it sees in the dark."""
    proof_against: Annotated[list[Called], Field(max_length=20)] = Field(default=[])
    """Hazards that do it nothing, in words."""
    scale: Annotated[int, Field(ge=0, le=6)] = 1
    """How large it is; people are 1."""


def _qualities(given: object, info: ValidationInfo) -> object:
    """Qualities by id with their rating (1 if it has none), from a list such as ["burn 2"]."""
    if not isinstance(given, list):
        return given
    found: dict[str, object] = {}
    for one in given:
        if isinstance(one, str):
            name, _, rating = one.rpartition(" ")
            named, rated = (name, int(rating)) if rating.isdecimal() and name else (one, None)
        elif isinstance(one, dict) and set(one) <= {"quality", "rating"} and "quality" in one:
            named, rated = str(one["quality"]), one.get("rating")
        else:
            raise wrong("this is no quality", 'Write "burn 2" or { quality = "burn", rating = 2 }.')
        if named in found:
            raise wrong(f"{named} stands there twice", "Name each quality once.")
        row = rows_of(info, "weapon-qualities").get(named)
        if row is not None and row["rated"] and rated is None:
            raise wrong(f"{named} needs a rating", f'Write "{named} 1".')
        found[named] = 1 if rated is None else rated
    return found


class Weapon(Part):
    """A weapon of any kind, a shield and the claws of a beast included (ix.content.weapons).

    `carried`: drawn (in hand), stowed (worn; a Maneuver draws it) or packed (in a pack). Left out,
    weapons are drawn in the order written while there are hands for them. `damaged` counts steps.
    """

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    skill: Annotated[str, named_in("combat-skills")]
    """The combat skill that is rolled with it."""
    damage: Small
    """Damage of a hit, before net Successes are added."""
    crit: Annotated[int, Field(ge=1, le=20)]
    """How many Boons a Critical Injury costs."""
    range: Band = "engaged"
    """How far it reaches."""
    qualities: Annotated[
        dict[str, Annotated[int, Field(ge=1, le=20)]], BeforeValidator(_qualities)
    ] = Field(default={})
    """Its qualities of the book, each with its rating, 1 where it has none."""
    encumbrance: Small = 1
    """How much it burdens."""
    hands: Annotated[int, Field(ge=0, le=HANDS)] = 1
    """How many hands it takes, 0 to 2."""
    natural: bool = False
    """Whether it is part of the body, such as claws."""
    mounted: bool = False
    """Whether it is fixed to a ship or wall."""
    carried: Carried | None = None
    """Drawn, stowed or packed; left out, drawn while there are hands for it."""
    lost: Lost = ""
    """Whether it was dropped or is broken."""
    damaged: Annotated[int, Field(ge=0, le=9)] = 0
    """By how many steps it is damaged."""

    @field_validator("skill")
    @classmethod
    def fights(cls, skill: str, info: ValidationInfo) -> str:
        return known(skill, rows_of(info, "combat-skills"), "combat skill")

    @field_validator("qualities")
    @classmethod
    def listed(cls, qualities: dict[str, int], info: ValidationInfo) -> dict[str, int]:
        for quality in qualities:
            known(quality, rows_of(info, "weapon-qualities"), "weapon quality")
        return qualities

    @property
    def in_hand(self) -> bool:
        return not (self.natural or self.mounted or self.lost) and self.carried == "drawn"


class Armour(Part):
    """The one suit worn (ix.content.armour)."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    resistance: Annotated[int, Field(ge=0, le=20)]
    """What it takes off every hit."""
    melee_defense: Defense = 0
    """Its Defense in melee."""
    ranged_defense: Defense = 0
    """Its Defense at range."""
    encumbrance: Small = 0
    """How much it burdens."""
    lost: Lost = ""
    """Whether it was dropped or is broken."""
    damaged: Annotated[int, Field(ge=0, le=9)] = 0
    """By how many steps it is damaged."""


class Spell(Part):
    """A spell (ix.magic.spell-data). `wounds` are restored; `damage` is dealt, Resistance applied;
    `strain` is suffered, `condition` laid on the target. What costs Boons says so in its name."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    skills: Annotated[list[Skill], Field(min_length=1, max_length=5)]
    """The skills that it can be cast with."""
    cost: Literal["action", "maneuver", "quick-action", "an hour", "a night"] = "action"
    """What casting it takes of a turn or of a day."""
    difficulty: Difficulty
    """How hard it is to cast."""
    range: str = "engaged"
    """How far it reaches: a band, self, or none."""
    target: Called
    """Whom it is for, in words."""
    aim: Literal["", "creature", "living", "friend", "friends", "self", "dead"] = ""
    """Whom it can be cast at; left empty, it is read from the words of the target."""
    heard: bool = False
    """Whether the target must hear it."""
    harms: bool = False
    """Whether it is an attack."""
    bypasses_resistance: bool = False
    """Whether Resistance takes nothing off it."""
    resisted_by_defense: Literal["", "melee", "ranged"] = ""
    """The Defense that makes it harder, if any."""
    damage: Small = 0
    """Damage that it deals."""
    damage_per_extra_success: Annotated[int, Field(ge=0, le=9)] = 1
    """Damage added for each net Success after the first."""
    crit: Annotated[int, Field(ge=0, le=20)] = 0
    """How many Boons a Critical Injury costs; 0 for none."""
    burn_boons: Annotated[int, Field(ge=0, le=20)] = 0
    """How many Boons it costs to set the target on fire; 0 for never."""
    burn: Annotated[int, Field(ge=0, le=20)] = 0
    """How hard the target then burns."""
    strain: Small = 0
    """Strain that the target suffers."""
    strain_per_extra_success: Annotated[int, Field(ge=0, le=9)] = 0
    """Strain added for each net Success after the first."""
    condition: Condition = ""
    """The condition that it lays on the target."""
    longer_for_boons: Annotated[int, Field(ge=0, le=20)] = 0
    """How many Boons make the condition last longer; 0 for never."""
    wounds: Small = 0
    """Wounds that it restores."""
    wounds_per_extra_success: Annotated[int, Field(ge=0, le=9)] = 0
    """Wounds added for each net Success after the first."""
    strain_restored: Small = 0
    """Strain that it takes away."""
    later_wounds: Annotated[int, Field(ge=0, le=9)] = 0
    """Wounds that it restores again in later turns."""
    later_turns_max: Annotated[int, Field(ge=0, le=9)] = 0
    """In how many later turns at most."""
    answers_injury: Severity = "none"
    """Up to which severity it answers a Critical Injury."""
    step_down_boons: Annotated[int, Field(ge=0, le=20)] = 0
    """How many Boons make an injury lighter by a step; 0 for never."""
    step_down_up_to: Severity = ""
    """Up to which severity it can make an injury lighter."""
    stabilizes: bool = False
    """Whether it stabilizes somebody who is dying."""
    ends_conditions: list[Condition] = Field(default=[])
    """Conditions that it ends."""
    further_for_boons: Annotated[int, Field(ge=0, le=20)] = 0
    """How many Boons let it mend one thing more; 0 for never."""
    per_turn: Annotated[int, Field(ge=0, le=9)] = 0
    """How often in a turn it can be cast; 0 for no bound."""
    gem: Annotated[int, Field(ge=0, le=999_999)] = 0
    """What the gem that it uses up must be worth, in silver flargons."""

    @field_validator("range")
    @classmethod
    def reaches(cls, given: str, info: ValidationInfo) -> str:
        return known(given, ("none", "self", *rows_of(info, "range-bands")), "range")

    @model_validator(mode="after")
    def say_whom(self) -> Spell:
        """Reads from the words of `target` whom the spell is for, if nothing else says so."""
        words = self.target
        if not self.aim:
            found = [aim for told, aim in AIMS.items() if told in words]
            self.aim = "self" if self.range == "self" else found[0] if found else "creature"
        self.heard = self.heard or "can hear" in words
        return self


class Gear(Part):
    """A thing carried that is no weapon. `light` is a row of the ledger's light sources; `use` says
    what using it up does, in words (ix.action.use-item); `worth` is a gem's, in silver flargons
    (ix.death.revive-check)."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    kind: Literal["gear", "light", "tinder", "potion", "gem"] | None = None
    """What sort of thing it is; left out, as the rest says."""
    light: Annotated[str, named_in("light-sources")] = ""
    """The light that it gives, if it is a light."""
    lit: bool = False
    """Whether it burns now."""
    encumbrance: Small = 0
    """How much it burdens."""
    count: Annotated[int, Field(ge=0, le=99)] = 1
    """How many of it there are."""
    use: Annotated[str, Field(max_length=200)] = ""
    """What using one up does, in words."""
    worth: Annotated[int, Field(ge=0, le=999_999)] = 0
    """What a gem is worth, in silver flargons."""

    @field_validator("light")
    @classmethod
    def listed(cls, light: str, info: ValidationInfo) -> str:
        return light and known(light, rows_of(info, "light-sources"), "light source")

    @model_validator(mode="after")
    def burns(self) -> Gear:
        if self.lit and not self.light:
            raise wrong("it cannot burn", 'Say what it is: light = "torch", for instance.')
        if self.kind is None:
            self.kind = "light" if self.light else "gem" if self.worth else "gear"
        return self


class Injury(Part):
    """A Critical Injury that is still there: a row of the ledger's table.

    `drawn` is the limb or the Characteristic that was drawn for it; `answered` says that its clock
    was stopped, `care` that only extended care is due, `permanent` that what it lowers stays so.
    """

    injury: Annotated[str, named_in("critical-injuries")]
    """Which Critical Injury of the book it is."""
    drawn: Annotated[str, Field(max_length=100)] = ""
    """The limb or Characteristic that was drawn for it, if any."""
    answered: bool = False
    """Whether its clock was stopped."""
    care: bool = False
    """Whether only extended care is still due."""
    permanent: bool = False
    """Whether what it lowers stays so."""

    @field_validator("injury")
    @classmethod
    def listed(cls, injury: str, info: ValidationInfo) -> str:
        return known(injury, rows_of(info, "critical-injuries"), "Critical Injury")


class AgainstFear(Part):
    """What helps somebody to resist fear (ix.fear.resist-effects, ix.fear.resist-strain)."""

    boon_dice: Annotated[int, Field(ge=0, le=9)] = 0
    """Boon Dice added to the check."""
    fewer_bane_dice: Annotated[int, Field(ge=0, le=9)] = 0
    """Bane Dice that are left out of the check."""
    downgrades: Annotated[int, Field(ge=0, le=9)] = 0
    """How many negative dice of the check are downgraded."""
    less_strain: Annotated[int, Field(ge=0, le=9)] = 0
    """Strain that it is spared."""


def _weapon(given: object, info: ValidationInfo) -> object:
    return of_the_ledger("weapons", given, info)


def _armour(given: object, info: ValidationInfo) -> object:
    return None if given == "none" else of_the_ledger("armour", given, info)


def _spell(given: object, info: ValidationInfo) -> object:
    return of_the_ledger("spells", given, info, EXPLAINING)


def _gear(given: object, info: ValidationInfo) -> object:
    if not isinstance(given, str):
        return given
    lights = rows_of(info, "light-sources")
    if given in lights:
        return {"name": lights[given]["name"], "light": given}
    return {"name": given, "kind": "tinder" if folded(given) == "tinder" else "gear"}


def _injury(given: object) -> object:
    return {"injury": given} if isinstance(given, str) else given


Weapons: TypeAlias = Annotated[
    list[Annotated[Weapon, BeforeValidator(_weapon), named_in("weapons")]], Field(max_length=20)
]
Spells: TypeAlias = Annotated[
    list[Annotated[Spell, BeforeValidator(_spell), named_in("spells")]], Field(max_length=30)
]
Things: TypeAlias = Annotated[list[Annotated[Gear, BeforeValidator(_gear)]], Field(max_length=40)]
Injuries: TypeAlias = Annotated[
    list[Annotated[Injury, BeforeValidator(_injury), named_in("critical-injuries")]],
    Field(max_length=50),
]
Worn: TypeAlias = Annotated[Armour | None, BeforeValidator(_armour), named_in("armour")]
