"""What all models of ix content share: strictness, bounds of the house, errors with a cure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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

from affray.kernel.naming import folded, free_id, is_id
from affray.kernel.rulebook import HouseRules, meant, near_matches, short

Words: TypeAlias = Annotated[str, Field(min_length=1, max_length=500)]
Called: TypeAlias = Annotated[str, Field(min_length=1, max_length=100)]
Small: TypeAlias = Annotated[int, Field(ge=0, le=99)]

NOT_OF_AN_ENTRY = ("basis", "why", "rule", "effect")
"""Columns of the ledger that explain an entry and are no part of it."""


def wrong(fault: str, cure: str) -> PydanticCustomError:
    """An error that says what is wrong and how to put it right."""
    return PydanticCustomError("wrong", "{fault}", {"fault": fault, "cure": cure})


def house_of(info: ValidationInfo) -> HouseRules:
    """The house rules that a block is checked under."""
    house = info.context["house"] if info.context else None
    assert isinstance(house, HouseRules), "blocks are checked under house rules"
    return house


def number_of(info: ValidationInfo, value_id: str) -> int:
    value = house_of(info).value(value_id)
    assert isinstance(value, int)
    return value


def rows_of(info: ValidationInfo, *tables: str) -> dict[str, Mapping[str, Any]]:
    """The rows of tables of the ledger by id."""
    book = house_of(info).book
    return {row["id"]: row for table in tables for row in book.table(table).rows}


def within(given: int, low: int, high: int, what: str) -> int:
    if low <= given <= high:
        return given
    raise wrong(f"{given} is out of bounds", f"Write {low} to {high}: {what}.")


def known(given: str, names: Iterable[str], what: str) -> str:
    """The name if it is one of these; `what` says what they are, as in "skill"."""
    listed = list(names)
    if given in listed:
        return given
    cure = meant(near_matches(given, listed)) or f"Write one of {', '.join(listed)}."
    raise wrong(f"there is no {what} called {short(given)}", cure)


def each_once(given: Sequence[str], what: str) -> None:
    twice = next((one for one in given if list(given).count(one) > 1), None)
    if twice is not None:
        raise wrong(f"{short(twice)} stands there twice", f"Name each {what} once.")


class Part(BaseModel):
    """What all parts of a block share: no unknown key, no guessing at types."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        alias_generator=AliasGenerator(
            validation_alias=lambda name: (
                AliasChoices(written(name), name) if "_" in name else written(name)
            ),
            serialization_alias=lambda name: name,
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
    return field.replace("_", "-")


def _with_known(found: Any, keys: list[str]) -> InitErrorDetails:
    details = dict(found.get("ctx", {}))
    if found["type"] == "extra_forbidden" and "known" not in details:
        details["known"] = keys
    error = PydanticCustomError(found["type"], found["msg"], details)
    return InitErrorDetails(type=error, loc=found["loc"], input=found["input"])


def of_the_ledger(table: str, given: object, info: ValidationInfo) -> object:
    """The entry that an id stands for; with `use` in a table, changed by its other keys."""
    if isinstance(given, dict) and "use" in given:
        own = {key: value for key, value in given.items() if key != "use"}
        entry = of_the_ledger(table, given["use"], info)
        return {**entry, **own} if isinstance(entry, dict) else entry
    if not isinstance(given, str):
        return given
    rows = rows_of(info, table)
    if given not in rows:
        cure = meant(near_matches(given, rows))
        cure = cure or f"Write a table, or one of {', '.join(rows)}."
        raise wrong(f"the rulebook has no {short(given)} among its {table}", cure)
    return entry_of(rows[given])


def entry_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """A row of the ledger as an entry of a block."""
    return {key: value for key, value in row.items() if key not in NOT_OF_AN_ENTRY}


class Named(Protocol):
    id: str
    name: str


def give_ids(kind: str, things: Iterable[Named], reserved: Iterable[str] = ()) -> None:
    """Gives each thing an id of its own; several may share a name (two knives) but no id."""
    ids = set(reserved)
    listed = list(things)
    seen: set[str] = set()
    for thing in listed:
        if thing.id in seen and folded(thing.name) in seen:
            thing.id = ""  # one more of the same entry
        seen |= {thing.id, folded(thing.name)}
        if thing.id and (not is_id(thing.id) or thing.id in ids):
            cure = "Write small letters, digits and hyphens, for each its own; or leave it out."
            raise wrong(f"{short(thing.id)} cannot be the id of {short(thing.name)}", cure)
        ids.add(thing.id)
    for thing in listed:
        thing.id = thing.id or free_id(thing.name, kind, ids)
        ids.add(thing.id)
