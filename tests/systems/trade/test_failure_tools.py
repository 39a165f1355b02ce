"""Lost tools, worse positions that cannot apply, and the phase after a failure."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, actions_offered, citing, foe, hero

from affray.testing.script import ScriptedTable

WORSE = "trade.failure.worse-position"
TOOL = "trade.failure.lost-tool"
PICK = "trade.phase.group-pick"
END = ("end",)
HIT = ("fight", "rapier", "brute")
CUT = ("fight", "rapier", "cutter")
BAD = {WORSE: ("bad-situation",)}
HEX = ability("hex", {"kind": "damage", "amount": 3}, stat=None, target="one hero or ally")
BANE = ability("bane", {"kind": "dice", "dice": -1}, stat=None, target="self")
SHIELD = {"id": "shield", "name": "shield", "lost": ""}


def kinds(table: ScriptedTable) -> set[str]:
    """Which worse positions the GM was offered."""
    return {str(option[0]) for option in table.options_of(WORSE)}


def lose(thing: str, how: str) -> dict[str, Any]:
    return {WORSE: ("lost-tool", thing, how)}


def fail(bout: Bout, *first: tuple[str, ...], **rulings: Any) -> ScriptedTable:
    return bout.do(*first, HIT, readings=["failure"], **rulings)


def offered(bout: Bout, kind: str, place: int) -> set[str]:
    """A place of the options of one kind at the hero's next action, which ends the turn."""
    return {str(o[place]) for o in actions_offered(bout.do(END)) if o[0] == kind}


# ---- lost tools ----


@pytest.mark.rule("trade.failure.lost-tool")
def test_the_gm_names_any_thing_carried_and_how_it_is_lost() -> None:
    bout = Bout(hero("ann", weapons=("rapier", "dagger"), tools=[dict(SHIELD)]), foe("brute"))
    table = fail(bout, rulings=lose("shield", "broken"))
    assert {o[1:] for o in table.options_of(WORSE) if o[0] == "lost-tool"} == {
        (thing, how)
        for thing in ("rapier", "dagger", "shield")
        for how in ("knocked-away", "broken")
    }
    assert bout["ann"].lost == {"shield": "broken"}
    assert citing(table, TOOL)


@pytest.mark.rule("trade.failure.lost-tool")
def test_a_gadget_can_be_lost_and_its_ability_is_then_out_of_use() -> None:
    pot = ability("pot", {"kind": "suppress"}, origin="equipment")
    rite = ability("rite", {"kind": "suppress"}, origin="profession")
    bout = Bout(hero("ann", abilities=[pot, rite]), foe("brute"))
    fail(bout, rulings=lose("pot", "broken"))
    assert bout["ann"].lost == {"pot": "broken"}
    assert offered(bout, "ability", 1) == {"rite"}


@pytest.mark.rule("trade.failure.lost-tool")
def test_by_default_the_thing_lost_is_the_weapon_in_hand_knocked_away() -> None:
    bout = Bout(
        hero("ann", weapons=("dagger", "rapier"), tools=[dict(SHIELD)]),
        foe("brute"),
        house={"suppression-stops-failure-blow": "yes"},
    )
    bout.do(HIT, ("better-position",), readings=["success"])
    bout["ann"].bad_waiting = 1
    table = fail(bout)
    assert kinds(table) == {"lost-tool"}
    assert bout["ann"].lost == {"rapier": "knocked-away"}


@pytest.mark.rule("trade.failure.lost-tool-back")
def test_a_thing_knocked_away_is_out_of_use_and_another_weapon_serves_at_no_cost() -> None:
    bout = Bout(hero("ann", weapons=("rapier", "dagger")), foe("brute", damage=0))
    fail(bout, rulings=lose("rapier", "knocked-away"))
    assert offered(bout, "fight", 1) == {"dagger", "unarmed-strength", "unarmed-reflexes"}
    bout.do(("fight", "dagger", "brute"), readings=["mixed"])
    assert (bout.fight.actions, bout["brute"].hp) == (1, 8)


@pytest.mark.rule("trade.failure.lost-tool-back")
@pytest.mark.parametrize("how", ["knocked-away", "broken"])
def test_without_any_weapon_the_hero_fights_unarmed(how: str) -> None:
    bout = Bout(hero("ann"), foe("brute", damage=0))
    fail(bout, rulings=lose("rapier", how))
    assert offered(bout, "fight", 1) == {"unarmed-strength", "unarmed-reflexes"}


@pytest.mark.rule("trade.failure.lost-tool-back")
@pytest.mark.parametrize(
    ("reading", "back"), [("failure", False), ("mixed", True), ("success", True)]
)
def test_a_thing_knocked_away_comes_back_with_a_mixed_fetch(reading: str, back: bool) -> None:
    bout = Bout(hero("ann"), foe("brute", damage=0))
    fail(bout, rulings=lose("rapier", "knocked-away"))
    choices: list[tuple[str, ...]] = [("respond", "wits", "fetch", "rapier")]
    if reading == "success":
        choices.append(("better-position",))
    table = bout.do(*choices, readings=[reading], rulings=BAD)
    assert (bout["ann"].lost == {}) is back
    assert bool(citing(table, "trade.failure.lost-tool-back")) is back
    if reading != "failure":
        bout.do(HIT, readings=["mixed"])
        assert bout["brute"].hp == 7


@pytest.mark.rule("trade.failure.lost-tool-back")
def test_only_the_thing_that_was_fetched_comes_back() -> None:
    bout = Bout(hero("ann", weapons=("rapier", "dagger")), foe("brute", damage=0))
    fail(bout, rulings=lose("dagger", "knocked-away"))
    fail(bout, rulings=lose("rapier", "knocked-away"))
    bout.do(("respond", "wits", "fetch", "dagger"), readings=["mixed"])
    assert bout["ann"].lost == {"rapier": "knocked-away"}


@pytest.mark.rule("trade.failure.lost-tool-back")
def test_a_broken_thing_cannot_be_fetched_nor_one_that_was_never_lost() -> None:
    bout = Bout(hero("ann", weapons=("rapier", "dagger")), foe("brute", damage=0))
    fail(bout, rulings=lose("rapier", "broken"))
    options = actions_offered(bout.do(END))
    assert not [o for o in options if o[0] == "respond" and o[2] == "fetch"]


# ---- effects that can do nothing ----


@pytest.mark.rule("trade.failure.options-must-apply")
def test_an_ability_is_offered_only_if_the_opponent_has_one() -> None:
    bout = Bout(hero("ann"), foe("brute"), foe("cutter", abilities=[HEX]))
    assert kinds(fail(bout, rulings=BAD)) == {"bad-situation", "extra-damage", "lost-tool"}


@pytest.mark.rule("trade.failure.options-must-apply")
def test_an_ability_that_is_used_up_is_not_offered() -> None:
    once = HEX | {"uses_per_fight": 1}
    bout = Bout(hero("ann"), foe("brute", damage=0, abilities=[once]))
    fail(bout, rulings={WORSE: ("enemy-ability", "hex")})
    bout.phase()
    assert "enemy-ability" not in kinds(fail(bout, rulings=BAD))


@pytest.mark.rule("trade.failure.options-must-apply")
def test_a_tool_is_lost_only_by_somebody_who_carries_one() -> None:
    bout = Bout(hero("ann", weapons=()), foe("brute"))
    table = bout.do(("fight", "unarmed-strength", "brute"), readings=["failure"])
    assert kinds(table) == {"bad-situation", "extra-damage"}


@pytest.mark.rule("trade.failure.options-must-apply")
def test_what_is_lost_already_cannot_be_lost_again() -> None:
    bout = Bout(hero("ann", weapons=("rapier", "dagger")), foe("brute", damage=0))
    fail(bout, rulings=lose("dagger", "knocked-away"))
    table = fail(bout, rulings=BAD)
    assert {o[1] for o in table.options_of(WORSE) if o[0] == "lost-tool"} == {"rapier"}


@pytest.mark.rule("trade.failure.options-must-apply")
@pytest.mark.parametrize(("stack", "offered_again"), [("no", False), ("yes", True)])
def test_a_second_bad_situation_is_offered_only_where_positions_stack(
    stack: str, offered_again: bool
) -> None:
    bout = Bout(hero("ann", abilities=[BANE]), foe("brute"), house={"positions-stack": stack})
    table = fail(bout, ("ability", "bane", "ann"))
    assert ("bad-situation" in kinds(table)) is offered_again


@pytest.mark.rule("trade.failure.options-must-apply")
def test_a_bad_situation_that_counts_in_this_turn_does_not_bar_the_next() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=0))
    fail(bout, rulings=BAD)
    assert "bad-situation" in kinds(fail(bout))
    assert bout["ann"].bad_waiting == 1


@pytest.mark.rule("trade.failure.options-must-apply")
def test_where_nothing_can_apply_nothing_is_picked() -> None:
    house = {"suppression-stops-failure-blow": "yes"}
    bout = Bout(hero("ann", weapons=(), abilities=[BANE]), foe("brute"), house=house)
    fist = ("fight", "unarmed-strength", "brute")
    bout.do(("ability", "bane", "ann"), fist, ("additional-action",), readings=["success"])
    table = bout.do(fist, readings=["failure"])
    assert not table.was_asked(WORSE)
    assert bout["ann"].health == 10
    assert bout["ann"].bad_waiting == 1
    assert bout.fight.stage == "phase"


# ---- the phase after it ----


@pytest.mark.rule("trade.failure.phase-still-comes", "trade.failure.only-second-action")
def test_the_enemy_that_struck_acts_in_the_phase_too() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4), foe("cutter", damage=1))
    fail(bout, rulings=BAD)
    assert bout["ann"].health == 6
    bout.phase()
    assert bout["ann"].health == 2


@pytest.mark.rule("trade.failure.phase-still-comes")
def test_after_a_failure_the_gm_may_still_name_another_enemy() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4), foe("cutter", damage=1))
    fail(bout, rulings=BAD)
    bout.phase(rulings={PICK: ("strike", "cutter", "ann")})
    assert bout["ann"].health == 5


@pytest.mark.rule("trade.failure.phase-still-comes")
def test_a_trade_owed_by_another_able_enemy_binds_the_phase_after_a_failure() -> None:
    bout = Bout(hero("ann"), foe("brute", damage=4), foe("cutter", damage=1))
    bout.do(CUT, HIT, readings=["mixed", "failure"], rulings=BAD)
    assert bout["ann"].health == 6
    bout.phase()
    assert bout["ann"].health == 5


@pytest.mark.rule("trade.failure.only-second-action")
@pytest.mark.parametrize(
    ("readings", "lost"),
    [
        (["mixed", "mixed"], 2),
        (["mixed", "success"], 0),
        (["success", "mixed"], 0),
        (["mixed", "failure"], 4),
        (["failure"], 4),
    ],
)
def test_only_a_failed_roll_makes_an_enemy_act_twice(readings: list[str], lost: int) -> None:
    bout = Bout(hero("ann"), foe("brute", hp=40, damage=2))
    for reading in readings:
        effect = [("additional-damage",)] if reading == "success" else []
        bout.do(HIT, *effect, readings=[reading], rulings=BAD)
    bout.phase()
    assert bout["ann"].health == 10 - lost


@pytest.mark.rule("trade.failure.worse-position")
def test_the_default_is_extra_damage_once_a_bad_situation_waits_also_where_they_stack() -> None:
    bout = Bout(hero("ann"), foe("brute"), house={"positions-stack": "yes"})
    bout.step()
    bout["ann"].bad_waiting = 1
    table = bout.do(("fight", "rapier", "brute"), readings=["failure"])
    assert table.cited("trade.failure.extra-damage")
    assert bout["ann"].bad_waiting == 1
    assert bout["ann"].health == 10 - 4
