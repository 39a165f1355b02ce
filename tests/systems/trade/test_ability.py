"""The action Use ability: its stat, what it does and no more (area `ability` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, ally, citing, dice_of, foe, hero, peek

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


# ---- what it does ----


@pytest.mark.rule("trade.ability.exact-effect", "trade.ability.results")
@pytest.mark.parametrize("reading", ["mixed", "success"])
def test_damage_is_the_fixed_number_of_the_entry_and_nobody_comes_near(reading: str) -> None:
    bout = ann_with(HARM)
    table = use(bout, reading=reading)
    assert (bout["brute"].hp, bout["runt"].hp) == (6, 10)
    assert bout.fight.near == frozenset()
    assert table.cited("trade.ability.exact-effect")


@pytest.mark.rule("trade.ability.exact-effect")
@pytest.mark.parametrize(("unsoaked", "hp"), [(False, 8), (True, 6)])
def test_damage_is_soaked_unless_the_entry_says_otherwise(unsoaked: bool, hp: int) -> None:
    bout = ann_with(HARM | {"unsoaked": unsoaked}, armor=2)
    use(bout)
    assert bout["brute"].hp == hp


@pytest.mark.rule("trade.ability.exact-effect")
@pytest.mark.parametrize(
    ("target", "struck"), [("one enemy", ["brute"]), ("all enemies", ["brute", "runt"])]
)
def test_an_entry_that_says_all_enemies_strikes_all(target: str, struck: list[str]) -> None:
    bout = ann_with(HARM, target=target)
    key = next(key for key in peek(bout)[2] if key[:2] == ("ability", "art"))
    bout.do(key, readings=["mixed"])
    assert [who for who in ("brute", "runt") if bout[who].hp == 6] == struck


@pytest.mark.rule("trade.ability.exact-effect")
@pytest.mark.parametrize(("amount", "health"), [(1, 4), (3, 6), (7, 10), (8, 10)])
def test_healing_gives_the_amount_up_to_full_health(amount: int, health: int) -> None:
    bout = ann_with({"kind": "heal", "amount": amount}, target="one hero or ally", stat=None)
    use(bout, "bob", None)
    assert bout["bob"].health == health
    assert (bout["ann"].health, bout["cat"].hp) == (10, 4)


@pytest.mark.rule("trade.ability.exact-effect")
@pytest.mark.parametrize(("amount", "hp"), [(2, 6), (6, 10), (9, 10)])
def test_healing_an_ally_stops_at_its_full_hp(amount: int, hp: int) -> None:
    bout = ann_with({"kind": "heal", "amount": amount}, target="one hero or ally", stat=None)
    use(bout, "cat", None)
    assert bout["cat"].hp == hp


@pytest.mark.rule("trade.ability.exact-effect")
def test_a_ward_soaks_part_of_the_next_hit_after_armor_and_is_gone() -> None:
    bout = Bout(
        hero(
            "ann",
            armor=1,
            abilities=[ability("art", {"kind": "ward", "amount": 2}, target="self", stat=None)],
        ),
        foe("brute", damage=5),
    )
    bout.do(("ability", "art", "ann"), ("end",))
    assert bout["ann"].ward == 2
    bout.phase()
    assert (bout["ann"].health, bout["ann"].ward) == (8, 0)
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 4


@pytest.mark.rule("trade.ability.exact-effect")
@pytest.mark.parametrize(("first", "second"), [(1, 3), (3, 1)])
def test_of_two_wards_the_larger_stays(first: int, second: int) -> None:
    wards = [
        ability(name, {"kind": "ward", "amount": amount}, target="self", stat=None)
        for name, amount in (("one", first), ("two", second))
    ]
    bout = Bout(hero("ann", abilities=wards), foe("brute"))
    bout.do(("ability", "one", "ann"), ("ability", "two", "ann"))
    assert bout["ann"].ward == 3


@pytest.mark.rule("trade.ability.exact-effect")
@pytest.mark.parametrize(
    ("opponents", "after"),
    [("user", {("ann", "runt"), ("bob", "brute")}), ("all", {("ann", "runt")})],
)
def test_an_enemy_is_moved_from_the_user_or_from_all(opponents: str, after: Any) -> None:
    bout = ann_with(
        {"kind": "reposition", "to": "apart", "with": opponents},
        near=[("ann", "brute"), ("ann", "runt"), ("bob", "brute")],
        stat=None,
    )
    use(bout, reading=None)
    assert bout.fight.near == after


@pytest.mark.rule("trade.ability.exact-effect")
def test_a_hero_who_moves_away_from_all_is_apart_from_all() -> None:
    bout = ann_with(
        {"kind": "reposition", "to": "apart", "with": "all"},
        near=[("ann", "brute"), ("ann", "runt"), ("bob", "brute")],
        stat=None,
        target="self",
    )
    use(bout, "ann", None)
    assert bout.fight.near == {("bob", "brute")}


@pytest.mark.rule("trade.ability.exact-effect")
@pytest.mark.parametrize(("dice", "waiting"), [(1, (1, 0)), (-1, (0, 1))])
def test_dice_are_a_position_of_the_target(dice: int, waiting: Any) -> None:
    bout = ann_with({"kind": "dice", "dice": dice}, target="one hero or ally", stat=None)
    use(bout, "bob", None)
    assert (bout["bob"].better_waiting, bout["bob"].bad_waiting) == waiting
    assert (bout["ann"].better_waiting, bout["ann"].bad_waiting) == (0, 0)


@pytest.mark.rule("trade.ability.exact-effect")
def test_an_entry_that_suppresses_does_so_even_on_a_mixed_success() -> None:
    bout = ann_with({"kind": "suppress"})
    use(bout)
    assert (bout["brute"].suppressed, bout["runt"].suppressed) == (True, False)
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.ability.exact-effect")
def test_a_note_is_recorded_and_changes_no_number() -> None:
    bout = ann_with({"kind": "note", "text": "the lights go out"}, stat=None)
    before = [(c.id, getattr(c, "hp", None), getattr(c, "health", None)) for c in bout.fight.here()]
    table = use(bout, reading=None)
    assert "the lights go out" in str([event.fields for event in table.events])
    assert before == [
        (c.id, getattr(c, "hp", None), getattr(c, "health", None)) for c in bout.fight.here()
    ]


@pytest.mark.rule("trade.ability.exact-effect")
def test_all_effects_of_an_entry_happen() -> None:
    bout = ann_with(HARM, {"kind": "reposition", "to": "near"} | {"with": "user"})
    use(bout)
    assert bout["brute"].hp == 6
    assert bout.fight.near == {("ann", "brute")}


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
