"""Events as sentences, for whoever reads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.system import System
from affray.kernel.words import Names, event_text


def sentence(system: System[Any], event: Mapping[str, Any], names: Names) -> str:
    """The sentence of an event, from its plain data as a seat gets it."""
    code = event["code"]
    if code in system.words.events:
        return event_text(system.words, event, names)
    match code:
        case "ruled-by-default" | "ruled":
            ruling = " ".join(str(names.get(part, part)) for part in event["fields"]["ruling"])
            if code == "ruled":
                return f"(The GM rules: {ruling.strip()}.)"
            return f"(The GM leaves it at what the book suggests: {ruling}.)"
        case "took-back":
            return f"Taken back: {event['fields']['what']}."
        case "edited":
            return _edited(event["fields"], names)
    return event_text(system.words, event, names)


def _edited(fields: Mapping[str, Any], names: Names) -> str:
    kind, who = fields["kind"], names.get(fields["who"], fields["who"])
    name, value = fields["name"], fields["value"]
    about = f" of {who}" if who else ""
    match kind:
        case "set":
            return f"The GM sets {name}{about} to {value}."
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
