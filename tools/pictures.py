"""Draw the pictures of the README from what the commands print: `python tools/pictures.py`.

A picture is text in an SVG, so that it stays sharp, can be searched, and changes with the program.
"""

from __future__ import annotations

import os
import subprocess
import sys
from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "images"
AFFRAY = str(Path(sys.executable).with_name("affray"))
LINE, LETTER = 19, 8.4

PICTURES = {
    "fight": (["play", "trade/duel", "--auto", "--seed", "12"], 24),
    "odds": (["odds", "ix", "1 mastery 2 ability vs 2 trial"], 16),
}

STYLE = """
text { font: 14px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; fill: #2b2622;
  white-space: pre }
rect { fill: #faf6ee; stroke: #d8cdbb }
.typed { fill: #8a3b12; font-weight: bold }
@media (prefers-color-scheme: dark) {
  text { fill: #e9e2d6 } rect { fill: #1d1a17; stroke: #453d33 } .typed { fill: #e8a36f }
}
"""


def drawn(command: list[str], lines: list[str]) -> str:
    """The command and what it printed, as an SVG."""
    typed = "affray " + " ".join(f'"{part}"' if " " in part else part for part in command)
    width = max(len(line) for line in [typed, *lines]) * LETTER + 40
    height = (len(lines) + 2) * LINE + 24
    rows = [f'<text class="typed" x="20" y="{LINE + 12}">$ {escape(typed)}</text>']
    rows += [
        f'<text x="20" y="{(number + 2) * LINE + 12}">{escape(line)}</text>'
        for number, line in enumerate(lines, 1)
        if line
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height}" '
        f'width="{width:.0f}" height="{height}" role="img">\n<title>{escape(typed)}</title>\n'
        f"<style>{STYLE}</style>\n"
        f'<rect x="0.5" y="0.5" width="{width - 1:.0f}" height="{height - 1}" rx="8"/>\n'
        + "\n".join(rows)
        + "\n</svg>\n"
    )


def main() -> int:
    """Runs each command and writes its picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    plain = {**os.environ, "NO_COLOR": "1", "COLUMNS": "96"}
    for name, (command, most) in PICTURES.items():
        found = subprocess.run(
            [AFFRAY, *command], capture_output=True, text=True, check=True, env=plain
        )
        lines = found.stdout.splitlines()
        (FOLDER / f"{name}.svg").write_text(drawn(command, [*lines[:most], "..."]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
