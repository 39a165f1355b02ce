"""Sensible play: what a cautious party and a fair but unkind GM would do, and always the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.policy import least
from affray.kernel.reaction import PASS
from affray.systems.trade import success, turn
from affray.systems.trade.rest import BREATHER, DONE
from affray.systems.trade.roll import FAILURE, SUCCESS, pool_of, reader
from affray.systems.trade.state import Ability, Numbers
from affray.systems.trade.view import UNKNOWN, GmView, HeroesView, SeenHero
from affray.systems.trade.weapon import STAT_OF

Options = Callable[[], Sequence[Option]]

GUESSED_DAMAGE = 3
"""What an enemy whose numbers are not shown is taken to deal."""

SUCCESS_BONUS = 2.0
"""What the effect of a success and the suppression are worth, in damage."""

HELPING_UP = 5.0
"""What it is worth to have a hero back who was down, in damage."""


class Odds:
    """Chances of failure and success by number of dice, for the numbers in force."""

    __slots__ = ("_known", "_numbers")

    def __init__(self) -> None:
        self._numbers: Numbers | None = None
        self._known: dict[int, tuple[float, float]] = {}

    def of(self, dice: int, numbers: Numbers) -> tuple[float, float]:
        if numbers is not self._numbers:
            self._numbers = numbers
            self._known = {}
        found = self._known.get(dice)
        if found is None:
            pool = pool_of(
                max(dice, numbers.minimum_pool, 0), numbers.die_faces, numbers.hit_from_face
            )
            counts = pool.readings(reader(numbers.hits_for_mixed, numbers.hits_for_success))
            found = (float(counts.p(FAILURE)), float(counts.p(SUCCESS)))
            self._known[dice] = found
        return found


class SensibleHeroes:
    """Strikes the weakest enemy in sight with whatever is worth most, and stops when the risk of
    one more roll outweighs it. It never flees and keeps nothing in reserve."""

    name = "sensible"

    def __init__(self) -> None:
        self._odds = Odds()

    def choose(self, view: HeroesView, who: str, because: str, options: Options) -> Key:
        match because:
            case "trade.turn.choice":
                key = self._act(view, who)
                return key if (who, *key) not in view.refused else turn.END
            case "trade.success.damage-and-effect" | "trade.respond.effect":
                return self._effect(view, who, options())
            case "trade.start.hero-order":
                waiting = [str(option[1]) for option in options()]
                return ("go", max(waiting, key=lambda hero: view.hero(hero).health))
            case "trade.turn.reserve-window":
                return PASS
            case "trade.rest.heals":
                return BREATHER if BREATHER in options() else DONE
        offered = options()
        return least(next((option for option in offered if is_concrete(option)), offered[0]))

    def offer(self, view: HeroesView, who: str, because: str, offers: Sequence[Option]) -> None:
        return None

    def rule(self, view: HeroesView, because: str, options: Options, default: Key) -> None:
        return None

    # ---- one action ----

    def _act(self, view: HeroesView, who: str) -> Key:
        """The action that is worth most, or the end of the turn."""
        looks = view.look(who)
        if not looks:
            return turn.END
        hero = view.hero(who)
        numbers = view.numbers
        spare = hero.better * numbers.better_position_dice + hero.bad * numbers.bad_situation_dice
        if hero.health <= numbers.bloodied_at:
            spare += numbers.bloodied_dice
        foe = self._weakest(looks)
        blow = view.damage(foe)
        if blow == UNKNOWN:
            blow = GUESSED_DAMAGE
        risk = self._risk(view, who, blow)
        best, key = 0.0, turn.END
        for weapon in hero.weapons:
            if weapon.id in hero.lost:
                continue
            shot = weapon.is_ranged
            dice = hero.stats[STAT_OF[weapon.category]] + spare
            if shot and hero.pressed:
                dice += numbers.pressed_dice
            free = shot and not view.is_near(who, foe)
            worth = self._worth(view, foe, dice, weapon.damage, risk, free=free)
            if worth > best:
                best, key = worth, ("fight", weapon.id, foe)
        if key == turn.END and len(hero.lost) >= len(hero.weapons):
            strong = hero.stats["strength"] > hero.stats["reflexes"]
            stat = "strength" if strong else "reflexes"
            dice, harm = hero.stats[stat] + spare, numbers.unarmed_damage
            worth = self._worth(view, foe, dice, harm, risk, free=False)
            if worth > best:
                best, key = worth, ("fight", f"unarmed-{stat}", foe)
        elif hero.pressed and not view.taken and key[0] == "fight" and self._shoots(hero, key[1]):
            return ("respond", "reflexes", "back-away")
        for ability in hero.abilities:
            if ability.id not in hero.lost and hero.can_use(ability):
                worth, target = self._ability(view, who, hero, ability, foe, spare, risk)
                if worth > best:
                    best, key = worth, ("ability", ability.id, target)
        if max(hero.stats["charm"], hero.stats["wits"]) + spare >= 3:
            for ally in view.side():
                if ally != who:
                    stat, harm, shot = view.command_of(ally)
                    if harm and hero.stats[stat] + spare >= 2:
                        theirs = self._risk(view, ally, blow)
                        free = shot and not view.is_near(ally, foe)
                        dice = hero.stats[stat] + spare
                        worth = self._worth(view, foe, dice, harm, theirs, free=free)
                        if worth > best:
                            best, key = worth, ("command", ally, foe)
        return key

    @staticmethod
    def _shoots(hero: SeenHero, weapon_id: str) -> bool:
        return any(one.is_ranged for one in hero.weapons if one.id == weapon_id)

    @staticmethod
    def _weakest(looks: Sequence[tuple[str, int, bool, bool]]) -> str:
        """The enemy that looks worst; among equals one that can still act, then one near."""
        best, found = -1, ""
        for foe, wear, suppressed, near in looks:
            rank = 4 * wear + 2 * (not suppressed) + near
            if rank > best:
                best, found = rank, foe
        return found

    @staticmethod
    def _risk(view: HeroesView, who: str, blow: int) -> float:
        """What one blow of an enemy costs whoever is exposed, the more the less is left."""
        left = view.health(who)
        harm = max(1, blow - view.soaks(who))
        if harm >= left:
            return 2.0 * harm + 2.0
        return harm * (1.0 if 2 * harm >= left else 0.6)

    def _worth(
        self, view: HeroesView, foe: str, dice: int, harm: int, risk: float, *, free: bool
    ) -> float:
        """Damage to be hoped for, less what failure and a mixed success cost, in damage.

        `free` is a shot from afar, whose mixed success is answered by no blow.
        """
        failure, won = self._odds.of(dice, view.numbers)
        left = view.hp(foe)
        if 0 <= left < harm:
            harm = left
        cost = failure * (risk + 1.0)
        if not free:
            cost += (1.0 - failure - won) * risk * 0.4
        return (1.0 - failure) * harm + won * SUCCESS_BONUS - cost

    def _ability(
        self,
        view: HeroesView,
        who: str,
        hero: SeenHero,
        ability: Ability,
        foe: str,
        spare: int,
        risk: float,
    ) -> tuple[float, str]:
        """What an ability is worth, and its best target."""
        failure, won = 0.0, 0.0
        if ability.stat is not None:
            failure, won = self._odds.of(hero.stats[ability.stat] + spare, view.numbers)
        cost = failure * (risk + 1.0) + (1.0 - failure - won) * risk * 0.4 if ability.stat else 0.0
        gain, target = 0.0, foe
        for effect in ability.effects:
            if effect.kind == "damage":
                gain += effect.amount * (view.foe_count() if ability.target == "all enemies" else 1)
            elif effect.kind == "suppress" and not view.is_suppressed(foe):
                gain += 2.0 if view.foe_count() == 1 else 0.5
            elif effect.kind == "heal":
                for other in view.down():
                    gain, target = effect.amount + HELPING_UP, other
                if not view.down():
                    worst = min(view.heroes(), key=view.health)
                    missing = view.numbers.hero_health - view.health(worst)
                    gain, target = float(min(effect.amount, missing)), worst
                    if missing <= effect.amount:
                        gain = 0.0
            elif effect.kind == "ward" and view.health(who) <= view.numbers.bloodied_at + 2:
                gain, target = gain + effect.amount * 0.7, who
        if ability.target == "self":
            target = who
        elif ability.target.startswith("all "):
            target = "all"
        elif ability.target == "one hero or ally" and target == foe:
            target = who
        elif ability.target == "one enemy":
            target = foe
        if target == "all" and ability.has("damage") and ability.target != "all enemies":
            gain = 0.0
        return (1.0 - failure) * gain + won * SUCCESS_BONUS * (gain > 0) - cost, target

    # ---- effects ----

    def _effect(self, view: HeroesView, who: str, offered: Sequence[Option]) -> Key:
        """Finish what is nearly down; else go on while the dice are good; else stand better."""
        hero = view.hero(who)
        foe = view.latest_opponent()
        worn = view.wear(foe) == 2
        strong = max(hero.stats.values()) + hero.better - hero.bad >= 3
        safe = hero.health > view.numbers.bloodied_at
        order = [success.ADDITIONAL_ACTION, success.BETTER_POSITION, success.ADDITIONAL_DAMAGE]
        if worn or not (strong and safe):
            order = [success.ADDITIONAL_DAMAGE, success.BETTER_POSITION, success.ADDITIONAL_ACTION]
        return next((effect for effect in order if effect in offered), success.NONE)


class SensibleGm:
    """Lets the strongest enemy act that may, at those in trouble every other round, and presses
    an advantage when a failure would bring somebody down. Rulings are left to their defaults."""

    name = "sensible"

    def choose(self, view: GmView, who: str, because: str, options: Options) -> Key:
        return least(options()[0])

    def offer(self, view: GmView, who: str, because: str, offers: Sequence[Option]) -> None:
        return None

    def rule(self, view: GmView, because: str, options: Options, default: Key) -> Key | None:
        if because == "trade.phase.group-pick":
            return self._acts(view, default)
        if because == "trade.failure.worse-position":
            return self._worse(view, default)
        return None

    @staticmethod
    def _acts(view: GmView, default: Key) -> Key:
        if not default or view.owed(default[1]):
            return default
        enemy = default[1]
        most = view.npc(enemy).damage
        for other in view.candidates():
            damage = view.npc(other).damage
            if damage > most:
                enemy, most = other, damage
        targets = view.targets()
        weakest, left = targets[0], 0
        for target in targets:
            health = view.health(target)
            if target == targets[0] or health < left:
                weakest, left = target, health
        if view.round % 2 and left > most - view.soaks(weakest):
            weakest = view.default_target(enemy)
        npc = view.npc(enemy)
        for ability in npc.abilities:
            if npc.can_use(ability) and ability.target == "one hero or ally":
                harm = sum(e.amount for e in ability.effects if e.kind == "damage" and e.unsoaked)
                if harm > most - view.soaks(weakest):
                    return ("use", enemy, ability.id, weakest)
        return ("strike", enemy, weakest)

    @staticmethod
    def _worse(view: GmView, default: Key) -> Key:
        latest = view.latest_roll()
        if latest is None or len(default) != 1:
            return default
        opponent, exposed, _ = latest
        if not view.is_hero(exposed) or default == ("nothing",):
            return default
        harm = max(0, view.npc(opponent).damage - view.soaks(exposed)) if opponent else 0
        more = view.numbers.extra_damage
        if harm < view.health(exposed) <= harm + more and default == ("bad-situation",):
            npc = view.npc(opponent)
            stopped = npc.suppressed and view.switches.suppression_stops_failure_blow
            return default if stopped else ("extra-damage",)
        return default
