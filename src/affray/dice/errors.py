"""The one error of the dice: what was written, where it goes wrong, and what to write instead."""

from __future__ import annotations

_SHOWN = 80


class DiceError(ValueError):
    """Dice that cannot be read, rolled or counted.

    `text` is what was given, `column` the place in it (from 1; None when the whole of it is
    meant), `fault` says what is wrong and `cure` what to do about it. `str()` is one sentence
    fit for a person.
    """

    def __init__(self, text: str, fault: str, cure: str, column: int | None = None) -> None:
        self.text = text
        self.fault = fault
        self.cure = cure
        self.column = column
        super().__init__(text, fault, cure, column)

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= _SHOWN else self.text[: _SHOWN - 3] + "..."
        place = "" if self.column is None else f", column {self.column}"
        message = f'dice "{shown}"{place}: {self.fault}; {self.cure}'
        return "".join([sign if sign.isprintable() else "?" for sign in message])
