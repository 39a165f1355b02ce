"""The combatants and the order of the round, as lines that read well aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.sheet import Sheet, Track
from affray.kernel.system import System
from affray.kernel.view import Seat, seat_sheet
from affray.kernel.words import names_of

BAR = 10


def sheets_for(system: System[Any], fight: Fight[Any], seat: Seat) -> list[Sheet]:
    """The cards as the seat may see them."""
    cut = (seat_sheet(fight, sheet, seat) for sheet in system.sheets(fight))
    return [sheet for sheet in cut if sheet is not None]


def track_text(track: Track, *, with_bar: bool = False) -> str:
    """`health 7/10`, with a bar of plain characters if wanted; the word alone if the number is
    not to be seen."""
    if track.high == track.low:
        return track.word or f"{track.name} {track.value}"
    text = f"{track.name} {track.value}/{track.high}"
    if with_bar and track.high > 0:
        full = round(min(max(track.value / track.high, 0.0), 1.0) * BAR)
        if track.value > 0:
            full = max(full, 1)
        text += f" [{'=' * full}{' ' * (BAR - full)}]"
    return text


def short_line(sheet: Sheet, *, with_bar: bool = False) -> str:
    """One combatant in a line: name, tracks, tags, and the state unless it is up."""
    parts = [track_text(track, with_bar=with_bar) for track in sheet.tracks]
    if sheet.state != "up":
        parts.insert(0, sheet.state)
    parts += [tag.name for tag in sheet.tags]
    return f"{sheet.name}: {', '.join(parts)}" if parts else f"{sheet.name}: no numbers to see"


def short_lines(
    system: System[Any], fight: Fight[Any], seat: Seat, *, with_bar: bool
) -> Iterator[tuple[str, list[str]]]:
    """Each side with a line for everybody who is up, and one for all others."""
    sheets = sheets_for(system, fight, seat)
    for side in ("heroes", "foes"):
        here = [sheet for sheet in sheets if sheet.side == side]
        if not here:
            continue
        found = [short_line(s, with_bar=with_bar) for s in here if s.state == "up"]
        # A hero who is down can still be helped, and is worth a line.
        out = [s for s in here if s.state != "up"]
        found += [short_line(s, with_bar=with_bar) for s in out if side == "heroes"]
        gone = [f"{s.name} ({s.state})" for s in out if side != "heroes"]
        if gone:
            found.append(f"Out of it: {', '.join(gone)}")
        yield side, found


def card(sheet: Sheet) -> Iterator[str]:
    """A whole card."""
    yield f"{sheet.name} ({sheet.who}), {sheet.kind}: {sheet.state}"
    for track in sheet.tracks:
        word = f", {track.word}" if track.word and track.high != track.low else ""
        yield f"  {track_text(track, with_bar=True)}{word}"
    for tag in sheet.tags:
        until = f", until: {tag.until}" if tag.until else ""
        yield f"  {tag.name}{until} ({tag.rule})"
    for line in sheet.lines:
        yield f"  {line.label}: {line.text}"


def order_lines(system: System[Any], fight: Fight[Any], seat: Seat) -> Iterator[str]:
    """The order of the round: who is done, who acts, who is still to come."""
    names = names_of(fight)
    words = {"done": "done", "acting": "acting now", "waiting": "still to come"}
    order = system.order(fight)
    for slot in order.slots:
        who = [w for w in slot.who if seat.is_gm or not fight.is_hidden(w)]
        if slot.who and not who:
            continue
        listed = ", ".join(names.get(w, w) for w in who)
        label = slot.label or listed
        choice = f" ({' or '.join(names.get(w, w) for w in who)})" if len(who) > 1 else ""
        if label == listed or len(who) > 6:
            choice = ""
        yield f"{label}{choice}: {words.get(slot.state, slot.state)}"
