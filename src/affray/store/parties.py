"""Parties: the heroes' blocks from fight to fight, each change a line of their history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, func, insert, select

from affray.kernel.fight import Fight
from affray.kernel.naming import folded
from affray.kernel.system import Setup, System
from affray.store import schema
from affray.store.errors import StoreError
from affray.store.records import PartyEntry, PartyRecord


def begin(
    connection: Connection,
    system: System[Any],
    name: str,
    heroes: list[dict[str, Any]],
    at: str,
) -> int:
    """A new party; returns its number."""
    statement = insert(schema.parties).values(system=system.name, name=name, begun=at)
    party = int(connection.execute(statement.returning(schema.parties.c.id)).scalar_one())
    add(connection, party, PartyEntry(at, "met", None, None, heroes))
    return party


def add(connection: Connection, party: int, entry: PartyEntry) -> None:
    """A new line of the party's history."""
    table = schema.history
    last = connection.execute(
        select(func.max(table.c.number)).where(table.c.party == party)
    ).scalar()
    connection.execute(
        insert(table).values(
            party=party,
            number=0 if last is None else last + 1,
            at=entry.at,
            kind=entry.kind,
            fight=entry.fight,
            result=entry.result,
            heroes=entry.heroes,
        )
    )


def read(connection: Connection, only: int | None = None) -> list[PartyRecord]:
    """The parties with their histories, or the one of that number."""
    parties, history = schema.parties, schema.history
    found = select(parties).order_by(parties.c.id)
    lines = select(history).order_by(history.c.party, history.c.number)
    if only is not None:
        found = found.where(parties.c.id == only)
        lines = lines.where(history.c.party == only)
    records = {
        row["id"]: PartyRecord(row["id"], row["system"], row["name"], row["begun"])
        for row in connection.execute(found).mappings()
    }
    for row in connection.execute(lines).mappings():
        entry = PartyEntry(row["at"], row["kind"], row["fight"], row["result"], row["heroes"])
        records[row["party"]].history.append(entry)
    return list(records.values())


def heroes_of(setup: Setup) -> list[dict[str, Any]]:
    """The blocks of the heroes of a fight."""
    return [block for block in setup.roster if block.get("kind") == "hero"] or [
        block for block in setup.roster if block.get("side") == "heroes" and "kind" not in block
    ]


def with_party(system: System[Any], setup: Setup, party: PartyRecord, where: str) -> Setup:
    """The fight with the party in place of its own heroes. Raises `StoreError`."""
    if party.system != system.name:
        raise StoreError(
            where,
            f"party {party.id} plays {party.system}, and this fight is one of {system.name}.",
            f"Choose a fight of {party.system}.",
        )
    if not party.heroes:
        raise StoreError(
            where, f"nobody of party {party.id} is left.", "Begin the fight with its own heroes."
        )
    own = heroes_of(setup)
    others = [block for block in setup.roster if block not in own]
    taken = {block["id"] for block in party.heroes}
    names = {folded(block["name"]) for block in party.heroes}
    for block in others:
        if block["id"] in taken or folded(block["name"]) in names:
            raise StoreError(
                where,
                f"{block['name']} is in the party and among the others of this fight.",
                "Give the other one another name and id in the encounter.",
            )
    joined = replace(setup, roster=[*party.heroes, *others])
    from pydantic import ValidationError

    try:
        joined.scene = system.check_scene(dict(setup.scene), joined)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise StoreError(
            where,
            f"{setup.title} does not fit party {party.id}: {first['msg']}.",
            "Take what names its own heroes out of its [scene], or begin it with those.",
        ) from error
    return joined


def turning(before: Mapping[str, Any], fight: Fight[Any]) -> bool:
    """Whether the change from `before` (its `result` and `closed`) concerns the party."""
    return (before["result"] is None) != (fight.result is None) or (
        bool(before["closed"]) != fight.closed
    )


def after(
    system: System[Any],
    before: Mapping[str, Any],
    fight: Fight[Any],
    party: PartyRecord,
    number: int,
    at: str,
) -> list[PartyEntry]:
    """What a change of fight `number` adds to the history of its party."""
    was_over, is_over = before["result"] is not None, fight.result is not None
    if not is_over:
        return [PartyEntry(at, "reopened", number, None, _before(party, number))]
    now = _heroes(system, fight, party, number)
    lines = []
    if not was_over:
        lines.append(PartyEntry(at, "fight", number, fight.result, now))
    elif not fight.closed:
        lines.append(PartyEntry(at, "reopened", number, fight.result, now))
    if fight.closed and was_over:
        lines.append(PartyEntry(at, "after", number, fight.result, now))
    return lines


def _heroes(
    system: System[Any], fight: Fight[Any], party: PartyRecord, number: int
) -> list[dict[str, Any]]:
    """The heroes as they leave the fight; as they came, if the system says nothing of it."""
    if type(system).carry_over is System.carry_over:
        return _before(party, number)
    return system.carry_over(fight)


def _before(party: PartyRecord, fight: int) -> list[dict[str, Any]]:
    """The heroes as they were before that fight ended."""
    return next(line.heroes for line in reversed(party.history) if line.fight != fight)
