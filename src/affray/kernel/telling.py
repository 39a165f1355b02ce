"""Events as they are told, one after the other: the same sentences in every log.

`words` makes one sentence of one template; here are the sentences that every system has, and what
is said of several people at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.keys import Option
from affray.kernel.question import QuestionId
from affray.kernel.system import System
from affray.kernel.words import Names, Words, event_text, option_text

BEFOREHAND = "Beforehand"
"""Stands over what comes before the first round."""
AFTERWARDS = "Afterwards"
"""Stands over what comes after the end of the fight in the same round."""


def sentence(system: System[Any], event: Mapping[str, Any], names: Names) -> str:
    """The sentence of an event, from its plain data as a seat gets it; "" if another tells it."""
    code = event["code"]
    is_move = code == "edited" and event["fields"].get("kind") == "reorder"
    if code in system.words.events and not is_move:
        return event_text(system.words, event, names)
    match code:
        case "ruled-by-default" | "ruled":
            ruling = ruling_text(system, event, names)
            if code == "ruled":
                return f"The GM rules: {ruling}."
            return f"Ruled by default: {ruling}."
        case "took-back":
            return f"Taken back: {event['fields']['what']}."
        case "edited":
            return _edited(event["fields"], names)
    return event_text(system.words, event, names)


def offered_text(
    system: System[Any], fight: Fight[Any], question: QuestionId, option: Option, names: Names
) -> str:
    """An option as it is offered: what it is called, and what it does."""
    called = option_text(system.words, option, names, question.rule)
    gives = system.gives(fight, question.who, option)
    return f"{called}: {gives}" if gives else called


def ruling_text(system: System[Any], event: Mapping[str, Any], names: Names) -> str:
    """What was ruled, or left at its default, in words."""
    return option_text(system.words, tuple(event["fields"]["ruling"]), names).strip() or "nothing"


class Headings:
    """What stands over each line of a log, which are given one after the other.

    A heading lasts from the event that begins its chapter (`Words.chapters`) until the next, as
    long as the round is the same; else the round is the heading.
    """

    def __init__(self, words: Words) -> None:
        self._chapters = words.chapters
        # The event that began the chapter, and the round in which the fight was over (-1: it is
        # not): by the lines in force, and by those that were taken back as well.
        self._kept: tuple[Event | None, int] = (None, -1)
        self._last: tuple[Event | None, int] = self._kept
        self._made: tuple[Any, int, str] = (None, 0, "")

    def over(self, event: Event, *, taken_back: bool = False) -> str:
        """What stands over the line of that event, the next of the log."""
        code = event.code
        if code == "took-back":
            self._last = self._kept
            return self._heading(self._kept, event.round)
        where: tuple[Event | None, int] = self._last if taken_back else self._kept
        if code in self._chapters and event.audience == "all":
            where = (event, -1)
        elif code == "edited" and event.fields["kind"] == "resume":
            where = (where[0], -1)
        heading = self._heading(where, event.round)
        self._last = (where[0], event.round) if code == "fight-over" else where
        if not taken_back:
            self._kept = self._last
        return heading

    def next(self, number: int) -> str:
        """What will stand over the next line, in the round of that number."""
        return self._heading(self._kept, number)

    def _heading(self, where: tuple[Event | None, int], number: int) -> str:
        if self._made[0] is not where or self._made[1] != number:
            self._made = (where, number, self._make(*where, number))
        return self._made[2]

    def _make(self, began: Event | None, over: int, number: int) -> str:
        if over == number:
            return AFTERWARDS
        if began is not None and began.round == number:
            template = self._chapters[began.code]
            fields = began.fields | {"round": number}
            text = template(fields) if callable(template) else template.format_map(fields)
            if text:
                return text
        return f"Round {number}" if number else BEFOREHAND


def says_heading(text: str, heading: str) -> bool:
    """Whether a sentence says no more than the heading over it, so that it need not be told."""
    return text.rstrip(".") == heading


T = TypeVar("T")


def joined(
    system: System[Any], events: Iterable[tuple[dict[str, Any], T]]
) -> Iterator[tuple[dict[str, Any], T]]:
    """Events, each with something of its own, as they are told: those that say the same of several
    people one after the other become one, with all of them as its `who`."""
    last: tuple[dict[str, Any], T] | None = None
    people: list[str] = []
    for event, own in events:
        who = event["fields"].get("who")
        may_join = event["code"] in system.words.together and isinstance(who, str)
        if may_join and last is not None and people and _is_alike(last[0], event):
            people.append(who)
            continue
        if last is not None:
            yield last
        people = [who] if may_join else []
        last = (event | {"fields": event["fields"] | {"who": people}} if may_join else event), own
    if last is not None:
        yield last


def _is_alike(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    fields = {**other["fields"], "who": one["fields"]["who"]}
    same = all(one.get(key) == other.get(key) for key in ("code", "round", "secret", "audience"))
    return same and one["fields"] == fields


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
        case "reorder":
            place = f"before {names.get(value, value)}" if value else "to the end of the round"
            return f"The GM moves {who or name} {place}."
    words = " ".join(str(part) for part in (kind, who, name) if part)
    return f"The GM: {words}" + ("." if value in (None, "") else f": {value}.")
