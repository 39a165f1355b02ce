"""`affray simulate`: the shape of its data, the same numbers for any number of processes."""

from __future__ import annotations

import os
import re
import select
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from html import unescape
from pathlib import Path

import pytest

AFFRAY = (sys.executable, "-c", "from affray.cli import main; main()")


def test_the_data_have_the_shape_that_others_rely_on(affray, quarrel: Path) -> None:
    said = affray("simulate", str(quarrel), "--fights", "50", "--seed", "3", "--json")
    assert said.code == 0
    data = said.data
    assert (data["system"], data["title"]) == ("trade", "A quarrel")
    assert (data["fights"], data["seed"]) == (50, 3)
    assert set(data["policies"]) == {"heroes", "gm"}
    assert set(data["wins"]) == {"heroes", "foes", "none"}
    assert sum(data["wins"].values()) == 50
    assert set(data["win_rate"]["heroes"]) == {"estimate", "low", "high"}
    assert set(data["rounds"]) == {"mean", "histogram"}
    assert sum(data["rounds"]["histogram"].values()) == 50
    assert [each["name"] for each in data["combatants"]] == ["Ann", "Ditch-cutter"]
    for each in data["combatants"]:
        assert {"id", "name", "side", "out", "tracks"} <= set(each)
        assert sum(each["out"].values()) <= 1 + 1e-9
    assert isinstance(data["rulings_defaulted"], dict)


def test_the_numbers_do_not_depend_on_the_processes(affray, quarrel: Path) -> None:
    one, two, again = (
        affray("simulate", str(quarrel), "--fights", "300", "--jobs", jobs, "--json").data
        for jobs in ("1", "2", "1")
    )
    assert one == two == again
    other = affray("simulate", str(quarrel), "--fights", "300", "--seed", "2", "--json").data
    assert other["wins"] != one["wins"] or other["rounds"] != one["rounds"]


def test_the_report_as_text(affray, quarrel: Path) -> None:
    said = affray("simulate", str(quarrel), "--fights", "40")
    assert said.code == 0
    assert "A quarrel (trade)" in said.out
    assert "40 fights, seed 1" in said.out
    assert "the heroes" in said.out
    assert "Ditch-cutter" in said.out
    assert said.err == ""  # progress is for terminals


def test_policies_are_named_for_both_sides_or_each(affray, quarrel: Path) -> None:
    def policies(*given: str) -> dict[str, str]:
        found = affray("simulate", str(quarrel), "--fights", "2", "--json", *given).data
        return found["policies"]

    assert policies("--policy", "random") == {"heroes": "random", "gm": "random"}
    assert policies("--policy", "heroes=random")["heroes"] == "random"
    assert policies("--policy", "heroes=random,gm=random") == policies("--policy", "random")
    said = affray("simulate", str(quarrel), "--policy", "heroes=brave")
    assert said.code == 1
    assert "no policy 'brave' for heroes; it has" in said.err


DOCTRINE = """
system = "trade"
side = "heroes"
name = "pacifist"

[[when]]
question = "trade.turn.choice"
prefer = ["end"]
"""


def test_a_doctrine_plays_its_side(affray, quarrel: Path) -> None:
    doctrine = quarrel.with_name("pacifist.toml")
    doctrine.write_text(DOCTRINE)
    arguments = ("simulate", str(quarrel), "--doctrine", str(doctrine), "--fights", "60")
    one, two = (affray(*arguments, "--jobs", jobs, "--json").data for jobs in ("1", "2"))
    assert one == two
    assert one["wins"]["heroes"] == 0
    assert one["policies"] == {"heroes": "doctrine:pacifist", "gm": "sensible"}
    assert "heroes doctrine:pacifist" in affray(*arguments).out


def test_a_report_is_written_as_a_page_that_says_how_to_repeat_it(affray, quarrel: Path) -> None:
    page = quarrel.with_name("a report.html")
    doctrine = quarrel.with_name("pacifist.toml")
    doctrine.write_text(DOCTRINE)
    said = affray(
        "simulate", str(quarrel), "--fights", "30", "--seed", "9", "--doctrine", str(doctrine),
        "--report", str(page), "--json",
    )  # fmt: skip
    assert said.code == 0
    assert said.data["watched"] == 30
    assert "a report.html" in said.err
    html = page.read_text(encoding="utf-8")
    assert html.startswith("<!doctype html>")
    found = re.search(r"<code>(.*)</code>", html)
    assert found is not None
    command = shlex.split(unescape(found[1]))
    assert command[0] == "affray"
    again = affray(*command[1:], "--json").data
    assert again["wins"] == said.data["wins"]
    assert again["rounds"] == said.data["rounds"]


@pytest.mark.parametrize("name", ["", "no/such/folder/report.html"])
def test_a_page_that_cannot_be_written_is_refused_before_anything_is_run(
    affray, quarrel: Path, name: str
) -> None:
    said = affray("simulate", str(quarrel), "--fights", "1000000000", "--report",
                  str(quarrel.parent / name))  # fmt: skip
    assert said.code == 1
    assert said.out == ""
    assert "Name a file for the report" in said.err


@pytest.mark.parametrize(
    "numbers",
    [
        ["--fights", "-5"],
        ["--fights", "0"],
        ["--fights", "9" * 40],
        ["--fights", "9" * 5000],
        ["--fights", "many"],
        ["--jobs", "0"],
        ["--seed", "-1"],
        ["--seed", "1.5"],
        ["--speed", "1"],
    ],
)
def test_numbers_that_make_no_sense_are_refused(affray, quarrel: Path, numbers: list[str]) -> None:
    said = affray("simulate", str(quarrel), *numbers)
    assert said.code == 2
    assert said.out == ""
    assert numbers[0] in said.err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_says_how_far_it_came(quarrel: Path, jobs: str) -> None:
    ours, theirs = os.openpty()
    command = [*AFFRAY, "simulate", str(quarrel), "--fights", "100000000", "--jobs", jobs]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=theirs,
        start_new_session=True,
    ) as running:
        os.close(theirs)
        heard = b""
        while heard.count(b"left") < 4:  # it shows progress: fights are being run
            heard += os.read(ours, 1000)
        os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to every process
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


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs /proc and pidfd_open")
def test_a_process_that_is_told_to_end_leaves_none_behind(quarrel: Path) -> None:
    command = [*AFFRAY, "simulate", str(quarrel), "--fights", "100000000", "--jobs", "2"]
    watched: dict[int, int] = {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while len(watched) < 3 and running.poll() is None:  # two workers, who looks after them
            for pid in children_of(running.pid) - set(watched):
                with suppress(OSError):
                    watched[pid] = os.pidfd_open(pid)
        running.send_signal(signal.SIGTERM)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 143
    assert b"cancelled after" in said
    assert b"Traceback" not in said
    left = []
    for pid, descriptor in watched.items():
        if not select.select([descriptor], [], [], 20)[0]:  # it is readable once the process ends
            left.append(pid)
        os.close(descriptor)
    assert left == []


def children_of(pid: int) -> set[int]:
    """The processes below one, whoever began them."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
    found: set[int] = set()
    above = {pid}
    while above:
        above = {child for child, parent in parents.items() if parent in above}
        found |= above
    return found
