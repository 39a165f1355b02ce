"""What goes to the terminal: plain text that reads without colour, JSON, bars and progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

WIDTH = 96
"""Lines of running text are broken here, or at the edge of a narrower terminal."""


def clean(text: str) -> str:
    """The text with everything that would steer a terminal spelled out."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c == "\n" else c.encode("unicode_escape").decode() for c in text
    )


def say(text: str = "") -> None:
    """A line on standard output."""
    sys.stdout.write(clean(text) + "\n")


def say_aside(text: str) -> None:
    """A line on standard error, for what is not the answer itself."""
    sys.stderr.write(clean(text) + "\n")


def say_json(data: Any, *, indent: int | None = 2) -> None:
    """Plain data on standard output: indented, or one line with `indent` None."""
    import json

    is_utf8 = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    sys.stdout.write(json.dumps(data, indent=indent, ensure_ascii=not is_utf8) + "\n")


def has_blocks() -> bool:
    """Whether standard output can show block characters."""
    try:
        "█▌".encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def bar(share: float, width: int = 30) -> str:
    """A share from 0 to 1 as a bar of at most `width` characters."""
    halves = round(min(max(share, 0.0), 1.0) * width * 2)
    if not has_blocks():
        return "#" * (halves // 2)
    return "█" * (halves // 2) + "▌" * (halves % 2)


def called_as() -> str:
    """How this program was called, to be typed again in the same folder: `affray`, or its path."""
    import os
    import shlex
    import shutil

    given = sys.argv[0] if sys.argv else ""
    if os.path.basename(given) not in ("affray", "affray.exe"):
        return "affray"
    found = shutil.which("affray")
    if found is not None and os.path.realpath(found) == os.path.realpath(given):
        return "affray"
    whole = os.path.abspath(given)
    try:
        near = os.path.relpath(whole)
    except ValueError:  # on another drive
        near = whole
    return shlex.quote(whole if near.startswith(os.pardir) else near)


def count(number: int, thing: str, things: str = "") -> str:
    """`1 rule`, `2 rules`."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"


def percent(share: float) -> str:
    """A share in per cent, with one digit, or more where it is small."""
    if share == 0:
        return "0 %"
    if share < 0.0001:
        return "< 0.01 %"
    return f"{share * 100:.2f} %" if share < 0.01 or 0.99 < share < 1 else f"{share * 100:.1f} %"


def wrapped(text: str, indent: str = "") -> list[str]:
    """Running text as lines that begin with `indent`."""
    import shutil
    import textwrap

    width = min(WIDTH, max(40, shutil.get_terminal_size((WIDTH, 24)).columns))
    lines = textwrap.wrap(
        text, width, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )
    return lines or [""]


def table(rows: Iterable[Sequence[str]], *, right: Iterable[int] = ()) -> list[str]:
    """Rows as lines of columns; the columns in `right` stand flush right."""
    rows = [list(row) for row in rows]
    if not rows:
        return []
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    flush = set(right)
    return [
        "  ".join(
            cell.rjust(width) if at in flush else cell.ljust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


class Meter:
    """Progress on one line of standard error, if that is a terminal; nothing otherwise."""

    def __init__(self, what: str) -> None:
        self.what = what
        self._began = time.monotonic()
        self._shown = 0.0
        self._is_on = sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._is_on or now - self._shown < 0.1:
            return
        self._shown = now
        left = (now - self._began) / done * (total - done)
        text = (
            f"{done:,} of {total:,} {self.what} ({done * 100 // total} %), {_duration(left)} left"
        )
        sys.stderr.write(f"\r{text:<70}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Takes the line away."""
        if self._is_on and self._shown:
            sys.stderr.write(f"\r{'':<70}\r")
            sys.stderr.flush()


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.0f} h"
