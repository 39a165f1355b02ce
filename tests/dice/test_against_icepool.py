"""Count for count against icepool, which counts in another way."""

from collections.abc import Iterator
from random import Random
from typing import Any

import icepool
import pytest

from affray.dice import Distribution, NumberPool, SymbolPool, Term, number_pool
from affray.systems.ix.dice import DICE, Net


def same_counts(ours: Distribution[Any], theirs: Any) -> bool:
    return ours.total == theirs.denominator() and dict(ours) == dict(theirs.items())


def icepool_term(term: Term) -> Any:
    die = icepool.d(term.sides)
    if term.hits is not None:
        low, high = term.hits
        hit = [int(low <= face <= high) for face in range(1, term.sides + 1)]
        worth = icepool.Die(hit)
        for _ in range(term.explosions):
            again = hit[-1] + worth
            worth = icepool.Die([*hit[:-1], again])
        result = term.count @ worth
    else:
        if term.explosions:
            die = die.explode(depth=term.explosions)
        if term.keep is None:
            result = term.count @ die
        elif term.highest:
            result = die.highest(term.count, term.keep)
        else:
            result = die.lowest(term.count, term.keep)
    return result if term.sign > 0 else -result


def numeric_pools() -> Iterator[NumberPool]:
    rng = Random(20240)
    for _ in range(250):
        terms = []
        for _ in range(rng.choice([1, 1, 2, 3])):
            count, sides = rng.randint(1, 7), rng.choice([2, 3, 4, 6, 8, 10, 12, 20])
            kind = rng.choice(["sum", "sum", "high", "low", "hits"])
            low = rng.randint(1, sides)
            terms.append(
                Term(
                    count,
                    sides,
                    rng.choice([1, 1, -1]),
                    rng.choice([0, 0, 1, 3]) if count < 5 else 0,
                    rng.randint(1, count) if kind in ("high", "low") else None,
                    kind != "low",
                    (low, rng.randint(low, sides)) if kind == "hits" else None,
                )
            )
        yield number_pool(tuple(terms), rng.randint(-5, 5))


def test_numbers() -> None:
    for pool in numeric_pools():
        theirs = icepool.Die([pool.constant])
        for term in pool.terms:
            theirs = theirs + icepool_term(term)
        ours = pool.readings()
        # icepool reduces some counts; the larger total is a whole multiple of the smaller one.
        factor, rest = divmod(ours.total, theirs.denominator())
        assert rest == 0, pool
        assert dict(ours) == {value: n * factor for value, n in theirs.items()}, pool


@pytest.mark.parametrize(
    "pool",
    [
        number_pool((Term(20, 20, 1, 0, 10),)),
        number_pool((Term(60, 20),)),
        number_pool((Term(100, 6, hits=(5, 6)),)),
        number_pool((Term(12, 10, 1, 0, 6, False),)),
    ],
    ids=str,
)
def test_large_numbers(pool: NumberPool) -> None:
    assert same_counts(pool.readings(), icepool_term(pool.terms[0]))


def ix_faces(name: str) -> Iterator[tuple[int, int, int, int]]:
    """The faces of a die of ix as net symbols, worked out apart from the code under test."""
    for face in DICE.die(name).faces:
        triumph, despair = face.count("breakthrough"), face.count("calamity")
        success = face.count("success") - face.count("failure") + triumph - despair
        yield success, face.count("boon") - face.count("bane"), triumph, despair


PACKED = {
    die.name: icepool.Die(
        [s + 100 * b + 10_000 * x + 1_000_000 * c for s, b, x, c in ix_faces(die.name)]
    )
    for die in DICE.dice
}
VECTORS = {
    die.name: icepool.Die([icepool.Vector(face) for face in ix_faces(die.name)])
    for die in DICE.dice
}


def packed_net(net: Net) -> int:
    return net.success + 100 * net.boon + 10_000 * net.breakthrough + 1_000_000 * net.calamity


def icepool_packed(pool: SymbolPool[Net]) -> Any:
    total = icepool.Die([0])
    for name, count in pool.counts.items():
        total = total + count @ PACKED[name]
    return total


def narrative_pools() -> Iterator[SymbolPool[Net]]:
    rng = Random(777)
    names = [die.name for die in DICE.dice]
    for _ in range(200):
        dice = [rng.choice(names) for _ in range(rng.choice([1, 2, 4, 6, 8, 9]))]
        yield DICE.pool({name: dice.count(name) for name in names})


def test_narrative_pools() -> None:
    for pool in narrative_pools():
        theirs = icepool_packed(pool)
        ours = pool.readings()
        assert ours.total == theirs.denominator(), pool
        assert {packed_net(net): n for net, n in ours.items()} == dict(theirs.items()), pool


@pytest.mark.parametrize(
    "counts",
    [
        {"mastery": 6, "crisis": 6},
        {"mastery": 12},
        {"crisis": 12},
        {"mastery": 3, "ability": 3, "boon": 1, "crisis": 2, "trial": 2, "bane": 1},
        {"mastery": 2, "ability": 2, "boon": 2, "crisis": 2, "trial": 2, "bane": 2},
        {"boon": 6, "bane": 6},
        {"ability": 1, "trial": 11},
    ],
    ids=str,
)
def test_the_largest_legal_narrative_pools(counts: dict[str, int]) -> None:
    pool = DICE.pool(counts)
    theirs = icepool_packed(pool)
    ours = pool.readings()
    assert ours.total == theirs.denominator()
    assert {packed_net(net): n for net, n in ours.items()} == dict(theirs.items())


@pytest.mark.parametrize(
    "counts",
    [
        {"mastery": 1, "ability": 1, "trial": 2},
        {"boon": 2, "crisis": 1, "bane": 1},
        {"mastery": 2, "crisis": 2},
    ],
    ids=str,
)
def test_narrative_pools_as_vectors(counts: dict[str, int]) -> None:
    theirs = icepool.Die([icepool.Vector((0, 0, 0, 0))])
    for name, count in counts.items():
        for _ in range(count):
            theirs = theirs + VECTORS[name]
    ours = DICE.pool(counts).readings()
    assert ours.total == theirs.denominator()
    assert dict(ours) == {tuple(vector): n for vector, n in theirs.items()}
