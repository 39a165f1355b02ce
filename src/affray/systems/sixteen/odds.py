"""The whole distribution of one attack, exact, from the same reads that the rules use."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from affray.dice import DiceError, Pool, dice
from affray.systems.sixteen.critical import (
    CRITICAL,
    CRITICAL_MISS,
    MISS,
    TELLING,
    TELLING_CRITICAL,
    StrikeJudge,
)
from affray.systems.sixteen.pools import (
    CRITICALLY_DEFLECTED,
    NOT_DEFLECTED,
    DeflectJudge,
    as_is,
    bounded,
    damage_dice,
    strike,
)

if TYPE_CHECKING:
    from affray.kernel.keys import Key
    from affray.systems.sixteen.state import SixteenFight

ADD_D3 = "add-d3"
ROLL_AGAIN = "roll-again"
BEST = "best"
"""How a telling blow is settled: always the D3, always the dice again, or whichever is worth more
on average with the damage in sight."""

MISSED = "missed"
STRUCK = "struck"
HALVED = "halved"
HALVED_CRITICAL = "critically-halved"

Chances = list[tuple[Any, Fraction]]


@dataclass(frozen=True, slots=True)
class Target:
    """What an attack meets.

    `deflect` reads a Deflect attempt, None if none is made; `halves` says that a deflect only
    halves, rounded `up` or down; `off` comes off a hit, `off_critical` off a critical one;
    `least` is the least that a hit costs, `least_struck` one that was not deflected.
    """

    deflect: DeflectJudge | None = None
    halves: bool = False
    up: bool = False
    off: int = 0
    off_critical: int = 0
    least: int = 0
    least_struck: int = 0


@dataclass(frozen=True, slots=True)
class AttackOdds:
    """The chances of one attack: of each (result, met, damage).

    The result is that of the attack roll (critical-miss, miss, hit, critical, telling,
    telling-critical); `met` what became of it (missed, struck, deflected, critically-deflected,
    and from a large attacker halved, critically-halved); the damage what it costs in HP.
    """

    outcomes: dict[tuple[str, str, int], Fraction]

    def _summed(self, part: int) -> dict[Any, Fraction]:
        found: dict[Any, Fraction] = {}
        for outcome, p in self.outcomes.items():
            found[outcome[part]] = found.get(outcome[part], Fraction(0)) + p
        return found

    @property
    def results(self) -> dict[str, Fraction]:
        return self._summed(0)

    @property
    def met(self) -> dict[str, Fraction]:
        return self._summed(1)

    @property
    def damage(self) -> dict[int, Fraction]:
        return dict(sorted(self._summed(2).items()))

    @property
    def mean(self) -> Fraction:
        return sum((n * p for n, p in self.damage.items()), Fraction(0))

    def at_least(self, damage: int) -> Fraction:
        """The chance of at least so much damage."""
        return sum((p for n, p in self.damage.items() if n >= damage), Fraction(0))


def attack_odds(
    judge: StrikeJudge,
    weapon: str,
    target: Target,
    *,
    bonus: int = 0,
    faces: int = 20,
    rolled: int = 1,
    telling: str = BEST,
) -> AttackOdds:
    """The full distribution of one attack with those dice, as exact fractions.

    `rolled` d20 are rolled and the lowest is kept (2 for disadvantage); `bonus` is the fixed
    addition to the damage.

    Implements sixteen.attack.order.
    """
    found: dict[tuple[str, str, int], Fraction] = {}
    for (result, shown), p in _chances(strike(weapon, rolled, faces, judge)):
        if result in (MISS, CRITICAL_MISS):
            _add(found, (result, MISSED, 0), p)
            continue
        for raw, q in _raw(result, shown, weapon, telling):
            for met, dealt, r in _met(result, max(0, raw + bonus), target, faces):
                _add(found, (result, met, dealt), p * q * r)
    return AttackOdds(found)


def helpless_odds(
    weapon: str, target: Target, *, bonus: int = 0, telling: str = BEST
) -> AttackOdds:
    """The distribution of a blow at somebody unconscious: it hits, and is telling.

    Implements sixteen.hp.blows-on-unconscious, sixteen.hp.no-roll-on-unconscious.
    """
    found: dict[tuple[str, str, int], Fraction] = {}
    for shown, p in _chances(damage_dice(weapon)):
        for raw, q in _raw(TELLING, shown, weapon, telling):
            dealt = max(target.least_struck, max(0, raw + bonus) - target.off)
            _add(found, (TELLING, STRUCK, dealt), p * q)
    return AttackOdds(found)


def odds_of(
    fight: SixteenFight,
    who: str,
    way: Key,
    target: str,
    *,
    further: int = 0,
    deflects: bool = True,
    telling: str = BEST,
) -> AttackOdds:
    """The odds of an attack in a fight as it stands; `way` is ("weapon", id) or ("spell", id).

    `further` is the GM's modifier; the target deflects if it can and `deflects`. What is subtracted
    goes by the kind of damage. Raises `LookupError` if nothing of that name is at hand.
    """
    from affray.systems.sixteen import armour, attack, condition, damage, deflect

    means = attack.means_of(fight, who, way)
    if means is None:
        raise LookupError(f"{who} has no {way[1]} at hand")
    hit = armour.Hit(means.kind, means.ap)
    tries = deflects and deflect.can(fight, target)
    meets = Target(
        deflect.judge(fight, target) if tries else None,
        halves=deflect.halves(fight, who),
        up=fight.switches.half_damage == "up",
        off=armour.by_kind(fight, target, hit),
        off_critical=armour.by_kind(fight, target, hit._replace(critical=True)),
        least=damage.least(fight, deflected=True),
        least_struck=damage.least(fight, deflected=False),
    )
    bonus = fight[who].damage_bonus
    if fight.is_unconscious(target):
        return helpless_odds(means.dice, meets, bonus=bonus, telling=telling)
    blind = fight[who].has(condition.BLINDED)
    return attack_odds(
        attack.judge(fight, attack.needed_number(fight, who, means, further)),
        means.dice,
        meets,
        bonus=bonus,
        faces=fight.numbers.die_faces,
        rolled=fight.numbers.disadvantage_dice if blind else 1,
        telling=telling,
    )


def _add(into: dict[Any, Fraction], key: Any, p: Fraction) -> None:
    into[key] = into.get(key, Fraction(0)) + p


def _chances(pool: Pool[Any], read: Callable[[Any], Any] = as_is) -> Chances:
    counts = pool.readings(read)
    return [(reading, Fraction(count, counts.total)) for reading, count in counts.items()]


def _raw(result: str, shown: int, weapon: str, telling: str) -> Chances:
    """What the dice of a hit come to. Implements sixteen.telling.natural-twenty,
    sixteen.telling.d3, sixteen.telling.choice-time."""
    if result not in (TELLING, TELLING_CRITICAL):
        return [(shown, Fraction(1))]
    again = _chances(damage_dice(weapon))
    if telling == BEST:
        mean = sum((value * p for value, p in again), Fraction(0))
        telling = ROLL_AGAIN if mean > shown + 2 else ADD_D3
    if telling == ROLL_AGAIN:
        return again
    return [(shown + more, Fraction(1, 3)) for more in (1, 2, 3)]


def _met(result: str, raw: int, target: Target, faces: int) -> list[tuple[str, int, Fraction]]:
    """How a hit is met, what it costs, and the chance of that.

    Implements sixteen.deflect.success, sixteen.deflect.large-means,
    sixteen.deflect.critical-needed, sixteen.deflect.critical-deflect, sixteen.armour.effective,
    sixteen.damage.floor.
    """
    critical = result in (CRITICAL, TELLING_CRITICAL)
    off = target.off_critical if critical else target.off
    struck = max(target.least_struck, raw - off)
    if target.deflect is None:
        return [(STRUCK, struck, Fraction(1))]
    found = []
    for reading, p in _chances(dice(1, faces), target.deflect):
        if reading == NOT_DEFLECTED or (critical and reading != CRITICALLY_DEFLECTED):
            found.append((STRUCK, struck, p))
        elif target.halves:
            half = (raw + 1) // 2 if target.up else raw // 2
            how = HALVED_CRITICAL if reading == CRITICALLY_DEFLECTED else HALVED
            found.append((how, max(target.least, half - target.off), p))
        else:
            found.append((reading, 0, p))
    return found


# ---- in words ----

_WORDS = re.compile(
    r"(?P<needed>-?\d{1,3})(?: +with +(?P<weapon>[0-9dkhl+-]+))?"
    r"(?: +against +(?P<deflect>\d{1,2})(?P<large> +large)?)?(?: +armour +(?P<armour>\d{1,2}))?"
)
EXAMPLE = "11 with 1d8 against 16 armour 2"


def odds(text: str) -> dict[str, Any]:
    """The odds of an attack in words: "11 with 1d8 against 16 armour 2".

    They are the needed number on the d20, the weapon's dice, the deflect target ("16 large" if the
    attacker is large), and what armour takes off; all but the first may be left out. Raises
    `DiceError`.
    """
    match = _WORDS.fullmatch(text.strip().casefold())
    if match is None:
        raise DiceError(text, "it is no attack", f"write for example: {EXAMPLE}")
    weapon = match["weapon"] or "1d6"
    pool = damage_dice(weapon)
    if any(term.explosions or term.hits for term in pool.terms):
        raise DiceError(text, f"{weapon} is not a sum of dice", "write dice such as 1d8")
    number = int(match["deflect"] or 0)
    if match["deflect"] and not 2 <= number <= 20:
        raise DiceError(text, f"{number} is no deflect target", "write 2 to 20")
    target = Target(
        DeflectJudge(number, number) if number else None,
        halves=bool(match["large"]),
        off=int(match["armour"] or 0),
    )
    judge = StrikeJudge(bounded(int(match["needed"])), 1, 20, best_hits=True)
    found = attack_odds(judge, weapon, target)
    total = lcm(*(p.denominator for p in found.outcomes.values()))
    results, met = found.results, found.met
    critical = results.get(CRITICAL, Fraction(0)) + results.get(TELLING_CRITICAL, Fraction(0))
    telling = results.get(TELLING, Fraction(0)) + results.get(TELLING_CRITICAL, Fraction(0))
    return {
        "system": "sixteen",
        "dice": f"1d20 & {pool}",
        "total": total,
        "p_hit": float(1 - met.get(MISSED, Fraction(0))),
        "p_critical": float(critical),
        "p_telling": float(telling),
        "p_harmed": float(found.at_least(1)),
        "mean_damage": float(found.mean),
        "axes": {"result": "the attack roll", "met": "what becomes of it", "damage": "HP lost"},
        "outcomes": [
            {"result": result, "met": how, "damage": dealt, "count": int(p * total)}
            for (result, how, dealt), p in found.outcomes.items()
        ],
    }
