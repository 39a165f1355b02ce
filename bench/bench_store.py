"""What keeping costs: a re-run against a committed append, and opening long fights against short.

Run as `python -m bench.bench_store [--quick]`. The append is one answer's transaction with full
synchronisation; the re-run is a step of 15 answers, run from its beginning as each answer does.
"""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from typing import Any

from affray.kernel.encounter import read_encounter
from affray.kernel.policy import RandomPolicy
from affray.kernel.question import Edit
from affray.kernel.system import Setup, System
from affray.registry import system
from affray.store import Store, StoredPlay, open_store
from affray.tables.play import Play
from affray.tables.stepping import play_on
from bench.measuring import Row, in_turns, seconds, table

LONG, SHORT = 1000, 20
STEP = 15


def _played(store: Store, of: System[Any], setup: Setup, answers: int) -> StoredPlay:
    """A stored fight of so many answers; the GM sees to it that nobody falls before."""
    stored = store.begin(of, setup, secret=b"bench")
    chance = random.Random(answers)
    heroes, gm = (of.policy("sensible", side, chance) for side in ("heroes", "gm"))
    while len(stored.play.open_step()[1]) or not stored.play.fight.round:
        stored.nudge(heroes, gm)
    while (count := len(stored.play.entries)) < answers:
        if count % 20 == 10:
            for sheet in of.sheets(stored.play.fight):
                track = sheet.tracks[0]
                stored.edit(Edit("set", sheet.who, track.name.lower(), track.high))
        if stored.nudge(heroes, gm) is None:
            raise RuntimeError("the bench's fight is over too early")
    return stored


def _step_of(of: System[Any], setup: Setup) -> Play:
    """A fight whose open step has 15 answers (the GM's notes are answers like any other)."""
    play = Play(of, setup, secret=b"bench")
    heroes, gm = RandomPolicy(random.Random(1)), RandomPolicy(random.Random(2))
    while not play.fight.round or play.questions[0].id.what != "roll":
        play.nudge(heroes, gm, roll=False)
    who = play.questions[0].who
    while len(play.open_step()[1]) < STEP:
        play.edit(Edit("note", who, f"n{len(play.entries)}", "x"))
    return play


def rows(*, quick: bool = False) -> list[Row]:
    """Measures both sides of each ratio in turns."""
    trade = system("trade")
    setup = read_encounter(trade.encounters()[trade.demo], trade.demo, trade)
    setup = replace(setup, max_rounds=1000)
    rounds = 9 if quick else 41
    with tempfile.TemporaryDirectory() as folder, open_store(f"{folder}/b") as store:
        play = _step_of(trade, setup)
        marks, force = play._position.marks, play.entries
        stored = _played(store, trade, setup, SHORT)
        who = next(iter(stored.play.fight.combatants))
        count = iter(range(10**6))

        def append() -> None:
            stored.edit(Edit("note", who, f"n{next(count) % 2}", "x"))

        rerun, keeping = in_turns(
            lambda: seconds(lambda: play_on(trade, marks, [], force)),
            lambda: seconds(append),
            rounds=rounds,
        )
        short, long = (_played(store, trade, setup, n).id for n in (SHORT, LONG))
        opened_long, opened_short = in_turns(
            lambda: seconds(lambda: store.open(long)),
            lambda: seconds(lambda: store.open(short)),
            rounds=rounds,
        )
    return [
        Row(
            f"re-running a step of {STEP} answers against one append",
            rerun / keeping, 1, 1, rerun * 1000, keeping * 1000, "ms", at_most=True,
        ),
        Row(
            f"opening {LONG:,} answers against {SHORT}",
            opened_long / opened_short, 10, 10, opened_long * 1000, opened_short * 1000, "ms",
            at_most=True,
        ),
    ]  # fmt: skip


if __name__ == "__main__":
    print(table(rows()))
