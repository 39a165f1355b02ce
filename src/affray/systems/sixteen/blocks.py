"""The content model of sixteen: combatants and scenes as people write them.

A block is checked against the ledger and the house rules in force, and completed, so that rules
find every field. Keys are written with hyphens (`max-hp`); a completed block, which is read back as
well, has underscores. Weapons, armour and shields of the ledger go by their id, and so do spells of
the library.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from affray.dice import DiceError, parse_numbers
from affray.kernel.blocks import (
    Called,
    Name,
    Part,
    give_ids,
    ids_meant,
    known,
    named_in,
    number_of,
    of_the_library,
    rows_of,
    wrong,
)
from affray.kernel.rulebook import short
from affray.kernel.system import Setup
from affray.systems.sixteen import content, saving
from affray.systems.sixteen.state import UNARMED

Modifier: TypeAlias = Annotated[int, Field(ge=-10, le=20)]
Amount: TypeAlias = Annotated[int, Field(ge=0, le=9999)]
Points: TypeAlias = Annotated[int, Field(ge=1, le=9999)]
Kind: TypeAlias = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=30)]
Feet: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
Named: TypeAlias = Literal["", "stunned", "prone", "blinded", "frightened"]


def _weapon(given: object) -> object:
    return of_the_library("weapons", content.library("weapons"), given)


def _spell(given: object) -> object:
    return of_the_library("spells", content.library("spells"), given)


def dice_text(given: str) -> str:
    """Dice that can be rolled together with a d20: added up, none of them exploding."""
    if not given:
        return given
    try:
        pool = parse_numbers(given)
    except DiceError as error:
        raise wrong(f"{short(given)} cannot be rolled: {error.fault}", f"{error.cure}.") from None
    if any(term.explosions or term.hits for term in pool.terms):
        raise wrong(f"{short(given)} is not a sum of dice", "Write dice such as 1d8 or 2d6+1.")
    return str(pool)


# ---- what is carried and cast ----


class Weapon(Part):
    """A weapon (sixteen.damage.dice): in melee it has a reach, else a range.

    A `natural` one, such as claws, cannot be dropped.
    """

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    kind: Kind
    """The kind of its damage: cutting, piercing or crushing against armour."""
    damage: Annotated[str, Field(min_length=1, max_length=50)]
    """The dice of its damage, such as 1d8 or 2d6+1."""
    ap: Annotated[int, Field(ge=0, le=100)] = 0
    """How many points of AR it takes off armour."""
    reach: Feet | None = None
    """How far it strikes in melee, in feet; left out, as the book has it."""
    range: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """How far it shoots, in feet; left out, it is a melee weapon."""
    hit: Modifier | None = None
    """H with this weapon; left out, the combatant's own."""
    natural: bool = False
    """Whether it is part of the body, such as claws, and cannot be dropped."""

    @field_validator("damage")
    @classmethod
    def can_be_rolled(cls, damage: str) -> str:
        return dice_text(damage)

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Weapon:
        if self.reach is None:
            self.reach = number_of(info, "reach")
        return self


class Spell(Part):
    """A spell (sixteen.spell.form): how it strikes, whom, and what it does.

    `lasts` is how long its condition holds: "turns" with a number of `turns`, "fight", or nothing,
    and then the GM says.
    """

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    strike: Literal["attack", "save", "none"]
    """How it strikes: by an attack roll, against a save, or without either."""
    target: Literal["opponent", "friend", "self", "anyone"] = "opponent"
    """Whom it can be cast at."""
    damage: Annotated[str, Field(max_length=50)] = ""
    """The dice of its damage, such as 2d6; none if left empty."""
    kind: Kind | Literal[""] = ""
    """The kind of its damage, one word such as fire."""
    ap: Annotated[int, Field(ge=0, le=100)] = 0
    """How many points of AR it takes off armour."""
    heal: Annotated[str, Field(max_length=50)] = ""
    """The dice of HP that it gives back; none if left empty."""
    condition: Named = ""
    """The condition that it lays on whom it strikes."""
    lasts: Literal["", "turns", "fight"] = ""
    """How long the condition holds; left empty, the GM says."""
    turns: Annotated[int, Field(ge=0, le=100)] = 0
    """For how many turns the condition holds, where it lasts turns."""
    save: Literal["", "sdf", "lif", "con"] = ""
    """What the target saves with, where it strikes against a save."""
    range: Annotated[int, Field(ge=0, le=10_000)] | None = None
    """How far it reaches, in feet; left out, as far as it can be seen."""
    hit: Modifier | None = None
    """H with this spell; left out, the combatant's own."""

    @field_validator("damage", "heal")
    @classmethod
    def can_be_rolled(cls, dice: str) -> str:
        return dice_text(dice)

    @model_validator(mode="after")
    def makes_sense(self) -> Spell:
        if not (self.damage or self.heal or self.condition):
            raise wrong("it does nothing", "Give it damage, heal or a condition.")
        if self.strike == "attack" and not self.damage:
            raise wrong("an attack roll rolls damage with it", "Give it damage, or another strike.")
        if self.strike == "attack" and self.target != "opponent":
            raise wrong("an attack roll is made at an opponent", 'Write target = "opponent".')
        if bool(self.damage) != bool(self.kind):
            raise wrong("damage has a kind, and only damage has", "Write both or neither.")
        if (self.strike == "save") != bool(self.save):
            raise wrong("a save names its modifier, and only a save does", 'Write save = "con".')
        if (self.lasts == "turns") != bool(self.turns):
            raise wrong("turns and their number go together", 'Write lasts = "turns", turns = 1.')
        if self.lasts and not self.condition:
            raise wrong("only a condition lasts", "Name the condition, or take lasts out.")
        return self


# ---- combatants ----


TABLES: Mapping[str, str] = {"shield": "shields", "armour": "armours", "size": "sizes"}
"""The tables of the ledger whose rows a field names."""


def _threshold(info: ValidationInfo, size: str) -> int:
    """Implements sixteen.wound.by-size."""
    sizes = [row["id"] for row in content.rulebook().table("sizes").rows]
    steps = sizes.index(size) - sizes.index("medium")
    return number_of(info, "medium-wound-above") + steps * number_of(info, "wound-step-per-size")


class Combatant(Part):
    """A combatant's entry (sixteen.content.combatant); what is left out is the ledger's default.

    `hp-now` is the HP as they are, full if not said; `shown` how much the other seats see of the
    numbers.
    """

    name: Name
    """What it is called; two may not be called the same."""
    max_hp: Points
    """HP when unhurt, before wounds and scars are taken off."""
    hp_now: Annotated[int, Field(ge=-9999, le=9999)] | None = None
    """HP as they are now; full if left out, below 0 too."""
    hit: Modifier
    """The attack modifier H, added to attack rolls."""
    sdf: Modifier = 0
    """Added to checks to keep control, and to a contested initiative."""
    lif: Modifier = 0
    """Added to checks to recover from wounds."""
    con: Modifier = 0
    """Added to saves against fatigue."""
    deflect_bonus: Annotated[int, Field(ge=0, le=18)] = 0
    """Taken off the 20 that its Deflect attempts must reach."""
    shield: Annotated[str, named_in("shields")] = "none"
    """The shield carried, if any."""
    armour: Annotated[str, named_in("armours")] = "none"
    """The armour worn, if any."""
    ar: Annotated[int, Field(ge=0, le=10)] | None = None
    """What armour takes off damage; left out, that of the armour worn."""
    resistances: Annotated[dict[Kind, Points], Field(max_length=20)] = {}
    """Kinds of damage of which it takes fewer points, with how many."""
    size: Annotated[str, named_in("sizes")] = "medium"
    """How large it is, which sets what wounds it."""
    wounded_by_more_than: Amount | None = None
    """Damage of one blow above this wounds it; left out, by its size."""
    movement: Feet | None = None
    """How far it moves in a turn, in feet; left out, as the book has it."""
    damage_bonus: Annotated[int, Field(ge=-99, le=99)] = 0
    """Added to the damage of every weapon."""
    weapons: Annotated[
        list[Annotated[Weapon, BeforeValidator(_weapon), named_in("weapons")]],
        Field(min_length=1, max_length=20),
    ]
    """The weapons that it carries; the first is in hand."""
    spells: Annotated[
        list[Annotated[Spell, BeforeValidator(_spell), named_in("spells")]], Field(max_length=20)
    ] = []
    """The spells that it can cast."""
    tireless: bool = False
    """Whether it never grows tired."""
    wounds: Annotated[int, Field(ge=0, le=99)] = 0
    """Open wounds that it brings along."""
    scars: Annotated[int, Field(ge=0, le=99)] = 0
    """Wounds healed badly: HP lost for good."""
    war_wounds: list[Annotated[str, Field(max_length=500)]] = []
    """What is left to see or feel of old wounds, in words."""
    fatigue: Annotated[int, Field(ge=0, le=5)] = 0
    """How tired it is, from 0 to 5: fresh to dead of it."""
    hidden: bool = False
    """Whether players do not know of it until the GM shows it."""
    shown: Literal["all", "word", "nothing"] = "all"
    """How much players see of its numbers: all, a word, or nothing."""

    @field_validator("shield", "armour", "size")
    @classmethod
    def in_the_book(cls, given: str, info: ValidationInfo) -> str:
        what = info.field_name or ""
        return known(given, rows_of(info, TABLES[what]), what)

    @field_validator("movement")
    @classmethod
    def in_steps(cls, feet: int | None, info: ValidationInfo) -> int | None:
        if feet is None:
            return None
        step = number_of(info, "step-feet")
        if step > 0 and feet % step:
            raise wrong(f"{feet} feet are no full steps", f"Write a multiple of {step}.")
        return feet

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Combatant:
        lost = self.wounds * number_of(info, "max-hp-per-wound")
        lost += self.scars * number_of(info, "max-hp-per-scar")
        most = max(1, self.max_hp - lost)
        if self.hp_now is None:
            self.hp_now = most
        elif self.hp_now > most:
            cure = f"Write at most {most}, what wounds and scars leave of max-hp."
            raise wrong(f"{self.hp_now} HP are more than there can be", cure)
        if self.ar is None:
            self.ar = content.rulebook().table("armours").row(self.armour)["ar"]
        if self.movement is None:
            self.movement = number_of(info, "movement")
        if self.wounded_by_more_than is None:
            self.wounded_by_more_than = _threshold(info, self.size)
        fists = () if self._has_fists() else (UNARMED,)
        give_ids((("weapon", weapon) for weapon in self.weapons), reserved=fists)
        give_ids(("spell", spell) for spell in self.spells)
        return self

    def _has_fists(self) -> bool:
        """Whether bare hands stand among the weapons, as the ledger has them."""
        return any(weapon.id == UNARMED for weapon in self.weapons)


class Hero(Combatant):
    """A player's character."""


class Ally(Combatant):
    """Somebody on the heroes' side whom the GM plays, or a player."""


class Foe(Combatant):
    """An opponent; what is not said of its numbers is seen as a word."""

    shown: Literal["all", "word", "nothing"] = "word"
    """How much players see of its numbers: all, a word, or nothing."""


MODELS: Mapping[str, type[Combatant]] = {"hero": Hero, "ally": Ally, "foe": Foe}


# ---- the scene ----


class Marching(Part):
    """Who goes in front, by name or id; whoever is left out follows as written."""

    heroes: list[str] = []
    foes: list[str] = []


class Scene(Part):
    """How a fight begins (sixteen.position.line, sixteen.initiative.gm-order).

    What is left out is as the rules have it: 30 feet between the fronts, and each side says whether
    it takes the initiative. `first` lets a side go first outright, `order` sets another order for
    every round, `places` puts somebody elsewhere on the line (the heroes' front stands at 0).
    """

    distance: Feet | None = None
    first: Literal["heroes", "foes"] | None = None
    order: list[str] | None = None
    marching: Marching | None = None
    places: dict[str, Annotated[int, Field(ge=-10_000, le=10_000)]] | None = None

    @model_validator(mode="after")
    def known(self, info: ValidationInfo) -> Scene:
        if not info.context:
            return self
        setup: Setup = info.context["setup"]
        if self.first and self.order:
            raise wrong("first and order contradict each other", "Write one of the two.")
        if self.order is not None:
            self.order = ids_meant(setup, self.order)
        if self.marching is not None:
            self.marching.heroes = ids_meant(setup, self.marching.heroes, "heroes")
            self.marching.foes = ids_meant(setup, self.marching.foes, "foes")
        if self.places is not None:
            given = self.places
            self.places = {who: given[name] for name in given for who in ids_meant(setup, [name])}
        step = saving.in_force(content.rulebook(), setup)[1].step_feet
        for feet in (self.distance or 0, *(self.places or {}).values()):
            if feet % step:
                raise wrong(f"{feet} feet are no full steps", f"Write a multiple of {step}.")
        return self

    @model_validator(mode="after")
    def both_sides_stand(self, info: ValidationInfo) -> Scene:
        if info.context:
            roster = info.context["setup"].roster
            for side in ("heroes", "foes"):
                up = [b for b in roster if b["side"] == side and b["hp_now"] > 0]
                if not any(block.get("fatigue", 0) < 4 for block in up):
                    one = "hero" if side == "heroes" else "foe"
                    cure = "Let them rest first, or give one of them HP and less fatigue."
                    raise wrong(f"no {one} can act", cure)
        return self
