"""Frights of a mount: who must check, when, how hard, and what failing costs (area `mounted`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, citing, coded, dice_of, elite, gm, hero, npc

DIFFICULTY = "ix.mounted.control-difficulty"


def bout(
    *,
    ann: dict[str, Any] | None = None,
    bay: dict[str, Any] | None = None,
    brute: dict[str, Any] | None = None,
    **how: Any,
) -> Bout:
    steed = {"weapons": ["hooves"], "wound_points": 40, "resistance": 3, **(bay or {})}
    scene = {
        "at": {"ann": 0, "bay": 0, "brute": 0},
        "engaged": [["ann", "brute"]],
        "riding": {"ann": "bay"},
    }
    return Bout(
        hero("ann", **{"skills": {"light-melee": 2, "riding": 1}, **(ann or {})}),
        npc("ally", "bay", "mount", **steed),
        elite("brute", **{"wound_points": 90, **(brute or {})}),
        scene=scene | how.pop("scene", {}),
        **how,
    )


def frightened(it: Bout, trigger: str = "sudden-noise") -> Bout:
    gm(it, "tag", "bay", f"startled:{trigger}")
    return it


def answer(it: Bout, left: str, **script: Any) -> Any:
    """The one step in which Ann answers for the mount."""
    return it.step(rolls=[left], **script)


# ---- when ----


@pytest.mark.rule("ix.mounted.control-check", "ix.mounted.control-timing")
def test_a_fright_in_anothers_turn_is_answered_at_the_start_of_the_riders() -> None:
    it = frightened(bout())
    it.turn_of("ann")
    assert it.fight.free_maneuvers == 1
    table = answer(it, "1 success")
    assert (it.fight.free_maneuvers, it.fight.maneuvers, it.fight.actions) == (0, 1, 1)
    assert coded(table, "mount-held")
    assert table.cited("ix.mounted.control-timing")
    assert it.offers("attack", "long-blade", "brute")
    assert not it.fight.startled


@pytest.mark.rule("ix.mounted.control-timing")
def test_a_fright_in_the_riders_own_turn_is_answered_at_once() -> None:
    it = bout()
    it.turn_of("ann")
    it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    frightened(it)
    answer(it, "nothing")
    assert it.fight.free_maneuvers == 0
    assert not it.fight.startled


@pytest.mark.rule("ix.mounted.control-timing")
def test_without_a_maneuver_left_it_waits_for_the_next_turn() -> None:
    it = bout()
    it.turn_of("ann")
    it.do(("move", "away", "brute"))
    frightened(it)
    it.do(("defensive-guard",))
    assert it.fight.startled
    it.next_round()
    it.turn_of("ann")
    answer(it, "nothing")
    assert not it.fight.startled


@pytest.mark.rule("ix.mounted.control-timing")
def test_the_lost_action_is_that_of_the_turn_of_the_check() -> None:
    it = bout()
    it.turn_of("ann")
    it.do(("attack", "long-blade", "brute"), rolls=["nothing"])
    frightened(it)
    answer(it, "nothing")
    it.next_round()
    it.turn_of("ann")
    assert it.fight.actions == 1


@pytest.mark.rule("ix.mounted.control-failure")
def test_failing_loses_the_action_and_with_the_maneuver_the_turn() -> None:
    it = frightened(bout())
    it.turn_of("ann")
    table = answer(it, "nothing")
    assert it.fight.actions == 0
    assert citing(table, "ix.mounted.control-failure")[0].code == "mount-bolts"
    assert not it.offers("attack")
    assert it.offers("move", "away", "brute"), "a second Maneuver can still be bought with Strain"
    assert ("move", "away", "brute", "action") not in it.options()


@pytest.mark.rule("ix.mounted.control-once")
def test_two_frights_are_answered_by_one_check_at_the_harder() -> None:
    it = frightened(frightened(bout(), "sudden-noise"), "supernatural-terror")
    it.turn_of("ann")
    table = answer(it, "nothing")
    assert dice_of(table)["trial"] == 4
    assert table.cited("ix.mounted.control-once")
    assert it.fight.startled == ()
    assert len(table.rolled) == 1


@pytest.mark.rule("ix.mounted.control-check")
def test_whoever_has_got_off_has_nothing_to_answer_for() -> None:
    it = frightened(bout())
    gm(it, "untag", "ann", "rides")
    assert it.fight.startled == ()
    gm(it, "tag", "ann", "rides:bay")
    it.turn_of("ann")
    assert it.offers("move", "away", "brute")


@pytest.mark.rule("ix.mounted.control-once")
def test_the_same_fright_twice_is_one() -> None:
    it = frightened(frightened(bout()))
    assert it.fight.startled == (("bay", "sudden-noise", ""),)
    gm(it, "untag", "bay", "startled")
    assert it.fight.startled == ()


# ---- how hard ----


@pytest.mark.rule("ix.mounted.control-difficulty")
@pytest.mark.parametrize(
    ("trigger", "dice"),
    [("sudden-noise", 1), ("attack-on-mount", 3), ("supernatural-terror", 4), ("other", 2)],
)
def test_the_difficulty_goes_by_the_trigger(trigger: str, dice: int) -> None:
    it = frightened(bout(), trigger)
    it.turn_of("ann")
    table = answer(it, "nothing")
    assert dice_of(table)["trial"] == dice
    assert table.cited(DIFFICULTY)


@pytest.mark.rule("ix.mounted.control-difficulty")
def test_the_gm_may_say_otherwise() -> None:
    it = frightened(bout())
    it.turn_of("ann")
    table = answer(it, "nothing", rulings={DIFFICULTY: ("control", "extreme")})
    assert dice_of(table)["trial"] == 5


@pytest.mark.rule("ix.mounted.control-difficulty")
def test_the_house_sets_the_difficulty_of_any_other_trigger() -> None:
    it = frightened(bout(house={"control-other-trial-dice": 3}), "other")
    it.turn_of("ann")
    assert dice_of(answer(it, "nothing"))["trial"] == 3


@pytest.mark.rule("ix.mounted.control-check")
def test_an_attack_on_the_mount_frightens_it_hit_or_miss() -> None:
    it = bout()
    it.turn_of("brute")
    it.do(("attack", "long-blade", "bay"), rolls=["nothing"])
    assert it.fight.startled == (("bay", "attack-on-mount", "brute"),)
    it.end_turn()
    it.next_round()
    it.turn_of("ann")
    table = answer(it, "nothing")
    assert dice_of(table)["trial"] == 3


@pytest.mark.rule("ix.mounted.control-check")
def test_an_attack_on_the_rider_does_not() -> None:
    it = bout()
    it.turn_of("brute")
    it.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert it.fight.startled == ()


# ---- terrors ----


@pytest.mark.rule("ix.fear.mount", "ix.mounted.control-fear-rating")
@pytest.mark.parametrize(("rating", "dice"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_before_a_terror_the_rider_rolls_riding_at_its_rating(rating: int, dice: int) -> None:
    it = bout(brute={"fear": rating}, ann={"fear_proof": True})
    it.turn_of("ann")
    table = answer(it, "nothing")
    assert [rule for _, rule, _ in table.rolled] == ["ix.mounted.control-check"]
    assert dice_of(table)["trial"] == dice
    assert table.cited("ix.fear.mount")
    assert table.cited("ix.mounted.control-fear-rating")
    assert not table.cited(DIFFICULTY)


@pytest.mark.rule("ix.fear.mount")
def test_the_rider_makes_its_own_fear_check_besides_and_the_mount_none() -> None:
    it = bout(brute={"fear": 2}, rolls=["1 success"])
    assert it.last is not None
    assert [who for who, rule, _ in it.last.rolled if rule == "ix.fear.difficulty"] == ["ann"]
    assert it["bay"].feared == {"brute": "faced"}
    assert it.fight.startled == (("bay", "fear-rating", "brute"),)


@pytest.mark.rule("ix.fear.mount")
def test_a_terror_frightens_a_mount_once_in_a_scene() -> None:
    it = bout(brute={"fear": 1}, ann={"fear_proof": True})
    it.turn_of("ann")
    answer(it, "1 success")
    it.next_round()
    it.turn_of("ann")
    assert it.fight.startled == ()


@pytest.mark.rule("ix.fear.mount")
@pytest.mark.parametrize("make", ["undead", "construct"])
def test_a_mount_that_knows_no_fear_faces_none(make: str) -> None:
    it = bout(brute={"fear": 4}, ann={"fear_proof": True}, bay={"make": make})
    assert it.fight.startled == ()


@pytest.mark.rule("ix.fear.mount")
def test_a_terror_that_has_fallen_meanwhile_frightens_nobody() -> None:
    it = bout(brute={"fear": 2}, ann={"fear_proof": True})
    it.fight["brute"].fear = 0
    it.turn_of("ann")
    it.step(("end",))
    assert it.fight.startled == ()
    assert it.last is not None
    assert it.last.rolled == []


# ---- trained for war ----


@pytest.mark.rule("ix.mounted.war-trained")
@pytest.mark.parametrize(
    ("trigger", "rolls"),
    [
        ("sudden-noise", False),
        ("other", False),
        ("attack-on-mount", True),
        ("supernatural-terror", True),
    ],
)
def test_a_war_trained_mount_fears_severe_things_and_attacks(trigger: str, rolls: bool) -> None:
    it = frightened(bout(bay={"war_trained": True}), trigger)
    it.turn_of("ann")
    table = it.step(rolls=["nothing"]) if rolls else it.step()
    assert bool(table.rolled) == rolls
    assert it.fight.free_maneuvers == (0 if rolls else 1)
    assert bool(citing(table, "ix.mounted.war-trained")) != rolls
    if rolls:
        assert "boon" not in dice_of(table)
    assert it.fight.startled == ()


@pytest.mark.rule("ix.mounted.war-trained")
def test_a_noise_that_the_gm_calls_severe_is_one_of_them() -> None:
    it = frightened(bout(bay={"war_trained": True}))
    it.turn_of("ann")
    table = answer(it, "nothing", rulings={DIFFICULTY: ("control", "severe")})
    assert dice_of(table)["trial"] == 4


@pytest.mark.rule("ix.mounted.war-trained")
@pytest.mark.parametrize(("rating", "rolls"), [(3, False), (4, True)])
def test_a_war_trained_mount_stands_terrors_up_to_three(rating: int, rolls: bool) -> None:
    it = bout(bay={"war_trained": True}, brute={"fear": rating}, ann={"fear_proof": True})
    it.turn_of("ann")
    table = it.step(rolls=["nothing"]) if rolls else it.step()
    assert bool(table.rolled) == rolls


@pytest.mark.rule("ix.talent.warborn")
@pytest.mark.parametrize(
    ("trigger", "rolls"), [("attack-on-mount", False), ("supernatural-terror", True)]
)
def test_for_the_warborn_an_attack_is_nothing_either(trigger: str, rolls: bool) -> None:
    it = frightened(bout(bay={"war_trained": True}, ann={"talents": ["warborn"]}), trigger)
    it.turn_of("ann")
    table = it.step(rolls=["nothing"]) if rolls else it.step()
    assert bool(table.rolled) == rolls
    assert citing(table, "ix.talent.warborn")
    if rolls:
        assert dice_of(table)["boon"] == 1


@pytest.mark.rule("ix.talent.warborn")
def test_the_warborn_have_no_such_hand_with_an_untrained_mount() -> None:
    it = frightened(bout(ann={"talents": ["warborn"]}), "attack-on-mount")
    it.turn_of("ann")
    table = answer(it, "nothing")
    assert "boon" not in dice_of(table)
    assert dice_of(table)["trial"] == 3


@pytest.mark.rule("ix.talent.warborn")
@pytest.mark.parametrize(("rating", "number", "rolls"), [(4, 4, True), (3, 4, False), (3, 3, True)])
def test_for_the_warborn_the_house_says_which_terror_counts(
    rating: int, number: int, rolls: bool
) -> None:
    it = bout(
        bay={"war_trained": True},
        brute={"fear": rating},
        ann={"talents": ["warborn"], "fear_proof": True},
        house={"warborn-fear-rating": number, "warborn-boon-dice": 2},
    )
    it.turn_of("ann")
    table = it.step(rolls=["nothing"]) if rolls else it.step()
    assert bool(table.rolled) == rolls
    if rolls:
        assert dice_of(table)["boon"] == 2
