"""What went wrong, told to a person: the place, the fault and a cure, never a traceback."""

from __future__ import annotations

import os
import sys

from affray.cli.console import clean

DEBUG = "AFFRAY_DEBUG"
"""Set to 1, this variable of the environment shows the traceback of every error."""


class InputFault(Exception):  # noqa: N818 (it is about the input, not the program)
    """Something in what a person gave: the fault, a cure, and the exit code (1, or 2 for usage)."""

    def __init__(self, fault: str, cure: str = "", *, code: int = 1) -> None:
        super().__init__(f"{fault} {cure}".rstrip())
        self.fault = fault
        self.cure = cure
        self.code = code


def tell(error: Exception) -> int:
    """Prints the error on standard error; returns the exit code."""
    if os.environ.get(DEBUG) == "1":
        import traceback

        traceback.print_exception(error)
    code, lines = explain(error)
    for line in lines:
        sys.stderr.write(clean(line) + "\n")
    return code


def explain(error: Exception) -> tuple[int, list[str]]:
    """The exit code for an error, and what to say about it."""
    if isinstance(error, InputFault):
        return error.code, _lines(error.fault, error.cure)
    if isinstance(error, OSError):
        name = error.filename if isinstance(error.filename, str) else "the file"
        why = error.strerror or str(error)
        return 1, _lines(f"{name}: {why}.", "Check the name and the rights.")
    if type(error).__module__.partition(".")[0] == "affray":
        return 1, _own(error)
    return 1, _apology(error)


def _lines(fault: str, cure: str = "") -> list[str]:
    return [f"error: {fault}", *([f"  {cure}"] if cure else [])]


def _own(error: Exception) -> list[str]:
    """What to say about an error of this package's own: they all speak to people."""
    faults = getattr(error, "faults", None)
    if faults is not None:  # of a file: FaultyText
        return [line for fault in faults for line in _lines(str(fault))]
    if hasattr(error, "why") and hasattr(error, "cure"):  # Refused
        return _lines(error.why, error.cure)
    return _lines(str(error))


def _apology(error: Exception) -> list[str]:
    return [
        f"error: affray itself went wrong ({type(error).__name__}: {error}).",
        "  Sorry: that is a fault of the program, whatever the input was. Please report it, with",
        f"  the command that you gave and what it prints when {DEBUG}=1 is set.",
    ]
