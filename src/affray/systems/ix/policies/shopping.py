"""What sensible play buys with Boons and Breakthroughs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from affray.kernel.keys import Key, Option, Place, Several, ware_of
from affray.kernel.policy import least
from affray.systems.ix.policies.view import View

PRIZES = (
    "attack-critical",
    "attack-stagger",
    "attack-unseat",
    "attack-quality:paired",
    "attack-quality:burn",
    "spell-burn",
    "one-more-wound",
    "spell-step-down",
    "spell-further",
    "spell-longer",
    "smother-flames",
    "attack-quality:toppling",
    "attack-quality:jarring",
    "attack-quality",
    "attack-disorient",
    "heavy-hinder",
    "hinder",
    "second-fact",
    "social-two-steps",
    "social-second-axis",
    "social-opening",
    "social-strain",
    "recover-strain",
    "lend-momentum",
)
"""What Boons and Breakthroughs are spent on, the best first."""
RANKS = {entry: rank for rank, entry in enumerate(PRIZES)}
LAST = len(PRIZES)


def spend(view: View, who: str, offered: Sequence[Option]) -> Key:
    """The best of the list, as far as Boons and Breakthroughs reach."""
    best: Key = ("spend", "", "")
    most = -1
    for option in offered:
        boons, special = (_shop(view, who, place) for place in option[1:3])
        value = sum(LAST - rank_of(word) for word in (*boons, *special))
        if value > most:
            most, best = value, ("spend", " ".join(boons), " ".join(special))
    return best


def _shop(view: View, who: str, place: Place) -> list[str]:
    if not isinstance(place, Several):
        return []
    purse = place.purse
    words: list[str] = []
    left = place.stock()
    for word, price in _prized(place.wares):
        if price > purse:
            continue
        if word in ("recover-strain", "social-strain") and not view.own(who).strain:
            continue
        if _is_wasted(view, who, word):
            continue
        ware = ware_of(word)
        while price <= purse and left[ware] > 0:
            words.append(word)
            left[ware] -= 1
            purse -= price
    return words


@lru_cache(maxsize=2048)
def _prized(wares: tuple[tuple[str, int, int], ...]) -> tuple[tuple[str, int], ...]:
    """The wares that are among the `PRIZES`, the best first, with their prices."""
    ranked = sorted([(rank_of(word), word, price) for word, price, _ in wares])
    return tuple([(word, price) for rank, word, price in ranked if rank < LAST])


def _is_wasted(view: View, who: str, word: str) -> bool:
    """Whether an entry does nothing for the fight: the target is Disoriented already; the axis of a
    talk does not matter to the goal."""
    if word.startswith(("social-two-steps:", "social-second-axis:")):
        return not view.matters(word.partition(":")[2], who)
    if word != "attack-disorient":
        return False
    check = view.check
    if check is None or not check.target:
        return False
    return view.has(check.target, "disoriented")


def mend(offered: Sequence[Option]) -> Key:
    """An injury before a condition, the first told before the others."""
    return least(next((option for option in offered if option[0] == "answer"), offered[0]))


@cache
def rank_of(word: str) -> int:
    """The place of a ware among the `PRIZES`, `LAST` if it is none."""
    for entry in (word, ":".join(word.split(":")[:2]), ware_of(word)):
        if entry in RANKS:
            return RANKS[entry]
    return LAST
