"""Where the database is, whether it can be one of ours, and who holds it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import IO

from affray.store.errors import CUT_SHORT, StoreError

VARIABLE = "AFFRAY_DATABASE"
FILE_NAME = "affray.sqlite"
_HEADER = b"SQLite format 3\x00"
_HEAD = 100
"""Bytes of the head of a database's file (https://www.sqlite.org/fileformat.html)."""


def place(where: str | os.PathLike[str] | None = None) -> Path:
    """The file of the database: the one given, that of `AFFRAY_DATABASE`, or the user's own.

    A path, or a URL `sqlite:///PATH`. Raises `StoreError` on anything else.
    """
    given = os.fspath(where) if where is not None else os.environ.get(VARIABLE, "")
    if not given:
        from platformdirs import user_data_path

        return user_data_path("affray", appauthor=False) / FILE_NAME
    scheme, colon, rest = given.partition("://")
    if colon:
        if scheme != "sqlite" or not rest.startswith("/") or rest == "/":
            raise StoreError(
                f"{scheme}://...",
                "this kind of database is not supported.",
                f"Name a file, or sqlite:///PATH, in {VARIABLE}.",
            )
        given = rest[1:]
    if "\x00" in given or "?" in given:
        raise StoreError(given[:200], "this cannot be the name of a database.", "Name a file.")
    return Path(given).expanduser()


def check_file(path: Path) -> None:
    """Raises `StoreError` if what is there cannot be a SQLite database."""
    where = str(path)
    try:
        if path.is_dir():
            raise StoreError(where, "it is a folder.", f"Name a file in it: {path / FILE_NAME}.")
        if not path.exists():
            return
        with path.open("rb") as file:
            head = file.read(_HEAD)
            size = file.seek(0, os.SEEK_END)
    except OSError as error:
        raise StoreError(
            where, f"it cannot be read ({error.strerror}).", "Check its name and your rights to it."
        ) from error
    if not head:
        return
    if not head.startswith(_HEADER):
        raise StoreError(
            where,
            "it is no database of affray.",
            f"Nothing was changed. Name another file in {VARIABLE}, or put a backup in its place.",
        )
    if size < _whole(head) and not _has_a_log(path):
        raise StoreError(where, *CUT_SHORT)


def _whole(head: bytes) -> int:
    """The bytes that a database should have by the head of its file, 0 if that does not say.

    SQLite itself misses the end of a last page only once it reads there.
    """
    if len(head) < _HEAD or head[24:28] != head[92:96]:
        return 0
    page = int.from_bytes(head[16:18], "big")
    return (65_536 if page == 1 else page) * int.from_bytes(head[28:32], "big")


def _has_a_log(path: Path) -> bool:
    """Whether SQLite still has to take over what stands in its log: then the head is of before."""
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def make_folder(path: Path) -> None:
    """Makes the folder of the database. Raises `StoreError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            str(path.parent),
            f"the folder cannot be made ({error.strerror}).",
            f"Make it, or name another database in {VARIABLE}.",
        ) from error


class Hold:
    """The lock of the one process that plays on a database: a file beside it.

    The operating system lets go of it when the process ends, however it ends.
    """

    def __init__(self, path: Path) -> None:
        self.path = path.with_name(path.name + ".lock")
        self.database = path
        self._file: IO[str] | None = None

    def take(self) -> None:
        """Takes the lock, if it is not held already. Raises `StoreError`, saying who has it."""
        if self._file is not None:
            return
        try:
            file = self.path.open("a+", encoding="utf-8")
        except OSError as error:
            raise StoreError(
                str(self.database),
                f"it may be read but not written ({error.strerror}).",
                "Give yourself the right to write in its folder, or name another database in "
                f"{VARIABLE}.",
            ) from error
        if not _lock(file):
            file.seek(0)
            holder = _holder(file.read(1000))
            file.close()
            raise StoreError(
                str(self.database),
                f"{holder} is playing on it.",
                "Quit there first; or name another database in "
                f"{VARIABLE}. Lists and exports work meanwhile.",
            )
        file.seek(0)
        file.truncate()
        file.write(json.dumps({"process": os.getpid()}))
        file.flush()
        self._file = file

    def let_go(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _holder(said: str) -> str:
    try:
        return f"Another affray (process {int(json.loads(said)['process'])})"
    except (ValueError, KeyError, TypeError):
        return "Another affray"


def _lock(file: IO[str]) -> bool:
    """Locks the open file for this process; False if another has it."""
    try:
        import fcntl
    except ImportError:  # Windows
        return _lock_on_windows(file)
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _lock_on_windows(file: IO[str]) -> bool:
    import importlib

    msvcrt = importlib.import_module("msvcrt")
    file.seek(1 << 20)  # far behind the text, so that others can read who it is
    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True
