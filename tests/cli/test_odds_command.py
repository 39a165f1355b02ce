"""`affray odds`, as text and as data."""

from __future__ import annotations

import subprocess
import sys

import pytest

AFFRAY = (sys.executable, "-c", "from affray.cli import main; main()")


def test_numbered_dice_as_text(affray) -> None:
    said = affray("odds", "2d6")
    assert said.code == 0
    assert said.out.splitlines()[0] == "2d6 (36 equally likely outcomes)"
    assert "7.00 on average" in said.out
    assert any(line.split()[:3] == ["7", "16.7", "%"] for line in said.out.splitlines())


def test_a_rare_total_is_told_as_one_in_so_many(affray) -> None:
    assert "1 in 1,296" in affray("odds", "4d6").out


def test_systems_explain_their_own_dice(affray) -> None:
    said = affray("odds", "trade", "4")
    assert said.code == 0
    assert "mixed" in said.out
    data = affray("odds", "trade", "4", "--json").data
    assert data["total"] == 6**4
    assert {outcome["result"] for outcome in data["outcomes"]} == {"failure", "mixed", "success"}
    assert {outcome["hits"] for outcome in data["outcomes"]} == set(range(5))


def test_named_dice_as_data(affray) -> None:
    data = affray("odds", "ix", "1 mastery 2 ability vs 2 trial", "--json").data
    assert data["system"] == "ix"
    assert data["total"] == sum(outcome["count"] for outcome in data["outcomes"])
    words = affray("odds", "ix", "2", "trial", "1", "mastery", "2", "ability", "--json").data
    assert words["outcomes"] == data["outcomes"]


def test_what_cannot_happen_is_said_in_words(affray) -> None:
    assert "Calamities: always 0" in affray("odds", "ix", "2 ability").out


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["4d6kh9"], "column"),
        (["4d"], "sides"),
        (["trade", "none"], "no number of dice"),
        (["trade", "999999999999999999999"], "from 1 to 100"),
        (["trade"], "no dice after the name"),
        (["ix", "40 mastery"], "12 dice"),
        (["ix", "1 mystery"], "no die of ix"),
        (["chess", "4"], "Write dice such as"),
        (["\x1b[2J"], "error"),
    ],
)
def test_dice_that_cannot_be_read_get_a_message(affray, words: list[str], fault: str) -> None:
    said = affray("odds", *words)
    assert said.code == 1
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert fault in said.err
    assert "\x1b" not in said.err


def test_nothing_heavy_is_loaded_for_a_roll() -> None:
    # What Typer itself brings is not ours to choose; everything else must stay out.
    show = "run(['odds', '4d6kh3']); print(*sys.modules)"
    program = f"import sys; from affray.cli.app import run; {show}"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    assert "affray.odds.pools" in loaded
    heavy = {"sqlite3", "numpy", "fastapi", "sqlalchemy", "joblib", "rich", "asyncio", "tomllib"}
    assert not loaded & heavy
    assert not {name for name in loaded if name.startswith(("affray.kernel", "affray.systems"))}


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    with subprocess.Popen(
        [*AFFRAY, "odds", "100d100", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


def test_a_terminal_without_block_characters_gets_plain_bars() -> None:
    done = subprocess.run(
        [*AFFRAY, "odds", "2d6"],
        capture_output=True,
        check=True,
        timeout=60,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert b"#####" in done.stdout
    assert done.stdout.isascii()
