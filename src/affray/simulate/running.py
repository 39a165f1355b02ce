"""One fight, a batch of them, and many batches in several processes."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from traceback import format_exc
from typing import Any

from affray.kernel.fight import Fight
from affray.kernel.policy import Policy
from affray.kernel.running import advance, is_over, run
from affray.kernel.sheet import Sheet
from affray.kernel.system import Setup, System
from affray.simulate.chance import LARGEST_SEED, LateGenerator, generator
from affray.simulate.sums import Sums, Watch
from affray.tables.doctrine import Doctrine
from affray.tables.random_table import RandomTable

SIDES = ("heroes", "gm")
"""Whom policies answer for; the GM's answers for the foes and makes the rulings."""

MOST_FIGHTS = 10**9
MOST_JOBS = 256
BATCH_SECONDS = 0.5
"""About how long a batch takes: short enough for progress, long enough to pay for its transport."""
WORTH_PROCESSES = 4.0
"""Seconds left from which on more processes pay for their start."""

WATCHED = 20
"""One fight in so many is watched round by round, for who goes out when: that doubles its cost."""

Progress = Callable[[int, int], None]
"""Told how many fights of how many are done."""


class NoSuchPolicy(LookupError):  # noqa: N818 (named for what happened)
    """The system has no policy of that name for that side."""

    def __init__(self, system: str, side: str, name: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{system} has no policy {name!r} for {side}; it has {', '.join(known)}.")


class FightFailed(Exception):  # noqa: N818
    """A fight of a run ended in an error of the program; `number` and `seed` repeat it."""

    def __init__(self, number: int, seed: int, fault: str, trace: str) -> None:
        super().__init__(f"fight {number} of seed {seed} went wrong: {fault}")
        self.number = number
        self.seed = seed
        self.fault = fault
        self.trace = trace


class Cancelled(Exception):  # noqa: N818
    """The run was stopped by hand after `fights` fights."""

    def __init__(self, fights: int) -> None:
        super().__init__(f"cancelled after {fights} fights")
        self.fights = fights


@dataclass(slots=True)
class Job:
    """What is simulated: a setup, under which policies, from which seed.

    A doctrine of a side stands in the place of its policy. One fight in `watched` is watched.
    """

    setup: Setup
    seed: int
    policies: dict[str, str] = field(default_factory=dict)
    doctrines: dict[str, Doctrine] = field(default_factory=dict)
    watched: int = WATCHED


@dataclass(slots=True)
class _Failure:
    number: int
    fault: str
    trace: str


def policies_for(system: System[Any], wanted: Mapping[str, str]) -> dict[str, str]:
    """The name of the policy of each side; a system's first policy stands where none is wanted.

    Raises `NoSuchPolicy` on a name or a side that the system does not know.
    """
    names = dict.fromkeys(SIDES, system.policy_names[0]) | dict(wanted)
    for side, name in names.items():
        if side not in SIDES or name not in system.policy_names:
            raise NoSuchPolicy(system.name, side, name, tuple(system.policy_names))
    return names


def run_fight(
    system: System[Any],
    start: Fight[Any],
    job: Job,
    number: int,
    *,
    recording: bool = False,
    watch: Watch | None = None,
) -> tuple[Fight[Any], RandomTable]:
    """Fight `number` of a run, from a copy of `start`; the fight after it, and its table.

    Whoever watches sees everybody at the end of each round.
    """
    fight = system.copy(start)
    hands = [_hand(system, job, number, side) for side in SIDES]
    table = RandomTable(
        system, fight, generator(job.seed, number, "dice"), *hands, recording=recording
    )
    if watch is None:
        run(system, fight, table)
        return fight, table
    at = fight.round
    over = is_over(fight)
    while not over:
        advance(system, fight, table)
        over = is_over(fight)
        if over or fight.round != at:
            watch.look(outlines(system, fight), fight.round if over else at)
            at = fight.round
    return fight, table


def outlines(system: System[Any], fight: Fight[Any]) -> list[Sheet]:
    """Everybody's sheet as far as it is added up: states and tracks.

    A system whose sheets take long to write may have a method `outlines` that leaves the rest out.
    """
    shorter: Callable[[Fight[Any]], list[Sheet]] | None = getattr(system, "outlines", None)
    return system.sheets(fight) if shorter is None else shorter(fight)


def _hand(system: System[Any], job: Job, number: int, side: str) -> Policy:
    source = LateGenerator(job.seed, number, side)
    doctrine = job.doctrines.get(side)
    if doctrine is not None:
        return doctrine.policy(system, source)
    return system.policy(job.policies[side], side, source)


def _batch(system: System[Any], job: Job, first: int, count: int) -> Sums | _Failure:
    start = system.start(job.setup)
    sums = Sums()
    for number in range(first, first + count):
        watch = Watch() if number % job.watched == 1 % job.watched else None
        try:
            fight, table = run_fight(system, start, job, number, watch=watch)
        except Exception as error:
            return _Failure(number, f"{type(error).__name__}: {error}", format_exc())
        tallies = system.tallies(start, fight)
        sums.add(fight, outlines(system, fight), table.tally.counts, tallies)
        if watch is not None:
            sums.add_watch(watch)
    return sums


def _batch_elsewhere(job: Job, first: int, count: int) -> Sums | _Failure:
    from affray.registry import system

    # Ctrl-C is for the process that waits for this one and then ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return _batch(system(job.setup.system), job, first, count)


def simulate(
    system: System[Any],
    setup: Setup,
    *,
    fights: int,
    seed: int,
    jobs: int | None = None,
    policies: Mapping[str, str] | None = None,
    doctrines: Mapping[str, Doctrine] | None = None,
    watched: int = WATCHED,
    progress: Progress | None = None,
) -> Sums:
    """Runs `fights` fights of a setup and adds them up.

    `doctrines` stand, by side, in the place of policies; one fight in `watched` is watched for who
    goes out when, beginning with the first.

    The sums are the same for any number of `jobs` (processes); None takes one, or all processors
    if the run is long enough to pay for their start. With more than one, the system must be
    installed, so that the other processes find it. Raises `ValueError` on numbers out of bounds,
    `NoSuchPolicy`, `FightFailed`, and `Cancelled` on Ctrl-C.
    """
    _within("fights", fights, 1, MOST_FIGHTS)
    _within("seed", seed, 0, LARGEST_SEED)
    if jobs is not None:
        _within("jobs", jobs, 1, MOST_JOBS)
    names = policies_for(system, policies or {})
    job = Job(setup, seed, names, dict(doctrines or {}), watched)
    sums = Sums()
    try:
        for part in _parts(system, job, fights, jobs):
            if isinstance(part, _Failure):
                raise FightFailed(part.number, seed, part.fault, part.trace)
            sums.merge(part)
            if progress is not None:
                progress(sums.fights, fights)
    except KeyboardInterrupt:
        raise Cancelled(sums.fights) from None
    return sums


def _within(what: str, number: int, low: int, high: int) -> None:
    if not low <= number <= high:
        raise ValueError(f"{what} must be from {low} to {high}, not {number}")


def _parts(
    system: System[Any], job: Job, fights: int, jobs: int | None
) -> Iterator[Sums | _Failure]:
    """The fights in batches, the first ones here: they show how long a fight takes."""
    done = 0
    size = 1
    began = time.perf_counter()
    while done < fights:
        count = min(size, fights - done)
        yield _batch(system, job, done + 1, count)
        done += count
        pace = (time.perf_counter() - began) / done
        size = max(1, min(size * 4, int(BATCH_SECONDS / max(pace, 1e-9))))
        processes = _processes(jobs, pace * (fights - done))
        if processes > 1 and done < fights and (jobs is not None or pace * done > 0.1):
            share = -(-(fights - done) // processes)
            size = max(1, min(int(BATCH_SECONDS / max(pace, 1e-9)), share))
            yield from _elsewhere(job, range(done + 1, fights + 1, size), size, fights, processes)
            return


def _processes(jobs: int | None, seconds_left: float) -> int:
    if jobs is not None:
        return jobs
    if seconds_left < WORTH_PROCESSES:
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _elsewhere(
    job: Job, firsts: range, size: int, fights: int, processes: int
) -> Iterator[Sums | _Failure]:
    """Batches of `size` fights that begin at `firsts`, in other processes, in any order."""
    from joblib import Parallel, delayed

    parallel = Parallel(n_jobs=processes, return_as="generator_unordered")
    with warnings.catch_warnings():
        # Whoever stops a run knows that batches are being stopped.
        warnings.filterwarnings("ignore", message=r".*tasks which were still being processed")
        results = parallel(
            delayed(_batch_elsewhere)(job, first, min(size, fights + 1 - first)) for first in firsts
        )
        try:
            yield from results
        finally:
            results.close()
