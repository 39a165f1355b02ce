"""Where everybody stands, and how people move (areas `position` and `move`)."""

from __future__ import annotations

from typing import Any

import pytest
from vigor_kit import Bout, citing, foe, gm, hero, minor, peek, sovereign, told

from affray.systems.vigor import position

LEAVING = "vigor.reaction.opportunity-attack"


def walk(*others: dict[str, Any], scene: Any = None, **ann: Any) -> Bout:
    """Ann's turn at the origin, with the others where they say (a brute far off if nobody)."""
    others = others or (foe("brute", at=[0, 300]),)
    if scene is not None:
        scene = {"surprised": [], "start": "rows", "closed": []} | scene
    bout = Bout(hero("ann", at=[0, 0], **ann), *others, scene=scene)
    bout.to_turn("ann")
    return bout


def go(bout: Bout, x: int, y: int, *more: tuple[str, ...], **script: Any) -> Any:
    return bout.do(("move", "to", str(x), str(y)), *more, **script)


def offered(bout: Bout, *head: str) -> list[Any]:
    return [key for key in peek(bout)[2] if key[: len(head)] == head]


# ---- the plane ----


@pytest.mark.rule("vigor.position.plane")
def test_everybody_stands_at_a_point_of_whole_steps_of_5_feet() -> None:
    bout = walk()
    gm(bout, "place", "ann", value=[10, -15])
    assert bout["ann"].at == (10, -15)
    table = gm(bout, "place", "ann", value=[11, -14])
    assert bout["ann"].at == (10, -15)
    assert table.cited("vigor.position.gm-places")


@pytest.mark.rule("vigor.position.distance")
@pytest.mark.parametrize(
    ("at", "feet"), [((0, 10), 10), ((10, 10), 10), ((-20, 5), 20), ((15, -25), 25), ((-5, -5), 5)]
)
def test_the_distance_is_the_larger_of_the_two_differences(at: tuple[int, int], feet: int) -> None:
    bout = walk(sovereign("brute", at=list(at)), weapons=["longbow"])
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert told(table, "attack")[0]["feet"] == feet


@pytest.mark.rule("vigor.position.distance", "vigor.position.reach", "vigor.range.melee")
@pytest.mark.parametrize("at", [[5, 5], [-5, 5], [5, 0], [-5, -5], [0, -5]])
def test_the_eight_neighbours_are_within_a_reach_of_5_feet(at: list[int]) -> None:
    assert offered(walk(sovereign("brute", at=at)), "attack", "longsword")


@pytest.mark.rule("vigor.position.reach", "vigor.range.melee")
@pytest.mark.parametrize(
    ("weapon", "inside", "outside"), [("longsword", 5, 10), ("halberd", 10, 15), ("unarmed", 5, 10)]
)
def test_the_reach_itself_is_within_and_a_step_more_is_not(
    weapon: str, inside: int, outside: int
) -> None:
    carried = [] if weapon == "unarmed" else [weapon]
    near = walk(sovereign("brute", at=[0, inside]), weapons=carried)
    assert ("attack", weapon, "brute") in peek(near)[2]
    far = walk(sovereign("brute", at=[0, outside]), weapons=carried)
    assert ("attack", weapon, "brute") not in peek(far)[2]


# ---- legs ----


@pytest.mark.rule("vigor.position.leg", "vigor.position.line-of-fire")
@pytest.mark.parametrize(
    ("target", "between", "is_between"),
    [
        ([15, 10], [5, 5], True),
        ([15, 10], [10, 5], True),
        ([15, 10], [10, 10], False),
        ([15, 10], [5, 0], False),
        ([10, 5], [5, 0], True),
        ([10, 5], [5, 5], False),
        ([-10, -5], [-5, 0], True),
        ([-10, -5], [-5, -5], False),
        ([0, 20], [0, 15], True),
        ([0, 20], [0, 25], False),
        ([0, 20], [0, -5], False),
    ],
)
def test_the_points_of_a_leg_are_rounded_with_halves_toward_the_start(
    target: list[int], between: list[int], is_between: bool
) -> None:
    bout = walk(sovereign("brute", at=target), foe("pal", at=between), weapons=["longbow"])
    table = bout.do(("attack", "longbow", "brute"), readings=[15, 1])
    assert ("kl" in str(table.pools[0])) is is_between


@pytest.mark.rule("vigor.position.leg")
def test_the_length_of_a_leg_is_the_distance_between_its_ends() -> None:
    bout = walk()
    table = go(bout, 10, 15)
    assert told(table, "moved")[0]["feet"] == 15
    assert table.cited("vigor.position.leg")
    assert bout.fight.feet == 15


# ---- leaving and entering a reach ----


@pytest.mark.rule("vigor.position.leaving-reach")
def test_the_window_opens_before_the_step_out_of_reach() -> None:
    bout = walk(sovereign("brute", at=[0, 5]))
    seen = peek(bout, choices=[("move", "to", "0", "-20")])
    assert seen[:2] == (LEAVING, "brute")
    go(bout, 0, -20, ("attack", "longsword", "ann"), ("stop",), readings=[15, 1])
    assert (bout["ann"].at, bout["ann"].vigor) == ((0, 0), 0)


@pytest.mark.rule("vigor.position.leaving-reach")
def test_afterwards_the_leg_goes_on_as_planned() -> None:
    bout = walk(sovereign("brute", at=[0, 5]))
    go(bout, 0, -20, ("attack", "longsword", "ann"), ("go-on",), readings=[15, 1])
    assert (bout["ann"].at, bout.fight.feet) == ((0, -20), 10)


@pytest.mark.rule("vigor.position.leaving-reach")
def test_a_reach_that_the_leg_only_comes_into_on_the_way_is_left_too() -> None:
    bout = walk(sovereign("brute", at=[5, 15]))
    go(bout, 0, 30, ("attack", "longsword", "ann"), ("stop",), readings=[15, 1])
    assert bout["ann"].at == (0, 20)
    assert bout.fight.feet == 10


@pytest.mark.rule("vigor.position.leaving-reach")
def test_moving_about_within_a_reach_opens_no_window() -> None:
    bout = walk(sovereign("brute", at=[0, 5]))
    table = go(bout, 5, 5)
    assert not table.was_asked(LEAVING)
    assert bout["ann"].at == (5, 5)


@pytest.mark.rule("vigor.position.leaving-reach")
def test_the_mover_cannot_stop_where_somebody_stands() -> None:
    bout = walk(hero("bob", at=[0, 20]), sovereign("brute", at=[5, 15]))
    table = go(bout, 0, 30, ("attack", "longsword", "ann"), readings=[15, 1])
    assert table.options_of("vigor.position.leaving-reach") == [("go-on",)]
    assert bout["ann"].at == (0, 30)


@pytest.mark.rule("vigor.position.entering-reach")
def test_what_waits_for_somebody_coming_into_reach_happens_at_the_first_point_within_it() -> None:
    trigger = {"id": "meet", "name": "Meet", "when": "enters-reach", "effect": "strike"}
    bout = walk(sovereign("brute", at=[0, 20], weapons=["halberd"], triggers=[trigger]))
    move = ("move", "to", "0", "15")
    assert peek(bout, choices=[move])[1] == "brute"
    ward = ("use", "meet", "attack", "halberd", "ann")
    table = bout.do(move, ward, readings=[15, 4])
    assert told(table, "attack")[0]["feet"] == 10
    assert bout["ann"].vitality == 1


# ---- flight and pushes ----


@pytest.mark.rule("vigor.position.flight")
def test_flight_goes_straight_away_from_the_nearest_for_all_the_movement() -> None:
    """30 feet and the 30 of a Sprint."""
    bout = Bout(
        hero("ann", at=[0, 0]), hero("bob", at=[30, 10]), minor("rat", at=[0, 10]), foe("brute")
    )
    bout.to_turn("ann", "rat")
    bout.set("rat", status="fleeing", vigor=0)
    bout.do(("end",))
    bout.to_turn("bob")
    moves = told(bout.last, "moved")  # type: ignore[arg-type]
    assert [(m["who"], m["end"]) for m in moves] == [("rat", [0, 70])]
    assert bout["rat"].status == "fled"


@pytest.mark.rule("vigor.position.flight")
def test_of_two_as_near_it_flees_from_the_one_listed_first() -> None:
    bout = Bout(
        hero("ann", at=[0, 0]), hero("bob", at=[10, 10]), minor("rat", at=[0, 10]), foe("brute")
    )
    bout.to_turn("ann", "rat")
    bout.set("rat", status="fleeing", vigor=0)
    bout.do(("end",))
    bout.to_turn("bob")
    assert told(bout.last, "moved")[0]["end"] == [0, 70]  # type: ignore[arg-type]


def driven(*more: dict[str, Any], at: list[int] | None = None, scene: Any = None) -> Bout:
    """Ann's turn: her first hit with the maul drives the brute back."""
    if scene is not None:
        scene = {"surprised": [], "start": "rows"} | scene
    bout = Bout(
        hero("ann", at=[0, 0], weapons=["maul"]),
        sovereign("brute", at=at or [0, 5]),
        *more,
        scene=scene,
    )
    bout.to("hero-picks", order=["ann"])
    bout.step(("weapon", "maul"))
    bout.to_turn("ann")
    bout.do(("attack", "maul", "brute"), readings=[15, 1])
    return bout


@pytest.mark.rule("vigor.position.push")
@pytest.mark.parametrize(
    ("at", "end"),
    [([0, 5], (0, 10)), ([5, 5], (10, 10)), ([-5, 0], (-10, 0)), ([5, -5], (10, -10))],
)
def test_a_push_goes_on_along_the_line_from_the_pusher(at: list[int], end: Any) -> None:
    bout = driven(at=at)
    assert bout["brute"].at == end
    assert citing(bout.last, "vigor.position.push")  # type: ignore[arg-type]


@pytest.mark.rule("vigor.position.push")
def test_a_push_ends_before_a_point_that_is_taken_or_closed() -> None:
    assert driven(foe("pal", at=[0, 10]))["brute"].at == (0, 5)
    assert driven(scene={"closed": [{"at": [0, 10], "radius": 0}]})["brute"].at == (0, 5)


@pytest.mark.rule("vigor.position.push", "vigor.position.the-gone")
def test_a_push_goes_over_the_point_of_the_dead() -> None:
    bout = Bout(
        hero("ann", at=[0, 0], weapons=["maul"]),
        sovereign("brute", at=[0, 5]),
        foe("pal", at=[0, 10]),
    )
    bout.to("hero-picks", order=["ann"])
    bout.step(("weapon", "maul"))
    bout.to_turn("ann")
    bout.set("pal", status="dead")
    bout.do(("attack", "maul", "brute"), readings=[15, 1])
    assert bout["brute"].at == (0, 10)


@pytest.mark.rule("vigor.position.push", "vigor.reaction.opportunity-details")
def test_a_push_out_of_a_reach_provokes_nobody() -> None:
    bout = driven()
    assert bout["brute"].at == (0, 10)
    assert not bout.last.was_asked(LEAVING)  # type: ignore[union-attr]
    assert bout["ann"].reaction


# ---- what the GM says ----


@pytest.mark.rule("vigor.position.start")
def test_unasked_the_sides_stand_in_two_rows_30_feet_apart() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"), foe("pal"), minor("rat"), scene={})
    table = bout.step()
    assert [bout[who].at for who in ("ann", "bob")] == [(0, 0), (5, 0)]
    assert [bout[who].at for who in ("brute", "pal", "rat")] == [(0, 30), (5, 30), (10, 30)]
    assert table.was_asked("vigor.position.start")
    assert table.cited("vigor.position.start")


@pytest.mark.rule("vigor.position.start")
def test_the_gm_may_put_the_rows_otherwise() -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={})
    bout.step(rulings={"vigor.position.start": ("rows-apart", "60")})
    assert bout["brute"].at == (0, 60)


@pytest.mark.rule("vigor.position.start")
def test_by_house_values_the_rows_are_further_apart_and_looser() -> None:
    house = {"start-distance-feet": 45, "start-gap-feet": 10}
    bout = Bout(hero("ann"), hero("bob"), foe("brute"), foe("pal"), house=house)
    bout.step()
    assert [bout[who].at for who in ("bob", "brute", "pal")] == [(10, 0), (0, 45), (10, 45)]


@pytest.mark.rule("vigor.position.gm-places")
def test_being_placed_provokes_nothing() -> None:
    bout = walk(sovereign("brute", at=[0, 5]))
    table = gm(bout, "place", "ann", value=[0, -50])
    assert not table.asked
    assert bout["ann"].at == (0, -50)
    assert bout["brute"].reaction


@pytest.mark.rule("vigor.position.gm-places")
def test_a_distance_may_be_overruled_until_further_notice() -> None:
    bout = walk(sovereign("brute", at=[0, 20]))
    assert not offered(bout, "attack", "longsword")
    gm(bout, "fact", "ann", "distance", {"other": "brute", "is": 5})
    bout.do(("attack", "longsword", "brute"), readings=[15, 1])
    assert len(bout.fight.facts) == 1


@pytest.mark.rule("vigor.position.gm-places")
def test_an_overruling_for_one_action_ends_with_it() -> None:
    bout = walk(sovereign("brute", at=[0, 20]))
    gm(bout, "fact", "ann", "distance", {"other": "brute", "is": 5, "once": True})
    bout.do(("attack", "longsword", "brute"), readings=[15, 1])
    assert bout.fight.facts == ()


@pytest.mark.rule("vigor.position.gm-places")
def test_a_line_of_fire_may_be_overruled() -> None:
    bout = walk(sovereign("brute", at=[0, 20]), weapons=["longbow"])
    gm(bout, "fact", "ann", "line", {"other": "brute", "is": 2})
    assert not offered(bout, "attack", "longbow")
    gm(bout, "fact", "ann", "line", {"other": "brute", "is": None})
    assert offered(bout, "attack", "longbow")


@pytest.mark.rule("vigor.position.gm-places", "vigor.position.distance")
@pytest.mark.parametrize(("who", "other"), [("ann", "brute"), ("brute", "ann")])
def test_a_distance_that_the_gm_says_holds_from_both_ends(who: str, other: str) -> None:
    bout = walk(foe("brute", at=[0, 20]))
    gm(bout, "fact", who, "distance", {"other": other, "is": 5})
    assert position.between(bout.fight, "ann", "brute") == 5
    assert position.between(bout.fight, "brute", "ann") == 5
    assert offered(bout, "attack", "longsword") == [("attack", "longsword", "brute")]


@pytest.mark.rule("vigor.position.plane")
@pytest.mark.parametrize(
    ("value", "at"),
    [([3, 7], (5, 5)), ([2, 8], (0, 10)), ([-3, -2], (-5, 0)), ([13, -8], (15, -10))],
)
def test_whoever_is_placed_between_two_points_stands_on_the_nearest(
    value: list[int], at: tuple[int, int]
) -> None:
    bout = walk()
    gm(bout, "place", "ann", value=value)
    assert bout["ann"].at == at


@pytest.mark.rule("vigor.position.flight")
def test_away_is_from_the_nearest_whom_one_knows_of() -> None:
    def gone_to(**lurker: Any) -> tuple[int, int]:
        bout = walk(foe("brute", at=[0, 40]), foe("lurker", at=[0, -20], **lurker))
        bout.set("brute", reaction=False)
        bout.set("lurker", reaction=False)
        bout.do(("move", "away"))
        at: tuple[int, int] = bout["ann"].at
        return at

    assert gone_to() == (0, 30)
    assert gone_to(hidden=True) == (0, -30)


@pytest.mark.rule("vigor.fight.newcomers")
def test_a_newcomer_comes_in_behind_the_last_of_its_own_side() -> None:
    near, far = foe("near", at=[0, 20]), foe("far", at=[40, 60])
    bout = walk(near, far, hero("bob", at=[30, -25]))
    for kind, name in (("foe", "Late"), ("ally", "Lad")):
        gm(bout, "add", value={"kind": kind, "name": name, "role": "minor", "tier": 1})
    assert bout["late"].at == (40, 90)
    assert bout["lad"].at == (30, -55)


@pytest.mark.rule("vigor.position.move")
def test_who_goes_a_second_time_where_the_way_is_barred_has_no_movement_left() -> None:
    wall = [{"at": [0, 5], "radius": 0}]
    bout = walk(foe("brute", at=[0, 300]), scene={"closed": wall})
    table = go(bout, 0, 20)
    assert table.codes() == ["no-way"]
    assert bout.fight.feet == 30
    go(bout, 0, 20)
    assert bout.fight.feet == 0
    assert bout["ann"].at == (0, 0)
