"""What looking ahead costs: a preview of an option against playing that option's action once.

Run as `python -m bench.bench_odds [--quick]`. The fight is the packaged party of trade at its first
choice; the option is a blow with the axe, and what is owed for it (the enemy phase) is played out
on both sides. Playing is done on the random table, recording what happens, which is as fast as it
gets; with a person at the table the same action is re-run once for each answer.
"""

from __future__ import annotations

import random
from statistics import mean
from typing import Any

from affray.cli.find import encounter
from affray.kernel.keys import Key
from affray.kernel.policy import Options, Policy
from affray.kernel.question import Question
from affray.kernel.running import advance, settle
from affray.odds.preview import preview
from affray.tables.play import Play
from affray.tables.random_table import RandomTable
from bench.measuring import Row, in_turns, seconds, table

AT = "trade.turn.choice"
OPTIONS: tuple[Key, ...] = (
    ("fight", "axe", "mill-hand-1"),
    ("command", "ysolde-crane", "sack-carrier"),
)


class Taking:
    """Takes one option at the choice, then goes on like another policy."""

    def __init__(self, key: Key, further: Policy) -> None:
        self.name = further.name
        self._key = key
        self._further = further

    def choose(self, view: Any, who: str, because: str, options: Options) -> Key:
        return self._key if because == AT else self._further.choose(view, who, because, options)

    def offer(self, *given: Any) -> Key | None:
        return self._further.offer(*given)

    def rule(self, *given: Any) -> Key | None:
        return self._further.rule(*given)


def _at_the_choice() -> tuple[Play, Question]:
    found = encounter("trade/party")
    play = Play(found.system, found.setup, secret=b"bench")
    hands = [found.system.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm")]
    while not (play.questions and play.questions[0].id.rule == AT):
        play.nudge(*hands)
    return play, play.questions[0]


def rows(*, quick: bool = False) -> list[Row]:
    """Measures both sides in turns."""
    play, question = _at_the_choice()
    system = play.system
    heroes, gm = (system.policy("sensible", s, random.Random(1)) for s in ("heroes", "gm"))
    rounds, runs = (5, 5) if quick else (25, 10)
    found = []
    for key in OPTIONS:
        taking = Taking(key, heroes)
        state, _ = play.open_step()
        draws = random.Random(7)

        def once(taking: Policy = taking, state: Any = state, draws: Any = draws) -> None:
            fight = system.copy(state)
            here = RandomTable(system, fight, draws, taking, gm, recording=True)
            advance(system, fight, here)
            settle(system, fight, here)

        def look(key: Key = key) -> None:
            preview(play, question, key, heroes, gm)

        ours, theirs = in_turns(
            lambda look=look: mean(seconds(look) for _ in range(runs)) * 1e6,
            lambda once=once: mean(seconds(once) for _ in range(runs * 10)) * 1e6,
            rounds=rounds,
        )
        leaves = preview(play, question, key, heroes, gm).leaves
        what = f"preview of {'/'.join(key)[:22]} ({leaves} leaves), in actions"
        found.append(Row(what, ours / theirs, 15, 15, ours, theirs, "us", at_most=True))
    return found


if __name__ == "__main__":
    print(table(rows()))
