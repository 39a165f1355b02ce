"""Many fights by random policies: `python -m affray.testing.soak [--fights N] [ENCOUNTER ...]`.

Every fight must end by the rules and leave no odd state; one in `--deep` is also put through the
conformance checks. Prints a line an encounter; stops at the first fault and says how to see it
again.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from affray.kernel.encounter import read_encounter
from affray.kernel.system import Setup, System
from affray.testing.conformance import CHECKS, Case, ends_by_the_rules


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


def main(arguments: list[str] | None = None) -> int:
    from affray.registry import system, systems

    parser = argparse.ArgumentParser(prog="python -m affray.testing.soak", description=__doc__)
    parser.add_argument("encounters", nargs="*", help="names such as trade/duel; default: all")
    parser.add_argument("--fights", type=int, default=10_000, help="a fight each, default 10000")
    parser.add_argument("--deep", type=int, default=200, help="one in so many is checked deeply")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    for name in systems():
        found = system(name)
        for title, text in found.encounters().items():
            label = f"{name}/{title}"
            if options.encounters and label not in options.encounters:
                continue
            setup = read_encounter(text, label, found)
            looked = soak(found, setup, options.fights, options.deep, options.seed)
            print(f"{label}: {options.fights} fights, {looked} of them deeply: no fault")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
