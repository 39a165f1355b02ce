"""Contact, the GM's word, and what reaches how far (area `range`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, IxTable, citing, coded, dice_of, elite, gm, hero

PLACE = "ix.range.record-place"
BANDS = {
    0: "engaged",
    1: "short",
    2: "medium",
    3: "medium",
    4: "long",
    5: "long",
    6: "extreme",
    7: "extreme",
    20: "extreme",
}
LONG_BOW = {"use": "hunting-bow", "range": "extreme"}


def apart(steps: int, *, weapons: Any = ("long-blade",), **more: Any) -> Bout:
    """Ann's turn, that many steps from a brute; Bob stands with Ann."""
    house, engaged = more.pop("house", None), more.pop("engaged", steps == 0)
    ann = hero("ann", **{"weapons": list(weapons), "might": 3, "skills": {}, **more})
    pairs = [["ann", "brute"]] if engaged else []
    scene = {"at": {"ann": 0, "bob": 0, "brute": steps}, "engaged": pairs}
    bout = Bout(ann, hero("bob"), elite("brute", wound_points=90), scene=scene, house=house)
    bout.turn_of("ann")
    return bout


def shoot(bout: Bout, weapon: str = "hunting-bow", **script: Any) -> IxTable:
    return bout.do(("attack", weapon, "brute"), rolls=["nothing"], **script)


def distance(bout: Bout, one: str = "ann", other: str = "brute") -> int:
    steps: int = abs(bout[one].at - bout[other].at)
    return steps


# ---- contact ----


@pytest.mark.rule("ix.range.record-engaged")
def test_a_move_onto_an_opponent_is_contact() -> None:
    bout = apart(1)
    table = bout.do(("move", "toward", "brute"))
    assert bout.fight.engaged == {("ann", "brute")}
    assert table.cited("ix.range.record-engaged")


@pytest.mark.rule("ix.range.record-engaged")
def test_a_move_onto_a_friend_is_no_contact_with_the_opponents_there() -> None:
    bout = apart(1)
    gm(bout, "place", "bob", value=1)
    bout.do(("move", "toward", "bob"))
    assert distance(bout) == 0
    assert bout.fight.engaged == frozenset()


@pytest.mark.rule("ix.range.record-engaged")
def test_one_of_two_at_the_same_place_is_enough_to_want_contact() -> None:
    bout = apart(0, engaged=False)
    table = bout.do(("engage", "brute"))
    assert bout.fight.engaged == {("ann", "brute")}
    assert (bout.fight.actions, bout.fight.maneuvers) == (1, 0)
    assert table.cited("ix.range.record-engaged")
    bout = apart(0, engaged=False)
    bout.end_turn()
    bout.turn_of("brute")
    bout.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert bout.fight.engaged == {("ann", "brute")}


@pytest.mark.rule("ix.range.record-engaged")
def test_a_melee_attack_at_one_place_is_contact() -> None:
    bout = apart(0, engaged=False, weapons=["long-blade"])
    table = bout.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    assert coded(table, "attack")[0].fields["band"] == "engaged"
    assert bout.fight.engaged == {("ann", "brute")}


@pytest.mark.rule("ix.range.record-engaged", "ix.range.polearm")
def test_a_spear_at_one_place_keeps_its_distance() -> None:
    bout = apart(0, engaged=False, weapons=["spear"])
    table = bout.do(("attack", "spear", "brute"), rolls=["nothing"])
    assert coded(table, "attack")[0].fields["band"] == "short"
    assert bout.fight.engaged == frozenset()


@pytest.mark.rule("ix.range.record-engaged")
def test_an_arrow_at_one_place_is_no_contact() -> None:
    bout = apart(0, engaged=False, weapons=["hunting-bow"])
    shoot(bout)
    assert bout.fight.engaged == frozenset()


@pytest.mark.rule("ix.range.record-engaged")
def test_friends_at_one_place_can_help_each_other_and_those_a_step_away_cannot() -> None:
    bout = apart(2, skills={"medicine": 2})
    gm(bout, "set", "bob", "wounds", 5)
    assert bout.offers("treat", "bob")
    gm(bout, "place", "bob", value=1)
    assert not bout.offers("treat", "bob")


@pytest.mark.rule("ix.range.disengage", "ix.range.record-engaged")
def test_leaving_contact_is_an_ordinary_step_and_provokes_nothing() -> None:
    bout = apart(0)
    table = bout.do(("move", "away", "brute"))
    assert (distance(bout), bout.fight.maneuvers) == (1, 1)
    assert bout.fight.engaged == frozenset()
    assert not table.rolled
    assert {rule for rule, _, _ in table.asked} == {"ix.turn.budget"}
    assert citing(table, "ix.range.disengage")[0].fields["other"] == "brute"


@pytest.mark.rule("ix.range.record-engaged")
def test_only_the_contact_of_whoever_leaves_is_over() -> None:
    bout = apart(0)
    bout.fight.engaged |= {("bob", "brute")}
    bout.do(("move", "away", "brute"))
    assert bout.fight.engaged == {("bob", "brute")}


# ---- the GM's word ----


@pytest.mark.rule("ix.range.record-place")
def test_the_gm_may_place_anyone_anywhere() -> None:
    bout = apart(0)
    table = gm(bout, "place", "brute", value=-5)
    assert (bout["brute"].at, bout.fight.engaged) == (-5, frozenset())
    assert table.cited(PLACE)


@pytest.mark.rule("ix.range.record-place")
@pytest.mark.parametrize(
    ("word", "band", "trial", "bane"),
    [
        ("engaged", "engaged", 1, 1),
        ("short", "short", 1, 0),
        ("medium", "medium", 2, 0),
        ("long", "long", 3, 0),
    ],
)
def test_the_gm_may_declare_the_band_for_one_action(
    word: str, band: str, trial: int, bane: int
) -> None:
    bout = apart(2, weapons=["hunting-bow"])
    table = shoot(bout, rulings={PLACE: (word,)})
    assert coded(table, "attack")[0].fields["band"] == band
    assert table.cited(PLACE)
    dice = dice_of(table)
    assert (dice["trial"], dice.get("bane", 0)) == (trial, bane)
    assert distance(bout) == 2


@pytest.mark.rule("ix.range.record-place")
def test_unless_the_gm_says_otherwise_the_line_holds() -> None:
    table = shoot(apart(4, weapons=["hunting-bow"]))
    assert coded(table, "attack")[0].fields["band"] == "long"
    assert not table.cited(PLACE)


# ---- what reaches how far ----


def reaches(weapon: Any, steps: int, **more: Any) -> bool:
    bout = apart(steps, weapons=[weapon], **more)
    name = weapon if isinstance(weapon, str) else weapon["use"]
    return bout.offers("attack", name, "brute")


@pytest.mark.rule("ix.range.heavy-melee", "ix.range.melee-default")
@pytest.mark.parametrize("weapon", ["great-blade", "war-axe", "maul", "long-blade", "knife"])
@pytest.mark.parametrize(("steps", "reach"), [(0, True), (1, False), (2, False)])
def test_a_melee_weapon_without_another_entry_reaches_engaged(
    weapon: str, steps: int, reach: bool
) -> None:
    assert reaches(weapon, steps, might=4) is reach


@pytest.mark.rule("ix.range.heavy-melee")
def test_a_heavy_melee_weapon_reaches_no_farther_whatever_its_entry_says() -> None:
    assert not reaches({"use": "great-blade", "range": "short"}, 1, might=4)


@pytest.mark.rule("ix.range.polearm")
@pytest.mark.parametrize("weapon", ["spear", "pole-hook"])
@pytest.mark.parametrize(("steps", "reach"), [(0, True), (1, True), (2, False)])
def test_a_polearm_reaches_engaged_and_short(weapon: str, steps: int, reach: bool) -> None:
    assert reaches(weapon, steps) is reach


@pytest.mark.rule("ix.range.polearm")
def test_a_spear_at_short_is_as_hard_as_at_engaged_and_makes_no_contact() -> None:
    bout = apart(1, weapons=["spear"])
    table = bout.do(("attack", "spear", "brute"), rolls=["nothing"])
    assert dice_of(table)["trial"] == 2
    assert table.cited("ix.range.polearm")
    assert (bout.fight.engaged, distance(bout)) == (frozenset(), 1)


@pytest.mark.rule("ix.range.maximum")
@pytest.mark.parametrize(
    ("weapon", "farthest"),
    [("throwing-knife", 1), ("sling", 3), ("crossbow", 3), ("hunting-bow", 5), (LONG_BOW, 20)],
)
def test_a_ranged_weapon_reaches_its_farthest_band(weapon: Any, farthest: int) -> None:
    weapon = {"use": weapon, "qualities": []} if weapon == "crossbow" else weapon
    assert reaches(weapon, farthest)
    assert reaches(weapon, 0)
    if farthest < 20:
        assert not reaches(weapon, farthest + 1)


@pytest.mark.rule("ix.range.maximum")
def test_a_hand_that_holds_the_enemy_at_bay_strikes_nobody_afar() -> None:
    assert apart(0, weapons=[]).offers("attack", "unarmed", "brute")
    assert not apart(1, weapons=[]).offers("attack", "unarmed", "brute")


@pytest.mark.rule("ix.range.ranged-at-engaged")
def test_a_bow_at_engaged_is_easy_and_adds_a_bane_die() -> None:
    table = shoot(apart(0, weapons=["hunting-bow"]))
    assert dice_of(table) == {"ability": 2, "trial": 1, "bane": 1}
    assert table.cited("ix.range.ranged-at-engaged")
    table = shoot(apart(1, weapons=["hunting-bow"]))
    assert dice_of(table) == {"ability": 2, "trial": 1}
    assert not table.cited("ix.range.ranged-at-engaged")


@pytest.mark.rule("ix.range.ranged-at-engaged")
def test_a_bow_at_engaged_with_one_is_used_at_another_as_the_line_says() -> None:
    bout = apart(2, weapons=["hunting-bow"])
    bout.fight.combatants["bob"].at = 2
    table = shoot(bout)
    assert dice_of(table) == {"ability": 2, "trial": 2}
