"""The rules of trade on heroes who are down: what it means, their fate, and getting up again."""

from typing import Any

import pytest
from trade_kit import TRADE, Bout, ability, actions_offered, acts, dice_of, foe, gm, hero, picks

END = ("end",)


def cut(at: str = "brute") -> tuple[str, ...]:
    return ("fight", "rapier", at)


def mend(amount: int) -> dict[str, Any]:
    heal = {"kind": "heal", "amount": amount}
    return ability("mend", heal, stat=None, target="one hero or ally")


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
    fallen = bout.do(cut("brute"), readings=["failure"])
    assert bout["ann"].health == 0
    assert [event.fields for event in fallen.events if event.code == "trade-lapsed"] == [
        {"who": "other", "exposed": "ann", "reason": "gone"}
    ]
    assert bout.fight.trades == ()
    table = bout.phase()
    assert set(picks(table)) == {("brute", "damage", "bob"), ("other", "damage", "bob")}
    assert bout["bob"].health == 8
    assert "trade-lapsed" not in table.codes()


@pytest.mark.rule("trade.health.down-means", "trade.mixed.lapses")
def test_a_trade_that_has_lapsed_does_not_come_back_with_the_hero() -> None:
    """Bob lifts Ann out of his reserve before the phase; nobody is owed a blow at her any more."""
    bout = pair(5)
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(("pass",), rulings=acts("brute", "damage", "bob"))
    bout.do(cut("other"), ("pass",), readings=["mixed"])
    gm(bout, "set", "ann", "health", 1)
    bout.do(cut("brute"), ("ability", "mend", "ann"), readings=["failure"])
    assert bout["ann"].health == 3
    table = bout.phase()
    assert ("other", "damage", "bob") in picks(table)
    assert ("brute", "damage", "bob") in picks(table)


@pytest.mark.rule("trade.health.down-means")
def test_a_hero_put_down_by_the_gms_hand_is_owed_to_nobody_either() -> None:
    bout = pair(5)
    bout.do(("go", "ann"), cut("other"), readings=["mixed"])
    gm(bout, "set", "ann", "health", 0)
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
