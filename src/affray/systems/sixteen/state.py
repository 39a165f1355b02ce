"""The state of a fight of sixteen: who is in it, where, in which condition, and whose turn it is.

What never changes in a fight (weapons, spells, the ledger's tables) is shared between copies; every
tuple here is replaced, never changed in place, so that a copy may share it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from affray.kernel.copier import fight_copier
from affray.kernel.fight import Combatant, Fight
from affray.kernel.question import Because, Edit
from affray.kernel.table import Table

PHYSICAL = ("cutting", "piercing", "crushing")
"""The kinds of damage that armour is for."""

CHECKS = ("sdf", "lif", "con")
FATIGUED, TIRED, EXHAUSTED, USELESS, UNCONSCIOUS, DEAD = 1, 2, 3, 4, 5, 6
"""Levels of the ladder (sixteen.wound.ladder)."""

UNARMED = "fist"
"""The weapon of whoever holds none: a row of the ledger's table weapons."""


# ---- numbers, switches and tables of the ledger ----


@dataclass(frozen=True, slots=True)
class Numbers:
    """The values of the ledger, as the house rules have them."""

    die_faces: int
    success_total: int
    check_total: int
    critical_miss_natural: int
    telling_natural: int
    deflect_target: int
    deflect_target_min: int
    deflect_target_max: int
    ar_per_ap: int
    minimum_damage: int
    medium_wound_above: int
    wound_step_per_size: int
    max_hp_per_wound: int
    max_hp_per_scar: int
    recovery_penalty_per_wound: int
    recovery_checks_per_night: int
    bleeding_per_round: int
    fatigue_after_round: int
    off_balance_hit: int
    movement: int
    step_feet: int
    start_distance: int
    reach: int
    away_beyond: int
    critical_miss_die: int
    primary_actions: int
    move_actions: int
    reactions: int
    marching_gap: int
    disadvantage_dice: int
    short_break_clears_fatigue_up_to: int


@dataclass(frozen=True, slots=True)
class Switches:
    """The readings in force where the text can be read in more than one way."""

    natural_twenty_hits: bool
    critical_deflect: Literal["exact-number", "natural-twenty"]
    minimum_damage_switch: Literal["0", "1"]
    half_damage: Literal["down", "up"]
    wound_check: Literal["none", "con"]
    first_wound: Literal["at-least-fatigued", "one-level"]
    wound_save: Literal["none", "con"]
    fatigue_losses: Literal["carry", "as-printed"]
    strenuous_window: Literal["fight", "turn"]
    idle_saves: bool
    death_at: Literal["never", "minus-max-hp"]


@dataclass(frozen=True, slots=True)
class Level:
    """A level of the ladder and what it leaves, under the switch fatigue-losses."""

    name: str
    move_feet: int
    move_factor: str
    hit: int
    primary: bool
    threatens: bool
    reactions: bool
    deflects: bool
    turn: bool
    recovers: bool


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of the ledger that rules look things up in.

    `match_up` is the change of AR by kind of weapon and of armour; `mishaps` the critical-miss
    results by the number rolled; `thresholds` and `halving` go by size.
    """

    levels: tuple[Level, ...]
    match_up: Mapping[str, Mapping[str, int]]
    mishaps: Mapping[int, str]
    thresholds: Mapping[str, int]
    halving: Mapping[str, bool]
    shields: Mapping[str, int]
    armours: Mapping[str, int]
    d3: Mapping[int, int]
    unarmed: Weapon


# ---- what combatants have ----


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon; `damage` is dice text, `range` is 0 for melee, `hit` an own attack modifier.

    A `natural` one (claws, fists) cannot be dropped.
    """

    id: str
    name: str
    kind: str
    damage: str
    ap: int
    reach: int
    range: int = 0
    hit: int | None = None
    natural: bool = False

    @property
    def far(self) -> int:
        """How many feet away its target may be."""
        return self.range or self.reach


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell: how it `strike`s ("attack", "save" or "none"), at whom, and what it does.

    `lasts` says how long its condition holds: "turns" (so many of the sufferer's own), "fight", or
    "" if nothing is said. `range` is None for anybody in sight.
    """

    id: str
    name: str
    strike: str
    target: str
    damage: str = ""
    kind: str = ""
    ap: int = 0
    heal: str = ""
    condition: str = ""
    lasts: str = ""
    turns: int = 0
    save: str = ""
    range: int | None = None
    hit: int | None = None


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition; `until` says how it ends: "turns" (at the end of the `turns`-th own turn from
    now, the one going on included), "start" (of the next own turn), "stands", "source" (when
    `source` is out of the fight) or "fight".
    """

    name: str
    until: str
    turns: int = 0
    source: str = ""


@dataclass(slots=True)
class Fighter(Combatant):
    """Somebody in the fight, whatever the side; `kind` is "hero", "ally" or "foe".

    `hp_full` is the Maximum HP without wounds and scars. `at` is the point on the line in feet.
    `in_hand` is a weapon's id, "" for empty hands; `dropped` are (weapon, place) on the ground.
    `wounds_here` counts the wounds suffered in this fight; `strained` says whether anything
    strenuous was done in it, `strained_now` since the end of the last own turn. `status` says how
    somebody has left the fight ("gone", "surrendered", "" while in it).
    """

    kind: str
    hp: int
    hp_full: int
    hit: int
    sdf: int = 0
    lif: int = 0
    con: int = 0
    deflect_bonus: int = 0
    shield: str = "none"
    armour: str = "none"
    ar: int = 0
    resistances: tuple[tuple[str, int], ...] = ()
    size: str = "medium"
    threshold: int = 5
    movement: int = 30
    damage_bonus: int = 0
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Spell, ...] = ()
    tireless: bool = False
    wounds: int = 0
    scars: int = 0
    war_wounds: tuple[str, ...] = ()
    in_hand: str = ""
    dropped: tuple[tuple[str, int], ...] = ()
    at: int = 0
    fatigue: int = 0
    conditions: tuple[Condition, ...] = ()
    wounds_here: int = 0
    strained: bool = False
    strained_now: bool = False
    reactions: int = 1
    resting: bool = False
    acted: bool = False
    status: str = ""

    @property
    def is_present(self) -> bool:
        """Whether the combatant has not left the fight, in whatever state."""
        return not self.status and not self.removed

    def has(self, name: str) -> bool:
        """Whether a condition of that name holds."""
        return any(one.name == name for one in self.conditions)

    def weapon(self, weapon_id: str) -> Weapon | None:
        """A weapon that is carried, None if there is none of that id."""
        return next((one for one in self.weapons if one.id == weapon_id), None)

    def spell(self, spell_id: str) -> Spell | None:
        return next((one for one in self.spells if one.id == spell_id), None)

    def holds(self) -> bool:
        """Whether there is something in hand that could be dropped."""
        weapon = self.weapon(self.in_hand)
        return weapon is not None and not weapon.natural

    def lies(self, weapon_id: str) -> bool:
        """Whether a weapon of this fighter lies on the ground."""
        return any(one == weapon_id for one, _ in self.dropped)

    def resistance(self, kind: str) -> int:
        """The points that are subtracted from damage of that kind where armour is not."""
        return next((points for name, points in self.resistances if name == kind), 0)


# ---- the fight ----


@dataclass(slots=True)
class SixteenFight(Fight[Fighter]):
    """A fight of sixteen.

    `heroes` and `foes` are the marching orders, front to back (allies march with the heroes).
    `order` is the order of every round, `slots` that of this one with the places swapped. `stage`
    is what the next step does, `acting` whose turn it is or was last; `primary` and `moves` are
    the actions left to it, `started` whether the turn has come up for good (it may still be ceded
    before), `underway` whether something that was chosen is being done, `fresh` whether nothing was
    done yet, `came_from` where its turn began (feet), `busy` whether it has taken a
    Primary Action, a Move or a Reaction, `ceded` whether the turn was ceded to it and `unwilling`
    who has declined to take it. `rolled` is the damage of the
    blow that is being struck, `rolling` its dice.
    """

    numbers: Numbers
    switches: Switches
    tables: Tables
    heroes: tuple[str, ...]
    foes: tuple[str, ...]
    first: str = ""
    order: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    stage: str = "start"
    acting: str = ""
    primary: int = 0
    moves: int = 0
    started: bool = False
    underway: bool = False
    fresh: bool = False
    busy: bool = False
    came_from: int = 0
    ceded: bool = False
    unwilling: tuple[str, ...] = ()
    recovering: tuple[str, ...] = ()
    break_taken: bool = False
    nights: int = 0
    rolled: int = 0
    rolling: str = ""

    # ---- looking ----

    def level(self, who: str) -> int:
        """The level in force. Implements sixteen.hp.standing-level, sixteen.hp.zero,
        sixteen.hp.negative, sixteen.hp.no-death-by-hp (house switch death-at)."""
        one = self.combatants[who]
        hp, level = one.hp, one.fatigue
        if hp > 0:
            return level
        if hp == 0:
            return level if level > USELESS else USELESS
        if self.switches.death_at == "minus-max-hp" and hp <= -self.max_hp(who):
            return DEAD
        return level if level > UNCONSCIOUS else UNCONSCIOUS

    def standing(self, who: str) -> Level:
        """What the level in force leaves."""
        return self.tables.levels[min(max(self.level(who), 0), DEAD)]

    def max_hp(self, who: str) -> int:
        """Maximum HP less what wounds and scars take, never below 1.

        Implements sixteen.wound.max-hp, sixteen.wound.one-point.
        """
        one, numbers = self.combatants[who], self.numbers
        lost = one.wounds * numbers.max_hp_per_wound + one.scars * numbers.max_hp_per_scar
        return max(1, one.hp_full - lost)

    def weapon_of(self, who: str) -> Weapon:
        """What is in hand: a weapon, or the bare fist."""
        one = self.combatants[who]
        return one.weapon(one.in_hand) or self.tables.unarmed

    def side_of(self, who: str) -> tuple[str, ...]:
        """The marching order of the combatant's side."""
        return self.foes if self.combatants[who].side == "foes" else self.heroes

    def against(self, who: str) -> tuple[str, ...]:
        """The marching order of the other side."""
        return self.heroes if self.combatants[who].side == "foes" else self.foes

    def is_there(self, who: str) -> bool:
        """Whether `who` has not left the fight, in whatever state."""
        one = self.combatants.get(who)
        return one is not None and one.is_present

    def is_able(self, who: str) -> bool:
        """Whether `who` is in the fight and neither useless nor worse."""
        one = self.combatants.get(who)
        return one is not None and one.is_present and self.level(who) < USELESS

    def is_alive(self, who: str) -> bool:
        """Whether `who` is in the fight and not dead."""
        one = self.combatants.get(who)
        return one is not None and one.is_present and self.level(who) < DEAD

    def is_unconscious(self, who: str) -> bool:
        return self.level(who) == UNCONSCIOUS

    def able(self, side: tuple[str, ...]) -> list[str]:
        """Those of a marching order who can still act, front to back."""
        return [who for who in side if self.is_able(who)]

    def knows(self, who: str, other: str) -> bool:
        """Whether the player of `who` knows of `other`."""
        return self.combatants[who].side == "foes" or not self.combatants[other].hidden

    def opponents(self, who: str) -> list[str]:
        """The living opponents that `who` knows of, front to back."""
        return [o for o in self.against(who) if self.is_alive(o) and self.knows(who, o)]

    def friends(self, who: str) -> list[str]:
        """The living others of one's own side, front to back."""
        return [one for one in self.side_of(who) if one != who and self.is_alive(one)]

    def apart(self, one: str, other: str) -> int:
        """The distance in feet. Implements sixteen.position.line."""
        return abs(self.combatants[one].at - self.combatants[other].at)

    # ---- verbs ----

    def set_fatigue(self, who: str, level: int, table: Table, because: Because) -> None:
        """The fatigue level becomes another; what follows from that is told and checked."""
        one = self.combatants[who]
        before, one.fatigue = one.fatigue, min(max(level, 0), DEAD)
        if table.recording:
            levels = self.tables.levels
            table.record(
                "fatigue",
                because,
                who=who,
                before=levels[min(before, DEAD)].name,
                now=levels[one.fatigue].name,
                level=one.fatigue,
            )

    def give(self, who: str, condition: Condition, table: Table, because: Because) -> None:
        """A condition takes hold; of one that holds already the longer stays."""
        one = self.combatants[who]
        held = [c for c in one.conditions if c.name == condition.name]
        if condition.source:
            held = [c for c in held if c.source == condition.source]
        keep = condition
        for old in held:
            if _lasts(old) > _lasts(keep):
                keep = old
        one.conditions = (*(c for c in one.conditions if c not in held), keep)
        if table.recording:
            table.record(
                "condition",
                because,
                who=who,
                condition=keep.name,
                until=keep.until,
                turns=keep.turns,
                source=keep.source,
            )

    def lift(self, who: str, name: str, table: Table, because: Because) -> None:
        """Every condition of that name ends."""
        one = self.combatants[who]
        if not one.has(name):
            return
        one.conditions = tuple(c for c in one.conditions if c.name != name)
        if table.recording:
            table.record("condition-over", because, who=who, condition=name)

    def strain(self, who: str, table: Table, because: Because) -> None:
        """Something strenuous is done. Implements sixteen.fatigue.strenuous."""
        one = self.combatants[who]
        told = one.strained
        one.strained = one.strained_now = True
        if table.recording and not told:
            table.record("strained", because, who=who)

    def leave(self, who: str, status: str, table: Table, because: Because) -> None:
        """Somebody is out of the fight: "gone" or "surrendered"."""
        self.combatants[who].status = status
        if table.recording:
            table.record("left", because, who=who, status=status)
        self.check_end(table)

    def check_end(self, table: Table) -> bool:
        """Ends the fight if a side has nobody left who can act; says whether it is over.

        Implements sixteen.end.when.
        """
        if self.result is not None:
            return True
        # Before the fight begins the GM may still be writing its numbers.
        counts = self.is_there if self.stage == "start" else self.is_able
        heroes = any(map(counts, self.heroes))
        foes = any(map(counts, self.foes))
        if heroes and foes:
            return False
        self.end(table, "heroes" if heroes else "foes" if foes else "none", "sixteen.end.when")
        return True

    def edit(self, edit: Edit, table: Table) -> bool:
        """As `Fight.edit`; then the end of the fight, if somebody's absence brings it.

        A fight that is resumed goes on where it was left, and is over again at once if a side has
        nobody left who can act.
        """
        done = Fight.edit(self, edit, table)
        if done and edit.kind == "resume" and not self.order:
            self.stage = "start"
        if done and edit.kind in ("remove", "resume"):
            self.check_end(table)
        return done


_ENDS = {"start": 0, "turns": 1, "stands": 2, "source": 3, "fight": 4}


def _lasts(condition: Condition) -> tuple[int, int]:
    return _ENDS[condition.until], condition.turns


copy_fight = fight_copier(SixteenFight, Fighter)
"""A copy of a fight that shares nothing that rules or the GM change in place."""
