"""Work of several attempts (area `extended`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    GM_FORM,
    Bout,
    Watching,
    citing,
    coded,
    complications,
    elite,
    hero,
    spend,
    wares,
    watched,
)

WITH = ("with", "athletics")
SETUP = "ix.extended.setup"


def scene(**how: Any) -> Bout:
    """Ann and Bob, strong in Athletics, outside structured play."""
    return Bout(
        hero("ann", might=4, skills={"athletics": 4}),
        hero("bob", might=3, skills={"athletics": 3}),
        elite("brute", wound_points=40),
        scene={"structured": False},
        start=False,
        **how,
    )


def begin(bout: Bout, left: str, *setup: str, **how: Any) -> Watching:
    """Ann sets to work; `setup` is what the GM asks for (Successes, unit, most attempts)."""
    rulings = {**how.pop("rulings", {})}
    if setup:
        rulings[SETUP] = ("task", *setup)
    return watched(
        bout, ("task", "ann"), WITH, *how.pop("choices", ()), rolls=[left], rulings=rulings
    )


def go_on(bout: Bout, left: str, *choices: Any, who: str = "ann", **how: Any) -> Watching:
    return watched(bout, ("attempt", who, "task-1"), *choices, rolls=[left], **how)


def task(bout: Bout) -> Any:
    (one,) = bout.fight.tasks
    return one


# ---- what it takes ----


@pytest.mark.rule("ix.extended.setup")
def test_by_itself_four_successes_an_hour_each_and_no_maximum() -> None:
    bout = scene()
    table = begin(bout, "1 success")
    (event,) = coded(table, "task-begun")
    assert (event.fields["threshold"], event.fields["unit"], event.fields["most"]) == (4, "hour", 0)
    for _ in range(30):
        go_on(bout, "nothing")
    assert task(bout).done == ""
    assert task(bout).attempts == 31


@pytest.mark.rule("ix.extended.setup")
def test_in_structured_play_an_attempt_takes_a_round() -> None:
    bout = Bout(hero("ann", might=4, skills={"athletics": 4}), elite("brute"))
    bout.turn_of("ann")
    table = watched(bout, ("task",), WITH, rolls=["1 success"])
    assert coded(table, "task-begun")[0].fields["unit"] == "round"
    assert bout.fight.actions == 0
    assert not bout.offers("attempt")
    bout.end_turn()
    bout.turn_of("ann")
    assert bout.offers("attempt", "task-1")
    watched(bout, ("attempt", "task-1"), rolls=["2 successes"])
    assert task(bout).earned == 3
    assert bout.fight.actions == 0


@pytest.mark.rule("ix.extended.setup")
@pytest.mark.parametrize("threshold", [3, 6])
def test_a_house_may_ask_for_another_total(threshold: int) -> None:
    bout = scene(house={"extended-threshold": threshold})
    begin(bout, "1 success")
    assert task(bout).threshold == threshold


@pytest.mark.rule("ix.extended.setup")
def test_each_task_is_asked_for_by_itself() -> None:
    bout = scene()
    begin(bout, "1 success", "6", "day", "5")
    table = watched(
        bout,
        ("task", "bob"),
        WITH,
        rolls=["1 success"],
        rulings={SETUP: ("task", "3", "hour", "0")},
    )
    assert table.was_asked(SETUP)
    assert [task.threshold for task in bout.fight.tasks] == [6, 3]


@pytest.mark.rule("ix.extended.setup")
def test_the_gm_sets_total_time_and_attempts_once_for_all() -> None:
    bout = scene()
    table = begin(bout, "1 success", "6", "day", "5")
    assert (task(bout).threshold, task(bout).unit, task(bout).most) == (6, "day", 5)
    assert table.was_asked(SETUP)
    assert not go_on(bout, "1 success").was_asked(SETUP)


# ---- attempts ----


@pytest.mark.rule("ix.extended.accumulate")
def test_net_successes_of_all_attempts_add_up() -> None:
    bout = scene()
    begin(bout, "1 success", "6", "hour", "0")
    go_on(bout, "2 successes")
    table = go_on(bout, "1 success", who="bob")
    assert task(bout).earned == 4
    (event,) = coded(table, "attempted")
    assert (event.fields["earned"], event.fields["threshold"]) == (4, 6)


@pytest.mark.rule("ix.extended.accumulate")
@pytest.mark.parametrize(
    ("last", "done"), [("1 success", ""), ("2 successes", "done"), ("4 successes", "done")]
)
def test_the_task_is_done_when_the_total_reaches_the_threshold(last: str, done: str) -> None:
    bout = scene()
    begin(bout, "2 successes")
    table = go_on(bout, last)
    assert task(bout).done == done
    assert bool(coded(table, "task-over")) is bool(done)
    assert bout.offers("attempt", "ann", "task-1") is not bool(done)


@pytest.mark.rule("ix.extended.accumulate")
def test_one_attempt_may_be_enough() -> None:
    bout = scene()
    begin(bout, "4 successes")
    assert task(bout).done == "done"


@pytest.mark.rule("ix.extended.failed-attempt")
@pytest.mark.parametrize("left", ["nothing", "1 failure", "3 failures"])
def test_an_attempt_without_success_adds_nothing_and_takes_nothing(left: str) -> None:
    bout = scene()
    begin(bout, "2 successes")
    table = go_on(bout, left)
    assert task(bout).earned == 2
    assert citing(table, "ix.extended.failed-attempt")


@pytest.mark.rule("ix.extended.time")
@pytest.mark.parametrize("left", ["1 success", "nothing"])
def test_every_attempt_uses_up_its_time(left: str) -> None:
    bout = scene()
    begin(bout, "1 success", "6", "minute", "4")
    table = go_on(bout, left)
    (event,) = coded(table, "attempted")
    assert (event.fields["attempts"], event.fields["unit"]) == (2, "minute")
    assert "ix.extended.time" in event.rules


@pytest.mark.rule("ix.extended.failure")
def test_the_task_fails_when_the_attempts_are_used_up() -> None:
    bout = scene()
    begin(bout, "1 success", "4", "hour", "3")
    go_on(bout, "1 success", who="bob")
    assert task(bout).done == ""
    table = go_on(bout, "1 success")
    assert task(bout).done == "failed"
    assert coded(table, "task-over")[0].fields["how"] == "failed"
    assert citing(table, "ix.extended.failure")
    assert not bout.offers("attempt")


@pytest.mark.rule("ix.extended.failure", "ix.extended.accumulate")
def test_the_last_attempt_may_still_reach_the_total() -> None:
    bout = scene()
    begin(bout, "1 success", "3", "hour", "2")
    table = go_on(bout, "2 successes")
    assert task(bout).done == "done"
    assert not citing(table, "ix.extended.failure")


# ---- Banes ----


@pytest.mark.rule("ix.extended.banes", "ix.extended.bane-removal-cost")
def test_two_banes_take_away_an_earned_success_by_themselves() -> None:
    bout = scene()
    begin(bout, "2 successes")
    table = go_on(bout, "2 banes")
    assert task(bout).earned == 1
    assert coded(table, "progress-lost")[0].fields["earned"] == 1
    assert citing(table, "ix.extended.bane-removal-cost")


@pytest.mark.rule("ix.extended.bane-removal-cost")
def test_even_the_only_success_can_be_taken_away() -> None:
    bout = scene()
    begin(bout, "1 success")
    go_on(bout, "2 banes")
    assert task(bout).earned == 0


@pytest.mark.rule("ix.extended.bane-removal-cost")
def test_one_bane_takes_nothing_away() -> None:
    bout = scene()
    begin(bout, "2 successes")
    table = go_on(bout, "1 bane")
    assert task(bout).earned == 2
    assert not [word for word in wares(table, GM_FORM) if word.startswith("undo")]


@pytest.mark.rule("ix.extended.banes")
def test_banes_left_over_cost_time_that_nothing_measures() -> None:
    bout = scene()
    begin(bout, "2 successes")
    table = go_on(bout, "3 banes", rulings=None)
    assert task(bout).earned == 1
    assert bout["ann"].strain == 0
    assert not bout["ann"].conditions
    assert [event.fields["entry"] for event in coded(table, "spent")] == ["undo-progress"]


@pytest.mark.rule("ix.extended.bane-removal-cost")
def test_the_total_cannot_fall_below_nothing() -> None:
    bout = scene()
    begin(bout, "nothing")
    table = go_on(bout, "3 banes")
    assert task(bout).earned == 0
    assert not coded(table, "progress-lost")
    assert "undo-progress" not in wares(table, GM_FORM)


@pytest.mark.rule("ix.extended.banes")
def test_only_what_was_earned_before_can_be_taken_away() -> None:
    bout = scene()
    table = begin(bout, "1 success 2 banes")
    assert task(bout).earned == 1
    assert "undo-progress" not in wares(table, GM_FORM)
    go_on(bout, "1 success 2 banes")
    assert task(bout).earned == 1


@pytest.mark.rule("ix.extended.accumulate", "ix.extended.banes")
def test_what_is_done_stays_done_whatever_the_banes() -> None:
    bout = scene()
    begin(bout, "2 successes")
    table = go_on(bout, "2 successes 2 banes")
    assert task(bout).done == "done"
    assert not coded(table, "progress-lost")


@pytest.mark.rule("ix.extended.banes")
def test_the_gm_may_bring_something_else_instead() -> None:
    bout = scene()
    begin(bout, "2 successes")
    table = go_on(bout, "2 banes", rulings=complications("tire tire"))
    assert task(bout).earned == 2
    assert bout["ann"].strain == 2
    assert not coded(table, "progress-lost")


@pytest.mark.rule("ix.extended.bane-removal-cost")
@pytest.mark.parametrize(
    ("cost", "left", "earned"), [(1, "1 bane", 1), (3, "2 banes", 2), (3, "3 banes", 1)]
)
def test_a_house_may_have_another_price(cost: int, left: str, earned: int) -> None:
    bout = scene(house={"undo-success-banes": cost})
    begin(bout, "2 successes")
    go_on(bout, left)
    assert task(bout).earned == earned


@pytest.mark.rule("ix.spend.never-duplicate")
def test_boons_of_an_attempt_add_no_success() -> None:
    bout = scene()
    bout["ann"].strain = 3
    begin(bout, "1 success 3 boons", choices=[spend("turn-of-events")])
    assert task(bout).earned == 1
