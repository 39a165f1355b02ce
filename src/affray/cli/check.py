"""`affray check`: everything that is wrong with encounter and doctrine files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from affray.cli.console import say, say_json
from affray.cli.faults import InputFault, explain
from affray.cli.find import doctrine, file_text, read_file
from affray.kernel.encounter import EncounterError, parse
from affray.kernel.rulebook import FaultyText
from affray.tables.doctrine.reader import is_doctrine

MOST_FILES = 10_000


def check(paths: Sequence[str], *, as_json: bool) -> bool:
    """Prints what was found; whether all of the encounters and doctrines can be played.

    Folders are searched for TOML files; those among them that name no system are passed over.
    """
    results = [_look(path, is_named) for path, is_named in _files(paths)]
    is_good = all(not result["faults"] for result in results)
    if as_json:
        say_json({"ok": is_good, "files": results})
        return is_good
    for result in results:
        if result["passed_over"]:
            say(f"{result['file']}: passed over, it names no system and so is no encounter")
        elif not result["faults"]:
            what = "a doctrine, " if result["kind"] == "doctrine" else ""
            say(f"{result['file']}: good ({what}{result['title']}, {result['system']})")
        for fault in result["faults"]:
            say(f"{fault['place']}: {fault['fault']}. {fault['cure']}".rstrip())
        for note in result["notes"]:
            say(f"note: {note}")
    kinds = [result["kind"] for result in results if not result["passed_over"]]
    counts = [_counted(kinds.count("encounter"), "encounter")]
    if "doctrine" in kinds:
        counts.append(_counted(kinds.count("doctrine"), "doctrine"))
    counts.append(_counted(sum(len(result["faults"]) for result in results), "fault"))
    say(", ".join(counts))
    return is_good


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _files(paths: Sequence[str]) -> Iterator[tuple[Path, bool]]:
    """Each file once, and whether it was named itself (and not found in a folder)."""
    seen: set[Path] = set()
    for given in paths:
        path = Path(given)
        if not path.exists():
            raise InputFault(f"{given}: there is no such file or folder.", "Check the name.")
        is_named = not path.is_dir()
        for file in [path] if is_named else _below(path):
            if file not in seen:
                seen.add(file)
                if len(seen) > MOST_FILES:
                    raise InputFault(
                        f"{given}: it holds more than {MOST_FILES} TOML files.",
                        "Name a smaller folder.",
                    )
                yield file, is_named


def _below(folder: Path) -> Iterator[Path]:
    for root, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files):
            if name.endswith(".toml"):
                yield Path(root, name)


def _look(path: Path, is_named: bool) -> dict[str, Any]:
    where = str(path)
    result: dict[str, Any] = {"file": where, "title": "", "system": "", "passed_over": False}
    result |= {"kind": "encounter", "faults": [], "notes": []}
    try:
        kind = _kind(path)
        if not is_named and not kind:
            result["passed_over"] = True
            return result
        if kind == "doctrine":
            result["kind"] = kind
            read = doctrine(path)
            result |= {"title": read.name, "system": read.system, "notes": list(read.notes)}
            return result
        found = read_file(path)
    except FaultyText as error:
        result["faults"] = [
            {"place": fault.place, "fault": fault.fault, "cure": fault.cure}
            for fault in error.faults
        ]
    except (InputFault, OSError, LookupError, RuntimeError) as error:
        _, said = explain(error)
        fault = said[0].removeprefix("error: ").removeprefix(f"{where}: ").rstrip(".")
        cure = " ".join(line.strip() for line in said[1:])
        result["faults"] = [{"place": where, "fault": fault, "cure": cure}]
    else:
        result["title"] = found.setup.title
        result["system"] = found.system.name
    return result


def _kind(path: Path) -> str:
    """What a TOML file means to be: "doctrine" or "encounter", "" if it can be read but names no
    system."""
    try:
        data = parse(file_text(path), str(path))
    except EncounterError:
        return "encounter"  # whatever it is, its faults will be told
    if is_doctrine(data):
        return "doctrine"
    return "encounter" if "system" in data else ""
