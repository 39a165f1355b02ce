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
        return (
            self._key
            if because in CHOICES.values()
            else self._further.choose(view, who, because, options)
        )

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
        if question.id.rule == CHOICES[name] and (not who or question.who == who):
            if key in question.options:
                return play, question
        play.nudge(*hands)


def rows(*, quick: bool = False) -> list[Row]:
    """Measures both sides in turns."""
    rounds, runs = (3, 2) if quick else (15, 4)
    found = []
    for name, who, key in OPTIONS:
        play, question = _at_the_choice(name, who, key)
        system = play.system
        heroes, gm = (system.policy("sensible", s, random.Random(1)) for s in ("heroes", "gm"))
        taking = Taking(key, heroes)
        state, _ = play.open_step()
        draws = random.Random(7)

        def once(
            taking: Policy = taking, state: Any = state, draws: Any = draws, of: Any = system
        ) -> None:
            fight = of.copy(state)
            here = RandomTable(of, fight, draws, taking, gm, recording=True)
            advance(of, fight, here)
            settle(of, fight, here)

        def look(play: Play = play, question: Question = question, key: Key = key) -> None:
            preview(play, question, key, heroes, gm)

        ours, theirs = in_turns(
            lambda look=look: mean(seconds(look) for _ in range(runs)) * 1e6,
            lambda once=once: mean(seconds(once) for _ in range(runs * 10)) * 1e6,
            rounds=rounds,
        )
        seen = preview(play, question, key, heroes, gm)
        ways = f"{seen.leaves}{'' if seen.exact else ' sampled'}"
        what = f"preview of {'/'.join(key)[:27]} ({ways}), in actions"
        found.append(Row(what, ours / theirs, 15, MOST[name], ours, theirs, "us", at_most=True))
    return found


if __name__ == "__main__":
    print(table(rows()))
