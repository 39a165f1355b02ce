"""Commands about who plays whom, and about the evening itself."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from affray.cli.seat.who import find_who
from affray.kernel.question import Refused
from affray.protocol.chairs import PERSON, SIDES

if TYPE_CHECKING:
    from affray.cli.seat.sitting import Sitting


def hand(sitting: Sitting, words: str) -> None:
    """Lets a policy answer for a side or a combatant."""
    if not words:
        _say_chairs(sitting)
        return
    who, _, name = words.rpartition(" ")
    who = _side_or_one(sitting, who or name)
    if " " not in words:
        names = ", ".join(sitting.system.policy_names)
        raise Refused("unreadable", "Hand it to which policy?", f"There are {names}.")
    if name == PERSON:
        take(sitting, who)
        return
    side = who if who in SIDES else "gm" if sitting.fight[who].side == "foes" else "heroes"
    sitting.chairs.hand(sitting.fight, who, sitting.find(sitting.system, side, name))
    sitting.screen.say(f"From now on {name} plays {_called(sitting, who)}; take {who} ends that.")
    sitting.reset()


def take(sitting: Sitting, words: str) -> None:
    """People answer again for a side or a combatant."""
    if not words:
        raise Refused("unreadable", "Take whom?", "Write take heroes, take gm or take and a name.")
    who = _side_or_one(sitting, words)
    if (
        sitting.players_only
        and who != "heroes"
        and (who == "gm" or sitting.fight[who].side != "heroes")
    ):
        raise Refused("illegal", "The GM's chair is not open at this table.")
    sitting.chairs.take(sitting.fight, who)
    sitting.screen.say(f"You play {_called(sitting, who)} now.")
    sitting.reset()


def _called(sitting: Sitting, who: str) -> str:
    named: Mapping[str, str] = {"heroes": "the heroes", "gm": "the foes and the GM's rulings"}
    return named.get(who) or sitting.names[who]


def _side_or_one(sitting: Sitting, text: str) -> str:
    lowered = text.lower()
    if lowered in ("heroes", "players"):
        return "heroes"
    if lowered in ("gm", "foes"):
        return "gm"
    return find_who(sitting.fight, sitting.seat, text)


def _say_chairs(sitting: Sitting) -> None:
    chairs = sitting.chairs
    for side, policy in (("heroes", chairs.heroes), ("gm", chairs.gm)):
        plays = "you" if policy is None else policy.name
        sitting.screen.say(f"{_called(sitting, side)}: {plays}", indent=2)
    for who, policy in chairs.seats.items():
        sitting.screen.say(f"{_called(sitting, who)}: {policy.name}", indent=2)
    names = ", ".join(sitting.system.policy_names)
    sitting.screen.say(f"hand WHO POLICY changes it; policies are {names}.")


def save(sitting: Sitting, words: str) -> None:
    """Where the fight is kept."""
    if sitting.saved is None:
        raise Refused("illegal", "This fight is not saved.", "Start one without --no-save.")
    where = f" in {sitting.where}" if sitting.where else ""
    sitting.screen.say(f"All is saved, up to the last answer, as fight {sitting.saved}{where}.")


def leave(sitting: Sitting, words: str) -> None:
    """Goes; the fight waits."""
    sitting.leave()
