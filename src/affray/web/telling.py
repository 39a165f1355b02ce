"""Words for the page: events, readings, shares."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.event import SOMEBODY
from affray.kernel.fight import Fight
from affray.kernel.question import FOES, GM, HEROES
from affray.kernel.system import System
from affray.kernel.view import Seat
from affray.kernel.words import Names, event_text, option_text


def names_for(fight: Fight[Any], seat: Seat) -> dict[str, str]:
    """How each id is called, for the seat: whoever it may not know of has no name."""
    names = {
        c.id: c.name if seat.is_gm or not c.hidden or c.id in seat.holds else "somebody unseen"
        for c in fight.combatants.values()
    }
    return names | {
        SOMEBODY: "somebody unseen",
        GM: "the GM",
        HEROES: "the heroes",
        FOES: "the foes",
    }


def sentence(system: System[Any], event: Mapping[str, Any], names: Names) -> str:
    """The sentence of an event, from its plain data as a seat gets it; empty if it has none."""
    code, fields = event["code"], event["fields"]
    if code in system.words.events:
        return event_text(system.words, event, names)
    if code == "took-back":
        return f"Taken back: {fields['what']}."
    if code in ("ruled-by-default", "ruled"):
        ruling = option_text(system.words, tuple(fields["ruling"]), names).strip() or "nothing"
        if code == "ruled":
            return f"The GM rules: {ruling}."
        return f"The GM leaves it at what the book suggests: {ruling}."
    if code == "edited":
        return _edited(fields, names)
    return event_text(system.words, event, names)


def _edited(fields: Mapping[str, Any], names: Names) -> str:
    kind, who = fields["kind"], names.get(fields["who"], fields["who"])
    name, value = fields["name"], fields["value"]
    match kind:
        case "set":
            return f"The GM sets {name}{f' of {who}' if who else ''} to {value}."
        case "tag":
            return f"The GM makes {who} {name}."
        case "untag":
            return f"The GM takes {name} from {who}."
        case "remove":
            return f"The GM takes {who} out of the fight."
        case "return":
            return f"The GM brings {who} back."
        case "rename":
            return f"The GM gives a new name: {value}."
        case "end":
            return f"The GM ends the fight ({value})."
        case "resume":
            return "The GM lets the fight go on."
        case "skip":
            return "The GM ends the turn."
    words = " ".join(str(part) for part in (kind, who, name) if part)
    return f"The GM: {words}" + ("." if value in (None, "") else f": {value}.")


def reading_text(reading: Any) -> str:
    """A reading of a roll as people say it."""
    if isinstance(reading, (tuple, list)):
        return " ".join(reading_text(part) for part in reading)
    return str(reading).replace("_", " ")


def percent(p: float) -> str:
    """A probability as people read it: never 0 or 100 for what is neither."""
    if 0 < p < 0.005:
        return "< 1 %"
    if 0.995 < p < 1:
        return "> 99 %"
    return f"{p * 100:.0f} %"
