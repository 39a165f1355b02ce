"""What goes wrong with a database, in words that name the place, the fault and a cure."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager


class StoreError(Exception):
    """The store could not do it; nothing was changed.

    `where` is the database, the save or the fight that it is about.
    """

    def __init__(self, where: str, fault: str, cure: str) -> None:
        super().__init__(f"{where}: {fault} {cure}")
        self.where = where
        self.why = f"{where}: {fault}"
        self.cure = cure


class Overtaken(Exception):  # noqa: N818 (it is an answer, not a fault of the program)
    """Somebody else has appended to the fight since it was read."""


class AlreadyDone(Exception):  # noqa: N818 (it is an answer, not a fault of the program)
    """The request of that key was done before."""


_ANOTHER = "name another file in AFFRAY_DATABASE."
_LOCKED = (
    "another program holds it locked.",
    "Close the program that has it open (a backup, a database browser) and do it again.",
)
CUT_SHORT = (
    "it is damaged or was cut short.",
    f"Put a backup in its place (the damaged file is left as it is), or {_ANOTHER}",
)
_FAULTS = {
    "SQLITE_FULL": (
        "the disk is full.",
        "Free some space and do it again; everything that was acknowledged is safe.",
    ),
    "SQLITE_READONLY": (
        "it may be read but not written.",
        f"Give yourself the right to write the file and its folder, or {_ANOTHER}",
    ),
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_NOTADB": (
        "it is no database of affray.",
        f"Put a backup in its place, or {_ANOTHER}",
    ),
    "SQLITE_CORRUPT": CUT_SHORT,
    "SQLITE_CANTOPEN": (
        "it cannot be opened.",
        f"Check that its folder exists and that you may write there, or {_ANOTHER}",
    ),
    "SQLITE_IOERR": (
        "the disk did not take or give what was asked.",
        "Check the disk and its free space, then do it again.",
    ),
}
"""What SQLite's names of errors begin with, and what that means."""


def in_words(where: str, error: sqlite3.Error) -> StoreError:
    """The error of a database as one for people."""
    name = getattr(error, "sqlite_errorname", "") or ""
    for start, (fault, cure) in _FAULTS.items():
        if name.startswith(start):
            return StoreError(where, fault, cure)
    return StoreError(
        where,
        f"the database refused ({error}).",
        "Nothing was changed. Make a backup with `affray backup`, and report it.",
    )


@contextmanager
def told(where: str) -> Iterator[None]:
    """Errors of the database inside come out as `StoreError`."""
    from sqlalchemy.exc import DBAPIError

    try:
        yield
    except DBAPIError as error:
        if isinstance(error.orig, sqlite3.Error):
            raise in_words(where, error.orig) from error
        raise
    except sqlite3.Error as error:
        raise in_words(where, error) from error
