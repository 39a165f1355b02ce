"""Where tokens, names and scales stand in a picture, and what is drawn of a roll."""

from __future__ import annotations

from itertools import combinations
from math import hypot
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.dice import dice, hit_pool, together
from affray.kernel.sheet import Map, Mark, Point
from affray.systems.ix.dice import DICE
from affray.web.faces import cast_dice, dice_named, marks, single_dice, to_type
from affray.web.looks import in_pools, parted, sign_outline
from affray.web.maps import TOKEN, WIDTH, codes_of, drawn, nice

SPOTS = st.tuples(st.integers(-500, 500), st.integers(-500, 500))
PLACES = st.lists(SPOTS, min_size=1, max_size=12)


def crowd(spots: list[tuple[int, int]], *, is_line: bool = False) -> dict[str, Any]:
    points = [
        Point(f"p{n}", f"Reed cutter {n}", (x, 0 if is_line else y), ("heroes", "foes")[n % 2], 5)
        for n, (x, y) in enumerate(spots)
    ]
    return drawn(Map("feet", points, bands=((5, "near"),), is_line=is_line).dump())


@given(PLACES)
def test_everybody_stands_in_the_picture_and_nobody_covers_another(
    spots: list[tuple[int, int]],
) -> None:
    picture = crowd(spots)
    places = [(float(p["x"]), float(p["y"])) for p in picture["points"]]
    for x, y in places:
        assert TOKEN <= x <= WIDTH - TOKEN
        assert TOKEN <= y <= float(picture["height"]) - TOKEN
    apart = [hypot(a - c, b - d) for (a, b), (c, d) in combinations(places, 2)]
    assert all(far >= 1.5 * TOKEN for far in apart)


@given(PLACES)
def test_names_cover_neither_tokens_nor_each_other(spots: list[tuple[int, int]]) -> None:
    for text in (p["text"] for p in crowd(spots)["points"] if p["text"]):
        assert 0 <= float(text["x"]) <= WIDTH


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=12))
def test_on_a_line_heroes_stand_above_and_foes_below(steps: list[int]) -> None:
    picture = crowd([(x, 0) for x in steps], is_line=True)
    axis = float(picture["axis"])
    for point in picture["points"]:
        assert (float(point["y"]) < axis) is (point["side"] == "heroes")
        assert 0 < float(point["y"]) < float(picture["height"])
    places = [(float(p["x"]), float(p["y"])) for p in picture["points"]]
    for (a, b), (c, d) in combinations(places, 2):
        assert hypot(a - c, b - d) >= 2 * TOKEN
    assert 1 <= len(picture["ticks"]) <= 42


@given(st.lists(st.tuples(st.integers(-9, 9), st.integers(0, 3)), min_size=1, max_size=12))
def test_on_a_line_with_levels_whoever_is_higher_stands_higher(
    spots: list[tuple[int, int]],
) -> None:
    names = ("Ground", "Low", "Middle", "High")
    points = [
        Point(f"p{n}", f"Kite {n}", (x, 0), ("heroes", "foes")[n % 2], level=level)
        for n, (x, level) in enumerate(spots)
    ]
    picture = drawn(Map("steps", points, is_line=True, levels=names).dump())
    levels = [level for _, level in spots]
    drawn_levels = [level["name"] for level in picture["levels"]]
    assert drawn_levels == list(names[max(levels) : 0 : -1]), "none above the highest"
    places = [(float(p["x"]), float(p["y"])) for p in picture["points"]]
    for (one, (_, y)), (other, (_, below)) in combinations(zip(levels, places, strict=True), 2):
        if one != other:
            assert (y < below) is (one > other)
    for (a, b), (c, d) in combinations(places, 2):
        assert hypot(a - c, b - d) >= 2 * TOKEN
    floors = {level["name"]: float(level["y"]) for level in picture["levels"]}
    for level, (x, y) in zip(levels, places, strict=True):
        assert TOKEN <= x <= WIDTH - TOKEN
        assert TOKEN <= y <= float(picture["height"]) - TOKEN
        if level:
            assert y + TOKEN <= floors[names[level]]
    top = spots[levels.index(max(levels))]
    if top[1]:
        assert f"at {top[0]}, {names[top[1]]}" in picture["says"]


def test_an_empty_map_and_one_with_marks_alone_are_drawn() -> None:
    assert drawn(Map("feet").dump())["points"] == []
    lonely = Map(
        "feet", [], [Mark("a ring", ((3, 3),), radius=20), Mark("a wall", ((0, 0), (9, 9)))]
    )
    ring, wall = drawn(lonely.dump())["marks"]
    assert float(ring["radius"]) > 0
    assert wall["path"].startswith("M")
    assert drawn(Map("steps", is_line=True).dump())["ticks"]


def test_distances_come_nearest_first_and_of_a_players_own_alone() -> None:
    points = [
        Point("a", "Ann", (0, 0), "heroes"),
        Point("b", "Bo", (30, 0), "heroes"),
        Point("c", "Cur", (3, 4), "foes"),
        Point("d", "the door", (1, 1)),
    ]
    whole = Map("feet", points, bands=((5, "near"), (60, "far"))).dump()
    rows = {row["who"]: row["near"] for row in drawn(whole)["rows"]}
    assert list(rows) == ["Ann", "Bo", "Cur"]
    assert rows["Ann"] == [
        {"far": "5 feet", "band": "near", "who": ["Cur"]},
        {"far": "30 feet", "band": "far", "who": ["Bo"]},
    ]
    assert [each["far"] for each in rows["Bo"]] == ["27.3 feet", "30 feet"]
    assert [row["who"] for row in drawn(whole, ["a"])["rows"]] == ["Ann"]
    assert "Ann at 0, 0" in drawn(whole)["says"]


def test_codes_are_short_and_all_different() -> None:
    labels = ["Mill-hand 1", "Mill-hand 2", "Maren", "Mira", "Mira", "", "Ōtani", "12"]
    codes = codes_of(labels)
    assert codes[:2] == ["M1", "M2"]
    assert len(set(codes)) == len(codes)
    assert all(1 <= len(code) <= 3 for code in codes)


@pytest.mark.parametrize(("length", "step"), [(1, 1), (4.9, 2), (5, 5), (99, 50), (0.3, 0.2)])
def test_a_scale_has_a_round_length(length: float, step: float) -> None:
    assert nice(length) == pytest.approx(step)


# ---- dice ----


def test_a_die_with_symbols_shows_them_and_a_blank_one_says_so() -> None:
    pool = DICE.pool(mastery=1, crisis=2)
    mastery, blank, calamity = cast_dice(pool.describe(), (7, 1, 12))
    assert [one["name"] for one in mastery["symbols"]] == ["success", "boon"]
    assert [one["letter"] for one in mastery["symbols"]] == ["S", "B"]
    assert mastery["positive"]
    assert not mastery["is_blank"]
    assert blank["is_blank"]
    assert not blank["positive"]
    assert calamity["symbols"][0]["special"]


def test_all_six_kinds_differ_by_shape_letter_or_body() -> None:
    pool = DICE.pool(mastery=1, ability=1, boon=1, crisis=1, trial=1, bane=1)
    looks = {(one["shape"], one["letter"], one["positive"]) for one in single_dice(pool.describe())}
    assert len(looks) == 6


def test_marks_of_symbols_differ_without_colour() -> None:
    kinds = DICE.pool(mastery=1, crisis=1).describe()
    names = ["success", "boon", "breakthrough", "failure", "bane", "calamity"]
    drawings = {(one["letter"], sign_outline(one)) for one in marks(kinds, names)}
    assert len(drawings) == 6
    assert len({sign_outline(one) for one in marks(kinds, names)}) == 4
    assert marks(kinds, ["never heard of"])[0]["letter"] == "N"


def test_dice_that_are_not_kept_are_told() -> None:
    pool = dice(4, 6, keep_highest=3)
    assert [one["is_dropped"] for one in cast_dice(pool.describe(), (2, 6, 1, 3))] == [
        False,
        False,
        True,
        False,
    ]


def test_hits_are_told_and_other_dice_have_none() -> None:
    assert [one["is_hit"] for one in cast_dice(hit_pool(2).describe(), (5, 4))] == [True, False]
    assert cast_dice(dice(1, 20).describe(), (20,))[0]["is_hit"] is None


def test_pools_that_are_rolled_together_lie_apart() -> None:
    kinds = together(dice(1, 20), dice(2, 6)).describe()
    first, second = in_pools(cast_dice(kinds, (17, 3, 4)))
    assert [one["face"] for one in first] == ["17"]
    assert [one["face"] for one in second] == ["3", "4"]


def test_each_die_can_be_set_by_what_it_can_show() -> None:
    fields = to_type(DICE.pool(boon=1, bane=1).describe())
    assert [one["name"] for one in fields] == ["boon", "bane"]
    assert [option["text"] for option in fields[0]["options"]][:3] == ["blank", "blank", "success"]
    assert [option["value"] for option in fields[0]["options"]] == [1, 2, 3, 4, 5, 6]
    assert to_type(DICE.pool().describe()) == []
    assert to_type(dice(17, 6).describe()) == []


def test_parts_of_a_pool_may_name_dice_that_are_in_it_no_more() -> None:
    (trial, other) = dice_named(DICE.pool(mastery=1, crisis=1), ["trial", "luck"])
    assert (trial["shape"], trial["letter"], trial["positive"]) == ("d8", "T", False)
    assert other["name"] == "luck"


# ---- which question stands where ----


def asked(
    what: str = "choice", *, yours: bool = False, may_propose: bool = False
) -> dict[str, Any]:
    return {"what": what, "yours": yours, "may_propose": may_propose}


def test_questions_of_others_do_not_push_away_ones_own() -> None:
    own, other = asked(yours=True), asked()
    assert parted([own, other], "player") == {"alone": [own], "together": [], "aside": [other]}
    assert parted([other], "player") == {"alone": [other], "together": [], "aside": []}


def test_what_all_answer_at_once_is_one_panel_but_for_a_players_own() -> None:
    own, other = asked("lock-in", yours=True), asked("lock-in", may_propose=True)
    assert parted([own, other], "player") == {"alone": [own], "together": [other], "aside": []}
    assert parted([own, own], "gm") == {"alone": [], "together": [own, own], "aside": []}
