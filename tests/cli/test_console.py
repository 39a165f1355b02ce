"""How the program is to be called again."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.cli.console import called_as


def test_a_path_is_given_back_as_it_is_typed_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "my env" / "bin" / "affray"
    script.parent.mkdir(parents=True)
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.setattr("sys.argv", [str(script)])
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.chdir(tmp_path)
    assert called_as() == "'my env/bin/affray'"
    other = tmp_path / "other"
    other.mkdir()
    monkeypatch.chdir(other)
    assert called_as() == f"'{script}'"
    monkeypatch.setenv("PATH", str(script.parent))
    assert called_as() == "affray"
    monkeypatch.setattr("sys.argv", ["-c"])
    assert called_as() == "affray"
