"""Sensible play of talks, journeys, downtime and free play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from affray.kernel.keys import Key, Option, is_concrete
from affray.kernel.policy import least
from affray.systems.ix.policies import judging
from affray.systems.ix.policies.view import View

Options = Callable[[], Sequence[Option]]

WAY_OF = {
    "charm": "argue",
    "intimidation": "pressure",
    "deception": "reveal",
    "leadership": "argue",
    "negotiation": "offer",
    "streetwise": "call-favor",
}
"""The social action that goes with a skill."""
AGAIN = frozenset({"treat-again", "treat-injury-again"})
"""What hangs on the GM, who has to find that something has changed."""
TIRED = 4
"""Strain that is left to whoever agrees to no forced march."""


def choose(view: Any, who: str, because: str, options: Options) -> Key:
    """The answer to one of the questions that `ANSWERS` knows."""
    return ANSWERS[because](view, who, list(options()))


def _speak(view: View, who: str, offered: Sequence[Option]) -> Key:
    """What matters to the goal, by the best of one's skills; a foe whom nobody leads says
    nothing."""
    keys = [least(option) for option in offered]
    if keys[0][0] in ("speaks", "say-nothing"):
        return keys[0]
    aims = view.aims() or [keys[0][3]]
    one, numbers = view.own(who), view.numbers
    fitting = [key for key in keys if len(key) == 4 and WAY_OF[key[2]] == key[0] and key[3] in aims]
    if not fitting:
        return keys[0]
    return max(fitting, key=lambda key: _strength(judging.ratings(one, key[2], numbers)))


def _strength(ratings: tuple[int, int]) -> tuple[int, int]:
    """More dice count first, then how many of them are Mastery Dice."""
    return (sum(ratings), min(ratings))


def _day(view: View, who: str, offered: Sequence[Option]) -> Key:
    """See to wounds, and march; by force only to be in time, and while nobody is too tired."""
    for option in offered:
        if option[0] == "tend" and is_concrete(option) and AGAIN.isdisjoint(option):
            return least(option)
    late = view.is_late() and all(
        one.strain_points - one.strain > TIRED
        for one in map(view.own, view.heroes())
        if one.strain_points
    )
    if ("forced-march",) in offered and late:
        return ("forced-march",)
    hurt = any(2 * one.wounds <= one.wound_points for one in map(view.own, view.heroes()))
    if hurt and not view.is_late(in_camp=1) and ("rest-day",) in offered:
        return ("rest-day",)
    return least(offered[0])


def _lead(view: View, who: str, offered: Sequence[Option]) -> Key:
    keys = [least(option) for option in offered]
    return max(
        keys, key=lambda key: _strength(judging.ratings(view.own(key[1]), key[2], view.numbers))
    )


def _spend_time(view: View, who: str, offered: Sequence[Option]) -> Key:
    """An injury first, then Wounds and Strain; else a new language, or the better pay."""
    one = view.own(who)
    keys = [least(option) for option in offered]
    rite = [key for key in keys if key[0] == "rite"]
    if rite:
        return rite[0]
    care = [key for key in keys if key[0] == "recover" and key[1] == "step"]
    if care:
        return max(
            care,
            key=lambda key: sum(judging.ratings(view.own(key[2]), "medicine", view.numbers)),
        )
    if one.wounds < one.wound_points or one.strain:
        return keys[0]
    languages = [key for key in keys if key[0] == "language"]
    if languages:
        return languages[0]
    work = [key for key in keys if key[0] == "income" and len(key) > 1]
    if work:
        return max(work, key=lambda key: _strength(judging.ratings(one, key[1], view.numbers)))
    return next((key for key in keys if key[0] == "income"), keys[0])


def _free(view: View, who: str, offered: Sequence[Option]) -> Key:
    """The fight, if there is anybody to fight; else help and rest, and be done."""
    if offered[0] == ("begin",):
        return ("begin",)
    for word in ("tend", "short-rest", "full-rest"):
        for option in offered:
            if option[0] == word and is_concrete(option) and AGAIN.isdisjoint(option):
                return least(option)
    return least(offered[-1])


ANSWERS: dict[str, Callable[[View, str, Sequence[Option]], Key]] = {
    "ix.social.one-action": _speak,
    "ix.travel.daily-distance": _day,
    "ix.travel.navigation-check": _lead,
    "ix.downtime.one-activity": _spend_time,
    "ix.encounter.call": _free,
}
