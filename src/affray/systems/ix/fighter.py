"""Anybody in a fight of ix: what it is, what it has, and how it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from affray.kernel.fight import Combatant
from affray.kernel.naming import Many
from affray.systems.ix.records import (
    Armour,
    Condition,
    Effect,
    Injury,
    Item,
    Spell,
    Weapon,
)

if TYPE_CHECKING:
    pass

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
    def called(self) -> str:
        """A minion group is spoken of as the many that its name says it is.

        Implements ix.minion.group.
        """
        is_plural = self.rank == MINION and self.name.endswith("s")
        return Many(self.name) if is_plural else self.name

    @property
    def standing(self) -> int:
        """The members of a minion group still standing; 1 for anybody else.

        Implements ix.minion.fall.
        """
        if self.rank != MINION or self.member_wounds <= 0:
            return 1
        return max(0, min(self.members, -(-self.wounds // self.member_wounds)))
