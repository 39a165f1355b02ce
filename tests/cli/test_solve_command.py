"""`affray solve`: a duel calculated by hand, agreement with simulation, doctrines, refusals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

AFFRAY = (sys.executable, "-c", "from affray.cli import main; main()")

DUEL = """
system = "trade"
title = "Three against three"

[[heroes]]
name = "Ann"
health = 3
stats = { strength = 1, reflexes = 3, wits = 1, charm = 1 }
weapons = ["rapier"]

[[foes]]
name = "Cur"
hp = 3
damage = 1
goals = ["win"]

[scene]
drop = "nobody"
near = "all"
"""

ALWAYS_FIGHT = """
system = "trade"
side = "heroes"
name = "always fight"

[[when]]
question = "trade.turn.choice"
prefer = ["fight/rapier/*"]

[[when]]
question = "trade.success.damage-and-effect"
prefer = ["additional-damage"]
"""

THUMP = """
system = "trade"
side = "gm"
name = "thump"
fallback = "first"

[[when]]
question = "trade.phase.group-pick"
prefer = ["strike/*/*"]

[[when]]
question = "trade.failure.worse-position"
prefer = ["{worse}"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "duel.toml").write_text(DUEL)
    (tmp_path / "fight.toml").write_text(ALWAYS_FIGHT)
    (tmp_path / "thump.toml").write_text(THUMP.format(worse="bad-situation"))
    (tmp_path / "hard.toml").write_text(THUMP.format(worse="extra-damage"))
    return tmp_path


def solved(affray, *arguments: object) -> dict[str, object]:
    said = affray("solve", *map(str, arguments), "--json")
    assert said.code == 0, said.err
    return said.data


def test_a_duel_that_is_calculated_by_hand(affray, folder: Path) -> None:
    # Ann has 3 health and so is bloodied: her 3 reflexes are 2 dice, each a hit in 2 of 6. No hit
    # has p = (2/3)^2 = 4/9. One hit or more deals 3, which fells Cur: 5/9.
    # If she fails, Cur's blow takes her to 2, she gets a bad situation, and the enemy phase takes
    # her to 1. Next turn she has 3 - 1 - 1 = 1 die: 1/3 to win. Failing again, the blow fells her.
    data = solved(
        affray, folder / "duel.toml", "--doctrine", folder / "fight.toml", "--doctrine",
        folder / "thump.toml",
    )  # fmt: skip
    heroes = Fraction(5, 9) + Fraction(4, 9) * Fraction(1, 3)
    assert heroes == Fraction(19, 27)
    assert data["heroes"] == {"exact": "19/27", "float": 19 / 27, "error": 0.0}
    assert data["foes"] == {"exact": "8/27", "float": 8 / 27, "error": 0.0}
    assert data["none"]["exact"] == "0/1"
    assert data["policies"] == {"heroes": "doctrine:always fight", "gm": "doctrine:thump"}
    assert isinstance(data["states"], int)


def test_the_choices_of_either_side_are_in_the_numbers(affray, folder: Path) -> None:
    # With extra damage (2 more) the first failure fells Ann at once: 5/9 is all she has.
    data = solved(
        affray, folder / "duel.toml", "--doctrine", folder / "fight.toml", "--doctrine",
        folder / "hard.toml",
    )  # fmt: skip
    assert data["heroes"]["exact"] == "5/9"
    # A hero who always ends her turn is struck down in three phases.
    (folder / "fight.toml").write_text(ALWAYS_FIGHT.replace("fight/rapier/*", "end"))
    data = solved(
        affray, folder / "duel.toml", "--doctrine", folder / "fight.toml", "--doctrine",
        folder / "thump.toml",
    )  # fmt: skip
    assert data["foes"]["exact"] == "1/1"


def test_a_position_that_comes_again_is_solved_and_not_cut(affray, folder: Path) -> None:
    # Armor soaks all that Cur deals, so a failure costs nothing but a die next turn: she tries
    # again and again, and wins in the end for certain.
    text = DUEL.replace('weapons = ["rapier"]', 'weapons = ["rapier"]\narmor = "ring-shirt"')
    (folder / "duel.toml").write_text(text)
    data = solved(
        affray, folder / "duel.toml", "--doctrine", folder / "fight.toml", "--doctrine",
        folder / "thump.toml",
    )  # fmt: skip
    assert data["heroes"]["exact"] == "1/1"
    # One who never strikes and cannot be hurt stands there for ever.
    (folder / "fight.toml").write_text(ALWAYS_FIGHT.replace("fight/rapier/*", "end"))
    data = solved(
        affray, folder / "duel.toml", "--doctrine", folder / "fight.toml", "--doctrine",
        folder / "thump.toml",
    )  # fmt: skip
    assert data["none"]["exact"] == "1/1"


@pytest.mark.parametrize("doctrines", [(), ("fight.toml",), ("fight.toml", "thump.toml")])
def test_it_agrees_with_simulation(affray, folder: Path, doctrines: tuple[str, ...]) -> None:
    named = [part for name in doctrines for part in ("--doctrine", str(folder / name))]
    exact = solved(affray, folder / "duel.toml", *named)
    simulated = affray(
        "simulate", str(folder / "duel.toml"), *named, "--fights", "3000", "--json"
    ).data
    assert simulated["policies"] == exact["policies"]
    for result in ("heroes", "foes"):
        p = exact[result]["float"]
        # Four standard deviations: one run in 16,000 falls outside, and the seed is fixed.
        assert abs(simulated["wins"][result] / 3000 - p) <= 4 * (p * (1 - p) / 3000) ** 0.5


def test_the_answer_as_text(affray, folder: Path) -> None:
    said = affray(
        "solve", str(folder / "duel.toml"), "--doctrine", str(folder / "fight.toml"),
        "--doctrine", str(folder / "thump.toml"),
    )  # fmt: skip
    assert said.code == 0
    assert "the heroes  70.4 %" in said.out
    assert "19/27" in said.out
    assert "heroes doctrine:always fight, gm doctrine:thump" in said.out
    assert said.err == ""


def test_chance_of_a_policys_own_is_refused(affray, folder: Path) -> None:
    said = affray("solve", str(folder / "duel.toml"), "--policy", "gm=random")
    assert said.code == 1
    assert "random decides by chance for gm" in said.err
    (folder / "fight.toml").write_text(
        ALWAYS_FIGHT.replace('name = "always fight"', 'name = "x"\nfallback = "random"')
    )
    said = affray("solve", str(folder / "duel.toml"), "--doctrine", str(folder / "fight.toml"))
    assert said.code == 1
    assert "random decides by chance for heroes" in said.err


def test_too_large_a_fight_is_refused_with_the_number_of_states(affray, folder: Path) -> None:
    said = affray("solve", "trade/party", "--most-states", "200")
    assert said.code == 1
    assert said.out == ""
    assert "more than 200 states" in said.err
    assert "affray simulate trade/party" in said.err


def test_doctrines_that_do_not_fit_are_refused(affray, folder: Path) -> None:
    duel, fight = str(folder / "duel.toml"), str(folder / "fight.toml")
    for command in ("solve", "simulate"):
        said = affray(command, duel, "--doctrine", fight, "--doctrine", fight)
        assert said.code == 1
        assert "both doctrines for heroes" in said.err
        said = affray(command, duel, "--doctrine", str(folder / "none.toml"))
        assert said.code == 1
        assert "none.toml" in said.err
        (folder / "bad.toml").write_text(ALWAYS_FIGHT.replace("turn.choice", "turn.choise"))
        said = affray(command, duel, "--doctrine", str(folder / "bad.toml"))
        assert said.code == 1
        assert "when[1].question" in said.err
        assert "Did you mean trade.turn.choice" in said.err
        said = affray(command, duel, "--doctrine", duel)
        assert said.code == 1
        assert "error: " in said.err


def test_names_that_nobody_bears_are_noted_aside(affray, folder: Path) -> None:
    (folder / "fight.toml").write_text(
        ALWAYS_FIGHT.replace('prefer = ["fight', 'if = "self.helth < 2"\nprefer = ["fight')
    )
    said = affray(
        "solve", str(folder / "duel.toml"), "--doctrine", str(folder / "fight.toml"), "--json"
    )
    assert said.code == 0
    assert "note: " in said.err
    assert "Did you mean health?" in said.err
    assert said.data["states"]


def test_doctrines_are_checked_like_encounters(affray, folder: Path) -> None:
    said = affray("check", str(folder))
    assert said.code == 0, said.out
    assert "good (a doctrine, always fight, trade)" in said.out
    assert "1 encounter, 3 doctrines, 0 faults" in said.out
    (folder / "fight.toml").write_text(ALWAYS_FIGHT.replace("prefer", "prefers"))
    said = affray("check", str(folder / "fight.toml"), "--json")
    assert said.code == 1
    (found,) = said.data["files"]
    assert found["kind"] == "doctrine"
    assert all(fault["place"] and fault["fault"] and fault["cure"] for fault in found["faults"])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
def test_ctrl_c_says_how_far_it_came() -> None:
    ours, theirs = os.openpty()
    command = [*AFFRAY, "solve", "trade/party", "--most-states", "100000000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, start_new_session=True
    ) as running:
        os.close(theirs)
        heard = b""
        while heard.count(b"looked into") < 2:
            heard += os.read(ours, 1000)
        os.killpg(running.pid, signal.SIGINT)
        assert running.stdout is not None
        assert running.stdout.read() == b""
        code = running.wait(60)
    try:
        while more := os.read(ours, 1000):
            heard += more
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert code == 130
    assert b"cancelled after" in heard
    assert b"Traceback" not in heard
