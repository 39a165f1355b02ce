"""Sensible play: what a cautious party and a fair but unkind GM would do, and always the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.policy import least
from affray.kernel.reaction import PASS
from affray.systems.vigor import action, maneuver, turn
from affray.systems.vigor.state import Attack, Spell
from affray.systems.vigor.view import GmView, HeroesView, View

V = TypeVar("V", bound=View)
Options = Callable[[], Sequence[Option]]

NEAR = 35
"""An enemy within so many feet can be reached by a turn's movement and a blow."""
SPARE_STAMINA = 2
"""Stamina that is not spent on blows: Vigor may have to be braced for."""


class Sensible(Generic[V]):
    """Strikes the most hurt enemy within reach or range, and goes to the nearest if there is none.

    Picks Vigor when it is low, a spell when somebody is there to be hit by it, and else the
    maneuver of the weapon in hand. Takes every reaction that strikes.
    """

    name = "sensible"
    decides: frozenset[str] = frozenset()

    def choose(self, view: V, who: str, because: str, options: Options) -> Key:
        match because:
            case "vigor.turn.economy":
                return self._act(view, who, options)
            case "vigor.declare.one-maneuver" | "vigor.declare.enemy-picks":
                return self._pick(view, who, options())
            case "vigor.declare.enemies-leaderless":
                return self._pick(view, who, options())
            case "vigor.sovereign.when":
                return self._between_turns(view, who, options())
        return self._of(view, who, options())

    def offer(self, view: V, who: str, because: str, offers: Sequence[Option]) -> None:
        return None

    def rule(self, view: V, because: str, options: Options, default: Key) -> None:
        return None

    # ---- one's own turn ----

    def _act(self, view: V, who: str, options: Options) -> Key:
        """The blow or spell that is worth most; a way to one; or the end of the turn."""
        if view.action:
            if view.swaps > 0 and (better := _better_for_now(view, who)):
                return ("draw", better)
            if (key := self._blow(view, who, options)) is not None:
                return key
            if (key := self._nearer(view, who)) is not None:
                return key
            if self._nearest(view, who) is None:
                return turn.END
            return ("sprint",) if self._is_far(view, who) else ("dodge",)
        if not self._strikes_now(view, who) and (key := self._nearer(view, who)) is not None:
            return key
        return turn.END

    def _blow(self, view: V, who: str, options: Options) -> Key | None:
        """The best of the attacks, spells and powers that are open now."""
        one = view.one(who)
        if one.pending:
            aimed = [_concrete(view, who, key) for key in view.carry_outs(who)]
            usable = [key for key in aimed if key and self._worth(view, who, key) > 0]
            if usable:
                return max(usable, key=lambda key: self._worth(view, who, key))
        found = [least(key) for key in view.attacks(who)]
        if one.psion:
            found += [least(key) for key in options() if key[0] == action.POWER]
        usable = [key for key in found if self._worth(view, who, key) > 0]
        return max(usable, key=lambda key: self._worth(view, who, key), default=None)

    def _worth(self, view: V, who: str, key: Key) -> float:
        """What a key of the turn is worth; 0 for nothing."""
        target = _target_of(view, key)
        if target is None:
            return 1.0 if "at" in key else 0.0
        spell = _spell_of(view, who, key)
        if spell is not None and spell.shape == "friend":
            missing = self._missing(view, target)
            return 1.0 + missing if missing >= min(2, view.one(target).tier) else 0.0
        if view.side_of(target) == view.side_of(who):
            return 1.0 + self._missing(view, target)
        worth = 2.0 + 0.5 * view.wear(target)
        if view.is_fleeing(target):
            worth = 0.2
        if spell is not None:
            return worth + 1.0
        way = next((one for one in view.ways(who) if one.id in key), None)
        if way is not None and not way.reach and self._strikes_at(view, who):
            worth -= 1.5  # shooting with an enemy beside oneself
        return worth + (way.bonus / 4 if way is not None else -0.3)

    def _strikes_at(self, view: V, who: str) -> list[str]:
        """The enemies within whose reach one stands."""
        return [
            other
            for other in view.opponents(who)
            if not view.is_fleeing(other) and view.distance(who, other) <= view.reach(other)
        ]

    def _strikes_now(self, view: V, who: str) -> bool:
        reach = max(view.reach(who), *(way.normal for way in view.ways(who)), 0)
        return any(view.distance(who, other) <= reach for other in view.targets(who))

    def _nearest(self, view: V, who: str) -> str | None:
        standing = [one for one in view.targets(who) if not view.is_fleeing(one)]
        return min(standing, key=lambda other: view.distance(who, other), default=None)

    def _nearer(self, view: V, who: str) -> Key | None:
        """A move that brings the nearest enemy closer without coming from one to the other."""
        target = self._nearest(view, who)
        if target is None or view.feet <= 0 or self._strikes_at(view, who):
            return None
        if view.distance(who, target) <= view.reach(who):
            return None
        long_arms = view.reach(who) > view.numbers.step_feet
        key: Key = ("move", "into-reach" if long_arms else "next-to", target)
        way = view.way(who, key, view.feet)
        if not way or way[-1] == view.spot(who):
            return None
        return key

    def _is_far(self, view: V, who: str) -> bool:
        target = self._nearest(view, who)
        return target is not None and view.distance(who, target) > view.reach(who)

    # ---- the tactical step ----

    def _pick(self, view: V, who: str, options: Sequence[Option]) -> Key:
        """Vigor when it is low, else a spell or a blow for which somebody is near, else what the
        weapon does for nothing."""
        offered = {tuple(map(str, option)) for option in options if is_concrete(option)}
        for key in self._wishes(view, who):
            if key in offered:
                return key
        return maneuver.PASS if maneuver.PASS in offered else least(options[0])

    def _wishes(self, view: V, who: str) -> list[Key]:
        one = view.one(who)
        nearest = self._nearest(view, who)
        far = view.distance(who, nearest) if nearest is not None else 9999
        found: list[Key] = []
        if one.role != "minor" and self._missing(view, who) >= one.tier and view.wear(who) > 0:
            found.append(("brace",))
        if not one.psion:
            for spell in one.spells:
                if spell.shape == "friend":
                    if self._neediest(view, who, spell) and one.stamina > spell.stamina:
                        found.append((action.CAST, spell.id))
                elif far <= spell.range + 20 and self._is_safe_to_cast(view, who):
                    found.append((action.CAST, spell.id))
        for own in one.maneuvers:
            if own.effect in ("strike", "crit") and far <= NEAR:
                found.append(("own", own.id))
            if own.effect == "regain" and own.to == "ally" and self._hurt_friends(view, who):
                found.append(("own", own.id))
        if far <= NEAR and one.stamina > SPARE_STAMINA and not one.spells:
            found.append((maneuver.COMMON[3],))
        found += [("weapon", held) for held in one.in_hand]
        return found

    def _is_safe_to_cast(self, view: V, who: str) -> bool:
        """Whether a blow would first have to get through Vigor before it disrupts the spell."""
        return view.one(who).vigor > 0 or not self._strikes_at(view, who)

    def _missing(self, view: V, who: str) -> int:
        """Vigor below the cap."""
        return view.cap(who) - view.one(who).vigor if view.is_open(who) else 0

    def _friends(self, view: V, who: str) -> list[str]:
        return view.heroes() if view.side_of(who) == "heroes" else view.foes()

    def _hurt_friends(self, view: V, who: str) -> list[str]:
        return [
            one
            for one in self._friends(view, who)
            if one != who and view.is_open(one) and self._missing(view, one) >= 2
        ]

    def _neediest(self, view: V, who: str, spell: Spell) -> str | None:
        """Who on one's own side within range would get most of the Vigor that a spell gives."""
        found = [
            one
            for one in self._friends(view, who)
            if view.is_open(one)
            and view.one(one).role != "minor"
            and self._missing(view, one) >= 2
            and view.distance(who, one) <= spell.range
        ]
        return max(found, key=lambda one: self._missing(view, one), default=None)

    # ---- everything else ----

    def _between_turns(self, view: V, who: str, options: Sequence[Option]) -> Key:
        """A Sovereign Action: a blow, else Vigor when it is low, else it is kept."""
        keys = [tuple(map(str, option)) for option in options if is_concrete(option)]
        blows = [key for key in keys if key[0] in ("attack", "throw")]
        if blows:
            return max(blows, key=lambda key: self._worth(view, who, key))
        brace = ("maneuver", "brace")
        if brace in keys and self._missing(view, who) >= view.one(who).tier:
            return brace
        return ("hold",)

    def _of(self, view: V, who: str, options: Sequence[Option]) -> Key:
        """Targets, reactions, glancing blows, and what comes after the fight."""
        keys = [tuple(map(str, option)) for option in options if is_concrete(option)]
        if not keys:
            return least(options[0]) if options else ()
        words = {key[0] for key in keys}
        if words & {"attack", "throw", "use"}:
            blows = [key for key in keys if key[0] in ("attack", "throw", "use")]
            return max(blows, key=lambda key: self._worth(view, who, key))
        if "go-on" in words:
            return ("go-on",)
        if words & {"rally", "shelter", "on", "arc", "glance"}:
            aims = [key for key in keys if key[0] in ("rally", "shelter", "on", "arc", "glance")]
            return max(aims, key=lambda key: self._worth(view, who, key))
        if "stay" in words:
            return self._free_move(view, who, keys)
        if "tend" in words:
            return next(key for key in keys if key[0] == "tend")
        if PASS in keys:
            return PASS
        return keys[-1] if keys[-1] in (("nobody",), ("none",), ("leave",)) else keys[0]

    def _free_move(self, view: V, who: str, keys: Sequence[Key]) -> Key:
        """Toward the nearest enemy for whoever strikes in melee; others stay where they are."""
        target = self._nearest(view, who)
        melee = any(way.reach for way in view.ways(who) if way.kind == "weapon")
        if target is None or not melee or view.distance(who, target) <= view.reach(who):
            return ("stay",)
        wish = ("move", "next-to", target)
        return wish if wish in keys else ("stay",)


def _target_of(view: View, key: Key) -> str | None:
    """The combatant that a key names."""
    known = {*view.heroes(), *view.foes()}
    return next((part for part in reversed(key) if part in known), None)


def _spell_of(view: View, who: str, key: Key) -> Spell | None:
    return next((spell for spell in view.one(who).spells if spell.id in key), None)


def _concrete(view: View, who: str, option: Option) -> Key | None:
    """The key of an option; for an area the point where the nearest enemy stands."""
    if is_concrete(option):
        return tuple(map(str, option))
    if "at" in option:
        foes = [one for one in view.targets(who) if not view.is_fleeing(one)]
        nearest = min(foes, key=lambda other: view.distance(who, other), default=None)
        spell = _spell_of(view, who, tuple(str(part) for part in option))
        if nearest is None or spell is None or view.distance(who, nearest) > spell.range:
            return None
        at = option.index("at")
        return (*(str(part) for part in option[: at + 1]), *map(str, view.spot(nearest)))
    return least(option)


def _better_for_now(view: View, who: str) -> str:
    """A weapon at the belt for whoever holds only a missile weapon with an enemy at hand, or only
    a melee weapon with none in reach; "" if there is none."""
    one = view.one(who)
    held = [way for way in one.weapons if way.id in one.in_hand]
    others = [way for way in one.weapons if way.id not in one.in_hand]
    near = [other for other in view.targets(who) if view.distance(who, other) <= 5]

    def fits(way: Attack) -> bool:
        return bool(way.reach) if near else bool(way.normal)

    if any(fits(way) for way in held):
        return ""
    return next((way.id for way in others if fits(way)), "")


class SensibleHeroes(Sensible[HeroesView]):
    """The heroes' side."""


class SensibleGm(Sensible[GmView]):
    """The GM's side; rulings take their defaults."""
