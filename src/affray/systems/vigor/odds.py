"""Exact odds of a vigor fight, counted from the same reads that the rules use.

Each function counts what one roll or one attack can come to on the fight as it stands, and changes
nothing. Distributions are exact integer counts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import TypeAlias, TypeVar

from affray.dice import Distribution, Pool, judged
from affray.systems.vigor import (
    attack,
    disrupt,
    initiative,
    spell,
    stat,
    tier,
    type,
    vigor,
    weapon,
)
from affray.systems.vigor.judge import CRIT, HIT, MISS, STRAY
from affray.systems.vigor.state import VigorFight

MOST_ORDERS = 5_000_000
"""More ways than this for initiative to fall are not counted one by one."""


@dataclass(frozen=True, slots=True)
class Blow:
    """What an attack comes to: `result` is "miss", "hit", "crit" or "stray".

    `points` are the points of harm to the target after its descriptor and before its layers, of
    the hit or of the Glancing Blow that follows a miss; 0 for a stray shot, which harms another.
    """

    result: str
    points: int


def blow(
    fight: VigorFight,
    who: str,
    target: str,
    way: str,
    *,
    verb: str = attack.ATTACK,
    stat_name: str = "",
    extra: int = 0,
    glances: bool = True,
) -> Distribution[Blow]:
    """Everything that one attack can come to, with its exact weight.

    A Glancing Blow goes to the one missed, or is left out if not `glances`. Raises LookupError if
    the attacker has no such way to attack.
    """
    found = weapon.find(fight[who], way)
    if found is None:
        raise LookupError(f"{who} cannot attack with {way} now")
    ranged = attack.is_ranged(found, verb)
    kind = attack.die_kind(fight, who, found, target, ranged=ranged)
    answers = type.answer(fight[target], found.descriptor)
    thrown = attack.d20(fight, kind)
    result = attack.judge(fight, who, found, target, stat_name, ranged=ranged)

    added = found.points + extra + (0 if found.is_mystic else fight[who].points)
    dealt = {
        HIT: _harm(fight, who, added, answers, is_crit=False),
        CRIT: _harm(fight, who, added, answers, is_crit=True),
        MISS: _glance(fight, who, answers) if glances else NOTHING,
        STRAY: NOTHING,
    }
    weights: dict[Blow, Fraction] = {}
    for read, chance in _chances(judged(thrown, result), vigor.as_read):
        for points, part in dealt[read]:
            one = Blow(read, points)
            weights[one] = weights.get(one, Fraction(0)) + chance * part
    return _distribution(weights)


Chances: TypeAlias = Sequence[tuple[int, Fraction]]
NOTHING: Chances = ((0, Fraction(1)),)
T = TypeVar("T", bound=Hashable)


def _chances(pool: Pool[T], read: Callable[[T], T]) -> list[tuple[T, Fraction]]:
    counts = pool.readings(read)
    return [(value, Fraction(count, counts.total)) for value, count in counts.items()]


def _harm(fight: VigorFight, who: str, added: int, answers: str, *, is_crit: bool) -> Chances:
    """The points of a hit after the target's descriptor."""
    one = fight[who]
    if one.is_minor:
        dice = (
            _chances(tier.pool(one.tier, 1), vigor.as_shown)
            if is_crit
            else [(one.tier, Fraction(1))]
        )
        rolled = [(max(points, one.tier), chance) for points, chance in dice]
    else:
        rolled = _chances(tier.pool(one.tier, 2 if is_crit else 1), vigor.as_shown)
    return [(type.adjusted(points + added, answers), chance) for points, chance in rolled]


def _glance(fight: VigorFight, who: str, answers: str) -> Chances:
    """The points of a Glancing Blow on the one missed."""
    one = fight[who]
    size = stat.die(one, "body")
    if one.is_minor or size < 0:
        return NOTHING
    shown = [(1, Fraction(1))]
    if size > 0:
        shown = [(face, Fraction(1, size)) for face in range(1, size + 1)]
    return [(type.adjusted(points, answers), chance) for points, chance in shown]


def _distribution(weights: dict[Blow, Fraction]) -> Distribution[Blow]:
    total = lcm(*(chance.denominator for chance in weights.values()))
    ordered = sorted(weights.items(), key=lambda pair: (pair[0].result, pair[0].points))
    return Distribution({one: int(chance * total) for one, chance in ordered})


# ---- disruption ----


def disrupted(fight: VigorFight, who: str, lost: int) -> Fraction:
    """The chance that a hit which costs so much Vitality disrupts what `who` has pending.

    By the house switch in force: 1 if it always does; where the GM is asked, the book's check.
    """
    one = fight[who]
    if one.is_minor or not one.pending:
        return Fraction(0)
    if fight.switches.disruption == "always":
        return Fraction(1)
    needed = disrupt.needed(fight, lost) - disrupt.modifier(one)
    return Fraction(min(max(needed - 1, 0), 20), 20)


# ---- Vigor at the start of a turn ----


def regained(fight: VigorFight, who: str) -> Distribution[int]:
    """The Vigor that the roll at the start of the turn gives back, the cap taken into account."""
    one = fight[who]
    room = vigor.cap(fight, one) - one.vigor
    dice = vigor.turn_start_dice(fight, one)
    if one.is_minor or room <= 0 or not dice or one.has("unfocused"):
        return Distribution({0: 1})
    counts: dict[int, int] = {}
    for fours, count in vigor.roll_pool(dice, room).readings(vigor.as_shown).items():
        gained = min(fours, room)
        counts[gained] = counts.get(gained, 0) + count
    return Distribution(counts)


# ---- initiative ----


def orders(fight: VigorFight, ids: Iterable[str]) -> Distribution[tuple[str, ...]]:
    """The order in which these combatants can come, by the book's way with ties.

    Raises ValueError if they are too many to be counted.
    """
    rolling = [fight[who] for who in fight.combatants if who in set(ids)]
    pools = [initiative.pool(fight, one).readings(vigor.as_shown) for one in rolling]
    ways = 1
    for counts in pools:
        ways *= len(counts)
    if ways > MOST_ORDERS:
        raise ValueError(f"initiative can fall in {ways} ways; ask about fewer combatants")
    found: dict[tuple[str, ...], int] = {}
    places = range(len(rolling))
    ranks = [initiative.rank(fight, one)[1:] for one in rolling]
    for totals in product(*(list(counts.items()) for counts in pools)):
        order = sorted(places, key=lambda at: (-totals[at][0], *ranks[at]))
        weight = 1
        for _, count in totals:
            weight *= count
        key = tuple(rolling[at].id for at in order)
        found[key] = found.get(key, 0) + weight
    return Distribution(dict(sorted(found.items(), key=lambda pair: -pair[1])))


# ---- spells ----


def spell_blow(
    fight: VigorFight, who: str, target: str, spell_id: str, *, stat_name: str = ""
) -> Distribution[Blow]:
    """Everything that a spell with harm can come to on one creature; a miss does nothing."""
    each = spell.find(fight[who], spell_id)
    answers = type.answer(fight[target], each.descriptor)
    if not each.roll:
        dealt = _harm(fight, who, each.points, answers, is_crit=False)
        return _distribution({Blow(HIT, points): chance for points, chance in dealt})
    thrown = attack.d20(fight, spell.die_kind(fight, who, target))
    result = attack.judge(fight, who, None, target, stat_name, ranged=True)
    weights: dict[Blow, Fraction] = {}
    for read, chance in _chances(judged(thrown, result), vigor.as_read):
        harm: Chances = NOTHING
        if read != MISS:
            harm = _harm(fight, who, each.points, answers, is_crit=read == CRIT)
        for points, part in harm:
            one = Blow(read, points)
            weights[one] = weights.get(one, Fraction(0)) + chance * part
    return _distribution(weights)
