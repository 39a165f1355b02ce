"""Keys and options: what an answer may look like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.kernel.keys import Number, Several, Text, admits, is_offered, picks, spell, unspell
from affray.kernel.policy import RandomPolicy, fill, least


@pytest.mark.parametrize(
    ("place", "good", "bad"),
    [
        (Number(0, 20), ["0", "7", "20"], ["21", "-1", "07", "+7", "7.0", "", "٧", "9" * 5000]),
        (Number(-3, 3), ["-3", "0"], ["-0", "-4", "--1", "- 1"]),
        (Text(5), ["", "hello", "é"], ["hellos", "a\nb", "a\x00"]),
        (
            Several((("crit", 2, 1), ("aid", 1, 3)), 3),
            ["", "crit aid", "aid crit", "aid aid aid"],
            ["crit crit", "crit aid aid", "aid  aid", " aid", "aid aid aid aid", "luck"],
        ),
        (
            Several((("hinder:ogre", 2, 1), ("hinder:wolf", 2, 1), ("aid", 1, 3)), 4),
            ["hinder:ogre", "hinder:wolf aid aid"],
            ["hinder:ogre hinder:wolf", "hinder", "hinder:", "hinder:cat"],
        ),
    ],
    ids=["number", "below-zero", "text", "several", "for-somebody"],
)
def test_a_free_place_admits_what_fits_and_nothing_else(
    place: Number | Text | Several, good: list[str], bad: list[str]
) -> None:
    assert [text for text in good if not place.admits(text)] == []
    assert [text for text in bad if place.admits(text)] == []


def test_an_option_admits_keys_of_its_own_length_and_words() -> None:
    option = ("respond", "wits", Text(10))
    assert admits(option, ("respond", "wits", "kick it"))
    assert not admits(option, ("respond", "wits"))
    assert not admits(option, ("respond", "charm", "kick it"))
    assert is_offered([("end",), option], ("end",))
    assert not is_offered([], ("end",))


def test_keys_are_spelled_and_read() -> None:
    assert spell(("fight", "dagger", "brute-2")) == "fight/dagger/brute-2"
    assert unspell("fight/dagger/brute-2") == ("fight", "dagger", "brute-2")
    assert spell(("rule", Number(0, 9))) == "rule/<0..9>"


def test_the_words_of_several_are_read_back() -> None:
    assert picks("") == []
    assert picks("crit aid aid") == ["crit", "aid", "aid"]


class Chance:
    def __init__(self, numbers: list[float]) -> None:
        self.numbers = numbers

    def random(self) -> float:
        return self.numbers.pop() if self.numbers else 0.999


PLACES = st.one_of(
    st.text("abc", min_size=1, max_size=4),
    st.builds(lambda low, more: Number(low, low + more), st.integers(-50, 50), st.integers(0, 50)),
    st.just(Text(30)),
    st.builds(
        lambda wares, purse: Several(tuple(wares), purse),
        st.lists(
            st.tuples(st.text("xyz", min_size=1), st.integers(1, 3), st.integers(1, 3)),
            unique_by=lambda ware: ware[0],
            max_size=4,
        ),
        st.integers(0, 6),
    ),
)


@given(
    option=st.lists(PLACES, min_size=1, max_size=5).map(tuple),
    chance=st.lists(st.floats(0, 1, exclude_max=True), max_size=60),
)
def test_whatever_chance_fills_in_is_admitted(option: tuple[object, ...], chance: list[float]):
    assert admits(option, fill(option, Chance(chance)))  # type: ignore[arg-type]
    assert admits(option, least(option))  # type: ignore[arg-type]


def test_a_policy_without_options_says_so_instead_of_failing() -> None:
    assert RandomPolicy(Chance([])).choose(None, "ann", "toy", list) == ()
