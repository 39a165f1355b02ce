"""What policies see: facades that read through to the fight and hand out no more than a seat has.

The players' facade names no hidden enemy and gives of the others only what everybody may see:
where they stand, what they have declared, how hurt they look, and their numbers where those are
open. The GM's gives everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from affray.kernel.keys import Key, Option
from affray.systems.vigor import (
    ac,
    action,
    attack,
    cover,
    crit,
    declare,
    line,
    maneuver,
    move,
    position,
    reaction,
    sheets,
    tier,
    vigor,
    vitality,
    weapon,
)
from affray.systems.vigor.state import (
    Attack,
    Effect,
    Maneuver,
    Numbers,
    Spell,
    Spot,
    Switches,
    VigorFight,
    Warrior,
)

WEAR = {"unhurt": 0, "shaken": 1, "hurt": 2, "badly hurt": 3}


class Seen(Protocol):
    """What a facade shows of a combatant whose card is open: its fields, none to be changed."""

    @property
    def role(self) -> str: ...
    @property
    def tier(self) -> int: ...
    @property
    def stats(self) -> Mapping[str, int]: ...
    @property
    def weapons(self) -> tuple[Attack, ...]: ...
    @property
    def in_hand(self) -> tuple[str, ...]: ...
    @property
    def spells(self) -> tuple[Spell, ...]: ...
    @property
    def maneuvers(self) -> tuple[Maneuver, ...]: ...
    @property
    def psion(self) -> bool: ...
    @property
    def vigor(self) -> int: ...
    @property
    def vitality(self) -> int: ...
    @property
    def stamina(self) -> int: ...
    @property
    def injuries(self) -> tuple[str, ...]: ...
    @property
    def pending(self) -> Key: ...
    @property
    def reaction(self) -> bool: ...
    @property
    def effects(self) -> tuple[Effect, ...]: ...
    @property
    def sovereign_actions(self) -> int: ...
    @property
    def resists(self) -> tuple[str, ...]: ...
    @property
    def immune(self) -> tuple[str, ...]: ...
    @property
    def vulnerable(self) -> tuple[str, ...]: ...


class View:
    """What everybody at the table sees of a fight."""

    __slots__ = ("_fight", "numbers", "switches")

    def __init__(self, fight: VigorFight) -> None:
        self._fight = fight
        self.numbers: Numbers = fight.numbers
        self.switches: Switches = fight.switches

    # ---- the round and the turn ----

    @property
    def round(self) -> int:
        return self._fight.round

    @property
    def acting(self) -> str:
        """Whose turn it is or was last."""
        return self._fight.acting

    @property
    def action(self) -> bool:
        """Whether the acting one still has the action of its turn."""
        return self._fight.action

    @property
    def feet(self) -> int:
        """The movement that is left of this turn."""
        return self._fight.feet

    @property
    def disengaged(self) -> bool:
        return self._fight.disengaged

    @property
    def swaps(self) -> int:
        """How often the acting one may still change weapons for free."""
        return self._fight.swaps

    def order(self) -> list[str]:
        """The order of this round, without those whom the seat does not know of."""
        return [who for who in self._fight.order if self.knows(who)]

    def is_done(self, who: str) -> bool:
        """Whether the turn of `who` in this round is over."""
        return who in self._fight.done

    # ---- who is there ----

    def knows(self, who: str) -> bool:
        """Whether the seat knows of the combatant."""
        return True

    def heroes(self) -> list[str]:
        """The heroes' side in the fight."""
        return self._fight.side("heroes")

    def foes(self) -> list[str]:
        """The enemies in the fight that the seat knows of."""
        return [who for who in self._fight.side("foes") if self.knows(who)]

    def side_of(self, who: str) -> str:
        return self._fight[who].side

    def targets(self, who: str) -> list[str]:
        """The opponents on the plane that the seat knows of; who flees is among them."""
        return [other for other in attack.targets_of(self._fight, who) if self.knows(other)]

    def opponents(self, who: str) -> list[str]:
        """The opponents in the fight that the seat knows of."""
        return [other for other in self._fight.opponents(who) if self.knows(other)]

    def is_fleeing(self, who: str) -> bool:
        return self._fight[who].status == "fleeing"

    def one(self, who: str) -> Seen:
        """A combatant whose numbers the seat may know; raises KeyError on another."""
        if not self.is_open(who):
            raise KeyError(who)
        return self._fight[who]

    def is_open(self, who: str) -> bool:
        """Whether the seat may know the numbers of `who`."""
        raise NotImplementedError

    # ---- places ----

    def spot(self, who: str) -> Spot:
        return self._fight[who].spot

    def distance(self, who: str, other: str) -> int:
        """The feet between two combatants."""
        return position.between(self._fight, who, other)

    def reach(self, who: str) -> int:
        """How far the combatant's melee attacks reach; 5 feet of one whose card is not open."""
        if not self.is_open(who):
            return self.numbers.step_feet
        return reaction.reach(self._fight, who)

    def is_free(self, spot: Spot, but: str = "") -> bool:
        """Whether nobody known stands there and the place can be entered."""
        fight = self._fight
        taken = any(
            one.spot == spot and one.id != but and self.knows(one.id) for one in fight.standing()
        )
        return not taken and not position.is_closed(fight, spot)

    def way(self, who: str, key: Key, feet: int) -> list[Spot]:
        """The points that a move key leads over, as far as the feet go."""
        return move.way(self._fight, who, key, feet)

    def in_the_way(self, who: str, target: str) -> int:
        """How many creatures are in the line of fire."""
        return line.count(self._fight, who, target)

    def cover(self, who: str, way: Attack | None, target: str) -> int:
        """What cover adds to the AC of the target against an attack of `who`; a fact that the whole
        table knows."""
        if not self._fight.facts:
            return 0
        return cover.bonus(ac.cover_from(self._fight, who, way, target))

    def is_helped(self, who: str, target: str) -> bool:
        """Whether Help gives `who` advantage on the next attack on the target."""
        held = self._fight[who].effects
        return any(effect.kind == "helped" and effect.on == target for effect in held)

    def leaves_reach_of(self, who: str, spot: Spot) -> list[str]:
        """The known opponents within whose reach `who` is and would not be on that spot, and who
        could answer that with a reaction."""
        fight = self._fight
        return [
            other
            for other in self.opponents(who)
            if reaction.can_react(fight, other)
            and self.distance(who, other) <= self.reach(other)
            and position.distance(self.spot(other), spot) > self.reach(other)
        ]

    # ---- what is declared ----

    def declared(self, who: str) -> Key:
        """The Declared Maneuver that waits, which everybody hears."""
        return self._fight[who].pending

    def picked(self, who: str) -> Key:
        """The instant Maneuver that was picked and has not happened yet."""
        return self._fight[who].pick

    def has(self, who: str, kind: str) -> bool:
        """Whether an effect of that kind holds on `who`."""
        return self._fight[who].has(kind)

    def is_led(self) -> bool:
        """Whether the enemies have a Leader who directs them."""
        return declare.is_led(self._fight)

    def wear(self, who: str) -> int:
        """How hurt somebody looks: 0 unhurt, 1 shaken, 2 hurt, 3 badly hurt."""
        one = self._fight[who]
        if not self.is_open(who) and one.shown == "nothing":
            return 0
        return WEAR.get(sheets.wear(self._fight, one), 3)

    # ---- one's own side ----

    def cap(self, who: str) -> int:
        """The Vigor cap; raises KeyError if the numbers are not open."""
        self.one(who)
        return vigor.cap(self._fight, self._fight[who])

    def full_vitality(self, who: str) -> int:
        """The Vitality maximum; raises KeyError if the numbers are not open."""
        self.one(who)
        return vitality.maximum(self._fight, self._fight[who])

    def ac(self, who: str) -> int:
        """The AC without cover; raises KeyError if the numbers are not open."""
        self.one(who)
        return ac.own(self._fight, self._fight[who])

    def ways(self, who: str) -> list[Attack]:
        """What the combatant can attack with now; raises KeyError if the card is not open."""
        self.one(who)
        return weapon.ways(self._fight[who])

    def bonus(self, who: str, way: Attack | None, *, ranged: bool = False) -> int:
        """What is added to the attack roll; raises KeyError if the card is not open."""
        self.one(who)
        return attack.bonus(self._fight, self._fight[who], way, "", ranged=ranged)

    def crit_from(self, who: str, way: Attack | None) -> int:
        """The lowest natural roll that crits; raises KeyError if the card is not open."""
        self.one(who)
        return crit.crit_from(self._fight, self._fight[who], way)

    def tier_die(self, who: str) -> int:
        """The size of the Tier die; raises KeyError if the card is not open."""
        return tier.die(self.one(who).tier)

    def attacks(self, who: str) -> list[Option]:
        """The attack keys open to `who` now."""
        self.one(who)
        return attack.options(self._fight, who, on=self.targets(who))

    def carry_outs(self, who: str) -> list[Option]:
        """The keys with which the pending Declared Maneuver can be carried out now."""
        self.one(who)
        return action.carry_outs(self._fight, who)

    def picks(self, who: str) -> list[Option]:
        """What `who` may pick in the tactical step."""
        self.one(who)
        return maneuver.picks(self._fight, who)


class HeroesView(View):
    """What the players see."""

    __slots__ = ()

    def knows(self, who: str) -> bool:
        one = self._fight[who]
        return one.side == "heroes" or not one.hidden

    def is_open(self, who: str) -> bool:
        one = self._fight[who]
        return one.side == "heroes" or self._fight.shows_numbers(who)


class GmView(View):
    """What the GM sees: everything."""

    __slots__ = ()

    def is_open(self, who: str) -> bool:
        return True

    def warrior(self, who: str) -> Warrior:
        return self._fight[who]
