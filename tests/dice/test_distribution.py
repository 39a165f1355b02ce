from collections.abc import Callable
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice import Distribution, dice

counts_of_numbers = st.dictionaries(
    st.integers(-20, 20), st.integers(1, 10**20), min_size=1, max_size=12
)


def d(sides: int) -> Distribution[int]:
    return Distribution(dict.fromkeys(range(1, sides + 1), 1))


def test_it_is_a_mapping_of_counts() -> None:
    coin = Distribution({"tails": 3, "heads": 1, "edge": 0})
    assert dict(coin) == {"heads": 1, "tails": 3}
    assert coin.total == 4
    assert coin["tails"] == 3
    assert coin.count("edge") == 0
    assert "edge" not in coin
    with pytest.raises(KeyError):
        coin["edge"]
    assert len(coin) == 2


def test_the_counts_cannot_be_written() -> None:
    with pytest.raises(TypeError):
        d(6).counts[1] = 2  # type: ignore[index]


@pytest.mark.parametrize(
    ("counts", "error"),
    [({}, ValueError), ({1: 0}, ValueError), ({1: -1, 2: 3}, ValueError), ({1: 0.5}, TypeError)],
)
def test_counts_that_are_none_are_refused(counts: dict[int, int], error: type[Exception]) -> None:
    with pytest.raises(error):
        Distribution(counts)


def test_values_are_sorted_where_they_can_be_and_else_stay_as_they_came() -> None:
    assert list(Distribution({3: 1, 1: 1, 2: 1})) == [1, 2, 3]
    mixed: Distribution[object] = Distribution({"b": 1, 2: 1, None: 1})
    assert list(mixed) == ["b", 2, None]


def test_chances_are_exact() -> None:
    assert d(6).p(6) == Fraction(1, 6)
    assert d(6).p(7) == 0
    assert d(6).chance(lambda face: face % 2 == 0) == Fraction(1, 2)
    assert d(6).at_least(5) == Fraction(1, 3)
    assert d(6).at_most(5) == Fraction(5, 6)


def test_mean_and_variance_of_a_die() -> None:
    assert d(6).mean() == Fraction(7, 2)
    assert d(6).variance() == Fraction(35, 12)
    assert d(6).deviation() == pytest.approx(1.7078251)
    with pytest.raises(TypeError):
        Distribution({"a": 1}).mean()


def test_counts_far_beyond_64_bits_stay_exact() -> None:
    many = dice(60, 20).readings()
    assert many.total == 20**60
    assert many[60] == 1
    assert many[61] == 60
    assert sum(many.values()) == 20**60
    assert many.mean() == 630


@pytest.mark.parametrize(
    ("q", "value"),
    [
        (0, 1),
        (Fraction(1, 6), 1),
        (Fraction(1, 6) + Fraction(1, 10**30), 2),
        (0.5, 3),
        (Fraction(5, 6), 5),
        (1, 6),
    ],
)
def test_a_quantile_is_the_first_value_to_reach_the_share(q: Fraction | float, value: int) -> None:
    assert d(6).quantile(q) == value


@pytest.mark.parametrize("q", [-0.1, 1.1, Fraction(7, 6)])
def test_a_quantile_outside_0_to_1_is_refused(q: Fraction | float) -> None:
    with pytest.raises(ValueError, match="0 to 1"):
        d(6).quantile(q)


def test_running_totals() -> None:
    assert Distribution({1: 2, 5: 3}).cumulative() == [(1, 2), (5, 5)]


@pytest.mark.parametrize(
    ("u", "value"),
    [(0.0, 1), (0.2499, 1), (0.25, 2), (0.74, 2), (0.75, 5), (0.9999999999999999, 5)],
)
def test_sampling_reads_the_running_chances(u: float, value: int) -> None:
    assert Distribution({1: 1, 2: 2, 5: 1}).sample(u) == value


def test_sampling_a_certainty() -> None:
    assert Distribution({7: 9}).sample(0.999) == 7


def test_samples_follow_the_counts() -> None:
    spread = dice(3, 6).readings()
    rng = Random(5)
    n = 20_000
    seen = dict.fromkeys(spread, 0)
    for _ in range(n):
        seen[spread.sample(rng.random())] += 1
    chi = sum((seen[v] - n * float(spread.p(v))) ** 2 / (n * float(spread.p(v))) for v in spread)
    assert chi < 37.7  # the 99.9 % point for 15 degrees of freedom


@given(counts_of_numbers, st.sampled_from([lambda v: v % 3, abs, lambda v: 0]))
def test_map_keeps_the_total_and_adds_up(counts: dict[int, int], f: Callable[[int], int]) -> None:
    mapped = Distribution(counts).map(f)
    assert mapped.total == sum(counts.values())
    for value in mapped:
        assert mapped[value] == sum(n for v, n in counts.items() if f(v) == value)


@given(counts_of_numbers, counts_of_numbers)
def test_combining_commutes_and_adds_means(one: dict[int, int], other: dict[int, int]) -> None:
    left, right = Distribution(one), Distribution(other)
    both = left.combine(right, lambda a, b: a + b)
    assert both == right.combine(left, lambda a, b: a + b)
    assert both.total == left.total * right.total
    assert both.mean() == left.mean() + right.mean()
    assert both.variance() == left.variance() + right.variance()


@given(counts_of_numbers, counts_of_numbers)
def test_the_parts_of_independent_pairs_come_back(
    one: dict[int, int], other: dict[int, int]
) -> None:
    left, right = Distribution(one), Distribution(other)
    pairs = left.combine(right)
    assert pairs.marginal(0) == Distribution({v: n * right.total for v, n in one.items()})
    for value in left:
        conditional = pairs.given(lambda pair, value=value: pair[0] == value).marginal(1)
        assert all(conditional.p(v) == right.p(v) for v in right)


@given(counts_of_numbers, st.integers(-20, 20))
def test_given_is_the_chance_of_both_over_the_chance_of_one(
    counts: dict[int, int], least: int
) -> None:
    whole = Distribution(counts)
    share = whole.chance(lambda v: v >= least)
    if not share:
        with pytest.raises(ValueError, match="condition"):
            whole.given(lambda v: v >= least)
        return
    part = whole.given(lambda v: v >= least)
    for value in whole:
        assert part.p(value) * share == (whole.p(value) if value >= least else 0)


@given(counts_of_numbers)
def test_equal_distributions_hash_alike_whatever_the_order(counts: dict[int, int]) -> None:
    backwards = dict(reversed(counts.items()))
    assert Distribution(counts) == Distribution(backwards)
    assert hash(Distribution(counts)) == hash(Distribution(backwards))


def test_combining_matches_brute_force() -> None:
    both = d(4).combine(d(6), max)
    seen = [max(a, b) for a, b in product(range(1, 5), range(1, 7))]
    assert dict(both) == {v: seen.count(v) for v in sorted(set(seen))}
