"""Shares as people read them."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.web.telling import leading_text, percents, reading_text


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ([1 / 3, 1 / 3, 1 / 3], ["33.3 %", "33.3 %", "33.3 %"]),
        ([0.125, 0.375, 0.5], ["13 %", "37 %", "50 %"]),
        ([0.125] * 8, ["12.5 %"] * 8),
        ([0.3, 0.3, 0.4], ["30 %", "30 %", "40 %"]),
        ([1.0], ["100 %"]),
        ([0.001, 0.999], ["< 1 %", "> 99 %"]),
        ([], []),
    ],
)
def test_parts_of_a_whole(shares: list[float], told: list[str]) -> None:
    assert percents(shares) == told


class Cast(NamedTuple):
    success: int
    boon: int


@pytest.mark.parametrize(
    ("cast", "whole", "leading"),
    [
        (Cast(2, 1), "2 successes, 1 boon", "2 successes"),
        (Cast(1, 0), "1 success", "1 success"),
        (Cast(0, 0), "nothing", "0 successes"),
        (Cast(-1, 2), "\N{MINUS SIGN}1 successes, 2 boons", "\N{MINUS SIGN}1 successes"),
        ((1, 1), "1 1", "1 1"),
        ("hit", "hit", "hit"),
    ],
)
def test_counts_with_names_are_told_by_them(cast: Any, whole: str, leading: str) -> None:
    assert (reading_text(cast), leading_text(cast)) == (whole, leading)


@given(st.lists(st.integers(1, 50), min_size=2, max_size=8))
def test_they_add_up_to_a_hundred(weights: list[int]) -> None:
    shares = [each / sum(weights) for each in weights]
    told = percents(shares)
    if any(sign in one for one in told for sign in "<>."):
        return
    assert sum(int(re.sub(r"\D", "", one)) for one in told) == 100
