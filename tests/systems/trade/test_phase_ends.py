"""The rules of trade on what an enemy phase ends, and what outlasts it."""

import pytest
from trade_kit import Bout, acts, foe, hero, picks

BETTER = ("better-position",)
END = ("end",)


def cut(at: str) -> tuple[str, ...]:
    return ("fight", "rapier", at)


@pytest.mark.rule("trade.phase.clean-up")
def test_the_phase_ends_suppressions_closings_and_trades_and_leaves_the_rest() -> None:
    bout = Bout(
        hero("ann", weapons=["longbow", "rapier"]),
        foe("one", damage=1, hp=20),
        foe("two", damage=2, hp=20),
        foe("four", damage=4, hp=20),
    )
    bout.do(
        ("fight", "longbow", "one"),
        ("fight", "rapier", "two"),
        ("additional-action",),
        ("fight", "rapier", "four"),
        readings=["mixed", "success", "mixed"],
    )
    bout["ann"].better_waiting = 1
    bout.phase()
    fight = bout.fight
    assert not fight["two"].suppressed
    assert not fight["one"].closed
    assert fight.trades == fight.trades_later == ()
    assert fight.near == {("ann", "one"), ("ann", "two"), ("ann", "four")}
    assert fight["ann"].pressed
    assert fight["ann"].better_waiting == 1


@pytest.mark.rule("trade.phase.clean-up", "trade.suppress.duration")
def test_an_empty_phase_ends_a_suppression_too() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(cut("brute"), BETTER, END, readings=["success"])
    bout.phase()
    assert not bout["brute"].suppressed
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.phase.clean-up", "trade.mixed.lapses")
def test_trades_that_nobody_was_paid_for_end_with_the_phase() -> None:
    bout = Bout(hero("ann"), foe("one", damage=1, hp=20), foe("four", damage=4, hp=20))
    bout.do(cut("four"), cut("one"), readings=["mixed", "mixed"])
    bout.phase()
    assert bout["ann"].health == 9
    bout.do(END)
    table = bout.phase()
    assert {who for who, _, _ in picks(table)} == {"one", "four"}
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.phase.clean-up", "trade.turn.reserve-resolution")
def test_a_trade_that_a_reserved_action_runs_up_in_the_phase_waits_for_the_next() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("one", damage=1, hp=20), foe("four", damage=4, hp=20))
    bout.do(("go", "ann"), ("reserve",))
    bout.phase(("pass",))
    bout.do(END)
    table = bout.phase(cut("four"), readings=["mixed"], rulings=acts("one", "damage", "bob"))
    assert table.cited("trade.turn.reserve-resolution")
    assert (bout["ann"].health, bout["bob"].health) == (9, 9)
    assert bout.fight.trades == (("four", "ann"),)
    bout.do(("go", "bob"), END)
    table = bout.phase()
    assert set(picks(table)) == {("four", "damage", "ann")}
    assert bout["ann"].health == 5


@pytest.mark.rule("trade.phase.clean-up")
def test_rolls_of_a_turn_are_forgotten_after_its_phase() -> None:
    bout = Bout(hero("ann"), foe("one", damage=1, hp=20), foe("four", damage=4, hp=20))
    bout.do(cut("four"), readings=["failure"])
    bout.phase()
    assert bout["ann"].health == 2
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 1


def test_the_log_says_when_a_phase_begins_and_is_over() -> None:
    bout = Bout(hero("ann"), foe("one"))
    bout.do(END)
    codes = bout.phase().codes()
    assert codes[0] == "enemy-phase"
    assert codes[-1] == "phase-over"
