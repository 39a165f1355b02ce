"""Who goes first, the order of every round, and ceding one's place (area initiative)."""

from __future__ import annotations

from typing import Any

import pytest
from sixteen_kit import SIXTEEN, Bout, DiceTable, ally, foe, gm, hero

from affray.kernel.words import event_text

ORDER = "sixteen.initiative.gm-order"
SIDES = "sixteen.initiative.sides"
TAKE, CEDE = ("take",), ("cede",)
SWORD = ("attack", "long-sword", "cur")


def lines(scene: Any = None, **more: Any) -> Bout:
    """ann, bob and an ally against cur and dog, before anything has happened."""
    blocks = [hero("ann"), hero("bob"), ally("pal"), foe("cur"), foe("dog")]
    return Bout(*blocks, scene={"distance": 30, **(scene or {})}, start=False, **more)


def begin(fight: Bout, *sides: tuple[str, ...], **script: Any) -> DiceTable:
    return fight.step(*sides, **script)


# ---- who goes first ----


@pytest.mark.rule("sixteen.initiative.sides")
@pytest.mark.parametrize(
    ("heroes", "foes", "first"),
    [(TAKE, CEDE, "heroes"), (CEDE, TAKE, "foes"), (CEDE, CEDE, "heroes")],
)
def test_the_taker_goes_first_and_the_heroes_if_both_cede(
    heroes: tuple[str, ...], foes: tuple[str, ...], first: str
) -> None:
    fight = lines()
    table = begin(fight, heroes, foes)
    assert not table.pools
    assert [who for rule, who, _ in table.asked if rule == SIDES] == ["@heroes", "@foes"]
    fight.step()
    assert fight.fight.acting == ("ann" if first == "heroes" else "cur")
    assert table.cited(SIDES)


@pytest.mark.rule("sixteen.initiative.sides", "sixteen.check.modifiers")
@pytest.mark.parametrize(
    ("ann", "cur", "dice", "first"),
    [
        (3, 3, (10, 9), "ann"),
        (3, 3, (9, 10), "cur"),
        (3, 3, (10, 10), "ann"),
        (0, 4, (12, 9), "cur"),
        (0, 4, (13, 9), "ann"),
        (6, 0, (4, 9), "ann"),
    ],
)
def test_if_both_take_the_front_members_roll_d20_and_sdf(
    ann: int, cur: int, dice: tuple[int, int], first: str
) -> None:
    fight = Bout(
        hero("ann", sdf=ann, con=9, lif=9),
        hero("bob", sdf=20),
        foe("cur", sdf=cur),
        foe("dog", sdf=20),
        scene={},
        start=False,
    )
    table = begin(fight, TAKE, TAKE, dice=list(dice))
    assert [who for _, who, pool in table.asked if str(pool) == "1d20"] == ["ann", "cur"]
    fight.step()
    assert fight.fight.acting == first


# ---- the order ----


def turns(fight: Bout, count: int) -> list[str]:
    """Who has the next turns, nobody doing anything."""
    found: list[str] = []
    while len(found) < count:
        assert fight.fight.result is None
        fight.step(*[("end",)] * (fight.fight.stage == "turn"))
        if fight.fight.stage == "turn":
            found.append(fight.fight.acting)
    return found


@pytest.mark.rule("sixteen.initiative.order", "sixteen.initiative.marching-order")
def test_whole_sides_act_front_to_back_round_after_round() -> None:
    fight = lines()
    begin(fight, CEDE, TAKE)
    once = ["cur", "dog", "ann", "bob", "pal"]
    assert turns(fight, 10) == once * 2
    assert fight.fight.round == 2


@pytest.mark.rule("sixteen.initiative.sides")
def test_the_contest_tells_nobody_the_sdf_of_a_veiled_foe() -> None:
    fight = Bout(hero("ann"), foe("cur", sdf=7, shown="word"), scene={}, start=False)
    table = begin(fight, TAKE, TAKE, dice=[10, 9])
    (contest,) = [event for event in table.events if event.code == "contest"]
    assert contest.fields == {"heroes": 13, "first": "foes"}
    assert contest.secret == {"foes": 16}
    public = [event.public() for event in table.events]
    assert 16 not in [value for one in public if one for value in one["fields"].values()]
    names = {"ann": "Ann", "cur": "Cur"}
    told = event_text(SIXTEEN.words, contest.public() or {}, names)
    assert told == "The foes win the contest for the first turn."
    whole = {**(contest.public() or {}), "secret": contest.secret}
    assert event_text(SIXTEEN.words, whole, names) == "The heroes' 13 against the foes' 16."


@pytest.mark.rule("sixteen.initiative.order")
def test_rounds_are_counted_from_1_and_over_when_everyone_has_had_a_turn() -> None:
    fight = lines()
    begin(fight, TAKE, CEDE)
    assert turns(fight, 5)[-1] == "dog"
    assert fight.fight.round == 1
    assert turns(fight, 1) == ["ann"]
    assert fight.fight.round == 2


@pytest.mark.rule("sixteen.initiative.marching-order")
def test_the_scene_names_the_marching_orders() -> None:
    marching = {"heroes": ["pal", "bob", "ann"], "foes": ["dog", "cur"]}
    fight = lines({"marching": marching})
    begin(fight, TAKE, CEDE)
    assert turns(fight, 5) == ["pal", "bob", "ann", "dog", "cur"]


@pytest.mark.rule("sixteen.initiative.gm-order")
def test_by_default_the_order_is_that_of_the_rules() -> None:
    fight = lines()
    table = begin(fight, TAKE, CEDE)
    assert table.was_asked(ORDER)
    assert turns(fight, 2) == ["ann", "bob"]


@pytest.mark.rule("sixteen.initiative.gm-order")
@pytest.mark.parametrize("side", ["heroes", "foes"])
def test_the_gm_may_let_a_side_go_first_outright(side: str) -> None:
    fight = lines()
    table = begin(fight, rulings={ORDER: ("first", side)})
    assert not table.was_asked(SIDES)
    fight.step()
    assert fight.fight.acting == ("ann" if side == "heroes" else "cur")


@pytest.mark.rule("sixteen.initiative.gm-order")
def test_the_gm_may_set_another_order() -> None:
    fight = lines()
    begin(fight, rulings={ORDER: ("order", "dog bob cur ann pal")})
    assert turns(fight, 10) == ["dog", "bob", "cur", "ann", "pal"] * 2


@pytest.mark.rule("sixteen.initiative.gm-order")
@pytest.mark.parametrize(
    ("scene", "first"),
    [
        ({"first": "foes"}, ["cur", "dog"]),
        ({"order": ["bob", "dog", "ann", "cur", "pal"]}, ["bob", "dog"]),
    ],
)
def test_the_scene_may_settle_it_without_asking(scene: Any, first: list[str]) -> None:
    fight = lines(scene)
    table = begin(fight)
    assert not table.was_asked(ORDER)
    assert turns(fight, 2) == first


# ---- ceding ----


def started(**fields: Any) -> Bout:
    fight = lines(**fields)
    begin(fight, TAKE, CEDE)
    fight.step()
    return fight


@pytest.mark.rule("sixteen.initiative.cede-place")
def test_whoever_cedes_swaps_places_for_this_round_only() -> None:
    fight = started()
    table = fight.do(("cede", "pal"), TAKE)
    assert ("sixteen.initiative.cede-place", "pal") in [(r, w) for r, w, _ in table.asked]
    assert fight.fight.acting == "pal"
    assert turns(fight, 9) == ["bob", "ann", "cur", "dog", "ann", "bob", "pal", "cur", "dog"]
    assert table.cited("sixteen.initiative.cede-place")


@pytest.mark.rule("sixteen.initiative.cede-place")
def test_an_ally_may_decline_and_is_not_asked_again() -> None:
    fight = started()
    table = fight.do(("cede", "pal"), ("decline",))
    assert fight.fight.acting == "ann"
    assert "declined" in table.codes()
    assert ("cede", "pal") not in fight.options()
    assert ("cede", "bob") in fight.options()
    assert turns(fight, 4) == ["bob", "pal", "cur", "dog"]


@pytest.mark.rule("sixteen.initiative.cede-place")
def test_only_to_an_ally_of_ones_own_side_that_has_not_acted() -> None:
    fight = started()
    assert [one for one in fight.options() if one[0] == "cede"] == [
        ("cede", "bob"),
        ("cede", "pal"),
    ]
    turns(fight, 1)
    assert [one for one in fight.options() if one[0] == "cede"] == [("cede", "pal")]
    turns(fight, 1)
    assert not [one for one in fight.options() if one[0] == "cede"]


@pytest.mark.rule("sixteen.initiative.cede-place")
def test_only_when_the_turn_comes_up_and_not_to_one_that_has_no_turn() -> None:
    fight = started()
    gm(fight, "set", "pal", "hp", -1)
    assert [one for one in fight.options() if one[0] == "cede"] == [("cede", "bob")]
    fight.step(("free", "say", "wait"))  # the turn has been taken up
    assert not [one for one in fight.options() if one[0] == "cede"]


@pytest.mark.rule("sixteen.initiative.cede-place")
def test_a_ceded_turn_is_not_ceded_again() -> None:
    fight = started()
    fight.do(("cede", "pal"), TAKE)
    assert not [one for one in fight.options() if one[0] == "cede"]


@pytest.mark.rule("sixteen.initiative.cede-place", "sixteen.turn.reaction-refresh")
def test_nothing_of_ones_own_turn_happens_before_it_is_taken_up() -> None:
    """Whoever cedes still has its turn before it: what ends at its start has not ended."""
    fight = lines()
    begin(fight, TAKE, CEDE)
    gm(fight, "set", "ann", "reactions", 0)
    fight.step()
    fight.do(("cede", "pal"), TAKE)
    assert fight["ann"].reactions == 0
    turns(fight, 2)
    assert fight.fight.acting == "ann"
    fight.step(("free", "say", "now"))
    assert fight["ann"].reactions == 1


# ---- who has a turn ----


@pytest.mark.rule("sixteen.initiative.who-has-a-turn")
@pytest.mark.parametrize(
    ("track", "value", "has"),
    [
        ("hp", 0, True),
        ("hp", -1, False),
        ("fatigue", 4, True),
        ("fatigue", 5, False),
        ("fatigue", 6, False),
    ],
)
def test_the_unconscious_and_dead_have_no_turn_and_the_useless_have(
    track: str, value: int, has: bool
) -> None:
    fight = started()
    gm(fight, "set", "bob", track, value)
    assert (turns(fight, 1) == ["bob"]) is has


@pytest.mark.rule("sixteen.initiative.who-has-a-turn", "sixteen.condition.stunned")
def test_the_stunned_have_a_turn() -> None:
    fight = started()
    gm(fight, "tag", "bob", "stunned")
    assert turns(fight, 1) == ["bob"]


@pytest.mark.rule("sixteen.initiative.who-has-a-turn")
def test_the_gone_have_no_turn() -> None:
    fight = started()
    gm(fight, "tag", "bob", "gone")
    assert turns(fight, 1) == ["pal"]
