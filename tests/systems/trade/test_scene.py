"""Where everybody is: places in words, near and apart, and closing in (area `scene`)."""

from __future__ import annotations

from typing import Any

import pytest
from trade_kit import Bout, ability, ally, citing, dice_of, foe, gm, hero

BRUTE = ("ann", "brute")
RUNT = ("ann", "runt")


# ---- places ----


@pytest.mark.rule("trade.scene.narrative-positions")
def test_no_exchange_of_blows_changes_what_is_said_of_a_place() -> None:
    bout = Bout(
        hero("ann", place="beyond the campfire"), foe("brute", place="hidden behind a wall")
    )
    bout.do(("fight", "rapier", "brute"), ("end",), readings=["mixed"])
    bout.phase()
    assert bout["brute"].hp == 7
    assert bout["ann"].health == 8
    assert (bout["ann"].place, bout["brute"].place) == (
        "beyond the campfire",
        "hidden behind a wall",
    )


@pytest.mark.rule("trade.scene.narrative-positions")
def test_the_gm_may_change_a_place_in_the_middle_of_a_turn() -> None:
    bout = Bout(hero("ann", place="at arm's length"), foe("brute"))
    bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    table = gm(bout, "place", "ann", value="on the roof")
    assert bout["ann"].place == "on the roof"
    assert table.cited("trade.scene.narrative-positions")
    assert bout.fight.actions == 1


# ---- what the scene lets somebody do ----


@pytest.mark.rule("trade.scene.fiction-limits")
def test_an_action_is_allowed_if_the_gm_says_nothing() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    assert bout["brute"].hp == 7
    assert bout.fight.actions == 1


@pytest.mark.rule("trade.scene.fiction-limits")
@pytest.mark.parametrize(
    "refused",
    [
        ("fight", "rapier", "brute"),
        ("fight", "unarmed-strength", "brute"),
        ("flee", "charm", "leave"),
        ("ability", "hex", "brute"),
        ("command", "bob", "brute"),
    ],
)
def test_a_refused_action_costs_nothing_and_the_player_picks_another(refused: Any) -> None:
    hexed = ability("hex", {"kind": "damage", "amount": 5}, uses=1)
    bout = Bout(hero("ann", abilities=[hexed]), ally("bob"), foe("brute"), foe("runt"))
    table = bout.do(
        refused,
        ("fight", "rapier", "runt"),
        readings=["mixed"],
        rulings={
            "trade.scene.fiction-limits": [("refused", "too much smoke"), ("allowed",)],
            "trade.action.opponent": ("refused", "too much smoke"),
            "trade.command.refusal": ("refused", "too much smoke"),
        }
        if refused[0] in ("fight", "ability")
        else {
            "trade.action.opponent": ("refused", "too much smoke"),
            "trade.command.refusal": ("refused", "too much smoke"),
        },
    )
    assert len(table.pools) == 1
    assert (bout["brute"].hp, bout["runt"].hp) == (10, 7)
    assert bout.fight.actions == 1
    assert bout.fight.near == {RUNT}
    assert bout["ann"].is_in
    assert not bout["ann"].used
    assert [event.fields["who"] for event in citing(table, "trade.scene.fiction-limits")] == ["ann"]


@pytest.mark.rule("trade.scene.fiction-limits")
def test_the_scene_is_judged_before_any_die_is_rolled() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    table = bout.do(("fight", "rapier", "brute"), readings=["mixed"])
    asked = [rule for rule, _, _ in table.asked]
    rolled = next(n for n, (_, _, what) in enumerate(table.asked) if isinstance(what, str))
    assert asked.index("trade.scene.fiction-limits") < rolled


@pytest.mark.rule("trade.scene.fiction-limits")
def test_a_hero_who_is_refused_everything_can_still_end_the_turn() -> None:
    bout = Bout(hero("ann"), foe("brute"))
    bout.do(
        ("fight", "rapier", "brute"),
        ("flee", "reflexes", "leave"),
        ("end",),
        rulings={
            "trade.scene.fiction-limits": ("refused", "stunned"),
            "trade.action.opponent": ("refused", "stunned"),
        },
    )
    assert bout.fight.stage == "phase"
    assert bout["brute"].hp == 10


# ---- how a fight begins ----


@pytest.mark.rule("trade.scene.set-up")
def test_unless_the_gm_says_otherwise_all_are_apart_and_nothing_lies_between() -> None:
    bout = Bout(hero("ann"), ally("bob"), foe("brute"), foe("runt"), scene={})
    assert bout.last is not None
    assert bout.last.was_asked("trade.scene.set-up")
    assert bout.fight.near == frozenset()
    assert bout.fight.between == ""


@pytest.mark.rule("trade.scene.set-up", "trade.scene.reach-record")
@pytest.mark.parametrize(
    ("near", "pairs"),
    [
        ([], set()),
        ([["ann", "brute"]], {BRUTE}),
        ([["ann", "runt"], ["bob", "brute"]], {RUNT, ("bob", "brute")}),
    ],
)
def test_a_scene_that_says_who_is_near_is_not_asked_about(near: Any, pairs: Any) -> None:
    scene = {
        "drop": "nobody",
        "near": near,
        "between": "a burning cart",
        "aims": {"heroes": "cross the bridge", "foes": "hold it"},
    }
    bout = Bout(hero("ann"), ally("bob"), foe("brute"), foe("runt"), scene=scene)
    assert bout.last is not None
    assert not bout.last.was_asked("trade.scene.set-up")
    assert bout.fight.near == pairs
    assert bout.fight.between == "a burning cart"
    assert dict(bout.fight.aims) == {"heroes": "cross the bridge", "foes": "hold it"}
    assert bout.last.cited("trade.scene.set-up")


# ---- near and apart ----


@pytest.mark.rule("trade.scene.reach-record")
@pytest.mark.parametrize("near", [[], [["ann", "brute"]]])
def test_a_melee_attack_does_not_care_who_is_near(near: Any) -> None:
    bout = Bout(hero("ann"), foe("brute"), scene={"drop": "nobody", "near": near})
    table = bout.do(("fight", "rapier", "brute"), ("end",), readings=["mixed"])
    assert dice_of(table) == [3]
    bout.phase()
    assert (bout["brute"].hp, bout["ann"].health) == (7, 8)


@pytest.mark.rule("trade.scene.reach-record")
@pytest.mark.parametrize(
    ("near", "to", "after"),
    [([], "near", {BRUTE}), ([["ann", "brute"], ["ann", "runt"]], "apart", {RUNT})],
)
def test_an_ability_that_repositions_changes_one_pair(near: Any, to: str, after: Any) -> None:
    shove = ability("shove", {"kind": "reposition", "to": to, "with": "user"}, stat=None)
    bout = Bout(
        hero("ann", abilities=[shove]),
        foe("brute"),
        foe("runt"),
        scene={"drop": "nobody", "near": near},
    )
    bout.do(("ability", "shove", "brute"))
    assert bout.fight.near == after


@pytest.mark.rule("trade.scene.reach-record")
def test_backing_away_and_a_failed_shot_change_the_record() -> None:
    bout = Bout(
        hero("ann", weapons=["longbow"]),
        foe("brute", ranged=True, damage=0),
        foe("runt"),
        scene={"drop": "nobody", "near": [["ann", "runt"]]},
    )
    bout.do(("respond", "reflexes", "back-away"), readings=["mixed"])
    assert bout.fight.near == frozenset()
    bout.do(("fight", "longbow", "brute"), readings=["failure"])
    assert bout.fight.near == {BRUTE}


@pytest.mark.rule("trade.scene.reach-record")
def test_the_gm_sets_who_is_near_and_the_phase_leaves_it() -> None:
    bout = Bout(hero("ann"), foe("brute", ranged=True), foe("runt"))
    gm(bout, "tag", "ann", "near:runt")
    assert bout.fight.near == {RUNT}
    bout.do(("end",))
    bout.phase()
    assert bout.fight.near == {RUNT}
    gm(bout, "tag", "ann", "apart:runt")
    assert bout.fight.near == frozenset()


# ---- closing in ----


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


@pytest.mark.rule("trade.scene.fiction-limits")
def test_a_refusal_holds_for_this_choice_only() -> None:
    bout = Bout(hero("ann"), foe("brute"), foe("runt"))
    table = bout.do(
        ("fight", "rapier", "brute"),
        ("fight", "rapier", "runt"),
        ("fight", "rapier", "brute"),
        readings=["mixed", "mixed"],
        rulings={"trade.scene.fiction-limits": [("refused", "a wall of fire"), ("allowed",)]},
    )
    second = [what for rule, _, what in table.asked if rule == "trade.turn.choice"][1]
    assert ("fight", "rapier", "brute") not in second
    assert (bout["brute"].hp, bout["runt"].hp) == (7, 7)
