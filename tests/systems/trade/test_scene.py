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
    ("refused", "form"),
    [
        (("fight", "rapier", "brute"), "trade.scene.fiction-limits"),
        (("fight", "unarmed-strength", "brute"), "trade.scene.fiction-limits"),
        (("flee", "charm", "leave"), "trade.action.opponent"),
        (("ability", "hex", "brute"), "trade.scene.fiction-limits"),
        (("command", "bob", "brute"), "trade.command.refusal"),
    ],
)
def test_a_refused_action_costs_nothing_and_the_player_picks_another(
    refused: Any, form: str
) -> None:
    hexed = ability("hex", {"kind": "damage", "amount": 5}, uses=1)
    bout = Bout(hero("ann", abilities=[hexed]), ally("bob"), foe("brute"), foe("runt"))
    table = bout.do(
        refused,
        ("fight", "rapier", "runt"),
        readings=["mixed"],
        rulings={form: [("refused", "too much smoke"), ("allowed",)]},
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


@pytest.mark.rule("trade.scene.set-up", "trade.scene.reach-record")
def test_the_gm_may_set_another_scene_and_is_asked_once() -> None:
    bout = Bout(hero("ann"), ally("bob"), foe("brute"), scene={"drop": "nobody"}, start=False)
    stated = ("near", "a ditch", "get across", "take the purse")
    table = bout.step(rulings={"trade.scene.set-up": stated})
    assert bout.fight.near == {("ann", "brute"), ("bob", "brute")}
    assert bout.fight.between == "a ditch"
    assert dict(bout.fight.aims) == {"heroes": "get across", "foes": "take the purse"}
    (scene,) = [event for event in table.events if event.code == "scene"]
    assert scene.fields["between"] == "a ditch"
    assert scene.fields["near"] == [["ann", "brute"], ["bob", "brute"]]
    assert bout.fight.kept["trade.scene.set-up"] == stated


@pytest.mark.rule("trade.scene.narrative-positions")
def test_the_scene_tells_where_each_stands() -> None:
    bout = Bout(hero("ann", place="by the well"), foe("brute", place="on the wall"))
    assert bout.last is not None
    told = {e.fields["who"]: e.fields["place"] for e in bout.last.events if e.code == "stands"}
    assert told == {"ann": "by the well", "brute": "on the wall"}
