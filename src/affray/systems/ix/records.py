"""The small things a fight of ix is made of: gear, spells, conditions, effects, injuries, slots.

None of them changes in place: what changes is replaced, so that copies of a fight may share them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

# ---- what combatants have ----


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon. `reach` is its farthest band (0 Engaged to 4 Extreme); `qualities` maps a quality
    to its rating (0 where it has none); a `natural` one belongs to the body."""

    id: str
    name: str
    skill: str
    damage: int
    crit: int
    reach: int
    mode: str
    qualities: Mapping[str, int] = field(default_factory=dict, hash=False)
    encumbrance: int = 0
    hands: int = 1
    natural: bool = False
    mounted: bool = False

    def rating(self, quality: str) -> int:
        """The rating of a quality, 0 if the weapon does not have it."""
        return self.qualities.get(quality, 0)

    def has(self, quality: str) -> bool:
        return quality in self.qualities


@dataclass(frozen=True, slots=True)
class Armour:
    """What is worn: its bonus to Resistance and the Defense that its entry gives."""

    id: str
    name: str
    resistance: int = 0
    melee_defense: int = 0
    ranged_defense: int = 0
    encumbrance: int = 0


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell: a row of tables.spells, or one of the house's own in the same form.

    `cost` is "action", "maneuver" or "quick-action"; `reach` the farthest band, -1 for the caster
    alone; `aim` whom it is for ("living", "friend", "friends", "creature"); what else a row says
    (wounds, damage, condition ...) stands in `says`.
    """

    id: str
    name: str
    skills: tuple[str, ...]
    cost: str
    difficulty: int
    reach: int
    aim: str
    says: Mapping[str, object] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Item:
    """Something else that is carried: a light source (`light` names its row of
    tables.light-sources), a potion (`use` says what it does), tinder, tools, a gem (`worth` in
    silver flargons)."""

    id: str
    name: str
    kind: str = "gear"
    light: str = ""
    encumbrance: int = 0
    count: int = 1
    use: str = ""
    worth: int = 0


# ---- what befalls them ----


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition that holds (a row of tables.conditions).

    `turns` is how many of its bearer's turn ends are left to it, 0 for one that ends otherwise:
    `ends` is then what ends it ("stands", "escape", "encounter", "round", "scene", "fear",
    "first-turn", "put-out", or "treated" by removing `injury`). `source` is who brought it.
    """

    id: str
    turns: int = 0
    ends: str = ""
    source: str = ""
    injury: int = 0


@dataclass(frozen=True, slots=True)
class Effect:
    """Something else that hangs on a combatant: dice on its next check, a lasting injury effect.

    `op` says what it does (the ids of tables.effect-ops, or the words of the module that made it);
    `die` and `amount` how much; `checks` on which checks ("all", Characteristics or skills with
    commas between); `against` only on checks against that combatant or side ("" any); `turns`
    and `ends` are as a condition's, with "next-check" among the ends; `injury` the serial of the
    injury that it belongs to; `source` who made it; `rule` what its event cites.
    """

    op: str
    amount: int = 1
    die: str = ""
    checks: str = "all"
    against: str = ""
    turns: int = 0
    ends: str = ""
    source: str = ""
    injury: int = 0
    rule: str = ""
    what: str = ""


@dataclass(frozen=True, slots=True)
class Injury:
    """A Critical Injury that has not been removed.

    `serial` numbers the injuries of a fight; `row` is its row of tables.critical-injuries; `slot`
    the initiative slot in which it was taken and `round` the round; `drawn` what chance or the GM
    picked in the row (a limb, a Characteristic); `answered` whether its clock has been stopped;
    `care` whether the immediate treatment is done and extended care is still due; `permanent`
    whether its clock was missed, so that what it has taken stays even when it is removed; `tried`
    whether its treatment has failed since the last full rest, in this encounter.
    """

    serial: int
    row: str
    slot: str = ""
    round: int = 0
    drawn: str = ""
    answered: bool = False
    care: bool = False
    permanent: bool = False
    tried: bool = False


# ---- the order of the round, and what is held for others ----


@dataclass(frozen=True, slots=True)
class Slot:
    """An initiative slot: an id that stays, and the side that fills it ("heroes" or "foes")."""

    id: str
    side: str


@dataclass(frozen=True, slots=True)
class Lent:
    """A die that waits for whoever of a side comes next: at the next ally's turn ("turn") or on
    the next ally's check ("check"); never for `by`, who lent it."""

    when: str
    side: str
    by: str
    die: str = "boon"
    amount: int = 1
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Lamp:
    """A light that stands in the scene; `source` is its row of tables.light-sources."""

    id: str
    name: str
    source: str
    at: int
    lit: bool = True


@dataclass(frozen=True, slots=True)
class Task:
    """An extended check in hand: what has been earned of the `threshold`, how many attempts were
    made of `most` (0: no limit), the unit of time of each; `done` is "", "done" or "failed"."""

    id: str
    name: str
    skill: str
    difficulty: int
    threshold: int
    earned: int = 0
    attempts: int = 0
    most: int = 0
    unit: str = "round"
    done: str = ""
    characteristic: str = ""


# ---- heights ----


@dataclass(frozen=True, slots=True)
class Fall:
    """A fall that is owed: how many feet (0: from where it is), onto what ("" for what lies below
    the scene); `catches` says that it is a flyer's, who catches itself by Reflexes."""

    who: str
    feet: int = 0
    surface: str = ""
    catches: bool = False
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship or vehicle in a fight, a row of tables.ships. `hull` is what is left of `hull_points`;
    `weapons` are the ids of its deck weapons, which stand among the weapons of whoever serves them;
    `advantage` is the ship against which its crew holds tactical advantage, "" for none."""

    id: str
    name: str
    side: str
    kind: str
    hull: int
    hull_points: int
    resistance: int
    melee_defense: int = 0
    ranged_defense: int = 0
    at: int = 0
    zone: int = 0
    flies: bool = False
    weapons: tuple[str, ...] = ()
    advantage: str = ""


# ---- what the end of a fight takes ----


@dataclass(frozen=True, slots=True)
class Held:
    """What somebody had when the fight ended (see the fields of `Fighter`)."""

    who: str
    strain: int
    status: str
    at: int
    zone: int
    perch: str
    conditions: tuple[Condition, ...]
    effects: tuple[Effect, ...]
    injuries: tuple[Injury, ...]
    marks: tuple[str, ...]
    burns: tuple[tuple[int, int, str], ...]
    mends: tuple[tuple[int, int], ...]
    struck: tuple[str, ...]
    unaware_of: tuple[str, ...]
    surprised: bool
    aims: int
    cover: int
    guard: str
    hold: str
    inside: bool
    breath: int
    dying: int
    passed_out: int


@dataclass(frozen=True, slots=True)
class Ended:
    """How a fight stood when it ended (see the fields of `IxFight`), for a GM who lets it go on."""

    stage: str
    round: int
    turn: bool
    acting: str
    slot: str
    fears: tuple[tuple[str, str], ...]
    engaged: tuple[tuple[str, str], ...]
    recovered: bool
    held: tuple[Held, ...]
