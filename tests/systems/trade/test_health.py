"""The rules of trade on health: ten of it, and bloodied at three (down: test_health_down.py)."""

from typing import Any

import pytest
from trade_kit import (
    TRADE,
    Bout,
    ability,
    acts,
    ally,
    dice_of,
    foe,
    hero,
)

from affray.kernel.rulebook import HouseRules

END = ("end",)
BETTER = ("better-position",)
MEND = ability("mend", {"kind": "heal", "amount": 1}, stat=None, target="one hero or ally")


def cut(at: str = "brute") -> tuple[str, ...]:
    return ("fight", "rapier", at)


def mend(amount: int) -> dict[str, Any]:
    heal = {"kind": "heal", "amount": amount}
    return ability("mend", heal, stat=None, target="one hero or ally")


# ---- how much ----


@pytest.mark.rule("trade.health.ten")
def test_a_hero_has_ten_health_unless_said_otherwise() -> None:
    stats = {"strength": 3, "reflexes": 3, "wits": 2, "charm": 2}
    house = HouseRules(TRADE.rulebook)
    assert TRADE.check_block("hero", {"name": "A", "stats": stats}, house)["health"] == 10


@pytest.mark.parametrize(
    ("health", "damage", "left"), [(3, 2, 1), (3, 3, 0), (3, 9, 0), (10, 11, 0)]
)
@pytest.mark.rule("trade.health.bounds")
def test_damage_beyond_nothing_is_lost(health: int, damage: int, left: int) -> None:
    bout = Bout(hero("ann", health=health), hero("bob"), foe("brute", damage=damage))
    bout.do(("go", "ann"), END)
    bout.phase()
    assert bout["ann"].health == left
    assert bout["bob"].health == 10


@pytest.mark.parametrize(
    ("health", "heals", "now"), [(5, 3, 8), (7, 3, 10), (8, 3, 10), (10, 3, 10)]
)
@pytest.mark.rule("trade.health.bounds")
def test_healing_beyond_ten_is_lost(health: int, heals: int, now: int) -> None:
    bout = Bout(hero("ann", health=health, abilities=[mend(heals)]), foe("brute"))
    bout.do(("ability", "mend", "ann"))
    assert bout["ann"].health == now


@pytest.mark.parametrize(("hp", "now"), [(2, 5), (7, 10), (9, 10), (10, 10)])
@pytest.mark.rule("trade.ability.block")
def test_an_ally_is_healed_up_to_its_full_hp(hp: int, now: int) -> None:
    bout = Bout(hero("ann", abilities=[mend(3)]), ally("hound", hp_now=hp), foe("brute"))
    bout.do(("ability", "mend", "hound"))
    assert bout["hound"].hp == now


# ---- bloodied ----


@pytest.mark.parametrize(("health", "dice"), [(10, 3), (4, 3), (3, 2), (2, 2), (1, 2)])
@pytest.mark.parametrize(
    "action",
    [
        cut(),
        ("flee", "charm", "leave"),
        ("ability", "jinx", "brute"),
        ("command", "hound", "brute"),
        ("respond", "reflexes", "other", "bar the door"),
    ],
    ids=lambda action: action[0],
)
@pytest.mark.rule("trade.health.bloodied")
def test_at_three_health_or_fewer_every_check_is_one_die_short(
    action: tuple[str, ...], health: int, dice: int
) -> None:
    jinx = ability("jinx", {"kind": "note", "text": "shiver"})
    bout = Bout(
        hero("ann", health=health, abilities=[jinx]), hero("bob"), ally("hound"), foe("brute")
    )
    table = bout.do(("go", "ann"), action, readings=["mixed"])
    assert dice_of(table) == [dice]
    (read,) = [event for event in table.events if event.code == "read"]
    assert ("trade.health.bloodied" in read.rules) is (health <= 3)


@pytest.mark.rule("trade.health.bloodied")
def test_a_blow_that_leaves_three_tells_at_the_next_roll() -> None:
    bout = Bout(hero("ann", health=5), foe("brute", damage=2))
    extra = {"trade.failure.worse-position": ("extra-damage",)}
    bout["brute"].damage = 0
    assert dice_of(bout.do(cut(), readings=["failure"], rulings=extra)) == [3]
    assert bout["ann"].health == 3
    bout.phase()
    table = bout.do(cut(), readings=["mixed"])
    assert dice_of(table) == [2]


@pytest.mark.parametrize(("health", "dice"), [(2, 2), (3, 3), (9, 3)])
@pytest.mark.rule("trade.health.bloodied-ends")
def test_the_die_is_back_the_moment_health_is_four(health: int, dice: int) -> None:
    bout = Bout(hero("ann", health=health, abilities=[MEND]), foe("brute"))
    table = bout.do(("ability", "mend", "ann"), cut(), readings=["mixed"])
    assert dice_of(table) == [dice]


@pytest.mark.rule("trade.health.bloodied-ends")
def test_being_bloodied_has_an_end_that_is_told() -> None:
    bout = Bout(hero("ann", health=3, abilities=[MEND]), foe("brute"))
    assert bout.do(("ability", "mend", "ann")).cited("trade.health.bloodied-ends")


@pytest.mark.rule("trade.health.bloodied")
def test_becoming_bloodied_is_told_once() -> None:
    bout = Bout(hero("ann", health=4), foe("brute", damage=1))
    told = []
    for _ in range(2):
        bout.do(END)
        told.append(bout.phase().cited("trade.health.bloodied"))
    assert bout["ann"].health == 2
    assert told == [True, False]


@pytest.mark.rule("trade.health.npc-never-bloodied")
def test_npcs_are_never_bloodied() -> None:
    bout = Bout(hero("ann"), ally("hound", hp_now=1, damage=2), foe("brute", hp_now=3, damage=2))
    table = bout.do(("command", "hound", "brute"), END, readings=["mixed"])
    assert dice_of(table) == [3]
    assert bout["brute"].hp == 1
    table = bout.phase(rulings=acts("brute", "damage", "hound"))
    assert bout["hound"].hp == 0
    assert not table.cited("trade.health.bloodied")
