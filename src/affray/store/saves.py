"""One fight as one JSON file: written whole, and read back with nothing taken on trust."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator
from sqlalchemy import Connection, RowMapping, select

from affray.kernel.bounds import out_of_bounds
from affray.kernel.event import Event
from affray.kernel.fight import RESULTS, Fight
from affray.kernel.question import Refused
from affray.kernel.rulebook import FaultyText, HouseRules
from affray.kernel.system import Setup, System
from affray.kernel.telling import sentence
from affray.kernel.validation import place_of
from affray.kernel.words import names_of
from affray.registry import BrokenSystem, UnknownSystem
from affray.store import parties, rows, schema
from affray.store.errors import StoreError
from affray.tables.kept import Change, Latest, Mark, Recalled, Row, chained, fingerprint, in_force
from affray.tables.play import Play

KIND = "fight"
FORMAT = 1
WHERE = "the save"

LARGEST_SAVE = 64 * 1024 * 1024
"""Bytes, or letters, of a save that is still read."""
_MOST_ROWS = 200_000
_DEEPEST = 40
_LARGEST_NUMBER = 2**63 - 1

Count = Annotated[int, Field(ge=0, le=_LARGEST_NUMBER, strict=True)]
Words = Annotated[str, Field(max_length=10_000)]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Event(_Model):
    code: Words
    rule: Words
    also: list[Words] = []
    round: Count
    step: Count
    fields: dict[str, Any]
    secret: dict[str, Any] = {}
    unseen: list[Words] = []
    audience: Literal["all", "gm"] = "all"


class _Row(_Model):
    at: Annotated[str, Field(max_length=40)]
    entry: dict[str, Any] | None
    struck: Count
    note: _Event | None
    events: list[_Event]

    @field_validator("at")
    @classmethod
    def _is_a_time(cls, at: str) -> str:
        datetime.fromisoformat(at)
        return at


class _Step(_Model):
    entries: Count
    events: Count
    told: list[Any]
    version: Count
    state: dict[str, Any] | None


class _Setup(_Model):
    model_config = ConfigDict(
        extra="forbid", alias_generator=lambda name: name.replace("_", "-"), populate_by_name=True
    )
    system: Words
    title: Words
    about: Words = ""
    roster: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=1000)]
    scene: dict[str, Any]
    house_rules: dict[str, Any]
    max_rounds: Annotated[int, Field(ge=1, le=1_000_000, strict=True)]


class _Save(_Model):
    affray: Words
    format: Count
    system: Words
    title: Words
    rulebook: Words
    begun: Annotated[str, Field(max_length=40)]
    secret: Annotated[str, Field(max_length=1000, pattern="^([0-9a-f]{2})*$")]
    setup: _Setup
    rows: Annotated[list[_Row], Field(min_length=1, max_length=_MOST_ROWS)]
    steps: Annotated[list[_Step], Field(min_length=1, max_length=_MOST_ROWS)]


def exported(connection: Connection, row: RowMapping) -> dict[str, Any]:
    """The fight of the row as plain data."""
    entries, steps, snapshots = schema.entries, schema.steps, schema.snapshots
    log = connection.execute(
        select(entries.c.at, entries.c.row)
        .where(entries.c.fight == row["id"])
        .order_by(entries.c.number)
    )
    boundaries = connection.execute(
        select(steps, snapshots.c.version, snapshots.c.state)
        .outerjoin(
            snapshots,
            (snapshots.c.fight == steps.c.fight) & (snapshots.c.step == steps.c.number),
        )
        .where(steps.c.fight == row["id"])
        .order_by(steps.c.number)
    )
    return {
        "affray": KIND,
        "format": FORMAT,
        "system": row["system"],
        "title": row["title"],
        "rulebook": row["rulebook"],
        "begun": row["begun"],
        "secret": row["secret"],
        "setup": row["setup"],
        "rows": [{"at": at, **data} for at, data in log],
        "steps": [
            {
                "entries": step["entries"],
                "events": step["events"],
                "told": step["told"],
                "version": step["version"] or 0,
                "state": step["state"],
            }
            for step in boundaries.mappings()
        ],
    }


@dataclass(slots=True)
class Save:
    """A save that was read and found whole."""

    system: System[Any]
    setup: Setup
    secret: bytes
    title: str
    begun: str
    times: list[str]
    change: Change

    def write(self, connection: Connection) -> int:
        """Writes it down as a new fight with a new party; returns its number."""
        members = parties.heroes_of(self.setup)
        name = ", ".join(str(block.get("name", "")) for block in members)
        party = parties.begin(connection, self.system, name, members, self.begun)
        fight = rows.insert_fight(
            connection,
            self.system,
            self.setup,
            self.secret,
            title=self.title,
            party=party,
            begun=self.begun,
        )
        rows.append(connection, self.system, fight, self.change, self.times)
        before = {"result": None, "closed": False}
        if parties.turning(before, self.change.fight):
            (record,) = parties.read(connection, party)
            after = parties.after(
                self.system, before, self.change.fight, record, fight, self.times[-1]
            )
            for line in after:
                parties.add(connection, party, line)
        return fight


def read(data: str | bytes | Mapping[str, Any], find_system: Callable[[str], System[Any]]) -> Save:
    """What a save holds. Raises `StoreError`, with the place, on anything that is not one."""
    plain = _parsed(data) if isinstance(data, (str, bytes)) else data
    if not isinstance(plain, Mapping) or plain.get("affray") != KIND:
        raise StoreError(WHERE, "it is no fight of affray.", "Choose what `affray export` wrote.")
    version = plain.get("format")
    if isinstance(version, int) and version > FORMAT:
        raise StoreError(
            WHERE,
            f"a newer affray has written it (format {version}; this one reads {FORMAT}).",
            "Upgrade affray and import it then.",
        )
    if not isinstance(version, int) or version != FORMAT:
        raise _damaged(f"format: {version!r} is no format of a save")
    _check_bounds(plain)
    try:
        model = _Save.model_validate(plain)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = place_of("", first["loc"], first["type"], plain).lstrip(".")
        raise _damaged(f"{place or 'the whole'}: {first['msg']}") from error
    try:
        system = find_system(model.system)
    except (UnknownSystem, BrokenSystem) as error:
        raise StoreError(
            WHERE, f"its system cannot be used. {error}", "Install the package that brings it."
        ) from error
    return _checked(system, model)


def _parsed(data: str | bytes) -> Any:
    if len(data) > LARGEST_SAVE:
        raise StoreError(
            WHERE, "it is too large.", f"Saves of up to {LARGEST_SAVE >> 20} MiB are read."
        )
    try:
        text = data.decode("utf-8-sig") if isinstance(data, bytes) else data
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise StoreError(
            WHERE,
            f"line {error.lineno}, column {error.colno}: it is no JSON, or was cut short.",
            "Export the fight again, or fetch the file again.",
        ) from error
    except (ValueError, RecursionError) as error:
        raise _damaged("it is no text, nests too deeply or holds absurd numbers") from error


def _no_number(text: str) -> float:
    raise ValueError(text)


def _damaged(what: str) -> StoreError:
    return StoreError(WHERE, f"{what}.", "The file was damaged or changed; export the fight again.")


def _check_bounds(data: Any) -> None:
    """Whatever is in there, texts and numbers fit the database and nothing nests without end."""
    waiting: list[tuple[Any, int]] = [(data, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > _DEEPEST:
            raise _damaged("it nests too deeply")
        if isinstance(value, int) and abs(value) > _LARGEST_NUMBER:
            raise _damaged("it holds a number that is out of bounds")
        if isinstance(value, str) and not _is_writable(value):
            raise _damaged("it holds half a character (a lone surrogate)")
        if isinstance(value, Mapping):
            waiting += [(inner, depth + 1) for pair in value.items() for inner in pair]
        elif isinstance(value, list):
            waiting += [(inner, depth + 1) for inner in value]


def _is_writable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _checked(system: System[Any], model: _Save) -> Save:
    """The save as typed values, once it holds together and opens."""
    setup = _setup(system, model)
    log = []
    for number, each in enumerate(model.rows):
        data = each.model_dump(exclude={"at"})
        try:
            log.append(Row.load(data))
        except Refused as refused:
            raise _damaged(f"rows[{number + 1}]: {refused.why}") from refused
        if (each.entry is None) != (number == 0):
            raise _damaged(f"rows[{number + 1}]: it has no place there")
    try:
        return _opened(system, setup, model, log)
    except StoreError:
        raise
    except Exception as error:  # a state or log that was tampered with may break rules anywhere
        raise StoreError(
            WHERE,
            f"{system.name} as it is installed cannot open it ({type(error).__name__}: {error}).",
            "Import it with the affray that wrote it, or export it again.",
        ) from error


def _setup(system: System[Any], model: _Save) -> Setup:
    """The setup, each of its blocks as good as one from an encounter."""
    setup = Setup.load(model.setup.model_dump(by_alias=True))
    if setup.system != system.name:
        raise _damaged(f"setup.system: {setup.system!r} is not {system.name!r}")
    place = "setup"
    seen: set[str] = set()
    try:
        house = HouseRules(system.rulebook).with_table(setup.house_rules, WHERE)
        for number, block in enumerate(setup.roster, 1):
            place = f"setup.roster[{number}]"
            known = all(isinstance(block.get(key), str) for key in ("id", "name", "side"))
            if not known or block["id"] in seen or block["side"] not in ("heroes", "foes"):
                raise _damaged(f"{place}: id, name or side are missing or taken")
            seen.add(block["id"])
            kind = block.get("kind", "hero" if block["side"] == "heroes" else "foe")
            if kind not in ("hero", "ally", "foe"):
                raise _damaged(f"{place}.kind: {str(kind)[:60]!r} is none")
            system.check_block(kind, dict(block), house)
        place = "setup.scene"
        system.check_scene(dict(setup.scene), setup)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _damaged(f"{place}: {first['msg']}") from error
    except FaultyText as error:
        raise _damaged(f"{place}: {error.faults[0]}") from error
    return setup


def _opened(system: System[Any], setup: Setup, model: _Save, log: list[Row]) -> Save:
    force, _ = in_force(log)
    start = json.loads(json.dumps(system.dump(system.start(setup))))
    marks = []
    for number, step in enumerate(model.steps):
        mark = Mark.load(number, step.model_dump(), system, setup)
        if mark.state is not None:
            again = json.loads(json.dumps(system.dump(mark.state)))
            is_as_written = step.version != system.version or again == step.state
            if not (is_as_written and _is_alike(again, start) and _has_a_result(mark.state)):
                raise _damaged(f"steps[{number + 1}].state: it is no state of {system.name}")
        marks.append(mark)
    events = _events_in_force(log)
    last = marks[-1]
    for before, mark in pairwise(marks):
        if mark.entries < before.entries or mark.events < before.events:
            raise _damaged(f"steps[{mark.number + 1}]: it lies before the step before it")
    if (
        marks[0].state is None
        or last.state is None
        or (marks[0].entries, marks[0].events) != (0, 0)
        or last.entries > len(force)
        or last.events > len(events)
    ):
        raise _damaged("steps: they do not fit the rows")
    secret = bytes.fromhex(model.secret)
    digest = hashlib.sha256(secret).digest()
    for entry in force[: last.entries]:
        digest = chained(digest, entry)
    open_entries, open_events = force[last.entries :], events[last.events :]
    latest = Latest(len(log), last, digest, open_entries, fingerprint(open_events))
    play = Play.opened(system, setup, secret, latest, Recalled(list(log), list(marks)))
    _check_events(system, play.fight, log)
    times = [row.at for row in model.rows]
    change = Change(0, log, 0, marks, open_entries, digest, open_events, play.fight)
    return Save(system, setup, secret, model.title[:200] or "A fight", model.begun, times, change)


def _check_events(system: System[Any], fight: Fight[Any], log: list[Row]) -> None:
    """Every event holds what the pages can show: fields within bounds, with which it can be told
    to the GM and, as far as it is open, to everybody."""
    names = names_of(fight)
    for row_number, row in enumerate(log, 1):
        noted = [row.note] if row.note is not None else []
        for number, event in enumerate([*noted, *row.events], 1):
            place = f"rows[{row_number}], event {number} ({event.code[:60]})"
            for fault in out_of_bounds({"fields": event.fields, "secret": event.secret}, place):
                raise _damaged(f"{fault.place}: {fault.fault}")
            for data in (event.dump(), event.public()):
                if data is None:
                    continue
                try:
                    sentence(system, data, names)
                except Exception as error:  # a template stumbles over fields that are not its own
                    told = f"it cannot be told ({type(error).__name__}: {str(error)[:60]})"
                    raise _damaged(f"{place}: {told}") from error


def _has_a_result(fight: Fight[Any]) -> bool:
    return fight.result is None or fight.result in RESULTS


def _is_alike(data: Any, model: Any) -> bool:
    """Whether plain data has numbers, texts and lists where the model has them."""
    if data is None or model is None:
        return True
    if isinstance(data, dict) and isinstance(model, dict):
        return all(_is_alike(data[name], model[name]) for name in data if name in model)
    if isinstance(data, list) and isinstance(model, list):
        return all(map(_is_alike, data, model))
    return type(data) is type(model)


def _events_in_force(log: list[Row]) -> list[Event]:
    """The events in force; raises if a row takes back more than there is."""
    events: list[Event] = []
    for number, row in enumerate(log, 1):
        if row.struck > len(events):
            raise _damaged(f"rows[{number}].struck: there are fewer lines than that")
        del events[len(events) - row.struck :]
        events += row.events
    return events
