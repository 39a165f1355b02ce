"""What sensible play must do; how well it fares is measured by the encounters themselves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from trade_kit import TRADE, Bout, ability, foe, gm, hero

from affray.kernel.question import GM
from affray.kernel.running import run, run_out
from affray.tables.random_table import RandomTable


def table_for(fight: Any, seed: int = 0) -> RandomTable:
    source = Random(seed)
    heroes, master = (TRADE.policy("sensible", side, source) for side in ("heroes", "gm"))
    return RandomTable(TRADE, fight, source, heroes, master, recording=True)


def first_action(*blocks: dict[str, Any]) -> str:
    """What the first hero to act does, by the code of its event."""
    table = table_for(Bout(*blocks).fight)
    while not any(event.code in ("attack", "ability", "turn-over") for event in table.events):
        TRADE.step(table.fight, table)
    codes = [event.code for event in table.events]
    return next(code for code in codes if code in ("attack", "ability", "turn-over"))


def test_whoever_stands_alone_acts_even_if_one_blow_would_be_the_last() -> None:
    ogre = foe("ogre", damage=9, hp=4)
    assert first_action(hero("ann", health=2), ogre) == "attack"
    assert first_action(hero("ann", health=2), hero("bob", health=2), ogre) == "turn-over"


def test_nobody_uses_an_ability_that_does_nothing_only_to_act() -> None:
    mend = ability("mend", {"kind": "heal", "amount": 3}, target="self", stat=None)
    assert first_action(hero("ann", abilities=[mend]), foe("ogre", damage=40)) == "attack"


def test_a_hopeless_duel_is_won_now_and_then() -> None:
    won = 0
    for seed in range(60):
        fight = Bout(hero("ann", health=2), foe("rat", damage=3, hp=4)).fight
        run(TRADE, fight, table_for(fight, seed))
        won += fight.result == "heroes"
    assert won >= 4


@pytest.mark.parametrize(("left", "after"), [("ann", 4), ("", 10)])
def test_a_night_is_for_when_nobody_is_up(left: str, after: int) -> None:
    bout = Bout(hero("ann", health=1), hero("bob", health=1), foe("brute"))
    gm(bout, "set", "bob", "health", 0)
    if left:
        gm(bout, "remove", "brute")
    else:
        gm(bout, "set", "ann", "health", 0)
    run_out(TRADE, bout.fight, table_for(bout.fight))
    assert bout["ann"].health == after


@pytest.mark.parametrize("round_number", [1, 2])
def test_the_gm_says_what_it_reads_beside_the_key(round_number: int) -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.fight.round = round_number
    gm_policy: Any = TRADE.policy("sensible", "gm", Random(1))
    assert gm_policy.distinguishes(TRADE.facade(bout.fight, GM)) == round_number % 2
