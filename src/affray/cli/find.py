"""Encounters and rulebooks by the names that people use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.cli.console import say_aside
from affray.cli.faults import InputFault
from affray.kernel.encounter import parse, read_encounter, system_of
from affray.kernel.rulebook import Rulebook, near_matches
from affray.kernel.rulebook.reader import LONGEST_TEXT
from affray.kernel.system import Setup, System
from affray.registry import UnknownSystem, system, systems

if TYPE_CHECKING:
    from affray.tables.doctrine import Doctrine

LARGEST_FILE = 4 * LONGEST_TEXT
"""Bytes of a file that can still be an encounter: a letter takes at most four."""


@dataclass(slots=True)
class Encounter:
    """An encounter ready to be played; `where` is what it was called, for messages."""

    where: str
    system: System[Any]
    setup: Setup


def encounter(name: str | None, under: Mapping[str, Any] | None = None) -> Encounter:
    """The encounter in a file, or a packaged one by name; with None the demo. House rules in
    `under` are laid over its own.

    Raises `InputFault` if there is none of that name, `EncounterError` if it has faults.
    """
    if name is None:
        return _demo()
    if Path(name).is_file() or name.endswith(".toml"):
        return read_file(Path(name), under)
    packaged = _packaged()
    found = [label for label in packaged if name in (label, label.partition("/")[2])]
    if len(found) == 1:
        return _from_package(found[0], packaged[found[0]], under)
    if found:
        raise InputFault(f"{name} is the name of several encounters.", f"Say {_either(found)}.")
    near = near_matches(name, packaged)
    cure = f"Did you mean {_either(near)}?" if near else "`affray systems` lists them."
    raise InputFault(f"There is no file and no packaged encounter {name[:200]!r}.", cure)


def read_file(path: Path, under: Mapping[str, Any] | None = None) -> Encounter:
    """The encounter in a file. Raises `InputFault`, `EncounterError`, `OSError`."""
    where = str(path)
    text = file_text(path)
    try:
        found = system(system_of(text, where))
    except UnknownSystem as unknown:
        raise InputFault(f"{where}, system: {unknown}") from None
    return Encounter(where, found, _read(text, where, found, under))


def _read(text: str, where: str, of: System[Any], under: Mapping[str, Any] | None) -> Setup:
    if not under:
        return read_encounter(text, where, of)
    data = deepcopy(parse(text, where))
    own = data.setdefault("house-rules", {})
    if isinstance(own, dict):  # else its fault is told below
        modes = {**own.get("modes", {}), **under.get("modes", {})}
        own |= under
        if modes:
            own["modes"] = modes
    return read_encounter(data, where, of)


def doctrine(path: Path) -> Doctrine:
    """The doctrine in a file, checked against its own system.

    Raises `InputFault`, `DoctrineError`, `OSError`.
    """
    from affray.tables.doctrine.reader import doctrine_data, read_doctrine

    where = str(path)
    data = doctrine_data(file_text(path), where)
    named = data.get("system")
    if not isinstance(named, str) or not named:
        cure = 'Write system = "..." above everything else.'
        raise InputFault(f"{where}: it does not say which system it is for.", cure)
    try:
        found = system(named)
    except UnknownSystem as unknown:
        raise InputFault(f"{where}, system: {unknown}") from None
    return read_doctrine(data, where, found)


def doctrines(paths: Sequence[str], fought: Encounter) -> dict[str, Doctrine]:
    """The doctrines in files, by the side that each is for; what looks odd is said aside.

    Raises `InputFault` if two are for one side, or one is for another system; also what `doctrine`
    raises.
    """
    found: dict[str, Doctrine] = {}
    named: dict[str, str] = {}
    for path in paths:
        one = doctrine(Path(path))
        if one.system != fought.system.name:
            raise InputFault(
                f"{path} is a doctrine for {one.system}, {fought.where} is for "
                f"{fought.system.name}.",
                "Name a doctrine of the same system.",
            )
        if one.side in found:
            raise InputFault(
                f"{named[one.side]} and {path} are both doctrines for {one.side}.",
                "Name one for each side.",
            )
        found[one.side], named[one.side] = one, path
        for note in [*one.notes, *one.doubts(fought.system, fought.system.start(fought.setup))]:
            say_aside(f"note: {note}")
    return found


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


def titles(of: System[Any]) -> dict[str, str]:
    """The titles of a system's packaged encounters, by name."""
    import tomllib

    return {
        name: str(tomllib.loads(text).get("title", name)) for name, text in of.encounters().items()
    }


def _from_package(label: str, of: System[Any], under: Mapping[str, Any] | None = None) -> Encounter:
    text = of.encounters()[label.partition("/")[2]]
    return Encounter(label, of, _read(text, label, of, under))


def _demo() -> Encounter:
    for found in sorted(map(system, systems()), key=lambda one: not one.is_gentle):
        if found.demo:
            return _from_package(f"{found.name}/{found.demo}", found)
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
