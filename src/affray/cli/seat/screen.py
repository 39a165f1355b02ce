"""Lines out, lines in: nothing is drawn over, so that a screen reader and a log read the same."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence

from affray.cli.console import WIDTH, clean

NARROWEST = 20
LONGEST_LINE = 4_000
"""Letters of an input that are read; no answer is longer."""

_STYLES = {"title": "1", "question": "1", "refused": "33", "hint": "2", "away": "2"}


class Left(Exception):  # noqa: N818 (it is no fault)
    """Whoever sat here has gone: the input is at its end."""


class Screen:
    """A terminal, or a pipe that stands for one."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._has_colour = (
            sys.stdout.isatty()
            and not os.environ.get("NO_COLOR")
            and os.environ.get("TERM", "") not in ("", "dumb")
        )
        self.words: Callable[[], Sequence[str]] = tuple
        """What the Tab key completes to."""
        if self.is_terminal:
            self._set_up_editing()

    @property
    def width(self) -> int:
        columns = shutil.get_terminal_size((WIDTH, 24)).columns
        return min(WIDTH, max(NARROWEST, columns - 1))

    def say(self, text: str = "", *, indent: int = 0, hang: int = 2, style: str = "") -> None:
        """A paragraph, wrapped; what follows its first line hangs `hang` columns deeper."""
        hang = min(hang, self.width // 4)
        lines = textwrap.wrap(
            clean(text).replace("\n", " "),
            self.width,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + hang),
            break_on_hyphens=False,
        )
        for line in lines or [""]:
            self._write(line, style)

    def say_command(self, text: str, command: str) -> None:
        """A sentence and the command that it ends in, which is never broken by us."""
        if len(text) + 1 + len(command) <= self.width:
            self._write(clean(f"{text} {command}"))
        else:
            self.say(text)
            self._write(clean(f"  {command}"))

    def say_all(self, texts: Iterable[str], *, indent: int = 0, hang: int = 2) -> None:
        for text in texts:
            self.say(text, indent=indent, hang=hang)

    def ask(self, prompt: str) -> str:
        """A line that somebody typed, without what steers a terminal.

        Raises `Left` at the end of the input, `KeyboardInterrupt` on Ctrl-C.
        """
        text = clean(prompt)
        sys.stdout.flush()
        if self.is_terminal:
            # A long prompt is a paragraph, and only its last line stands before the cursor.
            *above, last = textwrap.wrap(text, self.width, drop_whitespace=False) or [""]
            for line in above:
                self._write(line)
            try:
                given = input(last)
            except EOFError:
                self._write("")
                raise Left from None
        else:
            sys.stdout.write(text)
            sys.stdout.flush()
            given = sys.stdin.readline(LONGEST_LINE + 1)
            if not given:
                self._write("")
                raise Left
            self._write(clean(given.rstrip("\r\n")))
        kept = "".join(c for c in given if c.isprintable() or c == "\t")
        return " ".join(kept[:LONGEST_LINE].split())

    def _write(self, line: str, style: str = "") -> None:
        if style and self._has_colour:
            line = f"\x1b[{_STYLES[style]}m{line}\x1b[0m"
        sys.stdout.write(line + "\n")

    def _set_up_editing(self) -> None:
        """Arrow keys, what was typed before, and Tab, where the platform has them."""
        try:
            import readline
        except ImportError:
            return

        def complete(text: str, at: int) -> str | None:
            fits = [word for word in self.words() if word.startswith(text)]
            return fits[at] if at < len(fits) else None

        readline.set_completer(complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")
