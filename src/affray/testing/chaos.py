"""A player who is killed again and again: `python -m affray.testing.chaos [--rounds N]`.

Each round a process of its own opens the fight, answers, takes back and puts back, and says aloud
what was acknowledged; it is killed in the middle of that. Then the database must hold every
acknowledged entry, at most one more, no entry twice, and refuse the last answer a second time.
Prints one line; stops at the first fault and says how to see it again. Needs fork and SIGKILL.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from affray.kernel.encounter import read_encounter
from affray.kernel.question import Answer, Refused
from affray.kernel.system import Setup, System
from affray.store import Store, StoredPlay, open_store

MOST_ENTRIES = 300
"""A fight that has come so far is left for a new one."""


class Fault(AssertionError):  # noqa: N818 (named for what it is, as OffScript is)
    """What was acknowledged is not what is kept."""


def play_aloud(stored: StoredPlay, chance: random.Random, say: int) -> None:
    """Plays on without end and writes a line to `say` after each verb that has returned."""
    system = stored.system
    heroes, gm = (system.policy("random", side, chance) for side in ("heroes", "gm"))
    while True:
        luck = chance.random()
        with suppress(Refused):
            if luck < 0.05:
                stored.undo(len(stored.play.entries) - 1)
            elif luck < 0.08:
                stored.redo()
            elif stored.nudge(heroes, gm) is None:
                return
        log = stored.play.log
        line = {"entries": len(log), "last": log[-1].dump() if log else None}
        os.write(say, json.dumps(line).encode() + b"\n")


def killed_in_the_middle(path: Path, fight: int, chance: random.Random) -> list[dict[str, Any]]:
    """Lets a process play on the fight and kills it; returns what it had acknowledged."""
    listen, say = os.pipe()
    seed, patience = chance.random(), chance.randrange(1, 12)
    child = os.fork()
    if child == 0:
        code = 1
        with suppress(BaseException):
            os.close(listen)
            with open_store(path) as store:
                play_aloud(store.open(fight), random.Random(seed), say)
            code = 0
        os._exit(code)
    os.close(say)
    heard = b""
    while heard.count(b"\n") < patience:
        more = os.read(listen, 65536)
        if not more:
            break
        heard += more
    # Somewhere within the next verb: it may be thinking, writing, or have written already.
    for _ in range(chance.randrange(1, 200_000)):
        pass
    os.kill(child, signal.SIGKILL)
    while more := os.read(listen, 65536):
        heard += more
    os.close(listen)
    _, status = os.waitpid(child, 0)
    if os.waitstatus_to_exitcode(status) > 0:
        raise Fault("the player stumbled before it was killed")
    return [json.loads(line) for line in heard.splitlines()]


def check(store: Store, fight: int, heard: list[dict[str, Any]], before: int) -> int:
    """Compares what is kept with what was acknowledged; returns how many entries there are."""
    stored = store.open(fight)
    play = stored.play
    log = play.log
    acknowledged = heard[-1]["entries"] if heard else before
    if not acknowledged <= len(log) <= acknowledged + 1:
        raise Fault(f"{acknowledged} entries were acknowledged, {len(log)} are kept")
    for line in heard:
        if line["entries"] and log[line["entries"] - 1].dump() != line["last"]:
            raise Fault(f"entry {line['entries']} is not the acknowledged one")
    answered = [entry.question for entry in play.entries if isinstance(entry, Answer)]
    if len(set(answered)) != len(answered):
        raise Fault("a question was answered twice")
    if play.entries and isinstance(last := play.entries[-1], Answer):
        try:
            stored.answer(last)
        except Refused as refused:
            if refused.kind != "late":
                raise Fault(f"the last answer sent again was {refused.kind}, not late") from None
        else:
            raise Fault("the last answer was taken a second time")
    return len(log)


def chaos(system: System[Any], setup: Setup, path: Path, rounds: int, seed: int) -> int:
    """Plays and kills for that many rounds; returns how many entries were acknowledged.

    Raises `Fault`.
    """
    chance = random.Random(seed)
    acknowledged = 0
    fight, entries = 0, 0
    for number in range(1, rounds + 1):
        with open_store(path) as store:
            is_over = fight and not store.open(fight).questions
            if not fight or is_over or entries > MOST_ENTRIES:
                fight, entries = store.begin(system, setup).id, 0
        heard = killed_in_the_middle(path, fight, chance)
        acknowledged += len(heard)
        try:
            with open_store(path) as store:
                entries = check(store, fight, heard, entries)
                if number % 10 == 0 and (found := store.audit(fight)):
                    raise Fault(f"played again it differs: {found[0]}")
        except Fault as fault:
            raise Fault(f"round {number} of seed {seed}: {fault}") from fault
    return acknowledged


def main(arguments: list[str] | None = None) -> int:
    from affray.registry import system, systems

    parser = argparse.ArgumentParser(prog="python -m affray.testing.chaos", description=__doc__)
    parser.add_argument("--rounds", type=int, default=200, help="default 200")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    name = next(name for name in systems() if system(name).demo)
    found = system(name)
    setup = read_encounter(found.encounters()[found.demo], f"{name}/{found.demo}", found)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "chaos.sqlite")
        count = chaos(found, setup, path, options.rounds, options.seed)
    print(f"{options.rounds} kills, {count} entries acknowledged: none lost, none twice")
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
