"""The command as a whole: help, usage, faults of the program, Ctrl-C."""

from __future__ import annotations

import subprocess
import sys

import pytest

import affray as package
from affray.cli import faults
from affray.cli.faults import explain

COMMANDS = ("play", "simulate", "odds", "rules", "check", "systems")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(affray, command: str) -> None:
    said = affray(command, "--help")
    assert said.code == 0
    assert f"affray {command}" in said.out.split("Options:")[0].split("\n", 1)[1]
    assert "Example" in said.out
    assert "--json" in said.out
    assert affray(command, "-h").out == said.out


def test_the_commands_are_listed(affray) -> None:
    said = affray("--help")
    assert said.code == 0
    assert all(command in said.out for command in COMMANDS)


def test_the_version(affray) -> None:
    assert affray("--version").out == f"affray {package.__version__}\n"


@pytest.mark.parametrize("words", [["ply"], ["play", "--atuo"], ["odds"], ["check"], ["simulate"]])
def test_a_wrong_command_line_ends_with_2(affray, words: list[str]) -> None:
    said = affray(*words)
    assert said.code == 2
    assert said.out == ""
    assert "Error: " in said.err


def broken(*arguments: object, **more: object) -> None:
    raise KeyError("the rules went missing")


def test_a_fault_of_the_program_is_apologised_for(affray, monkeypatch) -> None:
    monkeypatch.setattr("affray.odds.pools.number_odds", broken)
    said = affray("odds", "d20")
    assert said.code == 1
    assert "KeyError" in said.err
    assert "Sorry" in said.err
    assert "AFFRAY_DEBUG=1" in said.err


def test_the_traceback_can_be_asked_for(capsys, monkeypatch) -> None:
    monkeypatch.setenv(faults.DEBUG, "1")
    with pytest.raises(KeyError) as caught:
        broken()
    assert faults.tell(caught.value) == 1
    assert "Traceback" in capsys.readouterr().err


def test_a_file_that_may_not_be_read_is_named() -> None:
    code, lines = explain(PermissionError(13, "Permission denied", "secret.toml"))
    assert code == 1
    assert lines[0] == "error: secret.toml: Permission denied."


def test_ctrl_c_ends_with_130(affray, monkeypatch) -> None:
    def stop(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("affray.odds.pools.number_odds", stop)
    said = affray("odds", "d20")
    assert said.code == 130
    assert said.out == said.err == ""


def test_the_installed_command_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from affray.cli import main; main()", "odds", "d4", "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0
    assert '"total": 4' in done.stdout
