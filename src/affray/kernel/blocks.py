"""What the content models of systems share: strictness, bounds of the house, errors with a cure.

A system's models derive from `Part` and are checked under house rules (`context={"house": ...}`).
Keys are written with hyphens (`max-hp`); a completed block, which is read back as well, has
underscores. A field whose name is a word of Python ends in an underscore that nobody sees. What
these models find wrong becomes words for people in `validation`.

This module needs pydantic; whoever only reads rules does not import it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Protocol, TypeAlias

from pydantic import (
    AliasChoices,
    AliasGenerator,
    BaseModel,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from affray.kernel.naming import LONGEST_NAME, folded, free_id, is_id
from affray.kernel.rulebook import HouseRules, meant, near_matches, short
from affray.kernel.system import Setup

Words: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]
Called: TypeAlias = Annotated[str, Field(min_length=1, max_length=100)]
Name: TypeAlias = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]

NOT_OF_AN_ENTRY = ("basis", "why", "rule")
"""Columns of the ledger that explain an entry and are no part of it."""


def wrong(fault: str, cure: str) -> PydanticCustomError:
    """An error that says what is wrong and how to put it right."""
    return PydanticCustomError("wrong", "{fault}", {"fault": fault, "cure": cure})


@contextmanager
def at_place(*path: str | int) -> Iterator[None]:
    """Places what is found wrong inside at these keys, as they are written, and rows, from 0, below
    what a validator checks: `with at_place("crew", 1): ...`."""
    try:
        yield
    except PydanticCustomError as error:
        found = InitErrorDetails(type=error, loc=path, input=None)
        raise ValidationError.from_exception_data("part", [found]) from None


def house_of(info: ValidationInfo) -> HouseRules:
    """The house rules that a block is checked under."""
    house = info.context["house"] if info.context else None
    assert isinstance(house, HouseRules), "blocks are checked under house rules"
    return house


def number_of(info: ValidationInfo, value_id: str) -> int:
    """A value of the ledger as the house has it."""
    value = house_of(info).value(value_id)
    assert isinstance(value, int)
    return value


def within(given: int, low: int, high: int, what: str) -> int:
    """The number, if it lies between these, both included."""
    if low <= given <= high:
        return given
    raise wrong(f"{given} is out of bounds", f"Write {low} to {high}: {what}.")


def known(given: str, names: Iterable[str], what: str) -> str:
    """The name, if it is one of these; `what` says what they are, as in "skill"."""
    listed = list(names)
    if given in listed:
        return given
    if not listed:
        raise wrong(f"there is no {what} called {short(given)}, nor any other", "Leave it out.")
    cure = meant(near_matches(given, listed)) or f"Write one of {', '.join(listed)}."
    raise wrong(f"there is no {what} called {short(given)}", cure)


def each_once(given: Sequence[str], what: str) -> None:
    """Refuses a list that names something twice."""
    twice = next((one for one in given if list(given).count(one) > 1), None)
    if twice is not None:
        raise wrong(f"{short(twice)} stands there twice", f"Name each {what} once.")


class Part(BaseModel):
    """What all parts of a block share: no unknown key, no guessing at types."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        use_attribute_docstrings=True,  # what a form says of a field
        alias_generator=AliasGenerator(
            validation_alias=lambda name: (
                AliasChoices(written(name), name) if "_" in name.rstrip("_") else written(name)
            ),
            serialization_alias=lambda name: name.rstrip("_"),
        ),
    )

    @model_validator(mode="wrap")
    @classmethod
    def name_the_known(cls, data: Any, handler: ModelWrapValidatorHandler[Any]) -> Any:
        """Lets an error about an unknown key carry the known ones."""
        try:
            return handler(data)
        except ValidationError as error:
            keys = [written(name) for name in cls.model_fields]
            raise ValidationError.from_exception_data(
                cls.__name__,
                [_with_known(found, keys) for found in error.errors(include_url=False)],
            ) from None


def written(field: str) -> str:
    """A field as people write it."""
    return field.rstrip("_").replace("_", "-")


def _with_known(found: Any, keys: list[str]) -> InitErrorDetails:
    details = dict(found.get("ctx", {}))
    if found["type"] == "extra_forbidden" and "known" not in details:
        details["known"] = keys
    error = PydanticCustomError(found["type"], found["msg"], details)
    return InitErrorDetails(type=error, loc=found["loc"], input=found["input"])


# ---- entries of the ledger and of the library ----


def named_in(*tables: str) -> Any:
    """Says of a type, in `Annotated`, that what it takes are ids of these tables of the ledger or
    shelves of the library: a form offers them."""
    return Field(json_schema_extra={"x-named-in": list(tables)})


def rows_of(info: ValidationInfo, *tables: str) -> dict[str, Mapping[str, Any]]:
    """The rows of tables of the ledger by id."""
    book = house_of(info).book
    return {row["id"]: row for table in tables for row in book.table(table).rows}


def entry_among(
    entries: Mapping[str, Mapping[str, Any]], given: object, where: str
) -> dict[str, Any] | object:
    """The entry that an id stands for; with `use` in a table, changed by its other keys.

    Anything else is an entry of its own. `where` says what the entries are, as in "the rulebook has
    no {...} among its weapons".
    """
    if isinstance(given, dict) and "use" in given:
        own = {key: value for key, value in given.items() if key != "use"}
        entry = entry_among(entries, given["use"], where)
        return {**entry, **own} if isinstance(entry, dict) else entry
    if not isinstance(given, str):
        return given
    if given not in entries:
        cure = meant(near_matches(given, entries))
        cure = cure or f"Write a table, or one of {', '.join(entries)}."
        raise wrong(where.format(short(given)), cure)
    return dict(entries[given])


def of_the_ledger(
    table: str, given: object, info: ValidationInfo, without: Collection[str] = NOT_OF_AN_ENTRY
) -> object:
    """The row of a ledger table that an id stands for, as an entry of a block."""
    rows = {key: entry_of(row, without) for key, row in rows_of(info, table).items()}
    return entry_among(rows, given, f"the rulebook has no {{}} among its {table}")


def of_the_library(shelf: str, entries: Mapping[str, Mapping[str, Any]], given: object) -> object:
    """The entry of a shelf of the library that an id stands for."""
    named = {key: {"id": key, **entry} for key, entry in entries.items()}
    return entry_among(named, given, f"the library has no {{}} among its {shelf}")


def entry_of(row: Mapping[str, Any], without: Collection[str] = NOT_OF_AN_ENTRY) -> dict[str, Any]:
    """A row of the ledger as an entry of a block; without a name of its own its id is its name."""
    own = {key: value for key, value in row.items() if key not in without}
    return {"name": row["id"].replace("-", " "), **own}


# ---- ids ----


class Named(Protocol):
    id: str
    name: str


def give_ids(
    things: Iterable[tuple[str, Named]],
    reserved: Iterable[str] = (),
    *,
    may_repeat: bool = False,
) -> None:
    """Gives each thing (with its kind, as in "weapon") an id of its own.

    No two may share an id, nor, unless `may_repeat` (two knives), a name.
    """
    listed = list(things)
    ids, seen = set(reserved), set[str]()
    for kind, thing in listed:
        called = folded(thing.name)
        if called in seen and not may_repeat:
            cure = f"Give the second {kind} a name of its own."
            raise wrong(f"{short(thing.name)} stands there twice", cure)
        if called in seen and thing.id in seen:
            thing.id = ""  # one more of the same entry
        seen |= {called, thing.id}
        if thing.id and (not is_id(thing.id) or thing.id in ids):
            cure = "Write small letters, digits and hyphens, for each its own; or leave it out."
            raise wrong(f"{short(thing.id)} cannot be the id of {short(thing.name)}", cure)
        ids.add(thing.id)
    for kind, thing in listed:
        thing.id = thing.id or free_id(thing.name, kind, ids)
        ids.add(thing.id)


def ids_meant(setup: Setup, names: Iterable[str], side: str = "") -> list[str]:
    """The ids of those whom a scene names, by name or id; several numbered ones by their common
    name. With a `side` only those of that side. Each once, in the order of the names."""
    roster = [block for block in setup.roster if not side or block["side"] == side]
    found: dict[str, None] = {}
    for named in names:
        called = folded(named)
        these = [
            block["id"]
            for block in roster
            if block["id"] == named
            or folded(block["name"]) == called
            or folded(block["name"].rstrip("0123456789")) == called
        ]
        if not these:
            cure = meant(near_matches(named, [block["name"] for block in roster]))
            cure = cure or "Write the name of somebody in this encounter."
            raise wrong(f"there is nobody called {short(named)}", cure)
        found.update(dict.fromkeys(these))
    return list(found)
