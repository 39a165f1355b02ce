"""Who begins, and in which order heroes go (area `start` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import TRADE, Bout, ability, ally, citing, foe, gm, hero, peek


def pair(**fields: Any) -> Bout:
    """Ann and bob against a brute (2 damage) and a runt (1 damage)."""
    return Bout(hero("ann"), hero("bob"), foe("brute"), foe("runt", damage=1), **fields)


# ---- who has the drop ----


@pytest.mark.rule("trade.start.drop-first")
def test_neither_side_has_the_drop_unless_the_gm_says_so() -> None:
    bout = pair(scene={"near": []})
    assert bout.last is not None
    assert bout.last.was_asked("trade.start.drop-first")
    assert bout.fight.stage == "pick"
    assert peek(bout)[2] == [("go", "ann"), ("go", "bob")]
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.start.drop-first")
def test_the_gm_may_give_the_enemies_the_drop_and_says_so_once() -> None:
    bout = pair(scene={"near": []}, start=False)
    table = bout.step(rulings={"trade.start.drop-first": ("enemies",)})
    assert table.cited("trade.start.drop-first")
    opening = bout.phase()
    assert bout["ann"].health == 8
    assert not opening.was_asked("trade.start.drop-first")
    assert peek(bout)[2] == [("go", "ann"), ("go", "bob")]


@pytest.mark.rule("trade.start.drop-first")
@pytest.mark.parametrize("drop", ["heroes", "enemies", "nobody"])
def test_a_scene_that_says_who_has_the_drop_is_not_asked_about(drop: str) -> None:
    bout = pair(scene={"drop": drop})
    assert bout.last is not None
    assert not bout.last.was_asked("trade.start.drop-first")


@pytest.mark.rule("trade.start.drop-first", "trade.start.heroes-first")
@pytest.mark.parametrize("drop", ["heroes", "nobody"])
def test_without_enemies_in_ambush_a_hero_begins_and_has_no_other_advantage(drop: str) -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={"drop": drop})
    first = bout.do(
        ("fight", "rapier", "brute"), ("fight", "rapier", "brute"), readings=["mixed"] * 2
    )
    assert bout["ann"].health == 10
    assert bout.fight.stage == "phase"
    assert [len(pool.describe()) for pool in first.pools] == [1, 1]
    bout.phase()
    assert bout["ann"].health == 8
    assert peek(bout)[1] == "ann"
    assert bout.fight.actions in (0, 2)


# ---- no initiative ----


@pytest.mark.rule("trade.start.no-initiative")
@pytest.mark.parametrize("drop", ["heroes", "enemies", "nobody"])
def test_nobody_rolls_to_find_out_who_begins(drop: str) -> None:
    bout = pair(scene={"drop": drop})
    assert bout.last is not None
    assert bout.last.pools == []
    if drop == "enemies":
        assert bout.phase().pools == []
    assert peek(bout)[0] == "trade.start.hero-order"


@pytest.mark.rule("trade.start.no-initiative")
def test_enemies_do_nothing_between_the_actions_of_a_turn() -> None:
    bout = Bout(hero("ann"), foe("brute"), foe("runt"))
    bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    assert bout["ann"].health == 10
    bout.do(("fight", "rapier", "runt"), ("better-position",), readings=["success"])
    assert bout["ann"].health == 10
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.start.no-initiative")
def test_a_failed_roll_lets_the_opponent_act_at_once() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=3), foe("runt", damage=1))
    bout.do(("fight", "rapier", "runt"), readings=["failure"])
    assert bout["ann"].health == 9


# ---- the enemies' drop ----


@pytest.mark.rule("trade.start.enemy-drop")
def test_the_drop_gives_the_enemies_one_phase_before_the_first_turn() -> None:
    bout = pair(scene={"drop": "enemies"})
    table = bout.phase()
    assert [bout["ann"].health, bout["bob"].health] == [8, 10]
    assert table.cited("trade.start.enemy-drop")
    assert peek(bout)[2] == [("go", "ann"), ("go", "bob")]
    assert bout.fight.round == 1


@pytest.mark.rule("trade.start.enemy-drop")
def test_the_gm_names_any_enemy_its_action_and_its_target_for_the_opening_phase() -> None:
    hex_ = ability("hex", {"kind": "damage", "amount": 5}, stat=None, target="one hero or ally")
    bout = Bout(
        hero("ann"),
        hero("bob"),
        ally("cat"),
        foe("brute"),
        foe("runt", abilities=[hex_]),
        scene={"drop": "enemies"},
    )
    bout.phase(rulings={"trade.phase.group-pick": ("use", "runt", "hex", "bob")})
    assert (bout["ann"].health, bout["bob"].health, bout["cat"].hp) == (10, 5, 10)


@pytest.mark.rule("trade.start.enemy-drop")
def test_after_the_opening_phase_each_turn_has_its_own_phase_as_usual() -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={"drop": "enemies"})
    bout.phase()
    bout.do(("end",))
    assert bout["ann"].health == 8
    bout.phase()
    assert bout["ann"].health == 6
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 4


@pytest.mark.rule("trade.start.enemy-drop")
@pytest.mark.parametrize(("phases", "health"), [(1, 8), (2, 6), (3, 4)])
def test_house_rules_may_give_the_drop_more_phases(phases: int, health: int) -> None:
    bout = Bout(
        hero("ann"),
        foe("brute"),
        scene={"drop": "enemies"},
        house={"drop-opening-phases": phases},
    )
    for _ in range(phases):
        assert bout.fight.stage == "opening"
        bout.phase()
    assert peek(bout)[1] == "ann"
    assert bout["ann"].health == health


@pytest.mark.rule("trade.start.enemy-drop")
def test_the_opening_phase_can_end_the_fight() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=10), scene={"drop": "enemies"})
    bout.phase()
    assert bout.fight.result == "foes"


# ---- which hero goes ----


@pytest.mark.rule("trade.start.hero-order")
def test_the_players_choose_who_goes_next_among_those_who_have_not_gone() -> None:
    bout = Bout(hero("ann"), hero("bob"), hero("cat"), foe("brute", damage=0))
    assert peek(bout) == (
        "trade.start.hero-order",
        "@heroes",
        [("go", "ann"), ("go", "bob"), ("go", "cat")],
    )
    table = bout.do(("go", "bob"), ("end",))
    assert bout.fight.acting == "bob"
    assert [e.fields["who"] for e in citing(table, "trade.start.hero-order")] == ["bob"]
    bout.phase()
    assert peek(bout)[2] == [("go", "ann"), ("go", "cat")]
    bout.do(("go", "cat"), ("end",))
    bout.phase()
    assert peek(bout)[1] == "ann"


@pytest.mark.rule("trade.start.hero-order")
def test_the_order_is_chosen_anew_every_round() -> None:
    bout = pair()
    bout.do(("go", "bob"), ("end",))
    bout.phase()
    bout.do(("end",))
    bout.phase()
    assert peek(bout)[2] == [("go", "ann"), ("go", "bob")]


@pytest.mark.rule("trade.start.hero-order")
@pytest.mark.parametrize("gone", ["down", "fled", "removed"])
def test_nobody_who_is_out_of_the_fight_is_offered(gone: str) -> None:
    bout = Bout(hero("ann"), hero("bob"), hero("cat"), foe("brute", damage=0))
    if gone == "down":
        gm(bout, "set", "bob", "health", 0)
    elif gone == "removed":
        gm(bout, "remove", "bob")
    else:
        bout.do(("go", "bob"), ("flee", "charm", "leave"), readings=["success"])
        bout.phase()
    assert peek(bout)[2] == [("go", "ann"), ("go", "cat")]


# ---- rounds and exchanges ----


@pytest.mark.rule("trade.start.round-and-exchange")
def test_a_round_is_over_once_every_hero_has_had_a_turn_and_the_next_follows_at_once() -> None:
    bout = pair()
    bout.do(("go", "ann"), ("end",))
    bout.phase()
    assert peek(bout)[1] == "bob"
    assert bout.fight.round == 1
    bout.do(("end",))
    bout.phase()
    health = bout["ann"].health, bout["bob"].health
    bout.do(("go", "ann"))
    assert bout.fight.round == 2
    assert (bout["ann"].health, bout["bob"].health) == health == (8, 8)


@pytest.mark.rule("trade.start.round-and-exchange")
def test_one_enemy_may_act_in_each_exchange_of_a_round() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"))
    bout.do(("go", "ann"), ("end",))
    bout.phase()
    bout.do(("end",))
    bout.phase()
    assert (bout["ann"].health, bout["bob"].health) == (8, 8)


@pytest.mark.rule("trade.start.round-and-exchange")
def test_a_round_does_not_wait_for_a_hero_who_goes_down_in_it() -> None:
    bout = Bout(hero("ann"), hero("bob", health=2), foe("brute"))
    bout.do(("go", "ann"), ("end",))
    bout.phase(rulings={"trade.phase.group-pick": ("strike", "brute", "bob")})
    assert bout["bob"].health == 0
    bout.do(("end",))
    assert (bout.fight.acting, bout.fight.round) == ("ann", 2)


@pytest.mark.rule("trade.start.round-and-exchange")
def test_a_hero_brought_back_up_still_has_the_turn_of_this_round() -> None:
    bout = Bout(hero("ann"), hero("bob", health=0), foe("brute", damage=0))
    bout.do(("end",))
    gm(bout, "set", "bob", "health", 1)
    bout.phase()
    assert peek(bout)[1] == "bob"
    assert bout.fight.round == 1


@pytest.mark.rule("trade.start.enemy-drop", "trade.phase.after-each-turn")
@pytest.mark.parametrize("once", ["yes", "no"])
def test_the_opening_phase_takes_nothing_from_the_first_round(once: str) -> None:
    house = {"enemy-once-a-round": once}
    bout = Bout(hero("ann"), foe("brute"), scene={"drop": "enemies"}, house=house)
    bout.phase()
    assert bout["ann"].health == 8
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 6


def test_the_order_of_a_new_round_shows_nobody_as_having_gone() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute"))
    for who in ("ann", "bob"):
        bout.step(*[("go", who)] * (who == "ann"))  # bob is the only one left
        bout.step(("end",))
        bout.phase()
    while bout.fight.round < 2:
        bout.step()
    states = [slot.state for slot in TRADE.order(bout.fight).slots]
    assert "done" not in states
