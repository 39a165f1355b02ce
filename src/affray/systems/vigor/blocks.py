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
    named_in,
    number_of,
    of_the_ledger,
    of_the_library,
    within,
    wrong,
)
from affray.kernel.rulebook import short
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
    """What it is called on the card."""
    until: Until = "round"
    """When it ends: with the round, at the next turn of whoever gives it, or with the fight."""
    text: Annotated[str, Field(max_length=500)] = ""
    """What it does, in words for the table; no rule reads them."""


Conditions: TypeAlias = Annotated[list[Condition], Field(max_length=5)]


# ---- what is carried, cast and done ----


def _weapon(given: object, info: ValidationInfo) -> object:
    return of_the_ledger("weapons", given, info)


def _spell(given: object) -> object:
    return of_the_library("spells", content.library("spells"), given)


class Weapon(Part):
    """A weapon: in melee it has a `reach`, as a missile or thrown a `normal` and a `long` range."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    class_: Literal["", "light", "standard", "heavy", "none"] = ""
    """How heavy it is; no rule reads it."""
    reach: Feet = 0
    """How far it strikes in melee, in feet; 0 if it cannot."""
    normal: Feet = 0
    """How far it shoots or is thrown without disadvantage, in feet; 0 if it cannot."""
    long: Feet = 0
    """How far it shoots or is thrown at all, in feet."""
    descriptor: Descriptor
    """The kind of its harm, one word such as slashing."""
    maneuver: str = "none"
    """The weapon maneuver that it allows, by its name in the book; or none."""
    bonus: Modifier = 0
    """What it adds to the attack roll."""
    crit: Points = 0
    """How many more numbers of the d20 are crits."""
    points: Points = 0
    """Points added to the harm of a hit."""
    conditions: Conditions = []
    """What it attaches to whoever it hits."""

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
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called, such as bite."""
    kind: Literal["natural", "mystic"]
    """Natural, with its own body; or mystic, by a mystic tree."""
    melee: bool = False
    """Whether a mystic attack strikes in melee instead of at range."""
    descriptor: Descriptor
    """The kind of its harm, one word such as fire."""
    reach: Feet | None = None
    """How far it strikes in melee, in feet; left out, as its kind has it."""
    normal: Feet | None = None
    """How far it reaches without disadvantage, in feet; left out, as its kind has it."""
    long: Feet | None = None
    """How far it reaches at all, in feet; left out, the same."""
    crit: Points = 0
    """How many more numbers of the d20 are crits."""
    points: Points = 0
    """Points added to the harm of a hit."""
    conditions: Conditions = []
    """What it attaches to whoever it hits."""

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
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    stamina: Points
    """What casting it costs in Stamina."""
    range: Feet
    """How far it reaches, in feet."""
    shape: Literal["creature", "area", "friend"]
    """Whom it reaches: one creature, all in an area, or a friend."""
    radius: Feet = 0
    """How far an area reaches from its middle, in feet; 0 for no area."""
    roll: bool = False
    """Whether an attack roll says if it hits; only at one creature."""
    deals: Literal["damage", "vigor-damage", "vigor"]
    """What it does: damage, damage to Vigor alone, or Vigor given back."""
    descriptor: Descriptor | Literal[""] = ""
    """The kind of its harm, one word such as cold; none where it gives Vigor."""
    per_tier: Points = 0
    """Vigor that it gives back for each Tier of the caster."""
    points: Points = 0
    """Points added to its harm, or to the Vigor that it gives back."""
    conditions: Conditions = []
    """What it attaches to whoever it hits."""
    rule: str = "vigor.maneuver.cast"
    """The rule behind it, which the log cites."""

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
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    timing: Literal["instant", "declared"] = "instant"
    """Done at once when it is picked, or declared and carried out on the own turn."""
    stamina: Points = 0
    """What it costs in Stamina."""
    effect: Literal["regain", "crit", "ac", "move", "condition", "note", "strike"]
    """What it does; a strike is declared, everything else is instant."""
    amount: Annotated[int, Field(ge=0, le=200)] = 0
    """How much of it: points, numbers of the d20, AC or feet."""
    per_tier: Points = 0
    """How much more of it for each Tier."""
    to: Literal["self", "ally", "enemy"] = "self"
    """Whom it is for."""
    range: Feet = 0
    """How far off an ally or enemy may be, in feet."""
    conditions: Conditions = []
    """What it attaches, where its effect is a condition."""
    text: Annotated[str, Field(max_length=500)] = ""
    """What it does, in words, where its effect is a note."""

    @model_validator(mode="after")
    def makes_sense(self) -> Maneuver:
        if (self.effect == "strike") != (self.timing == "declared"):
            raise wrong("a strike is declared, and nothing else is", 'Write timing = "declared".')
        _does_something(self.effect, self.amount, self.per_tier, self.conditions, self.text)
        return self


class Trigger(Part):
    """An ability with a trigger of its own, which uses the reaction (vigor.reaction.triggered)."""

    id: str = ""
    """Its short name in small letters; made of the name if left out."""
    name: Called
    """What it is called."""
    when: Literal["enters-reach", "hit", "missed"]
    """What sets it off: an enemy who comes into reach, a hit, or a miss."""
    effect: Literal["strike", "regain", "condition", "note"]
    """What it does when it is set off."""
    amount: Points = 0
    """How much Vigor it gives back."""
    per_tier: Points = 0
    """How much more Vigor for each Tier."""
    conditions: Conditions = []
    """What it attaches, where its effect is a condition."""
    text: Annotated[str, Field(max_length=500)] = ""
    """What it does, in words, where its effect is a note."""

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
    """A score, 10 being plain; sets the Glancing Blow."""
    cunning: int = 10
    """A score, 10 being plain; sets on what numbers it crits."""
    mind: int = 10
    """A score, 10 being plain; its die is added to initiative."""
    sense: int = 10
    """A score, 10 being plain; its modifier counts for the AC."""
    heart: int = 10
    """A score, 10 being plain; its modifier counts for the most Vigor."""
    fate: int = 10
    """A score, 10 being plain; does nothing in a fight but attack, through a tree."""

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
    """What it is called; two may not be called the same."""
    tier: Annotated[int, Field(ge=1, le=5)]
    """How mighty it is, from 1 to 5."""
    stats: Stats | None = None
    """The six scores, 10 where nothing is said; the book lists 8 to 22. A Minor has none."""
    trees: Annotated[list[Annotated[str, named_in("trees")]], Field(max_length=18)] = []
    """The trees that it has learnt; they say which stats attack. Without one it is untrained."""
    attack_stat: Stat | Literal[""] = ""
    """The one stat that it attacks with; left empty, those of its trees."""
    armour: Literal["unarmoured", "light", "medium", "heavy"] = "unarmoured"
    """The class of armour worn, which sets the AC."""
    shield: bool = False
    """Whether it carries a shield, which adds to the AC."""
    weapons: Annotated[
        list[Annotated[Weapon, BeforeValidator(_weapon), named_in("weapons")]], Field(max_length=20)
    ] = []
    """The weapons that it carries; the first is in hand if nothing else is said."""
    attacks: Annotated[list[Attack], Field(max_length=20)] = []
    """Natural attacks, such as a bite, and mystic ones."""
    in_hand: Annotated[list[str], Field(max_length=2)] | None = None
    """Which of the weapons above are in hand, two at most, by their short names."""
    spells: Annotated[
        list[Annotated[Spell, BeforeValidator(_spell), named_in("spells")]], Field(max_length=20)
    ] = []
    """The spells that it can cast, or the powers of a psion."""
    psion: bool = False
    """Whether its spells are powers, used without declaring them."""
    maneuvers: Annotated[list[Maneuver], Field(max_length=20)] = []
    """Maneuvers of its own, beside those that everybody has."""
    triggers: Annotated[list[Trigger], Field(max_length=20)] = []
    """Abilities of its own that something sets off; each uses the reaction."""
    crit: Points = 0
    """How many more numbers of the d20 are crits, in all its attacks."""
    points: Points = 0
    """Points added to the harm of every hit."""
    never_surprised: bool = False
    """Whether nothing surprises it."""
    resists: list[Descriptor] = []
    """Kinds of harm of which a hit is worth 1 point less, such as fire."""
    immune: list[Descriptor] = []
    """Kinds of harm that do nothing to it, such as poison."""
    vulnerable: list[Descriptor] = []
    """Kinds of harm of which a hit is worth 1 point more, such as cold."""
    injuries: list[Annotated[str, named_in("lasting-injuries")]] = []
    """Lasting injuries that a hero brings along."""
    vitality: Annotated[int, Field(ge=0, le=999)] | None = None
    """Vitality as it is now; full if left out."""
    stamina: Annotated[int, Field(ge=0, le=999)] | None = None
    """Stamina as it is now; full if left out."""
    at: Spot | None = None
    """Where it stands: feet to the right, then feet up, in full steps; left out, in its side's
    row."""
    hidden: bool = False
    """Whether players do not know of it until the GM shows it."""
    shown: Literal["all", "word", "nothing"] = "all"
    """How much players see of its numbers: all, a word, or nothing."""

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
                _carried(held, [weapon.id for weapon in self.weapons])
        kinds = {"resists": self.resists, "immune": self.immune, "vulnerable": self.vulnerable}
        for what, given in kinds.items():
            each_once(given, what)
        return self


def _carried(held: str, carried: list[str]) -> None:
    """Raises a fault if what is in hand is not among the weapons."""
    if not carried:
        raise wrong(
            f"it has no weapons, and {short(held)} in hand",
            f"Put {short(held)} among its weapons first, or take it out of the hand.",
        )
    known(held, carried, "weapon among its own")


def in_steps(feet: list[int], step: int) -> None:
    """Raises a fault if one of the distances is no multiple of a step."""
    off = next((one for one in feet if step > 0 and one % step), None)
    if off is not None:
        raise wrong(f"{off} feet are no full steps", f"Write a multiple of {step}.")


class Hero(Combatant):
    """A player character (vigor.role.major-path); one without a tree is untrained."""

    role: Literal["hero"] = "hero"
    """A hero is a player character."""

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
    """How much of the rules it uses: a Major, a Minor that flees or dies fast, or a Sovereign."""
    leader: bool = False
    """Whether it leads the enemies."""
    attack_bonus: Modifier | None = None
    """What a Minor adds to its attack rolls; left out, by its Tier."""
    ac: Annotated[int, Field(ge=0, le=40)] | None = None
    """A Minor's AC; left out, as the book has it."""

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
    """How much players see of its numbers: all, a word, or nothing."""


MODELS: Mapping[str, type[Combatant]] = {"hero": Hero, "ally": Ally, "foe": Foe}
