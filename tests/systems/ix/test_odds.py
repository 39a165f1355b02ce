"""Exact odds against counts of our own, and draws against the odds."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import product
from math import prod, sqrt
from random import Random
from typing import Any

import pytest
from ix_kit import IX, Bout, elite, hero

from affray.kernel.policy import DefaultPolicy
from affray.systems.ix.dice import DICE, Net
from affray.systems.ix.odds import named_weights, odds, starter_wins
from affray.systems.ix.rolls.check import no_margin, whole
from affray.tables.random_table import RandomTable

LEDGER = tomllib.loads(files("affray.systems.ix").joinpath("rulebook.toml").read_text("utf-8"))
FACES: dict[str, list[list[str]]] = {
    row["id"]: row["faces"] for row in LEDGER["tables"]["dice"]["rows"]
}
KINDS = ("mastery", "ability", "boon", "crisis", "trial", "bane")

# A net result is one number here: Successes in millions, then Boons, Breakthroughs, Calamities.
SUCCESS, BOON, BREAKTHROUGH, CALAMITY = 10**6, 10**4, 100, 1
WORTH = {
    "success": SUCCESS,
    "failure": -SUCCESS,
    "boon": BOON,
    "bane": -BOON,
    "breakthrough": SUCCESS + BREAKTHROUGH,
    "calamity": CALAMITY - SUCCESS,
}
WORTHS = {
    die: Counter(sum(WORTH[symbol] for symbol in face) for face in faces)
    for die, faces in FACES.items()
}


@cache
def counted(dice: tuple[str, ...]) -> dict[int, int]:
    """In how many ways these dice show each net result: one die after the other."""
    if not dice:
        return {0: 1}
    found: dict[int, int] = {}
    for so_far, ways in counted(dice[:-1]).items():
        for worth, faces in WORTHS[dice[-1]].items():
            found[so_far + worth] = found.get(so_far + worth, 0) + ways * faces
    return found


def number(net: Net) -> int:
    """A net result in the same numbers."""
    return (
        net.success * SUCCESS
        + net.boon * BOON
        + net.breakthrough * BREAKTHROUGH
        + net.calamity * CALAMITY
    )


def successes(result: int) -> int:
    return (result + SUCCESS // 2) // SUCCESS


def random_dice(random: Random, most: int) -> tuple[str, ...]:
    return tuple(sorted(random.choices(KINDS, k=random.randint(1, most)), key=KINDS.index))


def pool_of(dice: tuple[str, ...]) -> Any:
    return DICE.pool(dict(Counter(dice)))


def agrees(dice: tuple[str, ...]) -> None:
    expected = counted(dice)
    found = pool_of(dice).readings()
    assert found.total == prod(len(FACES[die]) for die in dice)
    assert {number(net): ways for net, ways in found.items()} == expected, dice


@pytest.mark.rule("ix.dice.faces", "ix.check.cancel", "ix.dice.special-effects-never-cancel")
def test_the_odds_of_500_random_pools_agree_count_for_count() -> None:
    random = Random(20261130)
    for _ in range(500):
        agrees(random_dice(random, 8))


@pytest.mark.rule("ix.pool.limit", "ix.dice.faces")
@pytest.mark.parametrize(
    "shape",
    [(2, 1, 2, 1, 3, 3), (5, 0, 0, 0, 5, 2), (0, 5, 2, 0, 4, 1), (3, 3, 0, 3, 3, 0)],
)
def test_and_those_of_pools_of_twelve(shape: tuple[int, ...]) -> None:
    agrees(tuple(die for die, many in zip(KINDS, shape, strict=True) for _ in range(many)))


@pytest.mark.rule("ix.check.success-threshold", "ix.check.tie-fails", "ix.check.net-boons-banes")
def test_the_odds_in_words_are_sums_of_those_counts() -> None:
    random = Random(7)
    for _ in range(40):
        dice = random_dice(random, 6)
        expected = dict.fromkeys(("success", "boons", "banes", "breakthrough", "calamity"), 0)
        for result, ways in counted(dice).items():
            rest = result - successes(result) * SUCCESS
            boon = (rest + BOON // 2) // BOON
            rest -= boon * BOON
            expected["success"] += ways * (successes(result) >= 1)
            expected["boons"] += ways * (boon > 0)
            expected["banes"] += ways * (boon < 0)
            expected["breakthrough"] += ways * (rest >= BREAKTHROUGH)
            expected["calamity"] += ways * (rest % BREAKTHROUGH > 0)
        pool = pool_of(dice)
        assert named_weights(pool) == expected
        told = odds(str(pool))
        for name, ways in expected.items():
            assert told[f"p_{name}"] == pytest.approx(ways / pool.total)
        assert sum(one["count"] for one in told["outcomes"]) == pool.total


def test_the_readings_of_a_check_hide_nothing_but_the_margin_of_a_failure() -> None:
    pool = DICE.pool(ability=2, trial=2, bane=1)
    plain = pool.readings(whole)
    seen: Counter[Net] = Counter()
    for net, ways in plain.items():
        seen[net if net.success > 0 else net._replace(success=0)] += ways
    assert dict(pool.readings(no_margin).items()) == seen


# ---- opposed checks ----


def by_brute_force(starter: tuple[str, ...], defender: tuple[str, ...]) -> tuple[int, int]:
    """Every face of every die on both sides."""

    def shown(dice: tuple[str, ...]) -> list[int]:
        return [
            sum(
                symbols.count("success")
                + symbols.count("breakthrough")
                - symbols.count("failure")
                - symbols.count("calamity")
                for symbols in faces
            )
            for faces in product(*(FACES[die] for die in dice))
        ]

    ours, theirs = Counter(shown(starter)), Counter(shown(defender))
    won = 0
    for mine, ways in ours.items():
        for other, more in theirs.items():
            if mine >= 1 and mine > other:
                won += ways * more
    return won, ours.total() * theirs.total()


@pytest.mark.rule("ix.opposed.higher-wins", "ix.opposed.ties", "ix.opposed.initiator-needs-success")
def test_who_wins_an_opposed_check_agrees_with_brute_force() -> None:
    random = Random(11)
    pairs = [(random_dice(random, 4), random_dice(random, 4)) for _ in range(40)]
    pairs += [(("mastery",), ("bane",)), (("bane",), ("bane",)), (("ability",), ("ability",))]
    for starter, defender in pairs:
        expected = by_brute_force(starter, defender)
        assert starter_wins(pool_of(starter), pool_of(defender)) == expected, (starter, defender)


@pytest.mark.rule("ix.opposed.higher-wins")
def test_the_odds_of_two_pools_in_words() -> None:
    won, total = by_brute_force(("mastery", "mastery"), ("mastery", "ability", "ability"))
    told = odds("2 mastery against 1 mastery 2 ability")
    assert told["p_starter"] == pytest.approx(won / total)
    assert told["p_defender"] == pytest.approx(1 - won / total)
    assert told["outcomes"] == odds("2 mastery")["outcomes"]


# ---- draws ----

DRAWN = [
    "2 mastery 1 ability vs 2 trial",
    "3 ability vs 2 trial",
    "4 mastery 1 boon vs 3 trial",
    "1 mastery 2 ability vs 1 crisis 1 trial 1 bane",
    "5 mastery vs 2 crisis 2 trial",
    "2 ability 2 boon vs 1 trial 2 bane",
    "3 mastery",
    "2 boon vs 1 bane",
    "1 mastery vs 3 crisis",
    "2 mastery 2 ability 2 boon vs 2 crisis 2 trial 2 bane",
]
ROLLS = 20_000


def chi_square(seen: Counter[int], expected: dict[int, int]) -> tuple[float, int]:
    """Chi-square over results that are expected five times at least, the rest together; and the
    degrees of freedom."""
    total = sum(expected.values())
    found, bins, rest_seen, rest_due = 0.0, 0, 0, 0.0
    for result, ways in expected.items():
        due = ROLLS * ways / total
        if due < 5:
            rest_seen += seen[result]
            rest_due += due
            continue
        found += (seen[result] - due) ** 2 / due
        bins += 1
    if rest_due >= 5:
        found += (rest_seen - rest_due) ** 2 / rest_due
        bins += 1
    else:
        assert rest_seen <= 5 + 5 * sqrt(rest_due + 1)
    return found, bins - 1


def limit(freedom: int) -> float:
    """What chi-square exceeds once in a thousand times (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    return float(freedom * (1 - spread + 3.0902 * sqrt(spread)) ** 3)


@pytest.mark.rule("ix.dice.faces", "ix.dice.roll-together")
def test_two_hundred_thousand_rolls_fall_as_the_odds_say() -> None:
    fight = Bout(hero("ann"), elite("brute"), start=False).fight
    policy = DefaultPolicy()
    table = RandomTable(IX, fight, Random(3), policy, policy)
    for text in DRAWN:
        dice = tuple(
            die
            for many, die in zip(*[iter(text.replace(" vs", "").split())] * 2, strict=True)
            for _ in range(int(many))
        )
        pool = pool_of(dice)
        seen = Counter(
            number(table.roll("ann", lambda: pool, read=whole, because="ix.check.sequence"))  # noqa: B023
            for _ in range(ROLLS)
        )
        expected = counted(dice)
        assert seen.keys() <= expected.keys()
        found, freedom = chi_square(seen, expected)
        assert found < limit(freedom), (text, found, freedom)


@pytest.mark.rule("ix.dice.faces")
def test_dice_rolled_one_by_one_fall_the_same_way() -> None:
    random = Random(5)
    dice = ("mastery", "mastery", "ability", "boon", "crisis", "trial", "bane")
    pool = pool_of(dice)
    seen = Counter(number(pool.outcome(pool.roll(random.randrange))) for _ in range(ROLLS))
    found, freedom = chi_square(seen, counted(dice))
    assert found < limit(freedom), (found, freedom)
