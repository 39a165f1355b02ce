"""The golden playthroughs come out as they were kept, and every system has its four."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from affray.registry import system, systems
from affray.testing.playthrough import ScriptError, play_script

FOLDER = Path(__file__).parent / "playthroughs"
SCRIPTS = [
    path
    for path in sorted(FOLDER.rglob("*.toml"))
    if "script" in tomllib.loads(path.read_text("utf-8"))
]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_playthrough_comes_out_as_it_was_kept(path: Path) -> None:
    found = play_script(path.read_text("utf-8"), path.name, system, path.parent)
    again = "`python -m affray.testing.playthrough tests/playthroughs --write` writes them anew"
    assert found.events() == path.with_suffix(".jsonl").read_text("utf-8"), again
    assert found.story() == path.with_suffix(".md").read_text("utf-8"), again
    assert found.play.audit() == []


@pytest.mark.parametrize("name", systems())
def test_every_system_has_four(name: str) -> None:
    assert sum(path.parent.name == name for path in SCRIPTS) >= 4


def script(*lines: str) -> str:
    quoted = ", ".join(f'"{line}"' for line in lines)
    return f'encounter = "trade/duel"\ntitle = "t"\nscript = [{quoted}]'


def test_a_line_that_fits_nothing_is_an_error_that_names_it() -> None:
    with pytest.raises(ScriptError, match=r"line 1 .*'fight/spoon/nobody'"):
        play_script(script("fight/spoon/nobody"), "x", system)


def test_a_line_after_the_end_is_an_error() -> None:
    with pytest.raises(ScriptError, match="over"):
        play_script(script("auto", "fight/spoon/nobody"), "x", system)
