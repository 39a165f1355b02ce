"""What the README says is true: its encounter plays, its commands run, its links lead somewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.policy import DefaultPolicy
from affray.registry import system
from affray.tables.play import Play

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = [
    line.partition("  ")[0]
    for line in re.findall(r"^    (affray .*)$", README, re.MULTILINE)
    if "my-" not in line
]


def test_the_encounter_plays() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", README, re.DOTALL)
    trade = system("trade")
    play = Play(trade, read_encounter(text, "README.md", trade), secret=b"1")
    play.drive(DefaultPolicy(), DefaultPolicy())
    assert play.fight.house.value("hero-health") == 12
    assert len(play.fight.combatants) == 4


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    from affray.cli.app import run

    assert run(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out.strip()


def test_there_are_commands_to_try() -> None:
    assert len(COMMANDS) >= 5


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text)
    local = [link for link in links if "://" not in link]
    assert [link for link in local if not (page.parent / link).exists()] == []
