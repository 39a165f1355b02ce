"""The state of a trade fight: who is in it, what is owed, and the verbs that change it.

Things that never change in a fight (weapons, abilities, armor) are shared between copies; every
tuple and mapping here is replaced, never changed in place, so that a copy may share it too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from affray.kernel.copier import fight_copier
from affray.kernel.fight import Combatant, Fight
from affray.kernel.keys import Key
from affray.kernel.question import Because, Edit
from affray.kernel.table import Table

STATS = ("strength", "reflexes", "wits", "charm")
NO_ITEMS: Mapping[str, Any] = {}


# ---- numbers and switches of the ledger ----


@dataclass(frozen=True, slots=True)
class Numbers:
    """The values of the ledger, as the house rules have them."""

    die_faces: int
    hit_from_face: int
    hits_for_mixed: int
    hits_for_success: int
    actions_per_turn: int
    better_position_dice: int
    additional_actions: int
    additional_damage: int
    bad_situation_dice: int
    extra_damage: int
    pressed_dice: int
    unarmed_damage: int
    minimum_damage: int
    hero_health: int
    bloodied_at: int
    bloodied_dice: int
    phase_actions: int
    minimum_pool: int
    stat_min: int
    stat_max: int
    reserved_actions: int
    enemy_armor: int
    enemy_armor_max: int
    shield_reduction: int
    breather_health: int
    breather_health_from_down: int
    night_health: int
    drop_opening_phases: int
    starting_spread: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Switches:
    """The readings in force where the text can be read in more than one way."""

    enemy_phase: Literal["after-each-hero", "after-all-heroes"]
    enemy_once_a_round: bool
    empty_pool: Literal["one-die", "fails"]
    positions_stack: bool
    additional_action_limit: Literal["none", "one-per-turn"]
    suppression_stops_failure_blow: bool
    trade_by_ability: bool
    trade_binds_phase: bool
    ranged_exempt_in_reach: bool
    pressed_lasts: Literal["next-attack", "until-clear"]
    closing_spends_phase: bool


# ---- what combatants have ----


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon; `category` is an id of the ledger's table weapon-categories."""

    id: str
    name: str
    category: str
    damage: int

    @property
    def is_ranged(self) -> bool:
        return self.category in ("ranged", "heavy-ranged")


@dataclass(frozen=True, slots=True)
class Tool:
    """Something else that is carried and can be lost; a shield is one."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Armor:
    """Worn armor; `weight` is its class: light, medium or heavy."""

    id: str
    name: str
    weight: str
    reduction: int


@dataclass(frozen=True, slots=True)
class Effect:
    """One building block of an ability: a row of the ledger's table ability-effects."""

    kind: str
    amount: int = 0
    unsoaked: bool = False
    to: str = ""
    opponents: str = ""
    dice: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Ability:
    """An ability; without a `stat` it needs no roll. `limit` is its uses per fight, if any."""

    id: str
    name: str
    origin: str
    stat: str | None
    target: str
    effects: tuple[Effect, ...]
    limit: int | None

    def has(self, kind: str) -> bool:
        return any(effect.kind == kind for effect in self.effects)


@dataclass(slots=True)
class Fighter(Combatant):
    """What a hero and an NPC have in common.

    `status` says how somebody has left the fight ("" while in it); `ward` soaks part of the next
    hit; `pressed` costs the next ranged attack a die; `used` counts uses of limited abilities.
    """

    place: str = field(default="", kw_only=True)
    status: str = field(default="", kw_only=True)
    ward: int = field(default=0, kw_only=True)
    pressed: bool = field(default=False, kw_only=True)
    abilities: tuple[Ability, ...] = field(default=(), kw_only=True)
    used: Mapping[str, int] = field(default_factory=dict, kw_only=True)

    @property
    def is_in(self) -> bool:
        """Whether the combatant is up and in the fight."""
        raise NotImplementedError

    def ability(self, ability_id: str) -> Ability:
        return next(a for a in self.abilities if a.id == ability_id)

    def can_use(self, ability: Ability) -> bool:
        """Whether a use is left."""
        return ability.limit is None or self.used.get(ability.id, 0) < ability.limit


@dataclass(slots=True)
class Hero(Fighter):
    """A hero.

    `lost` tells of things carried how they are lost ("knocked-away" or "broken"). Positions wait
    for the next turn (`better_waiting`, `bad_waiting`) and then count in it (`better`, `bad`);
    `command_waiting` and `command_bad` are the same for bad situations of NPC allies, by ally.
    `fought` are the enemies of this hero's rolls, the latest last. `fate` is the GM's word on a
    hero who is down, `exposed` whether enemies may go on striking.
    """

    stats: Mapping[str, int]
    health: int
    weapons: tuple[Weapon, ...] = ()
    armor: Armor | None = None
    tools: tuple[Tool, ...] = ()
    lost: Mapping[str, str] = field(default_factory=dict)
    in_hand: str = ""
    better_waiting: int = 0
    bad_waiting: int = 0
    better: int = 0
    bad: int = 0
    command_waiting: Mapping[str, int] = field(default_factory=dict)
    command_bad: Mapping[str, int] = field(default_factory=dict)
    reserve: int = 0
    acted: bool = False
    fought: tuple[str, ...] = ()
    fate: str = ""
    exposed: bool = False

    @property
    def is_in(self) -> bool:
        return self.health > 0 and not self.status and not self.removed

    @property
    def lies_exposed(self) -> bool:
        """Whether the hero is down and enemies may go on striking."""
        return self.exposed and self.health <= 0 and not self.removed

    def weapon_in_hand(self) -> Weapon | None:
        """The weapon last used if it is at hand, else the first that is, else None (unarmed)."""
        first = None
        for weapon in self.weapons:
            if weapon.id not in self.lost:
                if weapon.id == self.in_hand:
                    return weapon
                first = first or weapon
        return first

    def has_shield(self) -> bool:
        return any("shield" in tool.id and tool.id not in self.lost for tool in self.tools)

    def carried(self) -> list[str]:
        """The ids of everything that can be lost: weapons, tools and gadgets not lost yet."""
        things = [weapon.id for weapon in self.weapons]
        things += [tool.id for tool in self.tools]
        things += [a.id for a in self.abilities if a.origin == "equipment"]
        return [thing for thing in dict.fromkeys(things) if thing not in self.lost]


@dataclass(slots=True)
class Npc(Fighter):
    """An enemy, or an ally who is no hero: a stat block.

    `kind` is "foe" or "ally". `closed` is 1 for an enemy that closed in on a shooter and so skips
    the phase, 2 if it closed and a later failure has let it strike all the same. `acted` counts
    for the house switch enemy-once-a-round only.
    """

    kind: str
    hp: int
    hp_max: int
    damage: int
    goals: tuple[str, ...] = ()
    loot: tuple[str, ...] = ()
    ranged: bool = False
    make: str = "living"
    armor: int = 0
    suppressed: bool = False
    closed: int = 0
    acted: bool = False
    looted: bool = False

    @property
    def is_in(self) -> bool:
        return self.hp > 0 and not self.status and not self.removed


# ---- the fight ----


@dataclass(slots=True)
class TradeFight(Fight[Fighter]):
    """A trade fight.

    `stage` is what the next step does; `acting` the hero whose turn it is or was last; `rolls`
    are those of the exchange as (opponent, exposed, reading, roller), `trades` what is owed in its
    phase as (enemy, exposed), `trades_later` what waits for the next one. `declared` is the enemy
    action that is about to happen. `near` holds the pairs (hero or ally, enemy) within melee reach.
    `underway` says that the action of this step is spent. `refused` are options that the GM has
    turned down since the last action.
    """

    numbers: Numbers
    switches: Switches
    heroes: tuple[str, ...]
    allies: tuple[str, ...]
    foes: tuple[str, ...]
    stage: str = "start"
    acting: str = ""
    actions: int = 0
    taken: int = 0
    gained: int = 0
    underway: bool = False
    opening: int = 0
    phase_due: bool = False
    refused: tuple[Key, ...] = ()
    rolls: tuple[tuple[str, str, str, str], ...] = ()
    trades: tuple[tuple[str, str], ...] = ()
    trades_later: tuple[tuple[str, str], ...] = ()
    declared: Key = ()
    near: frozenset[tuple[str, str]] = frozenset()
    between: str = ""
    aims: tuple[tuple[str, str], ...] = ()
    breather_taken: bool = False
    night_taken: bool = False

    # ---- looking ----

    def hero(self, who: str) -> Hero:
        return self.combatants[who]  # type: ignore[return-value]  # ids tell the kinds apart

    def npc(self, who: str) -> Npc:
        return self.combatants[who]  # type: ignore[return-value]

    def all_heroes(self) -> list[Hero]:
        """Every hero, in seat order, whatever has become of them."""
        found: dict[str, Any] = self.combatants
        return [found[who] for who in self.heroes]

    def all_foes(self) -> list[Npc]:
        """Every enemy, in roster order, whatever has become of them."""
        found: dict[str, Any] = self.combatants
        return [found[who] for who in self.foes]

    def anyone_keeps(self, but: str = "") -> bool:
        """Whether a hero (other than `but`) has an action in reserve."""
        found: dict[str, Any] = self.combatants
        keepers = [who for who in self.heroes if found[who].reserve]
        return bool(keepers) and keepers != [but]

    def anyone_in(self, side: tuple[str, ...]) -> bool:
        """Whether any of them is up and in the fight."""
        found = self.combatants
        return any(found[who].is_in for who in side)

    def is_in(self, who: str) -> bool:
        """Whether `who` is up and in the fight (nobody is not)."""
        combatant = self.combatants.get(who)
        return combatant is not None and combatant.is_in

    def heroes_in(self) -> list[str]:
        """The heroes up and in the fight, in seat order."""
        found = self.combatants
        return [who for who in self.heroes if found[who].is_in]

    def side_in(self) -> list[str]:
        """The heroes and allies up and in the fight."""
        found = self.combatants
        return [who for who in self.heroes + self.allies if found[who].is_in]

    def side_seen(self, by: str) -> list[str]:
        """Those on the heroes' side up and in the fight of whom the player of `by` knows."""
        found = self.combatants
        return [who for who in self.side_in() if who == by or not found[who].hidden]

    def foes_in(self) -> list[str]:
        """The enemies in the fight, in roster order."""
        found = self.combatants
        return [who for who in self.foes if found[who].is_in]

    def foes_seen(self) -> list[str]:
        """The enemies in the fight that players know of."""
        found = self.combatants
        return [who for who in self.foes if found[who].is_in and not found[who].hidden]

    def is_near_any(self, who: str) -> bool:
        """Whether an enemy in the fight is near this hero or ally."""
        near = self.near
        return any((who, foe) in near for foe in self.foes_in())

    def strikable(self) -> list[str]:
        """Whom an enemy may strike: who is up, and who is down if the GM has said so."""
        found: dict[str, Any] = self.combatants
        targets = self.side_in()
        return targets + [who for who in self.heroes if found[who].lies_exposed]

    def is_strikable(self, who: str) -> bool:
        """Whether an enemy may strike this hero or ally."""
        one = self.combatants[who]
        return one.is_in or (isinstance(one, Hero) and one.lies_exposed)

    def owes(self, enemy: str) -> bool:
        """Whether an enemy is owed a trade on somebody who can still be struck."""
        return any(foe == enemy and self.is_in(exposed) for foe, exposed in self.trades)

    # ---- near and apart ----

    def bring_near(self, who: str, enemy: str, table: Table, because: Because) -> None:
        if (who, enemy) in self.near:
            return
        self.near |= {(who, enemy)}
        if table.recording:
            table.record("near", because, who=who, enemy=enemy)

    def set_apart(self, who: str, enemy: str, table: Table, because: Because) -> None:
        if (who, enemy) not in self.near:
            return
        self.near -= {(who, enemy)}
        if table.recording:
            table.record("apart", because, who=who, enemy=enemy)
        self.release(table)

    def press(self, who: str, table: Table, because: Because) -> None:
        self.combatants[who].pressed = True
        if table.recording:
            table.record("pressed", because, who=who, dice=self.numbers.pressed_dice)

    def unpress(self, who: str, table: Table, because: Because) -> None:
        if self.combatants[who].pressed:
            self.combatants[who].pressed = False
            if table.recording:
                table.record("unpressed", because, who=who)

    def release(self, table: Table) -> None:
        """Nobody stays pressed without an enemy near (trade.ranged.pressed-ends-alone)."""
        for who in (*self.heroes, *self.allies):
            if self.combatants[who].pressed and not self.is_near_any(who):
                self.unpress(who, table, "trade.ranged.pressed-ends-alone")

    # ---- suppression and trades ----

    def suppress(self, enemy: str, table: Table, because: Because) -> None:
        self.npc(enemy).suppressed = True
        if table.recording:
            table.record("suppressed", because, who=enemy)

    def drop_trades(self, exposed: str, table: Table, because: Because) -> None:
        """Trades against somebody who is gone lapse."""
        for pair in (*self.trades, *self.trades_later):
            if pair[1] == exposed and table.recording:
                table.record("trade-lapsed", because, who=pair[0], exposed=exposed, reason="gone")
        self.trades = tuple(pair for pair in self.trades if pair[1] != exposed)
        self.trades_later = tuple(pair for pair in self.trades_later if pair[1] != exposed)

    # ---- health and presence ----

    def check_end(self, table: Table) -> bool:
        """Ends the fight if a side has nobody left; says whether it is over.

        Implements trade.end.when, trade.end.at-once, trade.end.heroes-side.
        """
        if self.result is not None:
            return True
        heroes = self.anyone_in(self.heroes)
        foes = self.anyone_in(self.foes)
        if heroes and foes:
            return False
        self.result = "heroes" if heroes else "foes" if foes else "none"
        self.actions = 0
        if table.recording:
            table.record(
                "fight-over",
                ("trade.end.when", "trade.end.at-once", "trade.end.heroes-side"),
                result=self.result,
                round=self.round,
            )
        return True

    def leave(self, who: str, status: str, code: str, table: Table, because: Because) -> None:
        """Somebody is out of the fight for another reason than health."""
        combatant = self.combatants[who]
        combatant.status = status
        if isinstance(combatant, Hero):
            self.lose_reserve(who, table)
        if table.recording:
            table.record(code, because, who=who, status=status)
        self.release(table)

    def lose_reserve(self, who: str, table: Table) -> None:
        hero = self.hero(who)
        if hero.reserve:
            hero.reserve = 0
            hero.better = hero.bad = 0
            hero.command_bad = NO_ITEMS
            if table.recording:
                table.record("reserve-lost", "trade.turn.reserve", who=who)

    def edit(self, edit: Edit, table: Table) -> bool:
        """As `Fight.edit`; then what follows from somebody's absence."""
        done = Fight.edit(self, edit, table)
        if done and edit.kind == "remove":
            self.release(table)
            self.check_end(table)
        return done


copy_fight = fight_copier(TradeFight, Hero, Npc)
"""A copy of a fight that shares nothing that rules or the GM change in place."""
