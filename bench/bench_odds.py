"""What looking ahead costs: a preview of an option against playing that option's action once.

Run as `python -m bench.bench_odds [--quick]`. The fights are the packaged party of trade at its
first choice (a blow with the axe, a command) and the skirmish of ix at the first choice of each of
three people (a blow with a narrow tree, one with a wide one, a spell). What is owed for the action
(trade's enemy phase) is played out on both sides. Playing is done on the random table, recording
what happens, which is as fast as it gets; with a person at the table the same action is re-run once
for each answer.
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

CHOICES = {"trade/party": "trade.turn.choice", "ix/skirmish": "ix.turn.budget"}
OPTIONS: tuple[tuple[str, str, Key], ...] = (
    ("trade/party", "", ("fight", "axe", "mill-hand-1")),
    ("trade/party", "", ("command", "ysolde-crane", "sack-carrier")),
    ("ix/skirmish", "sabra-quill", ("attack", "throwing-knife", "ditch-gang")),
    ("ix/skirmish", "wulf-tarrow", ("attack", "war-axe", "ditch-gang")),
    ("ix/skirmish", "ilse-varn", ("attack", "hunting-bow", "redcap-annis")),
    ("ix/skirmish", "brother-caddoc", ("cast", "lesser-heal", "ilse-varn")),
)
"""Fights, whose choice it is (the first that comes: ""), and the option."""
MOST = {"trade/party": 15, "ix/skirmish": 600}
"""How many actions a preview may take at most, where 15 are aimed at. A roll of ix has more than a
hundred readings, and each costs about an action: see docs/decisions/0009."""


class Taking:
    """Takes one option at the choice, then goes on like another policy."""

    def __init__(self, key: Key, further: Policy) -> None:
        self.name = further.name
        self._key = key
        self._further = further

    def choose(self, view: Any, who: str, because: str, options: Options) -> Key:
        if because in CHOICES.values():
            return self._key
        return self._further.choose(view, who, because, options)

    def offer(self, *given: Any) -> Key | None:
        return self._further.offer(*given)

    def rule(self, *given: Any) -> Key | None:
        return self._further.rule(*given)


def _at_the_choice(name: str, who: str, key: Key) -> tuple[Play, Question]:
    found = encounter(name)
    play = Play(found.system, found.setup, secret=b"bench")
    hands = [found.system.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm")]
    while True:
        question = play.questions[0]
        is_there = question.id.rule == CHOICES[name] and (not who or question.who == who)
        if is_there and key in question.options:
            return play, question
        play.nudge(*hands)


def _row(name: str, who: str, key: Key, rounds: int, runs: int) -> Row:
    play, question = _at_the_choice(name, who, key)
    system = play.system
    heroes, gm = (system.policy("sensible", side, random.Random(1)) for side in ("heroes", "gm"))
    taking = Taking(key, heroes)
    state, _ = play.open_step()
    draws = random.Random(7)

    def once() -> None:
        fight = system.copy(state)
        here = RandomTable(system, fight, draws, taking, gm, recording=True)
        advance(system, fight, here)
        settle(system, fight, here)

    def look() -> None:
        preview(play, question, key, heroes, gm)

    ours, theirs = in_turns(
        lambda: mean(seconds(look) for _ in range(runs)) * 1e6,
        lambda: mean(seconds(once) for _ in range(runs * 10)) * 1e6,
        rounds=rounds,
    )
    seen = preview(play, question, key, heroes, gm)
    ways = f"{seen.leaves} leaves" if seen.exact else f"{seen.leaves}, sampled"
    what = f"preview of {'/'.join(key)[:21]} ({ways}), in actions"
    return Row(what, ours / theirs, 15, MOST[name], ours, theirs, "us", at_most=True)


def rows(*, quick: bool = False) -> list[Row]:
    """Measures both sides in turns."""
    rounds, runs = (3, 2) if quick else (15, 4)
    return [_row(*option, rounds, runs) for option in OPTIONS]


if __name__ == "__main__":
    print(table(rows()))
