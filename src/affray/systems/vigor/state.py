"""The state of a vigor fight: who is in it, where they stand, what is declared and what is owed.

Things that never change in a fight (weapons, spells, maneuvers) are shared between copies; every
tuple and mapping here is replaced, never changed in place, so that a copy may share it too.
Distances and points are in feet, in whole steps (value step-feet).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from affray.kernel.copier import fight_copier
from affray.kernel.fight import Combatant, Fight
from affray.kernel.keys import Key
from affray.kernel.question import Because, Edit
from affray.kernel.table import Table

Spot: TypeAlias = tuple[int, int]
"""A point of the plane in feet: x to the right, y up."""

MOVEMENT = 30
"""The feet of a turn's movement, and what Sprint adds (vigor.move.base, vigor.move.sprint)."""
SOVEREIGN_ACTIONS = 2
"""A Sovereign's actions of a round (vigor.sovereign.two-per-round)."""
NOTHING: Key = ()


# ---- numbers and switches of the ledger ----


@dataclass(frozen=True, slots=True)
class Numbers:
    """The values of the ledger, as the house rules have them."""

    disrupt_base: int
    minor_attack_bonus_per_tier: int
    minor_tie_mind: int
    mystic_range_feet: int
    mystic_melee_range_feet: int
    stamina_base: int
    stamina_per_tier: int
    treatment_base: int
    rally_range_feet: int
    empower_faces: int
    committed_strike_points_per_tier: int
    sovereign_actions_per_gap: int
    stat_min: int
    stat_max: int
    minor_speed_feet: int
    step_feet: int
    start_distance_feet: int
    start_gap_feet: int
    newcomer_behind_feet: int
    difficult_step_feet: int
    advantage_dice: int
    weapon_swaps: int
    rally_vigor_per_tier: int
    shock_burst_radius_feet: int
    steady_heart_vigor_per_tier: int
    quick_advance_feet: int
    high_guard_ac: int
    shelter_ac: int
    shelter_range_feet: int
    wide_arc_vigor_damage: int
    drive_back_feet: int
    full_length_feet: int
    harry_feet: int
    loose_and_step_feet: int
    bruised_ribs_sprint_feet: int
    twisted_ankle_feet: int
    ringing_ears_initiative: int
    shaking_hand_attack: int
    stiff_side_ac: int
    short_breath_dice: int
    shaken_nerve_cap: int
    broken_bone_vitality: int
    broken_bone_vitality_min: int
    treatments_per_injury_and_rest: int


@dataclass(frozen=True, slots=True)
class Switches:
    """The readings in force where the text can be read in more than one way."""

    natural_twenty_always_hits: bool
    natural_one_always_misses: bool
    crit_range_always_hits: bool
    disruption: Literal["check", "always", "ask-gm"]
    minor_flight: Literal["on-its-turn", "at-once"]
    leaderless_pick_in_round_one: bool
    crit_bonus_widens_empty_range: bool
    initiative_ties: Literal["mind-then-heroes", "ask-gm"]
    sovereign_refresh: Literal["actions", "actions-and-vigor", "actions-and-pools"]
    sovereign_actions_per_gap_switch: Literal["one", "any"]


# ---- what combatants have ----


@dataclass(frozen=True, slots=True)
class Condition:
    """A named tag that a hit or an ability attaches; `until` is "round", "turn" (the start of the
    next turn of whoever inflicts it) or "fight"."""

    name: str
    until: str = "round"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Attack:
    """A way to attack: a weapon, a natural attack or a mystic attack.

    `kind` is "weapon", "natural" (unarmed and improvised ones too) or "mystic". `reach` is 0 for
    what cannot strike in melee, `normal` and `long` are 0 for what cannot be shot or thrown.
    `bonus` is the weapon bonus, `crit` how many faces an enchantment widens the crit range by,
    `points` what it adds to a hit, `conditions` what a hit attaches. `maneuver` is the weapon
    maneuver by its short name ("high-guard"), "" for none.
    """

    id: str
    name: str
    kind: str
    reach: int
    normal: int
    long: int
    descriptor: str
    maneuver: str = ""
    weight: str = ""
    bonus: int = 0
    crit: int = 0
    points: int = 0
    conditions: tuple[Condition, ...] = ()

    @property
    def is_mystic(self) -> bool:
        return self.kind == "mystic"

    @property
    def is_thrown(self) -> bool:
        """Whether it can strike in melee and be thrown."""
        return self.reach > 0 and self.long > 0


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell, or a psion's power.

    `shape` is "creature", "area" (with a `radius`) or "friend" (one ally or the caster). `deals`
    is "damage", "vigor-damage" or "vigor" (which it gives back). Harm is the Tier die and
    `points`; Vigor given back is `per_tier` times the caster's Tier and `points`. `roll` says
    whether it needs an attack roll.
    """

    id: str
    name: str
    stamina: int
    range: int
    shape: str
    roll: bool
    deals: str
    descriptor: str = ""
    radius: int = 0
    per_tier: int = 0
    points: int = 0
    conditions: tuple[Condition, ...] = ()
    rule: str = "vigor.maneuver.cast"


@dataclass(frozen=True, slots=True)
class Maneuver:
    """A Maneuver that an entry adds of its own (vigor.maneuver.list).

    `timing` is "instant" or "declared". `effect` is "regain" (Vigor), "crit" (a wider range until
    the end of the round), "ac" (until the end of the round), "move" (feet, without opportunity
    attacks), "condition", "note", or for a declared one "strike" (a weapon attack with more
    points). `amount` and `per_tier` times the Tier make the number; `to` is "self", "ally" or
    "enemy" within `range` feet.
    """

    id: str
    name: str
    timing: str
    stamina: int
    effect: str
    amount: int = 0
    per_tier: int = 0
    to: str = "self"
    range: int = 0
    conditions: tuple[Condition, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Trigger:
    """An ability with its own trigger, which uses the reaction (vigor.reaction.triggered).

    `when` is "enters-reach" (an enemy comes into the owner's reach by its own movement), "hit"
    (an enemy has hit the owner) or "missed" (an enemy has missed the owner). `effect` is
    "strike" (one melee attack on that enemy), "regain" (Vigor: `amount` and `per_tier` times the
    Tier), "condition" (on that enemy) or "note".
    """

    id: str
    name: str
    when: str
    effect: str
    amount: int = 0
    per_tier: int = 0
    conditions: tuple[Condition, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Effect:
    """Something that holds for a while.

    `until` is "round" (its end), "turn:ID" (the start of the next turn of that combatant),
    "own-turn" (used up by the bearer's next turn) or "fight". `by` has brought it about, `on` is
    whom it concerns, `weapon` the weapon that it hangs on, `name` the name of a condition.
    """

    kind: str
    until: str
    by: str = ""
    on: str = ""
    amount: int = 0
    weapon: str = ""
    name: str = ""


@dataclass(slots=True)
class Warrior(Combatant):
    """Somebody in the fight, of any role.

    `role` is "hero" (a player character), "major", "minor" or "sovereign". A Minor has no `stats`;
    `attack_bonus` and `own_ac` are its entry's, None where the entry names none (of anybody else
    `own_ac` is an AC that the GM has said); `attack_stat` is that of an NPC's entry. `in_hand` are
    the ids of the weapons held. `crit` and `points` are bonuses of abilities. The full Vitality is
    not kept: see `vitality.maximum`.

    `status` is "" in the fight, "fleeing", "fled", "dead" or "out" (the GM's word). `harm` is a
    Minor's total. `injuries` are the lasting injuries active, by id.

    Of the round: `initiative` is the total (None: not rolled), `pick` what was picked and has not
    taken effect yet, `pending` the Declared Maneuver that waits, `reaction` whether it is left,
    `has_joined` is False for a newcomer until the next roll, `surprised` holds in round 1.
    """

    role: str = field(kw_only=True)
    tier: int = field(kw_only=True)
    stats: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    trees: tuple[str, ...] = field(default=(), kw_only=True)
    attack_stat: str = field(default="", kw_only=True)
    attack_bonus: int | None = field(default=None, kw_only=True)
    own_ac: int | None = field(default=None, kw_only=True)
    armour: str = field(default="unarmoured", kw_only=True)
    shield: bool = field(default=False, kw_only=True)
    weapons: tuple[Attack, ...] = field(default=(), kw_only=True)
    attacks: tuple[Attack, ...] = field(default=(), kw_only=True)
    in_hand: tuple[str, ...] = field(default=(), kw_only=True)
    spells: tuple[Spell, ...] = field(default=(), kw_only=True)
    psion: bool = field(default=False, kw_only=True)
    maneuvers: tuple[Maneuver, ...] = field(default=(), kw_only=True)
    triggers: tuple[Trigger, ...] = field(default=(), kw_only=True)
    crit: int = field(default=0, kw_only=True)
    points: int = field(default=0, kw_only=True)
    never_surprised: bool = field(default=False, kw_only=True)
    leader: bool = field(default=False, kw_only=True)
    resists: tuple[str, ...] = field(default=(), kw_only=True)
    immune: tuple[str, ...] = field(default=(), kw_only=True)
    vulnerable: tuple[str, ...] = field(default=(), kw_only=True)

    at: Spot | None = field(default=None, kw_only=True)
    vigor: int = field(default=0, kw_only=True)
    vitality: int = field(default=0, kw_only=True)
    stamina: int = field(default=0, kw_only=True)
    injuries: tuple[str, ...] = field(default=(), kw_only=True)
    harm: int = field(default=0, kw_only=True)
    status: str = field(default="", kw_only=True)

    initiative: int | None = field(default=None, kw_only=True)
    pick: Key = field(default=NOTHING, kw_only=True)
    pending: Key = field(default=NOTHING, kw_only=True)
    reaction: bool = field(default=False, kw_only=True)
    sovereign_actions: int = field(default=0, kw_only=True)
    surprised: bool = field(default=False, kw_only=True)
    has_joined: bool = field(default=True, kw_only=True)
    effects: tuple[Effect, ...] = field(default=(), kw_only=True)

    @property
    def is_in(self) -> bool:
        """Whether the combatant is in the fight: not dead, fled, fleeing or taken out of it."""
        return not self.status and not self.removed

    @property
    def stands(self) -> bool:
        """Whether the combatant stands on the plane: in the fight, or fleeing from it."""
        return self.status in ("", "fleeing") and not self.removed

    @property
    def is_minor(self) -> bool:
        return self.role == "minor"

    @property
    def spot(self) -> Spot:
        """Where the combatant stands; the middle of the plane until it is placed."""
        return self.at or (0, 0)

    def has(self, kind: str) -> bool:
        """Whether an effect of that kind holds."""
        return any(effect.kind == kind for effect in self.effects)


@dataclass(frozen=True, slots=True)
class Patch:
    """Ground within `radius` feet of a point; `kind` is "difficult" or "closed"."""

    kind: str
    at: Spot
    radius: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """What the GM has said in place of a derived fact, for the pair `who`, `other`.

    `kind` is "distance" (`value`: feet), "line" (`value`: how many creatures are in the line of
    fire from `who` to `other`), "cover" (`value`: none, half, three-quarters or total cover of
    `other` from `who`) or "sight" (`value`: 0 if `who` cannot see `other`). `who` may be "" for
    everybody. `once` facts end with the next action.
    """

    kind: str
    who: str
    other: str
    value: int | str
    once: bool = False


# ---- the fight ----


@dataclass(slots=True)
class VigorFight(Fight[Warrior]):
    """A vigor fight.

    `stage` is what the next step does: "set-up", "blind" (leaderless picks before a roll),
    "initiative", "foe-picks", "foe-instants", "hero-picks", "hero-instants", "turns" (the next
    turn begins), "turn" (whoever acts chooses), "gap" (a Sovereign may act), "round-end"; after
    the fight "after", "recovery", "rest" and "tend". `order` are the ids in the order of this
    round, `done` those whose turn is over or passed. `acting` is whose turn it is or was last, and
    while initiative is rolled who rolls or did last; `action`, `feet`, `swaps` and `disengaged`
    are what is left of a turn; `barred` says that a way was barred in it. `picked` are those who
    have had their pick for the round.
    `answered` are the Sovereigns that have had their word in this gap, `gap_spent` how many
    actions they have spent in it. `underway` says that something of this step is spent already.
    """

    numbers: Numbers
    switches: Switches
    heroes: tuple[str, ...]
    foes: tuple[str, ...]
    stage: str = "set-up"
    order: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    acting: str = ""
    action: bool = False
    feet: int = 0
    swaps: int = 0
    disengaged: bool = False
    barred: bool = False
    picked: tuple[str, ...] = ()
    answered: tuple[str, ...] = ()
    gap_spent: int = 0
    underway: bool = False
    all_difficult: bool = False
    ground: tuple[Patch, ...] = ()
    facts: tuple[Fact, ...] = ()
    place: str = ""
    recovered: bool = False
    rested: bool = False
    tended: tuple[tuple[str, str], ...] = ()
    healed: tuple[tuple[str, str], ...] = ()

    # ---- looking ----

    def side(self, side: str) -> list[str]:
        """Everybody of a side ("heroes" or "foes") who is in the fight, in roster order."""
        found = self.combatants
        ids = self.heroes if side == "heroes" else self.foes
        return [who for who in ids if found[who].is_in]

    def opponents(self, who: str) -> list[str]:
        """The other side's in the fight, in roster order."""
        return self.side("foes" if self.combatants[who].side == "heroes" else "heroes")

    def is_in(self, who: str) -> bool:
        """Whether `who` is in the fight (nobody is not)."""
        combatant = self.combatants.get(who)
        return combatant is not None and combatant.is_in

    def stands(self, who: str) -> bool:
        """Whether `who` stands on the plane, fleeing or not."""
        combatant = self.combatants.get(who)
        return combatant is not None and combatant.stands

    def standing(self) -> list[Warrior]:
        """Everybody on the plane, in roster order."""
        return [one for one in self.combatants.values() if one.stands]

    def knows(self, who: str, other: str) -> bool:
        """Whether `who` can know of the other: the heroes cannot of a foe whom the GM keeps hidden,
        and nothing that they may do tells them of it."""
        one = self.combatants[other]
        return not (one.hidden and one.side == "foes" and self.combatants[who].side == "heroes")

    def fact(self, kind: str, who: str, other: str) -> int | str | None:
        """What the GM has said of the pair, the latest first; None if nothing."""
        for fact in reversed(self.facts):
            if fact.kind == kind and fact.other == other and fact.who in ("", who):
                return fact.value
        return None

    def audience(self, who: str) -> str:
        """Who may read what somebody does alone: of whoever is hidden only the GM."""
        return "gm" if self.is_hidden(who) else "all"

    # ---- changing ----

    def put(self, who: str, effect: Effect) -> None:
        """An effect begins to hold."""
        one = self.combatants[who]
        one.effects = (*one.effects, effect)

    def lift(self, who: str, *kinds: str) -> None:
        """Every effect of these kinds ends."""
        one = self.combatants[who]
        one.effects = tuple(effect for effect in one.effects if effect.kind not in kinds)

    def move_to(self, who: str, spot: Spot) -> None:
        """Puts a combatant on a point."""
        self.combatants[who].at = spot

    def lose_pending(self, who: str, table: Table, because: Because, why: str) -> None:
        """A Declared Maneuver that waits is lost."""
        one = self.combatants[who]
        if not one.pending:
            return
        lost, one.pending = one.pending, NOTHING
        if table.recording:
            table.record(
                "maneuver-lost",
                because,
                audience=self.audience(who),
                who=who,
                maneuver=list(lost),
                why=why,
            )

    def pay(self, who: str, stamina: int, table: Table, because: Because) -> None:
        """Stamina is spent; never more than is left."""
        if stamina <= 0:
            return
        one = self.combatants[who]
        before = one.stamina
        one.stamina = max(0, before - stamina)
        if table.recording:
            secret = {"before": before, "now": one.stamina}
            table.record(
                "paid",
                because,
                of=who,
                secret=secret,
                audience=self.audience(who),
                who=who,
                stamina=stamina,
            )

    def leave(self, who: str, status: str, table: Table, because: Because) -> None:
        """Somebody is out of the fight, or begins to flee; tests whether it is over."""
        one = self.combatants[who]
        one.status = status
        one.pick = NOTHING
        one.reaction = False
        if table.recording:
            rules = (because,) if isinstance(because, str) else because
            if status != "fleeing":
                rules = (*rules, "vigor.position.the-gone")
            table.record(status, rules, who=who)
        rule = "vigor.declare.declared-details"
        if status == "fleeing":
            rule = "vigor.npc.minor-fleeing"
        self.lose_pending(who, table, rule, status)
        self.check_end(table)

    def _left_at(self) -> str:
        """The stage that a fight which was ended goes on with."""
        if self.round == 0:
            return "set-up"
        if not self.order:
            return "initiative"
        return "turns" if self.acting else "foe-picks"

    def check_end(self, table: Table) -> bool:
        """Whether the fight is over; it ends the moment a side has nobody left in it.

        Whoever is still fleeing then gets away.

        Implements vigor.fight.end, vigor.fight.sides.
        """
        if self.result is not None:
            return True
        heroes, foes = self.side("heroes"), self.side("foes")
        if heroes and foes:
            return False
        self.result = "heroes" if heroes else "foes" if foes else "none"
        self.action = False
        self.feet = 0
        for one in self.combatants.values():
            if one.status == "fleeing":
                one.status = "fled"
                if table.recording:
                    table.record("fled", "vigor.fight.end", who=one.id)
        if table.recording:
            because = ("vigor.fight.end", "vigor.fight.sides")
            table.record("fight-over", because, result=self.result, round=self.round)
        return True

    def edit(self, edit: Edit, table: Table) -> bool:
        """As `Fight.edit`; then what follows from somebody's absence.

        A fight that is resumed goes on where it was left, and is over again at once if a side has
        nobody left in it.

        Implements vigor.fight.gm-ends, vigor.fight.end.
        """
        done = Fight.edit(self, edit, table)
        if done and edit.kind == "resume":
            self.stage = self._left_at()
            self.check_end(table)
        if done and edit.kind in ("end", "remove"):
            if table.recording:
                hidden = self.is_hidden(edit.who)
                audience = "gm" if hidden else "all"
                table.record("gm-ended", "vigor.fight.gm-ends", audience=audience, who=edit.who)
            if edit.kind == "remove":
                self.check_end(table)
        return done


copy_fight = fight_copier(VigorFight, Warrior)
"""A copy of a fight that shares nothing that rules or the GM change in place."""
