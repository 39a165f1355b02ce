"""What sensible play buys with Boons and Breakthroughs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from affray.kernel.keys import Key, Option, Place, Several, ware_of
from affray.kernel.policy import least
from affray.systems.ix.view import View

PRIZES = (
    "attack-critical",
    "attack-stagger",
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
    "recover-strain",
    "lend-momentum",
)
"""What Boons and Breakthroughs are spent on, the best first."""


def spend(view: View, who: str, offered: Sequence[Option]) -> Key:
    """The best of the list, as far as Boons and Breakthroughs reach."""
    best: Key = ("spend", "", "")
    most = -1
    for option in offered:
        words = [_shop(view, who, place) for place in option[1:3]]
        value = sum(len(PRIZES) - PRIZES.index(prize(w)) for each in words for w in each)
        if value > most:
            most, best = value, ("spend", " ".join(words[0]), " ".join(words[1]))
    return best


def _shop(view: View, who: str, place: Place) -> list[str]:
    if not isinstance(place, Several):
        return []
    left, purse = place.stock(), place.purse
    words: list[str] = []
    wares = [ware for ware in place.wares if prize(ware[0])]
    if not view.own(who).strain:
        wares = [ware for ware in wares if ware[0] != "recover-strain"]
    wares.sort(key=lambda ware: PRIZES.index(prize(ware[0])))
    for word, price, _ in wares:
        if _is_wasted(view, word):
            continue
        while price <= purse and left[ware_of(word)] > 0:
            words.append(word)
            left[ware_of(word)] -= 1
            purse -= price
    return words


def _is_wasted(view: View, word: str) -> bool:
    """Whether an entry does nothing for the fight: the target is Disoriented already."""
    check = view.check
    if check is None or not check.target or word != "attack-disorient":
        return False
    return view.has(check.target, "disoriented")


def mend(offered: Sequence[Option]) -> Key:
    """An injury before a condition, the first told before the others."""
    return least(next((option for option in offered if option[0] == "answer"), offered[0]))


@cache
def prize(word: str) -> str:
    """The entry of `PRIZES` that a ware is, "" if none."""
    for entry in (word, ":".join(word.split(":")[:2]), ware_of(word)):
        if entry in PRIZES:
            return entry
    return ""
