"""Dice that carry what they are read against."""

from __future__ import annotations

import random
from copy import copy
from dataclasses import dataclass
from fractions import Fraction

import pytest

from affray.dice import DiceError, dice, judged


@dataclass(frozen=True, slots=True)
class AtLeast:
    needed: int

    def __call__(self, shown: int) -> str:
        return "made" if shown >= self.needed else "failed"


def test_the_outcome_is_what_the_judge_makes_of_the_dice() -> None:
    pool = judged(dice(1, 20), AtLeast(15))
    assert pool.outcome((15,)) == "made"
    assert pool.outcome((14,)) == "failed"
    assert pool.readings().p("made") == Fraction(6, 20)


def test_it_is_shown_and_typed_in_as_the_dice() -> None:
    pool = judged(dice(2, 20, keep_lowest=1), AtLeast(15))
    assert str(pool) == str(dice(2, 20, keep_lowest=1))
    assert pool.describe() == dice(2, 20, keep_lowest=1).describe()
    assert pool.faces_from_text("16 17") == (16, 17)
    assert pool.outcome(pool.roll(random.Random(1).randrange)) in ("made", "failed")
    assert pool.outcome(pool.faces_for(None, "made")) == "made"
    with pytest.raises(DiceError):
        pool.outcome((21, 1))


def test_pools_are_equal_if_dice_and_judge_are() -> None:
    pool = judged(dice(1, 20), AtLeast(15))
    assert pool == judged(dice(1, 20), AtLeast(15))
    assert pool != judged(dice(1, 20), AtLeast(14))
    assert pool != judged(dice(1, 12), AtLeast(15))
    assert copy(pool) == pool
