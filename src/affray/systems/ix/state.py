"""The state of a fight of ix: who is in it, what is owed, and the verbs that change it.

What never changes in a fight (weapons, spells, armour) is shared between copies. Every tuple and
mapping here is replaced, never changed in place, so that a copy may share it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from affray.kernel.copier import fight_copier
from affray.kernel.event import Field
from affray.kernel.fight import Combatant, Fight
from affray.kernel.question import Because, Edit
from affray.kernel.table import Table
from affray.systems.ix.chase_records import Chase
from affray.systems.ix.hazard_records import Building, Climate
from affray.systems.ix.interlude_records import Axis, Gap, Journey, Talk
from affray.systems.ix.numbers import Numbers, Switches
from affray.systems.ix.records import (
    Armour,
    Condition,
    Effect,
    Ended,
    Fall,
    Injury,
    Item,
    Lamp,
    Lent,
    Ship,
    Slot,
    Spell,
    Task,
    Weapon,
)

if TYPE_CHECKING:
    from affray.systems.ix.check import Check

NOTHING: Mapping[str, Any] = {}

CHARACTER, MINION, ELITE, NEMESIS = "character", "minion", "elite", "nemesis"
MOUNT = "mount"
"""The rank of a mount: no participant of its own (ix.mounted.initiative) unless the GM says so; it
stands in `combatants` alone, not among `heroes` or `foes`."""

DEAD, OUT, FLED, SURRENDERED = "dead", "out", "fled", "surrendered"
"""How somebody has left the fight (`Fighter.status`): out is fallen and not tracked any more."""


@dataclass(slots=True)
class Fighter(Combatant):
    """Anybody in a fight of ix: a character, a minion group, an Elite or a Nemesis.

    `kind` is the kernel's ("hero", "ally", "foe"), `rank` the rules' (see CHARACTER and the rest).
    `wounds` count down from `wound_points` and on below 0; `strain` counts up to `strain_points`,
    which is 0 for whoever has no Strain track. `resistance` is a profile's whole number, None
    where it comes from Might and armour; `melee_defense` and `ranged_defense` are a profile's own.
    `lowered` is what injuries have taken off Characteristics. `status` says how somebody has left
    the fight ("" while in it).

    Gear: `held` are the ids of weapons and items in hand, `packed` those inside a pack, `dropped`
    those on the ground; what is in none of them is worn within reach. `faults` maps gear to
    "jammed", "broken" or "out" (for the encounter); `shots` to attacks left before reloading,
    `readied` to Maneuvers spent on Make Ready, `resting` to the round from which Slow gear can be
    used again. `lit` are the burning light sources.

    `at` is the place on the line. `guard` is "", "guarded" or "defensive"; `cover` the Ranged
    Defense of the cover one is behind. `hold` is whom one holds in a grapple; who holds somebody
    is found by looking for it.
    """

    kind: str
    rank: str
    characteristics: Mapping[str, int]
    skills: Mapping[str, int]
    wound_points: int
    wounds: int
    strain_points: int
    strain: int = 0
    species: Mapping[str, Any] = field(default_factory=dict)
    group_skills: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armour: Armour | None = None
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    resistance: int | None = None
    melee_defense: int = 0
    ranged_defense: int = 0
    scale: int = 1
    members: int = 1
    member_wounds: int = 0
    fear: int = 0
    fear_proof: bool = False
    make: str = "living"
    leads: bool = False
    group: str = ""
    """Elites of one group count as one for fear."""
    hears: bool = True
    against_fear: tuple[int, int, int, int] = (0, 0, 0, 0)
    """What helps against fear: Boon Dice, fewer Bane Dice, downgrades, less Strain."""
    burden: int = 0
    """Encumbrance above what it can carry (ix.content.encumbrance)."""
    place: str = ""
    darkvision: int = -1
    sense: int = -1
    """The farthest band in which another sense than sight locates somebody, -1 for none."""
    flight: bool = False
    war_trained: bool = False
    """Of a mount: hardened against noise and blood (ix.mounted.war-trained)."""
    lowered: Mapping[str, int] = field(default_factory=dict)

    status: str = ""
    at: int = 0
    surprised: bool = False
    unaware_of: tuple[str, ...] = ()
    ruled_off_guard: bool = False
    """The GM has declared it off-guard (ix.off-guard.gm)."""

    held: tuple[str, ...] = ()
    packed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    lies: Mapping[str, int] = field(default_factory=dict)
    """Where on the line what was dropped lies (what is not named here: at its feet)."""
    faults: Mapping[str, str] = field(default_factory=dict)
    shots: Mapping[str, int] = field(default_factory=dict)
    readied: Mapping[str, int] = field(default_factory=dict)
    resting: Mapping[str, int] = field(default_factory=dict)
    lit: tuple[str, ...] = ()

    conditions: tuple[Condition, ...] = ()
    effects: tuple[Effect, ...] = ()
    injuries: tuple[Injury, ...] = ()
    burns: tuple[tuple[int, int, str], ...] = ()
    """Burn of weapons and spells: (turns left, damage, who set it)."""
    mends: tuple[tuple[int, int], ...] = ()
    """Healing that comes later: (turns left, Wounds at the start of each)."""
    marks: tuple[str, ...] = ()
    """Lasting marks that injuries have left, in words."""
    stabilized: bool = False
    felled: bool = False
    """Incapacitated by an injury of rows 121-140 until its clock is answered."""
    tracked: bool = False
    """A non-player character whose fall the GM has chosen to track."""
    overloaded: bool = False
    """Incapacitated by Strain at some time in this encounter (for the next full rest)."""
    purse: int = 0
    """Silver flargons."""
    pay: int = 0
    """What a week's work brings in silver flargons, 0 for the baseline of the ledger."""
    career: tuple[str, ...] = ()
    """The skills of its career; without any, those in which it has ranks."""
    languages: tuple[str, ...] = ()
    discounts: tuple[str, ...] = ()
    """Skills whose next purchase costs less XP (ix.downtime.training)."""
    contacts: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    """What research and talk have brought that holds, in words."""
    breath: int = -1
    """Rounds of breath left to whoever is without air (0: it suffocates), -1 with air."""
    dying: int = 0
    """Turn ends until one who suffocates at 0 Wounds or below is dead, 0 while no clock runs."""
    passed_out: int = 0
    """-1 for whoever has passed out for want of air; with air again, the turn ends until it comes
    to."""
    inside: bool = False
    """Inside the burning building of the scene (`IxFight.building`)."""
    numbed: int = 0
    """Wounds of cold or heat, which do not come back before it is in a survivable temperature."""
    protected: bool = False
    """Kept from the scene's cold or heat by equipment or magic."""
    sheltered: bool = False
    """Out of the scene's cold or heat."""
    proof_against: tuple[str, ...] = ()
    """What its kind is proof against ("heat", "cold", "suffocation")."""
    died: int = 0
    """Of the dead: the hour of `IxFight.hours` in which it died (below 0: before the play)."""
    tried_by: tuple[str, ...] = ()
    """Of the dead: who has failed to resurrect it since the last gap of downtime."""
    strangers: tuple[str, ...] = ()
    """Those of its side whom it does not know by name and face."""

    guard: str = ""
    cover: int = 0
    aims: int = 0
    mount: str = ""
    """On whom it rides; a mount's rider is found by looking for it (`IxFight.rider_of`)."""
    run: int = 0
    """Of a mount: the steps of its straight run in this turn, below 0 down the line."""
    has_charged: bool = False
    """Of a mount: it has to be gathered before it can charge again (ix.mounted.charge-reset)."""
    zone: int = 0
    """The elevation zone: 0 on the ground, then those of tables.elevation by their order."""
    perch: str = ""
    """What it stands on above the ground, or aboard which ship: "ledge", a ship's id; "" for the
    ground, and for whoever flies."""
    aloft: int = 0
    """Rounds of this encounter at whose end it was airborne (ix.flying.endurance-counter)."""
    confined: bool = False
    """Where its wings cannot open (ix.flying.disruption)."""
    deck: tuple[str, ...] = ()
    """Which of its weapons belong to the ship that it is aboard."""
    hold: str = ""
    hold_kept: bool = False
    feared: Mapping[str, str] = field(default_factory=dict)
    """Sources whose fear check has been made in this scene, with what came of it."""
    fearless: bool = False
    """No further fear check in this encounter (a Breakthrough on one)."""
    struck: tuple[str, ...] = ()
    """Whom it has attacked this round."""
    breaths: int = 0
    treated: int = 0
    spells_had: tuple[str, ...] = ()
    """Healing spells that have helped it this encounter, by Wounds or Strain."""
    cast_this_turn: tuple[str, ...] = ()
    initiative: tuple[int, int] | None = None
    late: bool = False
    """Has joined after the order was made and has no slot yet."""

    # ---- looking ----

    @property
    def is_down(self) -> bool:
        """Whether incapacitated, by Wounds, by Strain or by an injury.

        Implements ix.incapacitation.wounds, ix.strain.incapacitates.
        """
        return (
            self.wounds <= 0
            or self.felled
            or self.passed_out != 0
            or (self.strain >= self.strain_points and self.strain_points > 0)
        )

    @property
    def is_overcome(self) -> bool:
        """Whether incapacitated by Strain and by nothing else."""
        return self.is_down and self.wounds > 0 and not self.felled and not self.passed_out

    @property
    def is_here(self) -> bool:
        """Whether still in the fight, standing or fallen."""
        return not self.status and not self.removed

    @property
    def is_up(self) -> bool:
        """Whether in the fight and able to act."""
        return (
            not self.status
            and not self.removed
            and self.wounds > 0
            and not self.felled
            and not self.passed_out
            and (self.strain < self.strain_points or self.strain_points <= 0)
            and not (self.conditions and self.is_senseless)
        )

    @property
    def is_senseless(self) -> bool:
        """Whether unable to act for a moment, neither by Wounds nor by Strain.

        Implements ix.hazard.fall-water-state.
        """
        return any(one.id == "incapacitated" for one in self.conditions)

    def rating(self, characteristic: str) -> int:
        """A Characteristic as it stands, never below 1 by injuries."""
        base = self.characteristics[characteristic]
        if self.lowered:
            lowered = self.lowered.get(characteristic, 0)
            return max(base - lowered, min(base, 1))
        return base

    def has(self, condition: str) -> bool:
        """Whether a condition holds."""
        return any(one.id == condition for one in self.conditions)

    def effect(self, op: str) -> Effect | None:
        """The first effect of that kind."""
        return next((one for one in self.effects if one.op == op), None)

    def has_talent(self, talent: str) -> bool:
        return talent in self.talents

    def weapon(self, weapon_id: str) -> Weapon | None:
        return next((one for one in self.weapons if one.id == weapon_id), None)

    def item(self, item_id: str) -> Item | None:
        return next((one for one in self.items if one.id == item_id), None)

    def spell(self, spell_id: str) -> Spell | None:
        return next((one for one in self.spells if one.id == spell_id), None)

    @property
    def standing(self) -> int:
        """The members of a minion group still standing; 1 for anybody else.

        Implements ix.minion.fall.
        """
        if self.rank != MINION or self.member_wounds <= 0:
            return 1
        return max(0, min(self.members, -(-self.wounds // self.member_wounds)))


@dataclass(slots=True)
class IxFight(Fight[Fighter]):
    """A fight of ix.

    `stage` is what the next step does:
      "start" (the encounter begins), "initiative" (`rolling` are still to roll), "slot" (who takes
      the next slot), "turn" (`acting` is taking it), "round-end", "free" (no structured play),
      "social", "travel" and "downtime" (a step of that scene), "aftermath" (the bleeding after a
      scene), "rest" (after the last scene). Fear checks that are owed (`fears`: character, source)
      come before whatever the stage is.

    Slots: `slots` in their order; `slots_done` the ids of this round, `takers` (slot, who) of this
    round, `slot` the one that is being played. `gone` are removed slots as (id, the slot that was
    before it or ""). `turn` says whether somebody's turn runs.

    The turn of `acting`: `actions` left (1 or 0), `maneuvers` taken, `free_maneuvers` left,
    `bought` how a second one was paid for ("", "action", "strain"), `spent` what was done with
    Maneuvers (aim, cover, guard ...).
    """

    numbers: Numbers
    switches: Switches
    heroes: tuple[str, ...]
    foes: tuple[str, ...]
    players: int = 1
    fortune: int = 0
    peril: int = 0
    offer_peril: bool = False
    """The GM has asked that Peril be offered after the players' rolls."""

    scene: str = "fight"
    """What kind of scene is played (`affray.systems.ix.scene.KINDS`)."""
    behind: tuple[str, ...] = ()
    """The scenes that go on after this one, the next one last."""
    called: str = ""
    """The scene that the GM has called for and that begins with the next step, "" for none."""
    chase: Chase | None = None
    """The chase that is played, or that the encounter has prepared."""
    stage: str = "start"
    structured: bool = True
    """Whether it is played by initiative and turns."""
    zones: int = 3
    """The highest elevation zone that exists here (ix.flying.available-zones)."""
    zones_said: bool = False
    """Whether the scene or the GM has said which zones exist."""
    below: str = "ground"
    """What those fall onto who fall out of the air: "ground", "soft", "hard" or "water"."""
    falls: tuple[Fall, ...] = ()
    """Falls that are owed, each a step of its own."""
    ships: tuple[Ship, ...] = ()
    light: str = "bright"
    magical_darkness: bool = False
    lamps: tuple[Lamp, ...] = ()
    covers: tuple[tuple[int, int, str], ...] = ()
    """Cover in the scene: (place on the line, Ranged Defense, what it is)."""
    placed: bool = False
    """Whether the scene has said where everybody stands."""
    aims: tuple[tuple[str, str], ...] = ()
    engaged: frozenset[tuple[str, str]] = frozenset()
    """Opponents 0 steps apart of whom one wants contact, as (hero's side, foes' side)."""

    rolling: tuple[str, ...] = ()
    fears: tuple[tuple[str, str], ...] = ()
    mounts: tuple[str, ...] = ()
    """All mounts, those too that the GM lets act for themselves."""
    startled: tuple[tuple[str, str, str], ...] = ()
    """Frights that a mount's rider has to answer: (mount, row of tables.mount-triggers or a
    difficulty, who brought it or "")."""
    thrown: tuple[tuple[str, str], ...] = ()
    """Riders whose mount has gone down under them and who are still to roll for the fall, with
    the enemies that it was fighting (ids with spaces between)."""
    slots: tuple[Slot, ...] = ()
    slots_done: tuple[str, ...] = ()
    takers: tuple[tuple[str, str], ...] = ()
    slot: str = ""
    gone: tuple[tuple[str, str], ...] = ()
    slot_serial: int = 0
    injury_serial: int = 0

    acting: str = ""
    turn: bool = False
    actions: int = 0
    maneuvers: int = 0
    free_maneuvers: int = 0
    bought: str = ""
    spent: tuple[str, ...] = ()
    refused: tuple[tuple[str, ...], ...] = ()
    skipped: bool = False
    """The GM has ended the turn that runs."""

    lent: tuple[Lent, ...] = ()
    opened: tuple[str, ...] = ()
    """Whose Defense counts as 0 until the end of the round."""
    warded: tuple[tuple[str, str, int], ...] = ()
    """Defense won by a spend: (who, "melee" or "ranged", turn ends left)."""
    tasks: tuple[Task, ...] = ()
    recovered: bool = False
    tended: tuple[str, ...] = ()
    """Who has acted in this round, where rounds are counted after the fighting has stopped."""
    left_to_fate: bool = False
    """Nobody goes on tending those who bleed then."""
    building: Building | None = None
    """The building that burns in the scene."""
    climate: Climate | None = None
    """The extreme cold or heat of the scene."""
    exposures: tuple[str, ...] = ()
    """Who still has to check against cold or heat, once for each hour."""
    hours: int = 0
    """Hours that have passed since the play began, as far as anybody counts them."""
    axes: tuple[Axis, ...] = ()
    talk: Talk | None = None
    journey: Journey | None = None
    gap: Gap | None = None
    outcome: str = ""
    """How the last scene that led back to free play came out."""
    short_rests: int = 0
    ended: Ended | None = None
    """How it stood at its end, until the survivors have done something."""
    check: Check | None = None
    """The check that is being made; None between two steps."""

    # ---- looking ----

    def side_of(self, who: str) -> str:
        return self.combatants[who].side

    def ids(self, side: str) -> tuple[str, ...]:
        """The ids of a side, in roster order, whatever has become of them."""
        return self.heroes if side == "heroes" else self.foes

    def opposing(self, who: str) -> tuple[str, ...]:
        return self.foes if self.combatants[who].side == "heroes" else self.heroes

    def anyone_up(self, ids: tuple[str, ...]) -> bool:
        """Whether any of them is able to act."""
        found = self.combatants
        for who in ids:  # noqa: SIM110 (asked twice a step, and a generator takes twice as long)
            if found[who].is_up:
                return True
        return False

    def anyone_senseless(self, ids: tuple[str, ...]) -> bool:
        """Whether any of them cannot act for a moment and is not out of the fight by it.

        Implements ix.hazard.fall-water-state.
        """
        found = self.combatants
        return any(
            found[who].is_here and not found[who].is_down and found[who].is_senseless for who in ids
        )

    def up(self, side: str) -> list[str]:
        """Those of a side able to act, in roster order."""
        found = self.combatants
        return [who for who in self.ids(side) if found[who].is_up]

    def present(self, side: str) -> list[str]:
        """Those of a side in the fight, standing or fallen, in roster order."""
        found = self.combatants
        return [who for who in self.ids(side) if found[who].is_here]

    def enemies_up(self, who: str) -> list[str]:
        found = self.combatants
        return [one for one in self.opposing(who) if found[one].is_up]

    def friends(self, who: str) -> list[str]:
        """The others of one's side in the fight, standing or fallen."""
        return [one for one in self.present(self.combatants[who].side) if one != who]

    def turn_ends(self, who: str, turns: int = 1) -> int:
        """How many turn ends of `who` lie before the end of its next `turns` turns.

        Implements ix.condition.default-duration, ix.condition.default-duration-own-turn.
        """
        acts = self.acting == who or (who in self.mounts and self.acting == self.rider_of(who))
        return turns + (1 if self.turn and self.acting and acts else 0)

    def rider_of(self, mount: str) -> str:
        """Who sits on a mount, "" if nobody does."""
        return next((one.id for one in self.combatants.values() if one.mount == mount), "")

    def partner(self, who: str) -> str:
        """The mount of a rider, the rider of a mount, "" for anybody else."""
        if not self.mounts:
            return ""
        return self.combatants[who].mount or (self.rider_of(who) if who in self.mounts else "")

    def is_participant(self, who: str) -> bool:
        """Whether somebody acts for itself; a mount does not (ix.mounted.initiative)."""
        return who in self.heroes or who in self.foes

    def story(self, side: str) -> int:
        """The Story Points of a side: Fortune of the heroes', Peril of the foes'."""
        return self.fortune if side == "heroes" else self.peril

    # ---- effects, dice that wait ----

    def add_effect(self, who: str, effect: Effect, table: Table, because: Because) -> None:
        one = self.combatants[who]
        one.effects += (effect,)
        if table.recording:
            table.record(
                "effect",
                because,
                who=who,
                op=effect.op,
                die=effect.die,
                amount=effect.amount,
                checks=effect.checks,
                against=effect.against,
                ends=effect.ends,
            )

    def end_effect(self, who: str, effect: Effect, table: Table, because: Because) -> None:
        one = self.combatants[who]
        if effect not in one.effects:
            return
        kept = list(one.effects)
        kept.remove(effect)
        one.effects = tuple(kept)
        if table.recording:
            table.record("effect-over", because, who=who, op=effect.op, die=effect.die)

    # ---- presence ----

    def leave(
        self, who: str, status: str, code: str, table: Table, because: Because, **fields: Field
    ) -> None:
        """Somebody is out of the fight: "dead", "out", "fled" or "surrendered"."""
        one = self.combatants[who]
        if one.status == status:
            return
        one.status = status
        if status == DEAD:
            one.died = self.hours
        self._absent(who, table)
        if table.recording:
            table.record(code, because, who=who, status=status, **fields)

    def _absent(self, who: str, table: Table) -> None:
        """Nobody holds, touches or fears somebody who is out of the fight; one that has fled is
        feared until it has been out of sight for long enough."""
        from affray.systems.ix import fright, grapple  # they are built on this

        if self.mounts:
            from affray.systems.ix import mounted  # it is built on this

            mounted.absent(self, table, who)
        grapple.gone(self, table, who)
        self.engaged = frozenset(pair for pair in self.engaged if who not in pair)
        if self.combatants[who].status != FLED:
            fright.defeated(self, table, who)

    def edit(self, edit: Edit, table: Table) -> bool:
        """As `Fight.edit`; then what follows from somebody's absence, or from going on."""
        from affray.systems.ix import encounter, reopening  # they are built on this

        done = Fight.edit(self, edit, table)
        if done and edit.kind == "remove":
            self._absent(edit.who, table)
            if self.stage in ("slot", "turn", "round-end"):
                encounter.check_end(self, table)
        elif done and edit.kind == "resume":
            reopening.reopen(self)
        elif done and edit.kind in ("hide", "show") and (other := self.partner(edit.who)):
            self.combatants[other].hidden = edit.kind == "hide"
        return done


copy_fight = fight_copier(IxFight, Fighter)
"""A copy of a fight that shares nothing that rules or the GM change in place."""
