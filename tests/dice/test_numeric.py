import copy
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice import DiceError, NumberPool, Term, dice, hit_pool, number_pool, parse_numbers


def is_even(total: int) -> bool:
    return total % 2 == 0


@st.composite
def terms(draw: st.DrawFn, most: int = 4) -> Term:
    count = draw(st.integers(1, most))
    sides = draw(st.integers(2, 8))
    sign = draw(st.sampled_from([1, -1]))
    explosions = draw(st.sampled_from([0, 0, 1, 2]))
    kind = draw(st.sampled_from(["sum", "high", "low", "hits"]))
    if kind == "hits":
        low = draw(st.integers(1, sides))
        return Term(count, sides, sign, explosions, hits=(low, draw(st.integers(low, sides))))
    keep = None if kind == "sum" else draw(st.integers(1, count))
    return Term(count, sides, sign, explosions, keep, kind != "low")


pools = st.builds(
    number_pool, st.lists(terms(), min_size=1, max_size=3).map(tuple), st.integers(-9, 9)
)
small_pools = st.builds(
    number_pool, st.lists(terms(2), min_size=1, max_size=2).map(tuple), st.integers(-9, 9)
)


def each_roll(pool: NumberPool) -> dict[int, Fraction]:
    """The chance of each total by rolling every die every way, one roll after the other."""
    chances: dict[int, Fraction] = {}

    def roll(path: list[int]) -> None:
        left = iter(path)
        sides_asked: list[int] = []

        def source(n: int) -> int:
            sides_asked.append(n)
            return next(left, 0)

        faces = pool.roll(source)
        if len(sides_asked) > len(path):
            for face in range(sides_asked[len(path)]):
                roll([*path, face])
            return
        chance = Fraction(1)
        for n in sides_asked:
            chance /= n
        total = pool.outcome(faces)
        chances[total] = chances.get(total, Fraction(0)) + chance

    roll([])
    return chances


def test_three_dice_six() -> None:
    spread = dice(3, 6).readings()
    assert spread.total == 216
    assert list(spread.values()) == [1, 3, 6, 10, 15, 21, 25, 27, 27, 25, 21, 15, 10, 6, 3, 1]


def test_advantage_is_two_separate_dice() -> None:
    spread = dice(2, 20, keep_highest=1).readings()
    assert spread[20] == 39
    assert spread[1] == 1
    assert dice(2, 20, keep_lowest=1).readings()[20] == 1


def test_a_die_of_100_against_a_die_less_another() -> None:
    spread = (dice(1, 8) - dice(1, 4)).readings()
    assert spread[-3] == 1
    assert spread[7] == 1
    assert spread[0] == 4
    assert spread.total == 32


@pytest.mark.parametrize("n", range(6))
def test_hits_are_binomial(n: int) -> None:
    spread = hit_pool(n).readings()
    seen = [sum(face >= 5 for face in faces) for faces in product(range(1, 7), repeat=n)]
    assert dict(spread) == {hits: seen.count(hits) for hits in sorted(set(seen))}
    assert spread.total == hit_pool(n).total == 6**n


def test_no_dice_have_no_hits() -> None:
    pool = hit_pool(0)
    assert dict(pool.readings()) == {0: 1}
    assert pool.roll(lambda n: n - 1) == ()
    assert pool.outcome(()) == 0
    assert pool.faces_from_text("") == ()
    assert pool.faces_for(None, 0) == ()


def test_no_dice_leave_the_constant() -> None:
    assert dict(dice(0, 6, plus=4).readings()) == {4: 1}
    assert str(dice(0, 6, plus=4)) == "4"


def test_a_die_with_one_side_is_certain() -> None:
    assert dict(dice(3, 1).readings()) == {3: 1}


def test_explosions_on_a_die_with_one_side_are_refused() -> None:
    with pytest.raises(DiceError, match="explode on every roll"):
        dice(1, 1, explosions=3)


def test_an_explosion_is_rolled_again_up_to_its_limit() -> None:
    spread = dice(1, 4, explosions=2).readings()
    assert spread.total == 64
    assert dict(spread) == {
        1: 16, 2: 16, 3: 16, 5: 4, 6: 4, 7: 4, 9: 1, 10: 1, 11: 1, 12: 1,
    }  # fmt: skip


def test_exploding_hits_count_each_four() -> None:
    spread = hit_pool(1, 4, 4, explosions=2).readings()
    assert dict(spread) == {0: 48, 1: 12, 2: 3, 3: 1}


def test_exploding_faces_stand_behind_their_die() -> None:
    rolls = iter([1, 3, 3, 0, 2])
    pool = dice(3, 4, explosions=9)
    faces = pool.roll(lambda n: next(rolls))
    assert faces == (2, 4, 4, 1, 3)
    assert pool.outcome(faces) == 14


def test_a_die_stops_exploding_at_its_limit() -> None:
    pool = dice(2, 4, explosions=1)
    assert pool.roll(lambda n: 3) == (4, 4, 4, 4)
    with pytest.raises(DiceError, match="4 of them used"):
        pool.outcome((4, 4, 4, 4, 1))


@given(small_pools)
def test_counts_agree_with_rolling_every_way(pool: NumberPool) -> None:
    spread = pool.readings()
    chances = each_roll(pool) if pool.total <= 6000 else None
    assert sum(spread.values()) == spread.total == pool.total
    if chances is not None:
        assert {value: spread.p(value) for value in spread} == dict(sorted(chances.items()))


@given(pools, pools)
def test_adding_pools_commutes_and_is_independent(one: NumberPool, other: NumberPool) -> None:
    both = (one + other).readings()
    assert both == (other + one).readings()
    assert both == one.readings().combine(other.readings(), lambda a, b: a + b)


@given(pools)
def test_a_negated_pool_is_mirrored(pool: NumberPool) -> None:
    assert (-pool).readings() == pool.readings().map(lambda total: -total)
    assert 0 - (-pool) == pool
    assert (3 - pool).readings() == pool.readings().map(lambda total: 3 - total)


@given(pools, st.randoms(use_true_random=False))
def test_a_roll_shows_an_outcome_that_is_counted(pool: NumberPool, rng: Random) -> None:
    faces = pool.roll(rng.randrange)
    assert pool.outcome(faces) in pool.readings()
    assert pool.faces_from_text(" ".join(map(str, faces))) == faces


@given(pools)
def test_faces_for_give_each_outcome(pool: NumberPool) -> None:
    for outcome in pool.readings():
        assert pool.outcome(pool.faces_for(None, outcome)) == outcome
    for even in pool.readings(is_even):
        assert is_even(pool.outcome(pool.faces_for(is_even, even))) == even


def test_faces_for_what_cannot_be_shown() -> None:
    with pytest.raises(DiceError, match="cannot show 19"):
        dice(3, 6).faces_for(None, 19)


@given(pools)
def test_the_text_of_a_pool_reads_back(pool: NumberPool) -> None:
    assert parse_numbers(str(pool)) == pool


def test_rolls_follow_the_counts() -> None:
    pool = dice(4, 6, keep_highest=3)
    rng = Random(11)
    n = 20_000
    seen = dict.fromkeys(pool.readings(), 0)
    for _ in range(n):
        seen[pool.outcome(pool.roll(rng.randrange))] += 1
    chi = sum(
        (seen[v] - n * float(pool.readings().p(v))) ** 2 / (n * float(pool.readings().p(v)))
        for v in seen
    )
    assert chi < 37.7  # the 99.9 % point for 15 degrees of freedom


def test_equal_pools_are_one_value() -> None:
    assert dice(2, 6) is dice(2, 6)
    one, other = NumberPool((Term(2, 6),)), NumberPool((Term(2, 6),))
    assert one == other
    assert hash(one) == hash(other)
    assert dice(2, 6) != dice(2, 8)
    assert copy.deepcopy(dice(2, 6)) is dice(2, 6)


def test_readings_are_kept_for_the_pool_and_the_function() -> None:
    assert dice(3, 8).readings(is_even) is dice(3, 8).readings(is_even)
    assert dict(dice(2, 6).readings(is_even)) == {False: 18, True: 18}


@pytest.mark.parametrize(
    ("faces", "fault"),
    [
        ((1, 2), "faces are missing"),
        ((1, 2, 3, 4), "3 of them used"),
        ((1, 2, 7), "d6 cannot show"),
        ((0, 2, 3), "d6 cannot show"),
        ((-1, 2, 3), "d6 cannot show"),
        ((1.0, 2, 3), "not the number of a face"),
        ((True, 2, 3), "not the number of a face"),
        (("1", 2, 3), "not the number of a face"),
        (5, "not a|is not|faces are missing"),
    ],
)
def test_faces_that_the_dice_cannot_show(faces: tuple[int, ...], fault: str) -> None:
    with pytest.raises(DiceError, match=fault):
        dice(3, 6).outcome(faces)


@pytest.mark.parametrize(
    ("text", "column", "fault"),
    [
        ("1 2 x", 5, "not the number"),
        ("1, 2; -3", 7, "not the number"),
        ("1 2 99999999", 5, "not the number"),
        ("1 2 7", None, "cannot show"),
        ("", None, "missing"),
        ("1 " * 101, 201, "202 characters"),
        ("1 2 \u0663", 5, "not the number"),
    ],
)
def test_typed_faces_that_cannot_be_read(text: str, column: int | None, fault: str) -> None:
    with pytest.raises(DiceError, match=fault) as caught:
        dice(3, 6).faces_from_text(text)
    assert caught.value.column == column
    assert caught.value.text == text
    assert caught.value.cure


@pytest.mark.parametrize("text", ["5 3 6", "5,3,6", " 5;3  6 "])
def test_typed_faces(text: str) -> None:
    assert dice(3, 6).faces_from_text(text) == (5, 3, 6)


def test_the_dice_are_described_as_plain_data() -> None:
    (entry,) = dice(4, 6, keep_highest=3).describe()
    assert entry["die"] == entry["shape"] == "d6"
    assert (entry["letter"], entry["sides"], entry["count"], entry["keep"]) == ("", 6, 4, 3)
    assert hit_pool(4).describe()[0]["hits"] == [5, 6]


@pytest.mark.parametrize(
    "wrong",
    [
        {"count": -1, "sides": 6},
        {"count": 101, "sides": 6},
        {"count": 1, "sides": 0},
        {"count": 1, "sides": 1001},
        {"count": 2, "sides": 6, "explosions": -1},
        {"count": 2, "sides": 6, "explosions": 21},
        {"count": 2, "sides": 6, "keep": 0},
        {"count": 2, "sides": 6, "keep": 3},
        {"count": 2, "sides": 6, "hits": (0, 3)},
        {"count": 2, "sides": 6, "hits": (4, 3)},
        {"count": 2, "sides": 6, "hits": (4, 7)},
        {"count": 2, "sides": 6, "keep": 1, "hits": (4, 6)},
    ],
)
def test_dice_out_of_range_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(DiceError):
        Term(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("pool_text", ["100d1000", "20d20!20", "100d100kh50", "100d100+100d100"])
def test_pools_too_large_to_count_are_refused_before_counting(pool_text: str) -> None:
    with pytest.raises(DiceError, match="too many to count exactly"):
        parse_numbers(pool_text)


def test_two_ways_of_keeping_are_refused() -> None:
    with pytest.raises(DiceError, match="two ways"):
        dice(4, 6, keep_highest=1, keep_lowest=1)
