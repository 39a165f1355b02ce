"""Generators by fight, and Wilson's interval against its defining equation."""

from fractions import Fraction
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.simulate.chance import LARGEST_SEED, STREAMS, Z_95, difference, generator, wilson


def test_a_fight_draws_the_same_whatever_was_drawn_before() -> None:
    first = [generator(5, 9, "dice").random() for _ in range(3)]
    generator(5, 8, "dice").random()
    assert first == [generator(5, 9, "dice").random()] * 3


def test_seeds_fights_and_streams_all_draw_apart() -> None:
    draws = {
        generator(seed, fight, stream).random()
        for seed in (0, 1, 2, LARGEST_SEED)
        for fight in (1, 2, 2**40)
        for stream in STREAMS
    }
    assert len(draws) == 4 * 3 * len(STREAMS)


@given(st.integers(1, 10**6).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_ends_of_the_interval_solve_wilsons_equation(case: tuple[int, int]) -> None:
    # An end p of the interval is where the share lies exactly z standard errors of p away.
    hits, trials = case
    share = hits / trials
    for end in wilson(hits, trials):
        assert 0 <= end <= 1
        assert isclose(
            (share - end) ** 2, Z_95**2 * end * (1 - end) / trials, rel_tol=1e-6, abs_tol=1e-12
        )


def test_the_interval_of_a_known_example() -> None:
    # 8 of 10, as printed in textbooks: 0.4902 to 0.9433.
    low, high = wilson(8, 10)
    assert low == pytest.approx(0.4902, abs=5e-5)
    assert high == pytest.approx(0.9433, abs=5e-5)


def test_the_interval_holds_the_share_and_never_leaves_0_to_1() -> None:
    assert wilson(0, 50)[0] == 0.0
    assert wilson(50, 50)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(25, 50)
    assert low < Fraction(1, 2) < high
    assert isclose(0.5 - low, high - 0.5)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    # Newcombe 1998, Statistics in Medicine 17, table II, method 10: 56/70 less 48/80 and others.
    [((48, 80), (56, 70), 0.0524, 0.3339), ((3, 10), (9, 10), 0.1705, 0.8090)],
)
def test_the_interval_of_a_difference_is_newcombes(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    found = difference(*first, *second)
    assert found == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_less_itself_may_be_nothing(case: tuple[int, int]) -> None:
    low, high = difference(*case, *case)
    assert low <= 0 <= high
    assert low == pytest.approx(-high)
