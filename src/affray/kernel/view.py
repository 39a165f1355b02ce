"""Views: what a seat may see, made on this side of the wall from an allow-list.

Everything else (pages, exports, bots) is given views, public events and nothing more, so that
nothing has to be hidden later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Number, Option, Place, Several, Text
from affray.kernel.question import GM, HEROES, Question
from affray.kernel.sheet import Line, Map, Order, Sheet, Slot, Tag, counter_data

if TYPE_CHECKING:
    from affray.kernel.system import System


@dataclass(slots=True, frozen=True)
class Seat:
    """Somebody at the table: the GM, a player who holds combatants, or a spectator."""

    name: str
    kind: str = "player"
    holds: frozenset[str] = frozenset()

    @property
    def is_gm(self) -> bool:
        return self.kind == "gm"

    def answers_for(self, who: str) -> bool:
        """Whether a question to `who` is this seat's to answer (the GM's own are the GM's)."""
        if self.is_gm:
            return True
        if who == HEROES:
            return bool(self.holds)
        return who in self.holds

    def sees_numbers(self, fight: Fight[Any], who: str) -> bool:
        """Whether the numbers of `who` are open to this seat (of nobody, "": yes)."""
        return self.is_gm or who in self.holds or fight.shows_numbers(who)

    def may_answer(self, question: Question, key: Key) -> bool:
        """Whether this option or offer of the question is the seat's to take."""
        owner = question.owner_of(key)
        return owner is not None and self.answers_for(owner)


GM_SEAT = Seat("gm", "gm")
SPECTATOR = Seat("spectator", "spectator")


def seat_sheet(fight: Fight[Any], sheet: Sheet, seat: Seat) -> Sheet | None:
    """The part of a sheet that the seat may see, None if it may not know of the combatant."""
    if seat.is_gm:
        return sheet
    combatant = fight[sheet.who]
    is_own = sheet.who in seat.holds
    if combatant.hidden and not is_own:
        return None

    def is_open(part: Tag | Line) -> bool:
        if part.secret and not is_own:
            return False
        return not any(fight.is_hidden(who) and who not in seat.holds for who in part.about)

    tags = [tag for tag in sheet.tags if is_open(tag)]
    lines = [line for line in sheet.lines if is_open(line)]
    if is_own:
        return replace(sheet, tags=tags, lines=lines)
    if combatant.shown == "all":
        return replace(sheet, tags=tags, lines=lines)
    tracks = []
    if combatant.shown == "word":
        tracks = [replace(t, value=0, low=0, high=0) for t in sheet.tracks if t.word]
    return replace(sheet, tracks=tracks, tags=tags, lines=[])


def seat_map(fight: Fight[Any], whole: Map, seat: Seat) -> Map:
    """The part of a map that the seat may see: without those whom it may not know of, and without
    the reach of those whose numbers are not open."""
    if seat.is_gm:
        return whole

    def is_open(ids: tuple[str, ...]) -> bool:
        return not any(fight.is_hidden(who) and who not in seat.holds for who in ids)

    points = [
        point if seat.sees_numbers(fight, point.id) else replace(point, reach=0)
        for point in whole.points
        if is_open((point.id, *point.about))
    ]
    marks = [mark for mark in whole.marks if not mark.secret and is_open(mark.about)]
    return replace(whole, points=points, marks=marks)


def seat_order(fight: Fight[Any], order: Order, seat: Seat) -> Order:
    """The part of the order that the seat may see: no slot of those whom it may not know of, and
    of the open slots of a side no more than it knows takers for. What is left is numbered anew, so
    that no gap tells of the rest."""
    if seat.is_gm:
        return order
    slots: list[Slot] = []
    takers: dict[tuple[str, ...], int] = {}
    for slot in order.slots:
        known = tuple(w for w in slot.who if w in seat.holds or not fight.is_hidden(w))
        if slot.is_open and len(known) < len(slot.who):
            left = takers.setdefault(slot.who, len(known))
            takers[slot.who] = left - 1
            if left <= 0:
                continue
        if known:
            name = f"slot-{len(slots) + 1}"
            slots.append(replace(slot, id=name, who=known, before=()))
    return replace(order, slots=slots)


def option_data(option: Option) -> list[Any]:
    """An option as plain data: texts, and objects for the places that a person fills in."""
    places: list[Any] = []
    for place in option:
        match place:
            case Number(low, high):
                places.append({"number": [low, high]})
            case Text(limit):
                places.append({"text": limit})
            case Several(wares, purse):
                places.append({"several": [list(ware) for ware in wares], "purse": purse})
            case _:
                places.append(place)
    return places


def load_option(data: Sequence[Any]) -> Option:
    """The option that `option_data` wrote."""
    places: list[Place] = []
    for place in data:
        match place:
            case {"number": [low, high]}:
                places.append(Number(low, high))
            case {"text": limit}:
                places.append(Text(limit))
            case {"several": wares, "purse": purse}:
                places.append(Several(tuple(tuple(ware) for ware in wares), purse))
            case _:
                places.append(place)
    return tuple(places)


def seat_question(fight: Fight[Any], question: Question, seat: Seat) -> dict[str, Any] | None:
    """An open question as the seat sees it; options only for whoever may answer or has an offer.

    Everybody sees that something is open, of whom and by which rule, but nobody else the GM's
    options, which may name what is hidden; an option of one's own that names somebody whom the
    seat may not know of is left out. None for a question to somebody whom the seat may not
    know of.
    """
    if not seat.is_gm and fight.is_hidden(question.who):
        return None
    data: dict[str, Any] = {
        "question": list(question.id),
        "rules": list(question.rules),
        "path": list(question.path),
    }
    if question.window:
        data["window"] = question.window
    if question.pool is not None:
        data["pool"] = str(question.pool)
    if question.who == GM and not seat.is_gm:
        return data | {"path": []}

    def is_open(option: Option) -> bool:
        named = (place for place in option if isinstance(place, str))
        return seat.is_gm or not any(fight.is_hidden(w) and w not in seat.holds for w in named)

    if seat.answers_for(question.who):
        data["options"] = [option_data(option) for option in question.options if is_open(option)]
        if question.default is not None:
            data["default"] = list(question.default)
    data["offers"] = [
        {"who": who, "option": option_data(option)}
        for who, option in question.offers
        if seat.answers_for(who) and is_open(option)
    ]
    if question.id.what == "lock-in":
        data["locked"] = [w for w in question.locked if seat.is_gm or not fight.is_hidden(w)]
        data["given"] = {
            who: list(key)
            for who, key in question.given.items()
            if is_beside(fight, seat, who) and is_open(key)
        }
    return data


def is_beside(fight: Fight[Any], seat: Seat, who: str) -> bool:
    """Whether the seat may see what `who` is about to do: the GM, and who plays on that side."""
    if seat.is_gm or who in seat.holds:
        return True
    one = fight.combatants.get(who)
    if one is None or one.hidden:
        return False
    held = (fight.combatants[mine] for mine in seat.holds if mine in fight.combatants)
    return any(mine.side == one.side for mine in held)


def view(
    system: System[Any], fight: Fight[Any], seat: Seat, questions: Sequence[Question] = ()
) -> dict[str, Any]:
    """Everything a seat may know of the fight as it stands, as plain data."""
    sheets = [seat_sheet(fight, sheet, seat) for sheet in system.sheets(fight)]
    asked = [seat_question(fight, question, seat) for question in questions]
    order = seat_order(fight, system.order(fight), seat)
    whole = system.map(fight)
    data: dict[str, Any] = {
        "system": system.name,
        "round": fight.round,
        "result": fight.result,
        "order": order.dump(),
        "map": None if whole is None else seat_map(fight, whole, seat).dump(),
        "counters": [counter_data(counter) for counter in system.counters(fight)],
        "sheets": [sheet.dump() for sheet in sheets if sheet is not None],
        "questions": [question for question in asked if question is not None],
    }
    if seat.is_gm:
        data["notes"] = {c.id: dict(c.notes) for c in fight.combatants.values() if c.notes}
        data["hidden"] = [c.id for c in fight.combatants.values() if c.hidden]
    return data


def seat_events(events: Sequence[Event], seat: Seat) -> list[dict[str, Any]]:
    """The events that a seat may read, as plain data."""
    if seat.is_gm:
        return [event.dump() for event in events]
    return [data for event in events if (data := event.public()) is not None]
