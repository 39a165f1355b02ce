"""Sensible play: what a steady party and a fair GM would do, and always the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.policy import least
from affray.systems.ix.fight import turn
from affray.systems.ix.ledger import ENGAGED
from affray.systems.ix.policies import (
    air_policy,
    chase_policy,
    interlude_policies,
    judging,
    saddle_policy,
    shopping,
    spell_policy,
)
from affray.systems.ix.policies.interlude_policies import AGAIN
from affray.systems.ix.policies.saddle_policy import SPARE_STRAIN
from affray.systems.ix.policies.view import GmView, HeroesView, Look, View
from affray.systems.ix.state import Fighter

Options = Callable[[], Sequence[Option]]

PASS: Key = ("pass",)
AIM: Key = ("aim",)
GATHER: Key = ("gather",)
TO_AIR: Key = ("to-air",)
COVER: Key = ("cover",)
FORTUNE = "fortune"
HARMLESS = frozenset(("disoriented", "frightened", "blinded", "surprised"))
"""Conditions that keep nobody from what it would do without them."""
LAST_BREATH = 1
"""Rounds for which somebody still holds its breath when it goes for air."""
A_TURN = 2
"""Steps that a turn covers at most."""


class Sensible:
    """How either side fights: help first, then the blow that is worth most, aimed if there is a
    Maneuver left for it; close in if nothing can be reached."""

    name = "sensible"

    def choose(self, view: Any, who: str, because: str, options: Options) -> Key:
        match because:
            case "ix.turn.budget" if view.is_chase:
                return chase_policy.act(view, who, options())
            case "ix.turn.budget":
                return self._act(view, who, options)
            case "ix.ship.position-choice":
                return air_policy.lie(view, who, options())
            case "ix.chase.obstacle-check":
                return chase_policy.skill(view, who, options())
            case "ix.attack.boons" | "ix.spend.roller-chooses" | "ix.magic.success":
                return shopping.spend(view, who, options())
            case "ix.initiative.players-choose":
                return self._next(view, options())
            case "ix.magic.answers-injury":
                return shopping.mend(options())
            case "ix.fear.skill":
                numbers, one = view.numbers, view.own(who)
                keys = [least(option) for option in options()]
                return max(keys, key=lambda key: judging.ratings(one, key[0], numbers))
            case "ix.spend.boon-defaults" | "ix.spend.bane-defaults":
                return self._spare_maneuver(view, who, options())
        if because in interlude_policies.ANSWERS:
            return interlude_policies.choose(view, who, because, options)
        offered = options()
        if because.startswith(("ix.encounter.rounds", "ix.recovery")):
            return self._after(offered)
        return least(next((option for option in offered if is_concrete(option)), offered[0]))

    def offer(self, view: Any, who: str, because: str, offers: Sequence[Option]) -> Key | None:
        return None

    def rule(self, view: Any, because: str, options: Options, default: Key) -> Key | None:
        return None

    # ---- a turn ----

    def _act(self, view: View, who: str, options: Options) -> Key:
        """The next thing to do in a turn. Where nothing is odd it is known without a list of all
        that could be done."""
        one = view.own(who)
        if (one.zone or one.flight or one.mount) and (key := air_policy.act(self, view, one)):
            return key
        if 0 <= one.breath <= LAST_BREATH and view.may_seek_air(who):
            return TO_AIR
        if one.conditions and one.has("staggered") and not one.has("prone"):
            return turn.END
        if not one.mount and view.free_maneuvers and (key := saddle_policy.back_up(view, one)):
            return key
        if not self._is_plain(view, one):
            return self._consider(view, one, options())
        if one.spells and (key := spell_policy.quick_heal(view, one)):
            return key
        if not view.has_action:
            spent = one.mount and view.free_maneuvers and view.own(one.mount).has_charged
            return GATHER if spent else turn.END
        looks = view.look(who)
        if one.mount and (key := saddle_policy.ride_down(self, view, one, looks)):
            return key
        spare = view.free_maneuvers > 0 and view.maneuvers_left > 0
        if spare and not one.aims and not one.spells and self._can_strike(view, one, looks):
            return AIM
        worth, blow = self._best_blow(view, one, looks)
        key = blow
        if one.spells:
            key = spell_policy.best_spell(view, one, looks, worth) or blow
        if not key:
            return self._closer(view, one, looks) or self._consider(view, one, options())
        if spare and key[0] == "attack" and not one.aims:
            return AIM
        if spare and key[0] == "cast" and not one.cover and view.cover_here(who):
            return COVER
        return key

    def _is_plain(self, view: View, one: Fighter) -> bool:
        """Whether only attacking and casting are to be thought of, and all arms are ready."""
        if one.inside and view.is_in_fire(one.id):
            return False
        if one.hold or one.faults or one.burns or view.refused or "punishing-hold" in one.talents:
            return False
        for condition in one.conditions:
            if condition.id not in HARMLESS:
                return False
        for effect in one.effects:
            if effect.op == "limb-useless":
                return False
        armed = not one.weapons
        for weapon in one.weapons:
            if "make-ready" in weapon.qualities or "few-shots" in weapon.qualities:
                return False
            armed = armed or weapon.natural or weapon.id in one.held
        return armed and self._cares_for_nobody(view, one)

    def _cares_for_nobody(self, view: View, one: Fighter) -> bool:
        """Whether no friend lies there who could be helped."""
        return True

    def _can_strike(self, view: View, one: Fighter, looks: Sequence[Look]) -> bool:
        """Whether any weapon reaches anybody."""
        arms = view.arms(one.id)
        return any(
            judging.reaches(weapon, judging.band_for(view, one, weapon, look))
            for look in looks
            for weapon in arms
        )

    def _best_blow(self, view: View, one: Fighter, looks: Sequence[Look]) -> tuple[float, Key]:
        """The attack that is worth most, and what it is worth. Whoever is armed strikes nobody
        with bare hands."""
        best = 0.0
        key: Key = ()
        arms = view.arms(one.id)
        blows = [judging.prepared(view, one, arm) for arm in (arms[:-1] or arms)]
        for look in looks:
            tough = None
            for blow in blows:
                band = judging.band_for(view, one, blow.weapon, look)
                if judging.reaches(blow.weapon, band):
                    tough = tough or view.toughness(look.who)
                    worth = judging.bonus(look, tough, judging.worth(blow, band, tough))
                    if worth > best:
                        best, key = worth, ("attack", blow.weapon.id, look.who)
        return best, key

    def _closer(self, view: View, one: Fighter, looks: Sequence[Look]) -> Key | None:
        """A Move to where somebody can be fought, if the turn has one."""
        goal = self._goal(view, one, looks)
        ways = view.approaches(one.id, goal) if goal else []
        return self._affordable(one, ways) or next((w for w in ways if w[-1] == "action"), None)

    def _consider(self, view: View, one: Fighter, offered: Sequence[Option]) -> Key:
        """All that could be done, in the order in which one thinks of it."""
        by_word: dict[str, list[Key]] = {}
        for option in offered:
            if is_concrete(option):
                by_word.setdefault(str(option[0]), []).append(option)  # type: ignore[arg-type]
        for think in (
            self._first_aid,
            self._get_out,
            self._get_free,
            self._fight,
            self._near,
            self._aboard,
            self._make_do,
        ):
            if (key := think(view, one, by_word)) is not None:
                return key
        return turn.END

    # ---- helping ----

    def _first_aid(self, view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
        """Clocks and bleeding, for whoever has any skill in it; fires."""
        if "extinguish" in by_word and one.has("immolation"):
            return by_word["extinguish"][0]
        if "rescue" in by_word and one.breath != 0:
            return by_word["rescue"][0]
        skilled = judging.ratings(one, "medicine", view.numbers)[0] > 0
        for word in ("answer-clock", "stabilize"):
            for key in by_word.get(word, ()):
                able = key[1] != one.id and (skilled or word == "stabilize")
                if able and not self._has_better(view, one, key[1]):
                    return key
        if one.rank != "character" and "steady" in by_word and one.skills.get("leadership", 0) > 1:
            return by_word["steady"][0]
        return None

    def _has_better(self, view: View, one: Fighter, patient: str) -> bool:
        """Whether a spell would do more for whoever lies there, or somebody else is better at it
        and near."""
        if any(
            view.own(patient).spells_had.count(spell.id) == 0
            for spell in spell_policy.healing_of(one)
        ):
            return True
        mine = sum(judging.ratings(one, "medicine", view.numbers))
        return any(
            sum(judging.ratings(view.own(other), "medicine", view.numbers)) > mine
            and view.own(other).is_up
            and view.band(other, patient) == ENGAGED
            for other in view.friends(one.id)
        )

    # ---- fighting ----

    def _get_out(self, view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
        """Out of a building before the fire is everywhere."""
        if "leave-building" not in by_word or not view.is_in_fire(one.id):
            return None
        keys = by_word["leave-building"]
        return self._affordable(one, keys) or keys[0]

    def _get_free(self, view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
        """Up from the ground; out of a hold for those who cannot strike from within it."""
        if "stand" in by_word and view.free_maneuvers and not view.held_by(one.id):
            return next((key for key in by_word["stand"] if len(key) == 1), None)
        if "escape" in by_word and not any(
            key[1] != "unarmed" and view.band(one.id, key[2]) == ENGAGED
            for key in by_word.get("attack", ())
        ):
            return by_word["escape"][0]
        return None

    def _fight(self, view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
        """The hold, the blow or the spell that is worth most, made ready and aimed first."""
        if one.spells and (quick := spell_policy.quick_heal(view, one)) in by_word.get("cast", ()):
            return quick
        if not view.has_action:
            return None
        if "hold" in by_word and "punishing-hold" in one.talents:
            return ("hold", "harm")
        if "punishing-hold" in one.talents and "grapple" in by_word:
            free = [key for key in by_word["grapple"] if not view.has(key[1], "restrained")]
            if free:
                return free[0]
        if ready := self._make_ready(view, one, by_word):
            return ready
        looks = view.look(one.id)
        best, key = self._best_blow(view, one, looks)
        if key not in by_word.get("attack", ()):
            best, key = 0.0, ()
        if one.spells:
            cast = spell_policy.best_spell(view, one, looks, best)
            if cast is not None and cast in by_word.get("cast", ()):
                key = cast
        if not key:
            return None
        breath = [each for each in by_word.get("catch-breath", ()) if len(each) == 1]
        if breath and one.strain + SPARE_STRAIN >= one.strain_points:
            return breath[0]
        if key[0] == "attack" and AIM in by_word.get("aim", ()) and not one.aims:
            return AIM
        cover = [each for each in by_word.get("cover", ()) if len(each) == 1]
        if key[0] == "cast" and cover and not one.cover:
            return cover[0]
        return key

    def _make_ready(self, view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
        """Maneuvers that a weapon needs, paid for with Strain if there is plenty."""
        for word in ("clear", "reload", "ready"):
            if keys := by_word.get(word):
                return self._affordable(one, keys)
        arms = [weapon for weapon in view.arms(one.id) if weapon.id != "unarmed"]
        if not arms and "draw" in by_word:
            weapons = [key for key in by_word["draw"] if one.weapon(key[1]) is not None]
            return self._affordable(one, weapons)
        return None

    @staticmethod
    def _affordable(one: Fighter, keys: Sequence[Key]) -> Key | None:
        """A Maneuver that costs nothing; or Strain, of which enough is left."""
        for key in keys:
            if key[-1] not in ("action", "strain"):
                return key
        rich = one.strain_points - one.strain > SPARE_STRAIN
        return next((key for key in keys if key[-1] == "strain" and rich), None)

    # ---- moving ----

    def _near(self, view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
        """Closer to somebody who needs help or can be fought, as far as the turn allows."""
        if not view.has_action:
            return None
        key = self._closer(view, one, view.look(one.id))
        return key if key is not None and key in by_word.get(key[0], ()) else None

    def _aboard(self, view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
        return air_policy.aboard(view, one, by_word) if one.perch else None

    def _make_do(self, view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
        """An Action for which there is nothing better: a word to a frightened friend, somebody's
        wounds, or not being hit."""
        if not view.has_action:
            return None
        numbers = view.numbers
        words = by_word.get("steady", ())
        if words:
            return max(words, key=lambda key: sum(judging.ratings(one, key[2], numbers)))
        hurt = [key for key in by_word.get("treat", ()) if _is_badly_hurt(view.own(key[1]))]
        if hurt and sum(judging.ratings(one, "medicine", numbers)) > 1:
            return hurt[0]
        return next(iter(by_word.get("defensive-guard", ())), None)

    def _goal(self, view: View, one: Fighter, looks: Sequence[Look]) -> str:
        """Whom to come closer to: the nearest enemy, the weakest of several. Whoever flees is let
        go by the one it flees from, and by those who would not catch it in one turn."""
        looks = [
            look
            for look in looks
            if not view.has(look.who, "demoralized")
            or (view.steps(one.id, look.who) <= A_TURN and not view.flees(look.who, one.id))
        ]
        if not looks:
            return ""
        return min(looks, key=lambda look: (view.steps(one.id, look.who), -look.wear)).who

    def _spare_maneuver(self, view: View, who: str, offered: Sequence[Option]) -> Key:
        """One Maneuver for nothing: up, or closer."""
        if view.is_chase:
            return chase_policy.spare(offered) or PASS
        for option in offered:
            if option == ("stand",):
                return ("stand",)
        one = view.own(who)
        goal = self._goal(view, one, view.look(who))
        shoots = any(weapon.mode == "ranged" for weapon in view.arms(who))
        if goal and not shoots and not one.spells and ("move", "toward", goal) in offered:
            return ("move", "toward", goal)
        return PASS

    # ---- between turns, and after the fight ----

    def _next(self, view: Any, offered: Sequence[Option]) -> Key:
        """Who can help goes first if somebody lies there; else whoever is told first."""
        keys = [least(option) for option in offered]
        if view.fallen():
            for key in keys:
                one = view.own(key[1])
                if one.is_up and (spell_policy.healing_of(one) or one.skills.get("medicine")):
                    return key
        return keys[0]

    @staticmethod
    def _after(offered: Sequence[Option]) -> Key:
        """Help whoever bleeds; call back the dead; treat wounds once, catch one's breath, and be
        done."""
        for word in ("tend", "go-to", "rite", "treat", "short-rest"):
            for option in offered:
                if option[0] == word and is_concrete(option) and AGAIN.isdisjoint(option):
                    return least(option)
        return next(
            (least(option) for option in offered if option[0] in ("wait", "done")),
            least(offered[0]),
        )


def _is_badly_hurt(one: Fighter) -> bool:
    return 2 * one.wounds <= one.wound_points


class SensibleHeroes(Sensible):
    """The heroes think of their fallen, and keep Fortune for what matters."""

    def _cares_for_nobody(self, view: View, one: Fighter) -> bool:
        fallen = view.fallen()
        if not fallen:
            return True
        if spell_policy.healing_of(one) or one.skills.get("medicine"):
            return False
        return not any(
            view.is_bleeding(who) and view.band(one.id, who) == ENGAGED for who in fallen
        )

    def _goal(self, view: View, one: Fighter, looks: Sequence[Look]) -> str:
        if spell_policy.healing_of(one) or one.skills.get("medicine", 0) > 1:
            bleeding = [who for who in view.fallen() if view.is_bleeding(who)]
            if bleeding:
                return min(bleeding, key=lambda who: view.steps(one.id, who))
        return super()._goal(view, one, looks)

    def offer(
        self, view: HeroesView, who: str, because: str, offers: Sequence[Option]
    ) -> Key | None:
        """Fortune makes a hit that hurt a Critical Injury, or steadies a hand that has to save
        somebody."""
        if FORTUNE not in [offered[0] for offered in offers]:
            return None
        check = view.check
        if check is None:
            return None
        for offered in offers:
            if offered == ("fortune", "breakthrough"):
                if check.wounds <= 0 or check.breakthroughs:
                    continue
                look = next((each for each in view.look(who) if each.who == check.target), None)
                if look is not None and look.standing == 1:
                    return ("fortune", "breakthrough")
            elif offered == ("fortune", "upgrade"):
                saves = check.kind in ("medicine", "casting") and check.target in view.fallen()
                if saves:
                    return ("fortune", "upgrade")
        return None


class SensibleGm(Sensible):
    """Fights for the foes, spends Banes as the book's default does, and Peril against whoever
    is about to hurt somebody of consequence."""

    decides: frozenset[str] = frozenset()

    def offer(self, view: GmView, who: str, because: str, offers: Sequence[Option]) -> Key | None:
        if ("peril", "upgrade") not in offers or view.side(who) != "heroes":
            return None
        check = view.check
        if check is None or check.peril:
            return None
        if check.kind not in ("attack", "casting") or not check.target:
            return None
        target = view.fighter(check.target)
        weak = 2 * target.wounds <= target.wound_points
        if target.side == "foes" and target.rank in ("elite", "nemesis"):
            return ("peril", "upgrade") if weak or view.peril > 1 else None
        return None
