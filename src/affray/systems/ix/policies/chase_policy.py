"""Sensible play in a chase: pursuers close as fast as they can and spend the Action on what is
likeliest to bring them nearer; the quarry runs, and throws something in the way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from affray.kernel.keys import Key, Option, is_concrete
from affray.systems.ix.ledger import trial_dice
from affray.systems.ix.policies import judging
from affray.systems.ix.policies.view import View
from affray.systems.ix.scenes.chase_checks import CALLED
from affray.systems.ix.state import Fighter

END: Key = ("end",)
TIRED = 10
"""The rounds after which pursuers let go: between those who are equally fast a chase that nobody
has won by then goes on for ever."""
SPARE_STRAIN = 3
"""Nobody pays Strain in a chase who would have less than this left."""


def act(view: View, who: str, offered: Sequence[Option]) -> Key:
    """The next thing to do in a turn of a chase."""
    one = view.own(who)
    by_word: dict[str, list[Key]] = {}
    for option in offered:
        if is_concrete(option):
            by_word.setdefault(str(option[0]), []).append(option)  # type: ignore[arg-type]
    free = [key for key in by_word.get("stand", ()) if len(key) == 1]
    if free:
        return free[0]
    flees = view.is_quarry(who)
    if view.round > TIRED and not flees:
        return _stay_up(view, who, by_word) or END
    words = ("widen", "widen-far") if flees else ("close", "close-far")
    runs = sorted(
        (key for word in words for key in by_word.get(word, ())),
        key=lambda key: (view.gap(who, key[1]) if not flees else 0, key),
    )
    for key in runs:
        if key[-1] not in ("strain", "action"):
            return key
    rich = one.strain_points - one.strain - 2 >= SPARE_STRAIN
    if rich:
        for key in runs:
            if key[-1] == "strain":
                return key
    ahead = _obstacle(view, one, by_word) if flees else _called(view, one, by_word, bool(runs))
    if ahead:
        return ahead
    for key in runs:
        if key[-1] == "action":
            return key
    breath = [key for key in by_word.get("catch-breath", ()) if len(key) == 1]
    return _stay_up(view, who, by_word) or (breath[0] if breath else END)


def _stay_up(view: View, who: str, by_word: dict[str, list[Key]]) -> Key | None:
    """Whoever flies and has not moved in its turn hovers, whatever it costs."""
    keys = by_word.get("hover", ())
    return min(keys, key=len) if keys and view.must_keep_aloft(who) else None


def _obstacle(view: View, one: Fighter, by_word: dict[str, list[Key]]) -> Key | None:
    """Something in the way that has to be got over, if nothing is there yet."""
    keys = [key for key in by_word.get("obstacle", ()) if key[2] == "check"]
    return keys[0] if keys else None


def _called(view: View, one: Fighter, by_word: dict[str, list[Key]], can_run: bool) -> Key | None:
    """The called check that is likeliest to succeed, after the nearest quarry; where a Maneuver
    could be had for the Action instead, which is sure, that is better."""
    keys = [key for word in CALLED for key in by_word.get(word, ())]
    if not keys or can_run:
        return None
    return max(keys, key=lambda key: (-view.gap(one.id, key[1]), chance(view, one, key[0]), key))


def chance(view: View, one: Fighter, word: str) -> float:
    """How likely a called check is to succeed, near enough."""
    called = CALLED[word]
    skill = view.chase_skill(one.id, called.skill)
    return _chance(*judging.ratings(one, skill, view.numbers), trial_dice(called.difficulty))


@lru_cache(maxsize=512)
def _chance(mastery: int, ability: int, trial: int) -> float:
    return judging.odds(mastery, ability, 0, trial, 0).success


def skill(view: View, who: str, offered: Sequence[Option]) -> Key:
    """The skill in which somebody is best, for an obstacle."""
    one, numbers = view.own(who), view.numbers
    keys = [tuple(map(str, option)) for option in offered]
    return max(keys, key=lambda key: judging.ratings(one, key[1], numbers))


def spare(offered: Sequence[Option]) -> Key | None:
    """What a Maneuver for nothing is worth most for."""
    for word in ("stand", "close", "widen"):
        for option in offered:
            if option[0] == word and is_concrete(option):
                return tuple(map(str, option))
    return None
