"""The rules of trade on health: ten of it, bloodied at three, down at none, and back up."""

from typing import Any

import pytest
from trade_kit import (
    TRADE,
    Bout,
    ability,
    actions_offered,
    acts,
    ally,
    dice_of,
    foe,
    gm,
    hero,
    picks,
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


# ---- down ----


def pair(ann: int = 2, **fields: Any) -> Bout:
    """Ann, badly hurt, and Bob against two enemies of whom the first would down her."""
    return Bout(
        hero("ann", health=ann, abilities=[mend(3)]),
        hero("bob", abilities=[mend(3)]),
        foe("brute", damage=2, hp=20),
        foe("other", damage=1, hp=20),
        **fields,
    )


@pytest.mark.parametrize(("ann", "down"), [(2, True), (3, False)])
@pytest.mark.rule("trade.health.down")
def test_a_hero_at_nothing_is_down(ann: int, down: bool) -> None:
    bout = pair(ann)
    bout.do(("go", "ann"), END)
    table = bout.phase()
    assert bout["ann"].is_in is not down
    assert table.cited("trade.health.down") is down
    assert bout.fight.result is None


@pytest.mark.rule("trade.health.down-means")
def test_a_hero_who_is_down_takes_no_turn() -> None:
    bout = pair()
    bout.do(("go", "bob"), END)
    bout.phase(rulings=acts("brute", "damage", "ann"))
    for _ in range(2):
        bout.do(END)  # nobody but Bob is left to choose
        assert bout.fight.acting == "bob"
        bout.phase()
    assert bout.fight.round == 3


@pytest.mark.rule("trade.health.down-means", "trade.turn.reserve")
def test_a_hero_who_goes_down_loses_the_reserve() -> None:
    bout = pair()
    bout.do(("go", "ann"), ("reserve",))
    bout.phase(("pass",))
    assert bout["ann"].reserve == 0
    bout.do(END)
    table = bout.phase()
    assert not table.was_asked("trade.turn.reserve-window")


@pytest.mark.rule("trade.health.down-means")
def test_a_hero_who_is_down_cannot_be_commanded() -> None:
    bout = pair(0)
    bout.do(("end",))
    assert bout.last is not None
    offered = actions_offered(bout.last)
    assert cut() in offered
    assert not [key for key in offered if key[0] == "command"]
    bout = pair(1)
    bout.do(("go", "bob"), END)
    assert ("command", "ann", "brute") in actions_offered(bout.last)


@pytest.mark.rule("trade.health.down-means", "trade.mixed.lapses")
def test_trades_against_a_hero_who_is_down_lapse() -> None:
    bout = pair(5)
    bout.do(("go", "ann"), cut("other"), readings=["mixed"])
    gm(bout, "set", "ann", "health", 1)
    bout.do(cut("brute"), readings=["failure"])
    assert bout["ann"].health == 0
    table = bout.phase()
    assert set(picks(table)) == {("brute", "damage", "bob"), ("other", "damage", "bob")}
    assert bout["bob"].health == 8
    assert table.cited("trade.health.down-means")
    assert bout.fight.trades == ()


# ---- the fate of the fallen ----


@pytest.mark.rule("trade.health.down-fate")
def test_left_alone_the_fallen_are_struck_no_more() -> None:
    bout = pair()
    bout.do(("go", "ann"), END)
    table = bout.phase()
    assert table.was_asked("trade.health.down-fate")
    bout.do(END)
    assert {target for _, _, target in picks(bout.phase())} == {"bob"}
    assert bout["bob"].health == 8


@pytest.mark.rule("trade.health.down-fate")
def test_the_gm_may_let_enemies_go_on_striking_the_fallen() -> None:
    bout = pair()
    bout.do(("go", "ann"), END)
    bout.phase(rulings={"trade.health.down-fate": ("lying", "struck-on")})
    bout.do(END)
    assert {target for _, _, target in picks(bout.phase())} == {"ann", "bob"}
    assert bout["ann"].health == 0


@pytest.mark.rule("trade.health.down-fate", "trade.health.bounds")
def test_a_blow_at_the_fallen_takes_nothing_and_is_not_a_second_fall() -> None:
    bout = pair()
    bout.do(("go", "ann"), END)
    bout.phase(rulings={"trade.health.down-fate": ("lying", "struck-on")})
    bout.do(END)
    table = bout.phase(rulings=acts("brute", "damage", "ann"))
    assert bout["ann"].health == 0
    assert not table.cited("trade.health.down")
    assert not table.was_asked("trade.health.down-fate")


@pytest.mark.parametrize("fate", ["captured", "dying", "dead"])
@pytest.mark.rule("trade.health.down-fate")
def test_the_gm_says_what_becomes_of_the_fallen(fate: str) -> None:
    bout = pair()
    bout.do(("go", "ann"), END)
    bout.phase(rulings={"trade.health.down-fate": (fate, "spared")})
    assert bout["ann"].fate == fate
    assert bout.fight.result is None


# ---- back up ----


@pytest.mark.rule("trade.health.back-up")
def test_a_fallen_hero_who_gains_health_is_up_at_once_and_goes_this_round() -> None:
    bout = pair(0)
    table = bout.do(("ability", "mend", "ann"), END)
    assert bout["ann"].health == 3
    assert bout["ann"].is_in
    assert table.cited("trade.health.back-up")
    bout.phase()
    table = bout.do(cut(), readings=["mixed"])
    assert bout.fight.acting == "ann"
    assert bout.fight.round == 1
    assert dice_of(table) == [2]


@pytest.mark.rule("trade.health.back-up")
def test_a_hero_brought_back_after_having_gone_waits_for_the_next_round() -> None:
    bout = pair()
    bout.do(("go", "ann"), END)
    bout.phase()
    assert bout["ann"].health == 0
    bout.do(("ability", "mend", "ann"), END)
    bout.phase(rulings=acts("other", "damage", "bob"))
    assert bout["ann"].health == 3
    bout.do(("go", "ann"), END)  # both choose again: a new round
    assert bout.fight.round == 2


@pytest.mark.rule("trade.health.bounds", "trade.health.back-up")
def test_numbers_that_no_rule_could_bring_about_stop_nothing() -> None:
    bout = pair()
    gm(bout, "set", "ann", "health", 900)
    assert TRADE.oddities(bout.fight)
    bout.do(("go", "ann"), END)
    bout.phase(rulings=acts("brute", "damage", "ann"))
    assert bout["ann"].is_in
    gm(bout, "set", "ann", "health", 0)
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 0
