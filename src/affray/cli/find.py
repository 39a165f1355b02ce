"""Encounters and rulebooks by the names that people use."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.cli.faults import InputFault
from affray.kernel.encounter import LONGEST_TEXT, read_encounter, system_of
from affray.kernel.rulebook import Rulebook, near_matches
from affray.kernel.system import Setup, System
from affray.registry import UnknownSystem, system, systems

LARGEST_FILE = 4 * LONGEST_TEXT
"""Bytes of a file that can still be an encounter: a letter takes at most four."""


@dataclass(slots=True)
class Encounter:
    """An encounter ready to be played; `where` is what it was called, for messages."""

    where: str
    system: System[Any]
    setup: Setup


def encounter(name: str | None) -> Encounter:
    """The encounter in a file, or a packaged one by name; with None the demo.

    Raises `InputFault` if there is none of that name, `EncounterError` if it has faults.
    """
    if name is None:
        return _demo()
    if Path(name).is_file() or name.endswith(".toml"):
        return read_file(Path(name))
    packaged = _packaged()
    found = [label for label in packaged if name in (label, label.partition("/")[2])]
    if len(found) == 1:
        return _from_package(found[0], packaged[found[0]])
    if found:
        raise InputFault(f"{name} is the name of several encounters.", f"Say {_either(found)}.")
    near = near_matches(name, packaged)
    cure = f"Did you mean {_either(near)}?" if near else "`affray systems` lists them."
    raise InputFault(f"There is no file and no packaged encounter {name[:200]!r}.", cure)


def read_file(path: Path) -> Encounter:
    """The encounter in a file. Raises `InputFault`, `EncounterError`, `OSError`."""
    where = str(path)
    text = file_text(path)
    try:
        found = system(system_of(text, where))
    except UnknownSystem as unknown:
        raise InputFault(f"{where}, system: {unknown}") from None
    return Encounter(where, found, read_encounter(text, where, found))


def file_text(path: Path) -> str:
    """The text of a file. Raises `InputFault` if it is no text or too large, `OSError`."""
    if path.exists() and not path.is_file():
        raise InputFault(f"{path}: it is not a file.", "Name an encounter file.")
    with path.open("rb") as file:
        raw = file.read(LARGEST_FILE + 1)
    if len(raw) > LARGEST_FILE:
        raise InputFault(f"{path}: it is too large.", f"Keep it below {LONGEST_TEXT} letters.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputFault(
            f"{path}, byte {error.start + 1}: it is not a UTF-8 text.", "Save it as UTF-8."
        ) from None


def _packaged() -> dict[str, System[Any]]:
    """The labels `system/encounter` of all that is installed."""
    return {
        f"{name}/{title}": system(name) for name in systems() for title in system(name).encounters()
    }


def _from_package(label: str, of: System[Any]) -> Encounter:
    text = of.encounters()[label.partition("/")[2]]
    return Encounter(label, of, read_encounter(text, label, of))


def _demo() -> Encounter:
    for name in systems():
        if system(name).demo:
            return _from_package(f"{name}/{system(name).demo}", system(name))
    raise InputFault("No installed system has a demo fight.", "Name an encounter file.")


def rulebooks(only: str | None = None, name: str = "") -> list[Rulebook]:
    """The rulebooks of the installed systems, and of those that have no more than one yet.

    With `only`, the one of that system. A `name` that begins with a system's, as "trade.armor"
    does, needs that system's alone. Raises `InputFault` if there is no rulebook of `only`.
    """
    known: dict[str, Any] = dict.fromkeys(systems()) | dict(_bare_ledgers())
    if only is None and name.partition(".")[0] in known:
        only = name.partition(".")[0]
    if only is not None and only not in known:
        near = near_matches(only, known)
        cure = f"Did you mean {_either(near)}?" if near else f"There are {', '.join(known)}."
        raise InputFault(f"There is no rulebook of a system {only[:60]!r}.", cure)
    books = []
    for each in sorted(known) if only is None else [only]:
        ledger = known[each]
        if ledger is None:
            books.append(system(each).rulebook)
        else:
            books.append(Rulebook.from_toml(ledger.read_text("utf-8"), f"{each}/{ledger.name}"))
    return books


def _bare_ledgers() -> Iterator[tuple[str, Any]]:
    """The rulebooks that are shipped without a system that could be played."""
    from importlib.resources import files

    playable = set(systems())
    for folder in files("affray.systems").iterdir():
        ledger = folder / "rulebook.toml"
        if folder.name not in playable and ledger.is_file():
            yield folder.name, ledger


def _either(names: list[str] | tuple[str, ...]) -> str:
    return " or ".join(names)
