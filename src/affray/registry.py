"""The systems that are installed, found by name when somebody asks for one.

A system is an entry point of the group `affray.systems` whose value is a `System`; see
docs/add-a-system.md. Nothing is imported before it is asked for, so that a command which needs one
system, or none, does not wait for the others.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from affray.kernel.system import System

GROUP = "affray.systems"


class UnknownSystem(LookupError):  # noqa: N818 (named for what happened, as UnknownRule is)
    """No system of that name is installed; `near` are guesses, `installed` are all there are."""

    def __init__(self, name: str, near: tuple[str, ...], installed: tuple[str, ...]) -> None:
        self.name = name
        self.near = near
        self.installed = installed
        words = [f"There is no system {name[:60]!r}."]
        if near:
            words.append(f"Did you mean {' or '.join(near)}?")
        words.append(f"Installed: {', '.join(installed) or 'none'}.")
        super().__init__(" ".join(words))


class BrokenSystem(RuntimeError):  # noqa: N818 (named for what happened)
    """A system is installed and cannot be loaded."""


def systems() -> list[str]:
    """The names of the systems that are installed, sorted; loads none of them."""
    return sorted(_entries())


@cache
def system(name: str) -> System[Any]:
    """The system of that name. Raises `UnknownSystem` or `BrokenSystem`."""
    where = f"affray.systems.{name}:system"
    try:
        loaded = _own(name)
        if loaded is None:
            entry = _entries().get(name)
            if entry is None:
                raise _unknown(name)
            where = entry.value
            loaded = entry.load()
    except (ImportError, AttributeError) as fault:
        raise BrokenSystem(
            f"The system {name} cannot be loaded from {where}: {fault}. "
            "Install the package that brings it again, or take it out."
        ) from fault

    from affray.kernel.system import System

    if not isinstance(loaded, System) or loaded.name != name:
        raise BrokenSystem(
            f"The entry point {name} of the group {GROUP} leads to {where}, which is no "
            f"system of that name. Let it name a `System` whose name is {name!r}."
        )
    return loaded


def _own(name: str) -> object | None:
    """A system that comes with affray, which is always `affray.systems.<name>:system`.

    Finding it by its place spares short commands the import of importlib.metadata, which takes
    longer than all they do. A test says that the entry points agree.
    """
    if not name.isidentifier() or find_spec(f"affray.systems.{name}") is None:
        return None
    return getattr(import_module(f"affray.systems.{name}"), "system", None)


@cache
def _entries() -> dict[str, EntryPoint]:
    """All systems by name; reads what every installed package says of itself, once."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)}


def _unknown(name: str) -> UnknownSystem:
    from difflib import get_close_matches  # only people's mistakes need it

    installed = tuple(systems())
    return UnknownSystem(name, tuple(get_close_matches(name[:100], installed)), installed)
