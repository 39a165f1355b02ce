"""What `make` says where Python is too old or cannot make virtual environments."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

NO_VENV = """#!/bin/sh
case "$*" in *ensurepip*) exit 1;; esac
exit 0
"""


def bootstrapped(folder: Path, python: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["/bin/sh", str(ROOT / "tools" / "bootstrap.sh"), str(folder / "venv"), "run"],
        env={"PATH": "/usr/bin:/bin", "PYTHON": python},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("#!/bin/sh\nexit 1\n", "3.11 or later"),
        (NO_VENV, "apt install python3-venv"),
    ],
)
def test_what_is_missing_is_named_and_nothing_is_made(
    script: str, said: str, tmp_path: Path
) -> None:
    python = tmp_path / "python3"
    python.write_text(script, encoding="utf-8")
    python.chmod(0o755)
    done = bootstrapped(tmp_path, str(python))
    assert done.returncode == 1
    assert said in done.stderr
    assert not (tmp_path / "venv").exists()
