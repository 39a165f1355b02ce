"""Many fights by random policies: `python -m affray.testing.soak [--fights N] [ENCOUNTER ...]`.

Every fight must end by the rules and leave no odd state; one in `--deep` is also put through the
conformance checks. Prints a line an encounter, and for a fault how to see it again; an encounter
stops at its first fault, the others go on. The exit code is 1 if there was any.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Iterator
from typing import Any

from affray.kernel.encounter import read_encounter
from affray.kernel.system import Setup, System
from affray.testing.conformance import CHECKS, Case, ends_by_the_rules

CHUNK = 500
"""Fights that one process plays before it says how far it is."""


def soak(system: System[Any], setup: Setup, fights: int, deep: int, seed: int = 0) -> int:
    """Plays `fights` fights; returns how many were looked at deeply. Raises on the first fault."""
    looked = 0
    for number in range(seed, seed + fights):
        case = Case(system, setup, number)
        try:
            ends_by_the_rules(case)
            if deep and number % deep == 0:
                looked += 1
                for check in CHECKS:
                    check(case)
        except Exception as error:
            raise AssertionError(f"{setup.title}, seed {number}: {error}") from error
    return looked


def part(label: str, fights: int, deep: int, seed: int) -> tuple[int, str]:
    """A part of the fights of an encounter: how many were looked at deeply, and the first fault
    in words, "" without any."""
    from affray.registry import system

    name, title = label.split("/", 1)
    found = system(name)
    setup = read_encounter(found.encounters()[title], label, found)
    try:
        return soak(found, setup, fights, deep, seed), ""
    except AssertionError as error:
        return 0, str(error)


def parts(labels: list[str], fights: int, deep: int, seed: int) -> Iterator[tuple[Any, ...]]:
    """The calls of `part` that together play all fights of these encounters."""
    for label in labels:
        for start in range(0, fights, CHUNK):
            yield label, min(CHUNK, fights - start), deep, seed + start


def main(arguments: list[str] | None = None) -> int:
    from joblib import Parallel, delayed

    from affray.registry import system, systems

    parser = argparse.ArgumentParser(prog="python -m affray.testing.soak", description=__doc__)
    parser.add_argument("encounters", nargs="*", help="names such as trade/duel; default: all")
    parser.add_argument("--fights", type=int, default=10_000, help="a fight each, default 10000")
    parser.add_argument("--deep", type=int, default=1000, help="one in so many is checked deeply")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1, help="processes, default 1; -1: all cores")
    options = parser.parse_args(arguments)
    known = [f"{name}/{title}" for name in systems() for title in system(name).encounters()]
    labels = list(options.encounters) or known
    if unknown := sorted(set(labels) - set(known)):
        parser.error(f"no such encounter: {', '.join(unknown)}. There are: {', '.join(known)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # an exit ends the processes, too
    calls = list(parts(labels, options.fights, options.deep, options.seed))
    done = Parallel(n_jobs=options.jobs, return_as="generator")(
        delayed(part)(*call) for call in calls
    )
    faults = 0
    left = dict.fromkeys(labels, 0)
    deeply = dict.fromkeys(labels, 0)
    for (label, fights, *_), (looked, fault) in zip(calls, done, strict=True):
        left[label] += fights
        deeply[label] += looked
        if fault:
            faults += 1
            print(f"{label}: {fault}", flush=True)
        if left[label] == options.fights:
            print(f"{label}: {options.fights} fights, {deeply[label]} of them deeply", flush=True)
        elif sys.stderr.isatty():
            print(f"{label}: {left[label]} of {options.fights}", file=sys.stderr, flush=True)
    print(f"{faults} faults" if faults else "no fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
