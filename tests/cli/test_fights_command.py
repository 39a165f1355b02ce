"""`affray fights`, `export`, `import`, `audit`, `backup`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from affray.cli.find import encounter
from affray.kernel.question import Edit
from affray.store import open_store
from affray.systems.trade.face import TradeSystem

COMMANDS = ("fights", "export", "import", "audit", "backup")


@pytest.fixture(autouse=True)
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "data" / "affray.sqlite"
    monkeypatch.setenv("AFFRAY_DATABASE", str(path))
    return path


@pytest.fixture
def fight(database: Path) -> int:
    """A stored duel, just begun."""
    found = encounter("trade/duel")
    with open_store() as store:
        stored = store.begin(found.system, found.setup)
        foe = next(c.id for c in stored.play.fight.combatants.values() if c.side == "foes")
        stored.edit(Edit("set", foe, "hp", 3))
        return stored.id


@pytest.mark.parametrize("command", COMMANDS)
def test_each_has_help_with_an_example(affray, command: str) -> None:
    said = affray(command, "--help")
    assert said.code == 0
    assert f"affray {command}" in said.out.split("Options:")[0].split("\n", 1)[1]
    assert "Example" in said.out
    assert "--json" in said.out


def test_with_nothing_stored_it_says_how_to_begin(affray) -> None:
    said = affray("fights")
    assert said.code == 0
    assert "affray play" in said.out
    assert affray("fights", "--json").data["fights"] == []


def test_the_list_and_what_can_be_changed_in_it(affray, fight: int) -> None:
    assert affray("fights", "--rename", str(fight), "The \x1b[31mred duel").code == 0
    said = affray("fights")
    assert "red duel" in said.out
    assert "\x1b" not in said.out
    assert affray("fights", "--archive", str(fight)).code == 0
    assert "red duel" not in affray("fights").out
    assert "(archived)" in affray("fights", "--all").out
    assert affray("fights", "--restore", str(fight)).code == 0
    (record,) = affray("fights", "--json").data["fights"]
    assert (record["id"], record["system"], record["entries"]) == (fight, "trade", 1)


def test_out_to_a_file_and_in_again(affray, fight: int, tmp_path: Path) -> None:
    path = tmp_path / "duel.json"
    said = affray("export", str(fight), str(path))
    assert said.code == 0
    assert "do not hand it to players" in said.out
    assert json.loads(path.read_text("utf-8")) == affray("export", str(fight)).data
    assert affray("export", str(fight), str(path)).code == 1, "nothing is overwritten"
    said = affray("import", str(path))
    assert said.code == 0
    assert f"fight {fight + 1}" in said.out
    assert affray("import", str(path), "--json").data["id"] == fight + 2
    assert [p.name for p in tmp_path.iterdir() if p.suffix == ".part"] == []


def test_an_audit_says_whether_a_fight_comes_out_the_same(affray, fight: int, monkeypatch) -> None:
    said = affray("audit", str(fight))
    assert said.code == 0
    assert "comes out the same" in said.out
    real = TradeSystem.edit

    def otherwise(self, fight, edit, table):  # type: ignore[no-untyped-def]
        return real(self, fight, Edit(edit.kind, edit.who, edit.name, 5), table)

    monkeypatch.setattr(TradeSystem, "edit", otherwise)
    said = affray("audit", str(fight))
    assert said.code == 1
    assert "differently" in said.out
    assert "is now 5" in said.out
    said = affray("audit", str(fight), "--json")
    assert said.code == 1
    assert said.data["differences"]


def test_a_backup_can_be_looked_into(affray, fight: int, tmp_path: Path, monkeypatch) -> None:
    copy = tmp_path / "copy.sqlite"
    assert affray("backup", str(copy)).code == 0
    assert affray("backup", str(copy)).code == 1
    monkeypatch.setenv("AFFRAY_DATABASE", str(copy))
    assert [f["id"] for f in affray("fights", "--json").data["fights"]] == [fight]


@pytest.mark.parametrize(
    "words",
    [
        ["export", "77"],
        ["audit", "77"],
        ["fights", "--archive", "77"],
        ["export", str(10**30)],
        ["import", "no-such-file.json"],
        ["import", "."],
        ["backup", "no/such/folder/x.sqlite"],
    ],
)
def test_what_is_not_there_is_told_with_a_cure(affray, words: list[str]) -> None:
    said = affray(*words)
    assert said.code == 1
    assert said.out == ""
    lines = said.err.strip().splitlines()
    assert lines[0].startswith("error: ")
    assert len(lines) == 2


def test_a_file_that_is_no_save_is_told(affray, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for text in ("", "{", "[]", '{"affray": "fight", "format": 2}'):
        path.write_text(text, encoding="utf-8")
        said = affray("import", str(path))
        assert said.code == 1
        assert said.err.startswith("error: the save")


def test_a_database_of_something_else_is_told(affray, tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all", encoding="utf-8")
    monkeypatch.setenv("AFFRAY_DATABASE", str(path))
    for command in (["fights"], ["export", "1"], ["audit", "1"]):
        said = affray(*command)
        assert said.code == 1
        assert "no database of affray" in said.err
    assert path.read_text("utf-8") == "Dear all"
