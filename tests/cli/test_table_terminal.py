"""People at a terminal: whole evenings through a pseudo-terminal."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from affray.store import open_store

COMMAND = [sys.executable, "-c", "from affray.cli import main; main()"]
PATIENCE = 60
"""Seconds after which a terminal that says nothing counts as stuck; nothing waits that long."""


class Terminal:
    """Somebody at a terminal of so many columns."""

    def __init__(self, *arguments: str, database: Path, columns: int = 80, **settings: str) -> None:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        clean = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
        environment = clean | {"TERM": "dumb", "AFFRAY_DATABASE": str(database)} | settings
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self._ours = ours
        self.said = ""
        self._read = 0

    def _more(self, again: str = "") -> bool:
        for _ in range(PATIENCE):
            if select.select([self._ours], [], [], 1)[0]:
                break
            if again:
                self.press(again)
        else:
            raise AssertionError(f"nothing more was said after:\n{self.said[-2000:]}")
        try:
            got = os.read(self._ours, 65536)
        except OSError:  # the other side is gone
            return False
        self.said += got.decode(errors="replace").replace("\r\n", "\n")
        return bool(got)

    def until(self, *patterns: str, again: str = "") -> str:
        """Waits for one of the patterns; what was said up to and with it.

        `again` is a key with Ctrl that is pressed once more when nothing comes of it: a signal
        that arrives just before the line is read is only noticed with the next one.
        """
        while True:
            found = [re.search(pattern, self.said[self._read :]) for pattern in patterns]
            ends = [match.end() for match in found if match]
            if ends:
                heard = self.said[self._read : self._read + min(ends)]
                self._read += min(ends)
                return heard
            if not self._more(again):
                raise AssertionError(f"it ended without {patterns}:\n{self.said[-2000:]}")

    def type(self, text: str) -> None:
        os.write(self._ours, text.encode() + b"\n")

    def press(self, letter: str) -> None:
        os.write(self._ours, bytes([ord(letter) & 0x1F]))

    def ends(self) -> int:
        """Waits for the end; the exit code."""
        while self._more():
            pass
        code = self.process.wait(PATIENCE)
        os.close(self._ours)
        assert "Traceback" not in self.said
        return code


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "fights.sqlite"


@pytest.fixture
def sit(database: Path) -> Iterator[object]:
    """Seats somebody; whoever is still sitting at the end of the test is sent away."""
    here: list[Terminal] = []

    def seat(*arguments: str, **settings: object) -> Terminal:
        here.append(Terminal(*arguments, database=database, **settings))
        return here[-1]

    yield seat
    for terminal in here:
        if terminal.process.poll() is None:
            os.killpg(terminal.process.pid, signal.SIGKILL)
            terminal.process.wait()


CHOICE = r"Number or words[^:\n]*: "
ROLL = r"Enter rolls, or type what the (\d+ dice show|die shows): "
OVER = r"The fight is over. Enter leaves: "


def test_a_whole_evening(sit, database: Path) -> None:
    table = sit("play", "trade/duel", "--seed", "5")
    opening = table.until(CHOICE)
    assert "This is fight 1." in opening
    assert "Tobin Fray: health 10/10" in opening
    assert "What does Tobin Fray do?" in opening

    # An attack by words, with dice typed in; first some that the pool cannot show.
    table.type("fight rapier")
    assert "failure 19.8 %, mixed 39.5 %, success 40.7 %" in table.until(ROLL)
    table.type("9 9 9 9")
    assert "a d6 cannot show" in table.until(ROLL)

    # An edit in the middle of the question: bloodied, so a die fewer, asked again.
    table.type("edit tobin health 3")
    changed = table.until(ROLL)
    assert "health 3/10" in changed
    assert "3 dice, 5 or 6 hits" in changed
    table.type("6 6 1")
    effect = table.until(CHOICE)
    assert "success" in effect
    assert "1. " in effect
    table.type("additional-action")
    table.until(CHOICE)

    table.type("why")
    reasons = table.until(CHOICE)
    assert re.search(r"trade\.[a-z.-]+", reasons)
    assert "Source: trade-combat" in reasons

    # The turn ends, the enemy acts, the next turn begins: and all of it is taken back.
    table.type("end")
    after = table.until(CHOICE)
    assert "enemy phase" in after
    assert "Round 2" in after
    table.type("undo")
    back = table.until(CHOICE)
    assert "Round 2" not in back
    table.type("order")
    assert "Round 1" in table.until(CHOICE)
    table.type("redo")
    again = table.until(CHOICE)
    assert "enemy phase" in again
    table.type("quit")
    table.until(r"affray play --resume 1\n")
    assert table.ends() == 0

    # Another evening: on from there to the end, and a rest after it.
    table = sit("play", "--resume")
    heard = table.until(CHOICE)
    assert "What happened last" in heard
    for _ in range(200):
        if re.search(OVER, heard):
            break
        if re.search(ROLL, heard):
            table.type("")
        elif "Do the survivors rest?" in heard:
            table.type("done")
        else:
            table.type("fight 1" if "1. fight:" in heard else "1")
        heard = table.until(CHOICE, ROLL, OVER)
    else:
        raise AssertionError("the fight goes on and on")
    table.type("")
    assert table.ends() == 0
    with open_store(database) as store:
        (fight,) = store.fights()
        assert fight.is_closed
        assert fight.result in ("heroes", "foes")
        assert store.audit(1) == []


def test_ctrl_c_keeps_the_fight_and_says_how_to_go_on(sit, database: Path) -> None:
    table = sit("play", "trade/duel", "--seed", "5", "--gm")
    table.until(CHOICE)
    table.type("fight rapier")
    table.until(ROLL)
    table.press("c")
    table.until(r"Saved as fight 1\. Go on with: affray play --resume 1 --gm\n", again="c")
    assert table.ends() == 130
    table = sit("play", "--resume", "1", "--gm")
    assert "attacks Bridge-blade" in table.until(ROLL)
    table.press("d")
    assert table.ends() == 0


def test_a_narrow_terminal_without_colour(sit) -> None:
    table = sit("play", "trade/party", "--seed", "5", "--no-save", columns=40)
    table.until(CHOICE)
    table.type("1")
    table.until(CHOICE)
    table.type("?")
    table.until(CHOICE)
    table.type("quit")
    assert table.ends() == 0
    assert "\x1b" not in table.said
    # What was typed stands behind its prompt; all other lines fit.
    assert max(len(line) for line in table.said.splitlines()) <= 40


def test_colour_is_an_extra(sit) -> None:
    with_colour = sit("play", "trade/duel", "--seed", "5", "--no-save", TERM="xterm")
    with_colour.until(CHOICE)
    assert "\x1b[1m" in with_colour.said
    without = sit("play", "trade/duel", "--seed", "5", "--no-save", TERM="xterm", NO_COLOR="1")
    without.until(CHOICE)
    assert "\x1b[1m" not in without.said
    for table in (with_colour, without):
        table.type("quit")
        assert table.ends() == 0


def test_the_open_fight_is_offered_and_enter_goes_on(sit, database: Path) -> None:
    table = sit("play", "trade/duel", "--seed", "5")
    table.until(CHOICE)
    table.type("quit")
    assert table.ends() == 0
    offer = r"Enter goes on with it, n begins a new fight: "
    table = sit("play")
    assert "Fight 1, The bridge at low water (round 1), is not over." in table.until(offer)
    table.type("what?")
    table.until(offer)
    table.type("")
    assert "This is fight 1." in table.until(CHOICE)
    table.type("quit")
    assert table.ends() == 0
    table = sit("play")
    table.until(offer)
    table.type("n")
    # Which encounter is the demo is the systems' own business.
    assert "This is fight 2." in table.until(r"quit to leave\.")
    table.type("quit")
    assert table.ends() == 0
