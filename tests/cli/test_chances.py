"""Exact odds in words: what an option does, certain or not."""

from __future__ import annotations

from fractions import Fraction

from affray.cli.seat.chances import effects
from affray.odds.preview import Chance, Change, Preview

NAMES = {"ann": "Ann", "mill": "Mill"}


def found(leaves: int, p: Fraction) -> Preview:
    return Preview(
        ("move", "strain"),
        True,
        leaves,
        ("sensible", "sensible"),
        changes=[Change("ann", "Strain", 2.0, 0.0)],
        states={("ann", "down"): Chance(p)},
    )


def test_a_state_that_is_certain_is_told_without_a_chance() -> None:
    assert effects(found(1, Fraction(1)), NAMES) == ["Ann down, Strain +2"]


def test_one_that_is_not_has_its_chance() -> None:
    assert effects(found(4, Fraction(1, 4)), NAMES) == ["Ann down 25.0 %, Strain +2"]
