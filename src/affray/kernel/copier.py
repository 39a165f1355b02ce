"""Copies of a fight, field by field: a simulation copies a fight for every fight, a step at the
table for every answer.

A loop over the names of the fields takes several times as long as one assignment a field; so the
assignments are written out once for each class, as the standard library does for data classes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from affray.kernel.fight import Combatant, Fight

T = TypeVar("T")
C = TypeVar("C", bound=Combatant)
F = TypeVar("F", bound=Fight[Any])


def record_copier(cls: type[T], afresh: Mapping[str, Callable[[Any], Any]]) -> Callable[[T], T]:
    """A function that copies a data class: the fields in `afresh` by what stands there, all others
    are shared.

    It calls no `__init__`: a copy of a record that was sound is sound. Raises `ValueError` if
    `afresh` names a field that the class has not.
    """
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]
    if unknown := set(afresh) - set(names):
        raise ValueError(f"{cls.__name__} has no field {', '.join(sorted(unknown))}")
    lines = ["def copy(old):", " new = new_one(cls)"]
    lines += [
        f" new.{name} = afresh_{name}(old.{name})"
        if name in afresh
        else f" new.{name} = old.{name}"
        for name in names
    ]
    space: dict[str, Any] = {f"afresh_{name}": copy for name, copy in afresh.items()}
    space |= {"cls": cls, "new_one": object.__new__}
    exec("\n".join([*lines, " return new"]), space)  # noqa: S102 (names of fields alone)
    made: Callable[[T], T] = space["copy"]
    return made


def fight_copier(fight: type[F], *combatants: type[C]) -> Callable[[F], F]:
    """A function that copies a fight whose combatants are of these classes.

    For states whose own fields are all replaced when they change (numbers, texts, tuples, frozen
    records, mappings that nobody changes in place): what changes in place in a `Fight` and in a
    `Combatant` is copied, everything else is shared.
    """
    each = {cls: record_copier(cls, {"notes": dict}) for cls in combatants}
    if len(each) == 1:
        (one,) = each.values()

        def of_all(old: dict[str, C]) -> dict[str, C]:
            return {who: one(combatant) for who, combatant in old.items()}

    else:

        def of_all(old: dict[str, C]) -> dict[str, C]:
            return {who: each[type(combatant)](combatant) for who, combatant in old.items()}

    afresh: dict[str, Callable[[Any], Any]] = {
        "combatants": of_all,
        "kept": dict,
        "passes": lambda old: {who: dict(windows) for who, windows in old.items()},
    }
    return record_copier(fight, afresh)
