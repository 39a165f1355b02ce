"""The content model of vigor: combatants as people write them.

A block is checked against the ledger and the house rules in force, and completed, so that rules
find every field. Weapons of the ledger and spells of the library go by their id. Distances and
points are in feet, in whole steps (value step-feet). Scenes are in `setting`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from affray.kernel.blocks import (
    Called,
    Name,
    Named,
    Part,
    each_once,
    give_ids,
    house_of,
    known,
    number_of,
    of_the_ledger,
    of_the_library,
    within,
    wrong,
)
from affray.systems.vigor import content
from affray.systems.vigor.ledger import tables

Stat: TypeAlias = Literal["body", "cunning", "mind", "sense", "heart", "fate"]
Descriptor: TypeAlias = Annotated[str, Field(pattern=r"^[a-z]+(-[a-z]+)*$", max_length=30)]
Feet: TypeAlias = Annotated[int, Field(ge=0, le=1000)]
Points: TypeAlias = Annotated[int, Field(ge=0, le=99)]
Modifier: TypeAlias = Annotated[int, Field(ge=-20, le=20)]
Spot: TypeAlias = Annotated[
    list[Annotated[int, Field(ge=-5000, le=5000)]], Field(min_length=2, max_length=2)
]
Until: TypeAlias = Literal["round", "turn", "fight"]
UNARMED = "unarmed"
"""The attack that everybody has (vigor.weapon.unarmed-always)."""


class Condition(Part):
    """A tag that a hit or an ability attaches (vigor.hit.conditions), until the end of the round,
    the start of the next turn of whoever inflicts it, or the end of the fight."""

    name: Called
    until: Until = "round"
    text: Annotated[str, Field(max_length=500)] = ""


Conditions: TypeAlias = Annotated[list[Condition], Field(max_length=5)]


# ---- what is carried, cast and done ----


def _weapon(given: object, info: ValidationInfo) -> object:
    return of_the_ledger("weapons", given, info)


def _spell(given: object) -> object:
    return of_the_library("spells", content.library("spells"), given)


class Weapon(Part):
    """A weapon: in melee it has a `reach`, as a missile or thrown a `normal` and a `long` range."""

    id: str = ""
    name: Called
    class_: Literal["", "light", "standard", "heavy", "none"] = ""
    reach: Feet = 0
    normal: Feet = 0
    long: Feet = 0
    descriptor: Descriptor
    maneuver: str = "none"
    bonus: Modifier = 0
    crit: Points = 0
    points: Points = 0
    conditions: Conditions = []

    @field_validator("maneuver")
    @classmethod
    def of_the_book(cls, given: str, info: ValidationInfo) -> str:
        rows = house_of(info).book.table("weapons").rows
        short_names = {row["maneuver"].rpartition(".")[2] for row in rows}
        return known(given.rpartition(".")[2], sorted(short_names), "weapon maneuver")

    @model_validator(mode="after")
    def strikes_somewhere(self) -> Weapon:
        _ranges(self.reach, self.normal, self.long)
        return self


class Attack(Part):
    """A natural attack, or a mystic one (vigor.attack.mystic-range): at range unless `melee`."""

    id: str = ""
    name: Called
    kind: Literal["natural", "mystic"]
    melee: bool = False
    descriptor: Descriptor
    reach: Feet | None = None
    normal: Feet | None = None
    long: Feet | None = None
    crit: Points = 0
    points: Points = 0
    conditions: Conditions = []

    @model_validator(mode="after")
    def strikes_somewhere(self) -> Attack:
        if self.melee and self.kind == "natural":
            raise wrong("natural attacks are melee anyway", "Take melee out.")
        if self.reach is not None or self.normal is not None:
            normal = self.normal or 0
            _ranges(self.reach or 0, normal, normal if self.long is None else self.long)
        return self


def _ranges(reach: int, normal: int, far: int) -> None:
    if not reach and not normal:
        raise wrong("it strikes nowhere", "Give it a reach in feet, or a normal and a long range.")
    if far < normal:
        raise wrong(f"the long range of {far} feet is nearer than the normal", "Swap the two.")


class Spell(Part):
    """A spell, or a psion's power (vigor.maneuver.cast): whom it reaches and what it does.

    Harm is the Tier die and `points`; Vigor given back is `per_tier` for each Tier and `points`.
    """

    id: str = ""
    name: Called
    stamina: Points
    range: Feet
    shape: Literal["creature", "area", "friend"]
    radius: Feet = 0
    roll: bool = False
    deals: Literal["damage", "vigor-damage", "vigor"]
    descriptor: Descriptor | Literal[""] = ""
    per_tier: Points = 0
    points: Points = 0
    conditions: Conditions = []
    rule: str = "vigor.maneuver.cast"

    @field_validator("rule")
    @classmethod
    def in_the_book(cls, given: str) -> str:
        own = [row["rule"] for row in tables().spells.values()]
        return known(given, ["vigor.maneuver.cast", *own], "rule of a spell")

    @model_validator(mode="after")
    def makes_sense(self) -> Spell:
        if (self.shape == "area") != bool(self.radius):
            raise wrong("an area has a radius, and only an area has", "Write both or neither.")
        if self.roll and self.shape != "creature":
            raise wrong("an attack roll is made at one creature", 'Write shape = "creature".')
        if (self.deals == "vigor") != (self.shape == "friend"):
            raise wrong("friends get Vigor, others harm", "Let shape and deals fit each other.")
        if self.deals != "vigor" and not self.descriptor:
            raise wrong("harm has a descriptor", 'Write one, such as descriptor = "fire".')
        return self


class Maneuver(Part):
    """A Maneuver that an entry adds of its own (vigor.maneuver.list)."""

    id: str = ""
    name: Called
    timing: Literal["instant", "declared"] = "instant"
    stamina: Points = 0
    effect: Literal["regain", "crit", "ac", "move", "condition", "note", "strike"]
    amount: Annotated[int, Field(ge=0, le=200)] = 0
    per_tier: Points = 0
    to: Literal["self", "ally", "enemy"] = "self"
    range: Feet = 0
    conditions: Conditions = []
    text: Annotated[str, Field(max_length=500)] = ""

    @model_validator(mode="after")
    def makes_sense(self) -> Maneuver:
        if (self.effect == "strike") != (self.timing == "declared"):
            raise wrong("a strike is declared, and nothing else is", 'Write timing = "declared".')
        _does_something(self.effect, self.amount, self.per_tier, self.conditions, self.text)
        return self


class Trigger(Part):
    """An ability with a trigger of its own, which uses the reaction (vigor.reaction.triggered)."""

    id: str = ""
    name: Called
    when: Literal["enters-reach", "hit", "missed"]
    effect: Literal["strike", "regain", "condition", "note"]
    amount: Points = 0
    per_tier: Points = 0
    conditions: Conditions = []
    text: Annotated[str, Field(max_length=500)] = ""

    @model_validator(mode="after")
    def makes_sense(self) -> Trigger:
        _does_something(self.effect, self.amount, self.per_tier, self.conditions, self.text)
        return self


def _does_something(
    effect: str, amount: int, per_tier: int, conditions: list[Condition], text: str
) -> None:
    if effect in ("regain", "crit", "ac", "move") and not (amount or per_tier):
        raise wrong("it changes nothing", "Give it an amount, or one per-tier.")
    if effect == "condition" and not conditions:
        raise wrong("it attaches no condition", "Write conditions = [{ name = ... }].")
    if effect == "note" and not text:
        raise wrong("the note says nothing", "Write its text.")


# ---- combatants ----


class Stats(Part):
    """The scores of the six stats (vigor.stat.six)."""

    body: int = 10
    cunning: int = 10
    mind: int = 10
    sense: int = 10
    heart: int = 10
    fate: int = 10

    @field_validator("*")
    @classmethod
    def in_bounds(cls, score: int, info: ValidationInfo) -> int:
        low, high = number_of(info, "stat-min"), number_of(info, "stat-max")
        return within(score, low, high, "the score of a stat")


class Combatant(Part):
    """What every role shares; `shown` is how much the other seats see of the numbers.

    `at` is the point where one stands, x to the right and y up; whoever has none is put in the
    row of the side. `vitality` and `stamina` are as they are now, full if not said.
    """

    name: Name
    tier: Annotated[int, Field(ge=1, le=5)]
    stats: Stats | None = None
    trees: Annotated[list[str], Field(max_length=18)] = []
    attack_stat: Stat | Literal[""] = ""
    armour: Literal["unarmoured", "light", "medium", "heavy"] = "unarmoured"
    shield: bool = False
    weapons: Annotated[list[Annotated[Weapon, BeforeValidator(_weapon)]], Field(max_length=20)] = []
    attacks: Annotated[list[Attack], Field(max_length=20)] = []
    in_hand: Annotated[list[str], Field(max_length=2)] | None = None
    spells: Annotated[list[Annotated[Spell, BeforeValidator(_spell)]], Field(max_length=20)] = []
    psion: bool = False
    maneuvers: Annotated[list[Maneuver], Field(max_length=20)] = []
    triggers: Annotated[list[Trigger], Field(max_length=20)] = []
    crit: Points = 0
    points: Points = 0
    never_surprised: bool = False
    resists: list[Descriptor] = []
    immune: list[Descriptor] = []
    vulnerable: list[Descriptor] = []
    injuries: list[str] = []
    vitality: Annotated[int, Field(ge=0, le=999)] | None = None
    stamina: Annotated[int, Field(ge=0, le=999)] | None = None
    at: Spot | None = None
    hidden: bool = False
    shown: Literal["all", "word", "nothing"] = "all"

    @field_validator("trees")
    @classmethod
    def trees_of_the_book(cls, given: list[str]) -> list[str]:
        each_once(given, "tree")
        return [known(one, tables().trees, "tree") for one in given]

    @field_validator("injuries")
    @classmethod
    def injuries_of_the_book(cls, given: list[str]) -> list[str]:
        each_once(given, "injury")
        ids = [injury.id for injury in tables().injuries]
        return [known(one, ids, "lasting injury") for one in given]

    @field_validator("at")
    @classmethod
    def on_the_plane(cls, given: list[int] | None, info: ValidationInfo) -> list[int] | None:
        if given is not None:
            in_steps(given, number_of(info, "step-feet"))
        return given

    @model_validator(mode="after")
    def complete(self) -> Combatant:
        if getattr(self, "role", "hero") != "minor" and self.stats is None:
            self.stats = Stats.model_construct()
        strikes: list[tuple[str, Named]] = [("weapon", one) for one in self.weapons]
        strikes += [("attack", one) for one in self.attacks]
        has_fists = any(one.id == UNARMED for _, one in strikes)
        give_ids(strikes, () if has_fists else (UNARMED,))
        give_ids(("spell", one) for one in self.spells)
        own: list[tuple[str, Named]] = [("maneuver", one) for one in self.maneuvers]
        own += [("trigger", one) for one in self.triggers]
        give_ids(own, tables().maneuvers)
        if self.in_hand is not None:
            each_once(self.in_hand, "weapon in hand")
            for held in self.in_hand:
                known(held, [weapon.id for weapon in self.weapons], "weapon among its own")
        kinds = {"resists": self.resists, "immune": self.immune, "vulnerable": self.vulnerable}
        for what, given in kinds.items():
            each_once(given, what)
        return self


def in_steps(feet: list[int], step: int) -> None:
    """Raises a fault if one of the distances is no multiple of a step."""
    off = next((one for one in feet if step > 0 and one % step), None)
    if off is not None:
        raise wrong(f"{off} feet are no full steps", f"Write a multiple of {step}.")


class Hero(Combatant):
    """A player character (vigor.role.major-path); one without a tree is untrained."""

    role: Literal["hero"] = "hero"

    @model_validator(mode="after")
    def magic_has_a_tree(self) -> Hero:
        kinds = {row.kind for row in (tables().trees[tree] for tree in self.trees)}
        has_magic = self.spells or any(one.kind == "mystic" for one in self.attacks)
        if has_magic and "mystic" not in kinds:
            raise wrong(
                "spells and mystic attacks need a mystic tree",
                "Add one to trees, such as wizard, or take them out.",
            )
        return self


class Npc(Combatant):
    """An entry that the GM plays: a Major, a Minor or a Sovereign (vigor.role.*).

    The mark of a Leader counts among the enemies alone (vigor.role.leader).
    """

    role: Literal["major", "minor", "sovereign"] = "major"
    leader: bool = False
    attack_bonus: Modifier | None = None
    ac: Annotated[int, Field(ge=0, le=40)] | None = None

    @model_validator(mode="after")
    def minors_alone_have_numbers_for_stats(self) -> Npc:
        """Implements vigor.role.minor-attack-and-ac, vigor.ac.formula, vigor.attack.roll."""
        if self.role != "minor":
            if self.ac is not None:
                raise wrong("only a Minor's entry gives the ac", "Write armour, shield and sense.")
            if self.attack_bonus is not None:
                raise wrong("only a Minor has an attack-bonus", "Write attack-stat and stats.")
        return self

    @model_validator(mode="after")
    def minors_are_plain(self) -> Npc:
        if self.role == "minor":
            told = {
                "stats": self.stats,
                "injuries": self.injuries,
                "vitality": self.vitality,
                "stamina": self.stamina,
                "attack-stat": self.attack_stat,
                "trees": self.trees,
            }
            for key, given in told.items():
                if given:
                    raise wrong(f"a Minor has no {key}", f"Take {key} out, or write a Major.")
        elif self.injuries:
            raise wrong("only player characters have lasting injuries", "Take them out.")
        return self


class Ally(Npc):
    """Somebody on the heroes' side with an entry of the GM's."""


class Foe(Npc):
    """An opponent; what is not said of its numbers is seen as a word."""

    shown: Literal["all", "word", "nothing"] = "word"


MODELS: Mapping[str, type[Combatant]] = {"hero": Hero, "ally": Ally, "foe": Foe}
