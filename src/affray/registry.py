"""The systems that are installed, found by name when somebody asks for one.

A system is an entry point of the group `affray.systems` whose value is a `System`; see
docs/add-a-system.md. Nothing is imported before it is asked for, so that a command which needs one
system, or none, does not wait for the others.
"""

from __future__ import annotations

from functools import cache
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
    entry = _own().get(name) or _entries().get(name)
    if entry is None:
        from difflib import get_close_matches  # only people's mistakes need it

        installed = tuple(systems())
        raise UnknownSystem(name, tuple(get_close_matches(name[:100], installed)), installed)
    try:
        loaded = entry.load()
    except (ImportError, AttributeError) as fault:
        raise BrokenSystem(
            f"The system {name} cannot be loaded from {entry.value}: {fault}. "
            "Install the package that brings it again, or take it out."
        ) from fault

    from affray.kernel.system import System

    if not isinstance(loaded, System) or loaded.name != name:
        raise BrokenSystem(
            f"The entry point {name} of the group {GROUP} leads to {entry.value}, which is no "
            f"system of that name. Let it name a `System` whose name is {name!r}."
        )
    return loaded


@cache
def _own() -> dict[str, EntryPoint]:
    """The systems that come with affray: finding them needs no look at other packages."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        entries = distribution("affray").entry_points
    except PackageNotFoundError:
        return {}
    return {entry.name: entry for entry in entries.select(group=GROUP)}


@cache
def _entries() -> dict[str, EntryPoint]:
    """All systems by name; ours go first where a name is taken twice."""
    from importlib.metadata import entry_points

    return {entry.name: entry for entry in entry_points(group=GROUP)} | _own()
