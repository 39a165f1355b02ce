"""What the tests of the command share."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from affray.cli.app import run


@dataclass
class Said:
    """What a command line printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        return json.loads(self.out)


Affray = Callable[..., Said]


@pytest.fixture
def affray(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Affray:
    """Runs a command line in this process. Whatever happens, no traceback may be seen."""
    monkeypatch.delenv("AFFRAY_DEBUG", raising=False)

    def ask(*arguments: str) -> Said:
        capsys.readouterr()
        code = run(list(arguments))
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err + printed.out
        return Said(code, printed.out, printed.err)

    return ask


GOOD = """
system = "trade"
title = "A quarrel"

[[heroes]]
name = "Ann"
stats = { strength = 4, reflexes = 3, wits = 2, charm = 2 }
weapons = ["axe"]

[[foes]]
use = "ditch-cutter"
"""


@pytest.fixture
def quarrel(tmp_path: Path) -> Path:
    """An encounter file that is good."""
    path = tmp_path / "quarrel.toml"
    path.write_text(GOOD, encoding="utf-8")
    return path
