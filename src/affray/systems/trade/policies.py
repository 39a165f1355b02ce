"""Sensible play: what a cautious party and a fair but unkind GM would do, and always the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.policy import least
from affray.kernel.reaction import PASS
from affray.systems.trade import success, turn
from affray.systems.trade.rest import BREATHER, DONE, NIGHT
from affray.systems.trade.roll import FAILURE, SUCCESS, pool_of, reader
from affray.systems.trade.state import Ability, Numbers
from affray.systems.trade.view import UNKNOWN, GmView, HeroesView, SeenHero
from affray.systems.trade.weapon import STAT_OF

Options = Callable[[], Sequence[Option]]

GUESSED_DAMAGE = 3
"""What an enemy whose numbers are not shown is taken to deal."""

SUCCESS_BONUS = 2.0
"""What the effect of a success and the suppression are worth, in damage."""

SURE = (0.0, 1.0)
"""The chances of an ability that needs no roll."""

HELPING_UP = 5.0
"""What it is worth to have a hero back who was down, in damage."""


class Odds(dict[int, tuple[float, float]]):
    """Chances of failure and success by number of dice."""

    def __init__(self, least: int, faces: int, from_face: int, mixed: int, success: int) -> None:
        super().__init__()
        self._least = max(least, 0)
        self._die = faces, from_face
        self._read = reader(mixed, success)

    def __missing__(self, dice: int) -> tuple[float, float]:
        counts = pool_of(max(dice, self._least), *self._die).readings(self._read)
        found = self[dice] = (float(counts.p(FAILURE)), float(counts.p(SUCCESS)))
        return found


_odds = lru_cache(maxsize=16)(Odds)


def odds_under(numbers: Numbers) -> Odds:
    """The chances under these numbers, worked out once for all fights that have them."""
    return _odds(
        numbers.minimum_pool,
        numbers.die_faces,
        numbers.hit_from_face,
        numbers.hits_for_mixed,
        numbers.hits_for_success,
    )


class SensibleHeroes:
    """Strikes the weakest enemy in sight with whatever is worth most, and stops when the risk of
    one more roll outweighs it, but whoever stands alone always acts once. It never flees and keeps
    nothing in reserve. After the fight it takes a breather, and a night if nobody is up then."""

    name = "sensible"

    def __init__(self) -> None:
        self._numbers: Numbers | None = None
        self._odds: Odds

    def choose(self, view: HeroesView, who: str, because: str, options: Options) -> Key:
        match because:
            case "trade.turn.choice":
                key = self._act(view, who)
                refused = view.refused
                return turn.END if refused and (who, *key) in refused else key
            case "trade.success.damage-and-effect" | "trade.respond.effect":
                return self._effect(view, who, options())
            case "trade.start.hero-order":
                waiting = [str(option[1]) for option in options()]
                return ("go", max(waiting, key=lambda hero: view.hero(hero).health))
            case "trade.turn.reserve-window":
                return PASS
            case "trade.rest.heals":
                offered = options()
                if BREATHER in offered:
                    return BREATHER
                return DONE if view.heroes() or NIGHT not in offered else NIGHT
        offered = options()
        return least(next((option for option in offered if is_concrete(option)), offered[0]))

    def offer(self, view: HeroesView, who: str, because: str, offers: Sequence[Option]) -> None:
        return None

    def rule(self, view: HeroesView, because: str, options: Options, default: Key) -> None:
        return None

    # ---- one action ----

    def _act(self, view: HeroesView, who: str) -> Key:
        """The action that is worth most, or the end of the turn.

        Commanding is thought of only by whoever is better at that than with a weapon.
        """
        looks = view.look(who)
        if not looks:
            return turn.END
        hero = view.hero(who)
        stats, lost, numbers = hero.stats, hero.lost, view.numbers
        if numbers is not self._numbers:
            self._numbers, self._odds = numbers, odds_under(numbers)
        odds = self._odds
        spare = 0
        if hero.better or hero.bad:
            spare = hero.better * numbers.better_position_dice
            spare += hero.bad * numbers.bad_situation_dice
        if hero.health <= numbers.bloodied_at:
            spare += numbers.bloodied_dice
        foe, near = self._weakest(looks)
        blow, left = view.foe_numbers(foe)
        if blow == UNKNOWN:
            blow = GUESSED_DAMAGE
        risk = self._risk(hero.health, view.soaks(who), blow)
        # Whoever stands alone gains nothing by waiting: the phase comes all the same.
        waits = view.taken or len(view.heroes()) > 1
        best, key, most_dice = 0.0 if waits else -inf, turn.END, 0
        for weapon in hero.weapons:
            if weapon.id in lost:
                continue
            shot = weapon.is_ranged
            dice = stats[STAT_OF[weapon.category]] + spare
            if dice > most_dice:
                most_dice = dice
            if shot and hero.pressed:
                dice += numbers.pressed_dice
            worth = self._worth(odds[dice], weapon.damage, left, risk, shot and not near)
            if worth > best:
                best, key = worth, ("fight", weapon.id, foe)
        if key == turn.END and len(lost) >= len(hero.weapons):
            stat = "strength" if stats["strength"] > stats["reflexes"] else "reflexes"
            chances = odds[stats[stat] + spare]
            worth = self._worth(chances, numbers.unarmed_damage, left, risk, False)
            if worth > best:
                best, key = worth, ("fight", f"unarmed-{stat}", foe)
        elif hero.pressed and not view.taken and key[0] == "fight" and self._shoots(hero, key[1]):
            return ("respond", "reflexes", "back-away")
        for ability in hero.abilities:
            if ability.id not in lost and hero.can_use(ability):
                chances = odds[stats[ability.stat] + spare] if ability.stat else SURE
                worth, target = self._ability(view, who, chances, ability, foe, risk)
                if worth > best:
                    best, key = worth, ("ability", ability.id, target)
        least = (2 if most_dice < 2 else most_dice) - spare
        if stats["charm"] >= least or stats["wits"] >= least:
            for ally in view.side():
                if ally != who:
                    stat, harm, shot = view.command_of(ally)
                    dice = stats[stat] + spare
                    if harm and dice >= 2:
                        theirs = self._risk(view.health(ally), view.soaks(ally), blow)
                        free = shot and not view.is_near(ally, foe)
                        worth = self._worth(odds[dice], harm, left, theirs, free)
                        if worth > best:
                            best, key = worth, ("command", ally, foe)
        return key

    @staticmethod
    def _shoots(hero: SeenHero, weapon_id: str) -> bool:
        return any(one.is_ranged for one in hero.weapons if one.id == weapon_id)

    @staticmethod
    def _weakest(looks: Sequence[tuple[str, int, bool, bool]]) -> tuple[str, bool]:
        """The enemy that looks worst (among equals one that can still act, then one near), and
        whether it is near."""
        best, found, close = -1, "", False
        for foe, wear, suppressed, near in looks:
            rank = 4 * wear + 2 * (not suppressed) + near
            if rank > best:
                best, found, close = rank, foe, near
        return found, close

    @staticmethod
    def _risk(left: int, soaks: int, blow: int) -> float:
        """What one blow of an enemy costs whoever is exposed, the more the less is left."""
        harm = blow - soaks if blow > soaks else 1
        if harm >= left:
            return 2.0 * harm + 2.0
        return harm * (1.0 if 2 * harm >= left else 0.6)

    @staticmethod
    def _worth(
        chances: tuple[float, float], harm: int, left: int, risk: float, free: bool
    ) -> float:
        """Damage to be hoped for, less what failure and a mixed success cost, in damage.

        `left` is the HP of the enemy if known; `free` is a shot from afar, whose mixed success is
        answered by no blow.
        """
        failure, won = chances
        if 0 <= left < harm:
            harm = left
        worth = (1.0 - failure) * harm + won * SUCCESS_BONUS - failure * (risk + 1.0)
        return worth if free else worth - (1.0 - failure - won) * risk * 0.4

    def _ability(
        self,
        view: HeroesView,
        who: str,
        chances: tuple[float, float],
        ability: Ability,
        foe: str,
        risk: float,
    ) -> tuple[float, str]:
        """What an ability is worth, and its best target."""
        failure, won = chances
        cost = failure * (risk + 1.0) + (1.0 - failure - won) * risk * 0.4 if ability.stat else 0.0
        gain, target = 0.0, foe
        for effect in ability.effects:
            match effect.kind:
                case "damage":
                    struck = view.foe_count() if ability.target == "all enemies" else 1
                    gain += effect.amount * struck
                case "suppress":
                    if not view.is_suppressed(foe):
                        gain += 2.0 if view.foe_count() == 1 else 0.5
                case "heal":
                    gain, target = self._healing(view, effect.amount)
                case "ward":
                    if view.health(who) <= view.numbers.bloodied_at + 2:
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
        if gain <= 0:
            return -inf, target
        return (1.0 - failure) * gain + won * SUCCESS_BONUS - cost, target

    @staticmethod
    def _healing(view: HeroesView, amount: int) -> tuple[float, str]:
        """What healing is worth, and whom it helps most: somebody who is down, else the worst."""
        down = view.down()
        if down:
            return amount + HELPING_UP, down[-1]
        worst = min(view.heroes(), key=view.health)
        missing = view.numbers.hero_health - view.health(worst)
        return (float(amount) if missing > amount else 0.0), worst

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
    an advantage when a failure would bring somebody down. Other rulings keep their defaults."""

    name = "sensible"
    decides = frozenset({"trade.phase.group-pick", "trade.failure.worse-position"})

    def distinguishes(self, view: GmView) -> int:
        """What it reads that the key of a fight leaves out."""
        return view.round % 2

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
        health = [view.health(target) for target in targets]
        left = min(health)
        weakest = targets[health.index(left)]
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
