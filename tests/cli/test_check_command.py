"""`affray check`, and what every command says about files that are no good."""

from __future__ import annotations

from pathlib import Path

import pytest

BAD = {
    "broken": ('system = "trade"\ntitle = "x\n', "line 2"),
    "no-system": ('title = "x"\n', "system"),
    "unknown-system": ('system = "trad"\ntitle = "x"\n', "Did you mean trade"),
    "unknown-id": (
        (
            'system = "trade"\ntitle = "x"\n[[heroes]]\nname = "Ann"\nuse = "nobody-at-all"\n'
            '[[foes]]\nuse = "ditch-cuter"\n'
        ),
        "foes[1].use",
    ),
    "negative": (
        (
            'system = "trade"\ntitle = "x"\n[[heroes]]\nname = "Ann"\n'
            'stats = { strength = -4, reflexes = 3, wits = 2, charm = 2 }\nweapons = ["axe"]\n'
            '[[foes]]\nuse = "ditch-cutter"\ncount = -1\n'
        ),
        "foes[1].count",
    ),
    "enormous": (
        (
            'system = "trade"\ntitle = "x"\nmax-rounds = 99999999999999999999\n'
            '[[heroes]]\nname = "Ann"\n'
            "stats = { strength = 4, reflexes = 3, wits = 2, charm = 2 }\n"
            'weapons = ["axe"]\n[[foes]]\nuse = "ditch-cutter"\n'
        ),
        "max-rounds",
    ),
    "empty": ("", "system"),
}


@pytest.mark.parametrize("kind", BAD)
@pytest.mark.parametrize("command", [("check",), ("play", "--auto"), ("simulate",)])
def test_a_bad_file_gets_place_fault_and_cure(
    affray, tmp_path: Path, kind: str, command: tuple[str, ...]
) -> None:
    text, place = BAD[kind]
    path = tmp_path / f"{kind}.toml"
    path.write_text(text, encoding="utf-8")
    said = affray(*command, str(path))
    assert said.code == 1
    told = said.out + said.err
    assert place in told
    assert path.name in told
    if command != ("check",):
        assert said.out == ""
        assert said.err.startswith("error: ")


def test_a_good_file_passes(affray, quarrel: Path) -> None:
    said = affray("check", str(quarrel))
    assert said.code == 0
    assert "good (A quarrel, trade)" in said.out
    assert "1 encounter, 0 faults" in said.out


def test_a_folder_is_searched_and_other_files_are_passed_over(affray, quarrel: Path) -> None:
    folder = quarrel.parent
    (folder / "below").mkdir()
    (folder / "below" / "bad.toml").write_text(BAD["unknown-id"][0])
    (folder / "settings.toml").write_text("colour = 3\n")
    (folder / "notes.txt").write_text("not looked at")
    said = affray("check", str(folder), "--json")
    assert said.code == 1
    data = said.data
    assert data["ok"] is False
    found = {Path(each["file"]).name: each for each in data["files"]}
    assert set(found) == {"quarrel.toml", "bad.toml", "settings.toml"}
    assert found["quarrel.toml"]["faults"] == []
    assert found["settings.toml"]["passed_over"]
    faults = found["bad.toml"]["faults"]
    assert len(faults) == 2  # all of them at once
    assert all(fault["place"] and fault["fault"] and fault["cure"] for fault in faults)


@pytest.mark.parametrize("command", [("check",), ("play", "--auto"), ("simulate",)])
def test_what_is_no_text_file_gets_a_message(affray, tmp_path: Path, command) -> None:
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00title")
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "huge.toml").write_bytes(b"#" * 2_000_000)
    for name, fault in (
        ("missing.toml", "no such file"),
        ("binary.toml", "UTF-8"),
        ("huge.toml", "too large"),
    ):
        said = affray(*command, str(tmp_path / name))
        assert said.code == 1
        assert fault in (said.out + said.err).lower().replace("utf", "UTF")
    if command != ("check",):
        said = affray(*command, str(tmp_path / "folder.toml"))
        assert said.code == 1
        assert "not a file" in said.err


def test_nothing_in_a_file_steers_the_terminal(affray, tmp_path: Path) -> None:
    path = tmp_path / "sly.toml"
    path.write_text('system = "trade\\u001b[2J"\ntitle = "x"\n')
    said = affray("check", str(path))
    assert said.code == 1
    assert "\x1b" not in said.out + said.err


def test_a_word_that_no_card_bears_is_a_fault_of_a_doctrine(affray, tmp_path: Path) -> None:
    path = tmp_path / "d.toml"
    entry = '[[when]]\nquestion = "trade.turn.choice"\n'
    head = 'system = "trade"\nside = "heroes"\nname = "d"\n\n'
    path.write_text(head + entry + 'if = ["self is bloodied"]\nprefer = ["end"]\n')
    assert affray("check", str(path)).code == 0
    path.write_text(head + entry + 'if = ["self is bloodid"]\nprefer = ["end"]\n')
    said = affray("check", str(path))
    assert said.code != 0
    assert 'no card of trade ever says "bloodid"' in said.out
    assert "Did you mean bloodied?" in said.out
    assert "0 encounters, 1 doctrine, 1 fault\n" in said.out
