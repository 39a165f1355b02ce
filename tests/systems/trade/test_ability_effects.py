"""What the entry of an ability does, effect by effect (area `ability` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, ally, foe, hero, peek

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


@pytest.mark.rule("trade.ability.exact-effect")
def test_an_entry_for_all_heroes_and_allies_reaches_each_of_them() -> None:
    bout = ann_with({"kind": "ward", "amount": 2}, target="all heroes and allies", stat=None)
    use(bout, "all", None)
    assert [bout[who].ward for who in ("ann", "bob", "cat", "brute")] == [2, 2, 2, 0]


@pytest.mark.rule("trade.ability.exact-effect")
def test_additional_damage_rides_on_one_hit_only() -> None:
    bout = ann_with(HARM, target="all enemies")
    table = bout.do(
        ("ability", "art", "all"),
        ("additional-damage",),
        readings=["success"],
        rulings={"trade.action.opponent": ("allowed", "runt")},
    )
    assert (bout["brute"].hp, bout["runt"].hp) == (6, 4)
    assert sorted(event.fields["raw"] for event in table.events if "raw" in event.fields) == [4, 6]


@pytest.mark.rule("trade.ability.exact-effect", "trade.ability.block")
def test_healing_lifts_a_hero_who_is_down_and_a_ward_is_not_for_the_down() -> None:
    mend = ability("mend", {"kind": "heal", "amount": 2}, target="one hero or ally", stat=None)
    ward = ability("ward", {"kind": "ward", "amount": 2}, target="one hero or ally", stat=None)
    bout = Bout(hero("ann", abilities=[mend, ward]), hero("bob", health=0), foe("brute"))
    aims = {key[1:] for key in peek(bout)[2] if key[0] == "ability"}
    assert aims == {("mend", "ann"), ("mend", "bob"), ("ward", "ann")}
    bout.do(("ability", "mend", "bob"))
    assert bout["bob"].health == 2
    assert bout["bob"].is_in


@pytest.mark.rule("trade.ability.block")
def test_nobody_heals_the_dead() -> None:
    mend = ability("mend", {"kind": "heal", "amount": 2}, target="one hero or ally", stat=None)
    bout = Bout(hero("ann", abilities=[mend]), hero("bob", health=1), foe("brute"))
    bout.do(("go", "bob"), ("end",))
    bout.phase(rulings={"trade.health.down-fate": ("dead", "spared")})
    assert [key[2] for key in peek(bout)[2] if key[0] == "ability"] == ["ann"]


@pytest.mark.rule("trade.ability.exact-effect")
@pytest.mark.parametrize("effect", [{"kind": "suppress"}, {"kind": "dice", "dice": -1}])
def test_an_effect_that_means_nothing_for_its_target_changes_nothing(effect: Any) -> None:
    curse = ability("curse", effect, stat=None, target="anyone")
    bout = Bout(hero("ann"), foe("brute", abilities=[curse]), foe("runt"))
    bout.do(("end",))
    table = bout.phase(rulings={"trade.phase.group-pick": ("use", "brute", "curse", "runt")})
    assert "suppressed" not in table.codes()
    assert not bout["ann"].command_waiting
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.ability.exact-effect")
def test_an_enemy_that_suppresses_a_hero_does_nothing_by_it() -> None:
    curse = ability("curse", {"kind": "suppress"}, stat=None, target="one hero or ally")
    bout = Bout(hero("ann"), ally("cat"), foe("brute", abilities=[curse]))
    bout.do(("end",))
    bout.phase(rulings={"trade.phase.group-pick": ("use", "brute", "curse", "cat")})
    assert not bout["cat"].suppressed
    bout.do(("command", "cat", "brute"), readings=["mixed"])
    assert bout["brute"].hp == 8


@pytest.mark.rule("trade.ability.exact-effect")
def test_an_enemy_already_beaten_by_the_first_effect_is_not_struck_by_the_second() -> None:
    bout = Bout(
        hero("ann", abilities=[ability("art", HARM, HARM, stat=None)]),
        foe("brute", hp=3),
        foe("runt"),
    )
    table = bout.do(("ability", "art", "brute"))
    assert bout["brute"].hp == 0
    assert len([event for event in table.events if "raw" in event.fields]) == 1


@pytest.mark.rule("trade.ability.exact-effect")
def test_no_effect_follows_the_end_of_the_fight() -> None:
    art = ability("art", HARM, {"kind": "note", "text": "a cheer goes up"}, stat=None)
    bout = Bout(hero("ann", abilities=[art]), foe("brute", hp=4))
    table = bout.do(("ability", "art", "brute"))
    assert bout.fight.result == "heroes"
    assert table.codes()[-1] == "fight-over"
