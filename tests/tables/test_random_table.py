"""The random table: which rulings a policy is asked, and how often defaults are counted."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from affray.kernel.encounter import read_encounter
from affray.kernel.fight import Fight
from affray.kernel.keys import Key, Option
from affray.kernel.policy import DefaultPolicy, Policy
from affray.kernel.running import run
from affray.registry import system
from affray.tables.random_table import RandomTable

LIMITS = "trade.scene.fiction-limits"
PICK = "trade.phase.group-pick"


class Listening(DefaultPolicy):
    """Leaves every ruling to its default and keeps the ids of those that it was asked."""

    def __init__(self, some: frozenset[str] | None) -> None:
        self.decides = some  # type: ignore[assignment]
        self.asked: list[str] = []

    def rule(self, view: Any, because: str, options: Any, default: Key) -> Key | None:
        self.asked.append(because)
        return None


def started(**house: Any) -> Fight[Any]:
    trade = system("trade")
    setup = read_encounter(trade.encounters()["party"], "party", trade)
    setup.house_rules.update(house)
    fight: Fight[Any] = trade.start(setup)
    return fight


def played(gm: Policy, fight: Fight[Any]) -> RandomTable:
    trade = system("trade")
    heroes = trade.policy("sensible", "heroes", Random(1))
    table = RandomTable(trade, fight, Random(2), heroes, gm)
    run(trade, fight, table)
    return table


def test_a_policy_is_asked_only_for_what_it_decides() -> None:
    gm = Listening(frozenset({PICK}))
    table = played(gm, started())
    assert set(gm.asked) == {PICK}
    assert table.tally.counts[PICK] == len(gm.asked)


def test_what_it_does_not_decide_takes_its_default_and_is_counted_all_the_same() -> None:
    every, none = Listening(None), Listening(frozenset())
    fights = started(), started()
    asked, unasked = played(every, fights[0]), played(none, fights[1])
    assert none.asked == []
    assert LIMITS in every.asked
    assert system("trade").key(fights[0]) == system("trade").key(fights[1])
    assert unasked.tally.counts == asked.tally.counts
    assert unasked.tally.counts[LIMITS] == every.asked.count(LIMITS) > 1


@pytest.mark.parametrize("some", [None, frozenset[str](), frozenset({LIMITS})])
def test_a_ruling_of_mode_once_is_made_once_and_kept(some: frozenset[str] | None) -> None:
    gm = Listening(some)
    fight = started(modes={LIMITS: "once"})
    table = played(gm, fight)
    assert fight.kept[LIMITS] == ("allowed",)
    assert table.tally.counts[LIMITS] == 1


class Forbidding(Listening):
    """Turns down every action that the scene limits."""

    def rule(self, view: Any, because: str, options: Any, default: Key) -> Key | None:
        listed: Sequence[Option] = options()
        return ("refused", "no") if ("allowed",) in listed else None


def test_a_ruling_that_is_decided_is_not_counted_as_a_default() -> None:
    fight = started()
    fight.max_rounds = 2
    table = played(Forbidding(frozenset({LIMITS})), fight)
    assert LIMITS not in table.tally.counts
