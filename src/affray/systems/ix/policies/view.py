"""What policies see: facades that read through to the fight and hand out no more than a seat has.

The players' facade names no hidden enemy and gives of the others only what everybody may see. The
GM's gives everything.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from affray.kernel.keys import Key
from affray.kernel.policy import least
from affray.systems.ix.air import flying, ship, ship_actions
from affray.systems.ix.dice import Net
from affray.systems.ix.fight import arms, budget, defense, maneuver, off_guard
from affray.systems.ix.fight import range as ranges
from affray.systems.ix.harm import damage, incapacitation
from affray.systems.ix.hazards import suffocation
from affray.systems.ix.ledger import limit
from affray.systems.ix.magic import magic
from affray.systems.ix.records import Spell, Weapon
from affray.systems.ix.saddle import mounted
from affray.systems.ix.scenes import chase_checks, chase_gaps, travel
from affray.systems.ix.state import Fighter, IxFight


class Look(NamedTuple):
    """What everybody sees of somebody: `wear` is 0 unhurt (or not shown), 1 hurt, 2 badly hurt;
    `band` is how far away from whoever looks, 0 Engaged to 4 Extreme."""

    who: str
    wear: int
    band: int
    standing: int


class Open(NamedTuple):
    """The check that is being made: by whom, of which kind, against whom, and what is left to
    spend of it once it has been rolled (`net` is None before)."""

    kind: str
    who: str
    skill: str
    target: str
    weapon: str
    spell: str
    difficulty: int
    net: Net | None
    boons: int
    banes: int
    breakthroughs: int
    calamities: int
    wounds: int
    peril: int


class Toughness(NamedTuple):
    """What a blow at somebody meets; `left` are its Wounds, -1 if nobody may know them."""

    resistance: int
    melee: int
    ranged: int
    left: int


UNKNOWN = Toughness(3, 0, 0, -1)
"""What somebody is taken for whose numbers are not shown."""


class View:
    """What everybody at the table sees of a fight."""

    __slots__ = ("_fight", "numbers", "switches")

    def __init__(self, fight: IxFight) -> None:
        self._fight = fight
        self.numbers = fight.numbers
        self.switches = fight.switches

    @property
    def round(self) -> int:
        return self._fight.round

    @property
    def stage(self) -> str:
        return self._fight.stage

    @property
    def is_chase(self) -> bool:
        return self._fight.scene == "chase"

    def is_quarry(self, who: str) -> bool:
        """Whether somebody flees in the chase that is played."""
        return chase_gaps.is_quarry(self._fight, who)

    def gap(self, pursuer: str, quarry: str) -> int:
        """The gap of a pair in range bands, 0 if there is none."""
        gap = chase_gaps.of(self._fight).pair(pursuer, quarry)
        return gap.bands if gap is not None else 0

    def chase_skill(self, who: str, skill: str) -> str:
        """With what one's own `who` makes a called check of that skill on this ground."""
        return chase_checks.skill_here(self._fight, who, skill, obstacle=False)

    @property
    def acting(self) -> str:
        """Whose turn it is, "" between turns."""
        return self._fight.acting if self._fight.turn else ""

    @property
    def has_action(self) -> bool:
        return self._fight.actions > 0

    @property
    def free_maneuvers(self) -> int:
        return self._fight.free_maneuvers

    @property
    def maneuvers_left(self) -> int:
        """How many Maneuvers the turn may still see, paid for or not."""
        return max(limit("maneuvers") - self._fight.maneuvers, 0)

    @property
    def refused(self) -> tuple[tuple[str, ...], ...]:
        """What the GM has turned down since the last choice."""
        return self._fight.refused

    @property
    def fortune(self) -> int:
        return self._fight.fortune

    @property
    def peril(self) -> int:
        return self._fight.peril

    @property
    def light(self) -> str:
        return self._fight.light

    @property
    def check(self) -> Open | None:
        """The open check, None if there is none."""
        check = self._fight.check
        if check is None:
            return None
        net = check.net
        return Open(
            check.kind,
            check.who,
            check.skill,
            check.target,
            check.weapon,
            check.spell,
            check.difficulty or 0,
            net,
            max(net.boon, 0) if net else 0,
            max(-net.boon, 0) if net else 0,
            (net.breakthrough if net else 0) + check.activated,
            net.calamity if net else 0,
            check.wounds,
            check.peril,
        )

    def side(self, who: str) -> str:
        return self._fight.combatants[who].side

    def heroes(self) -> list[str]:
        """The heroes' side, those able to act."""
        return self._fight.up("heroes")

    def fallen(self) -> list[str]:
        """Those of the heroes' side who are incapacitated and not dead."""
        fight = self._fight
        found = fight.combatants
        return [who for who in fight.heroes if found[who].is_down and found[who].is_here]

    def waiting(self) -> list[str]:
        """The heroes' side, those able to act who have not had a turn this round."""
        done = {who for _, who in self._fight.takers}
        return [who for who in self._fight.up("heroes") if who not in done]

    def hero(self, who: str) -> Fighter:
        """One of the heroes' side, to be read only."""
        return self._fight.combatants[who]

    def band(self, one: str, other: str) -> int:
        """How far apart two are, 0 Engaged to 4 Extreme."""
        return ranges.band(self._fight, one, other)

    def steps(self, one: str, other: str) -> int:
        return ranges.steps(self._fight, one, other)

    def are_engaged(self, one: str, other: str) -> bool:
        return ranges.are_engaged(self._fight, one, other)

    def is_off_guard(self, target: str, attacker: str) -> bool:
        return off_guard.is_off_guard(self._fight, target, attacker)

    def has(self, who: str, condition: str) -> bool:
        """Whether a condition holds; conditions are there for all to see."""
        return self._fight.combatants[who].has(condition)

    def flees(self, who: str, terror: str) -> bool:
        """Whether somebody is Demoralized by that terror."""
        return any(
            each.id == "demoralized" and each.source == terror
            for each in self._fight.combatants[who].conditions
        )

    def held_by(self, who: str) -> str:
        """Who holds somebody in a grapple, "" if nobody does."""
        return next((c.id for c in self._fight.combatants.values() if c.hold == who), "")

    def cover_here(self, who: str) -> int:
        """The Ranged Defense of the best cover where somebody stands."""
        at = self._fight.combatants[who].at
        return max((value for where, value, _ in self._fight.covers if where == at), default=0)

    def own(self, who: str) -> Fighter:
        """One of the side that the seat plays, to be read only."""
        return self._fight.combatants[who]

    def look(self, who: str) -> list[Look]:
        """Those of the other side able to act of whom the seat knows, as `who` sees them."""
        raise NotImplementedError

    def arms(self, who: str) -> list[Weapon]:
        """The weapons that one's own `who` can use now, bare hands the last."""
        return arms.ready(self._fight, who)

    def approaches(self, who: str, goal: str) -> list[Key]:
        """The Moves of one's own `who` toward somebody, with every way to pay for each. For
        whoever is free to move and has both legs to do it."""
        fight = self._fight
        found: list[Key] = []
        if fight.combatants[who].hold or fight.is_hidden(goal):
            return found
        if fight.combatants[who].perch and ship.holds_up(fight, fight.combatants[who]):
            return found
        for word, steps in (("move", 1), ("move-far", maneuver.far_steps(fight, who))):
            ways = budget.maneuver_ways(fight, who, maneuver.cost_of(fight, who, word))
            at = ranges.destination(fight, who, "toward", goal, steps) if ways else None
            if at is not None and maneuver.may_go(fight, who, at):
                key = (word, "toward", goal)
                found += [key if way == budget.FREE else (*key, way) for way in ways]
        return found

    def saddles(self, who: str) -> list[str]:
        """The mounts that one's own `who` could get on where it stands."""
        fight = self._fight
        found = mounted.maneuvers(fight, who) if fight.mounts else ()
        return [str(option[1]) for option in found if option[0] == "mount"]

    def may_seek_air(self, who: str) -> bool:
        """Whether one's own `who`, without air, could get to it and has done nothing else yet in
        this turn: after that it has been turned down, or is not worth asking again."""
        fight = self._fight
        is_fresh = fight.free_maneuvers > 0 and not fight.maneuvers and fight.actions > 0
        return is_fresh and bool(suffocation.maneuvers(fight, who))

    def covers(self, who: str, weapon: str) -> bool:
        """Whether a weapon of the deck on which one's own `who` stands would reach anybody of the
        other side, or its ship."""
        fight = self._fight
        arm = next((a for one in fight.combatants.values() if (a := one.weapon(weapon))), None)
        if arm is None:
            return False
        side = fight.combatants[who].side
        return any(look.band <= arm.reach for look in self.look(who)) or any(
            each.side != side and each.hull > 0 and ship_actions.reach(fight, who, arm, each) >= 0
            for each in fight.ships
        )

    def is_flying(self, who: str) -> bool:
        """Whether somebody is in the air."""
        return flying.is_flying(self._fight.combatants[who])

    def must_keep_aloft(self, who: str) -> bool:
        """Whether one's own `who` would fall if its turn ended now."""
        return flying.must_keep_aloft(self._fight, self._fight.combatants[who])

    def rise(self, who: str, goal: str) -> int:
        """How many zones somebody else is above `who`, below 0 beneath; the ground counts as
        Low."""
        found = self._fight.combatants
        return max(found[goal].zone, flying.LOW) - max(found[who].zone, flying.LOW)

    def flight(self, who: str) -> dict[str, list[Key]]:
        """The Maneuvers of flight that one's own `who` could take now, by their first word, with
        every way to pay for each."""
        fight = self._fight
        ways = budget.maneuver_ways(fight, who)
        found: dict[str, list[Key]] = {}
        for option in flying.maneuvers(fight, who) if ways else ():
            key = least(option)
            found.setdefault(key[0], []).extend(
                key if way == budget.FREE else (*key, way) for way in ways
            )
        return found

    def damage(self, who: str, weapon: str) -> int:
        """The base damage of a weapon of one's own `who`."""
        arm = arms.weapon_of(self._fight, who, weapon)
        return arm.damage if arm is not None else 0

    def castable(self, who: str, spell: Spell) -> list[str]:
        """Whom one's own `who` could cast a spell on now; "friends" for one that is for all."""
        return magic.aims(self._fight, who, spell)

    def toughness(self, who: str) -> Toughness:
        """What a blow at somebody would meet, as far as the seat knows."""
        fight = self._fight
        return Toughness(
            damage.resistance(fight, fight.combatants[who]),
            defense.of(fight, who, defense.MELEE),
            defense.of(fight, who, defense.RANGED),
            fight.combatants[who].wounds,
        )

    def is_in_fire(self, who: str) -> bool:
        """Whether somebody is inside a building that is fully involved, or will be after this
        round."""
        fight = self._fight
        if fight.building is None or not fight.combatants[who].inside:
            return False
        return fight.building.burned + 1 >= fight.building.rounds

    def aims(self) -> list[str]:
        """The axes of a talk that are still to be brought somewhere, or of which nobody knows."""
        return [
            one.id
            for one in self._fight.axes
            if not one.spoiled and (not one.known or one.at < one.goal)
        ]

    def matters(self, axis_id: str, who: str) -> bool:
        """Whether it helps the side of `who` to shift an axis."""
        if self._fight.combatants[who].side == "heroes":
            return axis_id in self.aims()
        return any(one.id == axis_id and one.goal >= 0 for one in self._fight.axes)

    def is_late(self, in_camp: int = 0) -> bool:
        """Whether a journey comes too late at its ordinary pace, after so many days in camp."""
        journey = self._fight.journey
        if journey is None or not journey.limit:
            return False
        days = journey.limit - journey.day + 1 - in_camp
        return travel.after(journey, Fraction(days)) < travel.total(journey)

    def is_bleeding(self, who: str) -> bool:
        return incapacitation.is_bleeding(self._fight.combatants[who])

    def friends(self, who: str) -> list[str]:
        """The others of one's own side in the fight, standing or fallen."""
        return self._fight.friends(who)


def _wear(one: Fighter) -> int:
    if one.wounds >= one.wound_points or one.shown == "nothing":
        return 0
    return 1 if 2 * one.wounds > one.wound_points else 2


class HeroesView(View):
    """What the players see."""

    __slots__ = ()

    def foes(self) -> list[str]:
        """The foes able to act that players know of."""
        found = self._fight.combatants
        return [who for who in self._fight.foes if found[who].is_up and not found[who].hidden]

    def look(self, who: str) -> list[Look]:
        """Every known foe able to act, as `who` sees it."""
        fight = self._fight
        found = fight.combatants
        return [
            Look(foe, _wear(found[foe]), ranges.band(fight, who, foe), found[foe].standing)
            for foe in self.foes()
        ]

    def toughness(self, who: str) -> Toughness:
        one = self._fight.combatants[who]
        if one.side == "heroes" or (one.shown == "all" and not one.hidden):
            return View.toughness(self, who)
        return UNKNOWN

    def foe(self, who: str) -> Fighter | None:
        """A foe whose numbers everybody sees, to be read only; None for any other."""
        one = self._fight.combatants[who]
        return one if one.shown == "all" and not one.hidden else None


class GmView(View):
    """What the GM sees: everything."""

    __slots__ = ()

    def foes(self) -> list[str]:
        """The foes able to act."""
        return self._fight.up("foes")

    def fighter(self, who: str) -> Fighter:
        """Anybody, to be read only."""
        return self._fight.combatants[who]

    def look(self, who: str) -> list[Look]:
        """Every one of the other side able to act, as `who` sees it."""
        fight = self._fight
        found = fight.combatants
        return [
            Look(one, _wear(found[one]), ranges.band(fight, who, one), found[one].standing)
            for one in fight.enemies_up(who)
        ]

    def targets(self, who: str) -> list[str]:
        """The other side, whoever is in the fight, fallen or not."""
        fight = self._fight
        side = "heroes" if fight.combatants[who].side == "foes" else "foes"
        return fight.present(side)

    def waiting_foes(self) -> list[str]:
        """The foes able to act who have not had a turn this round."""
        done = {who for _, who in self._fight.takers}
        return [who for who in self._fight.up("foes") if who not in done]
