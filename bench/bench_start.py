"""How long `affray odds` takes as a whole process, against a small Typer app that prints a line.

Run as `python -m bench.bench_start`. The aim is a ratio of at most 1.3: the odds of a roll must
not cost the start of a database, a web framework or the rules of a system.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.measuring import Row, in_turns, seconds, table

REFERENCE = """\
import typer

app = typer.Typer()


@app.command()
def hello(name: str = "you") -> None:
    print("hello", name)


@app.command()
def goodbye(name: str = "you") -> None:
    print("goodbye", name)


if __name__ == "__main__":
    app()
"""

COMMANDS = (
    ("odds", "4d6kh3"),
    ("odds", "ix", "1 mastery 2 ability vs 2 trial"),
    ("odds", "trade", "4"),
)
ROUNDS = 15


def _process(*command: str) -> float:
    # Everything is measured as it runs where it is installed: with byte code kept.
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return seconds(
        lambda: subprocess.run(  # noqa: S603 (our own commands)
            command, stdout=subprocess.DEVNULL, check=True, env=kept
        )
    )


def rows(*, quick: bool = False) -> list[Row]:
    """Measures every command in turns with the reference."""
    affray = str(Path(sys.executable).with_name("affray"))
    with tempfile.TemporaryDirectory() as folder:
        reference = Path(folder, "reference.py")
        reference.write_text(REFERENCE)
        sides = [lambda: _process(sys.executable, str(reference), "hello")]
        sides += [lambda command=command: _process(affray, *command) for command in COMMANDS]
        theirs, *ours = in_turns(*sides, rounds=5 if quick else ROUNDS)
    return [
        Row(f"affray {' '.join(c)}"[:58], own / theirs, 1.3, 1.3, own, theirs, "s", at_most=True)
        for c, own in zip(COMMANDS, ours, strict=True)
    ]


if __name__ == "__main__":
    print(table(rows()))
