"""The content model of sixteen: combatants and scenes as people write them.

A block is checked against the ledger and the house rules in force, and completed, so that rules
find every field. Keys are written with hyphens (`max-hp`); a completed block, which is read back as
well, has underscores. Weapons, armour and shields of the ledger go by their id, and so do spells of
the library.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import (
    AliasChoices,
    AliasGenerator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from affray.dice import DiceError, parse_numbers
from affray.kernel.naming import LONGEST_NAME, folded, free_id, is_id
from affray.kernel.rulebook import HouseRules, meant, near_matches, short
from affray.kernel.system import Setup
from affray.systems.sixteen import content, saving
from affray.systems.sixteen.state import UNARMED

Modifier: TypeAlias = Annotated[int, Field(ge=-10, le=20)]
Amount: TypeAlias = Annotated[int, Field(ge=0, le=9999)]
Points: TypeAlias = Annotated[int, Field(ge=1, le=9999)]
Called: TypeAlias = Annotated[str, Field(min_length=1, max_length=100)]
Kind: TypeAlias = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=30)]
Feet: TypeAlias = Annotated[int, Field(ge=0, le=10_000)]
Named: TypeAlias = Literal["", "stunned", "prone", "blinded", "frightened"]


def wrong(fault: str, cure: str) -> PydanticCustomError:
    """An error that says what is wrong and how to put it right."""
    return PydanticCustomError("wrong", "{fault}", {"fault": fault, "cure": cure})


def house_of(info: ValidationInfo) -> HouseRules:
    """The house rules that the block is checked under."""
    house = info.context["house"] if info.context else None
    assert isinstance(house, HouseRules), "blocks are checked under house rules"
    return house


class Part(BaseModel):
    """What all parts of a block share: no unknown key, no guessing at types."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        alias_generator=AliasGenerator(
            validation_alias=lambda name: (
                AliasChoices(written(name), name) if "_" in name else written(name)
            ),
            serialization_alias=lambda name: name,
        ),
    )

    @model_validator(mode="wrap")
    @classmethod
    def name_the_known(cls, data: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        """Lets an error about an unknown key carry the known ones."""
        try:
            return handler(data)
        except ValidationError as error:
            known = [written(name) for name in cls.model_fields]
            raise ValidationError.from_exception_data(
                cls.__name__,
                [_with_known(found, known) for found in error.errors(include_url=False)],
            ) from None


def written(field: str) -> str:
    """A field as people write it."""
    return field.replace("_", "-")


def _with_known(found: Any, known: list[str]) -> InitErrorDetails:
    details = dict(found.get("ctx", {}))
    if found["type"] == "extra_forbidden" and "known" not in details:
        details["known"] = known
    error = PydanticCustomError(found["type"], found["msg"], details)
    return InitErrorDetails(type=error, loc=found["loc"], input=found["input"])


def of_the_library(shelf: str, given: object) -> object:
    """The entry that an id stands for; anything but a text is an entry of its own."""
    if not isinstance(given, str):
        return given
    rows = content.library(shelf)
    if given not in rows:
        cure = meant(near_matches(given, rows))
        cure = cure or f"Write a table, or one of {', '.join(rows)}."
        raise wrong(f"the library has no {short(given)} among its {shelf}", cure)
    return {"id": given, **rows[given]}


def _weapon(given: object) -> object:
    return of_the_library("weapons", given)


def _spell(given: object) -> object:
    return of_the_library("spells", given)


def key_of(table: str, given: str) -> str:
    """The id of a row of a ledger's table."""
    ids = [row["id"] for row in content.rulebook().table(table).rows]
    if given in ids:
        return given
    cure = meant(near_matches(given, ids)) or f"Write one of {', '.join(ids)}."
    raise wrong(f"the rulebook has no {short(given)} among its {table}", cure)


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
    name: Called
    kind: Kind
    damage: Annotated[str, Field(min_length=1, max_length=50)]
    ap: Annotated[int, Field(ge=0, le=100)] = 0
    reach: Feet | None = None
    range: Annotated[int, Field(ge=1, le=10_000)] | None = None
    hit: Modifier | None = None
    natural: bool = False

    @field_validator("damage")
    @classmethod
    def can_be_rolled(cls, damage: str) -> str:
        return dice_text(damage)

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Weapon:
        if self.reach is None:
            self.reach = _number(info, "reach")
        return self


class Spell(Part):
    """A spell (sixteen.spell.form): how it strikes, whom, and what it does.

    `lasts` is how long its condition holds: "turns" with a number of `turns`, "fight", or nothing,
    and then the GM says.
    """

    id: str = ""
    name: Called
    strike: Literal["attack", "save", "none"]
    target: Literal["opponent", "friend", "self", "anyone"] = "opponent"
    damage: Annotated[str, Field(max_length=50)] = ""
    kind: Kind | Literal[""] = ""
    ap: Annotated[int, Field(ge=0, le=100)] = 0
    heal: Annotated[str, Field(max_length=50)] = ""
    condition: Named = ""
    lasts: Literal["", "turns", "fight"] = ""
    turns: Annotated[int, Field(ge=0, le=100)] = 0
    save: Literal["", "sdf", "lif", "con"] = ""
    range: Annotated[int, Field(ge=0, le=10_000)] | None = None
    hit: Modifier | None = None

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


def give_ids(kind: str, things: Iterable[Weapon | Spell], reserved: Iterable[str] = ()) -> None:
    """Gives each thing an id of its own; no two may share a name or an id."""
    listed = list(things)
    names: set[str] = set()
    ids = set(reserved)
    for thing in listed:
        if folded(thing.name) in names:
            cure = f"Give the second {kind} a name of its own."
            raise wrong(f"{short(thing.name)} stands there twice", cure)
        names.add(folded(thing.name))
    for thing in listed:
        if thing.id and (not is_id(thing.id) or thing.id in ids):
            cure = "Write small letters, digits and hyphens, for each its own; or leave it out."
            raise wrong(f"{short(thing.id)} cannot be the id of {short(thing.name)}", cure)
        ids.add(thing.id)
    for thing in listed:
        thing.id = thing.id or free_id(thing.name, kind, ids)
        ids.add(thing.id)


# ---- combatants ----


def _number(info: ValidationInfo, value_id: str) -> int:
    value = house_of(info).value(value_id)
    assert isinstance(value, int)
    return value


def _threshold(info: ValidationInfo, size: str) -> int:
    """Implements sixteen.wound.by-size."""
    sizes = [row["id"] for row in content.rulebook().table("sizes").rows]
    steps = sizes.index(size) - sizes.index("medium")
    return _number(info, "medium-wound-above") + steps * _number(info, "wound-step-per-size")


class Combatant(Part):
    """A combatant's entry (sixteen.content.combatant); what is left out is the ledger's default.

    `hp-now` is the HP as they are, full if not said; `shown` how much the other seats see of the
    numbers.
    """

    name: Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
    max_hp: Points
    hp_now: Annotated[int, Field(ge=-9999, le=9999)] | None = None
    hit: Modifier
    sdf: Modifier = 0
    lif: Modifier = 0
    con: Modifier = 0
    deflect_bonus: Annotated[int, Field(ge=0, le=18)] = 0
    shield: str = "none"
    armour: str = "none"
    ar: Annotated[int, Field(ge=0, le=10)] | None = None
    resistances: Annotated[dict[Kind, Points], Field(max_length=20)] = {}
    size: str = "medium"
    wounded_by_more_than: Amount | None = None
    movement: Feet | None = None
    damage_bonus: Annotated[int, Field(ge=-99, le=99)] = 0
    weapons: Annotated[
        list[Annotated[Weapon, BeforeValidator(_weapon)]], Field(min_length=1, max_length=20)
    ]
    spells: Annotated[list[Annotated[Spell, BeforeValidator(_spell)]], Field(max_length=20)] = []
    tireless: bool = False
    wounds: Annotated[int, Field(ge=0, le=99)] = 0
    scars: Annotated[int, Field(ge=0, le=99)] = 0
    war_wounds: list[Annotated[str, Field(max_length=500)]] = []
    fatigue: Annotated[int, Field(ge=0, le=5)] = 0
    hidden: bool = False
    shown: Literal["all", "word", "nothing"] = "all"

    @field_validator("shield", "armour", "size")
    @classmethod
    def in_the_book(cls, given: str, info: ValidationInfo) -> str:
        tables = {"shield": "shields", "armour": "armours", "size": "sizes"}
        return key_of(tables[info.field_name or ""], given)

    @field_validator("movement")
    @classmethod
    def in_steps(cls, feet: int | None, info: ValidationInfo) -> int | None:
        if feet is None:
            return None
        step = _number(info, "step-feet")
        if step > 0 and feet % step:
            raise wrong(f"{feet} feet are no full steps", f"Write a multiple of {step}.")
        return feet

    @model_validator(mode="after")
    def complete(self, info: ValidationInfo) -> Combatant:
        lost = self.wounds * _number(info, "max-hp-per-wound")
        lost += self.scars * _number(info, "max-hp-per-scar")
        most = max(1, self.max_hp - lost)
        if self.hp_now is None:
            self.hp_now = most
        elif self.hp_now > most:
            cure = f"Write at most {most}, what wounds and scars leave of max-hp."
            raise wrong(f"{self.hp_now} HP are more than there can be", cure)
        if self.ar is None:
            self.ar = content.rulebook().table("armours").row(self.armour)["ar"]
        if self.movement is None:
            self.movement = _number(info, "movement")
        if self.wounded_by_more_than is None:
            self.wounded_by_more_than = _threshold(info, self.size)
        give_ids("weapon", self.weapons, reserved=() if self._has_fists() else (UNARMED,))
        give_ids("spell", self.spells)
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
            self.order = _ids(setup, self.order)
        if self.marching is not None:
            self.marching.heroes = _ids(setup, self.marching.heroes, "heroes")
            self.marching.foes = _ids(setup, self.marching.foes, "foes")
        if self.places is not None:
            given = self.places
            self.places = {who: given[name] for name in given for who in _ids(setup, [name])}
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


def _ids(setup: Setup, wanted: Iterable[str], side: str = "") -> list[str]:
    found: dict[str, None] = {}
    for named in wanted:
        found.update(dict.fromkeys(meant_by(setup, named, side)))
    return list(found)


def meant_by(setup: Setup, named: str, side: str = "") -> list[str]:
    """The ids of whoever is meant by a name or an id; several numbered ones by their common name.

    With a side, only those of that side.
    """
    roster = [block for block in setup.roster if not side or block["side"] == side]
    called = folded(named)
    found = [
        block["id"]
        for block in roster
        if block["id"] == named
        or folded(block["name"]) == called
        or folded(block["name"].rstrip("0123456789")) == called
    ]
    if not found:
        cure = meant(near_matches(named, [block["name"] for block in roster]))
        cure = cure or "Write the name of somebody in this encounter."
        raise wrong(f"there is nobody called {short(named)}", cure)
    return found
