"""The action Use ability: its stat, its results and its entry (area `ability` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, ally, citing, dice_of, foe, gm, hero, peek

UNLIKE = {"strength": 4, "reflexes": 2, "wits": 3, "charm": 5}
HARM = {"kind": "damage", "amount": 4}
BETTER = ("better-position",)


def use(bout: Bout, target: str = "brute", reading: str | None = "mixed", *more: Any) -> Any:
    """Ann uses her ability `art`."""
    effect = [BETTER] if reading == "success" and not more else more
    readings = [] if reading is None else [reading]
    return bout.do(("ability", "art", target), *effect, readings=readings)


def bout_with(*effects: Any, armor: int = 0, near: Any = (), **art: Any) -> Bout:
    """Ann with the ability `art`, bob hurt, an ally hurt, a brute and a runt."""
    return Bout(
        hero("ann", abilities=[ability("art", *effects, **art)], stats=UNLIKE),
        hero("bob", health=3, weapons=["longbow"]),
        ally("cat", hp_now=4),
        foe("brute", armor=armor),
        foe("runt", damage=1),
        scene={"drop": "nobody", "near": [list(pair) for pair in near]},
    )


def ann_with(*effects: Any, **fields: Any) -> Bout:
    bout = bout_with(*effects, **fields)
    bout.do(("go", "ann"))
    return bout


# ---- the stat ----


@pytest.mark.rule("trade.ability.stat")
@pytest.mark.parametrize("stat", ["strength", "reflexes", "wits", "charm"])
@pytest.mark.parametrize("origin", ["profession", "equipment"])
def test_the_entry_names_the_stat_that_is_rolled(stat: str, origin: str) -> None:
    bout = ann_with(HARM, stat=stat, origin=origin)
    table = use(bout)
    assert dice_of(table) == [UNLIKE[stat]]
    assert table.cited("trade.ability.stat")


# ---- the three results ----


@pytest.mark.rule("trade.ability.results")
def test_a_mixed_success_owes_the_opponent_a_trade_and_suppresses_nobody() -> None:
    bout = ann_with(HARM)
    table = use(bout, "runt")
    assert bout.fight.trades == (("runt", "ann"),)
    assert not bout["runt"].suppressed
    assert not any(BETTER in list(what) for _, _, what in table.asked)
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.ability.results")
def test_a_success_brings_an_effect_and_suppresses_the_enemy_that_was_hurt() -> None:
    bout = ann_with(HARM)
    table = use(bout, "brute", "success", ("additional-damage",))
    assert bout["brute"].hp == 4
    assert bout["brute"].suppressed
    assert bout.fight.trades == ()
    assert table.cited("trade.ability.results")
    assert not bout["runt"].suppressed


@pytest.mark.rule("trade.ability.results")
def test_a_success_that_hurts_all_enemies_suppresses_all_of_them() -> None:
    bout = ann_with(HARM, target="all enemies")
    key = next(key for key in peek(bout)[2] if key[:2] == ("ability", "art"))
    bout.do(key, BETTER, ("end",), readings=["success"])
    assert bout["brute"].suppressed
    assert bout["runt"].suppressed
    bout.phase()
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.ability.results")
@pytest.mark.parametrize(
    ("effect", "target"),
    [
        ({"kind": "note", "text": "hm"}, "brute"),
        ({"kind": "dice", "dice": -1}, "brute"),
        ({"kind": "heal", "amount": 1}, "bob"),
        ({"kind": "reposition", "to": "near", "with": "user"}, "brute"),
    ],
)
def test_a_success_that_hurts_nobody_suppresses_nobody(effect: Any, target: str) -> None:
    bout = ann_with(effect, target="one enemy" if target == "brute" else "one hero or ally")
    table = use(bout, target, "success")
    assert not bout["brute"].suppressed
    assert not bout["runt"].suppressed
    assert bout["ann"].better_waiting == 1
    offered = next(what for _, _, what in table.asked if BETTER in list(what))
    assert ("additional-damage",) not in offered


@pytest.mark.rule("trade.ability.results")
def test_a_failure_does_nothing_and_is_struck_for() -> None:
    bout = ann_with(HARM, {"kind": "suppress"}, {"kind": "reposition", "to": "near", "with": "all"})
    use(bout, "runt", "failure")
    assert bout["runt"].hp == 10
    assert not bout["runt"].suppressed
    assert bout["ann"].health == 9
    assert bout.fight.near == {("ann", "runt")}  # the runt's blow has closed in
    assert bout.fight.stage == "phase"


@pytest.mark.rule("trade.ability.results")
def test_an_entry_without_a_roll_simply_takes_effect() -> None:
    bout = ann_with(HARM, stat=None)
    table = use(bout, reading=None)
    assert table.pools == []
    assert bout["brute"].hp == 6
    assert not bout["brute"].suppressed
    assert bout.fight.trades == ()
    assert bout.fight.actions == 1
    assert bout["ann"].better_waiting == 0


# ---- not a ranged weapon ----


@pytest.mark.rule("trade.ability.not-ranged")
def test_a_spell_from_afar_owes_an_ordinary_trade_and_presses_nobody() -> None:
    bout = ann_with(HARM)
    use(bout)
    assert not bout["ann"].pressed
    assert bout.fight.near == frozenset()
    assert bout["brute"].closed == 0
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.ability.not-ranged")
def test_a_pressed_shooter_loses_no_die_on_a_spell() -> None:
    art = ability("art", HARM, stat="reflexes")
    bout = Bout(hero("ann", weapons=["longbow"], abilities=[art]), foe("brute"))
    table = bout.do(
        ("fight", "longbow", "brute"), ("ability", "art", "brute"), readings=["mixed", "mixed"]
    )
    assert dice_of(table) == [3, 3]
    assert bout["ann"].pressed


# ---- what an entry holds ----


@pytest.mark.rule("trade.ability.block")
@pytest.mark.parametrize(
    ("target", "offered"),
    [
        ("self", {"ann"}),
        ("one enemy", {"brute", "runt"}),
        ("one hero or ally", {"ann", "bob", "cat"}),
        ("anyone", {"ann", "bob", "cat", "brute", "runt"}),
    ],
)
def test_an_entry_says_what_it_may_be_aimed_at(target: str, offered: set[str]) -> None:
    bout = ann_with({"kind": "note", "text": "hm"}, target=target)
    assert {key[2] for key in peek(bout)[2] if key[0] == "ability"} == offered


@pytest.mark.rule("trade.ability.block")
@pytest.mark.parametrize(("limit", "used", "left"), [(1, 0, 1), (2, 0, 2), (2, 1, 1), (1, 1, 0)])
def test_a_limited_ability_can_be_used_that_often_in_a_fight(
    limit: int, used: int, left: int
) -> None:
    bout = Bout(
        hero("ann", abilities=[ability("art", HARM, stat=None, uses=limit, used=used)]),
        foe("brute", hp=90, damage=0),
    )
    for _ in range(left):
        assert any(key[0] == "ability" for key in peek(bout)[2])
        bout.do(("ability", "art", "brute"))
    assert not any(key[0] == "ability" for key in peek(bout)[2])
    assert bout["brute"].hp == 90 - 4 * left


@pytest.mark.rule("trade.ability.block")
def test_an_enemy_ability_needs_no_roll_and_may_be_limited() -> None:
    spit = ability("spit", HARM, stat=None, target="one hero or ally", uses=1)
    bout = Bout(hero("ann"), foe("brute", abilities=[spit]))
    bout.do(("end",))
    table = bout.phase(rulings={"trade.phase.group-pick": ("use", "brute", "spit", "ann")})
    assert table.pools == []
    assert bout["ann"].health == 6
    bout.do(("end",))
    table = bout.phase()
    assert bout["ann"].health == 4
    assert "spit" not in str([what for _, _, what in table.asked])
    assert citing(table, "trade.ability.exact-effect") == []


@pytest.mark.rule("trade.ability.block")
def test_a_gadget_that_is_lost_cannot_be_used() -> None:
    bout = ann_with(HARM, origin="equipment")
    assert any(key[0] == "ability" for key in peek(bout)[2])
    gm(bout, "tag", "ann", "knocked-away:art")
    assert not any(key[0] == "ability" for key in peek(bout)[2])


@pytest.mark.rule("trade.ability.results")
def test_a_use_is_spent_whatever_the_roll_brings() -> None:
    bout = Bout(hero("ann", abilities=[ability("art", HARM, uses=1)]), foe("brute"))
    bout.do(("ability", "art", "brute"), readings=["failure"])
    bout.phase()
    assert not any(key[0] == "ability" for key in peek(bout)[2])
