"""What policies see: facades that read through to the fight and hand out no more than a seat has.

The players' facade names no hidden foe and gives of the others only what everybody may see. The
GM's gives everything.
"""

from __future__ import annotations

from typing import Protocol

from affray.systems.sixteen import attack, condition, deflect, fatigue, position, reaction, sheets
from affray.systems.sixteen.state import (
    CHECKS,
    USELESS,
    Numbers,
    SixteenFight,
    Spell,
    Switches,
    Weapon,
)

GUESSED = 10
"""The HP that somebody whose numbers are not shown is taken to have left when unhurt."""

WORTH = {"unhurt": 10, "hurt": 7, "badly hurt": 3, "at the end": 0, "down": -1}


class Seen(Protocol):
    """What a facade shows of one's own side: every field of the card, none to be changed."""

    @property
    def id(self) -> str: ...
    @property
    def hp(self) -> int: ...
    @property
    def at(self) -> int: ...
    @property
    def in_hand(self) -> str: ...
    @property
    def weapons(self) -> tuple[Weapon, ...]: ...
    @property
    def spells(self) -> tuple[Spell, ...]: ...
    @property
    def dropped(self) -> tuple[tuple[str, int], ...]: ...
    @property
    def damage_bonus(self) -> int: ...
    @property
    def resting(self) -> bool: ...
    @property
    def tireless(self) -> bool: ...
    def has(self, name: str) -> bool: ...
    def lies(self, weapon_id: str) -> bool: ...


class View:
    """What everybody at the table sees of a fight, seen from one side."""

    __slots__ = ("_fight", "numbers", "side", "switches")

    def __init__(self, fight: SixteenFight, side: str) -> None:
        self._fight = fight
        self.side = side
        self.numbers: Numbers = fight.numbers
        self.switches: Switches = fight.switches

    @property
    def round(self) -> int:
        return self._fight.round

    @property
    def acting(self) -> str:
        return self._fight.acting

    @property
    def primary(self) -> int:
        """Primary Actions left to whoever's turn it is."""
        return self._fight.primary if self._fight.standing(self.acting).primary else 0

    @property
    def moves(self) -> int:
        """Move Actions left to whoever's turn it is."""
        return self._fight.moves

    @property
    def rolled(self) -> int:
        """The damage that a blow has rolled which is about to be a telling one."""
        return self._fight.rolled

    @property
    def rolling(self) -> str:
        """The dice of that blow."""
        return self._fight.rolling

    @property
    def nights(self) -> int:
        """The nights of rest since the fight."""
        return self._fight.nights

    @property
    def fresh(self) -> bool:
        """Whether nothing has been done in this turn yet."""
        return self._fight.fresh

    def own(self, who: str) -> Seen:
        """Somebody of one's own side."""
        return self._fight.combatants[who]

    def friends(self, who: str) -> list[str]:
        """The living others of one's own side that are known of."""
        return [one for one in self._fight.friends(who) if self._fight.knows(who, one)]

    def opponents(self, who: str) -> list[str]:
        """The living opponents that are known of, front to back."""
        return self._fight.opponents(who)

    def weapon(self, who: str) -> Weapon:
        """What somebody of one's own side has in hand."""
        return self._fight.weapon_of(who)

    def is_unconscious(self, who: str) -> bool:
        return self._fight.is_unconscious(who)

    def is_able(self, who: str) -> bool:
        """Whether `who` can still act, as its state on the card tells."""
        return self._fight.level(who) < USELESS

    def wear(self, who: str) -> int:
        """The level in force of anybody, as the card tells it."""
        return self._fight.level(who)

    def suffers(self, who: str, condition: str) -> bool:
        """Whether a condition holds of anybody, as the card tells it."""
        return self._fight.combatants[who].has(condition)

    def apart(self, who: str, other: str) -> int:
        return self._fight.apart(who, other)

    def movement(self, who: str) -> int:
        """The feet of a Move Action of somebody of one's own side."""
        return fatigue.movement(self._fight, who)

    def toward(self, who: str, target: str, reach: int) -> int:
        """How many feet a Move toward `target` would bring, 0 if none."""
        return abs(position.toward(self._fight, who, target, reach))

    def missing(self, who: str) -> int:
        """The HP that somebody of one's own side could get back."""
        return self._fight.max_hp(who) - self._fight.combatants[who].hp

    def level(self, who: str) -> int:
        """The level in force of somebody of one's own side."""
        return self._fight.level(who)

    def may_rest(self, who: str) -> bool:
        return fatigue.may_rest(self._fight, who)

    def save_chance(self, who: str) -> float:
        """The chance of somebody of one's own side to pass a CON save."""
        one, faces = self._fight.combatants[who], self.numbers.die_faces
        most = faces - (self.numbers.check_total - one.con) + 1
        return max(0.0, min(1.0, most / faces))

    def needed(self, who: str, weapon: Weapon | Spell) -> int:
        """The needed number of an attack of somebody of one's own side."""
        one = self._fight.combatants[who]
        hit = one.hit if weapon.hit is None else weapon.hit
        means = attack.Means(weapon.kind, weapon.damage, weapon.ap, hit)
        return attack.needed_number(self._fight, who, means)

    def is_stunned(self, who: str) -> bool:
        return condition.is_stunned(self._fight, who)

    def is_threatened(self, who: str) -> bool:
        """Whether an opponent who is known of and looks able to react has `who` in reach."""
        fight = self._fight
        return any(
            reaction.may_react(fight, foe) and reaction.threatens(fight, foe, who)
            for foe in fight.opponents(who)
        )

    def checks(self, who: str) -> dict[str, int]:
        """SDF, LIF and CON of somebody of one's own side."""
        return {name: getattr(self._fight.combatants[who], name) for name in CHECKS}

    def _knows_numbers(self, who: str) -> bool:
        return self.side == "foes" or self._fight.shows_numbers(who)

    def hp(self, who: str) -> int:
        """The HP of an opponent, guessed from the word on the card if that is all there is."""
        one = self._fight.combatants[who]
        if self._knows_numbers(who):
            return one.hp
        if one.shown == "nothing":
            return GUESSED
        return WORTH[sheets.hp_word(self._fight, one)]

    def worn(self, who: str) -> int:
        """The AR of an opponent, 1 if it is not known."""
        return self._fight.combatants[who].ar if self._knows_numbers(who) else 1

    def deflect_target(self, who: str) -> int:
        """The deflect target of somebody of one's own side."""
        return deflect.target_number(self._fight, who)


class HeroesView(View):
    """What the players see."""

    __slots__ = ()

    def __init__(self, fight: SixteenFight) -> None:
        super().__init__(fight, "heroes")


class GmView(View):
    """What the GM sees: everything."""

    __slots__ = ()

    def __init__(self, fight: SixteenFight) -> None:
        super().__init__(fight, "foes")
