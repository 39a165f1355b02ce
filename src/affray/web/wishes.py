"""Rolls without being asked: what each seat wishes, kept beside the fight, and what is due by it.

A wish takes no decision from anybody else: a roll waits as long as another seat could still add
something to it, unless that seat has said that it need not be waited for, or nobody has come to it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from affray.kernel.question import FOES, GM, Question, Refused
from affray.store import SeatRecord
from affray.web.seating import kernel_seat

if TYPE_CHECKING:
    from affray.web.hub import LiveFight

ASKED = "none"
CHOICES: Mapping[str, Mapping[str, str]] = {
    "player": {"none": "ask me for each roll", "mine": "roll for me"},
    "gm": {"none": "ask for each roll", "foes": "roll for the foes", "all": "roll for everybody"},
}
"""Whose rolls a seat of each kind may have made without asking, in words."""


@dataclass(slots=True, frozen=True)
class Wish:
    """What a seat wishes: whose rolls are made at once, and whether nobody needs to wait for what
    the seat could add to a roll."""

    rolls: str = ASKED
    waives: bool = False


def wish(live: LiveFight, record: SeatRecord, fields: Mapping[str, Any]) -> None:
    """A seat says what it wishes; what it does not say stays as it is. Raises `Refused`."""
    choices = CHOICES.get(record.kind)
    if choices is None:
        raise Refused("illegal", "Nobody asks you for rolls.", "Take the seat of a player.")
    found = live.beside.wishes.get(record.id, Wish())
    rolls, waives = str(fields.get("rolls", "")), str(fields.get("waives", ""))
    if rolls:
        if rolls not in choices:
            raise Refused("illegal", "There is no such wish.", f"There are {', '.join(choices)}.")
        found = replace(found, rolls=rolls)
    if waives:
        if waives not in ("yes", "no"):
            raise Refused("unreadable", "waives is yes or no.", "Say yes or no.")
        found = replace(found, waives=waives == "yes")
    if found == Wish():
        live.beside.wishes.pop(record.id, None)
    else:
        live.beside.wishes[record.id] = found


def due(live: LiveFight) -> bool:
    """Whether the open roll is to be made now, without anybody being asked.

    Not right after something was taken back: then somebody is about to do it otherwise.
    """
    rolls = [question for question in live.play.questions if question.pool is not None]
    if len(rolls) != 1 or not live.beside.wishes or live.play._redo:
        return False
    question = rolls[0]
    owners = dict.fromkeys(who for who, _ in question.offers)
    if not is_wanted(live, question):
        return False
    return not any(_waited_for(live, who, question) for who in owners)


def holding_up(live: LiveFight, question: Question) -> list[str]:
    """The names of the seats that a roll waits for which would else be made by itself."""
    if not is_wanted(live, question):
        return []
    owners = dict.fromkeys(who for who, _ in question.offers)
    seats = [seat for who in owners for seat in _waited_for(live, who, question)]
    return list(dict.fromkeys(seat.name for seat in seats))


def is_wanted(live: LiveFight, question: Question) -> bool:
    """Whether somebody wishes that the roll is made, or a stand-in holds it anyway."""
    if live.chairs.holder(live.play.fight, question.who) is not None:
        return True
    return any(_covers(live, seat, question) for seat in live.hub.book.of_fight(live.id))


def _covers(live: LiveFight, seat: SeatRecord, question: Question) -> bool:
    """Whether the roll is one of those that the seat wishes made."""
    who = question.who
    one = live.play.fight.combatants.get(who)
    match live.beside.wishes.get(seat.id, Wish()).rolls:
        case "all":
            return True
        case "foes":
            return who in (GM, FOES) or (one is not None and one.side == "foes")
        case "mine":
            return who in seat.holds
    return False


def _waited_for(live: LiveFight, who: str, question: Question) -> list[SeatRecord]:
    """The seats that may still want to add what `who` could add to the roll: not those that wish
    it made at once."""
    if live.chairs.holder(live.play.fight, who) is not None:
        return []
    seats = live.hub.book.of_fight(live.id)
    players = [seat for seat in seats if seat.kind == "player"]
    asked = [
        seat for seat in players if seat.id in live.came and kernel_seat(seat).answers_for(who)
    ]
    asked = asked or [seat for seat in seats if seat.kind == "gm"]
    return [
        seat
        for seat in asked
        if not (live.beside.wishes.get(seat.id, Wish()).waives or _covers(live, seat, question))
    ]


def shown(live: LiveFight, record: SeatRecord) -> dict[str, Any] | None:
    """The wish of a seat as its page shows it; None for whoever never rolls."""
    choices = CHOICES.get(record.kind)
    if choices is None:
        return None
    own = live.beside.wishes.get(record.id, Wish())
    by_gm = any(
        one.rolls == "all"
        for seat_id, one in live.beside.wishes.items()
        if seat_id != record.id and live.hub.book.seat(seat_id) is not None
    )
    return {
        "rolls": own.rolls,
        "waives": own.waives,
        "choices": [{"id": name, "label": label} for name, label in choices.items()],
        "by_gm": by_gm,
    }
