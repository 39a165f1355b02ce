"""Counts by round in few columns."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.simulate.bins import Bin, binned, placed

COUNTS = st.dictionaries(st.integers(0, 200), st.integers(1, 50), min_size=1)


@pytest.mark.parametrize(
    ("counts", "labels"),
    [
        ({7: 200}, ["7"]),
        ({2: 5, 5: 5}, ["2", "3", "4", "5"]),
        (dict.fromkeys(range(1, 13), 10), ["1-3", "4-6", "7-9", "10-12"]),
        ({1: 50, 2: 30, 3: 17, 30: 3}, ["1", "2", "3", "4+"]),
        ({1: 50, 2: 30, 3: 17, 4: 3}, ["1", "2", "3", "4"]),
    ],
)
def test_columns_are_as_narrow_as_they_can_be(counts: dict[int, int], labels: list[str]) -> None:
    assert [one.label for one in binned(counts, 4)] == labels


@given(COUNTS, st.integers(1, 12))
def test_every_count_has_its_place_and_few_lie_beyond_the_columns(
    counts: dict[int, int], most: int
) -> None:
    found = binned(counts, most)
    total = sum(counts.values())
    assert sum(one.count for one in found) == total
    assert placed(counts, found) == [one.count for one in found]
    even = [one for one in found if one.last is not None]
    assert len(even) <= most
    assert len({one.last - one.first for one in even if one.last is not None}) == 1
    assert all(one.count <= 0.05 * total for one in found if one.last is None)


def test_columns_may_begin_before_anything_was_counted() -> None:
    assert binned({3: 1}, 4, 1) == [Bin(1, 1, 0), Bin(2, 2, 0), Bin(3, 3, 1)]
