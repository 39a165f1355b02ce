"""Which rules of a ledger are proved by a test, and which are cited by a golden playthrough.

Proofs are the ids in ``@pytest.mark.rule("trade.fight.stat", ...)``, read from the sources of the
tests without running them. Citations are the rules that the events of recorded fights name, in
``playthroughs/<system>/*.jsonl`` below the folder of tests: one JSON object a line, with an id or a
list of ids under ``rule``. A rule that no fight can cite is excused in
``playthroughs/<system>/not-cited.toml``, as ``"its.own.id" = "the reason"``.
"""

import json
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from affray.kernel.rulebook import Fault, FaultyText, Rulebook
from affray.testing.marks import Mark, read_marks


class CoverageError(FaultyText):
    """Tests, playthroughs or excuses that cannot be read."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """An id that the ledger does not hold, and where it stands."""

    id: str
    where: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the tests say about the ledger of one system; ids are in the order of the ledger.

    `proofs` and `citations` give for each id the places that prove or cite it. A mark on a test
    that is skipped or expected to fail proves nothing.
    """

    system: str
    counts: Mapping[str, int]
    proofs: Mapping[str, tuple[str, ...]]
    citations: Mapping[str, tuple[str, ...]]
    excused: Mapping[str, str]
    unproved_rules: tuple[str, ...]
    unproved_rulings: tuple[str, ...]
    uncited: tuple[str, ...]
    excused_but_cited: tuple[str, ...]
    unknown: tuple[Unknown, ...]

    @property
    def is_complete(self) -> bool:
        return not (
            self.unproved_rules
            or self.unproved_rulings
            or self.uncited
            or self.excused_but_cited
            or self.unknown
        )

    def to_json(self) -> dict[str, Any]:
        """Plain data: the counts, and the lists of what is missing or wrong."""
        return {
            "system": self.system,
            "counts": dict(self.counts),
            "proved": len(self.proofs),
            "cited": len(self.citations),
            "without_proof": {
                "rules": list(self.unproved_rules),
                "rulings": list(self.unproved_rulings),
            },
            "without_citation": list(self.uncited),
            "excused": dict(self.excused),
            "excused_but_cited": list(self.excused_but_cited),
            "unknown": [{"id": each.id, "where": each.where} for each in self.unknown],
        }


def coverage(book: Rulebook, tests: Path) -> Coverage:
    """The coverage of one ledger by the tests in the folder `tests`.

    Marks that begin with the name of another system are left alone; `strays` finds those of none.
    Raises `CoverageError` with every fault at once.
    """
    marks, mark_faults = read_marks(tests)
    return _coverage(book, tests, marks, mark_faults)


def coverages(books: Iterable[Rulebook], tests: Path) -> dict[str, Coverage]:
    """The coverage of several ledgers by name of their systems; the tests are read once."""
    marks, mark_faults = read_marks(tests)
    return {book.system: _coverage(book, tests, marks, mark_faults) for book in books}


def strays(books: Iterable[Rulebook], tests: Path) -> list[Unknown]:
    """The ids in marks that begin with the name of none of these systems."""
    systems = [book.system for book in books]
    marks, _ = read_marks(tests)
    return [
        Unknown(mark.rule, mark.where)
        for mark in marks
        if mark.rule.partition(".")[0] not in systems
    ]


def _coverage(
    book: Rulebook, tests: Path, marks: Iterable[Mark], mark_faults: Iterable[Fault]
) -> Coverage:
    faults = list(mark_faults)
    folder = tests / "playthroughs" / book.system
    proofs: dict[str, list[str]] = {}
    citations: dict[str, list[str]] = {}
    unknown: list[Unknown] = []
    for mark in marks:
        if mark.rule in book:
            if mark.counts:
                proofs.setdefault(mark.rule, []).append(mark.where)
        elif mark.rule.startswith(f"{book.system}."):
            unknown.append(Unknown(mark.rule, mark.where))
    for rule_id, where in _citations(folder, tests, faults):
        if rule_id in book:
            places = citations.setdefault(rule_id, [])
            if where not in places:
                places.append(where)
        else:
            unknown.append(Unknown(rule_id, where))
    excused = _excuses(folder / "not-cited.toml", tests, faults)
    unknown += [
        Unknown(rule_id, f"playthroughs/{book.system}/not-cited.toml")
        for rule_id in excused
        if rule_id not in book
    ]
    if faults:
        raise CoverageError(faults)
    applied = [rule for rule in book.rules if rule.kind != "note"]
    return Coverage(
        system=book.system,
        counts={"rule": 0, "ruling": 0, "note": 0} | Counter(rule.kind for rule in book.rules),
        proofs=_in_order(book, proofs),
        citations=_in_order(book, citations),
        excused={rule.id: excused[rule.id] for rule in book.rules if rule.id in excused},
        unproved_rules=tuple(r.id for r in applied if r.kind == "rule" and r.id not in proofs),
        unproved_rulings=tuple(r.id for r in applied if r.kind == "ruling" and r.id not in proofs),
        uncited=tuple(r.id for r in applied if r.id not in citations and r.id not in excused),
        excused_but_cited=tuple(
            r.id for r in book.rules if r.id in excused and (r.id in citations or r.kind == "note")
        ),
        unknown=tuple(unknown),
    )


def _in_order(book: Rulebook, places: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {rule.id: tuple(places[rule.id]) for rule in book.rules if rule.id in places}


def _citations(folder: Path, tests: Path, faults: list[Fault]) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob("*.jsonl")):
        where = path.relative_to(tests).as_posix()
        for number, line in enumerate(_read(path, where, faults).splitlines(), 1):
            if not line.strip():
                continue
            try:
                event = json.loads(line)
            except (ValueError, RecursionError):
                cure = "Record the playthrough again, one JSON object a line."
                faults.append(Fault(f"{where}, line {number}", "it is not JSON", cure))
                continue
            for rule_id in _rules_of(event):
                yield rule_id, where


def _rules_of(event: object) -> Iterator[str]:
    """The rules of the book that a recorded event cites (the kernel's own are in no book)."""
    if isinstance(event, dict):
        for cited in (event.get("rule"), event.get("also")):
            for rule_id in cited if isinstance(cited, list) else [cited]:
                if isinstance(rule_id, str) and not rule_id.startswith("kernel."):
                    yield rule_id


def _excuses(path: Path, tests: Path, faults: list[Fault]) -> dict[str, str]:
    if not path.exists():
        return {}
    where = path.relative_to(tests).as_posix()
    try:
        raw = tomllib.loads(_read(path, where, faults))
    except (ValueError, RecursionError) as fault:
        faults.append(Fault(where, f"it is not readable as TOML: {fault}", "Put it right there."))
        return {}
    excuses: dict[str, str] = {}
    for rule_id, reason in _flat(raw, ""):
        if isinstance(reason, str) and reason.strip():
            excuses[rule_id] = reason
        else:
            cure = f'Write "{rule_id}" = "why no fight can cite it".'
            faults.append(Fault(f"{where}, {rule_id}", "it gives no reason", cure))
    return excuses


def _flat(raw: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Ids without quotes are tables within tables to TOML; both ways of writing are read."""
    for key, item in raw.items():
        if isinstance(item, Mapping):
            yield from _flat(item, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", item


def _read(path: Path, where: str, faults: list[Fault]) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        faults.append(Fault(where, f"it cannot be read: {fault}", "Make it a UTF-8 text."))
        return ""
