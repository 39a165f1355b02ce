"""The guide "how to add a system" works: the system that stands in it passes every check."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from web_kit import Table, adopted

from affray.kernel.policy import DefaultPolicy
from affray.store import open_store
from affray.tables.play import Play
from affray.testing.conformance import CHECKS

GUIDE = Path(__file__).parents[1] / "docs" / "add-a-system.md"


def blocks() -> dict[str, str]:
    """The code blocks of the guide that begin with a comment of one word, by that word."""
    fenced = re.findall(r"```\w+\n# (\w+)\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    return dict(fenced)


@pytest.fixture(scope="module")
def guide() -> dict[str, Any]:
    code = blocks()
    names: dict[str, Any] = {"LEDGER": code["ledger"], "__name__": "guide"}
    for part in ("system", "proof"):
        exec(compile(code[part], f"{GUIDE.name}: {part}", "exec", dont_inherit=True), names)  # noqa: S102
    return names


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_system_of_the_guide_passes(guide: dict[str, Any], check: Any) -> None:
    guide["test_conformance"](check)


def test_the_system_of_the_guide_tells_a_fight(guide: dict[str, Any]) -> None:
    play = Play(guide["Tug"](), guide["Setup"]("tug", "a fair", guide["ROSTER"]), secret=b"1")
    play.drive(DefaultPolicy(), DefaultPolicy())
    assert play.fight.result in ("heroes", "foes")
    assert {event.rule for event in play.events} >= {"tug.pull.roll", "tug.end.line"}


def test_the_system_of_the_guide_is_played_at_the_web_table(
    guide: dict[str, Any], tmp_path: Path
) -> None:
    tug = guide["Tug"]()
    path = tmp_path / "tug.sqlite"
    with open_store(path, find_system=lambda name: tug) as store:
        number = store.begin(tug, guide["Setup"]("tug", "a fair", guide["ROSTER"])).id
    table = Table(path, find_system=lambda name: tug)
    table.start()
    try:
        begun = adopted(table, number)
        for seat in begun.seats.values():
            assert "a fair" in begun.person(seat).load()
        gm = begun.bot(begun.gm)
        for _ in range(200):
            view = gm.view()
            if view["result"]:
                break
            question = view["questions"][0]
            body: dict[str, Any] = {"question": question["question"]}
            if question.get("pool"):
                reply = gm.post("roll", body)
            else:
                reply = gm.post("answer", {**body, "key": question["options"][0]})
            assert reply.status_code == 200, reply.text
        assert gm.view()["result"] in ("heroes", "foes")
        seen = begun.person(begun.spectator).load()
        assert all(block["name"] in seen for block in guide["ROSTER"])
    finally:
        table.close()


def test_the_guide_is_about_as_short_as_it_says() -> None:
    lines = [line for line in blocks()["system"].splitlines() if line.strip()]
    assert len(lines) < 130
