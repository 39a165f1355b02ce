"""Copying, comparing and saving records in general: the defaults of a small system.

A large system writes these by hand, which is several times faster. Records are slotted
dataclasses of plain fields: texts, numbers, truth values, None, tuples, lists and dictionaries of
those, and further such records. House rules are shared by copies and not saved; anything else is
refused (a set would make the order of play depend on its hashes).
"""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from affray.kernel.rulebook import HouseRules

T = TypeVar("T")

COSMETIC = frozenset({"name", "notes", "shown", "step", "max_rounds"})
"""Fields that make no difference to how a fight plays on."""


def copied(value: T) -> T:
    """A copy that shares nothing that can change."""
    twin: Any = value
    if not _is_plain(value):
        return value
    if isinstance(value, dict):
        twin = {key: copied(inner) for key, inner in value.items()}
    elif isinstance(value, list):
        twin = [copied(inner) for inner in value]
    elif is_dataclass(value) and not isinstance(value, type):
        twin = object.__new__(type(value))
        for one in fields(value):
            object.__setattr__(twin, one.name, copied(getattr(value, one.name)))
    return twin  # type: ignore[no-any-return]


def key_of(value: Any, leave_out: frozenset[str] = COSMETIC) -> Any:
    """A hashable value, equal for records that are equal but for the fields left out."""
    match value:
        case dict():
            return tuple((key, key_of(inner, leave_out)) for key, inner in value.items())
        case list() | tuple():
            return tuple(key_of(inner, leave_out) for inner in value)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return tuple(
                key_of(getattr(value, one.name), leave_out)
                for one in fields(value)
                if one.name not in leave_out and _is_plain(getattr(value, one.name))
            )
    return value


def dumped(value: Any) -> Any:
    """The record as plain data for JSON."""
    match value:
        case dict():
            return {key: dumped(inner) for key, inner in value.items()}
        case list() | tuple():
            return [dumped(inner) for inner in value]
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {
                one.name: dumped(getattr(value, one.name))
                for one in fields(value)
                if _is_plain(getattr(value, one.name))
            }
    return value


def fill_from(record: Any, data: Mapping[str, Any], known: Mapping[Any, type]) -> None:
    """Sets the fields of a record from what `dumped` made of one.

    `known` says which class a type variable in the annotations stands for.
    """
    hints = get_type_hints(type(record))
    for one in fields(record):
        if one.name in data:
            object.__setattr__(record, one.name, loaded(data[one.name], hints[one.name], known))


def loaded(data: Any, hint: Any, known: Mapping[Any, type]) -> Any:
    """A value of the annotated type from plain data."""
    hint = known.get(hint, hint)
    origin, inner = get_origin(hint), get_args(hint)
    if data is None:
        return None
    if origin in (Union, types.UnionType):
        hint = next(option for option in inner if option is not type(None))
        return loaded(data, hint, known)
    if origin is dict:
        return {key: loaded(value, inner[1], known) for key, value in data.items()}
    if origin is list:
        return [loaded(value, inner[0], known) for value in data]
    if origin is tuple:
        every = inner[:1] * len(data) if inner[-1:] == (Ellipsis,) else inner
        return tuple(loaded(v, kind, known) for v, kind in zip(data, every, strict=True))
    if hint is tuple or (isinstance(hint, type) and issubclass(hint, tuple)):
        return tuple(data)
    if isinstance(hint, type) and is_dataclass(hint):
        record = object.__new__(hint)
        fill_from(record, data, known)
        return record
    return data


def _is_plain(value: Any) -> bool:
    """Whether a field is copied and saved; `TypeError` on what cannot be."""
    if isinstance(value, HouseRules):
        return False
    if value is None or isinstance(value, (str, int, float, tuple, list, dict)):
        return True
    if is_dataclass(value) and not isinstance(value, type):
        return True
    raise TypeError(f"a field of a fight cannot be a {type(value).__name__}: use a list or a dict")
