"""The content model of trade: heroes, stat blocks and scenes as people write them.

A block is checked against the ledger and the house rules in force, and completed, so that rules
find every field. Keys are written with hyphens (`uses-per-fight`); a completed block, which is
read back as well, has underscores. Weapons, armor and abilities of the ledger go by their id.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from affray.kernel.blocks import (
    Called,
    Name,
    Part,
    Words,
    give_ids,
    house_of,
    ids_meant,
    named_in,
    number_of,
    of_the_ledger,
    within,
    wrong,
)
from affray.kernel.naming import free_id
from affray.kernel.rulebook import HouseRules, short
from affray.kernel.system import Setup

Amount: TypeAlias = Annotated[int, Field(ge=1, le=9999)]
Stat: TypeAlias = Literal["strength", "reflexes", "wits", "charm"]
Lost: TypeAlias = Literal["", "knocked-away", "broken"]
Target: TypeAlias = Literal[
    "self",
    "one enemy",
    "one hero or ally",
    "all enemies",
    "all heroes and allies",
    "anyone",
]
UNARMED = ("unarmed-strength", "unarmed-reflexes")
"""Names that the unarmed strike has among a hero's weapons."""


# ---- abilities ----


class Damage(Part):
    kind: Literal["damage"]
    """It deals damage."""
    amount: Amount
    """How much damage."""
    unsoaked: bool = False
    """Whether armor takes nothing off it."""


class Ward(Part):
    kind: Literal["ward"]
    """It wards against damage."""
    amount: Amount
    """How much damage the ward takes."""


class Heal(Part):
    kind: Literal["heal"]
    """It gives health back."""
    amount: Amount
    """How much health."""


class Reposition(Part):
    kind: Literal["reposition"]
    """It moves people near or apart."""
    to: Literal["near", "apart"]
    """Near to the opponents, or apart from them."""
    with_: Literal["user", "all"] = "user"
    """Who is moved along: the user alone, or all who are there."""


class Dice(Part):
    kind: Literal["dice"]
    """It changes a roll."""
    dice: Literal[1, -1]
    """One die more, or one die fewer."""


class Suppress(Part):
    kind: Literal["suppress"]
    """It suppresses whom it is aimed at."""


class Note(Part):
    kind: Literal["note"]
    """It does what its words say."""
    text: Words
    """What it does, in words for the table."""


Effect: TypeAlias = Annotated[
    Damage | Ward | Heal | Reposition | Dice | Suppress | Note, Field(discriminator="kind")
]


class Ability(Part):
    """An ability of a stat block, which never needs a roll (trade.ability.block)."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    origin: Literal["profession", "equipment", ""] = ""
    """Where it comes from: a profession, or equipment that can be lost."""
    target: Target
    """Whom it is aimed at."""
    effects: Annotated[list[Effect], Field(min_length=1, max_length=10)]
    """What it does, one after the other."""
    uses_per_fight: Annotated[int, Field(ge=1, le=99)] | None = None
    """How often it can be used in a fight; left out, always."""
    used: Annotated[int, Field(ge=0, le=99)] = 0
    """How often it has been used already."""


class HeroAbility(Ability):
    """An ability of a hero; one without a stat needs no roll, one of equipment can be lost."""

    origin: Literal["profession", "equipment", ""] = "profession"
    """Where it comes from: a profession, or equipment that can be lost."""
    stat: Stat | None = None
    """The stat that is rolled to use it; none if it needs no roll."""
    lost: Lost = ""
    """Whether what it comes from is out of reach."""


def _ability(given: object, info: ValidationInfo) -> object:
    return of_the_ledger("abilities", given, info)


# ---- things carried ----


def _weapon(given: object, info: ValidationInfo) -> object:
    return of_the_ledger("weapons", given, info)


def _armor(given: object, info: ValidationInfo) -> object:
    return None if given == "none" else of_the_ledger("armors", given, info)


def _tool(given: object, info: ValidationInfo) -> object:
    return {"name": given} if isinstance(given, str) else given


class Weapon(Part):
    """A weapon: the category fixes the stat and bounds the damage (trade.weapon.category)."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    category: Literal["ranged", "heavy-ranged", "light-melee", "heavy-melee"]
    """The kind of weapon, which sets the stat that is rolled and bounds the damage."""
    damage: int
    """The damage of a success, within the bounds of its category."""
    lost: Lost = ""
    """Whether it was knocked away or is broken."""

    @field_validator("damage")
    @classmethod
    def in_band(cls, damage: int, info: ValidationInfo) -> int:
        if "category" not in info.data:
            return damage  # the category is at fault and is told by itself
        row = house_of(info).book.table("weapon-categories").row(info.data["category"])
        band = f"the damage of {row['id']} weapons"
        return within(damage, row["damage-min"], row["damage-max"], band)


class Armor(Part):
    """The one suit worn: its class fixes the reduction (trade.armor.reductions)."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    class_: Literal["light", "medium", "heavy"]
    """How heavy it is, which sets what it takes off."""
    reduction: int | None = None
    """What it takes off damage; left out, as its class has it."""

    @field_validator("reduction")
    @classmethod
    def of_class(cls, reduction: int | None, info: ValidationInfo) -> int | None:
        if reduction is not None and "class_" in info.data:
            worn = info.data["class_"]
            right = house_of(info).book.table("armor").row(worn)["reduction"]
            within(reduction, right, right, f"the reduction of {worn} armor; or leave it out")
        return reduction

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Armor:
        if self.reduction is None:
            self.reduction = house_of(info).book.table("armor").row(self.class_)["reduction"]
        self.id = self.id or free_id(self.name, "armor", ())
        return self


class Tool(Part):
    """A thing carried that is no weapon; a shield is one (trade.armor.shield)."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called, such as shield or rope."""
    lost: Lost = ""
    """Whether it was knocked away or is broken."""


Thing: TypeAlias = Weapon | Tool | Ability


# ---- combatants ----


class Stats(Part):
    """Dice of the four stats (trade.roll.stats)."""

    strength: int
    """Dice of Strength, which heavy weapons are used with."""
    reflexes: int
    """Dice of Reflexes, which light and ranged weapons are used with."""
    wits: int
    """Dice of Wits, for what is thought out."""
    charm: int
    """Dice of Charm, for what is said."""

    @field_validator("*")
    @classmethod
    def in_bounds(cls, dice: int, info: ValidationInfo) -> int:
        low, high = number_of(info, "stat-min"), number_of(info, "stat-max")
        return within(dice, low, high, "the dice of a stat")


def spread_of(house: HouseRules) -> dict[str, int]:
    """The stats of a hero of whom nothing else is said (value starting-spread)."""
    spread = house.value("starting-spread")
    assert isinstance(spread, tuple)
    return dict(zip(Stats.model_fields, spread, strict=True))


def _stats(given: object, info: ValidationInfo) -> object:
    return spread_of(house_of(info)) if given is None else given


class Combatant(Part):
    """What heroes and stat blocks share; `shown` is how much the other seats see of the numbers."""

    name: Name
    """What it is called; two may not be called the same."""
    place: Annotated[str, Field(max_length=200)] = ""
    """Where it begins, in words."""
    hidden: bool = False
    """Whether players do not know of it until the GM shows it."""
    shown: Literal["all", "word", "nothing"] = "all"
    """How much players see of its numbers: all, a word, or nothing."""


class Hero(Combatant):
    """A player's character; `health` is as it is now, full if not said."""

    stats: Annotated[Stats, BeforeValidator(_stats)] = Field(
        default=None,  # the starting spread of the house rules
        validate_default=True,
    )
    """Dice of the four stats; left out, the spread that heroes start with."""
    health: int | None = None
    """Health as it is now; full if left out."""
    weapons: Annotated[
        list[Annotated[Weapon, BeforeValidator(_weapon), named_in("weapons")]], Field(max_length=20)
    ] = []
    """The weapons that the hero carries; bare hands need no entry."""
    armor: Annotated[Armor | None, BeforeValidator(_armor), named_in("armors")] = None
    """The one suit of armor that is worn."""
    tools: Annotated[list[Annotated[Tool, BeforeValidator(_tool)]], Field(max_length=20)] = []
    """Things carried that are no weapons; a shield is one."""
    abilities: Annotated[
        list[Annotated[HeroAbility, BeforeValidator(_ability), named_in("abilities")]],
        Field(max_length=20),
    ] = []
    """What the hero can do beside attacking."""

    @field_validator("health")
    @classmethod
    def not_above_full(cls, health: int | None, info: ValidationInfo) -> int | None:
        full = number_of(info, "hero-health")
        return None if health is None else within(health, 0, full, "a hero's health")

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Hero:
        if self.health is None:
            self.health = number_of(info, "hero-health")
        give_ids((("ability", ability) for ability in self.abilities), UNARMED)
        weapons = [("weapon", weapon) for weapon in self.weapons]
        tools = [("tool", tool) for tool in self.tools]
        give_ids([*weapons, *tools], (*UNARMED, *(ability.id for ability in self.abilities)))
        return self


class Foe(Combatant):
    """A stat block (trade.npc.stat-block-fields); `hp-now` is full if not said."""

    hp: Amount
    """HP when unhurt."""
    hp_now: int | None = None
    """HP as they are now; full if left out."""
    damage: Annotated[int, Field(ge=0, le=9999)]
    """The damage that it deals where it strikes."""
    goals: Annotated[list[Words], Field(min_length=1, max_length=20)]
    """What it wants, one sentence each, the most important first."""
    abilities: Annotated[list[Ability], Field(max_length=20)] = []
    """What it can do beside striking; it never rolls."""
    loot: Annotated[list[Words], Field(max_length=50)] = []
    """What can be found on it."""
    ranged: bool = False
    """Whether it strikes from afar."""
    make: Literal["living", "summoned", "constructed"] = "living"
    """Whether it lives, was summoned, or was built."""
    armor: int | None = None
    """What its armor takes off damage; left out, as the book has it."""
    shown: Literal["all", "word", "nothing"] = "word"
    """How much players see of its numbers: all, a word, or nothing."""

    @field_validator("hp_now")
    @classmethod
    def not_above_full(cls, now: int | None, info: ValidationInfo) -> int | None:
        if now is not None and "hp" in info.data:
            within(now, 0, info.data["hp"], "as much as its hp")
        return now

    @field_validator("armor")
    @classmethod
    def not_too_hard(cls, armor: int | None, info: ValidationInfo) -> int | None:
        most = number_of(info, "enemy-armor-max")
        return None if armor is None else within(armor, 0, most, "the armor of a stat block")

    @field_validator("abilities", mode="before")
    @classmethod
    def aim(cls, given: object) -> object:
        """A stat block's ability that names no target is aimed at the other side."""
        if not isinstance(given, list):
            return given
        return [
            {"target": cls.other_side(), **each} if isinstance(each, dict) else each
            for each in given
        ]

    @classmethod
    def other_side(cls) -> Target:
        return "one hero or ally"

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Foe:
        if self.hp_now is None:
            self.hp_now = self.hp
        if self.armor is None:
            self.armor = number_of(info, "enemy-armor")
        give_ids(("ability", ability) for ability in self.abilities)
        return self


class Ally(Foe):
    """A stat block on the heroes' side."""

    shown: Literal["all", "word", "nothing"] = "all"
    """How much players see of its numbers: all, a word, or nothing."""

    @classmethod
    def other_side(cls) -> Target:
        return "one enemy"


MODELS: Mapping[str, type[Combatant]] = {"hero": Hero, "ally": Ally, "foe": Foe}


# ---- the scene ----


class Aims(Part):
    heroes: Annotated[str, Field(max_length=500)] = ""
    foes: Annotated[str, Field(max_length=500)] = ""


class Scene(Part):
    """How a fight begins (trade.scene.set-up, trade.start.drop-first).

    What is left out is the GM's to say when the fight starts. `near` lists pairs of opponents by
    name or id, or "all"; in a pair, "heroes" and "foes" stand for everybody of that side, and the
    name of several numbered ones for all of them. Who is in no pair is apart.
    """

    drop: Literal["heroes", "enemies", "nobody"] | None = None
    near: list[list[str]] | None = None
    between: Annotated[str, Field(max_length=500)] | None = None
    aims: Aims | None = None

    @field_validator("near", mode="before")
    @classmethod
    def everybody(cls, given: object) -> object:
        return [["heroes", "foes"]] if given == "all" else given

    @field_validator("near")
    @classmethod
    def known(cls, near: list[list[str]] | None, info: ValidationInfo) -> list[list[str]] | None:
        if near is None or not info.context:
            return near
        setup: Setup = info.context["setup"]
        pairs: dict[tuple[str, str], None] = {}
        for pair in near:
            if len(pair) != 2:
                raise wrong(f"{short(', '.join(pair))} is no pair", "Write two names in each.")
            heroes, foes = sorted(
                (opponents(setup, one) for one in pair), key=lambda each: each[0] == "foes"
            )
            if (heroes[0], foes[0]) != ("heroes", "foes"):
                cure = "Pair a hero or ally with a foe."
                raise wrong(f"{short(' and '.join(pair))} are on one side", cure)
            pairs.update(dict.fromkeys((h, f) for h in heroes[1] for f in foes[1]))
        return [list(pair) for pair in pairs]

    @model_validator(mode="after")
    def both_sides_stand(self, info: ValidationInfo) -> Scene:
        if info.context:
            roster = info.context["setup"].roster
            if not any(block["kind"] == "hero" and block["health"] > 0 for block in roster):
                raise wrong(
                    "no hero is up", "Let the heroes rest, or give one of them some health."
                )
            if not any(block["side"] == "foes" and block["hp_now"] > 0 for block in roster):
                raise wrong("no foe is up", "Give one of the foes some hp-now.")
        return self


def opponents(setup: Setup, named: str) -> tuple[str, list[str]]:
    """The side and the ids of whoever is meant by a name, an id or the word for a side."""
    if named in ("heroes", "foes"):
        return named, [block["id"] for block in setup.roster if block["side"] == named]
    ids = ids_meant(setup, [named])
    side = next(block["side"] for block in setup.roster if block["id"] == ids[0])
    return side, ids
