"""The trade of a mixed success (area `mixed` of the ledger)."""

from __future__ import annotations

from typing import Any

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


def pair(house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """A hero against a brute (4 damage) and a cutter (1 damage)."""
    return Bout(
        hero("ann", **fields),
        foe("brute", damage=4, hp=20, abilities=[HEX]),
        foe("cutter", damage=1, hp=20, abilities=[HEX]),
        house=house,
    )


@pytest.mark.rule("trade.mixed.trade")
def test_a_mixed_success_deals_its_damage_now_and_the_enemy_its_own_in_the_phase() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4))
    table = bout.do(HIT, readings=["mixed"])
    assert bout["brute"].hp == 7
    assert bout["ann"].health == 10
    assert bout.fight.trades == (("brute", "ann"),)
    assert not bout["brute"].suppressed
    (event,) = citing(table, "trade.mixed.trade")[-1:]
    assert {"brute", "ann"} <= set(event.fields.values())
    bout.do(END)
    bout.phase()
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.mixed.trade")
def test_the_trade_is_the_static_damage_less_armor() -> None:
    bout = Bout(hero("ann", armor=3), foe("brute", damage=4))
    bout.do(HIT, END, readings=["mixed"])
    bout.phase()
    assert bout["ann"].health == 9


@pytest.mark.rule("trade.mixed.trade")
def test_the_trade_of_a_commanded_attack_is_owed_to_the_ally() -> None:
    bout = Bout(hero("ann"), ally("hound"), foe("brute", damage=4))
    bout.do(("command", "hound", "brute"), readings=["mixed"])
    assert bout.fight.trades == (("brute", "hound"),)


@pytest.mark.rule("trade.mixed.turn-continues")
def test_the_turn_goes_on_while_an_action_is_left() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(HIT, readings=["mixed"])
    assert (bout.fight.acting, bout.fight.actions) == ("ann", 1)
    assert bout.fight.stage != "phase"
    bout.do(HIT, readings=["mixed"])
    assert bout.fight.stage == "phase"
    assert bout["ann"].health == 10


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_several_trades_with_one_enemy_are_settled_by_one_blow() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4))
    bout.do(HIT, HIT, readings=["mixed", "mixed"])
    table = bout.phase()
    assert bout["ann"].health == 6
    assert citing(table, "trade.mixed.is-the-phase-action")
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.mixed.is-the-phase-action")
@pytest.mark.parametrize(("first", "last"), [(HIT, CUT), (CUT, HIT)])
def test_of_two_owed_enemies_one_acts_by_default_the_one_fought_last(
    first: tuple[str, ...], last: tuple[str, ...]
) -> None:
    bout = pair()
    bout.do(first, last, readings=["mixed", "mixed"])
    table = bout.phase()
    assert actors(table) == {"brute", "cutter"}
    assert bout["ann"].health == (6 if last == HIT else 9)


@pytest.mark.rule("trade.mixed.is-the-phase-action", "trade.mixed.lapses")
def test_the_gm_picks_among_owed_enemies_and_the_trade_of_the_other_lapses() -> None:
    bout = pair()
    bout.do(HIT, CUT, readings=["mixed", "mixed"])
    table = bout.phase(rulings={PICK: ("strike", "brute", "ann")})
    assert bout["ann"].health == 6
    lapsed = [e for e in citing(table, "trade.mixed.lapses") if e.code == "trade-lapsed"]
    assert [(e.fields["who"], e.fields["exposed"]) for e in lapsed] == [("cutter", "ann")]
    assert bout.fight.trades == ()
    bout.do(END)
    table = bout.phase(rulings={PICK: ("strike", "brute", "ann")})
    assert bout["ann"].health == 2


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_the_claim_binds_an_enemy_owed_nothing_cannot_be_named() -> None:
    bout = pair()
    bout.do(HIT, END, readings=["mixed"])
    table = bout.phase()
    assert actors(table) == {"brute"}
    assert bout["ann"].health == 6


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_the_owed_enemy_acts_although_another_was_fought_later() -> None:
    bout = pair()
    bout.do(HIT, CUT, readings=["mixed", "failure"])
    assert bout["ann"].health == 9
    bout.phase()
    assert bout["ann"].health == 5


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_an_owed_enemy_is_offered_its_damage_and_no_ability() -> None:
    bout = pair()
    bout.do(HIT, CUT, readings=["mixed", "mixed"])
    table = bout.phase()
    assert all("hex" not in option for option in table.options_of(PICK))
    assert all(option[0] == "strike" for option in table.options_of(PICK))


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_an_enemy_owed_nothing_has_the_choice_of_an_ability() -> None:
    bout = pair()
    bout.do(END)
    table = bout.phase()
    assert any("hex" in option for option in table.options_of(PICK))


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_by_house_rule_an_owed_enemy_may_use_an_ability_on_the_one_exposed() -> None:
    bout = Bout(
        hero("ann"),
        hero("bob"),
        foe("brute", damage=4, abilities=[HEX]),
        house={"trade-by-ability": "yes"},
    )
    bout.do(("go", "ann"), HIT, END, readings=["mixed"])
    table = bout.phase(rulings={PICK: ("use", "brute", "hex", "ann")})
    targets = {option[-1] for option in table.options_of(PICK) if "hex" in option}
    assert targets == {"ann"}
    assert (bout["ann"].health, bout["bob"].health) == (5, 10)


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_with_several_exposed_to_the_owed_enemy_the_gm_picks_one_of_them() -> None:
    for target in ("ann", "hound"):
        bout = Bout(hero("ann"), hero("bob"), ally("hound"), foe("brute", damage=4))
        bout.do(("go", "ann"), HIT, ("command", "hound", "brute"), readings=["mixed", "mixed"])
        table = bout.phase(rulings={PICK: ("strike", "brute", target)})
        assert {option[-1] for option in table.options_of(PICK)} == {"ann", "hound"}
        assert bout["ann"].health == (6 if target == "ann" else 10)
        assert bout["hound"].hp == (6 if target == "hound" else 10)
        assert bout["bob"].health == 10


@pytest.mark.rule("trade.mixed.is-the-phase-action", "trade.mixed.lapses")
def test_by_house_rule_the_gm_may_pass_over_the_owed_enemy_and_its_trade_lapses() -> None:
    bout = pair(house={"trade-binds-phase": "no"})
    bout.do(HIT, END, readings=["mixed"])
    table = bout.phase(rulings={PICK: ("strike", "cutter", "ann")})
    assert bout["ann"].health == 9
    assert citing(table, "trade.mixed.lapses")
    assert bout.fight.trades == ()


@pytest.mark.rule("trade.mixed.is-the-phase-action")
def test_by_that_house_rule_the_last_roll_alone_suggests_who_acts() -> None:
    bout = pair(house={"trade-binds-phase": "no"})
    bout.do(HIT, CUT, readings=["mixed", "failure"])
    assert bout["ann"].health == 9
    bout.phase()
    assert bout["ann"].health == 8


@pytest.mark.rule("trade.mixed.trade", "trade.failure.only-second-action")
def test_a_mixed_success_after_all_heroes_waits_for_the_phase_of_the_round() -> None:
    house = {"enemy-phase": "after-all-heroes"}
    bout = Bout(hero("ann"), hero("bob"), foe("brute", damage=4), house=house)
    bout.do(("go", "ann"), HIT, END, readings=["mixed"])
    bout.do(HIT, END, readings=["mixed"])
    assert (bout["ann"].health, bout["bob"].health) == (10, 10)
    bout.phase(rulings={PICK: ("strike", "brute", "ann")})
    assert (bout["ann"].health, bout["bob"].health) == (6, 10)
