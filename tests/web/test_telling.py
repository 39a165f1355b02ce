"""Shares as people read them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.web.telling import percents


@pytest.mark.parametrize(
    ("shares", "told"),
    [
        ([1 / 3, 1 / 3, 1 / 3], ["34 %", "33 %", "33 %"]),
        ([0.125, 0.375, 0.5], ["13 %", "37 %", "50 %"]),
        ([1.0], ["100 %"]),
        ([0.001, 0.999], ["< 1 %", "> 99 %"]),
        ([], []),
    ],
)
def test_parts_of_a_whole(shares: list[float], told: list[str]) -> None:
    assert percents(shares) == told


@given(st.lists(st.integers(1, 50), min_size=2, max_size=8))
def test_they_add_up_to_a_hundred(weights: list[int]) -> None:
    shares = [each / sum(weights) for each in weights]
    told = percents(shares)
    if any(sign in one for one in told for sign in "<>"):
        return
    assert sum(int(re.sub(r"\D", "", one)) for one in told) == 100
