"""Exact odds against the public libraries, every pool counted from nothing.

Run as `python -m bench.bench_dice`. dyce packs an outcome into one integer, which is the fastest
way known to it: the order of the dice below was the quickest of all orders on the first two pools,
and the better of two ways of adding is taken. Whatever is kept between questions is cleared before
each of ours. What both sides prepare beforehand is the faces of each die in their own form.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import icepool
from dyce import H, P, explode_n

from affray.dice import dice, hit_pool, number_pool
from affray.dice.symbols import symbol_pool
from affray.systems.ix.dice import DICE
from bench.measuring import Row, in_turns, seconds, table

ORDER = ("ability", "boon", "bane", "trial", "mastery", "crisis")
POOLS = {
    "8 dice": {"ability": 1, "mastery": 2, "boon": 1, "trial": 2, "crisis": 1, "bane": 1},
    "12 dice": {"ability": 3, "mastery": 3, "boon": 1, "trial": 2, "crisis": 2, "bane": 1},
    "6 against 6": {"mastery": 6, "crisis": 6},
}
VECTORS = {die.name: [DICE.vector(face) for face in die.faces] for die in DICE.dice}
PACKED = {
    name: H([s + 64 * b + 4096 * x + 65536 * c for s, b, x, c in faces])
    for name, faces in VECTORS.items()
}
ICEPOOL = {
    name: icepool.Die([icepool.Vector(face) for face in faces]) for name, faces in VECTORS.items()
}
SUCCESS_AND_BOON = {
    name: H([s + 64 * b for s, b, _, _ in faces]) for name, faces in VECTORS.items()
}
BOUNDS = {"success": 1, "boon": 2}


def forget() -> None:
    """Clears every cache of pools; readings are kept inside the pools and go with them."""
    for cached in (symbol_pool, number_pool, dice, hit_pool):
        cached.cache_clear()


def with_dyce(counts: Mapping[str, int], faces: Mapping[str, Any] = PACKED) -> Any:
    """Dice of one kind first, then the kinds together."""
    total = None
    for name in ORDER:
        if name in counts:
            several = counts[name] @ faces[name]
            total = several if total is None else total + several
    return total


def with_dyce_one_by_one(counts: Mapping[str, int]) -> Any:
    """One die after the other."""
    total = None
    for name in ORDER:
        for _ in range(counts.get(name, 0)):
            total = PACKED[name] if total is None else total + PACKED[name]
    return total


def with_icepool(counts: Mapping[str, int]) -> Any:
    """Vectors of net symbols, dice of one kind first."""
    total = None
    for name in ORDER:
        if name in counts:
            several = counts[name] @ ICEPOOL[name]
            total = several if total is None else total + several
    return total


def cold(work: Callable[[], object], runs: int = 1) -> Callable[[], float]:
    """A side that does the work from nothing, in microseconds for one."""

    def each() -> float:
        total = 0.0
        for _ in range(runs):
            forget()
            total += seconds(work)
        return total / runs * 1e6

    return each


def looped(work: Callable[[], object], runs: int) -> Callable[[], float]:
    """A side that repeats the work, in microseconds for one."""

    def loop() -> None:
        for _ in range(runs):
            work()

    return lambda: seconds(loop) / runs * 1e6


def _row(what: str, ours: float, theirs: float, aim: float, floor: float) -> Row:
    return Row(what, theirs / ours, aim, floor, ours, theirs, "us")


def _narrative(rounds: int) -> list[Row]:
    rows = []
    for (name, counts), aim, floor in zip(POOLS.items(), (10, 10, 10), (5, 5, 4), strict=True):
        ours, named, kinds, single = in_turns(
            cold(lambda counts=counts: DICE.pool(counts).readings()),
            cold(lambda counts=counts: dict(DICE.pool(counts).readings().items())),
            cold(lambda counts=counts: with_dyce(counts)),
            cold(lambda counts=counts: with_dyce_one_by_one(counts)),
            rounds=rounds,
        )
        best = min(kinds, single)
        rows.append(_row(f"narrative, {name}, mapping, against dyce", ours, best, aim, floor))
        rows.append(
            _row(f"narrative, {name}, named outcomes listed, against dyce", named, best, floor, 3)
        )
    return rows


def _vectors(rounds: int) -> list[Row]:
    rows = []
    for name in ("8 dice", "12 dice"):
        counts = POOLS[name]
        ours, theirs = in_turns(
            cold(lambda counts=counts: DICE.pool(counts).readings()),
            cold(lambda counts=counts: with_icepool(counts)),
            rounds=max(3, rounds // 5),
        )
        rows.append(_row(f"narrative, {name}, mapping, against icepool", ours, theirs, 100, 100))
    return rows


def _again(rounds: int) -> list[Row]:
    rows = []
    for name, counts in POOLS.items():

        def again(counts: dict[str, int] = counts) -> float:
            DICE.pool(counts).readings()
            return looped(lambda: DICE.pool(counts).readings(), 200)()

        ours, first = in_turns(
            again, cold(lambda counts=counts: DICE.pool(counts).readings()), rounds=rounds
        )
        rows.append(_row(f"narrative, {name}, asked again, against first", ours, first, 100, 100))
    return rows


def _one_chance(rounds: int) -> list[Row]:
    counts = POOLS["12 dice"]

    def theirs_joint() -> int:
        # The lowest six bits hold the successes, the next the boons, both around 0.
        return sum(
            n
            for packed, n in with_dyce(counts).items()
            if (packed + 32 & 63) - 32 >= 1 and ((packed + 32 >> 6) + 32 & 63) - 32 >= 2
        )

    def theirs_narrow() -> int:
        spread = with_dyce(counts, SUCCESS_AND_BOON)
        return sum(
            n
            for packed, n in spread.items()
            if (packed + 32 & 63) - 32 >= 1 and (packed + 32 >> 6) >= 2
        )

    pool = DICE.pool(counts)
    if not theirs_joint() == theirs_narrow() == pool.weight(at_least=BOUNDS):
        raise AssertionError("the sides disagree about the chance")
    ours, success, joint, narrow = in_turns(
        cold(lambda: DICE.pool(counts).weight(at_least=BOUNDS)),
        cold(lambda: DICE.pool(counts).weight(at_least={"success": 1})),
        cold(theirs_joint),
        cold(theirs_narrow),
        rounds=rounds,
    )
    return [
        _row("one chance of 12 dice on two axes, against dyce", ours, joint, 20, 20),
        _row("one chance of 12 dice on one axis, against dyce", success, joint, 20, 20),
        _row("the same on two axes, dyce told which axes matter", ours, narrow, 1, 1),
    ]


def _against_the_faster(
    what: str,
    ours: Callable[[], object],
    theirs: tuple[Callable[[], object], ...],
    rounds: int,
    aim: float,
    floor: float,
) -> Row:
    mine, *others = in_turns(
        cold(ours, 20), *[cold(other, 20) for other in theirs], rounds=max(5, rounds // 2)
    )
    return _row(what, mine, min(others), aim, floor)


def _numbers(rounds: int) -> list[Row]:
    hit, d4, d6, d20 = H([0, 0, 0, 0, 1, 1]), H(4), H(6), H(20)
    ice_hit, i4, i6, i20 = icepool.Die([0, 0, 0, 0, 1, 1]), icepool.d4, icepool.d6, icepool.d20
    found = []
    for n in (4, 10, 30):
        found.append(
            _against_the_faster(
                f"{n}d6 hits, against the faster of two",
                lambda n=n: hit_pool(n).readings(),
                (lambda n=n: n @ hit, lambda n=n: n @ ice_hit),
                rounds,
                5,
                1,
            )
        )
    for n in (3, 8):
        found.append(
            _against_the_faster(
                f"{n}d4 exploding up to 9 times, against the faster of two",
                lambda n=n: dice(n, 4, explosions=9).readings(),
                (lambda n=n: n @ explode_n(d4, n=9), lambda n=n: n @ i4.explode(depth=9)),
                rounds,
                5,
                5,
            )
        )
    for n, keep, die, ice in ((4, 3, d6, i6), (2, 1, d20, i20), (10, 5, d20, i20)):
        sides = len(die)
        found.append(
            _against_the_faster(
                f"{n}d{sides} keep the highest {keep}, against the faster of two",
                lambda n=n, keep=keep, sides=sides: dice(n, sides, keep_highest=keep).readings(),
                (
                    lambda n=n, keep=keep, die=die: (n @ P(die)).at(slice(-keep, None)),
                    lambda n=n, keep=keep, ice=ice: ice.highest(n, keep),
                ),
                rounds,
                1,
                1,
            )
        )
    return found


def _drawing(rounds: int) -> Row:
    draw = DICE.pool(POOLS["12 dice"]).readings().sample
    random = Random(1).random
    ours, theirs = in_turns(
        looped(lambda: draw(random()), 500),
        looped(lambda: random(), 500),
        rounds=rounds,
    )
    return Row("one draw of 12 dice, in draws of random()", ours / theirs, 5, 10, ours, theirs,
               "us", at_most=True)  # fmt: skip


def rows(*, quick: bool = False) -> list[Row]:
    """Measures every ratio, both sides in turns."""
    rounds = 5 if quick else 25
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # dyce warns that explode_n may change
        return [
            *_narrative(rounds),
            *_vectors(rounds),
            *_again(rounds),
            *_one_chance(rounds),
            *_numbers(rounds),
            _drawing(rounds),
        ]


if __name__ == "__main__":
    print(table(rows()))
