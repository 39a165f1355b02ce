"""Closing in: a melee blow brings a pair within reach (area `scene` of the ledger)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, ally, citing, dice_of, foe, hero

BRUTE = ("ann", "brute")


@pytest.mark.rule("trade.scene.closing-in")
@pytest.mark.parametrize("reading", ["failure", "mixed", "success"])
@pytest.mark.parametrize("weapon", ["rapier", "greatsword", "unarmed-reflexes", "unarmed-strength"])
def test_a_melee_attack_closes_in_at_no_cost(weapon: str, reading: str) -> None:
    bout = Bout(
        hero("ann", weapons=["rapier", "greatsword"]), foe("brute", ranged=True), foe("runt")
    )
    effect = [("better-position",)] if reading == "success" else []
    table = bout.do(("fight", weapon, "brute"), *effect, readings=[reading])
    assert bout.fight.near == {BRUTE}
    assert dice_of(table) == [3]
    assert bout.fight.taken == 1
    assert bout.fight.actions == (0 if reading == "failure" else 1)
    (event,) = citing(table, "trade.scene.closing-in")
    assert (event.fields["who"], event.fields["enemy"]) == BRUTE


@pytest.mark.rule("trade.scene.closing-in")
def test_who_is_near_already_does_not_close_in_again() -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={"drop": "nobody", "near": [["ann", "brute"]]})
    table = bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    assert not table.cited("trade.scene.closing-in")


@pytest.mark.rule("trade.scene.closing-in")
@pytest.mark.parametrize("weapon", ["longbow", "hand-cannon"])
def test_a_ranged_attack_that_succeeds_closes_nobody_in(weapon: str) -> None:
    bout = Bout(hero("ann", weapons=[weapon]), foe("brute"))
    bout.do(("fight", weapon, "brute"), ("better-position",), readings=["success"])
    assert bout.fight.near == frozenset()


@pytest.mark.rule("trade.scene.closing-in")
@pytest.mark.parametrize(("ranged", "pairs"), [(False, {("bob", "brute")}), (True, set())])
def test_a_commanded_ally_closes_in_unless_it_is_ranged(ranged: bool, pairs: Any) -> None:
    bout = Bout(hero("ann"), ally("bob", ranged=ranged), foe("brute"))
    bout.do(("command", "bob", "brute"), ("better-position",), readings=["success"])
    assert bout.fight.near == pairs


@pytest.mark.rule("trade.scene.closing-in")
@pytest.mark.parametrize(("ranged", "pairs"), [(False, {BRUTE}), (True, set())])
def test_an_enemy_dealing_its_damage_in_the_phase_closes_in_unless_ranged(
    ranged: bool, pairs: Any
) -> None:
    bout = Bout(hero("ann"), hero("bob"), foe("brute", ranged=ranged), foe("runt"))
    bout.do(("go", "ann"), ("end",))
    table = bout.phase()
    assert bout["ann"].health == 8
    assert bout.fight.near == pairs
    assert table.cited("trade.scene.closing-in") is not ranged


@pytest.mark.rule("trade.scene.closing-in")
@pytest.mark.parametrize(("ranged", "pairs"), [(False, {BRUTE}), (True, set())])
def test_the_blow_of_a_failure_closes_in_unless_the_enemy_is_ranged(
    ranged: bool, pairs: Any
) -> None:
    bout = Bout(hero("ann"), foe("brute", ranged=ranged), foe("runt"))
    bout.do(("flee", "reflexes", "leave"), readings=["failure"])
    assert bout["ann"].health == 8
    assert bout.fight.near == pairs


@pytest.mark.rule("trade.scene.closing-in")
def test_an_enemy_that_uses_an_ability_closes_in_on_nobody() -> None:
    spit = ability("spit", {"kind": "damage", "amount": 1}, stat=None, target="one hero or ally")
    bout = Bout(hero("ann"), foe("brute", abilities=[spit]))
    bout.do(("end",))
    bout.phase(rulings={"trade.phase.group-pick": ("use", "brute", "spit", "ann")})
    assert bout["ann"].health == 9
    assert bout.fight.near == frozenset()
