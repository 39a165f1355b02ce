"""The action Fight: which stat, how much damage, and bare hands (area `fight` of the ledger)."""

from __future__ import annotations

import pytest
from trade_kit import Bout, citing, dice_of, foe, hero, peek, weapon

UNLIKE = {"strength": 4, "reflexes": 2, "wits": 3, "charm": 5}
ARMORY = [
    "shortbow",
    "longbow",
    "heavy-crossbow",
    "hand-cannon",
    "dagger",
    "rapier",
    "axe",
    "greatsword",
]


@pytest.mark.rule("trade.fight.stat")
@pytest.mark.parametrize(
    ("name", "dice"),
    [
        ("dagger", 2),
        ("rapier", 2),
        ("shortbow", 2),
        ("longbow", 2),
        ("axe", 4),
        ("greatsword", 4),
        ("heavy-crossbow", 4),
        ("hand-cannon", 4),
    ],
)
def test_quick_and_ranged_weapons_roll_reflexes_heavy_ones_strength(name: str, dice: int) -> None:
    bout = Bout(hero("ann", weapons=[name], stats=UNLIKE), foe("brute"))
    table = bout.do(("fight", name, "brute"), readings=["mixed"])
    assert dice_of(table) == [dice]
    assert table.cited("trade.fight.stat")


@pytest.mark.rule("trade.fight.stat")
def test_each_weapon_can_be_turned_on_each_enemy_and_on_nobody_else() -> None:
    bout = Bout(hero("ann", weapons=["rapier", "longbow"]), hero("bob"), foe("brute"), foe("runt"))
    bout.do(("go", "ann"))
    _, who, options = peek(bout)
    assert who == "ann"
    assert [key for key in options if key[0] == "fight" and "unarmed" not in key[1]] == [
        ("fight", "rapier", "brute"),
        ("fight", "rapier", "runt"),
        ("fight", "longbow", "brute"),
        ("fight", "longbow", "runt"),
    ]


@pytest.mark.rule("trade.fight.stat")
def test_nobody_can_attack_an_enemy_that_is_out_or_hidden() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=0), foe("spy", hidden=True), foe("runt"))
    targets = {key[2] for key in peek(bout)[2] if key[0] == "fight"}
    assert targets == {"runt"}


@pytest.mark.rule("trade.fight.damage")
@pytest.mark.parametrize("reading", ["mixed", "success"])
@pytest.mark.parametrize(
    ("name", "damage"), list(zip(ARMORY, [1, 2, 2, 4, 2, 3, 4, 6], strict=True))
)
def test_a_hit_deals_the_damage_of_the_weapon_however_well_it_hits(
    name: str, damage: int, reading: str
) -> None:
    bout = Bout(hero("ann", weapons=[name]), foe("brute"), foe("runt"))
    effect = [("better-position",)] if reading == "success" else []
    table = bout.do(("fight", name, "brute"), *effect, readings=[reading])
    assert (bout["brute"].hp, bout["runt"].hp) == (10 - damage, 10)
    (event,) = citing(table, "trade.fight.damage")
    assert event.fields["raw"] == damage
    assert event.secret["now"] == 10 - damage


@pytest.mark.rule("trade.fight.damage")
def test_an_attack_without_a_hit_deals_nothing() -> None:
    bout = Bout(hero("ann", weapons=["greatsword"]), foe("brute"))
    bout.do(("fight", "greatsword", "brute"), readings=["failure"])
    assert bout["brute"].hp == 10


@pytest.mark.rule("trade.fight.damage")
def test_the_damage_lands_before_the_rest_of_the_result() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3), foe("runt"))
    bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    assert not bout["brute"].is_in
    assert bout.fight.trades == () or not bout.fight.owes("brute")
    bout.do(("end",))
    bout.phase()
    assert bout["ann"].health == 8  # by the runt: the brute was beaten before it could be owed
    assert bout.fight.near >= {("ann", "runt")}


@pytest.mark.rule("trade.fight.damage")
def test_the_last_hit_ends_the_fight_before_a_trade_is_paid() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3))
    bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    assert bout.fight.result == "heroes"
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.fight.unarmed")
@pytest.mark.parametrize(("way", "dice"), [("unarmed-strength", 4), ("unarmed-reflexes", 2)])
@pytest.mark.parametrize("weapons", [[], ["rapier"], ["longbow"]])
def test_bare_hands_are_always_at_hand_and_deal_one(
    weapons: list[str], way: str, dice: int
) -> None:
    bout = Bout(hero("ann", weapons=weapons, stats=UNLIKE), foe("brute"))
    table = bout.do(("fight", way, "brute"), readings=["mixed"])
    assert bout["brute"].hp == 9
    assert dice_of(table) == [dice]
    assert table.cited("trade.fight.unarmed")


@pytest.mark.rule("trade.fight.unarmed")
def test_bare_hands_are_left_when_every_weapon_is_lost() -> None:
    bout = Bout(hero("ann", weapons=[weapon("rapier", lost="broken")]), foe("brute"))
    ways = {key[1] for key in peek(bout)[2] if key[0] == "fight"}
    assert ways == {"unarmed-strength", "unarmed-reflexes"}


@pytest.mark.rule("trade.fight.unarmed")
def test_a_punch_is_a_melee_attack_and_owes_a_trade_as_one() -> None:
    bout = Bout(hero("ann", weapons=["longbow"]), foe("brute"))
    bout.do(("fight", "unarmed-reflexes", "brute"), ("end",), readings=["mixed"])
    assert bout.fight.near == {("ann", "brute")}
    assert bout.fight.owes("brute")
    assert not bout["ann"].pressed
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.fight.unarmed")
def test_being_pressed_costs_a_punch_no_die() -> None:
    bout = Bout(hero("ann", weapons=["longbow"]), foe("brute"))
    table = bout.do(
        ("fight", "longbow", "brute"),
        ("fight", "unarmed-strength", "brute"),
        readings=["mixed", "mixed"],
    )
    assert dice_of(table) == [3, 3]
    assert bout["ann"].pressed


@pytest.mark.rule("trade.fight.unarmed")
def test_house_rules_may_change_what_a_punch_deals() -> None:
    bout = Bout(hero("ann"), foe("brute"), house={"unarmed-damage": 2})
    bout.do(("fight", "unarmed-strength", "brute"), readings=["mixed"])
    assert bout["brute"].hp == 8
