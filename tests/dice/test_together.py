"""Several pools in one roll, each read for itself."""

from __future__ import annotations

import itertools
import pickle
from collections import Counter

import pytest

from affray.dice import DiceError, dice, parse, together


def test_the_counts_are_those_of_all_dice() -> None:
    pool = together(dice(1, 4), dice(2, 3, keep_highest=1))
    brute = Counter(
        (a, max(b, c)) for a, b, c in itertools.product(range(1, 5), range(1, 4), range(1, 4))
    )
    assert dict(pool.readings().items()) == dict(brute)
    assert pool.total == 36


def test_faces_belong_to_the_pools_in_order() -> None:
    pool = together(dice(1, 20), dice(2, 6, plus=1))
    assert pool.outcome((17, 2, 5)) == (17, 8)
    assert pool.faces_from_text("17 2 5") == (17, 2, 5)
    assert pool.outcome(pool.faces_for(lambda outcome: outcome[1], 13)) == (1, 13)
    assert pool.outcome(pool.roll(lambda n: n - 1)) == (20, 13)


@pytest.mark.parametrize("text", ["17 2", "17 2 5 1", "0 1 1", "21 1 1", "17 7 1", ""])
def test_faces_that_it_cannot_show_are_refused(text: str) -> None:
    with pytest.raises(DiceError):
        together(dice(1, 20), dice(2, 6)).faces_from_text(text)


def test_its_text_reads_back() -> None:
    pool = together(dice(1, 20), dice(2, 6, plus=1))
    assert str(pool) == "1d20 & 2d6+1"
    assert parse(str(pool)) == pool
    assert parse("d20&2d6+1") == pool
    assert pickle.loads(pickle.dumps(pool)) == pool  # noqa: S301 (our own)
    assert pool != together(dice(2, 6, plus=1), dice(1, 20))


def test_errors_name_the_place_in_the_whole_text() -> None:
    with pytest.raises(DiceError) as fault:
        parse("d20 & 2x6")
    assert fault.value.column is not None
    assert fault.value.column > 5


def test_exploding_dice_stand_alone() -> None:
    with pytest.raises(DiceError):
        together(dice(1, 20), dice(1, 4, explosions=2))
