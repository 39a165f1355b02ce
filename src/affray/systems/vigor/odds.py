"""Exact odds of a vigor fight, counted from the same reads that the rules use.

Each function counts what one roll or one attack can come to on the fight as it stands, and changes
nothing. Distributions are exact integer counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm
from typing import Any, TypeAlias, TypeVar

from affray.dice import DiceError, Distribution, Pool, dice, judged
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
from affray.systems.vigor.judge import CRIT, HIT, MISS, STRAY, AttackJudge
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
    return _blows(judged(thrown, result), dealt)


Chances: TypeAlias = Sequence[tuple[int, Fraction]]
NOTHING: Chances = ((0, Fraction(1)),)
T = TypeVar("T", bound=Hashable)


def _chances(pool: Pool[T], read: Callable[[T], T]) -> list[tuple[T, Fraction]]:
    counts = pool.readings(read)
    return [(value, Fraction(count, counts.total)) for value, count in counts.items()]


def _blows(thrown: Pool[str], dealt: Mapping[str, Chances]) -> Distribution[Blow]:
    """Every reading of the roll with every sum of points that it deals."""
    weights: dict[Blow, Fraction] = {}
    for read, chance in _chances(thrown, vigor.as_read):
        for points, part in dealt[read]:
            one = Blow(read, points)
            weights[one] = weights.get(one, Fraction(0)) + chance * part
    return _distribution(weights)


def _harm(fight: VigorFight, who: str, added: int, answers: str, *, is_crit: bool) -> Chances:
    """The points of a hit after the target's descriptor."""
    one = fight[who]
    rolled = _shown(one.tier, is_minor=one.is_minor, is_crit=is_crit)
    return [(type.adjusted(points + added, answers), chance) for points, chance in rolled]


def _shown(rank: int, *, is_minor: bool, is_crit: bool) -> Chances:
    """The points of a hit before anything is added."""
    if not is_minor:
        return _chances(tier.pool(rank, 2 if is_crit else 1), vigor.as_shown)
    if not is_crit:
        return [(rank, Fraction(1))]
    rolled = _chances(tier.pool(rank, 1), vigor.as_shown)
    return [(max(points, rank), chance) for points, chance in rolled]


def _glance(fight: VigorFight, who: str, answers: str) -> Chances:
    """The points of a Glancing Blow on the one missed."""
    one = fight[who]
    size = stat.die(one, "body")
    if one.is_minor or size < 0:
        return NOTHING
    return [(type.adjusted(points, answers), chance) for points, chance in _glanced(size)]


def _glanced(size: int) -> Chances:
    """The points of a Glancing Blow by the Body die: below 0 for none, 0 for a point."""
    if size <= 0:
        return [(1, Fraction(1))] if size == 0 else NOTHING
    return [(face, Fraction(1, size)) for face in range(1, size + 1)]


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
        harm = _harm(fight, who, each.points, answers, is_crit=False)
        return _distribution({Blow(HIT, points): chance for points, chance in harm})
    thrown = attack.d20(fight, spell.die_kind(fight, who, target))
    result = attack.judge(fight, who, None, target, stat_name, ranged=True)
    dealt = {
        MISS: NOTHING,
        HIT: _harm(fight, who, each.points, answers, is_crit=False),
        CRIT: _harm(fight, who, each.points, answers, is_crit=True),
    }
    return _blows(judged(thrown, result), dealt)


# ---- in words ----

EXAMPLE = "+5 vs 16 tier 3 crit 19 glance d8"
REGAINED = "regain 3 room 2"
_BLOW = re.compile(
    r"(?P<bonus>[+-]?\d{1,3}) +vs +(?P<ac>\d{1,3})(?: +(?P<kind>advantage|disadvantage))?"
    r"(?: +tier +(?P<tier>[1-5]))?(?P<minor> +minor)?(?: +crit +(?P<crit>\d{1,2}))?"
    r"(?: +more +(?P<more>\d{1,3}))?(?: +glance +(?:d(?P<die>\d{1,2})|(?P<flat>1)))?"
)
_REGAIN = re.compile(r"regain +(?P<dice>\d{1,2}) +room +(?P<room>\d{1,2})")
_D20 = {
    "": dice(1, 20),
    "advantage": dice(2, 20, keep_highest=1),
    "disadvantage": dice(2, 20, keep_lowest=1),
}


def odds(text: str) -> dict[str, Any]:
    """The odds, by the book, of an attack in words or of the roll for Vigor at a turn's start.

    An attack is "+5 vs 16 tier 3 crit 19 glance d8": the bonus and the AC; advantage or
    disadvantage, the Tier (default 1) and whether a Minor strikes, from which natural roll it
    crits, points added, and the Body die of a Glancing Blow; all but the first two may be left out.
    "regain 3 room 2" is three d4s with two points to go to the cap. Raises `DiceError`.
    """
    words = text.strip().casefold()
    if match := _REGAIN.fullmatch(words):
        return _regain_in_words(int(match["dice"]), int(match["room"]))
    match = _BLOW.fullmatch(words)
    if match is None:
        raise DiceError(text, "it is no attack", f"write for example: {EXAMPLE}, or: {REGAINED}")
    rank, is_minor = int(match["tier"] or 1), bool(match["minor"])
    crit_from = int(match["crit"] or (20 if is_minor else 21))
    if not 2 <= crit_from <= 21:
        raise DiceError(text, f"{crit_from} is no roll to crit from", "write 12 to 20, or 21: none")
    needed = int(match["ac"]) - int(match["bonus"])
    thrown = judged(_D20[match["kind"] or ""], AttackJudge(min(max(needed, 0), 21), crit_from))
    glances = int(match["die"] or 0) if match["die"] or match["flat"] else -1
    dealt = {
        HIT: _shown(rank, is_minor=is_minor, is_crit=False),
        CRIT: _shown(rank, is_minor=is_minor, is_crit=True),
        MISS: NOTHING if is_minor else _glanced(glances),
    }
    more = int(match["more"] or 0)
    for read in (HIT, CRIT):
        dealt[read] = [(points + more, chance) for points, chance in dealt[read]]
    found = _blows(thrown, dealt)

    def chance(holds: Callable[[Blow], bool]) -> float:
        return float(Fraction(sum(n for one, n in found.items() if holds(one)), found.total))

    return {
        "system": "vigor",
        "dice": f"{thrown} & d{tier.die(rank)}",
        "total": found.total,
        "p_hit": chance(lambda one: one.result != MISS),
        "p_crit": chance(lambda one: one.result == CRIT),
        "p_harm": chance(lambda one: one.points > 0),
        "mean_points": float(found.marginal("points").mean()),
        "axes": {"result": "the attack roll", "points": "points of harm, a Glancing Blow's too"},
        "outcomes": [
            {"result": one.result, "points": one.points, "count": count}
            for one, count in found.items()
        ],
    }


def _regain_in_words(count: int, room: int) -> dict[str, Any]:
    counts: dict[int, int] = {}
    if count and room:
        for fours, ways in vigor.roll_pool(count, room).readings(vigor.as_shown).items():
            counts[min(fours, room)] = counts.get(min(fours, room), 0) + ways
    found = Distribution(counts or {0: 1})
    return {
        "system": "vigor",
        "dice": f"{count}d4, fours explode",
        "total": found.total,
        "p_some": 1 - found.get(0, 0) / found.total,
        "mean_points": float(found.mean()),
        "axes": {"points": "Vigor regained"},
        "outcomes": [{"points": points, "count": n} for points, n in found.items()],
    }
