"""How trades lapse and what they are not (area `mixed` of the ledger)."""

from __future__ import annotations

import pytest
from trade_kit import Bout, ability, ally, citing, foe, hero

from affray.testing.script import ScriptedTable

BETTER = ("better-position",)
END = ("end",)
HIT = ("fight", "rapier", "brute")
CUT = ("fight", "rapier", "cutter")
PICK = "trade.phase.group-pick"
HEX = ability("hex", {"kind": "damage", "amount": 5}, stat=None, target="one hero or ally")


def actors(table: ScriptedTable) -> set[str]:
    """Which enemies the GM could name for the phase."""
    return {str(option[1]) for option in table.options_of(PICK)}


@pytest.mark.rule("trade.mixed.lapses")
def test_a_trade_lapses_when_its_enemy_goes_down_and_another_acts_in_its_place() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=6, damage=4), foe("cutter", damage=1))
    bout.do(HIT, HIT, readings=["mixed", "mixed"])
    assert not bout["brute"].is_in
    table = bout.phase()
    assert bout["ann"].health == 9
    assert bout.fight.trades == ()
    assert [e.fields["who"] for e in citing(table, "trade.mixed.lapses")] == ["brute"]


@pytest.mark.rule("trade.mixed.lapses")
def test_a_mixed_blow_that_downs_its_enemy_leaves_no_trade_to_pay() -> None:
    bout = Bout(hero("ann"), foe("brute", hp=3, damage=4), foe("cutter", damage=1))
    table = bout.do(HIT, END, readings=["mixed"])
    assert bout.fight.trades == ()
    assert not citing(table, "trade.mixed.trade")
    bout.phase()
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.mixed.lapses")
@pytest.mark.parametrize("readings", [("mixed", "success"), ("success", "mixed")])
def test_a_trade_lapses_when_its_enemy_is_suppressed_earlier_or_later(
    readings: tuple[str, str],
) -> None:
    bout = Bout(hero("ann"), foe("brute", hp=20, damage=4), foe("cutter", damage=1))
    choices = [HIT, HIT, BETTER] if readings[1] == "success" else [HIT, BETTER, HIT]
    events = bout.do(*choices, readings=readings).events
    events += bout.phase().events
    assert bout["ann"].health == 9
    assert any("trade.mixed.lapses" in event.rules for event in events)
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.mixed.lapses")
def test_a_trade_lapses_when_the_one_exposed_is_down_and_its_enemy_may_act_freely() -> None:
    bout = Bout(
        hero("ann"),
        ally("hound", hp=1),
        foe("brute", damage=4),
        foe("cutter", damage=3, hp=20),
    )
    bout.do(
        ("command", "hound", "brute"), ("command", "hound", "cutter"), readings=["mixed", "failure"]
    )
    assert not bout["hound"].is_in
    table = bout.phase(rulings={PICK: ("strike", "brute", "ann")})
    assert actors(table) == {"brute", "cutter"}
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.mixed.lapses")
def test_a_trade_lapses_when_the_hero_has_got_clear() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=4), foe("cutter", damage=1))
    table = bout.do(
        ("go", "ann"), HIT, ("flee", "reflexes", "leave"), readings=["mixed", "success"]
    )
    assert bout.fight.trades == ()
    assert [e.fields["exposed"] for e in citing(table, "trade.mixed.lapses")] == ["ann"]
    table = bout.phase(rulings={PICK: ("strike", "cutter", "bob")})
    assert (bout["ann"].health, bout["bob"].health) == (10, 9)


@pytest.mark.rule("trade.mixed.lapses")
def test_trades_do_not_outlive_the_phase_of_their_turn() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=4), foe("cutter", hp=20, damage=1))
    bout.do(("go", "ann"), HIT, CUT, readings=["mixed", "mixed"])
    bout.phase()
    assert bout["ann"].health == 9
    bout.do(END)
    table = bout.phase()
    assert actors(table) == {"brute", "cutter"}
    assert (bout["ann"].health, bout["bob"].health) == (9, 6)


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_by_that_house_rule_an_ability_that_spares_the_one_exposed_is_not_offered() -> None:
    rally = ability("rally", {"kind": "heal", "amount": 1}, stat=None, target="all enemies")
    bout = Bout(
        hero("ann"),
        foe("brute", damage=4, abilities=[rally, HEX]),
        house={"trade-by-ability": "yes"},
    )
    bout.do(HIT, END, readings=["mixed"])
    table = bout.phase()
    offered = {option[2] for option in table.options_of(PICK) if option[0] != "strike"}
    assert offered == {"hex"}


@pytest.mark.rule("trade.mixed.is-the-phase-action", "trade.mixed.trade")
def test_no_command_is_cited_where_nobody_was_commanded() -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=4, hp=20))
    bout.do(("go", "bob"), ("reserve",))
    bout.phase(("pass",))
    table = bout.do(HIT, HIT, END, readings=["mixed", "mixed"])
    assert bout.fight.trades == (("brute", "ann"), ("brute", "bob"))
    events = [*table.events, *bout.phase(rulings={PICK: ("strike", "brute", "bob")}).events]
    assert bout["bob"].health == 10 - 4 - 4
    assert not [e.rules for e in events if any(".command." in rule for rule in e.rules)]


@pytest.mark.rule("trade.mixed.lapses")
def test_a_hero_who_gets_clear_leaves_the_trades_of_others_open() -> None:
    bout = Bout(hero("ann"), hero("bob"), ally("hound"), foe("brute", damage=4), foe("cutter"))
    bout.do(("go", "ann"), HIT, ("additional-action",), readings=["success"])
    bout["brute"].suppressed = False
    bout.do(
        ("command", "hound", "brute"), CUT, ("additional-action",), readings=["mixed", "success"]
    )
    bout.do(("flee", "charm", "leave"), readings=["success"])
    assert bout.fight.trades == (("brute", "hound"),)
    bout.phase()
    assert (bout["hound"].hp, bout["bob"].health) == (6, 10)


@pytest.mark.rule("trade.mixed.trade")
def test_a_trade_run_up_out_of_turn_with_another_enemy_is_due_in_the_next_phase() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4), foe("cutter", damage=1))
    bout.do(("reserve",))
    bout.phase(CUT, readings=["mixed"], rulings={PICK: ("strike", "brute", "ann")})
    assert bout["ann"].health == 6
    bout.do(END)
    table = bout.phase()
    assert actors(table) == {"cutter"}
    assert bout["ann"].health == 5
