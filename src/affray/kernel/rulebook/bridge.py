"""From values and switches by name to a small typed record that rules read fast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import Field, fields
from typing import Any, ClassVar, Literal, Protocol, TypeVar, get_args, get_origin, get_type_hints

from affray.kernel.rulebook.book import Rulebook, Switch, Value
from affray.kernel.rulebook.faults import Fault, LedgerError, meant, near_matches
from affray.kernel.rulebook.house import HouseRules


class _DataclassLike(Protocol):
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


D = TypeVar("D", bound=_DataclassLike)


def fill(cls: type[D], house: HouseRules) -> D:
    """A record of `cls` with every field filled from the house rules in force.

    A field is named after a value or switch, with ``_`` for ``-``, and its type says which:
    ``int`` or ``tuple[int, ...]`` for a value; ``bool`` for a switch of yes and no; ``str`` or a
    ``Literal`` of exactly the switch's options for a switch. Where a value and a switch share a
    name, both can be had: the switch's field then ends in ``_switch``. Raises `LedgerError` with
    every field that the ledger cannot fill.
    """
    found: dict[str, Any] = {}
    faults: list[Fault] = []
    for name, hint in _hints(cls).items():
        kind, named = _names(name, hint, house.book)
        fault = _misfit(hint, kind, named, house.book)
        if fault is not None:
            faults.append(Fault(f"{cls.__name__}.{name}", *fault))
        elif kind == "value":
            found[name] = house.value(named)
        else:
            option = house.switch(named)
            found[name] = option == "yes" if hint is bool else option
    if faults:
        raise LedgerError(faults)
    return cls(**found)


def uncovered(book: Rulebook, *classes: type[_DataclassLike]) -> list[str]:
    """The values and switches that no field of the classes names, as ``values.<id>`` and
    ``house-rules.<id>``: for a test that nothing in the ledger is left without effect."""
    named = {_names(name, hint, book) for cls in classes for name, hint in _hints(cls).items()}
    return [f"values.{v}" for v in book.values if ("value", v) not in named] + [
        f"house-rules.{s}" for s in book.switches if ("switch", s) not in named
    ]


def _hints(cls: type[_DataclassLike]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {each.name: hints[each.name] for each in fields(cls)}


def _names(name: str, hint: Any, book: Rulebook) -> tuple[Literal["value", "switch"], str]:
    named = name.replace("_", "-")
    if hint is int or get_origin(hint) is tuple:
        return "value", named
    bare = named.removesuffix("-switch")
    return "switch", bare if named not in book.switches and bare in book.values else named


def _misfit(hint: Any, kind: str, named: str, book: Rulebook) -> tuple[str, str] | None:
    """Why the ledger cannot fill a field of that type, and the cure; None if it can."""
    things: Mapping[str, Value | Switch] = book.values if kind == "value" else book.switches
    if named not in things:
        fault = f"the ledger of {book.system} has no {kind} {named}"
        return fault, meant(near_matches(named, things)) or "Take the field out."
    thing = things[named]
    if isinstance(thing, Value):
        fits = "tuple[int, ...]" if isinstance(thing.value, tuple) else "int"
        is_right = hint == (tuple[int, ...] if isinstance(thing.value, tuple) else int)
    elif hint is bool:
        fits, is_right = f"Literal{list(thing.options)}", thing.is_yes_or_no
    else:
        fits = f"Literal{list(thing.options)}"
        is_right = hint is str or (
            get_origin(hint) is Literal and set(get_args(hint)) == set(thing.options)
        )
    if is_right:
        return None
    return "its type does not fit the ledger", f"Write {named.replace('-', '_')}: {fits}."
