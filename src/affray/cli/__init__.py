"""The command `affray`: one thin module a command, none of which is loaded before it is named.

app       the commands and their options, for Typer
faults    what went wrong, told to a person
console   what goes to the terminal: text, JSON, bars, progress
find      encounters and rulebooks by the names that people use
"""


def main() -> None:
    """Runs the command line of this process; exits 0, 1 (input), 2 (usage) or 130 (Ctrl-C)."""
    from affray.cli.app import run

    raise SystemExit(run())
