"""`affray play`: a whole fight, told round by round."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from affray.cli.console import say, say_json, table, wrapped
from affray.cli.faults import InputFault
from affray.cli.find import Encounter, encounter
from affray.cli.why import Why
from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.words import event_text, names_of
from affray.simulate.chance import generator
from affray.simulate.running import SIDES, Job, policies_for, run_fight


def play(
    name: str | None,
    *,
    is_told: bool,
    pauses: bool,
    seed: int,
    fight: int | None,
    policies: Mapping[str, str],
    why: bool,
    as_json: bool,
) -> None:
    """Plays the encounter of that name (None: the demo) by policies and tells it.

    `fight` tells that fight of a simulation instead, with the same draws.
    """
    if not is_told and fight is None:
        raise InputFault(
            "Nobody can take a seat at this table yet: policies play all sides.",
            "Add --auto to have the whole fight told, or --step to go through it round by round.",
            code=2,
        )
    found = encounter(name)
    names = policies_for(found.system, policies)
    if fight is None:
        state, events = _played(found, names, seed)
    else:
        start = found.system.start(found.setup)
        state, ran = run_fight(
            found.system, start, Job(found.setup, seed, names), fight, recording=True
        )
        events = ran.events
    if as_json:
        for event in events:
            say_json(event.dump(), indent=None)
        return
    _tell(found, state, events, pauses=pauses, why=Why(state.house) if why else None)


def _played(
    found: Encounter, names: Mapping[str, str], seed: int
) -> tuple[Fight[Any], list[Event]]:
    """Plays to the end, every die rolled and every question answered as at a table."""
    from affray.tables.play import Play

    heroes, gm = (
        found.system.policy(names[side], side, generator(seed, 0, side)) for side in SIDES
    )
    play = Play(found.system, found.setup, secret=f"seed {seed}".encode())
    play.drive(heroes, gm)
    return play.fight, play.events


def _tell(
    found: Encounter,
    fight: Fight[Any],
    events: Sequence[Event],
    *,
    pauses: bool,
    why: Why | None,
) -> None:
    setup, names = found.setup, names_of(fight)
    say(f"{setup.title} ({found.system.title})")
    for line in wrapped(setup.about) if setup.about else ():
        say(line)
    say()
    for side in ("heroes", "foes"):
        members = [c.name for c in fight.combatants.values() if c.side == side]
        for line in wrapped(f"The {side}: {', '.join(members)}."):
            say(line)
    is_interactive = pauses and sys.stdin.isatty() and sys.stdout.isatty()
    heading = ""
    for event, title in zip(events, _headings(events), strict=True):
        if event.audience != "all" and why is None:
            continue
        if title != heading:
            if heading and is_interactive:
                _wait()
            say()
            say(title)
            heading = title
        for number, line in enumerate(wrapped(_sentence(found, event, names), "    ")):
            say(line if number else f"  {line[4:]}")
        if why is not None:
            for line in why.lines(event.rules, "      "):
                say(line)
    say()
    _last_look(found, fight)


def _headings(events: Sequence[Event]) -> Iterable[str]:
    """The part of the story that each event belongs to."""
    is_over = False
    for event in events:
        if is_over:
            yield "After the fight"
        else:
            yield f"Round {event.round}" if event.round else "Before the first round"
        is_over = is_over or event.code == "fight-over"


def _sentence(found: Encounter, event: Event, names: Mapping[str, str]) -> str:
    if event.code == "ruled-by-default" and event.code not in found.system.words.events:
        ruling = " ".join(str(names.get(part, part)) for part in event.fields["ruling"])
        return f"(The GM leaves it at what the book suggests: {ruling}.)"
    return event_text(found.system.words, event.dump(), names)


def _last_look(found: Encounter, fight: Fight[Any]) -> None:
    """How everybody stands at the end."""
    rows = []
    for sheet in found.system.sheets(fight):
        tracks = ", ".join(f"{track.name} {track.value} of {track.high}" for track in sheet.tracks)
        rows.append((sheet.name, sheet.state, tracks))
    for line in table(rows):
        say(f"  {line}")


def _wait() -> None:
    sys.stdout.write("\n[Enter] for the next round ")
    sys.stdout.flush()
    if not sys.stdin.readline():  # the end of the input: nobody is there any more
        raise KeyboardInterrupt
