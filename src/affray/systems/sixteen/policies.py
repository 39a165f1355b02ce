"""Sensible play: strike whoever is nearly down, close in or shoot, deflect everything, rest when
exhausted. Both sides play alike, and always the same in the same place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.policy import least
from affray.kernel.reaction import PASS
from affray.systems.sixteen import deflect, initiative, recovery, telling, turn
from affray.systems.sixteen.pools import damage_dice
from affray.systems.sixteen.state import EXHAUSTED, Spell, Weapon
from affray.systems.sixteen.view import View

Options = Callable[[], Sequence[Option]]

WORTH_A_REST = 0.2
"""The chance of a save below which nobody rests for it."""

D3_MEAN = 2.0

HINDERED = 0.8
"""What a condition on an opponent is worth, in damage; a spell that does no more than that is for
whoever can come no nearer."""


@lru_cache(maxsize=256)
def mean_of(dice: str) -> float:
    return float(damage_dice(dice).readings().mean())


class Sensible:
    """What both sides have in common."""

    name = "sensible"
    decides: frozenset[str] = frozenset()

    def choose(self, view: View, who: str, because: str, options: Options) -> Key:
        match because:
            case "sixteen.turn.parts":
                if view.primary <= 0 and not view.own(who).has("prone"):
                    return turn.END
                return self._act(view, who, options())
            case "sixteen.initiative.sides":
                return initiative.TAKE
            case "sixteen.initiative.cede-place":
                return turn.TAKE if turn.TAKE in options() else turn.DECLINE
            case "sixteen.telling.natural-twenty":
                return self._telling(view, who)
            case "sixteen.deflect.attempt":
                return deflect.DEFLECT if deflect.DEFLECT in options() else deflect.TAKE_IT
            case "sixteen.reaction.threaten":
                offered = options()
                return next((key for key in map(least, offered) if key != PASS), PASS)
            case "sixteen.recovery.when":
                rests = options()
                if recovery.NIGHT in rests and not view.nights:
                    return recovery.NIGHT
                return recovery.DONE
        offered = options()
        if not offered:
            return ()
        return least(next((option for option in offered if is_concrete(option)), offered[0]))

    def offer(self, view: View, who: str, because: str, offers: Sequence[Option]) -> None:
        return None

    def rule(self, view: View, because: str, options: Options, default: Key) -> None:
        return None

    # ---- a blow ----

    def _telling(self, view: View, who: str) -> Key:
        """The dice again if they are worth more than what lies there and a D3."""
        again = mean_of(view.rolling or view.weapon(who).damage)
        return telling.ROLL_AGAIN if again > view.rolled + D3_MEAN else telling.ADD_D3

    # ---- a turn ----

    def _act(self, view: View, who: str, offered: Sequence[Option]) -> Key:
        """Rest when exhausted; help who is down; strike; else arm, stand up or come nearer."""
        if not offered:
            return ()
        if turn.REST in offered and self._needs_rest(view, who):
            return turn.REST
        if view.primary > 0:
            worth, blow = self._blow(view, who, offered)
            if blow and (worth > HINDERED or blow[0] == "attack"):
                return blow
            arming = self._arm(view, who, offered)
            if arming:
                return arming
            if turn.STAND in offered:
                return turn.STAND
            nearer = self._nearer(view, who, offered) or blow
            if nearer:
                return nearer
        if turn.STAND in offered:
            return turn.STAND
        return turn.END if turn.END in offered else least(offered[0])

    @staticmethod
    def _needs_rest(view: View, who: str) -> bool:
        """Whether it is exhausted and a rest may help, and nobody in reach is as worn out."""
        if view.level(who) < EXHAUSTED or view.save_chance(who) < WORTH_A_REST:
            return False
        far = view.weapon(who).far
        return not any(
            view.wear(foe) >= EXHAUSTED and view.apart(who, foe) <= far
            for foe in view.opponents(who)
            if view.is_able(foe)
        )

    def _blow(self, view: View, who: str, offered: Sequence[Option]) -> tuple[float, Key]:
        """The attack or spell that is worth most, nothing if none is worth anything."""
        best = 0.0
        found: Option = ()
        own = view.own(who)
        weapons = {weapon.id: weapon for weapon in own.weapons}
        spells = {spell.id: spell for spell in own.spells}
        for option in offered:
            match option:
                case ("attack", str(weapon_id), str(target)) if view.is_able(target):
                    weapon = weapons.get(weapon_id) or view.weapon(who)
                    worth = self._worth(view, who, weapon, own.damage_bonus, target)
                case ("spell", str(spell_id), str(target)):
                    worth = self._spell(view, who, spells[spell_id], target)
                case _:
                    continue
            if worth > best:
                best, found = worth, option
        return best, tuple(map(str, found))

    @staticmethod
    def _worth(view: View, who: str, means: Weapon | Spell, bonus: int, target: str) -> float:
        """The damage to be hoped for, and more if it could bring the target down."""
        needed = view.needed(who, means)
        faces = view.numbers.die_faces
        chance = max(1, min(faces - 1, faces + 1 - needed)) / faces
        harm = mean_of(means.damage) + bonus
        harm = max(0.5, harm - max(0, view.worn(target) - means.ap))
        left = max(1, view.hp(target))
        return chance * (min(harm, left) + 4.0 * min(1.0, harm / left))

    def _spell(self, view: View, who: str, spell: Spell, target: str) -> float:
        if spell.heal:
            if target not in (who, *view.friends(who)):
                return 0.0
            amount = min(mean_of(spell.heal), view.missing(target))
            return amount * (1.0 if view.is_able(target) else 2.0)
        if target not in view.opponents(who) or not view.is_able(target):
            return 0.0
        afflicts = bool(spell.condition) and not view.suffers(target, spell.condition)
        if spell.strike == "attack":
            return self._worth(view, who, spell, 0, target) + HINDERED * afflicts
        harm = mean_of(spell.damage) if spell.damage else 0.0
        worth = min(harm, max(1, view.hp(target))) + HINDERED * afflicts
        return worth * (0.6 if spell.strike == "save" else 1.0)

    @staticmethod
    def _arm(view: View, who: str, offered: Sequence[Option]) -> Key:
        """A weapon from the ground, or drawn: in reach of somebody first, else one that shoots."""
        found = next((option for option in offered if option[0] == "pick-up"), None)
        own, held = view.own(who), view.weapon(who)
        able = [foe for foe in view.opponents(who) if view.is_able(foe)]
        if not able:
            return ()
        nearest = min(view.apart(who, foe) for foe in able)
        if found is not None and own.in_hand == "":
            return least(found)
        drawable = [weapon for weapon in own.weapons if ("free", "draw", weapon.id) in offered]
        if not drawable:
            return ()
        within = [weapon for weapon in drawable if weapon.far >= nearest]
        walks = view.movement(who) if view.moves > 0 and not own.has("prone") else 0
        if held.far + walks >= nearest and own.in_hand:
            return ()
        better = within or (drawable if not own.in_hand else [])
        if not better:
            return ()
        best = max(better, key=lambda weapon: mean_of(weapon.damage) + weapon.ap)
        return ("free", "draw", best.id)

    @staticmethod
    def _nearer(view: View, who: str, offered: Sequence[Option]) -> Key:
        """Toward the nearest opponent who can still act."""
        able = [
            str(option[2])
            for option in offered
            if option[:2] == ("move", "toward") and view.is_able(str(option[2]))
        ]
        if not able:
            return ()
        return ("move", "toward", min(able, key=lambda foe: view.apart(who, foe)))


class SensibleHeroes(Sensible):
    """The heroes' side. After the fight they take a night's rest if anybody needs one."""


class SensibleGm(Sensible):
    """The foes' side. All rulings keep their defaults."""
