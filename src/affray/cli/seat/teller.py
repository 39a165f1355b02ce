"""What has happened since somebody last looked, as sentences for the seat that looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from affray.kernel.event import Event
from affray.kernel.telling import joined, ruling_text, sentence
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


def seen_by(event: Event, seat: Seat) -> dict[str, Any] | None:
    """The event as the seat gets it, None if it is not for it."""
    return event.dump() if seat.is_gm else event.public()


def lines(play: Play, seat: Seat, since: int = 0) -> Iterator[Line]:
    """The lines after the first `since` of the log that the seat may read."""
    names = names_of(play.fight)
    for number, line in enumerate(play.lines[since:], since + 1):
        data = seen_by(line.event, seat)
        if data is not None and (text := sentence(play.system, data, names)):
            yield Line(number, text, line.event, line.taken_back)


class Teller:
    """Tells each line once."""

    def __init__(self) -> None:
        self._told = 0
        self._heading = ""
        self._is_over = False
        self.defaults: list[str] = []
        """The rulings since the last `new` that were left at their default, in words."""

    def skip(self, play: Play, leave: int = 0) -> None:
        """Passes over what is in the log already, but for its last lines."""
        self._told = max(0, len(play.lines) - leave)
        before = play.lines[: self._told]
        self._is_over = any(
            line.event.code == "fight-over" and not line.taken_back for line in before
        )

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
            event = line.event
            if event.code == "took-back":
                self._is_over = play.fight.result is not None
                yield "", line
                continue
            line.text = sentence(play.system, data, names)
            heading = f"Round {event.round}" if event.round else "Before the first round"
            if self._is_over:
                heading = "Afterwards"
            self._is_over = self._is_over or event.code == "fight-over"
            yield ("" if heading == self._heading else heading), line
            self._heading = heading
