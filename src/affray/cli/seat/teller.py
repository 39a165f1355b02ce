"""What has happened since somebody last looked, as sentences for the seat that looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from affray.kernel.event import Event
from affray.kernel.telling import Headings, joined, ruling_text, sentence
from affray.kernel.view import Seat
from affray.kernel.words import names_of
from affray.tables.play import Play


@dataclass(slots=True)
class Line:
    """A line of the log that the seat may read, under its number in the whole log (from 1)."""

    number: int
    text: str
    event: Event
    taken_back: bool
    heading: str
    """What stands over it."""


def seen_by(event: Event, seat: Seat) -> dict[str, Any] | None:
    """The event as the seat gets it, None if it is not for it."""
    return event.dump() if seat.is_gm else event.public()


def lines(play: Play, seat: Seat, since: int = 0) -> Iterator[Line]:
    """The lines after the first `since` of the log that the seat may read."""
    names = names_of(play.fight)
    headings = Headings(play.system.words)
    for number, line in enumerate(play.lines, 1):
        heading = headings.over(line.event, taken_back=line.taken_back)
        if number <= since:
            continue
        data = seen_by(line.event, seat)
        if data is not None and (text := sentence(play.system, data, names)):
            yield Line(number, text, line.event, line.taken_back, heading)


def heading_now(play: Play) -> str:
    """What stands over whatever happens next."""
    headings = Headings(play.system.words)
    for line in play.lines:
        headings.over(line.event, taken_back=line.taken_back)
    return headings.next(play.fight.round)


class Teller:
    """Tells each line once."""

    def __init__(self) -> None:
        self._told = 0
        self._heading = ""
        self.defaults: list[str] = []
        """The rulings since the last `new` that were left at their default, in words."""

    def skip(self, play: Play, leave: int = 0) -> None:
        """Passes over what is in the log already, but for its last lines."""
        self._told = max(0, len(play.lines) - leave)

    def new(self, play: Play, seat: Seat) -> Iterator[tuple[str, Line]]:
        """Each new line with the heading that it begins ("" if it goes on under the last one).

        Rulings that were left to the book are not told one by one; `otherwise` lists them.
        """
        since, self._told = self._told, len(play.lines)
        names = names_of(play.fight)
        self.defaults = []
        new: list[tuple[dict[str, Any], Line]] = []
        for line in lines(play, seat, since):
            data = seen_by(line.event, seat)
            assert data is not None
            if line.event.code == "ruled-by-default":
                if not line.taken_back:
                    self.defaults.append(ruling_text(play.system, data, names))
            elif line.event.code == "took-back" or not line.taken_back:
                new.append((data, line))
        for data, line in joined(play.system, new):
            if line.event.code == "took-back":
                yield "", line
                continue
            line.text = sentence(play.system, data, names)
            yield ("" if line.heading == self._heading else line.heading), line
            self._heading = line.heading
