import copy
from collections import Counter
from itertools import product
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice import DiceError, DiceSet, NamedDie, Symbol, SymbolPool, parse


class Weather(NamedTuple):
    """Axes in an order that differs from the one in which they are counted."""

    thunder: int
    sun: int
    wind: int


# Rain cancels sun; thunder counts as two rain; wind only adds and is on many faces.
WEATHER = DiceSet(
    "weather",
    (
        Symbol("thunder", "T", counts_as=("rain", "rain")),
        Symbol("sun", "S", cancels="rain"),
        Symbol("rain", "R", cancels="sun"),
        Symbol("wind", "W"),
    ),
    (
        NamedDie("summer", "S", True, ((), ("sun",), ("sun", "sun"), ("sun", "wind"))),
        NamedDie(
            "storm",
            "O",
            False,
            (
                ("wind",),
                ("rain",),
                ("rain", "wind"),
                ("rain", "wind"),
                ("wind", "wind"),
                ("thunder",),
            ),
        ),
        NamedDie("sky", "K", False, ((), ("thunder", "sun"), ("wind",)), plural="skies"),
        NamedDie("calm", "C", True, ((),)),
    ),
    Weather,
    limit=6,
)

pools = st.builds(
    lambda numbers, symbols: WEATHER.pool(
        dict(zip(("summer", "storm", "sky", "calm"), numbers, strict=True)),
        symbols=dict(zip(("thunder", "sun", "rain", "wind"), symbols, strict=True)),
    ),
    st.lists(st.integers(0, 2), min_size=4, max_size=4).filter(lambda numbers: sum(numbers) <= 6),
    st.lists(st.sampled_from([0, 0, 1, 3]), min_size=4, max_size=4),
)
WORTH = {"thunder": (1, -2, 0), "sun": (0, 1, 0), "rain": (0, -1, 0), "wind": (0, 0, 1)}


def by_brute_force(pool: SymbolPool[Weather]) -> Counter[tuple[int, ...]]:
    """Every way the dice can fall, its symbols added up by a table of their own."""
    dice = [WEATHER.die(name) for name, n in pool.counts.items() for _ in range(n)]
    fixed = [name for name, n in pool.automatic.items() for _ in range(n)]
    seen: Counter[tuple[int, ...]] = Counter()
    for faces in product(*(die.faces for die in dice)):
        symbols = [symbol for face in faces for symbol in face] + fixed
        seen[tuple(sum(WORTH[symbol][axis] for symbol in symbols) for axis in range(3))] += 1
    return seen


def sunny(net: Weather) -> bool:
    return net.sun > 0


def test_axes_and_vectors_come_from_the_symbols() -> None:
    assert WEATHER.axes == ("thunder", "sun", "wind")
    assert WEATHER.vectors == WORTH


@given(pools)
def test_counts_agree_with_brute_force(pool: SymbolPool[Weather]) -> None:
    spread = pool.readings()
    assert dict(spread) == by_brute_force(pool)
    assert list(spread) == sorted(spread)
    assert spread.total == pool.total == sum(spread.values())
    assert all(type(net) is Weather for net in spread)


@given(pools, st.integers(-4, 4), st.integers(-4, 4))
def test_weights_and_axes_agree_with_the_whole(
    pool: SymbolPool[Weather], least: int, most: int
) -> None:
    spread = pool.readings()
    assert pool.axes("sun") == spread.marginal("sun")
    assert pool.axes("thunder") == spread.marginal(0)
    assert pool.axes("wind", "sun") == spread.map(lambda net: (net.wind, net.sun))
    assert pool.axes("thunder", "wind") == spread.map(lambda net: (net.thunder, net.wind))
    assert pool.weight(at_least={"sun": least}, at_most={"wind": most}) == sum(
        n for net, n in spread.items() if net.sun >= least and net.wind <= most
    )
    assert pool.weight(at_least={"thunder": 1}, at_most={"thunder": 1, "sun": most}) == sum(
        n for net, n in spread.items() if net.thunder == 1 and net.sun <= most
    )
    assert pool.weight(at_least={"sun": least}, at_most={"sun": most}) == sum(
        n for net, n in spread.items() if least <= net.sun <= most
    )
    assert pool.weight() == pool.total


@given(pools, st.randoms(use_true_random=False))
def test_a_roll_shows_an_outcome_that_is_counted(pool: SymbolPool[Weather], rng: Random) -> None:
    faces = pool.roll(rng.randrange)
    assert pool.outcome(faces) in pool.readings()
    words = ", ".join(" ".join(symbols) or "blank" for symbols in pool.shown(faces))
    again = pool.faces_from_text(words) if faces else ()
    assert pool.outcome(again) == pool.outcome(faces)
    assert pool.faces_from_text(" ".join(map(str, faces))) == faces


@given(pools)
def test_faces_for_give_each_outcome(pool: SymbolPool[Weather]) -> None:
    for net in pool.readings():
        assert pool.outcome(pool.faces_for(None, net)) == net
    for reading in pool.readings(sunny):
        assert sunny(pool.outcome(pool.faces_for(sunny, reading))) == reading


@given(pools)
def test_the_text_of_a_pool_reads_back(pool: SymbolPool[Weather]) -> None:
    assert parse(str(pool), WEATHER) == pool


@given(pools)
def test_the_dice_of_a_pool_are_independent(pool: SymbolPool[Weather]) -> None:
    whole = WEATHER.pool()
    joined = whole.readings()
    for name, n in pool.counts.items():
        for _ in range(n):
            joined = joined.combine(
                WEATHER.pool({name: 1}).readings(),
                lambda a, b: Weather(*(x + y for x, y in zip(a, b, strict=True))),
            )
    bare = WEATHER.pool(pool.counts)
    assert bare.readings() == joined


def test_rolls_follow_the_counts() -> None:
    pool = WEATHER.pool(summer=2, storm=1)
    spread = pool.readings()
    rng = Random(3)
    n = 20_000
    seen = dict.fromkeys(spread, 0)
    for _ in range(n):
        seen[pool.outcome(pool.roll(rng.randrange))] += 1
    chi = sum((seen[v] - n * float(spread.p(v))) ** 2 / (n * float(spread.p(v))) for v in spread)
    assert len(spread) == 29
    assert chi < 56.9  # the 99.9 % point for 28 degrees of freedom


def test_no_dice_show_nothing() -> None:
    pool = WEATHER.pool()
    assert dict(pool.readings()) == {(0, 0, 0): 1}
    assert pool.roll(lambda n: 0) == ()
    assert pool.outcome(()) == Weather(0, 0, 0)
    assert str(pool) == "no dice"
    assert pool.describe() == []
    assert dict(pool.axes("sun")) == {0: 1}


def test_dice_of_one_side_only() -> None:
    pool = WEATHER.pool(storm=1, sky=1)
    assert str(pool) == "1 storm 1 sky"
    assert pool.readings().total == 18


def test_equal_pools_are_one_value() -> None:
    pool = WEATHER.pool(summer=1, storm=2)
    assert pool is WEATHER.pool({"storm": 2}, summer=1)
    assert copy.deepcopy(pool) == pool
    assert hash(copy.deepcopy(pool)) == hash(pool)
    assert copy.deepcopy(WEATHER) == WEATHER
    assert copy.deepcopy(pool.readings()) == pool.readings()
    assert pool != WEATHER.pool(summer=1, storm=1)
    assert pool != WEATHER.pool(summer=1, storm=2, symbols={"sun": 1})


def test_readings_are_kept_for_the_pool_and_the_function() -> None:
    pool = WEATHER.pool(summer=1, storm=2)
    assert pool.readings(sunny) is pool.readings(sunny)
    assert pool.readings() is pool.readings()


def test_the_stages_of_a_roll() -> None:
    pool = WEATHER.pool(summer=1, sky=1, symbols={"wind": 1})
    assert pool.stages((4, 2)) == {
        "rolled": [
            {"die": "summer", "face": 4, "symbols": ["sun", "wind"]},
            {"die": "sky", "face": 2, "symbols": ["thunder", "sun"]},
        ],
        "automatic": {"wind": 1},
        "totals": {"thunder": 1, "sun": 2, "rain": 2, "wind": 2},
        "cancelled": [{"symbols": ["sun", "rain"], "count": 2}],
        "net": {"thunder": 1, "sun": 0, "wind": 2},
    }


def test_the_dice_are_described_as_plain_data() -> None:
    summer, sky = WEATHER.pool(summer=2, sky=1).describe()
    drawn = ("die", "letter", "shape", "sides", "count", "positive")
    assert [[kind[name] for name in drawn] for kind in (summer, sky)] == [
        ["summer", "S", "d4", 4, 2, True],
        ["sky", "K", "d3", 3, 1, False],
    ]
    for kind, die in ((summer, WEATHER.die("summer")), (sky, WEATHER.die("sky"))):
        assert kind["faces"] == [list(face) for face in die.faces]
        assert set(kind["symbols"]) == {symbol for face in die.faces for symbol in face}
    special = {symbol.name: bool(symbol.counts_as) for symbol in WEATHER.symbols}
    letters = {symbol.name: symbol.letter for symbol in WEATHER.symbols}
    for name, mark in (summer["symbols"] | sky["symbols"]).items():
        assert mark == {"letter": letters[name], "special": special[name]}


@pytest.mark.parametrize(
    ("faces", "fault"),
    [
        ((1,), "1 faces for 2 dice"),
        ((1, 1, 1), "3 faces for 2 dice"),
        ((5, 1), "summer die does not have"),
        ((0, 1), "summer die does not have"),
        ((1, 7), "face 2 is 7"),
        (("1", 1), "not the number of a face"),
    ],
)
def test_faces_that_the_dice_cannot_show(faces: tuple[int, ...], fault: str) -> None:
    with pytest.raises(DiceError, match=fault):
        WEATHER.pool(summer=1, storm=1).outcome(faces)


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("3 6", (3, 6)),
        ("2 sun, thunder", (3, 6)),
        ("sun+wind, R", (4, 2)),
        ("S S; W", (3, 1)),
        ("blank, wi ra", (1, 3)),
        ("-, 2w", (1, 5)),
    ],
)
def test_typed_faces(text: str, faces: tuple[int, ...]) -> None:
    assert WEATHER.pool(summer=1, storm=1).faces_from_text(text) == faces


@pytest.mark.parametrize(
    ("text", "column", "fault"),
    [
        ("sun", None, "1 parts for 2 dice"),
        ("sun, sun", 6, "no face of the storm die"),
        ("sun, hail", 6, '"hail" is no symbol'),
        ("blank,blank", 7, "shows nothing"),
        ("sun, 12 wind", 6, "so many"),
        ("5 1", None, "does not have"),
        ("s" * 201, 201, "201 characters"),
    ],
)
def test_typed_faces_that_cannot_be_read(text: str, column: int | None, fault: str) -> None:
    with pytest.raises(DiceError, match=fault) as caught:
        WEATHER.pool(summer=1, storm=1).faces_from_text(text)
    assert caught.value.column == column
    assert caught.value.cure


@pytest.mark.parametrize(
    ("counts", "symbols", "fault"),
    [
        ({"winter": 1}, {}, "no such die"),
        ({"summer": -1}, {}, "number of dice is -1"),
        ({"summer": 4, "storm": 3}, {}, "there are 7 dice"),
        ({"summer": 1}, {"hail": 1}, "no such symbol"),
        ({"summer": 1}, {"sun": -1}, "number of symbols is -1"),
        ({"summer": 1}, {"sun": 101}, "number of symbols is 101"),
    ],
)
def test_pools_that_cannot_be(counts: dict[str, int], symbols: dict[str, int], fault: str) -> None:
    with pytest.raises(DiceError, match=fault):
        WEATHER.pool(counts, symbols=symbols)


def test_the_limit_is_a_parameter() -> None:
    assert WEATHER.pool(summer=7, limit=8).counts == {"summer": 7}
    with pytest.raises(DiceError, match="there are 3 dice"):
        WEATHER.pool(summer=3, limit=2)


def test_pools_too_large_to_count_are_refused() -> None:
    with pytest.raises(DiceError, match="too many"):
        WEATHER.pool(summer=41, limit=100)


def test_an_unknown_axis_is_refused() -> None:
    with pytest.raises(DiceError, match="no such axis"):
        WEATHER.pool(summer=1).axes("rain")
    with pytest.raises(DiceError, match="no such axis"):
        WEATHER.pool(summer=1).weight(at_least={"hail": 1})


class Sun(NamedTuple):
    sun: int


SUN = Symbol("sun", "S")


@pytest.mark.parametrize(
    ("symbols", "dice", "fault"),
    [
        ((SUN,), (NamedDie("a", "A", True, (("rain",),)),), "unknown 'rain'"),
        ((SUN,), (NamedDie("a", "A", True, ()),), "no faces"),
        (
            (SUN,),
            (NamedDie("a", "A", True, ((),)), NamedDie("b", "a", True, ((),))),
            "share a letter",
        ),
        ((SUN, SUN), (), "share a name"),
        ((Symbol("sun", "S", cancels="rain"),), (), "do not cancel"),
        ((Symbol("sun", "S", cancels="sun"),), (), "do not cancel"),
        ((Symbol("sun", "S", counts_as=("rain",)),), (), "counts as an unknown"),
        ((SUN, Symbol("wind", "W")), (), "needs the fields sun, wind"),
    ],
)
def test_sets_that_contradict_themselves_are_refused(
    symbols: tuple[Symbol, ...], dice: tuple[NamedDie, ...], fault: str
) -> None:
    with pytest.raises(ValueError, match=fault):
        DiceSet("odd", symbols, dice, Sun)
