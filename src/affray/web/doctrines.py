"""Doctrines of one's own, read with their faults and followed at a table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.kernel.question import Refused
from affray.kernel.rulebook import near_matches, short
from affray.kernel.system import System
from affray.simulate.chance import generator
from affray.store import Store
from affray.tables.doctrine import Doctrine, DoctrinePolicy
from affray.tables.doctrine.reader import DoctrineError, read_doctrine
from affray.web.drafts import line_of
from affray.web.guard import text_of

Data = dict[str, Any]

PREFIX = "doctrine:"
"""What stands before the id of a doctrine where a policy may be named too."""
WHERE = "the doctrine"


class Faulty(Refused):
    """A doctrine that cannot be followed; `faults` has every reason, with its line."""

    def __init__(self, faults: list[Data]) -> None:
        first = faults[0]
        line = f"Line {first['line']}: " if first["line"] else ""
        more = f" There are {len(faults)} faults." if len(faults) > 1 else ""
        super().__init__("unreadable", f"{line}{first['fault']}.", f"{first['cure']}{more}")
        self.faults = faults


class Following(DoctrinePolicy):
    """A stand-in that follows a doctrine, as it was written when the stand-in was put there."""

    def __init__(self, doctrine: Doctrine, text: str, fallback: Any) -> None:
        super().__init__(doctrine, fallback)
        self.text = text


def read(text: str, system: System[Any]) -> tuple[Doctrine | None, list[Data]]:
    """The doctrine of a text, or what is wrong with it."""
    text = text.replace("\r\n", "\n")
    if not text.strip():
        cure = "Write one, or choose its file."
        return None, [{"place": WHERE, "fault": "nothing is written", "cure": cure, "line": None}]
    try:
        return read_doctrine(text, WHERE, system), []
    except DoctrineError as error:
        return None, [
            {
                "place": one.place,
                "fault": one.fault,
                "cure": one.cure,
                "line": line_of(text, one.place),
            }
            for one in error.faults
        ]


def follower(text: str, system: System[Any], side: str) -> Following:
    """Somebody who follows the doctrine for a side ("heroes", "gm"). Raises `Refused`."""
    doctrine, faults = read(text, system)
    if doctrine is None:
        raise Faulty(faults)
    if doctrine.side != side:
        whose = {"heroes": "the heroes", "gm": "the foes and the rulings"}
        raise Refused(
            "illegal",
            f"{short(doctrine.name)} is a doctrine for {whose[doctrine.side]}.",
            f"Hand it {whose[doctrine.side]}, or choose one for {whose[side]}.",
        )
    policy = doctrine.policy(system, generator(1, 0, side))
    return Following(doctrine, text, policy.fallback)


def of_library(store: Store, system: System[Any], named: str) -> str:
    """The text of the doctrine that the library has under that id. Raises `Refused`."""
    kept = {one.id: one.text for one in store.doctrines.all(system.name)}
    wanted = named.removeprefix(PREFIX)
    if wanted not in kept:
        near = near_matches(wanted, kept)
        cure = f"Did you mean {' or '.join(near)}?" if near else "Choose one of the list."
        raise Refused("illegal", f"The library has no doctrine {short(wanted)}.", cure)
    return kept[wanted]


def rows(store: Store, system: System[Any]) -> list[Data]:
    """The doctrines of the library that can be followed."""
    found = []
    for kept in store.doctrines.all(system.name):
        doctrine, _ = read(kept.text, system)
        if doctrine is not None:
            found.append(
                {
                    "id": f"{PREFIX}{kept.id}",
                    "name": doctrine.name,
                    "side": doctrine.side,
                    "about": doctrine.about,
                    "url": f"/desk/doctrines/{system.name}/{kept.id}",
                }
            )
    return found


def written(fields: Mapping[str, Any]) -> str:
    """The doctrine that a form brings: its file if one was chosen, else what stands in its box."""
    uploaded = fields.get("file")
    if isinstance(uploaded, bytes) and uploaded.strip():
        return uploaded.decode("utf-8-sig", "replace")
    return text_of(fields, "text").replace("\r\n", "\n")
