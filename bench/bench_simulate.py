"""How many fights a second, against a hand-tuned loop; what events and a second process do to it.

Run as `python -m bench.bench_simulate [--quick]`. The fight is four heroes of trade against four
foes with everything in force, policies "sensible" on both sides.

The loop (`reduced_fight`) is as fast as plain Python gets for a much reduced fight of the same
eight people with the same numbers: dice, damage, armor, health and HP. It rolls about as often in a
fight as the rules do (13 times against 15, in 2.5 rounds against 3.1) and, as they do, draws each
roll as one number from exact chances, and each fight from a generator of its own; seeding that is
more than half of its time.

It has two actions a turn, no hit, one hit or more, being bloodied, success with additional damage
and suppression, mixed success with a trade, failure with a blow and extra damage, and the one
action of the enemy phase, by an enemy that is owed a trade first and by none that is suppressed.

It leaves out: every choice (heroes strike the first foe that stands until their two actions are
gone, the effect of a success is additional damage, that of a failure extra damage, an enemy strikes
the hero whose turn it was), rulings, goals and fates, where people are, ranged weapons, closing and
being pressed, better position and bad situation, additional and reserved actions, abilities,
commands, Respond, fleeing and surrender, tools and lost weapons, wards, house rules, the GM's
edits, names, states to copy or save, sums over the combatants, and any record of what happened.
With these tactics the heroes win more often, in about 89 of 100 fights against 63.

Then a party fight of ix against one of trade, both as packaged: how many attacks, spells and
abilities a second the rules get through.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from random import Random

from affray.cli.find import encounter
from affray.kernel.encounter import read_encounter
from affray.kernel.system import Setup, System
from affray.registry import system
from affray.simulate.running import Job, policies_for, run_fight, simulate
from bench.measuring import Row, in_turns, plain, seconds, table

ENCOUNTER = """
system = "trade"
title = "The bench"

[[heroes]]
name = "Ann"
stats = { strength = 4, reflexes = 3, wits = 2, charm = 2 }
weapons = ["axe"]
armor = "ring-shirt"

[[heroes]]
name = "Bea"
stats = { strength = 2, reflexes = 4, wits = 3, charm = 2 }
weapons = ["rapier"]
armor = "quilted-coat"

[[heroes]]
name = "Cid"
stats = { strength = 2, reflexes = 4, wits = 3, charm = 2 }
weapons = ["rapier"]

[[heroes]]
name = "Dot"
stats = { strength = 2, reflexes = 3, wits = 4, charm = 2 }
weapons = ["longbow", "dagger"]

[[foes]]
use = "mire-hexer"

[[foes]]
use = "iron-warder"

[[foes]]
use = "gate-brute"
count = 2
"""

DICE = (4, 4, 4, 3)
DAMAGE = (4, 3, 3, 2)
ARMOR = (2, 1, 0, 0)
FOE_HP = (5, 8, 10, 10)
FOE_DAMAGE = (1, 3, 4, 4)
FOE_ARMOR = (0, 1, 0, 0)
# For each number of dice: the chance of no hit, and of one at most.
CHANCES = tuple(
    ((2 / 3) ** n, (2 / 3) ** n + n * (1 / 3) * (2 / 3) ** (n - 1)) if n else (1.0, 1.0)
    for n in range(6)
)


def reduced_fight(random) -> bool:  # type: ignore[no-untyped-def]
    """One reduced fight; whether the heroes win."""
    health = [10, 10, 10, 10]
    hp = list(FOE_HP)
    first = 0
    standing = 4
    while True:
        for hero in (0, 1, 2, 3):
            left = health[hero]
            if left <= 0:
                continue
            no_hit, one_hit = CHANCES[DICE[hero] - (left <= 3)]
            suppressed = 0
            owed = -1
            for _ in (1, 2):
                u = random()
                if u < no_hit:
                    blow = FOE_DAMAGE[first] + 2 - ARMOR[hero]
                    if blow > 0:
                        left -= blow
                    break
                hit = DAMAGE[hero] - FOE_ARMOR[first]
                if u < one_hit:
                    owed = first
                else:
                    hit += 2
                    suppressed |= 1 << first
                hp[first] -= hit
                if hp[first] <= 0:
                    first += 1
                    if first == 4:
                        return True
            acting = owed if owed >= first else first
            while suppressed >> acting & 1:
                acting += 1
            if acting < 4 and left > 0:
                blow = FOE_DAMAGE[acting] - ARMOR[hero]
                if blow > 0:
                    left -= blow
            health[hero] = left
            if left <= 0:
                standing -= 1
                if not standing:
                    return False


def _loop(fights: int) -> int:
    return sum(reduced_fight(Random((1 << 66) | (k << 2)).random) for k in range(1, fights + 1))


def _rate(fights: int, spent: float) -> float:
    return fights / spent


def _tell(of: System[object], setup: Setup, fights: int, recording: bool) -> None:
    start = of.start(setup)
    job = Job(setup, 1, policies_for(of, {}))
    for number in range(1, fights + 1):
        run_fight(of, start, job, number, recording=recording)


PARTIES = {
    "ix/skirmish": frozenset({"attack", "cast"}),
    "trade/party": frozenset({"attack", "ability"}),
}
"""Party fights of two systems, and the events that are an attack, a spell or an ability there."""


def _party(name: str, fights: int) -> Callable[[], float]:
    """A side that simulates a packaged fight, in attacks, spells and abilities a second."""
    found = encounter(name)
    start = found.system.start(found.setup)
    job = Job(found.setup, 1, policies_for(found.system, {}))
    numbers = range(1, fights + 1)
    attacks = 0
    for number in numbers:
        _, table = run_fight(found.system, start, job, number, recording=True)
        attacks += sum(event.code in PARTIES[name] for event in table.events)

    def all_of_them() -> None:
        for number in numbers:
            run_fight(found.system, start, job, number)

    return lambda: attacks / seconds(all_of_them)


def rows(*, quick: bool = False) -> list[Row]:
    """Measures in turns; `quick` takes few rounds and leaves the two processes out."""
    trade = system("trade")
    setup = read_encounter(ENCOUNTER, "the bench", trade)
    rounds = 3 if quick else 7
    ours, theirs = in_turns(
        lambda: _rate(300, seconds(lambda: simulate(trade, setup, fights=300, seed=1, jobs=1))),
        lambda: _rate(4000, seconds(lambda: _loop(4000))),
        rounds=rounds,
    )
    told, quiet = in_turns(
        lambda: _rate(300, seconds(lambda: _tell(trade, setup, 300, True))),
        lambda: _rate(300, seconds(lambda: _tell(trade, setup, 300, False))),
        rounds=rounds,
    )
    found = [
        Row("simulation against a hand-tuned reduced loop", ours / theirs, 0.12, 0.06, ours, theirs,
            "fights/s"),
        Row("events on against events off", told / quiet, 0.6, 0.6, told, quiet, "fights/s"),
    ]  # fmt: skip
    ix, other = in_turns(_party("ix/skirmish", 60), _party("trade/party", 200), rounds=rounds)
    found.append(Row("attacks of a party fight, ix against trade", ix / other, 1 / 6, 1 / 8,
                     ix, other, "attacks/s"))  # fmt: skip
    if not quick:
        fights = int(ours * 22)
        one, two = (
            _rate(
                fights,
                seconds(lambda: simulate(trade, setup, fights=fights, seed=1, jobs=jobs)),  # noqa: B023 (called at once)
            )
            for jobs in (1, 2)
        )
        what = f"two processes against one, {fights:,} fights"
        found.append(Row(what, two / one, 1.4, 1.4, two, one, "fights/s"))
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="fewer rounds, one process")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    measured = rows(quick=options.quick)
    print(json.dumps(plain(measured), indent=2) if options.json else table(measured))
