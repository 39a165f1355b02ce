"""What policies see: facades that read through to the fight and hand out no more than a seat has.

The players' facade names no hidden enemy and gives of the others only what everybody may see. The
GM's gives everything.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from affray.kernel.keys import Key
from affray.systems.trade import armor, phase
from affray.systems.trade import command as commands
from affray.systems.trade import weapon as weapons
from affray.systems.trade.state import Ability, Npc, Numbers, Switches, TradeFight, Weapon

UNKNOWN = -1
"""Stands for a number that a seat may not know."""


class SeenHero(Protocol):
    """What a facade shows of a hero: every field of the card, none to be changed."""

    @property
    def health(self) -> int: ...
    @property
    def stats(self) -> Mapping[str, int]: ...
    @property
    def weapons(self) -> tuple[Weapon, ...]: ...
    @property
    def abilities(self) -> tuple[Ability, ...]: ...
    @property
    def lost(self) -> Mapping[str, str]: ...
    @property
    def better(self) -> int: ...
    @property
    def bad(self) -> int: ...
    @property
    def better_waiting(self) -> int: ...
    @property
    def pressed(self) -> bool: ...
    def can_use(self, ability: Ability) -> bool: ...


class View:
    """What everybody at the table sees of a fight."""

    __slots__ = ("_fight", "numbers", "switches")

    def __init__(self, fight: TradeFight) -> None:
        self._fight = fight
        self.numbers: Numbers = fight.numbers
        self.switches: Switches = fight.switches

    @property
    def round(self) -> int:
        return self._fight.round

    @property
    def acting(self) -> str:
        """The hero whose turn it is or was last."""
        return self._fight.acting

    @property
    def in_turn(self) -> bool:
        """Whether a hero's turn is running."""
        return self._fight.stage == "turn"

    @property
    def taken(self) -> int:
        """The actions taken this turn."""
        return self._fight.taken

    @property
    def refused(self) -> tuple[Key, ...]:
        """What the GM has turned down since the last action: the hero, then the key."""
        return self._fight.refused

    def heroes(self) -> list[str]:
        """The heroes up and in the fight."""
        return self._fight.heroes_in()

    def side(self) -> list[str]:
        """The heroes and allies up and in the fight that players know of."""
        return self._fight.side_seen("")

    def down(self) -> list[str]:
        """The heroes who are down and can be helped."""
        fight = self._fight
        heroes = [fight.hero(who) for who in fight.heroes]
        return [
            hero.id
            for hero in heroes
            if hero.health <= 0 and not hero.status and not hero.removed and hero.fate != "dead"
        ]

    def hero(self, who: str) -> SeenHero:
        return self._fight.combatants[who]  # type: ignore[return-value]  # as `TradeFight.hero`

    def is_hero(self, who: str) -> bool:
        return who in self._fight.heroes

    def health(self, who: str) -> int:
        """Health of a hero, HP of an ally."""
        one = self._fight.combatants[who]
        return one.hp if isinstance(one, Npc) else self._fight.hero(who).health

    def soaks(self, who: str) -> int:
        """The armor of a hero or ally."""
        return armor.reduction(self._fight, who)

    def is_near(self, who: str, enemy: str) -> bool:
        return (who, enemy) in self._fight.near

    def command_of(self, ally: str) -> tuple[str, int, bool]:
        """Of an ally to be commanded: the stat rolled, its static damage, and if it shoots."""
        way = commands.way_of(self._fight, ally)
        return commands.stat_for(self._fight, ally), *weapons.blow(self._fight, ally, way)

    def latest_opponent(self) -> str:
        """The opponent of the latest roll, "" if there was none this turn."""
        rolls = self._fight.rolls
        return rolls[-1][0] if rolls else ""


class HeroesView(View):
    """What the players see."""

    __slots__ = ()

    def foe_count(self) -> int:
        """How many enemies players know of."""
        return len(self._fight.foes_seen())

    def look(self, who: str) -> list[tuple[str, int, bool, bool]]:
        """Every known enemy in the fight as (id, wear, suppressed, near `who`).

        The wear is 0 for one that looks unhurt (or shows nothing), 1 hurt, 2 badly hurt.
        """
        fight = self._fight
        near = fight.near
        found = []
        for npc in fight.all_foes():
            if npc.is_in and not npc.hidden:
                wear = _wear(npc) if npc.hp < npc.hp_max else 0
                found.append((npc.id, wear, npc.suppressed, (who, npc.id) in near))
        return found

    def wear(self, foe: str) -> int:
        """How worn an enemy looks, as in `look`; 0 for one that is not to be seen."""
        npc = self._fight.combatants.get(foe)
        if not isinstance(npc, Npc) or npc.kind != "foe" or npc.hidden or not npc.is_in:
            return 0
        return _wear(npc)

    def foe_numbers(self, foe: str) -> tuple[int, int]:
        """Static damage and HP of an enemy if everybody sees them, else `UNKNOWN` twice."""
        npc = self._fight.npc(foe)
        return (npc.damage, npc.hp) if npc.shown == "all" else (UNKNOWN, UNKNOWN)

    def is_suppressed(self, foe: str) -> bool:
        return self._fight.npc(foe).suppressed


def _wear(npc: Npc) -> int:
    if npc.hp >= npc.hp_max or npc.shown == "nothing":
        return 0
    return 1 if 2 * npc.hp > npc.hp_max else 2


class GmView(View):
    """What the GM sees: everything."""

    __slots__ = ()

    def candidates(self) -> list[str]:
        """The enemies that may be named for the phase."""
        return phase.candidates(self._fight)

    def owed(self, enemy: str) -> bool:
        """Whether a trade binds the enemy to strike whoever is exposed to it."""
        return self._fight.owes(enemy)

    def targets(self) -> list[str]:
        """Whom an enemy may strike."""
        return self._fight.strikable()

    def default_target(self, enemy: str) -> str:
        return phase.default_target(self._fight, enemy)

    def npc(self, who: str) -> Npc:
        return self._fight.npc(who)

    def latest_roll(self) -> tuple[str, str, str] | None:
        """Opponent, exposed and reading of the latest roll of the exchange."""
        rolls = self._fight.rolls
        return rolls[-1][:3] if rolls else None
