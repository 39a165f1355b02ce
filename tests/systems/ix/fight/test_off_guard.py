"""When somebody is off-guard, and against whom (area `off-guard`).

What shows it is Precise Strike: one Boon Die on attacks against an off-guard target.
"""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, afflict, dice_of, elite, gm, hero, injure

BLADE = ("attack", "long-blade")


def bout(apart: int = 0, **fields: Any) -> Bout:
    """Ann, who strikes precisely, Bob who does not, and two brutes."""
    arms = ["long-blade"] if not apart else ["hunting-bow", "knife"]
    skills = {"light-melee": 2, "heavy-ranged": 2}
    return Bout(
        hero("ann", talents=["precise-strike"], weapons=arms, skills=skills, **fields),
        hero("bob", skills=skills),
        elite("brute", wound_points=90),
        elite("oaf", wound_points=90),
        scene={
            "at": {"ann": 0, "bob": apart, "brute": apart, "oaf": apart},
            "engaged": [
                ["bob", "brute"],
                *([["ann", "brute"], ["ann", "oaf"]] if not apart else []),
            ],
        },
    )


def boon(it: Bout, target: str = "brute", *, who: str = "ann", weapon: str = "long-blade") -> int:
    """The Boon Dice of an attack in the turn that runs or comes next."""
    if it.fight.acting != who or not it.fight.turn:
        it.turn_of(who)
    table = it.do(("attack", weapon, target), rolls=["nothing"])
    return dice_of(table).get("boon", 0)


def alone(**fields: Any) -> Bout:
    """Ann and a brute, with nobody to distract either."""
    return Bout(
        hero("ann", talents=["precise-strike"], **fields),
        elite("brute", wound_points=90),
    )


@pytest.mark.rule("ix.off-guard.by-condition")
@pytest.mark.parametrize(
    ("condition", "off"),
    [
        ("staggered", 1),
        ("disoriented", 1),
        ("restrained", 1),
        ("grabbed", 1),
        ("immobilized", 0),
        ("immolation", 0),
        ("blinded", 0),
        ("frightened", 0),
    ],
)
def test_these_conditions_leave_somebody_off_guard_and_others_do_not(
    condition: str, off: int
) -> None:
    it = alone()
    it.turn_of("ann")
    afflict(it, "brute", condition, turns=9, source="oaf")
    assert boon(it) == off
    assert it.last is not None
    assert it.last.cited("ix.talent.precise-strike") == bool(off)


@pytest.mark.rule("ix.off-guard.by-condition")
def test_prone_is_off_guard_besides_the_die_that_it_brings_itself() -> None:
    it = alone()
    afflict(it, "brute", "prone", turns=0, ends="stands")
    assert boon(it) == 2
    it.end_turn()
    it.turn_of("brute")
    it.do(("stand",))
    it.end_turn()
    it.turn_of("ann")
    assert boon(it) == 0


@pytest.mark.rule("ix.off-guard.by-condition")
def test_the_condition_of_the_attacker_does_not_make_the_target_off_guard() -> None:
    it = alone()
    it.turn_of("ann")
    afflict(it, "ann", "disoriented")
    assert boon(it) == 0


@pytest.mark.rule("ix.off-guard.by-surprise")
def test_the_surprised_are_off_guard_and_after_their_first_turn_began_no_more() -> None:
    def ambush() -> Bout:
        return Bout(
            hero("ann", talents=["precise-strike"]),
            elite("brute", wound_points=90),
            scene={"surprised": ["brute"]},
        )

    it = ambush()
    assert boon(it) == 1
    it.end_turn()
    it.turn_of("brute")
    it.do((*BLADE, "ann"), rolls=["nothing"])
    it.end_turn()
    assert boon(it) == 0


@pytest.mark.rule("ix.off-guard.by-surprise")
def test_who_is_unaware_of_one_attacker_is_off_guard_to_that_one_alone() -> None:
    it = Bout(
        hero("ann", talents=["precise-strike"]),
        hero("bob", talents=["precise-strike"]),
        elite("brute", wound_points=90),
        elite("oaf", wound_points=90),
        scene={"at": {"ann": 0, "bob": 1, "brute": 0, "oaf": 1}},
    )
    it.fight["oaf"].unaware_of = ("bob",)
    assert boon(it, "oaf", who="bob") == 1
    it.end_turn()
    it.fight["brute"].unaware_of = ("bob",)
    assert boon(it, "brute", who="ann") == 0


@pytest.mark.rule("ix.off-guard.by-distraction")
def test_who_fights_another_and_has_not_struck_at_the_attacker_is_off_guard_to_it() -> None:
    it = bout()
    assert boon(it) == 1


@pytest.mark.rule("ix.off-guard.by-distraction")
def test_who_fights_nobody_else_is_not_distracted() -> None:
    assert boon(alone()) == 0


@pytest.mark.rule("ix.off-guard.by-distraction")
def test_friends_beside_a_target_do_not_distract_it() -> None:
    it = Bout(
        hero("ann", talents=["precise-strike"]), elite("brute", wound_points=90), elite("oaf")
    )
    assert boon(it) == 0


@pytest.mark.rule("ix.off-guard.by-distraction")
def test_who_struck_at_the_attacker_this_round_watches_it_until_the_round_is_over() -> None:
    it = bout()
    it.turn_of("bob")
    it.end_turn()
    it.turn_of("brute")
    it.do((*BLADE, "ann"), rolls=["nothing"])
    it.end_turn()
    assert boon(it) == 0
    it.end_turn()
    it.next_round()
    assert boon(it) == 1, "a new round, and it has not struck at her in it"


@pytest.mark.rule("ix.off-guard.by-distraction")
def test_a_blow_at_somebody_else_does_not_watch_the_attacker() -> None:
    it = bout()
    it.turn_of("bob")
    it.end_turn()
    it.turn_of("brute")
    it.do((*BLADE, "bob"), rolls=["nothing"])
    it.end_turn()
    assert boon(it) == 1


@pytest.mark.rule("ix.off-guard.by-distraction")
def test_the_archer_across_the_field_shoots_at_who_is_in_a_melee_with_another() -> None:
    it = bout(2)
    assert boon(it, weapon="hunting-bow") == 1
    it = bout(2)
    assert boon(it, "oaf", weapon="hunting-bow") == 0, "the oaf is in melee with nobody"


@pytest.mark.rule("ix.off-guard.by-distraction")
def test_a_fallen_opponent_distracts_nobody() -> None:
    it = bout()
    gm(it, "set", "bob", "wounds", 0)
    assert boon(it) == 0


@pytest.mark.rule("ix.off-guard.gm")
def test_the_gm_says_of_nobody_more_than_the_rules_do_unless_it_is_said() -> None:
    it = alone()
    it.turn_of("ann")
    table = it.do((*BLADE, "brute"), rolls=["nothing"])
    assert "boon" not in dice_of(table)


@pytest.mark.rule("ix.off-guard.gm")
def test_the_gm_may_declare_somebody_off_guard_when_the_blow_falls() -> None:
    it = alone()
    it.turn_of("ann")
    ruled = {"ix.range.record-place": ("line", "off-guard")}
    table = it.do((*BLADE, "brute"), rolls=["nothing"], rulings=ruled)
    assert dice_of(table)["boon"] == 1
    assert table.cited("ix.off-guard.gm")
    it.fight.actions = 1
    assert boon(it) == 0, "it was for that blow"


@pytest.mark.rule("ix.off-guard.gm")
def test_the_gm_may_declare_it_beforehand_and_take_it_back() -> None:
    it = alone()
    gm(it, "tag", "brute", "off-guard")
    assert boon(it) == 1
    it.end_turn()
    gm(it, "untag", "brute", "off-guard")
    assert boon(it) == 0


@pytest.mark.rule("ix.off-guard.state")
def test_off_guard_is_found_out_at_the_moment_and_for_each_attacker() -> None:
    it = Bout(
        hero("ann", talents=["precise-strike"]),
        hero("bob", talents=["precise-strike"]),
        elite("brute", wound_points=90),
    )
    it.turn_of("ann")
    it.end_turn()
    it.turn_of("brute")
    it.do((*BLADE, "bob"), rolls=["nothing"])
    assert it["brute"].conditions == (), "nothing is kept of it"
    it.end_turn()
    assert boon(it, who="bob") == 0, "it has struck at Bob"
    it.end_turn()
    assert boon(it, who="ann") == 1, "it fights Bob as well and has not struck at Ann this round"


@pytest.mark.rule("ix.off-guard.state")
def test_with_the_cause_the_state_is_gone_at_once() -> None:
    it = alone()
    it.turn_of("ann")
    afflict(it, "brute", "disoriented", turns=9)
    it.do((*BLADE, "brute"), rolls=["nothing"])
    gm(it, "untag", "brute", "disoriented")
    it.fight.actions = 1
    assert boon(it) == 0


@pytest.mark.rule("ix.off-guard.no-effect-alone")
def test_off_guard_by_itself_changes_no_attack() -> None:
    it = Bout(hero("ann"), hero("bob"), elite("brute", wound_points=90, resistance=3))
    it.turn_of("ann")
    gm(it, "tag", "brute", "off-guard")
    table = it.do((*BLADE, "brute"), rolls=["1 success"])
    assert dice_of(table) == {"mastery": 2, "trial": 2}
    assert it["brute"].wounds == 90 - (6 - 3)


@pytest.mark.rule("ix.off-guard.no-effect-alone")
def test_an_injury_that_leaves_one_off_guard_counts_for_what_names_it() -> None:
    it = alone()
    it.turn_of("ann")
    injure(it, "brute", 78)  # Wide Open, without an attacker
    assert boon(it) == 1
