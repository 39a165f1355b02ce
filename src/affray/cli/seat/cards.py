"""The combatants and the order of the round, as lines that read well aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.sheet import Sheet, Track
from affray.kernel.system import System
from affray.kernel.view import Seat, seat_sheet
from affray.kernel.words import listed, names_of

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
    return f"{sheet.name}: {_numbers(sheet, with_bar=with_bar)}"


def _numbers(sheet: Sheet, *, with_bar: bool) -> str:
    parts = [track_text(track, with_bar=with_bar) for track in sheet.tracks]
    if sheet.state != "up":
        parts.insert(0, sheet.state)
    parts += tag_texts(sheet)
    return ", ".join(parts) or "no numbers to see"


def tag_texts(sheet: Sheet) -> list[str]:
    """What holds of somebody; of two that are called alike each says until when."""
    names = [tag.name for tag in sheet.tags]
    return [
        f"{tag.name} ({tag.until})" if tag.until and names.count(tag.name) > 1 else tag.name
        for tag in sheet.tags
    ]


def hint(sheet: Sheet, asker: Sheet | None = None) -> str:
    """What one decides by, of somebody that an option names: state, first track, what holds, and
    which lines of the asker's card name them (`near`)."""
    parts = [] if sheet.state == "up" else [sheet.state]
    parts += [track_text(track) for track in sheet.tracks[:1]]
    parts += tag_texts(sheet)
    for line in asker.lines if asker is not None else ():
        if sheet.name in line.text.split(", "):
            parts.append(line.label)
    return ", ".join(parts)


def short_lines(
    system: System[Any], fight: Fight[Any], seat: Seat, *, with_bar: bool
) -> Iterator[tuple[str, list[str]]]:
    """Each side with a line for everybody who is up, and one for all others; those who stand alike
    share a line."""
    sheets = sheets_for(system, fight, seat)
    for side in ("heroes", "foes"):
        here = [sheet for sheet in sheets if sheet.side == side]
        if not here:
            continue
        out = [s for s in here if s.state != "up"]
        # A hero who is down can still be helped, and is worth a line.
        shown = [s for s in here if s.state == "up"] + (out if side == "heroes" else [])
        found = _alike((s.name, _numbers(s, with_bar=with_bar)) for s in shown)
        if out and side != "heroes":
            gone = _alike(((s.name, s.state) for s in out), "{} ({})")
            found.append(f"Out of it: {', '.join(gone)}")
        yield side, found


def shared(system: System[Any], fight: Fight[Any]) -> str:
    """The counters of the fight as a whole in a line; nothing where it has none."""
    told = []
    for track in system.counters(fight):
        most = f" of {track.high}" if track.high > track.low else ""
        word = f", {track.word}" if track.word else ""
        told.append(f"{track.name} {track.value}{most}{word}")
    return "; ".join(told)


def _alike(told: Iterable[tuple[str, str]], form: str = "{}: {}") -> list[str]:
    """A text for each that is said of somebody, with all those of whom it is said."""
    found: dict[str, list[str]] = {}
    for name, text in told:
        found.setdefault(text, []).append(name)
    return [form.format(listed(names), text) for text, names in found.items()]


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
    told: dict[str, int] = {}
    for slot in system.order(fight).slots:
        who = [w for w in slot.who if seat.is_gm or not fight.is_hidden(w)]
        if slot.who and not who:
            continue
        listed = ", ".join(names.get(w, w) for w in who)
        label = slot.label or listed
        choice = f" ({' or '.join(names.get(w, w) for w in who)})" if len(who) > 1 else ""
        if label == listed or len(who) > 6:
            choice = ""
        text = f"{label}{choice}: {words.get(slot.state, slot.state)}"
        told[text] = told.get(text, 0) + 1
    for text, count in told.items():
        yield text if count == 1 else f"{text}, {count} times"
