"""A preview of each option of a turn equals what 20,000 random plays of that option come to."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from trade_kit import TRADE, ability, ally, foe, hero

from affray.kernel.keys import Key
from affray.kernel.running import advance, settle
from affray.kernel.system import Setup
from affray.odds.preview import preview
from affray.tables.play import Play
from affray.tables.random_table import RandomTable

PLAYS = 20_000
BOLT = ability("bolt", {"kind": "damage", "amount": 3})
MEND = ability("mend", {"kind": "heal", "amount": 2}, target="one hero or ally")
SETUP = Setup(
    "trade",
    "bout",
    [
        hero("ann", health=6, abilities=[BOLT, MEND], weapons=["rapier", "longbow"]),
        ally("hound", damage=3),
        foe("brute", hp=7, damage=3, armor=1, shown="all"),
        foe("runt", hp=3, damage=1, shown="all"),
    ],
    {"drop": "nobody", "near": [["ann", "runt"], ["hound", "runt"]], "between": ""},
    {},
)
OPTIONS = [
    ("fight", "rapier", "brute"),
    ("fight", "rapier", "runt"),
    ("fight", "longbow", "brute"),
    ("flee", "reflexes", "leave"),
    ("ability", "bolt", "brute"),
    ("ability", "mend", "ann"),
    ("command", "hound", "runt"),
    ("respond", "reflexes", "back-away"),
    ("reserve",),
    ("end",),
]


class First:
    """Takes the one option first, then plays as the policy behind it."""

    name = "first"

    def __init__(self, key: Key, policy: Any) -> None:
        self.key: Key | None = key
        self.policy = policy
        self.offer = policy.offer
        self.rule = policy.rule

    def choose(self, view: Any, who: str, because: str, options: Any) -> Key:
        if self.key is None:
            chosen: Key = self.policy.choose(view, who, because, options)
            return chosen
        key, self.key = self.key, None
        return key


def _outcome(fight: Any) -> tuple[Any, ...]:
    """Everybody's numbers, and whether they are still there."""
    return tuple(
        (sheet.state, *(track.value for track in sheet.tracks)) for sheet in TRADE.sheets(fight)
    )


@pytest.mark.parametrize("key", OPTIONS, ids="/".join)
def test_a_preview_equals_random_play(key: Key) -> None:
    play = Play(TRADE, SETUP, secret=b"1")
    heroes = TRADE.policy("sensible", "heroes", random.Random(0))
    gm = TRADE.policy("sensible", "gm", random.Random(0))
    while play.questions[0].who != "ann":
        play.nudge(heroes, gm)
    found = preview(play, play.questions[0], key, heroes, gm)
    assert found.exact
    state, _ = play.open_step()
    before = {sheet.who: sheet for sheet in TRADE.sheets(play.fight)}

    source = random.Random("/".join(key))
    seen: Counter[tuple[Any, ...]] = Counter()
    for _ in range(PLAYS):
        fight = TRADE.copy(state)
        table = RandomTable(TRADE, fight, source, First(key, heroes), gm)
        advance(TRADE, fight, table)
        settle(TRADE, fight, table)
        seen[_outcome(fight)] += 1

    people = list(before)
    for who, state_word in found.states:
        p = float(found.states[who, state_word].p)
        hits = sum(n for outcome, n in seen.items() if outcome[people.index(who)][0] == state_word)
        assert abs(hits / PLAYS - p) <= 4.5 * (p * (1 - p) / PLAYS) ** 0.5 + 1e-9, (who, state_word)
    for change in found.changes:
        was = next(t.value for t in before[change.who].tracks if t.name == change.track)
        at = [t.name for t in before[change.who].tracks].index(change.track) + 1
        total = sum(
            n * (outcome[people.index(change.who)][at] - was) for outcome, n in seen.items()
        )
        assert abs(total / PLAYS - change.mean) <= 4.5 * change.sd / PLAYS**0.5 + 1e-9, change
    told = {(c.who, c.track) for c in found.changes}
    for index, sheet in enumerate(before.values()):
        for at, track in enumerate(sheet.tracks, 1):
            moved = any(outcome[index][at] != track.value for outcome in seen)
            assert moved <= ((sheet.who, track.name) in told), (sheet.who, track.name)
