"""The conversation over a pipe, the page about it, and the bot beside it."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from affray.cli.find import encounter
from affray.protocol.kept import InMemory
from affray.protocol.lines import converse
from affray.protocol.requests import LONGEST_LINE
from affray.tables.play import Play

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "protocol.md"


def talk(given: bytes, seed: int = 5, audience: str = "heroes") -> list[dict[str, Any]]:
    """All that the program says to these bytes at the duel."""
    found = encounter("trade/duel")
    play = Play(found.system, found.setup, secret=f"seed {seed}".encode())
    told = io.BytesIO()
    code = converse(
        InMemory(play), audience=audience, seats={}, fight=None, given=io.BytesIO(given), told=told
    )
    assert code == 0
    return [json.loads(line) for line in told.getvalue().splitlines()]


def fits(written: Any, said: Any) -> bool:
    """Whether what the page shows, which is shortened, is what the program says."""
    if written == "...":
        return True
    if isinstance(written, dict):
        return isinstance(said, dict) and all(
            key in said and fits(value, said[key]) for key, value in written.items()
        )
    if isinstance(written, list):
        if written[-1:] == ["..."]:
            written, said = written[:-1], said[: len(written) - 1]
        return len(written) == len(said) and all(map(fits, written, said))
    return bool(written == said)


def transcript() -> list[tuple[str, dict[str, Any]]]:
    block = re.search(r"<!-- transcript -->\n```\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert block is not None
    return [(line[0], json.loads(line[2:])) for line in block[1].splitlines()]


def test_the_conversation_on_the_page_is_what_the_program_says() -> None:
    lines = transcript()
    given = b"".join(json.dumps(data).encode() + b"\n" for who, data in lines if who == ">")
    said = talk(given)
    written = [data for who, data in lines if who == "<"]
    assert len(written) == len(said)
    for number, (one, other) in enumerate(zip(written, said, strict=True), 1):
        assert fits(one, other), f"line {number} of the program: {one} is not {other}"


def test_the_page_names_every_request_and_every_kind_of_refusal() -> None:
    from affray.protocol.requests import BODIES

    page = PAGE.read_text("utf-8")
    for verb, (needed, possible) in BODIES.items():
        assert f'"{verb}"' in page
        for key in (*needed, *possible):
            assert f"{key}" in page
    for kind in ("unreadable", "illegal", "ambiguous", "late", "unsaved"):
        assert f"`{kind}`" in page


def test_broken_and_endless_lines_are_refused_and_the_talk_goes_on() -> None:
    said = talk(b"{\n" + b"x" * (3 * LONGEST_LINE) + b"\n\n\xff\n" + b'{"id": 3, "bye": {}}\n')
    replies = said[4:]
    assert [next(iter(reply)) for reply in replies] == ["refused"] * 3 + ["bye"]
    assert str(LONGEST_LINE) in replies[1]["refused"]["cure"]
    assert replies[3]["id"] == 3


def test_the_end_of_the_input_ends_it_cleanly() -> None:
    assert "waiting" in talk(b"")[-1]
    assert "refused" in talk(b'{"bye"')[-1]


@pytest.mark.parametrize("name", ["trade/duel", "trade/party"])
def test_the_bot_of_the_page_plays_a_whole_fight(name: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(DOCS / "bots" / "simple_bot.py"), name, "--no-save", "--seed", "4"],
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert re.fullmatch(r"result: (heroes|foes)\n", done.stdout)


def test_a_saved_fight_is_gone_on_with(tmp_path: Path) -> None:
    def affray(*options: str, given: str) -> tuple[int, list[dict[str, Any]], str]:
        done = subprocess.run(
            [sys.executable, "-c", "from affray.cli import main; main()", "play", *options],
            env=os.environ | {"AFFRAY_DATABASE": str(tmp_path / "fights.sqlite")},
            input=given,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    question = ["trade.turn.choice", "choice", "tobin-fray", 3, 1]
    key = ["fight", "dagger", "bridge-blade"]
    answer = json.dumps({"answer": {"question": question, "key": key}})
    code, said, _ = affray("trade/duel", "--stdio", "--seed", "5", given=answer + "\n")
    assert code == 0
    assert said[0]["hello"]["fight"] == 1
    last = [m["question"]["question"] for m in said if "question" in m][-1]
    code, said, _ = affray("--stdio", "--resume", "1", given="")
    assert [m["question"]["question"] for m in said if "question" in m] == [last]
    code, said, err = affray("trade/duel", "--stdio", "--as", "tobin", given="")
    assert (code, said) == (1, [])
    assert "Did you mean tobin-fray?" in err
