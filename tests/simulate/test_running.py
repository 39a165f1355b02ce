"""Many fights of the toy system: sums, seeds, faults and cancelling."""

from __future__ import annotations

from typing import Any

import pytest
from toy import ToyFight, ToySystem, duel

from affray.kernel.running import run
from affray.kernel.table import Table
from affray.simulate.chance import generator
from affray.simulate.report import Report
from affray.simulate.running import (
    Cancelled,
    FightFailed,
    Job,
    NoSuchPolicy,
    policies_for,
    run_fight,
    simulate,
)
from affray.simulate.sums import Sums
from affray.tables.random_table import RandomTable

RANDOM = {"heroes": "random", "gm": "random"}


def sums_of(fights: int, seed: int = 1, **more: Any) -> Sums:
    return simulate(ToySystem(), duel(), fights=fights, seed=seed, jobs=1, **more)


def test_the_sums_are_those_of_the_single_fights() -> None:
    system, setup = ToySystem(), duel()
    sums = sums_of(40, seed=3)
    wins = {"heroes": 0, "foes": 0, "none": 0}
    grit = outs = rounds = 0
    for number in range(1, 41):
        fight = system.start(setup)
        heroes, gm = (system.policy("random", s, generator(3, number, s)) for s in ("heroes", "gm"))
        run(
            system,
            fight,
            RandomTable(system, fight, generator(3, number, "dice"), heroes, gm),
        )
        wins[str(fight.result)] += 1
        grit += fight["ann"].grit
        outs += fight["ann"].grit == 0
        rounds += fight.round
    assert sums.fights == 40
    assert sums.wins == wins
    assert sum(number * count for number, count in sums.rounds.items()) == rounds
    ann = sums.combatants["ann"]
    assert ann.tracks["grit"].left == grit
    assert ann.states.get("out", 0) == outs
    assert ann.fights == 40


def test_a_run_is_the_start_of_a_longer_run() -> None:
    part, rest = sums_of(30, watched=100), sums_of(50, watched=100)
    again = sums_of(30, watched=100)
    assert part == again
    assert part != rest
    # Whoever adds the missing fights gets the longer run.
    system, setup = ToySystem(), duel()
    start = system.start(setup)
    for number in range(31, 51):
        fight, table = run_fight(system, start, Job(setup, 1, RANDOM), number)
        part.add(fight, system.sheets(fight), table.tally.counts)
    assert part == rest


def test_another_seed_makes_other_fights() -> None:
    assert sums_of(50, seed=1) != sums_of(50, seed=2)


def test_events_do_not_change_a_fight() -> None:
    system, setup = ToySystem(), duel()
    start = system.start(setup)
    job = Job(setup, 1, RANDOM)
    for number in range(1, 20):
        quiet, _ = run_fight(system, start, job, number)
        told, table = run_fight(system, start, job, number, recording=True)
        assert system.key(quiet) == system.key(told)
        assert table.events[-1].code == "fight-over"


def test_merging_does_not_depend_on_the_order() -> None:
    system, setup = ToySystem(), duel()
    start = system.start(setup)
    parts = []
    for number in range(1, 4):
        part = Sums()
        fight, table = run_fight(system, start, Job(setup, 1, RANDOM), number)
        part.add(fight, system.sheets(fight), table.tally.counts)
        parts.append(part)
    forth, back = Sums(), Sums()
    for part in parts:
        forth.merge(part)
    for part in reversed(parts):
        back.merge(part)
    assert forth == back
    assert forth.fights == 3


def test_progress_counts_up_to_all_fights() -> None:
    seen: list[tuple[int, int]] = []
    sums_of(25, progress=lambda done, total: seen.append((done, total)))
    done = [count for count, _ in seen]
    assert done == sorted(done)
    assert seen[-1] == (25, 25)


def test_a_fight_that_goes_wrong_is_named() -> None:
    class Fragile(ToySystem):
        def step(self, fight: ToyFight, table: Table) -> None:
            if fight.round == 2:
                raise ZeroDivisionError("no grit to share")
            super().step(fight, table)

    with pytest.raises(FightFailed, match=r"fight 1 of seed 7.*ZeroDivisionError: no grit") as said:
        simulate(Fragile(), duel(), fights=5, seed=7, jobs=1)
    assert (said.value.number, said.value.seed) == (1, 7)
    assert "in step" in said.value.trace


def test_stopping_by_hand_says_how_far_it_came() -> None:
    def stop(done: int, total: int) -> None:
        if done >= 5:
            raise KeyboardInterrupt

    with pytest.raises(Cancelled) as said:
        sums_of(1000, progress=stop)
    assert 5 <= said.value.fights < 1000


@pytest.mark.parametrize(
    ("numbers", "fault"),
    [
        ({"fights": 0}, "fights must be from 1"),
        ({"fights": 10**10}, "fights must be from 1"),
        ({"seed": -1}, "seed must be from 0"),
        ({"seed": 2**70}, "seed must be from 0"),
        ({"jobs": 0}, "jobs must be from 1"),
    ],
)
def test_numbers_out_of_bounds_are_refused(numbers: dict[str, int], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        simulate(ToySystem(), duel(), **({"fights": 1, "seed": 1} | numbers))


def test_a_policy_must_be_one_of_the_systems() -> None:
    assert policies_for(ToySystem(), {}) == RANDOM
    with pytest.raises(NoSuchPolicy, match="no policy 'brave' for heroes; it has random"):
        policies_for(ToySystem(), {"heroes": "brave"})
    with pytest.raises(NoSuchPolicy, match="for foes"):
        policies_for(ToySystem(), {"foes": "random"})


def test_the_report_has_the_shape_that_others_rely_on() -> None:
    sums = sums_of(200)
    data = Report(duel(), 1, RANDOM, sums).to_json()
    assert data["fights"] == 200
    assert data["seed"] == 1
    assert set(data["wins"]) == {"heroes", "foes", "none"}
    assert sum(data["wins"].values()) == 200
    rate = data["win_rate"]["heroes"]
    assert rate["estimate"] == data["wins"]["heroes"] / 200
    assert rate["low"] < rate["estimate"] < rate["high"]
    histogram = data["rounds"]["histogram"]
    assert sum(histogram.values()) == 200
    assert data["rounds"]["mean"] == sum(int(n) * c for n, c in histogram.items()) / 200
    assert [each["id"] for each in data["combatants"]] == ["ann", "bob", "cur", "dog"]
    ann = data["combatants"][0]
    assert (ann["name"], ann["side"]) == ("Ann", "heroes")
    assert ann["out"]["out"] == sums.combatants["ann"].states["out"] / 200
    assert ann["tracks"]["grit"]["mean"] == sums.combatants["ann"].tracks["grit"].left / 200


def test_rulings_left_to_their_default_are_counted() -> None:
    class Silent(ToySystem):
        policy_names = ("default",)

        def policy(self, name: str, side: str, source: Any) -> Any:
            from affray.kernel.policy import DefaultPolicy, RandomPolicy

            return DefaultPolicy() if side == "gm" else RandomPolicy(source)

    sums = simulate(Silent(), duel(), fights=20, seed=1, jobs=1)
    data = Report(duel(), 1, {}, sums).to_json()
    down = sum(each.states.get("out", 0) for each in sums.combatants.values())
    assert down > 0
    assert data["rulings_defaulted"]["toy.grit.fate"] == down
