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
Difficulty: TypeAlias = Annotated[str, AfterValidator(_difficulty)]
Condition: TypeAlias = Annotated[str, AfterValidator(_condition)]
Skill: TypeAlias = Annotated[str, AfterValidator(_skill)]
Rating: TypeAlias = Annotated[int, AfterValidator(_rating)]
Rank: TypeAlias = Annotated[int, AfterValidator(_rank)]
Defense: TypeAlias = Annotated[int, AfterValidator(_defense)]
Talents: TypeAlias = Annotated[list[Annotated[str, AfterValidator(_talent)]], Field(max_length=20)]


class Species(Part):
    """What a character has from its birth (ix.content.species)."""

    id: str = ""
    name: Called
    wound_base: Annotated[int, Field(ge=1, le=99)]
    strain_base: Annotated[int, Field(ge=1, le=99)]
    characteristics: dict[Characteristic, Rating] = Field(default={})
    flight: bool = False
    darkvision: Darkvision = "none"
    proof_against: Annotated[list[Called], Field(max_length=20)] = Field(default=[])
    scale: Annotated[int, Field(ge=0, le=6)] = 1


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
    name: Called
    skill: str
    damage: Small
    crit: Annotated[int, Field(ge=1, le=20)]
    range: Band = "engaged"
    qualities: Annotated[
        dict[str, Annotated[int, Field(ge=1, le=20)]], BeforeValidator(_qualities)
    ] = Field(default={})
    encumbrance: Small = 1
    hands: Annotated[int, Field(ge=0, le=HANDS)] = 1
    natural: bool = False
    mounted: bool = False
    carried: Carried | None = None
    lost: Lost = ""
    damaged: Annotated[int, Field(ge=0, le=9)] = 0

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
    name: Called
    resistance: Annotated[int, Field(ge=0, le=20)]
    melee_defense: Defense = 0
    ranged_defense: Defense = 0
    encumbrance: Small = 0
    lost: Lost = ""
    damaged: Annotated[int, Field(ge=0, le=9)] = 0


class Spell(Part):
    """A spell (ix.magic.spell-data). `wounds` are restored; `damage` is dealt, Resistance applied;
    `strain` is suffered, `condition` laid on the target. What costs Boons says so in its name."""

    id: str = ""
    name: Called
    skills: Annotated[list[Skill], Field(min_length=1, max_length=5)]
    cost: Literal["action", "maneuver", "quick-action", "an hour", "a night"] = "action"
    difficulty: Difficulty
    range: str = "engaged"
    target: Called
    aim: Literal["", "creature", "living", "friend", "friends", "self", "dead"] = ""
    heard: bool = False
    harms: bool = False
    bypasses_resistance: bool = False
    resisted_by_defense: Literal["", "melee", "ranged"] = ""
    damage: Small = 0
    damage_per_extra_success: Annotated[int, Field(ge=0, le=9)] = 1
    crit: Annotated[int, Field(ge=0, le=20)] = 0
    burn_boons: Annotated[int, Field(ge=0, le=20)] = 0
    burn: Annotated[int, Field(ge=0, le=20)] = 0
    strain: Small = 0
    strain_per_extra_success: Annotated[int, Field(ge=0, le=9)] = 0
    condition: Condition = ""
    longer_for_boons: Annotated[int, Field(ge=0, le=20)] = 0
    wounds: Small = 0
    wounds_per_extra_success: Annotated[int, Field(ge=0, le=9)] = 0
    strain_restored: Small = 0
    later_wounds: Annotated[int, Field(ge=0, le=9)] = 0
    later_turns_max: Annotated[int, Field(ge=0, le=9)] = 0
    answers_injury: Severity = "none"
    step_down_boons: Annotated[int, Field(ge=0, le=20)] = 0
    step_down_up_to: Severity = ""
    stabilizes: bool = False
    ends_conditions: list[Condition] = Field(default=[])
    further_for_boons: Annotated[int, Field(ge=0, le=20)] = 0
    per_turn: Annotated[int, Field(ge=0, le=9)] = 0
    gem: Annotated[int, Field(ge=0, le=999_999)] = 0

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
    name: Called
    kind: Literal["gear", "light", "tinder", "potion", "gem"] | None = None
    light: str = ""
    lit: bool = False
    encumbrance: Small = 0
    count: Annotated[int, Field(ge=0, le=99)] = 1
    use: Annotated[str, Field(max_length=200)] = ""
    worth: Annotated[int, Field(ge=0, le=999_999)] = 0

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

    injury: str
    drawn: Annotated[str, Field(max_length=100)] = ""
    answered: bool = False
    care: bool = False
    permanent: bool = False

    @field_validator("injury")
    @classmethod
    def listed(cls, injury: str, info: ValidationInfo) -> str:
        return known(injury, rows_of(info, "critical-injuries"), "Critical Injury")


class AgainstFear(Part):
    """What helps somebody to resist fear (ix.fear.resist-effects, ix.fear.resist-strain)."""

    boon_dice: Annotated[int, Field(ge=0, le=9)] = 0
    fewer_bane_dice: Annotated[int, Field(ge=0, le=9)] = 0
    downgrades: Annotated[int, Field(ge=0, le=9)] = 0
    less_strain: Annotated[int, Field(ge=0, le=9)] = 0


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
    list[Annotated[Weapon, BeforeValidator(_weapon)]], Field(max_length=20)
]
Spells: TypeAlias = Annotated[list[Annotated[Spell, BeforeValidator(_spell)]], Field(max_length=30)]
Things: TypeAlias = Annotated[list[Annotated[Gear, BeforeValidator(_gear)]], Field(max_length=40)]
Injuries: TypeAlias = Annotated[
    list[Annotated[Injury, BeforeValidator(_injury)]], Field(max_length=50)
]
Worn: TypeAlias = Annotated[Armour | None, BeforeValidator(_armour)]
