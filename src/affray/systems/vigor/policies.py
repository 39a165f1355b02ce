"""Sensible play: what a cautious party and a fair but unkind GM would do, and always the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from typing import Generic, TypeVar

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.policy import least
from affray.kernel.reaction import PASS
from affray.systems.vigor import action, footwork, maneuver, turn, weighing
from affray.systems.vigor.state import Maneuver, Spell
from affray.systems.vigor.view import GmView, HeroesView, View

V = TypeVar("V", bound=View)
Options = Callable[[], Sequence[Option]]
Worth = tuple[float, Key]

NOTHING: Worth = (0.0, ())
AT_RISK = 0.6
"""What is left of the worth of a spell that the next hit may disrupt."""
HELPED = 1.5
"""How much harder a friend hits for whom one gives up an attack of one's own."""
LITTLE = 0.01
"""The worth of what costs nothing and may help."""
BLOWS = ("attack", "throw", "use")
AIMS = ("rally", "shelter", "on", "arc", "glance")


class Sensible(Generic[V]):
    """Does what is worth most by `weighing`: brings down whoever is nearest to it, minds what a
    way there provokes, and shoots from behind those who fight hand to hand.

    Picks what gives most: lost Vigor back, to oneself or a friend, a spell, a Committed Strike, or
    else what the weapon does for nothing. Takes every reaction that strikes.
    """

    name = "sensible"
    decides: frozenset[str] = frozenset()

    def choose(self, view: V, who: str, because: str, options: Options) -> Key:
        match because:
            case "vigor.turn.economy":
                return self._act(view, who, options)
            case (
                "vigor.declare.one-maneuver"
                | "vigor.declare.enemy-picks"
                | "vigor.declare.enemies-leaderless"
            ):
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
        """The best of what can be done from here and of what a move would bring."""
        if not view.action:
            return self._without_action(view, who)
        here = self._from_here(view, who, options)
        there = self._by_moving(view, who)
        if view.feet > 0:
            there = _better(there, footwork.clear_shot(view, who, max(here[0], there[0])))
        if there[0] > here[0]:
            return there[1]
        if here[0] > 0:
            return here[1]
        if view.swaps > 0 and (better := _for_afar(view, who)):
            return ("draw", better)
        if (key := footwork.approach(view, who)) is not None:
            return key
        nearest = footwork.nearest(view, who)
        if nearest is None:
            return turn.END
        far = view.distance(who, nearest) - view.reach(who)
        return ("sprint",) if far > footwork.STRIDE else ("dodge",)

    @staticmethod
    def _without_action(view: V, who: str) -> Key:
        """What is left of the movement: out of reach or out of sight of those who shoot, or on
        after a Sprint."""
        for go in (footwork.withdraw, footwork.shelter, footwork.charge):
            if (key := go(view, who)) is not None:
                return key
        return turn.END

    def _helping(self, view: V, who: str, least: float) -> Worth:
        """The Help that is worth most, nothing if none is worth more than `least`.

        It is for a friend who has its turn yet, and is much the better striker.
        """
        own = weighing.hit_points(view, who)
        friends = [
            friend
            for friend in footwork.friends(view, who)
            if friend != who
            and not (view.is_done(friend) or view.is_fleeing(friend))
            and view.is_open(friend)
            and weighing.hit_points(view, friend) > HELPED * own * (least > 0)
        ]
        found: Worth = (least, ())
        for enemy in view.targets(who) if friends else ():
            if view.distance(who, enemy) > view.reach(who) or view.is_fleeing(enemy):
                continue
            for friend in friends:
                worth = weighing.help_for(view, friend, enemy, footwork.STRIDE)
                found = _better(found, (worth, ("help", enemy, friend)))
        return found if found[1] else NOTHING

    def _from_here(self, view: V, who: str, options: Options) -> Worth:
        """The best attack, spell, power or Help where one stands."""
        one = view.one(who)
        keys = [least(key) for key in view.attacks(who)]
        if one.pending:
            keys += [tuple(map(str, key)) for key in view.carry_outs(who) if is_concrete(key)]
        if one.psion and any(each.stamina <= one.stamina for each in one.spells):
            keys += [
                tuple(map(str, key))
                for key in options()
                if key[0] == action.POWER and is_concrete(key)
            ]
        found = _best((self._worth(view, who, key), key) for key in keys)
        return _better(found, self._helping(view, who, found[0]))

    def _worth(self, view: V, who: str, key: Key) -> float:
        """What a key that strikes, casts or gives is worth."""
        target = _target_of(view, key)
        if target is None:
            return 0.0
        cast = _spell_of(view, who, key)
        if cast is not None:
            return weighing.spell(view, who, cast, target)
        way = weighing.way_of(view, who, key)
        if way is None or view.side_of(target) == view.side_of(who):
            return 0.0
        ranged = "throw" in key or not way.reach
        extra = self._extra(view, who) if action.CARRY_OUT in key else 0
        return weighing.blow(view, who, way, target, is_ranged=ranged, extra=extra)

    def _extra(self, view: V, who: str) -> int:
        """The points that the pending strike adds."""
        one = view.one(who)
        if one.pending[:1] == ("own",):
            own = next((each for each in one.maneuvers if each.id == one.pending[1]), None)
            return 0 if own is None else own.amount + own.per_tier * one.tier
        return one.tier * view.numbers.committed_strike_points_per_tier

    def _by_moving(self, view: V, who: str) -> Worth:
        """The best blow in melee that a move leads to, less what the way and the place cost."""
        best = NOTHING
        far = view.reach(who)
        extra = self._extra(view, who) if view.declared(who)[:1] in _STRIKES else 0
        for target in view.targets(who):
            apart = view.distance(who, target)
            if apart <= far or apart - far > view.feet:
                continue
            worth = weighing.melee(view, who, target, extra=extra)
            if worth <= best[0]:
                continue
            spot = footwork.arrives(view, who, target)
            if spot is None:
                continue
            provoked = view.leaves_reach_of(who, spot)
            worth -= weighing.CAUTION * weighing.struck_by(view, who, provoked)
            if weighing.shoots(view, who):
                worth -= weighing.CROWD * weighing.struck_by(view, who, [target])
            best = _better(best, (worth, footwork.way_to(view, who, target)))
        return best

    # ---- the tactical step ----

    def _pick(self, view: V, who: str, options: Sequence[Option]) -> Key:
        """The Maneuver that is worth most; what the weapon in hand does for nothing if none is."""
        offered = [tuple(map(str, option)) for option in options if is_concrete(option)]
        blow, target = self._blow_to_come(view, who)
        best = _best((self._worth_of_pick(view, who, key, blow, target), key) for key in offered)
        if best[1]:
            return best[1]
        return maneuver.PASS if maneuver.PASS in offered else least(options[0])

    def _blow_to_come(self, view: V, who: str) -> Worth:
        """The worth of the best attack of the coming turn, and whom it strikes."""
        best = NOTHING
        for target in view.targets(who):
            apart = view.distance(who, target)
            for way in view.ways(who):
                for ranged in (False, True):
                    most = way.normal if ranged else way.reach and way.reach + footwork.STRIDE
                    if most and apart <= most:
                        worth = weighing.blow(view, who, way, target, is_ranged=ranged)
                        best = _better(best, (worth, (target, way.id)))
        return best

    def _worth_of_pick(self, view: V, who: str, key: Key, blow: float, target: Key) -> float:
        """What a pick adds to the round, `blow` being the worth of a plain attack on `target`."""
        one = view.one(who)
        if maneuver.DRAW in key:
            return 0.0
        match key[0]:
            case "brace":
                return weighing.mending(view, who, one.tier)
            case "rally":
                points = one.tier * view.numbers.rally_vigor_per_tier
                feet = view.numbers.rally_range_feet
                return self._best_mending(view, who, points, feet)
            case "committed-strike":
                extra = one.tier * view.numbers.committed_strike_points_per_tier
                return self._added(view, who, target, blow, extra)
            case "empower":
                return LITTLE if target and one.stamina > one.tier else 0.0
            case "cast":
                return self._cast(view, who, key[1], blow)
            case "own":
                own = next(each for each in one.maneuvers if each.id == key[1])
                return self._own(view, who, own, blow, target)
            case "weapon":
                return 2 * LITTLE if key[1] in one.in_hand else 0.0
        return 0.0

    def _added(self, view: V, who: str, target: Key, blow: float, extra: int) -> float:
        """What more points add to a weapon attack on whom it would strike."""
        way = weighing.way_of(view, who, target)
        if way is None:
            return 0.0
        if way.is_mystic:
            stride = view.reach(who) + footwork.STRIDE
            near = [each for each in view.targets(who) if view.distance(who, each) <= stride]
            worths = (weighing.melee(view, who, each, extra=extra) for each in near)
            return max(worths, default=0.0) - blow
        ranged = view.distance(who, target[0]) > view.reach(who) + footwork.STRIDE or not way.reach
        return weighing.blow(view, who, way, target[0], is_ranged=ranged, extra=extra) - blow

    def _best_mending(self, view: V, who: str, points: int, feet: int) -> float:
        """The most that Vigor for a friend is worth, above what the friend can brace for."""
        best = 0.0
        for friend in footwork.friends(view, who):
            if friend == who or not view.is_open(friend) or view.distance(who, friend) > feet:
                continue
            one = view.one(friend)
            lost = weighing.missing(view, friend) - (one.tier if one.stamina else 0)
            best = max(best, weighing.mending(view, friend, min(points, max(lost, 0))))
        return best

    def _cast(self, view: V, who: str, spell_id: str, blow: float) -> float:
        """What a declared spell is worth above the attack that its action would be."""
        cast = next(each for each in view.one(who).spells if each.id == spell_id)
        on = footwork.friends(view, who) if cast.shape == "friend" else view.targets(who)
        near = [each for each in on if view.distance(who, each) <= cast.range]
        worth = max((weighing.spell(view, who, cast, each) for each in near), default=0.0)
        exposed = weighing.threats(view, who) and view.one(who).vigor <= 0
        return (AT_RISK if exposed else 1.0) * worth - blow

    def _own(self, view: V, who: str, own: Maneuver, blow: float, target: Key) -> float:
        """A Maneuver of the entry: Vigor by what it gives, a strike by what it adds."""
        amount = own.amount + own.per_tier * view.one(who).tier
        match own.effect:
            case "strike":
                return self._added(view, who, target, blow, amount)
            case "regain" if own.to == "ally":
                return self._best_mending(view, who, amount, own.range)
            case "regain":
                return weighing.mending(view, who, amount)
            case "move":
                return LITTLE if weighing.threats(view, who) and weighing.shoots(view, who) else 0.0
        return 3 * LITTLE if target else 0.0

    # ---- everything else ----

    def _between_turns(self, view: V, who: str, options: Sequence[Option]) -> Key:
        """A Sovereign Action: the best blow, or Vigor if that is worth more; else it is kept."""
        best: Worth = (0.0, ("hold",))
        for option in options:
            if is_concrete(option):
                key = tuple(map(str, option))
                if key[0] in BLOWS:
                    best = _better(best, (self._worth(view, who, key), key))
                elif key == ("maneuver", "brace"):
                    best = _better(best, (weighing.mending(view, who, view.one(who).tier), key))
        return best[1]

    def _of(self, view: V, who: str, options: Sequence[Option]) -> Key:
        """Targets, reactions, glancing blows, and what comes after the fight."""
        keys = [tuple(map(str, option)) for option in options if is_concrete(option)]
        if not keys:
            return least(options[0]) if options else ()
        words = {key[0] for key in keys}
        if words.intersection(BLOWS):
            blows = [key for key in keys if key[0] in BLOWS]
            return max(blows, key=lambda key: self._worth(view, who, key))
        if "go-on" in words:
            return ("go-on",)
        if words.intersection(AIMS):
            return self._aim(view, who, [key for key in keys if key[0] in AIMS], keys[-1])
        if "stay" in words:
            return self._free_move(view, who, keys)
        if "tend" in words:
            return next(key for key in keys if key[0] == "tend")
        if PASS in keys:
            return PASS
        return keys[-1] if keys[-1] in (("nobody",), ("none",), ("leave",)) else keys[0]

    def _aim(self, view: V, who: str, keys: Sequence[Key], nobody: Key) -> Key:
        """Whom something is for: a friend who needs it most, or the enemy it hurts most."""

        def worth(key: Key) -> float:
            other = key[1]
            if view.side_of(other) == view.side_of(who):
                if key[0] == "glance":
                    return -1.0
                return weighing.mending(view, other, view.one(who).tier) + LITTLE
            return LITTLE + weighing.share(view, other, 1.0, is_vigor_damage=True)

        best = max(keys, key=worth)
        return best if worth(best) > 0 else nobody

    def _free_move(self, view: V, who: str, keys: Sequence[Key]) -> Key:
        """Away from enemies for whoever shoots, toward the nearest one for the others."""
        if weighing.shoots(view, who):
            away = ("move", "away")
            return away if weighing.threats(view, who) and away in keys else ("stay",)
        target = footwork.nearest(view, who)
        if target is None or view.distance(who, target) <= view.reach(who):
            return ("stay",)
        wish = ("move", "next-to", target)
        return wish if wish in keys else ("stay",)


_STRIKES = (("committed-strike",), ("own",))


def _better(one: Worth, other: Worth) -> Worth:
    """The one that is worth more; of two as good the first, which is listed first."""
    return other if other[0] > one[0] else one


def _best(found: Iterable[Worth]) -> Worth:
    return reduce(_better, found, NOTHING)


def _target_of(view: View, key: Key) -> str | None:
    """The combatant that a key names."""
    known = {*view.heroes(), *view.foes()}
    return next((part for part in reversed(key) if part in known), None)


def _spell_of(view: View, who: str, key: Key) -> Spell | None:
    return next((spell for spell in view.one(who).spells if spell.id in key), None)


def _for_afar(view: View, who: str) -> str:
    """A weapon at the belt that can be shot or thrown at somebody in its normal range; "" if there
    is none, or one in hand."""
    one = view.one(who)
    near = [view.distance(who, other) for other in view.targets(who)]
    found = [way for way in one.weapons if any(apart <= way.normal for apart in near)]
    if any(way.id in one.in_hand for way in found):
        return ""
    return next((way.id for way in found), "")


class SensibleHeroes(Sensible[HeroesView]):
    """The heroes' side."""


class SensibleGm(Sensible[GmView]):
    """The GM's side; rulings take their defaults."""
