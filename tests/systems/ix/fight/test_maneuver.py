"""What the Maneuvers of a turn bring (area `maneuver`; moving is in test_range.py)."""

from __future__ import annotations

from typing import Any

import pytest
from ix_kit import Bout, citing, coded, dice_of, elite, gm, hero, spend

BLOW = ("attack", "long-blade", "brute")
STOWED = {"use": "knife", "carried": "stowed"}


def turn(*, house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """Ann's turn beside a brute."""
    ann = hero("ann", **{"might": 4, "skills": {"light-melee": 4}, **fields})
    bout = Bout(ann, hero("bob"), elite("brute", wound_points=90), house=house)
    bout.turn_of("ann")
    return bout


def covered(*cover: dict[str, Any], house: dict[str, Any] | None = None, **fields: Any) -> Bout:
    """Ann's turn two steps from a brute with a bow."""
    brute = elite("brute", wound_points=90, weapons=["hunting-bow"])
    scene = {"at": {"ann": 0, "bob": 0, "brute": 2}, "cover": list(cover)}
    ann = hero("ann", weapons=["hunting-bow"], **fields)
    bout = Bout(ann, hero("bob"), brute, scene=scene, house=house)
    bout.turn_of("ann")
    return bout


# ---- Aim ----


@pytest.mark.rule("ix.maneuver.aim")
def test_aim_adds_a_boon_die_to_the_next_attack_of_the_turn() -> None:
    bout = turn()
    table = bout.do(("aim",), BLOW, rolls=["nothing"])
    assert dice_of(table) == {"mastery": 4, "boon": 1, "trial": 2}
    assert table.cited("ix.maneuver.aim")


@pytest.mark.rule("ix.maneuver.aim")
def test_an_aim_is_used_up_by_the_attack() -> None:
    bout = turn()
    bout.do(("aim",), BLOW, rolls=["nothing"])
    assert bout["ann"].aims == 0
    bout.fight.actions = 1  # a second attack, if somebody had one
    assert "boon" not in dice_of(bout.do(BLOW, rolls=["nothing"]))


@pytest.mark.rule("ix.maneuver.aim")
def test_an_aim_that_was_not_used_is_lost_at_the_end_of_the_turn() -> None:
    bout = turn()
    bout.do(("aim",))
    bout.end_turn()
    assert bout["ann"].aims == 0
    bout.turn_of("ann")
    assert "boon" not in dice_of(bout.do(BLOW, rolls=["nothing"]))


@pytest.mark.rule("ix.maneuver.aim")
def test_an_aim_is_for_an_attack_and_for_no_other_check() -> None:
    bout = turn()
    bout.do(("aim",))
    table = bout.step(("skill-check",), ("with", "athletics"), rolls=["nothing"])
    assert "boon" not in dice_of(table)


@pytest.mark.rule("ix.maneuver.aim")
def test_the_house_may_give_more_dice_for_an_aim() -> None:
    bout = turn(house={"aim-boon-dice": 2})
    assert dice_of(bout.do(("aim",), BLOW, rolls=["nothing"]))["boon"] == 2


@pytest.mark.rule("ix.maneuver.aim-twice")
@pytest.mark.parametrize(("multiple", "dice"), [("yes", 2), ("no", 1)])
def test_two_aims_add_up_unless_the_house_says_otherwise(multiple: str, dice: int) -> None:
    bout = turn(house={"multiple-aims": multiple})
    bout.do(("aim",))
    assert bout.offers("aim", "strain") is (multiple == "yes")
    if multiple == "yes":
        bout.do(("aim", "strain"))
    table = bout.do(BLOW, rolls=["nothing"])
    assert dice_of(table)["boon"] == dice


@pytest.mark.rule("ix.maneuver.aim-twice")
def test_two_aims_are_the_book() -> None:
    bout = turn()
    table = bout.do(("aim",), ("aim", "strain"), BLOW, rolls=["nothing"])
    assert dice_of(table)["boon"] == 2
    assert table.cited("ix.maneuver.aim-twice")


# ---- Catch Breath ----


@pytest.mark.rule("ix.maneuver.catch-breath")
@pytest.mark.parametrize(("talents", "amount"), [([], 1), (["catch-breath"], 2)])
def test_catch_breath_recovers_strain(talents: list[str], amount: int) -> None:
    bout = turn(strain=5, talents=talents)
    table = bout.do(("catch-breath",))
    assert bout["ann"].strain == 5 - amount
    assert (bout.fight.maneuvers, bout.fight.actions) == (1, 1)
    assert citing(table, "ix.maneuver.catch-breath")[-1].fields["amount"] == amount


@pytest.mark.rule("ix.maneuver.catch-breath")
def test_catch_breath_takes_strain_no_lower_than_0() -> None:
    bout = turn(strain=1, talents=["catch-breath"])
    bout.do(("catch-breath",))
    assert bout["ann"].strain == 0


@pytest.mark.rule("ix.maneuver.catch-breath")
@pytest.mark.parametrize("talents", [[], ["catch-breath"]])
def test_catch_breath_is_once_an_encounter_for_each(talents: list[str]) -> None:
    ann = hero("ann", strain=5, talents=talents)
    bout = Bout(ann, hero("bob", strain=5), elite("brute"))
    bout.turn_of("ann")
    bout.do(("catch-breath",))
    assert not bout.offers("catch-breath")
    bout.end_turn()
    bout.turn_of("bob")
    assert bout.offers("catch-breath")
    bout.end_turn()
    bout.next_round()
    bout.turn_of("ann")
    assert not bout.offers("catch-breath")


@pytest.mark.rule("ix.maneuver.catch-breath")
def test_catch_breath_counts_as_used_when_a_spend_gave_the_maneuver() -> None:
    bout = turn(strain=5)
    bout.do(BLOW, spend("spare-moment"), ("catch-breath",), rolls=["1 success 2 boons"])
    assert bout["ann"].strain == 4
    assert not bout.offers("catch-breath")


# ---- Stand, Interact ----


@pytest.mark.rule("ix.maneuver.stand")
def test_standing_up_costs_a_maneuver() -> None:
    bout = turn()
    assert not bout.offers("stand")
    gm(bout, "tag", "ann", "prone")
    assert not bout.offers("move")
    table = bout.do(("stand",))
    assert not bout["ann"].has("prone")
    assert (bout.fight.maneuvers, bout.fight.actions) == (1, 1)
    assert table.cited("ix.maneuver.stand")
    assert bout.offers("move")


@pytest.mark.rule("ix.maneuver.interact")
def test_a_small_task_costs_a_maneuver_and_no_check() -> None:
    bout = turn()
    table = bout.do(("interact", "bar the door"))
    assert (bout.fight.maneuvers, bout.fight.actions) == (1, 1)
    event = citing(table, "ix.maneuver.interact")[0]
    assert (event.fields["who"], event.fields["text"]) == ("ann", "bar the door")
    assert not table.rolled


@pytest.mark.rule("ix.maneuver.stand", "ix.maneuver.interact")
@pytest.mark.parametrize(
    ("value", "choice"), [("stand-maneuvers", "stand"), ("interact-maneuvers", "interact")]
)
def test_the_house_may_price_small_things_at_two_maneuvers(value: str, choice: str) -> None:
    bout = turn(house={value: 2})
    gm(bout, "tag", "ann", "prone")
    text = ("bar the door",) if choice == "interact" else ()
    assert not bout.offers(choice, *text, "free")
    table = bout.do((choice, *text, "strain"))
    assert bout["ann"].strain == 2
    assert bout.fight.maneuvers == 2
    assert table.cited(f"ix.maneuver.{choice}")


# ---- and moving, in short ----


@pytest.mark.rule("ix.maneuver.move")
def test_a_move_is_one_step_and_two_where_the_step_costs_two() -> None:
    bout = covered()
    table = bout.do(("move", "toward", "brute"))
    assert bout["ann"].at == 1
    assert (bout.fight.maneuvers, bout.fight.actions) == (1, 1)
    assert table.cited("ix.maneuver.move")
    bout = covered()
    assert not bout.offers("move", "away", "brute")
    table = bout.do(("move-far", "away", "brute", "strain"))
    assert bout["ann"].at == -2
    assert (bout.fight.maneuvers, bout["ann"].strain) == (2, 2)
    assert [event.fields["who"] for event in coded(table, "moved")] == ["ann"]


def test_whatever_could_be_of_use_now_is_offered() -> None:
    bout = turn(strain=5, talents=["guarded"], weapons=["long-blade", STOWED], gear=["torch"])
    gm(bout, "tag", "ann", "prone")
    words = {str(option[0]) for option in bout.options()}
    assert {"aim", "catch-breath", "guard", "stand", "stow", "draw", "interact"} <= words
