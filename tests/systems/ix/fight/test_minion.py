"""Minion groups, Elites and Nemeses (area `minion`)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import (
    Bout,
    IxTable,
    citing,
    coded,
    dice_of,
    elite,
    gm,
    hero,
    minions,
    nemesis,
    spend,
)
from pydantic import ValidationError

RATS = ("attack", "long-blade", "rats")
NUMB = {"use": "long-blade", "qualities": {"numbing": 3}}


def bout_with(*foes: dict[str, Any], **more: Any) -> Bout:
    """Ann's turn, strong with a long blade, beside those foes; a distant brute goes on fighting."""
    house = more.pop("house", None)
    ann = hero("ann", **{"might": 6, "skills": {"light-melee": 6}, **more})
    bout = Bout(ann, hero("bob"), *foes, elite("far"), house=house)
    bout.turn_of("ann")
    bout["far"].at = 3
    bout.fight.engaged = frozenset(pair for pair in bout.fight.engaged if "far" not in pair)
    return bout


def hit(bout: Bout, damage: int, *choices: Any, target: str = "rats", rolls: Any = ()) -> IxTable:
    """A hit with the long blade for that much damage before Resistance."""
    roll = f"{damage - 5} successes"
    return bout.do(("attack", "long-blade", target), *choices, rolls=[roll, *rolls])


# ---- the group ----


@pytest.mark.rule("ix.minion.group")
def test_a_group_has_one_turn_with_one_action_and_one_maneuver() -> None:
    bout = bout_with(minions("rats", 4))
    bout.end_turn()
    table = bout.turn_of("rats")
    assert (bout.fight.actions, bout.fight.free_maneuvers) == (1, 1)
    bout.do(("attack", "long-blade", "ann"), rolls=["nothing"])
    assert not bout.offers("attack")
    bout.do(("aim",))
    assert not bout.fight.turn
    turns = [event.fields["who"] for event in coded(table, "turn")]
    assert turns.count("rats") == 1


@pytest.mark.rule("ix.minion.group")
@pytest.mark.parametrize(
    ("members", "fits"), [(0, False), (1, True), (2, True), (6, True), (7, False)]
)
def test_a_group_has_at_most_six_members_and_one_alone_is_a_group_of_one(
    members: int, fits: bool
) -> None:
    if not fits:
        with pytest.raises(ValidationError):
            minions("rats", members)
        return
    bout = bout_with(minions("rats", members))
    assert bout["rats"].standing == members
    assert bout["rats"].wounds == 4 * members


@pytest.mark.rule("ix.minion.group")
def test_a_group_stands_at_one_place_and_moves_as_one() -> None:
    bout = bout_with(minions("rats", 4))
    bout.end_turn()
    bout.turn_of("rats")
    bout.do(("move", "away", "ann"))
    assert abs(bout["rats"].at) == 1
    assert not [pair for pair in bout.fight.engaged if "rats" in pair]


# ---- its Wounds ----


@pytest.mark.rule("ix.minion.wounds")
def test_the_group_has_the_wounds_of_one_times_its_members() -> None:
    bout = bout_with(minions("rats", 5, wound_points=3))
    assert (bout["rats"].wounds, bout["rats"].wound_points) == (15, 15)
    assert bout["rats"].member_wounds == 3


@pytest.mark.rule("ix.minion.wounds")
def test_resistance_and_defense_are_those_of_one_and_apply_once_a_hit() -> None:
    bout = bout_with(minions("rats", 5, wound_points=9, resistance=3, melee_defense=1))
    table = hit(bout, 7)
    assert dice_of(table)["bane"] == 1
    assert bout["rats"].wounds == 45 - (7 - 3)


@pytest.mark.rule("ix.minion.fall")
@pytest.mark.parametrize(
    ("wounds", "standing"),
    [(12, 3), (11, 3), (9, 3), (8, 2), (5, 2), (4, 1), (1, 1), (0, 0), (-3, 0), (-30, 0)],
)
def test_the_members_standing_are_the_wounds_left_by_the_share_of_one_rounded_up(
    wounds: int, standing: int
) -> None:
    bout = bout_with(minions("rats", 3))
    gm(bout, "set", "rats", "wounds", wounds)
    assert bout["rats"].standing == standing
    assert bout["rats"].is_up is (standing > 0)
    assert bout["rats"].status == ("" if standing else "out")


@pytest.mark.rule("ix.minion.fall")
@pytest.mark.parametrize(("damage", "fallen"), [(6, 1), (8, 1), (9, 2), (10, 2)])
def test_surplus_members_fall_when_the_number_drops(damage: int, fallen: int) -> None:
    bout = bout_with(minions("rats", 3))
    table = hit(bout, damage)
    event = citing(table, "ix.minion.fall")[0]
    assert event.fields == {"who": "rats", "fallen": fallen, "standing": 3 - fallen}


@pytest.mark.rule("ix.minion.fall")
def test_nobody_falls_while_the_number_stands() -> None:
    bout = bout_with(minions("rats", 3, wound_points=6))
    assert not citing(hit(bout, 6), "ix.minion.fall")
    assert bout["rats"].standing == 3


@pytest.mark.rule("ix.minion.fall", "ix.minion.no-injury")
def test_at_nothing_the_group_is_out_without_injury_or_bleeding() -> None:
    bout = bout_with(minions("rats", 2, wounds=3))
    table = hit(bout, 9)
    assert bout["rats"].wounds <= 0
    assert bout["rats"].status == "out"
    assert bout["rats"].injuries == ()
    assert [rule for _, rule, _ in table.rolled] == ["ix.attack.steps"]
    wounds = bout["rats"].wounds
    bout.next_round()
    bout.next_round()
    assert (bout["rats"].wounds, bout["rats"].status) == (wounds, "out")
    assert not bout.offers("treat")


@pytest.mark.rule("ix.minion.no-injury")
def test_far_below_nothing_a_group_is_out_and_not_dead() -> None:
    bout = bout_with(minions("rats", 1, wound_points=2, wounds=1, resistance=0))
    hit(bout, 11)
    assert (bout["rats"].wounds, bout["rats"].status) == (-10, "out")


@pytest.mark.rule("ix.minion.no-injury")
@pytest.mark.parametrize("fallen", ["tracked", "ask-gm"])
def test_minions_are_never_tracked_whatever_the_house_does_with_fallen_foes(fallen: str) -> None:
    bout = bout_with(minions("rats", 2, wounds=3), house={"fallen-foes": fallen})
    table = hit(bout, 9)
    assert bout["rats"].status == "out"
    assert not table.was_asked("ix.incapacitation.non-players")


# ---- its skills ----


@pytest.mark.rule("ix.minion.skills")
@pytest.mark.parametrize(
    ("members", "ability", "mastery"),
    [(1, 3, 0), (2, 2, 1), (3, 1, 2), (4, 0, 3), (5, 1, 3), (6, 2, 3)],
)
def test_the_rank_of_a_group_skill_is_the_members_standing_less_one(
    members: int, ability: int, mastery: int
) -> None:
    bout = bout_with(minions("rats", members, might=3))
    bout.end_turn()
    bout.turn_of("rats")
    dice = dice_of(bout.do(("attack", "long-blade", "ann"), rolls=["nothing"]))
    assert (dice.get("ability", 0), dice.get("mastery", 0)) == (ability, mastery)


@pytest.mark.rule("ix.minion.skills")
def test_the_rank_falls_with_the_members() -> None:
    bout = bout_with(minions("rats", 3, might=3))
    hit(bout, 9)
    assert bout["rats"].standing == 1
    bout.turn_of("rats")
    dice = dice_of(bout.do(("attack", "long-blade", "ann"), rolls=["nothing"]))
    assert (dice["ability"], dice.get("mastery", 0)) == (3, 0)


@pytest.mark.rule("ix.minion.skills")
def test_in_every_other_skill_a_group_has_no_rank() -> None:
    bout = bout_with(minions("rats", 5, might=3, group_skills=["perception"]))
    bout.end_turn()
    bout.turn_of("rats")
    dice = dice_of(bout.do(("attack", "long-blade", "ann"), rolls=["nothing"]))
    assert (dice["ability"], dice.get("mastery", 0)) == (3, 0)


@pytest.mark.rule("ix.minion.skills")
@pytest.mark.parametrize(
    ("house", "mastery"), [({"minion-rank-max": 2}, 2), ({"minion-rank-offset": -2}, 3)]
)
def test_the_house_may_count_other_ranks(house: dict[str, int], mastery: int) -> None:
    bout = bout_with(minions("rats", 5, might=3), house=house)
    bout.end_turn()
    bout.turn_of("rats")
    dice = dice_of(bout.do(("attack", "long-blade", "ann"), rolls=["nothing"]))
    assert dice["mastery"] == mastery


# ---- what befalls it ----


def critical(bout: Bout) -> IxTable:
    return bout.do(RATS, spend("attack-critical"), rolls=["1 success 3 boons"])


@pytest.mark.rule("ix.minion.critical")
@pytest.mark.parametrize(("house", "lost"), [({}, 1), ({"minion-critical-members": 2}, 2)])
def test_a_critical_injury_fells_one_member_without_a_roll(house: Any, lost: int) -> None:
    bout = bout_with(minions("rats", 5, resistance=6), house=house)
    table = critical(bout)
    assert bout["rats"].wounds == 20 - 4 * lost  # the hit itself meets Resistance 6 and does none
    assert bout["rats"].standing == 5 - lost
    assert bout["rats"].injuries == ()
    assert len(table.rolled) == 1
    assert table.cited("ix.minion.critical")


@pytest.mark.rule("ix.minion.critical")
def test_a_critical_injury_takes_as_much_as_one_member_has_even_from_a_hurt_group() -> None:
    bout = bout_with(minions("rats", 3, resistance=6, wounds=5))
    critical(bout)
    assert (bout["rats"].wounds, bout["rats"].standing) == (1, 1)
    bout = bout_with(minions("rats", 3, resistance=6, wounds=4))
    critical(bout)
    assert bout["rats"].status == "out"


@pytest.mark.rule("ix.minion.no-strain")
def test_a_group_suffers_strain_as_wounds_and_pays_none() -> None:
    bout = bout_with(minions("rats", 3, wound_points=9, resistance=6), weapons=[NUMB])
    bout.do(RATS, spend("attack-quality:numbing"), rolls=["1 success 2 boons"])
    assert (bout["rats"].wounds, bout["rats"].strain) == (27 - 3, 0)
    bout.end_turn()
    bout.turn_of("rats")
    bout.do(("aim",))
    assert bout.offers("aim", "action")
    assert not bout.offers("aim", "strain")


@pytest.mark.rule("ix.minion.conditions")
def test_a_condition_is_on_the_whole_group_and_ends_with_it() -> None:
    bout = bout_with(minions("rats", 3, wound_points=6))
    bout.do(RATS, spend("attack-prone"), rolls=["1 success 3 boons"])
    assert bout["rats"].has("prone")
    assert bout["rats"].standing == 3
    bout.end_turn()
    bout.turn_of("rats")
    assert not bout.offers("move")
    bout.do(("stand",))
    assert not bout["rats"].has("prone")


# ---- Elites and Nemeses ----


@pytest.mark.rule("ix.minion.elite")
def test_an_elite_uses_its_ranks_and_is_out_at_nothing() -> None:
    brute = elite("brute", wound_points=20, might=3, skills={"light-melee": 1})
    bout = bout_with(brute)
    bout.end_turn()
    bout.turn_of("brute")
    assert dice_of(bout.do(("attack", "long-blade", "ann"), rolls=["nothing"])) == {
        "ability": 2,
        "mastery": 1,
        "trial": 2,
    }
    bout["brute"].wounds = 3
    bout.turn_of("ann")
    table = hit(bout, 6, target="brute")
    assert bout["brute"].status == "out"
    assert bout["brute"].injuries == ()
    assert citing(table, "ix.minion.elite")


@pytest.mark.rule("ix.minion.elite")
def test_an_elite_rolls_critical_injuries_like_a_character() -> None:
    bout = bout_with(elite("brute", wound_points=40))
    blow = ("attack", "long-blade", "brute")
    bout.do(blow, spend("attack-critical"), rolls=["1 success 3 boons", 30])
    assert [one.row for one in bout["brute"].injuries] == ["critical-026-030"]
    assert bout["brute"].wounds == 35


@pytest.mark.rule("ix.minion.elite")
def test_an_elite_has_no_strain_track_and_suffers_strain_as_wounds() -> None:
    bout = bout_with(elite("brute", wound_points=40), weapons=[NUMB])
    blow = ("attack", "long-blade", "brute")
    bout.do(blow, spend("attack-quality:numbing"), rolls=["1 success 2 boons"])
    assert (bout["brute"].wounds, bout["brute"].strain) == (40 - 5 - 3, 0)


@pytest.mark.rule("ix.minion.elite")
@pytest.mark.parametrize("how", ["switch", "ruling"])
def test_an_elite_that_the_gm_tracks_falls_like_a_character(how: str) -> None:
    house = {"fallen-foes": "tracked"} if how == "switch" else None
    bout = bout_with(elite("brute", wounds=3, wound_points=20), house=house)
    rulings = {"ix.incapacitation.non-players": ("track",)} if how == "ruling" else None
    blow = ("attack", "long-blade", "brute")
    bout.do(blow, rolls=["1 success", 30], rulings=rulings)
    assert (bout["brute"].status, bout["brute"].wounds) == ("", -2)
    assert len(bout["brute"].injuries) == 1
    bout.next_round()
    assert bout["brute"].wounds == -3


@pytest.mark.rule("ix.minion.nemesis")
def test_a_nemesis_has_both_tracks_and_pays_strain() -> None:
    bout = bout_with(nemesis("ogre", wound_points=30, strain_points=8))
    bout.end_turn()
    bout.turn_of("ogre")
    bout.do(("aim",))
    bout.do(("aim", "strain"))
    assert (bout["ogre"].strain, bout["ogre"].wounds) == (2, 30)


@pytest.mark.rule("ix.minion.nemesis")
def test_a_nemesis_at_nothing_rolls_an_injury_and_bleeds_and_dies() -> None:
    bout = bout_with(nemesis("ogre", wound_points=4, wounds=2))
    hit(bout, 6, target="ogre", rolls=[30])
    assert (bout["ogre"].wounds, bout["ogre"].status) == (-3, "")
    assert [one.row for one in bout["ogre"].injuries] == ["critical-026-030"]
    bout.next_round()
    assert (bout["ogre"].wounds, bout["ogre"].status) == (-4, "dead")


@pytest.mark.rule("ix.minion.nemesis")
def test_a_nemesis_is_overcome_by_strain() -> None:
    bout = bout_with(nemesis("ogre", strain_points=3), weapons=[NUMB])
    blow = ("attack", "long-blade", "ogre")
    bout.do(blow, spend("attack-quality:numbing"), rolls=["1 success 2 boons"])
    assert bout["ogre"].is_overcome
    assert bout["ogre"].status == ""
