"""`affray play`: a fight told, played by people at this terminal, or by a bot at a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.cli.console import say, say_json, table, wrapped
from affray.cli.faults import InputFault
from affray.cli.find import Encounter, encounter
from affray.cli.why import Why
from affray.kernel.event import Event
from affray.kernel.fight import Fight
from affray.kernel.telling import Headings, joined, says_heading, sentence
from affray.kernel.words import names_of
from affray.simulate.chance import generator
from affray.simulate.running import SIDES, Job, policies_for, run_fight

if TYPE_CHECKING:
    from affray.kernel.policy import Policy
    from affray.kernel.system import System
    from affray.protocol.kept import Kept
    from affray.store import FightRecord, Store


@dataclass(slots=True)
class Wanted:
    """What the command line asks for.

    `name` is the encounter, or with `resume` the number of a saved fight (None: the latest that
    is not over); `seats` has a policy or "person" for each side that was named.
    """

    name: str | None = None
    resume: bool = False
    party: int | None = None
    seats: Mapping[str, str] = field(default_factory=dict)
    players_only: bool = False
    seed: int | None = None
    no_save: bool = False
    audience: str = "heroes"
    may_go_on: bool = False
    """Whether to ask, with nothing named, for going on with a fight that is not over."""


# ---- people and bots ----


def sit_down(wanted: Wanted) -> int:
    """Seats people at this terminal until the fight is over or they leave; the exit code."""
    from affray.cli.seat.chances import Foresight
    from affray.cli.seat.sitting import Sitting
    from affray.protocol.chairs import policy_of, seated

    if wanted.may_go_on and not wanted.no_save and sys.stdin.isatty():
        on = _perhaps_on(wanted)
        if on is None:
            return 0
        wanted = on
    with _kept(wanted) as (kept, number, where):
        system = kept.play.system
        chairs = seated(system, {"heroes": "person"} | dict(wanted.seats), _policy)
        first = system.policy_names[0]
        foresight = Foresight(policy_of(system, "heroes", first), policy_of(system, "gm", first))
        sitting = Sitting(
            kept,
            chairs,
            foresight,
            saved=number,
            where=where,
            players_only=wanted.players_only,
            find=_policy,
        )
        return sitting.run(resumed=wanted.resume)


def _perhaps_on(wanted: Wanted) -> Wanted | None:
    """Asks whether to go on with the latest fight that is not over, if there is one; None if
    whoever was asked leaves."""
    from affray.cli.seat.screen import Left, Screen
    from affray.store import open_store
    from affray.store.place import place

    if not Path(place()).exists():
        return wanted
    with open_store() as store:
        latest = _latest(store)
    if latest is None:
        return wanted
    screen = Screen()
    stands = f"round {latest.round}" if latest.round else "not begun"
    screen.say(f"Fight {latest.id}, {latest.title} ({stands}), is not over.")
    while True:
        try:
            given = screen.ask("Enter goes on with it, n begins a new fight: ").lower()
        except Left:
            return None
        if given in ("", "y", "yes", "on", "go on", str(latest.id)):
            return replace(wanted, name=str(latest.id), resume=True)
        if given in ("n", "no", "new"):
            return wanted
        if given in ("quit", "exit", "q"):
            return None


def converse(wanted: Wanted) -> int:
    """Plays with a bot by lines of JSON on standard input and output; the exit code."""
    from affray.protocol.lines import converse as run_lines

    with _kept(wanted) as (kept, number, _):
        return run_lines(
            kept,
            audience=wanted.audience,
            seats=wanted.seats,
            fight=number,
            given=sys.stdin.buffer,
            told=sys.stdout.buffer,
            find=_policy,
        )


@contextmanager
def _kept(wanted: Wanted) -> Iterator[tuple[Kept, int | None, str]]:
    """The fight to be played, the number it is saved under and where, if it is saved."""
    if wanted.no_save:
        from affray.protocol.kept import InMemory
        from affray.tables.play import Play

        if wanted.resume or wanted.party is not None:
            raise InputFault(
                "Only a saved fight can be gone on with.", "Leave out --no-save.", code=2
            )
        found = encounter(wanted.name)
        yield InMemory(Play(found.system, found.setup, secret=_secret(wanted) or _any())), None, ""
        return
    from affray.store import open_store
    from affray.store.place import place

    # Before the store is opened: a mistake in the encounter is told without making a database.
    begun = None if wanted.resume else encounter(wanted.name)
    with open_store() as store:
        if begun is None:
            number = _to_resume(store, wanted.name)
            stored = store.open(number)
        else:
            party = None if wanted.party is None else _party(store, wanted.party, begun.system)
            stored = store.begin(begun.system, begun.setup, party=party, secret=_secret(wanted))
        yield stored, stored.id, str(place())


def _policy(system: System[Any], side: str, name: str) -> Policy:
    """A policy by its name, or the doctrine in a file. Raises `Refused`, `InputFault`."""
    from affray.protocol.chairs import policy_of

    if not name.endswith(".toml"):
        return policy_of(system, side, name)
    from affray.cli.find import doctrine

    found = doctrine(Path(name))
    if (found.system, found.side) != (system.name, side):
        raise InputFault(
            f"{name} is a doctrine for {found.side} of {found.system}.",
            f"Name one for {side} of {system.name}.",
        )
    return found.policy(system, generator(1, 0, side))


def _secret(wanted: Wanted) -> bytes | None:
    return None if wanted.seed is None else f"seed {wanted.seed}".encode()


def _any() -> bytes:
    from secrets import token_bytes

    return token_bytes(16)


def _to_resume(store: Store, name: str | None) -> int:
    if name is not None:
        if not (name.isascii() and name.isdigit() and len(name) < 10):
            raise InputFault(
                f"{name[:60]!r} is no number of a fight.", "`affray fights` lists them.", code=2
            )
        return int(name)
    latest = _latest(store)
    if latest is None:
        raise InputFault("No saved fight waits to be gone on with.", "`affray play` begins one.")
    return latest.id


def _latest(store: Store) -> FightRecord | None:
    """The fight that was played last of those that are not over."""
    found = [fight for fight in store.fights() if not fight.is_closed]
    return max(found, key=lambda fight: (fight.touched, fight.id), default=None)


def _party(store: Store, number: int, system: System[Any]) -> int:
    record = store.fight(number)
    if record.system != system.name:
        raise InputFault(
            f"Fight {number} is of the system {record.system}, the encounter of {system.name}.",
            "Name an encounter of the same system.",
        )
    return record.party


# ---- telling ----


def play(
    name: str | None,
    *,
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
        for line in wrapped(f"The {side}: {', '.join(members)}.") if members else ():
            say(line)
    is_interactive = pauses and sys.stdin.isatty() and sys.stdout.isatty()
    heading, headings = "", Headings(found.system.words)
    shown = [
        (event.dump(), (event, headings.over(event)))
        for event in events
        if event.audience == "all" or why is not None
    ]
    for data, (event, title) in joined(found.system, shown):
        if title != heading:
            if heading and is_interactive:
                _wait()
            say()
            say(title)
            heading = title
        said = sentence(found.system, data, names)
        if said and not says_heading(said, title):
            for number, line in enumerate(wrapped(said, "    ")):
                say(line if number else f"  {line[4:]}")
        if why is not None:
            for line in why.lines(event.rules, "      "):
                say(line)
    say()
    _last_look(found, fight)


def _last_look(found: Encounter, fight: Fight[Any]) -> None:
    """How everybody stands at the end."""
    rows = []
    for sheet in found.system.sheets(fight):
        tracks = ", ".join(f"{track.name} {track.value} of {track.high}" for track in sheet.tracks)
        rows.append((sheet.name, sheet.state, tracks))
    for line in table(rows):
        say(f"  {line}")


def _wait() -> None:
    sys.stdout.write("\n[Enter] goes on ")
    sys.stdout.flush()
    if not sys.stdin.readline():  # the end of the input: nobody is there any more
        raise KeyboardInterrupt
