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
    said = _known(error)
    return (1, said) if said is not None else (1, _apology(error))


def _lines(fault: str, cure: str = "") -> list[str]:
    return [f"error: {fault}", *([f"  {cure}"] if cure else [])]


def _known(error: Exception) -> list[str] | None:
    """What to say about the errors that the rest of the package raises for people."""
    from affray.dice import DiceError

    if isinstance(error, DiceError):
        return _lines(str(error))

    from affray.kernel.question import Refused
    from affray.kernel.rulebook import FaultyText, UnknownName

    if isinstance(error, FaultyText):
        return [line for fault in error.faults for line in _lines(str(fault))]
    if isinstance(error, UnknownName):
        return _lines(str(error))
    if isinstance(error, Refused):
        return _lines(error.why, error.cure)
    return None


def _apology(error: Exception) -> list[str]:
    return [
        f"error: affray itself went wrong ({type(error).__name__}: {error}).",
        "  Sorry: that is a fault of the program, whatever the input was. Please report it with the",
        f"  command that you gave and what it prints with {DEBUG}=1 set.",
    ]
